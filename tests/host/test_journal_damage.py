"""Journals that a power cut, a bad disk or somebody has changed."""

import os
import random
import sqlite3
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_host.errors import JournalError, NotAJournalError
from duelmat_host.journal.chain import HEADER, Entry, read_chain, restore_chain
from duelmat_host.journal.journal import Journal
from examples import examples
from host.journal_files import edit, filled, forget_head, replacing

# Power cuts


def test_a_last_line_that_was_cut_anywhere_is_cut_off_and_told(tmp_path: Path) -> None:
    """At every byte of the last three lines: whole entries stay, nothing is set aside."""
    path = tmp_path / "whole"
    entries = filled(path, 12)
    content = path.read_bytes()
    ends = [at + 1 for at, byte in enumerate(content) if byte == ord("\n")]
    cut = tmp_path / "cut"
    for place in range(ends[-4], len(content)):
        cut.write_bytes(content[:place])
        kept = sum(end <= place for end in ends) - 1
        with Journal.open(cut) as journal:
            assert journal.entries() == entries[:kept]
            if place in ends:
                assert journal.damage is None
            else:
                assert journal.damage is not None
                assert journal.damage.aside is None
                assert f"Entry {kept + 1} " in journal.damage.text
        assert cut.read_bytes() == content[: ends[kept]]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cut", "whole", "whole.head"]


@pytest.mark.parametrize("zeros", [1, 100, 512, 5000])
@pytest.mark.parametrize("part", [0, 1, 60, 200])
def test_zeros_where_the_last_line_was_to_stand_are_cut_off(
    tmp_path: Path, zeros: int, part: int
) -> None:
    """A file whose length was on the disk before its content, with or without its first part."""
    path = tmp_path / "j"
    entries = filled(path, 6)
    content = path.read_bytes()
    start = content.rindex(b"\n", 0, -1) + 1
    last = content[start:]
    torn = [last[:part] + bytes(zeros), last[:part] + bytes(len(last) - part - 1) + b"\n"]
    for rest in (*torn, torn[1] + bytes(zeros)):
        path.write_bytes(content[:start] + rest)
        forget_head(path)
        with Journal.open(path) as journal:
            assert journal.entries() == entries[:5]
            assert journal.damage is not None
            assert journal.damage.aside is None
            again = journal.append("again", {})
        with Journal.open(path) as journal:
            assert (journal.damage, journal.entries()) == (None, (*entries[:5], again))


def test_what_was_written_together_counts_only_together(tmp_path: Path) -> None:
    """Cut at every byte between the first of three entries and the last: none of them is there."""
    path = tmp_path / "j"
    with Journal.open(path) as journal:
        journal.append("alone", {})
        start = path.stat().st_size
        journal.append_all([("one", {}), ("two", {}), ("three", {})])
    content = path.read_bytes()
    for place in range(start, len(content)):
        path.write_bytes(content[:place])
        forget_head(path)
        read, fault = Journal.read(path)
        assert ([e.kind for e in read], bool(fault)) == (["alone"], place > start)
        with Journal.open(path) as journal:
            assert [e.kind for e in journal.entries()] == ["alone"]
            assert (journal.damage is None) == (place == start)
            assert journal.append("next", {}).number == 2


@pytest.mark.parametrize("content", [b"", bytes(512), HEADER[:1], HEADER[:-1]])
def test_a_journal_that_was_hardly_begun_is_begun_again(tmp_path: Path, content: bytes) -> None:
    """Cut in its first line, before anything was confirmed."""
    path = tmp_path / "j"
    path.write_bytes(content)
    with Journal.open(path) as journal:
        assert journal.entries() == ()
        assert (journal.damage is None) == (not content)
        journal.append("first", {})
    with Journal.open(path) as again:
        assert (again.damage, len(again)) == (None, 1)


# Damage


def check_resumed(path: Path, entries: tuple[Entry, ...], damaged: bytes) -> int:
    """A damaged journal opened: a good prefix, the file kept as it was, and it goes on."""
    with Journal.open(path) as journal:
        kept = len(journal)
        assert journal.entries() == entries[:kept]
        damage = journal.damage
        assert damage is not None
        assert damage.entry <= kept + 1
        assert damage.kept == kept
        assert f"ntry {damage.entry} " in damage.text
        assert damage.reason in damage.text
        if damage.aside is not None:
            assert damage.aside.read_bytes() == damaged
            assert str(damage.aside) in damage.text
        journal.append("goes on", {})
    with Journal.open(path) as again:
        assert again.damage is None
        assert len(again) == kept + 1
        assert again.entries()[:kept] == entries[:kept]
    return kept


def test_a_file_cut_anywhere_keeps_what_lies_before_the_cut(tmp_path: Path) -> None:
    """At 39 places, page ends and the empty file among them; more is never worse."""
    path = tmp_path / "whole"
    entries = filled(path, 150)
    content = path.read_bytes()
    places = [1, 15, 16, 99, 100, 4095, 4096, 4097, 8192, 12288, len(content) - 1]
    places += [len(content) * part // 28 for part in range(1, 28)]
    kept = {}
    for place in sorted(places):
        cut = tmp_path / f"cut-{place}"
        cut.write_bytes(content[:place])
        kept[place] = check_resumed(cut, entries, content[:place])
        assert kept[place] == max(content[:place].count(b"\n") - 1, 0)
    assert list(kept.values()) == sorted(kept.values())


@cache
def small() -> tuple[tuple[Entry, ...], bytes]:
    """A journal of a few entries, with one of two that count together."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "j"
        with Journal.open(path) as journal:
            journal.append("duel", {"names": ["Ana", "Béla"], "turn": 1.5})
            journal.append("action", {"secrets": {"12": "a:H7"}, "owed": {"a.m1": None}})
            journal.append_all([("action", {}), ("over", {"winner": "a"})])
            journal.append("asks", {"always": True})
            return journal.entries(), path.read_bytes()


def test_every_byte_that_is_changed_is_found_and_the_entries_before_it_hold(
    tmp_path: Path,
) -> None:
    """Each byte of a file with each bit flipped."""
    entries, content = small()
    ends = [at + 1 for at, byte in enumerate(content) if byte == ord("\n")]
    path = tmp_path / "j"
    for place in range(len(content)):
        for bit in range(8):
            edited = bytearray(content)
            edited[place] ^= 1 << bit
            chain = read_chain(bytes(edited))
            assert chain.fault
            untouched = max(sum(end <= place for end in ends) - 1, 0)
            assert len(chain.entries) in {untouched, untouched - (untouched == 3)}
            assert chain.entries == entries[: len(chain.entries)]
        path.write_bytes(edited)
        if place < ends[0] or place % 7:
            continue  # in the first line some are other formats
        check_resumed(path, entries, bytes(edited))
        for other in tmp_path.iterdir():
            other.unlink()


EDITS: dict[str, tuple[Callable[[list[bytes]], list[bytes]], int]] = {
    "a changed value": (lambda x: [*x[:6], x[6].replace(b'"number":7', b'"number":8'), *x[7:]], 6),
    "another kind": (lambda x: [x[0].replace(b'"play"', b'"plan"'), *x[1:]], 0),
    "a nonce changed": (
        lambda x: [*x[:3], x[3][:-3] + other_digit(x[3][-3:-2]) + x[3][-2:], *x[4:]],
        3,
    ),
    "a key more": (lambda x: [*x[:4], x[4].replace(b'"n":5', b'"m":1,"n":5'), *x[5:]], 4),
    "a key twice": (lambda x: [*x[:4], x[4].replace(b'"n":5', b'"n":5,"n":5'), *x[5:]], 4),
    "a space": (lambda x: [*x[:4], x[4].replace(b'"n":5', b'"n": 5'), *x[5:]], 4),
    "a hash in capitals": (lambda x: [*x[:4], upper(x[4]), *x[5:]], 4),
    "a line taken out": (lambda x: [*x[:5], *x[6:]], 5),
    "a line doubled": (lambda x: [*x[:9], x[8], *x[9:]], 20),
    "two lines exchanged": (lambda x: [*x[:5], x[6], x[5], *x[7:]], 20),
    "a line put in": (lambda x: [*x[:5], b"[1]", *x[5:]], 20),
    "an empty line": (lambda x: [*x[:5], b"", *x[5:]], 20),
    "a line of zeros": (lambda x: [*x[:5], bytes(300), *x[5:]], 20),
    "a line of another journal": (lambda x: [*x, filled_line(21)], 20),
    "a line without hash": (lambda x: [*x, b'{"data":{},"kind":"x","n":21}'], 20),
    "an end of line of another system": (lambda x: [*x[:5], x[5] + b"\r", *x[6:]], 5),
    "two lines in one": (lambda x: [*x[:5], x[5] + x[6], *x[7:]], 5),
    "no lines": (lambda _: [b"nothing"], 0),
}


def other_digit(digit: bytes) -> bytes:
    return b"1" if digit == b"0" else b"0"


def upper(line: bytes) -> bytes:
    digest: bytes = msgspec.json.decode(line)["hash"].encode()
    return line.replace(digest, digest.upper())


def filled_line(number: int) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        filled(Path(folder) / "j", number)
        return (Path(folder) / "j").read_bytes().splitlines()[number]


@pytest.mark.parametrize("name", EDITS)
def test_a_journal_edited_by_somebody_who_knows_it_is_noticed(tmp_path: Path, name: str) -> None:
    """The first line that does not hold is named; lines that do are found wherever they are."""
    change, kept = EDITS[name]
    path = tmp_path / "j"
    entries = filled(path, 20)
    lines = path.read_bytes().splitlines()
    damaged = edit(path, lambda _: b"\n".join((lines[0], *change(lines[1:]), b"")))
    read, fault = Journal.read(path)
    assert fault
    assert read == entries[: len(read)]
    assert check_resumed(path, entries, damaged) == kept


def test_a_journal_without_its_first_line_is_put_together_again(tmp_path: Path) -> None:
    """What stands in it can be nothing else than a journal."""
    for number, change in enumerate((b"", b"my journal\n", b'{"format":0}\n')):
        path = tmp_path / f"j{number}"
        entries = filled(path, 5)
        damaged = edit(path, replacing(HEADER, change))
        assert check_resumed(path, entries, damaged) == 5


def test_entries_whose_ends_were_taken_are_no_torn_write(tmp_path: Path) -> None:
    """More than one entry without an end was confirmed: the file is kept as it was."""
    path = tmp_path / "j"
    entries = filled(path, 6)
    lines = path.read_bytes().splitlines()
    damaged = edit(path, lambda _: b"\n".join(lines[:4]) + b"\n" + b"".join(lines[4:]))
    assert check_resumed(path, entries, damaged) == 3
    assert (tmp_path / "j.damaged-1").read_bytes() == damaged


def test_a_forged_chain_holds_and_its_head_does_not(tmp_path: Path) -> None:
    """Whoever writes the file can write another that holds: only the head tells them apart."""
    heads = set()
    for name in ("true", "forged"):
        with Journal.open(tmp_path / name) as journal:
            journal.append("play", {"card": name})
            heads.add(journal.head)
        assert Journal.read(tmp_path / name)[1] is None
    assert len(heads) == 2


def test_damage_upon_damage_keeps_every_file(tmp_path: Path) -> None:
    """The third damaged file is kept beside the first two."""
    path = tmp_path / "j.jsonl"
    filled(path, 12)
    for number in (9, 7, 5):
        edit(path, replacing(b'"n":%d,' % number, b'"n":0,'))
        Journal.open(path).close()
    names = sorted(file.name for file in tmp_path.iterdir() if "damaged" in file.name)
    assert names == [f"j.damaged-{number}.jsonl" for number in (1, 2, 3)]


@settings(max_examples=examples(60), deadline=None)
@given(st.binary(max_size=400), st.booleans())
def test_any_bytes_are_read_or_refused(piece: bytes, is_ours: bool) -> None:
    """Whatever follows the first line, or stands instead of it: entries or a fault."""
    content = (HEADER if is_ours else b"") + piece
    chain = read_chain(content)
    assert not chain.entries
    assert bool(chain.fault) == (content != HEADER)
    assert restore_chain(content)[0] == HEADER


NINES = b"9" * 3_000_000
HOSTILE = {
    "deep JSON": b'{"data":' + b"[" * 3_000_000,
    "deep objects": b'{"data":' + b'{"a":' * 1_000_000,
    "a long number": b'{"data":{},"hash":"","kind":"x","nonce":"","n":' + b"9" * 3_000_000 + b"}",
    "a long number within": b'{"data":'
    + b"9" * 3_000_000
    + b',"hash":"","kind":"","n":1,"nonce":""}',
    "half a letter": b'{"data":{"a":"\xc3"},"hash":"","kind":"x","n":1,"nonce":""}',
    "half a pair": b'{"data":"\\ud800","hash":"","kind":"x","n":1,"nonce":""}',
    "a kind that is none": b'{"data":{},"hash":"","kind":7,"n":1,"nonce":""}',
    "many empty lines": b"\n" * 3_000_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_journal_ends_in_words(tmp_path: Path, name: str) -> None:
    """Whether it is read or opened; what holds before it is kept."""
    path = tmp_path / "j"
    entries = filled(path, 3)
    damaged = edit(path, lambda content: content + HOSTILE[name] + b"\n")
    read, fault = Journal.read(path)
    assert read == entries
    assert fault is not None
    assert 0 < len(fault) < 300
    assert check_resumed(path, entries, damaged) == 3


FOREIGN: dict[str, tuple[Callable[[Path], object], str]] = {
    "text": (lambda path: path.write_text("A shopping list: milk, bread"), "begins with 'A shop"),
    "JSON lines": (lambda path: path.write_text('{"a":1}\n{"b":2}\n'), "begins with"),
    "a journal of before": (
        lambda path: sqlite3.connect(path).execute("CREATE TABLE entries (n)").connection.close(),
        "the form that journals had earlier",
    ),
    "bytes": (lambda path: path.write_bytes(random.Random(1).randbytes(9000)), "begins with"),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_of_another_kind_is_left_alone(tmp_path: Path, kind: str) -> None:
    """It is told what it is, and not touched."""
    path = tmp_path / "file"
    make, words = FOREIGN[kind]
    make(path)
    before = path.read_bytes()
    for take in (Journal.open, Journal.read):
        with pytest.raises(NotAJournalError, match="left alone") as told:
            take(path)
        assert words in str(told.value)
        assert "got b'" not in str(told.value) and "with b'" not in str(told.value)
        assert str(told.value).isprintable()
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    """A FIFO that nobody writes, a device without end, a directory: said at once."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    told: list[str] = []

    def look() -> None:
        for path in (fifo, Path("/dev/zero"), tmp_path):
            for take in (Journal.read, Journal.open):
                try:
                    take(path)
                except JournalError as error:
                    told.append(str(error))

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    looking.join(60)
    assert len(told) == 6
    for words, path in (("a named pipe", fifo), ("a device", "/dev/zero"), ("irectory", tmp_path)):
        assert len([text for text in told if words in text and str(path) in text]) == 2


def test_a_newer_format_a_folder_and_an_unreadable_file_are_refused(tmp_path: Path) -> None:
    """None of them is damage."""
    path, locked = tmp_path / "j", tmp_path / "no" / "j"
    filled(path, 2)
    edit(path, replacing(b'"format":1', b'"format":9'))
    (tmp_path / "no").write_text("in the way")
    for place, words in (
        (path, "update duelmat"),
        (tmp_path, "Check the path"),
        (locked, "Check the path"),
    ):
        with pytest.raises(JournalError, match=words):
            Journal.open(place)
    assert b'"format":9' in path.read_bytes()
