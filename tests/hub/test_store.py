"""The store, in SQLite and in a real PostgreSQL: entries, requests, deck lists, links."""

import errno
import fcntl
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import text

from duelmat_bench.hub.postgres import Postgres
from duelmat_hub.errors import BrokenStoreError, ConflictError, StoreError, UnfitDirectoryError
from duelmat_hub.policies import load_policy
from duelmat_hub.running import locked
from duelmat_hub.store import FILE_NAME, Link, Store, open_database, open_file
from duelmat_tournament.chain import ROOT, hashes
from duelmat_tournament.entries import Entry
from duelmat_tournament.generate import generate
from hub.stores import OpenStore

NOW_MS = 1_000_000


def a_log(players: int = 6) -> tuple[Entry, ...]:
    return generate(load_policy("trump-king"), players, "store").log


def filled(store: Store, log: tuple[Entry, ...]) -> str:
    """Add a log in parts of three entries; return its last hash."""
    made = list(hashes(log))
    for at in range(0, len(log), 3):
        head = made[at - 1] if at else ROOT
        store.append(log[at : at + 3], head, f"request-{at:012}")
    return made[-1]


def test_what_was_kept_is_there_again(open_store: OpenStore) -> None:
    """Entries with their hashes, by whichever process they are read."""
    log = a_log()
    filled(open_store(), log)
    again = open_store().read_after(0)
    assert tuple(entry for entry, _ in again) == log
    assert [made for _, made in again] == list(hashes(log))
    late = open_store().read_after(5, again[4][1])
    assert [entry.number for entry, _ in late] == [entry.number for entry in log[5:]]


def test_of_two_writers_one_is_first(open_store: OpenStore) -> None:
    """The other learns it, and nothing of its entries is kept."""
    log = a_log()
    one, other = open_store(), open_store()
    head = filled(one, log[:3])
    one.append(log[3:5], head, "request-of-one-a")
    with pytest.raises(ConflictError):
        other.append(log[3:4], head, "request-of-other")
    assert len(one.read_after(0)) == 5
    assert other.find_request("request-of-other") is None
    done = other.find_request("request-of-one-a")
    assert done is not None
    assert (done.first, done.last) == (4, 5)


def test_a_request_is_kept_once(open_store: OpenStore) -> None:
    """Sent again, it conflicts, and none of its entries is kept."""
    log = a_log()
    store = open_store()
    head = filled(store, log[:3])
    with pytest.raises(ConflictError):
        store.append(log[3:4], head, "request-000000000000")
    assert len(store.read_after(0)) == 3


def test_links_and_sessions_end(open_store: OpenStore) -> None:
    store = open_store()
    link = Link("a" * 64, "judge", "Jon", 0, NOW_MS + 100)
    store.add_link(link)
    store.begin_session("b" * 64, link.digest, NOW_MS + 50, NOW_MS, 16)
    assert store.find_link(link.digest, NOW_MS) == link
    assert store.find_session("b" * 64, NOW_MS) == (link, NOW_MS + 50)
    assert store.find_session("b" * 64, NOW_MS + 50) is None, "the session is over"
    assert store.find_link(link.digest, NOW_MS + 100) is None, "the link is too old"
    assert store.find_session("c" * 64, NOW_MS) is None
    open_store().end_link(link.digest)
    assert store.find_link(link.digest, NOW_MS) is None
    assert store.find_session("b" * 64, NOW_MS) is None
    assert store.links() == []


def test_of_many_who_make_a_tables_link_at_the_same_moment_one_does(
    open_store: OpenStore,
) -> None:
    """Two programs cannot both be one table; once its link has ended it gets another one."""
    stores = [open_store() for _ in range(8)]
    together = Barrier(len(stores))

    def make(number: int) -> bool:
        together.wait()
        with suppress(ConflictError):
            stores[number].add_link(Link(f"{number}" * 64, "table", "Table 7", 0, NOW_MS, 7))
            return True
        return False

    with ThreadPoolExecutor(len(stores)) as pool:
        assert sorted(pool.map(make, range(len(stores)))) == [False] * 7 + [True]
    (made,) = stores[0].links()
    stores[0].add_link(Link("a" * 64, "table", "Table 8", 0, NOW_MS, 8))
    stores[1].end_link(made.digest)
    stores[2].add_link(Link("b" * 64, "table", "Table 7", 0, NOW_MS, 7))


def test_a_link_has_a_few_sessions(open_store: OpenStore) -> None:
    """Those go that would end first, and those that have ended; another link's stay."""
    store = open_store()
    for name in "ab":
        store.add_link(Link(name * 64, "judge", "Jon", 0, NOW_MS + 10_000))
    store.begin_session("other", "b" * 64, NOW_MS + 1, NOW_MS, 3)
    store.begin_session("over", "a" * 64, NOW_MS - 1, NOW_MS, 3)
    store.begin_session("in use", "a" * 64, NOW_MS + 10, NOW_MS - 2, 3)
    store.prolong_session("in use", NOW_MS + 9000)
    assert store.begin_session("0", "a" * 64, NOW_MS + 100, NOW_MS, 3) == ["over"]
    ended = [
        store.begin_session(str(number), "a" * 64, NOW_MS + 100 + number, NOW_MS, 3)
        for number in range(1, 5)
    ]
    assert ended == [[], ["0"], ["1"], ["2"]]
    for digest in ("in use", "3", "4", "other"):
        assert store.find_session(digest, NOW_MS) is not None, digest


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET body = replace(body, 'Player 1', 'Player X')",
        "UPDATE entries SET hash = replace(hash, 'a', 'b')",
        "DELETE FROM entries WHERE number = 2",
        "UPDATE entries SET body = '{' WHERE number = 3",
    ],
)
def test_a_log_that_somebody_has_changed_is_not_read(open_store: OpenStore, change: str) -> None:
    store = open_store()
    filled(store, a_log())
    with store._engine.begin() as connection:
        connection.execute(text(change))
    with pytest.raises(BrokenStoreError, match="expected the log of an event"):
        open_store().read_after(0)


def test_tables_of_a_later_version_are_left_alone(open_store: OpenStore) -> None:
    store = open_store()
    with store._engine.begin() as connection:
        connection.execute(text("UPDATE duelmat_schema SET version = 99"))
    with pytest.raises(BrokenStoreError, match="version 99"):
        open_store()


def test_the_file_is_private(tmp_path: Path) -> None:
    """Whoever else can open the folder."""
    tmp_path.chmod(0o755)
    before = os.umask(0)
    try:
        open_file(tmp_path).close()
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / FILE_NAME).stat().st_mode) == 0o600


def test_a_file_that_is_no_database_is_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"my letters\n" * 100)
    with pytest.raises(StoreError, match="could not be kept"):
        open_file(tmp_path)
    assert "not a database" in caplog.text
    assert (tmp_path / FILE_NAME).read_bytes() == b"my letters\n" * 100


def test_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE_NAME)
    with pytest.raises(StoreError, match="no regular file"):
        open_file(tmp_path)


def test_a_server_that_is_gone_is_said_and_used_again(server: Postgres) -> None:
    """The same store goes on when the server is back; nothing is lost."""
    log = a_log()
    store = open_database(server.new_database())
    head = filled(store, log[:3])
    server.stop(kill=True)
    with pytest.raises(StoreError, match="could not be kept"):
        store.append(log[3:5], head, "request-while-gone")
    server.start()
    store.append(log[3:5], head, "request-while-gone")
    assert tuple(entry for entry, _ in store.read_after(0)) == log[:5]
    store.close()


@pytest.mark.parametrize(
    "url", ["", "mysql://u@h/d", "postgresql://", "postgresql://u@127.0.0.1:notaport/d"]
)
def test_an_address_of_no_database_is_refused(url: str) -> None:
    with pytest.raises(StoreError, match=r"address|database"):
        open_database(url)


def test_a_server_that_is_not_there_is_refused_without_its_password(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Its address stands in the log alone, its password nowhere."""
    with pytest.raises(StoreError) as refused:
        open_database("postgresql://hub:hunter2@127.0.0.1:1/event")
    assert "127.0.0.1" in caplog.text
    assert "127.0.0.1" not in str(refused.value)
    assert "hunter2" not in str(refused.value) + caplog.text


def test_a_directory_that_cannot_be_locked_is_not_called_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a network disk without locks: its own complaint is shown."""

    def fail(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", fail)
    with pytest.raises(UnfitDirectoryError, match="No locks available"), locked(tmp_path):
        pass
