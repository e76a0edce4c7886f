"""Finds what may be done at all: what is possible, may be chosen, is asked for."""
