"""The base of all kinds of entries."""

from __future__ import annotations

from msgspec import Struct


class Happening(Struct, frozen=True, omit_defaults=True, tag_field="is"):
    """A fact in the log of an event; its kind stands in `is`."""
