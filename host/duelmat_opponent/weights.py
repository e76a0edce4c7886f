"""Weights of the things that count in a position, for each ruleset."""

from __future__ import annotations

from typing import Final, NamedTuple


class Weights(NamedTuple):
    """The weights of things, where all the life that a player begins with weighs 1."""

    monster: float
    """A monster that lies on the field, whatever it is."""
    attack: float
    """The attack of a monster on the field, in parts of the life at the start."""
    held: float
    """A card in hand."""
    laid: float
    """A card that lies in the row of magic and traps."""
    last_life: float
    """Having any life to spare: it counts the more the less is left."""
    last_cards: float
    """A card less in a deck that is nearly drawn through, where that loses."""


WEIGHTS: Final = {
    "trump_king": Weights(
        monster=0.10, attack=0.45, held=0.09, laid=0.07, last_life=0.35, last_cards=0.0
    ),
    "ocg": Weights(
        monster=0.05, attack=0.60, held=0.09, laid=0.05, last_life=0.35, last_cards=0.15
    ),
    "resummoned": Weights(
        monster=0.05, attack=0.60, held=0.08, laid=0.05, last_life=0.35, last_cards=0.15
    ),
    "trigamon": Weights(
        monster=0.05, attack=0.60, held=0.05, laid=0.04, last_life=0.35, last_cards=0.15
    ),
}
"""By the name of the ruleset."""

OTHERS: Final = WEIGHTS["ocg"]
"""The weights for a ruleset that somebody has added."""
