"""Early OCG as a ruleset: every kind of move, and all that it is put together from."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from duelmat_engine.actions import Attack
from duelmat_engine.cardfiles.check import packaged_cards
from duelmat_engine.facts import NextTurn
from duelmat_engine.moves.moment_rules import Readings, Unused, only_when, when
from duelmat_engine.moves.turning import targets
from duelmat_engine.ruleset.game import Decks, MoveKind, Question, Ruleset
from duelmat_engine.ruleset.parts import CoreReadings, InPlay, Printing, Zones
from duelmat_engine.rulesets import simultaneous
from duelmat_engine.rulesets.classic import activations, blocks, facts, field, summons
from duelmat_engine.rulesets.classic.words import WORDS
from duelmat_engine.rulesets.ocg import families, tables
from duelmat_engine.rulesets.ocg.tables import CITATIONS, PRACTICE_DECK
from duelmat_message import say

BLOCKS: Final = {
    **blocks.setup(CITATIONS),
    **blocks.playing(CITATIONS, attack_costs=families.ATTACK_COSTS, past_monsters=("OCG-09",)),
    "end-phase": blocks.end_phase(CITATIONS, families.RETURNS),
    **families.BLOCKS,
}


def moves(rules: Ruleset, _readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of open play."""
    text = say("It is your next turn: a Spirit comes by the one summon of a turn only.")
    once = only_when(families.is_spirit, when("OCG-16", Unused("summon-right"), text, NextTurn()))
    return (
        summons.normal_summon(
            rules, CITATIONS, further=(once,), extra_citations=families.spirit_citation
        ),
        summons.set_monster(
            rules,
            CITATIONS,
            _tributes,
            further=(once,),
            extra_citations=families.spirit_set_citation,
        ),
        families.toon_summon(rules, CITATIONS),
        activations.set_card(rules, CITATIONS),
        *activations.activations(rules, CITATIONS),
        field.change_position(rules, CITATIONS),
        field.attack(
            rules, CITATIONS, ("OCG-18",), families.passes_by, extra_citations=_attack_citation
        ),
        field.advance(CITATIONS),
    )


def _tributes(q: Question) -> int:
    """A Toon takes no Tributes, whatever its level (G-27)."""
    usual = summons.by_level(q)
    return 0 if usual and families.is_toon(q) else usual


def _attack_citation(q: Question) -> tuple[str, ...]:
    """Return the statements that permit a direct attack; () for any other attack."""
    if not isinstance(q.action, Attack) or q.action.target is not None:
        return ()
    return ("OCG-09", "OCG-10") if targets(q) else ("OCG-30",)


def build() -> Ruleset:
    own = packaged_cards("ocg")
    core = CITATIONS.core()
    return Ruleset(
        name="ocg",
        title="Early OCG",
        prefix="OCG",
        life=8000,
        zones=Zones(
            rows={"m": 5, "s": 5},
            piles=("pile", "hand", "grave", "banished", "extra", "field", "play"),
            field=("m", "s", "field"),
            private=("extra",),
            places=tables.PLACES,
        ),
        cards={card.code: card for card in own.card},
        effects={effect.name: effect for effect in own.effect},
        phases=tables.PHASES,
        battle=tables.BATTLE,
        chain=lambda readings: simultaneous.chain_policy(readings, ("OCG-42",)),
        readings=(*tables.READINGS, *simultaneous.READINGS),
        moves=moves,
        responses=lambda rules, _readings: tuple(activations.responses(rules, CITATIONS)),
        blocks=BLOCKS,
        could_respond=facts.could_respond,
        decks=Decks(partial(facts.deck_faults, CITATIONS.deck.id), PRACTICE_DECK),
        position_faults=partial(facts.position_faults, CITATIONS),
        printing=Printing(
            traits=tables.TRAITS, kinds=tables.KINDS, types=tables.CARD_TYPES, uses=tables.USES
        ),
        in_play=InPlay(
            speeds=tables.SPEEDS,
            kind_limits=families.KIND_LIMITS,
            reactions=families.REACTIONS,
            values=("attack", "defense"),
            used_in=(("field", "field"),),
            notes_turns=True,
            attempts_apart=True,
        ),
        core_readings=CoreReadings(window="G-24"),
        citations=replace(
            core, used={**core.used, "trap": ("OCG-39",)}, stay={"trap": ("OCG-40", "OCG-46")}
        ),
        words=WORDS,
        trigger_orders=simultaneous.ORDERS,
    )
