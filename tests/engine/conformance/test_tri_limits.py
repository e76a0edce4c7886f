"""Every limit of every kind of play, one at a time: turn, phase, what is asked, what fits.

`LEGAL` has one legal act of each way; each test changes one thing about it and names the one
statement that then refuses it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

import pytest

from duelmat_engine.actions import Action, Activate, Advance, Attack, Play, Turn
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.facts import Holds
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import replace as with_fields
from duelmat_engine.verdict import Invalidity, When
from engine.conformance.board import Board, Table
from engine.conformance.trigamon import entity, lay_card, set_down, summon, tri, use

PILE: Final = {"a.pile": "PairedOwl PairedOwl", "b.pile": "PairedOwl PairedOwl"}
BY_HAND: Final = {"G-17": "positions by hand too"}


@dataclass(frozen=True)
class Act:
    """A legal act, the position it is legal in, and the statement about its phase."""

    zones: dict[str, str]
    action: Action
    offered: str
    phase: str = "main1"
    readings: dict[str, str] = field(default_factory=dict)

    def doing(self, **changes: Any) -> Act:
        return replace(self, action=with_fields(self.action, **changes))

    def lay(self, board: Board, zones: dict[str, str] | None = None, **details: Any) -> Table:
        there = {**PILE, "a.m5": "StoneWarden", **self.zones, **(zones or {})}
        told = {"phase": self.phase, "readings": self.readings, **details}
        return board.lay(there, **told)


def play(move: str, card: str, to: str, *using: str, **more: Any) -> Play:
    return Play(move, f"a:{card}", ZoneName(to), using=using, **more)


LEGAL: Final = {
    "normal-summon": Act({"a.hand": "EmberImp"}, summon("EmberImp"), "TRI-17"),
    "normal-core-summon": Act(
        {"a.hand": "EmberImp"}, summon("EmberImp", move="normal-core-summon"), "TRI-17"
    ),
    "normal-set": Act({"a.hand": "EmberImp"}, set_down("EmberImp"), "TRI-17"),
    "free-summon": Act(
        {"a.hand": "SprigSprite"}, summon("SprigSprite", move="free-summon"), "TRI-17"
    ),
    "free-core-summon": Act(
        {"a.hand": "SprigSprite"}, summon("SprigSprite", move="free-core-summon"), "TRI-17"
    ),
    "free-set": Act({"a.hand": "SprigSprite"}, set_down("SprigSprite", move="free-set"), "TRI-17"),
    "assist-summon": Act(
        {"a.hand": "RankScholar"}, summon("RankScholar", move="assist-summon"), "TRI-18"
    ),
    "extra-summon": Act(
        {"a.extra": "PrismWarden", "a.m1": "EmberImp", "a.m2": "EmberImp"},
        play("extra-summon", "PrismWarden", "a.m1", "a.m1", "a.m2"),
        "TRI-19",
    ),
    "permutation-summon": Act(
        {"a.extra": "MirrorShift", "a.m1": "EmberImp"},
        play("permutation-summon", "MirrorShift", "a.m1", "a.m1"),
        "TRI-19",
    ),
    "hyper-summon": Act(
        {"a.extra": "OverdriveSeraph", **dict.fromkeys(("a.m1", "a.m2", "a.m3"), "EmberImp")},
        play("hyper-summon", "OverdriveSeraph", "a.m1", "a.m1", "a.m2", "a.m3"),
        "TRI-19",
    ),
    "set-card": Act({"a.hand": "SparkLesson"}, lay_card("SparkLesson", "a.s5"), "TRI-16"),
    "set-field": Act(
        {"a.hand": "DeepMire"}, lay_card("DeepMire", "a.field", move="set-field"), "TRI-16"
    ),
    "set-stadium": Act(
        {"a.hand": "GrandArena"},
        lay_card("GrandArena", "a.stadium", move="set-stadium"),
        "TRI-16",
    ),
    "set-stream": Act(
        {"a.items": "WarmStream"}, play("set-stream", "WarmStream", "a.streams"), "TRI-20"
    ),
    "turn-up": Act({"a.grave": "(HalfMoth)"}, Turn("a:HalfMoth"), "TRI-22"),
    "return-to-hand": Act(
        {"a.s5": "(TwinWatch)"},
        Play("return-to-hand", "a.s5", ZoneName("a.hand"), True, False),
        "TRI-29",
        "clean-up",
    ),
    "change-position": Act(
        {"a.m1": "HalfMoth@1"},
        Turn("a.m1", upright=False),
        "TRI-13",
        readings=BY_HAND,
    ),
    "attack": Act({"a.m1": "HalfMoth"}, Attack("a.m1"), "TRI-25", "battle"),
    "activate-card": Act({"a.hand": "SparkLesson"}, use("spark-lesson", "a:SparkLesson"), ""),
    "activate-effect": Act(
        {"a.m1": "CinderWasp", "b.m1": "EmberImp"}, use("wasp-burn", "a.m1"), ""
    ),
}
OFFERED: Final = {move: act for move, act in LEGAL.items() if act.offered}
IN_MAIN: Final = [w for w, act in OFFERED.items() if act.phase == "main1" and w != "turn-up"]
NORMAL: Final = ("normal-summon", "normal-core-summon", "normal-set")
FREE: Final = ("free-summon", "free-core-summon", "free-set")
ENTITIES: Final = (*NORMAL, *FREE, "assist-summon")


UNLISTED: Final = (
    *("turn-up", "return-to-hand", "extra-summon", "permutation-summon", "hyper-summon"),
)
"""What the Standby Phase does not offer without naming it."""


def with_pulse(act: Act) -> dict[str, str]:
    return {"a.hand": f"{act.zones.get('a.hand', '')} PulseBeat"}


@pytest.mark.rule("TRI-03")
@pytest.mark.parametrize("move", LEGAL)
def test_nothing_is_played_openly_in_the_opponents_turn(board: Board, move: str) -> None:
    act = LEGAL[move]
    act.lay(board).accepts(act.action)
    held = ("TRI-14",) if move == "activate-card" else ()
    act.lay(board, seat="b").refuses(act.action, "TRI-03", *held)


@pytest.mark.rule("G-17.quiet")
def test_what_is_asked_is_answered_first(board: Board) -> None:
    """A Pulse card is played and its target is being chosen: no other act comes in between."""
    for act in LEGAL.values():
        table = act.lay(board, with_pulse(act))
        table.plays(use("pulse-beat", "a:PulseBeat"))
        assert table.asks() == ("a", "choose")
        assert table.refuses(act.action, "G-17.quiet").readings[0] == "G-17"
        if act.phase == "main1":
            table.refuses(Advance("battle"), "G-17.quiet")
    act = LEGAL["change-position"]
    table = act.lay(board, with_pulse(act), readings={})
    table.plays(use("pulse-beat", "a:PulseBeat"))
    table.refuses(act.action, "G-17.quiet", "TRI-13")


@pytest.mark.rule("TRI-12", "TRI-38")
def test_neither_standby_nor_dread_offers_what_main_and_battle_phases_do(board: Board) -> None:
    for move, act in OFFERED.items():
        act.lay(board).accepts(act.action)
        standby = () if move in UNLISTED else ("TRI-12",)
        act.lay(board, phase="standby").refuses(act.action, *standby, act.offered)
        act.lay(board, phase="dread").refuses(act.action, "TRI-38", act.offered)


@pytest.mark.rule("TRI-13", "TRI-16", "TRI-17", "TRI-18", "TRI-19", "TRI-20")
@pytest.mark.parametrize("phase", ["battle", "battle2", "clean-up", "end-phase"])
def test_outside_the_main_phases_their_acts_are_refused(board: Board, phase: str) -> None:
    for move in IN_MAIN:
        act = LEGAL[move]
        act.lay(board).accepts(act.action, *(() if move == "change-position" else (act.offered,)))
        act.lay(board, phase=phase).refuses(act.action, act.offered)


@pytest.mark.rule("TRI-22", "TRI-25", "TRI-29")
def test_other_acts_have_their_phases_too(board: Board) -> None:
    for move, phases in (
        ("turn-up", ("start", "clean-up", "end-phase")),
        ("attack", ("start", "main1", "main2", "clean-up", "end-phase")),
        ("return-to-hand", ("start", "standby", "main1", "battle", "end-phase")),
    ):
        act = LEGAL[move]
        act.lay(board).accepts(act.action, act.offered)
        for phase in phases:
            act.lay(board, phase=phase).refuses(act.action, act.offered)


def pause(*allows: str) -> Game:
    """Trigamon with a Formula that leads to a Break in which these ways are granted."""
    effect = Effect(
        name="pause",
        use="magic",
        rules=("text:pause",),
        text="Break.",
        zones=("s",),
        resolve=(
            ops.OrderPhase(
                phase="break", immediately=True, allows=allows, plays=1, rules=("TRI-44",)
            ),
        ),
    )
    return tri([Card("Pause", "Pause", {}, ("formula", "spell"), ("pause",))], [effect], BY_HAND)


@pytest.mark.rule("TRI-39")
@pytest.mark.parametrize("move", LEGAL)
def test_a_break_permits_what_its_effect_grants_and_nothing_else(board: Board, move: str) -> None:
    act = LEGAL[move]
    zones = {"a.hand": f"{act.zones.get('a.hand', '')} Pause"}
    for allows in (move, "something-else"):
        table = act.lay(board, zones, phase="main1", game=pause(allows))
        table.plays(use("pause", "a:Pause"))
        table.nobody_responds()
        assert table.duel.phase == "break"
        if allows == move:
            table.accepts(act.action, "TRI-39")
        else:
            table.refuses(act.action, "TRI-39")


# Normal, free and Assist Summons


@pytest.mark.rule("TRI-17", "TRI-103", "TRI-121")
@pytest.mark.parametrize("move", [*NORMAL, *FREE])
def test_the_right_to_summon_is_used_up(board: Board, move: str) -> None:
    """A free summon does without it, unless the other reading of G-10 makes it spend it."""
    act = LEGAL[move]
    used = {"a.summon-right": 1}
    spent = ("TRI-17",) if move.endswith("set") else ("TRI-17", "TRI-103")
    spends = {"G-10": "spends"}
    act.lay(board, readings=spends).accepts(act.action, *spent)
    act.lay(board, readings=spends, used=used).refuses(act.action, *spent)
    if move in FREE:
        act.lay(board, used=used).accepts(act.action, "TRI-121")
    else:
        act.lay(board, used=used).refuses(act.action, *spent)


@pytest.mark.rule("TRI-16", "TRI-102", "TRI-107", "TRI-109", "TRI-121", "TRI-147")
@pytest.mark.parametrize("move", ENTITIES)
def test_which_card_comes_to_the_entity_zones(board: Board, move: str) -> None:
    """It lies in the Graveyard; it is no Entity; its text or its level keeps it out."""
    act = LEGAL[move]
    code = act.zones["a.hand"]
    act.lay(board).accepts(act.action)
    table = act.lay(board, {"a.hand": "", "a.grave": code})
    table.refuses(act.action, "TRI-109" if move == "assist-summon" else "TRI-102")
    table = act.lay(board, {"a.hand": "SparkLesson"})
    table.refuses(act.doing(card="a:SparkLesson").action, "TRI-16")
    kinds = ("no-normal",) if move == "assist-summon" else ()
    game = tri([entity("Vast", *kinds, level=500)])
    out = {"TRI-147"} | ({"TRI-121"} if move in FREE else set())
    act.lay(board, {"a.hand": "Vast"}, game=game).refuses(act.doing(card="a:Vast").action, *out)
    if move == "assist-summon":
        return
    level = 0 if move in FREE else 3
    game = tri([entity("Sealed", "no-normal", level=level), entity("Own", level=3 - level)])
    table = act.lay(board, {"a.hand": "Sealed Own"}, game=game)
    table.refuses(act.doing(card="a:Sealed").action, "TRI-107")
    table.refuses(act.doing(card="a:Own").action, "TRI-121")


@pytest.mark.rule("TRI-16", "TRI-18", "TRI-101")
@pytest.mark.parametrize("move", ENTITIES)
def test_how_a_summoned_or_set_entity_lies(board: Board, move: str) -> None:
    """A Set Entity lies face-down and sideways, one in Core Position face-up and upright."""
    act = LEGAL[move]
    table = act.lay(board)
    if move.endswith("set"):
        for changed in ({"upright": True}, {"face_up": True}):
            table.refuses(act.doing(**changed).action, "TRI-16")
        table.accepts(act.action, "TRI-16")
        return
    rule = "TRI-18" if move == "assist-summon" else "TRI-101"
    table.accepts(act.action, rule)
    table.refuses(act.doing(face_up=False).action, rule)
    if "core" in move:
        table.refuses(act.doing(upright=False).action, rule)
    else:
        table.accepts(act.doing(upright=False).action, rule)


ROWS: Final = {
    "TRI-123": (3, 0),
    "TRI-124": (5, 1),
    "TRI-125": (8, 2),
    "TRI-126": (11, 3),
    "TRI-127": (14, 4),
    "TRI-128": (20, 5),
    "TRI-129": (26, 6),
}


@pytest.mark.parametrize(
    ("rule", "level", "count"),
    [
        pytest.param(r, *row, marks=pytest.mark.rule(r))
        for r, row in (*ROWS.items(), ("TRI-129", (32, 6)))
    ],
)
def test_core_position_takes_the_same_tributes(
    board: Board, rule: str, level: int, count: int
) -> None:
    using = tuple(f"a.m{i + 1}" for i in range(count // 2))
    field = dict.fromkeys(using, "TwofoldOx")
    if count % 2:
        using = (*using, "a.m4")
        field["a.m4"] = "EmberImp"
    game = tri([entity("Probe", level=level)])
    table = board.lay({"a.hand": "Probe", **field, "a.m5": "EmberImp"}, game=game)
    core = summon("Probe", "a.m1" if using else "a.m2", using, move="normal-core-summon")
    table.accepts(core, rule)
    table.refuses(with_fields(core, using=(*using, "a.m5")), rule)


@pytest.mark.rule("TRI-121")
@pytest.mark.parametrize("move", FREE)
def test_a_free_summon_takes_no_tribute(board: Board, move: str) -> None:
    act = LEGAL[move]
    act.lay(board).refuses(act.doing(using=("a.m5",)).action, "TRI-121")
    act.lay(board).accepts(act.action, "TRI-121")


@pytest.mark.rule("TRI-18", "TRI-107", "TRI-122")
def test_an_assist_summon_has_a_right_of_its_own(board: Board) -> None:
    """It is used up by itself; neither what can be Normal Summoned nor has its own way comes."""
    act = LEGAL["assist-summon"]
    act.lay(board, used={"a.summon-right": 1}).accepts(act.action, "TRI-18", "TRI-107")
    act.lay(board, used={"a.assist-right": 1}).refuses(act.action, "TRI-18")
    table = act.lay(board, {"a.hand": "EmberImp LoneHermit"})
    for code in ("EmberImp", "LoneHermit"):
        table.refuses(act.doing(card=f"a:{code}").action, "TRI-107")


# Extra Deck

OF_THE_EXTRA_DECK: Final = ("extra-summon", "permutation-summon", "hyper-summon")


@pytest.mark.rule("TRI-112")
@pytest.mark.parametrize("move", OF_THE_EXTRA_DECK)
def test_a_special_summon_as_the_cards_text_says(board: Board, move: str) -> None:
    """From the Extra Deck, by that very summon, face-up, for exactly its materials."""
    act = LEGAL[move]
    assert isinstance(act.action, Play)
    code = act.zones["a.extra"]
    using = act.action.using
    table = act.lay(board)
    table.accepts(act.action, "TRI-112")
    table.accepts(act.doing(upright=False).action, "TRI-112")
    table.refuses(act.doing(face_up=False).action, "TRI-112")
    table.refuses(act.doing(using=(*using, "a.m5")).action, "TRI-112")
    table.refuses(act.doing(using=using[1:], to=ZoneName("a.m4")).action, "TRI-112")
    table = act.lay(board, {"a.extra": "", "a.grave": code})
    table.refuses(act.action, "TRI-112")
    kinds = ("entity", "extra", "own-summon")
    other = Card("Other", "Other", {"level": 5, "materials": len(using)}, kinds)
    table = act.lay(board, {"a.extra": "Other"}, game=tri([other]))
    table.refuses(act.doing(card="a:Other").action, "TRI-112")


# Setting, turning, returning


@pytest.mark.rule("TRI-16", "TRI-67", "TRI-70", "TRI-78")
@pytest.mark.parametrize(
    ("move", "rule"), [("set-card", "TRI-16"), ("set-field", "TRI-67"), ("set-stadium", "TRI-70")]
)
def test_a_card_is_set_from_the_hand_face_down_and_for_nothing(
    board: Board, move: str, rule: str
) -> None:
    act = LEGAL[move]
    table = act.lay(board)
    table.accepts(act.action, "TRI-16", rule)
    for changed in ({"face_up": True}, {"upright": False}, {"using": ("a.m5",)}):
        table.refuses(act.doing(**changed).action, "TRI-16")
    table = act.lay(board, {"a.hand": "", "a.grave": act.zones["a.hand"]})
    table.refuses(act.action, "TRI-16")
    wrong = {"DeepMire": "TRI-67", "GrandArena": "TRI-70", "EmberImp": "TRI-16"}
    if move == "set-card":
        for code, name in {**wrong, "PocketTorch": "TRI-78"}.items():
            table = act.lay(board, {"a.hand": code})
            table.refuses(act.doing(card=f"a:{code}").action, name)
        return
    act.lay(board).refuses(act.doing(to=ZoneName("a.s5")).action, rule)
    table = act.lay(board, {"a.hand": "SparkLesson"})
    table.refuses(act.doing(card="a:SparkLesson").action, rule)


@pytest.mark.rule("TRI-20")
def test_a_stream_is_set_among_the_streams_from_what_was_brought_along(board: Board) -> None:
    act = LEGAL["set-stream"]
    table = act.lay(board)
    table.accepts(act.action, "TRI-20")
    table.refuses(act.doing(using=("a.m5",)).action, "TRI-20")
    table.refuses(act.doing(to=ZoneName("a.s1")).action, "TRI-20")
    act.lay(board, {"a.items": "", "a.outside": "WarmStream"}).refuses(act.action, "TRI-20")


@pytest.mark.rule("TRI-22")
def test_only_a_face_down_card_off_the_field_is_turned_up(board: Board) -> None:
    act = LEGAL["turn-up"]
    act.lay(board).accepts(act.action, "TRI-22")
    act.lay(board, {"a.grave": "HalfMoth"}).refuses(act.action, "TRI-22")
    act.lay(board).refuses(act.doing(face_up=False).action, "TRI-22")


@pytest.mark.rule("TRI-29", "TRI-30")
def test_a_set_card_returns_to_the_hand_unseen_and_for_nothing(board: Board) -> None:
    act = LEGAL["return-to-hand"]
    table = act.lay(board)
    table.accepts(act.action, "TRI-29")
    table.refuses(act.doing(face_up=True).action, "TRI-29")
    table.refuses(act.doing(to=ZoneName("a.grave")).action, "TRI-29")
    table.refuses(act.doing(using=("a.m5",)).action, "TRI-29")
    act.lay(board, {"a.s5": "LongRain"}).refuses(act.action, "TRI-29")
    table = act.lay(board, {"a.m1": "(HalfMoth)"})
    table.refuses(act.doing(card="a.m1").action, "TRI-30")
    table.accepts(act.action, "TRI-30")


@pytest.mark.rule("TRI-101", "TRI-105", "TRI-170")
def test_what_keeps_an_entity_from_being_turned_by_hand(board: Board) -> None:
    """It is stunned; it is in Core Position, of which nothing is said; it is another card."""
    act = LEGAL["change-position"]
    act.lay(board).accepts(act.action, "TRI-170", "TRI-101")
    act.lay(board, marks={"a.m1": {"stun": 1}}).refuses(act.action, "TRI-170")
    act.lay(board, marks={"a.m1": {"position": "core"}}).refuses(act.action, "TRI-101")
    table = act.lay(board, {"a.m1": "(HalfMoth)@1"})
    table.accepts(Turn("a.m1", shown=CardKey("a:HalfMoth")), "TRI-105")
    table.invalid(Turn("a.m1", shown=CardKey("a:EmberImp")), invalid=Invalidity.MALFORMED)


@pytest.mark.rule("TRI-101", "G-17.direct")
def test_an_entity_in_core_position_keeps_attacks_away(board: Board) -> None:
    """None is aimed at it, and while it is there none is direct: so its answers say."""
    act = LEGAL["attack"]
    table = act.lay(board, {"b.m1": "EmberImp"}, marks={"b.m1": {"position": "core"}})
    table.refuses(act.doing(target=ZoneName("b.m1")).action, "TRI-101")
    table.refuses(act.doing(target=None).action, "G-17.direct")


@pytest.mark.rule("G-17.direct", "G-17.target")
@pytest.mark.parametrize("target", [None, "b.m3"])
def test_nobody_is_advised_to_attack_an_entity_in_core_position(
    board: Board, target: str | None
) -> None:
    """The other Entity is named; where there is none, what has to come about first."""
    act = LEGAL["attack"]
    wrong = act.doing(target=target).action
    rule = "G-17.target" if target else "G-17.direct"
    core = {"b.m1": {"position": "core"}}
    there = {"b.m1": "EmberImp", "b.m2": "EmberImp"}
    verdict = act.lay(board, there, marks=core).refuses(wrong, rule)
    assert [remedy.text for remedy in verdict.remedies] == ["Attack b.m2."]
    verdict = act.lay(board, {"b.m1": "EmberImp"}, marks=core).refuses(wrong, rule)
    (remedy,) = verdict.remedies
    assert isinstance(remedy, When) and isinstance(remedy.fact, Holds)
    assert ("no Entity" in remedy.text) == (target is None)


@pytest.mark.rule("TRI-25", "TRI-101", "TRI-172", "TRI-174", "TRI-175")
def test_who_attacks_whom(board: Board) -> None:
    """A face-up Entity, awake and in Attack Position, attacks one that is not in Core Position."""
    act = LEGAL["attack"]
    there = {"b.m1": "EmberImp", "b.m2": "EmberImp"}
    aimed = act.doing(target=ZoneName("b.m1")).action
    table = act.lay(board, there)
    table.accepts(aimed, "TRI-25", "TRI-101", "TRI-172")
    table.invalid(Attack("a.s1", ZoneName("b.m1")), "TRI-25")
    act.lay(board, {"a.m1": "(HalfMoth)"}).refuses(act.action, "TRI-25", "G-17.attack-mode")
    act.lay(board, {"a.m1": "", "a.s1": "LongRain"}).refuses(Attack("a.s1"), "TRI-25")
    for marked, rule in (
        ({"a.m1": {"position": "core"}}, "TRI-101"),
        ({"b.m1": {"position": "core"}}, "TRI-101"),
        ({"a.m1": {"sleep": 1}}, "TRI-172"),
        ({"a.m1": {"bipolar": 1}}, "TRI-174"),
    ):
        act.lay(board, there, marks=marked).refuses(aimed, rule)
    drawn = act.lay(board, there, marks={"a.m1": {"bipolar": 1}})
    drawn.accepts(act.action, "TRI-174", "TRI-175")
    alone = act.lay(board, {"a.m5": ""}, marks={"a.m1": {"bipolar": 1}})
    alone.refuses(act.action, "TRI-175")


# Activating


@pytest.mark.rule("TRI-14", "TRI-15")
def test_a_card_is_activated_from_the_hand_or_where_it_lies_set(board: Board) -> None:
    """Not from the Graveyard, not while it is active already, nor under another name."""
    act = LEGAL["activate-card"]
    act.lay(board).accepts(act.action, "TRI-15")
    act.lay(board, {"a.hand": "", "a.grave": "SparkLesson"}).refuses(
        act.action, "TRI-14", "TRI-15"
    )
    shown = Activate("spark-lesson", "a.s1", CardKey("a:SparkLesson"))
    act.lay(board, {"a.hand": "", "a.s1": "(SparkLesson)"}).accepts(shown, "TRI-14")
    act.lay(board, {"a.hand": "", "a.s1": "SparkLesson"}).refuses(shown, "TRI-15")
    wrong = with_fields(shown, shown=CardKey("a:EmberImp"))
    act.lay(board, {"a.hand": "", "a.s1": "(SparkLesson)"}).invalid(
        wrong, invalid=Invalidity.MALFORMED
    )
