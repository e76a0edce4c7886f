"""The tables of Trump King: phases, places, battle, the pack and what cards print, readings."""

from __future__ import annotations

from typing import Final

from duelmat_engine.cardfiles.check import packaged_cards
from duelmat_engine.cards import Printed
from duelmat_engine.catalogue import readings
from duelmat_engine.ruleset.tables import BattleRow, BattleTable, Exit, Phase, Place
from duelmat_message import say

_TO_BATTLE: Final = Exit("battle", ("TK-05", "TK-12"), not_on_first_turn=True)
_PAST_BATTLE: Final = Exit("main2", ("TK-05", "TK-12"), only_on_first_turn=True)
_END: Final = Exit("end", ("TK-05",))
_FROM_BATTLE: Final = (Exit("main2", ("TK-05", "TK-67")), Exit("end", ("TK-05", "TK-67")))


def _phase(
    name: str, title: str, rule: str, then: str, *exits: Exit, second: tuple[str, ...] = ()
) -> Phase:
    """Return a phase in which its player acts until going on."""
    return Phase(name, title, ("TK-05", rule), "play-phase", then, exits, second_turn=second)


PHASES: Final = (
    Phase(
        "draw",
        say("Draw Phase"),
        rules=("TK-05", "TK-03"),
        block="draw-phase",
        then="main1",
        skipped_on_first_turn=("TK-11",),
        second_turn=("TK-13",),
    ),
    _phase("main1", say("Main Phase 1"), "TK-06", "end", _TO_BATTLE, _PAST_BATTLE, _END),
    _phase("battle", say("Battle Phase"), "TK-07", "main2", *_FROM_BATTLE, second=("TK-13",)),
    _phase("main2", say("Main Phase 2"), "TK-08", "end", _END),
)

TRAITS: Final = (
    Printed(name="number", sort="whole", least=1, most=13),
    Printed(name="suit", sort="text", values=("spade", "heart", "club", "diamond")),
)
PACK: Final = {card.code: card for card in packaged_cards("trump_king").card}
MAIN_CODES: Final = tuple(code for code, card in PACK.items() if "pack" in card.kinds)
EXTRA_CODES: Final = tuple(code for code, card in PACK.items() if "synchro" in card.kinds)
DECK: Final = (MAIN_CODES, EXTRA_CODES)
"""The whole pack: everybody brings the same."""
USES: Final = ("magic", "quick", "trap", "ignition", "trigger", "declare", "continuous")

BATTLE: Final = BattleTable(
    attack_trait="number",
    defense_trait="number",
    fighter_kinds=("pack",),
    value_rules=("TK-57",),
    rows=(
        BattleRow("attack", ">", ("target",), "target", "difference", ("TK-60",)),
        BattleRow("attack", "<", ("attacker",), "attacker", "difference", ("TK-60",)),
        BattleRow("attack", "=", ("attacker", "target"), "", "", ("TK-61",)),
        BattleRow("defense", ">", ("target",), "", "", ("TK-63",)),
        BattleRow("defense", "=", (), "", "", ("TK-64",)),
        BattleRow("defense", "<", (), "attacker", "difference", ("TK-65",)),
        BattleRow("direct", "any", (), "target", "attack", ("TK-58",)),
    ),
)

READINGS: Final = readings("TK")

PLACES: Final = (
    Place(("m",), say("a Synchro face-up"), "TK-19", never=("synchro",), face="down"),
    Place(
        ("s", "pile", "hand", "grave", "banished", "play"),
        say("no Synchro: on the field or in the Extra Deck only"),
        "TK-54",
        never=("synchro",),
    ),
    Place(("extra",), say("a Synchro"), "TK-62", only=("synchro",)),
)
