"""Whether a deck may be brought to a duel."""

from __future__ import annotations

from collections.abc import Sequence

from duelmat_engine.ruleset import find_ruleset
from duelmat_engine.verdict import Cited, Do, Verdict


def judge_deck(ruleset: str, main: Sequence[str], extra: Sequence[str] = ()) -> Verdict:
    """The ruling on a main deck and an Extra Deck, by the codes of their cards."""
    rules = find_ruleset(ruleset)
    faults = rules.deck_faults(main, extra)
    if not faults:
        return Verdict(True, tuple(Cited(r) for r in rules.deck_rules))
    cited = tuple(dict.fromkeys(Cited(fault.rule) for fault in faults))
    return Verdict(False, cited, tuple(Do(f"{fault.text}.") for fault in faults))
