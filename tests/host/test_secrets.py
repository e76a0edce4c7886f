"""Two duels that are equal in public look equal to everybody who may not know the difference."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest
from random import Random
from typing import Any

import msgspec
import pytest

from direct_mat import DECK, MAT, DirectMat, MemoryJournal, do, seat_down
from duelmat_engine.actions import Action, Cancel, Play
from duelmat_engine.judge import judge, legal_actions
from duelmat_engine.names import CardKey, Seat
from duelmat_engine.notation import format_action, parse_action
from duelmat_engine.play import apply, new_duel, roll
from duelmat_engine.state import Duel, replace
from duelmat_host.table.layout import Face, Orientation, Sight
from duelmat_host.table.lighting import display_text, styles
from duelmat_host.table.performance import Dice, Performance
from duelmat_host.table.table import LOOK_MS, DuelTable
from duelmat_host.table.tracker import Problem, ProblemKind
from duelmat_host.table.views import public_view, seat_view

LAMPS = tuple(lamp.name for lamp in MAT.lamps)
LINK = {"state": "up", "text": ""}
MOST_STEPS = 120
PRIVATE = ("owed", "secrets", "spots")
"""What a journal entry holds for the host alone."""


@dataclass
class World:
    """One closed duel and the table that sees it played."""

    closed: Duel
    performance: Performance
    mat: DirectMat
    dice: Dice

    @classmethod
    def of(cls, closed: Duel) -> World:
        return cls(closed, *seat_down(closed))

    @property
    def table(self) -> DuelTable:
        return self.performance.table

    def seen_by(self, *seats: int) -> bytes:
        """Everything that the public and these seats are shown, and what was written for all."""
        table = self.table
        journal = table.journal
        assert isinstance(journal, MemoryJournal)
        hands = self.performance.hands
        seen: dict[str, Any] = {
            "view": public_view(table, LINK),
            "lamps": styles(table, LAMPS).hex(),
            "displays": [display_text(table, Seat(s)) for s in table.duel.seats],
            "seats": [seat_view(table, Seat(s), LINK, hands.held(Seat(s))) for s in seats],
            "log": [str(line) for line in table.log],
            "journal": [
                (kind, {name: value for name, value in data.items() if name not in PRIVATE})
                for kind, data in journal.entries
            ],
        }
        return msgspec.json.encode(seen)


def swap(text: str, one: str, other: str) -> str:
    names = {one: other, other: one}
    return re.sub(rf"({one}|{other})(?!\d)", lambda m: names[m[1]], text)


def swapped(closed: Duel, one: CardKey, other: CardKey) -> Duel:
    """The duel before its first decision with two unseen cards changed for each other."""
    names = {one: other, other: one}
    zones = {
        name: tuple(replace(p, key=names.get(p.key, p.key) if p.key else None) for p in pieces)
        for name, pieces in closed.zones.items()
    }
    return replace(closed, zones=zones)


def chosen(closed: Duel, chance: Random, one: str) -> Action:
    """A random action; the card that differs is Set when it can be."""
    decision = closed.decision
    assert decision is not None
    if decision.kind == "chance":
        return roll(closed)
    actions = [a for a in legal_actions(closed) if not isinstance(a, Cancel)]
    sets = [a for a in actions if isinstance(a, Play) and a.card == one and not a.face_up]
    quiet = [a for a in actions if not names_card(a, one)]
    return chance.choice(sets or quiet or actions)


def mentions(action: Action, *keys: str) -> bool:
    """Whether everybody sees one of these cards by the action."""
    laid_down = isinstance(action, Play) and not action.face_up and not action.using
    return not laid_down and any(names_card(action, key) for key in keys)


def names_card(action: Action, key: str) -> bool:
    return re.search(rf"{key}(?!\d)", format_action(action)) is not None


def compare(seed: int) -> tuple[int, bool]:
    """Play both worlds until the difference shows: the steps alike, and whether it was Set."""
    chance = Random(seed)
    start = new_duel("trump_king", [DECK, DECK], seed=seed).duel
    owner = chance.choice("ab")
    one = chance.choice([p.key for p in start.at(f"{owner}.hand") if p.key])
    other = chance.choice([p.key for p in start.at(f"{owner}.pile")[8:] if p.key])
    here, there = World.of(start), World.of(swapped(start, one, other))
    other_seat = 1 - "ab".index(owner)
    alike, was_set = 0, False
    while not here.closed.is_over() and alike < MOST_STEPS:
        action = chosen(here.closed, chance, one)
        renamed = parse_action(swap(format_action(action), one, other))
        if mentions(action, one, other) or not judge(there.closed, renamed).legal:
            break
        was_set |= names_card(action, one)
        worlds = ((here, action), (there, renamed))
        performing = []
        for world, doing in worlds:
            after = apply(world.closed, doing).duel
            if after.decision is not None and after.decision.kind == "chance":
                world.dice.ready.append(roll(after).values)
            performing.append(world.performance.perform(world.closed, doing, after))
            world.closed = after
        if here.closed.phase != there.closed.phase or shows(here.closed, one, other):
            break
        for steps in zip_longest(*performing):
            for (world, _), step in zip(worlds, steps, strict=True):
                assert step is not None
                do(world.performance, step)
            assert here.seen_by(other_seat) == there.seen_by(other_seat)
            alike += 1
    return alike, was_set


def shows(closed: Duel, *keys: str) -> bool:
    """Whether everybody has seen one of these cards."""
    return any(piece.shown and piece.key in keys for _, piece in closed.pieces())


@pytest.mark.parametrize("seed", range(14))
def test_a_hidden_card_tells_nothing_to_those_who_may_not_know_it(seed: int) -> None:
    """Views, lights, displays, log and journal are byte-equal, step by step, in as many steps."""
    alike, _ = compare(seed)
    assert alike > 3


def test_hidden_cards_are_really_set_in_those_duels() -> None:
    """The comparison above is about face-down cards on the field too, not only about hands."""
    assert any(compare(seed)[1] for seed in range(20, 26))


def bench(one: str) -> World:
    closed = new_duel("trump_king", [DECK, DECK], seed=5).duel
    return World.of(swapped(closed, CardKey(one), CardKey("a:H7")))


def test_a_fault_of_the_mat_does_not_name_a_face_down_card() -> None:
    """What cannot be read is told by its zone; a name is told only of what lies face-up."""
    said = []
    for key in ("a:H7", "a:S4"):
        table = bench("a:C2").table
        down = Sight(CardKey(key), Face.DOWN, Orientation.UPRIGHT, b"")
        table.sense(table.layout.with_sight("a.m2", down), 10)
        text = f"{key} is seen on a.m2 and a.m3: leave it where it belongs."
        places = ("a.m2", "a.m3")
        table.tell_problems([Problem(ProblemKind.TWO_ZONES, places, text, (CardKey(key),))])
        said.append([m.text for m in table.messages])
        assert "A card is seen on a.m2" in said[-1][-1]
    assert said[0] == said[1]


def test_a_refusal_of_a_face_down_card_does_not_name_it() -> None:
    """Laid where it may not lie, whichever card it is, the same is said of it."""
    seen = []
    for key in ("a:H7", "a:S4", "a:X1"):
        world = bench("a:C2")
        place = Sight(CardKey(key), Face.DOWN, Orientation.SIDEWAYS, b"")
        world.table.sense(world.table.layout.with_sight("a.m1", place), 10)
        world.table.tick(10 + LOOK_MS)
        seen.append(world.seen_by(1))
    assert seen[0] == seen[1] == seen[2]
