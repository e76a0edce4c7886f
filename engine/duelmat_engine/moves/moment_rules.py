"""Rules about the moment: whose turn it is, whether play is open, which rights are used up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from duelmat_engine.actions import Activate
from duelmat_engine.candidates.invalid import once_done
from duelmat_engine.effects.terms import Answers, Condition, Either, Happened, Not
from duelmat_engine.facts import Answered, AnyFact, Asked, YourTurn
from duelmat_engine.names import seat_count
from duelmat_engine.ruleset.game import Question, Rule
from duelmat_engine.verdict import Do, Never, Remedy, When
from duelmat_message import Text, say

Readings = Mapping[str, str]
Test = Callable[[Question], bool]
Remedies = Remedy | Callable[[Question], Remedy]
"""A remedy, or the function that returns it for the case asked about."""
YOUR_TURN: Final = When(say("It is your turn."), YourTurn())


def rule(
    name: str, holds: Test, remedy: Remedies, reading: str = "", concerns: Test | None = None
) -> Rule:
    """A limit under a statement's id, with what would satisfy it.

    `concerns` tells which permitted cases it is about; None: all.
    """
    tell = remedy if callable(remedy) else lambda _: remedy
    return Rule(name, holds, tell, reading, concerns)


def never(name: str, holds: Test, text: Text, reading: str = "") -> Rule:
    """A limit under a statement's id that nothing will lift, and why."""
    return rule(name, holds, Never(text, name), reading)


def do(name: str, holds: Test, text: Text, reading: str = "") -> Rule:
    """A limit under a statement's id, with what to do instead."""
    return rule(name, holds, Do(text), reading)


def when(name: str, holds: Test, text: Text, fact: AnyFact, reading: str = "") -> Rule:
    """A limit under a statement's id, with what has to be so first, in words and as a fact."""
    return rule(name, holds, When(text, fact), reading)


class Citation(NamedTuple):
    """A statement, and the reading by which it is understood."""

    id: str
    reading: str = ""

    def says(self, holds: Test, remedy: Remedies, concerns: Test | None = None) -> Rule:
        """The limit under this statement, as `rule` makes it."""
        return rule(self.id, holds, remedy, self.reading, concerns)


def only_when(test: Test, found: Rule) -> Rule:
    """The same limit, which says something only about the cases that the test picks out."""
    holds, concerns = found.holds, found.concerns
    about: Test = test if concerns is None else lambda q: test(q) and concerns(q)
    return replace(found, holds=lambda q: not test(q) or holds(q), concerns=about)


def by_statement(
    citations: Iterable[Citation],
    statement: Callable[[Question], Citation | None],
    holds: Test,
    remedy: Remedies,
) -> tuple[Rule, ...]:
    """Return the same limit once under each statement, about the cases that fall under it.

    `statement` tells under which of them a case falls; None: the limit is not about it.
    """

    def under(citation: Citation) -> Rule:
        return only_when(lambda q: statement(q) == citation, citation.says(holds, remedy))

    return tuple(map(under, dict.fromkeys(citations)))


def permits(name: str, reading: str = "", concerns: Test | None = None) -> Rule:
    """A statement that is named where it permits something, and refuses nothing."""
    return Rule(name, always_holds, _nothing_lacks, reading, concerns)


def always_holds(_q: Question) -> bool:
    """Whether a statement that only permits is kept."""
    return True


def _nothing_lacks(q: Question) -> Remedy:
    raise AssertionError(q.action)


def is_open(q: Question) -> bool:
    return q.duel.decision is not None and q.duel.decision.kind == "open"


def once_answered(q: Question) -> Remedy:
    """Return the remedy that waits for the pending answer before open play goes on."""
    assert q.duel.decision is not None
    return or_asked(q, once_done(q.duel.decision, q.game, q.seat, Answered()))


def own_turn(citation: Citation) -> Rule:
    """It is the player's turn."""
    return citation.says(is_own_turn, YOUR_TURN)


def open_play(citation: Citation) -> Rule:
    """Play is open: nothing else is asked."""
    return citation.says(is_open, once_answered)


def or_asked(q: Question, remedy: Remedy) -> Remedy:
    """Return the remedy; a card that answers an event waits not for open play but to be asked."""
    if isinstance(q.action, Activate):
        effect = q.game.rules.effects.get(q.action.effect)
        if effect is not None and any(about_window(need.when) for need in effect.needs):
            return When(say("You are asked whether you respond."), Asked())
    return remedy


def about_window(condition: Condition) -> bool:
    """Whether a condition asks for something that has just happened."""
    match condition:
        case Happened() | Answers():
            return True
        case Not(when=inner):
            return about_window(inner)
        case Either(facts=facts):
            return any(map(about_window, facts))
        case _:
            return False


def leading_to(q: Question, phase: str) -> tuple[str, ...]:
    """The phases from which a player goes on to this one, from the second turn on."""
    phases = q.game.rules.phases
    return tuple(p.name for p in phases if any(e.to == phase and e.is_of(2) for e in p.exits))


def is_own_turn(q: Question) -> bool:
    return q.duel.turn_seat == q.seat


def times_used(q: Question, name: str) -> int:
    """Return the number of times the player has used this right in this turn."""
    return q.duel.turn_counters.get(seat_count(q.seat, name), 0)


@dataclass(frozen=True, slots=True)
class Unused:
    """The test that a player has not used up a right in this turn."""

    right: str

    def __call__(self, q: Question) -> bool:
        return not q.duel.turn_counters.get(seat_count(q.seat, self.right))
