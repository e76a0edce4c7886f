"""The tables of Trump King: phases, places, battle, what cards print, readings."""

from __future__ import annotations

from typing import Final

from duelmat_engine.cards import Printed
from duelmat_engine.ruleset.tables import BattleRow, BattleTable, Exit, Phase, Place, Reading
from duelmat_engine.rulesets.trump_king.cards import SUITS
from duelmat_message import say

PHASES: Final = (
    Phase(
        "draw",
        say("Draw Phase"),
        rules=("TK-05", "TK-03"),
        block="draw-phase",
        then="main1",
        skipped_on_first_turn=("TK-11",),
    ),
    Phase(
        "main1",
        say("Main Phase 1"),
        rules=("TK-05", "TK-06"),
        block="play-phase",
        then="end",
        exits=(
            Exit("battle", ("TK-05", "TK-12"), not_on_first_turn=True),
            Exit("end", ("TK-05",)),
        ),
    ),
    Phase(
        "battle",
        say("Battle Phase"),
        rules=("TK-05", "TK-07"),
        block="play-phase",
        then="main2",
        exits=(Exit("main2", ("TK-05", "TK-67")), Exit("end", ("TK-05", "TK-67"))),
    ),
    Phase(
        "main2",
        say("Main Phase 2"),
        rules=("TK-05", "TK-08"),
        block="play-phase",
        then="end",
        exits=(Exit("end", ("TK-05",)),),
    ),
)

TRAITS: Final = (
    Printed(name="number", sort="whole", least=1, most=13),
    Printed(name="suit", sort="text", values=tuple(SUITS.values())),
)
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

READINGS: Final = (
    Reading("G-40", "Zones of Synchro materials are free before the Synchro comes.", ("frees",)),
    Reading("G-41", "Whether the limit of three covers all magic and traps.", ("set only",)),
    Reading("G-42", "Synchro: a suit of the materials, and still in the Extra Deck.", ("both",)),
    Reading("G-43", "Both players at no life at once.", ("draw",)),
    Reading("G-44", "Paying exactly all life as a Spade's cost.", ("legal", "must stay above 0")),
    Reading("G-45", "Half of a number for Spade Synchros.", ("rounded down",)),
    Reading("G-46", "Which cards a Spade Synchro's payment destroys.", ("own and itself too",)),
    Reading("G-47", "Which summons a Heart gains life from.", ("normal", "both")),
    Reading("G-48", "Heart Synchro: cards not picked go back as they lay.", ("same order",)),
    Reading("G-49", "An empty pile in the Draw Phase.", ("no draw", "lose")),
    Reading("G-50", "Whose summons a trap answers.", ("anyone's",)),
    Reading("G-51", "Rank 2: the other cards go back as they lay.", ("same order",)),
    Reading("G-52", "How many cards a Joker needs.", ("two",)),
    Reading("G-53", "Ranks 1, 2, 8 and 9 have only their listed use.", ("only listed",)),
    Reading("G-54", "A Joker as a monster.", ("legal", "refused")),
    Reading("G-55", "Packs.", ("one each",)),
    Reading("G-56", "When there is a response window.", ("summon, activation, attack",)),
    Reading("G-57", "When a position may change first.", ("own next turn",)),
    Reading("G-58", "Two opposing Diamonds of one number.", ("earlier applies",)),
    Reading("G-59", "The card that a Diamond's victim summons.", ("Attack, if possible",)),
    Reading("G-83", "Effects of a Synchro.", ("its own only",)),
    Reading("G-84", "A Synchro as a cost sent to the Graveyard.", ("refused",)),
    Reading("G-85", "From where Club and Diamond summon themselves.", ("hand",)),
    Reading("G-86", "Face-down monsters as targets.", ("not by suit or number",)),
    Reading("G-87", "When a Set card becomes magic or trap.", ("at activation",)),
    Reading("G-88", "A Diamond's lock and Sets.", ("not Sets", "Sets too")),
    Reading("G-89", "Used, destroyed and discarded cards.", ("owner's Graveyard",)),
    Reading("G-90", "When Main Phase acts are open.", ("own Main Phases",)),
    Reading("G-91", "Zero as a multiple of five.", ("refused",)),
    Reading("G-92", "A duel that only repeats itself.", ("draw",)),
    Reading("G-93", "Which of the mat's five zones are used.", ("middle three",)),
)


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
