"""The cast of the demonstration: its people, each with a link, and how they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from duelmat_bench.event_demo.clock_file import ClockFile
from duelmat_bench.event_demo.person import Person, RefusedRequestError
from duelmat_tournament.event import Event
from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.exchange import parse_event
from duelmat_tournament.fold import fold
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.roles import Role


class Refusal(Struct, frozen=True):
    """A request that was refused, as it has to be."""

    command: str
    reason: str


class Cast:
    """The staff and the players of an event, who ask a hub in their own roles."""

    def __init__(
        self,
        bases: list[str],
        link: str,
        clock: ClockFile,
        *,
        root: str = "",
        pulse: Callable[[], None] = lambda: None,
    ) -> None:
        """Args:
        bases: the addresses of hub processes.
        link: the organiser's.
        clock: by which the hubs go.
        root: the beginning of the event's addresses.
        pulse: called before each command.

        """
        self.clock = clock
        self.players: dict[PlayerId, Person] = {}
        self.refusals: list[Refusal] = []
        self._bases = bases
        self._root = root
        self._pulse = pulse
        self._people: list[Person] = []
        self.organiser = self.new_person(Role.ORGANISER, "Olga", link)
        self.head_judge = self.invited(Role.HEAD_JUDGE, "Hanna")
        self.judge = self.invited(Role.JUDGE, "Jon")
        self.scorekeeper = self.invited(Role.SCOREKEEPER, "Sam")

    def new_person(self, role: Role, name: str, link: str = "") -> Person:
        """Return somebody who has used a link; empty: who has none yet."""
        person = Person(self._bases, role, name, self._root)
        self._people.append(person)
        if link:
            person.enter(link)
        return person

    def invited(self, role: Role, name: str, player: PlayerId = NO_PLAYER) -> Person:
        asked = {"role": role.value, "name": name, "player": player}
        return self.new_person(role, name, self.organiser.post("/links", asked)["address"])

    @property
    def repeats(self) -> int:
        """Return the number of requests that had to be sent again."""
        return sum(each.repeats for each in self._people)

    def close(self) -> None:
        for person in self._people:
            person.close()

    def do(self, person: Person, command: EventCommand, **fields: Any) -> dict[str, Any]:
        self._pulse()
        return person.do(command, **fields)

    def refused(self, person: Person, command: EventCommand, **fields: Any) -> None:
        """Ask for something that has to be refused."""
        self._pulse()
        tag = str(command.__struct_config__.tag)
        try:
            person.do(command, **fields)
        except RefusedRequestError as error:
            self.refusals.append(Refusal(tag, str(error)))
        else:
            raise AssertionError(f"{person.name} was not refused: {tag}")

    def event(self) -> Event:
        """Return the event as the public event file has it, whichever hub process is asked."""
        event = fold(parse_event(self.organiser.get("/event.json").content).log)
        assert event is not None
        return event
