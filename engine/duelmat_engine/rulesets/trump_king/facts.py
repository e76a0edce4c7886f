"""Facts that need no action: who could respond, and what no duel can reach."""

from __future__ import annotations

from duelmat_engine.errors import Fault, misplaced
from duelmat_engine.names import Seat, zone, zone_kind
from duelmat_engine.ruleset.game import Game
from duelmat_engine.rulesets.trump_king.limits import ROW
from duelmat_engine.state import Duel, Piece, World, card_ref
from duelmat_message import say


def could_respond(world: World, seat: int, _: Game) -> bool:
    """Whether, on public facts, a seat may hold an answer; whoever cannot is not asked.

    A card Set on an earlier turn may be any trap. In one's own turn a card in the hand, or one
    Set in this turn, may be quick magic, which needs another magic or trap to be used on.
    """
    player = Seat(seat)
    own = [p for i in ROW for p in world.zones.get(zone(player, "s", i), ()) if not p.face_up]
    if any(piece.arrived < world.turn for piece in own):
        return True
    if world.turn_seat != seat:
        return False
    hand = bool(world.zones.get(zone(player, "hand")))
    if not hand and not own:
        return False
    back_row = sum(len(p) for name, p in world.zones.items() if zone_kind(name) in ("s", "play"))
    return back_row > (0 if hand else 1)


def position_faults(duel: Duel, game: Game) -> list[Fault]:
    """Return the faults of a duel that Trump King cannot reach, each by its statement."""
    found = [
        misplaced(name, say("a face-down monster sideways"), say("it upright"), "TK-16")
        for name, piece in duel.pieces()
        if zone_kind(name) == "m" and not piece.face_up and piece.upright
    ]
    if duel.decision is not None and duel.decision.kind != "open":
        return found
    return [
        *found,
        *(
            misplaced(name, say("permanent magic or a permanent trap"), card_ref(piece), "TK-38")
            for name, piece in duel.pieces()
            if zone_kind(name) == "s" and piece.face_up and not _stays(game, piece)
        ),
    ]


def _stays(game: Game, piece: Piece) -> bool:
    card = None if piece.key is None else game.rules.card(piece.key)
    return card is None or any(game.rules.effects[name].stays for name in card.effects)
