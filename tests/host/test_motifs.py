"""A card without a picture shows what it is by a drawing of its own."""

from __future__ import annotations

import pytest

from duelmat_engine import Card, find_ruleset
from duelmat_rulesets.motifs import motif_of


@pytest.mark.parametrize(
    ("ruleset", "code", "motif"),
    [
        ("ocg", "BlueEyes", "dragon"),
        ("ocg", "Wolf", "paw"),
        ("ocg", "BlackMagician", "staff"),
        ("ocg", "Axe", "shield"),
        ("ocg", "DarkHole", "spark"),
        ("ocg", "MirrorForce", "jaws"),
        ("ocg", "MagicJammer", "return"),
        ("trump_king", "H7", ""),
    ],
)
def test_the_motif_is_that_of_the_type(ruleset: str, code: str, motif: str) -> None:
    """Its race, else what kind of magic or trap it is; playing cards have their pips."""
    assert motif_of(find_ruleset(ruleset).cards[code]) == motif


@pytest.mark.parametrize("ruleset", ["ocg", "resummoned"])
def test_every_monster_and_effect_has_one(ruleset: str) -> None:
    """Of the games that come along, with what their cards print."""
    cards = find_ruleset(ruleset).cards.values()
    assert [card.code for card in cards if not motif_of(card)] == []


def test_an_own_card_of_no_known_race_has_its_frame() -> None:
    """Whatever somebody's game prints there."""
    assert motif_of(Card("X", "X", {"race": 7}, kinds=("monster",))) == ""
