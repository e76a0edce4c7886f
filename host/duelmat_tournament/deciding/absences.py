"""Decisions about players who are away for a round."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import say
from duelmat_tournament.absences import CancelAbsence, NoteAbsence
from duelmat_tournament.deciding.asked import Asked
from duelmat_tournament.deciding.registration import unpaired_rounds
from duelmat_tournament.entries import AnyHappening
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Stage
from duelmat_tournament.names import RoundNumber
from duelmat_tournament.policy import FirstStage
from duelmat_tournament.registration_entries import AbsenceCancelled, AbsenceNoted


def note_absence(asked: Asked, command: NoteAbsence) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    _check_round(asked, command.round)
    if not player.is_active:
        raise RefusedError(say("{player} takes no part at present.", player=player.name))
    if command.round in player.absences:
        raise RefusedError(
            say(
                "{player} is away in round {round} already.",
                player=player.name,
                round=command.round,
            )
        )
    if command.round in player.byes:
        raise RefusedError(
            say(
                "{player} has a bye in round {round}: take it back first.",
                player=player.name,
                round=command.round,
            )
        )
    yield AbsenceNoted(player.id, command.round)


def cancel_absence(asked: Asked, command: CancelAbsence) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    _check_round(asked, command.round)
    if command.round not in player.absences:
        raise RefusedError(
            say("{player} is not away in round {round}.", player=player.name, round=command.round)
        )
    yield AbsenceCancelled(player.id, command.round)


def _check_round(asked: Asked, number: RoundNumber) -> None:
    """Raise RefusedError unless a round of Swiss is still to be paired."""
    event = asked.event
    asked.check_not_over()
    if event.policy.first_stage is not FirstStage.SWISS or event.stage is Stage.CUT:
        raise RefusedError(say("Nobody can be away for a round but in Swiss."))
    unpaired = unpaired_rounds(event)
    if not unpaired:
        raise RefusedError(say("All rounds of Swiss are paired: nobody can be away any more."))
    if number not in unpaired:
        raise RefusedError(
            say(
                "An absence is noted for a round of Swiss that is not paired yet ({first} to "
                "{last}), not for round {round}.",
                first=unpaired[0],
                last=unpaired[-1],
                round=number,
            )
        )
