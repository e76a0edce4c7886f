"""Decisions about the players of teams."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import say
from duelmat_tournament.commands import SetMembers
from duelmat_tournament.deciding.asked import Asked
from duelmat_tournament.deciding.registration import check_members
from duelmat_tournament.entries import AnyHappening
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.registration_entries import MembersSet


def set_members(asked: Asked, command: SetMembers) -> Iterator[AnyHappening]:
    team = asked.player(command.player)
    asked.check_not_over()
    if command.members == team.members:
        raise RefusedError(
            say("{team} has these very players: nothing would change.", team=team.name)
        )
    check_members(asked.event, command.members, but=team.id)
    yield MembersSet(team.id, command.members)
