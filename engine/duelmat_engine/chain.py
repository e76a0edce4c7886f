"""Whose turn it is to trigger or to respond: the order of simultaneous effects.

Triggers that wait are sorted into the buckets of the ruleset's chain policy; a bucket's player
puts them on the Chain one at a time. Then players may respond in turn, beginning with the one
after whoever acted last, until all have passed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from duelmat_engine.evaluate import find
from duelmat_engine.names import Seat
from duelmat_engine.refs import ref_of
from duelmat_engine.state import Waiting

if TYPE_CHECKING:
    from duelmat_engine.machine import Machine


def waiting_ref(machine: Machine, waiting: Waiting) -> str:
    """How an answer names a waiting trigger: effect and card."""
    found = find(machine, waiting.source)
    if found is not None:
        return f"{waiting.effect} {ref_of(machine.game, *found)}"
    return f"{waiting.effect} {waiting.source.key}"


def next_bucket(machine: Machine) -> tuple[Seat, list[int], bool]:
    """Whose triggers are next: the seat, their indices among those waiting, and if mandatory."""
    for bucket in machine.game.rules.chain.buckets:
        side, _, must = bucket.partition(" ")
        found = [
            i
            for i, waiting in enumerate(machine.waiting)
            if (waiting.seat == machine.turn_seat) == (side == "turn")
            and machine.game.rules.effects[waiting.effect].mandatory == (must == "mandatory")
        ]
        if found:
            seat = machine.waiting[found[0]].seat
            mine = [i for i in found if machine.waiting[i].seat == seat]
            return seat, mine, must == "mandatory"
    raise AssertionError("a waiting trigger that no bucket takes")


def asked_seat(machine: Machine) -> Seat | None:
    """Who may respond now: the next in turn who could on public facts; None: all have passed."""
    window = machine.window
    assert window is not None
    players = len(machine.players)
    for passes in range(window.passes, players):
        seat = Seat((window.seat + 1 + passes) % players)
        if machine.game.rules.could_respond(machine, seat):
            return seat
    return None
