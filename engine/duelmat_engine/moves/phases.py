"""Going on to a phase: the exits of the phase that is, and the move that all graphs share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from duelmat_engine.actions import Action, Advance
from duelmat_engine.board.scope import WHENCE
from duelmat_engine.caches import cached_by_identity
from duelmat_engine.facts import YourPhase, YourTurn
from duelmat_engine.moves.moment_rules import Citation, is_own_turn, leading_to
from duelmat_engine.moves.sources import nothing
from duelmat_engine.ruleset.game import MoveKind, Question, Rule
from duelmat_engine.ruleset.tables import BACK, Exit, Phase
from duelmat_engine.verdict import Do, Never, Remedy, When
from duelmat_message import listed, ref, say

MAIN_PHASES: Final = ("main1", "main2")


def exits_of(q: Question) -> tuple[Exit, ...]:
    phase = q.game.rules.named_phases.get(q.duel.phase)
    return () if phase is None else phase.exits


def phase_of(q: Question) -> str:
    """The phase to which the action asked about leads."""
    assert isinstance(q.action, Advance)
    return q.action.phase


def exit_of(q: Question) -> Exit | None:
    """Return the exit that the action takes; None: the phase has no such one."""
    return next((e for e in exits_of(q) if e.to == phase_of(q)), None)


def exit_rules(q: Question) -> tuple[str, ...]:
    leave = exit_of(q)
    return () if leave is None else leave.rules


def exit_actions(q: Question) -> tuple[Action, ...]:
    return _advances(exits_of(q))


@cached_by_identity
def _advances(exits: tuple[Exit, ...]) -> tuple[Action, ...]:
    return tuple(Advance(leave.to) for leave in exits)


def in_phase(phase: str, citation: Citation) -> Rule:
    """It is this phase, or its player goes on to it where that may be done."""

    def remedy(q: Question) -> Remedy:
        title = q.game.rules.phase(phase).title
        if any(leave.to == phase and leave.is_of(q.duel.turn) for leave in exits_of(q)):
            return Do(say("Go on to the {phase}.", phase=title), f"/{phase}")
        return When(say("It is your {phase}.", phase=title), YourPhase((phase,)))

    return citation.says(lambda q: q.duel.phase == phase, remedy)


def in_main_phase(citation: Citation, onwards: str = "") -> Rule:
    """It is a Main Phase; `onwards` advises to go on to the next one, where that may be done."""

    def remedy(q: Question) -> Remedy:
        for leave in exits_of(q) if is_own_turn(q) else ():
            if leave.to in MAIN_PHASES:
                return Do(onwards, f"/{leave.to}")
        return When(say("It is one of your Main Phases."), YourPhase(MAIN_PHASES))

    return citation.says(lambda q: q.duel.phase in MAIN_PHASES, remedy)


def following(phases: Mapping[str, Phase], names: Iterable[str]) -> set[str]:
    """Return these phases, and all that may come after them in the same turn."""
    reached: set[str] = set()
    ahead = list(names)
    while ahead:
        name = ahead.pop()
        if name in phases and name not in reached:
            reached.add(name)
            ahead += [phases[name].then, *(leave.to for leave in phases[name].exits)]
    return reached


def _ahead(q: Question, way: str) -> set[str]:
    """Return the phases that this way leads to, at once or later in the turn."""
    if way == BACK:
        way = next((back for frame in q.duel.frames if (back := WHENCE.of(frame.bound))), way)
    return following(q.game.rules.named_phases, (way,))


def in_order(q: Question, ways: Iterable[str], order: str) -> Remedy:
    """Advise to go on by one of these ways, or to wait until the phase asked for may come again.

    `order` is the statement by which phases keep their order.
    """
    phases, wanted = q.game.rules.named_phases, phase_of(q)
    there = [way for way in ways if wanted not in phases or wanted in _ahead(q, way)]
    if there:
        onwards = listed((say("to {phase}", phase=ref(f"/{way}", way)) for way in there), "or")
        return Do(say("Phases keep their order: go on {ways}.", ways=onwards))
    before = leading_to(q, wanted)
    if not before:
        title = ref(f"/{wanted}", phases[wanted].title)
        text = say("Phases keep their order, and {phase} begins by itself.", phase=title)
        return Never(text, order)
    titles = listed((phases[name].title for name in before), "or")
    text = say("It is your {phases} again: phases keep their order.", phases=titles)
    return When(text, YourPhase(before))


def keeping_order(order: Citation, first_turn: Citation, closed: str) -> tuple[Rule, Rule]:
    """Return the limits of a turn whose phases follow each other.

    `order` says that phases keep their order, `first_turn` which of them the first turn of the
    duel has not, and `closed` so in words.
    """

    def onwards(q: Question) -> Remedy:
        there = [e.to for e in exits_of(q) if e.is_of(q.duel.turn)]
        if not there:
            over = say("The phase has ended by itself.")
            return When(over, YourPhase(leading_to(q, phase_of(q))))
        return in_order(q, there, order.id)

    def follows(q: Question) -> bool:
        leave = exit_of(q)
        return leave is not None and (not leave.only_on_first_turn or q.duel.turn == 1)

    def is_there(q: Question) -> bool:
        leave = exit_of(q)
        return leave is None or not leave.not_on_first_turn or q.duel.turn > 1

    later = say("It is the second turn of the duel: {closed}.", closed=closed)
    return (
        order.says(follows, onwards),
        first_turn.says(is_there, When(later, YourTurn(least=2))),
    )


def advance(
    *permitted_by: str,
    moment: tuple[Rule, ...],
    action: tuple[Rule, ...],
    extra_citations: Callable[[Question], tuple[str, ...]] = exit_rules,
) -> MoveKind:
    """Going on to a phase that may follow, or ending the turn, within these limits."""
    return MoveKind(
        name="advance",
        permitted_by=permitted_by,
        extra_citations=extra_citations,
        takes=lambda action: isinstance(action, Advance),
        sources=nothing,
        actions=exit_actions,
        moment=moment,
        action=action,
    )
