"""Views of the tables with a mat, as their mats report them: what everybody at the table sees."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, Struct

from duelmat_hub.reporting import TableNow
from duelmat_message import say, say_count
from duelmat_tournament.event import Event, Match, Round, Step
from duelmat_tournament.names import TableNumber
from duelmat_venue.reports import MessagePart, ReadParts, read_parts
from duelmat_venue.sealed import fingerprint
from duelmat_venue.texts import text_of

SEATS = "ab"
"""The seats of a match at a mat, in the order of `Match.sides`."""
_LAST_LINES = 6
_LINKS = {
    "weak": say("its board plays with a trouble"),
    "down": say("its board does not answer"),
    "wrong": say("its board belongs to another mat"),
}


class MatSeat(Struct, frozen=True):
    """A player at a mat."""

    name: str
    life: int
    wins: int
    """The duels of the match that the player has won."""
    thought_s: int
    """The seconds for which the player had to decide in this duel."""
    decides: bool
    """Whether the duel waits for the player."""


class MatMessage(Struct, frozen=True):
    """A table's message to everybody: a refused play above all."""

    text: str
    is_refusal: bool
    rules: tuple[tuple[str, str], ...]
    """The rules that a refusal rests on: ids and statements."""
    remedies: tuple[str, ...]


class MatView(Struct, frozen=True):
    """A table with a mat."""

    table: int
    duel: int
    words: str
    """The state of the duel: "Turn 4 of Ana, Battle Phase"."""
    state: str
    """playing, over, waiting (for a judge), silent or troubled."""
    trouble: str
    """The trouble of the mat or its connection, as a sentence; empty: none."""
    seats: tuple[MatSeat, ...]
    message: MatMessage | None
    """The table's message to everybody."""
    lines: tuple[str, ...]
    """The last lines of the log, the newest first."""
    mat: str
    version: str
    heard_ms: int


def mats_view(event: Event, tables: Mapping[int, TableNow]) -> tuple[MatView, ...]:
    """Return the tables of the newest round that have a mat, by their numbers."""
    found = (mat_view(event, tables[number]) for number in sorted(tables))
    return tuple(view for view in found if view is not None)


def mat_view(event: Event, now: TableNow) -> MatView | None:
    """Return a table as its mat reports it; None: it reports another match than the event's."""
    held = event.round
    match = None if held is None else held.matches.get(TableNumber(now.table))
    if held is None or match is None or now.round != held.number or now.stream in _left(held):
        return None
    return _mat_view(event, match, now)


class LateView(Struct, frozen=True):
    """A duel as a table goes on reporting it whose match has gone to another one."""

    words: str
    mat: MatView


def late_views(
    event: Event, tables: Mapping[int, TableNow], table: TableNumber
) -> tuple[LateView, ...]:
    """Return what other tables report of the match of a table after it was moved."""
    held = event.round
    match = None if held is None else held.matches.get(table)
    if held is None or match is None:
        return ()
    found = []
    for move in held.moves:
        now = tables.get(move.table)
        where = move.to if move.to in held.matches else held.goes_on_at(move.to)
        if now is None or where != table or now.stream != move.stream or now.n <= move.n:
            continue
        words = say_count(
            "Table {table} has reported {count} step more since the match was moved. It changes "
            "nothing; if both tables were played on, a judge decides.",
            "Table {table} has reported {count} steps more since the match was moved. They change "
            "nothing; if both tables were played on, a judge decides.",
            now.n - move.n,
            table=move.table,
        )
        found.append(LateView(words, _mat_view(event, match, now)))
    return tuple(found)


def _left(held: Round) -> frozenset[str]:
    """Return the streams of duels that have gone to other tables."""
    return frozenset(move.stream for move in held.moves)


def _mat_view(event: Event, match: Match, now: TableNow) -> MatView:
    parts = read_parts(now.view)
    log = parts.log or []
    return MatView(
        now.table,
        now.duel,
        duel_words(event, match, parts),
        _state(now, parts),
        _trouble(now),
        tuple(_seat(event, match, now, parts, seat) for seat in SEATS),
        message_view(parts.message) if parts.message else None,
        tuple(text_of(line.text) for line in log[: -_LAST_LINES - 1 : -1]),
        now.state.mat,
        now.state.version,
        now.heard_ms,
    )


def message_view(part: MessagePart) -> MatMessage:
    return MatMessage(
        text_of(part.text),
        part.kind == "refusal",
        tuple((rule.id, text_of(rule.statement)) for rule in part.rules),
        tuple(map(text_of, part.remedy)),
    )


def duel_words(event: Event, match: Match, parts: ReadParts) -> str:
    if parts.outcome:
        return text_of(parts.outcome.text)
    if not parts.turn:
        return say("The duel begins.")
    titles = {phase.name: text_of(phase.title) for phase in parts.phases or []}
    return say(
        "Turn {turn}, {player}, {phase}",
        turn=parts.turn,
        player=_name(event, match, parts.turn_seat or ""),
        phase=titles.get(parts.phase or "", parts.phase or ""),
    )


def _state(now: TableNow, parts: ReadParts) -> str:
    if now.is_silent:
        return "silent"
    if parts.judge:
        return "waiting"
    if parts.outcome:
        return "over"
    return "troubled" if _trouble(now) else "playing"


def _trouble(now: TableNow) -> str:
    if now.is_silent:
        return say("It was not heard for some time: it plays on alone, and catches up by itself.")
    if now.state.trouble:
        return text_of(now.state.trouble)
    if now.state.faults:
        return say("These readers do not work: {zones}.", zones=now.state.faults)
    return _LINKS.get(now.state.link, "")


class ComputerRow(Struct, frozen=True):
    """A table's computer, as the desk sees it."""

    table: int
    state: str
    """unheard, waiting, silent, troubled or playing."""
    words: str
    """The state in words, with what to do."""
    version: str
    firmware: str
    heard_ms: int
    """The moment at which it was heard last, of a silent one; 0: it is heard, or never was."""
    key: str
    """The short form of its public key; empty: it has told none."""
    may_move: bool
    """Whether it has a match that is not over, which can go to another table."""


class ComputersView(Struct, frozen=True):
    """The computers of an event's tables."""

    rows: tuple[ComputerRow, ...]
    paper: int
    """The tables of the newest round that have none: they play on paper."""
    round: int
    spare: tuple[int, ...]
    """The tables that have a link and no match of the round."""


def computers_view(
    event: Event, tables: Mapping[int, TableNow], keys: Mapping[int, str]
) -> ComputersView:
    """Return every table that has a link or has reported, whatever it plays.

    keys: the public keys that tables have told.
    """
    held = event.round
    played = {} if held is None else held.matches
    is_on = held is not None and held.step is not Step.CLOSED
    rows = tuple(
        _computer(
            tables[number],
            keys.get(number, ""),
            may_move=is_on and (match := played.get(number)) is not None and match.result is None,
        )
        for number in sorted(map(TableNumber, tables))
    )
    return ComputersView(
        rows,
        len(played.keys() - tables.keys()),
        0 if held is None else held.number,
        tuple(sorted(tables.keys() - played.keys())),
    )


def _computer(now: TableNow, key: str, *, may_move: bool) -> ComputerRow:
    state, words = "playing", _trouble(now)
    if not now.stream and key:
        state, words = "waiting", say("It waits for a match.")
    elif not now.stream:
        state, words = "unheard", say("It has a link, and was not heard yet.")
    elif now.is_silent:
        state = "silent"
    elif words:
        state = "troubled"
    else:
        words = say("It is heard.")
    heard_ms = now.heard_ms if now.is_silent else 0
    return ComputerRow(
        now.table,
        state,
        words,
        now.state.version,
        now.state.firmware,
        heard_ms,
        fingerprint(key),
        may_move,
    )


def _seat(event: Event, match: Match, now: TableNow, parts: ReadParts, seat: str) -> MatSeat:
    wins = {} if parts.score is UNSET else parts.score.wins
    return MatSeat(
        _name(event, match, seat),
        (parts.life or {}).get(seat, 0),
        wins.get(seat, 0),
        now.thought_ms.get(seat, 0) // 1000,
        bool(parts.decision and parts.decision.seat == seat),
    )


def _name(event: Event, match: Match, seat: str) -> str:
    return event.name_of(match.sides[SEATS.index(seat)]) if seat and seat in SEATS else ""
