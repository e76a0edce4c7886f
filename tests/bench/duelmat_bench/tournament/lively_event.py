"""Lively events: random ones of every format, in which all happens that a day in a hall may bring.

`duelmat event generate` makes events as people play them; here everything is asked at every
moment, also what is refused.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from duelmat_bench.tournament import lively_desk, lively_floor
from duelmat_bench.tournament.lively_desk import Act
from duelmat_bench.tournament.lively_hall import HEAD_JUDGE, ORGANISER, SCOREKEEPER, Hall
from duelmat_bench.tournament.lively_policies import lively_policy
from duelmat_tournament import bracket, commands, joining
from duelmat_tournament.deciding import decide
from duelmat_tournament.entries import Entry
from duelmat_tournament.errors import NoPairingError, RefusedError
from duelmat_tournament.event import Event, Stage, Step
from duelmat_tournament.exchange import SaltedDeck
from duelmat_tournament.names import TableNumber, TimeMs

MOST_ROUNDS: Final = 40
"""More than any of these events has: a guard against one that does not end."""
PATIENCE: Final = 8
"""Random tries to end a match before the scorekeeper enters its result."""


class Lively(Struct, frozen=True):
    """A lively event."""

    event: Event
    log: tuple[Entry, ...]
    decks: dict[str, SaltedDeck]
    refused: dict[str, int]
    """The refusals on the way, by command and sentence."""
    clock_steps: tuple[tuple[int, int], ...]
    """The entries after which the clock was set, and by how many seconds."""


def lively_event(seed: str, players: int) -> Lively:
    """Return a random event of about so many players, the same to the byte for the same seed."""
    day = _Day(random.Random(f"lively {seed}"), players)
    day.create(seed)
    day.open()
    if day.start():
        day.play_rounds()
        day.play_cut()
        lively_floor.decide_upgrades(day.hall)
        day.hall.ask(commands.FinishEvent(), ORGANISER)
    hall = day.hall
    return Lively(
        hall.event, tuple(hall.log), hall.decks, dict(hall.refused), tuple(hall.clock_steps)
    )


class _Day:
    """A day from the first registration to the end."""

    def __init__(self, chance: random.Random, players: int) -> None:
        self.hall = Hall(chance)
        self.players = players
        self.bustle = chance.choice((0.5, 1.5, 3))
        """Acts at each moment, on average."""

    def happen(self, *acts: Sequence[tuple[Act, int]]) -> None:
        """Let some of these acts happen, each by its weight."""
        known = [act for table in acts for act in table]
        hall = self.hall
        while hall.chance.random() < self.bustle / (1 + self.bustle):
            (act,) = hall.chance.choices(*zip(*known, strict=True))
            hall.wait(60)
            act(hall)

    def create(self, seed: str) -> None:
        hall = self.hall
        policy = lively_policy(hall.chance, self.players)
        first_table = TableNumber(hall.pick((1, 1, 11, 101)))
        strict = hall.is_now(50)
        made = commands.CreateEvent(f"Event {seed}", policy, seed, first_table, strict)
        assert hall.ask(made, ORGANISER), hall.refused

    def open(self) -> None:
        """Register everybody, while things happen."""
        for _ in range(self.players):
            if self.hall.is_now(15):
                lively_desk.join(self.hall)
            else:
                lively_desk.register(self.hall)
            if self.hall.is_now(30):
                self.happen(lively_desk.BEFORE, lively_desk.ANY_TIME)

    def start(self) -> bool:
        """Start the event, and return whether it could be."""
        hall = self.hall
        while len(hall.event.active) < 4 and len(hall.players) < 200:
            if hall.event.free_places == 0:
                break
            lively_desk.register(hall)
        self.everybody_there()
        if hall.ask(commands.StartEvent(), ORGANISER):
            return True
        return hall.ask(commands.StartEvent(cut=0), ORGANISER)

    def everybody_there(self) -> None:
        """Fulfil what a round needs: lists, members, and that all have checked in."""
        hall = self.hall
        lively_desk.hand_in_decks(hall)
        if hall.event.absent:
            for player in hall.event.absent:
                if hall.is_now(80):
                    hall.ask(joining.CheckInPlayer(player.id), ORGANISER)
            if hall.event.absent:
                hall.ask(joining.LeaveOutAbsent(), ORGANISER)

    def play_rounds(self) -> None:
        """Play the rounds before the cut."""
        hall = self.hall
        while len(hall.event.rounds) < hall.event.swiss_rounds:
            self.happen(lively_desk.ANY_TIME, lively_floor.BETWEEN)
            if not self.play_round():
                return

    def play_cut(self) -> None:
        hall = self.hall
        if hall.event.stage is Stage.SWISS and hall.event.cut_size:
            self.happen(lively_desk.ANY_TIME, lively_floor.BETWEEN)
            hall.ask(commands.StartCut(), ORGANISER)
        while hall.event.stage is Stage.CUT and len(hall.event.rounds) < MOST_ROUNDS:
            self.happen(lively_desk.ANY_TIME, lively_floor.BETWEEN)
            if not self.play_round():
                return

    def play_round(self) -> bool:
        """Play the next round, and return whether there was one."""
        hall = self.hall
        if hall.event.stage is Stage.CUT and bracket.is_decided(hall.event):
            return False
        if not self.pair():
            return False
        if hall.is_now(25):
            for _ in range(1 + hall.chance.randrange(3)):
                lively_desk.set_pair(hall)
        self.happen(lively_desk.ANY_TIME, lively_floor.BETWEEN)
        if hall.is_now(8) and hall.ask(commands.UnpairRound(), ORGANISER):
            self.happen(lively_desk.ANY_TIME, lively_floor.BETWEEN)
            return self.play_round()
        hall.ask(commands.PublishRound(), ORGANISER)
        self.happen(lively_desk.ANY_TIME, lively_floor.BETWEEN)
        if hall.is_now(3) and hall.ask(commands.UnpairRound(), ORGANISER):
            return self.play_round()
        hall.wait(300)
        hall.ask(commands.StartRound(), ORGANISER)
        self.play_matches()
        self.happen(lively_desk.ANY_TIME, lively_floor.WHILE_PLAYED)
        return self.close()

    def pair(self) -> bool:
        """Pair the next round, and return whether there is a pairing."""
        hall = self.hall
        self.everybody_there()
        give_up: tuple[str, ...] = ()
        for _ in range(3):
            try:
                decide(hall.event, commands.PairRound(give_up), ORGANISER, TimeMs(hall.clock_ms))
            except NoPairingError as impossible:
                give_up = impossible.remedies[0]
                continue
            except RefusedError:
                break
            break
        return hall.ask(commands.PairRound(give_up), ORGANISER)

    def play_matches(self) -> None:
        hall = self.hall
        for _ in range(PATIENCE * len(hall.round.matches)):
            still = hall.round.open_matches
            if not still:
                return
            hall.wait(40)
            lively_floor.play(hall, hall.pick(still))
            if hall.is_now(40):
                self.happen(lively_desk.ANY_TIME, lively_floor.WHILE_PLAYED)

    def close(self) -> bool:
        """End what is still open, and close the round."""
        hall = self.hall
        for _ in range(PATIENCE):
            lively_floor.end_calls(hall)
            for match in hall.round.open_matches:
                result = lively_floor.random_result(hall, hall.round)
                hall.ask(
                    commands.EnterResult(hall.round.number, match.table, result),
                    hall.pick((SCOREKEEPER, HEAD_JUDGE)),
                )
            if hall.ask(commands.CloseRound(), ORGANISER):
                break
        return hall.round.step is Step.CLOSED
