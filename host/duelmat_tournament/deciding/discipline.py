"""Decisions about penalties: given by judges, upgraded by the head judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from duelmat_message import named, near_names, say
from duelmat_tournament.deciding.asked import Asked, no_such
from duelmat_tournament.deciding.registration import dropped
from duelmat_tournament.entries import (
    AnyHappening,
    PenaltyGiven,
    ResultSettled,
    Settling,
    UpgradeDecided,
)
from duelmat_tournament.errors import NotAllowedError, RefusedError
from duelmat_tournament.event import Event, Step
from duelmat_tournament.floor_commands import DecideUpgrade, GivePenalty
from duelmat_tournament.names import PenaltyId, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.penalties import (
    PenaltyRecord,
    Proposal,
    counted_with,
    penalty_words,
    proposed,
)
from duelmat_tournament.policy import Infraction, Penalty
from duelmat_tournament.results import forfeit
from duelmat_tournament.roles import Role
from duelmat_tournament.seats import Seat


def give_penalty(asked: Asked, command: GivePenalty) -> Iterator[AnyHappening]:
    event = asked.running()
    player = asked.player(command.player)
    if command.seat is not None and not player.members:
        raise RefusedError(say("{name} sits at no seat of a team.", name=player.name))
    policy = event.policy
    infraction = policy.find_infraction(command.infraction)
    if infraction is None:
        known = [each.id for each in policy.infractions]
        near = near_names(command.infraction, known)
        values = {"infraction": command.infraction, "known": ", ".join(known)}
        if near:
            raise RefusedError(
                say(
                    'The policy has no infraction "{infraction}". Did you mean {near}? It has: '
                    "{known}.",
                    near=near[0],
                    **values,
                )
            )
        raise RefusedError(
            say('The policy has no infraction "{infraction}". It has: {known}.', **values)
        )
    found = proposal_for(event, player.id, command.seat, infraction)
    if found.penalty is Penalty.DISQUALIFICATION and asked.by.role is not Role.HEAD_JUDGE:
        raise NotAllowedError(
            say(
                'The penalty for "{infraction}" is disqualification: the head judge alone gives '
                "it.",
                infraction=named("policy", infraction.title),
            )
        )
    now = event.round
    match = None if now is None or now.step is Step.CLOSED else now.match_of(player.id)
    number = RoundNumber(0) if now is None else now.number
    yield PenaltyGiven(
        PenaltyId(len(event.penalties) + 1),
        player.id,
        number,
        TableNumber(0) if match is None else match.table,
        infraction.id,
        found.penalty,
        command.note,
        found.upgrade,
        command.seat,
    )
    yield from _effects(asked, player.id, found.penalty, number)


def proposal_for(
    event: Event, player: PlayerId, seat: Seat | None, infraction: Infraction
) -> Proposal:
    """Return the penalty for an infraction, and the upgrade if it was repeated often.

    seat: that of the player of a team whose infraction it is; None: all of it, or who plays alone.
    """
    records: Iterable[PenaltyRecord] = (each.record for each in event.penalties)
    if event.upgrade_version > 1:
        records = counted_with(records, event.seat_player(player, seat))
    return proposed(records, player, infraction, strict=event.strict)


def decide_upgrade(asked: Asked, command: DecideUpgrade) -> Iterator[AnyHappening]:
    event = asked.running()
    if not 0 < command.penalty <= len(event.penalties):
        raise RefusedError(no_such(say("penalty"), command.penalty, len(event.penalties)))
    given = event.penalties[command.penalty - 1]
    before = given.record.penalty
    if given.upgrade is None and command.holds is before:
        raise RefusedError(
            say(
                "Penalty {number} is a {penalty} already.",
                number=command.penalty,
                penalty=penalty_words(before),
            )
        )
    # of a lighter one, the drop is undone and the result corrected apart
    yield UpgradeDecided(command.penalty, command.holds)
    if command.holds is not before:
        yield from _effects(asked, given.record.player, command.holds, given.record.round)


def _effects(
    asked: Asked, player: PlayerId, penalty: Penalty, number: RoundNumber
) -> Iterator[AnyHappening]:
    """Yield the further entries that a penalty for a round makes."""
    event = asked.event
    if penalty is Penalty.DISQUALIFICATION and event.players[player].is_active:
        yield from dropped(event, event.players[player])
    elif penalty is Penalty.MATCH_LOSS:
        now = event.round
        is_on = now is not None and now.number == number and now.step is not Step.CLOSED
        match = now.match_of(player) if now is not None and is_on else None
        if match is not None and match.result is None:
            result = forfeit(loser_is_first=player == match.first)
            yield ResultSettled(number, match.table, result, Settling.PENALTY)
