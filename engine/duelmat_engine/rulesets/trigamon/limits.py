"""The limits that several moves of Trigamon share, under its statements."""

from __future__ import annotations

from functools import cache

from duelmat_engine.facts import YourPhase
from duelmat_engine.moves import moment_rules
from duelmat_engine.ruleset.game import Question, Rule
from duelmat_engine.rulesets.trigamon.phases import BATTLES, BREAK, MAINS
from duelmat_engine.steps.transitions import allowed_inserted
from duelmat_engine.verdict import When
from duelmat_message import Text, say

INHERITED = "G-17"
"""The reading by which what the document is silent on is inherited from the parent game."""
ZONES = (f"{INHERITED}.zones", INHERITED)
"""The part of it by which a card needs a free zone."""

TURN = moment_rules.Citation("TRI-03", "G-01")
OWN_TURN = moment_rules.own_turn(TURN)
QUIET = moment_rules.open_play(moment_rules.Citation(f"{INHERITED}.quiet", INHERITED))


def undefined(name: str, what: Text, holds: moment_rules.Test, reading: str = INHERITED) -> Rule:
    """Return a rule for what the document leaves undefined: a judge has to rule."""
    told = say("The document does not define {what}; a judge has to rule.", what=what)
    return moment_rules.never(name, holds, told, reading)


def in_phases(name: str, phases: tuple[str, ...], told: Text) -> Rule:
    """The act belongs to these phases; an effect may grant it in the Break Phase."""
    open_in = (*phases, BREAK)
    return moment_rules.when(name, lambda q: q.duel.phase in open_in, told, YourPhase(phases))


@cache
def main_phase(name: str) -> Rule:
    """The act is one of those that the Main Phases offer; the Standby Phase is named apart."""
    return in_phases(name, MAINS, say("It is one of your Main Phases."))


def battle_phase(name: str) -> Rule:
    return in_phases(name, BATTLES, say("It is a Battle Phase of yours."))


def not_in(phase: str, name: str, text: Text) -> Rule:
    """Return the rule that a phase does not offer something."""
    found = moment_rules.rule(name, lambda _: False, When(text))
    return moment_rules.only_when(lambda q: q.duel.phase == phase, found)


_OVER = say("The Standby Phase is over: it offers nothing of the kind.")
_LEFT = say("You have left the Dread Phase: it offers only effects above Speed 2, and exits.")
NOT_IN_STANDBY = not_in("standby", "TRI-12", _OVER)
NOT_IN_DREAD = not_in("dread", "TRI-38", _LEFT)


def own_phase(*phase: Rule) -> tuple[Rule, ...]:
    """Return the limits of what a player does in an own phase, while play is open."""
    own, *others = unlisted(*phase)
    return (own, NOT_IN_STANDBY, *others)


def unlisted(*phase: Rule) -> tuple[Rule, ...]:
    """Return the limits of the same, where the Standby Phase does not name it apart."""
    return (OWN_TURN, NOT_IN_DREAD, *phase, QUIET)


def granted_in_break(move: str) -> Rule:
    """In the Break Phase only what the effect grants that led there (TRI-39)."""
    over = say("The Break Phase is over: the effect that ordered it does not grant this.")
    granted = moment_rules.when(
        "TRI-39", lambda q: move in (allowed_inserted(q.duel) or ()), over, YourPhase(MAINS)
    )
    return moment_rules.only_when(lambda q: q.duel.phase == BREAK, granted)


def has_right(name: str, grant: str) -> moment_rules.Test:
    """Whether a right may still be used in this turn, with the uses that were granted."""

    def holds(q: Question) -> bool:
        used = moment_rules.times_used
        return not q.duel.turn_counters or used(q, name) < 1 + used(q, grant)

    return holds
