"""Questions about Trump King as they are written: verdicts with their remedies, and accounts."""

from __future__ import annotations

from typing import Any

import pytest

from duelmat_engine.rulings.answers import Answer, answer
from duelmat_engine.rulings.scenario import read_case
from engine import asked_scenarios

MAIN = {"turn": 5, "phase": "main1"}
BATTLE = {"turn": 5, "phase": "battle"}
UNLIKE = "The 9 of hearts cannot be the card of the left magic/trap zone: it lies in the pile."


def asked(position: dict[str, Any], play: list[Any], action: Any) -> Answer:
    return asked_scenarios.ask("trump_king", position, tuple(play), action)


def told(answer: Answer) -> list[str]:
    """Return what would make it legal, in the words of the table."""
    return [advice.text for advice in answer.explanation.advice]


@pytest.mark.rule("TK-103")
def test_an_unseen_card_is_offered_as_a_card_of_its_pile() -> None:
    play = [{"do": "activate", "card": "S2", "as": "magic"}]
    answer = asked(MAIN | {"a": {"hand": ["S2"]}}, play, {"do": "choose", "card": "b:S4"})
    assert told(answer) == ["Choose one of: a card of the pile."]


@pytest.mark.rule("TK-71", "TK-87", "TK-92")
@pytest.mark.parametrize(
    ("diamond", "rule"),
    [("D8", "TK-87"), ({"card": "DQ", "marks": {"suit": "spade", "number": 2}}, "TK-92")],
)
def test_a_trigger_that_was_negated_is_refused_by_what_negated_it(diamond: Any, rule: str) -> None:
    """What sets it off has happened."""
    position = BATTLE | {"a": {"m1": "S8"}, "b": {"m1": "C3", "m2": diamond}}
    action = {"do": "activate", "card": "m1", "effect": "spade-damage"}
    answer = asked(position, ["m1*b.m1", "pass"], action)
    assert (answer.verdict.rules, answer.verdict.invalid) == ((rule,), "")
    assert told(answer) == ["The card that negates it has left the field."]


@pytest.mark.rule("TK-38", "TK-45")
@pytest.mark.parametrize(("use", "zone"), [("magic", "hand"), ("trap", "s1")])
def test_a_case_may_have_cards_of_its_own_that_no_pack_holds(use: str, zone: str) -> None:
    """A permanent one stays on the field."""
    effect = {"name": "perm", "use": use, "text": "x", "stays": True}
    card = {"code": "PM", "name": "Perm", "traits": {"number": 3, "suit": "spade"}}
    account = asked_scenarios.account(
        ruleset="trump_king",
        card=[card | {"kinds": ["pack"], "effects": ["perm"]}],
        effect=[effect | {"resolve": [{"do": "gain", "amount": 1}]}],
        position=MAIN | {"a": {zone: ["PM"] if zone == "hand" else "PM"}},
        play=[{"do": "activate", "card": "PM", "as": use}],
    )
    assert [(p.key, p.face_up) for p in account.course.duel.at("a.s1")] == [("a:PM", True)]


@pytest.mark.rule("TK-80")
@pytest.mark.parametrize(
    ("lead", "card", "legal"),
    [(1, "S9", True), (1, "H9", False), (4, "S9", True), (4, "H9", False), (6, "H9", True)],
)
def test_a_card_set_by_a_heart_synchro_is_one_of_those_looked_at(
    lead: int, card: str, *, legal: bool
) -> None:
    """G-48, G-101: the table knows the pile's order, and forgets no more than which it was."""
    pile = {"order": ["S9", "H2", "X1", "S5", "S6", "H9"]}
    position = MAIN | {"a": {"m1": "HQ", "pile": pile}, "b": {"life": 40 - lead, "m1": "C5"}}
    play = [
        {"do": "activate", "card": "m1", "as": "effect"},
        {"do": "name", "value": "set"},
        "?pile",
        {"do": "effect-set", "card": "pile", "to": "s1"},
        "/end",
        "/end",
    ]
    action = {"do": "activate", "card": "s1", "as": "trap", "shown": card}
    answer = asked(position, play, action)
    why = [] if legal else [UNLIKE]
    assert (answer.verdict.legal, told(answer)) == (legal, why)


@pytest.mark.rule("TK-31")
@pytest.mark.parametrize("zone", ["hand", "s1"])
def test_an_account_says_that_an_announcement_was_taken_back(zone: str) -> None:
    """The card lies as before, and nothing else says why."""
    position = MAIN | {"a": {zone: ["S7"] if zone == "hand" else "S7"}, "b": {"m1": "S3"}}
    play = [{"do": "activate", "card": "S7", "as": "magic"}, "cancel"]
    account = asked_scenarios.account(ruleset="trump_king", position=position, play=play)
    assert account.course.lines[-1].text == "Player A takes the announcement back."
    (card,) = account.course.duel.at(f"a.{zone}")
    assert (card.key, card.face_up) == ("a:S7", False)


NAMED_HEART = {"card": "DQ", "marks": {"suit": "heart", "number": 2}}
GONE = "The opposing Diamond of the same number has left the field or is negated"
SYNCHRO_GONE = "The opposing Diamond Synchro that named it has left the field or is negated"
SUMMONED = "you summon the Heart face-up in Attack Position."


@pytest.mark.rule("TK-74", "TK-86", "TK-93")
@pytest.mark.parametrize(
    ("diamond", "advice"),
    [
        ("D4", "Summon the Heart face-up in Attack Position."),
        ("D3", f"{GONE}, and {SUMMONED}"),
        (NAMED_HEART, f"{SYNCHRO_GONE}, and {SUMMONED}"),
    ],
)
def test_a_heart_is_not_advised_to_be_summoned_past_a_lock(diamond: Any, advice: str) -> None:
    position = MAIN | {"a": {"hand": ["H3"]}, "b": {"m1": diamond}}
    answer = asked(position, [], "H3>m1#_")
    assert (answer.verdict.rules, told(answer)) == (("TK-74",), [advice])


@pytest.mark.rule("TK-90")
def test_a_diamonds_victim_shows_the_top_card_and_summons_it_in_attack_position() -> None:
    """The position is said by G-59, of which the statement alone says nothing."""
    own = {"hand": ["D4"], "m1": "S2"}
    position = MAIN | {"a": own, "b": {"m1": "C3", "pile": {"order": ["S5"]}}}
    play = [
        {"do": "diamond-summon", "card": "D4", "to": "m2", "using": ["m1"]},
        {"do": "choose", "card": "b.m1"},
    ]
    unseen = asked(MAIN | {"a": own, "b": {"m1": "C3"}}, play, "pass")
    assert unseen.moment.question == "Player B: show the top card of the pile."
    lay = {"do": "effect-summon", "card": "S5", "to": "m1", "position": "defense"}
    verdict = asked(position, play, lay).verdict
    assert (verdict.rules, verdict.readings) == (("TK-90",), ("G-59",))


@pytest.mark.rule("TK-73")
@pytest.mark.parametrize(("life", "reading"), [(5, "G-44"), (4, "G-91")])
def test_a_spade_synchro_that_cannot_be_paid_for_names_the_price(life: int, reading: str) -> None:
    """G-44: where some life has to stay, all of it cannot be paid."""
    case = {
        "ruleset": "trump_king",
        "readings": {"G-44": "must stay above 0"},
        "position": MAIN | {"a": {"m1": "SK", "life": life}},
        "action": {"do": "activate", "card": "m1", "as": "effect"},
    }
    scenario = read_case(case)
    found = answer(scenario, scenario.questions[0])
    assert (found.verdict.rules, found.verdict.readings) == (("TK-73",), (reading,))
    assert told(found) == [f"You can pay 5 life; now you can pay {life - 1}."]


def test_a_play_that_nobody_has_refused_may_stand_too() -> None:
    """It is not called a refused one."""
    position = MAIN | {"a": {"hand": ["S7"]}}
    play = [{"do": "stand", "action": "S7>m1", "reason": "agreed"}]
    account = asked_scenarios.account(ruleset="trump_king", position=position, play=play)
    assert account.course.lines[0].text == "The judge lets a play stand: agreed."
