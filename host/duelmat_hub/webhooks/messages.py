"""Messages of webhooks: what everybody may know of an event, as JSON or as a text."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from duelmat_hub.webhooks.file import Form, Subject, Webhook
from duelmat_tournament import entries as log
from duelmat_tournament.entries import Entry
from duelmat_tournament.event import Event, Match, Round, Step
from duelmat_tournament.fold import apply
from duelmat_tournament.names import PlayerId, RoundNumber
from duelmat_tournament.results import describe
from duelmat_tournament.tiebreaks import Measure

VERSION: Final = 1
"""The version of the JSON: fields may be added to it, none is changed."""
_LONGEST: Final = 1_900
"""Signs of a text: Discord takes 2,000."""
_ENCODER: Final = msgspec.json.Encoder()
_MARKUP: Final = re.compile(r"([\\*_~`|>#\[\]()<@:-])")
"""Signs that Discord reads as markup, or as a mention."""


class Message(Struct, frozen=True):
    """One message to every receiver that wants its subject."""

    id: str
    """The same whenever it is sent again."""
    entry: int
    """The entry that it tells of."""
    part: int
    """Its place among the messages of that entry, from 0."""
    at_ms: int
    """The moment of the entry."""
    subject: Subject
    facts: Mapping[str, Any]
    """As in docs/webhooks.md."""
    lines: tuple[str, ...]
    """The same in words, the title first."""

    @property
    def place(self) -> tuple[int, int]:
        return self.entry, self.part


def messages_of(before: Event | None, added: Sequence[Entry], mark: str) -> Iterator[Message]:
    """Yield what new entries publish: the same whenever, and in how many steps, they are told.

    A result of a table that spectators are shown later comes when its round is closed.

    before: the event before them.
    mark: what tells this event from others.
    """
    event = before
    for entry in added:
        event = apply(event, entry)
        yield from messages_after(event, entry, mark)


def messages_after(event: Event, entry: Entry, mark: str) -> Iterator[Message]:
    """Yield what an entry publishes that has made this event."""
    for part, (subject, key, facts, lines) in enumerate(_published(event, entry)):
        # its moment, too: an event that goes on from a copy has other entries of the same numbers
        number = f"{mark}-{entry.number}-{entry.at_ms}-{subject.value}{key}"
        head = {
            "version": VERSION,
            "id": number,
            "kind": subject.value,
            "event": event.name,
            "entry": entry.number,
            "at_ms": entry.at_ms,
        }
        yield Message(number, entry.number, part, entry.at_ms, subject, head | facts, lines)


_Published = tuple[Subject, str, dict[str, Any], tuple[str, ...]]


def _published(event: Event, entry: Entry) -> Iterator[_Published]:
    held = event.find_round(getattr(entry.what, "round", RoundNumber(0)))
    if held is None:  # of no round, or of one that was thrown away
        return
    number = held.number
    match entry.what:
        case log.RoundPublished():
            yield _pairings(event, held)
        case (
            log.ResultSettled(round=number, table=table)
            | log.ResultReopened(round=number, table=table)
        ):
            if not event.delay_s(table):
                yield from _result(event, number, event.find_match(number, table))
        case log.ResultCorrected(table=table):
            yield from _result(event, number, event.find_match(number, table))
            closed = [each for each in event.rounds if each.step is Step.CLOSED and each.standings]
            if closed and not held.is_cut:
                yield _standings(event, closed[-1])
        case log.RoundClosed():
            for match in held.matches.values():
                if event.delay_s(match.table):
                    yield from _result(event, number, match)
            if held.standings:
                yield _standings(event, held)


def _player(event: Event, player: PlayerId) -> dict[str, Any]:
    return {"number": player, "name": event.name_of(player)}


def _where(held: Round) -> dict[str, Any]:
    return {"round": held.number, "is_cut": held.is_cut}


def _title(held: Round) -> str:
    return f"round {held.number}" + (" (cut)" if held.is_cut else "")


def _pairings(event: Event, held: Round) -> _Published:
    facts = {
        **_where(held),
        "checkpoint": held.checkpoint,
        "tables": [
            {
                "table": match.table,
                "first": _player(event, match.first),
                "second": _player(event, match.second),
            }
            for match in held.matches.values()
        ],
        "byes": [_player(event, each.player) for each in held.byes],
    }
    lines = [f"{event.name}: pairings of {_title(held)}"]
    for match in held.matches.values():
        first, second = event.name_of(match.first), event.name_of(match.second)
        lines.append(f"{match.table}: {first} – {second}")
    lines += [f"bye: {event.name_of(each.player)}" for each in held.byes]
    return Subject.PAIRINGS, "", facts, tuple(lines)


def _result(event: Event, number: RoundNumber, match: Match | None) -> Iterator[_Published]:
    if match is None:
        return
    held = event.rounds[number - 1]
    names = event.name_of(match.first), event.name_of(match.second)
    words = "is played again" if match.result is None else str(describe(match.result, *names))
    facts = {
        **_where(held),
        "table": match.table,
        "first": _player(event, match.first),
        "second": _player(event, match.second),
        "result": match.result,
        "words": words,
        "corrected": match.corrected,
    }
    line = f"{event.name}: {_title(held)}, table {match.table}: {words}"
    yield Subject.RESULTS, f"-{match.table}", facts, (line,)


def _standings(event: Event, held: Round) -> _Published:
    rows = [
        {
            "rank": row.rank,
            "player": _player(event, row.player),
            "points": row.points,
            "won": row.won,
            "drawn": row.drawn,
            "lost": row.lost,
            "byes": row.byes,
            "tie_breaks": [
                {"name": each.measure.value, "text": str(each.text)}
                for each in row.tie_breaks
                if each.measure is not Measure.DRAWN
            ],
        }
        for row in held.standings
    ]
    lines = [f"{event.name}: standings after {_title(held)}"]
    lines += [
        f"{row.rank}. {event.name_of(row.player)}, {row.points} points" for row in held.standings
    ]
    return Subject.STANDINGS, "", {**_where(held), "rows": rows}, tuple(lines)


def body_of(message: Message, form: Form) -> bytes:
    """Return the body that is sent."""
    if form is Form.JSON:
        return _ENCODER.encode(message.facts)
    text = _text(message.lines)
    return _ENCODER.encode({"content": text, "allowed_mentions": {"parse": []}})


def _text(lines: Sequence[str]) -> str:
    """Return lines as a text that Discord takes, the last ones counted if they are too many."""
    shown = [_MARKUP.sub(r"\\\1", each) for each in lines]
    shown[0] = f"**{shown[0]}**"
    length = 0
    for at, line in enumerate(shown):
        length += len(line) + 1
        if length > _LONGEST:
            return "\n".join([*shown[:at], f"… and {len(shown) - at} more"])
    return "\n".join(shown)


def headers_of(message: Message, hook: Webhook, body: bytes, now_s: int) -> dict[str, str]:
    """Return the headers of a message, with the signature of Standard Webhooks."""
    headers = {"content-type": "application/json", "user-agent": "Duelmat"}
    if hook.form is Form.JSON:
        signed = f"{message.id}.{now_s}.".encode() + body
        mac = base64.b64encode(hmac.digest(hook.key, signed, hashlib.sha256)).decode()
        headers |= {
            "webhook-id": message.id,
            "webhook-timestamp": str(now_s),
            "webhook-signature": f"v1,{mac}",
        }
    return headers
