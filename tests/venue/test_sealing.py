"""Sealed journals: whoever has the key gets the journal's lines, nobody else learns anything."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from duelmat_engine import Deck, Seat
from duelmat_host.journal.chain import Entry, line_of, read_chain
from duelmat_host.journal.journal import Journal
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.entries import AskingChanged, DuelBegun
from duelmat_host.table.entry_form import to_data
from duelmat_host.table.own_sleeves import OwnSleeve, Part
from duelmat_host.uplink.sealing import Parts, new_key, opened, public_size
from duelmat_host.uplink.table_key import FILE_NAME, SealError, TableKey, seal_key
from duelmat_venue.sealed import SealedKey, SealedPart, fingerprint
from host.journals import write
from venue.reported import reports_of

STREAM = "5" * 32
ANA = Seat(0)


def parts_of(journal: Journal) -> tuple[Parts, int]:
    """Return the parts of a journal, one for each of its reports, and their number."""
    parts, reported = Parts(), reports_of(journal)
    for entry, n in reported:
        parts.add(entry)
        if n:
            parts.close(n)
    return parts, max(n for _, n in reported)


def sizes(journal: Journal) -> list[int]:
    parts, last = parts_of(journal)
    return [len(each.body) for each in parts.sealed(new_key(), STREAM, range(1, last + 1))]


def test_the_parts_of_a_journal_are_opened_to_its_lines(tmp_path: Path) -> None:
    """Byte by byte as they stand in the file, up to the entry of the last report."""
    path = write(tmp_path / "duel-0001.jsonl")
    key = new_key()
    with Journal.open(path) as journal:
        parts, last = parts_of(journal)
        sealed = parts.sealed(key, STREAM, range(1, last + 1))
        content = opened(key, STREAM, sealed)
        assert path.read_bytes().startswith(content)
        entries = read_chain(content).entries
        assert journal.entries()[: len(entries)] == entries
        reported = [entry for entry, n in reports_of(journal) if n]
        assert entries[-1] == reported[-1]


def test_a_line_is_made_again_as_it_was_written(tmp_path: Path) -> None:
    """Also that of an entry which counts only with the next one."""
    with Journal.open(tmp_path / "duel-0001.jsonl") as journal:
        written = journal.append_all([("one", {"é": [1, None, "a\\b"]}), ("two", {})])
        lines = journal.path.read_bytes().splitlines(keepends=True)[1:]
        assert [line_of(each) for each in written] == lines
    with Journal.open(journal.path) as again:
        assert again.entries() == written


@pytest.mark.parametrize("damage", ["changed", "exchanged", "left out", "of another", "empty"])
def test_parts_that_were_meddled_with_are_not_opened(tmp_path: Path, damage: str) -> None:
    key = new_key()
    with Journal.open(write(tmp_path / "duel-0001.jsonl", most=9)) as journal:
        parts, last = parts_of(journal)
    sealed = list(parts.sealed(key, STREAM, range(1, last + 1)))
    first = sealed[0]
    match damage:
        case "changed":
            body = bytes([*first.body[:50], first.body[50] ^ 1, *first.body[51:]])
            sealed[0] = SealedPart(1, body)
        case "exchanged":
            sealed[0], sealed[1] = SealedPart(1, sealed[1].body), SealedPart(2, first.body)
        case "left out":
            del sealed[1]
        case "of another":
            sealed[0] = parts.sealed(key, "6" * 32, [1])[0]
        case "empty":
            sealed[0] = SealedPart(1, b"")
    with pytest.raises(SealError, match="was changed on its way"):
        opened(key, STREAM, sealed)


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_size_of_an_entry_tells_nothing_of_its_secrets(data: st.DataObject) -> None:
    """Whatever the cards that lie there are called, and however late the entry came."""
    cards = st.from_regex(r"[ab]:[A-Za-z0-9]{1,32}(/[0-9])?", fullmatch=True) | st.just("")

    def entry() -> Entry:
        places = ("a.m1", "a.s2", "b.m3")
        tags = st.binary(max_size=10)
        layout: dict[str, Any] = {
            place: [data.draw(cards), "down", "upright", data.draw(tags).hex()] for place in places
        }
        late = data.draw(st.fixed_dictionaries({}, optional={"took_ms": st.integers(0, 10**10)}))
        number = data.draw(st.integers(1, 99_999))
        content = {"action": "pass", "layout": layout, "salt": "0" * 64, **late}
        return Entry(number, "action", content, "0" * 64, "0" * 32)

    one, other = entry(), entry()
    assert public_size(one) == public_size(other)
    assert len(line_of(one)) <= public_size(one)


def sleeve(code: str, tag: bytes) -> OwnSleeve:
    return OwnSleeve(code, Part.MAIN, tag.hex(), tag[::-1].hex())


def test_the_size_of_a_beginning_tells_nothing_of_the_decks() -> None:
    """As many cards, in as many sleeves of the players' own, take as much room."""
    sizes = set()
    for code, tag in (("A", b"tag7"), ("a-code-of-thirty-two-characters-", bytes(10))):
        deck = Deck((code,) * 40, (code,) * 3)
        own = ((sleeve(code, tag),) * 43, (sleeve(code, tag),) * 43)
        setup = DuelSetup("ocg", ("Ana", "Ben"), (deck, deck), duels=3, own=own)
        kind, data = to_data(DuelBegun(setup, 1, "0" * 64))
        entry = Entry(1, kind, data, "0" * 64, "0" * 32)
        assert len(line_of(entry)) <= public_size(entry)
        sizes.add(public_size(entry))
    assert len(sizes) == 1


def test_what_one_seat_alone_knows_changes_no_size(tmp_path: Path) -> None:
    """A player who switches when to be asked, again and again: the parts stay as large, and the
    last ones have it all.
    """
    key = new_key()
    with (
        Journal.open(tmp_path / "plain.jsonl") as plain,
        Journal.open(tmp_path / "switched.jsonl") as switched,
        Journal.open(write(tmp_path / "duel-0001.jsonl", most=30)) as played,
    ):
        for entry in played.entries():
            plain.append(entry.kind, entry.data)
            if entry.number in (5, 6, 7):
                for _ in range(5):
                    switched.append(*to_data(AskingChanged(ANA, frozenset())))
            switched.append(entry.kind, entry.data)
        assert sizes(plain) == sizes(switched)
        parts, last = parts_of(switched)
        content = opened(key, STREAM, parts.sealed(key, STREAM, range(1, last + 1)))
        kinds = [each.kind for each in read_chain(content).entries]
        assert kinds.count("asks") == 15


def test_a_sealed_part_has_no_byte_of_the_journal(tmp_path: Path) -> None:
    with Journal.open(write(tmp_path / "duel-0001.jsonl")) as journal:
        parts, last = parts_of(journal)
        salts = [each.data["salt"] for each in journal.entries("action")]
    sealed = b"".join(p.body for p in parts.sealed(new_key(), STREAM, range(1, last + 1)))
    assert len(salts) > 9
    assert not any(salt.encode() in sealed for salt in salts)


# Keys


def test_a_key_is_opened_by_the_table_it_was_sealed_for(tmp_path: Path) -> None:
    """Also after a restart, and by no other table and for no other stream."""
    (tmp_path / "other").mkdir()
    mine, other = TableKey.of(tmp_path), TableKey.of(tmp_path / "other")
    key = new_key()
    sealed = seal_key(key, STREAM, mine.public)
    assert TableKey.of(tmp_path).open_key(sealed, STREAM) == key
    wrong: list[tuple[TableKey, SealedKey, str]] = [
        (other, sealed, STREAM),
        (mine, sealed, "6" * 32),
        (mine, replace(sealed, body=sealed.body[:-1]), STREAM),
        (mine, replace(sealed, body=b""), STREAM),
        (mine, replace(sealed, body=bytes(80)), STREAM),
    ]
    for table, body, stream in wrong:
        with pytest.raises(SealError, match="sealed for this table"):
            table.open_key(body, stream)


def test_a_private_key_is_for_nobody_else(tmp_path: Path) -> None:
    """One that others could read is made anew."""
    first = TableKey.of(tmp_path)
    path = tmp_path / FILE_NAME
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    assert TableKey.of(tmp_path).public != first.public
    path.write_text("nonsense")
    assert len(bytes.fromhex(TableKey.of(tmp_path).public)) == 32


def test_a_public_key_that_is_none_seals_nothing() -> None:
    with pytest.raises(ValueError, match=r"."):
        seal_key(new_key(), STREAM, "00" * 32)


def test_fingerprints_are_short_and_differ() -> None:
    made = {fingerprint(Random(n).randbytes(32).hex()) for n in range(20)}
    assert len(made) == 20
    assert all(len(each) == 19 for each in made)
    assert fingerprint("") == ""
