"""Exports: players, standings, pairings, results and final places of an event as CSV.

A score is no cell of its own: spreadsheets make a day of `2-1`, and of the places `3-4`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from duelmat_hub.csv_text import PLAYER_COLUMNS, write_csv
from duelmat_hub.errors import HubError
from duelmat_message import Text, listed, say
from duelmat_tournament.event import Event, Match, Round, Step
from duelmat_tournament.names import RoundNumber
from duelmat_tournament.places import final_places
from duelmat_tournament.results import Side, describe
from duelmat_tournament.seats import SEATS
from duelmat_tournament.standings import Row
from duelmat_tournament.swiss import field_of
from duelmat_tournament.tiebreaks import Measure, TieBreak


def csv_of(name: str, event: Event, number: RoundNumber | None = None) -> bytes:
    """Return one of the tables of an event, as `standings.csv`.

    number: the round of the pairings, or the last round of the standings; None: the newest. Of
    results, None is all rounds.

    Raises: HubError.
    """
    make = _TABLES.get(name)
    if make is None:
        known = listed(_TABLES, ",")
        raise HubError(say("expected one of {known}, got {name}", known=known, name=name))
    return write_csv(make(event, number))


def _players(event: Event, number: RoundNumber | None) -> Iterable[Sequence[object]]:
    _check_none(number)
    yield PLAYER_COLUMNS
    paired = {each.id: each for each in field_of(event).entrants}
    for each in event.registered:
        there = "yes" if each.is_active else "waits" if each.waits_for else "no"
        decks = " ".join(deck or "-" for deck in each.decks) if any(each.decks) else ""
        told = (each.id, each.name, each.team, each.entered, there, decks, each.external_id)
        coming = paired.get(each.id)
        if coming is None:
            yield (*told, "", "", "", "")
            continue
        met = " ".join(map(str, coming.met))
        had_bye = "yes" if coming.had_bye else "no"
        yield (*told, coming.points, met, had_bye, coming.last_float.value)


def _standings(event: Event, number: RoundNumber | None) -> Iterable[Sequence[object]]:
    closed = [held for held in event.rounds if held.step is Step.CLOSED and not held.is_cut]
    held = _chosen(closed, number, say("a round of Swiss that is closed"))
    rows = held.standings if held else ()
    measures = [each.measure.value for each in _measured(rows[0])] if rows else []
    counts = ("points", "won", "drawn", "lost", "byes")
    yield "rank", "player", "name", *counts, *measures, "number", "lots"
    for row in rows:
        breaks = [each.text for each in _measured(row)]
        values = (row.points, row.won, row.drawn, row.lost, row.byes)
        lots = "drawn" if row.is_drawn else ""
        yield row.rank, row.player, event.name_of(row.player), *values, *breaks, row.number, lots


def _measured(row: Row) -> list[TieBreak]:
    """Return the tie-breaks that every player has, without the lots that some have drawn."""
    return [each for each in row.tie_breaks if each.measure is not Measure.DRAWN]


def _pairings(event: Event, number: RoundNumber | None) -> Iterable[Sequence[object]]:
    yield "round", "table", "first", "second", "result", *_seat_columns(event, with_ids=False)
    published = [held for held in event.rounds if held.step is not Step.PAIRED]
    held = _chosen(published if number else event.rounds[-1:], number, say("a published round"))
    if held is None or held.step is Step.PAIRED:
        return
    for match in held.matches.values():
        names = event.name_of(match.first), event.name_of(match.second)
        result = "" if match.result is None else describe(match.result, *names)
        yield held.number, match.table, *names, result, *_seats(event, match, with_ids=False)
    for bye in held.byes:
        no_seats = [""] * len(_seat_columns(event, with_ids=False))
        yield held.number, "", event.name_of(bye.player), "", "bye", *no_seats


def _results(event: Event, number: RoundNumber | None) -> Iterable[Sequence[object]]:
    """Yield what has to be entered where the event is entered once more."""
    ids = ("first id", "second id")
    duels = ("first won", "second won", "drawn")
    own = ("first", "second", *_seat_columns(event, with_ids=True))
    yield "round", "table", *ids, "winner", *duels, "ending", *own
    published = [held for held in event.rounds if held.step is not Step.PAIRED]
    if number is not None:
        held = _chosen(published, number, say("a published round"))
        published = [held] if held else []
    for held in published:
        for match in held.matches.values():
            players = event.players[match.first], event.players[match.second]
            told = [player.external_id for player in players]
            own_cells = [player.name for player in players] + _seats(event, match, with_ids=True)
            if match.result is None:
                yield held.number, match.table, *told, "", "", "", "", "", *own_cells
                continue
            found = match.result
            counts = (found.first_won, found.second_won, found.drawn)
            winner = "" if found.winner is Side.NONE else found.winner.value
            yield held.number, match.table, *told, winner, *counts, found.ending.value, *own_cells
        for bye in held.byes:
            player = event.players[bye.player]
            told = [player.external_id, ""]
            own_cells = [player.name, "", *[""] * len(_seat_columns(event, with_ids=True))]
            yield held.number, "", *told, "first", "", "", "", "bye", *own_cells


def _seat_columns(event: Event, *, with_ids: bool) -> list[str]:
    """Return the columns about the seats of a match of teams; none where all play alone."""
    if event.policy.team_size == 1:
        return []
    ids = ("first id", "second id") if with_ids else ()
    told = ("first", "second", *ids, "winner")
    return [f"seat {seat.value} {what}" for seat in SEATS for what in told]


def _seats(event: Event, match: Match, *, with_ids: bool) -> list[str]:
    """Return who met at each seat and which side has won there: `drawn` is neither."""
    if event.policy.team_size == 1:
        return []
    won = match.result.seats if match.result else ()
    cells = []
    for seat in SEATS:
        there = [lineup[seat.place] if lineup else None for lineup in event.lineups(match)]
        cells += [each.name if each else "" for each in there]
        if with_ids:
            cells += [each.external_id if each else "" for each in there]
        cells.append(_WON_AT_SEAT[won[seat.place]] if won else "")
    return cells


def _places(event: Event, number: RoundNumber | None) -> Iterable[Sequence[object]]:
    _check_none(number)
    counts = ("points", "won", "drawn", "lost", "byes")
    told = ("player", "name", "team", "external id", rank_words(event))
    yield "place", "last place", *told, *counts
    for place in final_places(event):
        player, row = event.players[place.player], place.row
        known = (player.id, player.name, player.team, player.external_id, row.rank)
        values = (row.points, row.won, row.drawn, row.lost, row.byes)
        yield place.first, place.last, *known, *values


def rank_words(event: Event) -> str:
    """Return the stage whose ranks stand with the final places: "after the pods"."""
    if event.pods:
        return "after the pods"
    return "after Swiss" if event.swiss_rounds else "seed"


def _check_none(number: RoundNumber | None) -> None:
    """Raise HubError where a round is named for what is of the whole event."""
    if number is not None:
        raise HubError(say("expected no round: this table is of the whole event"))


def _chosen(rounds: Sequence[Round], number: RoundNumber | None, what: Text) -> Round | None:
    """Return the round of a number, or the last one. Raises HubError."""
    if number is None:
        return rounds[-1] if rounds else None
    found = next((held for held in rounds if held.number == number), None)
    if found is None:
        numbers = listed((str(held.number) for held in rounds), ",")
        raise HubError(
            say(
                "expected the number of {what} ({known}), got {number}",
                what=what,
                known=numbers if rounds else say("none yet"),
                number=number,
            )
        )
    return found


_WON_AT_SEAT: Final = {Side.FIRST: "first", Side.SECOND: "second", Side.NONE: "drawn"}
_TABLES: Final[dict[str, Callable[[Event, RoundNumber | None], Iterable[Sequence[object]]]]] = {
    "players.csv": _players,
    "standings.csv": _standings,
    "pairings.csv": _pairings,
    "results.csv": _results,
    "places.csv": _places,
}
