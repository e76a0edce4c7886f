"""The other player who was chosen on a page, kept for when the table is started again."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final, get_args

from duelmat_files import replace_whole
from duelmat_files.outside import read_private_file
from duelmat_host.app.seating import Against

_CHOICE: Final = "against"
"""The file of a table's directory that names the other player, as chosen on a page."""


def keep_choice(directory: Path, against: Against) -> None:
    """Write down the other player, for when the table is started again."""
    with contextlib.suppress(OSError):  # then it is asked for again
        replace_whole(directory / _CHOICE, against.encode())


def kept_choice(directory: Path) -> Against | None:
    """Return the other player of the duel that was chosen on a page; None if none was."""
    try:
        text = read_private_file(directory / _CHOICE, limit_bytes=16).decode()
    except (OSError, UnicodeDecodeError):
        return None
    return next((each for each in get_args(Against) if each == text), None)
