"""Choosing a card: what may be chosen, and by which rules the others may not.

A choice is limited by the operation that asks for it: by its filters, each under its own rule,
and by the zones it looks into, under the operation's first rule, as are filters without a rule.
With that rule off any card on the table may be chosen.
"""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.actions import Choose
from duelmat_engine.board.derive import barred
from duelmat_engine.board.evaluate import failing, select
from duelmat_engine.board.refs import lookup, ref_of
from duelmat_engine.board.scope import Scope, is_on_field
from duelmat_engine.candidates.asked import choice_asked, is_hidden, limit_of, one_of, scope_of
from duelmat_engine.candidates.choosable import left_to_choose
from duelmat_engine.candidates.possible import ASKING, candidates, could_be, fits, identities
from duelmat_engine.effects import ops
from duelmat_engine.effects.terms import Cards, MayCome
from duelmat_engine.names import CardKey, ZoneName, is_key
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Decision, Duel, Piece, replace
from duelmat_engine.verdict import Cited, Do, Invalidity, Verdict, invalid_ruling, ruling


def choices(duel: Duel, game: Game, decision: Decision) -> list[tuple[str, Piece]]:
    """Return the cards that the choice at the top frame may still take, with their references."""
    op = choice_asked(duel, game)
    conceals = not duel.closed and not op.aloud and duel.viewer != decision.seat

    def ref(name: ZoneName, piece: Piece) -> str:
        unsaid = conceals and piece.shown and not piece.face_up and is_hidden(game, name)
        return name if unsaid else ref_of(game, name, piece)

    return [
        (ref(name, p), p)
        for name, p in _open_to_choice(scope_of(duel, game), op, limit_of(op.rules, decision))
    ]


def _open_to_choice(scope: Scope, op: ops.Choose, limit: str) -> list[tuple[ZoneName, Piece]]:
    left = left_to_choose(scope, op)
    if scope.game.is_on(limit):
        return left
    later = {p.oid for _, p in candidates(scope, op.cards)} - {p.oid for _, p in left}
    kept = tuple(f for f in op.cards.that if f.rule or isinstance(f, MayCome))
    wide = _behind(select(scope, _anywhere(scope.game, op)), scope.pieces(op.bind))
    return [
        (name, p)
        for name, p in wide
        if p.oid not in later and (p.key is None or fits(scope, p, kept))
    ]


def _anywhere(game: Game, op: ops.Choose) -> Cards:
    """Return a selector of all cards of the table, the zones of the choice first."""
    kinds = (*op.cards.zones, *game.rules.zones.rows, *game.rules.zones.piles)
    return Cards(tuple(dict.fromkeys(kinds)), "any")


def _behind(
    there: list[tuple[ZoneName, Piece]], taken: tuple[Piece, ...]
) -> list[tuple[ZoneName, Piece]]:
    """Return the cards behind the last one taken: several are chosen in the order they lie in."""
    oids = [p.oid for _, p in there]
    start = oids.index(taken[-1].oid) + 1 if taken and taken[-1].oid in oids else 0
    chosen = {p.oid for p in taken}
    return [(name, p) for name, p in there[start:] if p.oid not in chosen]


def judge_choice(duel: Duel, game: Game, decision: Decision, action: Choose) -> Verdict:
    """The ruling on one card."""
    ref = action.card
    op = choice_asked(duel, game)
    scope = scope_of(duel, game)
    legal = dict(choices(duel, game, decision))
    cited = tuple(map(Cited, decision.rules))
    advice = Do(one_of(tuple(legal)))
    found = lookup(duel, ref)
    if ref in legal and action.place in ("", None if found is None else found[0]):
        return ruling((), cited)
    meant = _meant(duel, game, op, action)
    wide = _behind(select(scope, _anywhere(game, op)), scope.pieces(op.bind))
    if (
        meant is None
        or action.place not in ("", meant[0])
        or all(p.oid != meant[1].oid for _, p in wide)
    ):
        return invalid_ruling(Invalidity.MALFORMED, decision.rules, advice)
    name, piece = meant
    broken = [(cite, advice) for cite in _misfits(scope, op, piece, limit_of(op.rules, decision))]
    seen_there = is_key(ref) and piece.face_up and is_on_field(game, name)
    supposed = piece.key is not None and found is None
    if broken or supposed or (seen_there and any(p.oid == piece.oid for p in legal.values())):
        return ruling(broken, cited)
    return invalid_ruling(Invalidity.MALFORMED, decision.rules, advice)


def _meant(
    duel: Duel, game: Game, op: ops.Choose, action: Choose
) -> tuple[ZoneName, Piece] | None:
    """The card that an answer names; an unseen one taken for what it is named as."""
    ref = action.card
    found = lookup(duel, ref)
    if found is not None or not is_key(ref):
        return found
    scope = scope_of(duel, game)
    for name, piece in candidates(scope, Cards(op.cards.zones, op.cards.whose)):
        wanted = action.place in ("", name)
        if wanted and piece.key is None and ref in identities(scope, name):
            return name, replace(piece, key=CardKey(ref))
    return None


def _misfits(scope: Scope, op: ops.Choose, piece: Piece, limit: str) -> Iterator[Cited]:
    """The rules by which a card may not be chosen: each filter is asked by itself."""
    there = select(scope, Cards(op.cards.zones, op.cards.whose))
    failed = failing(scope, piece, tuple(f for f in op.cards.that if not isinstance(f, MayCome)))
    failed += [
        f
        for f in op.cards.that
        if isinstance(f, ASKING) and scope.game.is_on(f.rule) and not could_be(scope, piece, f)
    ]
    outside = all(p.oid != piece.oid for _, p in there)
    if (outside or any(not f.rule for f in failed)) and scope.game.is_on(limit):
        yield Cited(limit)
    for wanted in failed:
        if wanted.rule:
            yield Cited(wanted.rule, wanted.reading)
    if any(isinstance(f, MayCome) for f in op.cards.that):
        yield from map(Cited, barred(scope, piece))
