"""The steps of an opponent, one at a time, by simulated hands or by a person as instructed."""

from __future__ import annotations

from duelmat_engine import Seat
from duelmat_host.app.fingers import Fingers
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import Hands
from duelmat_host.players.mover import Mover
from duelmat_host.players.opponent import Opponent
from duelmat_host.players.scripted_player import Say
from duelmat_host.table.commands import Agree, Refuse
from duelmat_host.table.inputs import (
    ButtonPressed,
    ButtonReleased,
    CommandGiven,
    Input,
    PadTouched,
    QuestionAnswered,
)
from duelmat_host.table.zone_map import PadName


async def do_simulated(
    opponent: Opponent, hands: Hands, fingers: Fingers, loop: TableLoop
) -> bool:
    """Do the opponent's next step at a simulated mat; return whether its hands moved a card."""
    step = opponent.step()
    if not isinstance(step, Move):
        if step is not None:
            loop.take(_said(step, opponent.seat))
    elif step.do == "press":
        await fingers.press(hands, step.zone)
    else:
        step.carry_out(hands)
        return True
    return False


def do_moved(mover: Mover, loop: TableLoop) -> None:
    """Do the opponent's next step at a real mat, where a person moves its cards."""
    step = mover.step()
    if isinstance(step, Move):
        for given in _touches(step, mover.seat):
            loop.take(given)
    elif step is not None:
        loop.take(_said(step, mover.seat))


def _said(step: Say | Agree | Refuse, seat: Seat) -> Input:
    """Return the opponent's answer to a question or a request."""
    if isinstance(step, Say):
        return QuestionAnswered(step.seat, step.prompt, step.option)
    return CommandGiven(seat, step)


def _touches(step: Move, seat: Seat) -> list[Input]:
    """Return the movement of a touch or press for the opponent, which moves no card."""
    if step.do == "press":
        return [ButtonPressed(step.zone), ButtonReleased(step.zone, held_ms=0)]
    return [PadTouched(PadName(step.zone), seat)]
