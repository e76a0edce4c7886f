"""Names of rulesets as people write and read them: trump-king; in files, trump_king."""

from __future__ import annotations

from duelmat_command.output import Complaint
from duelmat_engine import ruleset_names


def known_ruleset(name: str) -> str:
    """Return the ruleset of that name, written with - or _."""
    wanted = name.lower().replace("-", "_")
    if wanted not in ruleset_names():
        known = ", ".join(map(shown_ruleset, ruleset_names()))
        raise Complaint(f"Expected a ruleset ({known}), got {name!r}.")
    return wanted


def shown_ruleset(name: str) -> str:
    """Return a ruleset's name as it is printed."""
    return name.replace("_", "-")
