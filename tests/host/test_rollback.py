"""A journal that was put back to an earlier copy: it is told, and only a judge's word goes on."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest

from command_line import duelmat
from duelmat_host.app.audit import audit
from duelmat_host.app.journal_folder import open_journal
from duelmat_host.app.table_app import opened_table
from duelmat_host.errors import JournalError, RolledBackError
from duelmat_host.journal.journal import Journal
from duelmat_host.journal.newest import RolledBack, head_path, read_newest
from host.journal_files import edit, filled, replacing
from host.journals import write
from play_options import play_options


def cut(path: Path, count: int) -> None:
    """Take the last entries off with care: the chain of what stays holds."""
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-count]))


def rolled_back(path: Path) -> tuple[int, int] | None:
    """What an opened journal says: how many entries it has, and how many had been written."""
    with Journal.open(path) as journal:
        found = journal.rolled_back
        return None if found is None else (found.entries, found.written)


def test_a_journal_that_is_as_it_was_left_goes_on(tmp_path: Path) -> None:
    """After each entry, in a file that nobody else reads."""
    path = tmp_path / "duel-0001.jsonl"
    entries = filled(path, 9)
    assert read_newest(path) == (9, entries[-1].hash)
    assert head_path(path).stat().st_mode & 0o777 == 0o600
    assert rolled_back(path) is None


@pytest.mark.parametrize("count", [1, 5, 9])
def test_an_earlier_copy_is_told_with_both_counts_and_goes_no_further(
    tmp_path: Path, count: int
) -> None:
    """Nothing is added to it, and its file stays as it was put there."""
    path = tmp_path / "duel-0001.jsonl"
    filled(path, 9)
    cut(path, count)
    content = path.read_bytes()
    with Journal.open(path) as journal:
        assert journal.rolled_back is not None
        assert (journal.rolled_back.entries, journal.rolled_back.written) == (9 - count, 9)
        words = f"has {9 - count} entries, and 9 had been written.*--accept-rollback REASON"
        with pytest.raises(RolledBackError, match=words):
            journal.append("play", {})
    assert path.read_bytes() == content
    assert rolled_back(path) == (9 - count, 9)  # as often as it is opened


def test_another_journal_in_its_place_is_told(tmp_path: Path) -> None:
    """Of as many entries, or of more: the entry that had been written is not in it."""
    path = tmp_path / "duel-0001.jsonl"
    filled(path, 9)
    for number in (9, 12):
        other = tmp_path / f"other-{number}.jsonl"
        filled(other, number)
        shutil.copyfile(other, path)
        with Journal.open(path) as journal:
            assert journal.rolled_back is not None
            assert "was exchanged" in journal.rolled_back.text


def test_what_a_power_cut_leaves_is_no_earlier_copy(tmp_path: Path) -> None:
    """An older head, none, an unfinished one, and an entry that was never confirmed."""
    path = tmp_path / "duel-0001.jsonl"
    filled(path, 5)
    older = head_path(path).read_bytes()
    with Journal.open(path) as journal:
        journal.append("play", {})
    for left in (older, b"", older[:30], bytes(len(older))):
        head_path(path).write_bytes(left)
        assert rolled_back(path) is None
    head_path(path).unlink()
    assert rolled_back(path) is None
    with Journal.open(path) as journal:
        journal.append("play", {})
    with path.open("ab") as file:
        file.write(b'{"data":{"torn"')
    assert rolled_back(path) is None


def test_damage_is_told_as_damage_and_once(tmp_path: Path) -> None:
    """It says itself what is missing, and the next start goes on from what was saved."""
    path = tmp_path / "duel-0001.jsonl"
    filled(path, 9)
    edit(path, replacing(b'"n":5', b'"n":6'))
    with Journal.open(path) as journal:
        assert journal.damage is not None
        assert journal.damage.kept == 4
        assert journal.rolled_back is None
    assert rolled_back(path) is None


def test_a_journal_that_was_taken_away_is_missed(tmp_path: Path) -> None:
    """Its newest head stays; another duel has another number."""
    filled(tmp_path / "duel-0001.jsonl", 9)
    (tmp_path / "duel-0001.jsonl").unlink()
    journal, number = open_journal(tmp_path, new=False)
    with journal:
        assert number == 1
        assert journal.rolled_back is not None
        assert (journal.rolled_back.entries, journal.rolled_back.written) == (0, 9)
        with pytest.raises(RolledBackError):
            journal.accept_rollback()
    journal, number = open_journal(tmp_path, new=True)
    with journal:
        assert (number, journal.rolled_back) == (2, None)


def test_the_check_tells_an_earlier_copy(tmp_path: Path) -> None:
    """Without a head that anybody noted; it only reads."""
    path = write(tmp_path / "duel-0001.jsonl")
    count = len(Journal.read(path)[0])
    assert audit(path).faults == ()
    cut(path, 3)
    before = {each: each.read_bytes() for each in tmp_path.iterdir()}
    told = duelmat("replay", "--check", str(path))
    assert told.exit_code == 1
    words = f"was rolled back: it has {count - 3} entries, and {count} had been written"
    assert words in " ".join(told.output.split())
    assert {each: each.read_bytes() for each in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (1, "it has 1 entry, and entry 1 is another"),
        (2, "it has 1 entry, and 2 had been written"),
    ],
)
def test_one_entry_is_said_as_one(tmp_path: Path, written: int, words: str) -> None:
    """In place of the journal that was exchanged or rolled back."""
    assert words in RolledBack(tmp_path / "duel-0001.jsonl", 1, written, "ab" * 32).text


def test_only_a_judges_word_goes_on_and_it_stays_in_the_journal(tmp_path: Path) -> None:
    """In the log that everybody reads, too; from then on it is the newest."""
    asyncio.run(opened(tmp_path))
    path = tmp_path / "duel-0001.jsonl"
    with Journal.open(path) as journal:
        journal.append("judge", {"by": "a", "called": True})
    count = len(Journal.read(path)[0])
    assert count == 2
    cut(path, 1)
    with pytest.raises(JournalError, match=f"has 1 entry, and {count} had been"):
        asyncio.run(opened(tmp_path))
    log = asyncio.run(opened(tmp_path, "The disk was replaced"))
    assert f"{count} entries had been written. The disk was replaced." in log[-1]
    kept = Journal.read(path)[0][count - 1]
    assert (kept.kind, kept.data["written"]) == ("rollback", count)
    assert kept.data["reason"] == "The disk was replaced"
    assert audit(path).faults == ()
    assert asyncio.run(opened(tmp_path))[-1] == log[-1]


async def opened(directory: Path, reason: str = "") -> list[str]:
    """Open the table, by a judge's word where there is one, and return the log that all read."""
    async with opened_table(play_options(directory, two=True, accept_rollback=reason)) as table:
        return [line.text for line in table.service.table_loop.table.state.log]
