"""Policies by name or file: those that come along, and an organiser's own."""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

from duelmat_files.outside import read_regular_file
from duelmat_hub.errors import NoPolicyError
from duelmat_message import near_names, words_of
from duelmat_tournament.policy import Policy
from duelmat_tournament.policy_file import LIMIT_BYTES, parse_policy_bytes

_SHIPPED: Final = files("duelmat_tournament") / "policies"
_SUFFIX: Final = ".toml"


class PolicySource(NamedTuple):
    """A policy file as it was found."""

    name: str
    """As messages call it."""
    content: bytes


def load_policy(name_or_path: str | Path) -> Policy:
    """Return the policy of this name or file.

    Raises: PolicyError for a file that is broken, NoPolicyError where there is none.
    """
    source = find_policy(name_or_path)
    return parse_policy_bytes(source.content, source.name)


def shipped_policies() -> dict[str, Policy]:
    """Return the policies that come along, by their names."""
    return {name: load_policy(name) for name in shipped_names()}


@cache
def shipped_names() -> tuple[str, ...]:
    """Return the names of the policies that come along, in their order."""
    found = (each.name for each in _SHIPPED.iterdir())
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found if name.endswith(_SUFFIX)))


def find_policy(name_or_path: str | Path) -> PolicySource:
    """Return the file of a policy unread: by its name, or from its place.

    A word without slash and ending is a name, unless there is such a file; `trump_king` and
    `trump-king` are one name.

    Raises: NoPolicyError.
    """
    shipped = str(name_or_path).replace("_", "-")
    if isinstance(name_or_path, str) and shipped in shipped_names():
        file = f"{shipped}{_SUFFIX}"
        return PolicySource(file, (_SHIPPED / file).read_bytes())
    path = Path(name_or_path)
    is_name = isinstance(name_or_path, str) and not any(sign in name_or_path for sign in "/\\.")
    if is_name and not _is_file(path):
        names = ", ".join(shipped_names())
        near = near_names(str(name_or_path).lower(), shipped_names(), cutoff=0.5)
        advice = "A file has an ending, as my-policy.toml."
        if near:
            advice = f"Did you mean {near[0]}?"
        expected = f"a policy that comes along ({names}), or a policy file"
        raise NoPolicyError(expected, repr(str(name_or_path)[:100]), advice)
    name = os.fsencode(path).decode("utf-8", "replace")
    expected, advice = f"a policy file at {name}", "Name another one."
    try:
        return PolicySource(name, read_regular_file(path, LIMIT_BYTES))
    except FileNotFoundError:
        raise NoPolicyError(expected, "no such file", advice) from None
    except OSError as error:
        raise NoPolicyError(expected, words_of(error), advice) from None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
