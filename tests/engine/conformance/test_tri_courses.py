"""What follows from a play of Trigamon, step by step: costs, phases, attacks, what is granted."""

from __future__ import annotations

from typing import Any, Final

import pytest

from duelmat_engine.actions import Activate, Advance, Attack, Name, Pass, Play, Stand
from duelmat_engine.board.refs import top_of
from duelmat_engine.board.values import value_of
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect, On
from duelmat_engine.effects.terms import Cards
from duelmat_engine.events import (
    Activated,
    AttackDeclared,
    Battled,
    Moved,
    PlayerMarked,
    SummonNegated,
)
from duelmat_engine.names import ZoneName
from duelmat_engine.play import Deck, carry_out, new_duel
from duelmat_engine.ruleset.build import build_game, choose_readings
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.rulesets.trigamon.game import build
from engine.conformance.board import Board
from engine.conformance.trigamon import (
    PILE,
    asked,
    entity,
    lay_card,
    set_down,
    settle,
    summon,
    tri,
    turned,
    use,
)

# What a summon costs

PAID: Final[dict[str, tuple[Play, dict[str, str], str]]] = {
    "normal-summon": (summon("Five", "a.m2", ("a.m1",)), {"a.hand": "Five"}, "TRI-120"),
    "normal-core-summon": (
        summon("Five", "a.m2", ("a.m1",), move="normal-core-summon"),
        {"a.hand": "Five"},
        "TRI-120",
    ),
    "normal-set": (set_down("Five", "a.m2", ("a.m1",)), {"a.hand": "Five"}, "TRI-120"),
    "assist-summon": (
        summon("Third", "a.m2", ("a.m1",), move="assist-summon"),
        {"a.hand": "Third"},
        "TRI-120",
    ),
    "permutation-summon": (
        Play("permutation-summon", "a:MirrorShift", ZoneName("a.m2"), using=("a.m1",)),
        {"a.extra": "MirrorShift"},
        "TRI-112",
    ),
    "extra-summon": (
        Play("extra-summon", "a:PrismWarden", ZoneName("a.m2"), using=("a.m1", "a.m3")),
        {"a.extra": "PrismWarden", "a.m3": "StoneWarden"},
        "TRI-112",
    ),
    "hyper-summon": (
        Play(
            "hyper-summon", "a:OverdriveSeraph", ZoneName("a.m2"), using=("a.m1", "a.m3", "a.m4")
        ),
        {"a.extra": "OverdriveSeraph", "a.m3": "StoneWarden", "a.m4": "HalfMoth"},
        "TRI-112",
    ),
}


@pytest.mark.parametrize(
    ("move", "rule"),
    [pytest.param(move, row[2], marks=pytest.mark.rule(row[2])) for move, row in PAID.items()],
)
def test_what_is_given_up_lies_open_in_the_graveyard(board: Board, move: str, rule: str) -> None:
    action, zones, _ = PAID[move]
    game = tri([entity("Five", level=5), entity("Third", "no-normal", rank=3)])
    table = board.lay({"a.m1": "EmberImp", **zones, **PILE}, game=game)
    table.plays(action)
    gone = table.duel.at("a.grave")
    assert len(gone) == len(action.using)
    assert all(piece.face_up for piece in gone)
    assert table.has(Moved, rule)


ATTEMPTED: Final = {
    "normal-summon": ("TRI-101", "TRI-102", "TRI-103"),
    "normal-core-summon": ("TRI-101", "TRI-102", "TRI-103"),
    "free-summon": ("TRI-101", "TRI-102", "TRI-121"),
    "free-core-summon": ("TRI-101", "TRI-102", "TRI-121"),
    "assist-summon": ("TRI-18",),
    "permutation-summon": ("TRI-112", "TRI-19"),
    "extra-summon": ("TRI-112", "TRI-19"),
    "hyper-summon": ("TRI-112", "TRI-113"),
}


@pytest.mark.parametrize(
    ("move", "rules"),
    [pytest.param(move, row, marks=pytest.mark.rule(*row)) for move, row in ATTEMPTED.items()],
)
def test_a_summon_brings_the_entity_and_is_answered_before_and_after_it_succeeds(
    board: Board, move: str, rules: tuple[str, ...]
) -> None:
    """It is there as soon as it is attempted; then its success is told, and may be answered."""
    if move in PAID:
        action, zones, _ = PAID[move]
    else:
        action, zones = summon("Zero", "a.m2", move=move), {"a.hand": "Zero"}
    cards = [
        entity("Five", level=5),
        entity("Third", "no-normal", rank=3),
        entity("Zero", level=0),
    ]
    field = {"a.m1": "EmberImp", "b.s1": "(TwinWatch)", "b.s2": "(InstantVeto)"}
    table = board.lay({**field, **zones, **PILE}, game=tri(cards))
    table.plays(action)
    assert table.card("a.m2").marks.get("position") == ("core" if "core" in move else None)
    assert table.asks() == ("b", "window")
    table.accepts(turned("instant-veto", "b.s2", "InstantVeto"))
    before = table.duel
    settle(table, turned("instant-veto", "b.s2", "InstantVeto"))
    assert table.has(SummonNegated)
    table.duel = before
    table.plays(Pass())
    asked(table, "b")
    table.accepts(turned("twin-watch", "b.s1", "TwinWatch"))
    assert {*rules} <= {r for e in table.history for r in e.rules}


@pytest.mark.rule("TRI-16", "TRI-17", "TRI-67", "TRI-70", "TRI-121")
@pytest.mark.parametrize(
    ("action", "rules"),
    [
        (set_down("EmberImp"), ("TRI-16", "TRI-17")),
        (set_down("SprigSprite", move="free-set"), ("TRI-16", "TRI-121")),
        (lay_card("SparkLesson"), ("TRI-16",)),
        (lay_card("DeepMire", "a.field", move="set-field"), ("TRI-16", "TRI-67")),
        (lay_card("GrandArena", "a.stadium", move="set-stadium"), ("TRI-16", "TRI-70")),
    ],
)
def test_a_set_card_lies_face_down_in_its_zone(
    board: Board, action: Play, rules: tuple[str, ...]
) -> None:
    hand = "EmberImp SprigSprite SparkLesson DeepMire GrandArena"
    table = board.lay({"a.hand": hand, **PILE})
    table.plays(action)
    assert table.cards(action.to) == action.card[2:]
    assert not table.card(action.to).face_up
    assert table.has(Moved, *rules)


# Phases


@pytest.mark.rule("TRI-03", "TRI-08", "TRI-33")
@pytest.mark.parametrize("turn", [1, 2])
def test_the_first_turn_has_all_phases_too(board: Board, turn: int) -> None:
    for move in (
        ("standby", "main1", "battle", "main2", "clean-up", "end-phase", "end"),
        ("standby", "main1", "clean-up", "end-phase", "end"),
    ):
        table = board.lay(PILE, phase="start", turn=turn)
        for phase in move:
            table.plays(Advance(phase), "TRI-33" if phase == "end" else "TRI-03")
        assert table.asks() == ("b", "open")


@pytest.mark.rule("TRI-03", "TRI-04", "TRI-44", "TRI-45")
@pytest.mark.parametrize("turn", [1, 3])
def test_ordered_phases_follow_main_phase_2_and_each_other(board: Board, turn: int) -> None:
    """The Residual Battle Phase leads to Main Phase 3 if that is ordered, and to Clean-Up."""
    for move in (
        ("battle2", "main3", "clean-up"),
        ("battle2", "clean-up"),
        ("main3", "clean-up"),
    ):
        table = board.lay({"a.hand": "ThirdWind", **PILE}, phase="main2", turn=turn)
        settle(table, use("third-wind", "a:ThirdWind"))
        for phase in move:
            table.plays(Advance(phase), "TRI-03" if phase == "clean-up" else "TRI-04")
    table = board.lay(PILE, phase="battle2", turn=turn)
    table.refuses(Advance("main3"), "TRI-04")
    table.accepts(Advance("clean-up"), "TRI-03")
    table = board.lay({"a.hand": "StillMoment", **PILE}, turn=turn)
    settle(table, use("still-moment", "a:StillMoment"))
    table.plays(Advance("back"), "TRI-45")


@pytest.mark.rule("TRI-09", "TRI-37", "TRI-41")
def test_dread_is_there_in_the_first_turn_and_ends_with_its_exit(board: Board) -> None:
    """After the exit the player's own turns begin with the Start Phase again."""
    rules = build({"recall": lambda q: bool(top_of(q.duel, "a.grave"))})
    game = build_game(rules, choose_readings(rules, {}))
    zones = {"a.grave": "EmberImp", "b.pile": "PairedOwl PairedOwl PairedOwl"}
    table = board.lay(zones, phase="start", game=game, turn=1)
    table.plays(Advance("dread"), "TRI-09")
    table.plays(Advance("end"), "TRI-41")
    for phase in ("standby", "main1", "clean-up", "end-phase", "end"):
        table.plays(Advance(phase))
    assert table.duel.phase == "dread"
    table.plays(Advance("standby"), "TRI-37")
    for seat in ("a", "b"):
        for phase in ("main1", "clean-up", "end-phase", "end"):
            table.plays(Advance(phase))
        assert table.duel.phase == "start"
        if seat == "a":
            table.plays(Advance("standby"))
    assert table.asks() == ("a", "open")
    table = board.lay(zones, phase="dread", game=game, turn=1)
    table.accepts(Advance("standby"), "TRI-37")
    table.accepts(Advance("end"), "TRI-41")


@pytest.mark.rule("TRI-02")
def test_only_the_opponents_draw_phase_is_skipped_and_once(board: Board) -> None:
    table = board.lay({"a.hand": "SkippedDawn", **PILE})
    settle(table, use("skipped-dawn", "a:SkippedDawn"))
    noted = [e for e in table.history if isinstance(e, PlayerMarked)]
    assert [(e.seat, e.name, e.value) for e in noted] == [(1, "skip-draw", 1)]


@pytest.mark.rule("TRI-160")
def test_each_player_brings_stream_triggers_along(board: Board) -> None:
    deck = Deck(*find_ruleset("trigamon").decks.practice)
    table = board.take(*new_duel("trigamon", [deck] * 2, seed=5))
    for name in ("HeadStart", "DawnWatch"):
        table.plays(Name(name))
    table.plays(Name("WarmStream"), "TRI-160")
    assert "WarmStream" in table.cards("a.items")


# Attacks of a bipolar Entity


@pytest.mark.rule("TRI-175", "TRI-25")
@pytest.mark.parametrize("reading", ["every other", "opposing only"])
def test_among_whom_the_target_of_a_bipolar_attack_is_drawn(board: Board, reading: str) -> None:
    """Never itself nor an Entity in Core Position; one's own others by the usual reading only."""
    zones = {
        "a.m1": "GlassDrake",
        "a.m2": "EmberImp",
        "a.m3": "EmberImp",
        "b.m1": "HalfMoth",
        "b.m2": "HalfMoth",
        "b.m3": "HalfMoth",
        **PILE,
    }
    core = {"position": "core"}
    marks: dict[str, Any] = {"a.m1": {"bipolar": 1}, "a.m3": core, "b.m3": core}
    table = board.lay(zones, phase="battle", marks=marks, readings={"G-16": reading})
    table.plays(Attack("a.m1"))
    assert table.asks() == ("chance", "chance")
    assert table.duel.decision is not None
    own = {"a.m2"} if reading == "every other" else set()
    assert set(table.duel.decision.options) == own | {"b.m1", "b.m2"}
    table.rolls()
    declared = [e for e in table.history if isinstance(e, AttackDeclared)]
    assert len(declared) == 1


@pytest.mark.rule("TRI-25")
def test_an_attack_is_declared_and_goes_on_only_with_who_is_there(board: Board) -> None:
    """The target is destroyed in answer: there is no battle."""
    zones = {"a.m1": "GlassDrake", "b.m1": "EmberImp", "b.s1": "(Snap)", **PILE}
    effect = Effect(
        name="snap",
        use="trap",
        rules=("text:snap",),
        text="Destroy your Entities.",
        zones=("s",),
        resolve=(ops.Destroy(cards=Cards(("m",), "own")),),
    )
    game = tri([Card("Snap", "Snap", {}, ("formula", "trap", "pulse"), ("snap",))], [effect])
    table = board.lay(zones, phase="battle", game=game)
    table.plays(Attack("a.m1", ZoneName("b.m1")))
    assert table.has(AttackDeclared, "TRI-25")
    asked(table, "b")
    settle(table, turned("snap", "b.s1", "Snap"))
    assert not table.has(Battled)
    assert table.life() == (8000, 8000)


# Smaller things


@pytest.mark.rule("TRI-74")
def test_what_leaves_the_duel_lies_open_outside(board: Board) -> None:
    table = board.lay({"a.hand": "FerryOut", "a.grave": "EmberImp", **PILE})
    settle(table, use("ferry-out", "a:FerryOut"), "a:EmberImp")
    assert table.card("a.outside").face_up


@pytest.mark.rule("TRI-104")
def test_one_more_summon_is_granted_and_no_second(board: Board) -> None:
    table = board.lay({"a.hand": "OpenGates EmberImp HalfMoth SprigSprite CinderWasp", **PILE})
    settle(table, use("open-gates", "a:OpenGates"))
    settle(table, summon("EmberImp"))
    settle(table, summon("HalfMoth", "a.m2"))
    table.refuses(summon("CinderWasp", "a.m3"), "TRI-17", "TRI-103")


@pytest.mark.rule("TRI-161")
@pytest.mark.parametrize(
    ("code", "trait", "value"), [("WarmStream", "attack", 1000), ("ColdStream", "defense", 600)]
)
def test_a_stream_works_while_it_is_on(board: Board, code: str, trait: str, value: int) -> None:
    table = board.lay({"a.streams": code, "a.m1": "EmberImp", "b.s1": "(TwinWatch)", **PILE})

    def now() -> float | None:
        return value_of(table.duel, table.game, table.card("a.m1"), trait)

    assert now() == value
    table.plays(use("toggle-stream", f"a:{code}"), "TRI-161")
    assert table.asks()[1] == "window"
    table.nobody_responds()
    assert now() == value + 100


@pytest.mark.rule("TRI-152", "TRI-156")
@pytest.mark.parametrize("first", [0, -1])
def test_the_turn_players_effects_come_first_whether_mandatory_or_not(
    board: Board, first: int
) -> None:
    """G-13: four Entities with "if" are destroyed at once; a player orders the own two."""
    cards, effects = [], []
    for name, mandatory in (("must", True), ("may", False)):
        cards += [
            Card(f"{s}{name}".capitalize(), f"{s}{name}", {"level": 1}, ("entity",), (name,))
            for s in "ab"
        ]
        effects.append(
            Effect(
                name=name,
                use="trigger",
                rules=(f"text:{name}",),
                text="If it is destroyed: gain 100 life.",
                zones=("m", "grave"),
                on=On(event="Destroyed", timing="if"),
                mandatory=mandatory,
                resolve=(ops.Gain(amount=100),),
            )
        )
    cards.append(Card("Storm", "Storm", {}, ("formula", "spell"), ("storm",)))
    effects.append(
        Effect(
            name="storm",
            use="magic",
            rules=("text:storm",),
            text="Destroy all Entities.",
            zones=("s",),
            resolve=(ops.Destroy(cards=Cards(("m",), "any")),),
        )
    )
    zones = {
        "a.hand": "Storm",
        "a.m1": "Amay",
        "a.m2": "Amust",
        "b.m1": "Bmay",
        "b.m2": "Bmust",
        **PILE,
    }
    table = board.lay(zones, game=tri(cards, effects))
    table.plays(use("storm", "a:Storm"))
    while table.asks()[1] != "open":
        used = [a for a in table.legal() if isinstance(a, Activate)]
        if table.asks() == ("a", "trigger"):
            table.refuses(Activate("must", "b:Bmust"), "G-13")
        table.plays(used[first] if used else table.legal()[0])
    done = [str(e.piece.code) for e in table.history if isinstance(e, Activated) and e.piece]
    every = ["Amay", "Amust", "Bmay", "Bmust"]
    assert done[1:] == (every if first == 0 else ["Amust", "Amay", "Bmust", "Bmay"])


@pytest.mark.rule("TRI-37")
def test_a_judge_lets_a_player_leave_dread_for_good(board: Board) -> None:
    """The exit stands with its reason; the player's next turn begins with the Start Phase."""
    table = board.lay({"b.pile": "PairedOwl PairedOwl PairedOwl"}, phase="start")
    table.plays(Advance("dread"))
    exit_ = Stand(0, Advance("standby"), "it has performed an exit procedure")
    table.duel = carry_out(table.duel, exit_, table.game).duel
    assert table.duel.phase == "standby"
    for phase in ("main1", "clean-up", "end-phase", "end"):
        table.plays(Advance(phase))
    for phase in ("standby", "main1", "clean-up", "end-phase", "end"):
        table.plays(Advance(phase))
    assert (table.asks(), table.duel.phase) == (("a", "open"), "start")
