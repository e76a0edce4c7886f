"""Findings: what the referee can find in what lies on the mat."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from duelmat_engine.actions import Action
from duelmat_engine.judging.verdict import Verdict
from duelmat_host.sensing.layout import MatZone, Sight


class Unclear(Enum):
    """What cannot be told of a card."""

    CARD = "card"
    """Which one it is."""
    FACE = "face"
    """Which side is up."""
    ORIENTATION = "orientation"
    """Whether it lies upright or sideways."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The base of what the referee can find."""


@dataclass(frozen=True, slots=True)
class Agreed(Finding):
    """The mat shows what it should, or only what is still owed."""


@dataclass(frozen=True, slots=True)
class InProgress(Finding):
    """The beginning of some legal action; `missing` says which zones must still change."""

    missing: tuple[MatZone, ...] = ()


@dataclass(frozen=True, slots=True)
class Lifted(Finding):
    """Cards were taken up, which begins no play: a look at them, perhaps."""

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
    """Whether a card was shown that all of them play: the answer is the play itself."""


@dataclass(frozen=True, slots=True)
class Unsure(Finding):
    """Something lies there, but not clearly enough to tell what it means."""

    zone: MatZone
    what: Unclear


@dataclass(frozen=True, slots=True)
class Refused(Finding):
    """No legal action: by which rules, and what would make it legal."""

    zones: tuple[MatZone, ...]
    verdict: Verdict
    plays: tuple[Action, ...] = ()
    """What may have been meant, the nearest first: a judge may let one of them stand."""
    is_turned: bool = False
    """Whether a card was only turned where it lies: that may still go on."""


@dataclass(frozen=True, slots=True)
class Stray(Finding):
    """A card on a landing spot where nothing brings it."""

    zone: MatZone
    sight: Sight


@dataclass(frozen=True, slots=True)
class Displaced(Finding):
    """Cards of the rows lie elsewhere than they did, which is no play: the mat was bumped."""

    zones: tuple[MatZone, ...]


@dataclass(frozen=True, slots=True)
class Earlier(Finding):
    """The rows lie as they did before an action: has it been taken back by hand?"""

    zones: tuple[MatZone, ...]
    number: int
    """Of the action, counted through the duel."""
