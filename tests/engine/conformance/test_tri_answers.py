"""What may answer, and from where: the limits of Trigamon's plays once more, in a window."""

from __future__ import annotations

from typing import Any, Final

import pytest

from duelmat_engine.actions import Action, Activate, Attack, Choose, Pass, Play
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Cards, Exists, FaceUp, Happened, InPhase, Need
from duelmat_engine.events import Moved, Summoned
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.verdict import Invalidity
from engine.conformance.board import Board, Table
from engine.conformance.trigamon import summon, tri, use

PILE: Final = {"a.pile": "PairedOwl PairedOwl", "b.pile": "PairedOwl PairedOwl"}
GAIN: Final = (ops.Gain(amount=100),)


def effect(name: str, how: Any, zone: str, **more: Any) -> Effect:
    told = {"text": "Gain 100 life.", "resolve": GAIN, **more}
    return Effect(name=name, use=how, rules=(f"text:{name}",), zones=(zone,), **told)


def tied(phase: str, rule: str) -> tuple[Need, ...]:
    return (Need(rule, InPhase((phase,)), "It is that phase."),)


def after(*kinds: str) -> tuple[Need, ...]:
    return (Need("TRI-58", Happened(to=kinds), "That has just happened."),)


HOST: Final = (ops.Choose(bind="host", cards=Cards(("m",), "own", (FaceUp(),))),)


CARDS: Final = [
    Card("Beat", "Beat", {}, ("formula", "trap", "pulse"), ("beat",)),
    Card("Snare", "Snare", {}, ("formula", "trap"), ("snare",)),
    Card("Flash", "Flash", {}, ("formula", "trap", "quick-play"), ("flash",)),
    Card("Rush", "Rush", {}, ("formula", "spell", "quick-play"), ("rush",)),
    Card("Aide", "Aide", {}, ("formula", "spell", "quick-play", "supporter"), ("aide",)),
    Card("Page", "Page", {}, ("jumper", "quick-play", "supporter"), ("page",)),
    Card("Bond", "Bond", {}, ("formula", "trap", "equip"), ("bond",)),
    Card("Charm", "Charm", {}, ("jumper", "quick-play", "equip"), ("charm",)),
    Card("Dusk", "Dusk", {}, ("formula", "trap"), ("dusk",)),
    Card("Scout", "Scout", {"level": 1}, ("entity",), ("scout", "ghost")),
    Card("Blitz", "Blitz", {"level": 1}, ("entity",), ("blitz",)),
    Card("Spy", "Spy", {"level": 1}, ("entity",), ("spy-both", "spy-special", "undo")),
    Card("Now", "Now", {"level": 1}, ("entity", "real-time"), ("undo",)),
    Card("Tide", "Tide", {}, ("formula", "spell", "continuous"), ("tide",)),
    Card("Hum", "Hum", {}, ("jumper", "continuous"), ("hum-stays", "hum")),
    Card("Wit", "Wit", {}, ("skill",), ("wit-start", "wit-standby", "wit-end", "wit-free")),
    Card("Brook", "Brook", {}, ("stream-trigger",), ("brook",)),
]
EFFECTS: Final = [
    effect("beat", "trap", "s"),
    effect("snare", "trap", "s"),
    effect("flash", "trap", "s"),
    effect("rush", "magic", "s"),
    effect("aide", "magic", "s"),
    effect("page", "jumper", "activator"),
    effect("bond", "trap", "s", announce=HOST),
    effect("charm", "jumper", "activator", announce=HOST),
    effect("dusk", "trap", "s", needs=tied("end-phase", "TRI-32")),
    effect("scout", "quick-effect", "m", speed=2),
    effect("ghost", "quick-effect", "banished", speed=2),
    effect("blitz", "quick-effect", "m", speed=4),
    effect("spy-both", "quick-effect", "m", speed=2, needs=after("summon", "special-summon")),
    effect("spy-special", "quick-effect", "m", speed=2, needs=after("special-summon")),
    effect(
        "undo",
        "quick-effect",
        "m",
        speed=2,
        needs=after("summoning"),
        resolve=(ops.NegateSummon(),),
    ),
    effect("tide", "quick-effect", "s", speed=2),
    effect("hum-stays", "jumper", "activator"),
    effect("hum", "quick-effect", "hand", speed=2),
    effect("wit-start", "skill", "skill", speed=2, needs=tied("start", "TRI-07")),
    effect("wit-standby", "skill", "skill", speed=2, needs=tied("standby", "TRI-11")),
    effect("wit-end", "skill", "skill", speed=2, needs=tied("end-phase", "TRI-32")),
    effect("wit-free", "skill", "skill", speed=2),
    effect("brook", "stream", "streams", speed=2),
]

OPENERS: Final[dict[str, Action]] = {
    "start": use("long-rain-gain", "a.s1"),
    "standby": use("calm-gain", "a:DawnWatch"),
    "main1": use("spark-lesson", "a:SparkLesson"),
    "battle": Attack("a.m1", ZoneName("b.m5")),
    "clean-up": use("long-rain-gain", "a.s1"),
    "end-phase": use("last-word", "a:HeadStart"),
    "dread": use("pulse-beat", "a:PulseBeat"),
}
"""Something that player a may do in each phase, and that player b may answer."""


def lay(board: Board, zones: dict[str, str], phase: str = "main1", **details: Any) -> Table:
    """Player a has done something, and player b is asked for an answer."""
    there = {
        **PILE,
        "a.hand": "SparkLesson PulseBeat",
        "a.m1": "StoneWarden",
        "a.s1": "LongRain",
        "a.skill": "DawnWatch HeadStart",
        "b.m5": "EmberImp",
        "b.s5": "(LoneWatch)",
    }
    table = board.lay({**there, **zones}, phase=phase, game=tri(CARDS, EFFECTS), **details)
    table.plays(OPENERS[phase])
    if table.asks() == ("a", "choose"):
        table.plays(Choose("a.m1"))
    asked(table, "b")
    return table


def asked(table: Table, seat: str) -> None:
    while table.asks() != (seat, "window"):
        assert table.asks()[1] == "window"
        table.plays(Pass())


def turned(effect_name: str, zone: str, code: str) -> Activate:
    return Activate(effect_name, zone, CardKey(f"{zone[0]}:{code}"))


OFFERED: Final = {
    # phase: what offers a Set Pulse card, what refuses a slow card of the hand
    "start": ("TRI-05", "TRI-06"),
    "standby": ("TRI-10", "TRI-12"),
    "main1": ("TRI-14", "TRI-14"),
    "battle": ("TRI-24", "TRI-24"),
    "clean-up": ("TRI-27", "TRI-28"),
    "end-phase": ("TRI-31", "TRI-31"),
    "dread": ("TRI-36", "TRI-38"),
}


@pytest.mark.rule("TRI-06", "TRI-12", "TRI-14", "TRI-24", "TRI-28", "TRI-31", "TRI-38")
@pytest.mark.parametrize("phase", OFFERED)
def test_a_card_answers_where_the_phase_offers_it(board: Board, phase: str) -> None:
    """A Pulse card answers in every phase; a Quick-Play card of b's hand is offered in none."""
    table = lay(board, {"b.hand": "Rush", "b.s1": "(Beat)"}, phase)
    offers, refuses = OFFERED[phase]
    table.accepts(turned("beat", "b.s1", "Beat"), offers, refuses)
    slow = ("G-17.chain",) if phase == "dread" else ()
    table.refuses(use("rush", "b:Rush"), refuses, "TRI-15", *slow)


@pytest.mark.rule("TRI-05", "TRI-06", "TRI-10", "TRI-14", "TRI-15", "TRI-24", "TRI-27", "TRI-28")
@pytest.mark.parametrize("phase", OFFERED)
def test_a_card_is_taken_up_by_what_the_phase_offers(board: Board, phase: str) -> None:
    """TRI-15 is about the hand, and about Main Phases."""
    table = lay(board, {"b.s1": "(Beat)"}, phase)
    taken = table.plays(turned("beat", "b.s1", "Beat"))[0]
    offers = OFFERED[phase][0]
    assert taken.rules == (offers,)
    table = board.lay({**PILE, "a.hand": "PulseBeat", "a.m1": "EmberImp"}, phase=phase)
    of_hand = {"start": "TRI-06", "main1": "TRI-15", "clean-up": "TRI-28"}.get(phase, offers)
    verdict = table.accepts(use("pulse-beat", "a:PulseBeat"), of_hand)
    assert ("TRI-15" in verdict.rules) == (phase == "main1")
    table.plays(use("pulse-beat", "a:PulseBeat"))
    table.plays(Choose("a.m1"))
    taken = next(event for event in table.history if isinstance(event, Moved))
    assert taken.rules == (of_hand,)


@pytest.mark.rule("TRI-32")
def test_a_slow_card_is_taken_up_by_the_phase_that_it_is_made_for(board: Board) -> None:
    table = lay(board, {"b.s1": "(Dusk)"}, "end-phase")
    assert table.plays(turned("dusk", "b.s1", "Dusk"), "TRI-32")[0].rules == ("TRI-32",)


@pytest.mark.rule("TRI-06", "TRI-12", "TRI-14", "TRI-24", "TRI-28", "TRI-31", "TRI-38")
@pytest.mark.parametrize("phase", OFFERED)
def test_an_effect_answers_where_the_phase_offers_it(board: Board, phase: str) -> None:
    """One above Speed 2 answers in every phase; one of a card removed from play in none."""
    table = lay(board, {"b.m1": "Blitz", "b.banished": "Scout"}, phase)
    offers, refuses = OFFERED[phase]
    table.accepts(use("blitz", "b.m1"), offers, refuses)
    slow = ("G-17.chain",) if phase == "dread" else ()
    table.refuses(use("ghost", "b:Scout"), refuses, *slow)


@pytest.mark.rule("TRI-24", "TRI-31", "TRI-12")
@pytest.mark.parametrize("phase", ["standby", "battle", "end-phase"])
def test_what_lies_on_the_field_has_to_be_fast_there(board: Board, phase: str) -> None:
    table = lay(board, {"b.m1": "Scout", "b.s1": "(Snare)"}, phase)
    table.refuses(turned("snare", "b.s1", "Snare"), OFFERED[phase][1])
    table.refuses(use("scout", "b.m1"), OFFERED[phase][1])


@pytest.mark.rule("TRI-15")
def test_only_ones_own_turn_lets_a_card_of_the_hand_answer(board: Board) -> None:
    """In a Battle Phase a Pulse card of the hand is fast enough, but for its player's turn."""
    table = lay(board, {"a.hand": "PulseBeat", "b.hand": "PulseBeat"}, "battle")
    table.refuses(use("pulse-beat", "b:PulseBeat"), "TRI-15")
    asked(table, "b")
    table = lay(board, {"b.s1": "(Beat)"})
    table.plays(turned("beat", "b.s1", "Beat"))
    asked(table, "a")
    table.accepts(use("pulse-beat", "a:PulseBeat"), "TRI-15")


@pytest.mark.rule("TRI-14", "TRI-15")
def test_a_card_answers_from_where_it_lies_set_and_as_what_it_is(board: Board) -> None:
    table = lay(board, {"b.s1": "(Snare)", "b.s2": "Tide", "b.grave": "Beat"})
    table.accepts(turned("snare", "b.s1", "Snare"), "TRI-14")
    table.invalid(turned("snare", "b.s1", "Beat"), invalid=Invalidity.MALFORMED)
    table.refuses(use("beat", "b:Beat"), "TRI-14", "TRI-15")
    table = lay(board, {"b.s1": "Snare"})
    table.refuses(use("snare", "b.s1"), "TRI-15")


@pytest.mark.rule("TRI-56")
def test_a_trap_answers_from_the_next_turn_and_a_quick_one_from_the_next_phase(
    board: Board,
) -> None:
    zones = {"b.s1": "(Snare)@1", "b.s2": "(Flash)@3", "b.s3": "(Snare)@3"}
    table = lay(board, zones)
    table.accepts(turned("snare", "b.s1", "Snare"), "TRI-56")
    key = table.card("b.s3").key
    table.refuses(Activate("snare", "b.s3", key), "TRI-56")
    table = lay(board, zones, marks={"b.s2": {"phase": "main1"}})
    table.refuses(turned("flash", "b.s2", "Flash"), "TRI-56")
    table = lay(board, zones, marks={"b.s2": {"phase": "start"}})
    table.accepts(turned("flash", "b.s2", "Flash"), "TRI-56")
    table = lay(board, {"a.hand": "SparkLesson Snare", "b.s1": "(Snare)"})
    table.plays(turned("snare", "b.s1", "Snare"))
    asked(table, "a")
    table.refuses(use("snare", "a:Snare"), "TRI-56")


@pytest.mark.rule("TRI-75", "TRI-89")
@pytest.mark.parametrize(("code", "rule"), [("Aide", "TRI-75"), ("Page", "TRI-89")])
def test_a_supporter_answers_once_a_turn(board: Board, code: str, rule: str) -> None:
    zones = {"a.hand": f"SparkLesson {code}", "b.s1": "(Snare)"}
    act = use(code.lower(), f"a:{code}")
    for used in (False, True):
        table = lay(board, zones, used={"a.supporter": 1} if used else {})
        table.plays(turned("snare", "b.s1", "Snare"))
        asked(table, "a")
        if used:
            table.refuses(act, rule)
        else:
            table.accepts(act, rule)


@pytest.mark.rule("TRI-61", "TRI-83")
@pytest.mark.parametrize(
    ("act", "zone", "rule"),
    [
        (turned("bond", "b.s1", "Bond"), {"b.s1": "(Bond)"}, "TRI-61"),
        (use("charm", "a:Charm"), {"a.hand": "SparkLesson Charm", "b.s1": "(Snare)"}, "TRI-83"),
    ],
)
def test_an_equip_card_answers_only_with_an_entity_to_hold(
    board: Board, act: Activate, zone: dict[str, str], rule: str
) -> None:
    seat = act.card[0]
    for there in (True, False):
        table = lay(board, {**zone, "a.m1": "", "b.m5": "", f"{seat}.m2": "EmberImp" * there})
        if seat == "a":
            table.plays(turned("snare", "b.s1", "Snare"))
            asked(table, "a")
        if there:
            table.accepts(act, rule)
        else:
            table.refuses(act, rule)


@pytest.mark.rule("TRI-52", "TRI-163")
def test_nothing_answers_with_an_effect_that_it_has_not(board: Board) -> None:
    table = lay(board, {"b.s1": "(Snare)", "b.m1": "Scout", "b.skill": "Wit", "b.m2": "Blitz"})
    table.accepts(turned("snare", "b.s1", "Snare"), "TRI-52")
    table.accepts(use("scout", "b.m1"), "TRI-52")
    table.accepts(use("wit-free", "b:Wit"), "TRI-163")
    table.refuses(turned("beat", "b.s1", "Snare"), "TRI-52")
    table.refuses(use("blitz", "b.m1"), "TRI-52")
    table = lay(board, {"b.skill": "HeadStart"})
    table.refuses(use("wit-free", "b:HeadStart"), "TRI-163")


LYING: Final = {
    # effect: where it is used, where not, by what it is refused
    "scout": ("b.m1", "(Scout)", "TRI-14"),
    "tide": ("b.s1", "(Tide)", "TRI-60"),
}


@pytest.mark.rule("TRI-14", "TRI-60", "TRI-82", "TRI-161", "TRI-162")
def test_an_effect_answers_while_its_card_lies_where_it_is_used(board: Board) -> None:
    for name, (zone, hidden, rule) in LYING.items():
        code = name.capitalize()
        lay(board, {zone: code}).accepts(use(name, zone), rule)
        table = lay(board, {zone: hidden})
        table.refuses(turned(name, zone, code), rule)
    for name, zone, elsewhere, rule in (
        ("brook", "b.streams", "b.items", "TRI-161"),
        ("wit-free", "b.skill", "b.outside", "TRI-162"),
    ):
        code = {"brook": "Brook", "wit-free": "Wit"}[name]
        lay(board, {zone: code}).accepts(use(name, f"b:{code}"), rule)
        held = ("TRI-14",) if name == "brook" else ()
        lay(board, {elsewhere: code}).refuses(use(name, f"b:{code}"), rule, *held)


@pytest.mark.rule("TRI-82")
@pytest.mark.parametrize("revealed", [True, False])
def test_a_continuous_jumper_answers_while_it_is_revealed(board: Board, revealed: bool) -> None:
    zones = {**PILE, "a.hand": "SparkLesson Hum", "b.s1": "(Snare)"}
    table = board.lay(zones, game=tri(CARDS, EFFECTS))
    if revealed:
        table.plays(use("hum-stays", "a:Hum"))
        table.nobody_responds()
    table.plays(use("spark-lesson", "a:SparkLesson"))
    asked(table, "b")
    table.plays(turned("snare", "b.s1", "Snare"))
    asked(table, "a")
    if revealed:
        table.accepts(use("hum", "a:Hum"), "TRI-82")
    else:
        table.refuses(use("hum", "a:Hum"), "TRI-82")


@pytest.mark.rule("TRI-173")
def test_a_frozen_entity_does_not_answer(board: Board) -> None:
    table = lay(board, {"b.m1": "Scout", "b.m2": "Blitz"}, marks={"b.m1": {"freeze": 1}})
    table.refuses(use("scout", "b.m1"), "TRI-173")
    table.accepts(use("blitz", "b.m2"), "TRI-173")


@pytest.mark.rule("TRI-07", "TRI-11", "TRI-32")
@pytest.mark.parametrize(
    ("phase", "rule", "name"),
    [("start", "TRI-07", "wit-start"), ("standby", "TRI-11", "wit-standby")],
)
def test_a_skill_answers_in_the_phase_it_is_tied_to(
    board: Board, phase: str, rule: str, name: str
) -> None:
    table = lay(board, {"b.skill": "Wit"}, phase)
    table.accepts(use(name, "b:Wit"), rule)
    table.refuses(use("wit-free", "b:Wit"), rule, OFFERED[phase][1])
    table = lay(board, {"b.skill": "Wit"})
    table.refuses(use(name, "b:Wit"), rule)
    table.refuses(use("wit-end", "b:Wit"), "TRI-32")
    table = lay(board, {"b.skill": "Wit"}, "end-phase")
    table.accepts(use("wit-end", "b:Wit"), "TRI-32")


@pytest.mark.rule("TRI-07", "TRI-11", "TRI-32")
@pytest.mark.parametrize(
    ("phase", "card", "name"),
    [
        ("start", "DawnWatch", "dawn-gain"),
        ("standby", "DawnWatch", "calm-gain"),
        ("end-phase", "HeadStart", "last-word"),
    ],
)
def test_a_skill_is_tied_to_the_phase_and_to_nobodys_turn(
    board: Board, phase: str, card: str, name: str
) -> None:
    """In the opponent's phase it is only too slow to answer, by what is inherited."""
    table = lay(board, {"b.skill": card}, phase)
    table.refuses(use(name, f"b:{card}"), "G-17.speed")


@pytest.mark.rule("TRI-58")
@pytest.mark.parametrize("code", ["NullSeal", "InstantVeto"])
def test_a_counter_card_waits_for_a_summon(board: Board, code: str) -> None:
    name = {"NullSeal": "null-seal", "InstantVeto": "instant-veto"}[code]
    table = lay(board, {"b.s1": f"({code})"})
    table.refuses(turned(name, "b.s1", code), "TRI-58")
    table = board.lay({"a.hand": "EmberImp", "b.s1": f"({code})", **PILE})
    table.plays(summon("EmberImp"))
    asked(table, "b")
    table.accepts(turned(name, "b.s1", code), "TRI-58")


@pytest.mark.rule("TRI-58")
def test_a_counter_card_whose_text_says_nothing_of_it_is_an_answer(board: Board) -> None:
    card = Card("Riposte", "Riposte", {}, ("formula", "trap", "counter"), ("riposte",))
    game = tri([*CARDS, card], [*EFFECTS, effect("riposte", "trap", "s")])
    zones = {"a.hand": "SparkLesson", "a.s1": "(Riposte)@1", **PILE}
    table = board.lay(zones, game=game)
    table.refuses(turned("riposte", "a.s1", "Riposte"), "TRI-58")
    table.plays(use("spark-lesson", "a:SparkLesson"))
    asked(table, "a")
    table.accepts(turned("riposte", "a.s1", "Riposte"))


@pytest.mark.rule("TRI-110", "TRI-111")
def test_an_effect_that_answers_special_summons_only_answers_no_assist_summon(
    board: Board,
) -> None:
    zones = {**PILE, "a.hand": "RankScholar", "b.m1": "Spy"}
    table = board.lay(zones, game=tri(CARDS, EFFECTS))
    table.plays(summon("RankScholar", move="assist-summon"))
    while not table.has(Summoned):
        table.plays(Pass())
    asked(table, "b")
    table.accepts(use("spy-both", "b.m1"), "TRI-110", "TRI-111")
    table.refuses(use("spy-special", "b.m1"), "TRI-111")


@pytest.mark.rule("TRI-114", "TRI-115")
def test_an_effect_in_real_time_alone_negates_a_hyper_summon(board: Board) -> None:
    using = ("a.m1", "a.m2", "a.m3")
    for move, code, legal in (
        ("extra-summon", "Spy", True),
        ("hyper-summon", "Spy", False),
        ("hyper-summon", "Now", True),
    ):
        card = {"extra-summon": "PrismWarden", "hyper-summon": "OverdriveSeraph"}[move]
        paid = using[: 2 if move == "extra-summon" else 3]
        zones = {**PILE, **dict.fromkeys(using, "EmberImp"), "a.extra": card, "b.m1": code}
        table = board.lay(zones, game=tri(CARDS, EFFECTS))
        table.plays(Play(move, f"a:{card}", ZoneName("a.m1"), using=paid))
        asked(table, "b")
        if legal:
            table.accepts(use("undo", "b.m1"), "TRI-114")
        else:
            table.refuses(use("undo", "b.m1"), "TRI-114")


@pytest.mark.rule("TRI-114")
def test_what_negates_a_summon_under_a_condition_negates_no_hyper_summon(board: Board) -> None:
    needed = Exists(Cards(("m",), "any"))
    maybe = ops.If(when=needed, then=(ops.NegateSummon(rules=("text:maybe",)),))
    needs = after("summoning")
    card = Card("Maybe", "Maybe", {}, ("formula", "trap", "counter"), ("maybe",))
    game = tri([card], [effect("maybe", "trap", "s", needs=needs, resolve=(maybe,))])
    using = ("a.m1", "a.m2", "a.m3")
    zones = {**dict.fromkeys(using, "EmberImp"), "a.extra": "OverdriveSeraph", **PILE}
    table = board.lay({**zones, "b.s1": "(Maybe)@1"}, game=game)
    table.plays(Play("hyper-summon", "a:OverdriveSeraph", ZoneName("a.m1"), using=using))
    asked(table, "b")
    table.refuses(turned("maybe", "b.s1", "Maybe"), "TRI-114")


# The same effects in open play


@pytest.mark.rule("TRI-06", "TRI-12", "TRI-14", "TRI-24", "TRI-28", "TRI-31", "TRI-38")
@pytest.mark.parametrize("phase", OFFERED)
def test_an_effect_is_used_where_the_phase_offers_it(board: Board, phase: str) -> None:
    """One above Speed 2 in every phase, one of a card removed from play in none."""
    zones = {**PILE, "a.m1": "Blitz", "a.banished": "Scout"}
    table = board.lay(zones, phase=phase, game=tri(CARDS, EFFECTS))
    offers, refuses = OFFERED[phase]
    table.accepts(use("blitz", "a.m1"), offers, refuses)
    table.refuses(use("ghost", "a:Scout"), refuses)


FROM_THE_FIELD = pytest.mark.rule(
    "TRI-05", "TRI-10", "TRI-14", "TRI-24", "TRI-27", "TRI-31", "TRI-36"
)


@FROM_THE_FIELD
@pytest.mark.parametrize("phase", OFFERED)
def test_an_entity_uses_its_effect_face_up_on_the_field(board: Board, phase: str) -> None:
    """By the statement of the phase that offers it; not face-down, and not from elsewhere."""
    offers, _ = OFFERED[phase]
    zones = {**PILE, "a.m1": "(Blitz)", "a.banished": "Blitz"}
    table = board.lay(zones, phase=phase, game=tri(CARDS, EFFECTS))
    table.refuses(turned("blitz", "a.m1", "Blitz"), offers)
    table.refuses(use("blitz", "a.banished"), offers)


@FROM_THE_FIELD
@pytest.mark.parametrize("phase", OFFERED)
def test_an_entity_answers_face_up_on_the_field(board: Board, phase: str) -> None:
    """The same while the other player's act may be answered."""
    offers, _ = OFFERED[phase]
    table = lay(board, {"b.m1": "(Blitz)", "b.banished": "Blitz"}, phase)
    table.refuses(turned("blitz", "b.m1", "Blitz"), offers)
    table.refuses(use("blitz", "b.banished"), offers)


def in_a_break(board: Board, grants: str, lying: dict[str, str]) -> Table:
    """A Break Phase that grants one such play, with the same cards on both sides."""
    ordered = ops.OrderPhase(
        phase="break", immediately=True, allows=(grants,), plays=1, rules=("TRI-44",)
    )
    cards = [*CARDS, Card("Lull", "Lull", {}, ("formula", "spell"), ("lull",))]
    game = tri(cards, [*EFFECTS, effect("lull", "magic", "s", resolve=(ordered,))])
    there = {f"{seat}.{place}": card for seat in "ab" for place, card in lying.items()}
    table = board.lay({**PILE, **there, "a.hand": "Lull"}, game=game)
    table.plays(use("lull", "a:Lull"))
    table.nobody_responds()
    return table


@pytest.mark.rule("TRI-39")
def test_in_a_break_an_entity_uses_its_effect_face_up_on_the_field(board: Board) -> None:
    """And answers from there, as its effect grants; not face-down, and not from elsewhere."""
    lying = {"m1": "(Blitz)", "m2": "Scout", "banished": "Blitz", "s1": "(Snare)@1"}
    table = in_a_break(board, "activate-effect", lying)
    for seat in "ab":
        if seat == "b":
            asked(table, "b")
        table.refuses(turned("blitz", f"{seat}.m1", "Blitz"), "TRI-39")
        table.refuses(use("blitz", f"{seat}.banished"), "TRI-39")
        table.refuses(turned("snare", f"{seat}.s1", "Snare"), "TRI-39")
        table.plays(use("scout", f"{seat}.m2"), "TRI-39")


@pytest.mark.rule("TRI-39")
def test_in_a_break_that_grants_cards_no_entity_uses_its_effect(board: Board) -> None:
    """Not in answer either, where the Set trap beside it may be used."""
    table = in_a_break(board, "activate-card", {"m1": "Scout", "s1": "(Snare)@1"})
    for seat in "ab":
        if seat == "b":
            asked(table, "b")
        table.refuses(use("scout", f"{seat}.m1"), "TRI-39")
        table.plays(turned("snare", f"{seat}.s1", "Snare"), "TRI-39")


@pytest.mark.rule("TRI-14", "TRI-52", "TRI-60", "TRI-161", "TRI-162", "TRI-163")
def test_an_effect_is_used_while_its_card_lies_where_it_has_it(board: Board) -> None:
    def place_limits(zones: dict[str, str]) -> Table:
        return board.lay({**PILE, **zones}, game=tri(CARDS, EFFECTS))

    for name, (place, hidden, rule) in LYING.items():
        zone, code = f"a{place[1:]}", name.capitalize()
        place_limits({zone: code}).accepts(use(name, zone), rule, "TRI-52")
        place_limits({zone: hidden}).refuses(turned(name, zone, code), rule)
    for name, code, zone, elsewhere, rule in (
        ("brook", "Brook", "a.streams", "a.items", "TRI-161"),
        ("wit-free", "Wit", "a.skill", "a.outside", "TRI-162"),
    ):
        place_limits({zone: code}).accepts(use(name, f"a:{code}"), rule, "TRI-163")
        held = ("TRI-14",) if name == "brook" else ()
        place_limits({elsewhere: code}).refuses(use(name, f"a:{code}"), rule, *held)
    place_limits({"a.m1": "Blitz"}).refuses(use("scout", "a.m1"), "TRI-52")
    place_limits({"a.skill": "HeadStart"}).refuses(use("wit-free", "a:HeadStart"), "TRI-163")
    place_limits({"a.hand": "SparkLesson"}).refuses(use("rush", "a:SparkLesson"), "TRI-52")


@pytest.mark.rule("G-17.chain", "G-17.speed")
@pytest.mark.parametrize(
    ("zones", "answers"),
    [({"b.banished": "LoneHermit"}, True), ({"b.m1": "LoneHermit"}, False)],
)
def test_who_has_a_quick_effect_lying_open_is_asked(
    board: Board, zones: dict[str, str], *, answers: bool
) -> None:
    """Removed from play, too; not where it has no such effect."""
    table = board.lay({"a.m1": "GlassDrake", **zones, **PILE}, phase="battle")
    table.plays(Attack("a.m1", ZoneName("b.m1") if "b.m1" in zones else None))
    assert (table.asks() == ("b", "window")) == answers
    if answers:
        table.plays(use("hermit-arrives", "b:LoneHermit"), "TRI-24")
