"""Tables of an event of teams: who met at each seat, and who has won there."""

from __future__ import annotations

import csv
import io

from duelmat_hub.exports import csv_of
from duelmat_hub.pages.published import published_files
from duelmat_hub.pages.views_scores import correction_view
from duelmat_serving.language.catalogs import ENGLISH
from duelmat_tournament import commands, results
from duelmat_tournament.names import RoundNumber
from duelmat_tournament.results import Side
from tournament.staged_event import TRUMP_KING, StagedEvent, changed, played_by_teams

TEAMS = changed(TRUMP_KING, team_size=3)
FIRST, SECOND, NONE = Side.FIRST, Side.SECOND, Side.NONE
SEAT_COLUMNS = [f"seat {seat} {what}" for seat in "ABC" for what in ("first", "second", "winner")]


def rows_of(name: str, event: StagedEvent, number: int | None = None) -> list[dict[str, str]]:
    content = csv_of(name, event.event, None if number is None else RoundNumber(number))
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def seats_of(row: dict[str, str]) -> list[str]:
    return [row[column] for column in SEAT_COLUMNS]


def test_results_alone_have_the_ids_of_the_players_who_sat_there() -> None:
    event = teams("Reds", "Blues")
    match = event.match("Reds")
    side = "first" if match.first == event.id("Reds") else "second"
    reds = commands.SetMembers(event.id("Reds"), ("Ana", "Ben", "Cleo"), ("11", "", "33"))
    event.do(reds)
    event.enter(match, played_by_teams(FIRST, FIRST, SECOND))
    event.do(commands.SetMembers(event.id("Reds"), ("Zoe", "Ben", "Cleo")))
    (row,) = rows_of("results.csv", event)
    assert [row[f"seat {seat} {side} id"] for seat in "ABC"] == ["11", "", "33"]
    (row,) = rows_of("pairings.csv", event)
    assert not [column for column in row if column.endswith(" id")]


def teams(*names: str) -> StagedEvent:
    event = StagedEvent(policy=TEAMS)
    for name in names:
        members = tuple(f"{name} {seat}" for seat in "ABC")
        event.do(commands.RegisterPlayer(name, members=members))
    event.start()
    event.play()
    return event


def test_results_and_pairings_have_the_players_and_the_winner_of_each_seat() -> None:
    event = teams("Reds", "Blues")
    match = event.match("Reds")
    one, two = event.event.name_of(match.first), event.event.name_of(match.second)
    for name in ("results.csv", "pairings.csv"):
        (row,) = rows_of(name, event)
        assert seats_of(row) == [
            cell for seat in "ABC" for cell in (f"{one} {seat}", f"{two} {seat}", "")
        ]
    event.enter(match, played_by_teams(FIRST, NONE, SECOND))
    for name in ("results.csv", "pairings.csv"):
        (row,) = rows_of(name, event)
        assert [row[f"seat {seat} winner"] for seat in "ABC"] == ["first", "drawn", "second"]


def test_a_result_whose_seats_are_not_told_names_the_players_alone() -> None:
    """From a slip the count alone may be entered; and a bye has no seats."""
    event = teams("Reds", "Blues", "Golds")
    (match,) = event.round.matches.values()
    event.enter(match, results.played(2, 1))
    held, bye = rows_of("results.csv", event)
    assert [held[f"seat {seat} winner"] for seat in "ABC"] == ["", "", ""]
    assert (held["first won"], held["second won"]) == ("2", "1")
    assert held["seat C second"] == f"{event.event.name_of(match.second)} C"
    assert bye["ending"] == "bye"
    assert seats_of(bye) == [""] * len(SEAT_COLUMNS)


def test_a_seat_is_that_of_the_player_who_sat_there_then() -> None:
    """Later rounds are another player's; a correction of the result changes nobody's name."""
    event = teams("Reds", "Blues")
    match = event.match("Reds")
    side = "first" if match.first == event.id("Reds") else "second"
    event.enter(match, played_by_teams(FIRST, FIRST, SECOND))
    event.close()
    event.do(commands.SetMembers(event.id("Reds"), ("Reds A", "Zoe", "Reds B")))
    (row,) = rows_of("results.csv", event, 1)
    assert [row[f"seat {seat} {side}"] for seat in "ABC"] == ["Reds A", "Reds B", "Reds C"]
    shown = correction_view(event.event, RoundNumber(1), match.table)
    assert shown is not None
    assert [each.first if side == "first" else each.second for each in shown.seats] == [
        "Reds A",
        "Reds B",
        "Reds C",
    ]
    event.correct(1, match.table, played_by_teams(SECOND, FIRST, SECOND))
    (row,) = rows_of("results.csv", event, 1)
    assert row[f"seat B {side}"] == "Reds B"


def test_published_tables_have_the_seats_and_those_of_single_players_none() -> None:
    event = teams("Reds", "Blues")
    event.enter(event.match("Reds"), played_by_teams(FIRST, FIRST, FIRST))
    event.close()
    table = published_files(event.event, "", ENGLISH)["pairings-1.csv"].decode("utf-8-sig")
    assert "seat A winner" in table.splitlines()[0]
    alone = StagedEvent("Ana", "Ben")
    alone.start()
    alone.play()
    for name in ("results.csv", "pairings.csv"):
        assert not set(SEAT_COLUMNS) & rows_of(name, alone)[0].keys()
