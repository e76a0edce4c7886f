"""Card facts of a user's own database, and decks made from them."""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import duelmat
from duelmat_decks import DeckList, Library, find_cards, read_cdb, read_prodeck
from duelmat_decks.cdb import RACES
from duelmat_decks.errors import CardFactsError, DeckListError
from duelmat_engine import deck_faults, find_ruleset
from duelmat_engine.cards import Card
from duelmat_engine.ruleset.build import with_cards
from duelmat_engine.state import replace as replace_card

Row = tuple[object, ...]
"""id, alias, type, atk, def, level, race, attribute, name."""

DRAGON: Row = (10, 0, 0x11, 3000, 2500, 8, 0x2000, 0x10, "A Dragon")
ROWS: tuple[Row, ...] = (
    DRAGON,
    (11, 10, 0x11, 3000, 2500, 8, 0x2000, 0x10, "A Dragon, otherwise drawn"),
    (12, 0, 0x21, -2, -2, 10, 0x4, 0x20, "An open question"),
    (13, 0, 0x1000021, 1200, 600, 0x01080004, 0x2, 0x1, "A pendulum"),
    (14, 0, 0x4000021, 2300, 0x1 | 0x80 | 0x4, 3, 0x1000000, 0x20, "A link"),
    (15, 0, 0x800021, 2500, 2000, 4, 0x20, 0x8, "An Xyz"),
    (16, 0, 0x10002, 0, 0, 0, 0, 0, "Quick"),
    (17, 0, 0x100004, 0, 0, 0, 0, 0, "Counter"),
    (18, 0, 0x4, 0, 0, 0, 0, 0, "Trap"),
    (19, 0, 0x3021, 2800, 1300, 8, 0x100000, 0x2, "A Synchro tuner"),
)


def database(path: Path, rows: Sequence[Row] = ROWS) -> Path:
    with closing(sqlite3.connect(path)) as base, base:
        base.execute(
            "CREATE TABLE datas (id, ot, alias, setcode, type, atk, def, level, race,"
            " attribute, category)"
        )
        base.execute("CREATE TABLE texts (id, name, desc)")
        for number, alias, *values, name in rows:
            base.execute(
                "INSERT INTO datas (id, alias, type, atk, def, level, race, attribute)"
                " VALUES (?,?,?,?,?,?,?,?)",
                (number, alias, *values),
            )
            base.execute("INSERT INTO texts VALUES (?, ?, 'a secret text')", (number, name))
    return path


EXPECTED = {
    10: (
        ("monster", "normal"),
        {"level": 8, "attack": 3000, "defense": 2500, "attribute": "light", "race": "dragon"},
    ),
    12: (
        ("monster", "effect"),
        {"level": 10, "attack": "?", "defense": "?", "attribute": "dark", "race": "fairy"},
    ),
    13: (
        ("monster", "effect", "pendulum"),
        {
            "level": 4,
            "attack": 1200,
            "defense": 600,
            "scale-left": 1,
            "scale-right": 8,
            "attribute": "earth",
            "race": "spellcaster",
        },
    ),
    14: (
        ("monster", "effect", "link"),
        {
            "link": 3,
            "attack": 2300,
            "markers": "bottom-left bottom-right top",
            "attribute": "dark",
            "race": "cyberse",
        },
    ),
    15: (
        ("monster", "effect", "xyz"),
        {"rank": 4, "attack": 2500, "defense": 2000, "attribute": "wind", "race": "machine"},
    ),
    16: (("magic", "quick"), {}),
    17: (("trap", "counter"), {}),
    18: (("trap", "normal"), {}),
    19: (
        ("monster", "effect", "tuner", "synchro"),
        {"level": 8, "attack": 2800, "defense": 1300, "attribute": "water", "race": "psychic"},
    ),
}


def test_packed_facts_of_a_database_are_unpacked(tmp_path: Path) -> None:
    """Levels, scales, ranks, arrows and open values come out as printed."""
    library = read_cdb(database(tmp_path / "cards.cdb"))
    assert len(library) == len(ROWS)
    for passcode, (kinds, traits) in EXPECTED.items():
        facts = library.find(passcode)
        assert facts is not None
        assert (facts.kinds, facts.traits) == (kinds, traits)


JSON = {
    "data": [
        {
            "id": 10,
            "name": "A Dragon",
            "type": "Normal Monster",
            "race": "Dragon",
            "attribute": "LIGHT",
            "atk": 3000,
            "def": 2500,
            "level": 8,
            "card_images": [{"id": 10}, {"id": 11}],
        },
        {
            "id": 12,
            "name": "An open question",
            "type": "Effect Monster",
            "race": "Fairy",
            "attribute": "DARK",
            "atk": -1,
            "def": -1,
            "level": 10,
        },
        {
            "id": 14,
            "name": "A link",
            "type": "Link Effect Monster",
            "race": "Cyberse",
            "attribute": "DARK",
            "atk": 2300,
            "linkval": 3,
            "linkmarkers": ["Bottom-Left", "Bottom-Right", "Top"],
        },
        {
            "id": 15,
            "name": "An Xyz",
            "type": "XYZ Effect Monster",
            "race": "Machine",
            "attribute": "WIND",
            "atk": 2500,
            "def": 2000,
            "level": 4,
        },
        {"id": 16, "name": "Quick", "type": "Spell Card", "race": "Quick-Play"},
        {"id": 17, "name": "Counter", "type": "Trap Card", "race": "Counter"},
        {"id": 18, "name": "Trap", "type": "Trap Card", "race": "Normal"},
        {"id": 99, "name": "Skill", "type": "Skill Card", "race": "Yugi"},
    ]
}


def test_json_gives_the_same_facts_as_a_database(tmp_path: Path) -> None:
    """Both sources of one card agree; the other pictures of a card are found too."""
    library = read_prodeck(json.dumps(JSON))
    for passcode, (kinds, traits) in EXPECTED.items():
        facts = library.find(passcode)
        if facts is not None:
            assert facts.kinds == kinds
            assert facts.traits == traits
    assert library.find(99) is None
    for found in (library, read_cdb(database(tmp_path / "cards.cdb"))):
        dragon = found.find(11)
        assert dragon is not None
        assert dragon.passcode == 10
        assert dragon.name == "A Dragon"
    assert read_prodeck(json.dumps(JSON["data"])).find(10) == library.find(10)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("x", "no JSON"),
        ("3", "a list of cards, or a table with one under data, got a number"),
        ('{"data": 1}', "a list of cards"),
        ("[3]", "data.1.: expected a table, got a number"),
        ('[{"id": "a"}]', "expected a passcode in id, got 'a'"),
        ('[{"id": true, "name": "x", "type": "y"}]', "expected a passcode in id, got True"),
        ('[{"id": 1, "type": "y"}]', "expected a text in name, got None"),
        ('[{"id": 1, "name": "x", "type": 3}]', "expected a text in type, got 3"),
        ('[{"id": 1, "name": "x", "type": "y", "atk": "3"}]', "a whole number in atk, got '3'"),
        ('[{"id": 1, "name": "x", "type": "y", "race": 3}]', "a text in race, got 3"),
        ('[{"id": 1, "name": "x", "type": "y", "linkmarkers": [3]}]', "list of texts in linkm"),
        ("[" * 100_000, "nested too deep"),
    ],
)
def test_broken_json_is_refused_in_words(change: str, expected: str) -> None:
    """Each problem names the card and what was expected of it."""
    with pytest.raises(CardFactsError, match=expected):
        read_prodeck(change)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(),
        lambda x: (
            st.lists(x)
            | st.dictionaries(
                st.sampled_from(("id", "name", "type", "atk", "card_images", "data")), x
            )
        ),
        max_leaves=8,
    )
)
def test_any_json_is_read_or_refused(value: object) -> None:
    """Nothing but a CardFactsError comes of JSON of another shape."""
    for text in (json.dumps(value), json.dumps([value]), json.dumps({"data": [value]})):
        try:
            read_prodeck(text)
        except CardFactsError as error:
            assert error.problems  # noqa: PT017  (both ends are right)


def test_what_is_no_database_is_refused_in_words(tmp_path: Path) -> None:
    """A text, an SQLite file of something else, a missing one and rows of other types."""
    text = tmp_path / "text.cdb"
    text.write_text("hello " * 500, encoding="utf-8")
    other = tmp_path / "other.cdb"
    with closing(sqlite3.connect(other)) as base, base:
        base.execute("CREATE TABLE datas (id, alias)")
    cases = (
        (text, "expected a card database"),
        (tmp_path / "none.cdb", "no such file"),
        (tmp_path, "a directory"),
        (other, "a table datas without type, atk, def, level, race, attribute"),
        (other, "no table texts"),
        (database(tmp_path / "a.cdb", [(*DRAGON[:3], "3000", *DRAGON[4:])]), "got '3000'"),
        (database(tmp_path / "b.cdb", [("x", *DRAGON[1:])]), "card x: expected whole numbers"),
        (database(tmp_path / "c.cdb", [(*DRAGON[:8], None)]), "the name None of 10"),
        (database(tmp_path / "d.cdb", [(-3, *DRAGON[1:])]), "card -3"),
    )
    for path, expected in cases:
        with pytest.raises(CardFactsError, match=expected):
            read_cdb(path)


def test_a_damaged_database_is_refused(tmp_path: Path) -> None:
    """Half a file is no crash."""
    path = database(tmp_path / "cards.cdb")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2] + b"\xff" * (len(data) // 2))
    with pytest.raises(CardFactsError):
        read_cdb(path)


def test_a_deck_takes_our_cards_and_makes_the_others_from_facts(tmp_path: Path) -> None:
    """A passcode of a card of ours, or its other picture, is that card; others are made."""
    rules = replace(find_ruleset("ocg"), cards={"Ours": Card("Ours", "Ours", {"passcode": 10})})
    library = read_cdb(database(tmp_path / "cards.cdb"))
    found = find_cards(DeckList((10, 11, 12, 12, 16), (19,), (18,)), rules, library)
    assert found.deck.main == ("Ours", "Ours", "P12", "P12", "P16")
    assert found.deck.extra == ("P19",)
    assert found.side == ("P18",)
    assert [c.code for c in found.cards] == ["P12", "P16", "P19", "P18"]
    assert found.cards[0].traits["passcode"] == 12
    assert not any(c.effects for c in found.cards)
    assert found.silent == ("An open question", "Quick", "A Synchro tuner", "Trap")


def test_every_unknown_passcode_is_named() -> None:
    """Without facts the way to them is told; with them, that they are too old."""
    rules = find_ruleset("trump_king")
    with pytest.raises(DeckListError) as caught:
        find_cards(DeckList((7, 8)), rules, Library(), "my.ydk")
    assert len(caught.value.problems) == 2
    assert "my.ydk: card 7: expected a card of the ruleset, got an unknown one" in str(
        caught.value
    )
    assert "Give the facts of your cards" in str(caught.value)


def test_the_command_reads_a_deck_and_writes_its_cards(tmp_path: Path) -> None:
    """What is written passes the check of card files, if the ruleset prints such values."""
    deck = tmp_path / "my.ydk"
    deck.write_text("#main\n10\n12\n", encoding="utf-8")
    facts = database(tmp_path / "cards.cdb")
    out = tmp_path / "made.toml"
    result = duelmat("cards", "deck", deck, "--ruleset", "ocg", "--facts", facts, "--write", out)
    assert result.exit_code == 1, result.output
    assert "1 A Dragon (P10)" in result.output
    assert "Without their effects, which this ruleset does not know: An open question." in (
        result.output
    )
    assert "main deck: expected 40 to 60 cards, got 2" in result.output
    assert "is sound: 2 cards" in duelmat("cards", "check", out).output
    assert 'name = "A Dragon"' in out.read_text(encoding="utf-8")
    assert "secret" not in out.read_text(encoding="utf-8")
    unknown = duelmat("cards", "deck", deck, "--ruleset", "trump_king")
    assert unknown.exit_code == 2
    assert "card 12" in unknown.output
    address = duelmat("cards", "deck", "ydke://x!!!", "--ruleset", "trump_king")
    assert "part main: expected base64" in address.output


PAIRED = (
    (10, 0, 0x11, 2500, 2100, 7, 0x2, 0x20, "Dark Magician"),
    (11, 10, 0x11, 2500, 2100, 7, 0x2, 0x20, "Dark Magician"),
    (12, 0, 0x2, 0, 0, 0, 0, 0, "Dark Hole"),
    (13, 0, 0x61, 2200, 2600, 6, 0x1, 0x1, "A Fusion of Others"),
)


def test_inserts_are_found_by_the_name_of_their_paired_card(tmp_path: Path) -> None:
    """Resummoned pairs by name (RES-300.1a), has one of each name, and no Extra Deck."""
    deck = tmp_path / "my.ydk"
    deck.write_text("#main\n10\n11\n12\n#extra\n13\n", encoding="utf-8")
    facts = database(tmp_path / "cards.cdb", PAIRED)
    result = duelmat("cards", "deck", deck, "--ruleset", "resummoned", "--facts", facts)
    assert result.exit_code == 1
    assert "Main deck, 4 cards:\n  2 Dark Magician (DarkMagician)\n  1 Dark Hole" in result.output
    assert "has no Extra Deck: 1 card of the list count" in result.output
    for told in (
        "deck: expected one Dark Magician, got 2 (RES-100.2a)",
        "no insert is called 'A Fusion of Others' (RES-300.1a)",
        "expected at least 40 cards, got 4 (RES-100.2a)",
    ):
        assert told in result.output
    assert "Give the facts" in duelmat("cards", "deck", deck, "--ruleset", "resummoned").output


def test_a_deck_of_codes_is_read_as_the_table_reads_it(tmp_path: Path) -> None:
    """What `duelmat play` takes, with its side deck."""
    deck = tmp_path / "my.toml"
    deck.write_text('main = ["DarkMagician", "DarkMagician"]\nside = ["DarkHole"]\n')
    result = duelmat("cards", "deck", deck, "--ruleset", "resummoned")
    assert "expected one Dark Magician, got 2 (RES-100.2a)" in result.output
    assert "Side deck, 1 card:\n  1 Dark Hole (DarkHole)" in result.output
    deck.write_text('main = ["DarkMagican"]\n')
    told = duelmat("cards", "deck", deck, "--ruleset", "resummoned")
    assert told.exit_code == 2
    assert "main[0]: expected a card of Yugioh: Resummoned, got 'DarkMagican'" in told.output


def test_a_card_of_ones_own_file_is_known_to_the_rules_of_decks(tmp_path: Path) -> None:
    """In a ruleset with further cards a deck of them has no unknown card."""
    for name, code in (("resummoned", "Mage"), ("trigamon", "Whelp")):
        rules = find_ruleset(name)
        first = next(iter(rules.cards.values()))
        wider = with_cards(rules, [replace_card(first, code=code)])
        told = " ".join(str(fault) for fault in deck_faults(wider, [code] * 40, (), ""))
        assert f"{code!r}" not in told, told


def test_a_broken_database_is_told_as_one(tmp_path: Path) -> None:
    """A .cdb that is none is no broken JSON."""
    path = tmp_path / "cards.cdb"
    path.write_text("hello", encoding="utf-8")
    deck = tmp_path / "my.ydk"
    deck.write_text("#main\n10\n", encoding="utf-8")
    told = duelmat("cards", "deck", deck, "--facts", path)
    assert told.exit_code == 2
    assert "expected a card database: SQLite with the tables datas and texts" in told.output
    assert "JSON" not in told.output


def test_every_race_of_a_database_is_one_that_the_ruleset_prints() -> None:
    """Cards made from facts pass the check of card files."""
    printed = {p.name: p for p in find_ruleset("ocg").printing.traits}
    assert all(printed["race"].takes(race) for race in RACES)
