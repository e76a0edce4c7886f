"""The measuring package, which only a checkout has. It is looked up by name, so that no module of
the program depends on it.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final, NoReturn

from duelmat_command.output import Complaint

PACKAGE: Final = "duelmat_bench"


def find_development(name: str) -> ModuleType | None:
    """Return a module of the measuring package, or None in an installation without it."""
    return import_module(f"{PACKAGE}.{name}") if find_spec(PACKAGE) else None


def need_development(command: str) -> NoReturn:
    """Raise the Complaint about a command that only a checkout has."""
    raise Complaint(
        f"`{command}` measures in a checkout: expected the development extra (`pip "
        "install -e '.[dev]'` in a checkout of Duelmat), got an installation without it."
    )
