"""Building blocks of move kinds: limits, sources and choices that several rulesets share.

A ruleset gives them its own statements; nothing here belongs to one game.
"""
