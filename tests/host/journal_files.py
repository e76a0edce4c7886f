"""Files of journals for tests: one that is filled, and one that is changed."""

import random
from collections.abc import Callable
from pathlib import Path

from duelmat_host.journal.chain import Entry
from duelmat_host.journal.journal import Journal
from duelmat_host.journal.newest import head_path


def forget_head(path: Path) -> None:
    """Take away the newest head beside a journal: what was cut off of it was never confirmed."""
    head_path(path).unlink(missing_ok=True)


def filled(path: Path, count: int, size: int = 40) -> tuple[Entry, ...]:
    """A journal of that many entries, some longer than a page."""
    with Journal.open(path) as journal:
        chance = random.Random(count)
        for number in range(1, count + 1):
            text = "x" * (size if number % 17 else 9000) + str(chance.random())
            journal.append("play", {"number": number, "text": text})
        return journal.entries()


def edit(path: Path, change: Callable[[bytes], bytes]) -> bytes:
    """Change a file, and return its new content; the change must be one."""
    content = path.read_bytes()
    changed = change(content)
    assert changed != content
    path.write_bytes(changed)
    return changed


def replacing(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    """Return a change that writes `new` for `old`."""
    return lambda content: content.replace(old, new)
