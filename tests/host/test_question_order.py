"""Questions come in the order of what happens: cards are drawn before one of them is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from direct_mat import Bench, held, lay
from duelmat_bench.instant_mat import SEATS, decide_who_begins, instant_table, said
from duelmat_engine import Action, Duel, Seat, find_ruleset, ruleset_names
from duelmat_engine.effects import ops
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.opponent import Opponent
from duelmat_host.table.inputs import TimePassed
from duelmat_host.table.obligations import DECK_KINDS
from duelmat_host.table.state import TableState
from duelmat_host.table.table import Table
from examples import seeds
from seen import seat_json

ANA, BEN = Seat(0), Seat(1)
DECK_ACTS = (ops.Draw, ops.Look, ops.Shuffle)
QUESTIONS = (
    ops.Choose,
    ops.ChooseNumber,
    ops.ChooseName,
    ops.Offer,
    ops.SummonSpecially,
    ops.SetCard,
    ops.PutOnField,
)


def in_order(block: ops.Block) -> Iterator[ops.Op]:
    """Yield the operations of a block and of those within it, in the order of the text."""
    for op in block:
        yield op
        match op:
            case ops.If(then=then, otherwise=otherwise):
                yield from in_order((*then, *otherwise))
            case ops.EachPlayer(block=inner):
                yield from in_order(inner)
            case ops.Offer(uses=uses):
                for use in uses:
                    yield from in_order(use.block)
            case _:
                continue


def is_asked(op: ops.Op) -> bool:
    """Whether an operation asks a player; cards that go back unseen are chosen by hands alone."""
    return isinstance(op, QUESTIONS) and not (isinstance(op, ops.Choose) and not op.aloud)


def asks_after_the_deck() -> set[str]:
    """Return the effects of all games that ask something after hands did something with a deck."""
    found = set()
    for ruleset in ruleset_names():
        for effect in find_ruleset(ruleset).effects.values():
            for block in (effect.announce, effect.resolve):
                done = list(in_order(block))
                first = next((i for i, op in enumerate(done) if isinstance(op, DECK_ACTS)), None)
                if first is not None and any(map(is_asked, done[first:])):
                    found.add(effect.name)
    return found


def owed_and_asked(state: TableState, shown: Table) -> list[Seat]:
    """Return the seats that are asked something while they have something to do with a deck."""
    owing = {each.seat for each in state.obligations if each.kind in DECK_KINDS}
    return [p.seat for p in shown.prompts if p.seat in owing and not p.menu]


CHARITY = {
    "a.hand": held("GracefulCharity", "Elf"),
    "a.pile": held("Wolf", "Wolf", "Giant", "Elf"),
}
DEALINGS = {
    "a.hand": held("DarkWorldDealings", "Elf"),
    "a.pile": held("Wolf", "Giant"),
    "b.hand": held("Elf"),
    "b.pile": held("Wolf", "Giant"),
}
TWO = {"a.hand": held("H2", "S4"), "a.pile": held("C4", "C5", "C6", "C7")}
SEARCH = {"a.m2": lay("HJ"), "a.hand": held("S4"), "a.pile": held("C4", "C5", "C6", "C7")}
SCENES: dict[str, tuple[str, dict[str, Any], dict[str, Any], list[Seat]]] = {
    "graceful-charity": ("ocg", CHARITY, {}, [ANA]),
    "dark-world-dealings": ("ocg", DEALINGS, {}, [ANA, BEN]),
    "magic-two": ("trump_king", TWO, {}, [ANA]),
    "heart-synchro-search": ("trump_king", SEARCH, {"life": (15, 12)}, [ANA]),
}
"""The position in which each effect is used, and who does something with a deck."""


def use(bench: Bench, effect: str) -> None:
    match effect:
        case "heart-synchro-search":
            bench.choose("Use the effect of the Jack")
        case _:
            card = "a:" + SCENES[effect][1]["a.hand"][0].code
            bench.put(card, "a.s3")


def test_every_effect_that_asks_after_a_deck_was_used_has_a_scene_here() -> None:
    """A new effect of this kind needs one too."""
    assert asks_after_the_deck() == set(SCENES)


@pytest.mark.parametrize("effect", SCENES)
def test_a_question_waits_until_hands_have_drawn_or_looked(effect: str) -> None:
    """The page names the act with the deck, and asks when that is done."""
    ruleset, zones, moment, seats = SCENES[effect]
    bench = Bench(zones, ruleset=ruleset, **moment)
    use(bench, effect)
    for seat in seats:
        state = bench.table.state
        assert state.duel.decision is not None
        assert [each.seat for each in state.obligations if each.kind in DECK_KINDS][:1] == [seat]
        if state.duel.decision.seat == seat:
            view = seat_json(bench.table, seat)
            assert (view["prompts"], view["decision"]["waits"]) == ([], True)
        owed = next(each for each in state.obligations if each.kind in DECK_KINDS)
        Move("draw", seat=seat, count=owed.count, number=owed.number).carry_out(bench.hands)
        bench.touch(owed.zone)
    decision = bench.table.state.duel.decision
    assert decision is not None
    assert decision.kind in ("choose", "name")
    assert not seat_json(bench.table, decision.seat)["decision"]["waits"]


class _AnyDecider:
    """A decider that does anything."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._actions: Sequence[Action] = ()

    def ask(self, view: Duel, actions: Sequence[Action]) -> None:
        del view
        self._actions = actions

    def answer(self) -> Action | None:
        return self._chance.choice(self._actions) if self._actions else None


@pytest.mark.parametrize("seed", seeds(range(1, 9)))
@pytest.mark.parametrize("ruleset", ruleset_names())
def test_nobody_is_asked_before_the_own_deck_is_seen_to(ruleset: str, seed: int) -> None:
    """In no effect of any game that random duels come to."""
    chance = Random(seed)
    mat, table, hands = instant_table(ruleset, chance)
    players = [Opponent(table, hands, seat, _AnyDecider(chance), chance) for seat in SEATS]
    for _ in range(150):
        for player in players:
            step = player.step()
            if isinstance(step, Move):
                step.carry_out(hands)
            elif step is not None:
                mat.take(said(step, player.seat))
            assert not owed_and_asked(table.state, table.now)
            mat.take(TimePassed(), 150)
        decide_who_begins(mat, table)
    assert table.state.actions_count > 20
