"""Decisions about places: who has one, who waits for one, and who moves up."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import say
from duelmat_tournament.deciding.asked import Asked
from duelmat_tournament.entries import AnyHappening, Entry
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event, Player
from duelmat_tournament.fold import apply
from duelmat_tournament.registration_entries import PlayerAdmitted, WaitsFor


def waiting_reason(event: Event) -> WaitsFor | None:
    """Return the reason why the next player to come waits; None: there is a free place."""
    return WaitsFor.PLACE if event.free_places == 0 else None


def check_has_place(event: Event, player: Player) -> None:
    """Raise RefusedError if all places are taken."""
    if event.free_places == 0:
        raise RefusedError(
            say(
                "All {places} places are taken, so there is none for {player}.",
                places=event.policy.entering.places,
                player=player.name,
            )
        )


def check_not_waiting(player: Player) -> None:
    """Raise RefusedError if a player waits for approval or for a place."""
    if player.waits_for is not None:
        raise RefusedError(
            say(
                "{player} waits and does not take part yet: admit the player first.",
                player=player.name,
            )
        )


def check_was_dealt(event: Event, player: Player) -> None:
    """Raise RefusedError if lots have made pods or the bracket without a player."""
    dealt = {each for pod in event.pods for each in pod}
    if not event.swiss_rounds:
        dealt = set(event.seeds)
    if dealt and player.id not in dealt:
        raise RefusedError(
            say(
                "Lots were drawn without {player}: nobody can be added to them.",
                player=player.name,
            )
        )


def moved_up(asked: Asked, happened: AnyHappening) -> Iterator[AnyHappening]:
    """Yield who moves up before round 1, once something has happened that may free places."""
    event = after(asked, happened).event
    free = event.free_places
    if event.rounds or free is None or event.pods or event.seeds:
        return
    there = [
        player
        for player in event.waiting(WaitsFor.PLACE)
        if player.is_checked_in or not event.is_check_in_open
    ]
    for player in there[:free]:
        yield PlayerAdmitted(player.id)


def after(asked: Asked, happened: AnyHappening) -> Asked:
    """Return the same question, once something has happened."""
    entry = Entry(asked.event.entries + 1, asked.at_ms, asked.by, happened)
    return Asked(apply(asked.event, entry), asked.by, asked.at_ms)
