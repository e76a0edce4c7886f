"""The deck editor answers its page: checked, saved, loaded, imported, exported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duelmat_engine import find_ruleset
from host.test_own_cards import CARDS
from host.test_start_desk import Table
from play_options import play_options

MAIN = find_ruleset("ocg").decks.practice[0][:40]
DECK = {"main": list(MAIN), "extra": ["HeroGaia"], "side": ["Wolf"]}
EDITOR = "/seat/a/decks/ocg"


def said(table: Table, act: str, body: dict[str, Any], editor: str = EDITOR) -> Any:
    return table.client.post(f"{editor}/{act}", json=body).json()


@pytest.fixture
def table(tmp_path: Path) -> Any:
    found = Table(tmp_path)
    found.enter("a")
    yield found
    found.duels.close()


def test_a_deck_is_saved_and_loaded(table: Table) -> None:
    """As it is; the choice of the duel offers it, until it is deleted."""
    assert said(table, "save", {"name": "forty", **DECK})["names"] == ["forty"]
    assert said(table, "load", {"name": "forty"}) == {"ok": True, **DECK}
    assert "forty" in table.client.get("/seat/a/start").text
    assert said(table, "remove", {"name": "forty"})["names"] == []
    assert not said(table, "load", {"name": "forty"})["ok"]


def test_limits_are_told_while_a_deck_is_made(table: Table) -> None:
    """And an unfinished deck is kept all the same."""
    assert said(table, "check", DECK)["faults"] == []
    few = {"main": ["Wolf"] * 4}
    assert len(said(table, "check", few)["faults"]) == 2
    assert said(table, "save", {"name": "few", **few})["ok"]


@pytest.mark.parametrize("form", ["text", "toml", "ydk", "ydke"])
def test_what_is_exported_is_imported(table: Table, form: str) -> None:
    """In every form, with every copy."""
    cards = find_ruleset("ocg").cards
    deck = {part: [c for c in codes if cards[c].trait("passcode")] for part, codes in DECK.items()}
    text = said(table, "export", {"form": form, **deck})["text"]
    found = said(table, "import", {"text": text})
    assert {part: sorted(found[part]) for part in deck} == {
        part: sorted(codes) for part, codes in deck.items()
    }


@pytest.mark.parametrize("text", ['main=["Wolf"]', '# mine\n\n  main = [\n"Wolf",\n]'])
def test_toml_is_imported_however_it_is_spaced(table: Table, text: str) -> None:
    """Without blanks, behind a comment, over several lines: it is the same list of codes."""
    assert said(table, "import", {"text": text})["main"] == ["Wolf"]


def test_a_game_without_passcodes_says_so(table: Table) -> None:
    """Of a .ydk, with the form that there is."""
    body = {"form": "ydk", "main": ["H7"]}
    told = said(table, "export", body, "/seat/a/decks/trump_king")
    assert "Export it as text or TOML." in told["message"]


@pytest.mark.parametrize("text", ["ydke://%%%!!!", "main = [", "#main\nx", "3 Wolff von Wolff"])
def test_a_broken_text_is_told_and_changes_nothing(table: Table, text: str) -> None:
    """Whatever form it begins like."""
    told = said(table, "import", {"text": text})
    assert not told["ok"]
    assert "expected" in told["message"]


def test_own_cards_are_there(table: Table, tmp_path: Path) -> None:
    """In the list, in decks; once their file is gone, their deck says which card is missing."""
    own = tmp_path / "own.toml"
    own.write_text(CARDS % 1200)
    table.duels.options = play_options(tmp_path, cards=(own,))
    codes = {face["code"] for face in table.client.get(f"{EDITOR}/cards").json()}
    assert codes >= {"Stork", "Wolf"}
    deck = {"main": ["Stork"]}
    assert said(table, "save", {"name": "storks", **deck})["ok"]
    table.duels.options = play_options(tmp_path)
    assert "Stork" in said(table, "load", {"name": "storks"})["message"]
    assert "Stork" in said(table, "export", {"form": "text", **deck})["message"]


def test_only_the_players_browser_edits(table: Table) -> None:
    """Others are turned away, and unknown games and acts are told."""
    assert table.client.get("/seat/b/decks/ocg").status_code == 403
    assert "There is no game" in table.client.get("/seat/a/decks/chess").text
    assert table.client.post(f"{EDITOR}/burn", json={}).status_code == 404
