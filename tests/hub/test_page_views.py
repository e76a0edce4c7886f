"""Views: what pages show of an event, as tables of cases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from duelmat_hub.pages import texts
from duelmat_hub.pages.views_bracket import bracket_view, ordinal
from duelmat_hub.pages.views_desk import players_view, rooms_text
from duelmat_hub.pages.views_player import me_view
from duelmat_hub.pages.views_public import (
    clock_view,
    news_view,
    pairings_view,
    standings_view,
)
from duelmat_hub.pages.views_scores import correction_view, entry_view, scores_view, slips_view
from duelmat_hub.pages.views_table import table_view
from duelmat_hub.pages.views_why import PROOF_WORDS, place_view, why_view
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.absences import NoteAbsence
from duelmat_tournament.event import Event
from duelmat_tournament.hall import Chair, Room
from duelmat_tournament.names import PlayerId, RoundNumber, TableNumber
from duelmat_tournament.pairing import Proof
from hub.scenes import NAMES, ORGANISER, in_cut, mid_round, registered, started

# Clock and news


def test_the_clock_says_how_far_the_event_is() -> None:
    scene = registered()
    said = [(clock_view(scene.now).title, clock_view(scene.now).ends_ms is not None)]

    def step(command: commands.AnyCommand, after_s: int = 0) -> None:
        scene.ask(command, after_s=after_s)
        view = clock_view(scene.now)
        if (view.title, view.ends_ms is not None) != said[-1]:
            said.append((view.title, view.ends_ms is not None))

    step(commands.StartEvent(rounds=1, cut=0))
    step(commands.PairRound())
    step(commands.PublishRound())
    step(commands.StartRound(), 60)
    step(commands.PauseClock(), 60)
    assert clock_view(scene.now).left_s == scene.now.policy.round_s - 60
    step(commands.ResumeClock(), 600)
    step(commands.CallTime(), scene.now.policy.round_s)
    assert clock_view(scene.now).words.startswith("Time was called. ")
    for match in scene.matches():
        scene.enter(match, results.played(2, 0))
    step(commands.CloseRound())
    step(commands.FinishEvent())
    assert said == [
        ("Registration", False),
        ("Round 1", False),
        ("Round 1 of 1", False),
        ("Round 1 of 1", True),
        ("Round 1 of 1", False),
        ("Round 1 of 1", True),
        ("Round 1 of 1", False),
        ("The event is over", False),
    ]


def test_news_are_the_newest_announcements_first() -> None:
    scene = registered(NAMES[:2])
    for number in range(7):
        scene.ask(floor_commands.Announce(f"News {number}"))
    view = news_view(scene.now, "")
    assert [each.text for each in view.announcements] == [f"News {n}" for n in (6, 5, 4, 3, 2)]
    assert news_view(None, "The disk is full.").trouble == "The disk is full."


# Pairings, standings, bracket


def test_pairings_by_name_have_everybody_once_with_table_and_opponent() -> None:
    scene = started(NAMES[:23])
    scene.ask(commands.PairRound())
    scene.begin()
    view = pairings_view(scene.now)
    assert view is not None
    assert [row.name for row in view.names] == sorted(NAMES[:23])
    by_table = {row.table: row for row in view.tables}
    for row in view.names:
        if row.table:
            met = by_table[row.table]
            assert {row.name, row.opponent} == {met.first, met.second}
        else:
            assert row.name in view.byes
    assert view.with_points


def test_names_are_sorted_without_regard_to_accents_and_capitals() -> None:
    scene = registered(["Zoë", "émile", "Eva", "adam", "Łukasz", "Öykü"])
    scene.ask(commands.StartEvent(rounds=1, cut=0))
    scene.ask(commands.PairRound())
    scene.begin()
    view = pairings_view(scene.now)
    assert view is not None
    assert [row.name for row in view.names][:4] == ["adam", "émile", "Eva", "Öykü"]


@pytest.mark.parametrize(
    ("policy", "columns"),
    [
        ("ocg", ("Tie-break number",)),
        ("trump-king", ("Opponents' points", "Points of beaten opponents")),
    ],
)
def test_standings_have_the_columns_of_the_profile(policy: str, columns: tuple[str, ...]) -> None:
    view = standings_view(started(policy=policy).now)
    assert view is not None
    assert view.columns == columns
    (group,) = view.groups
    assert all(len(row.values) == len(columns) for row in group.rows)
    assert [row.rank for row in group.rows] == list(range(1, 25))


def test_standings_stay_those_of_swiss_in_the_cut() -> None:
    view = standings_view(in_cut().now)
    assert view is not None
    assert view.title == "Standings after Swiss"


def test_the_bracket_shows_winners_and_who_comes_next() -> None:
    scene = in_cut()
    view = bracket_view(scene.now)
    assert view is not None
    (part,) = view.parts
    assert [each.title for each in part.rounds] == ["Semifinals", "Final"]
    semifinals, final = part.rounds
    assert [len(each.matches) for each in part.rounds] == [2, 1]
    winners = [
        side.name
        for match in semifinals.matches
        for side in (match.first, match.second)
        if side.is_winner
    ]
    assert [final.matches[0].first.name, final.matches[0].second.name] == winners
    assert view.places == ()
    scene.enter(scene.matches()[0], results.played(2, 1))
    done = bracket_view(scene.now)
    assert done is not None
    assert [each.words for each in done.places] == ["1st", "2nd", "3rd to 4th"]


def test_a_round_of_the_cut_is_in_the_bracket_once_it_is_published() -> None:
    scene = started()
    scene.play_round()
    scene.play_round()
    scene.ask(commands.StartCut())
    scene.ask(commands.PairRound())
    assert _tables(scene.now) == [[0, 0], [0]]
    scene.ask(commands.PublishRound())
    assert _tables(scene.now) == [[1, 2], [0]]


def _tables(event: Event) -> list[list[int]]:
    view = bracket_view(event)
    assert view is not None
    return [[match.table for match in each.matches] for each in view.parts[0].rounds]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (21, "21st"),
        (113, "113th"),
    ],
)
def test_ordinals(number: int, text: str) -> None:
    assert ordinal(number) == text


# The desk's results


def test_disputed_and_reported_tables_come_first_for_the_scorekeeper() -> None:
    view = scores_view(mid_round().now)
    assert view is not None
    assert [row.state for row in view.open[:3]] == ["disputed", "reported", "playing"]
    assert [row.table for row in view.done] == [9, 10]


@pytest.mark.parametrize(
    ("best_of", "may_draw", "scores"),
    [
        (1, True, ((1, 0), (0, 1))),
        (3, True, ((2, 0), (2, 1), (1, 1), (1, 2), (0, 2))),
        (3, False, ((2, 0), (2, 1), (1, 2), (0, 2))),
        (5, False, ((3, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 3))),
    ],
)
def test_the_usual_results(
    best_of: int, may_draw: bool, scores: tuple[tuple[int, int], ...]
) -> None:
    event = registered(NAMES[:2]).now
    policy = replace(event.policy, best_of=best_of, may_draw=may_draw)
    view = entry_view(replace(event, policy=policy), None)
    assert view.scores == scores
    for one, other in scores:
        found = results.result_faults(
            results.played(one, other), best_of, may_draw=may_draw, may_agree_draw=False
        )
        assert found == []


def test_a_correction_shows_the_result_as_it_stands() -> None:
    scene = mid_round()
    table = next(iter(scene.now.rounds[0].matches))
    view = correction_view(scene.now, RoundNumber(1), table)
    assert view is not None
    assert view.how == "entered (by Sam)"
    assert correction_view(scene.now, RoundNumber(2), scene.matches()[10].table) is None
    assert correction_view(scene.now, RoundNumber(9), table) is None


@pytest.mark.parametrize("players", [2, 8, 9, 24])
def test_piles_of_cut_slips_lie_in_the_order_of_the_tables(players: int) -> None:
    scene = registered(NAMES[:players])
    scene.ask(commands.StartEvent(rounds=1, cut=0))
    scene.ask(commands.PairRound())
    view = slips_view(scene.now)
    assert view is not None
    piles = [slip for place in range(4) for page in view.pages for slip in [page[place]] if slip]
    assert [slip.table for slip in piles] == [match.table for match in scene.matches()]
    assert all(len(page) == 4 for page in view.pages)


# Explanations


def test_every_part_of_a_place_is_shown() -> None:
    scene = started(policy="trump-king")
    scene.play_round()
    view = place_view(scene.now, PlayerId(1))
    assert view is not None
    assert [each.round for each in view.rounds] == [1, 2]
    assert sum(each.points for each in view.rounds) == view.points
    row = next(row for row in scene.round.standings if row.player == 1)
    assert len(view.breaks) == len(row.tie_breaks)
    for shown, found in zip(view.breaks, row.tie_breaks, strict=True):
        assert [part.why for part in shown.parts] == [part.why for part in found.how]


def test_missed_rounds_and_byes_are_in_a_place() -> None:
    scene = started(NAMES[:5], "trump-king")
    bye = scene.round.byes[0].player
    scene.ask(commands.RegisterPlayer("Late Larry"), ORGANISER)
    scene.play_round()
    view = place_view(scene.now, bye)
    assert view is not None
    assert view.rounds[0].words == "A bye."
    assert view.rounds[0].why == "/why/1/0"
    late = place_view(scene.now, PlayerId(6))
    assert late is not None
    assert late.rounds[0].words.startswith("Missed")


def test_the_reason_of_a_pair_is_that_of_the_pairing() -> None:
    scene = mid_round()
    for match in scene.matches():
        view = why_view(scene.now, 2, match.table)
        assert view is not None
        assert view.reasons == (match.reason,)
        assert view.proof
    assert set(PROOF_WORDS) >= {proof.value for proof in Proof}
    assert why_view(scene.now, 2, 0) is None
    assert why_view(scene.now, 3, 1) is None


# Texts


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (61, "1:01"), (600, "10:00"), (3599, "59:59"), (3661, "1:01:01")],
)
def test_minutes(seconds: int, text: str) -> None:
    assert texts.minutes(seconds) == text


def test_names_in_sentences_are_isolated_and_escaped() -> None:
    html = texts.with_names("A <b> beats A & B.", ["A", "A & B", ""])
    assert html == "<bdi>A</bdi> &lt;b&gt; beats <bdi>A &amp; B</bdi>."


def test_a_score_in_a_sentence_stays_in_one_line() -> None:
    assert texts.with_names("You won 2-1.", ()) == 'You won <span class="nowrap">2-1</span>.'
    html = texts.with_names("1-0 beats B 2-0.", ["1-0", "B"])
    expected = '<bdi>1-0</bdi> beats <bdi>B</bdi> <span class="nowrap">2-0</span>.'
    assert html == expected


def test_tables_are_shown_with_their_rooms_and_those_that_are_a_players() -> None:
    scene = registered(NAMES[:6], "trump-king")
    rooms = (
        Room(TableNumber(11), TableNumber(12), "Hall"),
        Room(TableNumber(31), TableNumber(40)),
    )
    scene.ask(commands.SetTables(rooms))
    scene.ask(commands.FixTable(PlayerId(6), TableNumber(12)))
    scene.ask(commands.StartEvent())
    scene.ask(commands.PairRound())
    scene.begin()
    view = pairings_view(scene.now)
    assert view is not None
    assert [(row.table, row.room) for row in view.tables] == [(11, "Hall"), (12, "Hall"), (31, "")]
    assert {row.room for row in view.names} == {"Hall", ""}
    assert players_view(scene.now).rows[5].words == "always at table 12"
    assert rooms_text(scene.now) == "11-12 Hall\n31-40"
    match = scene.now.find_match(RoundNumber(1), TableNumber(12))
    assert match is not None
    assert PlayerId(6) in match.players


def test_a_fixed_chair_is_on_both_players_pages_on_slips_and_at_the_desk() -> None:
    scene = registered(NAMES[:4], "trump-king")
    scene.ask(commands.FixTable(PlayerId(4), TableNumber(9), Chair.B))
    scene.ask(commands.StartEvent())
    scene.ask(commands.PairRound())
    scene.begin()
    assert players_view(scene.now).rows[3].words == "always at table 9, always on chair B"
    match = scene.now.find_match(RoundNumber(1), TableNumber(9))
    assert match is not None
    own, other = [me_view(scene.now, each) for each in (PlayerId(4), match.other(PlayerId(4)))]
    assert own is not None
    assert own.match is not None
    assert own.match.chair == "B"
    assert other is not None
    assert other.match is not None
    assert other.match.chair == "A"
    slips = slips_view(scene.now)
    assert slips is not None
    chairs = [slip.chairs for page in slips.pages for slip in page if slip]
    assert sorted(map(sorted, chairs)) == [["", ""], ["A", "B"]]
    table = table_view(scene.now, TableNumber(9))
    assert table is not None
    assert {each.id: each.chair for each in table.players}[4] == "B"
    pairings = pairings_view(scene.now)
    assert pairings is not None
    chairs_by_table = {each.table: each.chairs for each in pairings.tables}
    assert chairs_by_table == {1: ("", ""), 9: ("B", "A") if match.first == 4 else ("A", "B")}
    by_name = {each.name: each.chair for each in pairings.names if each.table == 9}
    assert by_name == {
        NAMES[3]: "B",
        scene.now.name_of(match.other(PlayerId(4))): "A",
    }
    assert {each.chair for each in pairings.names if each.table == 1} == {""}


def test_a_player_who_is_away_for_a_round_sees_it_and_so_does_the_desk() -> None:
    scene = started(NAMES[:6], "trump-king")
    scene.ask(NoteAbsence(PlayerId(6), RoundNumber(2)), scene.player(6))
    view = me_view(scene.now, PlayerId(6))
    assert view is not None
    assert (view.may_be_away, view.away) == (True, "2")
    assert players_view(scene.now).rows[5].words == "away in round 2"
    scene.ask(commands.PairRound())
    scene.begin()
    view = me_view(scene.now, PlayerId(6))
    assert view is not None
    assert view.stage == "You are away in this round, as you have said."
    assert view.away == ""
