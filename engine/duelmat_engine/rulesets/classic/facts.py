"""Facts that need no action: who could respond, what a deck holds, what no duel can reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from duelmat_engine.board.refs import public_pool
from duelmat_engine.board.scope import row_zones
from duelmat_engine.cards import Card
from duelmat_engine.effects.effect import Effect
from duelmat_engine.errors import Fault, fault_at
from duelmat_engine.names import CardKey, Seat, ZoneName, zone, zone_kind
from duelmat_engine.ruleset.game import Codes, Game, Ruleset, unknown_cards
from duelmat_engine.rulesets.classic.activations import QUICK_EFFECT
from duelmat_engine.rulesets.classic.citations import Citations
from duelmat_engine.rulesets.classic.tables import EXTRA_KINDS
from duelmat_engine.state import Duel, World, card_ref, lying
from duelmat_message import Text, say

COPIES = 3
DECK_SIZE = range(40, 61)
EXTRA_SIZE = range(16)


def could_respond(world: World, seat: Seat, game: Game) -> bool:
    """Whether, on public facts, a seat may hold an answer; whoever cannot is not asked.

    A card Set on an earlier turn may be any trap. In the own turn a card of the hand may be quick
    magic; a card that lies open, or that a deck is known to hold, may have a quick effect.
    """
    for name in row_zones(world, game, seat, "s"):
        for piece in world.zones.get(name, ()):
            if not piece.face_up and piece.arrived < world.turn:
                return True
    if _from_hand(world, seat, game):
        return True
    if not game.quick_zones - {"hand"}:
        return False
    rows = (name for kind in ("m", "s") for name in row_zones(world, game, seat, kind))
    there = open_effects(world, game, (*rows, zone(seat, "grave")), QUICK_EFFECT)
    return any("hand" not in effect.zones for _, effect in there)


def _from_hand(world: World, seat: Seat, game: Game) -> bool:
    """Whether a card of the hand may answer: one that was shown, or one of those unseen."""
    hand = world.zones.get(zone(seat, "hand"), ())
    own_turn = world.turn_seat == seat
    if not hand or not (own_turn or "hand" in game.quick_zones):
        return False
    shown = frozenset([p.key for p in hand if p.shown and p.key is not None])
    if _answers(game, shown, own_turn=own_turn):
        return True
    is_secret = bool(world.hidden) and not all(p.shown for p in hand)
    return is_secret and _answers(game, public_pool(world, seat), own_turn=own_turn)


@lru_cache(maxsize=10_000)
def _answers(game: Game, keys: frozenset[CardKey], *, own_turn: bool) -> bool:
    """Whether a quick effect of the hand, or in the own turn quick magic, is among these cards."""
    for card in map(game.rules.card, keys):
        if own_turn and "quick" in card.kinds:
            return True
        if any("hand" in effect.zones for effect in game.effects_of(card, QUICK_EFFECT)):
            return True
    return False


def open_effects(
    world: World, game: Game, names: Iterable[ZoneName], uses: tuple[str, ...]
) -> Iterator[tuple[ZoneName, Effect]]:
    """Yield the effects of these uses of cards that lie open in these zones, with their zones."""
    for name in names:
        for piece in world.zones.get(name, ()):
            if piece.face_up and piece.key is not None:
                for effect in game.effects_of(game.rules.card(piece.key), uses):
                    yield name, effect


# Decks


def deck_faults(rule: str, rules: Ruleset, main: Codes, extra: Codes) -> list[Fault]:
    """40 to 60 cards, at most three of each; what belongs in the Extra Deck lies there."""
    wrong = (Fault(text, rule) for text in _wrong(rules.cards, main, extra))
    return [*unknown_cards(rules, main, extra, rule), *wrong]


def _wrong(cards: Mapping[str, Card], main: Codes, extra: Codes) -> Iterator[Text]:
    if len(main) not in DECK_SIZE:
        yield say("main deck: expected 40 to 60 cards, got {count}", count=len(main))
    if len(extra) not in EXTRA_SIZE:
        yield say("Extra Deck: expected at most 15 cards, got {count}", count=len(extra))
    for code, count in sorted(Counter((*main, *extra)).items()):
        if code in cards and count > COPIES:
            yield say(
                "{code}: expected at most {most} copies, got {count}",
                code=code,
                most=COPIES,
                count=count,
            )
    apart = {code for code, card in cards.items() if not {*EXTRA_KINDS}.isdisjoint(card.kinds)}
    for code in dict.fromkeys(main):
        if code in apart:
            yield say("main deck: {code} belongs in the Extra Deck", code=code)
    for code in dict.fromkeys(extra):
        if code in cards and code not in apart:
            yield say("Extra Deck: {code} belongs in the main deck", code=code)


# Positions


def upright_down(duel: Duel, rule: str) -> list[Fault]:
    """Return the faults of monsters that lie face-down and not sideways."""
    return [
        fault_at(name, say("a face-down monster sideways"), say("it upright"), rule)
        for name, piece in duel.pieces()
        if zone_kind(name) == "m" and not piece.face_up and piece.upright
    ]


def position_faults(citations: Citations, duel: Duel, game: Game) -> list[Fault]:
    """Return the faults of a duel that play in this family cannot reach."""
    found = upright_down(duel, citations.set_face.id)
    for name in (zone(Seat(seat), "field") for seat in duel.seats):
        count = len(duel.at(name))
        if count > 1:
            found.append(fault_at(name, say("one field card"), count, citations.field_zone.id))
    if duel.decision is None or duel.decision.kind == "open":
        found += _settled_faults(citations, duel, game)
    return found


def _settled_faults(citations: Citations, duel: Duel, game: Game) -> Iterator[Fault]:
    """Yield faults of what is settled whenever play is open."""
    there = {p.oid for name, p in duel.pieces() if zone_kind(name) == "m" and p.face_up}
    for name, piece in duel.pieces():
        kind = zone_kind(name)
        equips = False
        if kind == "play":
            got = say("{card}, used up", card=card_ref(piece))
            yield fault_at(name, say("no card"), got, citations.play.id)
        if kind == "s" and piece.face_up and piece.key is not None:
            card = game.rules.card(piece.key)
            equips = "equip" in card.kinds
            if not any(game.rules.effects[e].stays for e in card.effects):
                wanted = say("a card that stays on the field")
                yield fault_at(name, wanted, lying(piece), citations.play.id)
        if (piece.attached or equips) and piece.attached not in there:
            wanted = say("{card} equipped to a face-up monster", card=card_ref(piece))
            yield fault_at(name, wanted, say("none"), citations.attached.id)
