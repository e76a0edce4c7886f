"""Decisions about who is whom: the same person may play in several events of one hub."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import say
from duelmat_tournament.commands import NotePerson
from duelmat_tournament.deciding.asked import Asked
from duelmat_tournament.entries import AnyHappening
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.registration_entries import PersonNoted


def note_person(asked: Asked, command: NotePerson) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    asked.check_not_over()
    if command.person == player.person:
        raise RefusedError(
            say("{player} is noted as this person: nothing would change.", player=player.name)
        )
    others = (each for each in asked.event.registered if command.person and each.id != player.id)
    known = next((each for each in others if each.person == command.person), None)
    if known is not None:
        raise RefusedError(
            say(
                "{player}, number {number}, is this person: nobody plays twice in one event.",
                player=known.name,
                number=known.id,
            )
        )
    yield PersonNoted(player.id, command.person)
