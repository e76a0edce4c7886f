"""Events of the board as values: `BoardEvent` is one of them.

Times: `at_ms` is the host's clock, that which the session is given as now_ms. For what happened
on the board it is when it happened there, as far as the clocks' difference is known.
"""

from __future__ import annotations

from enum import Enum

import msgspec

import duelmat_wire as wire
from duelmat_hardware import AntennaIndex, PadIndex


class AntennaState(Enum):
    """An antenna sees nothing, one tag, several, or something that it cannot read."""

    EMPTY = wire.EMPTY
    """Nothing lies there."""
    ONE = wire.ONE
    """Exactly one tag."""
    SEVERAL = wire.SEVERAL
    """More than one tag; those that could be read are named."""
    UNSURE = wire.UNSURE
    """Something is there and cannot be read; the tags read last are named."""


class HealthState(Enum):
    """The condition of a reader."""

    FINE = wire.HEALTH_FINE
    """The reader works, again."""
    SILENT = wire.HEALTH_SILENT
    """The chip does not answer."""
    STRANGE = wire.HEALTH_STRANGE
    """The chip answers wrongly."""
    NO_FIELD = wire.HEALTH_NO_FIELD
    """The field does not switch on."""


class LogLevel(Enum):
    """The weight of a line of the board."""

    DEBUG = wire.LOG_DEBUG
    """A line for whoever builds the board."""
    INFO = wire.LOG_INFO
    """The board is as it should be."""
    WARNING = wire.LOG_WARNING
    """The board is not as it should be."""
    ERROR = wire.LOG_ERROR
    """Something does not work."""


class Antenna(msgspec.Struct, frozen=True):
    """The state of one antenna, settled and whole."""

    state: AntennaState = AntennaState.EMPTY
    uids: tuple[bytes, ...] = ()

    @property
    def is_weak(self) -> bool:
        """Whether its one tag has not answered to less power: the board names it twice."""
        return self.state is AntennaState.SEVERAL and len(self.uids) > 1 == len(set(self.uids))

    @property
    def lowest(self) -> bytes | None:
        """The lowest tag; None where it is unknown.

        Of several tags the board names one twice: the tag that answers to clearly less power than
        the others, because it lies lowest.
        """
        if self.state is AntennaState.ONE:
            return self.uids[0] if self.uids else None
        return next((uid for uid in self.uids if self.uids.count(uid) > 1), None)


class Sighting(msgspec.Struct, frozen=True):
    """The state of one antenna has changed."""

    at_ms: int
    index: AntennaIndex
    antenna: Antenna


class Snapshot(msgspec.Struct, frozen=True):
    """The state of all antennas; it replaces whatever sightings were missed."""

    at_ms: int
    antennas: tuple[Antenna, ...]
    """The whole map, by antenna index."""


class Touch(msgspec.Struct, frozen=True):
    """A finger came onto a pad or left it."""

    at_ms: int
    pad: PadIndex
    is_pressed: bool
    event: int = 0
    """Number of the event in this boot: what a host has acted on, it need not get again."""


class Button(msgspec.Struct, frozen=True):
    """A button went down or came up."""

    at_ms: int
    button: int
    is_pressed: bool
    event: int = 0
    """Number of the event, as in Touch."""


class Status(msgspec.Struct, frozen=True):
    """The condition of the board, about twice a second."""

    at_ms: int
    scene: int
    """Number of the scene that is lit."""
    sweep_ms: int
    """Time of the last whole sweep; 0 = none yet."""
    heap_free_bytes: int
    bad_frames: int
    resent_frames: int


class Tally(msgspec.Struct, frozen=True):
    """A count of how often a card on one antenna has answered lately."""

    index: AntennaIndex
    visits: int
    answered: int
    unread: int
    """Something answered and could not be read."""


class Health(msgspec.Struct, frozen=True):
    """The condition of one reader changed."""

    index: AntennaIndex
    state: HealthState


class Log(msgspec.Struct, frozen=True):
    """A line for people: of the board, or of the session about what the board reports."""

    level: LogLevel
    text: str


class BoardReady(msgspec.Struct, frozen=True):
    """A board that fits is there, and messages flow."""

    hello: wire.Hello
    is_new_boot: bool
    """Whether the board has started since we last knew it, or was never known."""


class BoardLost(msgspec.Struct, frozen=True):
    """The board is not there any more."""

    reason: str


class WrongBoard(msgspec.Struct, frozen=True):
    """The board that is there does not fit: nothing is played with it."""

    hello: wire.Hello
    advice: str
    """The advice: what was expected, what was got, and which side to update."""


BoardEvent = (
    Sighting
    | Touch
    | Button
    | Snapshot
    | Status
    | Tally
    | Health
    | Log
    | BoardReady
    | BoardLost
    | WrongBoard
)
