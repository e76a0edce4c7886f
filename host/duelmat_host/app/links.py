"""Replacing a seat's link: what the judge's page asks for, and what it gets."""

from __future__ import annotations

from msgspec import Struct

from duelmat_host.table.commands import SeatLetter
from duelmat_serving.answers import Done


class RenewLink(Struct, frozen=True, forbid_unknown_fields=True):
    """Give a seat a new link; the old one and the pages that it has opened end immediately."""

    seat: SeatLetter
    """The seat whose link is replaced."""


class LinkRenewed(Done, frozen=True):
    """The seat has a new link."""

    link: str
    """The whole address: a secret, for the seat's player."""
