"""Decisions about the players of teams."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_message import say
from duelmat_tournament.commands import SetMembers
from duelmat_tournament.deciding.asked import Asked
from duelmat_tournament.deciding.registration import check_members, noted_ids
from duelmat_tournament.entries import AnyHappening
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Player
from duelmat_tournament.registration_entries import MembersSet


def set_members(asked: Asked, command: SetMembers) -> Iterator[AnyHappening]:
    team = asked.player(command.player)
    asked.check_not_over()
    member_ids = _ids_after(team, command)
    if (command.members, member_ids) == (team.members, team.member_ids):
        raise RefusedError(
            say("{team} has these very players: nothing would change.", team=team.name)
        )
    check_members(asked.event, command.members, member_ids, team_id=team.external_id, but=team.id)
    yield MembersSet(team.id, command.members, member_ids)


def _ids_after(team: Player, command: SetMembers) -> tuple[str, ...]:
    """Return the ids of a team's new players: those that are told, or each player's own."""
    if command.member_ids:
        return noted_ids(command.member_ids)
    own = dict(zip(team.members, team.member_ids, strict=False))
    return noted_ids(tuple(own.get(name, "") for name in command.members))
