"""Battle and trigger cases as tables: what is wrong with one is told, place by place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations, product
from typing import Any

import pytest

from duelmat_engine.cardfiles.form import ScenarioError
from duelmat_engine.ruleset import registry
from duelmat_engine.ruleset.chain_policy import TriggerKind, TriggerOrder, Word
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names
from duelmat_engine.rulesets.simultaneous import READINGS, chain_policy
from duelmat_engine.rulings.battles import answer_battle
from duelmat_engine.rulings.chain_orders import judge_order, permitted_chains
from duelmat_engine.rulings.order_form import ChainsAnswer, OrderAnswer, answer_order
from duelmat_engine.rulings.trigger_orders import Case, Trigger
from duelmat_engine.verdict import Never

FIGHT: dict[str, Any] = {"ruleset": "ocg", "battle": {"attacker": {"attack": 1900}}}
ORDER: dict[str, Any] = {
    "ruleset": "ocg",
    "triggers": [{"seat": "a", "kind": "public"}, {"seat": "b", "kind": "mandatory"}],
}


def battle(**changes: object) -> dict[str, Any]:
    return FIGHT | {"battle": {**FIGHT["battle"], **changes}}


BROKEN_BATTLES = [
    ({"battle": {}}, "", 'the key "ruleset" with a text'),
    ({"ruleset": "ocg", "battle": []}, "battle", "a table"),
    ({"ruleset": "ocg", "battle": {}}, "battle.attacker", 'the key "attack" with a whole num'),
    (FIGHT | {"position": {}}, "position", "one of the keys id"),
    (battle(attacker={}), "battle.attacker", 'the key "attack" with a whole number'),
    (battle(attacker={"attack": -1}), "battle.attacker.attack", "a whole number from 0"),
    (battle(attacker={"attack": 1.5}), "battle.attacker.attack", "a whole number"),
    (battle(target={"attack": 1, "face": "left"}), "battle.target.face", "one of up, down"),
    (battle(target={"attack": 1, "level": 4}), "battle.target.level", "one of the keys attack"),
    (battle(target={"attack": 1, "since": 4}), "battle.target.since", "from 1 to 3"),
    (battle(target={"attack": 1, "position": "core"}), "battle.target.position", "one of attack"),
    (battle(attacker={"attack": 10**7}), "battle.attacker.attack", "from 0 to 1000000"),
    (
        {"ruleset": "trump_king", "battle": {"attacker": {"attack": 77}}},
        "battle.attacker.attack",
        "a whole number from 0 to 13",
    ),
    (battle(bystanders=3), "battle.bystanders", "a whole number from 0 to 2"),
    (battle(life={"c": 5}), "battle.life.c", "one of the keys a, b"),
    (battle(life={"a": 0}), "battle.life.a", "a whole number from 1"),
    (battle(phase="lunch"), "battle.phase", "one of "),
    (battle(phase="draw"), "battle", "a battle that a duel can come to"),
    (FIGHT | {"expect": {"destroyed": ["b"]}}, "expect.destroyed[1]", "one of attacker, target"),
    (FIGHT | {"readings": {"G-999": "x"}}, "readings.G-999", "one of "),
    (
        {"ruleset": "trump_king", "battle": {"attacker": {"attack": 5, "defense": 4}}},
        "battle.attacker.defense",
        "5: Trump King has one number for both",
    ),
    (
        battle(target={"attack": 1, "face": "down", "position": "attack"}),
        "battle.target",
        "a battle that a duel can come to",
    ),
]


def own_order(ruleset: str, **trigger: object) -> dict[str, Any]:
    """A case of a ruleset that has one order."""
    one = {"seat": "a", "kind": "mandatory", **trigger}
    return {"ruleset": ruleset, "triggers": [one]}


ORDERS = {name: tuple(find_ruleset(name).trigger_orders) for name in ruleset_names()}
BROKEN_ORDERS = [
    (own_order("resummoned", kind="public"), "triggers[1].kind", "one of mandatory"),
    (own_order("resummoned", timing="when"), "triggers[1].timing", "one of if"),
    (own_order("trigamon", **{"summons-itself": True}), "triggers[1].summons-itself", "false"),
    (own_order("trigamon") | {"order": "ocg"}, "order", "one of wording"),
    (own_order("trigamon") | {"readings": {"G-13": "as stated"}}, "readings.G-13", "none"),
    (own_order("ocg", timing="as"), "triggers[1].timing", "one of if, when"),
    (ORDER | {"ruleset": "trump_king"}, "ruleset", "one of ocg, resummoned, trigamon"),
    (ORDER | {"triggers": [], "chain": [1]}, "chain[1]", "a trigger, of which there is none"),
    (ORDER | {"triggers": ORDER["triggers"] * 7}, "triggers", "up to 12 triggers"),
    (ORDER | {"triggers": [3]}, "triggers[1]", "a table"),
    (ORDER | {"triggers": [{"seat": "a"}]}, "triggers[1]", 'the key "kind" with a text'),
    (ORDER | {"triggers": [{"seat": "c", "kind": "public"}]}, "triggers[1].seat", "one of a, b"),
    (
        ORDER | {"triggers": [{"seat": "a", "kind": "public", "event": 3}]},
        "triggers[1].event",
        "a whole number from 1 to 2",
    ),
    (ORDER | {"chain": [1, 3]}, "chain[2]", "the number of a trigger, 1 to 2"),
    (ORDER | {"chain": [1, 1]}, "chain[2]", "each trigger once"),
    (ORDER | {"chain": [2, "paas"]}, "chain[2]", 'the number of a trigger, 1 to 2, or "pass"'),
    (ORDER | {"chain": [True]}, "chain[1]", "the number of a trigger, 1 to 2"),
    (ORDER | {"expect": {"chains": [["pass"]]}}, "expect.chains[1][1]", "the number of a trigger"),
    (ORDER | {"chain": 2}, "chain", "a list of numbers"),
    (ORDER | {"chain": None}, "chain", "a list of numbers"),
    (ORDER | {"expect": {"chains": [None]}}, "expect.chains[1]", "a list of numbers"),
    (ORDER | {"order": "random"}, "order", "one of ocg, tcg, first-trigger"),
    (ORDER | {"readings": {"G-97": "tcg"}}, "readings.G-97", "a reading on which the"),
    (ORDER | {"expect": {"responds": "a"}}, "expect.responds", 'the key "chain" in the case'),
    (ORDER | {"expect": {"legal": True}}, "expect", 'the key "chain" in the case'),
    (ORDER | {"chain": [2], "expect": {"chains": [[2]]}}, "expect.chains", "legal, rules"),
]

Reader = Callable[[dict[str, Any]], object]


def ask_battle(case: dict[str, Any]) -> object:
    return answer_battle(case)


def ask_order(case: dict[str, Any]) -> object:
    return answer_order(case)


BROKEN = [
    *((ask_battle, *row) for row in BROKEN_BATTLES),
    *((ask_order, *row) for row in BROKEN_ORDERS),
]


@pytest.mark.parametrize(("ask", "case", "where", "expected"), BROKEN)
def test_a_broken_case_says_where_and_what_was_expected(
    ask: Reader, case: dict[str, Any], where: str, expected: str
) -> None:
    """Every broken key is told with its place."""
    with pytest.raises(ScenarioError) as caught:
        ask(case)
    there = [fault for fault in caught.value.faults if fault.where == where]
    assert any(expected in fault.expected for fault in there), caught.value
    assert all(fault.got for fault in there)


def test_what_hangs_on_a_ruleset_is_not_looked_at_where_its_name_is_broken() -> None:
    """Other faults are told with it, and no other ruleset's orders are taken."""
    case = own_order("wordng", timing="as") | {"order": "wording", "readings": {"G-34": "any"}}
    with pytest.raises(ScenarioError) as caught:
        answer_order(case | {"chain": [2]})
    assert [fault.where for fault in caught.value.faults] == ["ruleset", "chain[1]"]


def test_what_a_battle_is_expected_to_do_is_compared() -> None:
    """Every expectation that does not hold is told."""
    case = battle(target={"attack": 1500})
    right = {"legal": True, "destroyed": ["target"], "damage": {"a": 0, "b": 400}}
    assert answer_battle(case | {"expect": right}).failures == ()
    wrong = {"destroyed": [], "damage": {"b": 300}, "life": {"a": 1, "b": 2}, "legal": False}
    assert answer_battle(case | {"expect": wrong}).failures == (
        "expected not legal, got legal",
        "expected destroyed nobody, got target",
        "expected damage b 300, got b 400",
        "expected life a 1, b 2, got a 8000, b 7600",
    )


def test_without_triggers_the_only_chain_is_the_empty_one() -> None:
    """Nothing is asked, whatever the order; an empty chain may come about."""
    for ruleset, orders in ORDERS.items():
        for order in orders:
            case = {"ruleset": ruleset, "order": order, "triggers": []}
            listed = answer_order(case | {"expect": {"chains": [[]]}})
            assert isinstance(listed, ChainsAnswer)
            assert (listed.failures, len(listed.permitted.chains)) == ((), 1)
            asked = answer_order(case | {"chain": []})
            assert isinstance(asked, OrderAnswer)
            assert asked.verdict.legal


def test_a_ruleset_of_ones_own_says_its_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    """No list of the form names rulesets: what `trigger_orders` says may be asked about."""
    order = TriggerOrder(
        chain=chain_policy, readings=READINGS, chosen={"G-97": "tcg"}, words=("if",)
    )
    own = replace(find_ruleset("trump_king"), name="own", trigger_orders={"mine": order})
    monkeypatch.setitem(registry._RULESETS, "own", lambda: own)
    triggers = [{"seat": seat, "kind": "mandatory"} for seat in "ba"]
    case = {"ruleset": "own", "triggers": triggers}
    listed = answer_order(case)
    assert isinstance(listed, ChainsAnswer)
    assert list(listed.permitted.chains) == [(1, 0)]
    with pytest.raises(ScenarioError, match="one of if"):
        answer_order({**case, "triggers": [{**triggers[0], "timing": "when"}]})


PUBLIC = [{"seat": seat, "kind": "public"} for seat in "ab"]
MANDATORY = [{"seat": seat, "kind": "mandatory"} for seat in "aab"]
PASSES = [
    (PUBLIC, ["pass", 2], True, [2], ""),
    (PUBLIC, ["pass", "pass"], True, [], ""),
    (PUBLIC, [1, "pass"], True, [1], ""),
    (PUBLIC, ["pass", 1], False, [], ""),
    (PUBLIC, ["pass", "pass", "pass"], False, [], "elsewhere"),
    (MANDATORY, ["pass", 1, 2, 3], False, [], ""),
    ([], ["pass"], False, [], "elsewhere"),
]


@pytest.mark.parametrize(("triggers", "chain", "legal", "links", "invalid"), PASSES)
def test_a_pass_stands_where_somebody_is_asked(
    triggers: list[dict[str, str]],
    chain: list[int | str],
    legal: bool,
    links: list[int],
    invalid: str,
) -> None:
    """Whoever is asked at that moment declines; where nobody is asked, or must act, it may not."""
    asked = answer_order({"ruleset": "ocg", "triggers": triggers, "chain": chain})
    assert isinstance(asked, OrderAnswer)
    assert asked.verdict.legal == legal
    assert [number + 1 for number in asked.verdict.links] == links
    assert asked.verdict.invalid.value == invalid
    assert asked.verdict.rules
    assert "a pass" in asked.question


def test_chains_are_listed_and_compared() -> None:
    """Without a wanted chain every permitted one is listed; what differs is told."""
    listed = answer_order(ORDER | {"expect": {"chains": [[2], [2, 1]]}})
    assert isinstance(listed, ChainsAnswer)
    assert listed.failures == ()
    assert list(listed.permitted.chains) == [(1, 0), (1,)]
    assert "SEG-32" not in listed.permitted.rules  # how a chain resolves orders nothing
    wrong = answer_order(ORDER | {"expect": {"chains": [[1, 2]]}})
    assert wrong.failures == (
        "expected other chains, missing [1, 2]",
        "expected other chains, surplus [2], [2, 1]",
    )
    few = answer_order(ORDER | {"most": 1})
    assert isinstance(few, ChainsAnswer)
    assert (len(few.permitted.chains), few.permitted.complete) == (1, False)


def test_a_wanted_chain_is_ruled_on_in_words() -> None:
    """Triggers are named by their numbers, with whose they are and of what kind."""
    found = answer_order(ORDER | {"chain": [2, 1], "names": {"a": "Ana", "b": "Ben"}})
    assert isinstance(found, OrderAnswer)
    assert (
        found.question
        == "May the chain be 2 (Ben's, mandatory) then 1 (Ana's, optional and public)?"
    )
    assert found.verdict.links == (1, 0)
    assert found.verdict.responds == 1
    refused = answer_order(ORDER | {"chain": [1]})
    assert isinstance(refused, OrderAnswer)
    assert not refused.explanation.legal
    assert refused.explanation.remedies
    other = answer_order(ORDER | {"chain": [2, 1], "expect": {"responds": "a"}})
    assert other.failures == ("expected a to be asked first for a response, got b",)


def some_triggers(order: str) -> Iterator[tuple[Trigger, ...]]:
    """Settings of three triggers: of the kinds, events and words that an order knows.

    With each way of seats other ones, of which all that are equally far apart are taken.
    """
    words: tuple[Word, ...] = ("if", "when", "as") if order == "wording" else ("if", "when")
    every: list[tuple[TriggerKind, int, Word]] = list(
        product(("mandatory", "public", "private"), (1, 2), words)
    )
    if order == "priority":
        every = [("mandatory", 1, "if"), ("mandatory", 2, "if")]
    apart = {"priority": 1, "wording": 641}.get(order, 211)
    for number, seats in enumerate(product((0, 1), repeat=3)):
        for three in list(product(every, repeat=3))[number * apart // 8 :: apart]:
            yield tuple(
                Trigger(
                    seat=seat,
                    kind=kind,
                    event=1 if event == 1 else 2,
                    timing=word,
                    summons_itself=order in ORDERS["ocg"] and seat + event == 2,
                )
                for seat, (kind, event, word) in zip(seats, three, strict=True)
            )


@pytest.mark.parametrize(("ruleset", "order"), [(r, o) for r in ORDERS for o in ORDERS[r]])
def test_a_chain_is_permitted_if_and_only_if_it_is_listed(ruleset: str, order: str) -> None:
    """Every order of every selection of three triggers, ruled on one by one.

    Each ruling cites a rule; a refusal says what would help, or never with a rule that it cites.
    """
    for triggers in some_triggers(order):
        case = Case(triggers=triggers, ruleset=ruleset, order=order)
        listed = permitted_chains(case).chains
        for links in (links for n in range(4) for links in permutations(range(3), n)):
            found = judge_order(case, links)
            assert found.legal == (links in listed), (triggers, links)
            assert found.responds == listed.get(links)
            assert found.rules
            assert not found.invalid
            assert found.legal != bool(found.remedies), (triggers, links)
            nevers = {r.rule for r in found.remedies if isinstance(r, Never)}
            assert nevers <= {*found.rules}
