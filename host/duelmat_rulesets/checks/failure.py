"""Failures of a ruleset's own functions: what was raised, and by which line of whose file."""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from duelmat_engine import EngineError, FormFault, MoveKind, ScenarioError
from duelmat_engine.effects.ops import Op
from duelmat_message import words_of

_PACKAGE: Final = "duelmat_"
_LIBRARY: Final = sysconfig.get_path("stdlib")


def told_failure(error: Exception) -> str:
    """Return the error in words, with its place: the last line of the ruleset that led to it, or
    else the last line of all with the move or step that was asked or carried out.
    """
    own = _own_frames(error)
    last = (own or traceback.extract_tb(error.__traceback__))[-1]
    where = f"{Path(last.filename).name}:{last.lineno or 0}"
    about = None if own else _subject(error)
    if isinstance(about, MoveKind):
        where = f"in the move {about.name}, {where}"
    elif about is not None:
        where = f"in the step {type(about).__name__}, {where}"
    kind = type(error).__name__
    return f"{kind}: {words_of(error)} ({where})"


def _subject(error: Exception) -> MoveKind | Op | None:
    """Return the kind of move, or the operation, that the engine was working on when it failed."""
    for frame, _ in reversed(list(traceback.walk_tb(error.__traceback__))):
        for value in frame.f_locals.values():
            if isinstance(value, MoveKind | Op):
                return value
    return None


@contextmanager
def telling_failures(*path: str | int) -> Iterator[None]:
    """Turn errors of functions of the user's own ruleset into a ScenarioError at this path of a
    scenario.
    """
    try:
        yield
    except EngineError:
        raise
    except Exception as error:
        if not _own_frames(error):  # a fault of ours, which is reported with its traceback
            raise
        fault = FormFault(path, "functions that answer", told_failure(error))
        raise ScenarioError([fault]) from error


def _own_frames(error: Exception) -> list[traceback.FrameSummary]:
    """Return the calls of the user's own functions that led to an error, the last at the end."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f for f in frames if _PACKAGE not in f.filename and _LIBRARY not in f.filename]
