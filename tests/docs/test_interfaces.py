"""The requests that docs/rig.md lists are those that are taken."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from docs.pages import ROOT, text_of
from duelmat_engine import ZoneName, find_ruleset
from duelmat_engine.state import DecisionKind
from duelmat_hardware import load_mat
from duelmat_host.table.zone_map import ZoneMap
from duelmat_rig.electronics import faults

pytestmark = pytest.mark.tools

RIG = text_of(ROOT / "docs" / "rig.md")
FIRMWARE_RIG = ROOT / "firmware" / "duelmat_rig"


def _rows(text: str, head: str) -> list[str]:
    """The names in the first column of the table with this head, one row may have several."""
    table = text[text.index(head) :].partition("\n\n")[0]
    cells = re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE)
    found = [name for cell in cells for name in re.findall(r"`([\w-]+)`", cell)]
    return found[1:] if f"`{found[0]}`" in head else found


def test_every_request_of_the_hands_stands_in_the_page() -> None:
    """Those of the board and those of the process; the page has no other."""
    board = text_of(FIRMWARE_RIG / "electronics" / "side_channel.py")
    loader = text_of(FIRMWARE_RIG / "node" / "loader.mjs")
    operations = loader.partition("const operations = {")[2].partition("\n};")[0]
    taken = re.findall(r'^ +"(\w+)": self\._', board, re.MULTILINE)
    taken += re.findall(r"^  async (\w+)\(", operations, re.MULTILINE)
    assert sorted(_rows(RIG, "| `op` | fields |")) == sorted(taken)


def test_every_fault_stands_in_the_page() -> None:
    """Probabilities, sets of antennas and what else there is."""
    assert sorted(_rows(RIG, "| fault | value |")) == sorted(faults.NAMES)


def test_the_zones_of_a_file_lie_on_the_mat_where_the_page_says() -> None:
    """What the engine and the standard mat call the same zone."""
    page = text_of(ROOT / "docs" / "judging.md")
    head, _, *rows = page[page.index("| in a file |") :].partition("\n\n")[0].splitlines()
    games = re.findall(r"`(\w+)`", head)
    maps = {game: ZoneMap(find_ruleset(game), load_mat()) for game in ("ocg", *games)}
    for row in rows:
        name, *cells = (cell.strip(" `") for cell in row.strip("|").split("|"))
        full = ZoneName(name if "." in name else f"a.{name}")
        for game, cell in zip(games, cells, strict=True):
            sensed = maps[game].sensed(full)
            assert (sensed or "").removeprefix("a.") == cell.replace("beside it", ""), row
            behind = maps[game].sensed(ZoneName(full.replace(".m", ".s")))
            assert (behind or "") == (sensed or "").replace(".m", ".s")
    zones = maps["ocg"]
    assert all(str(zones.to_engine(place) or place) == place for place in zones.rows)


def test_every_kind_of_decision_stands_in_the_page() -> None:
    """In the row of the key under which a reply gives it, in the order of the engine."""
    page = text_of(ROOT / "docs" / "judging.md")
    row = page.partition("| `kind` | text | what is asked: ")[2].partition(" |\n")[0]
    assert tuple(re.findall(r"`(\w+)`", row)) == get_args(DecisionKind)


def test_every_option_of_the_rig_stands_in_the_page() -> None:
    """As its own --help names them."""
    options = re.findall(r'add_argument\(\s*"(--[\w-]+)"', text_of(FIRMWARE_RIG / "process.py"))
    assert re.findall(r"`(--[\w-]+)[ `]", RIG.partition("| option |")[2].partition("\n\n")[0]) == (
        options
    )


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
