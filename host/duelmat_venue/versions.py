"""The version of what a table and a hub send each other, and the rule for others.

A newer minor version may add fields, which who does not know them passes over, and kinds of
rulings, which a table that does not know them says it cannot carry out. Whatever would be
misunderstood needs another major version: then both say so, and the table plays on alone.
"""

from __future__ import annotations

import re
from typing import Final

from duelmat_message import say

HEADER: Final = "x-duelmat-venue"
"""The header in which each names its version, in requests as in answers."""
MAJOR: Final = 1
MINOR: Final = 1
RULINGS: Final = 1
"""The minor version from which a table takes rulings."""
OURS: Final = f"{MAJOR}.{MINOR}"
_VERSION: Final = re.compile(r"([0-9]{1,4})\.([0-9]{1,4})")


def disagreement(theirs: str | None) -> str:
    """Return why this program cannot understand another's version; empty: it can.

    theirs: the version as the other names it; None: it names none, as the first version did.
    """
    found = _VERSION.fullmatch(theirs or "1.0")
    if found is not None and int(found[1]) == MAJOR:
        return ""
    return say(
        "Table and hub speak different versions: expected {major}.x, got {theirs!r}. Install the "
        "same version of Duelmat at both; the duel goes on without the event until then.",
        major=MAJOR,
        theirs=(theirs or "")[:20],
    )
