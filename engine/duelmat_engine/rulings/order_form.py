"""Trigger cases as tables: triggers in, the chains they may form or the ruling on one out.

docs/judging.md describes the keys. Triggers are counted from 1 there, and from 0 in the engine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from duelmat_engine.brief import Brief
from duelmat_engine.cardfiles.form import NONE, Form, ScenarioError
from duelmat_engine.errors import unlike
from duelmat_engine.names import SEAT_LETTERS
from duelmat_engine.ruleset.chain_policy import TriggerKind, TriggerOrder
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names
from duelmat_engine.rulings import ask_form, chain_orders, trigger_orders
from duelmat_engine.rulings.trigger_orders import Case
from duelmat_engine.text.explain import Explanation, Said, explain_verdict, rule_words
from duelmat_engine.text.wording import EVERYONE, Wording
from duelmat_engine.verdict import Cited, Verdict
from duelmat_message import Text, listed, say, say_as
from duelmat_parsing import Path
from duelmat_parsing.structs import shown

SEATS: Final = SEAT_LETTERS[:2]
MOST_TRIGGERS: Final = 12
MOST_CHAINS: Final = 10_000
_ORDER_KEYS: Final = ("triggers", "turn", "order", "chain", "most", "expect")
_TRIGGER_KEYS: Final = ("seat", "kind", "event", "timing", "summons-itself")

Links = tuple[int, ...]
"""Triggers as links of a Chain, by their numbers, counted from 0."""


class OrderAnswer(Brief, frozen=True):
    """The ruling on a wanted chain in words."""

    question: str
    verdict: chain_orders.OrderVerdict
    explanation: Explanation
    failures: tuple[str, ...]


class ChainsAnswer(Brief, frozen=True):
    """Every permitted chain."""

    question: str
    permitted: chain_orders.Permitted
    rules: tuple[Said, ...]
    failures: tuple[str, ...]


def answer_order(data: Mapping[str, Any]) -> OrderAnswer | ChainsAnswer:
    """The ruling on the chain that the table of a trigger case wants, or every chain there may be.

    ScenarioError lists every fault of the table.
    """
    form = Form(data, (), [], (*ask_form.HEAD_KEYS, "ask", *_ORDER_KEYS))
    having = [name for name in ruleset_names() if find_ruleset(name).trigger_orders]
    name = form.one_of("ruleset", having, needed=True)
    rules = find_ruleset(name) if name else None
    readings = ask_form.read_readings(form, rules)
    expect, further = ask_form.read_expect(form, rules, ("chains", "responds"))
    triggers = list(form.each("triggers", _TRIGGER_KEYS))
    count = len(triggers)
    if count > MOST_TRIGGERS:
        form.fault(say("up to {most} triggers", most=MOST_TRIGGERS), str(count), "triggers")
    chain, chains = None, None
    if "chain" in form:
        chain = _chain(form, ("chain",), form.table["chain"], count, passes=True)
    if "chains" in further:
        listed_chains = further.tables("chains")
        read = (_chain(further, ("chains", at), value, count) for at, value in listed_chains)
        chains = frozenset(links or () for links in read)
    no_chain = say("no chain")
    if chain is not None and chains is not None:
        wanted = say("legal, rules or remedies where a chain is asked about")
        further.fault(wanted, "chains", "chains")
    if chain is None and any(key in further for key in ("legal", "readings", "remedies")):
        further.fault(say('the key "chain" in the case, or only rules and chains'), no_chain)
    if chain is None and "responds" in further:
        further.fault(say('the key "chain" in the case'), no_chain, "responds")
    case = _case(form, rules, readings, triggers) if rules else None
    text, names = form.text("ask"), ask_form.read_names(form, "ab")
    most = form.number("most", 1000, low=1, high=MOST_CHAINS)
    responds = further.one_of("responds", SEATS)
    if form.faults or case is None:
        raise ScenarioError(form.faults)
    if chain is None:
        return _all_chains(case, text, most, expect, chains)
    found = chain_orders.judge_order(case, chain)
    duel, _ = trigger_orders.lay(case)
    w = Wording(trigger_orders.orders_game(case), names, world=duel, sees=EVERYONE)
    told = _chain_words(case, chain, w)
    failures = [*ask_form.differences(expect, found)]
    first = say("nobody") if found.responds is None else SEATS[found.responds]
    if responds not in ("", first):
        wanted = say("{seat} to be asked first for a response", seat=responds)
        failures.append(unlike("", wanted, first))
    said = explain_verdict(w, found, say("The chain: {chain}", chain=told))
    text = text or say("May the chain be {chain}?", chain=told)
    return OrderAnswer(text, found, said, tuple(failures))


def _case(
    form: Form, rules: Ruleset, readings: Mapping[str, str], triggers: Iterable[Form]
) -> Case:
    """The case that is asked about, by the orders that its ruleset has."""
    orders = rules.trigger_orders
    usual, *_ = orders
    known = orders[usual].asked
    for key in readings:
        if key not in known:
            wanted: Text = NONE
            if known:
                those = listed(known, ",")
                wanted = say("a reading on which the order depends, {names}", names=those)
            got = say("{reading} (G-97 is the key order)", reading=key) if key == "G-97" else key
            form.fault(wanted, got, "readings", key)
    order = form.one_of("order", orders, usual)
    return Case(
        triggers=tuple(_trigger(one, orders[order]) for one in triggers),
        order=order,
        ruleset=rules.name,
        turn_seat=SEATS.index(form.one_of("turn", SEATS, "a")),
        readings={key: value for key, value in readings.items() if key in known},
    )


def _all_chains(
    case: Case, text: str, most: int, expect: ask_form.Expect, chains: frozenset[Links] | None
) -> ChainsAnswer:
    found = chain_orders.permitted_chains(case, most=most)
    cited = Verdict(True, tuple(Cited(rule) for rule in found.rules))
    failures = [*ask_form.differences(expect, cited)]
    got = found.chains.keys()
    if missing := _numbers((chains or got) - got):
        failures.append(say("expected other chains, missing {chains}", chains=missing))
    if chains is not None and (surplus := _numbers(got - chains)):
        failures.append(say("expected other chains, surplus {chains}", chains=surplus))
    rules = trigger_orders.orders_game(case).rules
    said = tuple(Said(r, rule_words(r, rules)) for r in found.rules)
    text = text or say("Which chains may come of it?")
    return ChainsAnswer(text, found, said, tuple(failures))


def _numbers(chains: Collection[Links]) -> str:
    return ", ".join(str([number + 1 for number in chain]) for chain in sorted(chains))


def _chain_words(case: Case, links: Links, wording: Wording) -> Text:
    """Links with what they are: "2 (Ana's, optional and public), then ..."."""
    words = []
    for number in links:
        if number == chain_orders.PASS:
            words.append(say("a pass"))
            continue
        one = case.triggers[number]
        whose, what = wording.seat(one.seat), _KIND_WORDS[one.kind]
        words.append(
            say("{number} ({player}'s, {what})", number=number + 1, player=whose, what=what)
        )
    return listed(words, "then") or say_as("chain", "empty")


_KIND_WORDS: Final[Mapping[TriggerKind, Text]] = {
    "mandatory": say_as("trigger", "mandatory"),
    "public": say_as("trigger", "optional and public"),
    "private": say_as("trigger", "optional and private"),
}


def _trigger(form: Form, order: TriggerOrder) -> trigger_orders.Trigger:
    """A trigger; some of its keys have fewer choices where the order knows fewer."""
    summons = form.flag("summons-itself")
    if summons and not order.limits_summons:
        wanted = say("false: its ruleset has no limit on such effects")
        form.fault(wanted, shown(summons), "summons-itself")
    return trigger_orders.Trigger(
        seat=SEATS.index(form.one_of("seat", SEATS, "a", needed=True)),
        kind=form.one_of("kind", order.kinds, "mandatory", needed=True),
        event=1 if form.number("event", 2, low=1, high=2) == 1 else 2,
        timing=form.one_of("timing", order.words, "if"),
        summons_itself=summons,
    )


def _chain(
    form: Form, keys: Path, value: Any, triggers: int, *, passes: bool = False
) -> Links | None:
    """Links as they are written, counted from 1; None, with a fault noted, if they are no list.

    Where there may be `passes`, "pass" is a pass at that moment.
    """
    if not isinstance(value, list):
        form.fault(say("a list of numbers of triggers"), shown(value), *keys)
        return None
    links = []
    wanted = say("the number of a trigger, of which there is none")
    if triggers:
        wanted = say("the number of a trigger, 1 to {last}", last=triggers)
    if passes:
        wanted = say('{expected}, or "pass"', expected=wanted)
    for index, number in enumerate(value):
        if passes and number == "pass":
            links.append(chain_orders.PASS)
        elif type(number) is not int or not 1 <= number <= triggers:
            form.fault(wanted, shown(number), *keys, index)
        elif number - 1 in links:
            got = say("{number} again", number=number)
            form.fault(say("each trigger once"), got, *keys, index)
        else:
            links.append(number - 1)
    return tuple(links)
