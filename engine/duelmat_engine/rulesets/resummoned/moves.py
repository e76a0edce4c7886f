"""Every kind of act of Resummoned."""

from __future__ import annotations

from duelmat_engine.moves.moments import Readings
from duelmat_engine.ruleset.game import MoveKind, Ruleset
from duelmat_engine.rulesets.resummoned import activations, field, plays


def moves(rules: Ruleset, _readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of act."""
    return (
        *plays.main_plays(),
        *plays.quick_plays(),
        activations.ignite(rules),
        activations.flip(rules),
        field.change_position(),
        field.attack(),
        field.passing(),
    )
