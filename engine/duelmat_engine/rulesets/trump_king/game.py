"""Trump King as a ruleset: every kind of move, and all that it is put together from."""

from __future__ import annotations

from duelmat_engine.cardfiles.check import packaged_cards
from duelmat_engine.moves.moment_rules import Readings
from duelmat_engine.ruleset.chain_policy import ChainPolicy
from duelmat_engine.ruleset.game import Decks, MoveKind, Ruleset
from duelmat_engine.ruleset.parts import CoreCitations, CoreReadings, InPlay, Printing, Zones
from duelmat_engine.rulesets.trump_king import activations, field, tables
from duelmat_engine.rulesets.trump_king.blocks import BLOCKS
from duelmat_engine.rulesets.trump_king.facts import could_respond, deck_faults, position_faults
from duelmat_engine.rulesets.trump_king.summons import summons
from duelmat_engine.rulesets.trump_king.synchro import synchro
from duelmat_engine.rulesets.trump_king.words import WORDS


def moves(rules: Ruleset, readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of open play."""
    return (
        *summons(readings),
        synchro(),
        activations.set_card(),
        *activations.activations(rules),
        field.change_position(),
        field.attack(),
        field.advance(),
    )


def build() -> Ruleset:
    return Ruleset(
        name="trump_king",
        title="Trump King",
        prefix="TK",
        life=40,
        zones=Zones(
            rows={"m": 3, "s": 3},
            piles=("pile", "hand", "grave", "banished", "extra", "play"),
            field=("m", "s"),
            places=tables.PLACES,
            mat_reading="G-93",
        ),
        cards=tables.PACK,
        effects={effect.name: effect for effect in packaged_cards("trump_king").effect},
        phases=tables.PHASES,
        battle=tables.BATTLE,
        chain=ChainPolicy(rules=("TK-41", "TK-43"), pass_rules=("G-56",)),
        readings=tables.READINGS,
        moves=moves,
        responses=lambda rules, _readings: activations.responses(rules),
        blocks=BLOCKS,
        could_respond=could_respond,
        decks=Decks(faults=deck_faults, standard=tables.DECK, practice=tables.DECK),
        position_faults=position_faults,
        printing=Printing(
            traits=tables.TRAITS,
            kinds=("pack", "synchro", "joker"),
            uses=dict.fromkeys(tables.USES, ()),
        ),
        in_play=InPlay(leave_field={"synchro": ("extra", ("TK-53", "TK-54"))}),
        core_readings=CoreReadings(window="G-56", payment="G-44"),
        citations=CoreCitations(
            deck=("TK-01", "TK-02", "TK-49", "TK-62"),
            life=("TK-55",),
            over=("TK-56",),
            all_lost=("G-43",),
            face=("TK-19",),
            repetition=("G-92",),
        ),
        words=WORDS,
    )
