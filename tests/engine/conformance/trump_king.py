"""Tables for Trump King's tests: cards made up for one test, and short words for plays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from duelmat_engine.actions import Activate, Play
from duelmat_engine.cards import Card
from duelmat_engine.effects.effect import Effect
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.ruleset.build import build_game, default_readings, with_cards
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset


def tk(cards: Iterable[Card], effects: Iterable[Effect] = ()) -> Game:
    """Trump King with further cards, which every deck holds once."""
    cards = tuple(cards)
    known = with_cards(find_ruleset("trump_king"), cards, effects)
    main, extra = known.decks.standard or ((), ())
    deck = ((*main, *(card.code for card in cards)), extra)
    return build_game(
        replace(known, decks=replace(known.decks, standard=deck)), default_readings(known)
    )


def flip(effect: str, zone: str, card: str) -> Activate:
    """Activate a Set card, turning it up."""
    return Activate(effect, zone, CardKey(card))


def normal(card: str, to: str = "a.m1") -> Play:
    return Play("normal-summon", card, ZoneName(to))


def summon(move: str, card: str, to: str = "a.m1", *using: str, upright: bool = True) -> Play:
    return Play(move, card, ZoneName(to), upright, True, using)
