"""A whole event and its file, for the tests of the commands that read one."""

from __future__ import annotations

from pathlib import Path

import pytest

from duelmat_tournament.chain import checkpoint, hashes
from duelmat_tournament.exchange import format_event
from duelmat_tournament.generate import Generated, generate
from tournament.event_files import OCG, OFTEN


@pytest.fixture(scope="module")
def made() -> Generated:
    """A whole event with a cut to 4."""
    return generate(OCG, 24, "commands", OFTEN)


@pytest.fixture(scope="module")
def content(made: Generated) -> bytes:
    return format_event(made.log, made.decks)


@pytest.fixture(scope="module")
def file(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("events") / "event.json"
    path.write_bytes(content)
    return path


@pytest.fixture(scope="module")
def codes(made: Generated) -> list[str]:
    """The checkpoint after every entry."""
    return [checkpoint(each) for each in hashes(made.log)]
