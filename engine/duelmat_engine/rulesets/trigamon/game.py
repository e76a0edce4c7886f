"""Trigamon as a ruleset: every kind of move, and all that it is put together from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from duelmat_engine.cardfiles.check import packaged_cards
from duelmat_engine.moves.moment_rules import Test
from duelmat_engine.ruleset.game import Decks, MoveKind, Ruleset
from duelmat_engine.ruleset.parts import CoreCitations, CoreReadings, InPlay, Printing, Zones
from duelmat_engine.ruleset.tables import Reaction
from duelmat_engine.rulesets.trigamon import activations, facts, field, tables
from duelmat_engine.rulesets.trigamon.blocks import BLOCKS
from duelmat_engine.rulesets.trigamon.limits import granted_in_break
from duelmat_engine.rulesets.trigamon.phases import PHASES
from duelmat_engine.rulesets.trigamon.summons import summons
from duelmat_engine.rulesets.trigamon.wording_order import ORDERS, POLICY
from duelmat_engine.rulesets.trigamon.words import WORDS


def moves(
    exit_procedures: Mapping[str, Test], rules: Ruleset, readings: Mapping[str, str]
) -> tuple[MoveKind, ...]:
    found: list[MoveKind] = [
        *summons(),
        field.set_card(),
        field.set_in_field_zone("field", "TRI-67"),
        field.set_in_field_zone("stadium", "TRI-70"),
        field.set_stream(),
        *activations.activations(rules),
        field.turn_up(),
        field.return_to_hand(),
        field.change_position(rules, readings),
        field.attack(rules),
    ]
    granted = [replace(move, moment=(*move.moment, granted_in_break(move.name))) for move in found]
    return (*granted, field.advance(exit_procedures))


def build(exit_procedures: Mapping[str, Test] | None = None) -> Ruleset:
    """The ruleset; `exit_procedures` are ways out of Dread by name (TRI-43): the document names
    none.
    """
    exits = dict(exit_procedures or {})
    own = packaged_cards("trigamon")
    cards = {card.code: card for card in own.card}
    return Ruleset(
        name="trigamon",
        title="Trigamon PCG",
        prefix="TRI",
        life=8000,
        zones=Zones(
            rows={"m": 5, "s": 5},
            piles=(
                *("pile", "hand", "grave", "banished", "extra", "field", "stadium", "activator"),
                *("attached", "bench", "skill", "items", "streams", "outside", "play"),
            ),
            field=("m", "s", "field", "stadium"),
            private=("extra",),
            places=tables.PLACES,
        ),
        cards=cards,
        effects={effect.name: effect for effect in own.effect},
        phases=PHASES,
        battle=tables.BATTLE,
        chain=replace(POLICY, rules=("G-17.chain",)),
        readings=tables.READINGS,
        moves=partial(moves, exits),
        responses=lambda rules, _readings: activations.responses(rules),
        blocks=BLOCKS,
        could_respond=facts.could_respond,
        decks=Decks(faults=facts.deck_faults, practice=tables.practice_deck(cards)),
        position_faults=facts.position_faults,
        printing=Printing(
            traits=tables.TRAITS, types=tables.CARD_TYPES, uses=tables.USES, kinds=tables.KINDS
        ),
        in_play=InPlay(
            used_in=tables.USED_IN,
            speeds=tables.SPEEDS,
            values=("attack", "defense"),
            statuses=tables.STATUSES,
            reactions=(Reaction("attached", "host-left"), Reaction("attached-down", "host-down")),
            flip_summons={"attack": ("TRI-105", "TRI-106"), "effect": ("TRI-105",)},
            hybrids={"assist-summon": frozenset(("summon", "special-summon"))},
        ),
        core_readings=CoreReadings(window="G-17"),
        citations=CoreCitations(
            deck=("G-17.deck",),
            life=("G-17.life",),
            over=("G-17.over",),
            all_lost=("G-17.all-lost",),
            face=("TRI-112",),
            overdraw=("G-17.deck-out",),
        ),
        words=WORDS,
        trigger_orders=ORDERS,
    )
