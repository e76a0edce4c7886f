"""The organiser's buttons: what is offered can be done, what is not is refused, at every entry."""

from __future__ import annotations

import pytest

from duelmat_hub.pages.views_desk import _COMMANDS, players_view, rounds_view
from duelmat_hub.policies import load_policy
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.deciding import decide
from duelmat_tournament.errors import NoPairingError, RefusedError
from duelmat_tournament.event import Event
from duelmat_tournament.generate import Chances, generate
from duelmat_tournament.names import CallId, PlayerId
from hub.scenes import JUDGE, NAMES, ORGANISER, Scene, mid_round, registered, started
from hub.shown import pages_of

BUSY = Chances(call=20, penalty=20, drop=10, correction=50)


def can(event: Event, tag: str, at_ms: int) -> bool:
    try:
        decide(event, _COMMANDS[tag], ORGANISER, at_ms)
    except NoPairingError:
        return True  # a button shows the proof
    except RefusedError:
        return False
    return True


@pytest.mark.parametrize(
    ("policy", "players", "seed"),
    [("trump-king", 5, "a"), ("trump-king", 18, "b"), ("ocg", 9, "c"), ("trigamon", 6, "d")],
)
def test_buttons_agree_with_what_is_decided(policy: str, players: int, seed: str) -> None:
    made = generate(load_policy(policy), players, seed, BUSY)
    scene = Scene.of(made.log[:1])
    for entry in made.log[1:]:
        scene.add(entry)
        view = rounds_view(scene.now)
        offered = set()
        for action in view.can:
            at_ms = max(scene.now.at_ms, action.from_ms)
            assert can(scene.now, action.do, at_ms), (entry.number, action)
            offered.add(action.do)
        for tag in _COMMANDS:
            if tag not in offered:
                assert not can(scene.now, tag, scene.now.at_ms), (entry.number, tag)
        assert all(action.reason for action in view.cannot)


def test_what_can_be_done_is_found_without_doing_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The desk is made in the event loop: no pairing and no standings of a thousand players."""
    scene = started()

    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("duelmat_tournament.swiss.pair_next", fail)
    assert "pair-round" in {action.do for action in rounds_view(scene.now).can}
    monkeypatch.undo()
    scene.ask(commands.PairRound())
    scene.begin()
    for match in scene.matches():
        won = results.played(2, 0)
        scene.ask(commands.EnterResult(scene.round.number, match.table, won))
    monkeypatch.setattr("duelmat_tournament.swiss.standings_after", fail)
    assert "close-round" in {action.do for action in rounds_view(scene.now).can}


def test_time_can_be_called_when_the_clock_has_run_out() -> None:
    scene = mid_round()
    action = next(each for each in rounds_view(scene.now).can if each.do == "call-time")
    assert scene.round.clock is not None
    assert action.from_ms == scene.round.clock.ends_ms
    scene.ask(commands.PauseClock())
    stopped = next(each for each in rounds_view(scene.now).cannot if each.do == "call-time")
    assert stopped.reason == "The clock stands still: let it go on first."


def test_missing_results_are_listed() -> None:
    assert rounds_view(mid_round().now).missing == (1, 2, 3, 4, 5, 6, 7, 8, 11, 12)


def test_calls_and_disputes_that_hold_the_round_are_listed() -> None:
    found = {each.table: each.words for each in rounds_view(mid_round().now).holding}
    assert found == {
        2: "Jon is on the way, disputed",
        3: "Call",
        4: "Hanna is there",
        5: "Appeal",
        6: "Deck check",
    }


def test_a_pairing_can_be_looked_at_before_it_is_published() -> None:
    scene = started(NAMES[:5])
    scene.ask(commands.PairRound())
    view = rounds_view(scene.now)
    assert view.preview is not None
    assert len(view.preview.tables) == 2
    assert [why.table for why in view.whys] == [1, 2, 0]
    assert all(each for why in view.whys for each in why.reasons)
    scene.ask(commands.PublishRound())
    assert rounds_view(scene.now).preview is None


def test_a_cut_that_is_larger_than_the_field_is_not_proposed() -> None:
    for players in (2, 3, 4):
        view = rounds_view(registered(NAMES[:players]).now)
        assert view.start.cut <= players
        assert [action.do for action in view.can] == ["start-event"]


def test_the_desk_counts_who_takes_part_and_whose_deck_list_is_missing() -> None:
    assert "deck list" not in pages_of(registered(())).topic("players")
    scene = registered(NAMES[:4])
    assert "All deck lists are in." in pages_of(scene).topic("players")
    scene.ask(commands.RegisterPlayer("Late Larry", byes=()))
    view = players_view(scene.now)
    assert (view.active, view.without_deck, view.needs_decks) == (5, 1, True)
    scene.ask(commands.DropPlayer(PlayerId(5)))
    view = players_view(scene.now)
    assert (view.active, view.without_deck) == (4, 0)
    assert view.rows[4].words == "left before the start"


def test_a_round_with_all_results_says_why_it_cannot_be_closed() -> None:
    scene = started()
    scene.ask(commands.PairRound())
    scene.begin()
    table = scene.matches()[0].table
    scene.ask(floor_commands.CallJudge(table), JUDGE)
    for match in scene.matches():
        assert rounds_view(scene.now).hindrance == ""
        scene.enter(match, results.played(2, 0))
    assert rounds_view(scene.now).hindrance.startswith(f"A call is open at table {table}")
    scene.ask(floor_commands.RuleCall(CallId(1), "Play on."), JUDGE)
    assert rounds_view(scene.now).hindrance == ""


def test_a_cut_that_has_begun_says_who_goes_on() -> None:
    scene = started()
    scene.play_round()
    scene.play_round()
    scene.ask(commands.StartCut())
    view = rounds_view(scene.now)
    assert view.title == "Before the cut"
    assert view.words == "Swiss is over, and 4 players go on: pair the cut's first round."
