"""Failures of a ruleset's own functions: what was raised, and by which line of whose file."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path
from typing import Final

from duelmat_message import Text, say, words_of

_PACKAGE: Final = "duelmat_"
_LIBRARY: Final = sysconfig.get_path("stdlib")


def told_failure(error: Exception) -> Text:
    """Return what was raised and where: the last line of the ruleset's own that led to it, or
    else the last of all.
    """
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if _PACKAGE not in f.filename and _LIBRARY not in f.filename]
    last = (own or frames)[-1]
    return say(
        "{kind}: {error} ({file}:{line})",
        kind=type(error).__name__,
        error=words_of(error),
        file=Path(last.filename).name,
        line=last.lineno or 0,
    )
