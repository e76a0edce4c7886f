"""The errors of the host: those that more than one room raises; the others stand where they are.

DuelmatError                     the base of all errors for people
├── HostError                    the base of all that this package raises, but for broken files
│   ├── LinkError                the serial port
│   │   ├── NoPortError          there is no such port; `found` lists those there are
│   │   ├── MatNotFoundError     none, or several, look like a mat; `found` lists those there are
│   │   ├── PortBusyError        another program has it
│   │   └── PortGoneError        it was there and vanished
│   ├── RigError                 the simulated mat
│   │   ├── RigStartError        it does not start, or another one runs in its directory
│   │   ├── RigGoneError         it was there and vanished
│   │   └── RigRefusedError      it refuses what its hands were asked to do
│   ├── ZoneMapError             a zone that has no place on the mat
│   │   └── UnfitMatError        the mat lacks what a ruleset needs; `faults` has all of it
│   ├── DeclinedError            an input that the table declines; nothing has happened
│   │   ├── StaleQuestionError   the question is not open any more
│   │   ├── NoSuchOptionError    the question has no such answer
│   │   ├── IllegalCommandError  the rules do not allow it; `rules` has their ids
│   │   ├── NothingThereError    there is nothing to take back, agree to, rule on
│   │   ├── DuelOverError        the duel is over
│   │   ├── NothingToTellError   there is no card of which could be told how it lies
│   │   ├── NoSuchPadError       the mat has no such pad
│   │   ├── MatchGoneError       the match is played at another table
│   │   ├── JudgeAwaitedError    a judge has been called, and everybody waits
│   │   └── ReasonMissingError   a ruling needs its reason
│   ├── ArtFolderError           the folder of the cards' pictures cannot be read
│   ├── AccessFileError          the file of links or of sessions cannot be written
│   ├── NoReplayError            a duel that this table cannot show again, or not yet
│   ├── ReplayFileError          a shared duel that cannot be shown; the file was left alone
│   ├── EnrolError               a sleeve that cannot be enrolled; `problems` has all that is wrong
│   ├── HandsError               hands that cannot do what they were asked to
│   ├── ScriptedPlayerError      a table that did not follow what the hands did
│   ├── EventLinkError           an address that is no link of an event's table
│   ├── HubAwayError             the hub of an event does not answer; the request is sent again
│   ├── HubRefusedError          the hub of an event refuses this table
│   ├── UnknownMatchError        the event wants a match that this program cannot play
│   ├── TakeOverError            a match that was moved here and cannot be gone on with
│   ├── SealError                something sealed that this table cannot open
│   ├── UnfitKeyError            a key for which no card can be sealed
│   ├── DirectoryError           no table can be kept in a directory
│   │   └── TableTakenError      another duelmat runs the table of the directory
│   └── JournalError             the journal of a duel
│       ├── RolledBackError      it is an earlier copy, or another in its place
│       ├── NotAJournalError     the file is something else; it was left alone
│       ├── JournalEntryError    an entry that cannot be written down
│       ├── ResumeError          it records something that cannot have happened
│       └── EntryMisfitError     an entry does not fit the duel before it
└── BrokenFileError              a file that is broken; `problems` has all that is wrong
    └── RegistryError            a card registry
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from duelmat_engine import ZoneName
from duelmat_files.errors import BrokenFileError, FileProblem, beginning_of
from duelmat_message import Text, listed, say
from duelmat_message.errors import DuelmatError


class HostError(DuelmatError):
    """The base of all errors that this package raises."""


class LinkError(HostError):
    """Something is wrong with the serial port."""


class NoPortError(LinkError):
    """There is no such port."""

    def __init__(self, url: str, reason: str, found: Sequence[str], advice: str) -> None:
        self.url = url
        self.reason = reason
        self.found = tuple(found)
        super().__init__(
            say(
                "expected a mat at {url}, got: {reason}. Serial ports found: {found}. {advice}",
                url=url,
                reason=reason,
                found=_listed_or_none(found),
                advice=advice,
            )
        )


class MatNotFoundError(LinkError):
    """No port of this machine looks like a mat, or several do."""

    def __init__(self, expected: str, got: str, found: Sequence[str], advice: str) -> None:
        self.found = tuple(found)
        super().__init__(
            say(
                "expected {expected}, got {got}. Serial ports found: {found}. {advice}",
                expected=expected,
                got=got,
                found=_listed_or_none(found),
                advice=advice,
            )
        )


class PortBusyError(LinkError):
    """Another program has the port."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(
            say(
                "expected {url} to be free, but another program has it open: close the other "
                "duelmat or serial terminal.",
                url=url,
            )
        )


class PortGoneError(LinkError):
    """The port was there and vanished."""

    def __init__(self, url: str, reason: str) -> None:
        self.url = url
        self.reason = reason
        super().__init__(
            say(
                "{url} is gone ({reason}): plug the mat in again; the duel waits.",
                url=url,
                reason=reason,
            )
        )


class RigError(HostError):
    """Something is wrong with the simulated mat."""


class RigStartError(RigError):
    """The simulated mat does not start, or another one runs in its directory."""


class RigGoneError(RigError):
    """The simulated mat was there and vanished."""


class RigRefusedError(RigError):
    """The simulated mat refuses what its hands were asked to do."""

    def __init__(self, op: str, sentence: str) -> None:
        self.op = op
        self.sentence = sentence
        super().__init__(say("{op}: {sentence}", op=op, sentence=sentence))


class ZoneMapError(HostError):
    """A zone has no place on the mat."""


class UnfitMatError(ZoneMapError):
    """The mat lacks zones that a ruleset needs, or a reader."""

    def __init__(self, homeless: Sequence[ZoneName], faults: Sequence[Text]) -> None:
        self.homeless = tuple(homeless)
        """The zones of the ruleset, of both players, for which the mat has none."""
        self.faults = tuple(faults)
        """Sentences about everything that is missing, each with what mends it."""
        super().__init__(listed(faults, " "))


class RegistryError(BrokenFileError):
    """A card registry is broken."""


class ArtFolderError(HostError):
    """The folder of the cards' pictures cannot be read."""

    def __init__(self, folder: Path, reason: str) -> None:
        self.folder = folder
        self.reason = reason
        super().__init__(
            say(
                "expected a folder of pictures at {folder}, got: {reason}. Name another with "
                "--art, or leave it out: cards are drawn without.",
                folder=str(folder),
                reason=reason,
            )
        )


class AccessFileError(HostError):
    """The file of links or of sessions cannot be written."""

    def __init__(self, path: Path, got: str) -> None:
        self.path = path
        self.reason = got
        super().__init__(
            say(
                "Expected to write {path}, which holds who may open the table's pages; got: "
                "{got}. Move away what is there, or make room.",
                path=str(path),
                got=got,
            )
        )


class NoReplayError(HostError):
    """A duel that this table cannot show again, or not yet."""


class ReplayFileError(HostError):
    """The file of a shared duel is damaged, of another version, or something else."""

    def __init__(self, source: str, expected: str, got: str, advice: str) -> None:
        self.source = source
        super().__init__(
            say(
                "{file}: expected {expected}, got {got}. {advice}",
                file=source,
                expected=expected,
                got=beginning_of(got),
                advice=advice,
            )
        )


class EnrolError(HostError):
    """A sleeve cannot be enrolled."""

    def __init__(self, problems: Sequence[FileProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(listed((each.text for each in self.problems), "\n"))


class JournalError(HostError):
    """Something is wrong with the journal of a duel."""


class RolledBackError(JournalError):
    """A journal is an earlier copy of itself, or another one in its place."""

    def __init__(self, found: str) -> None:
        super().__init__(
            say(
                "{found}. Put the newest one back; if a judge rules that the duel goes on from "
                "here, start it once with --accept-rollback REASON, which its log keeps; or begin "
                "another with --new.",
                found=found,
            )
        )


class NotAJournalError(JournalError):
    """The file is something else, and was left alone."""


class JournalEntryError(JournalError):
    """An entry that cannot be written down: a fault of the caller, or another writer."""


def _listed_or_none(words: Sequence[str]) -> Text:
    return listed(words, ",") if words else say("none")
