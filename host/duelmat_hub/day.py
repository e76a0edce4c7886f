"""The events of a day that one hub serves side by side, and who is whom in them.

Each event has its own log, links and sessions. A link of one lets in at the others, too: staff in
their role, and players as whoever they are noted to be there. An organiser's registration, a
corrected name and an id are followed in the other events, by commands of their own.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from msgspec import Struct, structs
from starlette.requests import Request

from duelmat_hub.errors import StoreError
from duelmat_hub.hub import Hub
from duelmat_hub.pages.place import GivenId, KnownPerson, Neighbour, Place
from duelmat_hub.people import People, Person
from duelmat_tournament import entries as log
from duelmat_tournament import registration_entries
from duelmat_tournament.commands import AnyCommand, NotePerson, RenamePlayer, SetExternalId
from duelmat_tournament.deciding.registration import matching_key
from duelmat_tournament.entries import Entry
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event, Player
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.roles import PROGRAMS, Role

_log: Final = logging.getLogger(__name__)


class HeldEvent(Struct, frozen=True):
    """An event of the day."""

    root: str
    """The beginning of its addresses; empty: they are the hub's own."""
    hub: Hub
    people: People

    def key_of(self, player: Player) -> str:
        """Return the key of a player's person, which is the same in all events."""
        return player.person or f"{self.hub.mark}-{player.id}"

    def players(self) -> Sequence[Player]:
        """Return those who are registered; a team is nobody's person."""
        event = self.hub.event
        return () if event is None or event.policy.team_size > 1 else event.registered

    def find(self, key: str) -> Player | None:
        """Find the player of a person."""
        return next((each for each in self.players() if self.key_of(each) == key), None)


class Day:
    """The events of one hub, the first of which has the hub's own addresses."""

    def __init__(self) -> None:
        self._events: list[HeldEvent] = []

    def add(self, event: HeldEvent) -> None:
        """Take an event in, after those before."""
        self._events.append(event)

    def _others(self, here: HeldEvent) -> Iterator[HeldEvent]:
        return (each for each in self._events if each is not here)

    def place_of(self, here: HeldEvent) -> Place:
        """Return the place of an event among the others."""
        return Place(
            here.root,
            partial(self.neighbours, here),
            partial(self.persons, here),
            partial(self.id_holders, here),
        )

    # Whom links let in

    async def let_in(
        self, here: HeldEvent, request: Request, role: Role
    ) -> tuple[Person, str] | None:
        """Return the person whom a session at another event lets in here, and that session."""
        if role in PROGRAMS:
            return None
        for other in self._others(here):
            session = request.cookies.get(cookie_of(other.hub.mark, role), "")
            try:
                found = await other.people.find(session) if session else None
            except StoreError:  # of the other event alone
                continue
            if found is not None and found.actor.role is role:
                person = self._as_here(here, other, found)
                if person is not None:
                    return person, session
        return None

    @staticmethod
    def _as_here(here: HeldEvent, other: HeldEvent, found: Person) -> Person | None:
        """Return a person of another event as they are here; None: they do not play here."""
        if found.actor.role is not Role.PLAYER:
            return found
        event = other.hub.event
        there = None if event is None else event.players.get(found.actor.player)
        player = None if there is None else here.find(other.key_of(there))
        if player is None:
            return None
        actor = structs.replace(found.actor, player=player.id, name=player.name)
        return structs.replace(found, actor=actor)

    def neighbours(self, here: HeldEvent, person: Person | None) -> list[Neighbour]:
        """Return all events, for whoever asks at one of them."""
        key = ""
        if person is not None and here.hub.event is not None:
            player = here.hub.event.players.get(person.actor.player)
            key = "" if player is None else here.key_of(player)
        found = []
        for each in self._events:
            event = each.hub.event
            if event is not None:
                known = each.find(key) if key else None
                number = NO_PLAYER if known is None else known.id
                name = self._name_of(each, event)
                found.append(Neighbour(name, each.root, each is here, number))
        return found

    def _name_of(self, held: HeldEvent, event: Event) -> str:
        """Return an event's name, with that of its address where another event has the same."""
        same = [
            each for each in self._events if each.hub.event and each.hub.event.name == event.name
        ]
        place = held.root.rpartition("/")[2]
        return f"{event.name} ({place})" if place and len(same) > 1 else event.name

    def persons(self, here: HeldEvent) -> list[KnownPerson]:
        """Return the players of the other events who are nobody's person here."""
        known = {here.key_of(each) for each in here.players()}
        found = []
        for other in self._others(here):
            for each in other.players():
                key = other.key_of(each)
                if key not in known:
                    known.add(key)
                    assert other.hub.event is not None
                    found.append(KnownPerson(key, each.name, other.hub.event.name))
        return sorted(found, key=lambda each: (matching_key(each.name), each.key))

    def id_holders(self, here: HeldEvent, asked: Sequence[GivenId]) -> list[KnownPerson | None]:
        """Return for each id who has it in another event, as somebody else of another name."""
        by_id = self._holders(here)
        found = []
        for each in asked:
            player = _player(here, each.player)
            own = "" if player is None else here.key_of(player)
            holders = by_id.get(each.external_id, ())
            found.append(_other_name(holders, own, each.name))
        return found

    def _holders(self, here: HeldEvent) -> dict[str, list[KnownPerson]]:
        """Return the players of the other events by their ids."""
        found: dict[str, list[KnownPerson]] = {}
        for other in self._others(here):
            event = other.hub.event
            for each in other.players():
                if each.external_id and event is not None:
                    holder = KnownPerson(other.key_of(each), each.name, event.name)
                    found.setdefault(each.external_id, []).append(holder)
        return found

    # What one event learns from another

    async def follow(self, here: HeldEvent, added: Sequence[Entry]) -> None:
        """Do in each event what follows from an organiser's entries in one of them."""
        for entry in added:
            if entry.by.role is Role.ORGANISER:
                for target, command in list(self._follows(here, entry.what)):
                    await _submit(target, command, here, entry)

    def _follows(
        self, here: HeldEvent, what: log.AnyHappening
    ) -> Iterator[tuple[HeldEvent, AnyCommand]]:
        match what:
            case registration_entries.PlayerRegistered(player=number):
                player = _player(here, number)
                key = None if player is None else self._person_like(here, player)
                if key is not None:
                    yield here, NotePerson(number, key)
            case registration_entries.PersonNoted(player=number):
                yield from self._ids_shared(here, number)
            case registration_entries.PlayerRenamed(player=number, after=name):
                for other, player in self._same(here, number):
                    if player.name != name:
                        yield other, RenamePlayer(player.id, name)
            case registration_entries.ExternalIdSet(player=number, external_id=known_as):
                for other, player in self._same(here, number):
                    if player.external_id != known_as:
                        yield other, SetExternalId(player.id, known_as)

    def _same(self, here: HeldEvent, number: PlayerId) -> Iterator[tuple[HeldEvent, Player]]:
        """Yield a player of one event as they are in the others."""
        player = _player(here, number)
        if player is not None:
            for other in self._others(here):
                found = other.find(here.key_of(player))
                if found is not None:
                    yield other, found

    def _ids_shared(
        self, here: HeldEvent, number: PlayerId
    ) -> Iterator[tuple[HeldEvent, AnyCommand]]:
        """Yield the commands by which an id that one event knows is known in both."""
        player = _player(here, number)
        for other, same in self._same(here, number):
            if player is not None and player.external_id != same.external_id:
                if not player.external_id:
                    yield here, SetExternalId(number, same.external_id)
                elif not same.external_id:
                    yield other, SetExternalId(same.id, player.external_id)

    def _person_like(self, here: HeldEvent, player: Player) -> str | None:
        """Return the person of the other events with a new player's id, or else with the name."""
        taken = {here.key_of(each) for each in here.players()}
        known = [
            (other.key_of(each), each)
            for other in self._others(here)
            for each in other.players()
            if other.key_of(each) not in taken
        ]
        by_id = (
            key
            for key, each in known
            if player.external_id and each.external_id == player.external_id
        )
        by_name = (
            key
            for key, each in known
            if matching_key(each.name) == matching_key(player.name)
            and not (player.external_id and each.external_id)
        )
        return next(by_id, None) or next(by_name, None)


def cookie_of(mark: str, role: Role) -> str:
    """Return the name of the cookie that holds a session in this role at an event.

    mark: that of the event: a browser has the cookies of all events of a host, on all ports.
    """
    return f"duelmat-{mark}-{role.value}"


def _other_name(holders: Sequence[KnownPerson], own: str, name: str) -> KnownPerson | None:
    """Return the first holder of an id who is somebody else, and has another name."""
    others = (each for each in holders if each.key != own)
    return next((each for each in others if matching_key(each.name) != matching_key(name)), None)


def _player(here: HeldEvent, number: PlayerId) -> Player | None:
    event: Event | None = here.hub.event
    player = None if event is None else event.players.get(number)
    return None if player is None or player.is_withdrawn else player


async def _submit(target: HeldEvent, command: AnyCommand, here: HeldEvent, entry: Entry) -> None:
    """Do what follows from an entry, once, however often it is followed."""
    kind = type(command).__struct_config__.tag
    request = f"{kind}-{here.hub.mark}-{entry.number}-{target.hub.mark}"
    try:
        await target.hub.submit(command, entry.by, request)
    except (RefusedError, StoreError) as error:  # as an event that is over; the first entry stands
        _log.info("%s of %s was not followed: %s", kind, here.root or "/", error)
