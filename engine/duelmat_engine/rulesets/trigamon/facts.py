"""Facts that need no action: who could respond, what decks hold, what no duel can reach."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.board.scope import row_zones
from duelmat_engine.errors import Fault, fault_at
from duelmat_engine.names import Seat, zone, zone_kind
from duelmat_engine.ruleset.game import Codes, Game, Ruleset, unknown_cards
from duelmat_engine.rulesets.classic.facts import open_effects
from duelmat_engine.rulesets.trigamon.activations import (
    ACTIVATIONS,
    EFFECT_ZONES,
    EFFECTS,
    OBJECTS,
)
from duelmat_engine.rulesets.trigamon.phases import BREAK
from duelmat_engine.rulesets.trigamon.tables import APART
from duelmat_engine.state import Duel, Piece, World
from duelmat_engine.steps.transitions import allowed_inserted
from duelmat_message import listed, ref, say


def could_respond(world: World, seat: Seat, game: Game) -> bool:
    """Whether, on public facts, a seat may hold an answer; whoever cannot is not asked.

    Any Set card may be a trap or a quick Formula; in the own turn so may a card of the hand. In
    the Break Phase nobody may who is not granted it.
    """
    if world.phase == BREAK and ACTIVATIONS.isdisjoint(allowed_inserted(world) or ()):
        return False
    if world.turn_seat == seat and world.zones.get(zone(seat, "hand")):
        return True
    for name in (
        *row_zones(world, game, seat, "s"),
        zone(seat, "field"),
        zone(seat, "stadium"),
    ):
        for piece in world.zones.get(name, ()):
            if not piece.face_up:
                return True
    rows = (name for kind in ("m", "s") for name in row_zones(world, game, seat, kind))
    there = (*rows, *(zone(seat, kind) for kind in EFFECT_ZONES))
    effects = open_effects(world, game, there, (*EFFECTS, *OBJECTS))
    return any(effect.speed > 1 and zone_kind(name) in effect.zones for name, effect in effects)


def position_faults(duel: Duel, _: Game) -> list[Fault]:
    """Return the faults of a duel that Trigamon cannot reach, each by its statement."""
    of_pieces = (fault for name, piece in duel.pieces() for fault in _piece_faults(name, piece))
    return [*of_pieces, *_zone_faults(duel)]


def _zone_faults(duel: Duel) -> Iterator[Fault]:
    stadiums = []
    for name, pieces in duel.zones.items():
        active = sum(piece.face_up for piece in pieces)
        if zone_kind(name) == "field" and active > 1:
            yield fault_at(name, say("at most one active Field card"), active, "TRI-68")
        if zone_kind(name) == "stadium":
            stadiums += [name] * active
    if len(stadiums) > 1 and not duel.chain:
        places = listed(map(ref, stadiums))
        yield Fault(say("{places}: at most one Stadium is active", places=places), "TRI-71")


def _piece_faults(name: str, piece: Piece) -> Iterator[Fault]:
    kind = zone_kind(name)
    if kind == "m" and not piece.face_up and piece.upright:
        yield fault_at(name, say("a Set Entity sideways"), say("it upright"), "TRI-16")
    if kind == "m" and piece.marks.get("position") == "core" and not piece.upright:
        wanted = say("an Entity in Core Position upright")
        yield fault_at(name, wanted, say("it sideways"), "TRI-101")


# Decks


def deck_faults(rules: Ruleset, main: Codes, extra: Codes) -> list[Fault]:
    """Return the faults of a deck: its size, and cards in the wrong part of it."""
    cards = rules.cards
    found = unknown_cards(rules, main, extra, "G-17.deck")
    wrong = []
    if not 40 <= len(main) <= 60:
        wrong.append(say("expected 40 to 60 cards in the deck, got {count}", count=len(main)))
    wrong += [
        say("{code} does not belong to the deck", code=code)
        for code in dict.fromkeys(main)
        if code in cards and not set(APART).isdisjoint(cards[code].kinds)
    ]
    wrong += [
        say("{code} does not belong to the Extra Deck", code=code)
        for code in dict.fromkeys(extra)
        if code in cards and "extra" not in cards[code].kinds
    ]
    return [*found, *(Fault(text, "G-17.deck") for text in wrong)]
