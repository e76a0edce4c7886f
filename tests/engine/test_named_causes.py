"""Questions of a batch whose answers once named a rule that was not the cause, or left it out."""

from __future__ import annotations

from typing import Any

import pytest

from duelmat_engine.rulings.answers import Answer, reply
from duelmat_engine.rulings.scenario import read_case


def answered(case: dict[str, Any]) -> Answer:
    """The answer to a case of a batch that asks about an action."""
    scenario = read_case(case)
    found = reply(scenario, scenario.questions[0])
    assert isinstance(found, Answer)
    return found


# Quick magic is no business of the turn player alone


def quick(ruleset: str, phase: str, card: str, use: str, *, place: str = "s1") -> dict[str, Any]:
    """In a's turn b wants to use a card, Set in good time or of the hand, while play is open."""
    lies: object = [card] if place == "hand" else {"card": card, "since": 3}
    asked = card if place == "hand" else f"b.{place}"
    return {
        "ruleset": ruleset,
        "position": {"turn": 5, "phase": phase, "a": THERE[ruleset], "b": {place: lies}},
        "action": {"do": "activate", "seat": "b", "card": asked, "as": use},
    }


THERE = {
    "trump_king": {"m1": "S9", "s1": {"card": "H4", "since": 4}},
    "ocg": {"m1": "Wolf"},
    "trigamon": {"m1": "EmberImp"},
}
WHEN_ASKED = ["It is your turn, or you are asked whether you respond."]
IN_TURN = ["It is your turn."]
QUICK = [
    (quick("trump_king", "main1", "C8", "magic"), ["TK-37"], WHEN_ASKED),
    (quick("trump_king", "battle", "C8", "magic"), ["TK-37"], WHEN_ASKED),
    (quick("trump_king", "main1", "C8", "magic", place="hand"), ["TK-33"], IN_TURN),
    (quick("ocg", "main1", "Rush", "magic"), ["G-29.turn"], WHEN_ASKED),
    (quick("ocg", "battle", "Rush", "magic"), ["G-29.turn"], WHEN_ASKED),
    (quick("ocg", "main1", "Rush", "magic", place="hand"), ["G-29.turn"], IN_TURN),
    (quick("trigamon", "main1", "PulseBeat", "magic"), ["TRI-03"], WHEN_ASKED),
    (quick("trigamon", "main1", "SwiftSnare", "trap"), ["TRI-03"], WHEN_ASKED),
]


@pytest.mark.parametrize(("case", "rules", "told"), QUICK)
def test_set_quick_magic_waits_to_be_asked_in_the_opponents_turn(
    case: dict[str, Any], rules: list[str], told: list[str]
) -> None:
    """What may answer in another's turn is not refused by the rule that exempts it."""
    verdict = answered(case).verdict
    assert (list(verdict.rules), [r.text for r in verdict.remedies]) == (rules, told)


# Where a statement keeps out every card that a text could use, it is the cause


def activated(ruleset: str, hand: str, card: str = "", **lying: Any) -> dict[str, Any]:
    """In turn 5 a wants to use magic of the hand, or has done so and wants to choose a card."""
    use = {"do": "activate", "card": hand, "as": "magic"}
    case = {"ruleset": ruleset, "position": {"turn": 5, "a": {"hand": [hand]} | lying}}
    return case | ({"play": [use], "action": f"?{card}"} if card else {"action": use})


STUNNED = {"card": "EmberImp", "marks": {"stun": 1}}
REVIVED = "Everything that its text needs is there (Special Summon a monster of any Graveyard)."
REVIVABLE = "A card is there on which it may be used (Special Summon a monster of any Graveyard)."
TURNABLE = "A card is there on which it may be used (Change the position of an Entity)."
SPIRIT = ["OCG-12", "OCG-16", "OCG-17"]
GAIA = "text:hero-gaia-only"
KEPT_OUT = [
    (activated("ocg", "Reborn"), ["G-29.text"], REVIVED),
    (activated("ocg", "Reborn", grave=["SpiritFox"]), SPIRIT, REVIVABLE),
    (activated("ocg", "Reborn", grave=["SpiritFox", "DarkHole"]), SPIRIT, REVIVABLE),
    (activated("ocg", "Reborn", grave=["HeroGaia"]), [GAIA], REVIVABLE),
    (activated("ocg", "Reborn", grave=["HeroGaia", "SpiritFox"]), ["G-29.text"], REVIVED),
    (
        activated("ocg", "Reborn", "a:HeroGaia", grave=["HeroGaia", "Wolf"]),
        [GAIA],
        "Choose one of: a:Wolf.",
    ),
    (activated("trigamon", "GentleTurn", m1=STUNNED), ["TRI-170"], TURNABLE),
]


@pytest.mark.parametrize(("case", "rules", "told"), KEPT_OUT)
def test_what_keeps_every_card_out_is_named(
    case: dict[str, Any], rules: list[str], told: str
) -> None:
    """Switched off it would make the play legal, which the text alone does not forbid."""
    verdict = answered(case).verdict
    assert (list(verdict.rules), [r.text for r in verdict.remedies]) == (rules, [told])
