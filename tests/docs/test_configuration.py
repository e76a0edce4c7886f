"""docs/configuration.md: its example is a file that is taken, and has every key."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docs.pages import ROOT, text_of
from duelmat_command.config import KEYS, OTHER_VARIABLES, default_of, parse_config

PAGE = text_of(ROOT / "docs" / "configuration.md")
EXAMPLES_ONLY = {"art", "facts", "port", "registry", "tls_cert", "tls_key"}
"""They have no default."""


def example() -> str:
    """The only TOML of the page."""
    (found,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


def said() -> dict[str, Any]:
    return parse_config(example(), "configuration.md", Path("/folder"))


def test_the_example_has_every_key_in_the_order_in_which_they_are_shown() -> None:
    """Each with a comment before it."""
    assert list(said()) == list(KEYS)
    assert re.findall(r"^# .+\n(\w+) =", example(), re.MULTILINE) == list(KEYS)


def test_the_example_shows_the_defaults() -> None:
    """Whoever copies it changes nothing, but for what has no default."""
    shown = said()
    for key in set(KEYS) - EXAMPLES_ONLY - {"directory"}:
        assert shown[key] == default_of(key), key
    assert f'directory = "{default_of("directory")}"' in example()
    assert {key for key in KEYS if default_of(key) is None} == EXAMPLES_ONLY


def test_every_variable_of_the_page_is_there() -> None:
    """Those of settings, and others that are read."""
    known = {f"DUELMAT_{key.upper()}" for key in KEYS} | {"DUELMAT_", *OTHER_VARIABLES}
    assert set(re.findall(r"DUELMAT_[A-Z]*", PAGE)) <= known
