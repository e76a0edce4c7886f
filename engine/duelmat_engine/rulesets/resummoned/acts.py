"""What is done with cards on the field: effects, flips, positions, battles; and passing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from duelmat_engine.actions import Action, Activate, Attack, Pass, Turn
from duelmat_engine.board.derive import derive
from duelmat_engine.candidates.possible import blocked_at
from duelmat_engine.effects import ops
from duelmat_engine.facts import BattleOver, Lies, NextTurn, Released, YourPhase
from duelmat_engine.moves.activating import (
    effect_of,
    has_it,
    has_use,
    lacking,
    need_rules,
    once_each_turn,
    own_effects,
    own_rules,
    takes_use,
)
from duelmat_engine.moves.asked_of_cards import is_own, own_scope
from duelmat_engine.moves.attacking import NEXT_BATTLE, attack_of, is_attack
from duelmat_engine.moves.moments import YOUR_TURN, is_own_turn, rule
from duelmat_engine.moves.phases import in_phase
from duelmat_engine.moves.sources import nothing, row
from duelmat_engine.moves.turning import has_not_attacked, has_not_turned, is_longer_there, turn_of
from duelmat_engine.names import Seat, zone, zone_kind, zone_seat
from duelmat_engine.ruleset.game import MoveKind, Question, Ruleset
from duelmat_engine.rulesets.resummoned.limits import (
    MAIN_PHASES,
    NEXT_TURN,
    PRIORITY,
    monsters_of,
    opponents,
)
from duelmat_engine.state import Piece
from duelmat_engine.verdict import Do, Never, Remedy, When

IGNITION = ("ignition",)
FLIP = ("flip",)
ROWS = ("m", "s")


def _own_field(q: Question) -> Iterator[tuple[str, Piece]]:
    yield from row(q, "m")
    yield from row(q, "s")


def _on_own_field(q: Question) -> bool:
    return q.piece is not None and is_own(q) and zone_kind(q.place) in ROWS


def _held(q: Question) -> tuple[str, ...]:
    """A card of another's deck is its controller's to use (RES-300.3)."""
    return ("RES-300.3",) if q.piece is not None and q.piece.owner != q.seat else ()


# Effects


def _blocked(q: Question) -> ops.Op | None:
    effect = effect_of(q)
    return None if effect is None else blocked_at(own_scope(q), effect.announce)


def _has_target(q: Question) -> bool:
    op = _blocked(q)
    return not (isinstance(op, ops.Choose) and op.target)


def _has_cost(q: Question) -> bool:
    op = _blocked(q)
    return op is None or (isinstance(op, ops.Choose) and op.target)


def _its_own(uses: tuple[str, ...], name: str) -> Callable[[Question], Remedy]:
    """What the card in question can be used for instead."""

    def remedy(q: Question) -> Remedy:
        own = [effect.text.rstrip(".") for effect in own_effects(q, uses)]
        told = f"; its own: {' or '.join(own)}" if own else ", and none to be used now"
        return Never(f"It has no such effect{told}.", name)

    return remedy


def _effect_text(q: Question) -> str:
    effect = effect_of(q)
    return "" if effect is None else effect.text


def _not_negated(q: Question) -> bool:
    return q.piece is None or derive(q.duel, q.game).negated_by(q.piece, q.seat) is None


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
        extra_citations=lambda q: (*own_rules(q), *_held(q)),
        takes=takes_use(rules, IGNITION),
        sources=_own_field,
        suits=has_use(IGNITION),
        actions=_ignitions,
        source_rules=(
            rule(
                "RES-602.3",
                _on_own_field,
                When("You control the card on the field.", Lies(("m", "s"))),
            ),
        ),
        moment=(PRIORITY,),
        card=(
            rule(
                "RES-303T.1a",
                lambda q: q.piece is None or q.piece.face_up,
                When(
                    "The card lies face-up: face-down it has only its flip effects.",
                    Lies(("m", "s"), face_up=True),
                ),
            ),
            rule(
                "RES-708.2",
                _not_negated,
                When("What negates it has left the field.", Released()),
                "G-79",
            ),
        ),
        action=(
            rule("RES-707.1", has_it, _its_own(IGNITION, "RES-707.1")),
            *need_rules(rules, IGNITION),
            *once_each_turn(rules, IGNITION),
            rule(
                "RES-709.3",
                _has_target,
                lambda q: lacking(q, f"There is something that it can target. {_effect_text(q)}"),
            ),
            rule(
                "RES-707.1",
                _has_cost,
                lambda q: lacking(q, f"You can pay its cost. {_effect_text(q)}"),
            ),
        ),
    )


def _negated_flip(q: Question) -> tuple[str, ...]:
    """A flip effect is not negated, even where other effects of the card are (RES-708.1)."""
    return () if _not_negated(q) else ("RES-708.1",)


def flip(rules: Ruleset) -> MoveKind:
    return MoveKind(
        name="flip",
        permitted_by=("RES-602.4", "RES-703.1", "RES-602.1"),
        extra_citations=lambda q: (*_negated_flip(q), *_held(q)),
        takes=takes_use(rules, FLIP),
        sources=_own_field,
        suits=has_use(FLIP),
        actions=_flips,
        source_rules=(
            rule(
                "RES-602.4",
                lambda q: _on_own_field(q) and q.piece is not None and not q.piece.face_up,
                When(
                    "You control the card on the field, face-down.",
                    Lies(("m", "s"), face_up=False),
                ),
            ),
        ),
        moment=(PRIORITY,),
        action=(
            rule("RES-703.1", has_it, _its_own(FLIP, "RES-703.1")),
            *need_rules(rules, FLIP),
        ),
    )


# Positions


def change_position() -> MoveKind:
    def toggles(q: Question) -> bool:
        turn = turn_of(q)
        return q.piece is None or (
            turn.upright != q.piece.upright and turn.face_up == q.piece.face_up
        )

    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        yield Turn(q.place, upright=not q.piece.upright, face_up=q.piece.face_up)

    def in_monster_zone(q: Question) -> bool:
        return q.piece is not None and is_own(q) and zone_kind(q.place) == "m"

    return MoveKind(
        name="change-position",
        permitted_by=("RES-606.3", "RES-407.2"),
        extra_citations=_held,
        takes=lambda action: isinstance(action, Turn),
        sources=lambda q: row(q, "m"),
        actions=actions,
        source_rules=(
            rule(
                "RES-606.3",
                in_monster_zone,
                When("You control the monster, in a Monster Zone.", Lies(("m",))),
            ),
        ),
        moment=(
            PRIORITY,
            rule("RES-606.3", is_own_turn, YOUR_TURN),
            rule(
                "RES-606.3",
                lambda q: q.duel.phase in MAIN_PHASES,
                When("It is one of your Main Phases.", YourPhase(("main1", "main2"))),
            ),
        ),
        card=(
            rule(
                "RES-606.3a",
                has_not_turned,
                When(
                    "It is your next turn: its position has been changed in this one.", NextTurn()
                ),
            ),
            rule(
                "RES-606.3b",
                is_longer_there,
                When("It is your next turn: it came to the field in this one.", NextTurn()),
            ),
        ),
        action=(
            rule(
                "RES-407.2",
                toggles,
                Do("Turn it to its other position, and leave its face as it is."),
                "G-82",
            ),
        ),
    )


# Battles


def _target_seat(q: Question) -> Seat | None:
    """The player whom a direct attack is aimed at; None: an attack on a monster, or unclear."""
    target = attack_of(q).target
    if target is None:
        others = opponents(q)
        return others[0] if len(others) == 1 else None
    return zone_seat(target) if zone_kind(target) == "pile" else None


def _is_direct(q: Question) -> bool:
    target = attack_of(q).target
    return target is None or zone_kind(target) == "pile"


def _valid_monster(q: Question) -> bool:
    target = attack_of(q).target
    if target is None or _is_direct(q):
        return True
    other = zone_seat(target)
    return other in opponents(q) and target in monsters_of(q, other)


def _valid_player(q: Question) -> bool:
    if not _is_direct(q):
        return True
    seat = _target_seat(q)
    return seat is not None and seat in opponents(q) and not monsters_of(q, seat)


def _aims(q: Question) -> Iterator[str | None]:
    others = opponents(q)
    for seat in others:
        yield from monsters_of(q, seat)
    for seat in others:
        if not monsters_of(q, seat):
            yield None if len(others) == 1 else zone(seat, "pile")


def _choose_aim(q: Question) -> Remedy:
    names = ", ".join("the opponent directly" if a is None else a for a in _aims(q))
    return Do(f"Attack one of: {names}.")


def attack() -> MoveKind:
    def actions(q: Question) -> Iterator[Action]:
        return (Attack(q.place, target) for target in _aims(q))

    def is_monster(q: Question) -> bool:
        return q.piece is not None and is_own(q) and zone_kind(q.place) == "m"

    def no_battle(q: Question) -> bool:
        return all(frame.block != "battle" for frame in q.duel.frames)

    return MoveKind(
        name="attack",
        permitted_by=("RES-607.2", "RES-709.1b"),
        extra_citations=lambda q: (*(("RES-607.3",) if _is_direct(q) else ()), *_held(q)),
        takes=is_attack,
        sources=lambda q: row(q, "m"),
        actions=actions,
        block="battle",
        source_rules=(
            rule(
                "RES-607.2a",
                is_monster,
                When("You control the monster, in a Monster Zone.", Lies(("m",))),
            ),
        ),
        moment=(
            PRIORITY,
            rule("RES-607.2", is_own_turn, YOUR_TURN),
            in_phase("battle", partial(rule, "RES-607.2")),
            rule(
                "RES-607.3e",
                no_battle,
                When("The battle that has been declared is over.", BattleOver()),
            ),
        ),
        card=(
            rule(
                "RES-607.2a",
                lambda q: q.piece is None or q.piece.upright,
                When(
                    "It is in Attack Position; in a Main Phase it may be turned to it.",
                    Lies(("m",), upright=True),
                ),
                "G-75",
            ),
            rule("RES-607.2d", has_not_attacked, NEXT_BATTLE),
            rule(
                "RES-607.2e",
                is_longer_there,
                NEXT_TURN,
            ),
        ),
        action=(
            rule("RES-607.2b", _valid_monster, _choose_aim, "G-80"),
            rule("RES-607.2c", _valid_player, _choose_aim, "G-80"),
        ),
    )


def passing() -> MoveKind:
    return MoveKind(
        name="pass",
        permitted_by=("RES-601.1", "RES-600.2"),
        takes=lambda action: isinstance(action, Pass),
        sources=nothing,
        actions=lambda _: iter((Pass(),)),
        moment=(PRIORITY,),
    )
