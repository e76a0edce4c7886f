"""The JSON that commands print of a duel: how it ended, and the lines of its log."""

from __future__ import annotations

from typing import Any

from duelmat_engine import Duel, Line, Seat, seat_letter
from duelmat_host.table.state import LogLine


def end_json(duel: Duel) -> dict[str, Any]:
    """Return turns, life and outcome of a duel; the outcome is None while it goes on."""
    outcome = duel.outcome
    return {
        "turns": duel.turn,
        "life": {seat_letter(Seat(seat)): player.life for seat, player in enumerate(duel.players)},
        "outcome": None
        if outcome is None
        else {
            "winner": None if outcome.winner is None else seat_letter(outcome.winner),
            "reason": outcome.reason,
            "rules": list(outcome.rules),
        },
    }


def line_json(line: Line | LogLine) -> dict[str, Any]:
    """Return a line of the log with the rules that it rests on."""
    return {"text": line.text, "rules": list(line.rules)}
