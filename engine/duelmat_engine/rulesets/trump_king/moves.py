"""Every kind of open play of Trump King, and of response."""

from __future__ import annotations

from duelmat_engine.moves.moments import Readings
from duelmat_engine.ruleset.game import MoveKind, Ruleset
from duelmat_engine.rulesets.trump_king import activations, field
from duelmat_engine.rulesets.trump_king.summons import summons
from duelmat_engine.rulesets.trump_king.synchro import synchro


def moves(rules: Ruleset, readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of open play."""
    return (
        *summons(readings),
        synchro(),
        activations.set_card(),
        *activations.activations(rules),
        field.change_position(),
        field.attack(),
        field.advance(),
    )


def responses(rules: Ruleset, _readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of response in a window."""
    return activations.responses(rules)
