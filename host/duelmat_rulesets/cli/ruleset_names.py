"""Names of rulesets as people write and read them: trump-king; in files, trump_king."""

from __future__ import annotations

from duelmat_command.output import Complaint, near_name, sentences
from duelmat_engine import ruleset_names
from duelmat_message import near_names


def known_ruleset(name: str) -> str:
    """Return the ruleset of that name, written with - or _."""
    wanted = name.lower().replace("-", "_")
    if wanted not in ruleset_names():
        known = list(map(shown_ruleset, ruleset_names()))
        near = near_name(near_names(shown_ruleset(wanted), known))
        said = f"Expected a ruleset ({', '.join(known)}), got {name!r}."
        raise Complaint(sentences(said, near))
    return wanted


def shown_ruleset(name: str) -> str:
    """Return a ruleset's name as it is printed."""
    return name.replace("_", "-")
