"""Decks as people write them, saved under names, and into what they can be turned."""

from __future__ import annotations

from pathlib import Path

import pytest

from duelmat_decks.deck_loading import bring_deck
from duelmat_decks.errors import DeckListError
from duelmat_decks.shelf import Shelf, user_shelf
from duelmat_decks.textlist import format_textlist, parse_textlist, passcodes_of
from duelmat_engine import find_ruleset

OCG = find_ruleset("ocg")
MAIN, EXTRA = OCG.decks.practice
DECK = {"main": MAIN, "extra": EXTRA, "side": ("Wolf",)}


def test_a_written_deck_is_read_as_it_was() -> None:
    """Every copy in its part; copies stand together."""
    read = parse_textlist(format_textlist(DECK, OCG), "deck", OCG)
    assert {part: sorted(codes) for part, codes in read.items()} == {
        part: sorted(codes) for part, codes in DECK.items()
    }


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("3 Silver Fang", ("Wolf",) * 3),
        ("3x silver fang", ("Wolf",) * 3),
        ("2 × Wolf", ("Wolf",) * 2),
        ("Silver Fang", ("Wolf",)),
        ("3 x Silver Fang", ("Wolf",) * 3),
        ("Silver Fang x3", ("Wolf",) * 3),
        ("silver fang X3", ("Wolf",) * 3),
        ("Silver Fang ×3", ("Wolf",) * 3),
        ("Silver Fang (3)", ("Wolf",) * 3),
        ("Silver Fang 3枚", ("Wolf",) * 3),
        ("Silver Fang - 3", ("Wolf",) * 3),
        ("Silver Fang: 3", ("Wolf",) * 3),
        ("# a remark", ()),
        ("Monsters: 17", ()),
        ("魔法(12)", ()),
        ("", ()),
    ],
)
def test_a_line_is_a_number_and_a_name(line: str, codes: tuple[str, ...]) -> None:
    """In large or small letters, by name or code."""
    assert parse_textlist(line, "deck", OCG)["main"] == codes


@pytest.mark.parametrize(
    "heading",
    ["Extra Deck:", "extra", "#extra", "Extra Deck (15)", "Extra Deck: 15", "エクストラデッキ"],
)
def test_a_heading_begins_a_part(heading: str) -> None:
    """However programs write it."""
    assert parse_textlist(f"{heading}\nWolf", "deck", OCG)["extra"] == ("Wolf",)


def test_a_name_of_a_number_is_the_card() -> None:
    """As in Trump King, where "7 of hearts" is no seven copies."""
    rules = find_ruleset("trump_king")
    assert parse_textlist("7 of hearts\n2 7 of hearts", "deck", rules)["main"] == ("H7",) * 3
    assert parse_textlist("7 of hearts x2", "deck", rules)["main"] == ("H7",) * 2


def test_every_line_that_is_no_card_is_told() -> None:
    """With the nearest name."""
    with pytest.raises(DeckListError, match=r"line 2.*mean Silver Fang") as raised:
        parse_textlist("Wolf\nSilver Fank\n2 zzz", "deck", OCG)
    assert len(raised.value.problems) == 2


def test_the_nearest_name_is_that_of_the_card_without_its_copies() -> None:
    """Copies stand before or behind a name; more than can be counted are no line of a deck."""
    with pytest.raises(DeckListError, match=r"got 'Silver Fank'.*mean Silver Fang"):
        parse_textlist("Silver Fank x3", "deck", OCG)
    with pytest.raises(DeckListError, match="line 1"):
        parse_textlist("100 Wolf", "deck", OCG)
    with pytest.raises(DeckListError, match="Copy the list itself, not its address"):
        parse_textlist("https://example.org/deck/7", "deck", OCG)


def test_cards_without_a_passcode_are_named() -> None:
    """A .ydk has no other way to say them."""
    with pytest.raises(DeckListError, match="7 of hearts"):
        passcodes_of({"main": ("H7",)}, find_ruleset("trump_king"))


def test_a_saved_deck_is_brought_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `duelmat play --deck NAME` does; a name that is none says what there is."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    user_shelf().save("ocg", "all of them", DECK)
    deck = bring_deck(OCG, "all of them")
    assert (deck.main, deck.extra) == (MAIN, EXTRA)
    with pytest.raises(DeckListError, match="Did you mean all of them"):
        bring_deck(OCG, "all of then")
    with pytest.raises(DeckListError, match="Saved are: none"):
        bring_deck(find_ruleset("trigamon"), "all of them")


@pytest.mark.parametrize("name", ["", "../deck", "a/b", ".hidden", "a.toml", "x" * 41, " blank"])
def test_a_name_is_no_part_of_a_path(tmp_path: Path, name: str) -> None:
    """Nothing is written beside the folder."""
    with pytest.raises(DeckListError, match="letters, digits, blanks and dashes"):
        Shelf(tmp_path / "decks").save("ocg", name, DECK)
    assert list(tmp_path.iterdir()) == []


def test_a_deck_that_has_gone_is_told(tmp_path: Path) -> None:
    """A press on what another page has deleted changes nothing."""
    shelf = Shelf(tmp_path)
    shelf.save("ocg", "wolves", DECK)
    shelf.remove("ocg", "wolves")
    assert shelf.names("ocg") == []
    with pytest.raises(DeckListError, match="no such deck"):
        shelf.remove("ocg", "wolves")
