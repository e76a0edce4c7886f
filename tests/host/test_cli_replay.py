"""`duelmat replay`: a record told again, and broken records named by their line."""

import json
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import duelmat, run
from duelmat_engine.actions import Action, Concede
from duelmat_engine.forms.record import new_record, public_record, read_record, write_record
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.play import Deck, apply, roll
from duelmat_engine.rulesets.trump_king.tables import EXTRA_CODES, MAIN_CODES
from examples import examples


@cache
def a_record(*, length: int = 40, ended: bool = True) -> str:
    """The text of a short random duel that Ben gives up."""
    record = replace(
        new_record("trump_king", [Deck(MAIN_CODES, EXTRA_CODES)] * 2, seed=3),
        players=("Ana", "Ben"),
        date="2026-02-01",
    )
    duel = record.begin().duel
    for pick in range(length):
        assert duel.decision is not None
        action: Action
        if duel.decision.kind == "chance":
            action = roll(duel)
        else:
            answers = list(legal_actions(duel))
            action = answers[pick * 7 % len(answers)]
        record = record.with_entry(duel, action)
        duel = apply(duel, action).duel
    if ended:
        record = record.with_entry(duel, Concede(1))
        duel = apply(duel, Concede(1)).duel
        record = replace(record, outcome=duel.outcome)
    return write_record(record)


@cache
def a_public_record() -> str:
    """The same duel as the table saw it, without its end."""
    return write_record(public_record(read_record(a_record(ended=False))))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "duel.txt"
    path.write_text(a_record(), encoding="utf-8")
    return path


def test_a_record_is_told_turn_by_turn(record: Path) -> None:
    """Title, turns, sentences, the end with its reason, and the life at the end."""
    done = run("replay", record)
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert lines[0] == "Trump King: Ana against Ben, 2026-02-01"
    assert any(line.startswith("Turn 1: ") for line in lines)
    assert lines[-2] == "  Ana wins: Ben conceded."
    assert lines[-1].startswith("Life: Ana ")


def test_the_public_log_hides_what_the_table_did_not_see(record: Path) -> None:
    """Draws are only counted; --all names them."""
    assert "Ana draws 5 cards." in duelmat("replay", record).output
    everything = duelmat("replay", "--all", record).output
    assert "Ana draws the " in everything
    hidden = json.loads(duelmat("replay", "--json", record).output)
    assert {entry["action"] for entry in hidden["log"]} == {""}


def test_rules_stand_behind_each_line_when_asked_for(record: Path) -> None:
    """--rules shows by which rules each thing happened."""
    assert "(TK-09)" in duelmat("replay", "--rules", record).output


def test_json_has_the_log_and_the_outcome(record: Path) -> None:
    """One object with the documented keys."""
    told = json.loads(duelmat("replay", "--json", "--all", record).output)
    assert list(told) == [
        "ruleset",
        "players",
        "date",
        "readings",
        "actions",
        "turns",
        "life",
        "outcome",
        "log",
    ]
    assert told["outcome"]["winner"] == "a"
    assert len(told["log"]) == told["actions"] + 1
    assert told["log"][-1]["action"] == "concede b"
    assert told["log"][-1]["lines"][0]["text"] == "Ana wins: Ben conceded."


def test_a_record_that_stops_says_what_was_asked(tmp_path: Path) -> None:
    """An unfinished duel ends with the open decision; a public record replays too."""
    path = tmp_path / "open.txt"
    path.write_text(a_public_record(), encoding="utf-8")
    result = duelmat("replay", path)
    assert result.exit_code == 0
    assert "The record stops here. " in result.output


def first_action(text: str) -> int:
    """The line, counted from 1, of the first action."""
    lines = text.splitlines()
    return next(i for i, line in enumerate(lines, 1) if line.startswith("chance "))


def test_an_illegal_line_is_named_with_the_rules_it_breaks(tmp_path: Path) -> None:
    """A line that does not belong there is refused with file, line and the rules."""
    lines = a_record().splitlines()
    at = first_action(a_record())
    lines[at:at] = ["a /battle", "b pass"]
    path = tmp_path / "bad.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = duelmat("replay", path)
    assert result.exit_code == 2
    assert result.output.startswith(f"{path}:{at + 1}:")
    assert "expected " in result.output
    assert ", got " in result.output


BROKEN = [
    ("duelmat record 1", "duelmat record 2", ":1:", "'duelmat record 1'"),
    ("ruleset trump_king", "ruleset chess", ":2:", "that is known"),
    ('reading G-44 "legal"', 'reading G-44 "sometimes"', ":7:", "that is known"),
    ('reading G-44 "legal"', "reading G-44 legal", ":7:", "a text in quotes"),
    ("date 2026-02-01", "date yesterday", ":", "a date as in 2026-02-01"),
    ("deck a S1 ", "deck a S99 ", ":", "a card of trump_king"),
    ("deck a S1 ", "deck a ", ":", "decks that the ruleset allows"),
    ("seed 3", "seed three", ":", "a number"),
    ("seed 3", "sead 3", ":", "a seat's action or result"),
    ('chance "', "chance '", ":", "expected"),
    (
        'result a "the opponent conceded"',
        'result b "the opponent conceded"',
        ":",
        "ends as written",
    ),
]


@pytest.mark.parametrize(("good", "bad", "place", "words"), BROKEN)
def test_a_broken_record_is_told_line_expected_and_got(
    tmp_path: Path, good: str, bad: str, place: str, words: str
) -> None:
    """Each break is named with file and line, what stood there and what should."""
    text = a_record()
    assert good in text
    path = tmp_path / "bad.txt"
    path.write_text(text.replace(good, bad, 1), encoding="utf-8")
    result = duelmat("replay", path)
    assert result.exit_code == 2
    assert result.output.startswith(f"{path}{place}")
    assert words in result.output


@settings(max_examples=examples(40), deadline=None)
@given(st.data())
def test_a_damaged_record_is_told_or_refused(data: st.DataObject) -> None:
    """Any stretch of a record deleted or replaced gives a log or a complaint, no traceback."""
    text = a_record(length=12)
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 40))
    put = data.draw(st.sampled_from(["", "x", '"', "\n", ";", "=", ">m1", "9", "-", "é", "(a"]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "r.txt"
        path.write_text(text[:start] + put + text[start + length :], encoding="utf-8")
        result = duelmat("replay", path)
        assert result.exit_code in (0, 2)
        if result.exit_code == 2:
            assert result.output.startswith(str(path))
            assert "expected" in result.output
