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
