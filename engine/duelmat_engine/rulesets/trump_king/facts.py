"""Facts that need no action: who could respond, what a pack holds, what no duel can reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from duelmat_engine.board.scope import row_zones
from duelmat_engine.errors import Fault, fault_at
from duelmat_engine.names import Seat, zone, zone_kind
from duelmat_engine.ruleset.game import Codes, Game
from duelmat_engine.rulesets.classic.facts import upright_down
from duelmat_engine.rulesets.trump_king.tables import EXTRA_CODES, MAIN_CODES
from duelmat_engine.state import Duel, Piece, World, card_ref
from duelmat_message import Text, listed, say


def could_respond(world: World, seat: int, game: Game) -> bool:
    """Whether, on public facts, a seat may hold an answer; whoever cannot is not asked.

    A card Set on an earlier turn may be any trap. In one's own turn a card in the hand, or one
    Set in this turn, may be quick magic, which needs another magic or trap to be used on.
    """
    player = Seat(seat)
    has_set = False
    for name in row_zones(world, game, player, "s"):
        for piece in world.zones.get(name, ()):
            if not piece.face_up:
                if piece.arrived < world.turn:
                    return True
                has_set = True
    hand = bool(world.zones.get(zone(player, "hand")))
    if world.turn_seat != seat or not (hand or has_set):
        return False
    back_row = sum(len(p) for name, p in world.zones.items() if zone_kind(name) in ("s", "play"))
    return back_row > (0 if hand else 1)


def position_faults(duel: Duel, game: Game) -> list[Fault]:
    """Return the faults of a duel that Trump King cannot reach, each by its statement."""
    found = upright_down(duel, "TK-16")
    if duel.decision is not None and duel.decision.kind != "open":
        return found
    wanted = say("permanent magic or a permanent trap")
    found += [
        fault_at(name, wanted, card_ref(piece), "TK-38")
        for name, piece in duel.pieces()
        if zone_kind(name) == "s" and piece.face_up and not _stays(game, piece)
    ]
    return found


def _stays(game: Game, piece: Piece) -> bool:
    card = None if piece.key is None else game.rules.card(piece.key)
    return card is None or any(game.rules.effects[name].stays for name in card.effects)


def deck_faults(_: object, main: Codes, extra: Codes) -> list[Fault]:
    """Return the faults that keep these codes from being a pack, whatever cards there are."""
    no_synchros = [code for code in extra if code in MAIN_CODES]
    synchros = [code for code in main if code in EXTRA_CODES]
    return [
        *_differences(say("main deck"), "TK-01", main, MAIN_CODES),
        *_differences(say("Extra Deck"), "TK-02", extra, EXTRA_CODES),
        *(Fault(say("Extra Deck: {code} is no Synchro", code=c), "TK-62") for c in no_synchros),
        *(Fault(say("main deck: {code} is a Synchro", code=c), "TK-62") for c in synchros),
    ]


def _differences(what: Text, rule: str, got: Codes, expected: Codes) -> Iterator[Fault]:
    have, want = Counter(got), Counter(expected)
    count, wanted = len(got), len(expected)
    if count != wanted:
        text = say(
            "{deck}: expected {wanted} cards, got {count}", deck=what, wanted=wanted, count=count
        )
        yield Fault(text, rule)
    missing = sorted((want - have).elements())
    surplus = sorted((have - want).elements())
    if missing:
        yield Fault(say("{deck}: put in {codes}", deck=what, codes=listed(missing, ",")), rule)
    if surplus:
        yield Fault(say("{deck}: take out {codes}", deck=what, codes=listed(surplus, ",")), rule)
