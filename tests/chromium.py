"""The real browser of the tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

PROGRAM: Final = Path("/usr/bin/chromium")
ARGUMENTS: Final = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE_MS: Final = 60_000
"""How long to wait for anything; on a busy machine the simulated board is slow."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run one browser; while it is open, no other event loop runs in this thread."""
    if not PROGRAM.exists():
        pytest.fail(f"expected a browser at {PROGRAM}: apt-get install chromium", pytrace=False)
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=PROGRAM, args=ARGUMENTS)
        yield browser
        browser.close()
