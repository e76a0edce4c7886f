"""A summon has succeeded: what is noted and told, and the window that it opens."""

from __future__ import annotations

from duelmat_engine.events import Summoned
from duelmat_engine.names import ZoneName, zone_seat
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Piece


def summoned(
    machine: Machine,
    piece: Piece,
    place: ZoneName,
    way: str,
    *,
    special: bool,
    rules: tuple[str, ...],
    window: str = "",
) -> None:
    """A summon has succeeded: the event, and the window that it opens."""
    seat = zone_seat(place)
    piece = note_turn(machine, place, piece, "summoned")
    if machine.game.rules.in_play.notes_turns:
        machine.count(seat, "summons")
    kind = window or ("special-summon" if special else "summon")
    machine.open_window(kind, (piece,), seat)
    machine.emit(
        Summoned(piece=piece, place=place, way=way, special=special, by=seat, rules=rules)
    )


def flip_summoned(machine: Machine, piece: Piece, place: ZoneName, cause: str) -> None:
    """A monster was turned face-up; in some rulesets that is a summon, whatever turned it."""
    rules = machine.game.rules.in_play.flip_summons.get(cause)
    if rules:
        seat = zone_seat(place)
        machine.open_window("flip-summon", (piece,), seat)
        machine.emit(
            Summoned(
                piece=piece, place=place, way="flip-summon", special=False, by=seat, rules=rules
            )
        )


def note_turn(machine: Machine, place: ZoneName, piece: Piece, what: str) -> Piece:
    """Mark a card with this turn, where the ruleset asks later in which turn it was."""
    if not machine.game.rules.in_play.notes_turns:
        return piece
    return machine.change(place, piece, marks={**piece.marks, what: machine.turn})
