"""The tables of Early OCG: what its document says, and what it inherits (parts of G-29)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain as chained
from typing import Final

from duelmat_engine.actions import Attack
from duelmat_engine.cards import Printed
from duelmat_engine.catalogue import find_reading
from duelmat_engine.facts import NextTurn
from duelmat_engine.moves.attacking import targets
from duelmat_engine.moves.moments import Readings, times_used
from duelmat_engine.ruleset.chain_policy import ChainPolicy
from duelmat_engine.ruleset.game import Decks, MoveKind, Question, Rule, Ruleset
from duelmat_engine.ruleset.parts import CoreReadings, InPlay, Printing, Zones
from duelmat_engine.ruleset.tables import BattleRow, BattleTable, Reading, SpeedRow
from duelmat_engine.rulesets.classic import activating, facts, fighting, moments, summoning, turns
from duelmat_engine.rulesets.classic.citations import Citation, citations
from duelmat_engine.rulesets.classic.words import WORDS
from duelmat_engine.rulesets.ocg import families
from duelmat_engine.rulesets.ocg.cards import CARDS, EFFECTS, PRACTICE_DECK
from duelmat_engine.rulesets.simultaneous import READINGS as SEG_READINGS
from duelmat_engine.rulesets.simultaneous import chain_policy
from duelmat_engine.verdict import When

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

BLOCKS: Final = {
    **turns.setup(CITATIONS),
    **turns.playing(CITATIONS, attack_costs=families.ATTACK_COSTS),
    "end-phase": turns.end_phase(CITATIONS, families.RETURNS),
    **families.BLOCKS,
}

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
    Printed(name="passcode", sort="whole", least=1),
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

READINGS: Final = tuple(
    Reading(entry.id, entry.text, entry.choices)
    for entry in map(
        find_reading,
        (
            *("G-20", "G-21", "G-22", "G-23", "G-24", "G-25", "G-26"),
            *("G-27", "G-28", "G-29", "G-29b", "G-95"),
        ),
    )
)


def moves(rules: Ruleset, readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of open play."""
    del readings
    once = Rule(
        "OCG-16",
        lambda q: not families.is_spirit(q) or not times_used(q, "summon-right"),
        lambda _: When(
            "It is your next turn: a Spirit comes by the one summon of a turn only.", NextTurn()
        ),
        concerns=families.is_spirit,
    )
    return (
        summoning.normal_summon(
            rules, CITATIONS, further=(once,), extra_citations=families.spirit_grant
        ),
        summoning.set_monster(
            rules, CITATIONS, _tributes, further=(once,), extra_citations=families.spirit_set_grant
        ),
        families.toon_summon(rules, CITATIONS),
        activating.set_card(CITATIONS),
        *activating.activations(rules, CITATIONS),
        fighting.change_position(rules, CITATIONS),
        fighting.attack(
            rules,
            CITATIONS,
            ("OCG-18",),
            passes_by=families.passes_by,
            extra_citations=_attack_grant,
        ),
        moments.advance(CITATIONS),
    )


def _tributes(q: Question) -> int:
    """A Toon takes no Tributes, whatever its level (G-27)."""
    return 0 if families.is_toon(q) else summoning.by_level(q)


def _attack_grant(q: Question) -> tuple[str, ...]:
    """By what a direct attack is permitted."""
    if not isinstance(q.action, Attack) or q.action.target is not None:
        return ()
    return ("OCG-09", "OCG-10") if targets(q) else ("OCG-30",)


def responses(rules: Ruleset, readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of response in a window."""
    del readings
    return activating.responses(rules, CITATIONS)


def chain(readings: Mapping[str, str]) -> ChainPolicy:
    """The Chain Rule (OCG-42), with the order of simultaneous effects that G-97 chooses."""
    return replace(chain_policy(readings), rules=("OCG-42",))


def build() -> Ruleset:
    return Ruleset(
        name="ocg",
        title="Early OCG",
        prefix="OCG",
        life=8000,
        zones=Zones(
            rows={"m": 5, "s": 5},
            piles=("pile", "hand", "grave", "banished", "extra", "field", "play"),
            field=("m", "s", "field"),
            places=facts.places(CITATIONS),
        ),
        cards=CARDS,
        effects=EFFECTS,
        phases=turns.phases(CITATIONS),
        battle=BATTLE,
        chain=chain,
        readings=(*READINGS, *SEG_READINGS),
        moves=moves,
        responses=responses,
        blocks=BLOCKS,
        could_respond=facts.could_respond,
        decks=Decks(
            faults=facts.deck_faults(CITATIONS.deck),
            practice=PRACTICE_DECK,
        ),
        position_faults=facts.position_faults(CITATIONS),
        printing=Printing(
            traits=TRAITS,
            kinds=KINDS,
            types=CARD_TYPES,
            uses=USES,
        ),
        in_play=InPlay(
            speeds=SPEEDS,
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
        citations=CITATIONS.core(
            used={
                "magic": (CITATIONS.play.id,),
                "quick": (CITATIONS.play.id,),
                "trap": ("OCG-39",),
            },
            stay={"trap": ("OCG-40", "OCG-46")},
        ),
        words=WORDS,
    )
