"""When things may be done: own turn, Main Phases, nothing due, and going on to a phase."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from duelmat_engine.actions import Action, Advance
from duelmat_engine.facts import YourPhase, YourTurn
from duelmat_engine.moves.moments import is_open, is_own_turn, leading_to, once_answered
from duelmat_engine.ruleset.game import MoveKind, Question, Rule
from duelmat_engine.ruleset.tables import Exit
from duelmat_engine.rulesets.classic.citations import Citations
from duelmat_engine.state import Piece
from duelmat_engine.verdict import Do, Remedy, When

OWN_TURN_COMES = When("It is your turn.", YourTurn())


def in_main(q: Question) -> bool:
    """The phase is one in which the turn player may summon, Set and activate."""
    return q.duel.phase.startswith("main")


def _when_main(q: Question) -> Remedy:
    if is_own_turn(q):
        for leave in exits_of(q):
            if leave.to.startswith("main"):
                return Do("Go on to the next Main Phase.", f"/{leave.to}")
    return When("It is one of your Main Phases.", YourPhase(("main1", "main2")))


@cache
def own_main(citations: Citations) -> tuple[Rule, ...]:
    """The same rules for every way, which are then asked once."""
    return (
        citations.turn.says(is_own_turn, OWN_TURN_COMES),
        citations.main.says(in_main, _when_main),
        citations.quiet.says(is_open, once_answered),
    )


def exits_of(q: Question) -> tuple[Exit, ...]:
    return next((p.exits for p in q.game.rules.phases if p.name == q.duel.phase), ())


def advance(citations: Citations) -> MoveKind:
    """Going on to a phase that may follow, or ending the turn."""

    def phase(q: Question) -> str:
        assert isinstance(q.action, Advance)
        return q.action.phase

    def is_closed(q: Question, leave: Exit) -> bool:
        return leave.not_on_first_turn and q.duel.turn == 1

    def here(q: Question) -> Iterator[tuple[str, Piece]]:
        yield "", Piece(0, q.seat)

    def actions(q: Question) -> Iterator[Action]:
        for leave in exits_of(q):
            yield Advance(leave.to)

    def onwards(q: Question) -> Remedy:
        there = [e.to for e in exits_of(q) if not is_closed(q, e)]
        if not there:
            return When("The phase has ended by itself.", YourPhase(leading_to(q, phase(q))))
        return Do(f"Phases keep their order: go on to {' or to '.join(there)}.")

    return MoveKind(
        name="advance",
        permitted_by=(citations.phase_order.id,),
        extra_citations=lambda q: next((e.rules for e in exits_of(q) if e.to == phase(q)), ()),
        takes=lambda action: isinstance(action, Advance),
        sources=here,
        actions=actions,
        block="",
        moment=(
            citations.turn.says(is_own_turn, OWN_TURN_COMES),
            citations.quiet.says(is_open, once_answered),
        ),
        action=(
            citations.phase_order.says(lambda q: phase(q) in [e.to for e in exits_of(q)], onwards),
            citations.first_attack.says(
                lambda q: not any(e.to == phase(q) and is_closed(q, e) for e in exits_of(q)),
                When(
                    "It is the second turn of the duel: nobody attacks in the first.",
                    YourTurn(least=2),
                ),
            ),
        ),
    )
