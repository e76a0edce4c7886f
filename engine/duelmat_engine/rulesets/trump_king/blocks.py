"""Procedures of Trump King: the blocks that are carried out when something is done."""

from __future__ import annotations

from typing import Final

from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.ops import Block
from duelmat_engine.effects.terms import Bound, Cards, Other, Shares, TraitOf
from duelmat_engine.ruleset.build import ACTIVATED, DISCARDED
from duelmat_engine.state import Local, Piece
from duelmat_engine.steps.activation import USING

_LIKE_IT: Final = Shares(traits=("suit", "number"), rule="TK-81")
_MATCHING: Final = Cards(("hand",), "own", (Other(rule="TK-81"), _LIKE_IT))
_PAY: Final = ops.Pay(amount=TraitOf("number"), rules=("TK-70",))


def _sent(cards: Local[tuple[Piece, ...]], rule: str) -> ops.Op:
    return ops.Send(cards=Bound(cards.name), to="grave", cause="cost", rules=(rule,))


def _special(rule: str, *before: ops.Op, marks: tuple[str, ...] = ()) -> Block:
    arrival = procedures.Arrive(summon="special", marks=marks, rules=(rule, "TK-20"))
    return (*before, arrival, procedures.ResolveChain())


def _taken_up(rule: str) -> Block:
    return (procedures.TakeUp(rules=(rule,)), *ACTIVATED)


BLOCKS: Final[dict[str, Block]] = {
    "duel": (
        procedures.Deal(count=5, rules=("TK-09",)),
        procedures.DecideFirst(rules=("TK-10",)),
        ops.Run(block="turn"),
    ),
    "draw-phase": (procedures.DrawForTurn(rules=("TK-03", "TK-04"), empty_reading="G-49"),),
    "normal-summon": (
        ops.Commit(),
        procedures.Spend(name="summon-right"),
        procedures.Arrive(summon="normal", rules=("TK-14", "TK-15")),
        procedures.ResolveChain(),
    ),
    "set-monster": (
        ops.Commit(),
        procedures.Spend(name="summon-right"),
        procedures.Arrive(summon="", rules=("TK-16", "TK-17")),
    ),
    "spade-summon": _special("TK-70", ops.Commit(), _PAY),
    "club-summon": _special(
        "TK-81",
        ops.Choose(bind=DISCARDED.name, cards=_MATCHING, rules=("TK-81",)),
        ops.Commit(),
        _sent(DISCARDED, "TK-81"),
    ),
    "diamond-summon": _special("TK-88", ops.Commit(), _sent(USING, "TK-88")),
    "synchro-summon": _special(
        "TK-48",
        procedures.Declare(),
        ops.Commit(),
        _sent(USING, "TK-46"),
        marks=("suit", "number"),
    ),
    "set-card": (ops.Commit(), procedures.Arrive(summon="", rules=("TK-35",))),
    "activate-magic": (*_taken_up("TK-31"), procedures.ResolveChain()),
    "activate-trap": (*_taken_up("TK-39"), procedures.ResolveChain()),
    "activate-monster": (*ACTIVATED, procedures.ResolveChain()),
    "respond-trap": _taken_up("TK-39"),
    "respond-quick": _taken_up("TK-37"),
    "attack": (
        procedures.DeclareAttack(rules=("TK-07", "TK-66")),
        procedures.ResolveChain(),
        procedures.MeetAttack(rules=("TK-07",), flip_rules=("TK-29",)),
        procedures.Battle(),
        procedures.ResolveChain(),
    ),
    "change-position": (procedures.ChangePosition(rules=("TK-24",), flip_rules=("TK-28",)),),
}
