"""The open world against every deal that fits what the table saw.

`python -m duelmat_bench.engine.open_world 200` tries so many duels of every ruleset.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from random import Random
from typing import Final

from duelmat_bench.engine.deals import TooManyDealsError
from duelmat_bench.engine.worlds import Table
from duelmat_engine import Deck, Duel, new_duel
from duelmat_engine.cards import Card
from duelmat_engine.errors import PositionError
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.ruleset.registry import find_ruleset

HOT: Final = {
    "trump_king": "S9 H9 C9 D9 X1 X2 S2 H2 C3 C4 H5 H3 S8 D1 D5 C2 S3 S4 D3 C10 S10 H10 C5 C6",
    "ocg": "Peten Peten Tomato GiantRat Sangan Sparkman Clayman Polymerization SuperPolymerization"
    " DarkWorldDealings MagicJammer ThievingGoblin ShadowMist DragonVanguard Tragoedia Elf"
    " ToonWorld ToonAlligator Gorz ManEaterBug Typhoon MirrorForce RisingHorn Warrior",
}
"""Cards that return, draw, look, search, discard and set unseen: most duels are of those."""

TABLES: Final = (
    ("trump_king", 2),
    ("ocg", 2),
    ("resummoned", 2),
    ("resummoned", 3),
    ("trigamon", 2),
)
STEPS: Final = 40
HANDS: Final = {2: ((2, 2), (2, 3), (3, 2), (3, 1)), 3: ((2, 1), (1, 2)), 4: ((1, 1), (1, 2))}
"""The numbers of cards in hand and pile of a player, by number of players."""


def small_duel(ruleset: str, players: int, chance: Random) -> Duel:
    """A duel so small that all its deals can be tried.

    A Trump King duel begins with its hands; the others in the midst, with monsters on the field.
    """
    rules = find_ruleset(ruleset)
    codes = list(rules.decks.practice[0])
    if ruleset in HOT and chance.random() < 0.7:
        codes = HOT[ruleset].split()
    seed = chance.randrange(1, 10_000)
    if ruleset == "trump_king":
        own = chance.choice((6, 7, 7, 8))
        sizes = (own, 5 if own > 6 else 6)
        decks = [Deck(tuple(chance.sample(codes, n)), rules.decks.practice[1]) for n in sizes]
        return new_duel(ruleset, decks, seed=seed, check_decks=False).duel
    while True:
        try:
            zones = _small_position(rules, players, codes, chance)
            return position(ruleset, zones, life=[rules.life // 2] * players, seed=seed)
        except PositionError:
            continue


def _small_position(
    rules: Ruleset, players: int, codes: list[str], chance: Random
) -> dict[str, list[Placed]]:
    zones: dict[str, list[Placed]] = {}
    for letter in "abcd"[:players]:
        held, left = chance.choice(HANDS[players])
        pack = chance.sample(codes, held + left)
        zones[f"{letter}.hand"] = [Placed(code) for code in pack[:held]]
        zones[f"{letter}.pile"] = [Placed(code) for code in pack[held:]]
        zones[f"{letter}.grave"] = [Placed(code) for code in chance.sample(codes, 2)]
        if rules.decks.practice[1]:
            zones[f"{letter}.extra"] = [Placed(code) for code in rules.decks.practice[1]]
        fighters = [code for code in rules.decks.practice[0] if _fights(rules.cards[code])]
        for number, code in enumerate(chance.sample(fighters, chance.randrange(3)), 1):
            zones[f"{letter}.m{number}"] = [Placed(code)]
    return zones


def _fights(card: Card) -> bool:
    return card.trait("attack") is not None


def explore(ruleset: str, players: int, seed: int) -> Table:
    """A random duel of small decks, checked against all deals at every step."""
    chance = Random(seed)
    table = Table(small_duel(ruleset, players, chance), chance)
    table.run(STEPS)
    return table


def main(words: list[str]) -> int:
    """Try so many duels of every ruleset, print what was found, and return the exit status."""
    asked = int(words[0]) if words else 100
    is_sound = True
    for name, seats in (*TABLES, ("resummoned", 4)):
        found = {}
        for seed in range(asked):
            with suppress(TooManyDealsError):  # more at the start than can be followed
                found[seed] = explore(name, seats, seed)
        wide = [f"{seed}: {t.wide[0]}" for seed, t in found.items() if t.wide]
        loose = sum(bool(t.loose) for t in found.values())
        checked = sum(t.checked for t in found.values())
        counted = sum(t.counted for t in found.values())
        print(
            f"{name} of {seats}: {len(found)} duels, {checked} decisions, {counted} deals; wider "
            f"than any deal: {wide}; a Fusion said to be impossible that is not: {loose}"
        )
        is_sound = is_sound and not wide
    return 0 if is_sound else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
