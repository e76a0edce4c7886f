"""Facts that need no action: what no duel can reach."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.board.scope import is_on_field
from duelmat_engine.errors import Fault, misplaced
from duelmat_engine.names import zone_kind
from duelmat_engine.ruleset.game import Game
from duelmat_engine.rulesets.resummoned.state_actions import unsettled
from duelmat_engine.state import Duel, Piece, lying
from duelmat_message import say


def position_faults(duel: Duel, game: Game) -> list[Fault]:
    """Return the faults of a duel that Resummoned cannot reach, each by its statement."""
    found: list[Fault] = []
    for name, piece in duel.pieces():
        found.extend(_piece_faults(game, name, piece))
    if duel.decision is None or duel.decision.kind == "open":
        found.extend(
            misplaced(name, expected, lying(piece), rule)
            for name, piece, expected, rule in unsettled(duel, game)
        )
    return found


def _piece_faults(game: Game, name: str, piece: Piece) -> Iterator[Fault]:
    on_field = is_on_field(game, name)
    kind = zone_kind(name)
    if kind == "s" and not piece.upright:
        got = say("it sideways: only monsters have a position")
        yield misplaced(name, say("a card upright"), got, "RES-407.1a")
    if kind in ("grave", "banished") and not piece.face_up:
        rule = "RES-502.2" if kind == "grave" else "RES-503.2"
        yield misplaced(name, say("cards face-up"), lying(piece), rule)
    if piece.beneath and not on_field:
        wanted = say("tributes beneath cards of the field only")
        yield misplaced(name, wanted, say("some there"), "RES-305.2")
    for card_beneath in piece.beneath:
        if not card_beneath.face_up:
            yield misplaced(name, say("a tribute face-up"), say("it face-down"), "RES-305.3")
        if card_beneath.beneath:
            wanted = say("tributes of a tribute in the same stack")
            yield misplaced(name, wanted, say("them beneath it"), "RES-305.4")
