"""Figures of the engine: how many ways there are to play on, and how fast it is."""
