"""A mistyped name is answered with the one that was probably meant, wherever it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import duelmat

NEAR: dict[str, tuple[tuple[str, ...], str]] = {
    "a ruleset to play": (("play", "--ruleset", "ogc"), "Did you mean ocg?"),
    "a ruleset's cards": (("cards", "list", "trump-kng"), "Did you mean trump-king?"),
    "a level": (("play", "--opponent", "eazy"), "Did you mean easy?"),
    "a level by another name": (("play", "--opponent", "hard"), "Did you mean strong?"),
    "a way of helping": (("play", "--assist", "coch"), "Did you mean coach?"),
    "a log level": (("play", "--log-level", "warnin"), "Did you mean warning?"),
    "a ruleset to measure": (("bench", "questions", "--ruleset", "ogc"), "Did you mean ocg?"),
}


@pytest.mark.parametrize("name", NEAR)
def test_the_name_that_was_probably_meant_is_said(name: str) -> None:
    """Behind the names that there are."""
    words, told = NEAR[name]
    result = duelmat(*words)
    assert result.exit_code
    assert told in result.stderr


def test_a_card_of_a_deck_is_found_by_code_or_name(tmp_path: Path) -> None:
    """However its letters are written."""
    deck = tmp_path / "d.toml"
    deck.write_text('main = ["sangann", "Black Magicain", "zzzzzz"]')
    told = duelmat("play", "--ruleset", "ocg", "--deck", deck, "--dir", tmp_path / "t").stderr
    assert "got 'sangann'. Did you mean Sangan?" in told
    assert "got 'Black Magicain'. Did you mean BlackMagician?" in told
    assert "got 'zzzzzz'. `duelmat cards list ocg` lists them." in told
