"""Views of the floor: tables, calls, one table, as tables of cases."""

from __future__ import annotations

import pytest

from duelmat_hub.pages.views_calls import calls_view
from duelmat_hub.pages.views_desk import rounds_view
from duelmat_hub.pages.views_floor import MatchStatus, floor_view
from duelmat_hub.pages.views_player import me_view
from duelmat_hub.pages.views_public import (
    finished_tables,
    pairings_view,
)
from duelmat_hub.pages.views_table import TableView, table_view
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.names import CallId, TableNumber
from hub.scenes import JUDGE, Scene, mid_round, registered, started
from hub.shown import Reading, pages_of


def test_the_hall_leaves_out_tables_that_have_finished() -> None:
    """As long as the round is played."""
    scene = mid_round()
    over = tuple(match.table for match in scene.matches() if match.result is not None)
    assert over
    assert finished_tables(scene.now) == over
    shown = Reading(pages_of(scene).topic("finished")).elements[0][1]["data-tables"]
    assert shown == " ".join(map(str, over))
    assert finished_tables(started().now) == ()


def test_every_kind_of_table_is_told_apart() -> None:
    view = floor_view(mid_round().now)
    assert view is not None
    found = [(tile.state, tile.need, tile.extension) for tile in view.tiles]
    assert found[:10] == [
        ("reported", "", ""),
        ("disputed", "taken", ""),
        ("playing", "call", ""),
        ("playing", "there", ""),
        ("playing", "appeal", ""),
        ("playing", "deck-check", ""),
        ("playing", "", "3:20"),
        ("playing", "", ""),
        ("finished", "", ""),
        ("finished", "", ""),
    ]
    assert view.tiles[8].words == "2-0"
    assert view.open == 10


def test_a_featured_table_is_marked_for_everybody_and_its_players() -> None:
    event = mid_round().now
    floor, pairings = floor_view(event), pairings_view(event)
    assert floor is not None
    assert pairings is not None
    assert [tile.table for tile in floor.tiles if tile.is_featured] == [7]
    assert [row.table for row in pairings.tables if row.is_featured] == [7]
    assert rounds_view(event).featured == (7,)
    for player in event.players:
        me = me_view(event, player)
        assert me is not None
        assert (me.match is not None and me.match.is_featured) is (
            me.match is not None and me.match.table == 7
        )


def test_tiles_before_the_start_wait() -> None:
    scene = started()
    scene.ask(commands.PairRound())
    view = floor_view(scene.now)
    assert view is not None
    assert not view.is_published
    assert {tile.state for tile in view.tiles} == {MatchStatus.WAITING.value}


def test_calls_that_wait_come_first_then_extensions_then_those_with_a_judge() -> None:
    found = calls_view(mid_round().now)
    assert [(call.table, call.need) for call in found] == [
        (5, "appeal"),
        (3, "call"),
        (8, "extension"),
        (2, "taken"),
        (6, "deck-check"),
        (4, "there"),
    ]


def test_an_extension_is_granted_once() -> None:
    scene = mid_round()
    owed = next(call for call in calls_view(scene.now) if call.need == "extension")
    scene.ask(floor_commands.GrantExtension(CallId(owed.id), owed.proposed_s), JUDGE)
    assert "extension" not in {call.need for call in calls_view(scene.now)}


def _now(scene: Scene, index: int) -> TableView:
    view = table_view(scene.now, scene.matches()[index].table)
    assert view is not None
    return view


@pytest.mark.parametrize(
    ("index", "need", "may_appeal"),
    [
        (1, "taken", False),
        (2, "call", False),
        (3, "there", False),
        (4, "appeal", False),
        (5, "deck-check", False),
        (7, "extension", True),
    ],
)
def test_a_table_offers_what_its_call_needs(index: int, need: str, may_appeal: bool) -> None:
    view = _now(mid_round(), index)
    assert view.now is not None
    assert (view.now.need, view.may_appeal) == (need, may_appeal)


def test_a_table_with_its_extension_has_nothing_left_to_do() -> None:
    view = _now(mid_round(), 6)
    assert view.now is None
    assert view.extension == "3:20"
    assert [call.granted for call in view.history] == ["3:20"]


def test_a_table_ends_later_by_its_extension() -> None:
    scene = mid_round()
    assert scene.round.clock is not None
    extended, plain = _now(scene, 6), _now(scene, 10)
    assert plain.ends_ms == scene.round.clock.ends_ms
    assert extended.ends_ms == scene.round.clock.ends_ms + 200_000


def test_a_repeated_infraction_proposes_the_upgrade_with_its_reason() -> None:
    player = _now(mid_round(), 2).players[0]
    slow = next(each for each in player.choices if each.id == "slow-play")
    assert slow.words == "warning"
    (upgrade,) = slow.upgrades
    assert (upgrade.words, upgrade.member) == ("duel loss", "")
    assert "3 times before" in upgrade.reason
    assert [each.upgrade for each in player.penalties] == ["", "duel loss", "duel loss"]


def test_there_is_no_table_that_nobody_plays_at() -> None:
    assert table_view(mid_round().now, TableNumber(99)) is None
    assert table_view(registered().now, TableNumber(1)) is None


def test_a_dispute_shows_its_ruling_and_then_the_results() -> None:
    """To both players, who report as it was ruled, and to the head judge, who enters it."""
    scene = mid_round()
    match = scene.matches()[1]
    assert _now(scene, 1).choices == ()
    scene.ask(floor_commands.RuleCall(CallId(1), "One to two."), JUDGE)
    for player, may_confirm in ((match.first, False), (match.second, True)):
        view = me_view(scene.now, player)
        assert view is not None
        assert view.match is not None
        assert (view.match.state, view.match.ruling) == ("ruled", "One to two.")
        assert (view.match.confirm is not None) is may_confirm
        html = pages_of(scene).topic(f"me-{player}")
        assert html.index("One to two.") < html.index('data-do="report-result"')
    html = pages_of(scene).topic(f"table-{match.table}")
    assert html.index("One to two.") < html.index('data-do="enter-result"')
    scores = pages_of(scene).topic("scores")
    assert scores.count("Ruling: <bdi>One to two.</bdi>") == 1
    result = results.played(1, 2)
    scene.ask(
        commands.ReportResult(scene.round.number, match.table, result), scene.player(match.second)
    )
    shown = me_view(scene.now, match.first)
    assert shown is not None and shown.match is not None
    assert shown.match.state == "asked"
