"""Monsters that their players hold for a while: until the turn ends, or as long as a card is
equipped to them. Who takes a monster over marks it with the zone to which it goes back.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from duelmat_engine.board.derive import derive
from duelmat_engine.board.scope import free_zones, is_on_field
from duelmat_engine.names import Seat, ZoneName, zone, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Piece

BACK: Final = "back"
"""The mark of a monster that was taken over for this turn."""
LENT: Final = "lent"
"""The mark of a monster that was taken over by a card that is equipped to it."""


def give_back(
    machine: Machine,
    name: ZoneName,
    piece: Piece,
    was: ZoneName,
    mark: str,
    rules: tuple[str, ...],
) -> None:
    """Return a monster to the player from whom it came; without room it goes to the Graveyard."""
    marks = {key: value for key, value in piece.marks.items() if key != mark}
    free = free_zones(machine, machine.game, zone_seat(was), "m")
    if zone_seat(was) == zone_seat(name):
        machine.change(name, piece, marks=marks)
    elif free:
        machine.hand_over(name, piece, was if was in free else free[0], rules=rules, marks=marks)
    else:
        machine.move(piece, zone(piece.owner, "grave"), cause="rule", rules=rules)


@dataclass(slots=True)
class _Latest:
    """Cache of the zones that were looked through last, and what was found: most actions move no
    card. It is replaced whole, so that threads which play different duels do not mix them.
    """

    seen: tuple[object, bool] = (None, False)


_LATEST: Final = _Latest()


def has_lent(machine: Machine) -> bool:
    """Whether a monster lies there that an equipped card holds, or has held."""
    zones = machine.zones
    seen, found = _LATEST.seen
    if zones is seen:
        return found
    found = False
    for name in _rows(machine.game, len(machine.players)) or zones:
        pieces = zones.get(name)
        if pieces and LENT in pieces[0].marks:
            found = True
    _LATEST.seen = zones, found
    return found


@lru_cache(maxsize=64)
def _rows(game: Game, players: int) -> tuple[ZoneName, ...]:
    """Return the zones of monsters; () if their rows have no end."""
    count = game.rules.zones.rows.get("m", 0)
    return tuple(
        zone(Seat(seat), "m", index) for seat in range(players) for index in range(1, count + 1)
    )


def settle_lent(machine: Machine) -> None:
    """Have monsters that equipped cards hold lie with the player of the latest of these cards.

    One that was taken over for this turn besides stays where it is until the turn ends.
    """
    rules, machine.settled = machine.game.rules.citations.given_back, machine.zones
    for name, piece in [
        (n, p) for n, row in machine.zones.items() for p in row if LENT in p.marks
    ]:
        was, holder = ZoneName(str(piece.marks[LENT])), _holder(machine, piece)
        if holder is None and zone_seat(was) == zone_seat(name):
            marks = {key: piece.marks[key] for key in piece.marks if key not in (LENT, BACK)}
            machine.change(name, piece, marks=marks)
        elif BACK in piece.marks or holder == zone_seat(name):
            continue
        elif holder is None:
            give_back(machine, name, piece, was, LENT, rules)
        elif free := free_zones(machine, machine.game, holder, "m"):
            machine.hand_over(name, piece, free[0], rules=rules)


def _holder(machine: Machine, piece: Piece) -> Seat | None:
    """Return the player of the latest equipped card that holds a monster, and is not negated."""
    game, derived = machine.game, derive(machine, machine.game)
    held: list[tuple[int, Seat]] = []
    for name, pieces in machine.zones.items():
        for card in pieces if is_on_field(game, name) else ():
            if card.attached == piece.oid and card.face_up and card.key is not None:
                lends = game.lenders.intersection(game.rules.card(card.key).effects)
                if lends and derived.negated_by(card, zone_seat(name)) is None:
                    held.append((card.stamp, zone_seat(name)))
    return max(held)[1] if held else None
