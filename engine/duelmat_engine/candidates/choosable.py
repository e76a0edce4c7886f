"""What may still be chosen: cards, one after another; for a card the zone, face and position."""

from __future__ import annotations

from typing import Final

from duelmat_engine.board.evaluate import amount
from duelmat_engine.board.scope import Scope, is_on_field
from duelmat_engine.candidates.possible import candidates
from duelmat_engine.effects import ops
from duelmat_engine.effects.terms import Material
from duelmat_engine.names import ZoneName, zone_kind
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Local, Piece


def left_to_choose(scope: Scope, op: ops.Choose) -> list[tuple[ZoneName, Piece]]:
    """Return the cards that may still be chosen; several are chosen in the order they lie in.

    So many are left for later that all can be chosen, as far as there are enough; of materials
    each is asked for what goes with it. Nobody sees in which order the cards of a hidden zone lie:
    in an open duel they are alike.
    """
    taken = scope.pieces(op.bind)
    wanted = amount(scope, op.count) - len(taken)
    there = list(candidates(scope, op.cards))
    if wanted <= 1 and not taken:
        return there if wanted == 1 else []
    rank = _ranks(scope, there)
    chosen = {p.oid for p in taken}
    last = next((rank[p.oid] for p in reversed(taken) if p.oid in rank), -1)
    free = [(name, p) for name, p in there if rank[p.oid] >= last and p.oid not in chosen]
    together = any(isinstance(f, Material) for f in op.cards.that)
    later = 0 if together else min(wanted, len(free)) - 1
    return [
        (name, p)
        for name, p in (free if wanted > 0 else ())
        if not later or sum(rank[o.oid] >= rank[p.oid] for _, o in free) > later
    ]


def _ranks(scope: Scope, there: list[tuple[ZoneName, Piece]]) -> dict[int, int]:
    """The order of cards, by oid: from 0 on, those that are alike in it with the same number."""
    hidden = () if scope.world.closed else scope.game.rules.zones.hidden
    ranks: dict[int, int] = {}
    rank = -1
    before = ""
    for name, piece in there:
        rank += not (name == before and zone_kind(name) in hidden)
        ranks[piece.oid] = rank
        before = name
    return ranks


Located = tuple[ZoneName, Piece]
"""A card and where it lies before."""
PLACED: Final = Local("placed", tuple[int, ...], default=())
"""The cards, of several, that have been put on the field already, by number."""


def row_for(game: Game, op: ops.PutOnField, lying: Located) -> str:
    """The row to which the card goes: the one named, or the one that fits it."""
    name, piece = lying
    if op.row:
        return op.row
    if not piece.face_up and is_on_field(game, name):
        return zone_kind(name)
    card = None if piece.key is None else game.rules.card(piece.key)
    return "m" if card is None or "monster" in card.kinds else "s"
