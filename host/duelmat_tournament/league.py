"""A league: points and ratings from several events of the same players, told apart by their ids.

Players are known by the id that they have elsewhere (`external_id`); whoever has none is in no
table, and matches against them are not rated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct, field

from duelmat_tournament.event import Event
from duelmat_tournament.names import PlayerId
from duelmat_tournament.places import final_places
from duelmat_tournament.ratings import Game, Glicko, elo_after, glicko_after
from duelmat_tournament.results import Ending, Side

_RATED: Final = (Ending.PLAYED, Ending.AGREED_DRAW)
"""The endings that tell who plays better; a penalty or an absence does not."""
_SCORES: Final = {Side.FIRST: 1.0, Side.SECOND: 0.0, Side.NONE: 0.5}
Count = Annotated[int, Meta(ge=0, le=10_000)]
Rating = Annotated[float, Meta(ge=0, le=10_000)]


class LeaguePoints(Struct, frozen=True, forbid_unknown_fields=True):
    """The points of a league for an event."""

    places: Annotated[tuple[Count, ...], Meta(max_length=1_000)] = ()
    """For the first place, the second, and so on; players who share one get those of its first."""
    taking_part: Count = 0
    """For everybody who is in the standings."""
    win: Count = 0
    """For each match of Swiss that was won, byes not counted."""
    draw: Count = 0
    best_events: Count = 0
    """Only so many of a player's best events count; 0: all."""


class EloRule(Struct, frozen=True, forbid_unknown_fields=True):
    """The rule of the Elo ratings."""

    start: Rating = 1500
    k: Annotated[float, Meta(gt=0, le=200)] = 32
    """The most that one match moves a rating."""


class GlickoRule(Struct, frozen=True, forbid_unknown_fields=True):
    """The rule of the Glicko-2 ratings, with the proposals of its author."""

    start: Rating = 1500
    deviation: Annotated[float, Meta(gt=0, le=1_000)] = 350
    volatility: Annotated[float, Meta(gt=0, le=1)] = 0.06
    tau: Annotated[float, Meta(ge=0.2, le=1.5)] = 0.5
    """The lower, the less a surprising result changes the volatility."""


class LeagueEvent(Struct, frozen=True, forbid_unknown_fields=True):
    """An event of a league."""

    file: Annotated[str, Meta(min_length=1, max_length=1_000)]
    """Its event file, seen from the league's own file."""
    checkpoint: Annotated[str, Meta(max_length=100)] = ""
    """The checkpoint of its last entry, by which a later change is noticed."""


class League(Struct, frozen=True, forbid_unknown_fields=True):
    """A league, as its file has it."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    points: LeaguePoints
    event: Annotated[tuple[LeagueEvent, ...], Meta(min_length=1, max_length=1_000)]
    """In the order in which they were played: ratings follow it."""
    elo: EloRule = EloRule()
    glicko2: GlickoRule = GlickoRule()


class LeagueRow(Struct, frozen=True):
    """A player of a league."""

    rank: int
    """From 1; equal points share one."""
    external_id: str
    name: str
    """The newest one."""
    points: int
    by_event: tuple[int | None, ...]
    """The points of each event, also of those that do not count; None: not there."""
    elo: float
    glicko2: Glicko


class LeagueTable(Struct, frozen=True):
    """A league's table."""

    rows: tuple[LeagueRow, ...]
    nameless: tuple[tuple[int, str], ...]
    """Players without an id: the event, from 0, and the name."""
    renamed: tuple[tuple[str, tuple[str, ...]], ...]
    """Ids that had several names, with these."""


class _Known(Struct):
    """The names and points of one player so far."""

    names: dict[str, None] = field(default_factory=dict)
    by_event: dict[int, int] = field(default_factory=dict)


def league_table(league: League, events: Sequence[Event]) -> LeagueTable:
    """Return the table after events that are over, in their order."""
    known: dict[str, _Known] = {}
    nameless: list[tuple[int, str]] = []
    elo: dict[str, float] = {}
    glicko: dict[str, Glicko] = {}
    rule = league.glicko2
    start = Glicko(rule.start, rule.deviation, rule.volatility)
    for at, event in enumerate(events):
        for player, points in _points(league.points, event):
            found = event.players[player]
            if not found.external_id:
                nameless.append((at, found.name))
                continue
            one = known.setdefault(found.external_id, _Known())
            one.names.pop(found.name, None)
            one.names[found.name] = None
            one.by_event[at] = points
        rounds = list(_rounds(event))
        for games in rounds:
            elo = elo_after(elo, games, start=league.elo.start, k=league.elo.k)
        period = [game for games in rounds for game in games]
        glicko = glicko_after(glicko, period, start=start, tau=rule.tau)
    best = league.points.best_events or len(events)
    totals = {
        each: sum(sorted(one.by_event.values(), reverse=True)[:best])
        for each, one in known.items()
    }
    order = sorted(known, key=lambda each: (-totals[each], list(known[each].names)[-1], each))
    above = sorted(totals.values(), reverse=True)
    rows = tuple(
        LeagueRow(
            above.index(totals[each]) + 1,
            each,
            list(known[each].names)[-1],
            totals[each],
            tuple(known[each].by_event.get(at) for at in range(len(events))),
            elo.get(each, league.elo.start),
            glicko.get(each, start),
        )
        for each in order
    )
    names = ((each, tuple(known[each].names)) for each in order)
    renamed = tuple(each for each in names if len(each[1]) > 1)
    return LeagueTable(rows, tuple(nameless), renamed)


def _points(rule: LeaguePoints, event: Event) -> Iterator[tuple[PlayerId, int]]:
    """Yield the players of an event with their points for it."""
    for place in final_places(event):
        of_place = rule.places[place.first - 1] if place.first <= len(rule.places) else 0
        row = place.row
        of_matches = rule.win * row.won + rule.draw * row.drawn
        yield place.player, of_place + rule.taking_part + of_matches


def _rounds(event: Event) -> Iterator[list[Game]]:
    """Yield the rated matches of each round."""
    for held in event.rounds:
        games = []
        for match in held.matches.values():
            first, second = (event.players[each].external_id for each in match.players)
            result = match.result
            if first and second and result is not None and result.ending in _RATED:
                games.append(Game(first, second, _SCORES[result.winner]))
        yield games
