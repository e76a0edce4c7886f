"""Findings: the conclusions that the referee can draw from the cards on the mat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from duelmat_engine import Action, CardKey, Verdict
from duelmat_host.sensing.layout import MatZone, Sight, Way


class Unclear(Enum):
    """A property of a card that could not be determined."""

    CARD = "card"
    """The identity of the card."""
    FACE = "face"
    """The side that is up."""
    ORIENTATION = "orientation"
    """The orientation, upright or sideways."""
    WEAK = "weak"
    """The side that is up, of a card that answers so weakly that it may be the upper tag."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The base of all findings."""


@dataclass(frozen=True, slots=True)
class Agreed(Finding):
    """The mat is as expected, apart from pending acts of hands."""


@dataclass(frozen=True, slots=True)
class InProgress(Finding):
    """The beginning of some legal action; `missing` names the zones that must still change."""

    missing: tuple[MatZone, ...] = ()
    pays: tuple[MatZone, ...] = ()
    """The zones from which cards are lifted, to pay for one that lies face-up; else empty."""
    is_choice: bool = False
    """Whether only some of those cards are to be lifted."""


@dataclass(frozen=True, slots=True)
class Lifted(Finding):
    """Cards were picked up, which begins no play: a player may be looking at them."""

    zones: tuple[MatZone, ...]


@dataclass(frozen=True, slots=True)
class Played(Finding):
    """Exactly one legal action."""

    action: Action


@dataclass(frozen=True, slots=True)
class Ambiguous(Finding):
    """Several legal actions: one of each kind to ask about."""

    actions: tuple[Action, ...]
    is_shown: bool = False
    """Whether a card was shown with which all of them begin: the answer is the play itself."""


@dataclass(frozen=True, slots=True)
class Unsure(Finding):
    """Something lies there, but too unclearly for a meaning."""

    zone: MatZone
    what: Unclear


@dataclass(frozen=True, slots=True)
class Untold(Finding):
    """A card of which no antenna tells how it lies, and its player has not told it yet."""

    zone: MatZone
    key: CardKey
    ways: Mapping[Way, tuple[Action, ...]]
    """The ways in which it may lie, with the plays that each may be; one way needs no question."""
    doubted: Sight | None = None
    """The sight of a card that one antenna reads while the other's silence tells nothing."""


@dataclass(frozen=True, slots=True)
class Refused(Finding):
    """No legal action; the verdict names the broken rules and the remedies."""

    zones: tuple[MatZone, ...]
    verdict: Verdict
    plays: tuple[Action, ...] = ()
    """The plays that may have been meant, the nearest first: a judge may let one of them stand."""
    is_turned: bool = False
    """Whether a card was only turned in its place: it may still be turning."""


@dataclass(frozen=True, slots=True)
class Stray(Finding):
    """A card lies on a landing spot where nothing brings it."""

    zone: MatZone
    sight: Sight


@dataclass(frozen=True, slots=True)
class Displaced(Finding):
    """Cards of the rows lie elsewhere than before, which is no play: the mat was bumped."""

    zones: tuple[MatZone, ...]


@dataclass(frozen=True, slots=True)
class Earlier(Finding):
    """The rows are as before an action, which may have been taken back by hand."""

    zones: tuple[MatZone, ...]
    number: int
    """The number of the action, counted through the duel."""
