"""Rulesets of one's own: whether one is whole and agrees with itself, and how it fails."""
