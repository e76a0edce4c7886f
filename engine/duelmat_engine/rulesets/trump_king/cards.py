"""The pack: 54 cards and which effects each of them carries (TK-01, TK-02, TK-62, TK-110).

What the effects do stands in the card files beside this module. The cards stand here, for forty of
them differ in nothing but suit and number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_engine.cards import Card, Trait

SUITS: Final = {"S": "spade", "H": "heart", "C": "club", "D": "diamond"}
COURT: Final = {11: "J", 12: "Q", 13: "K"}
COURT_NAMES: Final = {"J": "Jack", "Q": "Queen", "K": "King"}

_SUIT_EFFECTS: Final = {
    "spade": ("spade-damage",),
    "heart": ("heart-text", "heart-gain"),
    "club": ("club-draw",),
    "diamond": ("diamond-lock", "diamond-strike"),
}
_SYNCHRO_EFFECTS: Final = {
    "spade": ("spade-synchro-damage", "spade-synchro-sweep"),
    "heart": ("heart-synchro-search",),
    "club": ("club-synchro-revive",),
    "diamond": ("diamond-synchro-name", "diamond-synchro-lock"),
}
_RANK_EFFECTS: Final = {
    1: ("trap-one",),
    2: ("magic-two",),
    8: ("quick-eight",),
    9: ("trap-nine",),
}
_ORDINARY: Final = ("magic", "trap")


def _pack() -> Iterator[Card]:
    for letter, suit in SUITS.items():
        for number in range(1, 11):
            effects = _SUIT_EFFECTS[suit] + _RANK_EFFECTS.get(number, _ORDINARY)
            traits: dict[str, Trait] = {"number": number, "suit": suit}
            code, name = f"{letter}{number}", f"{number} of {suit}s"
            yield Card(code, name, traits, ("pack",), effects)
    for letter, suit in SUITS.items():
        for number, initial in COURT.items():
            traits = {"number": number, "suit": suit}
            code, name = f"{letter}{initial}", f"{COURT_NAMES[initial]} of {suit}s"
            yield Card(code, name, traits, ("synchro",), _SYNCHRO_EFFECTS[suit])
    for i in (1, 2):
        yield Card(f"X{i}", f"Joker {i}", {}, ("pack", "joker"), ("joker-text", "magic-joker"))


PACK: Final = {card.code: card for card in _pack()}
MAIN_CODES: Final = tuple(code for code, card in PACK.items() if "pack" in card.kinds)
EXTRA_CODES: Final = tuple(code for code, card in PACK.items() if "synchro" in card.kinds)
