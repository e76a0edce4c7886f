"""The picture of a duel's life totals: where its lines and marks lie, from the duel's summary.

Players differ by colour, by line and by mark, so that the picture needs no colours; what it shows
stands beside it as a table.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from duelmat_host.showing.replay_types import DuelSummary, LifeChangeView
from duelmat_message import say

WIDTH: Final = 760
HEIGHT: Final = 250
LEFT: Final = 60
RIGHT: Final = 112
TOP: Final = 16
BOTTOM: Final = 42
LABEL_GAP: Final = 30
"""Two names at the ends of lines are at least so far apart, in the picture's units."""
TICK_GAP: Final = 26
"""Two turns are numbered only if they are so far apart."""
STEPS: Final = (1, 2, 2.5, 5, 10)
"""Lives at which lines are drawn, times a power of ten."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A change of life, or a refused play, in the picture."""

    x: float
    y: float
    step: int
    text: str


@dataclass(frozen=True, slots=True)
class LifeLine:
    """One player's life."""

    seat: str
    path: str
    """The line, as the data of an SVG path."""
    marks: tuple[Mark, ...]
    label_y: float
    end: int
    """The life at the end."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid with its number."""

    at: float
    text: str
    """Empty where there is no room for it."""


@dataclass(frozen=True, slots=True)
class LifePicture:
    """The picture of a duel's life totals."""

    lines: tuple[LifeLine, ...]
    turns: tuple[Tick, ...]
    lives: tuple[Tick, ...]
    refused: tuple[Mark, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    base: int = HEIGHT - BOTTOM


def life_picture(summary: DuelSummary) -> LifePicture:
    """Return the picture of a summary's life totals."""
    highest = max([*summary.begin.values(), *(c.life for c in summary.life), 1])
    unit = _unit(highest)
    top = unit * -(-highest // unit)

    def x(step: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * step / max(1, summary.steps - 1), 1)

    def y(life: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * max(0, life) / top, 1)

    def line(seat: str, begin: int) -> LifeLine:
        changes = [change for change in summary.life if change.seat == seat]
        path = f"M{x(0)} {y(begin)}" + "".join(f"H{x(c.step)}V{y(c.life)}" for c in changes)
        end = changes[-1].life if changes else begin
        marks = tuple(Mark(x(c.step), y(c.life), c.step, words(c)) for c in changes)
        return LifeLine(seat, f"{path}H{x(summary.steps - 1)}", marks, y(end) + 5, end)

    def words(change: LifeChangeView) -> str:
        return say("Turn {turn}: {cause}", turn=change.turn, cause=change.cause)

    lines = [line(seat, begin) for seat, begin in summary.begin.items()]
    return LifePicture(
        lines=tuple(_apart(lines)),
        turns=tuple(_turn_ticks([x(step) for step in summary.turn_steps])),
        lives=tuple(Tick(y(life), f"{life:,}") for life in range(0, top + 1, unit)),
        refused=tuple(
            Mark(
                x(each.step),
                HEIGHT - BOTTOM,
                each.step,
                say("Turn {turn}, refused: {reason}", turn=each.turn, reason=each.text),
            )
            for each in summary.refused
        ),
    )


def _unit(highest: int) -> int:
    """Return the distance of the lines of the grid, so that there are three to five of them."""
    power = 10 ** (len(str(highest)) - 1)
    return next(
        unit for s in STEPS if (unit := max(1, int(s * power / 2))) and highest / unit <= 4
    )


def _turn_ticks(places: list[float]) -> list[Tick]:
    ticks: list[Tick] = []
    last = -TICK_GAP * 2.0
    for turn, at in enumerate(places, start=1):
        has_room = at - last >= TICK_GAP
        ticks.append(Tick(at, str(turn) if has_room else ""))
        last = at if has_room else last
    return ticks


def _apart(lines: list[LifeLine]) -> list[LifeLine]:
    """Return the lines with the names at their ends far enough from each other to be read."""
    order = sorted(lines, key=lambda line: line.label_y)
    places = [line.label_y for line in order]
    for above, below in pairwise(range(len(order))):
        places[below] = max(places[below], places[above] + LABEL_GAP)
    over = places[-1] - (HEIGHT - BOTTOM)
    moved = {line.seat: at - max(0, over) for line, at in zip(order, places, strict=True)}
    return [
        LifeLine(each.seat, each.path, each.marks, moved[each.seat], each.end) for each in lines
    ]
