"""Names as they are registered: of any script, on one line, and told apart by what people see."""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_tournament import commands, floor_commands
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.names import PlayerId, RoundNumber, TableNumber
from tournament.staged_event import JUDGE, ORGANISER, TRUMP_KING, StagedEvent

BROKEN: Final = (
    "Name: expected 1 to 200 characters on one line, without blanks around them or signs that "
    "nobody sees."
)

GOOD: Final = (
    "Ana",
    "A",
    "李小龙",
    "יוֹסֵף בֶּן־דָּוִד",
    "محمد الأمين",
    "Nguyễn Văn An",
    'Иван "Ваня" Петров',
    "O'Brien-Smith, Jr.",
    "👩‍👩‍👧 Team",
    "नी‍लम",
    "<script>alert(1)</script>",
    "=SUM(A1:A9)",
    "Robert'); DROP TABLE players;--",
    "%s {0} \\n",
    "x" * 200,
)
BAD: Final = (
    "",
    " ",
    "x" * 201,
    " Ana",
    "Ana ",
    "Ana\n",
    "A\nna",
    "Ana\x00",
    "\x00",
    "A\tna",
    "A\x1b[31mna",
    "A\x7fna",
    "A\x85na",
    "A\u2028na",
    "A\u2029na",
    "\u202eanA",
    "\u2066Ana",
    "\u200b",
    "\u2800",
    "A\ud800na",
)


@pytest.mark.parametrize("name", GOOD)
def test_a_name_of_any_script_is_kept_as_it_is(name: str) -> None:
    event = StagedEvent()
    event.register(name)
    assert event.event.name_of(PlayerId(1)) == name
    assert event.is_proven()


@pytest.mark.parametrize("name", BAD)
def test_a_name_that_would_break_a_line_is_refused(name: str) -> None:
    assert StagedEvent().refusal(commands.RegisterPlayer(name)) == BROKEN


@pytest.mark.parametrize(
    ("known", "name"),
    [
        ("Ana", "Ana"),
        ("Ana", "ANA"),
        ("Straße", "STRASSE"),
        ("José", "Jose\u0301"),  # an accent of its own
        ("Ana Luz", "Ana  Luz"),
        ("Ana Luz", "Ana\u00a0Luz"),
        ("Ana", "Ana\u200b"),  # a blank without width
        ("Ana", "\uff21na"),  # a letter of double width
    ],
)
def test_two_players_whose_names_look_alike_are_told_apart(known: str, name: str) -> None:
    event = StagedEvent(known)
    assert event.refusal(commands.RegisterPlayer(name)) == (
        f'{known} is registered already, as number 1: tell the two apart, as in "{name} (2)".'
    )
    event.register(f"{name} (2)")


@pytest.mark.parametrize("name", ["Anna", "An a", "Äna", "Ana.", "Aña"])
def test_names_that_look_different_are_different(name: str) -> None:
    event = StagedEvent("Ana")
    event.register(name)
    assert len(event.event.players) == 2


SHORT: Final = (
    "expected at most 200 characters on one line, without blanks around them or signs that nobody "
    "sees."
)
TEXT: Final = "expected at most 2,000 characters and no control characters."
NEEDED: Final = "expected 1 to 2,000 characters and no control characters."


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (commands.RegisterPlayer("Ben", "Team\n"), f"Team: {SHORT}"),
        (commands.RegisterPlayer("Ben", "x" * 201), f"Team: {SHORT}"),
        (floor_commands.GivePenalty(PlayerId(1), "slow-play", "x" * 2_001), f"Note: {TEXT}"),
        (floor_commands.GivePenalty(PlayerId(1), "slow-play", "\x1b"), f"Note: {TEXT}"),
        (floor_commands.GivePenalty(PlayerId(1), "slow\nplay"), f"Infraction: {SHORT}"),
        (floor_commands.Announce(""), f"Text: {NEEDED}"),
        (floor_commands.Announce(" \n "), f"Text: {NEEDED}"),
        (floor_commands.Announce("\ud800"), f"Text: {NEEDED}"),
        (commands.CreateEvent("", TRUMP_KING, "seed"), BROKEN),
        (commands.CreateEvent("Open", TRUMP_KING, ""), BROKEN.replace("Name", "Seed")),
        (
            commands.RegisterPlayer("Ben", byes=tuple(map(RoundNumber, range(1, 22)))),
            "Byes: expected at most 20 rounds.",
        ),
        (commands.StartEvent(21), "Rounds: expected a number from 0 to 20."),
        (commands.StartEvent(-1), "Rounds: expected a number from 0 to 20."),
        (commands.StartEvent(2, 65), "Cut: expected a number from -1 to 64."),
        (
            commands.PairRound(("rematch", "rematch")),
            "Give up: expected some of rematch, second-bye, each once.",
        ),
        (
            commands.PairRound(("teams",)),
            "Give up: expected some of rematch, second-bye, each once.",
        ),
    ],
)
def test_what_is_entered_keeps_its_bounds(command: AnyCommand, sentence: str) -> None:
    event = StagedEvent("Ana")
    by = JUDGE if isinstance(command, floor_commands.GivePenalty) else ORGANISER
    assert event.refusal(command, by) == sentence


def test_a_text_may_have_lines() -> None:
    event = StagedEvent("Ana")
    event.do(floor_commands.Announce("Round 3 begins\r\nat 14:00.\n\n\tBe there."))
    assert event.is_proven()


def test_a_table_has_a_number_that_fits_on_a_sign() -> None:
    event = StagedEvent()
    event.made, event.log = None, []
    for number in (0, -1, 100_001, 10**40):
        command = commands.CreateEvent("Open", TRUMP_KING, "seed", TableNumber(number))
        assert event.refusal(command) == "First table: expected a number from 1 to 100,000."
