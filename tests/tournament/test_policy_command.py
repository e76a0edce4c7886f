"""`duelmat event policy`: what it prints, and how it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import convert

from command_line import duelmat
from duelmat_command import output
from duelmat_hub.policies import load_policy, shipped_names
from duelmat_tournament.policy import Bracket, FirstStage, Policy, with_stages
from duelmat_tournament.policy_file import format_policy, parse_policy


def policy(*words: str | Path) -> tuple[int, str, str]:
    """Exit code, output and complaints of a command."""
    result = duelmat("event", "policy", *words)
    return result.exit_code, result.stdout, result.stderr


def test_a_sound_file_is_called_sound(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(format_policy(load_policy("trigamon")))
    words = "Trigamon PCG, version 1, 11 infractions, 3 limited cards"
    assert policy("check", file) == (0, f"{file} is sound: {words}.\n", "")


def test_every_fault_of_every_file_is_printed(tmp_path: Path) -> None:
    """Also of a name that the ruleset does not have; a sound one between them is said so."""
    text = format_policy(load_policy("ocg"))
    files = [tmp_path / f"{number}.toml" for number in range(4)]
    files[0].write_text(text.replace("win = 3", "win = 0").replace('"Sangan"', '"Sangam"'))
    files[1].write_text(text)
    files[3].write_bytes(b"\xff")
    code, printed, said = policy("check", *files)
    assert code == 1
    assert (
        printed
        == f"{files[1]} is sound: Early OCG, version 1, 19 infractions, 14 limited cards.\n"
    )
    assert [line.partition(": ")[0].partition(":")[0] for line in said.splitlines()] == [
        str(files[0]),
        str(files[0]),
        str(files[0]),
        f"expected a policy file at {files[2]}, got no such file. Name another one.",
        str(files[3]),
    ]
    assert "limits[10].card" in said
    assert "Did you mean Sangan?" in said


def test_a_file_with_thousands_of_faults_is_shortened(tmp_path: Path) -> None:
    file = tmp_path / "long.toml"
    file.write_text("".join(f"[[limits]]\ncopies = {number}\n" for number in range(1, 1500)))
    code, _, said = policy("check", file)
    assert code == 1
    assert said.count("\n") < 250
    assert "lines more." in said


@pytest.mark.parametrize("name", shipped_names())
def test_a_policy_is_shown_in_words(name: str) -> None:
    """Every key, every infraction, every card."""
    code, printed, said = policy("show", name)
    found = load_policy(name)
    assert (code, said) == (0, "")
    assert printed.startswith(f"{found.title} ({name}, version 1)\n")
    for each in found.infractions:
        assert each.title in printed
    for limit in found.limits:
        assert limit.card in printed


def test_a_policy_is_shown_line_by_line() -> None:
    _, printed, _ = policy("show", "simultaneous-effects")
    lines = [" ".join(line.split()) for line in printed.splitlines()]
    assert "readings G-97: tcg, G-31: each player" in lines
    assert "points 3 for a win, 0 for a draw, 0 for a loss, 3 for a bye" in lines
    assert "draws not possible" in lines
    assert "round 50 min, in the cut no limit" in lines
    assert "after time finish turn, compare life, double loss" in lines
    assert "lateness duel loss after 5 min, match loss after 10 min" in lines
    assert "entering until round 1 is paired; back never" in lines
    assert (
        "slow-play warning duel loss after 1 Plays so slowly that the match may not end" in lines
    )
    assert "PotOfGreed forbidden" in lines


@pytest.mark.parametrize(
    ("first", "lines"),
    [
        (FirstStage.PODS, ["pods of 4, 2 of each go on", "bracket double reset"]),
        (FirstStage.BRACKET, ["rounds none: everybody is in the bracket", "bracket double reset"]),
    ],
)
def test_a_policy_without_swiss_is_shown_and_is_sound(
    tmp_path: Path, first: FirstStage, lines: list[str]
) -> None:
    made = with_stages(load_policy("trump-king"), first, Bracket.DOUBLE_RESET)
    file = tmp_path / "mine.toml"
    file.write_text(format_policy(made))
    assert policy("check", file)[0] == 0
    shown = [" ".join(line.split()) for line in policy("show", file)[1].splitlines()]
    assert set(lines) <= set(shown)


def test_a_terminal_gets_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "is_terminal", lambda: True)
    _, printed, _ = policy("show", "ocg")
    for head in ("Key", "Infraction", "Usual", "Card"):
        assert head in printed
    assert "\N{BOX DRAWINGS LIGHT HORIZONTAL}" in printed


@pytest.mark.parametrize("name", shipped_names())
def test_a_policy_is_shown_for_programs(name: str) -> None:
    """As JSON and as a file, both of which are the whole policy."""
    found = load_policy(name)
    assert convert(json.loads(policy("show", name, "--json")[1]), Policy) == found
    assert parse_policy(policy("show", name, "--toml")[1]) == found


def test_a_file_is_shown_like_a_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(policy("show", "ocg", "--toml")[1])
    assert policy("show", file) == policy("show", "ocg")


def test_what_cannot_be_shown_is_said() -> None:
    code, _, said = policy("show", "ogc")
    assert code == 2
    assert said.endswith("got 'ogc'. Did you mean ocg?\n")
    code, _, said = policy("show", "ocg", "--json", "--toml")
    assert (code, said) == (2, "expected --json or --toml, got both. Name one.\n")


def test_the_policies_that_come_along_are_listed() -> None:
    code, printed, _ = policy("list")
    assert code == 0
    assert [line.split()[0] for line in printed.splitlines()] == list(shipped_names())
    listed = json.loads(policy("list", "--json")[1])
    assert [each["name"] for each in listed] == list(shipped_names())
    assert listed[0] == {
        "name": "ocg",
        "title": "Early OCG",
        "version": 1,
        "ruleset": "ocg",
        "valid_from": "2026-11-01",
        "valid_until": "",
    }


# The group


@pytest.mark.parametrize(
    "words", [(), ("policy",), ("policy", "check"), ("policy", "show"), ("policy", "list")]
)
def test_help_teaches(words: tuple[str, ...]) -> None:
    """With examples, where there is something to write."""
    printed = duelmat("event", *words, "--help").stdout
    assert printed.startswith("Usage: ")
    if words[-1:] != ("list",):
        assert "Example" in printed
        assert "duelmat event policy" in printed


def test_an_unknown_command_of_an_event_gets_the_near_one() -> None:
    result = duelmat("event", "polcy")
    assert result.exit_code == 2
    assert result.stderr.startswith("duelmat event has no command 'polcy'. Did you mean policy?")


def test_help_of_an_event_loads_no_engine() -> None:
    """It is quick, as that of `duelmat` is; and what is played without an event loads no hub."""
    script = (
        "import sys; from duelmat import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print([m for m in sys.modules if m.startswith(('duelmat_engine', 'duelmat_tournament',"
        " 'duelmat_hub.', 'starlette'))], file=sys.stderr)\n"
    )
    for words, loaded in ((["event", "--help"], ["duelmat_hub.cli"]), (["mat", "--help"], [])):
        done = subprocess.run(
            [sys.executable, "-c", script, *words], capture_output=True, check=True, text=True
        )
        assert done.stderr.strip().endswith(str(loaded)), words
