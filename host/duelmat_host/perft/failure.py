"""Failures of a ruleset's own functions: what was raised, and by which line of whose file."""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from duelmat_engine import EngineError, FormFault, ScenarioError
from duelmat_message import Text, say, words_of

_PACKAGE: Final = "duelmat_"
_LIBRARY: Final = sysconfig.get_path("stdlib")


def told_failure(error: Exception) -> Text:
    """Return what was raised and where: the last line of the ruleset's own that led to it, or
    else the last of all.
    """
    last = (_own_frames(error) or traceback.extract_tb(error.__traceback__))[-1]
    return say(
        "{kind}: {error} ({file}:{line})",
        kind=type(error).__name__,
        error=words_of(error),
        file=Path(last.filename).name,
        line=last.lineno or 0,
    )


@contextmanager
def telling_failures(*path: str | int) -> Iterator[None]:
    """Tell what the functions of the user's own ruleset raise: as a ScenarioError at this path of
    a scenario.
    """
    try:
        yield
    except EngineError:
        raise
    except Exception as error:
        if not _own_frames(error):  # a fault of ours, which is reported with its traceback
            raise
        fault = FormFault(path, say("functions that answer"), told_failure(error))
        raise ScenarioError([fault]) from error


def _own_frames(error: Exception) -> list[traceback.FrameSummary]:
    """Return the calls of the user's own functions that led to an error, the last at the end."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f for f in frames if _PACKAGE not in f.filename and _LIBRARY not in f.filename]
