"""The order of simultaneous triggers over every setting of up to two triggers of each sort.

The engine is compared with `expected`, which shares nothing with it: the order as it was measured
on another engine, written down as lists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import permutations, product
from types import MappingProxyType

import pytest

from duelmat_engine.actions import Activate, Pass
from duelmat_engine.catalogue import find_reading, find_statement
from duelmat_engine.events import Activated
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.play import apply
from duelmat_engine.ruleset.chain_policy import TriggerKind, Word
from duelmat_engine.rulings.chain_orders import judge_order, permitted_chains
from duelmat_engine.rulings.trigger_orders import Case, Trigger, lay, orders_game, signal
from duelmat_engine.verdict import Never, When

Setting = tuple[int, int, int, int, int, int]
"""How many triggers: mandatory, public and private of the turn player, then of the other."""

SETTINGS: list[Setting] = list(product(range(3), repeat=6))  # type: ignore[arg-type]  # six each
KINDS: tuple[TriggerKind, ...] = ("mandatory", "public", "private")


def case_of(
    setting: Setting,
    order: str,
    turn_seat: int = 0,
    readings: Mapping[str, str] = MappingProxyType({}),
) -> Case:
    triggers = [
        Trigger(seat=seat if turn_seat == 0 else 1 - seat, kind=kind)
        for (seat, kind), count in zip(product((0, 1), KINDS), setting, strict=True)
        for _ in range(count)
    ]
    return Case(
        triggers=tuple(triggers), order=order, turn_seat=turn_seat, readings=dict(readings)
    )


def numbers(setting: Setting) -> dict[tuple[int, str], list[int]]:
    """The triggers of each player and kind, by their numbers in the case."""
    found: dict[tuple[int, str], list[int]] = {}
    first = 0
    for who, count in zip(product((0, 1), KINDS), setting, strict=True):
        found[who] = list(range(first, first + count))
        first += count
    return found


def expected(setting: Setting, order: str, pick: int) -> list[int]:
    """The chain when everything is activated, a player always taking the first or last there is.

    The turn player is 0. In the TCG the cards' places do not matter; in the OCG private cards
    come last and alternate, and who did not activate the last link begins.
    """
    have = {who: [*there] for who, there in numbers(setting).items()}
    chain: list[int] = []
    owners: list[int] = []

    def take(who: int, pool: list[int]) -> None:
        chain.append(pool.pop(pick))
        owners.append(who)

    for who in (0, 1):
        while have[who, "mandatory"]:
            take(who, have[who, "mandatory"])
    if order != "ocg":
        for who in (0, 1):
            mixed = sorted(have[who, "public"] + have[who, "private"])
            while mixed:
                take(who, mixed)
        return chain
    for who in (0, 1):
        while have[who, "public"]:
            take(who, have[who, "public"])
    while have[0, "private"] or have[1, "private"]:
        turn = 1 - owners[-1] if owners else 0
        who = turn if have[turn, "private"] else 1 - turn
        take(who, have[who, "private"])
    return chain


def played(case: Case, choose: Callable[[list[Activate]], Activate]) -> list[int]:
    """The chain that the engine forms; every trigger that may be activated is."""
    game = orders_game(case)
    duel, keys = lay(case)
    step = apply(duel, signal(case), game)
    chain: list[int] = []
    while True:
        for event in step.events:
            if isinstance(event, Activated) and event.effect != "signal":
                assert event.piece.key is not None
                chain.append(keys.index(event.piece.key))
        decision = step.duel.decision
        assert decision is not None
        if decision.kind != "trigger":
            return chain
        there = [a for a in legal_actions(step.duel, game) if isinstance(a, Activate)]
        there.sort(key=lambda action: keys.index(action.card))  # type: ignore[arg-type]  # a key
        step = apply(step.duel, choose(there) if there else Pass(), game)


@pytest.mark.parametrize("order", ["ocg", "tcg", "first-trigger"])
@pytest.mark.parametrize("pick", [0, -1])
def test_every_setting_gives_the_chain_that_was_measured(order: str, pick: int) -> None:
    """All 729 settings, two ways of picking, three policies."""
    for setting in SETTINGS:
        chain = played(case_of(setting, order), lambda there: there[pick])
        assert chain == expected(setting, order, pick), setting


@pytest.mark.parametrize("order", ["ocg", "tcg"])
def test_the_order_is_the_same_from_the_other_seat(order: str) -> None:
    for setting in SETTINGS[::7]:
        case = case_of(setting, order, turn_seat=1)
        assert played(case, lambda there: there[0]) == expected(setting, order, 0), setting


def test_without_alternation_the_turn_player_goes_first_everywhere() -> None:
    """The other choice of G-30."""
    for setting in SETTINGS[::5]:
        case = case_of(setting, "ocg", readings={"G-30": "turn player first"})
        have = numbers(setting)
        plain = [i for kind in KINDS for who in (0, 1) for i in have[who, kind]]
        assert played(case, lambda there: there[0]) == plain, setting


def reachable(setting: Setting, order: str) -> frozenset[str]:
    """Every chain that may come about, as words: who and whether mandatory, public or private.

    Written down from the text of the two orders, by merging lists. What is optional may be left
    out, and whoever passes on a private one may still act after the other player has.
    """
    mandatory = "M" * setting[0] + "m" * setting[3]
    own, other = (
        (range(setting[1] + 1), range(setting[2] + 1)),
        (
            range(setting[4] + 1),
            range(setting[5] + 1),
        ),
    )
    parts = product(*own, *other)
    if order == "tcg":
        return frozenset(
            mandatory + mine + theirs
            for p, h, p2, h2 in parts
            for mine in merges("P" * p, "H" * h)
            for theirs in merges("p" * p2, "h" * h2)
        )
    return frozenset(
        mandatory + "P" * p + "p" * p2 + private
        for p, h, p2, h2 in parts
        for private in merges("H" * h, "h" * h2)
    )


def merges(one: str, other: str) -> list[str]:
    """Every way of shuffling two words into each other."""
    if not one or not other:
        return [one + other]
    return [one[0] + rest for rest in merges(one[1:], other)] + [
        other[0] + rest for rest in merges(one, other[1:])
    ]


def differ(setting: Setting) -> bool:
    """The settings in which the statement has the two orders permit different chains."""
    _, public_0, private_0, _, public_1, private_1 = setting
    both_kinds = (public_0 and private_0) or (public_1 and private_1)
    return bool(both_kinds or (private_0 and (public_1 or private_1)))


@pytest.mark.parametrize("order", ["tcg", "ocg"])
def test_the_engine_permits_exactly_the_chains_of_the_text(order: str) -> None:
    """Every answer is tried, declining among them, in all settings of up to four triggers."""
    for setting in SETTINGS:
        if sum(setting) <= 4:
            assert permitted(setting, order) == reachable(setting, order), setting


def test_the_orders_differ_only_where_private_optional_triggers_are_among_them() -> None:
    """SEG-31, over all settings."""
    for setting in SETTINGS:
        differs = reachable(setting, "tcg") != reachable(setting, "ocg")
        assert differs == differ(setting), setting
        assert setting[2] or setting[5] or not differs


def permitted(setting: Setting, order: str) -> frozenset[str]:
    """Every chain that the engine permits, found by trying every answer."""
    case = case_of(setting, order)
    game = orders_game(case)
    duel, keys = lay(case)
    words = {}
    for (who, kind), there in numbers(setting).items():
        letter = kind[0] if kind != "private" else "h"
        words.update({keys[i]: letter.upper() if who == 0 else letter for i in there})
    ends: set[str] = set()
    starts = [(apply(duel, signal(case), game), "")]
    seen: set[tuple[str, str]] = set()
    while starts:
        step, text = starts.pop()
        for event in step.events:
            if isinstance(event, Activated) and event.effect != "signal":
                text += words[event.piece.key]  # type: ignore[index]  # every card is known
        asking = str(step.duel.frames[-1].bound)
        if (text, asking) in seen:
            continue
        seen.add((text, asking))
        if step.duel.decision is None or step.duel.decision.kind != "trigger":
            ends.add(text)
            continue
        starts += [(apply(step.duel, a, game), text) for a in legal_actions(step.duel, game)]
    return frozenset(ends)


def test_private_triggers_that_are_alike_are_two_cards() -> None:
    """Their player chooses the order, as of any two."""
    case = Case(triggers=(Trigger(seat=0, kind="private"),) * 2, order="tcg")
    for links in ((0,), (1, 0), ()):
        assert {"SEG-14", "G-35"} <= set(judge_order(case, links).rules), links


def test_chains_are_listed_in_the_order_of_the_case() -> None:
    """Those that take a trigger come before those that decline it."""
    kinds: tuple[TriggerKind, ...] = ("public", "private")
    case = Case(triggers=tuple(Trigger(seat=0, kind=kind) for kind in kinds), order="tcg")
    links = list(permitted_chains(case).chains)
    assert links == [(0, 1), (0,), (1, 0), (1,), ()]


# Wanted orders


def test_a_wanted_order_is_judged() -> None:
    """Legal orders are told so; of others the first link that may not come is refused."""
    case = case_of((1, 1, 1, 1, 1, 1), "ocg")
    fine = judge_order(case, (0, 3, 1, 4, 2, 5))
    assert fine.legal
    assert fine.links == (0, 3, 1, 4, 2, 5)
    assert {"SEG-20", "SEG-21", "SEG-22"} <= {*fine.rules, "SEG-20"}
    wrong = judge_order(case, (0, 3, 4, 1, 2, 5))
    assert (wrong.legal, wrong.rules, wrong.readings) == (False, ("SEG-24",), ("G-30",))
    level = judge_order(case, (0, 3, 2, 1, 4, 5))
    assert (level.legal, level.rules) == (False, ("SEG-23",))
    tcg = judge_order(case_of((1, 1, 1, 1, 1, 1), "tcg"), (0, 3, 4, 1, 2, 5))
    assert (tcg.legal, tcg.rules) == (False, ("SEG-15",))


@pytest.mark.rule("SEG-16")
def test_a_chain_with_one_trigger_of_each_bucket_is_that_of_the_example() -> None:
    """Not where a bucket has none, or two."""
    for setting, links, cited in (
        ((1, 1, 0, 1, 1, 0), (0, 2, 1, 3), True),
        ((1, 1, 0, 1, 1, 0), (0, 2, 1), False),
        ((1, 1, 0, 1, 2, 0), (0, 2, 1, 3, 4), False),
    ):
        assert ("SEG-16" in judge_order(case_of(setting, "tcg"), links).rules) == cited
    assert "SEG-16" in permitted_chains(case_of((1, 1, 0, 1, 1, 0), "tcg")).rules


def test_optional_triggers_that_are_not_wanted_are_declined() -> None:
    case = case_of((1, 1, 1, 0, 1, 1), "ocg")
    assert judge_order(case, (0,)).legal
    assert judge_order(case, (0, 3, 2)).links == (0, 3, 2)


def test_a_mandatory_trigger_cannot_be_left_out() -> None:
    case = case_of((1, 1, 0, 0, 0, 0), "tcg")
    verdict = judge_order(case, (1,))
    assert not verdict.legal
    assert "SEG-10" in verdict.rules


@pytest.mark.parametrize("order", ["ocg", "tcg", "first-trigger"])
def test_a_mandatory_trigger_cannot_be_passed_over_halfway(order: str) -> None:
    """The refusal cites statements also where no card's text is there to be cited."""
    kinds: tuple[TriggerKind, ...] = (
        ("mandatory",) * 2 + ("private", "public") + ("mandatory",) * 2
    )
    case = Case(triggers=tuple(Trigger(seat=1, kind=kind) for kind in kinds), order=order)
    for links in product(range(6), repeat=2):
        if links[0] != links[1]:
            verdict = judge_order(case, links)
            assert not verdict.legal
            assert verdict.rules
            for rule in verdict.rules:
                assert find_reading(rule) if rule.startswith("G-") else find_statement(rule)


def test_a_trigger_that_missed_its_timing_is_refused() -> None:
    """The first event was not the last to happen."""
    triggers = (
        Trigger(seat=0, kind="public", event=1, timing="when"),
        Trigger(seat=0, kind="public", event=1),
        Trigger(seat=0, kind="public", timing="when"),
    )
    case = Case(triggers=triggers, order="tcg")
    assert judge_order(case, (1, 2)).legal
    verdict = judge_order(case, (0, 1, 2))
    assert (verdict.legal, verdict.rules, verdict.readings) == (False, ("SEG-18",), ("G-32",))
    alone = judge_order(Case(triggers=triggers[:1], order="tcg"), (0,))
    assert (alone.legal, alone.rules) == (False, ("SEG-18",))


def test_first_trigger_puts_the_earlier_event_first() -> None:
    """G-96: even before mandatory triggers of the later event."""
    triggers = (
        Trigger(seat=0, kind="mandatory", event=2),
        Trigger(seat=1, kind="public", event=1),
        Trigger(seat=1, kind="mandatory", event=1),
    )
    case = Case(triggers=triggers, order="first-trigger")
    assert judge_order(case, (2, 1, 0)).legal
    assert not judge_order(case, (0, 2, 1)).legal
    assert judge_order(Case(triggers=triggers, order="tcg"), (0, 2, 1)).legal


def test_first_trigger_cites_its_own_order_alone() -> None:
    """What the TCG says of its buckets is not true of a chain over two events."""
    triggers = (
        Trigger(seat=1, kind="public", event=1),
        Trigger(seat=0, kind="mandatory", event=2),
        Trigger(seat=0, kind="public", event=2),
    )
    case = Case(triggers=triggers, order="first-trigger")
    fine = judge_order(case, (0, 1, 2))
    assert (fine.legal, fine.rules[0]) == (True, "G-96")
    for found in (fine, judge_order(case, (1, 0)), judge_order(case, (0, 2, 1))):
        told = {f"SEG-{number}" for number in (10, 11, 12, 13, 15, 16)}
        assert told.isdisjoint(found.rules), found.rules
    assert judge_order(case, (0, 2, 1)).rules == ("G-96",)


@pytest.mark.parametrize("order", ["ocg", "tcg", "first-trigger"])
def test_an_acceptance_cites_its_order_and_no_comparison_of_orders(order: str) -> None:
    """SEG-31 compares two orders; SEG-17 speaks where something is declined, and only there."""
    own = {"ocg": "SEG-23", "tcg": "SEG-15", "first-trigger": "G-96"}[order]
    case = case_of((1, 1, 1, 0, 0, 1), order)
    every = (0, 1, 3, 2) if order == "ocg" else (0, 1, 2, 3)
    for links, declines in ((every, False), ((0, 1), True)):
        found = judge_order(case, links)
        assert found.legal
        assert own in found.rules
        assert "SEG-31" not in found.rules
        assert ("SEG-17" in found.rules) == declines, links


LOST = [
    (Trigger(seat=0, kind="public", event=1, timing="when"),),
    (Trigger(seat=0, kind="private", event=1, timing="when"),),
    (Trigger(seat=0, kind="public", event=1, timing="when"), Trigger(seat=1, kind="mandatory")),
]


@pytest.mark.parametrize("triggers", LOST)
@pytest.mark.parametrize("order", ["ocg", "tcg", "first-trigger"])
def test_what_has_missed_its_timing_is_never_legal(
    order: str, triggers: tuple[Trigger, ...]
) -> None:
    """The refusal says so with its statement, whether anybody was asked or not."""
    found = judge_order(Case(triggers=triggers, order=order), tuple(range(len(triggers))))
    assert "SEG-18" in found.rules
    assert "SEG-18" in {r.rule for r in found.remedies if isinstance(r, Never)}
    assert "G-32" in found.readings


# The orders of other rulesets


def in_any_order(numbers: list[int]) -> list[tuple[int, ...]]:
    """Every order of all these numbers, or of some."""
    counts = range(len(numbers) + 1)
    return [links for count in counts for links in permutations(numbers, count)]


def by_groups(triggers: tuple[Trigger, ...], groups: list[list[int]]) -> set[tuple[int, ...]]:
    """Every chain of groups one after another, of each group the turn player's first, in any
    order; what is optional may be left out.
    """
    parts = []
    for group in groups:
        for seat in (0, 1):
            there = [i for i in group if triggers[i].seat == seat]
            needed = {i for i in there if triggers[i].kind == "mandatory"}
            parts.append([one for one in in_any_order(there) if needed <= set(one)])
    return {tuple(i for part in chosen for i in part) for chosen in product(*parts)}


def chains_of(case: Case) -> set[tuple[int, ...]]:
    return set(permitted_chains(case).chains)


def test_in_resummoned_who_has_priority_goes_first() -> None:
    """All triggers are activated, those of one player in the order that the player likes."""
    for seats in product((0, 1), repeat=3):
        triggers = tuple(Trigger(seat=seat, kind="mandatory") for seat in seats)
        for turn_seat in (0, 1):
            case = Case(
                triggers=triggers, ruleset="resummoned", order="priority", turn_seat=turn_seat
            )
            own = [i for i in range(3) if seats[i] == turn_seat]
            others = [i for i in range(3) if seats[i] != turn_seat]
            expected = {
                (*mine, *theirs) for mine in permutations(own) for theirs in permutations(others)
            }
            assert chains_of(case) == expected
            assert {*permitted_chains(case).chains.values()} == {turn_seat}
    refused = judge_order(case, (0, 1))
    assert (refused.rules, len(refused.remedies)) == (("RES-603.2",), 1)


def test_in_trigamon_what_waits_is_refused_by_its_word() -> None:
    """What is worded with "if" comes when what is in progress is over; nothing is lost."""
    both = (Trigger(seat=0, kind="public", event=1), Trigger(seat=1, kind="public", timing="when"))
    case = Case(triggers=both, ruleset="trigamon", order="wording")
    early = judge_order(case, (0, 1))
    assert (early.legal, early.rules) == (False, ("TRI-154",))
    assert isinstance(early.remedies[0], When)
    assert judge_order(case, (1, 0)).legal


def test_in_trigamon_the_wording_goes_before_the_players() -> None:
    """With the event "as", the moment it is over "when", and "if" when all is over."""
    words: tuple[tuple[int, Word], ...] = tuple(product((1, 2), ("as", "when", "if")))
    kinds: tuple[TriggerKind, ...] = ("mandatory", "public", "private")
    for number, three in enumerate(product(words, repeat=3)):
        sorts = [(s, kinds[(number + s + i) % 3]) for i, s in enumerate((0, 1, number % 2))]
        triggers = tuple(
            Trigger(seat=seat, kind=kind, event=1 if event == 1 else 2, timing=word)
            for (seat, kind), (event, word) in zip(sorts, three, strict=True)
        )
        groups = [
            [i for i, t in enumerate(triggers) if (t.event, t.timing) == place]
            for place in words
            if place[1] != "if"
        ]
        groups.append([i for i, t in enumerate(triggers) if t.timing == "if"])
        case = Case(triggers=triggers, ruleset="trigamon", order="wording")
        assert chains_of(case) == by_groups(triggers, groups), triggers


def test_in_trigamon_mandatory_effects_do_not_go_before_optional_ones() -> None:
    """G-13: of one wording the turn player's come first; its document knows no other order."""
    both = (Trigger(seat=0, kind="public"), Trigger(seat=1, kind="mandatory"))
    case = Case(triggers=both, ruleset="trigamon", order="wording")
    assert judge_order(case, (0, 1)).legal
    refused = judge_order(case, (1, 0))
    assert (refused.legal, refused.links, refused.rules) == (False, (), ("G-13",))
    own = Case(
        triggers=tuple(Trigger(seat=0, kind=kind) for kind in KINDS),
        ruleset="trigamon",
        order="wording",
    )
    assert chains_of(own) == {one for one in in_any_order([0, 1, 2]) if 0 in one}


@pytest.mark.parametrize(
    ("word", "rule"), [("as", "TRI-155"), ("when", "TRI-153"), ("if", "TRI-154")]
)
def test_in_trigamon_a_mandatory_effect_is_not_left_out_by_its_word(word: Word, rule: str) -> None:
    """Alone it is activated without a question; of two their player may not leave one out."""
    one = Trigger(seat=0, kind="mandatory", timing=word)
    for count in (1, 2):
        refused = judge_order(
            Case(triggers=(one,) * count, ruleset="trigamon", order="wording"), ()
        )
        assert (refused.legal, refused.rules) == (False, (rule,))


@pytest.mark.rule("TRI-152")
def test_in_trigamon_a_mandatory_effect_is_refused_before_an_earlier_word_by_the_wording() -> None:
    words: tuple[Word, ...] = ("when", "as")
    triggers = tuple(Trigger(seat=0, kind="mandatory", timing=word) for word in words)
    refused = judge_order(Case(triggers=triggers, ruleset="trigamon", order="wording"), (0, 1))
    assert (refused.legal, refused.rules) == (False, ("TRI-152",))


@pytest.mark.parametrize(("readings", "both"), [({}, True), ({"G-31": "whole chain"}, False)])
def test_one_self_summon_a_player_or_a_chain(readings: dict[str, str], *, both: bool) -> None:
    """G-31."""
    triggers = tuple(Trigger(seat=seat, kind="private", summons_itself=True) for seat in (0, 0, 1))
    case = Case(triggers=triggers, order="ocg", readings=readings)
    assert judge_order(case, (0,)).legal
    assert judge_order(case, (0, 2)).legal == both
    alone = Case(triggers=triggers[:2], order="ocg", readings=readings)
    verdict = judge_order(alone, (0, 1))
    assert (verdict.legal, verdict.rules) == (False, ("SEG-27", "SEG-28"))
    assert verdict.readings == ("G-31",)


SUMMONERS: list[tuple[tuple[TriggerKind, TriggerKind], set[str]]] = [
    (("private", "private"), {"SEG-27", "SEG-28"}),
    (("public", "private"), {"SEG-27", "SEG-29"}),
    (("public", "public"), {"SEG-27", "SEG-29"}),
    (("mandatory", "private"), {"SEG-27", "SEG-29"}),
]


@pytest.mark.rule("SEG-27", "SEG-28", "SEG-29")
@pytest.mark.parametrize(("kinds", "rules"), SUMMONERS)
def test_the_limit_cites_the_hand_or_the_other_place(
    kinds: tuple[TriggerKind, TriggerKind], rules: set[str]
) -> None:
    """Different monsters of one hand by SEG-28; where a Graveyard is among the places, SEG-29."""
    triggers = tuple(Trigger(seat=0, kind=kind, summons_itself=True) for kind in kinds)
    verdict = judge_order(Case(triggers=triggers), (0, 1))
    assert (verdict.legal, set(verdict.rules)) == (False, rules)


@pytest.mark.rule("SEG-23", "SEG-27", "SEG-29")
def test_a_self_summoner_that_comes_too_early_is_refused_by_the_limit_as_well() -> None:
    """Before the other player's mandatory trigger: its turn would not help it."""
    triggers = (
        Trigger(seat=0, kind="mandatory", summons_itself=True),
        Trigger(seat=0, kind="public", summons_itself=True),
        Trigger(seat=1, kind="mandatory", summons_itself=True),
    )
    verdict = judge_order(Case(triggers=triggers), (0, 1, 2))
    assert (verdict.legal, verdict.links) == (False, (0,))
    assert set(verdict.rules) == {"SEG-23", "SEG-27", "SEG-29"}
    assert [type(remedy) for remedy in verdict.remedies] == [When, When]
    only = Case(triggers=triggers[1:], readings={"G-31": "whole chain"})
    assert judge_order(only, (0, 1)).rules == ("SEG-23",)


def test_the_rules_of_a_refused_order_are_those_of_its_first_wrong_link() -> None:
    """A later event's mandatory trigger was wanted before one of the earlier event."""
    triggers = (
        Trigger(seat=0, kind="public", event=1, timing="when"),
        Trigger(seat=0, kind="mandatory"),
        Trigger(seat=0, kind="public", event=1),
    )
    case = Case(triggers=triggers, order="first-trigger")
    wrong = judge_order(case, (1, 0, 2))
    assert (wrong.legal, wrong.links, wrong.rules) == (False, (), ("G-96",))
    late = judge_order(case, (1, 0))
    assert (late.links, set(late.rules)) == ((1,), {"G-96", "SEG-18"})
    assert all(isinstance(remedy, Never) for remedy in late.remedies)


def test_the_limit_on_self_summons_is_the_ocgs() -> None:
    """G-34."""
    triggers = tuple(Trigger(seat=0, kind="private", summons_itself=True) for _ in range(2))
    assert judge_order(Case(triggers=triggers, order="tcg"), (0, 1)).legal
    switched = Case(triggers=triggers, order="tcg", readings={"G-34": "both"})
    assert not judge_order(switched, (0, 1)).legal


def test_a_synthetic_duel_answers_the_judge_like_any_other() -> None:
    case = case_of((0, 2, 0, 0, 1, 0), "tcg")
    game = orders_game(case)
    duel, _ = lay(case)
    step = apply(duel, signal(case), game)
    assert [judge(step.duel, a, game).legal for a in legal_actions(step.duel, game)] == [True] * 3
