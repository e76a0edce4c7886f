"""Reports of tables in the store, in SQLite and in a real PostgreSQL."""

import pytest
from msgspec.structs import replace
from sqlalchemy import event, text

from duelmat_hub.report_store import Read, Received, ReportStore
from duelmat_hub.sealed_store import SealedStore
from duelmat_hub.store import Link
from duelmat_venue.reports import Batch, MatState, Report
from duelmat_venue.sealed import SealedKey, SealedPart, SealedStream
from hub.stores import OpenStore

ONE, OTHER = "1" * 32, "2" * 32
KEY = "c" * 64
NEW_IN_3 = ("sealed_parts", "sealed_keys", "table_keys")


def received(
    stream: str, numbers: range, *, table: int = 7, at_ms: int = 1_000, duel: int = 1
) -> Received:
    reports = tuple(Report(n, 10 * n, {"turn": n}) for n in numbers)
    batch = Batch(stream, 1, duel, at_ms, reports, MatState(mat="standard"))
    return Received(table, "a" * 64, at_ms, batch)


def test_reports_are_kept_once_and_in_order(open_store: OpenStore) -> None:
    """What comes again changes nothing, whichever process it reaches."""
    one, other = ReportStore(open_store()), ReportStore(open_store())
    assert one.keep([received(ONE, range(1, 4))]) == [3]
    assert other.keep([received(ONE, range(2, 6))]) == [5]
    assert one.keep([received(ONE, range(1, 6))]) == [5]
    kept = one.read_after(0, 0).reports
    assert [(each.n, each.changes) for each in kept] == [(n, {"turn": n}) for n in range(1, 6)]
    assert [each.number for each in kept] == sorted({each.number for each in kept})


def test_after_a_gap_nothing_is_kept(open_store: OpenStore) -> None:
    """The table learns which report is expected, and sends it again."""
    store = ReportStore(open_store())
    assert store.keep([received(ONE, range(1, 3)), received(OTHER, range(2, 4))]) == [2, 0]
    assert store.keep([received(ONE, range(4, 6))]) == [2]
    assert [(each.stream, each.n) for each in store.read_after(0, 0).reports] == [(1, 1), (1, 2)]


def test_batches_of_many_tables_are_one_commit(open_store: OpenStore) -> None:
    """Two batches of one stream in a row are taken as one."""
    store = ReportStore(open_store())
    batches = [
        received(ONE, range(1, 3)),
        received(OTHER, range(1, 2), table=8, duel=2),
        received(ONE, range(3, 5)),
    ]
    assert store.keep(batches) == [4, 1, 4]
    assert [(each.id, each.table, each.duel) for each in store.read_present().streams] == [
        (ONE, 7, 1),
        (OTHER, 8, 2),
    ]
    assert [each.n for each in store.read_stream(ONE)] == [1, 2, 3, 4]


def test_a_sign_of_life_is_noted(open_store: OpenStore) -> None:
    store = ReportStore(open_store())
    store.keep([received(ONE, range(1, 2), at_ms=1_000)])
    store.keep([received(ONE, range(0), at_ms=5_000)])
    (stream,) = store.heard_since(5_000)
    assert store.heard_since(5_001) == []
    assert (stream.heard_ms, stream.state.mat) == (5_000, "standard")


def test_a_stream_is_that_of_the_table_which_was_heard_of_first(open_store: OpenStore) -> None:
    """A table with a copy of another's folder adds nothing to its duel, in any order."""
    store = ReportStore(open_store())
    copied = received(ONE, range(1, 3), table=8)
    assert store.keep([received(ONE, range(1, 2)), copied, received(OTHER, range(1, 2))]) == [
        1,
        None,
        1,
    ]
    assert store.keep([copied, received(ONE, range(2, 3))]) == [None, 2]
    assert {(each.id, each.table) for each in store.heard_since(0)} == {(ONE, 7), (OTHER, 7)}


def test_many_batches_ask_the_database_as_often_as_one(open_store: OpenStore) -> None:
    """A table that was just heard, and says the same of its mat, is not written anew."""
    opened = open_store()
    store = ReportStore(opened)
    asked: list[str] = []
    event.listen(
        opened._engine,
        "before_cursor_execute",
        lambda _c, _u, words, *_: asked.append(words.split()[0]),
    )
    tables = range(1, 51)
    batches = [
        [
            received(f"{table:032x}", range(n, n + 1), table=table, at_ms=400 * n)
            for table in tables
        ]
        for n in (1, 2, 3)
    ]
    store.keep(batches[0])
    asked.clear()
    store.keep(batches[1])
    many = asked.copy()
    asked.clear()
    store.keep(batches[2][:1])
    assert "UPDATE" not in many
    assert sorted(asked) == sorted([*many, "UPDATE"])


def test_a_process_reads_on_after_the_newest_that_it_has(open_store: OpenStore) -> None:
    one, other = ReportStore(open_store()), ReportStore(open_store())
    one.keep([received(ONE, range(1, 4))])
    seen = other.read_present().newest
    one.keep([received(OTHER, range(1, 2))])
    one.keep([received(ONE, range(4, 5))])
    later = other.read_after(1, seen)
    assert [each.id for each in later.streams] == [OTHER]
    assert [(each.stream, each.n) for each in later.reports] == [(2, 1), (1, 4)]
    assert later.newest == later.reports[-1].number
    assert other.read_after(2, later.newest) == Read([], [], later.newest)


def test_a_process_begins_with_the_newest_stream_of_each_table(open_store: OpenStore) -> None:
    """Earlier duels of an evening are not read again."""
    store = ReportStore(open_store())
    store.keep([received(ONE, range(1, 4))])
    store.keep([received(OTHER, range(1, 3), duel=2), received("3" * 32, range(1, 2), table=8)])
    found = store.read_present()
    assert [(each.table, each.duel) for each in found.streams] == [(7, 2), (8, 1)]
    assert [(each.stream, each.n) for each in found.reports] == [(2, 1), (2, 2), (3, 1)]


def test_a_database_of_the_first_version_is_upgraded(open_store: OpenStore) -> None:
    """Its links let in as before; no table was reported yet."""
    store = open_store()
    with store.transaction() as connection:
        for statement in (
            *(f"DROP TABLE {name}" for name in NEW_IN_3),
            "DROP TABLE reports",
            "DROP TABLE streams",
            "ALTER TABLE links DROP COLUMN table_number",
            "ALTER TABLE links DROP COLUMN label",
            "ALTER TABLE links DROP COLUMN seat",
            "INSERT INTO links VALUES ('a', 'judge', 'Jon', 0, 9000, 0)",
            "UPDATE duelmat_schema SET version = 1",
        ):
            connection.execute(text(statement))
    again = open_store()
    assert again.links() == [Link("a", "judge", "Jon", 0, 9000)]
    assert ReportStore(again).read_present() == Read([], [], 0)
    assert open_store().links() == again.links(), "opened once more, it is of this version"


def test_a_database_of_the_second_version_is_upgraded(open_store: OpenStore) -> None:
    """Its reports are there, without sealed parts."""
    store = open_store()
    ReportStore(store).keep([received(ONE, range(1, 4))])
    with store.transaction() as connection:
        for name in NEW_IN_3:
            connection.execute(text(f"DROP TABLE {name}"))
        connection.execute(text("ALTER TABLE links DROP COLUMN label"))
        connection.execute(text("ALTER TABLE links DROP COLUMN seat"))
        connection.execute(text("UPDATE duelmat_schema SET version = 2"))
    again = ReportStore(open_store())
    assert [each.n for each in again.read_present().reports] == [1, 2, 3]
    assert SealedStore(open_store()).read_sealed(ONE, KEY, 0, 3) == SealedStream(ONE, (), ())


def test_a_database_of_the_third_version_is_upgraded(open_store: OpenStore) -> None:
    """Its links let in as before, and those that are made now may have labels."""
    store = open_store()
    with store.transaction() as connection:
        for statement in (
            "ALTER TABLE links DROP COLUMN label",
            "ALTER TABLE links DROP COLUMN seat",
            "INSERT INTO links VALUES ('a', 'judge', 'Jon', 0, 5, 9000, 0)",
            "UPDATE duelmat_schema SET version = 3",
        ):
            connection.execute(text(statement))
    again = open_store()
    old, labelled = (
        Link("a", "judge", "Jon", 0, 9000, 5),
        Link("b", "judge", "Jon", 0, 9000, 0, "phone"),
    )
    again.add_link(labelled)
    assert again.find_link("a", 0) == old
    assert open_store().find_link("b", 0) == labelled


def test_a_database_of_the_fourth_version_is_upgraded(open_store: OpenStore) -> None:
    """Its links are those of whole teams, and a player of a team may have one now."""
    store = open_store()
    with store.transaction() as connection:
        for statement in (
            "ALTER TABLE links DROP COLUMN seat",
            "INSERT INTO links VALUES ('a', 'player', 'Reds', 1, 0, 9000, 0, 'phone')",
            "UPDATE duelmat_schema SET version = 4",
        ):
            connection.execute(text(statement))
    again = open_store()
    own = Link("b", "player", "Ben", 1, 9000, seat="B")
    again.add_link(own)
    assert again.find_link("a", 0) == Link("a", "player", "Reds", 1, 9000, 0, "phone")
    assert open_store().find_link("b", 0) == own


def sealed(batch: Batch, numbers: range, *keys: SealedKey) -> Batch:
    """Return a batch with sealed parts for these reports, and these keys."""
    parts = tuple(SealedPart(n, b"part %d" % n) for n in numbers)
    return replace(batch, sealed=parts, keys=keys)


def test_sealed_parts_are_kept_with_their_reports(open_store: OpenStore) -> None:
    """Once, and never one whose report is not kept."""
    store = ReportStore(open_store())
    whole = received(ONE, range(1, 4))
    store.keep([replace(whole, batch=sealed(whole.batch, range(1, 6)))])
    store.keep([replace(whole, batch=sealed(whole.batch, range(1, 3)))])
    gap = received(ONE, range(5, 7))
    store.keep([replace(gap, batch=sealed(gap.batch, range(5, 7)))])
    kept = SealedStore(open_store())
    found = kept.read_sealed(ONE, KEY, 0, 9)
    assert [(each.n, each.body) for each in found.parts] == [
        (n, b"part %d" % n) for n in range(1, 4)
    ]
    assert [each.n for each in kept.read_sealed(ONE, KEY, 1, 2).parts] == [2]


def test_a_table_gets_the_keys_that_are_sealed_for_it(open_store: OpenStore) -> None:
    """The newest one, also from a batch without reports."""
    store = ReportStore(open_store())
    for body in (b"first", b"second"):
        beat = received(ONE, range(0))
        keys = SealedKey(KEY, body), SealedKey("b" * 64, b"of another")
        store.keep([replace(beat, batch=sealed(beat.batch, range(0), *keys))])
    kept = SealedStore(open_store())
    assert kept.read_sealed(ONE, KEY, 0, 9).keys == (SealedKey(KEY, b"second"),)
    assert kept.sealed_for(ONE) == {KEY, "b" * 64}
    assert kept.sealed_for(OTHER) == frozenset()


def test_a_table_has_the_key_that_it_has_told_last(open_store: OpenStore) -> None:
    """As long as its link lets it in."""
    store = open_store()
    for digest, table in (("1" * 64, 1), ("2" * 64, 2), ("3" * 64, 0)):
        store.add_link(Link(digest, "table", "A link", 0, 9_000, table))
    sealed_store = SealedStore(store)
    for key in ("a" * 64, KEY):
        sealed_store.keep_table_key("1" * 64, key)
    assert sealed_store.table_keys(8_999) == {1: KEY}
    assert sealed_store.table_keys(9_000) == {}


@pytest.mark.parametrize("table", [1, 7])
def test_a_link_is_for_one_table(open_store: OpenStore, table: int) -> None:
    store = open_store()
    link = Link("a" * 64, "table", f"Table {table}", 0, 9_000, table)
    store.add_link(link)
    assert store.find_link(link.digest, 0) == link
