"""Reports: what everybody may know of a duel, as a table sends it to the hub of its event.

A stream is one duel at one table. Its reports are numbered from 1 without a gap; each has the
parts of the public view that a step of the duel has changed. A report that comes again changes
nothing, one that comes too early is refused with the number that is expected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType, convert

from duelmat_venue.lives import UNHEARD, Life
from duelmat_venue.rulings import Answer
from duelmat_venue.sealed import MOST_KEYS, SealedKey, SealedPart
from duelmat_venue.texts import Said, Sentence

LONGEST_BATCH: Final = 100
"""The most reports in one request: an hour of a duel is about three of them."""
BATCH_LIMIT_BYTES: Final = 1_000_000
"""The largest request: a report with every zone and pile in it has about 20,000 bytes."""
LOG: Final = "log"
"""The part of a view that grows: of it a report has the lines that are new."""

LOG_LINES: Final = 60
"""The lines of the log in a view."""

StreamId = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
"""128 bits of chance, in hex, drawn when a table begins or takes up a duel."""
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
MOST_TEXT: Final = 120
"""Characters of a version, or of the zones of fifteen readers."""
MatText = Annotated[str, Meta(max_length=MOST_TEXT)]
MOST_ANSWERS: Final = 8
"""A table has one ruling at a time; more may be left from matches before."""
View = Mapping[str, Any]
"""A public view as JSON: its parts by name (docs/pages.md)."""


class Report(Struct, frozen=True):
    """A step of a duel, as far as everybody may know it."""

    n: Number
    """Its number in the stream, from 1."""
    took_ms: Count
    """The time since the report before, by the table's steady clock."""
    changes: dict[str, Any]
    """The parts of the public view that have changed; of the log the lines that are new."""


class MatState(Struct, frozen=True, omit_defaults=True):
    """The state of a table's mat, for the desk."""

    mat: MatText = ""
    """The beginning of the mat's digest."""
    version: MatText = ""
    """The version of the table's program."""
    link: MatText = ""
    """The state of the connection to the board: `up`, `weak`, `down` or `wrong`."""
    firmware: MatText = ""
    """The version of the board's firmware; empty: it has not answered yet."""
    faults: MatText = ""
    """The zones whose readers do not work; empty: none."""
    trouble: Said = ""
    """What is wrong with it, as a sentence; empty: nothing."""
    minor: Count = 0
    """The minor version in which the table's program speaks (versions.py)."""
    answers: Annotated[tuple[Answer, ...], Meta(max_length=MOST_ANSWERS)] = ()
    """The table's answers to rulings from afar."""


class Batch(Struct, frozen=True):
    """Reports of one stream, in order; none: a sign of life."""

    stream: StreamId
    round: Annotated[int, Meta(ge=0, le=1_000)]
    """The round of the match that is played; 0: no match of the event."""
    duel: Number
    """The number of the duel in the match, from 1."""
    now_ms: Annotated[int, Meta(ge=0, le=10**14)]
    """The table's clock when it was sent, in milliseconds of UTC."""
    reports: Annotated[tuple[Report, ...], Meta(max_length=LONGEST_BATCH)] = ()
    state: MatState = MatState()
    sealed: Annotated[tuple[SealedPart, ...], Meta(max_length=LONGEST_BATCH)] = ()
    """The parts of the sealed journal that belong to the reports."""
    keys: Annotated[tuple[SealedKey, ...], Meta(max_length=MOST_KEYS)] = ()
    """The key of the parts, for tables that the hub has no key for yet."""
    retold: Count = 0
    """The newest report of what was played at another table: nothing follows from those."""


class Ack(Struct, frozen=True):
    """The hub's answer, given after the commit."""

    stream: StreamId
    n: Count
    """The number of the newest report that is kept; the next one is expected."""
    notes: tuple[Said, ...] = ()
    """Sentences for the people at the table: what the event did not take, and what to do."""
    now_ms: int = 0
    """The hub's clock, in milliseconds of UTC; 0: an older hub does not say."""
    life: Life = UNHEARD
    """The life of the event that keeps them."""


Seat = Annotated[str, Meta(pattern="^[a-d]?$")]
"""A seat's letter; empty: nobody, or everybody."""


class DecisionPart(Struct, frozen=True):
    """The decision that a duel waits for."""

    seat: Seat
    text: Said


class RulePart(Struct, frozen=True):
    """A rule with its statement."""

    id: Sentence
    statement: Said


class MessagePart(Struct, frozen=True):
    """The table's message to everybody."""

    kind: Sentence
    text: Said
    rules: list[RulePart] = []
    """The rules that a refusal rests on."""
    remedy: list[Said] = []
    """The remedies: what would be allowed, a sentence each."""


class LinePart(Struct, frozen=True):
    """A line of the log."""

    n: Count
    text: Said
    turn: Count = 0


class PhasePart(Struct, frozen=True):
    """A phase of a turn."""

    name: Sentence
    title: Said


class OutcomePart(Struct, frozen=True):
    """The end of a duel."""

    winner: Seat | None
    text: Said


class CallPart(Struct, frozen=True):
    """A judge call at a mat."""

    by: Seat
    text: Said


class ScorePart(Struct, frozen=True):
    """The duels of a match that are over."""

    wins: dict[Seat, Count]
    draws: Count


class ResultPart(ScorePart, frozen=True):
    """The result of a match that a mat has counted."""

    confirmed: tuple[Seat, ...]
    """The seats whose players have confirmed it."""
    is_double_loss: bool = False
    """Whether both players lose the match."""


class ReadParts(Struct, frozen=True):
    """The parts of a public view that a hub reads; it passes all others on as they are."""

    life: dict[Seat, int] | UnsetType = UNSET
    turn: Count | UnsetType = UNSET
    turn_seat: Seat | UnsetType = UNSET
    phase: Sentence | UnsetType = UNSET
    phases: list[PhasePart] | UnsetType = UNSET
    status: Sentence | UnsetType = UNSET
    decision: DecisionPart | UnsetType | None = UNSET
    message: MessagePart | UnsetType | None = UNSET
    log: list[LinePart] | UnsetType = UNSET
    outcome: OutcomePart | UnsetType | None = UNSET
    score: ScorePart | UnsetType = UNSET
    judge: CallPart | UnsetType | None = UNSET
    result: ResultPart | UnsetType | None = UNSET
    ruled: list[Count] | UnsetType = UNSET
    """The numbers of the event's rulings that were carried out in this duel."""


def read_parts(view: View) -> ReadParts:
    """Return the parts that a hub reads of a view or of a report's changes.

    Raises msgspec.ValidationError for parts of another shape.
    """
    return convert(view, ReadParts)


def changes_between(before: View, after: View) -> dict[str, Any]:
    """Return what `applied` needs to make the later of two views out of the earlier."""
    changes = {
        name: part for name, part in after.items() if name not in before or before[name] != part
    }
    if LOG in changes and LOG in before:
        known, lines = before[LOG], changes[LOG]
        fresh = [line for line in lines if line not in known]
        if _joined(known, fresh, len(lines)) == lines:
            changes[LOG] = fresh
    return changes


def applied(before: View, changes: View) -> dict[str, Any]:
    """Return the view after a report's changes."""
    after = {**before, **changes}
    if LOG in changes and LOG in before:
        after[LOG] = _joined(before[LOG], changes[LOG], LOG_LINES)
    return after


def _joined(known: list[Any], fresh: list[Any], most: int) -> list[Any]:
    """Return the last lines of the log with the new ones, which replace those of their numbers."""
    first = fresh[0]["n"] if fresh else None
    kept = known if first is None else [line for line in known if line["n"] < first]
    return [*kept, *fresh][-most:]
