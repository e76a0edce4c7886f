"""Cards by what people call them: the name or the code, however it is written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from duelmat_engine import Card, Ruleset
from duelmat_message import named, near_names
from duelmat_serving.language.catalogs import said_everywhere

_NO_LETTERS: Final = re.compile(r"[\W_]+")


def plain_name(text: str) -> str:
    """Convert a name to the form that is compared: no accents, capitals, blanks or marks."""
    parted = unicodedata.normalize("NFKD", text)
    bare = "".join(letter for letter in parted if not unicodedata.combining(letter))
    return _NO_LETTERS.sub("", bare).casefold()


def cards_called(rulesets: Iterable[Ruleset], text: str) -> list[tuple[Ruleset, Card]]:
    """Find the cards with this name in any language, or this code, each with its ruleset."""
    wanted = plain_name(text)
    cards = [(rules, card) for rules in rulesets for card in rules.cards.values()]
    english = [
        (rules, card)
        for rules, card in cards
        if wanted in (plain_name(card.name), plain_name(card.code))
    ]
    return english or [
        (rules, card)
        for rules, card in cards
        if wanted in map(plain_name, said_everywhere(named("card", card.name)))
    ]


def names_near(rulesets: Iterable[Ruleset], text: str) -> list[str]:
    """Return names or codes of cards that look like this, the nearest first."""
    names = {
        plain_name(called): called
        for rules in rulesets
        for card in rules.cards.values()
        for called in (card.code, card.name)
    }
    return [names[near] for near in near_names(plain_name(text), names, most=3)]
