"""Questions of a batch whose answers once named a rule that was not the cause, or left it out."""

from __future__ import annotations

from typing import Any

import pytest

from duelmat_engine import CorrectLife, apply, practice_duel
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.ruleset.build import build_game
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.rulings.answers import Answer, reply
from duelmat_engine.rulings.order_form import OrderAnswer, answer_order
from duelmat_engine.rulings.scenario import read_case
from engine.asked_scenarios import account, ask
from engine.test_asking import CALLED, CAPTAIN, FOUND, KOTETSU


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


# The order of triggers


def order(by: str, triggers: list[Any], chain: list[Any]) -> tuple[list[int], list[str], Any]:
    """What stands on the Chain before a link that is refused, the rules, and the remedies."""
    ruleset = "trigamon" if by == "wording" else "ocg"
    case = {"ruleset": ruleset, "order": by, "triggers": triggers, "chain": chain}
    found = answer_order(case)
    assert isinstance(found, OrderAnswer)
    told = [remedy.text for remedy in found.verdict.remedies]
    return [link + 1 for link in found.verdict.links], list(found.verdict.rules), told


def trigger(seat: str, kind: str, timing: str = "", event: int = 0) -> dict[str, Any]:
    given = {"seat": seat, "kind": kind, "timing": timing, "event": event}
    return {key: value for key, value in given.items() if value}


LOST, SURE = trigger("a", "public", "when", 1), trigger("a", "mandatory")
IS_LOST = ["It is lost: what set it off was not the last thing to happen."]
IS_OVER = "Its turn is over: later ones are being activated."
ORDERS = [
    (
        "first-trigger",
        [LOST, trigger("a", "mandatory"), trigger("a", "public", event=1)],
        [3, 1, 2],
    ),
    ("tcg", [LOST, trigger("b", "public")], [1, 2]),
    ("ocg", [LOST, trigger("b", "public")], [1, 2]),
    ("ocg", [LOST, trigger("b", "private")], [1, 2]),
]


@pytest.mark.parametrize(("by", "triggers", "chain"), ORDERS)
def test_a_lost_trigger_is_not_also_out_of_order(
    by: str, triggers: list[Any], chain: list[int]
) -> None:
    """In its own bucket it would have come in its turn, had it not been lost."""
    assert order(by, triggers, chain) == (chain[:-2], ["SEG-18"], IS_LOST)
    assert order(by, [{**one, "timing": "if"} for one in triggers], chain)[0] == chain


def test_a_lost_trigger_that_would_have_come_later_is_out_of_order_too() -> None:
    found = order("tcg", [LOST, trigger("b", "mandatory")], [1, 2])
    assert found[:2] == ([], ["SEG-15", "SEG-18"])


AS, WHEN = trigger("a", "public", "as"), trigger("b", "mandatory", "when")
WORDS = [
    ([AS, WHEN, trigger("a", "mandatory")], [2, 1, 3], ["TRI-155", "TRI-152"]),
    (
        [trigger("a", "public", "when", 1), {**WHEN, "timing": "as"}, trigger("a", "mandatory")],
        [2, 1, 3],
        ["TRI-153", "TRI-152"],
    ),
]


@pytest.mark.parametrize(("triggers", "chain", "rules"), WORDS)
def test_what_happens_together_with_its_condition_is_over_when_others_follow(
    triggers: list[Any], chain: list[int], rules: list[str]
) -> None:
    """No later moment is its own: nothing that has to come first would bring it back."""
    assert order("wording", triggers, chain) == ([2], rules, [IS_OVER] * len(rules))


PRIVATE = [trigger("a", "private"), trigger("b", "private")]
MANDATORY = [trigger("a", "public"), trigger("b", "mandatory")]
NO_PASS = ["Activate it, and do not pass."]
ASKED = ["A player is asked for a trigger at that moment."]
PASSED = [
    ("ocg", PRIVATE, ["pass", "pass", 1], ([], ["SEG-17"], NO_PASS)),
    ("tcg", PRIVATE, ["pass", "pass", 1], ([], ["SEG-17"], NO_PASS)),
    ("ocg", MANDATORY, ["pass", 2], ([], ["SEG-04"], ASKED)),
    ("tcg", MANDATORY, [2, "pass", "pass"], ([2], ["SEG-04"], ASKED)),
    ("ocg", MANDATORY, ["pass", 2, 1], ([], ["SEG-04"], ASKED)),
]


@pytest.mark.parametrize(("by", "triggers", "chain", "found"), PASSED)
def test_a_pass_that_nobody_is_asked_for_is_the_first_wrong_entry(
    by: str, triggers: list[Any], chain: list[Any], found: Any
) -> None:
    """What was declined is refused because it was, not by what permitted to be asked."""
    assert order(by, triggers, chain) == found


# Resummoned: turning up, and where an effect's card lies


def flipped(card: str, zone: str) -> list[tuple[str, tuple[str, ...]]]:
    """What happens when a face-down card of Resummoned is turned up by its flip effect."""
    flip = {"do": "activate", "card": zone, "effect": "flip-freely"}
    lies = {"card": card, "face": "down", "since": 2}
    position = {"turn": 3, "phase": "main1", "a": {zone: lies}}
    found = account(ruleset="resummoned", position=position, play=[flip])
    assert found.question == f"What happens: Player A: Flip {NAMES[card]} face-up?"
    return [(line.text, line.rules) for line in found.course.lines][:2]


NAMES = {"ManEaterBug": "Man-Eater Bug", "JustDesserts": "Just Desserts"}
FLIP, UP = ("RES-602.4", "RES-703.1"), "turns {name} face-up in the first"
IN_DEFENSE = "summons {name} to the first Monster Zone right of the middle in Defense Position"
FLIPPED = [
    ("ManEaterBug", "m1", IN_DEFENSE, ("RES-304.2a", "RES-504.3a")),
    ("JustDesserts", "m1", IN_DEFENSE, ("RES-304.2a", "RES-504.3a")),
    ("JustDesserts", "s1", "activates {name}", ("RES-504.3c", "RES-402.1")),
]


@pytest.mark.parametrize(("card", "zone", "told", "rules"), FLIPPED)
def test_turning_a_card_up_is_what_its_zone_makes_it(
    card: str, zone: str, told: str, rules: tuple[str, ...]
) -> None:
    """There is no Flip Summon in Resummoned; face-down it is a monster or a trap by its zone."""
    (turned, by), (arrived, by_arriving) = flipped(card, zone)
    assert by == by_arriving == (*FLIP, *rules)
    assert turned.startswith(f"Player A {UP.format(name=NAMES[card])}")
    assert arrived == f"Player A {told.format(name=NAMES[card])}."


PLACED = [
    ("effect-move", "s5", "RES-505.5B"),
    ("effect-move", "b.s1", "RES-505.5B"),
    ("effect-move", "m1", "RES-507.1"),
    ("effect-play", "m5", "RES-505.5B"),
    ("effect-play", "b.m1", "RES-505.5B"),
    ("effect-play", "s1", "RES-506.1"),
]


@pytest.mark.parametrize(("move", "to", "rule"), PLACED)
def test_what_an_effect_brings_is_refused_a_zone_by_the_statement_on_zones(
    move: str, to: str, rule: str
) -> None:
    """Not by the statement that permits the effect to bring it; with it off the zone is free."""
    brought = {"effect-move": (KOTETSU, FOUND, "AxeOfDespair"), "effect-play": CALLING}
    position, plays, card = brought[move]
    found = ask("resummoned", position, plays, {"do": move, "card": card, "to": to})
    assert found.verdict.rules == (rule,)
    game = game_of("resummoned", found.duel.readings)
    for off in (rule, "RES-504.3", "RES-710.1"):
        without = build_game(game.rules, game.readings, frozenset((off,)))
        assert judge(found.duel, found.action, without).legal == (off == rule)
        listed = found.action in legal_actions(found.duel, without)
        assert listed == (off == rule and "5" not in to)  # no far column of endless rows is


CALLING = (CAPTAIN, CALLED, "Kuriboh")


# Readings are named where they decide, and only there


def asked(ruleset: str, own: dict[str, Any], action: Any, *play: Any, **more: Any) -> Cites:
    """In turn 5 a asks about an action: what is cited, each with its reading."""
    position = {"turn": 5, "phase": "main1", "a": own} | more
    case = {"ruleset": ruleset, "position": position, "action": action}
    verdict = answered(case | ({"play": list(play)} if play else {})).verdict
    return {(cite.rule, cite.reading) for cite in verdict.cited}


Cites = set[tuple[str, str]]


def test_zero_is_no_payable_multiple_by_its_reading() -> None:
    use, own = {"do": "activate", "card": "m1", "as": "effect"}, {"m1": "SJ"}
    for value, reading in ((0, "G-91"), (7, "")):
        number = {"do": "number", "value": value}
        assert asked("trump_king", own, number, use) == {("TK-73", reading)}


def test_a_flip_past_a_lock_names_the_reading_by_which_it_is_no_summon() -> None:
    flip = {"do": "turn", "card": "m1", "face": "up", "position": "attack"}
    own = {"m1": {"card": "S5", "face": "down", "since": 3}}
    for diamond, is_locked in (("D5", True), ("D6", False)):
        cites = asked("trump_king", own, flip, b={"m1": diamond})
        assert (("TK-86", "G-88") in cites) is is_locked


def test_tributes_of_a_defined_level_need_no_reading_of_gaps() -> None:
    summon = {"do": "normal-summon", "card": "EmberImp", "to": "m1"}
    cites = asked("trigamon", {"hand": ["EmberImp"]}, summon)
    assert ("TRI-123", "") in cites
    assert not any("G-12" in cite for cite in cites)


# Attacks from the hand, passes, and traps


HAND = {"trump_king": ("H7", "TK-07"), "ocg": ("Wolf", "G-29.target")}


@pytest.mark.parametrize("ruleset", HAND)
def test_a_card_of_the_hand_has_no_position_to_attack_in(ruleset: str) -> None:
    card, rule = HAND[ruleset]
    attack = {"do": "attack", "card": card}
    assert asked(ruleset, {"hand": [card]}, attack, phase="battle") == {(rule, "")}


RUSH = {"b": {"s1": {"card": "Rush", "since": 3}}}
EIGHT = {"b": {"m1": "D5", "s1": {"card": "S8", "since": 3}}, "phase": "battle"}
PASSES = [
    ("ocg", {"m1": "Wolf"}, "/battle", RUSH, {("SEG-06", ""), ("SEG-07", "")}),
    (
        "trump_king",
        {"m1": "H7"},
        {"do": "attack", "card": "m1", "target": "m1"},
        EIGHT,
        {("G-56", "")},
    ),
]


@pytest.mark.parametrize(("ruleset", "own", "play", "others", "cites"), PASSES)
def test_a_pass_is_no_response_and_cites_no_limit_of_one(
    ruleset: str, own: dict[str, Any], play: Any, others: dict[str, Any], cites: Cites
) -> None:
    assert asked(ruleset, own, "pass", play, **others) == cites


def test_a_trap_is_not_permitted_by_what_permits_magic_of_the_hand() -> None:
    use = {"do": "activate", "card": "s1", "as": "trap"}
    own = {"s1": {"card": "JustDesserts", "since": 3}}
    position = {"turn": 5, "phase": "main1", "a": own, "b": {"m1": "Wolf"}}
    verdict = answered({"ruleset": "ocg", "position": position, "action": use}).verdict
    assert verdict.legal and verdict.rules[0] == "OCG-37"
    assert "G-29.play" not in verdict.rules


# Trigamon's leads, and causes of what happens


DOWN = {"grave": [{"card": "EmberImp", "face": "down"}]}
TURNING = [("main1", "TRI-22", "TRI-26"), ("battle", "TRI-26", "TRI-22")]


@pytest.mark.parametrize(("phase", "rule", "other"), TURNING)
def test_cards_off_the_field_are_turned_up_by_the_statement_of_the_phase(
    phase: str, rule: str, other: str
) -> None:
    turn = {"do": "turn", "card": "EmberImp", "face": "up"}
    rules = {name for name, _ in asked("trigamon", DOWN, turn, phase=phase)}
    assert rule in rules and other not in rules
    position = {"turn": 5, "phase": phase, "a": DOWN}
    assert account(ruleset="trigamon", position=position, play=[turn]).course.rules == (rule,)
    up = {"hand": ["EmberImp"]}
    assert (rule, "") in asked("trigamon", up, turn, phase=phase)


def test_a_set_card_is_not_activated_by_what_permits_cards_of_the_hand() -> None:
    use = {"do": "activate", "card": "s1", "as": "magic"}
    own = {"s1": {"card": "PulseBeat", "since": 3}, "m1": "EmberImp"}
    cites = asked("trigamon", own, use, phase="standby")
    assert ("TRI-10", "") in cites and ("TRI-15", "") not in cites


def test_a_stream_is_toggled_by_its_own_statement() -> None:
    """A stream is no card, and the statement on cards of the field does not lead."""
    toggle = {"do": "activate", "card": "WarmStream", "as": "effect"}
    position = {"turn": 5, "phase": "main1", "a": {"streams": ["WarmStream"]}}
    verdict = answered({"ruleset": "trigamon", "position": position, "action": toggle}).verdict
    assert verdict.legal and verdict.rules[0] == "TRI-161"


@pytest.mark.parametrize(("turn", "has"), [(2, True), (4, False)])
def test_the_second_turn_has_a_battle_phase_by_the_statement_on_it(turn: int, has: bool) -> None:
    position = {"turn": turn, "phase": "main1", "a": {"m1": "S9"}}
    found = account(ruleset="trump_king", position=position, play=["/battle"])
    assert ("TK-13" in found.course.rules) is has


def test_a_correction_of_life_is_the_tables_and_no_rules() -> None:
    events = apply(practice_duel("ocg", 1), CorrectLife(0, 1, 30, "miscounted")).events
    assert [event.rules for event in events] == [()]
