"""Who loses: without life, without a card to draw, or because a card says so.

Those who have lost leave before the next operation (leaving.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from duelmat_engine import events as ev
from duelmat_engine.names import Seat
from duelmat_engine.running.machine import OVERDRAWN, Machine, happens_together
from duelmat_engine.state import loser_ref, replace, seat_ref
from duelmat_message import Ref, Text, say


def no_card(seat: Seat) -> Text:
    """Return the reason why a player has lost who had to draw from an empty deck."""
    return say("{player} had no card to draw", player=loser_ref(seat))


def check_life(machine: Machine) -> bool:
    """End the duel when somebody has no life left, or had no card to draw, and what happens
    together is over; a draw if that is so of all. Return whether that ends it.
    """
    if not machine.dying or happens_together(machine, machine.game):
        return False
    machine.dying = False
    citations, over = machine.game.rules.citations, machine.game.rules.citations.over
    checked = over and machine.game.rules.checks_life and machine.game.is_on(over[0])
    seats = [Seat(s) for s in range(len(machine.players))]
    short = [s for s in seats if machine.players[s].marks.get(OVERDRAWN)]
    dead = [s for s in seats if checked and machine.players[s].life <= 0]
    alive = [s for s in seats if s not in (*short, *dead)]
    rules = (*(citations.overdraw if short else ()), *(over if dead else ()))
    if not rules or machine.outcome is not None:
        return False
    if not alive:
        reason = say("all players have lost") if short else say("no player has life left")
        machine.end(None, reason, (*rules, *citations.all_lost))
    elif len(alive) == 1:
        reason = (
            no_card(short[0])
            if short
            else say("{player} has no life left", player=loser_ref(dead[0]))
        )
        machine.end(alive[0], reason, rules)
    return machine.outcome is not None


def lose(
    machine: Machine, seats: Iterable[Seat], reason: Callable[[Ref], Text], rules: tuple[str, ...]
) -> None:
    """Have these players lose, simultaneously; they leave before the next operation.

    reason: says of a player why it is so.
    """
    order = 1 + max(player.lost_order for player in machine.players)
    for seat in seats:
        player = machine.players[seat]
        if not player.lost:
            text = reason(seat_ref(seat))
            by = (*rules, *(machine.game.rules.citations.win_and_lose if player.won else ()))
            machine.players[seat] = replace(player, lost=text, lost_order=order)
            machine.leaving.append(ev.PlayerLeft(seat=seat, reason=text, rules=by))
