"""The oracle's hall: tables, the clock, who may have results, and who waits for a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count

from duelmat_bench.tournament.oracle_state import Row, State

_SETTLED = frozenset({"confirmed", "entered", "at-table"})
_PLAYED = frozenset({"playing", "time-called"})


class OracleFloor:
    """Judges every entry that is no pairing, before it is followed."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.at_ms = 0

    def faults(self, entry: Row) -> Iterator[str]:
        what, at_ms = entry["what"], entry["at_ms"]
        if at_ms < self.at_ms:
            yield "an entry is older than the one before it"
        self.at_ms = max(at_ms, self.at_ms)
        yield from self._desk_faults(what)
        if what["is"] == "round-paired":
            yield from self.table_faults(what)
        elif what["is"] == "pair-set":
            yield from self._set_pair_faults(what, entry.get("why", ""))
        elif self.state.rounds:
            yield from self._clock_faults(what, at_ms)
            yield from self._result_faults(what)

    # Who waits

    def _desk_faults(self, what: Row) -> Iterator[str]:
        state, kind = self.state, what["is"]
        free = state.places - len(state.active) if state.places else None
        if kind == "player-registered":
            waits = what.get("waits_for") or ""
            if waits != "approval" and (waits == "place") != (free is not None and free <= 0):
                yield f"{free} places are free, and a new player waits for {waits or 'nothing'}"
        elif kind == "player-admitted":
            waits = what.get("waits_for") or ""
            if (waits == "place") != (free is not None and free <= 0):
                yield f"{free} places are free, and an admitted player waits for {waits!r}"
        elif kind in ("player-returned", "drop-undone") and free is not None and free <= 0:
            yield "somebody comes back, and no place is free"
        moves_up = not state.rounds and (not state.has_started or state.first_stage == "swiss")
        if kind != "player-admitted" and free is not None and free > 0 and moves_up:
            waiting = [player for player in state.players if self._may_move_up(player)]
            if waiting:
                yield f"{free} places are free, and {waiting} wait for one"

    def _may_move_up(self, player: int) -> bool:
        known = self.state.players[player]
        is_there = known.is_checked_in or not self.state.is_check_in_open
        return known.waits_for == "place" and is_there

    # Tables

    def table_faults(self, what: Row) -> Iterator[str]:
        """Yield what is wrong with the tables of a round that is paired."""
        state = self.state
        tables = [each["table"] for each in what["tables"]]
        if len(set(tables)) != len(tables):
            yield "two pairs have one table"
            return
        fixed = set()
        for each in what["tables"]:
            wanted = [state.players[each[side]].fixed_table for side in ("first", "second")]
            wanted = [table for table in wanted if table]
            if each["table"] in wanted:
                fixed.add(each["table"])
                if wanted[0] != each["table"] and wanted[0] not in tables:
                    yield f"table {wanted[0]} of the better player is free"
            elif set(wanted) - set(tables):
                yield f"a pair has table {each['table']}, and its fixed one is free"
        others = [each for each in what["tables"] if each["table"] not in fixed]
        order = self._order(len(others), fixed)
        if {each["table"] for each in others} != set(order):
            yield f"tables {tables}, expected {order} beside the fixed {sorted(fixed)}"
        elif not what["is_cut"] and not state.pods:
            points = state.points_before(what["round"])
            by_table = {
                each["table"]: sorted((points[each["first"]], points[each["second"]]))[::-1]
                for each in others
            }
            line = [by_table[table] for table in order]
            if line != sorted(line, reverse=True):
                yield f"the best do not sit at the first tables: {line}"

    def _order(self, needed: int, taken: set[int]) -> list[int]:
        """Return the first tables of the hall that nobody has."""
        rooms = self.state.rooms
        numbers = [n for room in rooms for n in range(room["first"], room["last"] + 1)]
        after = max((room["last"] for room in rooms), default=self.state.first_table - 1) + 1
        found = [number for number in numbers if number not in taken][:needed]
        for number in count(after):
            if len(found) == needed:
                return found
            if number not in taken:
                found.append(number)
        return found

    def _set_pair_faults(self, what: Row, why: str) -> Iterator[str]:
        now = self.state.rounds[-1]
        if not why.strip():
            yield "a pair was set without a reason"
        if now.step != "paired" or now.is_cut or self.state.pods:
            yield "a pair was set when none may be"
        given = [each["player"] for each in what["byes"]]
        paired = [each[side] for each in what["tables"] for side in ("first", "second")]
        after = Counter([*given, *paired])
        tables = [each["table"] for each in what["tables"]]
        before = Counter(player for table in tables for player in now.pairs[table])
        before += Counter(each for each in now.byes if after[each])
        if before != after or len(after) != 4 - (len(tables) == 1):
            yield "a set pair changes more than two meetings"
        pair = {what["player"], what["other"]} - {0}
        meet = [{each["first"], each["second"]} for each in what["tables"]]
        if pair not in [*meet, *({each} for each in given)]:
            yield "the two of a set pair do not meet"

    # The clock

    def _clock_faults(self, what: Row, at_ms: int) -> Iterator[str]:
        now, kind, policy = self.state.rounds[-1], what["is"], self.state.policy
        if kind == "round-published":
            now.step = "published"
        elif kind == "round-started":
            seconds = policy["cut_round_s"] if now.is_cut else policy["round_s"]
            now.step, now.began_ms = "playing", at_ms
            now.ends_ms = at_ms + 1000 * seconds if seconds else 0
            if (what["ends_ms"] or 0) != now.ends_ms:
                yield "the clock was started with another end"
        elif kind == "clock-paused":
            now.paused_ms = at_ms
        elif kind == "clock-resumed":
            now.ends_ms += at_ms - (now.paused_ms or 0)
            now.paused_ms = None
            if what["ends_ms"] != now.ends_ms:
                yield "the clock goes on with another end"
        elif kind == "time-called":
            now.step = "time-called"
            if (at_ms if now.paused_ms is None else now.paused_ms) < now.ends_ms:
                yield "time was called before it was up"
        elif kind == "extension-granted" and what["call"] == 0:
            now.by_hand_s[what["table"]] += what["seconds"]
            if now.by_hand_s[what["table"]] > policy["extensions"].get("by_hand_s", 600):
                yield "more time was added by hand than the policy allows"
        elif kind == "result-settled" and what["how"] == "no-show":
            late_s = policy["lateness"]["match_loss_after_s"]
            if at_ms < now.began_ms + 1000 * late_s:
                yield "a no-show before its time"

    # Results

    def _result_faults(self, what: Row) -> Iterator[str]:
        state, kind = self.state, what["is"]
        now = state.rounds[-1]
        if kind in ("result-settled", "result-corrected"):
            held = state.rounds[what["round"] - 1]
            result = what["result"] if kind == "result-settled" else what["after"]
            if what["table"] not in held.pairs:
                yield "a result of a table where nobody plays"
                return
            if held.is_cut and result["winner"] == "none":
                yield "a match of the cut without a winner"
            seats = result.get("seats", [])
            counts = [result["first_won"], result["second_won"], result["drawn"]]
            if seats and [seats.count(side) for side in ("first", "second", "none")] != counts:
                yield "the seats of a match of teams do not make its count"
        if kind == "result-settled":
            yield from self._settled_faults(what)
        if kind == "result-reported":
            is_open = what["table"] not in now.results and now.step in _PLAYED
            if not is_open or what["player"] not in now.pairs.get(what["table"], ()):
                yield "a report of a match that the player does not play"
        if kind in ("round-published", "round-started", "call-made", "round-closed"):
            for table, pair in now.pairs.items():
                if table not in now.results and not set(pair) <= state.active:
                    yield f"a match of {pair} is open, and not both take part"
        if kind == "round-closed":
            now.step = "closed"
            if set(now.pairs) != set(now.results):
                yield "a round was closed without all results"

    def _settled_faults(self, what: Row) -> Iterator[str]:
        now, result, active = self.state.rounds[-1], what["result"], self.state.active
        if what["round"] != now.number or what["table"] in now.results:
            yield "a result of a match that is not being played"
            return
        pair = now.pairs[what["table"]]
        if what["how"] in _SETTLED and not (set(pair) <= active and now.step in _PLAYED):
            yield "a result of a match that nobody plays"
        if what["how"] != "dropped":
            return
        gone = [player not in active for player in pair]
        winner = {"first": 0, "second": 1, "none": None}[result["winner"]]
        if not any(gone):
            yield "a match is lost by a drop, and both take part"
        elif all(gone):
            is_double = result["ending"] == "double-loss"
            if not is_double and (not now.is_cut or winner is None):
                yield "two have left, and one of them has won"
            elif not is_double and winner is not None:
                seeds = self.state.seeds
                if seeds.index(pair[winner]) > seeds.index(pair[1 - winner]):
                    yield "two have left, and the worse seed goes on"
        elif winner is None or gone[winner]:
            yield "a player who has left has won"
