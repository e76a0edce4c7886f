"""The windows in which pages are looked at, and what does not fit there."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

SIZES: Final = {
    "small phone": (360, 640),
    "phone": (390, 844),
    "phone in landscape": (844, 390),
    "1366x768 at 200 %": (683, 384),
    "1280x720 at 200 %": (640, 360),
    "1024x768 at 200 %": (512, 384),
    "tablet": (1024, 768),
    "1280x720": (1280, 720),
    "laptop": (1366, 768),
    "1440x900": (1440, 900),
    "1680x1050": (1680, 1050),
    "1920x1080": (1920, 1080),
    "tablet upright": (820, 1180),
    "2560x1440": (2560, 1440),
}
_FAULTS: Final = (Path(__file__).parent / "layout_faults.js").read_text()


def faults_of(page: Page, seats: str = "", own: str = "", sideways: str = "") -> list[str]:
    """Return what is cut off, covered or beside the screen of a page, as sentences.

    seats: whose lives stand there; own: whose zones of the mat are to be touched there.
    sideways: the selector of what is meant to be scrolled sideways, or to go by.
    """
    faults: list[str] = page.evaluate(_FAULTS, [seats, own, sideways])
    return faults
