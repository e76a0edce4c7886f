"""What the hands owe in the rows, and what they owe when something is taken back.

The engine runs ahead of the hands. Where a zone shows something else than it should since an
action was carried out, that is a duty: take, put or turn a card. What no row shows is a task.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from duelmat_engine.names import key_seat, zone_kind
from duelmat_engine.state import Duel
from duelmat_host.sensing.layout import Layout, Sight
from duelmat_host.table.expect import Expect, Expected
from duelmat_host.table.tasks import SHOWN_PILES, Naming, Task
from duelmat_host.table.zone_map import ZoneMap


@dataclass(frozen=True, slots=True)
class Duty:
    """One card that has to be taken, put or turned."""

    do: Literal["take", "put", "turn"]
    zone: str
    other: str = ""
    """Where the card goes or comes from, if that is a sensed zone; empty: a hand or a pile."""


def duties(layout: Layout, expected: Expected, zones: Mapping[str, Sight | None]) -> list[Duty]:
    """What the hands must do in these zones (with what lies there) to make all as it should be."""
    lying = {sight.key: zone for zone, sight in layout.items() if sight.key is not None}
    belongs = {key: zone for zone, want in expected.items() for key in want.cards()}
    found: list[Duty] = []
    for zone, sight in zones.items():
        wanted = expected.get(zone)
        if sight is not None and wanted is not None and _is_same(sight, wanted):
            found.append(Duty("turn", zone))
            continue
        if sight is not None:
            goes = belongs.get(sight.key, "") if sight.key else ""
            found.append(Duty("take", zone, goes))
        elif wanted is not None:
            key = wanted.key or wanted.secret
            found.append(Duty("put", zone, lying.get(key, "") if key else ""))
    return found


def _is_same(sight: Sight, wanted: Expect) -> bool:
    """Whether it is the right card, lying the wrong way."""
    return sight.key is None or wanted.holds(sight.key)


def reversals(done: Iterable[Task], before: Duel, zones: ZoneMap, card_name: Naming) -> list[Task]:
    """The tasks that undo what the hands have done for actions that are taken back.

    `before` is the duel that is gone back to. Cards of the rows are not listed: their zones tell.
    """
    where = {str(piece.key): name for name, piece in before.pieces() if piece.key is not None}
    found: list[Task] = []
    for task in done:
        kind = zone_kind(where.get(task.key, ""))
        cards = "card" if task.count == 1 else f"{task.count} cards"
        if task.kind == "draw" and not task.key:
            text = f"Put the {cards} drawn last back on top of your deck, then touch it."
            found.append(replace(task, kind="undraw", text=text))
        elif task.kind == "return" and task.count:
            text = f"Take {task.count} of the cards that you put back, then touch your deck."
            found.append(replace(task, kind="draw", text=text))
        elif task.kind == "show" and kind in ("", "hand"):
            text = f"{card_name(task.key)} back to the hand: show it on the spot, then take it."
            found.append(replace(task, kind="fetch", text=text))
        elif task.key and kind in SHOWN_PILES:
            name = SHOWN_PILES[kind]
            spot = zones.to_mat(where[task.key])
            text = f"{card_name(task.key)} back to the {name}: show it on the spot."
            found.append(Task("show", key_seat(task.key), spot, text, task.key))
        elif task.key and task.kind == "draw":
            text = f"Put {card_name(task.key)} back into your deck, then touch it."
            found.append(replace(task, kind="undraw", text=text))
    return found
