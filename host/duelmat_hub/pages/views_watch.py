"""Views of tables for spectators: what everybody at a table saw, as old as the table's delay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import UNSET, Struct, convert
from msgspec.structs import replace

from duelmat_engine import find_ruleset
from duelmat_hub.delayed_tables import ShownTable
from duelmat_hub.pages import views_known as known
from duelmat_hub.reporting import TableNow
from duelmat_message import Text, listed, named, say
from duelmat_tournament.event import Event, Match, Round, Step
from duelmat_tournament.names import RoundNumber, TableNumber
from duelmat_venue.reports import ReadParts, read_parts
from duelmat_venue.shown_parts import CardPart, PilesPart, ShownParts, ZonePart
from duelmat_venue.texts import text_of

SEATS: Final = "ab"
"""The seats of a match: its first player sits at a, its second at b."""
MOST_ON_STAGE: Final = 2
"""The most tables of the stage page: of more the numbers cannot be read from the seats."""
_ROWS: Final = frozenset({"m", "s", "x", "field"})
"""The kinds of zones of the mat in which cards stay."""


class Pile(Struct, frozen=True):
    """Cards of a player that can be looked through."""

    id: str
    title: str
    cards: tuple[str, ...]
    """The names of the cards, the top first."""


class WatchedSeat(Struct, frozen=True):
    """A player at a table."""

    letter: str
    name: str
    life: int | None
    """None: nothing of the duel is shown yet."""
    wins: int
    """The duels of the match that the player has won."""
    is_in_turn: bool
    is_winner: bool
    """Whether the player has won the duel."""
    hand: int
    deck: int
    field: tuple[tuple[str, str], ...]
    """The zones in which cards lie, and the cards."""
    piles: tuple[Pile, ...]


class WatchView(Struct, frozen=True):
    """A table as spectators are shown it."""

    table: int
    title: str
    """The round."""
    duel: int
    """The number of the duel in the match; 0: nothing of the table is shown yet."""
    words: str
    """The turn and the phase, or the end of the duel."""
    is_over: bool
    is_silent: bool
    """Whether the table was not heard at the moment that is shown."""
    is_match: bool
    """Whether the match is more than one duel."""
    seats: tuple[WatchedSeat, ...]
    notes: tuple[str, ...]
    """The sentences for everybody: a judge is awaited, extra turns."""
    chain: tuple[str, ...]
    """The links of the Chain, the last one first: it resolves next."""
    lines: tuple[str, ...]
    """The log, the newest line first."""
    delay_s: int
    ends_ms: int | None
    """The moment at which time is up; None: no clock runs."""
    left_s: int | None
    """The seconds that are left on a clock that stands still."""


def watch_view(event: Event, number: int, shown: Mapping[int, ShownTable]) -> WatchView | None:
    """Return a table as spectators are shown it; None if nothing is or was played at it."""
    table = TableNumber(number)
    now = _now(event, table, shown)
    held = event.find_round(RoundNumber(now.round)) or known.published(event)
    if held is None:
        return None
    gone = held.goes_on_at(table)
    match = held.matches.get(gone or table)
    if match is None:
        return None
    read, parts = read_parts(now.view), convert(now.view, ShownParts)
    delay_s = event.delay_s(table)
    score = read.score or None
    is_running = held is known.published(event)
    # lost time of a table is known at that table later than here
    own = None if delay_s else match
    return WatchView(
        table,
        known.title_of(event, held),
        now.duel,
        _words(read) if now.view else "",
        bool(read.outcome),
        now.is_silent,
        bool(score and (score.draws or any(score.wins.values()))) or now.duel > 1,
        tuple(_seat(event, match, read, parts, seat) for seat in SEATS),
        tuple(_notes(read, parts, gone)),
        tuple(str(text_of(link.text)) for link in (parts.chain or [])[::-1]),
        tuple(text_of(line.text) for line in (read.log or [])[::-1]),
        delay_s,
        known.ends_ms(held, own) if is_running else None,
        known.left_s(held, own) if is_running else None,
    )


def _now(event: Event, table: TableNumber, shown: Mapping[int, ShownTable]) -> ShownTable:
    """Return what is shown of a table: of a match that was moved to it, first what was before."""
    held = known.published(event)
    now = shown.get(table, ShownTable(table))
    came = held.move_to(table) if held is not None else None
    if held is None or came is None or now.round == held.number:
        return now
    return shown.get(came.table, now)


def shown_with(event: Event, tables: Iterable[int]) -> frozenset[int]:
    """Return the tables of which something is shown on the pages of these tables."""
    held = known.published(event)
    moves = held.moves if held is not None else ()
    return frozenset((*tables, *(each.table for each in moves if each.to in {*tables})))


def _words(read: ReadParts) -> str:
    if read.outcome:
        return text_of(read.outcome.text)
    if not read.turn:
        return say("The duel begins.")
    titles = {phase.name: text_of(phase.title) for phase in read.phases or []}
    return say(
        "Turn {turn} · {phase}",
        turn=read.turn,
        phase=titles.get(read.phase or "", read.phase or ""),
    )


def _notes(read: ReadParts, parts: ShownParts, gone: TableNumber | None) -> Iterator[str]:
    if gone is not None:
        yield say("The match has gone to table {table}.", table=gone)
    if read.judge:
        yield text_of(read.judge.text)
    if parts.time:
        yield text_of(parts.time.text)
    if read.result:
        yield say("The match is over.")


def _seat(
    event: Event, match: Match, read: ReadParts, parts: ShownParts, seat: str
) -> WatchedSeat:
    score = read.score or None
    piles = (parts.piles or {}).get(seat)
    return WatchedSeat(
        seat,
        event.name_of(match.sides[SEATS.index(seat)]),
        (read.life or {}).get(seat),
        score.wins.get(seat, 0) if score else 0,
        bool(read.turn and read.turn_seat == seat and not read.outcome),
        bool(read.outcome and read.outcome.winner == seat),
        piles.hand if piles else 0,
        piles.pile if piles else 0,
        tuple(_field(event, parts, seat)),
        tuple(_piles(event, parts, piles, seat)),
    )


def _field(event: Event, parts: ShownParts, seat: str) -> Iterator[tuple[str, str]]:
    """Yield the cards on a player's side of the mat, each with its zone."""
    for place in parts.zones or []:
        kind = _kind(place.zone)
        owner = place.zone[0] if "." in place.zone else place.card.key[:1]
        if kind in _ROWS and owner == seat:
            yield _zone_title(event, kind), _lying(place)


def _piles(event: Event, parts: ShownParts, piles: PilesPart | None, seat: str) -> Iterator[Pile]:
    """Yield the piles of a player that everybody may look through."""
    if piles is not None:
        for kind, cards in (
            ("grave", piles.grave),
            ("banished", piles.banished),
            ("extra", piles.extra),
        ):
            yield Pile(kind, _zone_title(event, kind), _names(cards))
    for at, aside in enumerate((parts.aside or {}).get(seat, [])):
        yield Pile(f"aside{at}", named("word", aside.title), _names(aside.cards))


def _names(cards: Iterable[CardPart]) -> tuple[str, ...]:
    return tuple(map(_name, cards))


def _name(card: CardPart) -> str:
    return named("card", card.name) if card.name else say("a face-down card")


def _lying(place: ZonePart) -> str:
    """Return the card of a zone, how it lies, and the cards beneath it."""
    words: Text | str = _name(place.card)
    if not place.upright:
        words = say("{card}, sideways", card=words)
    if place.beneath:
        words = say("{card}; beneath: {cards}", card=words, cards=listed(_names(place.beneath)))
    return words


def _kind(zone: str) -> str:
    """Return the kind of a zone of the mat: m of `a.m2`, x of `x1`, field of `b.field`."""
    return zone.rpartition(".")[2].rstrip("0123456789")


def _zone_title(event: Event, kind: str) -> str:
    rules = find_ruleset(event.policy.ruleset.replace("-", "_"))
    return rules.words.zones.get(kind, kind)


# The stage


def stage_tables(event: Event) -> tuple[int, ...]:
    """Return the tables on the stage: those that are featured in the newest published round that
    features any, until other ones are chosen.
    """
    for held in reversed(event.rounds):
        featured = tuple(match.table for match in held.matches.values() if match.is_featured)
        if held.step is not Step.PAIRED and featured:
            return featured[:MOST_ON_STAGE]
    return ()


class WatchRow(Struct, frozen=True):
    """A table that spectators can choose."""

    table: int
    names: tuple[str, str]
    is_featured: bool
    delay_s: int


def watch_rows(event: Event, tables: Iterable[int]) -> tuple[WatchRow, ...]:
    """Return the tables of the published round that have a mat, whatever is played there."""
    held = known.published(event)
    matches = held.matches if held is not None else {}
    return tuple(
        WatchRow(
            match.table,
            (event.name_of(match.first), event.name_of(match.second)),
            match.is_featured,
            event.delay_s(match.table),
        )
        for match in matches.values()
        if match.table in tables
    )


# Results


def late_results(
    event: Event, reported: Mapping[int, TableNow], shown: Mapping[int, ShownTable]
) -> frozenset[TableNumber]:
    """Return the tables whose result spectators would know before they are shown it."""
    held = event.round
    return frozenset(
        table
        for table in maybe_late(event)
        if held is not None
        and table in reported
        and reported[table].round == held.number
        and not _shows_result(shown.get(table), held)
    )


def maybe_late(event: Event) -> frozenset[TableNumber]:
    """Return the tables with a result of a round that is not closed, and a delay."""
    held = event.round
    if held is None or held.step is Step.CLOSED or not event.delays:
        return frozenset()
    return frozenset(
        match.table
        for match in held.matches.values()
        if match.result is not None and event.delay_s(match.table)
    )


def _shows_result(shown: ShownTable | None, held: Round) -> bool:
    if shown is None or shown.round != held.number:
        return shown is not None and shown.round > held.number
    return read_parts(shown.view).result not in (None, UNSET)


def without_results(event: Event, tables: frozenset[TableNumber]) -> Event:
    """Return an event in which these tables of the present round have no result yet."""
    if not tables or event.round is None:
        return event
    matches = {
        table: replace(match, result=None, settled=None) if table in tables else match
        for table, match in event.round.matches.items()
    }
    now = replace(event.round, matches=matches)
    return replace(event, rounds=(*event.rounds[:-1], now))
