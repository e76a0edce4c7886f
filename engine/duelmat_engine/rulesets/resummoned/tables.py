"""The tables of Resummoned: phases, battle, what cards print, readings."""

from __future__ import annotations

from typing import Final

from duelmat_engine.cards import Printed
from duelmat_engine.ruleset.tables import BattleRow, BattleTable, Phase, Reading
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

_ORDER: Final = "603.7 603.8 603.9 603.6 603.5 603.2 603.4 603.3"
_AS_PRINTED: Final = "603.2 603.3 603.4 603.5 603.6 603.7 603.8 603.9"
_CLEAR_FIRST: Final = "603.7 603.8 603.9 603.6 603.5 603.4 603.2 603.3"

READINGS: Final = (
    Reading("G-60", "A mandatory loop without end.", ("draw",)),
    Reading("G-61", "Who wins.", ("the last player left",)),
    Reading("G-62", "Whose a card is that no deck brought.", ("who brought it",)),
    Reading("G-63", "Numbers used twice or missing.", ("as printed",)),
    Reading("G-64", "WIND.", ("AIR",)),
    Reading("G-65", "The level of a card without level and rank.", ("0",)),
    Reading("G-66", "Monster types.", ("any word",)),
    Reading("G-67", "Columns without end.", ("numbered from the centre",)),
    Reading("G-68", "Looking at one's own hand.", ("allowed",)),
    Reading("G-69", "The direction of columns.", ("fixed at the table",)),
    Reading("G-70", "The order of state actions.", (_ORDER, _AS_PRINTED, _CLEAR_FIRST)),
    Reading("G-71", "When the Chain resolves.", ("when all passed", "after every action")),
    Reading("G-72", "Which spells and traps are cleared away.", ("face-up, not Equip",)),
    Reading("G-73", "Legends.", ("one in all",)),
    Reading("G-74", "Quick-Play cards played at any time.", ("not counted",)),
    Reading("G-75", "Face-down attackers.", ("may attack",)),
    Reading("G-76", "A defender that is gone.", ("another or none",)),
    Reading("G-77", "When one discards.", ("End Phase",)),
    Reading("G-78", "The order of the Chain.", ("last in, first out",)),
    Reading("G-79", "An effect negated on the Chain.", ("without effect",)),
    Reading("G-80", "Several players.", ("only the starting player skips the draw",)),
    Reading("G-81", "Players who leave.", ("at once, cards to their owners",)),
    Reading("G-82", "Flips and positions.", ("position stays",)),
    Reading("G-94", "Windows in battles; players who leave.", ("each step",)),
    Reading("G-98", "Looking at one's own face-down cards.", ("allowed",)),
)


_MONSTER: Final = ("monster",)
TRAITS: Final = (
    Printed(name="attack", sort="whole", on=_MONSTER, needed=True),
    Printed(name="defense", sort="whole", on=_MONSTER, needed=True),
    Printed(name="attribute", sort="text", on=_MONSTER, needed=True, values=ATTRIBUTES),
    Printed(name="level", sort="whole", on=_MONSTER, needed=True),
    Printed(name="printed", sort="text"),
)
USES: Final = ("trigger", "ignition", "flip", "cost", "continuous")
