"""The errors of this package.

TournamentError
├── PolicyError            a policy file that is broken; `faults` has all that is wrong
├── RefusedError           a command that cannot be done now; nothing has changed
│   ├── NotAllowedError    somebody who may not ask for it
│   ├── ChangedError       the thing confirmed has changed since it was shown
│   └── NoPairingError     no pairing keeps the rules; `remedies` are what may be given up
├── EventFileError         a file that is no event file
└── BrokenLogError         a log that no event has written
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from duelmat_message import Text, listed, say

_LONGEST: Final = 400
"""Characters that a message quotes of what a file holds."""


class TournamentError(Exception):
    """The base of all errors that this package raises."""


class PolicyFault(Struct, frozen=True):
    """One fault of a policy file."""

    file: str
    line: int
    """From 1; where the key stands, or else the table that it is missing from."""
    place: str
    """The path of keys: `infractions[3].penalty`; empty: the file itself."""
    expected: str
    got: str
    advice: str

    @property
    def text(self) -> Text:
        """Return the fault as a sentence."""
        values = {
            "file": self.file,
            "line": self.line,
            "expected": self.expected,
            "got": _cut(self.got),
            "advice": self.advice,
        }
        if not self.place:
            return say("{file}:{line}: expected {expected}, got {got}. {advice}", **values)
        return say(
            "{file}:{line}: {place}: expected {expected}, got {got}. {advice}",
            place=_cut(self.place),
            **values,
        )

    def __str__(self) -> str:
        return str(self.text)


class PolicyError(TournamentError):
    """A policy file is broken; everything found wrong with it is listed, line by line."""

    def __init__(self, source: str, faults: Iterable[PolicyFault]) -> None:
        self.source = source
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        super().__init__(listed((fault.text for fault in self.faults), "\n"))


class RefusedError(TournamentError):
    """A command cannot be done now; the text is the reason, and nothing has changed."""


class NotAllowedError(RefusedError):
    """The person may not give this command."""


class ChangedError(RefusedError):
    """The confirmed matter has changed since it was shown: look again."""


class NoPairingError(RefusedError):
    """No pairing keeps the rules; the text is the proof."""

    def __init__(self, sentence: str, remedies: Iterable[tuple[str, ...]]) -> None:
        self.remedies = tuple(remedies)
        """The smallest sets of rules; giving up all rules of one set makes a pairing possible."""
        super().__init__(sentence)


class EventFileError(TournamentError):
    """A file is no event file, or not as it was written."""

    def __init__(self, source: str, expected: str, got: str) -> None:
        super().__init__(
            say(
                "{file}: expected {expected}, got {got}",
                file=source,
                expected=expected,
                got=got,
            )
        )


class BrokenLogError(TournamentError):
    """A log that no event can have written."""

    def __init__(self, expected: str, got: str) -> None:
        super().__init__(say("expected {expected}, got {got}", expected=expected, got=got))


def _cut(text: str) -> str:
    if len(text) <= _LONGEST:
        return text
    return say("{beginning} ... (cut)", beginning=text[:_LONGEST])
