"""Trigger cases as tables: triggers in, the chains they may form or the ruling on one out.

docs/judging.md describes the keys. Triggers are counted from 1 there, and from 0 in the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from duelmat_engine.cardfiles.form import NONE, Form, FormFault, ScenarioError, shown
from duelmat_engine.errors import unlike
from duelmat_engine.names import SEAT_LETTERS
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.rulings import ask_form
from duelmat_engine.rulings.chain_orders import Permitted, permitted_chains
from duelmat_engine.rulings.trigger_orders import (
    ORDERS,
    Case,
    Kind,
    Order,
    Trigger,
    Word,
    lay,
    trial_game,
)
from duelmat_engine.rulings.wanted_order import PASS, OrderVerdict, judge_order
from duelmat_engine.text.explain import Explanation, Said, explained, rule_words
from duelmat_engine.text.wording import EVERYONE, Wording
from duelmat_engine.verdict import Cited, Verdict
from duelmat_message import Text, listed, say, say_as

SEATS: Final = SEAT_LETTERS[:2]
_DECLINED: Final = "pass"
MOST_TRIGGERS: Final = 12
MOST_CHAINS: Final = 10_000
_KINDS: Final[tuple[Kind, ...]] = ("mandatory", "public", "private")
_CASE_KEYS: Final = (
    *("id", "title", "ruleset", "names", "readings", "ask"),
    *("triggers", "turn", "order", "chain", "most", "expect"),
)
_TRIGGER_KEYS: Final = ("seat", "kind", "event", "timing", "summons-itself")
_READINGS: Final[Mapping[str, tuple[str, ...]]] = {"ocg": ("G-30", "G-31", "G-34")}
"""The readings that matter, by ruleset."""


class OrderQuestion(Struct, frozen=True):
    """One trigger case as it was asked."""

    case: Case
    text: str
    names: tuple[str, ...]
    chain: tuple[int, ...] | None
    """The links wanted; None: every permitted chain is asked for."""
    most: int
    expect: ask_form.Expect
    chains: frozenset[tuple[int, ...]] | None
    """Exactly the chains that are expected."""
    responds: str = ""
    """The letter of whoever is expected to be asked first for a response; empty: anybody."""


class OrderAnswer(Struct, frozen=True):
    """The ruling on a wanted chain in words."""

    question: str
    verdict: OrderVerdict
    explanation: Explanation
    failures: tuple[str, ...]


class ChainsAnswer(Struct, frozen=True):
    """Every permitted chain."""

    question: str
    permitted: Permitted
    rules: tuple[Said, ...]
    failures: tuple[str, ...]


def read_order(data: Mapping[str, Any]) -> OrderQuestion:
    """A trigger case from its table; ScenarioError lists every fault."""
    faults: list[FormFault] = []
    form = Form(data, (), faults)
    form.only(_CASE_KEYS)
    name = form.one_of("ruleset", tuple(ORDERS), "ocg", needed=True)
    rules = find_ruleset(name)
    readings = ask_form.read_readings(form, rules)
    known = _READINGS.get(name, ())
    for key in readings:
        if key not in known:
            wanted: Text = NONE
            if known:
                names = listed(known, ",")
                wanted = say("a reading on which the order hangs, {names}", names=names)
            got = say("{reading} (G-97 is the key order)", reading=key) if key == "G-97" else key
            form.fault(wanted, got, "readings", key)
    order = form.one_of("order", ORDERS[name], ORDERS[name][0])
    expect, further = ask_form.read_expect(form, rules, ("chains", "responds"))
    triggers = tuple(_trigger(one, order) for one in form.each("triggers"))
    if len(triggers) > MOST_TRIGGERS:
        wanted = say("up to {most} triggers", most=MOST_TRIGGERS)
        form.fault(wanted, str(len(triggers)), "triggers")
    links = form.table.get("chain")
    chain = None
    if "chain" in form:
        chain = _chain(form, ("chain",), links, len(triggers), passes=True)
    chains = _chains(further, len(triggers))
    no_chain = say("no chain")
    if chain is not None and chains is not None:
        wanted = say("legal, rules or remedies where a chain is asked about")
        further.fault(wanted, "chains", "chains")
    if chain is None and any(key in further for key in ("legal", "readings", "remedies")):
        further.fault(say("the key chain in the case, or only rules and chains"), no_chain)
    if chain is None and "responds" in further:
        further.fault(say("the key chain in the case"), no_chain, "responds")
    case = Case(
        triggers=triggers,
        order=order,
        turn_seat=SEATS.index(form.one_of("turn", tuple(SEATS), "a")),
        readings={key: value for key, value in readings.items() if key in known},
    )
    question = OrderQuestion(
        case=case,
        text=form.text("ask"),
        names=ask_form.read_names(form, "ab"),
        chain=chain,
        most=form.number("most", 1000, low=1, high=MOST_CHAINS),
        expect=expect,
        chains=chains,
        responds=further.one_of("responds", tuple(SEATS)),
    )
    if faults:
        raise ScenarioError(faults)
    return question


def _trigger(form: Form, order: Order) -> Trigger:
    """A trigger; some of its keys have fewer choices where the order knows fewer."""
    form.only(_TRIGGER_KEYS)
    by_priority = order == "priority"
    words: tuple[Word, ...] = ("if", "when", "as") if order == "wording" else ("if", "when")
    kinds = _KINDS[:1] if by_priority else _KINDS
    summons = form.flag("summons-itself", default=False)
    if summons and order in ("wording", "priority"):
        wanted = say("false: its ruleset has no limit on such effects")
        form.fault(wanted, shown(summons), "summons-itself")
    return Trigger(
        seat=SEATS.index(form.one_of("seat", tuple(SEATS), "a", needed=True)),
        kind=form.one_of("kind", kinds, "mandatory", needed=True),
        event=1 if form.number("event", 2, low=1, high=2) == 1 else 2,
        timing=form.one_of("timing", words[:1] if by_priority else words, "if"),
        summons_itself=summons,
    )


def _chain(
    form: Form,
    keys: tuple[str | int, ...],
    value: Any,
    triggers: int,
    *,
    passes: bool = False,
) -> tuple[int, ...] | None:
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
        if passes and number == _DECLINED:
            links.append(PASS)
        elif (
            not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= triggers
        ):
            form.fault(wanted, shown(number), *keys, index)
        elif number - 1 in links:
            got = say("{number} again", number=number)
            form.fault(say("each trigger once"), got, *keys, index)
        else:
            links.append(number - 1)
    return tuple(links)


def _chains(expect: Form, triggers: int) -> frozenset[tuple[int, ...]] | None:
    if "chains" not in expect:
        return None
    found = set()
    for index, value in expect.tables("chains"):
        chain = _chain(expect, ("chains", index), value, triggers)
        found.add(chain or ())
    return frozenset(found)


# Answering


def answer_order(question: OrderQuestion) -> OrderAnswer | ChainsAnswer:
    """The ruling on the wanted chain, or every chain there may be."""
    case = question.case
    game = trial_game(case)
    if question.chain is None:
        return _all_chains(question)
    found = judge_order(case, question.chain)
    duel, _ = lay(case)
    w = Wording(game, question.names, world=duel, sees=EVERYONE)
    chain = _chain_words(case, question.chain, w)
    failures = ask_form.differences(question.expect, found)
    responds = say("nobody") if found.responds is None else SEATS[found.responds]
    if question.responds not in ("", responds):
        wanted = say("{seat} to be asked first for a response", seat=question.responds)
        failures += (unlike("", wanted, responds),)
    return OrderAnswer(
        question=question.text or say("May the chain be {chain}?", chain=chain),
        verdict=found,
        explanation=explained(w, found, say("The chain: {chain}", chain=chain)),
        failures=failures,
    )


def _all_chains(question: OrderQuestion) -> ChainsAnswer:
    game = trial_game(question.case)
    found = permitted_chains(question.case, most=question.most)
    cited = Verdict(True, tuple(Cited(rule) for rule in found.rules))
    failures = [*ask_form.differences(question.expect, cited)]
    got = {one.links for one in found.chains}
    if question.chains is not None and question.chains != got:
        missing, surplus = _numbers(question.chains - got), _numbers(got - question.chains)
        if missing:
            failures.append(say("expected other chains, missing {chains}", chains=missing))
        if surplus:
            failures.append(say("expected other chains, surplus {chains}", chains=surplus))
    return ChainsAnswer(
        question=question.text or say("Which chains may come of it?"),
        permitted=found,
        rules=tuple(Said(r, rule_words(r, game.rules)) for r in found.rules),
        failures=tuple(failures),
    )


def _numbers(chains: set[tuple[int, ...]] | frozenset[tuple[int, ...]]) -> str:
    return ", ".join(str([number + 1 for number in chain]) for chain in sorted(chains))


def _chain_words(case: Case, links: tuple[int, ...], wording: Wording) -> Text:
    """Links with what they are: "2 (Ana's, optional and public), then ..."."""
    words = []
    for number in links:
        if number == PASS:
            words.append(say("a pass"))
            continue
        one = case.triggers[number]
        player = wording.seat(one.seat)
        what = _KIND_WORDS[one.kind]
        words.append(
            say("{number} ({player}'s, {what})", number=number + 1, player=player, what=what)
        )
    return listed(words, "then") or say_as("chain", "empty")


_KIND_WORDS: Final[Mapping[Kind, Text]] = {
    "mandatory": say_as("trigger", "mandatory"),
    "public": say_as("trigger", "optional and public"),
    "private": say_as("trigger", "optional and private"),
}
