"""Activations by cards on the field: ignition and flip effects."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.actions import Action, Activate
from duelmat_engine.candidates.possible import blocked_at
from duelmat_engine.effects import ops
from duelmat_engine.facts import Lies, Released
from duelmat_engine.moves import activating
from duelmat_engine.moves.asked_of_cards import is_not_negated, is_own, own_scope
from duelmat_engine.moves.moments import rule
from duelmat_engine.moves.sources import own_field
from duelmat_engine.names import zone_kind
from duelmat_engine.ruleset.game import MoveKind, Question, Ruleset
from duelmat_engine.rulesets.resummoned.limits import PRIORITY, held
from duelmat_engine.verdict import When
from duelmat_message import say, written

IGNITION = ("ignition",)
FLIP = ("flip",)
ROWS = ("m", "s")


def _on_own_field(q: Question) -> bool:
    return q.piece is not None and is_own(q) and zone_kind(q.place) in ROWS


def _blocked(q: Question) -> ops.Op | None:
    effect = activating.effect_of(q)
    return None if effect is None else blocked_at(own_scope(q), effect.announce)


def _has_target(q: Question) -> bool:
    op = _blocked(q)
    return not (isinstance(op, ops.Choose) and op.target)


def _has_cost(q: Question) -> bool:
    op = _blocked(q)
    return op is None or (isinstance(op, ops.Choose) and op.target)


def _effect_text(q: Question) -> str:
    effect = activating.effect_of(q)
    return "" if effect is None else written(effect.text)


def _ignitions(q: Question) -> Iterator[Action]:
    assert q.piece is not None
    for name in () if q.card is None or not q.piece.face_up else q.card.effects:
        if q.game.rules.effects[name].use == "ignition":
            yield Activate(name, q.place)


def _flips(q: Question) -> Iterator[Action]:
    assert q.piece is not None
    for name in () if q.card is None or q.piece.face_up else q.card.effects:
        if q.game.rules.effects[name].use == "flip":
            yield Activate(name, q.place, q.piece.key)


def ignite(rules: Ruleset) -> MoveKind:
    return MoveKind(
        name="ignite",
        permitted_by=("RES-602.3", "RES-707.1", "RES-700.2", "RES-602.1"),
        extra_citations=lambda q: (*activating.own_rules(q), *held(q)),
        takes=activating.takes_use(rules, IGNITION),
        sources=own_field,
        suits=activating.has_use(IGNITION),
        actions=_ignitions,
        source_rules=(
            rule(
                "RES-602.3",
                _on_own_field,
                When(say("You control the card on the field."), Lies(("m", "s"))),
            ),
        ),
        moment=(PRIORITY,),
        card=(
            rule(
                "RES-303T.1a",
                lambda q: q.piece is None or q.piece.face_up,
                When(
                    say("The card lies face-up: face-down it has only its flip effects."),
                    Lies(("m", "s"), face_up=True),
                ),
            ),
            rule(
                "RES-708.2",
                is_not_negated,
                When(say("What negates it has left the field."), Released()),
                "G-79",
            ),
        ),
        action=(
            rule("RES-707.1", activating.has_it, activating.use_its_own(IGNITION, "RES-707.1")),
            *activating.need_rules(rules, IGNITION),
            *activating.once_each_turn(rules, IGNITION),
            rule(
                "RES-709.3",
                _has_target,
                lambda q: activating.lacking(
                    q,
                    say("There is something that it can target. {effect}", effect=_effect_text(q)),
                ),
            ),
            rule(
                "RES-707.1",
                _has_cost,
                lambda q: activating.lacking(
                    q, say("You can pay its cost. {effect}", effect=_effect_text(q))
                ),
            ),
        ),
    )


def flip(rules: Ruleset) -> MoveKind:
    return MoveKind(
        name="flip",
        permitted_by=("RES-602.4", "RES-703.1", "RES-602.1"),
        extra_citations=lambda q: (*(() if is_not_negated(q) else ("RES-708.1",)), *held(q)),
        takes=activating.takes_use(rules, FLIP),
        sources=own_field,
        suits=activating.has_use(FLIP),
        actions=_flips,
        source_rules=(
            rule(
                "RES-602.4",
                lambda q: _on_own_field(q) and q.piece is not None and not q.piece.face_up,
                When(
                    say("You control the card on the field, face-down."),
                    Lies(("m", "s"), face_up=False),
                ),
            ),
        ),
        moment=(PRIORITY,),
        action=(
            rule("RES-703.1", activating.has_it, activating.use_its_own(FLIP, "RES-703.1")),
            *activating.need_rules(rules, FLIP),
        ),
    )
