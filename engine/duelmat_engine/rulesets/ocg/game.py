"""Early OCG as a ruleset, put together from its tables, blocks, moves and cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from duelmat_engine.cardfiles.check import packaged_cards
from duelmat_engine.ruleset.chain_policy import ChainPolicy
from duelmat_engine.ruleset.game import Decks, Ruleset
from duelmat_engine.ruleset.parts import CoreReadings, InPlay, Printing, Zones
from duelmat_engine.rulesets.classic import facts
from duelmat_engine.rulesets.classic.words import WORDS
from duelmat_engine.rulesets.ocg import families, tables
from duelmat_engine.rulesets.ocg.blocks import BLOCKS
from duelmat_engine.rulesets.ocg.decks import PRACTICE_DECK
from duelmat_engine.rulesets.ocg.moves import moves, responses
from duelmat_engine.rulesets.simultaneous import READINGS as SEG_READINGS
from duelmat_engine.rulesets.simultaneous import chain_policy


def chain(readings: Mapping[str, str]) -> ChainPolicy:
    """The Chain Rule (OCG-42), with the order of simultaneous effects that G-97 chooses."""
    return replace(chain_policy(readings), rules=("OCG-42",))


def build() -> Ruleset:
    own = packaged_cards("ocg")
    return Ruleset(
        name="ocg",
        title="Early OCG",
        prefix="OCG",
        life=8000,
        zones=Zones(
            rows={"m": 5, "s": 5},
            piles=("pile", "hand", "grave", "banished", "extra", "field", "play"),
            field=("m", "s", "field"),
            places=tables.PLACES,
        ),
        cards={card.code: card for card in own.card},
        effects={effect.name: effect for effect in own.effect},
        phases=tables.PHASES,
        battle=tables.BATTLE,
        chain=chain,
        readings=(*tables.READINGS, *SEG_READINGS),
        moves=moves,
        responses=responses,
        blocks=BLOCKS,
        could_respond=facts.could_respond,
        decks=Decks(
            faults=facts.deck_faults(tables.CITATIONS.deck),
            practice=PRACTICE_DECK,
        ),
        position_faults=facts.position_faults(tables.CITATIONS),
        printing=Printing(
            traits=tables.TRAITS,
            kinds=tables.KINDS,
            types=tables.CARD_TYPES,
            uses=tables.USES,
        ),
        in_play=InPlay(
            speeds=tables.SPEEDS,
            kind_limits=families.KIND_LIMITS,
            reactions=families.REACTIONS,
            values=("attack", "defense"),
            used_in=(("field", "field"),),
            notes_turns=True,
        ),
        core_readings=CoreReadings(
            window="G-24",
            payment="G-21",
        ),
        citations=tables.CITATIONS.core(
            used={
                "magic": (tables.CITATIONS.play.id,),
                "quick": (tables.CITATIONS.play.id,),
                "trap": ("OCG-39",),
            },
            stay={"trap": ("OCG-40", "OCG-46")},
        ),
        words=WORDS,
    )
