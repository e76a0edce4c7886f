"""Deck lists: `.ydk` files and `ydke://` addresses, and what is wrong with broken ones."""

import base64
import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_decks import (
    DeckList,
    format_ydk,
    format_ydke,
    parse_deck,
    parse_decklist,
    parse_ydk,
    parse_ydke,
)
from duelmat_decks.decklist import QUOTED
from duelmat_decks.errors import DeckListError
from duelmat_engine import find_ruleset
from duelmat_message import words_of
from duelmat_serving.language.catalogs import language

YDK = """\
#created by Ana
#main
89631139
89631139
46986414

#extra
!side
44095762
"""
DECK = DeckList((89631139, 89631139, 46986414), (), (44095762,))

codes = st.lists(st.integers(1, 0xFFFF_FFFF), max_size=80).map(tuple)
decks = st.builds(DeckList, codes, codes, codes)


@pytest.mark.parametrize("text", [YDK, YDK.replace("\n", "\r\n"), format_ydk(DECK), f"\n{YDK}"])
def test_a_file_is_read(text: str) -> None:
    """Comments, empty lines and the line ends of any system change nothing."""
    assert parse_ydk(text) == parse_decklist(text) == DECK


def test_an_address_is_three_parts_of_little_endian_passcodes() -> None:
    """The bytes are those of the format, and line breaks of a message do no harm."""
    packed = base64.b64encode(b"".join(c.to_bytes(4, "little") for c in DECK.main)).decode()
    side = base64.b64encode((44095762).to_bytes(4, "little")).decode()
    assert format_ydke(DECK) == f"ydke://{packed}!!{side}!"
    assert parse_ydke(format_ydke(DECK)[:20] + "\n" + format_ydke(DECK)[20:]) == DECK
    assert parse_decklist("ydke://!!!") == DeckList()


@given(decks)
def test_lists_survive_writing(deck: DeckList) -> None:
    """Both forms give back what was written; an empty file is no deck."""
    assert parse_ydke(format_ydke(deck)) == deck
    if deck.passcodes():
        assert parse_ydk(format_ydk(deck)) == deck


def refused(text: str) -> str:
    with pytest.raises(DeckListError) as caught:
        parse_decklist(text, "deck")
    return str(caught.value)


BAD = (
    ("", "passcodes under #main, got none"),
    ("#main\n#extra\n", "expected passcodes under #main, got none"),
    ("#main\nBlue-Eyes\n", "line 2: expected a passcode: a whole number up to .*got Blue-Eyes"),
    ("#main\n0\n", "line 2: expected a passcode"),
    ("#main\n-5\n", "got -5"),
    ("#main\n4294967296\n", "got 4294967296"),
    ("#main\n" + "9" * 5000, "got 9999"),
    ("#main\n٣٤\n", "line 2: expected a passcode"),
    ("89631139\n#main\n", "line 1: expected #main before the first passcode"),
    ("#main\n" + "5\n" * 1001, "part main: expected at most 1000 cards, got 1001"),
    ("ydke://AAAA", "expected three parts, each followed by !, got 0"),
    ("ydke://!!", "expected three parts, each followed by !, got 2"),
    ("ydke://!!!!", "expected three parts, each followed by !, got 4"),
    ("ydke://a!!!", "part main: expected base64, got a"),
    ("ydke://!AAA=!!", "part extra: expected four bytes a passcode, got 2 bytes"),
    ("ydke://!!AAAAAA==!", "part side: expected passcodes above 0, got 0"),
    (
        f"ydke://{base64.b64encode(gzip.compress(b'1234', mtime=0)).decode()}!!!",
        "got a part compressed with gzip. Export the deck without compression, or as a .ydk file",
    ),
)


@pytest.mark.parametrize(("text", "expected"), BAD)
def test_a_broken_list_is_refused_in_words(text: str, expected: str) -> None:
    """Each problem says where it is, what was expected and what was got."""
    with pytest.raises(DeckListError, match=expected):
        parse_decklist(text, "deck")


def test_all_problems_of_a_list_are_told_at_once() -> None:
    """Three wrong lines are three problems."""
    assert refused("#main\nx\n1\ny\n#extra\nz\n").count("expected a passcode") == 3


@pytest.mark.parametrize(
    "text",
    [
        "#main\n" + "x\n" * 1254,
        "main = [" + '"x", ' * 1254 + "]",
        "main = [" + ", ".join(f'"card-{number}"' for number in range(1254)) + "]",
    ],
    ids=["lines", "codes", "more codes"],
)
def test_many_problems_of_a_list_are_counted(text: str) -> None:
    """Fifty are listed, in Japanese too; nobody is sent thousands of lines."""
    with pytest.raises(DeckListError) as caught:
        parse_deck(text, "deck", find_ruleset("trump_king"), is_toml="[" in text)
    english, japanese = words_of(caught.value), language("ja").said(words_of(caught.value))
    assert len(english.splitlines()) == len(japanese.splitlines()) == 51
    assert english.endswith("and 1,204 more")
    assert japanese.endswith("ほか1,204件")
    assert len(caught.value.problems) == 50


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing but a DeckListError comes of a text that is no list."""
    for form in (text, f"ydke://{text}", f"#main\n{text}"):
        try:
            parse_decklist(form)
        except DeckListError as error:
            assert error.problems  # noqa: PT017  (both ends are right)


SHADOW = "root:$y$j9T$verysecret:20593:0:99999:7:::\npostgres:!:20593::::::\n" * 30


@pytest.mark.parametrize("name", ["shadow", "shadow.ydk", "shadow.toml"])
def test_of_a_file_that_is_no_deck_twenty_characters_are_shown(name: str) -> None:
    """Whoever names it may not be whom it is for: it is not read out line by line."""
    with pytest.raises(DeckListError) as refused:
        parse_deck(SHADOW, name, find_ruleset("ocg"))
    (problem,) = refused.value.problems
    shown = str(problem)
    assert not any(SHADOW[at : at + 21] in shown for at in range(len(SHADOW) - 21))
    assert "postgres" not in shown


@pytest.mark.parametrize(
    "text", ["ydke://" + "secret" * 20, "ydke://" + "A" * 50 + "!!!", "x" * 99]
)
def test_of_an_address_that_is_none_twenty_characters_are_shown(text: str) -> None:
    with pytest.raises(DeckListError) as refused:
        parse_decklist(text)
    longest = max(len(each.got) for each in refused.value.problems)
    assert longest <= QUOTED


def test_of_a_code_that_is_none_twenty_characters_are_shown() -> None:
    with pytest.raises(DeckListError) as refused:
        parse_deck(f'main = ["{"secret" * 20}"]', "deck.toml", find_ruleset("ocg"))
    (problem,) = refused.value.problems
    assert len(problem.got) == QUOTED + len("''")
