"""Requests of an event's pages: what each sends, with an example, and the answer that refuses."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from duelmat_serving.answers import NotDone, Yes
from duelmat_tournament.bounds import Name, ShortText
from duelmat_tournament.commands import EnrolSleeves, RegisterDeck
from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.floor_commands import MoveMatch
from duelmat_tournament.joining import Join
from duelmat_tournament.names import NO_PLAYER, NO_TABLE, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.results import Result
from duelmat_tournament.roles import Role
from duelmat_tournament.seats import Seat
from duelmat_venue.sleeves import Digest, Sleeves

COMMAND_LIMIT_BYTES: Final = 64 * 1024
"""A deck list of a thousand cards fits, and so do the sleeves of the largest deck."""
LIST_LIMIT_BYTES: Final = 1024 * 1024
"""A thousand players fit, with all that other programs write about each."""


def kind_of(command: type[EventCommand]) -> str:
    """Return the name of a kind of command, in its body and its address."""
    return str(command.__struct_config__.tag)


class Changed(NotDone, frozen=True):
    """Nothing was done, because the page shows something that is no longer so."""

    changed: Yes = True
    """Always true."""


class Question(NotDone, frozen=True):
    """Nothing was done, because somebody has to be sure: the message asks."""

    asks: Yes = True
    """Always true."""


class Submission(Struct, frozen=True, forbid_unknown_fields=True):
    """A command from a page."""

    request: Annotated[str, Meta(min_length=16, max_length=64)]
    """An id of its own: what is sent again with the same one is done once."""
    command: dict[str, Any]
    seen: Annotated[int, Meta(ge=0)] | None = None
    """The last entry that the page shows."""
    sure: bool = False
    """Whether the person has answered the question about it with yes."""


class DeckText(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=kind_of(RegisterDeck)
):
    """A deck list from a player."""

    player: PlayerId
    text: Annotated[str, Meta(max_length=COMMAND_LIMIT_BYTES)]
    """In any form that `duelmat_hub/deck_lists.py` reads."""
    salt: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
    seat: Seat | None = None
    """As in `RegisterDeck`."""


class JoinText(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=kind_of(Join)):
    """A player who registers themselves, perhaps with a deck list, or a team with its players."""

    code: str
    name: str
    salt: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
    team: str = ""
    external_id: str = ""
    members: tuple[str, ...] = ()
    """The players of a team, at seats A to C."""
    member_ids: tuple[str, ...] = ()
    """Their ids, each empty where there is none."""
    deck: Annotated[str, Meta(max_length=COMMAND_LIMIT_BYTES)] = ""
    """As in `DeckText`; empty: it is handed in later."""


class SleevesRead(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=kind_of(EnrolSleeves)
):
    """The sleeves of a player's deck, as the desk's mat has read them."""

    player: PlayerId
    deck: Digest
    """The digest of the deck list with which they were compared."""
    sleeves: Sleeves


class Moving(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=kind_of(MoveMatch)
):
    """A match that is to be moved to another table."""

    round: RoundNumber
    table: TableNumber
    to: TableNumber
    sure: bool = False
    """Whether it is to be moved all the same, whatever the hub has to say against it."""


class ListSent(Struct, frozen=True, forbid_unknown_fields=True):
    """A list of players, to ask what would be registered."""

    content: bytes
    """The file in Base64."""
    columns: dict[str, int] = {}
    """The columns to use, from 0, by what they are; empty: as the list names them."""


class Correction(Struct, frozen=True, forbid_unknown_fields=True):
    """A result that may be corrected, to ask for the consequences."""

    round: RoundNumber
    table: TableNumber
    result: Result


class NewLink(Struct, frozen=True, forbid_unknown_fields=True):
    """A person who is to get a link."""

    role: Role
    name: Name
    player: PlayerId = NO_PLAYER
    table: TableNumber = NO_TABLE
    label: ShortText = ""
    """Words that tell it from the person's other links, as in "phone"."""
    seat: Seat | None = None
    """The seat of the player of a team who is to have it; None: the whole team."""


class EndLink(Struct, frozen=True, forbid_unknown_fields=True):
    """A link that is to end."""

    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


EXAMPLES: Final[dict[Any, str]] = {
    Submission: '{"request": "<16 to 64 letters>", "command": {"do": "pair-round"}, "seen": 12}',
    DeckText: '{"do": "register-deck", "player": 7, "text": "#main ...", "salt": "<32 hex>"}',
    JoinText: '{"do": "join", "code": "0123456789ab", "name": "Mia", "salt": "<32 hex>"}',
    SleevesRead: '{"do": "enrol-sleeves", "player": 7, "deck": "<64 hex>", "sleeves": [...]}',
    Moving: '{"do": "move-match", "round": 2, "table": 7, "to": 12}',
    ListSent: '{"content": "<Base64>"}',
    Correction: '{"round": 2, "table": 7, "result": {"first_won": 2}}',
    NewLink: '{"role": "judge", "name": "Jon"}',
    EndLink: '{"digest": "<64 hex digits>"}',
    **{kind: f'{{"do": "{kind_of(kind)}", ...}}' for kind in EventCommand.__subclasses__()},
}
"""An example of each, for whoever has sent another."""
