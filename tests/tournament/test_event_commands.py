"""`duelmat event generate` and `export`: what they write, and how they end."""

from __future__ import annotations

import csv
import io
import re
import stat
from pathlib import Path

import msgspec
import pytest

from command_line import duelmat, run
from duelmat_hub.cli.event_file import prove_event
from duelmat_tournament import commands, results
from duelmat_tournament.exchange import format_event, parse_event
from duelmat_tournament.generate import Generated, generate
from duelmat_tournament.names import RoundNumber
from duelmat_tournament.places import final_places
from host import hostile_files
from tournament.event_files import OCG, event
from tournament.staged_event import StagedEvent

# generate


def test_an_event_is_made_to_the_byte_from_its_seed(tmp_path: Path) -> None:
    words = ("generate", "--players", "9", "--seed", "7")
    code, printed, said = event(*words)
    assert (code, said) == (0, "")
    assert event(*words)[1] == printed
    assert event(*words[:-1], "8")[1] != printed
    out = tmp_path / "event.json"
    code, told, _ = event(*words, "--out", out)
    assert code == 0
    assert out.read_text(encoding="utf-8") == printed
    rounds = len(prove_event(out).event.rounds)
    assert told.startswith(f"{out}: 9 players, {rounds} rounds, ")
    assert f" {told.split()[-1]}\n" in event("check", out)[1]


@pytest.mark.parametrize("first", ["pods", "bracket"])
def test_an_event_is_made_of_another_format_than_the_policy_has(
    tmp_path: Path, first: str
) -> None:
    """It is proven, and its final places say how they came about."""
    out = tmp_path / "event.json"
    words = ("--players", "9", "--seed", "7", "--first-stage", first, "--bracket", "double")
    assert event("generate", *words, "--out", out)[0] == 0
    made = prove_event(out).event
    assert (made.policy.first_stage.value, made.policy.bracket.value) == (first, "double")
    assert bool(made.pods) is (first == "pods")
    printed = event("show", out)[1]
    won = {"pods": "won the cut; after the pods ", "bracket": "won the bracket; seed "}[first]
    assert won in printed
    assert "lost in the losers' bracket; " in printed


def test_an_event_of_a_policy_with_deck_lists_holds_them(tmp_path: Path) -> None:
    """Nobody else may read them; a public file has none, and everything else."""
    words = ("generate", "--players", "8", "--seed", "7", "--policy", "ocg", "--out")
    full, public = tmp_path / "full.json", tmp_path / "public.json"
    assert event(*words, full)[0] == 0
    assert event(*words, public, "--public")[0] == 0
    assert stat.S_IMODE(full.stat().st_mode) == 0o600
    assert stat.S_IMODE(public.stat().st_mode) & 0o077
    with_decks, without = parse_event(full.read_bytes()), parse_event(public.read_bytes())
    assert len(with_decks.decks) == 8
    assert without.decks == {}
    assert with_decks.entries == without.entries


@pytest.mark.parametrize("number", [1, 3, 6, 7])
def test_an_event_stops_in_the_middle_of_a_round(number: int, tmp_path: Path) -> None:
    """It is the beginning of the whole one, and proven; rounds 6 and 7 are the cut."""
    out = tmp_path / "event.json"
    words = ("generate", "--players", "24", "--seed", "7", "--policy", "ocg")
    assert event(*words, "--out", out, "--stop-at-round", str(number))[0] == 0
    found = prove_event(out)
    whole = generate(OCG, 24, "7")
    assert whole.log[: len(found.file.log)] == found.file.log
    now = found.event.round
    assert now is not None
    assert now.number == number
    assert len(now.open_matches) >= len(now.matches) / 2
    assert len(now.open_matches) == len(now.matches) or number < 7
    told = " ".join(event("show", out)[1].split())
    assert f"round {number} is being played, {len(now.open_matches)} result" in told


def test_a_round_that_an_event_has_not_is_named() -> None:
    words = ("generate", "--players", "8", "--seed", "7", "--stop-at-round", "9")
    code, printed, said = event(*words)
    assert (code, printed) == (2, "")
    assert re.match("--stop-at-round: expected a round of the event, which has [2-5], got 9", said)


def test_matches_are_drawn_as_often_as_is_asked(tmp_path: Path) -> None:
    words = ("generate", "--players", "16", "--seed", "7", "--out")
    for percent in (0, 100):
        out = tmp_path / f"{percent}.json"
        assert event(*words, out, "--draws", str(percent))[0] == 0
        held = [each for each in prove_event(out).event.rounds if not each.is_cut]
        results = [match.result for each in held for match in each.matches.values()]
        drawn = sum(r is not None and r.winner is r.winner.NONE for r in results)
        assert drawn > 0.7 * len(results) if percent else drawn <= 3  # losses of both


def test_draws_are_refused_where_the_policy_has_none() -> None:
    words = ("generate", "--players", "8", "--seed", "7", "--policy", "simultaneous-effects")
    code, _, said = event(*words, "--draws", "5")
    assert code == 2
    assert said.startswith("--draws: expected 0, since by the policy simultaneous-effects")
    assert event(*words, "--draws", "0")[0] == 0


@pytest.mark.parametrize("seed", ["", " a", "a\n", "x" * 101, "\x1b", "\udcff"])
def test_a_seed_that_nobody_can_copy_is_refused(seed: str) -> None:
    for words in (("generate", "--players", "8"), ("pair", "players.csv")):
        code, _, said = event(*words, "--seed", seed)
        assert code == 2
        assert said.startswith("--seed: expected a text of 1 to 100 signs")


def test_a_policy_that_is_not_there_is_named() -> None:
    code, _, said = event("generate", "--players", "8", "--seed", "7", "--policy", "ogc")
    assert code == 2
    assert said.endswith("got 'ogc'. Did you mean ocg?\n")


# Writing files


def test_a_file_that_is_there_stays(tmp_path: Path) -> None:
    """--replace replaces an older one of the same kind and nothing else."""
    out = tmp_path / "event.json"
    words = ("generate", "--players", "8", "--seed", "7", "--out", out)
    assert event(*words)[0] == 0
    first = out.read_bytes()
    code, _, said = event(*words, "--draws", "50")
    assert (code, out.read_bytes()) == (2, first)
    assert said.endswith("Name another one, or add --replace.\n")
    assert event(*words, "--draws", "50", "--replace")[0] == 0
    assert out.read_bytes() != first
    for other in (b"my diary", b"", b'{"duelmat"'):
        out.write_bytes(other)
        code, _, said = event(*words, "--replace")
        assert (code, out.read_bytes()) == (2, other)
        assert "expected an event file to replace, got something else" in said


def test_a_table_replaces_an_older_one_of_its_kind_alone(tmp_path: Path, file: Path) -> None:
    out = tmp_path / "table.csv"
    assert event("export", file, "--what", "standings", "--out", out)[0] == 0
    assert event("export", file, "--what", "standings", "--out", out)[0] == 2
    assert event("export", file, "--what", "standings", "--out", out, "--replace")[0] == 0
    first = out.read_bytes()
    for what in ("players", "pairings", "public"):
        assert event("export", file, "--what", what, "--out", out, "--replace")[0] == 2
        assert out.read_bytes() == first


def test_an_event_file_is_not_exported_over_itself(tmp_path: Path, content: bytes) -> None:
    """Its deck lists would be gone."""
    path, link = tmp_path / "event.json", tmp_path / "link.json"
    path.write_bytes(content)
    link.symlink_to(path)
    for out in (path, link):
        words = ("export", path, "--what", "public", "--out", out, "--replace")
        code, _, said = event(*words)
        assert (code, path.read_bytes()) == (2, content)
        assert "expected another file than the event file itself" in said


@pytest.mark.parametrize("what", ["a pipe", "an endless device", "a folder"])
def test_nothing_is_written_over_what_is_no_file(what: str, tmp_path: Path, file: Path) -> None:
    out = tmp_path / "out"
    hostile_files.ANYWHERE[what](out)
    for words in ((), ("--replace",)):
        code, _, said = event("export", file, "--what", "public", "--out", out, *words)
        assert code == 2
        assert "xpected" in said


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, file: Path) -> None:
    code, _, said = event("export", file, "--what", "public", "--out", tmp_path / "no" / "x")
    assert code == 2
    assert "expected to write an event file to" in said
    assert "No such file or directory" in said


# export


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def test_the_public_file_is_proven_and_has_no_deck(
    tmp_path: Path, file: Path, codes: list[str]
) -> None:
    public = tmp_path / "public.json"
    assert event("export", file, "--what", "public", "--out", public)[0] == 0
    text = public.read_text(encoding="utf-8")
    assert '"salt"' not in text
    assert parse_event(text.encode()).decks == {}
    code, printed, _ = event("check", public, "--checkpoint", codes[-1])
    assert code == 0
    assert codes[-1] in printed
    again = event("export", public, "--what", "public")[1]
    assert again == text


def test_players_are_exported(file: Path, made: Generated) -> None:
    rows = rows_of(event("export", file, "--what", "players")[1])
    assert [row["name"] for row in rows] == [p.name for p in made.event.players.values()]
    assert [row["takes part"] for row in rows].count("no") == len(rows) - len(made.event.active)


def test_standings_are_exported_after_any_round_of_swiss(file: Path, made: Generated) -> None:
    """Every row has every column, whoever has drawn lots."""
    for number in range(1, made.event.swiss_rounds + 1):
        printed = event("export", file, "--what", "standings", "--round", str(number))[1]
        frozen = made.event.rounds[number - 1].standings
        rows = rows_of(printed)
        assert [int(row["player"]) for row in rows] == [row.player for row in frozen]
        assert [row["number"] for row in rows] == [row.number for row in frozen]
        assert [row["lots"] == "drawn" for row in rows] == [row.is_drawn for row in frozen]
        widths = {len(row) for row in csv.reader(io.StringIO(printed, newline=""))}
        assert len(widths) == 1
    assert event("export", file, "--what", "standings")[1] == printed


def test_pairings_are_exported_of_any_round(file: Path, made: Generated) -> None:
    for held in made.event.rounds:
        printed = event("export", file, "--what", "pairings", "--round", str(held.number))[1]
        rows = rows_of(printed)
        assert len(rows) == len(held.matches) + len(held.byes)
        assert {row["round"] for row in rows} == {str(held.number)}
    assert event("export", file, "--what", "pairings")[1] == printed


def test_results_are_exported_by_id_for_entering_them_elsewhere(tmp_path: Path) -> None:
    """No cell is a score, which spreadsheets take for a day."""
    staged = StagedEvent("Ana", "Ben", "Cleo")
    for number, player in enumerate(staged.event.registered, start=1):
        staged.do(commands.SetExternalId(player.id, f"00{number}"))
    staged.start(rounds=2)
    staged.play()
    (match,) = staged.round.matches.values()
    staged.enter(match, results.played(1, 2))
    staged.do(commands.CloseRound())
    staged.play()
    path = tmp_path / "event.json"
    path.write_bytes(staged.file())
    rows = rows_of(event("export", path, "--what", "results")[1])
    assert [row["round"] for row in rows] == ["1", "1", "2", "2"]
    players = staged.event.players
    ids = players[match.first].external_id, players[match.second].external_id
    assert list(rows[0].values())[1:9] == ["1", *ids, "second", "1", "2", "0", "played"]
    assert (rows[1]["table"], rows[1]["second id"], rows[1]["ending"]) == ("", "", "bye")
    assert rows[2]["winner"] == rows[2]["ending"] == ""
    first = rows_of(event("export", path, "--what", "results", "--round", "1")[1])
    assert first == rows[:2]


def test_final_places_are_exported(file: Path, made: Generated) -> None:
    """Who shares a place has its first and last number in cells of their own."""
    rows = rows_of(event("export", file, "--what", "places")[1])
    places = final_places(made.event)
    assert [(int(row["place"]), int(row["last place"]), int(row["player"])) for row in rows] == [
        (each.first, each.last, each.player) for each in places
    ]
    assert [int(row["after Swiss"]) for row in rows] == [each.row.rank for each in places]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("standings", "--round", "6"), "a round of Swiss that is closed (1, 2, 3, 4, 5), got 6"),
        (("pairings", "--round", "8"), "a published round (1, 2, 3, 4, 5, 6, 7), got 8"),
        (("results", "--round", "8"), "a published round (1, 2, 3, 4, 5, 6, 7), got 8"),
        (("players", "--round", "1"), "expected it with standings, pairings or results"),
        (("places", "--round", "1"), "expected it with standings, pairings or results"),
        (("public", "--round", "1"), "expected it with standings, pairings or results"),
    ],
)
def test_a_round_that_does_not_fit_is_said(
    words: tuple[str, ...], expected: str, file: Path
) -> None:
    code, printed, said = event("export", file, "--what", *words)
    assert (code, printed) == (2, "")
    assert expected in said


def test_a_pairing_that_was_not_published_is_not_exported(tmp_path: Path) -> None:
    made = generate(OCG, 8, "7", stop_at=RoundNumber(2))
    end = next(
        at for at, each in enumerate(made.log) if "RoundPublished(round=2" in str(each.what)
    )
    path = tmp_path / "event.json"
    path.write_bytes(format_event(made.log[:end], made.decks))
    assert rows_of(event("export", path, "--what", "pairings")[1]) == []
    code, _, said = event("export", path, "--what", "pairings", "--round", "2")
    assert code == 2
    assert "a published round (1), got 2" in said


# The group


@pytest.mark.parametrize("name", ["check", "generate", "pair", "export", "publish", "show"])
def test_help_teaches(name: str) -> None:
    printed = duelmat("event", name, "--help").stdout
    assert f"duelmat event {name} " in printed.partition("Examples:")[2]
    assert "exit code" in " ".join(printed.split())
    assert f"  {name} " in duelmat("event", "--help").stdout


def test_a_user_of_the_shell_gets_bytes(file: Path) -> None:
    """What is written to standard output is what a file would hold."""
    done = run("event", "export", file, "--what", "standings")
    assert done.returncode == 0
    assert done.stdout.startswith(b"\xef\xbb\xbfrank,player,name,")
    assert b"\r\n" in done.stdout
    done = run("event", "export", file, "--what", "public")
    assert msgspec.json.decode(done.stdout)["decks"] == {}
