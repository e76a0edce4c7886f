"""Trying out rulesets: the ways to play on are counted, and whether one is whole and agrees."""
