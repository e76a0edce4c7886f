"""Names of rulesets as people write and read them: trump-king; in files, trump_king."""

from __future__ import annotations

from duelmat_engine import Ruleset, ruleset_names
from duelmat_host.cli.output import Complaint
from duelmat_message import Text, listed, named, say


def known_ruleset(name: str) -> str:
    """Return the ruleset of that name, written with - or _."""
    wanted = name.lower().replace("-", "_")
    if wanted not in ruleset_names():
        known = listed(map(shown_ruleset, ruleset_names()), ",")
        raise Complaint(say("Expected a ruleset ({known}), got {name!r}.", known=known, name=name))
    return wanted


def ruleset_title(rules: Ruleset) -> Text:
    """Return what a ruleset calls itself."""
    return named("ruleset", rules.title)


def shown_ruleset(name: str) -> str:
    """Return a ruleset's name as it is printed."""
    return name.replace("_", "-")
