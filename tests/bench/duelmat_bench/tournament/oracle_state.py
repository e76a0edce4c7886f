"""What an event has come to, as the oracle follows it: plain JSON in, no code of the program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

BYE: Final = 0
"""The number in place of a player who rests."""
Row = dict[str, Any]
"""Something of the file."""


@dataclass
class Player:
    """Somebody who takes part, or did."""

    team: str
    entered: int
    is_active: bool = True
    left: int = 0
    byes: set[int] = field(default_factory=set)
    absences: set[int] = field(default_factory=set)
    missed: list[tuple[int, int]] = field(default_factory=list)
    """Rounds that count as losses, each with the round since which it counts."""
    waits_for: str = ""
    is_checked_in: bool = False
    fixed_table: int = 0

    @property
    def was_there(self) -> bool:
        return self.is_active or self.left >= self.entered


@dataclass
class Round:
    """A round that was paired."""

    number: int
    is_cut: bool
    pairs: dict[int, tuple[int, int]]
    byes: list[int]
    results: dict[int, Row] = field(default_factory=dict)
    step: str = "paired"
    began_ms: int = 0
    ends_ms: int = 0
    paused_ms: int | None = None
    by_hand_s: Counter[int] = field(default_factory=Counter)
    """Seconds that judges have added by hand, by table."""

    def move(self, table: int, to: int) -> None:
        """Have a match at another table, in the same place of the bracket."""
        self.pairs = {to if at == table else at: pair for at, pair in self.pairs.items()}
        self.by_hand_s[to] = self.by_hand_s.pop(table, 0)

    def table_of(self, player: int) -> int | None:
        return next((table for table, pair in self.pairs.items() if player in pair), None)

    def winner(self, pair: frozenset[int]) -> int | None:
        """Return who has won the match of two players; None while it is open."""
        for table, (one, other) in self.pairs.items():
            if {one, other} == pair and table in self.results:
                return one if self.results[table]["winner"] == "first" else other
        return None


class State:
    """Follows one event."""

    def __init__(self, created: Row) -> None:
        self.policy: Row = created["policy"]
        self.first_table: int = created["first_table"]
        self.players: dict[int, Player] = {}
        self.rounds: list[Round] = []
        self.seeds: list[int] = []
        self.pods: list[list[int]] = []
        self.rooms: list[Row] = []
        self.has_started = self.is_check_in_open = False
        self.swiss_rounds = self.cut_size = 0

    @property
    def coming(self) -> int:
        return len(self.rounds) + 1

    @property
    def active(self) -> set[int]:
        return {each for each, player in self.players.items() if player.is_active}

    @property
    def first_stage(self) -> str:
        return str(self.policy.get("first_stage", "swiss"))

    @property
    def places(self) -> int:
        return int(self.policy["entering"].get("places", 0))

    def follow(self, what: Row) -> None:
        """Let an entry have happened."""
        if not self._follow_round(what):
            self._follow_desk(what)

    def _follow_desk(self, what: Row) -> None:
        kind, player = what["is"], self.players.get(what.get("player", BYE))
        if kind == "player-registered":
            fresh = Player(what.get("team", ""), self.coming, byes=set(what.get("byes", ())))
            fresh.waits_for = what.get("waits_for") or ""
            fresh.is_active = not fresh.waits_for
            self.players[what["player"]] = fresh
            self._miss(fresh, 0)
        elif kind == "check-in-set":
            self.is_check_in_open = what["is_open"]
            for each in self.players.values():
                each.is_checked_in = False
        elif player is None:
            return
        elif kind == "player-admitted":
            player.waits_for = what.get("waits_for") or ""
            player.is_active = not player.waits_for
            player.entered, player.missed = self.coming, []
            self._miss(player, 0)
        elif kind == "player-checked-in":
            player.is_checked_in = True
        elif kind == "bye-awarded":
            player.byes.add(what["round"])
        elif kind == "bye-withdrawn":
            player.byes.remove(what["round"])
        elif kind == "absence-noted":
            player.absences.add(what["round"])
        elif kind == "absence-cancelled":
            player.absences.remove(what["round"])
        elif kind == "table-fixed":
            player.fixed_table = what["table"]
        elif kind == "player-dropped":
            if player.is_active:
                player.left = len(self.rounds)
            player.is_active, player.waits_for = False, ""
        elif kind == "drop-undone":
            player.is_active = True
        elif kind == "player-returned":
            player.entered = player.entered if player.was_there else self.coming
            player.is_active = True
            self._miss(player, player.left)
        elif kind == "registration-undone":
            del self.players[what["player"]]
        elif kind == "players-merged":
            self._merge(player, self.players.pop(what["other"]))

    def _merge(self, player: Player, other: Player) -> None:
        """Let a player who stays have what another registration had, its place as well."""
        player.team = player.team or other.team
        player.byes |= other.byes
        player.absences |= {number for number in other.absences if number >= self.coming}
        player.absences -= player.byes
        player.fixed_table = player.fixed_table or other.fixed_table
        player.is_checked_in |= other.is_checked_in
        if player.waits_for and other.is_active:
            player.waits_for, player.is_active = "", True
            player.entered, player.missed = other.entered, other.missed

    def _follow_round(self, what: Row) -> bool:
        """Follow an entry about a round; return whether it is one."""
        kind = what["is"]
        if kind == "event-started":
            self.has_started = True
            self.swiss_rounds, self.cut_size = what["rounds"], what["cut"]
            self.pods = what.get("pods", [])
        elif kind == "tables-set":
            self.rooms = what["rooms"]
        elif kind == "round-paired":
            pairs = {each["table"]: (each["first"], each["second"]) for each in what["tables"]}
            resting = [each["player"] for each in what["byes"]]
            self._miss_absent(what)
            self.rounds.append(Round(what["round"], what["is_cut"], pairs, resting))
        elif kind == "pair-set":
            now = self.rounds[-1]
            now.pairs |= {e["table"]: (e["first"], e["second"]) for e in what["tables"]}
            paired = {player for pair in now.pairs.values() for player in pair}
            now.byes = [each for each in now.byes if each not in paired]
            now.byes += [each["player"] for each in what["byes"]]
        elif kind == "round-unpaired":
            self.rounds.pop()
            for each in self.players.values():
                _forget_round(each, self.coming)
        elif kind == "cut-started":
            self.seeds = what["seeds"]
        elif kind == "result-settled":
            self.rounds[what["round"] - 1].results[what["table"]] = what["result"]
        elif kind == "result-reopened":
            del self.rounds[what["round"] - 1].results[what["table"]]
        elif kind == "result-corrected":
            self.rounds[what["round"] - 1].results[what["table"]] = what["after"]
        elif kind == "match-moved":
            self.rounds[what["round"] - 1].move(what["table"], what["to"])
        else:
            return False
        return True

    def _miss(self, player: Player, left: int) -> None:
        """Count the rounds from a departure to now; in a pod each match counts by itself."""
        if self.policy["entering"]["missed_is_loss"] and not self.pods:
            player.missed += [(number, self.coming) for number in range(left + 1, self.coming)]

    def _miss_absent(self, what: Row) -> None:
        if what["is_cut"] or not self.policy["entering"]["missed_is_loss"]:
            return
        for each in self.players.values():
            if each.is_active and what["round"] in each.absences:
                each.missed.append((what["round"], what["round"]))

    # What follows from it

    def matches(self, number: int) -> Iterator[Row]:
        """Yield what the standings after a round of Swiss or of the pods are made of."""
        for at, held in enumerate(self.rounds[:number], start=1):
            for table, (one, other) in held.pairs.items():
                result = held.results.get(table)
                if result is not None and not held.is_cut:
                    yield {"round": at, **_match(one, other, result)}
            for player in [] if self.pods else held.byes:
                yield {"round": at, **_alone(player, "bye")}
        for number_of, player_of in self.players.items():
            if number_of in self.present(number):
                for missed, since in player_of.missed:
                    if missed <= number and since <= number:
                        yield {"round": missed, **_alone(number_of, "missed")}

    def present(self, number: int) -> list[int]:
        """Return who stands somewhere after a round."""
        return [
            each
            for each, player in self.players.items()
            if player.was_there and player.entered <= max(1, number)
        ]

    def points_before(self, number: int) -> Counter[int]:
        """Return everybody's points before a round."""
        worth = self.policy["points"]
        found: Counter[int] = Counter()
        for held in self.rounds[: number - 1]:
            for table, pair in held.pairs.items():
                result = held.results.get(table)
                for side, player in zip(("first", "second"), pair, strict=True):
                    if result is not None:
                        found[player] += worth[_brought(result, side)]
            for player in held.byes:
                found[player] += worth["bye"]
        for each, player_of in self.players.items():
            lost = sum(missed < number >= since for missed, since in player_of.missed)
            found[each] += lost * worth["loss"]
        return found


def _forget_round(player: Player, number: int) -> None:
    player.entered = min(player.entered, number)
    player.left = min(player.left, number - 1)
    player.missed = [
        (missed, min(since, number) if since == number + 1 else since)
        for missed, since in player.missed
        if missed != number
    ]


def _brought(result: Row, side: str) -> str:
    """Return what a match brought the player of a side: the key of its points."""
    if result["winner"] == side:
        return "win"
    return "draw" if result["winner"] == "none" and result["ending"] != "double-loss" else "loss"


_KINDS: Final = {
    "played": "played",
    "agreed-draw": "agreed",
    "double-loss": "double loss",
    "no-show": "absent",
    "forfeit": "forfeit",
}


def _match(one: int, other: int, result: Row) -> Row:
    return {
        "a": one,
        "b": other,
        "kind": _KINDS[result["ending"]],
        "won": {"first": "a", "second": "b", "none": ""}[result["winner"]],
        "duels": (result["first_won"], result["second_won"], result["drawn"]),
    }


def _alone(player: int, kind: str) -> Row:
    return {"a": player, "b": None, "kind": kind, "won": "", "duels": (0, 0, 0)}
