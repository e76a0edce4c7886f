"""Trump King from the packs to the first attack: TK-01 to TK-13, TK-49, TK-55, TK-62."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Advance, Attack, Choose, Name, Number, Pass, Play
from duelmat_engine.catalogue import statements
from duelmat_engine.events import FirstChosen, LifeChanged, Moved, PhaseBegan, PhaseSkipped
from duelmat_engine.judging.judge import judge
from duelmat_engine.names import ZoneName
from duelmat_engine.play import Deck, new_duel
from duelmat_engine.rulesets.trump_king.facts import deck_faults
from duelmat_engine.rulesets.trump_king.tables import EXTRA_CODES, MAIN_CODES
from duelmat_engine.verdict import Invalidity
from duelmat_message import Text
from engine.conformance.board import Board, Table

PACK = Deck(MAIN_CODES, EXTRA_CODES)


def begun(board: Board, first: str = "a") -> Table:
    """A duel in which it has just been decided who goes first."""
    step = new_duel("trump_king", [PACK, PACK], seed=5)
    table = board.take(step.duel, step.events)
    table.plays(Name(first), "TK-10")
    return table


@pytest.mark.rule("TK-01", "TK-02", "TK-62")
def test_a_whole_pack_is_a_deck(board: Board) -> None:
    verdict = board.deck(MAIN_CODES, EXTRA_CODES)
    assert verdict.legal
    assert {"TK-01", "TK-02", "TK-62"} <= set(verdict.rules)
    assert (len(MAIN_CODES), len(EXTRA_CODES)) == (42, 12)


@pytest.mark.rule("TK-01")
@pytest.mark.parametrize(
    "main",
    [
        MAIN_CODES[1:],
        (*MAIN_CODES, "H7"),
        tuple("S1" if code == "H7" else code for code in MAIN_CODES),
        tuple(code for code in MAIN_CODES if code != "X2"),
        (),
    ],
    ids=["one missing", "one too many", "one twice", "one Joker", "none"],
)
def test_any_other_main_deck_is_refused(board: Board, main: tuple[str, ...]) -> None:
    verdict = board.deck(main, EXTRA_CODES)
    assert not verdict.legal
    assert verdict.rules == ("TK-01",)
    assert verdict.remedies


@pytest.mark.rule("TK-02", "TK-62")
def test_a_synchro_in_the_main_deck_is_refused(board: Board) -> None:
    """What is kept apart stays apart: the faults name both decks at once."""
    verdict = board.deck((*MAIN_CODES[1:], "SQ"), EXTRA_CODES[1:])
    assert verdict.rules == ("TK-01", "TK-02", "TK-62")


def test_a_deck_at_fault_is_named_in_any_language() -> None:
    """Main deck and Extra Deck are words that catalogs have."""
    faults = [f.text for f in deck_faults(None, MAIN_CODES[1:], EXTRA_CODES[1:])]
    decks = [f.values["deck"] for f in faults if isinstance(f, Text)]
    assert set(decks) == {"main deck", "Extra Deck"}
    assert all(isinstance(deck, Text) for deck in decks)


@pytest.mark.rule("TK-62")
def test_a_plain_card_in_the_extra_deck_is_refused(board: Board) -> None:
    assert "TK-62" in board.deck(MAIN_CODES, (*EXTRA_CODES[1:], "H7")).rules
    assert any("(TK-62)" in fault for fault in board.faults({"a.extra": "H7"}))


@pytest.mark.rule("TK-09", "TK-10", "TK-55")
def test_hands_are_dealt_before_it_is_decided_who_goes_first(board: Board) -> None:
    step = new_duel("trump_king", [PACK, PACK], seed=5)
    table = board.take(step.duel, step.events)
    assert table.asks() == ("chance", "first")
    assert len(table.duel.at("a.hand")) == len(table.duel.at("b.hand")) == 5
    dealt = [e for e in step.events if isinstance(e, Moved)]
    assert len(dealt) == 10
    assert all(not e.after.face_up and e.rules == ("TK-09",) for e in dealt)
    start = [e for e in step.events if isinstance(e, LifeChanged)]
    assert [(e.seat, e.life, e.rules) for e in start] == [(0, 40, ("TK-55",)), (1, 40, ("TK-55",))]
    table.invalid(Name("c"), "TK-10")
    chosen = table.plays(Name("b"), "TK-10")
    assert [e.seat for e in chosen if isinstance(e, FirstChosen)] == [1]


@pytest.mark.rule("TK-11")
def test_the_first_turn_has_no_draw_phase(board: Board) -> None:
    table = begun(board)
    assert table.has(PhaseSkipped, "TK-11")
    assert len(table.duel.at("a.hand")) == 5
    assert table.duel.phase == "main1"


@pytest.mark.rule("TK-12", "TK-13", "TK-05")
def test_the_first_turn_has_no_battle_phase(board: Board) -> None:
    table = begun(board)
    table.refuses(Advance("battle"), "TK-12")
    table.accepts(Advance("end"), "TK-05")
    table.plays(Advance("main2"), "TK-05", "TK-12")
    table.plays(Advance("end"), "TK-05")
    table.refuses(Advance("main2"), "TK-05")
    table.accepts(Advance("end"), "TK-05")
    table.accepts(Advance("battle"), "TK-12", "TK-13")
    later = board.lay({}, turn=3).accepts(Advance("battle"), "TK-12")
    assert "TK-13" not in later.rules


@pytest.mark.rule("TK-12")
def test_nobody_attacks_in_the_first_turn(board: Board) -> None:
    table = board.lay({"a.m1": "S5"}, turn=1)
    table.refuses(Attack("a.m1"), "TK-07", "TK-12")


@pytest.mark.rule("TK-13", "TK-03")
def test_the_second_player_draws_and_attacks_in_their_first_turn(board: Board) -> None:
    table = begun(board)
    events = table.plays(Advance("end"))
    drawn = [e for e in events if isinstance(e, Moved) and e.cause == "draw"]
    assert [(e.to, e.rules) for e in drawn] == [("b.hand", ("TK-03", "TK-04"))]
    board.lay({"b.m1": "S5"}, turn=2, seat="b", phase="battle").plays(Attack("b.m1"), "TK-13")


@pytest.mark.rule("TK-05", "TK-03")
def test_a_turn_goes_through_its_phases_in_order(board: Board) -> None:
    table = board.lay({})
    table.refuses(Advance("main2"), "TK-05")
    table.refuses(Advance("draw"), "TK-05")
    table.plays(Advance("battle"), "TK-05")
    table.refuses(Advance("main1"), "TK-05")
    table.plays(Advance("main2"), "TK-05")
    table.refuses(Advance("battle"), "TK-05")
    table.plays(Advance("end"), "TK-05")
    began = [e.phase for e in table.history if isinstance(e, PhaseBegan)]
    assert began == ["battle", "main2", "draw", "main1"]
    assert table.duel.turn_seat == 1
    assert table.has(Moved, "TK-03")


@pytest.mark.rule("TK-05")
def test_only_the_turn_player_acts(board: Board) -> None:
    """A Set of the player whose turn it is not is refused for that alone."""
    table = board.lay({"b.hand": "S5"})
    table.refuses(Play("set-card", "b:S5", ZoneName("b.s1"), face_up=False), "TK-05")


@pytest.mark.rule("TK-06", "TK-08")
@pytest.mark.parametrize(("phase", "grant"), [("main1", "TK-06"), ("main2", "TK-08")])
def test_both_main_phases_allow_the_same(board: Board, phase: str, grant: str) -> None:
    first = board.lay({"a.hand": "S5 C4"}, phase="main1").legal()
    table = board.lay({"a.hand": "S5 C4"}, phase=phase)
    assert [a for a in table.legal() if not isinstance(a, Advance)] == [
        a for a in first if not isinstance(a, Advance)
    ]
    table.plays(Play("normal-summon", "a:S5", ZoneName("a.m1")), grant)
    table.nobody_responds()
    table.plays(Play("set-card", "a:C4", ZoneName("a.s1"), face_up=False), grant)


@pytest.mark.rule("TK-06")
def test_the_battle_phase_allows_no_summon(board: Board) -> None:
    table = board.lay({"a.hand": "S5"}, phase="battle")
    table.refuses(Play("normal-summon", "a:S5", ZoneName("a.m1")), "TK-06")


@pytest.mark.rule("TK-07")
def test_attacks_belong_to_the_battle_phase(board: Board) -> None:
    table = board.lay({"a.m1": "S5"})
    verdict = table.refuses(Attack("a.m1"), "TK-07")
    assert verdict.remedies[0].text == "Go on to the Battle Phase."
    table.plays(Advance("battle"))
    table.plays(Attack("a.m1"), "TK-07")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(s.id, marks=pytest.mark.rule(s.id))
        for s in statements("TK")
        if s.kind == "names"
    ],
)
def test_a_statement_that_only_names_is_explained(board: Board, name: str) -> None:
    statement = board.explains(name)
    assert statement.text.endswith(".")
    assert statement.source.startswith("003, l.")


@pytest.mark.rule("TK-15", "TK-49", "TK-04", "TK-23")
def test_what_is_named_is_cited_where_it_matters(board: Board) -> None:
    table = board.lay({"a.hand": "S5", "a.m1": "S7", "a.m2": "H5"})
    table.accepts(Play("normal-summon", "a:S5", ZoneName("a.m3")), "TK-15")
    using = (ZoneName("a.m1"), ZoneName("a.m2"))
    table.accepts(Play("synchro-summon", "a:HQ", ZoneName("a.m1"), using=using), "TK-49")
    for name in ("TK-15", "TK-49", "TK-04", "TK-23"):
        board.explains(name)


@pytest.mark.rule("TK-10")
def test_before_it_is_decided_who_goes_first_nothing_else_is_judged_legal(board: Board) -> None:
    step = new_duel("trump_king", [PACK, PACK], seed=5)
    table = board.take(step.duel, step.events)
    for action in (
        Advance("battle"),
        Attack("a.m1"),
        Play("normal-summon", "a:S5", ZoneName("a.m1")),
    ):
        verdict = judge(table.duel, action, table.game)
        assert not verdict.legal
        assert verdict.remedies


@pytest.mark.rule("TK-05")
def test_what_answers_nothing_that_is_asked_says_who_is_to_act(board: Board) -> None:
    table = board.lay({"a.hand": "C4"})
    for answer in (Pass(), Choose("a:C4"), Number(3)):
        verdict = table.invalid(answer, "TK-05", "TK-06", invalid=Invalidity.ELSEWHERE)
        assert verdict.remedies[0].text.endswith("; now Player a is to act.")
    table.invalid(Activate("unheard-of", "a:C4"), invalid=Invalidity.MALFORMED)
    table.invalid(Play("unheard-of", "a:C4", ZoneName("a.m1")), invalid=Invalidity.MALFORMED)
    verdict = table.invalid(Activate("club-draw", "a:C4"), "TK-82", "TK-83")
    assert verdict.remedies[0].text.startswith("What sets that effect off has happened")
