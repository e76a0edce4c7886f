"""Decisions about who takes part."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from duelmat_tournament.commands import (
    AwardBye,
    CreateEvent,
    DropPlayer,
    RegisterDeck,
    RegisterPlayer,
    ReturnPlayer,
)
from duelmat_tournament.deciding.asked import ON, Asked
from duelmat_tournament.deck_lists import deck_digest, limit_faults
from duelmat_tournament.entries import (
    AnyHappening,
    ByeAwarded,
    DeckRegistered,
    EventCreated,
    PlayerDropped,
    PlayerRegistered,
    PlayerReturned,
    ResultSettled,
    Settling,
)
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event, Player, Stage, Step
from duelmat_tournament.names import PlayerId, RoundNumber
from duelmat_tournament.policy import Penalty
from duelmat_tournament.policy_sense import MOST_ROUNDS, policy_misfits, texts_of
from duelmat_tournament.results import forfeit, no_show

MOST_PLAYERS = 10_000


def create_event(command: CreateEvent) -> Iterator[AnyHappening]:
    if not all(map(str.isprintable, texts_of(command.policy))):
        raise RefusedError("The policy holds a text with signs that nobody sees.")
    misfit = next(policy_misfits(command.policy), None)
    if misfit is not None:
        path = ".".join(map(str, misfit.path))
        raise RefusedError(
            f"The policy does not fit together: {path}: expected {misfit.expected}, got "
            f"{misfit.got}."
        )
    yield EventCreated(
        command.name, command.policy, command.seed, command.first_table, command.strict
    )


def register_player(asked: Asked, command: RegisterPlayer) -> Iterator[AnyHappening]:
    event = asked.event
    _check_entering(event, "enter", event.policy.entering.late_until_round)
    if len(event.players) == MOST_PLAYERS:
        raise RefusedError(f"An event has at most {MOST_PLAYERS} players.")
    look = look_of(command.name)
    known = next((p for p in event.players.values() if look_of(p.name) == look), None)
    if known is not None:
        raise RefusedError(
            f"{known.name} is registered already, as number {known.id}: tell the two apart, as in "
            f'"{command.name} (2)".'
        )
    for bye_round in command.byes:
        _check_bye_round(event, bye_round)
    number = PlayerId(len(event.players) + 1)
    byes = tuple(sorted(set(command.byes)))
    yield PlayerRegistered(number, command.name, command.team, byes)


@lru_cache(MOST_PLAYERS)
def look_of(name: str) -> str:
    """Return what people see of a name: two names with the same look would be mixed up."""
    seen = "".join(sign for sign in name if unicodedata.category(sign) != "Cf")  # joiners, marks
    return " ".join(unicodedata.normalize("NFKC", seen).casefold().split())


def next_round(event: Event) -> RoundNumber:
    """Return the number of the next round to be paired."""
    return RoundNumber(len(event.rounds) + 1)


def _check_entering(event: Event, verb: str, last: int) -> None:
    """Refuse who comes too late."""
    if event.stage is Stage.REGISTRATION:
        return
    if event.stage is not Stage.SWISS:
        raise RefusedError(f"Nobody can {verb} any more: Swiss is over.")
    coming = next_round(event)
    if coming > event.swiss_rounds:
        raise RefusedError(f"Nobody can {verb} any more: all rounds of Swiss are paired.")
    if coming > last:
        until = f"until round {last} is paired" if last else "before the start"
        raise RefusedError(
            f"By the policy a player can {verb} {until}; the next round is {coming}."
        )


def award_bye(asked: Asked, command: AwardBye) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    _check_bye_round(asked.event, command.round)
    if not player.is_active:
        raise RefusedError(f"{player.name} has dropped: nobody who is away needs a bye.")
    if command.round in player.byes:
        raise RefusedError(f"{player.name} has a bye in round {command.round} already.")
    yield ByeAwarded(player.id, command.round)


def _check_bye_round(event: Event, number: RoundNumber) -> None:
    coming, last = next_round(event), event.swiss_rounds or MOST_ROUNDS
    if coming > last or event.stage not in (Stage.REGISTRATION, Stage.SWISS):
        raise RefusedError("No bye can be awarded any more: all rounds of Swiss are paired.")
    if not coming <= number <= last:
        raise RefusedError(
            f"A bye can be awarded for a round of Swiss that is not paired yet "
            f"({coming} to {last}), not for round {number}."
        )


def register_deck(asked: Asked, command: RegisterDeck) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    check_deck_time(asked.event, player)
    faults = list(limit_faults(command.deck, asked.event.policy.limits))
    if faults:
        raise RefusedError(f"The deck list is not allowed by the policy: {'; '.join(faults)}.")
    deck = command.deck
    yield DeckRegistered(
        player.id,
        deck_digest(deck, command.salt),
        len(deck.main),
        len(deck.extra),
        len(deck.side),
    )


def check_deck_time(event: Event, player: Player) -> None:
    """Raise RefusedError unless a player may hand in a deck list now."""
    has_played = event.stage is not Stage.REGISTRATION and player.entered <= len(event.rounds)
    if player.deck and has_played:
        raise RefusedError(
            f"The deck list of {player.name} cannot be changed after the player's first round was "
            "paired."
        )
    if event.stage is Stage.FINISHED:
        raise RefusedError("The event is over: nothing can be changed any more.")


def drop_player(asked: Asked, command: DropPlayer) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    event = asked.event
    if event.stage is Stage.FINISHED:
        raise RefusedError("The event is over: nothing can be changed any more.")
    if not player.is_active:
        raise RefusedError(f"{player.name} has dropped already.")
    yield from dropped(event, player)


def dropped(event: Event, player: Player) -> Iterator[AnyHappening]:
    """Yield what comes of a player's leaving: a match that is not over goes to the opponent."""
    yield PlayerDropped(player.id)
    now = event.round
    if now is None or now.step is Step.CLOSED:
        return
    match = now.match_of(player.id)
    if match is not None and match.result is None:
        is_first = player.id == match.first
        if now.step in ON:
            result = forfeit(loser_is_first=is_first)
        else:
            result = no_show(absent_is_first=is_first)
        yield ResultSettled(now.number, match.table, result, Settling.DROPPED)


def return_player(asked: Asked, command: ReturnPlayer) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    _check_entering(asked.event, "come back", asked.event.policy.entering.back_until_round)
    if player.is_active:
        raise RefusedError(f"{player.name} takes part already.")
    if any(
        each.record.player == player.id and each.record.penalty is Penalty.DISQUALIFICATION
        for each in asked.event.penalties
    ):
        raise RefusedError(f"{player.name} was disqualified, and cannot come back.")
    yield PlayerReturned(player.id)
