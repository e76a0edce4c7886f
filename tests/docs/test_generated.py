"""What is made from the code is what the code says today, and the picture is there."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest
from msgspec.inspect import StructType, multi_type_info

from direct_mat import seat_down
from docs import address_page, page_schema
from docs.pages import ROOT, links, text_of
from docs.ruleset_page import PAGES, Page, number_of, with_blocks
from duelmat_engine.catalogue import statements
from duelmat_engine.names import Seat
from duelmat_engine.play import Deck, new_duel
from duelmat_engine.rulesets.trump_king.tables import EXTRA_CODES, MAIN_CODES
from seen import judge_json, public_json, seat_json

LARGEST_PICTURE_BYTES: Final = 400_000
PNG: Final = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_page_of_a_ruleset_is_that_of_the_catalogue(page: Page) -> None:
    """After a change: `python tests/docs/ruleset_page.py`."""
    text = text_of(page.path)
    assert with_blocks(text, page) == text


def test_the_page_of_addresses_is_that_of_the_hub() -> None:
    """After a change: `make generated`."""
    text = text_of(address_page.PAGE)
    assert address_page.page_text(text) == text


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


def test_the_schema_of_the_pages_is_that_of_the_types() -> None:
    """After a change: `make generated`."""
    assert text_of(page_schema.SCHEMA) == page_schema.schema_text()


def test_the_tables_of_the_pages_are_those_of_the_schema() -> None:
    """Every view, request and answer, key by key."""
    page = text_of(page_schema.PAGE)
    assert page_schema.page_text(page, page_schema.schema()) == page


def test_the_scripts_are_checked_against_the_types_of_the_schema() -> None:
    """The declarations are those that the schema gives today."""
    schema = text_of(page_schema.SCHEMA)
    assert text_of(page_schema.TYPES) == page_schema.types_text(schema)


def test_a_key_without_a_meaning_is_not_published() -> None:
    """Whoever adds one says what it means."""

    class Silent(msgspec.Struct):
        key: str

    (info,) = multi_type_info([Silent])
    assert isinstance(info, StructType)
    with pytest.raises(ValueError, match=r"a docstring under Silent\.key"):
        page_schema.describe({"properties": {"key": {"type": "string"}}}, info)


@pytest.mark.parametrize("viewer", ["PublicView", "SeatView", "JudgeView"])
def test_the_keys_of_a_view_are_those_of_the_schema(viewer: str) -> None:
    """Those that are required are what a real table's pages get, and no other."""
    packs = [Deck(MAIN_CODES, EXTRA_CODES)] * 2
    table = seat_down(new_duel("trump_king", packs, seed=1).duel)[0].table
    seen = {
        "PublicView": public_json(table),
        "SeatView": seat_json(table, Seat(0)),
        "JudgeView": judge_json(table),
    }[viewer]
    assert page_schema.schema()["$defs"][viewer]["required"] == list(seen)
