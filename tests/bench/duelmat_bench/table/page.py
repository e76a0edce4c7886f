"""What a seat's page costs the browser that shows it: bytes, time to the first picture, lights.

A real table on the simulated mat, over loopback, in a Chromium of its own. Lights come as often as
the board may send them, thirty times a second, with the colours that the lamps' styles have then.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize, sync_playwright

from duelmat_bench.browser import ARGUMENTS, browser_program
from duelmat_hardware import load_mat, page_geometry
from duelmat_host.errors import HostError
from duelmat_wire import lamps

LIGHTS_HZ: Final = 30
ROUND_MS: Final = 2400
"""The longest rhythm of a lamp: after it all begins again."""
SIZE: Final[ViewportSize] = {"width": 1366, "height": 768}
PATIENCE_MS: Final = 60_000

LIGHTS: Final = """(() => {
  const frames = %s, hz = %d;
  globalThis.EventSource = class extends EventSource {
    constructor(address) {
      super(address);
      let at = 0, displays = [];
      this.addEventListener("lights", (event) => { displays = JSON.parse(event.data).displays; });
      setInterval(() => {
        if (!globalThis.isLit) return;
        const lights = frames[at++ %% frames.length];
        const data = JSON.stringify({ lights, displays, source: "board" });
        this.dispatchEvent(new MessageEvent("lights", { data }));
      }, 1000 / hz);
    }
  };
})()"""
"""Lets a page hear lights so often, while `isLit` is true in it, beside what it is sent.

The displays stay as the table has them: they change with the life points, not with the lights.
"""


class PageBenchError(HostError):
    """The browser or the table did not do what the measure needs; the text names it."""


def measure_page(*, loads: int = 5, seconds: float = 10.0) -> dict[str, Any]:
    """Return the figures of `duelmat bench page`."""
    try:
        program = browser_program()
    except FileNotFoundError as missing:
        raise PageBenchError(str(missing)) from missing
    with _table() as about, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            return _measure(browser, about, loads, seconds)
        except Error as error:
            raise PageBenchError(f"expected the seat's page, got: {error}") from None
        finally:
            browser.close()


@contextmanager
def _table() -> Iterator[dict[str, Any]]:
    """Serve a table in a process of its own: its port, and the cookie of seat a."""
    script = Path(__file__).with_name("served_table.py")
    with tempfile.TemporaryDirectory(prefix="duelmat-bench-") as directory:
        process = subprocess.Popen(
            [sys.executable, str(script), directory],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            if not line:
                raise PageBenchError(f"expected a table, got an end with {process.wait()}")
            about: dict[str, Any] = json.loads(line)
            yield about
        finally:
            process.stdin.close()
            process.wait()
            process.stdout.close()


def _measure(
    browser: Browser, about: dict[str, Any], loads: int, seconds: float
) -> dict[str, Any]:
    told = [_load(browser, about) for _ in range(loads)]
    context = _context(browser, about)
    page = _open(context, about)
    quiet = _share(browser, page, seconds)
    page.evaluate("globalThis.isLit = true")
    lit = _share(browser, page, seconds)
    context.close()
    return {
        "bytes": max(each["bytes"] for each in told),
        "first_picture_ms": round(median(each["first_picture_ms"] for each in told)),
        "whole_ms": round(median(each["whole_ms"] for each in told)),
        "lights_hz": LIGHTS_HZ,
        "quiet_core_share": round(quiet, 3),
        "lights_core_share": round(lit, 3),
    }


def _context(browser: Browser, about: dict[str, Any]) -> BrowserContext:
    context = browser.new_context(viewport=SIZE)
    context.set_default_timeout(PATIENCE_MS)
    name, _, value = about["cookie"].partition("=")
    address = f"http://127.0.0.1:{about['port']}/seat/a"
    context.add_cookies([{"name": name, "value": value, "url": address}])
    context.add_init_script(LIGHTS % (json.dumps(_frames()), LIGHTS_HZ))
    return context


def _open(context: BrowserContext, about: dict[str, Any]) -> Page:
    """Open the page of seat a, to the last card."""
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{about['port']}/seat/a", wait_until="commit")
    page.locator("#lift").or_(page.locator("#link[data-state=up]")).first.wait_for()
    if page.locator("#lift").count():
        page.locator("#lift").click()
    page.locator("#link[data-state=up]").wait_for()
    return page


def _load(browser: Browser, about: dict[str, Any]) -> dict[str, float]:
    """Load the page into an empty cache."""
    context = _context(browser, about)
    page = _open(context, about)
    told: dict[str, float] = page.evaluate("""() => {
      const loaded = performance.getEntriesByType("resource");
      const [first] = performance.getEntriesByName("first-contentful-paint");
      const [way] = performance.getEntriesByType("navigation");
      return {
        bytes: [way, ...loaded].reduce((sum, each) => sum + each.transferSize, 0),
        first_picture_ms: first.startTime,
        whole_ms: performance.now(),
      };
    }""")
    context.close()
    return told


def _share(browser: Browser, page: Page, seconds: float) -> float:
    """Return how much of one core all processes of the browser take."""
    session = browser.new_browser_cdp_session()

    def spent() -> float:
        told = session.send("SystemInfo.getProcessInfo")
        return float(sum(each["cpuTime"] for each in told["processInfo"]))

    page.wait_for_timeout(1000)
    before_s, since_s = spent(), monotonic()
    page.wait_for_timeout(seconds * 1000)
    return (spent() - before_s) / (monotonic() - since_s)


def _frames() -> list[list[list[int]]]:
    """Return all colours throughout a round: two rows that may be played to, a turn, a phase."""
    shown = dict.fromkeys(
        (f"a.{row}{column}" for row in "ms" for column in range(1, 6)), lamps.LEGAL
    )
    shown |= {"a.deck": lamps.ACTIVE, "phase.2": lamps.PHASE, "b.m3": lamps.TARGET}
    found = page_geometry(load_mat())["lamps"]
    frames = []
    for at_ms in range(0, ROUND_MS, 1000 // LIGHTS_HZ):
        colours = {
            light["light"]: list(
                lamps.light_colour(shown.get(lamp["name"], lamps.OFF), place, at_ms)
            )
            for lamp in found
            for place, light in enumerate(lamp["lights"])
        }
        frames.append([colours[index] for index in sorted(colours)])
    return frames
