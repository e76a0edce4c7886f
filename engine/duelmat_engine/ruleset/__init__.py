"""Rulesets as values: their tables, the game that readings make of one, and the registry."""
