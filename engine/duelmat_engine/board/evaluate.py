"""Evaluation of the words of terms.py in a duel: filters, amounts and conditions.

Everything here reads; nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import ge, le
from typing import Any, Final

from duelmat_engine.board.scope import (
    SELF,
    Scope,
    free_zones,
    is_on_field,
    next_seat,
    seats_of,
    zones_of,
)
from duelmat_engine.caches import cached_by_identity
from duelmat_engine.cards import Card
from duelmat_engine.effects import procedures, terms
from duelmat_engine.effects.ops import Block
from duelmat_engine.names import ZoneName, seat_count, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Local, Located, Piece, World, replace


def passes(scope: Scope, piece: Piece, filters: tuple[terms.Filter, ...]) -> bool:
    for f in filters:
        if not MEANINGS[type(f)](scope, piece, f) and f.rule not in scope.game.disabled:
            return False
    return True


def select(
    scope: Scope,
    cards: terms.Cards,
    most: int = 0,
    fits: Callable[[Scope, Piece, tuple[terms.Filter, ...]], bool] = passes,
) -> list[Located]:
    """The cards that a selector means, in canonical order: the first so many, or all (0).

    fits: whether a card counts as one that passes the filters.
    """
    found: list[Located] = []
    zones, that = scope.world.zones, cards.that
    apart = _attempted(scope) if scope.game.rules.in_play.attempts_apart else ()
    for name in zones_of(scope, cards.zones, cards.whose):
        for piece in zones.get(name, ()):
            if piece.oid in apart:
                continue
            scope.looking_at = at = (name, piece)
            if fits(scope, piece, that):
                found.append(at)
                if len(found) == most:
                    scope.looking_at = None
                    return found
    scope.looking_at = None
    return found


def _attempted(scope: Scope) -> list[int]:
    """Return the cards, by number, whose summon may still be negated."""
    found: list[int] = []
    for frame in scope.world.frames:
        if frame.step in _attempt(scope.game.blocks[frame.block]):
            found += [piece.oid for piece in SELF.of(frame.bound)]
    return found


@cached_by_identity
def _attempt(block: Block) -> range:
    """Return the steps of a block at which a summon has been attempted and has not succeeded."""
    kinds = [type(op) for op in block]
    if procedures.Succeed not in kinds:
        return range(0)
    begun = next(
        i for i, kind in enumerate(kinds) if kind in (procedures.Attempt, procedures.Flip)
    )
    return range(begun + 1, kinds.index(procedures.Succeed) + 1)


def is_selected(scope: Scope, cards: terms.Cards, at: Located) -> bool:
    """Whether a selector means a card, as it lies there."""
    name, piece = at
    return name in zones_of(scope, cards.zones, cards.whose) and passes(scope, piece, cards.that)


def pieces_meant(scope: Scope, cards: terms.Cards | terms.Bound) -> Iterable[Piece]:
    """Return the cards that are bound to a name, or that a selector means."""
    if isinstance(cards, terms.Bound):
        return scope.pieces(cards.name)
    return [piece for _, piece in select(scope, cards)]


def failing(scope: Scope, piece: Piece, filters: tuple[terms.Filter, ...]) -> list[terms.Filter]:
    """The filters that a card does not pass."""
    return [f for f in filters if not passes(scope, piece, (f,))]


# What each filter asks of a card

Meaning = Callable[[Scope, Piece, Any], bool]
ANSWERS: Final = Local("answers", tuple[Piece, ...], default=())
"""The cards of the window that an activated effect answered."""
PRINTED: Final = Local("printed", bool, default=False)
"""Whether values count as printed, while it is worked out what changes them."""


def _of_card(test: Callable[[Scope, Card, Any], bool]) -> Meaning:
    """Return what a filter asks of the printed card; a card that nobody knows does not pass."""

    def meaning(scope: Scope, piece: Piece, wanted: Any) -> bool:
        card = scope.card(piece)
        return card is not None and test(scope, card, wanted)

    return meaning


def _of_number(test: Callable[[int, int], bool]) -> Meaning:
    """Return what a filter asks of a number in a trait beside an amount."""

    def meaning(scope: Scope, piece: Piece, wanted: terms.AtMost | terms.AtLeast) -> bool:
        number = number_of(scope, piece, wanted.name)
        return number is not None and test(number, amount(scope, wanted.amount))

    return meaning


def _of_place(test: Callable[[Scope, ZoneName, Any], bool]) -> Meaning:
    """Return what a filter asks of the zone in which a card lies now; in none it does not pass."""

    def meaning(scope: Scope, piece: Piece, wanted: Any) -> bool:
        place = scope.place_of(piece)
        return place is not None and test(scope, place, wanted)

    return meaning


def _kind(scope: Scope, piece: Piece, wanted: terms.Kind) -> bool:
    card = scope.card(piece)
    return card is not None and wanted.kind in card.kinds


def _is_among(piece: Piece, others: tuple[Piece, ...]) -> bool:
    for other in others:
        if other.oid == piece.oid:
            return True
    return False


def _shares(scope: Scope, card: Card, wanted: terms.Shares) -> bool:
    for other in map(scope.card, scope.pieces(wanted.of)):
        if other is not None and shares(card, other, wanted.traits, wanted.alike):
            return True
    return False


def _trait_named(scope: Scope, card: Card, wanted: terms.TraitNamed) -> bool:
    for source in scope.pieces(wanted.of):
        for name in wanted.names:
            if name in source.marks and card.trait(name) == source.marks[name]:
                return True
    return False


def _shares_with_one(scope: Scope, card: Card, wanted: terms.SharesWithOne) -> bool:
    others = (scope.card(piece) for _, piece in select(scope, wanted.among))
    return any(o is not None and shares(card, o, wanted.traits, "") for o in others)


def _least(scope: Scope, piece: Piece, wanted: terms.Least) -> bool:
    among = [piece, *(other for _, other in select(scope, wanted.among))]
    number, *others = (number_of(scope, p, wanted.name) for p in among)
    known = [n for n in others if n is not None]
    return number is not None and number <= min(known, default=number)


def _in_window(scope: Scope, piece: Piece, _wanted: terms.InWindow) -> bool:
    window = scope.world.window
    return _is_among(piece, ANSWERS.of(scope.bound) or (() if window is None else window.pieces))


def _marked_now(scope: Scope, piece: Piece, wanted: terms.MarkedNow) -> bool:
    for name in wanted.names if piece.marks else ():
        if piece.marks.get(name) == scope.world.turn:
            return True
    return False


def _has_use(scope: Scope, card: Card, wanted: terms.HasUse | terms.LacksUse) -> bool:
    return bool(scope.game.effects_of(card, wanted.uses))


def _lacks_use(scope: Scope, piece: Piece, wanted: terms.LacksUse) -> bool:
    card = scope.card(piece)
    if card is None or scope.blank(piece) is not None:
        return False
    return not _has_use(scope, card, wanted)


MEANINGS: Final[dict[type[terms.Filter], Meaning]] = {
    terms.FaceUp: lambda _, piece, __: piece.face_up,
    terms.FaceDown: lambda _, piece, __: not piece.face_up,
    terms.Other: lambda scope, piece, _: not _is_among(piece, SELF.of(scope.bound)),
    terms.Shares: _of_card(_shares),
    terms.Trait: _of_card(lambda _, card, wanted: card.trait(wanted.name) == wanted.value),
    terms.TraitNamed: _of_card(_trait_named),
    terms.AtMost: _of_number(le),
    terms.AtLeast: _of_number(ge),
    terms.Mine: _of_place(lambda scope, place, _: zone_seat(place) == scope.seat),
    terms.Upright: lambda _, piece, __: piece.upright,
    terms.Sideways: lambda _, piece, __: not piece.upright,
    terms.Named: _of_card(lambda _, card, wanted: card.name in wanted.names),
    terms.MarkedNow: _marked_now,
    terms.HasMark: lambda _, piece, wanted: bool(piece.marks.get(wanted.name)),
    terms.LacksMark: lambda _, piece, wanted: not piece.marks.get(wanted.name),
    terms.AttachedTo: lambda scope, piece, wanted: any(
        0 < piece.attached == other.oid for other in scope.pieces(wanted.of)
    ),
    terms.SharesWithOne: _of_card(_shares_with_one),
    terms.TraitIn: _of_card(lambda _, card, wanted: card.trait(wanted.name) in wanted.values),
    terms.Least: _least,
    terms.NotOne: lambda scope, piece, wanted: not passes(scope, piece, wanted.that),
    terms.Came: lambda _, piece, wanted: piece.move in wanted.moves,
    terms.Bears: lambda scope, piece, wanted: any(
        other.attached == piece.oid for other in scope.pieces(wanted.of)
    ),
    terms.Lies: _of_place(lambda _, place, wanted: zone_kind(place) in wanted.zones),
    terms.Kind: _kind,
    terms.NotKind: lambda scope, piece, wanted: not _kind(scope, piece, wanted),
    terms.AmongBound: lambda scope, piece, wanted: _is_among(piece, scope.pieces(wanted.name)),
    terms.InWindow: _in_window,
    terms.OnField: _of_place(lambda scope, place, _: is_on_field(scope.game, place)),
    terms.HasUse: _of_card(_has_use),
    terms.LacksUse: _lacks_use,
}
"""Says what each filter means; a test holds that none is missing.

What asks for effects that apply is added by derive.py, and what asks for a use that a card could
have by possible.py: both read by the words that are here.
"""

VALUE_OF: Final[list[Callable[[World, Game, Piece, str, Located | None], int | None]]] = []
"""The function of values.py that says what a card has in a trait that effects change."""


def shares(card: Card, other: Card, traits: tuple[str, ...], alike: str) -> bool:
    """Whether two cards have one of these traits in common, or both lack them as one kind."""
    own, theirs = card.traits, other.traits
    for trait in traits:
        if trait in own and trait in theirs and own[trait] == theirs[trait]:
            return True
    return bool(alike) and alike in card.kinds and alike in other.kinds


def amount(scope: Scope, wanted: terms.Amount) -> int:
    return wanted if isinstance(wanted, int) else AMOUNTS[type(wanted)](scope, wanted)


def _bound_number(scope: Scope, wanted: terms.Bound) -> int:
    value = scope.bound.get(wanted.name, 0)
    return value if isinstance(value, int) else 0


def _trait_of(scope: Scope, wanted: terms.TraitOf) -> int:
    cards, name, original = scope.pieces(wanted.of), wanted.trait, wanted.original
    return sum([number_of(scope, piece, name, original=original) or 0 for piece in cards])


def _done(scope: Scope, wanted: terms.Done) -> int:
    used, seats = scope.world.turn_counters, seats_of(scope, wanted.whose)
    return sum([used.get(seat_count(seat, wanted.what), 0) for seat in seats])


def _lead(scope: Scope, _: terms.Lead) -> int:
    players = scope.world.players
    other = players[next_seat(scope.world, scope.seat)]
    return max(0, players[scope.seat].life - other.life)


AMOUNTS: Final[dict[type, Callable[[Scope, Any], int]]] = {
    terms.Bound: _bound_number,
    terms.TraitOf: _trait_of,
    terms.Half: lambda scope, w: max(w.at_least, amount(scope, w.amount) // 2),
    terms.Less: lambda scope, w: max(0, amount(scope, w.amount) - amount(scope, w.by)),
    terms.Times: lambda scope, w: amount(scope, w.amount) * amount(scope, w.by),
    terms.Done: _done,
    terms.MaterialsOf: lambda scope, w: sum(
        len(materials_of(scope.game, scope.card(piece))) for piece in scope.pieces(w.of)
    ),
    terms.Lead: _lead,
    terms.CountOf: lambda scope, w: len(scope.pieces(w.name)),
    terms.Held: lambda scope, w: len(select(scope, w.cards)),
    terms.Payable: lambda scope, _: payable(scope),
    terms.Life: lambda scope, w: sum(
        scope.world.players[seat].life for seat in seats_of(scope, w.whose)
    ),
}
"""Says what each amount that is no number comes to."""


def materials_of(game: Game, card: Card | None) -> tuple[tuple[terms.Filter, ...], ...]:
    """Return the filters for each material that a card names; () if it names none."""
    effects = () if card is None else map(game.rules.effects.__getitem__, card.effects)
    return next((e.materials for e in effects if e.materials), ())


def number_of(scope: Scope, piece: Piece, name: str, *, original: bool = False) -> int | None:
    """Return a card's value in a trait, printed or as the field makes it; None: it has none."""
    card = scope.card(piece)
    if card is None:
        return None
    if original or name not in scope.game.rules.in_play.values or PRINTED.of(scope.bound):
        return card.number(name)
    if scope.blank(piece) is not None:
        return card.number(name)
    return VALUE_OF[0](scope.world, scope.game, piece, name, scope.seen_at(piece))


def payable(scope: Scope) -> int:
    """Return the most life that the player of the effect could pay."""
    reading = scope.game.rules.core_readings.payment
    kept = 1 if reading and scope.game.reads(reading) != "legal" else 0
    return max(0, scope.world.players[scope.seat].life - kept)


def is_true(scope: Scope, condition: terms.Condition) -> bool:
    return CONDITIONS[type(condition)](scope, condition)


def _in_phase(scope: Scope, asked: terms.InPhase) -> bool:
    world = scope.world
    if asked.phases and world.phase not in asked.phases:
        return False
    return terms.means_player(asked.whose, world.turn_seat, scope.seat)


def _happened(scope: Scope, asked: terms.Happened) -> bool:
    window, hybrids = scope.world.window, scope.game.rules.in_play.hybrids
    if window is None:
        return False
    for kind in window.to:
        if kind in asked.to or not hybrids.get(kind, frozenset()).isdisjoint(asked.to):
            return not asked.that or any(happened_to(scope, p, asked.that) for p in window.pieces)
    return False


def happened_to(scope: Scope, piece: Piece, that: tuple[terms.Filter, ...]) -> bool:
    """Whether a card to which something happened passes the filters.

    What was summoned face-down is by its face no card that anybody knows.
    """
    return passes(scope, piece if piece.face_up else replace(piece, key=None), that)


def _either(scope: Scope, asked: terms.Either) -> bool:
    for fact in asked.facts:
        if is_true(scope, fact):
            return True
    return False


def _answers(scope: Scope, asked: terms.Answers) -> bool:
    chain = scope.world.chain
    if not chain:
        return False
    link = chain[-1]
    return (
        (not asked.uses or scope.game.rules.effects[link.effect].use in asked.uses)
        and terms.means_player(asked.whose, link.seat, scope.seat)
        and passes(scope, link.source, asked.that)
    )


def _is(scope: Scope, asked: terms.Is) -> bool:
    for piece in scope.pieces(asked.name):
        if not passes(scope, piece, asked.that):
            return False
    return True


CONDITIONS: Final[dict[type, Callable[[Scope, Any], bool]]] = {
    terms.InPhase: _in_phase,
    terms.Exists: lambda scope, asked: len(select(scope, asked.cards, asked.count)) >= asked.count,
    terms.Lacks: lambda scope, asked: not select(scope, asked.cards, 1),
    terms.HasRoom: lambda scope, asked: bool(
        free_zones(scope.world, scope.game, scope.seat, asked.zone)
    ),
    terms.Reaches: lambda scope, asked: amount(scope, asked.amount) >= amount(scope, asked.least),
    terms.Happened: _happened,
    terms.Not: lambda scope, asked: not is_true(scope, asked.when),
    terms.Either: _either,
    terms.Reads: lambda scope, asked: scope.game.reads(asked.reading) == asked.value,
    terms.Told: lambda scope, asked: str(scope.bound.get(asked.name, "")) in asked.values,
    terms.Answers: _answers,
    terms.Is: _is,
}
"""Says when each condition is so."""
