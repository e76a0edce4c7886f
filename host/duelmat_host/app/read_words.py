"""Wishes that name something by its words, as the person read them in any language.

The table compares words with its own, which are English and know no catalogs.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from duelmat_host.table.commands import Agree, Command, LetStand, Ruling
from duelmat_host.table.desk import disputed_plays, request_text
from duelmat_host.table.state import TableState
from duelmat_serving.language.catalogs import is_said_as


def command_in_english(state: TableState, command: Command) -> Command:
    """Return a player's command with the request that it names in the table's words."""
    if not isinstance(command, Agree):
        return command
    requests = (request_text(state, each) for each in state.requests.values())
    return replace(command, text=_in_english(command.text, requests))


def ruling_in_english(state: TableState, ruling: Ruling) -> Ruling:
    """Return a judge's ruling with the play that it names in the table's words."""
    if not isinstance(ruling, LetStand):
        return ruling
    plays = disputed_plays(state)[ruling.play :][:1]
    return replace(ruling, text=_in_english(ruling.text, (each.text for each in plays)))


def _in_english(read: str, known: Iterable[str]) -> str:
    """Return the text that these words say; the words themselves where none does."""
    return next((str(text) for text in known if is_said_as(text, read)), read)
