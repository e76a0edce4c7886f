"""Weights of the things that count in a position, for each ruleset."""

from __future__ import annotations

from typing import Final, NamedTuple

from duelmat_engine import base_name


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
    spare_life: float = 1.0
    """Life above that of the start."""
    threat: float = 0.0
    """The attacks that the monsters as they lie may make."""
    shelter: float = 0.0
    """A monster behind which nobody is attacked."""
    reads_field: bool = False
    """Whether the policy looks at the field and at effects, which takes time: needed where there
    are monsters out of reach of attacks, and much to do that changes little."""
    worth: float = 0.012
    """The gain for which the search goes on, in chances of winning; where it expects less, it
    ends."""
    narrow: float = 0.0
    """The share of the best preference below which an answer is not thought about."""


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
        monster=0.04,
        attack=0.40,
        held=0.03,
        laid=0.03,
        last_life=0.35,
        last_cards=0.0,
        spare_life=0.35,
        threat=0.6,
        shelter=0.12,
        reads_field=True,
        worth=0.006,
        narrow=0.04,
    ),
}
"""The weights by the name of the ruleset."""

OTHERS: Final = WEIGHTS["ocg"]
"""The weights for a ruleset that somebody has added."""


def weights_of(ruleset: str) -> Weights:
    """Return the weights of a ruleset."""
    return WEIGHTS.get(base_name(ruleset), OTHERS)
