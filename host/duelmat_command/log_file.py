"""The log: a file that is bounded in size, and the terminal; neither ever holds a secret.

directory/   duelmat.log      the newest lines of this table
             duelmat.log.1    the lines before, and so on up to .4

What is logged is public anyway (the duel's own log, the state of the line, numbers). What an
exception says may name a card, so only its kind and the places in the source are written.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TextIO

import platformdirs

from duelmat_files import make_directory, open_own
from duelmat_message import LINE_ENDS, NEVER

LOG_NAME: Final = "duelmat.log"
DEMO_LOG_NAME: Final = "demo.log"
DOCTOR_NAME: Final = "doctor.txt"
OWN: Final = ("duelmat_command", "duelmat_host", "duelmat_hub", "duelmat_maker", "duelmat_serving")
"""The packages of ours that log."""
LARGEST_BYTES: Final = 2_000_000
"""The size of one file: about two hours at debug level."""
KEPT: Final = 4
"""The number of older files that stay."""
_SECRET_PATHS: Final = re.compile(r"/(seat|judge|enroll|open|in|events)/[^\s\"'/]+")
_CONTROL: Final = re.compile(f"[{NEVER}{LINE_ENDS}]")
_ExcInfo = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)


def log_folder() -> Path:
    """Return the platform's place for logs of commands without a directory: demo, doctor."""
    return platformdirs.user_log_path("duelmat", appauthor=False)


class LogFormatter(logging.Formatter):
    """One line a record, without secrets: addresses are cut, exceptions say kind and place."""

    def format(self, record: logging.LogRecord) -> str:
        cached, record.exc_text = record.exc_text, None  # another formatter's, with its words
        try:
            return super().format(record)
        finally:
            record.exc_text = cached

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  (logging's name)
        line = _SECRET_PATHS.sub(r"/\1/(secret)", super().formatMessage(record))
        return _CONTROL.sub(lambda found: repr(found[0])[1:-1], line)

    def formatException(self, ei: _ExcInfo) -> str:  # noqa: N802
        kind, _, trace = ei
        name = "no exception" if kind is None else kind.__name__
        frames = (f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in _frames(trace))
        return "\n".join([*frames, f"  {name} (its words may name a card: left out)"])


def _frames(trace: TracebackType | None) -> traceback.StackSummary:
    return traceback.extract_tb(trace)


class LogFileHandler(RotatingFileHandler):
    """A private file of bounded size; a disk that is full is reported once and stops nobody."""

    def __init__(
        self, path: Path, largest_bytes: int = LARGEST_BYTES, complaints: TextIO | None = None
    ) -> None:
        """Open the file; failures to write are reported to `complaints`, None = standard error.

        Raises: OSError.
        """
        self._complaints = complaints
        self._is_full = False
        super().__init__(path, maxBytes=largest_bytes, backupCount=KEPT, encoding="utf-8")
        self.setFormatter(
            LogFormatter("%(asctime)s.%(msecs)03d %(levelname)s %(name)s: %(message)s", _TIME)
        )

    def _open(self) -> Any:
        own = open_own(Path(self.baseFilename), os.O_WRONLY | os.O_APPEND)
        return os.fdopen(own, "a", encoding="utf-8")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        del record
        if not self._is_full:
            self._is_full = True
            error = sys.exc_info()[1]
            reason = (error.strerror if isinstance(error, OSError) else None) or error
            out = self._complaints or sys.stderr
            print(
                f"expected to write to the log {self.baseFilename}, got: {reason}. The table goes "
                "on without a log: make room on the disk.",
                file=out,
            )

    def close(self) -> None:
        try:
            super().close()
        except OSError:  # the last lines have no room either
            self.stream = None


_TIME: Final = "%Y-%m-%dT%H:%M:%S"


class LogOutput:
    """The log of one run of a command: begun with the terminal alone, the file comes later."""

    def __init__(self, level: str, verbose: int) -> None:
        """Start a log of this level (as in settings).

        The terminal shows warnings, with -v also info, with -vv also debug.

        Of other packages' lines only warnings and errors are logged: they may hold anything.
        """
        self._level: int = getattr(logging, level.upper())
        shown = (logging.WARNING, logging.INFO, logging.DEBUG)[min(verbose, 2)]
        self._terminal = logging.StreamHandler()
        self._terminal.setLevel(shown)
        self._terminal.setFormatter(LogFormatter("%(levelname)s %(name)s: %(message)s"))
        self._file: LogFileHandler | None = None
        self._ours = [logging.getLogger(name) for name in OWN]
        self._before = [logger.level for logger in self._ours]
        for logger in self._ours:
            logger.setLevel(min(self._level, shown))
        logging.getLogger().addHandler(self._terminal)

    def open_file(self, path: Path) -> None:
        """Write to this file too; one that cannot be opened is reported, and done without."""
        try:
            make_directory(path.parent)
            handler = LogFileHandler(path)
        except OSError as error:
            logging.getLogger(__name__).warning(
                "expected to write the log to %s, got: %s. It goes on without.",
                path,
                error.strerror,
            )
            return
        handler.setLevel(self._level)
        self._file = handler
        logging.getLogger().addHandler(handler)

    def close(self) -> None:
        """Leave the log as it was found."""
        for logger, level in zip(self._ours, self._before, strict=True):
            logger.setLevel(level)
        for handler in (self._terminal, self._file):
            if handler is not None:
                logging.getLogger().removeHandler(handler)
                handler.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
