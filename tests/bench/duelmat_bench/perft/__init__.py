"""Counts of the ways to play on from a position."""
