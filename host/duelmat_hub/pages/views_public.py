"""Views for everybody: clock, news, pairings, standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from duelmat_hub.pages import views_known as known
from duelmat_message import listed, named, say
from duelmat_tournament.event import Event, Round, Stage, Step
from duelmat_tournament.names import PlayerId
from duelmat_tournament.seats import SEATS
from duelmat_tournament.standings import Row
from duelmat_tournament.tiebreaks import Measure


class ClockView(Struct, frozen=True):
    """The round or stage of the event, and the time that is left."""

    title: str
    """The round's name, or that of the stage."""
    words: str
    """The state of the round or event, as a sentence."""
    step: str
    """The round's step, for the style sheet; empty before the first one."""
    ends_ms: int | None = None
    """The moment at which time is up; None: no clock runs."""
    left_s: int | None = None
    """The seconds that are left on a clock that stands still."""
    is_over: bool = False
    """Whether the event is over, and takes no command any more."""


def clock_view(event: Event) -> ClockView:
    """Return the clock as everybody may see it."""
    held = known.published(event)
    if event.stage is Stage.REGISTRATION:
        return ClockView(say("Registration"), say("The event has not started yet."), "")
    if event.stage is Stage.FINISHED:
        return ClockView(
            say("The event is over"),
            say("Thank you for playing."),
            Step.CLOSED.value,
            is_over=True,
        )
    if held is None:
        return ClockView(
            say("Round {number}", number=1), say("The first pairing is being prepared."), ""
        )
    return ClockView(
        known.title_of(event, held),
        _clock_words(event, held),
        held.step.value,
        known.ends_ms(held),
        known.left_s(held),
    )


def _clock_words(event: Event, held: Round) -> str:
    match held.step:
        case Step.PUBLISHED:
            return say("Find your table: the round begins soon.")
        case Step.PLAYING:
            if held.clock is None:
                return say("Being played, without a time limit.")
            return say("The clock stands still.") if held.clock.is_paused else say("Being played.")
        case Step.TIME_CALLED:
            return listed((say("Time was called."), known.procedure(event, held)), " ")
    return say("The round is over. What comes next is being prepared.")


class AnnouncementView(Struct, frozen=True):
    """An announcement to everybody."""

    number: int
    at_ms: int
    text: str


class NewsView(Struct, frozen=True):
    """The announcements for everybody, and the hub's trouble."""

    trouble: str | None
    """A sentence if the hub cannot keep anything; else empty."""
    announcements: tuple[AnnouncementView, ...]
    """The newest first."""


def news_view(event: Event | None, trouble: str | None, most: int = 5) -> NewsView:
    """Return the newest announcements, and the hub's trouble."""
    said = event.announcements if event else ()
    shown = [
        AnnouncementView(at, each.at_ms, each.text)
        for at, each in enumerate(said, start=1)
        if not each.is_over
    ]
    return NewsView(trouble, tuple(shown[::-1][:most]))


class TableRow(Struct, frozen=True):
    """Two players at a table."""

    table: int
    first: str
    second: str
    first_points: int
    second_points: int
    is_featured: bool
    """Whether spectators are shown it."""
    room: str
    """Empty: it has no name."""
    chairs: tuple[str, str]
    """The chair of each, A or B; empty: they sit as they like."""


class NameRow(Struct, frozen=True):
    """A player with table and opponent."""

    name: str
    table: int
    """0: a bye."""
    opponent: str
    room: str = ""
    chair: str = ""
    """A or B; empty: either."""
    seat: str = ""
    """The letter of a team's seat; empty: the whole team, or who plays alone."""


class PairingsView(Struct, frozen=True):
    """A published round, by table and by name."""

    round: int
    title: str
    checkpoint: str
    is_cut: bool
    with_points: bool
    """Whether anybody has points yet."""
    tables: tuple[TableRow, ...]
    byes: tuple[str, ...]
    names: tuple[NameRow, ...]


def pairings_view(event: Event) -> PairingsView | None:
    """Return the newest published pairing; None before the first."""
    held = known.published(event)
    return None if held is None else pairing_of(event, held)


def finished_tables(event: Event) -> tuple[int, ...]:
    """Return the tables of the round that is played whose match is over: nobody looks for them."""
    held = known.published(event)
    if held is None or held.step not in (Step.PLAYING, Step.TIME_CALLED):
        return ()
    return tuple(match.table for match in held.matches.values() if match.result is not None)


def pairing_of(event: Event, held: Round) -> PairingsView:
    """Return a round's pairing by table and by name."""
    points = known.points_before(event, held)
    name = event.name_of
    tables = tuple(
        TableRow(
            match.table,
            name(match.first),
            name(match.second),
            points.get(match.first, 0),
            points.get(match.second, 0),
            match.is_featured,
            known.room_of(event, match.table),
            (known.chair_letter(match, match.first), known.chair_letter(match, match.second)),
        )
        for match in known.by_table(held)
    )
    names = []
    for match in held.matches.values():
        for player in match.players:
            told = match.table, name(match.other(player)), known.room_of(event, match.table)
            chair = known.chair_letter(match, player)
            names += [NameRow(each, *told, chair, seat) for each, seat in _looking(event, player)]
    for bye in held.byes:
        names += [NameRow(each, 0, "") for each, _ in _looking(event, bye.player)]
    names.sort(key=lambda each: (known.name_key(each.name), each.table))
    byes = tuple(name(each.player) for each in held.byes)
    title = known.title_of(event, held)
    return PairingsView(
        held.number,
        title,
        held.checkpoint,
        held.is_cut,
        bool(points),
        tables,
        byes,
        tuple(names),
    )


def _looking(event: Event, player: PlayerId) -> Iterator[tuple[str, str]]:
    """Yield the names by which people look for a table, and the seat of each.

    They are that of a team, which has no seat, and those of its players.
    """
    found = event.players[player]
    yield found.name, ""
    for seat, each in zip(SEATS, found.members, strict=False):
        yield f"{each} ({found.name})", seat.value


class StandingRow(Struct, frozen=True):
    """A player's row in the standings."""

    rank: int
    player: int
    name: str
    points: int
    record: str
    """Matches won, drawn and lost: `3-0-1`."""
    byes: int
    values: tuple[str, ...]
    """The tie-breaks as they are shown, by column."""
    is_drawn: bool
    """Whether lots have decided."""
    goes_on: bool = False
    """Whether the player would go on from the pod, as it stands."""


class StandingGroup(Struct, frozen=True):
    """The players who are ranked together: all, or those of a pod."""

    title: str
    """Empty for all."""
    rows: tuple[StandingRow, ...]


class StandingsView(Struct, frozen=True):
    """Frozen standings."""

    title: str
    columns: tuple[str, ...]
    """The names of the tie-breaks."""
    groups: tuple[StandingGroup, ...]
    """None where the whole event is a bracket."""


def standings_view(event: Event) -> StandingsView | None:
    """Return the newest frozen standings; None before the first round is closed."""
    if event.seeds and not event.swiss_rounds:
        return StandingsView(say("The bracket says who stands where."), (), ())
    held = known.frozen(event)
    if held is None:
        return None
    title = say("Standings after round {number}", number=held.number)
    if held.number == event.swiss_rounds:
        title = say("Standings after the pods") if event.pods else say("Standings after Swiss")
    return StandingsView(title, _columns(held.standings), tuple(_groups(event, held.standings)))


def _groups(event: Event, standings: tuple[Row, ...]) -> Iterator[StandingGroup]:
    if not event.pods:
        yield StandingGroup("", tuple(_standing(event, row) for row in standings))
    for number, pod in enumerate(event.pods, start=1):
        own = [row for row in standings if row.player in pod]
        yield StandingGroup(say("Pod {number}", number=number), tuple(_in_pod(event, own)))


def _in_pod(event: Event, own: list[Row]) -> Iterator[StandingRow]:
    """Yield the rows of a pod, with the places in it."""
    equal = Counter(map(_strength, own))
    there = [row.player for row in own if event.players[row.player].is_active]
    on = event.seeds or there[: event.policy.pod_places if event.cut_size else 0]
    for place, row in enumerate(own, start=1):
        is_drawn = equal[_strength(row)] > 1
        shown = _standing(event, row)
        yield replace(shown, rank=place, is_drawn=is_drawn, goes_on=row.player in on)


def _strength(row: Row) -> tuple[object, ...]:
    """Return everything by which a row stands before another, but the lots."""
    measured = (each for each in row.tie_breaks if each.measure is not Measure.DRAWN)
    return (row.points, *(each.value for each in measured))


def _columns(rows: tuple[Row, ...]) -> tuple[str, ...]:
    if not rows:
        return ()
    if rows[0].number:
        return (say("Tie-break number"),)
    measures = (each.measure for each in rows[0].tie_breaks)
    found = (each for each in measures if each is not Measure.DRAWN)
    return tuple(named("tie-break", each.value) for each in found)


def _standing(event: Event, row: Row) -> StandingRow:
    values = tuple(each.text for each in row.tie_breaks if each.measure is not Measure.DRAWN)
    return StandingRow(
        row.rank,
        row.player,
        event.name_of(row.player),
        row.points,
        record_of(row),
        row.byes,
        (row.number,) if row.number else values,
        row.is_drawn,
    )


def record_of(row: Row) -> str:
    """Return matches won, drawn and lost: `3-0-1`."""
    return f"{row.won}-{row.drawn}-{row.lost}"
