"""Facts that need no action: what no duel can reach."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.board.scope import is_on_field
from duelmat_engine.errors import Fault
from duelmat_engine.names import zone_kind
from duelmat_engine.ruleset.game import Game
from duelmat_engine.rulesets.resummoned.state_actions import unsettled
from duelmat_engine.state import Duel, Piece
from duelmat_message import ref, say


def position_faults(duel: Duel, game: Game) -> list[Fault]:
    """Return the faults of a duel that Resummoned cannot reach, each by its statement."""
    found: list[Fault] = []
    for name, piece in duel.pieces():
        found.extend(_piece_faults(game, name, piece))
    if duel.decision is None or duel.decision.kind == "open":
        found.extend(
            Fault(
                say(
                    "{place}: expected {expected}, got {card} face-up",
                    place=ref(name),
                    expected=expected,
                    card=ref(str(piece.key)),
                ),
                rule,
            )
            for name, piece, expected, rule in unsettled(duel, game)
        )
    return found


def _piece_faults(game: Game, name: str, piece: Piece) -> Iterator[Fault]:
    on_field = is_on_field(game, name)
    kind = zone_kind(name)
    if kind == "s" and not piece.upright:
        yield Fault(
            say(
                "{place}: expected a card upright, got it sideways: only monsters have a position",
                place=ref(name),
            ),
            "RES-407.1a",
        )
    if kind in ("grave", "banished") and not piece.face_up:
        rule = "RES-502.2" if kind == "grave" else "RES-503.2"
        yield Fault(
            say(
                "{place}: expected cards face-up, got {card} face-down",
                place=ref(name),
                card=ref(str(piece.key)),
            ),
            rule,
        )
    if piece.beneath and not on_field:
        yield Fault(
            say(
                "{place}: expected tributes beneath cards of the field only, got some there",
                place=ref(name),
            ),
            "RES-305.2",
        )
    for card_beneath in piece.beneath:
        if not card_beneath.face_up:
            yield Fault(
                say("{place}: expected a tribute face-up, got it face-down", place=ref(name)),
                "RES-305.3",
            )
        if card_beneath.beneath:
            yield Fault(
                say(
                    "{place}: expected tributes of a tribute in the same stack, "
                    "got them beneath it",
                    place=ref(name),
                ),
                "RES-305.4",
            )
