"""A power cut at any moment leaves a hub's SQLite with every report that was acknowledged."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest
from sqlalchemy import text

from duelmat_hub.report_store import Received, ReportStore
from duelmat_hub.store import FILE_NAME, open_file
from duelmat_venue.reports import Batch, Report

STREAM = "1" * 32
CUTS = 100
WAL_NAME = f"{FILE_NAME}-wal"
SECTOR_BYTES = 512
"""A disk writes so much whole or not at all."""


def received(n: int) -> Received:
    batch = Batch(STREAM, 1, 1, 0, (Report(n, n, {"turn": n, "text": "x" * 50_000}),))
    return Received(1, "a" * 64, n, batch)


def files(folder: Path) -> dict[str, bytes]:
    """Return what the disk has to have of a store; the -shm file is memory."""
    return {name: (folder / name).read_bytes() for name in (FILE_NAME, WAL_NAME)}


def torn(before: bytes, after: bytes, chance: Random) -> Iterator[bytes]:
    """Yield the sectors of a file that was written and not synced: any of them may be old."""
    for at in range(0, len(after), SECTOR_BYTES):
        old, new = (each[at : at + SECTOR_BYTES] for each in (before, after))
        yield new if old == new or chance.random() < 0.5 else old.ljust(len(new), b"\0")


@pytest.mark.long
def test_what_was_acknowledged_is_there_after_a_power_cut(tmp_path: Path) -> None:
    """Of the commit that was under way there is all or nothing."""
    (tmp_path / "hub").mkdir()
    store = open_file(tmp_path / "hub")
    reports = ReportStore(store)
    reports.keep([received(1)])
    with store.transaction(reads=True) as connection:  # a commit waits for the disk
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    chance = Random(1)
    checkpoints = 0
    for acknowledged in range(1, CUTS + 1):
        before = files(tmp_path / "hub")
        reports.keep([received(acknowledged + 1)])
        after = files(tmp_path / "hub")
        # the log is synced before pages of it are copied into the file, which is synced after
        unsynced = FILE_NAME if before[FILE_NAME] != after[FILE_NAME] else WAL_NAME
        checkpoints += unsynced == FILE_NAME
        image = {**after, unsynced: b"".join(torn(before[unsynced], after[unsynced], chance))}
        folder = tmp_path / f"cut-{acknowledged}"
        folder.mkdir()
        for name, content in image.items():
            (folder / name).write_bytes(content)
        again = open_file(folder)
        kept = [(each.n, each.changes["turn"]) for each in ReportStore(again).read_stream(STREAM)]
        again.close()
        rmtree(folder)
        assert kept in [
            [(n, n) for n in range(1, most + 1)] for most in (acknowledged, acknowledged + 1)
        ]
    store.close()
    assert checkpoints, "the log was never copied into the file"
