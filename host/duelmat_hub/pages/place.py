"""The place of an event in its hub: the root of its addresses, and the events beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from jinja2 import Environment
from jinja2.ext import Extension
from msgspec import Struct

from duelmat_hub.people import Person
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.roles import Role

_ADDRESS: Final = re.compile(r'((?:href|src|data-copy)=")/(?!static/)')
"""An address of the event in a template; scripts and styles are the hub's."""


class Neighbour(Struct, frozen=True):
    """An event of a hub, as its pages lead to it."""

    name: str
    root: str
    is_here: bool
    """Whether it is the event whose page leads there."""
    player: PlayerId = NO_PLAYER
    """The number that the player who asks has there."""

    def address(self, path: str, role: str) -> str:
        """Return the address of the same page there, or of the public one."""
        is_open = role != Role.PLAYER.value or self.player != NO_PLAYER
        return self.root + (path if path and "{" not in path and is_open else "/")


class KnownPerson(Struct, frozen=True):
    """A player of another event of the hub."""

    key: str
    name: str
    event: str


class GivenId(Struct, frozen=True):
    """An id that a player has, or is to have."""

    player: PlayerId
    """NO_PLAYER: one who is not registered yet."""
    name: str
    external_id: str


IdHolders = Callable[[Sequence[GivenId]], Sequence[KnownPerson | None]]


def no_holders(asked: Sequence[GivenId]) -> Sequence[KnownPerson | None]:
    """Return that nobody else has any of these ids: the event is alone in its hub."""
    return [None] * len(asked)


class Place(Struct, frozen=True):
    """The place of an event among those of its hub."""

    root: str = ""
    """The beginning of all its addresses; empty: they are the hub's own."""
    neighbours: Callable[[Person | None], Sequence[Neighbour]] = lambda _: ()
    """A function that returns all events of the hub, for whoever asks."""
    persons: Callable[[], Sequence[KnownPerson]] = tuple
    """A function that returns the players of the other events who are nobody's person here."""
    id_holders: IdHolders = no_holders
    """A function that returns for each id who else has it in another event under another name."""


class OwnAddresses(Extension):
    """Templates say `/desk`: an event that is not alone has its root before it."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> Any:
        """Return a template's source with the root before each address of the event."""
        del name, filename
        return _ADDRESS.sub(r"\1{{ place.root }}/", source)
