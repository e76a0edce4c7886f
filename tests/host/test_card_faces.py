"""What is printed on cards, as pages get it: every game in its own way."""

from __future__ import annotations

import pytest

from duelmat_engine import find_ruleset, rule_words, ruleset_names
from duelmat_rulesets.card_faces import card_faces
from duelmat_rulesets.face_types import CardFaceView

GAMES = ruleset_names()


def face(game: str, code: str) -> CardFaceView:
    """The face of a card."""
    return next(each for each in card_faces(find_ruleset(game)) if each.code == code)


def printed(game: str, code: str) -> list[str]:
    """All values of a face, each with its title."""
    found = face(game, code)
    every = ([found.grade] if found.grade else []) + found.facts + found.values
    return [f"{each.title} {each.value}" for each in every]


@pytest.mark.parametrize("game", GAMES)
def test_every_card_has_a_face_with_its_texts(game: str) -> None:
    """Once each, with a sentence for every effect, and statements that there are."""
    rules = find_ruleset(game)
    faces = card_faces(rules)
    assert [each.code for each in faces] == list(rules.cards)
    for each in faces:
        assert len(each.texts) == len(rules.cards[each.code].effects)
        for text in each.texts:
            assert text.use
            assert text.text.endswith(".")
            assert all(rule_words(rule) for rule in text.rules)


@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_the_card_files_reaches_a_face(game: str) -> None:
    """Neither hyphened kinds nor passcodes: what people read is words."""
    for each in card_faces(find_ruleset(game)):
        assert each.kind[:1].isupper()
        assert "-" not in each.kind
        assert "Passcode" not in printed(game, each.code)


@pytest.mark.parametrize(
    ("game", "code", "wanted"),
    [
        ("ocg", "Sangan", ["Level 3", "Attribute Dark", "Type Fiend", "ATK 1000", "DEF 600"]),
        ("trump_king", "H7", ["Number 7", "Suit Hearts", "ATK and DEF 7"]),
        ("trump_king", "X1", []),
        ("trigamon", "HalfMoth", ["Level 4.5", "ATK 1500", "DEF 1200"]),
        ("trigamon", "RankScholar", ["Rank 2.5", "ATK 1700", "DEF 1000"]),
        ("resummoned", "ManEaterBug", ["Level 2", "Attribute Earth", "ATK 450", "DEF 600"]),
    ],
)
def test_values_are_said_as_the_game_says_them(game: str, code: str, wanted: list[str]) -> None:
    """A number of Trump King is attack and defense; levels of Trigamon may be fractions."""
    assert printed(game, code) == wanted


def test_a_card_of_trump_king_is_monster_magic_and_trap() -> None:
    """Each effect says as what the card has it."""
    uses = [text.use for text in face("trump_king", "H7").texts]
    assert any(use.startswith("As a monster") for use in uses)
    assert "As magic" in uses
    assert "As a trap" in uses


@pytest.mark.parametrize(
    ("game", "code", "kind", "frame"),
    [
        ("ocg", "Wolf", "Normal monster", "normal"),
        ("ocg", "Rush", "Quick magic", "spell"),
        ("ocg", "MirrorForce", "Trap", "trap"),
        ("resummoned", "ManEaterBug", "Insect monster", "effect"),
        ("trigamon", "SwiftSnare", "Quick play trap Formula", "trap"),
        ("trigamon", "PocketTorch", "Jumper", "jumper"),
        ("trigamon", "PocketFerry", "I/O Jumper", "jumper"),
        ("trump_king", "SK", "Synchro", "playing"),
        ("trump_king", "X2", "Joker", "playing"),
    ],
)
def test_kinds_are_told_in_words_and_by_a_frame(
    game: str, code: str, kind: str, frame: str
) -> None:
    """What a card counts as."""
    found = face(game, code)
    assert (found.kind, found.frame) == (kind, frame)


@pytest.mark.parametrize("game", GAMES)
def test_a_frame_is_told_without_colour(game: str) -> None:
    """Each frame but a playing card's has letters, and no two frames share one."""
    letters: dict[str, set[str]] = {}
    for each in card_faces(find_ruleset(game)):
        if each.frame != "playing":
            assert each.letter
            letters.setdefault(each.letter, set()).add(each.frame)
    assert all(len(frames) == 1 for frames in letters.values())


def test_a_card_has_a_picture_where_the_table_has_one() -> None:
    """Its address goes by its code."""
    faces = {each.code: each for each in card_faces(find_ruleset("ocg"), {"Wolf"})}
    assert faces["Wolf"].picture == "/art/Wolf"
    assert faces["Sangan"].picture == ""
