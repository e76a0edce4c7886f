"""The tie-breaks once more, written from docs/tie-breaks.md with matrices, sharing no code.

A match is a dict: `round`, `a` and `b` (None without an opponent), `kind` as in the page's table,
`won` ("a", "b" or "") and `duels` (won by a, won by b, drawn).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Match = dict[str, Any]
Vector = list[Fraction]

FLOORS = {"floor_33": Fraction(1, 3), "mtr": Fraction(33, 100)}
MET = ("played", "agreed", "double loss", "forfeit")


class Matrices:
    """Who met whom, and what it brought."""

    def __init__(self, players: list[int], matches: list[Match], worth: dict[str, int]) -> None:
        self.players = players
        self.size = len(players)
        self.worth = worth
        row = {player: index for index, player in enumerate(players)}
        self.met = [[0] * self.size for _ in players]
        self.beaten = [[Fraction(0)] * self.size for _ in players]
        self.points = [Fraction(0)] * self.size
        self.stand_ins = [0] * self.size
        self.gained, self.possible = [0] * self.size, [0] * self.size
        self.duels_gained, self.duels_possible = [0] * self.size, [0] * self.size
        for match in matches:
            a, b = row[match["a"]], None if match["b"] is None else row[match["b"]]
            self._add(match, a, b, "a")
            if b is not None:
                self._add(match, b, a, "b")

    def _add(self, match: Match, own: int, other: int | None, side: str) -> None:
        kind, won = match["kind"], match["won"]
        if kind == "bye":
            self.points[own] += self.worth["bye"]
            self.stand_ins[own] += 1
            return
        if won == side:
            brought = self.worth["win"]
        elif won == "" and kind in ("played", "agreed"):
            brought = self.worth["draw"]
        else:
            brought = self.worth["loss"]
        self.points[own] += brought
        if kind == "absent":
            self.stand_ins[own] += won == side
            return
        self.gained[own] += brought
        self.possible[own] += self.worth["win"]
        if kind not in MET:
            return
        assert other is not None
        self.met[own][other] += 1
        if won == side:
            self.beaten[own][other] += 1
        elif won == "" and kind != "double loss":
            self.beaten[own][other] += Fraction(1, 2)
        a, b, drawn = match["duels"]
        mine, theirs = (a, b) if side == "a" else (b, a)
        self.duels_gained[own] += (
            mine * self.worth["win"] + drawn * self.worth["draw"] + theirs * self.worth["loss"]
        )
        self.duels_possible[own] += (mine + drawn + theirs) * self.worth["win"]

    def matches(self, least: Fraction) -> Vector:
        return _quotients(self.gained, self.possible, least)

    def duels(self, least: Fraction) -> Vector:
        return _quotients(self.duels_gained, self.duels_possible, least)

    def mean(self, values: Vector, without: Fraction) -> Vector:
        """Multiply the matrix of meetings, its rows normalised, by the values."""
        found = []
        for line in self.met:
            products = (n * value for n, value in zip(line, values, strict=True) if n)
            total = sum(products, Fraction(0))
            found.append(total / sum(line) if any(line) else without)
        return found

    def total(self, matrix: Any) -> Vector:
        """Multiply a matrix by the points, and add the points that stand in."""
        return [
            sum((n * p for n, p in zip(line, self.points, strict=True) if n), Fraction(0))
            + stand_ins * own
            for line, stand_ins, own in zip(matrix, self.stand_ins, self.points, strict=True)
        ]


def _quotients(gained: list[int], possible: list[int], least: Fraction) -> Vector:
    return [
        max(least, Fraction(a, b)) if b else least for a, b in zip(gained, possible, strict=True)
    ]


def as_2_0(match: Match) -> Match:
    """Return a no-show as a match of 2-0."""
    if match["kind"] != "absent":
        return match
    return {**match, "kind": "played", "duels": (2, 0, 0) if match["won"] == "a" else (0, 2, 0)}


def adjusted(
    player: int, points: Fraction, matches: list[Match], worth: dict[str, int], rounds: int
) -> Fraction:
    """Return a player's points as if the rounds after the last one had been drawn."""
    own = [each for each in matches if player in (each["a"], each["b"])]
    for number in range(rounds, 0, -1):
        found = [each for each in own if each["round"] == number]
        for match in found:
            side = "a" if match["a"] == player else "b"
            is_away = match["kind"] == "absent" and match["won"] != side
            if not is_away and match["kind"] != "missed":
                return points
            points -= worth["loss"]
        points += worth["draw"]
    return points


def second_standings(
    profile: str, players: list[int], matches: list[Match], worth: dict[str, int], rounds: int
) -> dict[int, tuple[Fraction, ...]]:
    """Return the points and the tie-breaks of every player after so many rounds."""
    all_of = Matrices(players, matches, worth)
    points = all_of.points
    columns: list[Vector]
    if profile == "xxyyyzzz":
        first = all_of.mean(all_of.matches(Fraction(0)), Fraction(0))
        columns = [first, all_of.mean(first, Fraction(0))]
    elif profile in FLOORS:
        least = FLOORS[profile]
        if profile == "mtr":
            all_of = Matrices(players, list(map(as_2_0, matches)), worth)
            for match in matches:
                if match["kind"] == "bye":
                    row = players.index(match["a"])
                    all_of.gained[row] += worth["win"]
                    all_of.possible[row] += worth["win"]
                    all_of.duels_gained[row] += 2 * worth["win"]
                    all_of.duels_possible[row] += 2 * worth["win"]
        duels = all_of.duels(least)
        columns = [
            all_of.mean(all_of.matches(least), least),
            duels,
            all_of.mean(duels, least),
        ]
    elif profile == "opponents_scores":
        columns = [all_of.total(all_of.met), all_of.total(all_of.beaten)]
    else:
        won_alone = list(all_of.stand_ins)
        own = list(points)
        all_of.points = [
            adjusted(player, value, matches, worth, rounds)
            for player, value in zip(players, own, strict=True)
        ]
        all_of.stand_ins = [0] * all_of.size
        theirs, beaten = all_of.total(all_of.met), all_of.total(all_of.beaten)
        alone = [rounds - sum(line) for line in all_of.met]
        columns = [
            [a + n * p for a, n, p in zip(theirs, alone, own, strict=True)],
            [a + n * p for a, n, p in zip(beaten, won_alone, own, strict=True)],
        ]
    rows = zip(points, *columns, strict=True)
    return dict(zip(players, rows, strict=True))
