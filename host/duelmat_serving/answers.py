"""Answers to the requests of pages: it was done, or why nothing was done."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Yes = Annotated[bool, Meta(extra_json_schema={"const": True})]
No = Annotated[bool, Meta(extra_json_schema={"const": False})]


class Done(Struct, frozen=True, kw_only=True):
    """It was done."""

    ok: Yes = True
    """Always true."""


class NotDone(Struct, frozen=True):
    """Nothing was done."""

    message: str
    """The reason, as a sentence for the person who asked."""
    ok: No = False
    """Always false."""
