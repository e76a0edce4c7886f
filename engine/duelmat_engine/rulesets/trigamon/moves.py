"""Every kind of open play of Trigamon, and of response."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from duelmat_engine.moves.moments import Test
from duelmat_engine.ruleset.game import MoveKind, Ruleset
from duelmat_engine.rulesets.trigamon import activations, field
from duelmat_engine.rulesets.trigamon.limits import granted_in_break
from duelmat_engine.rulesets.trigamon.summons import summons


def moves(
    exit_procedures: Mapping[str, Test], rules: Ruleset, readings: Mapping[str, str]
) -> tuple[MoveKind, ...]:
    found: list[MoveKind] = [
        *summons(),
        field.set_card(),
        field.set_in_field_zone("field", "TRI-67"),
        field.set_in_field_zone("stadium", "TRI-70"),
        field.set_stream(),
        *activations.activations(rules),
        field.turn_up(),
        field.return_to_hand(),
        field.change_position(readings),
        field.attack(rules),
    ]
    granted = [replace(way, moment=(*way.moment, granted_in_break(way.name))) for way in found]
    return (*granted, field.advance(exit_procedures))


def responses(rules: Ruleset, _readings: Mapping[str, str]) -> tuple[MoveKind, ...]:
    return activations.responses(rules)
