"""Counting the ways to play on, from positions that are committed or given."""
