"""The choices that are made in one panel, as a seat's page gets them: payments, and two names."""

from __future__ import annotations

from msgspec import Struct

from duelmat_host.sensing.layout import MatZone


class PaidPlayView(Struct, frozen=True):
    """A play of one card of the seat's own that cards on the mat pay for, legal now."""

    move: str
    """The kind of play, by its name in the engine."""
    card: str
    """The card's key."""
    text: str
    """The play in words."""
    costs: list[list[MatZone]]
    """The sets of zones whose cards pay for it."""
    adds: bool
    """Whether what these cards are worth is added up."""


class MaterialView(Struct, frozen=True):
    """A card of the seat's own that lies where cards pay for plays from."""

    zone: MatZone
    """Its zone."""
    name: str
    """Its name, or that of its zone where nobody has seen it."""
    worth: int | None
    """Its value where cards are added up; null: none."""
    reason: str
    """The reason why it pays for none of the plays; empty: it may pay."""
    rule: str
    """The id of the rule that is the reason; empty: it may pay."""


class PaymentsView(Struct, frozen=True):
    """The plays that cards on the mat pay for, and those cards."""

    plays: list[PaidPlayView]
    """The plays that are legal now."""
    materials: list[MaterialView]
    """The cards that may pay for one of them, and others that lie there."""


class GridColumnView(Struct, frozen=True):
    """A name that is asked for right after another one."""

    title: str
    """The name, such as a number."""
    text: str
    """The text of the answer that gives it, in the next question."""


class GridView(Struct, frozen=True):
    """Two questions in one: a name, and the next name."""

    rows: list[str]
    """The names that are asked for now; each is the answer of the same place."""
    columns: list[GridColumnView]
    """The names that are asked for then."""
