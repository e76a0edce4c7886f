"""Procedures of Resummoned: the blocks that are carried out when something is done."""

from __future__ import annotations

from typing import Final

from duelmat_engine.board.scope import SELF
from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.ops import Block
from duelmat_engine.effects.terms import AmongBound, Bound, Cards
from duelmat_engine.ruleset.build import ACTIVATED, DISCARDED, NEXT
from duelmat_engine.rulesets.resummoned import steps
from duelmat_engine.rulesets.resummoned.priority import Priority
from duelmat_engine.rulesets.resummoned.state_actions import SURPLUS
from duelmat_engine.running.arrivals import AMONG
from duelmat_engine.steps.activation import USING

_PAID: Final = ("RES-305.4", "RES-305.1", "RES-305.3", "RES-505.7", "RES-702.1")
_TRIBUTE: Final = ops.Tribute(cards=Bound(USING.name), rules=_PAID)
_BEFORE_PLAY: Final[Block] = (procedures.Declare(use="cost"), _TRIBUTE, ops.Commit())
_SUMMON: Final = ("RES-504.3", "RES-504.3a", "RES-505.6", "RES-506.3")
_ACTIVATE: Final = ("RES-504.3", "RES-504.3c", "RES-401.1")
_SET_MONSTER: Final = ("RES-504.3", "RES-504.3b", "RES-505.6", "RES-304.2a")
_SET_TRAP: Final = ("RES-504.3", "RES-504.3b", "RES-402.1", "RES-304.2a")
_REHOUSED: Final = ("RES-603.6", "RES-506.3a")
_ONE_MONSTER, _ONE_SPELL = procedures.Spend(name="monster"), procedures.Spend(name="spell")
_LEGEND: Final = procedures.Spend(name="legend", kind="legend")
_MEET: Final = steps.MeetBattle(rules=("RES-607.3e", "RES-709.1b"), again_rules=("RES-607.2f",))
_FLIP: Final = ("RES-607.3d", "RES-607.3e", "RES-504.3a")
_HAND: Final = Cards(("hand",), "own")
_DOWN: Final = ("RES-603.9", "RES-608.1")
_DISCARDED: Final = (*_DOWN, "RES-504.4", "RES-500.3a")
_TO_LAY: Final = Cards(("grave", "banished"), "any", (AmongBound(name=AMONG.name),))


def _enter(by: str, rules: tuple[str, ...], *, up: bool = True) -> steps.Enter:
    return steps.Enter(face_up=up, rules=(by, *rules))


def _step(name: str) -> Priority:
    return Priority(about=name, rules=("RES-607.3e", "RES-601.2"))


BLOCKS: Final[dict[str, Block]] = {
    "duel": (
        procedures.DecideFirst(
            rules=("RES-102.1",),
            loser_rules=("RES-102.1B",),
            draw_rules=("RES-102.1C",),
            start_rules=("RES-102.1D", "RES-200.2", "RES-100.1"),
        ),
        procedures.Deal(count=5, rules=("RES-102.2", "RES-501.2", "RES-500.2")),
        ops.Run(block="turn"),
    ),
    "phase": (Priority(rules=("RES-601.1", "RES-601.2", "RES-600.2")),),
    "summon": (*_BEFORE_PLAY, _ONE_MONSTER, _LEGEND, _enter("RES-606.2", _SUMMON)),
    "set-monster": (*_BEFORE_PLAY, _ONE_MONSTER, _enter("RES-606.2", _SET_MONSTER, up=False)),
    "activate-spell": (*_BEFORE_PLAY, _ONE_SPELL, _LEGEND, _enter("RES-606.2", _ACTIVATE)),
    "set-trap": (
        *_BEFORE_PLAY,
        procedures.Spend(name="trap"),
        _enter("RES-606.2", _SET_TRAP, up=False),
    ),
    "quick-play": (*_BEFORE_PLAY, _enter("RES-602.2", _ACTIVATE)),
    "quick-summon": (*_BEFORE_PLAY, _enter("RES-602.2", _SUMMON)),
    "quick-set-monster": (*_BEFORE_PLAY, _enter("RES-602.2", _SET_MONSTER, up=False)),
    "quick-set": (*_BEFORE_PLAY, _enter("RES-602.2", _SET_TRAP, up=False)),
    "ignite": ACTIVATED,
    "flip": (
        ops.Commit(),
        steps.FlipUp(
            rules=("RES-602.4", "RES-703.1"),
            summon_rules=("RES-304.2a", "RES-504.3a"),
            activation_rules=("RES-504.3c", "RES-402.1"),
        ),
    ),
    "trigger": (
        procedures.Announce(),
        steps.CheckTargets(rules=("RES-709.3",)),
        procedures.PutOnChain(),
    ),
    "resolve-link": (procedures.Resolve(),),
    "change-position": (procedures.ChangePosition(rules=("RES-606.3", "RES-407.2"), flips=False),),
    "battle": (
        procedures.DeclareAttack(rules=("RES-607.2", "RES-709.1b", "RES-607.3e")),
        _step("battle-step"),
        _MEET,
        steps.FlipFighters(rules=_FLIP),
        _step("flip-step"),
        _MEET,
        steps.FlipFighters(rules=_FLIP, back=2),
        procedures.Battle(),
        _step("damage-step"),
    ),
    "rehouse": (ops.PutOnField(cards=SELF.name, face="up", move="rehoused", rules=_REHOUSED),),
    "discard-down": (
        ops.Choose(bind=DISCARDED.name, cards=_HAND, count=Bound(SURPLUS.name), rules=_DOWN),
        ops.Send(cards=Bound(DISCARDED.name), to="grave", cause="discard", rules=_DISCARDED),
    ),
    "order": (
        ops.Choose(bind=NEXT.name, cards=_TO_LAY, rules=("RES-500.4a",)),
        steps.LayNext(rules=("RES-500.4a", "RES-500.4")),
    ),
}
