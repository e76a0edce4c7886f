"""Blocks that the core needs in every ruleset, and what is found out from effects once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from duelmat_engine.effects import ops, procedures
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import AmongBound, Cards
from duelmat_engine.ruleset.chain_policy import ChainPolicy
from duelmat_engine.state import Local, Piece

LEFT: Final = Local("left", tuple[Piece, ...])
"""Of cards that are acted on one by one: those to which it has not come."""
NEXT: Final = Local("next", tuple[Piece, ...])
"""The card that is next; empty: it has to be chosen."""

DISCARDED: Final = Local("discarded", tuple[Piece, ...])
"""The cards of a hand that were chosen to be discarded."""

ACTIVATED: Final[ops.Block] = (procedures.Announce(), ops.Commit(), procedures.PutOnChain())
"""An effect is announced, can no longer be taken back, and goes on the Chain."""


def core_blocks(
    rows: Mapping[str, int],
    piles: Iterable[str],
    hidden_kinds: Iterable[str],
    chain: ChainPolicy,
) -> dict[str, ops.Block]:
    """Blocks by name; a ruleset may have its own under the same name."""
    blocks: dict[str, ops.Block] = {
        "turn": (procedures.BeginTurn(), procedures.Phases(), procedures.EndTurn()),
        "play-phase": (procedures.OpenPlay(),),
        "trigger": (procedures.Announce(), procedures.PutOnChain()),
        "immediate": (procedures.Interrupt(),),
        "resolve-link": (procedures.Resolve(), procedures.FinishLink()),
        "carry-out": (procedures.Announce(), procedures.Resolve(), procedures.FinishLink()),
    }
    if chain.staggered:
        hidden = set(hidden_kinds)
        kinds = tuple(kind for kind in (*rows, *piles) if kind not in hidden)
        left = Cards(kinds, "any", (AmongBound(name=LEFT.name),))
        blocks["one-by-one"] = (
            procedures.BeginNext(),
            ops.Choose(bind=NEXT.name, cards=left, rules=chain.stagger_rules),
            procedures.ActOnNext(),
        )
    return blocks


def self_summoners(effects: Iterable[Effect]) -> frozenset[str]:
    """The effects that can Special Summon their own card from the hand."""
    return frozenset(e.name for e in effects if "hand" in e.zones and _summons_itself(e.resolve))


def _summons_itself(block: ops.Block) -> bool:
    for op in block:
        match op:
            case ops.SummonSpecially(card="self"):
                return True
            case ops.If(then=then, otherwise=otherwise):
                if _summons_itself(then) or _summons_itself(otherwise):
                    return True
            case ops.Offer(uses=uses):
                if any(_summons_itself(use.block) for use in uses):
                    return True
            case _:
                continue
    return False
