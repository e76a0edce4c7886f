"""Strengths of cards in a fight, by their printed values."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from duelmat_engine import CardKey, Piece, find_ruleset, key_code


class Strength(NamedTuple):
    """A card's printed values, in parts of the life that a player begins with."""

    attack: float
    defense: float


@lru_cache(maxsize=8)
def strengths(ruleset: str) -> dict[str, Strength]:
    """Return the strengths of all cards of a ruleset, by code."""
    rules = find_ruleset(ruleset)
    found = {}
    for code, card in rules.cards.items():
        attack = card.number(rules.battle.attack_trait)
        defense = card.number(rules.battle.defense_trait)
        found[code] = Strength(
            (attack or 0) / rules.life,
            (defense or 0) / rules.life,
        )
    return found


def strength_of(table: dict[str, Strength], key: CardKey | None) -> Strength:
    """Return a card's strength; that of an unknown card is 0."""
    return _NONE if key is None else table.get(key_code(key), _NONE)


def guard_of(table: dict[str, Strength], piece: Piece) -> float:
    """Return the value that an attack must exceed to destroy a monster in its position."""
    strength = strength_of(table, piece.key)
    return strength.attack if piece.upright else strength.defense


_NONE = Strength(0.0, 0.0)
