"""Random tournaments, round by round: draws, players who leave, who come late, byes, teams."""

from __future__ import annotations

import random
from math import ceil, log2
from typing import NamedTuple

from duelmat_tournament.names import PlayerId, RoundNumber
from duelmat_tournament.pairing import Entrant, Field, Float, Pairing


class Chances(NamedTuple):
    """How often something happens."""

    draw: float = 0.1
    """Of a match."""
    drop: float = 0.01
    """Of a player, after each round."""
    late: float = 0.01
    """New players after each of the first three rounds, for each that there is."""
    teams: int = 0
    """Teams of which every other player is a member; they are kept apart in two rounds."""
    idle: float = 0.0
    """Of a player who stays in the event, to play no match in a round: a loss."""


class _Player:
    """A player of a random tournament, changed by each round."""

    def __init__(self, number: int, team: str) -> None:
        self.id = PlayerId(number)
        self.team = team
        self.points = 0
        self.met: list[PlayerId] = []
        self.had_bye = False
        self.last_float = Float.NONE

    def entrant(self) -> Entrant:
        return Entrant(
            self.id,
            f"P{self.id}",
            self.points,
            tuple(self.met),
            self.had_bye,
            self.last_float,
            self.team,
        )


class RandomTournament:
    """A tournament whose results chance decides; whoever pairs it hands each round in."""

    def __init__(self, players: int, seed: int, chances: Chances | None = None) -> None:
        self.seed = seed
        self.chance = random.Random(f"{players} {seed}")
        self.chances = chances or Chances()
        self.number = 0
        self.entered = 0
        self.players: dict[PlayerId, _Player] = {}
        for _ in range(players):
            self._enter()

    def _enter(self) -> None:
        self.entered += 1
        is_member = self.chances.teams and self.chance.random() < 0.5
        team = f"T{self.chance.randrange(self.chances.teams)}" if is_member else ""
        self.players[PlayerId(self.entered)] = _Player(self.entered, team)

    def next_field(self) -> Field:
        """Return the field of the next round."""
        self.number += 1
        there = [p for p in self.players.values() if self.chance.random() >= self.chances.idle]
        for each in self.players.values():
            if each not in there:
                each.last_float = Float.NONE
        return Field(
            RoundNumber(self.number),
            f"seed {self.seed}",
            tuple(each.entrant() for each in there),
            bool(self.chances.teams) and self.number <= 2,
        )

    def play(self, pairing: Pairing) -> None:
        """Play the round that is paired; then some leave and some come."""
        for pair in pairing.pairs:
            self._play_pair(self.players[pair.first], self.players[pair.second])
        if pairing.bye is not None:
            player = self.players[pairing.bye.player]
            player.had_bye = True
            player.points += 3
            player.last_float = Float.DOWN
        for each in list(self.players):
            if self.chance.random() < self.chances.drop and len(self.players) > 4:
                del self.players[each]
        if self.number <= 3:
            for _ in range(len(self.players)):
                if self.chance.random() < self.chances.late:
                    self._enter()

    def _play_pair(self, first: _Player, second: _Player) -> None:
        for one, other in ((first, second), (second, first)):
            one.met.append(other.id)
            if one.points == other.points:
                one.last_float = Float.NONE
            else:
                one.last_float = Float.DOWN if one.points > other.points else Float.UP
        # Floats are those of before the match: both are set before the points change.
        if self.chance.random() < self.chances.draw:
            first.points += 1
            second.points += 1
        else:
            (first if self.chance.random() < 0.5 else second).points += 3


def rounds_of(players: int) -> int:
    """Return as many rounds as make one winner, and two more."""
    return ceil(log2(players)) + 2
