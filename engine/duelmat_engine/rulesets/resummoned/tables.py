"""The tables of Resummoned: phases, battle, what cards print, readings, a deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from duelmat_engine.cards import Card, Printed
from duelmat_engine.catalogue import readings
from duelmat_engine.ruleset.game import CardCodes
from duelmat_engine.ruleset.tables import BattleRow, BattleTable, Phase
from duelmat_engine.rulesets.resummoned.paired import ATTRIBUTES
from duelmat_message import say


def _phase(name: str, title: str, then: str, *rules: str) -> Phase:
    return Phase(name, title, ("RES-600.1", "RES-601.1", *rules), "phase", then)


PHASES: Final = (
    _phase("draw", say("Draw Phase"), "standby", "RES-600.3", "RES-200.2"),
    _phase("standby", say("Standby Phase"), "main1", "RES-605.1"),
    _phase("main1", say("Main Phase 1"), "battle"),
    _phase("battle", say("Battle Phase"), "main2"),
    _phase("main2", say("Main Phase 2"), "end-phase"),
    _phase("end-phase", say("End Phase"), "end", "RES-600.2"),
)

_UP: Final = ("RES-607.3a",)
_DOWN: Final = ("RES-607.3b",)
BATTLE: Final = BattleTable(
    fighter_kinds=("monster",),
    value_rules=("RES-400.1", "RES-406.2", "RES-607.3e"),
    rows=(
        BattleRow("attack", ">", ("target",), "target", "difference", _UP),
        BattleRow("attack", "<", ("attacker",), "attacker", "difference", _UP),
        BattleRow("attack", "=", ("attacker", "target"), "", "", _UP),
        BattleRow("defense", ">", ("target",), "", "", _DOWN),
        BattleRow("defense", "=", (), "", "", _DOWN),
        BattleRow("defense", "<", (), "attacker", "difference", _DOWN),
        BattleRow("direct", "any", (), "target", "attack", ("RES-607.3c",)),
    ),
)

READINGS: Final = readings("RES")

_MONSTER: Final = ("monster",)
TRAITS: Final = (
    Printed(name="attack", sort="whole", on=_MONSTER, needed=True),
    Printed(name="defense", sort="whole", on=_MONSTER, needed=True),
    Printed(name="attribute", sort="text", on=_MONSTER, needed=True, values=ATTRIBUTES),
    Printed(name="level", sort="whole", on=_MONSTER, needed=True),
    Printed(name="printed", sort="text"),
)
USES: Final = ("trigger", "ignition", "flip", "cost", "continuous")


def practice_deck(cards: Mapping[str, Card]) -> CardCodes:
    """Return one insert of each English name; there is no Extra Deck."""
    named: dict[str, str] = {}
    for code, card in cards.items():
        named.setdefault(card.name, code)
    return tuple(named.values()), ()
