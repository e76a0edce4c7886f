"""Decisions about penalties: given by judges, upgraded by the head judge."""

from __future__ import annotations

from collections.abc import Iterator

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
from duelmat_tournament.event import Step
from duelmat_tournament.floor_commands import DecideUpgrade, GivePenalty
from duelmat_tournament.names import PenaltyId, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.penalties import penalty_words, proposed
from duelmat_tournament.policy import Penalty
from duelmat_tournament.results import forfeit
from duelmat_tournament.roles import Role


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
    records = tuple(each.record for each in event.penalties)
    found = proposed(records, player.id, infraction, strict=event.strict)
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
