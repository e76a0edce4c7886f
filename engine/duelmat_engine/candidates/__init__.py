"""Finds the candidates of a decision: what is possible, may be chosen, is asked for."""
