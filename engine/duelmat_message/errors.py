"""The base of Duelmat's errors for people."""

from __future__ import annotations


class DuelmatError(Exception):
    """The base of errors whose text is a sentence for the person who sees it."""
