"""The hall of a lively event: its state, its time, its chance, and who asks for what."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeVar

from duelmat_tournament.chain import ROOT, checkpoint, next_hash
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.deciding import decide
from duelmat_tournament.entries import Entry
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event, Match, Player, Round
from duelmat_tournament.exchange import SaltedDeck
from duelmat_tournament.fold import apply
from duelmat_tournament.names import PlayerId, RoundNumber, TimeMs
from duelmat_tournament.roles import Actor, Role

T = TypeVar("T")
BEGINS_MS: Final = 1_790_000_000_000
ORGANISER: Final = Actor(Role.ORGANISER, "Olga")
HEAD_JUDGE: Final = Actor(Role.HEAD_JUDGE, "Hanna")
JUDGE: Final = Actor(Role.JUDGE, "Jon")
SCOREKEEPER: Final = Actor(Role.SCOREKEEPER, "Sam")


class Hall:
    """An event that goes on by commands, and the clock on its wall, which may be set."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.log: list[Entry] = []
        self.decks: dict[str, SaltedDeck] = {}
        self.refused: Counter[str] = Counter()
        """The refusals, by the command and the sentence's beginning."""
        self.head = ROOT
        self.clock_ms = BEGINS_MS
        self.clock_steps: list[tuple[int, int]] = []
        """The entries after which the clock was set, and by how many seconds."""
        self._event: Event | None = None

    @property
    def event(self) -> Event:
        assert self._event is not None
        return self._event

    @property
    def round(self) -> Round:
        assert self.event.round is not None
        return self.event.round

    @property
    def coming(self) -> RoundNumber:
        return RoundNumber(len(self.event.rounds) + 1)

    @property
    def players(self) -> list[Player]:
        return list(self.event.players.values())

    def is_now(self, percent: float) -> bool:
        return self.chance.random() * 100 < percent

    def pick(self, among: Sequence[T]) -> T:
        return self.chance.choice(among)

    def any_match(self) -> Match | None:
        """Return a match of the present round, mostly one without a result."""
        now = self.event.round
        if now is None or not now.matches:
            return None
        still = now.open_matches if self.is_now(80) else []
        return self.pick(still or list(now.matches.values()))

    def wait(self, most_s: int) -> None:
        self.clock_ms += 1000 * self.chance.randrange(most_s)

    def set_clock(self, seconds: int) -> None:
        """Set the clock on the wall ahead or back, as a network or a person does."""
        self.clock_steps.append((len(self.log), seconds))
        self.clock_ms += 1000 * seconds

    def ask(self, command: AnyCommand, by: Actor) -> bool:
        """Give the event a command, and return whether it was accepted."""
        try:
            made = decide(
                self._event, command, by, TimeMs(self.clock_ms), checkpoint=checkpoint(self.head)
            )
        except RefusedError as refused:
            words = "".join(sign for sign in str(refused) if not sign.isdigit())[:60]
            self.refused[f"{type(command).__name__}: {words}"] += 1
            return False
        for entry in made:
            self._event = apply(self._event, entry)
            self.head = next_hash(self.head, entry)
        self.log += made
        return True

    def actor(self, number: PlayerId) -> Actor:
        return Actor(Role.PLAYER, self.event.name_of(number), number)
