"""A person's hands on a page: finding cards and zones, dragging with mouse and finger."""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep
from typing import Any, Final

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from chromium import PATIENCE_MS
from duelmat_hardware import load_mat
from duelmat_wire import lamps
from web.conftest import ServedTable

FINGER_STOPS_MS = 60
FINGER_RESTS_MS = 700
"""Longer than a finger has to rest to read a card."""


def zone(page: Page, name: str) -> Locator:
    return page.locator(f'[data-zone="{name}"]')


def in_hand(page: Page, key: str) -> Locator:
    return page.locator(f'.fan-card[data-key="{key}"]')


AT_REST_MS: Final = 2_000
"""After so long a person puts the finger there all the same."""


def middle(place: Locator) -> tuple[float, float]:
    """Return where a person would put a finger: a card that has just come moves for a moment."""
    box = None
    while box is None:  # a page that is drawn anew between the lines has another element
        expect(place).to_be_visible()
        with suppress(Error):
            place.element_handle(timeout=AT_REST_MS).wait_for_element_state(
                "stable", timeout=AT_REST_MS
            )
        box = place.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, source: Locator, target: Locator, keys: str = "") -> None:
    """With the mouse; the keys are pressed while the card is in the air."""
    page.mouse.move(*middle(source))
    page.mouse.down()
    x, y = middle(target)
    page.mouse.move(x - 30, y - 30, steps=4)
    for key in keys:
        page.keyboard.press(key)
    page.mouse.move(x, y, steps=3)
    page.mouse.up()


class Finger:
    """A finger on a page, at x and y in CSS pixels, moved by the browser's own protocol."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        self._session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    def put(self, x: float, y: float) -> None:
        self._touch("touchStart", (x, y))

    def move(self, x: float, y: float) -> None:
        self._touch("touchMove", (x, y))

    def lift(self) -> None:
        self._touch("touchEnd")


def rest_finger(page: Page, place: Locator) -> None:
    """Touch the middle of a place for as long as a card is held, then let go."""
    finger = Finger(page)
    finger.put(*middle(place))
    page.wait_for_timeout(FINGER_RESTS_MS)
    finger.lift()


def drag_by_finger(page: Page, source: Locator, target: Locator) -> None:
    finger = Finger(page)
    (x, y), (to_x, to_y) = middle(source), middle(target)
    finger.put(x, y)
    for part in range(1, 6):
        finger.move(x + (to_x - x) * part / 5, y + (to_y - y) * part / 5)
    for away in (
        1,
        0,
    ):  # a finger that stops before it lifts: no fling, which would eat the next tap
        page.wait_for_timeout(FINGER_STOPS_MS)
        finger.move(to_x + away, to_y)
    finger.lift()


SEEN: Final = """(index) => {
  const mark = document.querySelector(`[data-light="${index}"]`).getBoundingClientRect();
  const canvas = document.querySelector("canvas.lights");
  const at = canvas.getBoundingClientRect();
  const x = (mark.x + mark.width / 2 - at.x) * devicePixelRatio;
  const y = (mark.y + mark.height / 2 - at.y) * devicePixelRatio;
  return [...canvas.getContext("2d").getImageData(x, y, 1, 1).data];
}"""
"""Gives the red, green, blue and opacity painted in a light's middle, each 0 to 255."""


def lit(page: Page, name: str, style: int) -> None:
    """One of the zone's lights shines in the style's colour, as decoded from the board's bits."""
    lights = next(lamp.lights for lamp in load_mat().lamps if lamp.name == name)
    red, green, blue = lamps.STYLES[style][0]
    wanted = [round(part * 255 / max(red, green, blue)) for part in (red, green, blue)]
    await_script(
        page,
        f"""([lights, wanted]) => lights.some((light) => {{
          const [red, green, blue, opacity] = ({SEEN})(light);
          return opacity && [red, green, blue].every((part, i) => Math.abs(part - wanted[i]) < 16);
        }})""",
        [list(lights), wanted],
    )


def await_script(page: Page, script: str, argument: object = None) -> None:
    """Run it again and again until it gives something true.

    `Page.wait_for_function` would evaluate it within the page, whose content security policy
    forbids that.
    """
    deadline = monotonic() + PATIENCE_MS / 1000
    while not page.evaluate(script, argument):
        if monotonic() > deadline:
            pytest.fail(f"expected {script} to become true for {argument} within {PATIENCE_MS} ms")
        page.wait_for_timeout(50)


def expect_asked(live: ServedTable, kind: str, seat: str, **said: object) -> None:
    """The last thing that a page asks of the table is this and no more, once it has come."""
    _await_call(live, (kind, seat, said), lambda call: call == (kind, seat, said))


def expect_asked_with(live: ServedTable, seat: str, **wanted: object) -> None:
    """The last thing that a page asks of the table has these values, whatever else it says."""
    wants = wanted.items()
    _await_call(live, (seat, wanted), lambda call: call[1] == seat and wants <= call[2].items())


def _await_call(live: ServedTable, wanted: object, is_meant: Callable[[Any], bool]) -> None:
    deadline_s = monotonic() + PATIENCE_MS / 1000
    while True:
        calls = live.do(lambda service: list(service.calls))
        if calls and is_meant(calls[-1]):
            return
        assert monotonic() < deadline_s, f"no page asked {wanted}: {calls}"
        sleep(0.02)
