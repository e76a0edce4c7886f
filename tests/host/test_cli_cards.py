"""`duelmat cards`: card files checked, cards listed and shown."""

from pathlib import Path

import pytest

from command_line import duelmat
from duelmat_engine import find_ruleset

GOOD = """\
ruleset = "trump_king"

[[card]]
code = "Storm"
name = "Storm"
traits = { number = 7 }
effects = ["storm"]

[[effect]]
name = "storm"
use = "magic"
text = "Destroy all monsters."

[[effect.resolve]]
do = "destroy"
cards = { zones = ["m"] }
"""


def test_a_sound_file_is_counted(tmp_path: Path) -> None:
    """A good file is summed up in a line."""
    path = tmp_path / "good.toml"
    path.write_text(GOOD, encoding="utf-8")
    result = duelmat("cards", "check", path)
    assert result.exit_code == 0
    assert result.output == f"{path} is sound: 1 card and 1 effect.\n"


def test_every_problem_of_every_file_is_told(tmp_path: Path) -> None:
    """Each fault comes with file and line; one broken file does not hide the other."""
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text(GOOD.replace("destroy", "detsroy"), encoding="utf-8")
    two.write_text(GOOD.replace('["m"]', '["mm"]').replace("number", "numbre"), encoding="utf-8")
    result = duelmat("cards", "check", one, two)
    assert result.exit_code == 2
    assert f"{one}:15: effect[1].resolve[1].do: expected the name of " in result.output
    assert 'got "detsroy" (did you mean destroy?)' in result.output
    assert f"{two}:6: card[1].traits.numbre: expected a trait: number, suit" in result.output
    assert (
        f"{two}:16: effect[1].resolve[1].cards.zones[1]: expected a kind of zone" in result.output
    )


def test_what_is_no_card_file_is_refused_in_words(tmp_path: Path) -> None:
    """Missing, empty and binary files are complaints, not tracebacks."""
    for name, data in (("empty.toml", b""), ("binary.toml", b"\x00\x01"), ("text.toml", b"hello")):
        path = tmp_path / name
        path.write_bytes(data)
        result = duelmat("cards", "check", path)
        assert result.exit_code == 2
        assert name in result.output
    assert "no such file" in duelmat("cards", "check", tmp_path / "none.toml").output


def test_cards_are_listed_with_what_is_printed_on_them() -> None:
    """A line each: code, name, kind, values."""
    for ruleset, line in (
        ("trump_king", "H7 7 of hearts Playing card, Number 7, ATK and DEF 7, Suit Hearts"),
        ("ocg", "Sangan Sangan Effect monster, Level 3, ATK 1000, DEF 600, Attribute Dark,"),
        ("trigamon", "TwofoldOx Twofold Ox Entity, Level 3, ATK 800, DEF 1400, Worth 2"),
    ):
        lines = duelmat("cards", "list", ruleset).output.splitlines()
        starts = [text for text in lines if not text.startswith(" ")]
        assert len(starts) == len(find_ruleset(ruleset).cards)
        assert line in " ".join(" ".join(lines).split())
    assert "Darkness Effect monster" in duelmat("cards", "list", "ocg").output
    assert "Expected a ruleset" in duelmat("cards", "list", "whist").output


def test_a_card_is_shown_as_a_file_that_passes_the_check(tmp_path: Path) -> None:
    """`--toml` prints a card file."""
    shown = duelmat("cards", "show", "trump_king", "H7", "--toml")
    path = tmp_path / "h7.toml"
    path.write_text(shown.output, encoding="utf-8")
    for name in ("heart-text", "heart-gain", "magic", "trap"):
        assert f'name = "{name}"' in shown.output
    assert duelmat("cards", "check", path).output.endswith("1 card and 4 effects.\n")


@pytest.mark.parametrize(
    "called", ["7 of hearts", "trump_king H7", "h7", "7 OF HEARTS", "7-of-hearts"]
)
def test_a_card_is_found_however_it_is_called(called: str) -> None:
    """Name or code, in capitals or not, in one word or several, with its ruleset or without."""
    result = duelmat("cards", "show", *called.split())
    assert result.exit_code == 0
    assert result.output.startswith("7 of hearts (H7), Trump King\n")
    assert "As magic: Choose a monster of the same suit or number and destroy it. (TK-100)" in (
        result.output
    )


def test_a_name_of_several_rulesets_shows_the_card_of_each() -> None:
    """As a card file only one can be printed."""
    name = "Blue-Eyes White Dragon"
    shown = duelmat("cards", "show", name).output
    assert "Early OCG" in shown
    assert "Yugioh: Resummoned" in shown
    refused = duelmat("cards", "show", "--toml", name)
    assert refused.exit_code == 2
    assert "name the ruleset before the card" in refused.output


@pytest.mark.parametrize(
    ("called", "near"),
    [
        ("H77", " Did you mean H7?"),
        ("the dark magicia", " Did you mean Dark Magician?"),
        ("ocg 99", ""),
        ("!!", ""),
    ],
)
def test_a_card_that_is_not_there_is_told_with_the_nearest(called: str, near: str) -> None:
    """What was expected, what was got, and where all names are."""
    result = duelmat("cards", "show", *called.split())
    assert result.exit_code == 2
    assert "expected the name or code of a card of" in result.output
    assert f".{near} `duelmat cards list RULESET` lists them." in result.output


STORM = """\
ruleset = "ocg"
[[card]]
code = "Storm"
name = "Storm"
kinds = ["magic", "normal"]
effects = ["storm"]
"""
STORMS = """
[[effect]]
name = "storm"
use = "magic"
text = "Destroy all monsters."
resolve = [{ do = "destroy", cards = { zones = ["m"] } }]
"""
ASKED = """\
ruleset = "ocg"
[position]
phase = "main1"
[position.a]
s1 = { card = "Gale", face = "down" }
[position.b]
m1 = "Wolf"
[[question]]
action = { do = "activate", card = "s1", as = "magic", shown = "Gale" }
expect = { legal = true }
"""


def test_the_judge_takes_cards_of_several_files_and_forgets_them(tmp_path: Path) -> None:
    """A later file may use the effects of an earlier one; the ruleset is what it was."""
    one, two, asked = (tmp_path / name for name in ("one.toml", "two.toml", "asked.toml"))
    one.write_text(STORM + STORMS, encoding="utf-8")
    two.write_text(STORM.replace("Storm", "Gale"), encoding="utf-8")
    asked.write_text(ASKED, encoding="utf-8")
    before = find_ruleset("ocg")
    result = duelmat("judge", "--short", "--cards", one, "--cards", two, asked)
    assert result.exit_code == 0, result.output
    assert "Activate the Set Gale as magic? Legal" in result.output
    assert find_ruleset("ocg") is before
    assert "Gale" not in before.cards
    result = duelmat("judge", "--short", "--cards", two, asked)
    assert result.exit_code == 2
    assert "expected an effect of this file or the ruleset" in result.output
