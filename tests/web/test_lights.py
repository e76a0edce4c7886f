"""The lights of the mat on its pages, in a real Chromium."""

import pytest

from duelmat_hardware import load_mat
from duelmat_wire import lamps
from web.conftest import ServedTable
from web.hands_on import SEEN, await_script, lit
from web.test_browser import TABLE, Open, open_page

__all__ = ["open_page"]

pytestmark = pytest.mark.browser


def test_lights_shine_as_the_board_drives_them(open_page: Open, live: ServedTable) -> None:
    """Hue at full, level as opacity: the colours come from the lights event alone."""
    page = open_page(TABLE)
    lit(page, "a.s4", lamps.LEGAL)
    live.do(lambda table: table.bench.press("a.phase"))
    await_script(page, f"(index) => ({SEEN})(index)[3] === 0", first_light("a.s4"))


def first_light(name: str) -> int:
    """Return the place of a lamp's first light in the chain."""
    return next(int(lamp.lights[0]) for lamp in load_mat().lamps if lamp.name == name)


def test_whoever_wants_stillness_sees_no_blinking(open_page: Open, live: ServedTable) -> None:
    """A light that goes out is held for a moment at its brightest, then it is out by itself.

    A clock that is set back in between holds it no longer.
    """
    page = open_page(TABLE, reduced_motion="reduce")
    light = first_light("a.m1")
    page.clock.install(time=1_000_000_000)
    page.clock.pause_at(1_000_001_000)
    live.do(lambda table: table.session.light({"a.m1": lamps.LEGAL}))
    lit(page, "a.m1", lamps.LEGAL)
    before = page.evaluate(SEEN, light)
    live.do(lambda table: table.session.light({"a.m1": lamps.OFF, "a.m5": lamps.LEGAL}))
    lit(page, "a.m5", lamps.LEGAL)
    assert page.evaluate(SEEN, light) == before
    page.clock.set_system_time(1_000_000)
    page.clock.run_for(1_300)
    await_script(page, f"(index) => ({SEEN})(index)[3] === 0", light)


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_lights_stay_on_their_marks_when_the_window_changes(
    open_page: Open, live: ServedTable, size: tuple[int, int]
) -> None:
    """The mat is fitted into its place anew, and what is painted over it, too, in its own hue."""
    live.do(lambda table: table.session.light({"b.m5": lamps.LEGAL}))
    page = open_page(TABLE)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    lit(page, "b.m5", lamps.LEGAL)
    await_script(page, f"(index) => ({SEEN})(index)[3] === 0", first_light("a.m1"))
