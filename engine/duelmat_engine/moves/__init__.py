"""What kinds of play are made of: limits, sources and choices that several rulesets share.

A ruleset gives them its own statements; nothing here belongs to one game.
"""
