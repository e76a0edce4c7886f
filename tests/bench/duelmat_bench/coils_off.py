"""An open coil and a dead sticker: the wrong verdicts and questions that they cause.

`python -m duelmat_bench.coils_off` lays cards by lot up to 12 mm and 15 degrees off, by calculated
fields, and prints how one antenna's reading is taken while the other's coil is open, and of a
sleeve whose lower sticker is dead; with --duels, of duels in which a coil comes off (ADR 0089).
"plain" takes each reading for sure, "asked" doubts the weak ones. Nothing of it has been measured.
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

import msgspec

from duelmat_bench.easy_duel import EasyDecider, rounds_of
from duelmat_bench.instant_mat import SEATS, InstantMat, instant_table
from duelmat_engine import CardKey, zone_kind
from duelmat_hardware import AntennaRole, Mat, MatZone, field_config, load_mat
from duelmat_hardware.covering import ASKEW_DEG, ASTRAY_MM
from duelmat_hardware.physics import CONDUCTANCES, field_share
from duelmat_hardware.sure_reading import sure_step
from duelmat_host.players.opponent import Opponent
from duelmat_host.sensing.layout import Face, Orientation, Sight
from duelmat_host.table.findings import Untold
from duelmat_host.table.inputs import Input
from duelmat_rig.electronics.coils import Coil, share_in_tune

WAKES: Final = (0.5, 0.7, 1.0, 1.2, 1.5)
SPREAD: Final = 0.2
"""Tags need so much more or less than the usual one, evenly spread."""
FIRST_CARDS: Final = 6
"""The coil comes off under one of the first so many monsters of a duel."""
TRIES: Final = 20
"""So often a card that is not read is laid anew, before it is told how it lies."""
ALONE_STEPS: Final = 2
"""So many steps of power running one antenna has to be alone to be believed."""
_DIGITS: Final = 4
_TURNED: Final = {AntennaRole.A: Orientation.UPRIGHT, AntennaRole.B: Orientation.SIDEWAYS}
_SHARES: Final = tuple(map(field_share, CONDUCTANCES))


class Reached(msgspec.Struct, frozen=True):
    """An antenna's fields at a card's two tags, in units of what each needs."""

    lower: float
    upper: float

    @property
    def best(self) -> float:
        return max(self.lower, self.upper)


class Coils:
    """The coils of one zone, over which cards are laid by lot."""

    def __init__(self, mat: Mat, zone: str) -> None:
        config = field_config(mat)
        kinds = [Coil(table) for table in config["coils"]]
        self._sizes = [sleeve.name for sleeve in mat.sleeves]
        self._coils = {}
        self.sure = {}
        """For each antenna the field that proves its reading."""
        turned_deg = 180 if mat.zone(MatZone(zone)).seat == "b" else 0
        for index in mat.zone(MatZone(zone)).antennas:
            antenna = mat.antennas[index]
            of = config["antennas"][index]
            self._coils[antenna.role] = kinds[of["coil"]], of["turn"] - turned_deg
            self.sure[antenna.role] = 1 / _SHARES[sure_step(mat, antenna)]

    def lay(self, lot: Random, turn_deg: int, wakes: float) -> dict[AntennaRole, Reached]:
        """Return how well each antenna reaches a card that lies somewhere, so turned."""
        x, y = (lot.uniform(-ASTRAY_MM, ASTRAY_MM) for _ in "xy")
        tilt_deg = lot.uniform(-ASKEW_DEG, ASKEW_DEG)
        size = lot.choice(self._sizes)
        needs = [wakes * lot.uniform(1 - SPREAD, 1 + SPREAD) for _ in "lu"]
        found = {}
        for role, (coil, turned_deg) in self._coils.items():
            cos, sin = (each(math.radians(turned_deg)) for each in (math.cos, math.sin))
            place = x * cos + y * sin, y * cos - x * sin
            over = coil.over(size, *place, turn_deg + tilt_deg - turned_deg)
            assert over is not None, "a card so near is in the table"
            lower, upper, detuning = over
            share = share_in_tune(coil.empty + detuning)
            found[role] = Reached(share * lower / needs[0], share * upper / needs[1])
        return found


def lone_reader(reached: dict[AntennaRole, Reached]) -> AntennaRole | None:
    """Return the antenna that is taken to have the card; None: neither, or nobody can say."""
    heard = [role for role, each in reached.items() if each.best >= 1]
    if len(heard) < len(reached) or len(reached) == 1:
        return heard[0] if heard else None
    near, far = sorted(reached, key=lambda role: -reached[role].best)
    alone = [s for s in _SHARES if reached[near].best * s >= 1 > reached[far].best * s]
    return near if len(alone) >= ALONE_STEPS else None


def shares_of_open(mat: Mat, placements: int, wakes: float, seed: int = 1) -> dict[str, Any]:
    """Return the shares of cards in a monster zone whose own coil is open, or not."""
    lot, coils, counts = Random(seed), Coils(mat, "a.m3"), Counter[str]()
    for _ in range(placements):
        turn_deg = lot.choice((0, 90, 180, 270))
        own = AntennaRole.B if turn_deg % 180 else AntennaRole.A
        reached = coils.lay(lot, turn_deg, wakes)
        counts["asked, both connected"] += (
            lone_reader(reached) is own and 1 <= reached[own].best < coils.sure[own]
        )
        del reached[own]
        (role, other), *_ = reached.items()
        counts["wrong, plain"] += other.best >= 1
        counts["wrong, asked"] += other.best >= coils.sure[role]
    return {name: round(counts[name] / placements, _DIGITS) for name in sorted(counts)}


def shares_of_dead(mat: Mat, placements: int, wakes: float, seed: int = 1) -> dict[str, Any]:
    """Return the shares of cards at x1 whose lower sticker is dead, or not."""
    lot, coils, counts = Random(seed), Coils(mat, "x1"), Counter[str]()
    for _ in range(placements):
        reached = coils.lay(lot, lot.choice((0, 90, 180, 270)), wakes)[AntennaRole.ONLY]
        sure = coils.sure[AntennaRole.ONLY]
        counts["asked, both alive"] += reached.upper < 1 <= reached.lower < sure
        counts["wrong, plain"] += reached.upper >= 1
        counts["wrong, asked"] += reached.upper >= sure
    return {name: round(counts[name] / placements, _DIGITS) for name in sorted(counts)}


class LooseMat(InstantMat):
    """A mat of which one coil comes off; what is not read is laid anew."""

    def __init__(self, lot: Random, off: tuple[int, AntennaRole] | None, *, is_asked: bool):
        """`off`: under which monster, counted from 1, which antenna's coil comes off."""
        super().__init__()
        self.wrong_count = 0
        self.questions_count = 0
        self.unread_count = 0
        self._lot = lot
        self._off = off
        self._is_asked = is_asked
        self._off_at: MatZone | None = None
        self._monsters_count = 0
        self._is_asking = False
        self._suspects: set[tuple[MatZone, AntennaRole]] = set()
        """Antennas whose silence tells nothing until they have read a card."""
        self._coils = Coils(load_mat(), "a.m3")
        self._turns: dict[CardKey, tuple[int, dict[AntennaRole, Reached]]] = {}

    def place(self, key: CardKey, zone: MatZone, *, face_up: bool, turn: int) -> None:
        if zone_kind(zone) != "m":
            super().place(key, zone, face_up=face_up, turn=turn)
            return
        face = Face.UP if face_up else Face.DOWN
        reached = self._coils.lay(self._lot, turn, 1.0)
        self._lying.pop(key, None)
        self._turns[key] = turn, reached
        self._lying[key] = zone, self._seen(key, zone, face, turn, reached)
        self._sense()
        self._monsters_count += 1
        if self._off is not None and self._monsters_count == self._off[0]:
            self._off_at = zone
            self._lying[key] = zone, self._seen(key, zone, face, *self._turns[key])
            self._sense()

    def take(self, given: Input, passed_ms: int = 100) -> None:
        super().take(given, passed_ms)
        finding = None if self.table is None else self.table.finding
        is_asking = isinstance(finding, Untold) and finding.doubted is not None
        self.questions_count += is_asking and not self._is_asking
        self._is_asking = is_asking

    def _seen(
        self,
        key: CardKey,
        zone: MatZone,
        face: Face,
        turn: int,
        reached: dict[AntennaRole, Reached],
    ) -> Sight:
        wanted = Orientation.SIDEWAYS if turn % 180 else Orientation.UPRIGHT
        for _ in range(TRIES):
            heard = dict(reached)
            if self._off is not None and self._off_at == zone:
                heard[self._off[1]] = Reached(0, 0)
            role = lone_reader(heard)
            if role is not None:
                self._suspects -= {(zone, each) for each in heard if heard[each].best >= 1}
                return self._taken(key, zone, face, wanted, heard, role)
            self.unread_count += 1
            reached = self._coils.lay(self._lot, turn, 1.0)
            self._turns[key] = turn, reached
        return Sight(key, face, wanted, b"")

    def _taken(
        self,
        key: CardKey,
        zone: MatZone,
        face: Face,
        wanted: Orientation,
        heard: dict[AntennaRole, Reached],
        role: AntennaRole,
    ) -> Sight:
        seems = _TURNED[role]
        silent = {(zone, each) for each in heard if heard[each].best < 1}
        is_weak = bool(silent) and heard[role].best < self._coils.sure[role]
        if self._is_asked and (is_weak or not self._suspects.isdisjoint(silent)):
            if is_weak:
                self._suspects |= silent
            way = Orientation.UNKNOWN
            return Sight(key, face, way, b"", apparent=seems, is_weak=is_weak)
        self.wrong_count += seems is not wanted
        return Sight(key, face, seems, b"")


class Played(msgspec.Struct, frozen=True):
    """The counts of one duel, until the first wrong verdict if there is one."""

    wrong: int
    questions: int
    unread: int


def play(ruleset: str, seed: int, *, is_asked: bool, is_off: bool) -> Played:
    """Return what comes of a duel in which a coil of a monster zone comes off, or none."""
    chance, lot = Random(seed), Random(seed)
    off = lot.randint(1, FIRST_CARDS), lot.choice((AntennaRole.A, AntennaRole.B))
    loose = LooseMat(lot, off if is_off else None, is_asked=is_asked)
    mat, table, hands = instant_table(ruleset, chance, loose)
    players = [Opponent(table, hands, seat, EasyDecider(chance), chance) for seat in SEATS]
    for _ in rounds_of(mat, table, hands, players):
        if loose.wrong_count:
            break
    return Played(min(loose.wrong_count, 1), loose.questions_count, loose.unread_count)


def of_duels(ruleset: str, duels: int) -> dict[str, Any]:
    """Return what comes of duels with a coil that comes off, and of whole mats."""
    found = {}
    for name, is_asked, is_off in (
        ("plain, a coil off", False, True),
        ("asked, a coil off", True, True),
        ("asked, all connected", True, False),
    ):
        played = [
            play(ruleset, seed, is_asked=is_asked, is_off=is_off) for seed in range(1, duels + 1)
        ]
        found[name] = {
            "duels": duels,
            "duels_with_a_wrong_verdict": sum(each.wrong for each in played),
            "questions": sum(each.questions for each in played),
            "laid_anew": sum(each.unread for each in played),
        }
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m duelmat_bench.coils_off")
    parser.add_argument("--placements", type=int, default=10_000)
    parser.add_argument("--duels", type=int, default=0)
    parser.add_argument("--ruleset", default="trump_king")
    options = parser.parse_args(arguments)
    mat = load_mat()
    found: dict[str, Any] = {
        "coil_open": {w: shares_of_open(mat, options.placements, w) for w in WAKES},
        "sticker_dead": {w: shares_of_dead(mat, options.placements, w) for w in WAKES},
    }
    if options.duels:
        found[options.ruleset] = of_duels(options.ruleset, options.duels)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
