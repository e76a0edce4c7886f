"""Replays: a duel that is over as a page or a file shows it, step by step, for one viewer."""

from __future__ import annotations

from typing import Any, Final, Literal

from duelmat_host.showing.match_types import ScoreView
from duelmat_host.showing.view_types import (
    Colour,
    LogLineView,
    OutcomeView,
    PhaseView,
    RuleView,
    SeatLetter,
    View,
)
from duelmat_rulesets.face_types import CardFaceView

FORMAT: Final = 1
"""The form of a replay as a file; another number where an older program would misread it."""


class ReplayStep(View, frozen=True, omit_defaults=False):
    """One thing that happened in front of everybody, and how the table looked after it."""

    turn: int
    """The number of the turn, from 1; 0 before the first."""
    seat: str
    """The seat whose act it was; empty: chance, a judge or the mat."""
    lines: list[LogLineView]
    """The lines that it brought into the log."""
    view: dict[str, Any]
    """The keys of the view that are not as in the step before: those of the public view without
    log, link and head, and `facedown`, the face-down cards that the viewer may know."""
    lights: str
    """A letter a lamp, in the order of the mat's lamps: its style, `a` for the first."""
    displays: list[str]
    """Eight characters for each seat's display."""


class LifeChangeView(View, frozen=True, omit_defaults=False):
    """A change of a player's life."""

    step: int
    """The step in which it happened, from 0."""
    turn: int
    """The number of the turn."""
    seat: SeatLetter
    """The player."""
    before: int
    """The life before it."""
    life: int
    """The life after it."""
    cause: str
    """The cause of the change, as a sentence or two."""


class RefusedPlayView(View, frozen=True, omit_defaults=False):
    """A play that was refused."""

    step: int
    """The step in which it happened, from 0."""
    turn: int
    """The number of the turn."""
    seat: str
    """The player who was to play; empty: nobody in particular."""
    text: str
    """The reason, as it was told to everybody."""
    rules: list[RuleView]
    """The rules that refused it."""


class DuelSummary(View, frozen=True, omit_defaults=False):
    """A duel that is over, in figures that everybody may know."""

    turns: int
    """The number of turns."""
    steps: int
    """The number of steps of its replay."""
    turn_steps: list[int]
    """The step with which each turn began, from 0, the first turn's first."""
    begin: dict[SeatLetter, int]
    """The life with which each player began."""
    outcome: OutcomeView | None
    """The end of it; null: it was not played to its end."""
    rules: list[RuleView]
    """The rules by which it ended."""
    life: list[LifeChangeView]
    """Every change of life, in order, from the beginning."""
    refused: list[RefusedPlayView]
    """The plays that were refused."""
    decided_ms: dict[SeatLetter, int]
    """The time in ms in which each player was to act, without that of a judge's ruling."""
    score: ScoreView
    """The duels of its match, with this one."""


class Replay(View, frozen=True, omit_defaults=False):
    """A duel that is over, as one viewer may see it again: what is shown, and shared as a file."""

    duelmat: Literal["replay"]
    """Says what kind of file it is."""
    format: int
    """The form of the file."""
    ruleset: str
    """The ruleset's name."""
    title: str
    """The ruleset's name for people."""
    names: dict[SeatLetter, str]
    """The players' names by their seats."""
    number: int
    """The number of the duel at its table, from 1."""
    seen_by: str
    """The audience that may know its content: `public`, the letter of a seat, or `judge`."""
    mat: str
    """The digest of the mat."""
    zone_titles: dict[str, str]
    """The game's names for the sensed zones in which cards stay, by the mat's ids."""
    phases: list[PhaseView]
    """The phases of a turn in order."""
    faces: list[CardFaceView]
    """The cards that are named in it."""
    rules: list[RuleView]
    """The rules that are named in it, with their statements."""
    looks: list[list[Colour]]
    """The colours of a lamp's lights by the lamp's style, at their brightest."""
    summary: DuelSummary
    """The duel in figures."""
    steps: list[ReplayStep]
    """The steps of the duel in order; the first is the beginning."""
