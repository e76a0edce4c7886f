"""Sensing: the cards on the mat as its antennas see them; knows no rules, and guesses nothing."""
