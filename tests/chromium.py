"""The real browser of the tests."""

from collections.abc import Iterator
from contextlib import contextmanager
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
