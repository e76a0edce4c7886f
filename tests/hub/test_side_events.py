"""Events that are made while a hub runs: found, and opened beside the others, or told."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

import psycopg
import pytest

from command_line import duelmat
from duelmat_bench.hub.postgres import Postgres
from duelmat_hub.cli.served_events import ServedEvents
from duelmat_hub.errors import StoreError
from duelmat_hub.running import locked
from duelmat_hub.side_events import (
    EventPlace,
    SideEvents,
    databases_beside,
    events_inside,
    place_of,
)
from duelmat_hub.store import FILE_NAME, open_database, open_file
from duelmat_serving.listen_address import ListenAddress
from duelmat_serving.server_address import ServerAddress
from duelmat_tournament import commands, floor_commands
from duelmat_tournament.names import PlayerId
from duelmat_tournament.roles import Role
from hub.asked_app import Asker, feed_of, follow
from hub.asking import ask, creation

HERE = ServerAddress(ListenAddress("127.0.0.1", 8000), host_names=("127.0.0.1",))


class Hub:
    """A hub that looks for side events whenever it is asked to."""

    def __init__(self, served: ServedEvents, coming: SideEvents) -> None:
        self.served = served
        self.coming = coming
        self.asker = Asker(served.events[0], served.make_app())

    async def look(self) -> list[str]:
        """Look once more, and return the roots of all events."""
        await self.coming.look(self.served.open)
        return [each.event.root for each in self.served.events]


@asynccontextmanager
async def hub_on(place: EventPlace, *others: str) -> AsyncIterator[Hub]:
    """Yield a hub with a first event.

    others: addresses of databases beside which it looks.
    """
    served = ServedEvents(HERE, "en")
    with place.opened() as store:
        async with served:
            first = await served.start("", store)
            if first.hub.event is None:
                await ask(first.hub, creation())
            folders = [] if place.is_database else [Path(place.address)]
            yield Hub(served, SideEvents(folders, others, [place], served.marks))


def make(folder: Path, name: str = "Pods") -> None:
    assert duelmat("event", "new", folder, "--name", name, "--policy", "trump-king").exit_code == 0


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 60))


def test_an_event_that_comes_is_served_beside_the_others(tmp_path: Path) -> None:
    """A player's link opens it, pages that were made before lead there, and feeds go on."""

    async def story() -> None:
        async with hub_on(place_of(tmp_path)) as hub:
            (main,) = hub.served.events
            await ask(main.hub, commands.RegisterPlayer("Ann"))
            ann = hub.asker.new_browser()
            link = await main.people.make_link(Role.PLAYER, "Ann", PlayerId(1))
            assert (await follow(ann, f"/in/{link}")).status_code == 303
            assert (await ann.get("/event/pods/me")).status_code == 404
            assert "/event/pods" not in (await ann.get("/standings")).text
            hub.asker.browsers[None] = hub.asker.new_browser()
            feed = feed_of(hub.asker, None, "/feed/public")
            await anext(feed)
            await asyncio.to_thread(make, tmp_path / "pods")
            assert await hub.look() == ["", "/event/pods"]
            pods = hub.served.events[1]
            await ask(pods.hub, commands.RegisterPlayer("Ann"))
            assert "No. 1" in (await ann.get("/event/pods/me")).text
            for page in ("/me", "/standings"):
                assert 'href="/event/pods' in (await ann.get(page)).text, page
            await ask(main.hub, floor_commands.Announce("Lunch is served."))
            while b"Lunch" not in await asyncio.wait_for(anext(feed), 10):
                pass
            await feed.aclose()
            assert await hub.look() == ["", "/event/pods"]

    run(story)


def garbage(folder: Path) -> None:
    (folder / FILE_NAME).write_text("no database at all, but long enough for one" * 100)


def another_program(folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute("CREATE TABLE entries (title TEXT)")


def later_version(folder: Path) -> None:
    make(folder)
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute("UPDATE duelmat_schema SET version = 99")
        connection.commit()


def changed_log(folder: Path) -> None:
    make(folder)
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute("UPDATE entries SET body = '{}'")
        connection.commit()


def changed_later(folder: Path) -> None:
    make(folder)
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute("INSERT INTO entries SELECT 2, hash, body FROM entries")
        connection.commit()


def copy_of_main(folder: Path) -> None:
    assert duelmat("event", "backup", folder.parent, "--to", folder).exit_code == 0


BROKEN = {
    "garbage": (garbage, "file is not a database"),
    "a database of another program": (another_program, "no such column"),
    "tables of a later version": (later_version, "update it"),
    "a log that was changed": (changed_log, "an entry that cannot be read"),
    "a log that goes on with what does not follow": (changed_later, "does not follow"),
    "a copy of the main event": (copy_of_main, "its event is open already, or this is a copy"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_cannot_be_opened_is_told_once_and_harms_nobody(
    tmp_path: Path, case: str, caplog: pytest.LogCaptureFixture
) -> None:
    """And is opened as soon as it can be: an event that is put there instead."""
    spoil, words = BROKEN[case]

    async def story() -> None:
        async with hub_on(place_of(tmp_path)) as hub:
            (tmp_path / "pods").mkdir()
            await asyncio.to_thread(spoil, tmp_path / "pods")
            for _ in range(4):
                assert await hub.look() == [""]
            told = [each.getMessage() for each in caplog.records if each.levelno > logging.INFO]
            assert [each for each in told if "side_events" in each or "pods" in each] == told
            (line,) = told
            assert line.startswith("the event in pods was not opened: ")
            assert words in line
            assert (await hub.asker.new_browser().get("/")).status_code == 200
            (main,) = hub.served.events
            assert main.day._events == [main.event]
            for each in (tmp_path / "pods").iterdir():
                each.unlink()
            await asyncio.to_thread(make, tmp_path / "pods")
            assert await hub.look() == ["", "/event/pods"]

    with caplog.at_level(logging.WARNING, "duelmat_hub"):
        run(story)


def test_what_holds_no_event_is_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is written there: an event may be made in it at this moment."""
    main = tmp_path / "main"
    for name in ("empty", "no-file", "a-folder", "a-pipe", "no-event"):
        (main / name).mkdir(parents=True)
    (main / "a-file").touch()
    (main / "empty" / FILE_NAME).touch()
    (main / "a-folder" / FILE_NAME).mkdir()
    os.mkfifo(main / "a-pipe" / FILE_NAME)
    open_file(main / "no-event").close()
    (main / "loop").symlink_to(main / "loop")

    async def story() -> None:
        async with hub_on(place_of(main)) as hub:
            for _ in range(3):
                assert await hub.look() == [""]

    with caplog.at_level(logging.WARNING, "duelmat_hub"):
        run(story)
    assert not caplog.records
    assert (main / "empty" / FILE_NAME).stat().st_size == 0
    assert not list((main / "no-file").iterdir())


def test_an_event_that_another_hub_has_is_opened_when_that_one_ends(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    make(tmp_path / "main" / "pods")

    async def story() -> None:
        async with hub_on(place_of(tmp_path / "main")) as hub:
            with locked(tmp_path / "main" / "pods"):
                for _ in range(3):
                    assert await hub.look() == [""]
            assert await hub.look() == ["", "/event/pods"]
        with locked(tmp_path / "main" / "pods"):
            pass

    with caplog.at_level(logging.WARNING, "duelmat_hub"):
        run(story)
    (told,) = caplog.records
    assert "another hub has it open" in told.getMessage()


def test_two_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """In their addresses, and where pages lead to them."""
    for folder in ("b/Pods", "b/pods", "b/Pods!"):
        make(tmp_path / folder)

    async def story() -> None:
        async with hub_on(place_of(tmp_path / "b")) as hub:
            assert await hub.look() == ["", "/event/pods", "/event/pods3", "/event/pods4"]
            page = (await hub.asker.new_browser().get("/")).text
            for name in ("Open 2026", "Pods (pods)", "Pods (pods3)", "Pods (pods4)"):
                assert f"<bdi>{name}</bdi>" in page

    run(story)


def test_the_oldest_event_of_a_folder_comes_first_and_its_copies_not_at_all(
    tmp_path: Path,
) -> None:
    """So that an event that is made later takes nobody's address, whatever it is called."""
    make(tmp_path / "main", "Open")
    assert duelmat("event", "backup", tmp_path / "main", "--to", tmp_path / "a").exit_code == 0
    make(tmp_path / "drafts")

    async def register() -> None:
        async with hub_on(place_of(tmp_path / "main")) as hub:
            await ask(hub.served.events[0].hub, commands.RegisterPlayer("Ann"))

    run(register)
    assert events_inside(tmp_path) == [tmp_path / "main", tmp_path / "drafts"]


def test_databases_beside_the_first_are_found_where_its_address_says_so(
    server: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    """Those whose names begin so, and no others; one without an event waits for it."""
    base = server.new_database()
    name = base.rpartition("/")[2]
    side = [f"{name}_pods", f"{name}-b", f"x{name}"]
    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        for each in side:
            connection.execute(f'CREATE DATABASE "{each}"')
    found = [each.name for each in databases_beside(base)]
    assert sorted(found) == sorted(side[:2])
    with psycopg.connect(server.url(side[1]), autocommit=True) as connection:
        connection.execute("CREATE TABLE entries (title TEXT)")
    new = ("event", "new", "--database", server.url(side[0]), "--name", "Pods")

    async def story() -> None:
        first = EventPlace(base, is_database=True)
        async with hub_on(first, f"{base}*") as hub, hub_on(first, base) as alone:
            for _ in range(3):
                assert await hub.look() == [""]
            made = await asyncio.to_thread(duelmat, *new, "--policy", "trump-king")
            assert f"Pods was made in the database {side[0]}." in made.output
            again = await asyncio.to_thread(duelmat, *new, "--policy", "trump-king")
            assert "which has one" in again.output
            assert await hub.look() == ["", f"/event/{side[0]}"]
            assert await alone.look() == [""]

    with caplog.at_level(logging.WARNING, "duelmat_hub"):
        run(story)
    (told,) = caplog.records
    assert f"the event in {side[1]} was not opened" in told.getMessage()
    with closing(open_database(server.url(side[0]))) as store:
        assert len(store.read_after(0)) == 1


def test_a_server_that_is_not_there_is_told_once_without_a_password(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    url = "postgresql://hub:hunter2@127.0.0.1:1/open*"

    async def story() -> None:
        async with hub_on(place_of(tmp_path), url) as hub:
            for _ in range(3):
                assert await hub.look() == [""]

    with pytest.raises(StoreError):
        databases_beside("mysql://a/b")
    with caplog.at_level(logging.WARNING, "duelmat_hub"):
        run(story)
    (told,) = caplog.records
    assert "hunter2" not in told.getMessage()
