"""docs/event-file.md and docs/pairing-file.md: tables of the types, examples that were run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from base64 import b32encode
from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest
from msgspec import Struct

from docs.event_file_page import (
    EVENT_PAGE,
    FIELD_PAGE,
    KINDS,
    PARTS,
    PLAIN,
    PLAIN_WORDS,
    WORDS,
    event_page_text,
    fences,
    field_page_text,
    meaning,
    tag_of,
    word_meaning,
)
from docs.pages import text_of
from docs.policy_page import meanings
from duelmat_hub.cli.field_file import FieldFile, FieldPlayer
from duelmat_hub.policies import load_policy
from duelmat_tournament.chain import checkpoint, hashes
from duelmat_tournament.entries import AnyHappening
from duelmat_tournament.exchange import format_event
from duelmat_tournament.generate import Generated, generate


@pytest.fixture(scope="module")
def made() -> Generated:
    return generate(load_policy("ocg"), 12, "pages")


def test_the_event_page_is_that_of_today() -> None:
    """Its tables are those of the types, and its commands print that. After a change:
    `make generated`.
    """
    text = text_of(EVENT_PAGE)
    assert event_page_text(text) == text


def test_the_pairing_page_is_that_of_today() -> None:
    text = text_of(FIELD_PAGE)
    assert field_page_text(text) == text


def test_every_kind_of_entry_and_every_field_has_a_meaning() -> None:
    assert set(KINDS) == set(get_args(AnyHappening))
    kinds: list[type[Struct]] = [*KINDS, *PARTS.values(), FieldFile, FieldPlayer]
    for kind in kinds:
        for name in kind.__struct_fields__:
            assert meaning(kind, name), (kind, name)
    for words in WORDS.values():
        for word in words:
            assert word_meaning(word)
    text = text_of(EVENT_PAGE)
    for kind in KINDS:
        assert f"\n### {tag_of(kind)}\n" in text


def test_nothing_is_explained_twice() -> None:
    """What the page says by a table of its own has no docstring, and is there."""
    for kind, name in PLAIN:
        assert name in kind.__struct_fields__
        assert name not in meanings(kind)
    for word in PLAIN_WORDS:
        assert word.name not in meanings(type(word))


def test_the_worked_example_is_true() -> None:
    """By nothing but a hash and Base32."""
    rows = re.findall(r"^\| ([^|]+) \| `(.*)` \|$", text_of(EVENT_PAGE), re.MULTILINE)
    before, entry, after, code = (value for _, value in rows[:4])
    assert sha256(b"duelmat event 1").hexdigest() == before
    assert sha256(bytes.fromhex(before) + entry.encode()).hexdigest() == after
    assert b32encode(bytes.fromhex(after)).decode()[:28] == code.replace("-", "")


def test_texts_are_written_as_the_page_says(made: Generated) -> None:
    """As Python's own JSON writes them without blanks and without escapes for other letters."""
    for line in format_event(made.log, made.decks).decode().splitlines()[1:-1]:
        line = line.removesuffix(",")
        assert json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":")) == line


def test_a_deck_has_the_digest_that_the_page_says(made: Generated) -> None:
    decks = json.loads(format_event(made.log, made.decks))["decks"]
    assert decks
    for digest, salted in decks.items():
        parts = [
            salted["salt"],
            *(salted["deck"][key] for key in ("main", "extra", "side")),
        ]
        text = json.dumps(parts, separators=(",", ":"), ensure_ascii=False)
        assert sha256(text.encode()).hexdigest() == digest


def test_the_program_of_the_page_finds_what_was_changed(tmp_path: Path, made: Generated) -> None:
    """Twenty lines: a changed entry, one that is missing, a cut end, a checkpoint of another."""
    (text,) = (content for _, name, content in fences(text_of(EVENT_PAGE)) if name == "verify.py")
    assert len([line for line in text.splitlines() if line.strip()]) <= 20
    program = tmp_path / "verify.py"
    program.write_text(text, encoding="utf-8")
    codes = [checkpoint(each) for each in hashes(made.log)]
    content = format_event(made.log, made.decks)
    lines = content.split(b"\n")

    def verify(changed: bytes, *noted: str) -> tuple[int, str]:
        path = tmp_path / "event.json"
        path.write_bytes(changed)
        done = subprocess.run(
            [sys.executable, program, path, *noted], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stdout + done.stderr

    sound = f"{len(codes)} entries hold; the last has the checkpoint {codes[-1]}.\n"
    assert verify(content, codes[-1], codes[3]) == (0, sound)
    assert verify(content, "AAAA-BBBB-CCCC-DDDD") == (
        1,
        "AAAA-BBBB-CCCC-DDDD is no checkpoint of this log.\n",
    )
    changed = content.replace(b'"name":"Player 3"', b'"name":"Player 4"')
    assert verify(changed) == (1, "Entry 6 was changed, or one before it.\n")
    assert verify(b"\n".join(lines[:5] + lines[6:]))[0] == 1
    assert verify(b"\n".join(lines[:-3] + lines[-2:])) == (1, "The end was cut off.\n")
    again = format_event(made.log[:-1], made.decks)
    assert verify(again)[0] == 0
    assert verify(again, codes[-1])[0] == 1
