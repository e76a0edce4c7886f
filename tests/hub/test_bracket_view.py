"""The view of brackets with a third place, with losers, and with people who rest."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from duelmat_hub.exports import csv_of
from duelmat_hub.pages.views_bracket import BracketView, bracket_view
from duelmat_hub.pages.views_desk import StartView, rounds_view
from duelmat_hub.pages.views_floor import floor_view
from duelmat_hub.pages.views_player import me_view
from duelmat_hub.pages.views_public import clock_view, pairings_view, standings_view
from duelmat_hub.pages.views_published import round_view
from duelmat_hub.pages.views_scores import scores_view, slips_view
from duelmat_hub.pages.views_why import place_view
from duelmat_tournament import commands, results
from duelmat_tournament.bracket import placed as placed_in
from duelmat_tournament.names import PlayerId, RoundNumber, TableNumber
from duelmat_tournament.policy import Bracket, FirstStage, Policy
from duelmat_tournament.roles import Role
from hub.browsers import HALL, OpenHub, People
from hub.scenes import Scene
from hub.shown import pages_of, person
from tournament.staged_event import TRUMP_KING, StagedEvent
from tournament.stories.test_formats import begun, finish, policy_of

DOUBLE: Final = [
    "Winners' bracket: Round 1 2, Round 2 1, Grand final 1",
    "Losers' bracket: Round 2 1, Round 3 1",
]


def in_bracket(players: int, kind: Bracket) -> StagedEvent:
    return begun(players, policy_of(FirstStage.BRACKET, kind))


def seen(event: StagedEvent) -> BracketView:
    view = bracket_view(event.event)
    assert view is not None
    return view


def in_words(view: BracketView) -> list[str]:
    """Return each part with its rounds and the number of their matches."""
    return [
        f"{part.title}: " + ", ".join(f"{each.title} {len(each.matches)}" for each in part.rounds)
        for part in view.parts
    ]


@pytest.mark.parametrize(
    ("players", "kind", "words"),
    [
        (6, Bracket.SINGLE, [": Quarterfinals 2, Semifinals 2, Final 1"]),
        (4, Bracket.SINGLE_THIRD, [": Semifinals 2, Final 2"]),
        (
            4,
            Bracket.DOUBLE_RESET,
            DOUBLE,
        ),
        (2, Bracket.DOUBLE, ["Winners' bracket: Round 1 1, Grand final 1"]),
    ],
)
def test_a_bracket_is_shown_whole_before_it_begins(
    players: int, kind: Bracket, words: list[str]
) -> None:
    event = in_bracket(players, kind)
    assert in_words(seen(event)) == words


def test_a_place_in_a_pod_is_said_as_the_standings_of_the_pod_have_it() -> None:
    event = begun(7, policy_of(FirstStage.PODS, pod_size=4))
    event.play()
    event.close()
    groups = standings_view(event.event)
    assert groups is not None
    for number, group in enumerate(groups.groups, start=1):
        for row in group.rows:
            view = place_view(event.event, PlayerId(row.player))
            assert view is not None
            assert (view.rank, view.players) == (row.rank, len(group.rows))
            assert view.after == f"of pod {number} after round 1"


def test_tables_of_pods_stand_by_number_also_where_one_is_a_players() -> None:
    event = begun(8, policy_of(FirstStage.PODS, pod_size=4))
    event.do(commands.FixTable(event.event.pods[0][0], TableNumber(7)))
    event.do(commands.PairRound())
    tables = [1, 2, 3, 7]
    assert [*event.round.matches] != tables
    assert [each.table for each in rounds_view(event.event).whys] == tables
    event.do(commands.PublishRound())
    event.do(commands.StartRound())
    floor, slips = floor_view(event.event), slips_view(event.event)
    assert floor is not None and slips is not None
    assert [each.table for each in floor.tiles] == tables
    assert [each.table for page in slips.pages for each in page if each] == tables
    for number in tables:
        result = commands.EnterResult(RoundNumber(1), TableNumber(number), results.played(2, 0))
        event.do(result)
    pairings, scores = pairings_view(event.event), scores_view(event.event)
    assert pairings is not None and scores is not None
    assert [each.table for each in pairings.tables] == tables
    assert [each.table for each in scores.done] == tables
    assert [each.table for each in round_view(event.event, event.round).rows] == tables


@pytest.mark.parametrize("stage", FirstStage)
def test_the_desk_offers_byes_and_absences_in_swiss_alone(stage: FirstStage) -> None:
    event = StagedEvent("Ana", policy=policy_of(stage))
    page = pages_of(Scene.of(event.log)).page("/desk", {}, person(Role.ORGANISER))
    for offered in (
        'data-sheet="bye"',
        'data-sheet="absence"',
        'data-sheet="undo-bye"',
        'name="byes"',
    ):
        assert (offered in page) is (stage is FirstStage.SWISS), offered


def test_the_match_for_the_third_place_says_so() -> None:
    event = in_bracket(4, Bracket.SINGLE_THIRD)
    final = seen(event).parts[0].rounds[-1]
    assert [match.label for match in final.matches] == ["", "For the 3rd place"]


def test_a_second_grand_final_is_shown_when_it_is_needed() -> None:
    event = in_bracket(4, Bracket.DOUBLE_RESET)
    for _ in range(3):
        event.play()
        event.close()
    event.play()
    (final,) = event.round.matches.values()
    event.enter(final, results.played(0, 2))
    titles = [each.title for each in seen(event).parts[0].rounds]
    assert titles[-2:] == ["Grand final", "Second grand final"]


def test_a_pairing_that_is_not_published_is_not_in_the_bracket() -> None:
    """Not even the match that somebody who has left has lost in it."""
    event = in_bracket(4, Bracket.DOUBLE)
    event.drop(event.event.name_of(event.event.seeds[0]))
    event.pair()
    first = seen(event).parts[0].rounds[0]
    assert first.number == 0
    for match in first.matches:
        assert (match.table, match.first.is_winner, match.second.is_winner) == (0, False, False)


def test_whoever_rests_in_a_round_of_the_bracket_is_told_so() -> None:
    event = in_bracket(3, Bracket.DOUBLE)
    event.play()
    best = event.event.seeds[0]
    view = me_view(event.event, best)
    assert view is not None
    assert view.stage == "You rest in this round of the bracket, and play on in a later one."
    assert clock_view(event.event).title == "Round 1 of the bracket"


def test_the_pages_show_the_parts_of_the_bracket() -> None:
    event = in_bracket(4, Bracket.DOUBLE)
    event.play()
    pages = pages_of(Scene.of(event.log))
    page = pages.topic("bracket")
    assert "The bracket says who stands where." in pages.topic("standings")
    assert page.index("Winners&#39; bracket") < page.index("Losers&#39; bracket")


@pytest.mark.parametrize(
    ("policy", "title", "column", "placed"),
    [
        (TRUMP_KING, "The cut", "after Swiss", "You came 1st in the cut."),
        (
            policy_of(FirstStage.PODS, pod_size=4),
            "The cut",
            "after the pods",
            "You came 1st in the cut.",
        ),
        (policy_of(FirstStage.BRACKET), "Single elimination", "seed", "You came 1st."),
        (
            policy_of(FirstStage.BRACKET, Bracket.DOUBLE),
            "Double elimination",
            "seed",
            "You came 1st.",
        ),
    ],
)
def test_a_bracket_is_named_by_the_format_of_its_event(
    policy: Policy, title: str, column: str, placed: str
) -> None:
    """The heading, the column of places.csv, and what the winner reads."""
    is_swiss = policy.first_stage is FirstStage.SWISS
    event = StagedEvent(*(f"P{number}" for number in range(1, 9)), policy=policy)
    event.start(rounds=2, cut=4) if is_swiss else event.start()
    while not event.event.seeds:
        event.play()
        event.close()
        if len(event.event.rounds) == event.event.swiss_rounds:
            event.do(commands.StartCut())
    finish(event)
    assert seen(event).title == title
    assert f">{title}</h2>" in pages_of(Scene.of(event.log)).topic("bracket")
    columns = csv_of("places.csv", event.event).decode("utf-8-sig").splitlines()[0].split(",")
    assert columns[6] == column
    (winner,) = placed_in(event.event)[0]
    view = me_view(event.event, winner)
    assert view is not None
    assert view.stage == placed


def test_whoever_is_out_of_a_bracket_reads_so() -> None:
    event = in_bracket(4, Bracket.SINGLE)
    event.play()
    event.close()
    first = next(iter(event.round.matches.values()))
    event.play()
    (lost,) = {*first.players} - {
        each for match in event.round.matches.values() for each in match.players
    }
    view = me_view(event.event, lost)
    assert view is not None
    assert view.stage == "You are out of the bracket. Thank you for playing."


def test_standings_are_those_of_each_pod() -> None:
    """The places within the pod, and who would go on."""
    event = begun(7, policy_of(FirstStage.PODS, pod_size=4, pod_places=1))
    event.play()
    event.close()
    view = standings_view(event.event)
    assert view is not None
    assert [group.title for group in view.groups] == ["Pod 1", "Pod 2"]
    assert [[row.rank for row in group.rows] for group in view.groups] == [[1, 2, 3, 4], [1, 2, 3]]
    page = pages_of(Scene.of(event.log)).topic("standings")
    assert page.count(">goes on<") == 2
    event.drop(view.groups[0].rows[0].name)
    left = standings_view(event.event)
    assert left is not None
    assert [row.goes_on for row in left.groups[0].rows] == [False, True, False, False]
    own = me_view(event.event, PlayerId(left.groups[1].rows[1].player))
    assert own is not None
    assert (own.rank, own.players) == (2, 3)


@pytest.mark.parametrize(
    ("first", "players", "before", "started"),
    [
        (FirstStage.PODS, 2, StartView(1, 2, 1), ""),
        (
            FirstStage.PODS,
            8,
            StartView(3, 4, 2),
            "Pods, drawn by lot: 2; rounds: 3; then a cut to 4.",
        ),
        (FirstStage.BRACKET, 5, StartView(0, 5), "The bracket of 5 is drawn by lot."),
    ],
)
def test_the_desk_says_what_the_policy_makes_of_the_players(
    first: FirstStage, players: int, before: StartView, started: str
) -> None:
    event = StagedEvent(*(f"P{number}" for number in range(players)), policy=policy_of(first))
    view = rounds_view(event.event)
    assert view.start == before
    assert [each.do for each in view.can] == (["start-event"] if started else [])
    if started:
        sheet = pages_of(Scene.of(event.log)).topic("rounds")
        assert "Rounds of Swiss" not in sheet
        assert "late entries" not in sheet  # without Swiss nobody is added after the start
        event.start()
        assert rounds_view(event.event).words == started


def test_the_hall_shows_both_brackets_of_a_double_elimination(
    open_hub: OpenHub, people: People
) -> None:
    event = in_bracket(8, Bracket.DOUBLE)
    event.play()
    hub = open_hub(Scene.of(event.log))
    page = people(hub, size=HALL).new_page()
    page.goto(f"{hub.address}/hall")
    words = page.locator("#page-words")
    expect(words).to_have_text("Winners' bracket, 1 of 1")
    expect(page.locator(".bracket.shown .bracket-match")).to_have_count(4 + 2 + 1 + 1)
    page.keyboard.press("ArrowRight")
    expect(words).to_have_text("Losers' bracket, 1 of 1")
    expect(page.locator(".bracket.shown .bracket-match")).to_have_count(2 + 2 + 1 + 1)
