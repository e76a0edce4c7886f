"""The rulesets; importing this package registers them all."""

from __future__ import annotations

from duelmat_engine.rulesets import ocg, resummoned, trigamon, trump_king

__all__ = ["ocg", "resummoned", "trigamon", "trump_king"]
