"""The phases of a turn and what each offers: TRI-01 to TRI-46."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Advance, Attack, Choose, Name, Play, Stand, Turn
from duelmat_engine.board.refs import top_of
from duelmat_engine.events import (
    DuelEnded,
    Moved,
    PhaseBegan,
    PhaseOrdered,
    PlayerMarked,
    Resolved,
    RightGranted,
    Turned,
)
from duelmat_engine.forms.action_form import WrittenAction
from duelmat_engine.forms.position import Placed, position
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import ZoneName
from duelmat_engine.play import Deck, carry_out, new_duel
from duelmat_engine.ruleset.build import build_game, choose_readings
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.rulesets.trigamon.game import build
from duelmat_engine.rulesets.trigamon.phases import OFFERS
from duelmat_engine.text.log import tell
from duelmat_engine.text.wording import Wording
from duelmat_engine.verdict import Remedy
from engine.conformance.board import Board, Table
from engine.conformance.trigamon import lay_card, set_down, settle, summon, use

PILE = {"a.pile": "EmberImp HalfMoth EmberImp", "b.pile": "EmberImp HalfMoth EmberImp"}
TURN = ("standby", "main1", "battle", "main2", "clean-up", "end-phase", "end")


def said(table: Table, remedy: Remedy) -> str:
    return Wording(table.game, world=table.duel).said(remedy.text)


def phases(table: Table) -> list[str]:
    return [e.phase for e in table.history if isinstance(e, PhaseBegan)]


@pytest.mark.rule("TRI-01", "TRI-03", "TRI-23", "TRI-33", "TRI-13")
def test_a_turn_goes_along_the_ordinary_transitions(board: Board) -> None:
    table = board.lay(PILE, phase="start")
    table.invalid(Advance("draw"), "TRI-01")
    for phase in TURN:
        for other in ("main2" if phase != "main2" else "battle", "start"):
            if other != phase:
                table.refuses(Advance(other), "TRI-03")
        table.plays(Advance(phase), "TRI-33" if phase == "end" else "TRI-03")
    assert phases(table) == [*TURN[:-1], "start"]
    assert table.asks() == ("b", "open")
    assert table.has(PhaseBegan, "TRI-01")


@pytest.mark.rule("TRI-03")
def test_before_the_first_turn_every_effect_is_refused() -> None:
    """While skills are named there is no phase yet that could offer the effect of an Entity."""
    rules = find_ruleset("trigamon")
    duel = new_duel("trigamon", [Deck(*rules.decks.practice)] * 2, seed=1).duel
    for effect in rules.effects.values():
        if effect.use in ("ignition", "skill", "stream"):
            verdict = judge(duel, Activate(effect.name, "b.m1"))
            assert verdict.rules[-2:] == ("TRI-03", "G-17.quiet")


@pytest.mark.rule("TRI-03")
def test_the_battle_phase_may_be_left_out(board: Board) -> None:
    table = board.lay(PILE)
    table.plays(Advance("clean-up"), "TRI-03")
    assert table.duel.phase == "clean-up"


@pytest.mark.rule("TRI-02")
def test_skipping_a_draw_phase_leaves_the_start_phase_and_its_draw(board: Board) -> None:
    table = board.lay({"a.hand": "SkippedDawn", **PILE})
    table.plays(use("skipped-dawn", "a:SkippedDawn"))
    table.nobody_responds()
    assert table.has(PlayerMarked, "TRI-02")
    for phase in ("clean-up", "end-phase", "end"):
        table.plays(Advance(phase))
    assert (table.duel.phase, table.asks()) == ("start", ("b", "open"))
    table.plays(Advance("standby"))
    assert len(table.duel.at("b.hand")) == 1
    assert table.has(PhaseBegan, "TRI-02")


@pytest.mark.rule("TRI-04", "TRI-44")
@pytest.mark.parametrize("phase", ["battle2", "main3"])
def test_an_extraordinary_phase_is_ordered_by_an_effect(board: Board, phase: str) -> None:
    table = board.lay({"a.hand": "ThirdWind", **PILE}, phase="main2")
    table.refuses(Advance(phase), "TRI-04")
    table.refuses(Advance("break"), "TRI-04", "TRI-44")
    table.plays(use("third-wind", "a:ThirdWind"))
    table.nobody_responds()
    assert table.has(PhaseOrdered, "TRI-04")
    table.plays(Advance(phase), "TRI-04")
    assert table.duel.phase == phase


@pytest.mark.rule("TRI-23", "TRI-25")
def test_the_residual_battle_phase_offers_what_the_primary_does(board: Board) -> None:
    for phase in ("battle", "battle2"):
        table = board.lay({"a.m1": "EmberImp", **PILE}, phase=phase)
        table.plays(Attack("a.m1"), "TRI-23", "TRI-25")


@pytest.mark.rule("TRI-23", "TRI-25")
def test_an_entity_attacks_once_in_each_battle_phase(board: Board) -> None:
    """G-17: what attacked in the Primary one may attack in the Residual one, once again."""
    table = board.lay({"a.m1": "EmberImp", "a.hand": "ThirdWind", **PILE}, phase="battle")
    table.plays(Attack("a.m1"), "G-17.attack-once")
    table.nobody_responds()
    refusal = table.refuses(Attack("a.m1"), "G-17.attack-once")
    assert "next Battle Phase" in refusal.remedies[0].text
    table.plays(Advance("main2"))
    settle(table, use("third-wind", "a:ThirdWind"))
    table.plays(Advance("battle2"))
    table.plays(Attack("a.m1"), "TRI-23", "G-17.attack-once")
    table.nobody_responds()
    table.refuses(Attack("a.m1"), "G-17.attack-once")


@pytest.mark.rule("TRI-39")
def test_an_attack_in_a_break_phase_is_none_of_another_battle_phase(board: Board) -> None:
    """G-17: only the other Battle Phase's attack leaves one for this."""
    for noted, phase, legal in (
        ("battle", "battle2", True),
        ("battle2", "battle2", False),
        ("break", "battle2", False),
        ("battle", "battle", False),
    ):
        laid = Placed("EmberImp", attacked=3, marks={"phase": noted})
        duel = position("trigamon", {"a.m1": [laid]}, turn=3, phase=phase)
        table = board.take(duel, ())
        if legal:
            table.accepts(Attack("a.m1"))
        else:
            table.refuses(Attack("a.m1"), "G-17.attack-once")


@pytest.mark.rule(
    "TRI-13", "TRI-14", "TRI-15", "TRI-16", "TRI-17", "TRI-18", "TRI-19", "TRI-20", "TRI-21"
)
@pytest.mark.parametrize("phase", ["main1", "main2", "main3"])
def test_all_main_phases_offer_the_same(board: Board, phase: str) -> None:
    zones = {
        "a.hand": "EmberImp RankScholar SparkLesson TwinWatch",
        "a.m5": "CinderWasp",
        "b.m1": "EmberImp",
        "a.extra": "MirrorShift PrismWarden",
        "a.items": "WarmStream",
        "a.skill": "HeadStart",
        **PILE,
    }
    table = board.lay(zones, phase=phase)
    table.accepts(summon("EmberImp"), "TRI-13", "TRI-17")
    table.accepts(summon("RankScholar", move="assist-summon"), "TRI-13", "TRI-18")
    table.accepts(use("spark-lesson", "a:SparkLesson"), "TRI-15")
    table.accepts(use("wasp-burn", "a.m5"), "TRI-14")
    table.accepts(use("second-breath", "a:HeadStart"), "TRI-21")
    table.accepts(lay_card("TwinWatch"), "TRI-13", "TRI-16")
    table.accepts(
        Play("permutation-summon", "a:MirrorShift", ZoneName("a.m5"), using=("a.m5",)), "TRI-19"
    )
    table.accepts(Play("set-stream", "a:WarmStream", ZoneName("a.streams")), "TRI-20", "TRI-13")


@pytest.mark.rule("TRI-05", "TRI-06")
def test_the_start_phase_offers_the_field_and_what_is_fast(board: Board) -> None:
    zones = {"a.hand": "SparkLesson PulseBeat", "a.s1": "LongRain", "a.m1": "EmberImp", **PILE}
    table = board.lay(zones, phase="start")
    table.accepts(use("long-rain-gain", "a.s1"), "TRI-05")
    table.accepts(use("pulse-beat", "a:PulseBeat"), "TRI-06")
    verdict = table.refuses(use("spark-lesson", "a:SparkLesson"), "TRI-06")
    assert verdict.readings == ("G-02",)
    table.refuses(summon("EmberImp", "a.m2"), "TRI-17", "TRI-102")


@pytest.mark.rule("TRI-07", "TRI-11", "TRI-21", "TRI-32")
def test_a_skill_effect_is_used_in_the_phase_it_is_tied_to(board: Board) -> None:
    """In a Main Phase the skill is used without a tie."""
    table = board.lay({"a.skill": "DawnWatch", **PILE}, phase="start")
    table.refuses(use("calm-gain", "a:DawnWatch"), "TRI-06", "TRI-07", "TRI-11")
    table.plays(use("dawn-gain", "a:DawnWatch"), "TRI-07")
    table = board.lay({"a.skill": "DawnWatch", **PILE}, phase="standby")
    table.refuses(use("dawn-gain", "a:DawnWatch"), "TRI-07", "TRI-11", "TRI-12")
    table.plays(use("calm-gain", "a:DawnWatch"), "TRI-11")
    table = board.lay({"a.skill": "HeadStart", **PILE}, phase="end-phase")
    table.refuses(use("second-breath", "a:HeadStart"), "TRI-31")
    table.plays(use("last-word", "a:HeadStart"), "TRI-32")
    table = board.lay({"a.skill": "HeadStart", **PILE})
    table.refuses(use("last-word", "a:HeadStart"), "TRI-32")


@pytest.mark.rule("TRI-08")
def test_the_draw_ends_the_start_phase(board: Board) -> None:
    table = board.lay({"a.s1": "LongRain", "a.skill": "DawnWatch", **PILE}, phase="start")
    table.plays(Advance("standby"), "TRI-08")
    assert table.has(Moved, "TRI-08")
    assert len(table.duel.at("a.hand")) == 1
    table.refuses(use("dawn-gain", "a:DawnWatch"), "TRI-07", "TRI-11", "TRI-12")
    table.refuses(use("long-rain-gain", "a.s1"), "TRI-12")


@pytest.mark.rule("TRI-10", "TRI-12")
def test_the_standby_phase_offers_only_what_is_fast(board: Board) -> None:
    zones = {
        "a.hand": "PulseBeat SparkLesson EmberImp RankScholar TwinWatch",
        "a.m1": "EmberImp",
        **PILE,
    }
    table = board.lay(zones, phase="standby")
    table.accepts(use("pulse-beat", "a:PulseBeat"), "TRI-10")
    table.refuses(use("spark-lesson", "a:SparkLesson"), "TRI-12")
    table.refuses(summon("EmberImp", "a.m2"), "TRI-12", "TRI-17")
    table.refuses(set_down("EmberImp", "a.m2"), "TRI-12", "TRI-17")
    table.refuses(summon("RankScholar", "a.m2", move="assist-summon"), "TRI-12", "TRI-18")
    table.refuses(lay_card("TwinWatch"), "TRI-12", "TRI-16")
    table.refuses(Attack("a.m1"), "TRI-12", "TRI-25")


@pytest.mark.rule("TRI-24", "TRI-31", "TRI-28")
@pytest.mark.parametrize(
    ("phase", "rule"), [("battle", "TRI-24"), ("end-phase", "TRI-31"), ("clean-up", "TRI-28")]
)
def test_effects_above_speed_two(board: Board, phase: str, rule: str) -> None:
    """G-02: greater than 2; the other reading lets Speed 2 act too."""
    zones = {"a.hand": "PulseBeat QuickBoost", "a.m1": "EmberImp", **PILE}
    table = board.lay(zones, phase=phase)
    table.accepts(use("pulse-beat", "a:PulseBeat"), rule)
    table.refuses(use("quick-boost", "a:QuickBoost"), rule)
    table = board.lay(zones, phase=phase, readings={"G-02": "at least 2"})
    table.accepts(use("quick-boost", "a:QuickBoost"), rule)


@pytest.mark.rule("TRI-27", "TRI-29", "TRI-30")
def test_the_clean_up_phase_returns_set_cards_but_no_entities(board: Board) -> None:
    zones = {"a.s1": "(TwinWatch)", "a.s2": "LongRain", "a.m1": "(EmberImp)", **PILE}

    def back(place: str) -> Play:
        return Play("return-to-hand", place, ZoneName("a.hand"), True, False)

    table = board.lay(zones, phase="clean-up")
    table.accepts(use("long-rain-gain", "a.s2"), "TRI-27")
    table.refuses(back("a.m1"), "TRI-30")
    table.refuses(back("a.s2"), "TRI-29")
    table.plays(back("a.s1"), "TRI-29")
    assert table.cards("a.hand") == "TwinWatch"
    table = board.lay(zones)
    table.refuses(back("a.s1"), "TRI-29")


@pytest.mark.rule("TRI-22", "TRI-26")
@pytest.mark.parametrize(("phase", "rule"), [("main1", "TRI-22"), ("battle", "TRI-26")])
def test_face_down_cards_off_the_field_are_turned_up(board: Board, phase: str, rule: str) -> None:
    zones = {"a.grave": "(EmberImp)", "a.banished": "(HalfMoth) SparkLesson", **PILE}
    table = board.lay(zones, phase=phase)
    table.refuses(Turn("a:EmberImp", upright=False), rule)
    table.plays(Turn("a:EmberImp"), rule)
    assert table.card("a.grave").face_up
    table.plays(Turn("a:HalfMoth"), rule)
    assert table.has(Turned, rule)
    table.refuses(Turn("a:SparkLesson"), rule)
    table = board.lay(zones, phase="end-phase")
    table.refuses(Turn("a:EmberImp"), "TRI-22")


@pytest.mark.rule("TRI-22")
def test_a_card_may_be_buried_face_down(board: Board) -> None:
    """G-18: facing exists in every zone."""
    table = board.lay({"a.hand": "HushBurial", "a.m1": "EmberImp", **PILE})
    table.plays(use("hush-burial", "a:HushBurial"))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    assert [p.face_up for p in table.duel.at("a.grave")] == [True, False]
    table.plays(Turn("a:EmberImp"), "TRI-22")


@pytest.mark.rule("TRI-34", "TRI-35")
def test_the_duel_starts_with_a_hand_and_what_applies_at_its_start(board: Board) -> None:
    main, extra = find_ruleset("trigamon").decks.practice
    start = new_duel("trigamon", [Deck(main, extra)] * 2, seed=3)
    table = board.take(*start)
    for name in ("HeadStart", "DawnWatch", "WarmStream", "ColdStream"):
        table.plays(Name(name))
    table.plays(Name("b"), "TRI-35")
    assert [len(table.duel.at(f"{s}.hand")) for s in "ab"] == [5, 5]
    assert table.has(Moved, "TRI-34")
    assert table.has(Resolved, "TRI-35")
    assert table.life() == (8300, 8000)
    kinds = [type(e).__name__ for e in table.history]
    assert kinds.index("Resolved") < kinds.index("PhaseBegan")


# Dread


@pytest.mark.rule("TRI-09", "TRI-40", "TRI-36", "TRI-38", "TRI-37", "TRI-43", "TRI-41")
def test_dread_is_entered_instead_of_a_draw_that_would_lose(board: Board) -> None:
    zones = {"a.hand": "PulseBeat CoachMara EmberImp", "a.m1": "EmberImp"}
    table = board.lay({**zones, **PILE}, phase="start")
    table.refuses(Advance("dread"), "TRI-40")
    table = board.lay(zones, phase="start")
    table.plays(Advance("dread"), "TRI-09", "TRI-40")
    assert table.duel.phase == "dread"
    table.accepts(use("pulse-beat", "a:PulseBeat"), "TRI-36")
    table.refuses(use("coach-mara", "a:CoachMara"), "TRI-38")
    table.refuses(summon("EmberImp", "a.m2"), "TRI-38", "TRI-17")
    verdict = table.refuses(Advance("standby"), "TRI-37")
    assert verdict.readings == ("G-05",)


@pytest.mark.rule("TRI-40")
def test_a_judge_lets_a_player_enter_dread_with_a_reason(board: Board) -> None:
    """G-05: who judges that the player would lose is the table."""
    table = board.lay(PILE, phase="start")
    table.duel = carry_out(
        table.duel, Stand(0, Advance("dread"), "the next attack is lethal"), table.game
    ).duel
    assert table.duel.phase == "dread"


@pytest.mark.rule("TRI-41", "TRI-37")
def test_while_one_is_in_dread_the_others_have_turn_after_turn(board: Board) -> None:
    table = board.lay({"b.pile": "EmberImp HalfMoth EmberImp"}, phase="start")
    table.plays(Advance("dread"))
    table.plays(Advance("end"), "TRI-41")
    for _ in range(2):
        assert (table.asks(), table.duel.phase) == (("b", "open"), "start")
        for phase in ("standby", "main1", "clean-up", "end-phase", "end"):
            table.plays(Advance(phase))
        assert (table.asks(), table.duel.phase) == (("a", "open"), "dread")
        assert table.has(PhaseBegan, "TRI-41")
        table.plays(Advance("end"), "TRI-41")


@pytest.mark.rule("TRI-37", "TRI-43")
def test_an_exit_procedure_of_the_table_leads_on_to_standby(board: Board) -> None:
    """The table of exits is empty in the document, and open: G-05, G-100."""
    rules = build({"recall": lambda q: bool(top_of(q.duel, "a.grave"))})
    game = build_game(rules, choose_readings(rules, {}))
    table = board.lay({"a.grave": "EmberImp"}, phase="start", game=game)
    table.plays(Advance("dread"))
    table.plays(Advance("standby"), "TRI-37", "TRI-43")
    assert table.duel.phase == "standby"
    assert table.has(PlayerMarked, "TRI-37")
    assert board.explains("TRI-43").id == "TRI-43"


@pytest.mark.rule("TRI-42")
def test_both_in_dread_is_a_draw(board: Board) -> None:
    table = board.lay({}, phase="start")
    table.plays(Advance("dread"))
    table.plays(Advance("end"))
    table.plays(Advance("dread"))
    assert table.has(DuelEnded, "TRI-42")
    assert table.duel.outcome is not None
    assert table.duel.outcome.winner is None


def test_a_draw_from_an_empty_deck_loses(board: Board) -> None:
    """Inherited: G-17."""
    table = board.lay({}, phase="start")
    table.plays(Advance("standby"))
    assert table.duel.outcome is not None
    assert table.duel.outcome.winner == 1
    assert "G-17.deck-out" in table.duel.outcome.rules


# Break


@pytest.mark.rule("TRI-39", "TRI-44", "TRI-45", "TRI-46")
def test_break_grants_what_its_effect_grants_and_ends_with_it(board: Board) -> None:
    zones = {"a.hand": "StillMoment EmberImp HalfMoth SparkLesson", "a.m5": "EmberImp", **PILE}
    table = board.lay(zones)
    table.plays(use("still-moment", "a:StillMoment"), "TRI-44")
    table.nobody_responds()
    assert table.duel.phase == "break"
    assert table.has(PhaseOrdered, "TRI-44")
    assert table.has(PhaseBegan, "TRI-44")
    board.explains("TRI-46")
    frame = next(f for f in table.duel.frames if "parameter.mood" in f.bound)
    assert frame.bound["parameter.mood"] == "calm"
    table.refuses(use("spark-lesson", "a:SparkLesson"), "TRI-39")
    table.refuses(Attack("a.m5"), "TRI-39")
    table.plays(summon("EmberImp"), "TRI-101", "TRI-39")
    table.nobody_responds()
    assert table.duel.phase == "main1"
    table.plays(use("spark-lesson", "a:SparkLesson"))


@pytest.mark.rule("TRI-39")
def test_nobody_answers_in_break_who_is_not_granted_it(board: Board) -> None:
    """Exactly what the effect grants is legal: no Trap, and nothing from the hand."""
    zones = {"a.hand": "StillMoment EmberImp PulseBeat", "b.s1": "(TwinWatch)@1", **PILE}
    table = board.lay(zones)
    settle(table, use("still-moment", "a:StillMoment"))
    table.refuses(use("pulse-beat", "a:PulseBeat"), "TRI-39", "G-17.text")
    table.plays(summon("EmberImp"), "TRI-39")
    assert table.asks() == ("a", "open")
    assert table.duel.phase == "main1"


@pytest.mark.rule("TRI-39", "TRI-101", "TRI-67", "TRI-70")
@pytest.mark.parametrize(
    "play",
    [
        summon("EmberImp", move="normal-core-summon"),
        summon("SprigSprite", move="free-core-summon"),
        set_down("EmberImp"),
        set_down("SprigSprite", move="free-set"),
        lay_card("SunlitMeadow", "a.field", move="set-field"),
        lay_card("GrandArena", "a.stadium", move="set-stadium"),
    ],
)
def test_break_grants_every_normal_summon_and_set(board: Board, play: Play) -> None:
    hand = "StillMoment EmberImp SprigSprite SunlitMeadow GrandArena"
    table = board.lay({"a.hand": hand, **PILE})
    settle(table, use("still-moment", "a:StillMoment"))
    table.plays(play, "TRI-39")


@pytest.mark.rule("TRI-03", "TRI-45")
@pytest.mark.parametrize("phase", ["main1", "clean-up"])
def test_from_break_one_goes_back_before_anything_else(board: Board, phase: str) -> None:
    table = board.lay({"a.hand": "StillMoment", **PILE})
    settle(table, use("still-moment", "a:StillMoment"))
    (remedy,) = table.refuses(Advance(phase), "TRI-03").remedies
    assert "go on to the phase that was interrupted" in said(table, remedy)


@pytest.mark.rule("TRI-03", "TRI-04")
@pytest.mark.parametrize(
    ("phase", "wanted", "advice"),
    [
        ("main1", "battle2", "go on to the Primary Battle Phase."),
        ("main1", "main3", "go on to the Primary Battle Phase."),
    ],
)
def test_a_phase_that_was_ordered_comes_in_its_order(
    board: Board, phase: str, wanted: str, advice: str
) -> None:
    table = board.lay({"a.hand": "ThirdWind", **PILE}, phase=phase)
    table.refuses(Advance(wanted), "TRI-04")
    settle(table, use("third-wind", "a:ThirdWind"))
    (remedy,) = table.refuses(Advance(wanted), "TRI-03").remedies
    assert advice in said(table, remedy)


@pytest.mark.rule("TRI-03", "TRI-37")
@pytest.mark.parametrize(
    ("phase", "wanted", "advice"),
    [
        ("main1", "main2", "go on to the Primary Battle Phase."),
        ("start", "main1", "go on to the Standby Phase."),
        ("dread", "main1", "It is your Standby Phase again"),
    ],
)
def test_only_phases_that_lead_there_are_advised(
    board: Board, phase: str, wanted: str, advice: str
) -> None:
    table = board.lay({} if phase == "dread" else PILE, phase=phase)
    verdict = judge(table.duel, Advance(wanted), table.game)
    assert advice in said(table, verdict.remedies[0])


@pytest.mark.rule("TRI-45")
def test_break_may_be_left_before_its_effect_is_used_up(board: Board) -> None:
    table = board.lay({"a.hand": "StillMoment", **PILE})
    table.plays(use("still-moment", "a:StillMoment"))
    table.nobody_responds()
    written = WrittenAction((), {"do": "advance", "phase": "back"})
    table.plays(next(written.actions(table.duel, table.game)), "TRI-45")
    assert table.duel.phase == "main1"


def test_every_phase_says_what_it_offers() -> None:
    assert set(OFFERS) == {phase.name for phase in find_ruleset("trigamon").phases}


def test_granted_rights_are_told(board: Board) -> None:
    table = board.lay({"a.hand": "OpenGates", **PILE})
    table.plays(use("open-gates", "a:OpenGates"))
    table.nobody_responds()
    assert table.has(RightGranted, "TRI-104")
    lines = [line.text for line in tell(Wording(table.game, ("Ana", "Ben")), table.history)]
    assert "Ana may make one more Normal Summon in this turn." in lines
    assert "Ana may make Normal Summons from the Graveyard in this turn." in lines


@pytest.mark.rule("TRI-03", "TRI-29")
def test_a_card_returned_in_anothers_turn_is_refused_by_that_alone(board: Board) -> None:
    """How it would lie in a hand, upright or not, says nothing."""
    table = board.lay({"b.s4": "(SparkLesson)", **PILE}, phase="clean-up")
    for upright in (True, False):
        back = Play("return-to-hand", "b.s4", ZoneName("b.hand"), upright, face_up=False)
        table.refuses(back, "TRI-03")
