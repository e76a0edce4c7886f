"""Moving a match to another table: what its table has reported, and what speaks against it."""

from __future__ import annotations

from duelmat_hub.reporting import Reporting
from duelmat_hub.requests import Moving
from duelmat_hub.sealed_journals import SealedJournals
from duelmat_message import say
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event
from duelmat_tournament.floor_commands import MoveMatch


def reported(event: Event, reporting: Reporting, wanted: Moving) -> tuple[str, int]:
    """Return the stream and the last report with which a match goes on; none: it begins anew.

    A table that has taken the match over itself counts once it has retold all of it; until then
    the match goes on from the table before.
    """
    now = reporting.table(wanted.table)
    held = event.find_round(wanted.round)
    came = None if held is None else held.move_to(wanted.table)
    is_reported = now is not None and now.n > 0 and now.round == wanted.round
    if held is None or came is None or not came.stream:
        return (now.stream, now.n) if now is not None and is_reported else ("", 0)
    is_late = now is not None and now.stream in {move.stream for move in held.moves}
    if now is not None and is_reported and not is_late and now.n > came.n:
        return now.stream, now.n
    return came.stream, came.n


async def check_move(reporting: Reporting, sealed: SealedJournals, command: MoveMatch) -> None:
    """Raise RefusedError if something speaks against a move. Raises StoreError."""
    old = reporting.table(command.table)
    if old is not None and old.stream and not old.is_silent:
        raise RefusedError(
            say(
                "Table {table} answers. What is played there after the move is lost: stop the "
                "players first, then move the match all the same.",
                table=command.table,
            )
        )
    if not command.n:
        return
    key = sealed.keys.get(command.to)
    if key is None:
        raise RefusedError(
            say(
                "No program has been heard at table {to} that could take the match over. Start "
                "one with the link of table {to}, choose another table, or move the match all "
                "the same and let it be played on with cards and paper.",
                to=command.to,
            )
        )
    if key not in await sealed.sealed_for(command.stream):
        raise RefusedError(
            say(
                "Table {to} cannot open what table {table} has sent: it joined after table "
                "{table} was heard last. Choose a table that was there before, or move the match "
                "all the same, carry the file of its journal over, and start the program at "
                "table {to} with --journal FILE.",
                table=command.table,
                to=command.to,
            )
        )
