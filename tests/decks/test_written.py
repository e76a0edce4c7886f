"""Deck lists of any game, as programs and people write them."""

from __future__ import annotations

import contextlib
import time
from typing import Final

import pytest

from duelmat_decks import CardFacts, DeckListError, Library, parse_textlist, parse_written
from duelmat_decks.written import LONGEST_CARD
from duelmat_engine import find_ruleset

SOON_S: Final = 5
"""Processor time for the longest text that a hub takes: it takes a tenth of that."""

NONE = Library()
KNOWN = Library([CardFacts(passcode=89631139, name="Blue-Eyes", kinds=("monster",), traits={})])
POKEMON = """Pokémon: 2
2 Charizard ex OBF 125
* 1 Mew CEL 11

Trainer (1)
1 Boss's Orders PAL 172
##Energy - 1
1 Basic {R} Energy SVE 2

Total Cards: 5
"""
MAGIC = """Deck
2 Lightning Bolt (M10) 146
1x Island (LTR) 264
// a comment

Sideboard
1 Negate
"""
OLD_MAGIC = "2 Island\nSB: 1 Negate\n"
ARENA = """About
Name Birds and fish

Commander
1 Atraxa

Companion
1 Yorion

Deck
2 Island

Sideboard
1 Negate
"""
BOOK = """<?xml version="1.0" encoding="utf-8" ?>
<deck name="Mine"><main><card id="1" passcode="89631139">Blue-Eyes</card>
<card id="2">7 Colored Fish</card></main><side></side>
<extra><card id="3">Wolf &amp; Co</card></extra></deck>"""
YDK = "#created by me\n#main\n89631139\n5\n#extra\n!side\n5\n"
YDKE = "ydke://o6lXBQ==!!!"


@pytest.mark.parametrize(
    ("text", "main", "extra", "side"),
    [
        (
            POKEMON,
            [
                "Charizard ex OBF 125",
                "Charizard ex OBF 125",
                "Mew CEL 11",
                "Boss's Orders PAL 172",
                "Basic {R} Energy SVE 2",
            ],
            [],
            [],
        ),
        (
            MAGIC,
            [*["Lightning Bolt (M10) 146"] * 2, "Island (LTR) 264"],
            [],
            ["Negate"],
        ),
        (OLD_MAGIC, ["Island", "Island"], [], ["Negate"]),
        (ARENA, ["Atraxa", "Island", "Island"], [], ["Yorion", "Negate"]),
        ("Name of the Wind", ["Name of the Wind"], [], []),
        (BOOK, ["Blue-Eyes", "7 Colored Fish"], ["Wolf & Co"], []),
        (YDK, ["Blue-Eyes", "5"], [], ["5"]),
        (YDKE, ["Blue-Eyes"], [], []),
        ("Heron\n3 Wolf\nExtra Deck (1):\nKing", ["Heron", "Wolf", "Wolf", "Wolf"], ["King"], []),
    ],
)
def test_a_list_is_kept_as_it_is_written(
    text: str, main: list[str], extra: list[str], side: list[str]
) -> None:
    """Copies counted, headings and comments left out, numbers named where they are known."""
    found = parse_written(text, "deck", KNOWN)
    assert found == {"main": tuple(main), "extra": tuple(extra), "side": tuple(side)}


@pytest.mark.parametrize(
    "line",
    [
        "3 Dark Magician",
        "3x Dark Magician",
        "3X Dark Magician",
        "3 x Dark Magician",
        "3×Dark Magician",
        "* 3 Dark Magician",
        "\uff13\u3000Dark Magician",
        "Dark Magician x3",
        "Dark Magician x 3",
        "Dark Magician ×3",
        "Dark Magician×3",
        "Dark Magician ×\uff13",
        "Dark Magician (3)",
        "Dark Magician(x3)",
        "Dark Magician\uff083\uff09",
        "Dark Magician\t3",
        "Dark Magician 3枚",
        "Dark Magician - 3",
        "Dark Magician: 3",
    ],
)
def test_copies_stand_before_or_behind_a_name(line: str) -> None:
    """Also beside other cards that are written so, and in the side deck."""
    assert parse_written(line, "deck", NONE)["main"] == ("Dark Magician",) * 3
    found = parse_written(f"{line}\nKuriboh\n{line}\nSide Deck (4)\n{line}\nSol", "deck", NONE)
    assert found["main"] == (*("Dark Magician",) * 3, "Kuriboh", *("Dark Magician",) * 3)
    assert found["side"] == (*("Dark Magician",) * 3, "Sol")


@pytest.mark.parametrize(
    "name",
    [
        "Number 39: Utopia",
        "Number C39: Utopia Ray",
        "XYZ-Dragon Cannon",
        "X-Saber Wayne",
        "X Antibody",
        "Mega Man X",
        "Shoutmon X4",
        "Area 51",
        "Malice 2×2",
        "Forest (2010)",
        "Lightning Bolt (M10) 146",
        "Plank of 2x4",
        "ブラック・マジシャン",
    ],
)
def test_a_name_with_a_number_or_an_x_is_kept_whole(name: str) -> None:
    """Alone, and with copies before or behind it."""
    for line in (name, f"1 {name}", f"1x {name}", f"{name} x1", f"{name} (1)"):
        assert parse_written(line, "deck", NONE)["main"] == (name,)


@pytest.mark.parametrize(
    ("text", "main"),
    [
        ("Trainer (2)\nBoss\nNest Ball", ("Boss", "Nest Ball")),
        ("Dresseur (3)\n2 Boss\n1 Nest Ball\n\n1 Sol", ("Boss", "Boss", "Nest Ball", "Sol")),
        ("Dresseur: 4\n2 Boss", ("Boss", "Boss")),
        ("Monsters:\nKuriboh (2)\nTotal: 2", ("Kuriboh", "Kuriboh")),
        ("モンスター(2)\nクリボー×2\n合計\uff1a2枚", ("クリボー", "クリボー")),
        ("2 Sol\nKuriboh (1)\n3 Boss", ("Sol", "Sol", "Kuriboh", "Boss", "Boss", "Boss")),
        ("Kuriboh (1)\nSol (1)", ("Kuriboh", "Sol")),
    ],
)
def test_a_heading_with_a_count_is_no_card(text: str, main: tuple[str, ...]) -> None:
    """By its word, or by the cards below it that have their copies before them."""
    assert parse_written(text, "deck", NONE)["main"] == main


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("Extra Deck: 15", "extra"),
        ("Side: 15", "side"),
        ("Deck (40)", "main"),
        ("エクストラデッキ", "extra"),
        ("サイドデッキ\uff0815枚\uff09", "side"),
        ("メインデッキ:40", "main"),
    ],
)
def test_a_part_begins_with_its_heading(heading: str, part: str) -> None:
    assert parse_written(f"{heading}\nKuriboh", "deck", NONE)[part] == ("Kuriboh",)


@pytest.mark.parametrize("blanks", [" ", "\t", "\u3000", "\n", "a ", "1 ", "(", ":", "A (1)\n"])
@pytest.mark.parametrize("begin", ["a", "main", "3", "Sol x"])
def test_a_long_text_of_any_shape_is_read_soon(begin: str, blanks: str) -> None:
    """A form of a line that is tried from each of its blanks would take hours here."""
    text = f"{begin}{blanks * (60_000 // len(blanks))}b"
    began = time.process_time()
    with contextlib.suppress(DeckListError):
        parse_written(text, "deck", NONE)
    with contextlib.suppress(DeckListError):
        parse_textlist(text, "deck", find_ruleset("trump_king"))
    assert time.process_time() - began < SOON_S


def test_a_number_that_nobody_knows_stays_a_number() -> None:
    assert parse_written(YDKE, "deck", NONE)["main"] == ("89631139",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected a card a line"),
        ("https://example.org/deck/7", "Copy the list itself, not its address."),
        ("2 Island\nwww.example.org", "line 2: expected a card, got www.example.org"),
        ("Pokémon: 12\n", "expected a card a line"),
        ("x" * (LONGEST_CARD + 1), f"of at most {LONGEST_CARD} characters"),
        ("999 Island\n2 Island\n", "line 2: expected at most 1000 cards"),
        ("<deck><main></deck>", "got a fault in line 1"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><deck/>', "definitions of its own"),
        ("<deck></deck>", "expected a card a line"),
        ("#main\nnonsense\n", "line 2"),
    ],
)
def test_what_is_no_list_is_refused_with_its_place(text: str, words: str) -> None:
    with pytest.raises(DeckListError) as refused:
        parse_written(text, "deck", NONE)
    assert words in str(refused.value)
