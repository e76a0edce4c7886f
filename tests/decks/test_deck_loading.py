"""The decks that players bring: files, addresses, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from duelmat_decks.deck_loading import bring_deck, bring_decks, usual_deck
from duelmat_decks.decklist import DeckList, format_ydk, format_ydke
from duelmat_decks.errors import DeckListError
from duelmat_engine.ruleset.decks import deck_faults
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names

OCG = find_ruleset("ocg")


def listed(codes: tuple[str, ...]) -> str:
    return "[" + ", ".join(f'"{code}"' for code in codes) + "]"


def passcodes(codes: tuple[str, ...]) -> tuple[int, ...]:
    """Those of the cards that have one, some twice, so that the deck is large enough."""
    found = [OCG.cards[code].trait("passcode") for code in dict.fromkeys(codes)]
    once = [code for code in found if isinstance(code, int)]
    return tuple([*once, *once][: max(40, len(once))])


@pytest.mark.parametrize("name", ruleset_names())
def test_every_ruleset_has_a_deck_to_be_tried_with(name: str) -> None:
    """Both seats play it if none is named, and it is allowed."""
    rules = find_ruleset(name)
    deck = usual_deck(rules)
    assert bring_decks(rules, ()) == (deck, deck)
    assert not deck_faults(rules, deck.main, deck.extra, "")


def test_a_deck_comes_from_a_file_of_codes(tmp_path: Path) -> None:
    """TOML, as `duelmat enroll` takes it too; one deck is played by both."""
    deck = usual_deck(OCG)
    path = tmp_path / "mine.toml"
    path.write_text(f"main = {listed(deck.main)}\nextra = {listed(deck.extra)}\n")
    assert bring_decks(OCG, [str(path)]) == (deck, deck)


def test_a_deck_comes_from_passcodes(tmp_path: Path) -> None:
    """A .ydk file for one seat, a ydke:// address for the other."""
    deck = usual_deck(OCG)
    plain = DeckList(passcodes(deck.main))
    path = tmp_path / "mine.ydk"
    path.write_text(format_ydk(plain))
    found = bring_decks(OCG, [str(path), format_ydke(plain)])
    assert [len(one.main) for one in found] == [len(plain.main)] * 2
    assert set(found[0].main) <= set(deck.main)


BROKEN = {
    "no such file": (None, "deck list"),
    "no TOML": ("main = [", "line 1: expected TOML"),
    "another key": ("main = []\nflank = []", "flank: expected one of the keys main, extra, side"),
    "an unknown card": ('main = ["Nobody"]', "main[0]"),
    "too few cards": ('main = ["DarkHole"]', "a deck that"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_deck_is_told(tmp_path: Path, name: str) -> None:
    """File, place, what was expected and got, and what to do."""
    text, says = BROKEN[name]
    path = tmp_path / "mine.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(DeckListError) as caught:
        bring_deck(OCG, str(path))
    assert says in str(caught.value)
    assert str(path) in str(caught.value)
