"""Handlers for the programs of tables: reports are kept, and the wanted state is answered."""

from __future__ import annotations

import asyncio
import re
from hashlib import sha256
from typing import Final

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from duelmat_hub.hub import Hub
from duelmat_hub.moving import check_move, reported
from duelmat_hub.people import Person
from duelmat_hub.report_store import Received
from duelmat_hub.reporting import Reporting
from duelmat_hub.requests import Moving
from duelmat_hub.sealed_journals import SealedJournals
from duelmat_hub.table_commands import commands_of, ruling_commands_of
from duelmat_hub.wanted import wanted_of, with_recipients
from duelmat_message import say, words_of
from duelmat_serving.bodies import convert_body, decode_body, read_body
from duelmat_tournament.deciding.decide import check_command
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.floor_commands import MoveMatch
from duelmat_tournament.roles import Actor
from duelmat_venue.reports import BATCH_LIMIT_BYTES, Ack, Batch, ReadParts
from duelmat_venue.sealed import KEY_HEADER, SealedStream
from duelmat_venue.shown_parts import ShownParts
from duelmat_venue.texts import text_form
from duelmat_venue.versions import HEADER, OURS, disagreement
from duelmat_venue.wanted import WAIT_S, Wanted

EXAMPLE: Final = (
    '{"stream": "<32 hex>", "round": 1, "duel": 1, "now_ms": 1790000000000, "reports": []}'
)
CHANGES: Final = '{"life": {"a": 7200, "b": 8000}, "phase": "main1"}'
_PUBLIC_KEY: Final = re.compile("[0-9a-f]{64}")
NOT_MODIFIED: Final = 304
_CLOCK_APART_MS: Final = 120_000
"""A clock that is so far from the hub's ends a round at another moment than the hall."""


class TableHandlers:
    """The handlers of requests from the programs of an event's tables."""

    def __init__(
        self, hub: Hub, reporting: Reporting, sealed: SealedJournals, *, wait_s: float = WAIT_S
    ) -> None:
        self._hub = hub
        self._reporting = reporting
        self._sealed = sealed
        self._wait_s = wait_s
        self._changed = asyncio.Event()
        self._is_closed = False

    def change(self) -> None:
        """Let every waiting table look whether something else is wanted of it."""
        self._changed.set()
        self._changed = asyncio.Event()

    def close(self) -> None:
        """Answer every waiting table."""
        self._is_closed = True
        self._changed.set()

    async def reports(self, request: Request, person: Person) -> Response:
        """Keep a batch of reports, do what follows from them, and acknowledge it.

        Whatever follows has an id of its own: it is done once, however often the batch comes.

        Raises: WebError, StoreError.
        """
        _check_version(request)
        body = await read_body(request, BATCH_LIMIT_BYTES)
        batch = decode_body(body, Batch, EXAMPLE, has_lines=True, by_program=True)
        for report in batch.reports:
            convert_body(report.changes, ReadParts, CHANGES)
            convert_body(report.changes, ShownParts, CHANGES)
        now_ms = self._hub.clock_ms()
        table = person.actor.table
        n = await self._reporting.take(Received(table, person.link, now_ms, batch))
        notes: list[str] = []
        if abs(batch.now_ms - now_ms) > _CLOCK_APART_MS:
            notes.append(
                say(
                    "The clock of this table differs from the event's by {minutes} minutes: set "
                    "it, or time is called here at another moment than in the hall.",
                    minutes=round(abs(batch.now_ms - now_ms) / 60_000),
                )
            )
        now = self._reporting.table(table)
        if now is not None and now.stream != batch.stream:
            notes.append(
                say(
                    "Another program has begun to report for table {table}: what this one reports "
                    "is kept and shown nowhere. End one of the two.",
                    table=table,
                )
            )
        else:
            notes += await self._follow(batch, n, person)
        texts = tuple(map(text_form, notes))
        return _json(Ack(batch.stream, n, texts, now_ms, self._hub.life))

    async def _follow(self, batch: Batch, n: int, person: Person) -> list[str]:
        """Ask for what follows from reports, and return why some of it was refused."""
        refusals = []
        event = self._hub.event
        if batch.round and (event is None or len(event.rounds) < batch.round):
            await self._hub.refresh()  # the table has heard of its match from another process
        if event := self._hub.event:
            table = person.actor.table
            for command, request in (
                *commands_of(event, batch, n, table),
                *ruling_commands_of(event, batch, n, table),
            ):
                try:
                    await self._hub.submit(command, person.actor, request)
                except RefusedError as refused:
                    refusals.append(words_of(refused))
        return refusals

    async def wanted(self, request: Request, person: Person) -> Response:
        """Answer with what is wanted of a table, at once if it knows something else."""
        _check_version(request)
        known = request.headers.get("if-none-match", "")
        key = request.headers.get(KEY_HEADER, "")
        if _PUBLIC_KEY.fullmatch(key):
            await self._sealed.learn(person.actor.table, person.link, key)
        deadline_s = asyncio.get_running_loop().time() + self._wait_s
        while True:
            changed, event = self._changed, self._hub.event
            if event is not None:
                wanted = replace(wanted_of(event, person.actor.table), life=self._hub.life)
                wanted = with_recipients(wanted, event, self._sealed.keys)
                tag = _tag(wanted)
                if tag != known:
                    return _json(wanted, {"etag": tag})
            left_s = deadline_s - asyncio.get_running_loop().time()
            if self._is_closed or left_s <= 0:
                return Response(status_code=NOT_MODIFIED)
            try:
                async with asyncio.timeout(left_s):
                    await changed.wait()
            except TimeoutError:
                return Response(status_code=NOT_MODIFIED)

    async def move_of(self, wanted: Moving, by: Actor) -> MoveMatch:
        """Return the command by which a match is moved, from what its table has reported.

        Raises: RefusedError if something speaks against it and nobody is sure, StoreError.
        """
        await self._hub.refresh()
        await self._reporting.refresh()
        event = self._hub.event
        if event is None:
            raise RefusedError(say("There is no event yet."))
        stream, n = reported(event, self._reporting, wanted)
        command = MoveMatch(wanted.round, wanted.table, wanted.to, stream, n)
        check_command(event, command, by, self._hub.clock_ms())
        if not wanted.sure:
            await check_move(self._reporting, self._sealed, command)
        return command

    async def sealed(self, request: Request, person: Person) -> Response:
        """Answer a table with the next parts of the match that it takes over.

        Raises: RefusedError, WebError, StoreError.
        """
        table = person.actor.table
        await self._hub.refresh()
        held = self._hub.event and self._hub.event.round
        move = held.move_to(table) if held and table in held.matches else None
        if move is None:
            raise RefusedError(say("No match was moved to table {table}.", table=table))
        after = request.query_params.get("after", "0")
        if not (after.isascii() and after.isdigit() and len(after) <= 7):
            raise RefusedError(
                say("Expected the number of a report, got {text!r}.", text=after[:40])
            )
        return _json(await self._sealed.parts(table, move.stream, int(after), move.n))


def _check_version(request: Request) -> None:
    """Raise RefusedError for a table that speaks another version."""
    why = disagreement(request.headers.get(HEADER))
    if why:
        raise RefusedError(why)


def _tag(wanted: Wanted) -> str:
    """Return the tag of a wanted state: of two with the same content, whatever their versions."""
    content = msgspec.json.encode(replace(wanted, version=0))
    return f'"{sha256(content).hexdigest()[:32]}"'


def _json(value: Ack | Wanted | SealedStream, headers: dict[str, str] | None = None) -> Response:
    return Response(
        msgspec.json.encode(value),
        media_type="application/json",
        headers={HEADER: OURS, **(headers or {})},
    )
