"""The base of all commands."""

from __future__ import annotations

from msgspec import Struct


class EventCommand(
    Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True
):
    """A request to an event; its kind stands in `do`."""
