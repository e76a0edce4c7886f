"""The real browser of the tests."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from duelmat_bench.browser import ARGUMENTS, browser_program

PATIENCE_MS: Final = 60_000
"""How long to wait for anything; on a busy machine the simulated board is slow."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run one browser; while it is open, no other event loop runs in this thread."""
    try:
        program = browser_program()
    except FileNotFoundError as missing:
        pytest.fail(str(missing), pytrace=False)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass(frozen=True, slots=True)
class SharedBrowser:
    """One browser for many tests; between those that drive it, others may run event loops."""

    browser: Browser
    loop: asyncio.AbstractEventLoop
    """Playwright's, which counts as the running one of this thread while a test drives it."""

    @contextmanager
    def driven(self) -> Iterator[Browser]:
        _set_running(self.loop)
        yield self.browser
        _set_running(None)


def _set_running(loop: asyncio.AbstractEventLoop | None) -> None:
    asyncio._set_running_loop(loop)  # as Playwright does after each call


@contextmanager
def shared_chromium() -> Iterator[SharedBrowser]:
    """Run one browser for many tests."""
    with chromium() as browser:
        shared = SharedBrowser(browser, asyncio.get_running_loop())
        _set_running(None)
        yield shared
        _set_running(shared.loop)
    _set_running(None)
