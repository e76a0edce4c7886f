"""The tables of Trigamon: places, battle, statuses, speeds, what cards print, readings, a deck."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain as chained
from typing import Final

from duelmat_engine.cards import Card, Printed
from duelmat_engine.catalogue import readings
from duelmat_engine.ruleset.game import CardCodes
from duelmat_engine.ruleset.tables import BattleRow, BattleTable, Place, SpeedRow, Status
from duelmat_engine.rulesets.trigamon.icons import FORMULA, TYPES
from duelmat_engine.rulesets.trigamon.phases import BATTLES
from duelmat_engine.rulesets.trigamon.tributes import MEASURES
from duelmat_message import say

FOUGHT: Final = ("G-17.battle",)

BATTLE: Final = BattleTable(
    fighter_kinds=("entity",),
    phases=BATTLES,
    positions=("attack", "defense", "core"),
    rows=(
        BattleRow("attack", ">", ("target",), "target", "difference", FOUGHT),
        BattleRow("attack", "<", ("attacker",), "attacker", "difference", FOUGHT),
        BattleRow("attack", "zero", (), "", "", FOUGHT),
        BattleRow("attack", "=", ("attacker", "target"), "", "", FOUGHT),
        BattleRow("defense", ">", ("target",), "", "", FOUGHT),
        BattleRow("defense", "<", (), "attacker", "difference", FOUGHT),
        BattleRow("defense", "=", (), "", "", FOUGHT),
        BattleRow("direct", "any", (), "target", "attack", FOUGHT),
    ),
)

USED_IN: Final = (
    ("jumper", "activator"),
    ("field", "field"),
    ("stadium", "stadium"),
    ("formula", "s"),
)

STATUSES: Final[Mapping[str, Status]] = {
    "poison": Status(("TRI-168", "TRI-167"), halves="defense", reading="G-15"),
    "burn": Status(("TRI-169", "TRI-167"), halves="attack", reading="G-15"),
    "stun": Status(("TRI-170", "TRI-167"), forbids=("turn",)),
    "sleep": Status(("TRI-172", "TRI-167"), forbids=("attack",)),
    "freeze": Status(("TRI-173", "TRI-167"), forbids=("activate",)),
    "bipolar": Status(("TRI-174", "TRI-167"), forbids=("aim",), reading="G-16"),
}

_ENTITY: Final = ("entity",)
_LEAST_LEVEL: Final = -1000
"""A level may be below 0 (TRI-121); this is less than any card's."""
TRAITS: Final = (
    *(
        Printed(
            name=name,
            sort="number",
            on=_ENTITY,
            needed=True,
            instead=tuple(other for other in MEASURES if other != name),
            least=_LEAST_LEVEL if name == "level" else 0,
        )
        for name in MEASURES
    ),
    Printed(name="attack", sort="whole", on=_ENTITY, needed=True),
    Printed(name="defense", sort="whole", on=_ENTITY, needed=True),
    Printed(name="materials", sort="whole", on=("extra",), least=1),
    Printed(name="worth", sort="whole", on=_ENTITY, least=1),
    Printed(name="pictured", sort="text"),
)
CARD_TYPES: Final = {
    "entity": (
        *("extra", "extra-summon", "permutation", "hyper", "ritual-entity"),
        *("no-normal", "own-summon"),
    ),
    "formula": (*TYPES, *FORMULA, "real-time"),
    "jumper": (*FORMULA, "real-time"),
    "skill": (),
    "stream-trigger": (),
}
KINDS: Final = tuple(dict.fromkeys((*CARD_TYPES, *chained.from_iterable(CARD_TYPES.values()))))
USES: Final = {
    "magic": ("formula",),
    "trap": ("formula",),
    "jumper": ("jumper",),
    "skill": ("skill",),
    "start": ("skill",),
    "stream": ("stream-trigger",),
    "ignition": (),
    "quick-effect": (),
    "trigger": (),
    "continuous": (),
}
"""Formulas, jumpers, skills and streams are used as what the card is; the rest any may have."""

READINGS: Final = readings("TRI")

CARDS: Final = ("magic", "trap", "jumper")
"""Uses that are the activation of a card; the others are effects of what lies there already."""
SPEEDS: Final = (
    SpeedRow(CARDS, ("formula", "pulse"), 4, ("TRI-76",)),
    SpeedRow(CARDS, ("jumper", "pulse"), 4, ("TRI-90",)),
    SpeedRow(CARDS, ("formula", "trap", "counter"), 3, ("TRI-57",)),
    SpeedRow(CARDS, ("formula", "trap"), 2, ("G-99",)),
    SpeedRow(CARDS, ("formula", "quick-play"), 2, ("TRI-55",)),
    SpeedRow(CARDS, ("jumper", "quick-play"), 2, ("TRI-79",)),
    SpeedRow(CARDS, ("formula", "counter"), 2, ("TRI-57",)),
    SpeedRow(CARDS, ("jumper", "counter"), 2, ("TRI-80",)),
    SpeedRow(CARDS, ("formula",), 1, ("G-99",)),
    SpeedRow(CARDS, ("jumper",), 1, ("G-99",)),
)
"""The speeds of cards by type and icon, the fastest first: a Counter is one faster than the normal
card of its type, which has that of reading G-99."""

PLACES: Final = (
    Place(("m",), say("an Entity"), "TRI-16", only=("entity",)),
    Place(("s",), say("no Entity"), "TRI-16", never=("entity",)),
    Place(("field",), say("a Field card"), "TRI-67", only=("field",)),
    Place(("stadium",), say("a Stadium card"), "TRI-70", only=("stadium",)),
    Place(("streams", "items"), say("a Stream Trigger"), "TRI-160", only=("stream-trigger",)),
    Place(("skill",), say("a skill"), "TRI-163", only=("skill",)),
    Place(("bench",), say("an Entity"), "TRI-109", only=("entity",)),
    Place(("activator",), say("a Jumper"), "TRI-78", only=("jumper",)),
    Place(("attached",), say("a Jumper"), "TRI-83", only=("jumper",)),
    Place(("extra",), say("a card of the Extra Deck"), "G-17.deck", only=("extra",)),
    Place(
        ("hand", "pile"), say("a card of the deck"), "G-17.deck", never=("extra",), instead="extra"
    ),
    Place(
        ("hand", "pile"), say("a card of the deck"), "G-17.deck", never=("skill", "stream-trigger")
    ),
)

APART: Final = ("extra", "skill", "stream-trigger")
"""The kinds of cards that do not belong to the deck."""


def practice_deck(cards: Mapping[str, Card]) -> CardCodes:
    """Return every card of our own once: sixty, and three of the Extra Deck apart."""
    main = (code for code, card in cards.items() if set(APART).isdisjoint(card.kinds))
    return tuple(main), tuple(code for code, card in cards.items() if "extra" in card.kinds)
