"""Where a card comes that is sent to a zone: by its kind or owner, elsewhere perhaps."""

from __future__ import annotations

from duelmat_engine.board.scope import is_on_field
from duelmat_engine.names import ZoneName, zone, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Piece


def destination(
    game: Game, piece: Piece, source: ZoneName, to: ZoneName, rules: tuple[str, ...]
) -> tuple[ZoneName, tuple[str, ...]]:
    """Return the zone to which a card really comes, and the rules by which it does."""
    table, left_field = game.rules, is_on_field(game, source)
    if left_field and table.in_play.leave_field and not is_on_field(game, to):
        for kind, (home, home_rules) in table.in_play.leave_field.items():
            is_kept_off = piece.key is not None and kind in table.card(piece.key).kinds
            if is_kept_off and game.is_on(home_rules[0]):
                return zone(piece.owner, home), (*rules, *home_rules)
    kind = zone_kind(to)
    for place in table.zones.places:
        if place.instead and kind in place.zones and piece.key is not None:
            fits = place.fits(table.card(piece.key).kinds)
            if not fits and game.is_on(place.rule):
                return zone(piece.owner, place.instead), (*rules, place.rule)
    if kind in table.zones.owned and zone_seat(to) != piece.owner:
        to, rules = zone(piece.owner, kind), (*rules, *table.citations.owners)
    if left_field and table.citations.off_field and kind in table.zones.piles:
        rules = (*rules, *table.citations.off_field)
    return to, (*rules, *table.citations.zones.get(kind, ()))
