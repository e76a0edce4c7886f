"""Duels and events as a seat or the whole table may know them."""
