"""Rulesets and their cards, for those who ask about them or write their own: no mat, no event."""
