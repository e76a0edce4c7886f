"""The pack: 54 cards and which effects each of them carries (TK-01, TK-02, TK-62, TK-110).

What the effects do stands in the card files beside this module. The cards stand here, for forty of
them differ in nothing but suit and number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from duelmat_engine.cardfiles.packaged import packaged_cards
from duelmat_engine.cards import Card
from duelmat_engine.errors import Fault

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


def _pack() -> dict[str, Card]:
    plain = [
        Card(
            code=f"{letter}{number}",
            name=f"{number} of {suit}s",
            traits={"number": number, "suit": suit},
            kinds=("pack",),
            effects=_SUIT_EFFECTS[suit] + _RANK_EFFECTS.get(number, _ORDINARY),
        )
        for letter, suit in SUITS.items()
        for number in range(1, 11)
    ]
    court = [
        Card(
            code=f"{letter}{initial}",
            name=f"{COURT_NAMES[initial]} of {suit}s",
            traits={"number": number, "suit": suit},
            kinds=("synchro",),
            effects=_SYNCHRO_EFFECTS[suit],
        )
        for letter, suit in SUITS.items()
        for number, initial in COURT.items()
    ]
    jokers = [
        Card(
            code=f"X{i}",
            name=f"Joker {i}",
            kinds=("pack", "joker"),
            effects=("joker-text", "magic-joker"),
        )
        for i in (1, 2)
    ]
    return {card.code: card for card in (*plain, *court, *jokers)}


PACK: Final = _pack()
EFFECTS: Final = {effect.name: effect for effect in packaged_cards("trump_king").effect}
MAIN_CODES: Final = tuple(code for code, card in PACK.items() if "pack" in card.kinds)
EXTRA_CODES: Final = tuple(code for code, card in PACK.items() if "synchro" in card.kinds)


def deck_faults(_: object, main: Iterable[str], extra: Iterable[str]) -> list[Fault]:
    """What keeps these from being a pack, whatever cards there are besides."""
    main, extra = tuple(main), tuple(extra)
    return [
        *_differences("main deck", "TK-01", main, MAIN_CODES),
        *_differences("Extra Deck", "TK-02", extra, EXTRA_CODES),
        *(Fault(f"Extra Deck: {c} is no Synchro", "TK-62") for c in extra if c in MAIN_CODES),
        *(Fault(f"main deck: {c} is a Synchro", "TK-62") for c in main if c in EXTRA_CODES),
    ]


def _differences(
    what: str, rule: str, got: tuple[str, ...], expected: tuple[str, ...]
) -> Iterator[Fault]:
    have, want = Counter(got), Counter(expected)
    if have.total() != want.total():
        yield Fault(f"{what}: expected {want.total()} cards, got {have.total()}", rule)
    missing = sorted((want - have).elements())
    surplus = sorted((have - want).elements())
    if missing:
        yield Fault(f"{what}: put in {', '.join(missing)}", rule)
    if surplus:
        yield Fault(f"{what}: take out {', '.join(surplus)}", rule)
