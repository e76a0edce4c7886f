"""The messages that docs/troubleshooting.md quotes are messages that the program prints."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from docs.pages import ROOT, text_of

pytestmark = pytest.mark.tools

PAGE: Final = ROOT / "docs" / "troubleshooting.md"
GAP: Final = "…"
FOLDERS: Final = ("host", "firmware", "engine", "hardware", "tests/web")
OTHERS: Final = (ROOT / "Makefile", *(ROOT / "host").rglob("static/js/*.js"))
SHORTEST: Final = 4
"""Fragments of fewer letters are found anywhere, and prove nothing."""


def quoted(text: str) -> list[str]:
    """The messages in the first columns of the page's tables."""
    cells = re.findall(r'^\| ("[^|]*") \|', text, re.MULTILINE)
    return [message for cell in cells for message in re.findall(r'"([^"]+)"', cell)]


def fragments(message: str) -> list[str]:
    """What stands between the gaps."""
    return [part.strip() for part in message.split(GAP) if len(part.strip(" .,;:()")) >= SHORTEST]


@cache
def printed() -> tuple[str, ...]:
    """All text that the program holds, adjacent literals joined."""
    sources = [path for name in FOLDERS for path in (ROOT / name).rglob("*.py")]
    sources.append(ROOT / "tests" / "bench" / "duelmat_bench" / "browser.py")
    found = [text for path in sources if path.name[0] != "." for text in _literals(path)]
    return (*found, *(" ".join(path.read_text().split()) for path in OTHERS))


def _literals(path: Path) -> Iterator[str]:
    if {"node_modules", "typings"} & set(path.parts):
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def is_printed(message: str) -> bool:
    return all(any(part in text for text in printed()) for part in fragments(message))


@pytest.mark.parametrize("message", quoted(text_of(PAGE)))
def test_every_message_that_is_quoted_stands_in_the_source(message: str) -> None:
    """Whoever rewords one finds the line of the page that quotes it."""
    assert fragments(message), "nothing to look for"
    missing = [part for part in fragments(message) if not is_printed(part)]
    assert not missing, f"docs/troubleshooting.md quotes what nothing prints: {missing}"


def test_the_page_quotes_many_messages() -> None:
    """Neither a changed form of the tables nor an emptied page passes."""
    assert len(quoted(text_of(PAGE))) > 40


def test_a_message_that_nothing_prints_is_noticed() -> None:
    """The comparison can fail: its message is put together here, so that this file has it not."""
    assert is_printed(f"The reader of {GAP} does not work")
    assert not is_printed(f"The reader of {GAP} is " + "fond of music")
