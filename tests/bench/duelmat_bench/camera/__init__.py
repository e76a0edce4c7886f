"""Measures how a camera reads cards: on pictures that are drawn, with all that spoils them."""
