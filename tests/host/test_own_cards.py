"""Own cards at the table: a duel's journal has them, and goes on with them whatever becomes of
their file.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from direct_mat import MAT
from duelmat_decks.card_loading import bring_cards
from duelmat_decks.deck_loading import bring_deck
from duelmat_decks.errors import CardsError
from duelmat_engine import find_ruleset, use_cards
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.journal_fold import begin_journal, fold
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import JournalError
from duelmat_host.journal.journal import Journal
from duelmat_host.table.duel_setup import DuelSetup
from play_options import play_options

CARDS = """\
ruleset = "ocg"
[[card]]
code = "Stork"
name = "Stork"
traits = { level = 3, attack = %d, defense = 900, attribute = "water", race = "fish" }
kinds = ["monster", "normal"]
"""


def setup_with(directory: Path, attack: int = 1200) -> DuelSetup:
    """The conditions of a duel with three Storks in a deck, as files bring them."""
    cards, deck = directory / "own.toml", directory / "deck.toml"
    cards.write_text(CARDS % attack)
    others = find_ruleset("ocg").decks.practice[0][:47]
    codes = ", ".join(f'"{code}"' for code in ("Stork",) * 3 + others)
    deck.write_text(f"main = [{codes}]\n")
    text = bring_cards("ocg", [cards])
    rules = use_cards(text)
    decks = (bring_deck(rules, str(deck)),) * 2
    return DuelSetup(rules.name, ("Ana", "Ben"), decks, cards=text)


def series(directory: Path, setup: DuelSetup) -> DuelSeries:
    options = play_options(directory, ruleset="ocg", two=True, opponent=None)
    return DuelSeries(
        options, MAT, setup, lambda _: None, lambda s: Registry.for_simulation(s.decks)
    )


def test_another_program_finds_the_cards_in_the_journal_alone(tmp_path: Path) -> None:
    """Folded without the files, by a program that has never read them."""
    path = tmp_path / "duel-0001.jsonl"
    with Journal.open(path) as journal:
        begin_journal(journal, setup_with(tmp_path), MAT, 1)
    (tmp_path / "own.toml").unlink()
    program = (
        "import sys; from pathlib import Path; from duelmat_host.app.journal_fold import fold;"
        "start = fold(Path(sys.argv[1])).start; print(start.rules.cards['Stork'].name)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, path], capture_output=True, text=True, check=True
    )
    assert told.stdout == "Stork\n"


def test_a_changed_card_file_is_the_next_duels(tmp_path: Path) -> None:
    """The duel goes on with the cards of its beginning, and a sentence says so."""
    before = setup_with(tmp_path)
    first = series(tmp_path, before)
    begin_journal(first.current.journal, before, MAT, 1)
    first.close()
    changed = series(tmp_path, setup_with(tmp_path, attack=1300))
    assert changed.current.setup == before
    assert any("goes on with those of its beginning" in note for note in changed.notes)
    changed.close()
    same = series(tmp_path, before)
    assert same.notes == []
    same.close()


@pytest.mark.parametrize("cards", ["", CARDS % 1300, "no card file"])
def test_a_journal_whose_cards_are_others_is_refused(tmp_path: Path, cards: str) -> None:
    """The name of the ruleset tells the cards: what was changed afterwards does not fit."""
    path = tmp_path / "duel-0001.jsonl"
    with Journal.open(path) as journal:
        begin_journal(journal, replace(setup_with(tmp_path), cards=cards), MAT, 1)
    with pytest.raises(JournalError, match="to begin a duel that is known here"):
        fold(path)


def test_a_broken_card_file_is_refused_with_every_fault(tmp_path: Path) -> None:
    """As `duelmat cards check` finds them: file, line, expected and got."""
    broken = tmp_path / "own.toml"
    broken.write_text((CARDS % 1200).replace("water", "wet").replace('"normal"', '"plain"'))
    with pytest.raises(CardsError) as raised:
        bring_cards("ocg", [broken])
    assert len(raised.value.problems) == 2
    assert {problem.file for problem in raised.value.problems} == {str(broken)}
    with pytest.raises(CardsError, match="a card file, got"):
        bring_cards("ocg", [tmp_path / "none.toml"])
