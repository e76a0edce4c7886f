"""Touching a face-down card is the same work whichever card it is, up to everybody's answer.

Work is counted in executed lines of ours, not in time: what is counted is the same on every
machine. From the touch on until every viewer has been sent the answer, equal counts of every
line mean that no wait can say which card lies there. What its owner alone is told comes after.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import duelmat_engine
import duelmat_host
from direct_mat import MAT, Bench, held, lay
from duelmat_engine.names import Seat, ZoneName
from duelmat_hardware import PadIndex
from duelmat_host.app import card_uses
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.app.table_service import TableService
from duelmat_host.link.events import Touch
from duelmat_host.sensing.layout import Layout
from duelmat_host.showing.card_options import CardOption, card_option_steps
from duelmat_host.showing.view_types import PublicView
from duelmat_host.table.zone_map import PadName
from duelmat_serving.feeds import view_event
from host.test_table_loop import Line, Sensed
from seen import card_options

OURS = tuple(str(Path(p.__file__ or "").parent) for p in (duelmat_engine, duelmat_host))
SECRETS = {"m": ("S4", "D9", "C2"), "s": ("S4", "H7", "X1", "D9", "C2")}
"""Cards that may do quite different things, by where they may lie face-down."""
VIEWERS = ("public", "a", "b", "judge")
"""In the order in which they are shown a change."""

Lines = Counter[tuple[str, int]]


class TouchedLine(Line):
    """A board that says one thing when it is asked next."""

    def __init__(self) -> None:
        super().__init__()
        self.coming: list[Any] = []
        self.waiting_for = None
        self.session.hello = None
        self.bytes_read = 0

    def turn(self, now_ms: int) -> list[Any]:
        said, self.coming = self.coming, []
        return said


class Unmoved(Sensed):
    """A tracker that also knows what lies there without a wait."""

    def layout(self) -> Layout:
        return self._layout


class Count:
    """Counts every executed line of ours."""

    def __init__(self) -> None:
        self.lines: Lines = Counter()

    def __enter__(self) -> Lines:
        sys.settrace(self._call)
        return self.lines

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        return self._line if frame.f_code.co_filename.startswith(OURS) else None

    def _line(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            self.lines[frame.f_code.co_filename, frame.f_lineno] += 1
        return self._line


def touched(secret: str, owner: int, kind: str, turn_seat: int) -> tuple[Lines, list[str | bytes]]:
    """The lines from a touch to the last answer; what all but owner and judge are shown."""
    letter = "ab"[owner]
    name = ZoneName(f"{letter}.{kind}2")
    zones = {
        name: lay(secret, down=True, sideways=kind == "m"),
        "a.m1": lay("C8"),
        "b.m1": lay("H9"),
        "a.hand": held("S9"),
        "b.hand": held("H2"),
    }
    bench = Bench(zones, turn_seat=turn_seat)
    line = TouchedLine()
    as_line: Any = line
    tracker: Any = Unmoved(bench.mat.layout())
    table_loop = TableLoop(MAT, as_line, tracker, bench.table)
    service = TableService(table_loop)
    for now_ms in range(0, 2_000, 20):
        table_loop.run_round(now_ms)
    place = bench.table.state.zones.to_mat(name)
    pads = [
        str(bench.table.state.zones.pad_name(PadIndex(number))) for number in range(len(MAT.pads))
    ]
    line.coming = [Touch(2_000, PadIndex(pads.index(str(place))), True, 1)]

    for viewer in VIEWERS:
        view_event(service.views.view(viewer))
    with Count() as lines:
        table_loop.run_round(2_000)
        events = [view_event(service.views.view(viewer)) for viewer in VIEWERS]
    shown = bench.table.now
    assert (shown.selected, shown.owner_of(place)) == (place, owner)
    told = dict(zip(VIEWERS, events, strict=True))
    return lines, [*line.scenes, told["public"].data, told["ba"[owner]].data]


@pytest.mark.parametrize("turn_seat", [0, 1])
@pytest.mark.parametrize("kind", ["m", "s"])
@pytest.mark.parametrize("owner", [0, 1])
def test_touching_a_face_down_card_is_the_same_work_whichever_it_is(
    owner: int, kind: str, turn_seat: int
) -> None:
    """Line by line the same counts, and the same words, for everybody but its owner."""
    for secret in SECRETS[kind]:  # what is worked out once a program is worked out now
        touched(secret, owner, kind, turn_seat)
    counts = {secret: touched(secret, owner, kind, turn_seat) for secret in SECRETS[kind]}
    first_lines, first_answers = counts[SECRETS[kind][0]]
    assert sum(first_lines.values()) > 500
    for lines, answers in counts.values():
        assert answers == first_answers
        assert {at: n for at, n in lines.items() if n != first_lines[at]} == {}
        assert lines.keys() == first_lines.keys()


def test_the_count_notices_work_that_hangs_on_the_card() -> None:
    """What only the owner is told does: counted in, it would differ."""

    def work(secret: str) -> Lines:
        state = Bench({"a.s2": lay(secret, down=True), "b.hand": held("H2")}).table.state
        place = state.zones.to_mat(ZoneName("a.s2"))
        card_options(state, Seat(0), place)
        with Count() as lines:
            card_options(state, Seat(0), place)
        return lines

    assert work("S4") != work("H7")


@pytest.mark.parametrize(
    ("by", "then"), [(None, ["options", "a"]), (Seat(0), ["options", "a"]), (Seat(1), [])]
)
def test_what_a_card_may_do_is_worked_out_when_everybody_has_been_shown(
    monkeypatch: pytest.MonkeyPatch, by: Seat | None, then: list[str]
) -> None:
    """Then its owner is shown it, once more; for the other player's finger nothing is.

    Whose decision it is is shown once more anyway: what may be used then.
    """
    done: list[str] = []
    bench = Bench({"a.s2": lay("H7", down=True), "b.hand": held("H2")})
    line: Any = TouchedLine()
    tracker: Any = Unmoved(bench.mat.layout())
    loop = TableLoop(MAT, line, tracker, bench.table)
    service = TableService(loop)
    view = service.views.view

    def options_noted(*known: Any) -> Iterator[CardOption | None]:
        done.append("options")
        return card_option_steps(*known)

    def view_noted(viewer: str) -> PublicView:
        done.append(viewer)
        return view(viewer)

    async def run() -> None:
        feeds = [service.subscribe(name) for name in VIEWERS]
        for feed in feeds:
            await anext(feed)
        place = bench.table.state.zones.to_mat(ZoneName("a.s2"))
        bench.hands.touch(PadName(place), by)
        monkeypatch.setattr(service.views, "view", view_noted)
        monkeypatch.setattr(card_uses, "card_option_steps", options_noted)
        monkeypatch.setattr(card_uses, "TOLD_STEP_S", 1e-9)
        service.views.renew()
        showing = asyncio.create_task(service.views.run())
        for _ in range(2_000):
            await asyncio.sleep(0)
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)
        for feed in feeds:
            await feed.aclose()

    asyncio.run(run())
    assert done == [*VIEWERS, *then, "a"]
