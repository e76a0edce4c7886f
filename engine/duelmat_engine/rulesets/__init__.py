"""The rulesets; importing this package registers them all."""

from __future__ import annotations

from duelmat_engine.rulesets import trump_king

__all__ = ["trump_king"]
