"""Destroying cards together: their own texts spare some, the others go to the Graveyard."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from duelmat_engine.events import Destroyed, SeveralDestroyed, Spared
from duelmat_engine.names import zone, zone_seat
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Piece


class Doomed(NamedTuple):
    """A card that is to be destroyed."""

    piece: Piece
    lifted: tuple[str, ...]
    """The rules that negate what would keep it from that."""


def doomed_by(machine: Machine, cause: str, pieces: Iterable[Piece]) -> list[Doomed]:
    """Return the cards that such destruction takes: no text of their own keeps them from it.

    Those that are kept are told.
    """
    derived, act, card = machine.derived(), f"destroy-by-{cause}", machine.game.rules.card
    doomed: list[Doomed] = []
    for name, piece in machine.lying(pieces):
        asked = act, piece, None if piece.key is None else card(piece.key), zone_seat(name)
        text = derived.restricted(*asked)
        if text is None:
            doomed.append(Doomed(piece, derived.lifted_by(*asked)))
        else:
            machine.emit(Spared(piece=piece, place=name, what="destruction", rules=text.rules))
    return doomed


def destroy(
    machine: Machine,
    doomed: list[Doomed],
    *,
    cause: str,
    by: dict[int, Piece] | None = None,
    rules: tuple[str, ...] = (),
    moved: str = "",
) -> tuple[Piece, ...]:
    """Destroy cards simultaneously: all are judged on the duel before any of them went.

    `by` gives, by oid, the card that destroys; `moved` is the cause of their moves, if it is
    another. Returns those destroyed, as they were.
    """
    before, by = machine.derived(), by or {}
    cited = {piece.oid: (*rules, *lifted) for piece, lifted in doomed}
    there = list(machine.lying(piece for piece, _ in doomed))
    for name, piece in there:
        who, why = by.get(piece.oid), cited[piece.oid]
        machine.emit(Destroyed(piece=piece, place=name, cause=cause, by=who, rules=why), before)
    for _, piece in there:
        to, why = zone(piece.owner, "grave"), cited[piece.oid]
        machine.move(piece, to, cause=moved or cause, rules=why, before=before)
    places, pieces = tuple(name for name, _ in there), tuple(piece for _, piece in there)
    if len(there) > 1 and "SeveralDestroyed" in machine.game.triggers:
        machine.emit(SeveralDestroyed(pieces=pieces, places=places, cause=cause, rules=rules))
    return pieces
