"""Resummoned as a ruleset: every kind of act, and all that it is put together from."""

from __future__ import annotations

from duelmat_engine.cardfiles.check import packaged_cards
from duelmat_engine.moves.moment_rules import Readings
from duelmat_engine.ruleset.chain_policy import ChainPolicy, TriggerOrder
from duelmat_engine.ruleset.game import Decks, MoveKind, Ruleset
from duelmat_engine.ruleset.parts import CoreCitations, InPlay, Printing, Zones
from duelmat_engine.rulesets.resummoned import activations, field, summons, tables
from duelmat_engine.rulesets.resummoned.blocks import BLOCKS
from duelmat_engine.rulesets.resummoned.facts import FORMATS, position_faults
from duelmat_engine.rulesets.resummoned.paired import TYPES, insert
from duelmat_engine.rulesets.resummoned.words import WORDS


def moves(rules: Ruleset, _readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of act."""
    return (
        *summons.main_plays(),
        *summons.quick_plays(),
        activations.ignite(rules),
        activations.flip(rules),
        field.change_position(),
        field.attack(),
        field.passing(),
    )


def build() -> Ruleset:
    printed = packaged_cards("resummoned")
    cards = {card.code: insert(card) for card in printed.card}
    effects = {effect.name: effect for effect in printed.effect}
    return Ruleset(
        name="resummoned",
        title="Yugioh: Resummoned",
        prefix="RES",
        life=8000,
        players=(2, 3, 4),
        zones=Zones(
            rows={"m": 0, "s": 0},
            piles=("pile", "hand", "grave", "banished"),
            field=("m", "s"),
            owned=("pile", "hand", "grave", "banished"),
            ordered=("grave", "banished"),
        ),
        cards=cards,
        effects=effects,
        phases=tables.PHASES,
        battle=tables.BATTLE,
        chain=ChainPolicy(
            rules=("RES-601.2",),
            legal_rules=("RES-603.2",),
            choice_rules=("RES-701.2a", "RES-701.2"),
            resolve_rules=("RES-603.3", "RES-701.1", "RES-700.3"),
        ),
        readings=tables.READINGS,
        moves=moves,
        blocks=BLOCKS,
        decks=Decks(practice=tables.practice_deck(cards), formats=FORMATS),
        position_faults=position_faults,
        printing=Printing(
            traits=tables.TRAITS,
            types=dict.fromkeys(TYPES, ()),
            uses=dict.fromkeys(tables.USES, ()),
            as_played=insert,
        ),
        in_play=InPlay(
            values=("attack", "defense"),
            never_down="spell",
            face_down={"m": "monster", "s": "trap"},
            equips_down=True,
        ),
        citations=CoreCitations(
            deck=FORMATS["constructed"].deck_rules,
            match=("RES-101.2",),
            players=("RES-100.1",),
            life=("RES-102.3", "RES-100.3", "RES-201.1"),
            over=("RES-603.7",),
            all_lost=("RES-103.4", "RES-103.1"),
            loop=("RES-103.4a",),
            no_target=("RES-709.3",),
            win_and_lose=("RES-103.3",),
            placing={"": "RES-505.5B", "m": "RES-506.1", "s": "RES-507.1"},
            never_down=("RES-401.2",),
            leave=("RES-103.2", "RES-103.2a", "RES-300.2"),
            concede=("RES-103.2b",),
            win=("RES-103.1",),
            last=("RES-103.x",),
            overdraw=("RES-501.3a",),
            target=("RES-701.3",),
            beneath=("RES-305.2",),
            off_field=("RES-304.1a", "RES-407.1a"),
            zones={
                "grave": ("RES-502.2", "RES-500.3"),
                "banished": ("RES-503.2", "RES-500.3"),
                "pile": ("RES-501.2",),
            },
            owners=("RES-500.5B", "RES-300.2"),
            order=("RES-500.4a",),
            face_down=("RES-304.2",),
        ),
        checks_life=False,
        words=WORDS,
        trigger_orders={"priority": TriggerOrder(words=("if",), kinds=("mandatory",))},
    )
