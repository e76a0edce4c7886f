"""A scenario that holds, and what reading and answering one, or one question, gives."""

from __future__ import annotations

from typing import Any

from duelmat_engine.cardfiles.form import ScenarioError
from duelmat_engine.rulings.answers import Account, Answer, answer, reply
from duelmat_engine.rulings.scenario import parse_scenario, read_case
from duelmat_parsing import toml_lines

GOOD = """\
ruleset = "ocg"
names = { a = "Ana", b = "Ben" }

[positions.battle]
turn = 4
phase = "battle"
a.m1 = "Elf"
b.m1 = "Warrior"

[[question]]
position = "battle"
play = [{ do = "attack", card = "m1", target = "m1" }]

[question.expect]
happens = ["OCG-22"]
events = [{ event = "destroyed", card = "Warrior", by = "a:Elf", rules = ["OCG-21"] }]
turn = 4
winner = ""

[question.expect.a]
m1 = { card = "Elf", position = "attack", values = { attack = 1900 } }
hand = 0

[question.expect.b]
life = 7800
grave = ["Warrior"]
"""
OPEN = {"turn": 4, "phase": "main1"}


def messages(text: str) -> list[str]:
    """What is wrong with a scenario, whether reading or asking finds it."""
    try:
        scenario = parse_scenario(text, "f.toml")
        for question in scenario.questions:
            reply(scenario, question)
    except ScenarioError as error:
        return error.placed(toml_lines(text), "f.toml").messages()
    return []


def failures(text: str) -> list[str]:
    """Where the answers of a scenario are not as it expects."""
    scenario = parse_scenario(text)
    return [
        failure
        for question in scenario.questions
        for failure in reply(scenario, question).failures
    ]


def account(**case: object) -> Account:
    """What happens in a case of a batch."""
    scenario = read_case({"ruleset": "ocg"} | case)
    found = reply(scenario, scenario.questions[0])
    assert isinstance(found, Account)
    return found


def ask(ruleset: str, position: dict[str, Any], play: tuple[Any, ...], action: Any) -> Answer:
    """The answer to one question."""
    case = {"ruleset": ruleset, "position": position, "play": list(play), "action": action}
    scenario = read_case(case)
    return answer(scenario, scenario.questions[0])
