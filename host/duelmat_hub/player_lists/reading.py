"""A list of players of any kind, compared with itself and with those who are registered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from duelmat_hub.errors import PlayerListError
from duelmat_hub.player_lists.decoding import text_of
from duelmat_hub.player_lists.programs import is_tdf, is_trf, read_tdf, read_trf
from duelmat_hub.player_lists.tables import Reading, Row, Table, read_table
from duelmat_message import say
from duelmat_tournament.bounds import broken_bound
from duelmat_tournament.commands import MOST_LISTED, ListedPlayer
from duelmat_tournament.deciding.registration import matching_key
from duelmat_tournament.event import Event, Player


class PlayerList(Struct, frozen=True):
    """A list of players, as it would be registered."""

    players: tuple[ListedPlayer, ...]
    known: tuple[str, ...]
    """The names of those who are registered already, and are left out."""
    heads: tuple[str, ...] = ()
    """The columns of a table; empty where the kind of file says what is what."""
    columns: dict[str, int] = {}
    """The columns that were used, from 0, by what they are."""
    is_unclear: bool = False
    """Whether the columns of the names have to be chosen first; there are no players then."""
    readings: tuple[Reading, ...] = ()
    """The choices, if the columns are unclear and two can be names."""
    unused: tuple[str, ...] = ()
    """The first texts of the columns that have no name and are not used."""


def read_players(
    content: bytes, event: Event | None = None, columns: Mapping[str, int] | None = None
) -> PlayerList:
    """Return the players of a list: lines, CSV, `.tdf` or TRF16.

    event: those who are registered in it are left out.
    columns: of a table, the columns to use, from 0, by what they are; None: as their names say.

    Raises PlayerListError with the line.
    """
    text = text_of(content)
    if is_tdf(text):
        table = Table((), {}, tuple(read_tdf(text)))
    elif is_trf(text):
        table = Table((), {}, tuple(read_trf(text)))
    else:
        table = read_table(text, columns)
    if table.is_unclear:
        return PlayerList((), (), table.heads, table.columns, True, table.readings)
    rows = table.rows
    if not rows:
        raise PlayerListError(say("Expected a player a line, got none below the first line."))
    if len(rows) > MOST_LISTED:
        raise PlayerListError(
            say(
                "Expected at most {most} players in one list, got {got}: split it.",
                most=f"{MOST_LISTED:,}",
                got=f"{len(rows):,}",
            )
        )
    _check_rows(rows)
    registered = () if event is None else event.registered
    fresh, known = [], []
    for row in rows:
        if _known(row, registered):
            known.append(row.name)
        else:
            fresh.append(ListedPlayer(row.name, row.team, row.external_id))
    return PlayerList(tuple(fresh), tuple(known), table.heads, table.columns, unused=table.unused)


def _check_rows(rows: Iterable[Row]) -> None:
    """Raise PlayerListError for the first row that cannot be, or that stands there twice."""
    ids: dict[str, Row] = {}
    looks: dict[str, Row] = {}
    for row in rows:
        broken = broken_bound(ListedPlayer(row.name, row.team, row.external_id))
        if broken is not None:
            raise PlayerListError(say("Line {line}: {reason}", line=row.line, reason=broken))
        twice = ids.setdefault(row.external_id, row) if row.external_id else row
        if twice is not row:
            raise PlayerListError(
                say(
                    "Line {line}: the id {id} of {name} is that of {other} in line {first}: an id "
                    "is one player's alone.",
                    line=row.line,
                    id=row.external_id,
                    name=row.name,
                    other=twice.name,
                    first=twice.line,
                )
            )
        twice = looks.setdefault(matching_key(row.name), row)
        if twice is not row:
            raise PlayerListError(
                say(
                    "Line {line}: {name} stands in line {first} already: tell the two apart, as "
                    'in "{name} (2)".',
                    line=row.line,
                    name=row.name,
                    first=twice.line,
                )
            )


def _known(row: Row, registered: Iterable[Player]) -> bool:
    """Whether a player of a list is registered. Raises PlayerListError if that cannot be said."""
    for player in registered:
        has_name = matching_key(player.name) == matching_key(row.name)
        has_id = bool(row.external_id) and player.external_id == row.external_id
        if has_id and not has_name:
            raise PlayerListError(
                say(
                    "Line {line}: {name} has the id {id}, with which {player} is registered: "
                    "correct one of the two.",
                    line=row.line,
                    name=row.name,
                    id=row.external_id,
                    player=player.name,
                )
            )
        is_other = row.external_id and player.external_id and not has_id
        if has_name and is_other:
            raise PlayerListError(
                say(
                    "Line {line}: {name} is registered with the id {known}, not {id}: tell the "
                    'two apart, as in "{name} (2)", or correct the id.',
                    line=row.line,
                    name=row.name,
                    known=player.external_id,
                    id=row.external_id,
                )
            )
        if has_name:
            return True
    return False
