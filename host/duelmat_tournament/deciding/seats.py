"""Decisions about the hall: the numbers of its tables, and who plays at one table always."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import Text, say
from duelmat_tournament.commands import FixTable, SetTables
from duelmat_tournament.deciding.asked import Asked
from duelmat_tournament.entries import AnyHappening, TableFixed, TablesSet
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Player


def set_tables(asked: Asked, command: SetTables) -> Iterator[AnyHappening]:
    asked.check_not_over()
    if command.rooms == asked.event.rooms:
        raise RefusedError(say("The tables are so already: nothing would change."))
    yield TablesSet(command.rooms)


def fix_table(asked: Asked, command: FixTable) -> Iterator[AnyHappening]:
    player = asked.player(command.player)
    asked.check_not_over()
    if (command.table, command.chair) == (player.fixed_table, player.fixed_chair):
        raise RefusedError(_unchanged(player))
    others = (each for each in asked.event.registered if command.table and each.id != player.id)
    owner = next((each for each in others if each.fixed_table == command.table), None)
    if owner is not None:
        raise RefusedError(
            say(
                "Table {table} is that of {player} always: choose another one.",
                table=command.table,
                player=owner.name,
            )
        )
    yield TableFixed(player.id, command.table, command.chair)


def _unchanged(player: Player) -> Text:
    if player.fixed_chair:
        return say("{player} has this very chair: nothing would change.", player=player.name)
    if player.fixed_table:
        return say("{player} has this very table: nothing would change.", player=player.name)
    return say("{player} has no fixed table.", player=player.name)
