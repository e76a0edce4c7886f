"""Trigamon PCG: the parent game with phases, summons and cards of its own (TRI-01 to TRI-176).

What its document leaves open is data with its reading; what it leaves undefined is answered as
not defined, and a judge has to rule.
"""
