"""Deciding: the entries that come of a command, or the reason why there are none."""

from .decide import decide

__all__ = ["decide"]
