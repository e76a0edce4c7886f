"""The other player's turn in one line and its plays, by what everybody could see."""

from __future__ import annotations

from direct_mat import SEATS, Bench, held
from duelmat_host.showing.turn_summary import turn_summary
from duelmat_host.showing.turn_types import TurnSummaryView
from duelmat_host.table.commands import HaveTakenBack
from duelmat_host.table.inputs import JudgeRuled

ANA, BEN = SEATS


def turn_of_ben() -> Bench:
    """A table at which Ben Sets a card, summons and attacks in his turn."""
    zones = {"a.hand": held("S4"), "b.hand": held("H7", "C9")}
    bench = Bench(zones, turn=4, turn_seat=1, phase="main1", life=(40, 40))
    bench.put("b:C9", "b.s3", down=True)
    bench.put("b:H7", "b.m2")
    bench.choose("Do not use it", seat=1)
    bench.press("b.phase")
    bench.touch("b.m2")
    bench.touch("a.deck")
    return bench


def told(bench: Bench) -> TurnSummaryView:
    """What Ana is told of Ben's turn."""
    found = turn_summary(bench.table.state, ANA)
    assert found is not None
    return found


def test_the_others_turn_is_one_line_that_opens_to_its_plays() -> None:
    """Each play has its sentences and zones, and its card unless that lies face-down."""
    found = told(turn_of_ben())
    assert (found.turn, found.seat) == (4, "b")
    assert found.text == "Ben: summoned 7 of hearts; Set a card; attacked once; Ana lost 7."
    assert [(play.code, play.zones) for play in found.plays] == [
        ("", ["b.s3"]),
        ("H7", ["b.m2"]),
        ("H7", ["b.m2"]),
    ]
    assert found.plays[1].text.startswith("Ben Normal Summons the 7 of hearts")
    assert found.plays[2].text.endswith("Ana loses 7 life, 33 left.")
    assert "9 of clubs" not in str(found)


def test_a_turn_without_a_play_is_told_when_it_is_over() -> None:
    """Until then its player may still play something."""
    bench = Bench({"b.hand": held("H7")}, turn=4, turn_seat=1, phase="main1")
    bench.press("b.phase")
    assert bench.table.state.duel.turn == 4
    assert turn_summary(bench.table.state, ANA) is None
    while bench.table.state.duel.turn == 4:
        bench.press("b.phase")
    assert told(bench).text == "Ben: made no play."


def test_the_own_turn_is_not_summed_up() -> None:
    """Who plays it knows it."""
    assert turn_summary(turn_of_ben().table.state, BEN) is None


def test_the_summary_stays_in_the_own_turn_and_goes_with_what_is_taken_back() -> None:
    bench = turn_of_ben()
    before = told(bench)
    last = bench.table.state.last_play()
    assert last is not None
    bench.table.take(JudgeRuled(HaveTakenBack("too early", last.number)), 0)
    assert told(bench).text == "Ben: summoned 7 of hearts; Set a card."
    bench = turn_of_ben()
    bench.press("b.phase")
    bench.press("b.phase")
    while bench.table.state.duel.turn == 4:
        bench.press("b.phase")
    assert bench.table.state.duel.turn_seat == ANA
    assert told(bench).plays == before.plays
