"""A spectator: the overlay of a table in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Page, ViewportSize, sync_playwright

from duelmat_bench.browser import ARGUMENTS, browser_program

_CANVAS: Final[ViewportSize] = {"width": 1920, "height": 1080}
"""A stream's."""
PATIENCE_MS: Final = 60_000


@contextmanager
def watched(address: str) -> Iterator[Page]:
    """Yield a page of the hub as a streaming program shows it. Raises FileNotFoundError."""
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=browser_program(), args=ARGUMENTS)
        page = browser.new_page(viewport=_CANVAS)
        page.set_default_timeout(PATIENCE_MS)
        page.goto(address)
        yield page
        browser.close()
