"""A power cut at any moment leaves a table's journal with every entry that was written down."""

from pathlib import Path
from random import Random
from shutil import rmtree

import pytest

from duelmat_host.journal.journal import Journal
from duelmat_host.journal.newest import head_path

CUTS = 100
SECTOR_BYTES = 512
"""A disk writes so much whole or not at all."""
MOST_BYTES = 1_000
"""Two sectors; a layout of ten cards."""


def torn(synced: bytes, written: bytes, chance: Random) -> bytes:
    """Return what a disk may have of a file that was appended to, and not synced since.

    Its length may have become that of any part; a sector of the rest that has not come is zeros.
    """
    most = chance.choice([len(written), chance.randint(len(synced), len(written))])
    found = bytearray(written[:most])
    for at in range(len(synced) - len(synced) % SECTOR_BYTES, len(found), SECTOR_BYTES):
        if chance.random() < 0.2:
            first = max(at, len(synced))
            end = min(at + SECTOR_BYTES, len(found))
            found[first:end] = bytes(max(0, end - first))
    return bytes(found)


@pytest.mark.long
def test_what_was_written_down_is_there_after_a_power_cut(tmp_path: Path) -> None:
    """What was being written is there whole or not at all, and the duel goes on."""
    path = tmp_path / "table" / "duel.jsonl"
    chance = Random(1)
    heads = [b""]
    is_kept = set()
    with Journal.open(path) as journal:
        for cut in range(CUTS):
            before, shown = path.read_bytes(), journal.entries()
            sizes = [chance.randint(0, MOST_BYTES) for _ in range(chance.randint(1, 3))]
            journal.append_all([("action", {"cut": cut, "text": "x" * size}) for size in sizes])
            folder = tmp_path / f"cut-{cut}"
            folder.mkdir()
            copy = folder / path.name
            copy.write_bytes(torn(before, path.read_bytes(), chance))
            head_path(copy).write_bytes(chance.choice(heads))
            heads.append(head_path(path).read_bytes())
            with Journal.open(copy) as again:
                assert again.rolled_back is None
                assert again.entries() in (shown, journal.entries())
                is_set_aside = again.damage is not None and again.damage.aside is not None
                assert not is_set_aside or len(sizes) > 1
                is_kept.add(again.entries() != shown)
                again.append("action", {"after": cut})
            rmtree(folder)
    assert is_kept == {True, False}
