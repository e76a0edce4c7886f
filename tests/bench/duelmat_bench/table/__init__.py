"""Measures of the table: from hand to light, and cards laid crookedly."""
