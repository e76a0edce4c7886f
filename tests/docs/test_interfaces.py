"""The requests that docs/rig.md and docs/pages.md list are those that are taken."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest
from msgspec.inspect import StructType, type_info

from docs.pages import ROOT, text_of
from duelmat_host.web.requests import CommandRequest, HandsRequest
from duelmat_rig.electronics import faults

RIG = text_of(ROOT / "docs" / "rig.md")
PAGES = text_of(ROOT / "docs" / "pages.md")
FIRMWARE_RIG = ROOT / "firmware" / "duelmat_rig"


def _rows(text: str, head: str) -> list[str]:
    """The names in the first column of the table with this head, one row may have several."""
    table = text[text.index(head) :].partition("\n\n")[0]
    cells = re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
    found = [name for cell in cells for name in re.findall(r"`([\w-]+)`", cell)]
    return found[1:] if f"`{found[0]}`" in head else found


def test_every_request_of_the_hands_stands_in_the_page() -> None:
    """Those of the board and those of the process; the page has no other."""
    board = text_of(FIRMWARE_RIG / "electronics" / "hands.py")
    loader = text_of(FIRMWARE_RIG / "node" / "loader.mjs")
    operations = loader.partition("const operations = {")[2].partition("\n};")[0]
    taken = re.findall(r'^ +"(\w+)": self\._', board, re.MULTILINE)
    taken += re.findall(r"^  async (\w+)\(", operations, re.MULTILINE)
    assert sorted(_rows(RIG, "| `op` | fields |")) == sorted(taken)


def test_every_fault_stands_in_the_page() -> None:
    """Probabilities, sets of antennas and what else there is."""
    assert sorted(_rows(RIG, "| fault | value |")) == sorted(faults.NAMES)


def test_every_option_of_the_rig_stands_in_the_page() -> None:
    """As its own --help names them."""
    options = re.findall(r'add_argument\(\s*"(--[\w-]+)"', text_of(FIRMWARE_RIG / "process.py"))
    assert re.findall(r"`(--[\w-]+)[ `]", RIG.partition("| option |")[2].partition("\n\n")[0]) == (
        options
    )


@pytest.mark.parametrize(
    ("head", "requests"),
    [
        ("| `hands` (simulated mats) |", HandsRequest),
        ("| `command` | fields |", CommandRequest),
    ],
    ids=["hands", "command"],
)
def test_every_request_of_a_page_stands_in_the_page(head: str, requests: Any) -> None:
    """With its tag, which stands in `do`."""
    infos = [type_info(kind) for kind in get_args(requests)]
    tags = [info.tag for info in infos if isinstance(info, StructType)]
    assert sorted(_rows(PAGES, head)) == sorted(map(str, tags))


def test_the_recipe_for_a_reader_chip_names_what_a_driver_must_have() -> None:
    """All that scanner and tags take from the driver of today, and nothing that it has not."""
    page = text_of(ROOT / "docs" / "architecture.md")
    recipe = page.partition("**A reader chip**")[2].partition("\n\n**")[0]
    named = set(re.findall(r"`(\w+)`", recipe))
    device = ROOT / "firmware" / "duelmat_device"
    called = "".join(text_of(device / name) for name in ("scanner.py", "tags.py"))
    used = set(re.findall(r"\breader\.([a-z]\w*)", called.replace("_reader.", "reader.")))
    used |= set(re.findall(r"\bmfrc522\.(\w+)", called))
    assert used <= named
    assert "write_readinto" in named
    driver = text_of(device / "mfrc522.py")
    assert [name for name in named if not re.search(rf"\b{name}\b", driver)] == []
