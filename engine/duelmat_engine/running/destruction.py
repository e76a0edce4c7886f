"""Destroying cards together: their own texts spare some, the others go to the Graveyard."""

from __future__ import annotations

from collections.abc import Iterable

from duelmat_engine.board.scope import find
from duelmat_engine.events import Destroyed, SeveralDestroyed, Spared
from duelmat_engine.names import zone, zone_seat
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Piece


def destroy(
    machine: Machine,
    targets: Iterable[Piece],
    *,
    cause: str,
    by: dict[int, Piece] | None = None,
    rules: tuple[str, ...] = (),
    lifted: dict[int, tuple[str, ...]] | None = None,
) -> tuple[Piece, ...]:
    """Destroy cards simultaneously: all are judged on the duel before any of them went.

    `by` gives, by oid, the card that destroys, `lifted` what `lifted_from` has found; None:
    it is found now. Returns those destroyed, as they were.
    """
    before, by = machine.derived(), by or {}
    there = list(machine.lying(targets))
    spared = spared_from(machine, cause, [piece for _, piece in there])
    doomed = [(name, piece) for name, piece in there if piece.oid not in spared]
    if lifted is None:
        lifted = lifted_from(machine, cause, [piece for _, piece in doomed])
    cited = {p.oid: (*rules, *lifted.get(p.oid, ())) for _, p in doomed}
    for name, piece in doomed:
        who, why = by.get(piece.oid), cited[piece.oid]
        machine.emit(Destroyed(piece=piece, place=name, cause=cause, by=who, rules=why), before)
    for _, piece in doomed:
        to, why = zone(piece.owner, "grave"), cited[piece.oid]
        machine.move(piece, to, cause=cause, rules=why, before=before)
    if len(doomed) > 1 and "SeveralDestroyed" in machine.game.triggers:
        places = tuple(name for name, _ in doomed)
        pieces = tuple(piece for _, piece in doomed)
        machine.emit(SeveralDestroyed(pieces=pieces, places=places, cause=cause, rules=rules))
    return tuple(piece for _, piece in doomed)


def spared_from(machine: Machine, cause: str, pieces: Iterable[Piece]) -> set[int]:
    """Return the cards, by oid, that their own text keeps from such destruction."""
    derived = machine.derived()
    kept: set[int] = set()
    for name, current in machine.lying(pieces):
        if current.key is None:
            continue
        card = machine.game.rules.card(current.key)
        text = derived.restricted(f"destroy-by-{cause}", current, card, zone_seat(name))
        if text is not None:
            kept.add(current.oid)
            machine.emit(Spared(piece=current, place=name, what="destruction", rules=text.rules))
    return kept


def lifted_from(
    machine: Machine, cause: str, pieces: Iterable[Piece]
) -> dict[int, tuple[str, ...]]:
    """Return the rules, by oid, that negate what would keep cards from such destruction."""
    derived, act, rules = machine.derived(), f"destroy-by-{cause}", machine.game.rules
    return {
        piece.oid: derived.lifted_by(act, piece, rules.card(piece.key), zone_seat(found[0]))
        for piece in pieces
        if piece.key is not None and (found := find(machine, piece))
    }
