"""What is made from the code is what the code says today, and the picture is there."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, Final

import pytest

from direct_mat import seat_down
from docs.pages import ROOT, links, text_of
from docs.ruleset_page import PAGES, Page, number_of, with_blocks
from duelmat_engine.catalogue import statements
from duelmat_engine.play import Deck, new_duel
from duelmat_engine.rulesets.trump_king import EXTRA_CODES, MAIN_CODES
from duelmat_host.app.table_service import TableService

LARGEST_PICTURE_BYTES: Final = 400_000
PNG: Final = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_page_of_a_ruleset_is_that_of_the_catalogue(page: Page) -> None:
    """After a change: `python tests/docs/ruleset_page.py`."""
    text = text_of(page.path)
    assert with_blocks(text, page) == text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_statement_has_its_subject(page: Page) -> None:
    """Each stands in the page once."""
    for statement in (s for system in page.systems for s in statements(system)):
        found = [
            subject.title
            for subject in page.subjects
            if statement.id.startswith(f"{subject.system}-")
            and subject.first <= number_of(statement) <= subject.last
        ]
        assert len(found) == 1, statement.id
        assert text_of(page.path).count(f"| {statement.id} |") == 1


@pytest.mark.parametrize("text", ["", "<!-- begin readings: here -->\n", "<!-- end readings -->"])
def test_a_page_without_its_marks_is_refused(text: str) -> None:
    """Nothing is written at a guess."""
    with pytest.raises(ValueError, match="expected the marks"):
        with_blocks(text, PAGES[0])


def test_the_picture_of_the_readme_is_there() -> None:
    """It is a PNG, and small enough to be looked at on the way."""
    readme = ROOT / "README.md"
    pictures = [link for link in links(text_of(readme)) if link.endswith(".png")]
    assert pictures == ["docs/images/table.png"]
    content = (ROOT / pictures[0]).read_bytes()
    assert content.startswith(PNG)
    assert len(content) < LARGEST_PICTURE_BYTES


@pytest.mark.parametrize("viewer", ["public", "seat"])
def test_the_keys_of_a_view_are_those_of_the_page(viewer: str) -> None:
    """docs/pages.md lists every key of a real table's view, and no other."""
    packs = [Deck(MAIN_CODES, EXTRA_CODES)] * 2
    performance, _, _ = seat_down(new_duel("trump_king", packs, seed=1).duel)
    link = {"state": "up", "text": ""}
    station: Any = SimpleNamespace(table=performance.table, link=lambda: link)
    service = TableService(station)
    public, own = service.public_view(), service.seat_view("a")
    keys = list(public) if viewer == "public" else [key for key in own if key not in public]
    assert _keys(viewer) == keys


def _keys(viewer: str) -> list[str]:
    page = text_of(ROOT / "docs" / "pages.md")
    block = re.search(rf"<!-- keys: {viewer} -->(.*?)<!-- end keys -->", page, re.DOTALL)
    assert block
    return re.findall(r"^\| `(\w+)` \|", block[1], re.MULTILINE)
