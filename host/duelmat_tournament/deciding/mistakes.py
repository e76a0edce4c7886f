"""Decisions about mistakes of the desk: a wrong name, a drop, a bye or a registration too many."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import say
from duelmat_tournament.commands import (
    MergePlayers,
    RenamePlayer,
    UndoBye,
    UndoDrop,
    UndoRegistration,
)
from duelmat_tournament.deciding.asked import Asked
from duelmat_tournament.deciding.places import (
    check_has_place,
    check_not_waiting,
    check_was_dealt,
    moved_up,
)
from duelmat_tournament.deciding.registration import (
    check_name,
    check_not_disqualified,
    lost_by_leaving,
)
from duelmat_tournament.entries import AnyHappening, ResultReopened, Settling
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event, Match, Player, Round, Stage, Step
from duelmat_tournament.names import PlayerId
from duelmat_tournament.policy import Penalty
from duelmat_tournament.registration_entries import (
    ByeWithdrawn,
    DropUndone,
    PlayerRenamed,
    PlayersMerged,
    RegistrationUndone,
)
from duelmat_tournament.results import Side

_BY_ABSENCE = frozenset({Settling.NO_SHOW, Settling.DROPPED})


def rename_player(asked: Asked, command: RenamePlayer) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    asked.check_not_over()
    if command.name == player.name:
        raise RefusedError(
            say("{player} has this very name: nothing would change.", player=player.name)
        )
    check_name(asked.event, command.name, but=player.id)
    yield PlayerRenamed(player.id, player.name, command.name)


def undo_drop(asked: Asked, command: UndoDrop) -> Iterator[AnyHappening]:
    event, player = asked.event, asked.player(command.player)
    asked.check_not_over()
    if player.is_active:
        raise RefusedError(
            say("{player} takes part: there is no drop to undo.", player=player.name)
        )
    check_not_waiting(player)
    check_not_disqualified(event, player)
    check_has_place(event, player)
    check_was_dealt(event, player)
    now = event.round
    if now is not None and player.left < now.number:
        _check_unpublished(now, player)
        if now.match_of(player.id) is not None:  # pods and brackets pair who has left
            raise RefusedError(
                say(
                    "{player} had left when round {round} was paired, and has lost in it: the "
                    "drop stands.",
                    round=now.number,
                    player=player.name,
                )
            )
        raise RefusedError(
            say(
                "Round {round} was published without {player}, so the drop stands: let the player "
                "come back instead.",
                round=now.number,
                player=player.name,
            )
        )
    if event.stage is Stage.CUT and event.swiss_rounds and player.id not in event.seeds:
        raise RefusedError(
            say(
                "The cut was seeded without {player}: take back its start first.",
                player=player.name,
            )
        )
    yield DropUndone(player.id)
    if now is None or now.step is Step.CLOSED:
        return  # its standings are frozen: a result of it is corrected
    match = now.match_of(player.id)
    if match is None or not _is_lost_by_absence(match, player.id):
        return
    if _has_match_loss(event, now, player.id):
        return
    assert match.result is not None
    yield ResultReopened(now.number, match.table, match.result)
    other = match.other(player.id)
    if not event.players[other].is_active:
        yield lost_by_leaving(now, match, other)


def _is_lost_by_absence(match: Match, player: PlayerId) -> bool:
    """Whether a player has lost a match by not being there, and nobody has corrected that."""
    lost = Side.SECOND if player == match.first else Side.FIRST
    return (
        match.result is not None
        and match.result.winner is lost
        and match.settled in _BY_ABSENCE
        and not match.corrected
    )


def _has_match_loss(event: Event, held: Round, player: PlayerId) -> bool:
    """Whether a penalty has lost a player the match of a round in any case."""
    records = (each.record for each in event.penalties)
    return any(
        (each.player, each.round, each.penalty) == (player, held.number, Penalty.MATCH_LOSS)
        for each in records
    )


def _check_unpublished(now: Round, player: Player) -> None:
    """Raise RefusedError if a round is paired that nobody has seen: it can be paired anew."""
    if now.step is Step.PAIRED:
        raise RefusedError(
            say(
                "Round {round} is paired already: unpair it first, and pair it again when "
                "{player} is put right.",
                round=now.number,
                player=player.name,
            )
        )


def undo_bye(asked: Asked, command: UndoBye) -> Iterator[AnyHappening]:
    event, player = asked.event, asked.player(command.player)
    asked.check_not_over()
    if command.round not in player.byes:
        raise RefusedError(
            say(
                "{player} has no awarded bye in round {round}.",
                player=player.name,
                round=command.round,
            )
        )
    held = event.find_round(command.round)
    if held is not None:
        _check_unpublished(held, player)
        raise RefusedError(
            say(
                "Round {round} was published with the bye of {player}: it stands.",
                round=command.round,
                player=player.name,
            )
        )
    yield ByeWithdrawn(player.id, command.round)


def undo_registration(asked: Asked, command: UndoRegistration) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    asked.check_not_over()
    _check_never_paired(asked.event, player)
    undone = RegistrationUndone(player.id)
    yield undone
    yield from moved_up(asked, undone)


def merge_players(asked: Asked, command: MergePlayers) -> Iterator[AnyHappening]:
    player, other = asked.player(command.player), asked.player(command.other)
    asked.check_not_over()
    if player.id == other.id:
        raise RefusedError(
            say("{player} is one player already: name two numbers.", player=player.name)
        )
    _check_never_paired(asked.event, other)
    _check_one_person(player, other)
    for number in sorted(other.byes - player.byes):
        held = asked.event.find_round(number)
        if held is not None:  # the kept player has played in it
            raise RefusedError(
                say(
                    "{other} had a bye in round {round}, which {player} has played: take the bye "
                    "back first.",
                    other=other.name,
                    round=number,
                    player=player.name,
                )
            )
    merged = PlayersMerged(player.id, other.id)
    yield merged
    yield from moved_up(asked, merged)


def _check_one_person(player: Player, other: Player) -> None:
    """Raise RefusedError if a registration would be lost that the one which stays has not."""
    if other.is_active and not player.is_active and player.waits_for is None:
        raise RefusedError(
            say(
                "{other} takes part and {player} does not: keep {other}, or let {player} take "
                "part first.",
                other=other.name,
                player=player.name,
            )
        )
    if player.external_id and other.external_id:
        raise RefusedError(
            say(
                "{player} has the id {id} and {other} has the id {other_id}: correct one of them "
                "first, if they are one person.",
                player=player.name,
                id=player.external_id,
                other=other.name,
                other_id=other.external_id,
            )
        )


def _check_never_paired(event: Event, player: Player) -> None:
    """Raise RefusedError if a round has paired or ranked a player, or lots have given a place."""
    for held in event.rounds:
        is_paired = held.match_of(player.id) is not None or held.has_bye(player.id)
        if not is_paired and any(row.player == player.id for row in held.standings):
            raise RefusedError(
                say(
                    "{player} stands in the standings after round {round}: the registration "
                    "stands. Drop the player instead.",
                    player=player.name,
                    round=held.number,
                )
            )
        if not is_paired:
            continue
        _check_unpublished(held, player)
        raise RefusedError(
            say(
                "{player} was paired in round {round}: the registration stands. Drop the player "
                "instead.",
                player=player.name,
                round=held.number,
            )
        )
    if player.id in event.seeds or any(player.id in pod for pod in event.pods):
        raise RefusedError(
            say(
                "{player} has a place in the pods or the bracket: drop the player instead.",
                player=player.name,
            )
        )
