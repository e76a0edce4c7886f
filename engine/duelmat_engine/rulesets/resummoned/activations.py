"""Activations by cards on the field: ignition and flip effects."""

from __future__ import annotations

from dataclasses import replace

from duelmat_engine.candidates.possible import blocked
from duelmat_engine.effects import ops
from duelmat_engine.facts import LaterTurn, Lies, Released
from duelmat_engine.moves import activating
from duelmat_engine.moves.card_rules import is_in, is_not_negated, lies_in, own_scope
from duelmat_engine.moves.moment_rules import rule, when
from duelmat_engine.moves.sources import lying_in
from duelmat_engine.moves.turning import flips
from duelmat_engine.names import ROW_KINDS, zone_kind
from duelmat_engine.ruleset.game import MoveKind, Question, Ruleset
from duelmat_engine.rulesets.resummoned.limits import PRIORITY, held
from duelmat_engine.verdict import Remedy, When
from duelmat_message import say, written

IGNITION = ("ignition",)
FLIP = ("flip",)


def _blocked(q: Question, *, target: bool) -> ops.Op | None:
    """The first target that the effect lacks, or else the first of what it costs."""
    lacking = blocked(own_scope(q), activating.effect_of(q).announce)
    targets = ((op, isinstance(op, ops.Choose) and op.target) for op in lacking)
    return next((op for op, is_target in targets if is_target == target), None)


def _effect_text(q: Question) -> str:
    return written(activating.effect_of(q).text)


def ignite(rules: Ruleset) -> MoveKind:
    controlled = say("You control the card on the field, face-up.")
    up = say("The card lies face-up: face-down it has only its flip effects.")
    released = say("What negates it has left the field.")
    used = When(say("It is a later turn: you have used it in this one."), LaterTurn())

    def has_face(q: Question) -> bool:
        return not flips(q) or zone_kind(q.place) not in ROW_KINDS

    def targeted(q: Question) -> Remedy:
        text = say("There is something that it can target. {effect}", effect=_effect_text(q))
        return When(text, activating.lack_at(own_scope(q), _blocked(q, target=True)))

    def paid(q: Question) -> Remedy:
        text = say("You can pay its cost. {effect}", effect=_effect_text(q))
        return When(text, activating.lack_at(own_scope(q), _blocked(q, target=False)))

    return replace(
        activating.activation(rules, "ignite", IGNITION, lying_in(*ROW_KINDS, face_up=True)),
        permitted_by=("RES-602.3", "RES-707.1", "RES-700.2", "RES-602.1"),
        extra_citations=lambda q: (*activating.own_rules(q), *held(q)),
        source_rules=(when("RES-602.3", is_in(*ROW_KINDS), controlled, Lies(ROW_KINDS, True)),),
        moment=(PRIORITY,),
        card=(
            when("RES-303T.1a", has_face, up, Lies(ROW_KINDS, face_up=True)),
            when("RES-708.2", is_not_negated, released, Released(), "G-79"),
        ),
        action=(
            rule("RES-707.1", activating.has_it, activating.use_its_own(IGNITION, "RES-707.1")),
            *activating.text_rules(rules, IGNITION, used),
            rule("RES-709.3", lambda q: _blocked(q, target=True) is None, targeted),
            rule("RES-707.1", lambda q: _blocked(q, target=False) is None, paid),
        ),
    )


def flip(rules: Ruleset) -> MoveKind:
    down = say("You control the card on the field, face-down.")
    return replace(
        activating.activation(rules, "flip", FLIP, lying_in(*ROW_KINDS, face_up=False)),
        permitted_by=("RES-602.4", "RES-703.1", "RES-602.1"),
        extra_citations=lambda q: (*(() if is_not_negated(q) else ("RES-708.1",)), *held(q)),
        source_rules=(lies_in("RES-602.4", down, *ROW_KINDS, face_up=False),),
        moment=(PRIORITY,),
        action=(
            rule("RES-703.1", activating.has_it, activating.use_its_own(FLIP, "RES-703.1")),
            *activating.text_rules(rules, FLIP),
        ),
    )
