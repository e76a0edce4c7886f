"""Measures of the rules engine: its speed, and random duels by the thousand."""
