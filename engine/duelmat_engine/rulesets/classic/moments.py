"""Rules about the moment: own turn, Main Phases, nothing due, and going on to a phase."""

from __future__ import annotations

from functools import cache

from duelmat_engine.facts import YourPhase
from duelmat_engine.moves import moments, phases
from duelmat_engine.moves.phases import exits_of
from duelmat_engine.ruleset.game import MoveKind, Question, Rule
from duelmat_engine.rulesets.classic.citations import Citations
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_message import say


def _when_main(q: Question) -> Remedy:
    if moments.is_own_turn(q):
        for leave in exits_of(q):
            if leave.to.startswith("main"):
                return Do(say("Go on to the next Main Phase."), f"/{leave.to}")
    return When(say("It is one of your Main Phases."), YourPhase(("main1", "main2")))


@cache
def own_main(citations: Citations) -> tuple[Rule, ...]:
    """The same rules for every way, which are then asked once."""
    return (
        moments.own_turn(citations.turn),
        citations.main.says(lambda q: q.duel.phase.startswith("main"), _when_main),
        moments.open_play(citations.quiet),
    )


def advance(citations: Citations) -> MoveKind:
    """Going on to a phase that may follow, or ending the turn."""
    return phases.advance(
        (citations.phase_order.id,),
        moment=(moments.own_turn(citations.turn), moments.open_play(citations.quiet)),
        order=citations.phase_order,
        first_turn=citations.first_attack,
        closed=say("nobody attacks in the first"),
    )
