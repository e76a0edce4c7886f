"""The steps of an opponent, done one at a time: by simulated hands, or by a person as told."""

from __future__ import annotations

from duelmat_engine import Seat
from duelmat_host.app.fingers import Fingers
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.hands import Hands
from duelmat_host.players.mover import Mover
from duelmat_host.players.opponent import Opponent
from duelmat_host.players.scripted_player import Say
from duelmat_host.table.commands import Agree, Refuse
from duelmat_host.table.table import DuelTable
from duelmat_host.table.zone_map import PadName


async def do_simulated(
    opponent: Opponent, hands: Hands, fingers: Fingers, table: DuelTable
) -> bool:
    """Do the opponent's next step at a simulated mat; return whether its hands moved a card."""
    step = opponent.step()
    if not isinstance(step, Move):
        _say(step, opponent.seat, table)
    elif step.do == "press":
        await fingers.press(hands, step.zone)
    else:
        step.carry_out(hands)
        return True
    return False


def do_moved(mover: Mover, table: DuelTable, now_ms: int) -> None:
    """Do the opponent's next step at a real mat, where a person moves its cards."""
    step = mover.step()
    if isinstance(step, Move):
        _do_itself(step, mover.seat, table, now_ms)
    else:
        _say(step, mover.seat, table)


def _say(step: Say | Agree | Refuse | None, seat: Seat, table: DuelTable) -> None:
    """Answer a question or a request for the opponent."""
    if isinstance(step, Say):
        table.answer(step.seat, step.prompt, step.option)
    elif step is not None:
        table.command(seat, step)


def _do_itself(step: Move, seat: Seat, table: DuelTable, now_ms: int) -> None:
    """Touch a pad or press a button for the opponent: no card is moved by that."""
    if step.do == "press":
        table.press(step.zone, now_ms)
        table.release(step.zone, now_ms, held_ms=0)
    else:
        table.touch(PadName(step.zone), now_ms, by=seat)
