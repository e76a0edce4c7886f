"""Entries of the registration: who takes part, under which name, with which deck and team."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Meta

from duelmat_tournament.deck_lists import MOST_CARDS, DeckDigest
from duelmat_tournament.happening import Happening
from duelmat_tournament.names import PlayerId, RoundNumber
from duelmat_tournament.seats import Seat

CardCount = Annotated[int, Meta(ge=0, le=MOST_CARDS)]


class WaitsFor(Enum):
    """The reason for which a player who has come does not take part yet."""

    APPROVAL = "approval"
    """The desk has not approved the registration by the code in the hall."""
    PLACE = "place"
    """All places that the policy has are taken."""


class PlayerRegistered(Happening, frozen=True, tag="player-registered"):
    """A player takes part, or waits for it."""

    player: PlayerId
    name: str
    team: str = ""
    byes: tuple[RoundNumber, ...] = ()
    """The rounds for which a bye was awarded."""
    external_id: str = ""
    """The number that the player has elsewhere; empty: none is known."""
    waits_for: WaitsFor | None = None
    """None: the player takes part."""
    members: tuple[str, ...] = ()
    """The players of a team, at seats A to C."""
    member_ids: tuple[str, ...] = ()
    """Their numbers elsewhere, each empty where none is known; empty: none has one."""


class PlayerAdmitted(Happening, frozen=True, tag="player-admitted"):
    """A player who has waited takes part, or was approved and waits for a place."""

    player: PlayerId
    waits_for: WaitsFor | None = None
    """None: the player takes part."""


class JoinCodeSet(Happening, frozen=True, tag="join-code-set"):
    """Players may register themselves by a code, or no longer."""

    code: str
    """Empty: nobody may."""


class CheckInSet(Happening, frozen=True, tag="check-in-set"):
    """Everybody has to check in before round 1, or need not any more."""

    is_open: bool
    """Whether check-in is open from now on."""


class DeckDeadlineSet(Happening, frozen=True, tag="deck-deadline-set"):
    """After this moment players hand in no deck lists themselves."""

    closes_ms: int
    """Milliseconds of UTC since 1970; 0: no end."""


class PlayerCheckedIn(Happening, frozen=True, tag="player-checked-in"):
    """A player is there."""

    player: PlayerId


class ByeAwarded(Happening, frozen=True, tag="bye-awarded"):
    """A player has a bye in a round that is not paired yet."""

    player: PlayerId
    round: RoundNumber


class DeckRegistered(Happening, frozen=True, tag="deck-registered"):
    """A player's deck list was accepted; the log holds its digest, so that no list is in it."""

    player: PlayerId
    digest: DeckDigest
    """SHA-256 of the list with its salt, in hex."""
    main: CardCount
    """Number of cards."""
    extra: CardCount
    side: CardCount
    seat: Seat | None = None
    """The seat of the player of a team whose list it is; None: there are no teams."""


class SleevesEnrolled(Happening, frozen=True, tag="sleeves-enrolled"):
    """The sleeves of a player's deck were read; the log holds neither tags nor cards."""

    player: PlayerId
    deck: DeckDigest
    """The digest of the deck list with which they were compared."""
    sleeves: DeckDigest
    """Their own digest, in hex."""


class PlayerDropped(Happening, frozen=True, tag="player-dropped"):
    """A player takes no further part."""

    player: PlayerId


class PlayerReturned(Happening, frozen=True, tag="player-returned"):
    """A player who had dropped takes part again, from the next round that is paired."""

    player: PlayerId


class PlayerRenamed(Happening, frozen=True, tag="player-renamed"):
    """The name of a player was corrected."""

    player: PlayerId
    before: str
    after: str


class ExternalIdSet(Happening, frozen=True, tag="external-id-set"):
    """The number that a player has elsewhere was noted or corrected."""

    player: PlayerId
    external_id: str
    """Empty: none is known."""


class PersonNoted(Happening, frozen=True, tag="person-noted"):
    """A player is one of another event that the same hub serves, or is none of them."""

    player: PlayerId
    person: str
    """The mark of the event where the person was registered, and the number there: `3fa9c2d1-7`;
    empty: a person of this event alone."""


class MembersSet(Happening, frozen=True, tag="members-set"):
    """The players of a team were noted or corrected."""

    player: PlayerId
    members: tuple[str, ...]
    """Those at seats A to C."""
    member_ids: tuple[str, ...] = ()
    """Their numbers elsewhere, each empty where none is known; empty: none has one."""


class DropUndone(Happening, frozen=True, tag="drop-undone"):
    """A player who had dropped by mistake takes part as if nothing had happened."""

    player: PlayerId


class ByeWithdrawn(Happening, frozen=True, tag="bye-withdrawn"):
    """A bye that was awarded for a round to come is taken back."""

    player: PlayerId
    round: RoundNumber


class RegistrationUndone(Happening, frozen=True, tag="registration-undone"):
    """A player was registered by mistake; nobody else gets the number."""

    player: PlayerId


class PlayersMerged(Happening, frozen=True, tag="players-merged"):
    """A player was registered twice: deck list, team, byes and place of both are those of one."""

    player: PlayerId
    other: PlayerId
    """The registration that is no more."""


class AbsenceNoted(Happening, frozen=True, tag="absence-noted"):
    """A player is away in a round that is not paired yet: neither paired nor with a bye."""

    player: PlayerId
    round: RoundNumber


class AbsenceCancelled(Happening, frozen=True, tag="absence-cancelled"):
    """A player is there after all in a round that is not paired yet."""

    player: PlayerId
    round: RoundNumber
