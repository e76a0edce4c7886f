"""The cards of Early OCG, from the card files beside this module, and a deck to try them with."""

from __future__ import annotations

from typing import Final

from duelmat_engine.cardfiles.packaged import packaged_cards

_FILE: Final = packaged_cards("ocg")
CARDS: Final = {card.code: card for card in _FILE.card}
EFFECTS: Final = {effect.name: effect for effect in _FILE.effect}

_COUNTS: Final = {
    "BlueEyes": 1,
    "BlackMagician": 1,
    "CurseOfDragon": 1,
    "HolyElf": 1,
    "Elf": 2,
    "Warrior": 1,
    "Wolf": 2,
    "Giant": 1,
    "ToonAlligator": 2,
    "ToonDemon": 1,
    "ToonMermaid": 1,
    "AsuraPriest": 1,
    "Otohime": 1,
    "DarkDustSpirit": 1,
    "SpiritFox": 1,
    "Sangan": 1,
    "Peten": 2,
    "Tomato": 1,
    "GiantRat": 1,
    "ShadowMist": 1,
    "Sparkman": 1,
    "Clayman": 1,
    "DragonVanguard": 1,
    "Gorz": 1,
    "Tragoedia": 1,
    "GreenBaboon": 2,
    "Trifortressops": 1,
    "ManEaterBug": 1,
    "MagicianOfFaith": 1,
    "CannonSoldier": 1,
    "ExiledForce": 1,
    "ToonWorld": 2,
    "DarkHole": 1,
    "Reborn": 1,
    "ChangeOfHeart": 1,
    "DarkWorldDealings": 1,
    "Typhoon": 1,
    "Rush": 1,
    "Axe": 1,
    "BeastField": 1,
    "Polymerization": 1,
    "SuperPolymerization": 1,
    "DropHole": 1,
    "MirrorForce": 1,
    "PentagramCurse": 1,
    "ThievingGoblin": 1,
    "MagicJammer": 1,
    "SevenTools": 1,
    "RisingHorn": 1,
    "GodsDeclaration": 1,
}
PRACTICE_DECK: Final = (
    tuple(code for code, count in _COUNTS.items() for _ in range(count)),
    ("HeroGaia", "FlameSwordsman"),
)
