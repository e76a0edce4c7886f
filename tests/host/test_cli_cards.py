"""`duelmat cards`: card files checked, cards listed and shown."""

from pathlib import Path

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


def test_the_cards_of_a_ruleset_are_listed_and_shown(tmp_path: Path) -> None:
    """What is shown of a card passes the check again."""
    listed = duelmat("cards", "list", "trump_king").output.splitlines()
    assert len(listed) == len(find_ruleset("trump_king").cards)
    shown = duelmat("cards", "show", "trump_king", "H7")
    path = tmp_path / "h7.toml"
    path.write_text(shown.output, encoding="utf-8")
    for name in ("heart-text", "heart-gain", "magic", "trap"):
        assert f'name = "{name}"' in shown.output
    assert "Did you mean" in duelmat("cards", "show", "trump_king", "H77").output
    assert "expected a ruleset" in duelmat("cards", "list", "whist").output


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
