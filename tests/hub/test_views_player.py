"""Views of a player: the own match, results in own words, why there is no match."""

from __future__ import annotations

import msgspec
import pytest

from duelmat_hub.pages.views_desk import rounds_view
from duelmat_hub.pages.views_player import me_view, own_words
from duelmat_hub.pages.views_public import (
    clock_view,
)
from duelmat_tournament import commands, results
from duelmat_tournament.event import Step
from duelmat_tournament.names import PlayerId, RoundNumber
from hub.scenes import NAMES, in_cut, mid_round, registered
from hub.shown import pages_of


def test_a_player_reads_how_far_the_own_match_has_come() -> None:
    scene = mid_round()
    found = scene.matches()
    states = {
        (found[0].first, "sent"),
        (found[0].second, "asked"),
        (found[1].first, "disputed"),
        (found[2].first, "playing"),
        (found[8].second, "over"),
    }
    for player, state in states:
        view = me_view(scene.now, player)
        assert view is not None
        assert view.match is not None
        assert view.match.state == state


def test_the_cut_says_who_chooses_first() -> None:
    scene = in_cut()
    (final,) = scene.matches()
    better = min(final.players, key=scene.now.seeds.index)
    for player in final.players:
        view = me_view(scene.now, player)
        assert view is not None
        assert view.match is not None
        assert ("you choose" in view.match.first) is (player == better)
    assert "the better seed chooses" in pages_of(scene).topic("bracket")


def test_a_report_reads_from_the_own_side() -> None:
    scene = mid_round()
    match = scene.matches()[0]
    first, second = me_view(scene.now, match.first), me_view(scene.now, match.second)
    assert first is not None and first.match is not None
    assert second is not None and second.match is not None
    assert first.match.words == "You won 2-1"
    assert second.match.words == "You lost 1-2"
    assert first.match.confirm is None
    assert second.match.confirm is not None
    assert second.match.confirm["result"]["first_won"] == 2


def test_every_choice_of_a_player_can_be_reported() -> None:
    scene = mid_round()
    for match, side in zip(scene.matches()[10:12], (0, 1), strict=True):
        player = match.players[side]
        view = me_view(scene.now, player)
        assert view is not None and view.match is not None
        for choice in view.match.choices:
            won, lost = map(int, choice.label.split("-"))
            result = msgspec.convert(choice.fields["result"], results.Result)
            own = (won, lost) if player == match.first else (lost, won)
            assert (result.first_won, result.second_won) == own
            scene.ask(
                commands.ReportResult(RoundNumber(2), match.table, result), scene.player(player)
            )


@pytest.mark.parametrize(
    ("result", "first", "second"),
    [
        (results.played(2, 1), "You won 2-1", "You lost 1-2"),
        (results.played(1, 1, 1), "You drew 1-1 (1 drawn)", "You drew 1-1 (1 drawn)"),
        (results.agreed_draw(), "You agreed to a draw", "You agreed to a draw"),
        (results.double_loss(1, 0), "You both lost 1-0", "You both lost 0-1"),
        (
            results.no_show(absent_is_first=True),
            "You lost (a player did not come)",
            "You won (a player did not come)",
        ),
        (
            results.forfeit(loser_is_first=False, first_won=1),
            "You won 1-0 (by forfeit)",
            "You lost 0-1 (by forfeit)",
        ),
    ],
)
def test_results_in_own_words(result: results.Result, first: str, second: str) -> None:
    assert own_words(result, is_first=True) == first
    assert own_words(result, is_first=False) == second


def test_players_of_the_cut_read_their_places_when_the_event_is_over() -> None:
    scene = in_cut()
    match = scene.matches()[0]
    scene.enter(match, results.played(2, 1))
    scene.ask(commands.CloseRound())
    scene.ask(commands.FinishEvent())
    assert clock_view(scene.now).step == Step.CLOSED.value
    assert rounds_view(scene.now).title == "The event is over"
    views = [me_view(scene.now, PlayerId(number)) for number in scene.now.players]
    said = {view.player: view.stage for view in views if view is not None and view.stage}
    assert said.pop(match.first) == "You came 1st in the cut."
    assert said.pop(match.second) == "You came 2nd in the cut."
    assert list(said.values()) == ["You came 3rd to 4th in the cut."] * 2


def test_whom_the_desk_has_declined_reads_so_and_is_asked_for_nothing() -> None:
    scene = registered(NAMES[:5])
    scene.ask(commands.UndoRegistration(PlayerId(5), "A stranger."))
    view = me_view(scene.now, PlayerId(5))
    assert view is not None
    assert view.stage == "The desk has taken your registration back: ask there if it is a mistake."
    assert not (view.needs_deck or view.may_drop or view.may_be_away)


def test_who_has_left_in_the_middle_of_a_match_reads_both() -> None:
    scene = mid_round()
    player = scene.matches()[2].first
    scene.ask(commands.DropPlayer(player))
    view = me_view(scene.now, player)
    assert view is not None and view.match is not None
    assert view.match.state == "over"
    assert view.stage == "You have left the event."


def test_a_player_without_a_match_reads_why() -> None:
    scene = registered(NAMES[:5])
    view = me_view(scene.now, PlayerId(1))
    assert view is not None and view.match is None
    assert "registered" in view.stage
    scene.ask(commands.StartEvent(rounds=2, cut=0))
    scene.play_round()
    bye = scene.round.byes[0].player
    scene.ask(commands.DropPlayer(PlayerId(1 if bye != 1 else 2)))
    with_bye = me_view(scene.now, bye)
    assert with_bye is not None and with_bye.match is not None
    assert with_bye.match.state == "bye"
    scene.ask(commands.PairRound())
    scene.begin()
    gone = me_view(scene.now, PlayerId(1 if bye != 1 else 2))
    assert gone is not None
    assert gone.stage == "You have left the event."
    assert not gone.may_drop
    assert me_view(scene.now, PlayerId(99)) is None
