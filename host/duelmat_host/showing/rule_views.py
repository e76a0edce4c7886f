"""Rules as the pages show them: each with its statement, as a sentence."""

from __future__ import annotations

from duelmat_engine import Ruleset, rule_words
from duelmat_host.showing.view_types import RuleView
from duelmat_message import say


def rule_view(rule: str, rules: Ruleset | None = None) -> RuleView:
    """Return a rule with its statement.

    rules: whose cards have the rule, where it may be a card's own text.

    Raises: UnknownNameError.
    """
    return RuleView(rule, say("{rule}.", rule=rule_words(rule, rules)))
