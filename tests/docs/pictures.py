"""The pictures in README and docs: taken of real tables in a real browser, and under a camera.

`make pictures` takes them anew. The packs are shuffled by a known number, so the same cards lie
there each time; Japanese letters need a font that has them (Debian: `fonts-noto-cjk`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from chromium import PATIENCE_MS, chromium
from docs.pages import ROOT
from duelmat_bench.camera.drawing import Shot, Studio, laid
from duelmat_camera.markers import FRONTS
from duelmat_camera.marking import marked
from duelmat_camera.reading import PictureReader
from duelmat_hardware import MatZone, load_mat, mat_file
from web.hands_on import drag, in_hand, zone
from web.real_table import started

IMAGES: Final = ROOT / "docs" / "images"
LAPTOP: Final[ViewportSize] = {"width": 1366, "height": 768}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
KEPT_BITS: Final = 0b1111_1100
"""Of each colour: what nobody sees makes half of a picture's bytes."""
STILL_MS: Final = 1500
"""The time after which nothing on a page moves any more."""


@contextmanager
def first_turn(browser: Browser, *options: str, **how: Any) -> Iterator[Page]:
    """Sit down at a new table, where hands draw by themselves, and go first."""
    with TemporaryDirectory() as folder, started(Path(folder), *options) as table:
        context = browser.new_context(reduced_motion="reduce", **how)
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.goto(table.address)
        expect(page.locator("#link[data-state=up]")).to_be_visible()
        expect(page.locator(".fan-card").first).to_be_visible()
        expect(page.locator(".prompt .option").first).to_be_visible()
        page.keyboard.press("1")
        expect(page.locator("#phases [aria-current]")).to_be_visible()
        yield page
        context.close()


def take(page: Page, name: str) -> None:
    """Keep what the page shows when nothing moves."""
    page.wait_for_timeout(STILL_MS)
    with Image.open(BytesIO(page.screenshot())) as taken:
        keep(taken, name)


def keep(picture: Image.Image, name: str) -> None:
    """Write a picture into the folder of the docs."""
    coarser = picture.convert("RGB").point(lambda value: value & KEPT_BITS)
    coarser.save(IMAGES / f"{name}.png", optimize=True)


def table(browser: Browser) -> None:
    """A second Normal Summon in one turn is refused, with its rule and the way out."""
    options = ("--deal-seed", "3", "--opponent", "easy")
    with first_turn(browser, *options, viewport=LAPTOP, color_scheme="dark") as page:
        drag(page, in_hand(page, "a:H9"), zone(page, "a.m3"))
        page.locator(".option").filter(has_text="Use the effect").click()
        expect(page.locator('[data-life="a"]')).to_have_text("49")
        drag(page, in_hand(page, "a:S3"), zone(page, "a.m2"), "ft")
        expect(page.get_by_text("Not allowed", exact=True)).to_be_visible()
        take(page, "table")


def phone(browser: Browser) -> None:
    """A card is read in Japanese, on a phone."""
    how = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": "ja"}
    with first_turn(browser, "--ruleset", "ocg", "--deal-seed", "3", **how) as page:
        page.locator(".fan-card").first.focus()
        page.keyboard.press("i")
        expect(page.locator("#inspector")).to_be_visible()
        take(page, "phone")


def camera() -> None:
    """What `duelmat camera` understands of a mat: cards, empty zones, and a hand over some."""
    mat = load_mat(mat_file("mini"))
    lie = {"a.m2": 0, "a.m3": 90, "a.s3": 0, "b.m3": 0, "b.m4": 90, "b.s2": 0, "b.grave": 0}
    cards = [
        laid(mat, MatZone(place), FRONTS[number], turn, off=(number - 3, 3 - number, number - 3))
        for number, (place, turn) in enumerate(lie.items())
    ]
    shot = Shot(keystone=0.14, light=0.9, slope=0.1, blur_px=0.4)
    picture, _ = Studio(mat).draw(cards, shot, np.random.default_rng(4), hands=1)
    reader = PictureReader(mat)
    reading = reader.read(picture)
    shown = marked(picture, mat, reading, reader.transform)
    keep(Image.fromarray(shown[:, :, ::-1]).resize((1024, 576)), "camera")


def main() -> None:
    """Take every picture."""
    camera()
    with chromium() as browser:
        table(browser)
        phone(browser)


if __name__ == "__main__":
    main()
