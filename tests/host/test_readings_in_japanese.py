"""The readings of gaps in the rules are said in Japanese, as a whole."""

import pytest

from duelmat_engine import Wording, find_ruleset, game_of, practice_duel, ruleset_names
from duelmat_engine.text.explain import reading_words
from duelmat_serving.language.catalogs import language
from english import english_in


@pytest.mark.parametrize("name", ruleset_names())
def test_the_reading_of_a_ruling_is_said_in_japanese(name: str) -> None:
    """Its text, and the choice that the duel makes."""
    duel = practice_duel(name, seed=1)
    wording = Wording(game_of(name, duel.readings))
    for reading in find_ruleset(name).readings:
        said = language("ja").said(reading_words(wording, reading.id))
        assert english_in(said) == [], said
