"""Texts from outside: one check for every field of every request, and none of a database's words.

What a database or a terminal stumbles over is refused at the edge, in SQLite and PostgreSQL alike.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import inspect

from duelmat_host.app.access import RenewLink
from duelmat_host.app.enrolling import EnrollRequest
from duelmat_host.app.table_service import Answer, AskUses
from duelmat_host.players.hand_requests import HandRequest
from duelmat_host.table.commands import Command, Ruling
from duelmat_hub.addresses import ADDRESSES
from duelmat_hub.requests import Correction, DeckText, EndLink, NewLink, Submission
from duelmat_tournament.bounds import Bound
from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.names import PlayerId
from duelmat_tournament.roles import Role
from hub.asked_app import asked
from hub.asking import new_request
from hub.stores import OpenStore
from hub.test_addresses import path_of

REQUESTS: list[Any] = [
    *(Answer, AskUses, HandRequest, Command, EnrollRequest, RenewLink, Ruling),
    *(Submission, DeckText, Correction, NewLink, EndLink, *EventCommand.__subclasses__()),
]
UNFIT = ["\0", "\x07", "\x1b[31m", "\x7f", "\x9b", "\u202e", "\u2067", "\ufffe\0"]


def unbounded(
    kind: inspect.Type, path: str = "", within: frozenset[type] = frozenset()
) -> Iterator[str]:
    """The texts of a type whose length nothing limits; `within` are the types around it."""
    match kind:
        case inspect.Metadata(type=inner, extra=extra):
            if not any(isinstance(each, Bound) for each in (extra or {}).values()):
                yield from unbounded(inner, path, within)
        case inspect.StrType(max_length=None, pattern=None):
            yield path
        case inspect.StructType(cls=cls, fields=fields) if cls not in within:
            for field in fields:
                at = f"{path or cls.__name__}.{field.name}"
                yield from unbounded(field.type, at, within | {cls})
        case inspect.UnionType(types=types):
            for each in types:
                yield from unbounded(each, path, within)
        case inspect.ListType(item_type=inner) | inspect.VarTupleType(item_type=inner):
            yield from unbounded(inner, f"{path}[]", within)


@pytest.mark.parametrize("kind", REQUESTS, ids=str)
def test_every_text_of_a_request_is_bounded(kind: Any) -> None:
    """By its length, a pattern, or the bound that is checked before anything is kept."""
    policies = "CreateEvent.policy"  # comes from the command line, by the bounds of its file
    assert [p for p in unbounded(inspect.type_info(kind)) if not p.startswith(policies)] == []


def test_no_request_keeps_a_text_that_is_unfit(open_store: OpenStore) -> None:
    """Refused in words by every address that takes one, before the database sees it."""

    async def story() -> None:
        async with asked(open_store()) as asker:
            hub, people = asker.started.hub, asker.started.people
            before = len(hub.log), len(await people.links())
            for address in ADDRESSES:
                if not address.path.startswith(("/do/", "/links")) or address.method != "POST":
                    continue
                for text in UNFIT if address.path == "/links" else UNFIT[:1]:
                    body: dict[str, Any] = {"role": "judge", "name": f"Jon{text}"}
                    if address.path == "/links/end":
                        body = {"digest": text}
                    if address.path.startswith("/do/"):
                        command = {"do": address.path.rpartition("/")[2], "text": f"x{text}"}
                        body = {"request": new_request(), "command": command}
                    browser = asker.browsers[next(iter(address.roles or (None,)))]
                    answer = await browser.post(path_of(address), json=body)
                    assert answer.status_code == 422, (address.path, answer.text)
                    if address.path != "/links/end":
                        assert "control characters" in answer.json()["message"]
            assert (len(hub.log), len(await people.links())) == before

    asyncio.run(story())


def test_names_are_kept_in_their_composed_form(open_store: OpenStore) -> None:
    """A name that was typed with an accent of its own is the same name."""

    async def story() -> None:
        async with asked(open_store()) as asker:
            command = {"do": "register-player", "name": "Jose\u0301"}
            answer = await asker.browsers[Role.ORGANISER].post(
                "/do/register-player", json={"request": new_request(), "command": command}
            )
            assert answer.status_code == 200, answer.text
            event = asker.started.hub.event
            assert event is not None
            assert event.players[PlayerId(9)].name == "Jos\u00e9"
            link = {"role": "judge", "name": "Rene\u0301"}
            assert (await asker.browsers[Role.ORGANISER].post("/links", json=link)).is_success
            assert "Ren\u00e9" in [each.name for each in await asker.started.people.links()]
            link["name"] = " \u200b"
            refused = await asker.browsers[Role.ORGANISER].post("/links", json=link)
            assert refused.status_code == 409
            assert "Name: expected 1 to 200 characters" in refused.json()["message"]

    asyncio.run(story())


def test_a_database_that_fails_is_told_without_its_words(
    open_store: OpenStore, caplog: pytest.LogCaptureFixture
) -> None:
    """They name its address, tables and rows: they are for the log."""

    async def story() -> list[str]:
        store = open_store()
        async with asked(store) as asker:
            organiser = asker.browsers[Role.ORGANISER]
            assert (await organiser.get("/desk")).is_success  # known for a minute
            with store._engine.begin() as connection:
                for table in ("sessions", "requests", "decks", "duelmat_schema"):
                    connection.exec_driver_sql(f"DROP TABLE {table}")
            command = {"do": "register-player", "name": "Ana"}
            body = {"request": new_request(), "command": command}
            secret = await asker.started.people.make_link(Role.JUDGE, "Jon")
            answers = [
                await organiser.post("/do/register-player", json=body),
                await organiser.get(f"/in/{secret}", headers={"accept": "text/html"}),
                await organiser.get("/event-with-decks.json"),
                await asker.new_browser().get("/healthz"),
                await asker.new_browser().get("/", headers={"accept": "text/html"}),
            ]
            assert [each.status_code for each in answers] == [503, 503, 503, 503, 200]
            return [each.text for each in answers]

    for text in asyncio.run(story()):
        assert "could not be kept" in text
        for word in ("no such table", "relation", "INSERT", "SELECT", "psycopg", "sqlalche.me"):
            assert word not in text
    assert "sessions" in caplog.text
    assert "SELECT" not in caplog.text
