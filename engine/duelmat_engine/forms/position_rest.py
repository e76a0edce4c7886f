"""The rest of a position: what its line says of a duel in the midst of something, as JSON.

What lies where is said by the line's sections, which people read and change. Inside a battle, a
Chain or an announcement a duel holds more: which block of operations is being carried out, what
is bound there, which effects wait. That stands behind them, in one object of which every field
has the name and the form that it has in JSON (`write_duel`), without those that say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct, json, structs

from duelmat_engine.cardfiles.card_form import usual
from duelmat_engine.state import (
    Decision,
    Duel,
    Frame,
    Link,
    Outcome,
    PendingTrigger,
    Piece,
    Window,
)

_MOST: Final = 10_000
"""Cards that one position may number."""


class Rest(Struct, frozen=True, forbid_unknown_fields=True):
    """The state of a duel that a line's other sections leave out, by the names of `Duel`."""

    numbers: str
    """The object numbers of the cards in the order of the line: "1-40 57 41-56"."""
    next_oid: int
    frames: tuple[Frame, ...] = ()
    decision: Decision | None = None
    chain: tuple[Link, ...] = ()
    pending: tuple[PendingTrigger, ...] = ()
    window: Window | None = None
    moment: int = 0
    outcome: Outcome | None = None
    seen: tuple[str, ...] = ()
    chance: int = 0
    origin: str = ""
    """The whole line of the duel to which a cancel goes back; empty: there is none."""
    won: tuple[str, ...] = ()
    """By player, why they are about to win; empty: nobody is."""


def format_rest(duel: Duel, origin: str) -> str:
    """Return the rest of a duel; `origin` is the line of the duel before the announcement."""
    won = tuple(player.won for player in duel.players)
    rest = Rest(
        numbers=" ".join(_runs([piece.oid for piece in in_order(duel)])),
        origin=origin,
        won=won if any(won) else (),
        **held_alike(duel),
    )
    return json.encode(_bare(rest), order="deterministic", enc_hook=str).decode()


def held_alike(value: Duel | Rest) -> dict[str, Any]:
    """Return the fields that a duel and its rest have in the same form."""
    return {
        name: getattr(value, name)
        for name in Rest.__struct_fields__
        if name not in ("numbers", "origin", "won")
    }


def in_order(duel: Duel) -> Iterator[Piece]:
    """Yield the cards of a duel in the order of its line, each before those beneath it."""
    for name in sorted(duel.zones):
        for piece in duel.zones[name]:
            yield from _with_beneath(piece)


def _with_beneath(piece: Piece) -> Iterator[Piece]:
    yield piece
    for under in piece.beneath:
        yield from _with_beneath(under)


def parse_numbers(text: str) -> list[int] | None:
    """Return the numbers of a text of runs; None if it is none."""
    found: list[int] = []
    for run in text.split():
        low, _, high = run.partition("-")
        if not (low.isdecimal() and (high or low).isdecimal()) or len(run) > 20:
            return None
        if int(high or low) - int(low) > _MOST or len(found) > _MOST:
            return None
        found += range(int(low), int(high or low) + 1)
    return found


def _runs(numbers: list[int]) -> Iterator[str]:
    """Yield numbers that follow each other as one run."""
    if not numbers:
        return
    first = numbers[0]
    for one, two in pairwise((*numbers, -1)):
        if two != one + 1:
            yield str(first) if first == one else f"{first}-{one}"
            first = two


def _bare(value: Any) -> Any:
    """Return a value as JSON knows it, without the fields that have their usual value."""
    if isinstance(value, Struct):
        return {
            info.name: _bare(said)
            for info in structs.fields(value)
            if (said := getattr(value, info.name)) != usual(info)
        }
    if isinstance(value, tuple):
        return [_bare(item) for item in value]
    if isinstance(value, dict):
        return {name: _bare(item) for name, item in value.items()}
    return value
