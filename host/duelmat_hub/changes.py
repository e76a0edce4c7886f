"""Changes: what a page does not show yet, if it matters for the command that the page sends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from duelmat_message import Text, filled, say, slot
from duelmat_tournament import commands, entries, registration_entries
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.entries import Entry
from duelmat_tournament.event import Event

_ROUNDS: Final = (
    entries.EventStarted,
    entries.RoundPaired,
    entries.RoundUnpaired,
    entries.RoundPublished,
    entries.RoundStarted,
    entries.ClockPaused,
    entries.ClockResumed,
    entries.TimeCalled,
    entries.RoundClosed,
    entries.CutStarted,
    entries.EventFinished,
)
_OF_ROUNDS: Final = (
    commands.StartEvent,
    commands.PairRound,
    commands.UnpairRound,
    commands.PublishRound,
    commands.StartRound,
    commands.PauseClock,
    commands.ResumeClock,
    commands.CallTime,
    commands.CloseRound,
    commands.StartCut,
    commands.FinishEvent,
)
_OF_TABLES: Final = (
    commands.EnterResult,
    commands.MarkNoShow,
    commands.CorrectResult,
)
_TABLES: Final = (entries.ResultReported, entries.ResultSettled, entries.ResultCorrected)
_SENTENCES: Final = {
    entries.EventStarted: say("{who} started the event.", who=slot("who")),
    entries.RoundPaired: say(
        "{who} paired round {number}.", who=slot("who"), number=slot("number")
    ),
    entries.RoundUnpaired: say(
        "{who} threw away the pairing of round {number}.", who=slot("who"), number=slot("number")
    ),
    entries.RoundPublished: say(
        "{who} published round {number}.", who=slot("who"), number=slot("number")
    ),
    entries.RoundStarted: say(
        "{who} started round {number}.", who=slot("who"), number=slot("number")
    ),
    entries.ClockPaused: say("{who} stopped the clock.", who=slot("who")),
    entries.ClockResumed: say("{who} let the clock go on.", who=slot("who")),
    entries.TimeCalled: say("{who} called time.", who=slot("who")),
    entries.RoundClosed: say(
        "{who} closed round {number}.", who=slot("who"), number=slot("number")
    ),
    entries.CutStarted: say("{who} started the cut.", who=slot("who")),
    entries.EventFinished: say("{who} finished the event.", who=slot("who")),
    entries.ResultReported: say(
        "{who} reported a result of table {number}.", who=slot("who"), number=slot("number")
    ),
    entries.ResultSettled: say(
        "{who} settled the result of table {number}.", who=slot("who"), number=slot("number")
    ),
    entries.ResultCorrected: say(
        "{who} corrected the result of table {number}.", who=slot("who"), number=slot("number")
    ),
    registration_entries.SleevesEnrolled: say("{who} checked sleeves in.", who=slot("who")),
}


def changes(event: Event, since: Sequence[Entry], command: AnyCommand) -> list[Text]:
    """Return a sentence for each of these entries that a command should have been asked after."""
    found = []
    for entry in since:
        what = entry.what
        if isinstance(command, _OF_ROUNDS) and isinstance(what, _ROUNDS):
            number = getattr(what, "round", len(event.rounds))
        elif (
            isinstance(command, _OF_TABLES)
            and isinstance(what, _TABLES)
            and (what.round, what.table) == (command.round, command.table)
        ):
            number = what.table
        elif isinstance(command, commands.EnrolSleeves) and isinstance(
            what, registration_entries.SleevesEnrolled
        ):
            number = what.player
        else:
            continue
        found.append(filled(_SENTENCES[type(what)], who=entry.by.name, number=str(number)))
    return found
