"""The tutorials do what they say: their files are written, their commands run, their code too."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from command_line import duelmat, run
from docs.pages import ROOT, text_of
from duelmat_decks.card_loading import bring_cards
from duelmat_decks.deck_loading import bring_deck
from duelmat_engine import (
    Advance,
    Placed,
    apply,
    find_ruleset,
    key_code,
    new_duel,
    play_random,
    position,
    practice_duel,
    use_cards,
)
from duelmat_rulesets.checks.soundness import flaws_of
from own_games import own_games

pytestmark = pytest.mark.tools

CARDS: Final = ROOT / "docs" / "cards.md"
ENGINE: Final = ROOT / "docs" / "engine.md"
RULESET: Final = ROOT / "docs" / "rulesets" / "writing.md"
ENDS: Final = {
    "outposts": {("OP-5",), ("OP-6",)},
    "depots": {("OP-1",), ("OP-6",)},
    "rations": {("OP-6",)},
    "brawl": {("G-29.over",)},
}
"""By which rules random duels of the rulesets of the tutorial end."""
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
_FENCE: Final = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(page: Path) -> Iterator[tuple[str, str, str]]:
    """Language, file name and text of every fenced block."""
    for found in _FENCE.finditer(text_of(page)):
        yield found[1], found[2] or "", found[3]


def test_the_tutorial_of_cards_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of the page prints what the page shows, over the files that it has written."""
    monkeypatch.chdir(tmp_path)
    ran = 0
    for language, name, text in blocks(CARDS):
        if name:
            with Path(name).open("a", encoding="utf-8") as file:
                file.write(text)
        elif language == "console":
            command, _, printed = text.partition("\n")
            words = command.removeprefix("$ duelmat ").split()
            assert duelmat(*words).output.rstrip("\n") == printed.rstrip("\n"), command
            ran += 1
    assert ran >= 4
    rules = use_cards(bring_cards("ocg", [Path("my-cards.toml")]))
    deck = bring_deck(rules, "herons.toml")
    seen: set[str] = set()
    for seed in range(6):
        for played in play_random(new_duel(rules.name, [deck, deck], seed=seed).duel, seed=seed):
            seen |= {key_code(piece.key) for _, piece in played.step.duel.pieces() if piece.key}
    assert {"RiverHeron", "SpringFlood"} <= seen


def test_the_tutorial_of_rulesets_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its file is a ruleset that every command knows; its duels are played, its judge asked."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    ran = 0
    with own_games():
        for language, name, text in blocks(RULESET):
            if name:
                with Path(name).open("a", encoding="utf-8") as file:
                    file.write(text)
            if language == "python":
                exec(compile(text, name or str(RULESET), "exec"), names)
            elif language == "console":
                command, _, printed = text.partition("\n")
                result = run(*command.removeprefix("$ duelmat ").split())
                told = (result.stdout + result.stderr).decode()
                assert told.rstrip("\n") == printed.rstrip("\n"), command
                ran += 1
        assert names["duel"].ruleset == "rations"
        assert ran == 1
        for ruleset in ENDS:
            ends = set()
            for seed in range(12):
                *_, last = play_random(practice_duel(ruleset, seed=seed), seed=seed)
                assert last.step.duel.outcome is not None
                ends.add(last.step.duel.outcome.rules)
            assert ends == ENDS[ruleset]
            assert flaws_of(ruleset, find_ruleset(ruleset)) == []
        _holding_all_outposts_wins()


def test_the_check_of_a_ruleset_says_what_its_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the game as it stands, and with its first exit misspelt."""
    monkeypatch.chdir(tmp_path)
    game = outposts()
    shown = [line[4:] for line in text_of(RULESET).splitlines() if line.startswith("    outposts")]
    for text in (game.replace('Exit("battle"', 'Exit("batle"'), game):
        Path("outposts.py").write_text(text, encoding="utf-8")
        with own_games():
            told = duelmat("rules", "--check", "outposts.py", "--duels", "1").output
        assert shown.pop(0) in told.splitlines()
    assert shown == []


def _holding_all_outposts_wins() -> None:
    """At the beginning of one's own turn."""
    held = {f"a.m{n}": [Placed(f"S{n}")] for n in (1, 2, 3)} | {"a.pile": [Placed("S4")]}
    duel = position("outposts", held, phase="battle", turn_seat=1)
    step = apply(duel, Advance("end"))
    assert step.duel.outcome is not None
    assert step.duel.outcome.winner == 0
    assert step.duel.outcome.rules == ("OP-6",)


def test_a_small_ruleset_has_as_few_lines_as_its_page_says() -> None:
    """Formatted as all of our code is; so few are what a newcomer can read at once."""
    page = text_of(RULESET)
    game = outposts()
    count = len(game.splitlines())
    assert count < 60
    assert f"The file has {count} lines" in page
    formatted = subprocess.run(
        [sys.executable, "-m", "ruff", "format", "--line-length", "99", "-"],
        input=game,
        capture_output=True,
        text=True,
        check=True,
    )
    assert formatted.stdout == game
    rooms = [
        f"{_NUMBERS[len(modules.split(', '))]} of `{room}`"
        for room, modules in re.findall(
            r"^from duelmat_engine\.(\w+) import (.+)$", game, re.MULTILINE
        )
    ]
    assert f"modules: {', '.join(rooms)}.\n" in page


def outposts() -> str:
    """The file that the page on rulesets writes."""
    return "".join(text for _, name, text in blocks(RULESET) if name == "outposts.py")


def session(page: Path) -> str:
    """The code of a page's session, without what it prints."""
    text = "\n".join(text for language, _, text in blocks(page) if language == "python")
    return "\n".join(re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", text, re.MULTILINE)) + "\n"


def test_the_code_of_the_tutorials_is_typed(tmp_path: Path) -> None:
    """What a newcomer copies passes mypy, as strict as it can be."""
    own = (text for language, name, text in blocks(RULESET) if language == "python" and not name)
    codes = {"outposts": outposts(), "further": "\n".join(own), "engine_page": session(ENGINE)}
    files = []
    for name, text in codes.items():
        files.append(tmp_path / f"{name}.py")
        files[-1].write_text(text, encoding="utf-8")
    bare = ("--config-file=", "--cache-dir=.mypy_cache/tutorials")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *bare, *map(str, files)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_page_of_the_engine_is_true() -> None:
    """Its examples are one session, which prints what the page shows: `python -m doctest`."""
    found = doctest.testfile(str(ENGINE), module_relative=False, verbose=False)
    assert found.failed == 0
    assert found.attempted > 40


def test_an_engine_is_all_that_the_page_of_the_engine_imports() -> None:
    """Beside Python itself, and of the engine only what is public."""
    text = "\n".join(text for _, _, text in blocks(ENGINE))
    imports = set(re.findall(r"^>>> from (\S+) import ", text, re.MULTILINE))
    assert imports == {"random", "collections.abc", "duelmat_engine"}
