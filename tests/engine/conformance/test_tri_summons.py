"""Five summon types, positions, bench, and what may answer a summon: TRI-100 to TRI-115."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Attack, Choose, Pass, Play, Turn
from duelmat_engine.events import Battled, Marked, Moved, Summoned, SummonNegated, Turned
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.text.wording import Wording
from engine.conformance.board import Board, Table
from engine.conformance.trigamon import entity, lay_card, set_down, summon, tri, use

PILE = {"a.pile": "EmberImp HalfMoth", "b.pile": "EmberImp HalfMoth"}


def settle(table: Table) -> None:
    table.nobody_responds()


def advice(table: Table, action: Play, *rules: str) -> str:
    remedies = table.refuses(action, *rules).remedies
    return " ".join(Wording(table.game, world=table.duel).said(r.text) for r in remedies)


@pytest.mark.rule("TRI-124", "TRI-125")
@pytest.mark.parametrize(
    ("code", "rule", "named"),
    [("StormColossus", "TRI-125", "Twofold Ox, for one"), ("GlassDrake", "TRI-124", "Ember Imp,")],
)
def test_too_many_tributes_are_answered_with_just_enough(
    board: Board, code: str, rule: str, named: str
) -> None:
    table = board.lay({"a.hand": code, "a.m1": "EmberImp", "a.m3": "TwofoldOx", **PILE})
    told = advice(table, summon(code, "a.m2", ("a.m1", "a.m3")), rule)
    assert "none that could be left out" in told
    assert named in told


@pytest.mark.rule("TRI-107")
@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("LoneHermit", "as its own text says"),
        ("MoonRegent", "by the effect of a Ritual card"),
        ("SealedGolem", "it is Assist Summoned"),
    ],
)
def test_what_is_not_normal_summoned_is_told_how_it_comes(
    board: Board, code: str, how: str
) -> None:
    table = board.lay({"a.hand": code, "a.m1": "TwofoldOx", "a.m2": "EmberImp", **PILE})
    using = {"LoneHermit": (), "MoonRegent": ("a.m1",), "SealedGolem": ("a.m2",)}[code]
    assert how in advice(table, summon(code, "a.m3", using), "TRI-107")


@pytest.mark.rule("TRI-104", "TRI-121")
def test_a_free_summon_that_spends_nothing_needs_no_grant(board: Board) -> None:
    zones, used = {"a.hand": "SprigSprite", **PILE}, {"a.summon-right": 1}
    free = summon("SprigSprite", move="free-summon")
    table = board.lay(zones, used=used)
    assert "TRI-104" not in table.accepts(free, "TRI-121").rules
    spends = board.lay(zones, used=used, readings={"G-10": "spends"})
    assert "G-10" in spends.refuses(free, "TRI-103", "TRI-17").readings


@pytest.mark.rule("TRI-100")
def test_there_are_five_summon_types(board: Board) -> None:
    assert "Hyper" in board.explains("TRI-100").text


@pytest.mark.rule("TRI-101", "TRI-102")
def test_a_normal_summon_in_each_of_three_positions(board: Board) -> None:
    for move, upright, mark in (
        ("normal-summon", True, None),
        ("normal-summon", False, None),
        ("normal-core-summon", True, "core"),
    ):
        table = board.lay({"a.hand": "EmberImp", **PILE})
        table.plays(summon("EmberImp", move=move, upright=upright), "TRI-101")
        settle(table)
        laid = table.card("a.m1")
        assert (laid.upright, laid.face_up, laid.marks.get("position")) == (upright, True, mark)
    assert table.has(Marked, "TRI-101")
    assert table.has(Summoned, "TRI-102")


@pytest.mark.rule("TRI-101")
def test_core_position_lies_upright_and_the_rest_of_it_is_not_defined(board: Board) -> None:
    """What it does in battle the document does not say: a judge has to rule."""
    table = board.lay({"a.hand": "EmberImp", **PILE})
    table.refuses(summon("EmberImp", move="normal-core-summon", upright=False), "TRI-101")
    core = {"a.m1": {"position": "core"}, "b.m1": {"position": "core"}}
    zones = {"a.m1": "EmberImp", "a.m2": "HalfMoth", "b.m1": "EmberImp", **PILE}
    table = board.lay(zones, phase="battle", marks=core)
    for attack in (Attack("a.m1", "b.m1"), Attack("a.m2", "b.m1")):
        verdict = table.refuses(attack, "TRI-101")
        assert verdict.readings == ("G-17",)
        assert "judge" in verdict.remedies[0].text
    assert board.faults({"a.m1": "EmberImp-"}, marks={"a.m1": {"position": "core"}})


@pytest.mark.rule("TRI-102", "TRI-103", "TRI-17")
def test_a_normal_summon_is_from_the_hand_and_once_a_turn(board: Board) -> None:
    table = board.lay({"a.hand": "EmberImp HalfMoth", "a.grave": "CinderWasp", **PILE})
    table.refuses(summon("CinderWasp"), "TRI-102")
    table.plays(summon("EmberImp"), "TRI-103", "TRI-17")
    settle(table)
    table.refuses(summon("HalfMoth", "a.m2"), "TRI-103", "TRI-17")
    table.refuses(set_down("HalfMoth", "a.m2"), "TRI-17")


@pytest.mark.rule("TRI-17")
def test_the_right_is_counted_over_all_main_phases(board: Board) -> None:
    table = board.lay({"a.hand": "EmberImp", **PILE}, phase="main2", used={"a.summon-right": 1})
    table.refuses(set_down("EmberImp"), "TRI-17")


@pytest.mark.rule("TRI-104")
def test_an_effect_grants_another_summon_and_another_source(board: Board) -> None:
    zones = {"a.hand": "OpenGates EmberImp", "a.grave": "CinderWasp", **PILE}
    table = board.lay(zones)
    table.plays(summon("EmberImp"))
    settle(table)
    table.refuses(summon("CinderWasp", "a.m2"), "TRI-102", "TRI-103", "TRI-17")
    table.plays(use("open-gates", "a:OpenGates"))
    settle(table)
    table.plays(summon("CinderWasp", "a.m2"), "TRI-104")


@pytest.mark.rule("TRI-16")
def test_a_set_lies_face_down_and_only_entities_come_to_their_zones(board: Board) -> None:
    table = board.lay({"a.hand": "EmberImp SparkLesson", **PILE})
    table.refuses(Play("normal-set", "a:EmberImp", ZoneName("a.m1"), True, False), "TRI-16")
    table.refuses(summon("SparkLesson"), "TRI-16")
    table.refuses(lay_card("EmberImp"), "TRI-16")
    table.plays(set_down("EmberImp"), "TRI-16")
    assert not table.card("a.m1").face_up
    table.plays(lay_card("SparkLesson"), "TRI-16")


@pytest.mark.rule("TRI-105")
def test_turning_face_up_by_an_effect_is_a_flip_summon(board: Board) -> None:
    zones = {"a.hand": "WakeCall", "a.m1": "(MarshToad)", "b.m1": "EmberImp", **PILE}
    table = board.lay(zones)
    table.plays(use("wake-call", "a:WakeCall"))
    table.plays(Choose("a.m1"))
    settle(table)
    assert [e.move for e in table.history if isinstance(e, Summoned)] == ["flip-summon"]
    assert table.has(Summoned, "TRI-105")
    table.plays(Choose("b.m1"))
    assert table.card("b.m1").marks["poison"] == 1


@pytest.mark.rule("TRI-106", "TRI-105")
def test_being_flipped_by_an_attack_is_a_flip_summon_too(board: Board) -> None:
    zones = {"a.m1": "GlassDrake", "b.m1": "(MarshToad)", **PILE}
    table = board.lay(zones, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    settle(table)
    assert table.has(Turned, "TRI-106")
    assert table.has(Summoned, "TRI-106", "TRI-105")
    assert table.has(Battled)
    table.plays(Choose("a.m1"))
    assert table.card("a.m1").marks["poison"] == 1


@pytest.mark.rule("TRI-105", "TRI-13")
def test_a_position_by_hand_is_not_offered_by_the_document(board: Board) -> None:
    """G-17: it is not in the list of what is inherited; the switch inherits it."""
    zones = {"a.m1": "EmberImp", "a.m2": "(HalfMoth)", **PILE}
    table = board.lay(zones)
    verdict = table.refuses(Turn("a.m1", upright=False), "TRI-13")
    assert "does not define" in verdict.remedies[0].text
    table = board.lay(zones, readings={"G-17": "positions by hand too"})
    table.plays(Turn("a.m1", upright=False), "G-17.position")
    table.refuses(Turn("a.m1"), "G-17.position")
    table.plays(Turn("a.m2", shown=CardKey("a:HalfMoth")), "TRI-105")
    assert table.has(Summoned, "TRI-105")


@pytest.mark.rule("TRI-107", "TRI-108", "TRI-18")
def test_an_assist_summon_is_for_what_cannot_be_normal_summoned(board: Board) -> None:
    zones = {"a.hand": "SealedGolem RankScholar EmberImp LoneHermit", **PILE}
    table = board.lay(zones)
    table.accepts(summon("SealedGolem", move="assist-summon"), "TRI-107", "TRI-18")
    table.accepts(summon("RankScholar", move="assist-summon"), "TRI-107", "TRI-108")
    table.refuses(summon("EmberImp", move="assist-summon"), "TRI-107")
    table.refuses(summon("LoneHermit", move="assist-summon"), "TRI-107")
    table.refuses(summon("SealedGolem"), "TRI-107", "TRI-124")
    table.plays(summon("SealedGolem", move="assist-summon"))
    settle(table)
    table.refuses(summon("RankScholar", "a.m2", move="assist-summon"), "TRI-18")
    table.accepts(summon("EmberImp", "a.m2"), "TRI-17")


@pytest.mark.rule("TRI-14", "TRI-24")
def test_an_effect_of_what_lies_aside_waits_for_a_phase_that_offers_it(board: Board) -> None:
    """A Main Phase offers the field; a Battle Phase what is above Speed 2, wherever it lies."""
    zones = {"a.banished": "LoneHermit", **PILE}
    rise = Activate("hermit-arrives", "a:LoneHermit")
    board.lay(zones).refuses(rise, "TRI-14")
    table = board.lay(zones, phase="battle")
    assert "TRI-14" not in table.accepts(rise, "TRI-24").rules
    table.plays(rise)
    settle(table)
    table.plays(Play("effect-summon", "a:LoneHermit", ZoneName("a.m1")))
    assert table.cards("a.m1") == "LoneHermit"


@pytest.mark.rule("TRI-109")
def test_an_entity_on_the_bench_is_assist_summoned(board: Board) -> None:
    table = board.lay({"a.hand": "BenchCall EmberImp", "a.grave": "HalfMoth", **PILE})
    table.plays(use("bench-call", "a:BenchCall"))
    table.plays(Choose("a:EmberImp"))
    settle(table)
    assert table.cards("a.bench") == "EmberImp"
    table.refuses(summon("HalfMoth", move="assist-summon"), "TRI-109", "TRI-107")
    table.plays(summon("EmberImp", move="assist-summon"), "TRI-109")


def with_trap(code: str) -> dict[str, str]:
    return {"a.hand": "SealedGolem EmberImp", "b.s1": f"({code})", **PILE}


@pytest.mark.rule("TRI-110", "TRI-111")
def test_what_answers_normal_and_special_summons_answers_an_assist_summon(board: Board) -> None:
    table = board.lay(with_trap("TwinWatch"))
    table.plays(summon("SealedGolem", move="assist-summon"))
    _pass_to_success(table)
    verdict = table.accepts(
        Activate("twin-watch", "b.s1", CardKey("b:TwinWatch")), "TRI-110", "text:twin-watch"
    )
    assert "TRI-111" in verdict.rules
    assert "TRI-58" not in verdict.rules  # which is about Counters
    table = board.lay(with_trap("LoneWatch"))
    table.plays(summon("SealedGolem", move="assist-summon"))
    _pass_to_success(table)
    table.refuses(Activate("lone-watch", "b.s1", CardKey("b:LoneWatch")), "TRI-111")
    table = board.lay(with_trap("LoneWatch"))
    table.plays(summon("EmberImp"))
    _pass_to_success(table)
    table.refuses(Activate("lone-watch", "b.s1", CardKey("b:LoneWatch")), "text:lone-watch")


def _pass_to_success(table: Table) -> None:
    """Pass in the window of the attempt, and until b is asked about the summon."""
    while not table.has(Summoned) or table.asks()[0] != "b":
        table.plays(Pass())


@pytest.mark.rule("TRI-112", "TRI-19")
def test_a_special_summon_comes_from_the_extra_deck_or_an_effect(board: Board) -> None:
    zones = {
        "a.hand": "EmberImp",
        "a.m1": "EmberImp",
        "a.m2": "HalfMoth",
        "a.extra": "PrismWarden MirrorShift",
        **PILE,
    }
    table = board.lay(zones)
    using = ("a.m1", "a.m2")
    made = Play("extra-summon", "a:PrismWarden", ZoneName("a.m1"), using=using)
    table.refuses(Play("extra-summon", "a:PrismWarden", ZoneName("a.m3")), "TRI-112")
    table.refuses(Play("extra-summon", "a:EmberImp", ZoneName("a.m3"), using=using), "TRI-112")
    table.plays(made, "TRI-112", "TRI-19")
    settle(table)
    assert table.has(Summoned, "TRI-112")
    verdict = table.accepts(
        Play("permutation-summon", "a:MirrorShift", ZoneName("a.m1"), using=("a.m1",)), "TRI-19"
    )
    assert "G-03" in verdict.readings


HYPER = Play("hyper-summon", "a:OverdriveSeraph", ZoneName("a.m1"), using=("a.m1", "a.m2", "a.m3"))


def hyper(board: Board, trap: str) -> Table:
    zones = {
        "a.m1": "EmberImp",
        "a.m2": "HalfMoth",
        "a.m3": "CinderWasp",
        "a.extra": "OverdriveSeraph PrismWarden",
        "b.s1": f"({trap})",
        **PILE,
    }
    return board.lay(zones)


@pytest.mark.rule("TRI-113", "TRI-114", "TRI-115")
def test_a_hyper_summon_is_negated_only_in_real_time(board: Board) -> None:
    table = hyper(board, "NullSeal")
    table.plays(HYPER, "TRI-113")
    assert table.asks() == ("b", "window")
    verdict = table.refuses(Activate("null-seal", "b.s1", CardKey("b:NullSeal")), "TRI-114")
    assert verdict.readings == ("G-09",)
    settle(table)
    assert table.has(Summoned, "TRI-113")
    table = hyper(board, "InstantVeto")
    table.plays(HYPER)
    table.plays(Activate("instant-veto", "b.s1", CardKey("b:InstantVeto")), "TRI-115", "TRI-114")
    settle(table)
    assert table.has(SummonNegated)
    assert not table.has(Summoned)


@pytest.mark.rule("TRI-114")
def test_another_summon_is_negated_by_any_counter(board: Board) -> None:
    table = hyper(board, "NullSeal")
    using = ("a.m1", "a.m2")
    table.plays(Play("extra-summon", "a:PrismWarden", ZoneName("a.m1"), using=using))
    table.plays(Activate("null-seal", "b.s1", CardKey("b:NullSeal")), "TRI-58", "TRI-114")
    settle(table)
    assert table.has(SummonNegated)
    assert [e.cause for e in table.history if isinstance(e, Moved)].count("summon-negated") == 1


def test_own_cards_of_a_test_are_known(board: Board) -> None:
    table = board.lay({"a.hand": "Probe", **PILE}, game=tri([entity("Probe", level=1)]))
    table.plays(summon("Probe"), "TRI-123")
