"""Changes: what a page does not show yet, if it matters for the command that the page sends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from duelmat_message import Text, filled, say, slot
from duelmat_tournament import commands, entries, floor_commands, registration_entries
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.entries import AnyHappening, Entry
from duelmat_tournament.event import Event

_ROUNDS: Final = (
    entries.EventStarted,
    entries.StartUndone,
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
    commands.UndoStart,
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
_SENTENCES: Final = {
    entries.EventStarted: say("{who} started the event.", who=slot("who")),
    entries.StartUndone: say("{who} took back the start.", who=slot("who")),
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
    entries.PenaltyGiven: say(
        "{who} gave {player} a penalty.", who=slot("who"), player=slot("player")
    ),
    entries.UpgradeDecided: say(
        "{who} decided about penalty {number}.", who=slot("who"), number=slot("number")
    ),
    entries.ExtensionGranted: say(
        "{who} gave table {number} more time.", who=slot("who"), number=slot("number")
    ),
    registration_entries.SleevesEnrolled: say("{who} checked sleeves in.", who=slot("who")),
}


def changes(event: Event, since: Sequence[Entry], command: AnyCommand) -> list[Text]:
    """Return a sentence for each of these entries that a command should have been asked after."""
    return [
        filled(
            _SENTENCES[type(entry.what)],
            who=event.actor_words(entry.by),
            number=subject,
            player=subject,
        )
        for entry in since
        if (subject := _subject(event, entry.what, command))
    ]


def _subject(event: Event, what: AnyHappening, command: AnyCommand) -> str:
    """Return the round, table, player or penalty that a command and an entry both concern.

    Empty: the entry does not matter for the command.
    """
    if isinstance(command, _OF_ROUNDS) and isinstance(what, _ROUNDS):
        return str(getattr(what, "round", len(event.rounds)))
    match command, what:
        case (
            commands.EnterResult() | commands.MarkNoShow() | commands.CorrectResult(),
            entries.ResultReported() | entries.ResultSettled() | entries.ResultCorrected(),
        ) if (what.round, what.table) == (command.round, command.table):
            return str(what.table)
        case commands.EnrolSleeves(), registration_entries.SleevesEnrolled():
            return str(what.player)
        case (
            floor_commands.GivePenalty(player=player),
            entries.PenaltyGiven(player=other, seat=seat),
        ) if player == other:
            return event.words_for(player, event.seat_player(player, seat))
        case floor_commands.DecideUpgrade(penalty=penalty), entries.UpgradeDecided(id=other) if (
            penalty == other
        ):
            return str(penalty)
        case floor_commands.ExtendTable(table=table), entries.ExtensionGranted(table=other) if (
            table == other and what.round == len(event.rounds)
        ):
            return str(table)
    return ""
