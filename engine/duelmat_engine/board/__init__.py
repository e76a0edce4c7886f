"""Reads a duel: where cards lie, what words of card texts mean there, which effects apply.

Words ask for values and for effects that apply, and these are found by reading words: derive.py
and values.py register with evaluate.py, which imports neither.
"""

from __future__ import annotations

from duelmat_engine.board import derive, values

__all__ = ["derive", "values"]
