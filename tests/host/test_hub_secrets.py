"""A hub has nothing that tells hidden cards apart: sent, kept, logged or shown to anybody.

Pairs of duels that are equal in public are reported to two hubs, which are compared in all of it.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from direct_mat import DECK, MAT, SEATS, MemoryJournal
from duelmat_engine import CardKey
from duelmat_host.app.journal_fold import begin_journal
from duelmat_host.journal.journal import Journal
from duelmat_host.table.entries import RulingSent
from duelmat_host.table.entry_form import to_data
from duelmat_host.table.live import LiveTable
from duelmat_host.uplink.hub_client import HubClient
from duelmat_host.uplink.outbox import Duel
from duelmat_host.uplink.report_maker import ReportMaker
from duelmat_host.uplink.stream_file import StreamState
from duelmat_host.uplink.table_key import TableKey
from duelmat_hub import tables
from duelmat_hub.store import FILE_NAME
from duelmat_tournament import floor_commands
from duelmat_tournament.names import RoundNumber, TableNumber
from duelmat_tournament.roles import Role
from duelmat_venue.sealed import Recipient
from examples import seeds
from host.journals import played_table
from host.paired_duels import MOST_STEPS, Comparison
from hub import asking
from hub.asked_app import HOST, Asker, asked, feed_of
from venue.reported import start_of
from venue.test_side_decking import Between
from venue.uplinked import until

OK = 200
NOW_MS = 1_790_000_000_000
BATCHES = ((0, 1), *((first, 20) for first in range(1, 1001, 20)))
"""The first pair of a test, and how many it reports to one pair of hubs."""
CHANCE = {
    "links": ("digest", "expires_ms"),
    "sessions": ("digest", "link", "expires_ms"),
    "streams": ("link",),
    "reports": ("received_ms",),
    "running_time": ("ms",),
    "table_keys": ("link",),
}
"""The columns that are drawn by chance, or are moments of this computer's clocks."""
PAGES = {
    None: ("/", "/hall", "/pairings", "/standings", "/watch/1", "/overlay/1", "/stage"),
    Role.ORGANISER: ("/desk", "/slips", "/event.json", "/event-with-decks.json"),
    Role.HEAD_JUDGE: ("/floor", "/floor/table/1", "/scores"),
    Role.JUDGE: ("/floor", "/floor/table/1", "/floor/past/1/1/0", "/floor/seen/1"),
    Role.SCOREKEEPER: ("/scores",),
    Role.PLAYER: ("/me",),
    Role.TABLE: ("/table/wanted", "/table/sleeves", "/sleeves/owners"),
    Role.CHECK_IN: ("/sleeves/owners",),
}
FEEDS = {
    None: ("public", "watch?table=1", "overlay?table=1", "stage"),
    Role.ORGANISER: ("desk",),
    Role.JUDGE: ("floor", "floor?table=1"),
    Role.SCOREKEEPER: ("scores",),
    Role.PLAYER: ("me",),
}
VERSIONS = re.compile(rb'"version":[0-9]+|^id: .*$', re.MULTILINE)
"""The numbers of a feed's changes count on from the clock of the process."""
SPARE = TableNumber(9)
TOPICS = ("floor", "calls", "computers", "mats", "mat-1", "table-1", "me-1", "me-2", "watch-1")


@dataclass
class Known:
    """Everything that a hub, and whoever asks it, has of some duels."""

    sent: list[Any] = field(default_factory=list)
    """The requests of the table, with the sizes of what is sealed in their place."""
    shown: list[str] = field(default_factory=list)
    streamed: list[bytes] = field(default_factory=list)
    """The beginnings of feeds."""
    sizes: list[int] = field(default_factory=list)
    """The sizes of what a spare table is given, which it alone can open."""
    rows: dict[str, list[str]] = field(default_factory=dict)
    """The rows of the database, without what is random; of what is sealed the sizes."""
    logged: list[str] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    """The requests and the files of the database, byte by byte."""

    def keep(self, folder: Path) -> None:
        """Keep what a hub's folder has now."""
        self.rows = rows_of(folder)
        self.raw += [each.read_bytes() for each in folder.glob(f"{FILE_NAME}*")]


class Captured(httpx.ASGITransport):
    """The way from a table to its hub, with whoever listens to it."""

    def __init__(self, app: Any, known: Known) -> None:
        super().__init__(app=app)
        self._known = known

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = await request.aread()
        headers = {k: v for k, v in request.headers.items() if k != "authorization"}
        self._known.raw.append(body)
        self._known.sent.append((str(request.url), headers, len(body), without_sealed(body)))
        return await super().handle_async_request(request)


def without_sealed(body: bytes) -> Any:
    """Return a batch with the sizes of what is sealed in the place of it."""
    batch = msgspec.json.decode(body)
    for each in (*batch["sealed"], *batch["keys"]):
        each["body"] = len(base64.b64decode(each["body"]))
    return batch


def rows_of(folder: Path) -> dict[str, list[str]]:
    """Return what a database has, without what is random; of what is sealed the sizes."""
    found = {}
    with sqlite3.connect(folder / FILE_NAME) as database:
        for name in tables.metadata.tables:
            rows = database.execute(f"SELECT * FROM {name}")
            columns = [each[0] for each in rows.description]
            hidden = CHANCE.get(name, ())
            found[name] = sorted(
                repr(
                    [
                        _told(value)
                        for column, value in zip(columns, row, strict=True)
                        if column not in hidden
                    ]
                )
                for row in rows
            )
    return found


def _told(value: Any) -> Any:
    return len(value) if isinstance(value, bytes) else value


@contextmanager
def listening(known: Known) -> Iterator[None]:
    """Keep everything that a hub and an uplink log at debug level."""
    handler = logging.Handler()
    handler.emit = lambda record: known.logged.append(record.getMessage())  # type: ignore[method-assign]  # all that is needed
    loggers = [logging.getLogger(name) for name in ("duelmat_hub", "duelmat_host.uplink")]
    for each in loggers:
        each.addHandler(handler)
        each.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        for each in loggers:
            each.removeHandler(handler)
            each.setLevel(logging.NOTSET)


@pytest.fixture
def keys(tmp_path: Path) -> tuple[Recipient, ...]:
    """Two spare tables that a journal is sealed for."""
    found = []
    for number in (5, 6):
        folder = tmp_path / f"spare-{number}"
        folder.mkdir()
        found.append(Recipient(number, TableKey.of(folder).public))
    return tuple(found)


async def show(asker: Asker, known: Known) -> None:
    """Read every page and topic in every role."""
    for role, paths in PAGES.items():
        for path in paths:
            answer = await asker.browsers[role].get(path)
            assert answer.status_code == OK, (path, answer.text)
            known.shown.append(answer.text)
    for topic in TOPICS:
        known.shown.append(asker.started.pages.topic(topic))
    for role, feeds in FEEDS.items():
        for path in feeds:
            known.streamed.append(await streamed(asker, role, f"/feed/{path}"))


async def streamed(asker: Asker, role: Role | None, path: str) -> bytes:
    """Return what a feed says to somebody who begins to follow it, without its own numbers."""
    async with aclosing(feed_of(asker, role, path)) as feed:
        return VERSIONS.sub(b"", await anext(feed))


async def moved(asker: Asker, known: Known) -> None:
    """Have the match go to a spare table, and keep what is wanted of both."""
    now = asker.started.reporting.table(1)
    assert now is not None
    move = floor_commands.MoveMatch(RoundNumber(1), TableNumber(1), SPARE, now.stream, now.n)
    await asking.ask(asker.started.hub, move)
    secret = await asker.started.people.make_link(Role.TABLE, "Table 9", table=SPARE)
    await until(lambda: SPARE in asker.started.reporting.tables)  # a hub looks twice a second
    spare = asker.new_browser()
    spare.headers["authorization"] = f"Bearer {secret}"
    for table in (asker.browsers[Role.TABLE], spare):
        known.shown.append((await table.get("/table/wanted")).text)
    assert f'"takes_over":{{"table":1,"stream":"{now.stream}"' in known.shown[-1]
    sealed = await spare.get("/table/sealed")
    assert sealed.status_code == OK
    known.sizes.append(len(sealed.content))
    for role, path in ((Role.ORGANISER, "/desk"), (Role.JUDGE, f"/floor/table/{SPARE}")):
        known.shown.append((await asker.browsers[role].get(path)).text)


async def reported(folder: Path, written: Sequence[Path], keys: tuple[Recipient, ...]) -> Known:
    """Report duels to a new hub as a table does, and return what is known of them there.

    written: the journals of the duels.
    """
    known = Known()
    asking._numbers = count()  # the same requests at every hub
    with listening(known):
        async with asked(folder, wall_ms=lambda: NOW_MS, clock_ms=lambda: 0) as asker:
            secret = asker.browsers[Role.TABLE].headers["authorization"].removeprefix("Bearer ")
            client = HubClient(f"{HOST}/in/{secret}", transport=Captured(asker.app, known))
            for number, path in enumerate(written, start=1):
                with Journal.open(path) as journal:
                    await report(client, journal, number, keys)
                await show(asker, known)
            await moved(asker, known)
            await client.close()
            known.keep(folder)
    return known


async def report(
    client: HubClient, journal: Journal, number: int, keys: tuple[Recipient, ...]
) -> None:
    """Report all of a duel."""
    stream = StreamState(f"{number:032x}", journal.path.name, 1, number, "7" * 64)
    duel = Duel(journal, partial(ReportMaker, start_of(journal)), stream)
    while duel.is_behind:
        duel.make_one()
    while duel.waiting:
        batch = duel.batch(keys)
        acknowledged = await client.report(batch)
        duel.acknowledge(acknowledged.n, batch.keys)


def journals(folder: Path, played: Iterable[LiveTable]) -> list[Path]:
    """Write the journals of duels into a folder for a hub."""
    folder.mkdir()
    made = []
    for number, table in enumerate(played, start=1):
        made.append(folder / f"duel-{number:04}.jsonl")
        assert isinstance(table.journal, MemoryJournal)
        with Journal.open(made[-1]) as journal:
            begin_journal(journal, table.state.setup, MAT, 1)
            journal.append_all(table.journal.entries)
    return made


def check_alike(here: list[Path], there: list[Path], keys: tuple[Recipient, ...]) -> Known:
    """Check that everything is equal which comes of two lists of journals, and return it."""
    one = asyncio.run(reported(here[0].parent, here, keys))
    other = asyncio.run(reported(there[0].parent, there, keys))
    assert one.sent == other.sent
    assert one.rows == other.rows
    assert one.shown == other.shown
    assert one.streamed == other.streamed
    assert one.sizes == other.sizes
    assert one.logged == other.logged
    return one


def compared(first: int, pairs: int) -> list[Comparison]:
    """Play pairs of duels until the difference shows."""
    made = []
    for seed in range(first, first + pairs):
        chance = Random(seed)
        made.append(Comparison.of(chance, seed))
        while made[-1].alike < MOST_STEPS and made[-1].play(chance):
            pass
    return made


@pytest.mark.usefixtures("ideal_commitments")
@pytest.mark.parametrize(("first", "pairs"), seeds(BATCHES))
def test_a_hub_and_whoever_asks_it_tell_no_hidden_cards_apart(
    tmp_path: Path, keys: tuple[Recipient, ...], first: int, pairs: int
) -> None:
    """The table's requests, the rows of the database, the log and the pages of every role."""
    made = compared(first, pairs)
    here = journals(tmp_path / "here", [each.here.table for each in made])
    there = journals(tmp_path / "there", [each.there.table for each in made])
    known = check_alike(here, there, keys)
    assert len(known.rows["sealed_parts"]) == len(known.rows["reports"]) > 3


def sided(folder: Path, *ticks: list[tuple[list[int], list[int]]]) -> list[Path]:
    """Write the journals of a match in which both have exchanged cards, and the next duel begins.

    ticks: of each player the cards that go out and come in, after each tick.
    """
    folder.mkdir()
    at = Between(folder)
    for seat, mine in zip(SEATS, ticks, strict=True):
        for out, into in mine:
            at.side(seat, out=out, into=into)
        at.side(seat, out=out, into=into, done=True)
    ruled = to_data(RulingSent(1, "Jon"))
    at.journal.append(*ruled)  # what follows in public has room for what was chosen
    at.journal.close()
    with Journal.open(folder / "duel-0002.jsonl") as following:
        begin_journal(following, at.table.state.next_setup(), MAT, 2)
        following.append(*ruled)
    return [at.path, following.path]


def test_a_hub_and_whoever_asks_it_learn_nothing_of_side_decking(
    tmp_path: Path, keys: tuple[Recipient, ...]
) -> None:
    """Neither of the choice nor of how it was made, also not in the next duel."""
    nothing: list[tuple[list[int], list[int]]] = [([], [])]
    one = [([1], []), ([1], [41])]
    three = [([0], []), ([0, 3], []), ([0, 3, 5], [40, 41]), ([0, 3, 5], [40, 41, 42])]
    here = sided(tmp_path / "here", nothing, one)
    there = sided(tmp_path / "there", three, nothing)
    known = check_alike(here, there, keys)
    assert len(known.rows["streams"]) == len(here)


def unseen(table: LiveTable) -> list[str]:
    """Return the codes of the cards that nobody has seen: no play names them, none lay face-up."""
    journal = table.journal
    assert isinstance(journal, MemoryJournal)
    seen = ""
    for _, data in journal.entries:
        sights = [each for each in data.get("layout", {}).values() if "up" in each]
        seen += repr([{**data, "layout": sights}])
    return [code for code in DECK.main if not re.search(rf"[ab]:{code}(?![0-9])", seen)]


def test_no_byte_that_leaves_a_table_names_a_hidden_card(
    tmp_path: Path, keys: tuple[Recipient, ...]
) -> None:
    """Neither do the database's files, the log and the pages, nor have they a salt."""
    table = played_table()
    written = journals(tmp_path / "hub", [table])
    known = asyncio.run(reported(tmp_path / "hub", written, keys))
    everything = [*known.raw, *known.streamed, *map(str.encode, (*known.shown, *known.logged))]
    codes = unseen(table)
    assert len(codes) > 9
    names = [str(table.state.card_title(CardKey(f"a:{code}"))) for code in codes]
    assert isinstance(table.journal, MemoryJournal)
    salts = [data["salt"] for _, data in table.journal.entries if "salt" in data]
    for bytes_ in everything:
        assert not [each for each in (*names, *salts) if each.encode() in bytes_]
        assert not [code for code in codes if re.search(rb'"[ab]:%b[/"]' % code.encode(), bytes_)]
