"""Measures of tournaments: random ones, paired by us and by a rival."""
