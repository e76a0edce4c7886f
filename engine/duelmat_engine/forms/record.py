"""Records of duels: a text file that replays to the same duel, byte for byte.

    duelmat record 1
    ruleset trump_king
    reading G-44 "legal"            every reading with its value
    player a "Ada"                  if given
    date 2026-02-01                 if given
    deck a S1 S2 S3 ...
    extra a SJ SQ ...
    deck b ...
    decks any                       only if they need not be what the ruleset asks for
    seed 7                          closed duels only: a public record has none

    chance "a"
    ; turn 1, a, main1
    a S7>m2
    a /end
    ...
    result a "the opponent has no life left" TK-56

One action a line, in the notation of notation.py, after the letter of who answers ("chance" for
dice). From a semicolon on a line is a comment. A public record is one of an open duel: it has no
seed, and no card in it that the table has not seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from duelmat_engine.actions import Action
from duelmat_engine.brief import Brief, brief
from duelmat_engine.cardfiles.form import NONE
from duelmat_engine.errors import EngineError, IllegalActionError, NotationError, PositionError
from duelmat_engine.events import AnyEvent, PhaseBegan
from duelmat_engine.forms.position_reader import known
from duelmat_engine.names import NOBODY, SEAT_LETTERS, Seat, seat_letter
from duelmat_engine.notation import A_CARD, Cursor, format_action, quoted, read_action
from duelmat_engine.play import Deck, Step, apply, new_duel
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import Duel, Outcome
from duelmat_engine.views.public import followed
from duelmat_message import listed, say, say_as

FIRST_LINE: Final = "duelmat record 1"

_WORD: Final = re.compile(r"[^\s;\"]+")
_BLANK: Final = re.compile(r"[ \t]*")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HEADERS: Final = ("ruleset", "reading", "player", "date", "deck", "extra", "decks", "seed")
_ONCE: Final = ("ruleset", "date", "decks", "seed")
"""Of these a record has one line each; the others have one for each reading, player or seat."""


class Entry(Brief, frozen=True):
    """One action and who answered with it."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class Record:
    """All that it takes to play a duel again."""

    ruleset: str
    decks: tuple[Deck, ...]
    seed: int | None = None
    """Of the duel's own chance; None: a public record of an open duel."""
    readings: Mapping[str, str] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    outcome: Outcome | None = None
    players: tuple[str, ...] = ()
    """Names by seat, as far as given."""
    date: str = ""
    """Year-month-day; empty: not given."""
    any_decks: bool = False
    """Whether the decks need not be what the ruleset asks for."""
    lines: tuple[int, ...] = field(default=(), compare=False)
    """The line of each entry in the file it was read from."""

    __repr__ = brief

    def begin(self) -> Step:
        """The duel before the first action."""
        return new_duel(
            self.ruleset,
            self.decks,
            seed=self.seed,
            readings=self.readings,
            check_decks=not self.any_decks,
        )

    def with_entry(self, duel: Duel, action: Action) -> Record:
        """The record with one more action, answered at this duel."""
        seat = NOBODY if duel.decision is None else duel.decision.seat
        return replace(self, entries=(*self.entries, Entry(seat, action)))


def new_record(
    ruleset: str,
    decks: Iterable[Deck],
    *,
    seed: int | None,
    readings: Mapping[str, str] | None = None,
) -> Record:
    """A record with nothing played yet; every reading is written down with its value."""
    values = choose_readings(find_ruleset(ruleset), readings or {})
    return Record(ruleset, tuple(decks), seed, values)


# Playing again


def replay(record: Record, source: str = "record") -> Step:
    """The duel at the end of a record and all events; NotationError names the line that fails."""
    try:
        duel, events = record.begin()
    except PositionError as error:
        raise _fault(say("decks that the ruleset allows"), str(error), 1, source) from error
    told: list[AnyEvent] = list(events)
    for index, entry in enumerate(record.entries):
        line = record.lines[index] if index < len(record.lines) else index + 1
        duel, events = _play(duel, entry, line, source)
        told += events
    if record.outcome is not None and record.outcome != duel.outcome:
        line = record.lines[-1] + 1 if record.lines else 1
        got = say("no end") if duel.outcome is None else _result(duel.outcome)
        wanted = say("a duel that ends as written: {result}", result=_result(record.outcome))
        raise _fault(wanted, got, line, source)
    return Step(duel, tuple(told))


def _play(duel: Duel, entry: Entry, line: int, source: str) -> Step:
    if duel.decision is None:
        wanted = say("the end of the record, for the duel is over")
        raise _fault(wanted, repr(entry.action), line, source)
    if duel.decision.seat != entry.seat:
        asked, kind = seat_letter(duel.decision.seat), duel.decision.kind
        wanted = say("an answer of {seat} ({kind})", seat=asked, kind=kind)
        got = say_as("answer", "one of {seat}", seat=seat_letter(entry.seat))
        raise _fault(wanted, got, line, source)
    try:
        return apply(duel, entry.action)
    except IllegalActionError as error:
        written, why = format_action(entry.action), error.verdict.summary()
        got = say("{action}: {why}", action=written, why=why)
        raise _fault(say("a legal action"), got, line, source) from error
    except EngineError as error:
        wanted = say("an action that can be carried out")
        raise _fault(wanted, str(error), line, source) from error


def _fault(expected: str, got: str, line: int, source: str) -> NotationError:
    return NotationError(expected, got, line=line, source=source)


def public_record(record: Record) -> Record:
    """The same duel as the table saw it: no seed, no card that was not shown."""
    closed = record.begin().duel
    public = replace(record, seed=None, entries=(), lines=(), outcome=None)
    duel = public.begin().duel
    for entry in record.entries:
        for action, step in followed(duel, closed, entry.action):
            public = public.with_entry(duel, action)
            duel = step.duel
        closed = apply(closed, entry.action).duel
    return replace(public, outcome=replay(public).duel.outcome)


# Writing


def write_record(record: Record) -> str:
    """The text of a record; reading it gives an equal record."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield FIRST_LINE
    yield f"ruleset {record.ruleset}"
    for name, value in record.readings.items():
        yield f"reading {name} {quoted(value)}"
    for index, name in enumerate(record.players):
        yield f"player {seat_letter(Seat(index))} {quoted(name)}"
    if record.date:
        yield f"date {record.date}"
    for index, deck in enumerate(record.decks):
        yield " ".join(("deck", seat_letter(Seat(index)), *deck.main))
        yield " ".join(("extra", seat_letter(Seat(index)), *deck.extra))
    if record.any_decks:
        yield "decks any"
    if record.seed is not None:
        yield f"seed {record.seed}"
    yield ""
    duel = record.begin().duel
    for entry in record.entries:
        yield f"{seat_letter(entry.seat)} {format_action(entry.action, entry.seat)}"
        duel, events = apply(duel, entry.action)
        for event in events:
            if isinstance(event, PhaseBegan):
                yield f"; turn {event.turn}, {seat_letter(event.seat)}, {event.phase}"
    if record.outcome is not None:
        yield f"result {_result(record.outcome)}"


def _result(outcome: Outcome) -> str:
    winner = "draw" if outcome.winner is None else seat_letter(outcome.winner)
    return " ".join((winner, quoted(outcome.reason), *outcome.rules))


# Reading


def read_record(text: str, source: str = "record") -> Record:
    """The record of a text; NotationError says line, what was expected and what was got."""
    reader = _Reader(source)
    lines = text.split("\n")
    if lines[0].strip() != FIRST_LINE:
        raise NotationError(repr(FIRST_LINE), repr(lines[0][:40]), source=source)
    for number, line in enumerate(lines[1:], 2):
        reader.line(number, line.rstrip("\r"))
    return reader.record(len(lines))


class _Reader:
    def __init__(self, source: str) -> None:
        self.source = source
        self.read = Record("", ())
        """The record so far, without the decks and the entries."""
        self.cards: dict[str, dict[Seat, tuple[str, ...]]] = {"deck": {}, "extra": {}}
        self.entries: list[Entry] = []
        self.lines: list[int] = []
        self.headers: set[str] = set()
        """The first words of the lines that were read before the actions."""

    def line(self, number: int, text: str) -> None:
        cursor = Cursor(text, line=number, source=self.source)
        cursor.find(_BLANK)
        if cursor.at == len(text) or cursor.sees(";"):
            return
        if self.read.outcome is not None:
            raise cursor.fault(say("nothing after the result"))
        start = cursor.at
        word = cursor.match(_WORD, say("a word"))
        if word in (*SEAT_LETTERS, "chance"):
            cursor.must(" ")
            cursor.seat = NOBODY if word == "chance" else Seat(SEAT_LETTERS.index(word))
            self.entries.append(Entry(cursor.seat, read_action(cursor)))
            self.lines.append(number)
        elif word == "result":
            cursor.must(" ")
            winner = None if cursor.takes("draw") else cursor.letter()
            reason = cursor.then(cursor.string)
            rules = tuple(rule for _, rule in _words(cursor, say("a rule id")))
            self.read = replace(self.read, outcome=Outcome(winner, reason, rules))
        elif word in _HEADERS and not self.entries:
            self._header(cursor, word, start)
        else:
            words = listed(_HEADERS, ",")
            wanted = say("one of {words}, a seat's action or result", words=words)
            raise cursor.fault(wanted, start)
        cursor.find(_BLANK)
        if not cursor.sees(";"):
            cursor.end()

    def _header(self, cursor: Cursor, word: str, start: int) -> None:
        if word in _ONCE and word in self.headers:
            raise cursor.fault(say("one line with the {word}", word=word), start)
        if word in ("reading", "deck", "extra") and not self.read.ruleset:
            raise cursor.fault(say("the ruleset first"), start)
        self.headers.add(word)
        cursor.must(" ")
        at, read = cursor.at, self.read
        match word:
            case "ruleset":
                name = cursor.match(_WORD, say("the name of a ruleset"))
                known(cursor, at, lambda: find_ruleset(name))
                self.read = replace(read, ruleset=name)
            case "reading":
                name = cursor.match(_WORD, say("the id of a reading"))
                if name in read.readings:
                    raise cursor.fault(say("one choice of {reading}", reading=name), at)
                chosen = {**read.readings, name: cursor.then(cursor.string)}
                known(cursor, at, lambda: choose_readings(find_ruleset(read.ruleset), chosen))
                self.read = replace(read, readings=chosen)
            case "player":
                if cursor.letter() != len(read.players):
                    seat = Seat(len(read.players))
                    raise cursor.fault(say("player {seat}", seat=seat_letter(seat)), at)
                self.read = replace(read, players=(*read.players, cursor.then(cursor.string)))
            case "date":
                self.read = replace(read, date=cursor.match(_DATE, say("a date as in 2026-02-01")))
            case "decks":
                cursor.must("any")
                self.read = replace(read, any_decks=True)
            case "seed":
                self.read = replace(read, seed=cursor.integer())
            case _:
                seat = cursor.letter()
                if seat in self.cards[word]:
                    wanted = say("one {word} of {seat}", word=word, seat=seat_letter(seat))
                    raise cursor.fault(wanted, at)
                codes = list(_words(cursor, A_CARD))
                cards = find_ruleset(read.ruleset).cards
                for at, code in codes:
                    if code not in cards:
                        raise cursor.fault(say("a card of {ruleset}", ruleset=read.ruleset), at)
                self.cards[word][seat] = tuple(code for _, code in codes)

    def record(self, last: int) -> Record:
        for word in ("ruleset", "deck"):
            if word not in self.headers:
                wanted = say("a line with the {word}", word=word)
                raise _fault(wanted, NONE, last, self.source)
        main, extra = self.cards.values()
        seats = list(map(Seat, range(len(main))))
        if main.keys() != {*seats} or not extra.keys() <= main.keys():
            wanted = say("a deck for each seat from a on")
            raise _fault(wanted, say("a gap"), last, self.source)
        decks = tuple(Deck(main[seat], extra.get(seat, ())) for seat in seats)
        return replace(
            self.read, decks=decks, entries=tuple(self.entries), lines=tuple(self.lines)
        )


def _words(cursor: Cursor, what: str) -> Iterator[tuple[int, str]]:
    """The words up to the end of the line or a comment, each with the place where it begins."""
    while cursor.takes(" "):
        cursor.find(_BLANK)
        if cursor.at == len(cursor.text) or cursor.sees(";"):
            return
        yield cursor.at, cursor.match(_WORD, what)
