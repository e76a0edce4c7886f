"""Merging: the default < config.toml < the environment; each value knows where it comes from.

Flags come last and are click's business: a command gets the merged values as its defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from msgspec import Struct

from duelmat_host.config.reading import variable_of
from duelmat_host.config.settings import KEYS, default_of
from duelmat_message import say


class SourceKind(Enum):
    """The places that may set a setting."""

    DEFAULT = "default"
    """It is set nowhere."""
    FILE = "file"
    """config.toml."""
    ENVIRONMENT = "environment"
    """A variable."""


class Source(Struct, frozen=True):
    """The place that a value comes from."""

    kind: SourceKind
    name: str = ""
    """The file or the variable; empty for a default."""

    @property
    def text(self) -> str:
        """Return the place as it is printed."""
        return self.name or say("default")


class Value(Struct, frozen=True):
    """One setting as it holds."""

    value: Any
    source: Source


def merge(
    file: Mapping[str, Any], file_name: str, environment: Mapping[str, Any]
) -> dict[str, Value]:
    """Every setting; both mappings hold checked values."""
    return {key: _value(key, file, file_name, environment) for key in KEYS}


def _value(
    key: str, file: Mapping[str, Any], file_name: str, environment: Mapping[str, Any]
) -> Value:
    if key in environment:
        return Value(environment[key], Source(SourceKind.ENVIRONMENT, variable_of(key)))
    if key in file:
        return Value(file[key], Source(SourceKind.FILE, file_name))
    return Value(default_of(key), Source(SourceKind.DEFAULT))


def changed(values: Mapping[str, Value]) -> dict[str, Any]:
    """Return the settings that are set somewhere."""
    return {k: v.value for k, v in values.items() if v.source.kind is not SourceKind.DEFAULT}
