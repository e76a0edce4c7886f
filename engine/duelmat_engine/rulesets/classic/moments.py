"""Rules about the moment: own turn, Main Phases, nothing due, and going on to a phase."""

from __future__ import annotations

from functools import cache

from duelmat_engine.facts import YourPhase
from duelmat_engine.moves import phases
from duelmat_engine.moves.moments import (
    is_own_turn,
    open_play,
    own_turn,
)
from duelmat_engine.moves.phases import exits_of
from duelmat_engine.ruleset.game import MoveKind, Question, Rule
from duelmat_engine.rulesets.classic.citations import Citations
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_message import say


def in_main(q: Question) -> bool:
    """The phase is one in which the turn player may summon, Set and activate."""
    return q.duel.phase.startswith("main")


def _when_main(q: Question) -> Remedy:
    if is_own_turn(q):
        for leave in exits_of(q):
            if leave.to.startswith("main"):
                return Do(say("Go on to the next Main Phase."), f"/{leave.to}")
    return When(say("It is one of your Main Phases."), YourPhase(("main1", "main2")))


@cache
def own_main(citations: Citations) -> tuple[Rule, ...]:
    """The same rules for every way, which are then asked once."""
    return (
        own_turn(citations.turn),
        citations.main.says(in_main, _when_main),
        open_play(citations.quiet),
    )


def advance(citations: Citations) -> MoveKind:
    """Going on to a phase that may follow, or ending the turn."""
    return phases.advance(
        (citations.phase_order.id,),
        moment=(
            own_turn(citations.turn),
            open_play(citations.quiet),
        ),
        order=citations.phase_order,
        first_turn=citations.first_attack,
        closed=say("nobody attacks in the first"),
    )
