"""The tables of Early OCG: what its document says, what it inherits, and a deck to try it with."""

from __future__ import annotations

from itertools import chain as chained
from typing import Final

from duelmat_engine.cards import Printed
from duelmat_engine.catalogue import readings
from duelmat_engine.moves.moment_rules import Citation
from duelmat_engine.ruleset.tables import BattleRow, BattleTable, SpeedRow
from duelmat_engine.rulesets.classic import tables
from duelmat_engine.rulesets.classic.citations import citations

CITATIONS: Final = citations(
    "G-29",
    attack_once=Citation("OCG-18"),
    attack_mode=Citation("OCG-19"),
    direct=Citation("OCG-31", "G-29b"),
    set_card=Citation("OCG-34"),
    set_trap_phase=Citation("OCG-35"),
    slots=Citation("OCG-36", "G-23"),
    trap_hand=Citation("OCG-33"),
    trap_wait=Citation("OCG-37"),
    trap_turn=Citation("OCG-38"),
    chain_speed=Citation("OCG-42", "G-24"),
    counter_speed=Citation("OCG-49", "G-24"),
)

PHASES: Final = tables.phases(CITATIONS)
PLACES: Final = tables.places(CITATIONS)

BATTLE: Final = BattleTable(
    fighter_kinds=("monster", "normal"),
    rows=(
        BattleRow(
            "attack", ">", ("target",), "target", "difference", ("OCG-20", "OCG-21", "OCG-22")
        ),
        BattleRow(
            "attack", "<", ("attacker",), "attacker", "difference", ("OCG-20", "OCG-21", "OCG-22b")
        ),
        BattleRow("attack", "zero", (), "", "", ("OCG-20", "OCG-23", "G-22")),
        BattleRow("attack", "=", ("attacker", "target"), "", "", ("OCG-20", "OCG-23", "G-22")),
        BattleRow("defense", ">", ("target",), "", "", ("OCG-24", "OCG-25", "OCG-26")),
        BattleRow("defense", "<", (), "attacker", "difference", ("OCG-24", "OCG-27", "OCG-28")),
        BattleRow("defense", "=", (), "", "", ("OCG-24", "OCG-29")),
        BattleRow("direct", "any", (), "target", "attack", ("OCG-32",)),
    ),
)

SPEEDS: Final = (
    SpeedRow(("trap",), ("counter",), 3, ("OCG-41", "OCG-43", "OCG-47")),
    SpeedRow(("trap",), ("permanent",), 2, ("OCG-41", "OCG-43", "OCG-45")),
    SpeedRow(("trap",), (), 2, ("OCG-41", "OCG-43", "OCG-44")),
    SpeedRow(("quick", "quick-effect"), (), 2, (CITATIONS.quick_speed.id,)),
)

CARD_TYPES: Final = {
    "monster": ("normal", "effect", "fusion", "ritual", "toon", "spirit", "tuner", "token"),
    "magic": ("normal", "quick", "permanent", "equip", "field", "ritual", "toon-world"),
    "trap": ("normal", "permanent", "counter"),
}
KINDS: Final = tuple(dict.fromkeys((*CARD_TYPES, *chained.from_iterable(CARD_TYPES.values()))))

ATTRIBUTES: Final = ("earth", "water", "fire", "wind", "light", "dark", "divine")
RACES: Final = (
    *("warrior", "spellcaster", "fairy", "fiend", "zombie", "machine", "aqua", "pyro", "rock"),
    *("winged-beast", "plant", "insect", "thunder", "dragon", "beast", "beast-warrior"),
    *("dinosaur", "fish", "sea-serpent", "reptile", "psychic", "divine-beast", "creator-god"),
    *("wyrm", "cyberse", "illusion"),
)
_MONSTER: Final = ("monster",)
TRAITS: Final = (
    Printed(name="level", sort="whole", on=_MONSTER, needed=True),
    Printed(name="attack", sort="whole", on=_MONSTER, needed=True, open=True),
    Printed(name="defense", sort="whole", on=_MONSTER, needed=True, open=True),
    Printed(name="attribute", sort="text", on=_MONSTER, needed=True, values=ATTRIBUTES),
    Printed(name="race", sort="text", on=_MONSTER, needed=True, values=RACES),
    Printed(name="series", sort="text"),
    Printed(name="passcode", sort="whole", least=1, is_label=True),
)
USES: Final = {
    "magic": ("magic",),
    "quick": ("quick",),
    "trap": ("trap",),
    "ignition": (),
    "quick-effect": (),
    "trigger": (),
    "continuous": (),
}
"""Magic, quick magic and traps are activated as what the card is; the rest any card may have."""

READINGS: Final = readings("OCG")

_MAIN: Final = """
    BlueEyes BlackMagician CurseOfDragon HolyElf Elf Elf Warrior Wolf Wolf Giant ToonAlligator
    ToonAlligator ToonDemon ToonMermaid AsuraPriest Otohime DarkDustSpirit SpiritFox Sangan
    Peten Peten Tomato GiantRat ShadowMist Sparkman Clayman DragonVanguard Gorz Tragoedia
    GreenBaboon GreenBaboon Trifortressops ManEaterBug MagicianOfFaith CannonSoldier
    ExiledForce ToonWorld ToonWorld DarkHole Reborn ChangeOfHeart DarkWorldDealings Typhoon
    Rush Axe BeastField Polymerization SuperPolymerization DropHole MirrorForce PentagramCurse
    ThievingGoblin MagicJammer SevenTools RisingHorn GodsDeclaration
"""
PRACTICE_DECK: Final = (tuple(_MAIN.split()), ("HeroGaia", "FlameSwordsman"))
