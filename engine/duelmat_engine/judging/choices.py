"""Choosing a card, and placing one that an effect brings: what may be done, by which rules.

A choice is limited by the operation that asks for it: by its filters, each under its own rule,
and by the zones it looks into, under the operation's first rule, as are filters without a rule.
With that rule off any card on the table may be chosen.

The zone of a card is limited by the first rule of the operation that brings it; face and position
by it, by the ruleset's rule for them, or by the card's own text. With all of them off it may be
laid in any row where nothing lies, any way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from duelmat_engine.actions import Choose, Play
from duelmat_engine.board import columns
from duelmat_engine.board.derive import barred, derive
from duelmat_engine.board.evaluate import failing, passes, select
from duelmat_engine.board.refs import lookup, ref_of
from duelmat_engine.board.scope import Scope, free_zones, is_on_field, still_in, zones_of
from duelmat_engine.candidates.asked import current_op, is_hidden, limit_of, one_of, scope_of
from duelmat_engine.candidates.choosable import (
    Bringing,
    left_in_any_order,
    left_to_choose,
    next_brought,
)
from duelmat_engine.candidates.possible import candidates, is_playable, kept_from
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.terms import Cards, MayCome, Playable
from duelmat_engine.names import CardKey, Seat, ZoneName, is_key, zone_kind
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Decision, Duel, Located, Piece, card_at, replace
from duelmat_engine.verdict import Broken, Cited, Do, Verdict, malformed, ruling
from duelmat_engine.visibility.dealing import possible_at
from duelmat_message import Text, listed, ref, say


def choices(
    duel: Duel, game: Game, decision: Decision, *, in_order: bool = True
) -> list[tuple[str, Piece]]:
    """Return the cards that the choice at the top frame may still take, with their references.

    Of several those are listed that come next in the order in which they lie; they may be chosen
    in any other.
    """
    op = current_op(game.blocks, duel.frames)
    assert isinstance(op, ops.Choose)
    conceals = not duel.closed and not op.aloud and duel.viewer != decision.seat
    found: list[tuple[str, Piece]] = []
    for name, p in _open_to_choice(scope_of(duel, game), op, limit_of(decision), in_order):
        unsaid = conceals and p.shown and not p.face_up and is_hidden(game, name)
        found.append((name if unsaid else ref_of(game, name, p), p))
    return found


def _open_to_choice(scope: Scope, op: ops.Choose, limit: str, in_order: bool) -> list[Located]:
    if scope.game.is_on(limit):
        return left_to_choose(scope, op) if in_order else left_in_any_order(scope, op)
    left = left_in_any_order(scope, op)
    later = {p.oid for _, p in candidates(scope, op.cards)} - {p.oid for _, p in left}
    kept = tuple(f for f in op.cards.that if f.rule)
    return [
        (name, p)
        for name, p in _on_table(scope, op)
        if p.oid not in later
        and (p.key is None or (passes(scope, p, kept) and not any(_kept_out(scope, op, p))))
    ]


def _kept_out(scope: Scope, op: ops.Choose, piece: Piece) -> Iterator[str]:
    """Yield the rules other than those of the choice that keep a card from what it is for."""
    for wanted in op.cards.that:
        if isinstance(wanted, MayCome):
            yield from barred(scope, piece)
        elif isinstance(wanted, Playable):
            yield from kept_from(scope, piece, wanted)


def _on_table(scope: Scope, op: ops.Choose) -> list[Located]:
    """Return all cards of the table but those that were taken, the zones of the choice first."""
    zones = scope.game.rules.zones
    kinds = dict.fromkeys((*op.cards.zones, *zones.rows, *zones.piles))
    places = zones_of(scope, tuple(kinds), "any")
    chosen = {p.oid for p in scope.pieces(op.bind)}
    there = ((name, piece) for name in places for piece in scope.world.zones.get(name, ()))
    return [(name, p) for name, p in there if p.oid not in chosen]


def judge_choice(duel: Duel, game: Game, decision: Decision, action: Choose) -> Verdict:
    """The ruling on one card."""
    ref = action.card
    op = current_op(game.blocks, duel.frames)
    assert isinstance(op, ops.Choose)
    scope = scope_of(duel, game)
    legal = dict(choices(duel, game, decision, in_order=False))
    found = lookup(duel, ref)
    if ref in legal and action.place in ("", None if found is None else found[0]):
        return ruling((), decision.rules)
    advice = Do(one_of(listed(map(card_at, legal), ",")))
    meant = _disambiguated(duel, game, op, action)
    there = _on_table(scope, op)
    if meant is None or all(p.oid != meant[1].oid for _, p in there):
        return malformed(decision.rules, advice)
    name, piece = meant
    broken = [(cite, advice) for cite in _misfits(scope, op, piece, limit_of(decision))]
    seen_there = is_key(ref) and piece.face_up and is_on_field(game, name)
    supposed = piece.key is not None and found is None
    if broken or supposed or (seen_there and any(p.oid == piece.oid for p in legal.values())):
        return ruling(broken, decision.rules)
    return malformed(decision.rules, advice)


def _disambiguated(duel: Duel, game: Game, op: ops.Choose, action: Choose) -> Located | None:
    """The card that an answer names; an unseen one taken for what it is named as."""
    ref = action.card
    found = lookup(duel, ref)
    if found is not None or not is_key(ref):
        return found if found is None or action.place in ("", found[0]) else None
    scope = scope_of(duel, game)
    for name, piece in candidates(scope, Cards(op.cards.zones, op.cards.whose)):
        wanted = action.place in ("", name)
        if wanted and piece.key is None and ref in possible_at(duel, name):
            return name, replace(piece, key=CardKey(ref))
    return None


def _misfits(scope: Scope, op: ops.Choose, piece: Piece, limit: str) -> Iterator[Cited]:
    """The rules by which a card may not be chosen: each filter is asked by itself."""
    there = select(scope, Cards(op.cards.zones, op.cards.whose))
    own = tuple(f for f in op.cards.that if not isinstance(f, MayCome | Playable))
    failed = list(failing(scope, piece, own))
    uses = (f for f in op.cards.that if isinstance(f, Playable))
    failed += [wanted for wanted in uses if not is_playable(scope, piece, wanted)]
    outside = all(p.oid != piece.oid for _, p in there)
    if (outside or any(not f.rule for f in failed)) and scope.game.is_on(limit):
        yield Cited(limit)
    for wanted in failed:
        if wanted.rule:
            yield Cited(wanted.rule, wanted.reading)
    yield from map(Cited, _kept_out(scope, op, piece))


EITHER = (True, False)
_WAYS: Final = {"attack": (True, True), "defense": (True, False), "face-down": (False, False)}
"""The positions of a Special Summon: whether the card lies face-up, and upright."""


class Limit(NamedTuple):
    """One of the ways in which a card may lie, and the rule and reading that say so."""

    wanted: bool
    rule: str
    reading: str = ""


class Placing(NamedTuple):
    """A card to be placed: its name in actions, its new player, and the ways it may lie."""

    ref: str
    seat: Seat
    move: str
    row: str
    rule: str
    """The rule that limits the zone."""
    fits: str
    """The rule that limits the row."""
    faces: tuple[Limit, ...] = ()
    """Face-up, or face-down."""
    positions: tuple[Limit, ...] = ()
    """In Attack Position, or in Defense Position."""
    ways: tuple[tuple[bool, bool], ...] = ()
    """Of one that may lie face-down too: face-up or not with upright or not, by `rule`; empty:
    every way that faces and positions allow."""


def placing_asked(duel: Duel, game: Game, decision: Decision) -> Placing:
    """Return the placing that a "place" decision asks for, by the limits that are on."""
    op = current_op(game.blocks, duel.frames)
    assert isinstance(op, Bringing)
    brought = next_brought(duel, game, op)
    assert brought is not None
    place, piece, seat, row = brought
    card, rule = ref_of(game, place, piece), limit_of(decision)
    printed = None if piece.key is None else game.rules.card(piece.key)
    if isinstance(op, ops.PutOnField):
        where = game.rules.citations.placing
        by = where.get("", rule), where.get(row, rule)
        return Placing(card, seat, op.move, row, *by, *_put(game, op, printed, row, rule))
    if isinstance(op, ops.SetCard):
        down, flat = Limit(wanted=False, rule=rule), Limit(wanted=True, rule=rule)
        return Placing(card, seat, "effect-set", row, rule, rule, _on(game, down), _on(game, flat))
    text = derive(duel, game).restricted("defense", None, printed, seat)
    upright = [Limit(wanted=True, rule=name) for name in (text.rules if text else ())]
    if isinstance(op, ops.SummonTopOfPile):
        upright.append(Limit(wanted=True, rule=rule, reading=op.reading))
    if isinstance(op, ops.SummonSpecially) and "face-down" in op.positions:
        ways = tuple(_WAYS[way] for way in op.positions if game.is_on(rule))
        return Placing(
            card, seat, "effect-summon", row, rule, rule, positions=_on(game, *upright), ways=ways
        )
    if isinstance(op, ops.SummonSpecially) and len(op.positions) == 1:
        upright.append(Limit(wanted=op.positions == ("attack",), rule=rule))
    up = (Limit(wanted=True, rule=name) for name in game.rules.citations.face or (rule,))
    limits = _on(game, *up), _on(game, *upright)
    return Placing(card, seat, "effect-summon", row, rule, rule, *limits)


def _on(game: Game, *limits: Limit) -> tuple[Limit, ...]:
    return tuple(limit for limit in limits if game.is_on(limit.rule))


def _put(
    game: Game, op: ops.PutOnField, card: Card | None, row: str, rule: str
) -> tuple[tuple[Limit, ...], tuple[Limit, ...]]:
    """Return the faces and the positions of a card that an effect puts on the field."""
    never = "".join(game.rules.citations.never_down[:1])
    up: list[Limit] = []
    if card is not None and game.rules.in_play.never_down in card.kinds and game.is_on(never):
        up.append(Limit(wanted=True, rule=never))  # whatever face the operation wants
    if op.face == "up" or (op.face == "down" and not up):
        up.insert(0, Limit(op.face == "up", rule))
    flat = row == "s"  # where cards have no position
    upright = [Limit(flat or op.position == "attack", rule)]
    return _on(game, *up), _on(game, *upright) if flat or op.position != "either" else ()


def places(duel: Duel, game: Game, decision: Decision) -> Iterator[Play]:
    """Every zone with every face and position in which the card may be laid.

    Of rows without end, the columns in reach: where no rule limits the zone, others are legal too.
    """
    asked = placing_asked(duel, game, decision)
    ups = [up for up in EITHER if all(up == limit.wanted for limit in asked.faces)]
    sides = [side for side in EITHER if all(side == limit.wanted for limit in asked.positions)]
    for to, face_up, upright in product(_zones(duel, game, asked), ups, sides):
        if not asked.ways or (face_up, upright) in asked.ways:
            yield Play(asked.move, asked.ref, to, upright, face_up)


def _zones(duel: Duel, game: Game, asked: Placing) -> Iterator[ZoneName]:
    for seat in (asked.seat,) if game.is_on(asked.rule) else still_in(duel):
        for kind in (asked.row,) if game.is_on(asked.fits) else game.rules.zones.rows:
            yield from free_zones(duel, game, seat, kind)


def judge_place(duel: Duel, game: Game, decision: Decision, action: Play) -> Verdict:
    """The ruling on one way of laying the card."""
    asked = placing_asked(duel, game, decision)
    zones = free_zones(duel, game, asked.seat, asked.row)
    card, names = card_at(asked.ref), listed(map(ref, zones), ",")
    there = Do(say("Place {card} in one of these zones: {zones}.", card=card, zones=names))
    exists = columns.is_row_zone(game, action.to, len(duel.players))
    if not exists or duel.at(action.to) or (action.card, action.using) != (asked.ref, ()):
        return malformed(decision.rules, there)
    if action.move != asked.move:
        text = say('Place it by the move that is asked for, "{move}".', move=asked.move)
        return malformed(decision.rules, Do(text))
    broken: list[Broken] = []
    kind = zone_kind(action.to)
    near = free_zones(duel, game, asked.seat, kind)
    for rule, holds in ((asked.rule, action.to in near), (asked.fits, asked.row == kind)):
        if not holds and game.is_on(rule):
            broken.append((Cited(rule), there))
    wrong = [limit for limit in asked.faces if limit.wanted != action.face_up]
    wrong += [limit for limit in asked.positions if limit.wanted != action.upright]
    broken += [(Cited(limit.rule, limit.reading), Do(_how(asked))) for limit in wrong]
    if asked.ways and (action.face_up, action.upright) not in asked.ways:
        broken.append((Cited(asked.rule), Do(_how(asked))))
    limits = (*asked.faces, *asked.positions)
    return ruling(broken, (*decision.rules, *(limit.rule for limit in limits)))


def _how(asked: Placing) -> Text:
    """Return how the card is to lie, as an instruction."""
    if asked.ways:
        told = {
            (True, True): say("face-up in Attack Position"),
            (True, False): say("face-up in Defense Position"),
            (False, False): say("face-down in Defense Position"),
        }
        return say("Place it {ways}.", ways=listed([told[way] for way in asked.ways], "or"))
    face = say("face-up or face-down")
    if asked.faces:
        face = say("face-up") if asked.faces[0].wanted else say("face-down")
    if not asked.positions or asked.row != "m":
        return say("Place it {face}.", face=face)
    if asked.positions[0].wanted:
        return say("Place it {face} in Attack Position.", face=face)
    return say("Place it {face} in Defense Position.", face=face)
