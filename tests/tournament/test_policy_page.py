"""docs/policies.md: its tables are those of the types, and its example does what it says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from msgspec import Struct

from command_line import duelmat
from docs.pages import text_of
from docs.policy_page import PAGE, WORDS, meanings, page_text, parts
from duelmat_tournament.policy import Policy
from duelmat_tournament.policy_file import format_policy, parse_policy
from duelmat_tournament.policy_sense import policy_misfits
from duelmat_venue.end_steps import EndStep

_FENCE: Final = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_the_tables_are_those_of_the_types() -> None:
    """After a change: `make generated`."""
    text = text_of(PAGE)
    assert page_text(text) == text


def test_every_key_and_word_has_a_meaning() -> None:
    kinds: list[type[Struct]] = [Policy, *(kind for _, kind in parts())]
    for kind in kinds:
        assert list(meanings(kind)) == list(kind.__struct_fields__)
    for words in WORDS.values():
        assert list(meanings(words)) == [member.name for member in words]


def test_the_example_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of the page prints what the page shows, over the files that it has written."""
    monkeypatch.chdir(tmp_path)
    ran = 0
    for language, name, text in (found.groups() for found in _FENCE.finditer(text_of(PAGE))):
        if name:
            Path(name).write_text(text, encoding="utf-8")
        elif language == "console":
            command, _, printed = text.partition("\n")
            words = command.removeprefix("$ duelmat ").split()
            assert duelmat(*words).output.rstrip("\n") == printed.rstrip("\n"), command
            ran += 1
    assert ran == 3


def test_the_procedures_of_the_page_are_sound() -> None:
    """Each in the example of the page."""
    example = next(f[3] for f in _FENCE.finditer(text_of(PAGE)) if f[2] == "club-evening.toml")
    policy = parse_policy(example)
    found = re.findall(r"^\| [^|]+ \| `(\[[^`]*\])` \|$", text_of(PAGE), re.MULTILINE)
    assert len(found) == 5
    for steps in found:
        changed = format_policy(policy).replace(
            'end_of_match = ["finish_turn", "compare_life", "draw"]', f"end_of_match = {steps}"
        )
        read = parse_policy(changed)
        assert f"end_of_match = {steps}\n" in format_policy(read)
        assert not list(policy_misfits(read))
        assert set(read.end_of_match) <= set(EndStep)
