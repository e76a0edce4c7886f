"""Deciding: the entries that come of a command, or the reason why there are none."""

from .decide import check_command, decide

__all__ = ["check_command", "decide"]
