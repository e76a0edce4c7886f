"""Changes: what a page does not show yet, if it matters for the command that the page sends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from duelmat_tournament import commands, entries
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
_WORDS: Final = {
    entries.EventStarted: "the event was started",
    entries.RoundPaired: "round {} was paired",
    entries.RoundUnpaired: "the pairing of round {} was thrown away",
    entries.RoundPublished: "round {} was published",
    entries.RoundStarted: "round {} was started",
    entries.ClockPaused: "the clock was stopped",
    entries.ClockResumed: "the clock goes on",
    entries.TimeCalled: "time was called",
    entries.RoundClosed: "round {} was closed",
    entries.CutStarted: "the cut was started",
    entries.EventFinished: "the event was finished",
    entries.ResultReported: "table {} has reported a result",
    entries.ResultSettled: "table {} has a result",
    entries.ResultCorrected: "the result of table {} was corrected",
}


def changes(event: Event, since: Sequence[Entry], command: AnyCommand) -> list[str]:
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
        else:
            continue
        text = _WORDS[type(what)].format(number)
        found.append(f"{text[0].upper()}{text[1:]} by {entry.by.name}.")
    return found
