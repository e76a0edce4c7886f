"""Entries: everything that has happened in an event, in order. Nothing is ever edited."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from msgspec import Meta, Struct

from duelmat_tournament.deck_lists import MOST_CARDS, DeckDigest
from duelmat_tournament.hall import Room
from duelmat_tournament.names import (
    NO_PLAYER,
    CallId,
    PenaltyId,
    PlayerId,
    RoundNumber,
    RulingId,
    TableNumber,
    TimeMs,
)
from duelmat_tournament.policy import Penalty, Policy
from duelmat_tournament.results import Result
from duelmat_tournament.roles import Actor
from duelmat_venue.rulings import AnyRuling
from duelmat_venue.texts import Said

CardCount = Annotated[int, Meta(ge=0, le=MOST_CARDS)]


class Happening(Struct, frozen=True, omit_defaults=True, tag_field="is"):
    """A fact in the log of an event; its kind stands in `is`."""


# Registration


class EventCreated(Happening, frozen=True, tag="event-created"):
    """The event exists; its policy is part of the log."""

    name: str
    policy: Policy
    seed: str
    """All chance of the event follows from it."""
    first_table: TableNumber
    """The lowest number of a table; the others follow."""
    strict: bool
    """Whether infractions are punished at the strict level."""
    pairing: int = 1
    """The version of the pairing rules, which an event keeps: version 2 looks ahead."""


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
    """A player was registered twice: deck list, team and byes of both are those of one."""

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


# The hall


class TablesSet(Happening, frozen=True, tag="tables-set"):
    """The numbers of the hall's tables were set, from the next round that is paired."""

    rooms: tuple[Room, ...]
    """The tables in the order in which they are filled; none: all from the event's first table."""


class TableFixed(Happening, frozen=True, tag="table-fixed"):
    """A player plays at one table always, from the next round that is paired."""

    player: PlayerId
    table: TableNumber
    """0: no longer."""


# Rounds


class EventStarted(Happening, frozen=True, tag="event-started"):
    """The rounds of Swiss or of the pods begin."""

    rounds: int
    cut: int
    """Players in the cut; 0: none."""
    pods: tuple[tuple[PlayerId, ...], ...] = ()
    """The players of each pod, as lots have drawn them; empty: the rounds are Swiss."""


class PairedTable(Struct, frozen=True):
    """Two players who meet."""

    table: TableNumber
    first: PlayerId
    second: PlayerId
    reason: str
    """The reason why they meet, as a sentence."""


class PairedBye(Struct, frozen=True):
    """A player without an opponent."""

    player: PlayerId
    reason: str


class RoundPaired(Happening, frozen=True, tag="round-paired"):
    """The pairs of a round were worked out."""

    round: RoundNumber
    is_cut: bool
    tables: tuple[PairedTable, ...]
    byes: tuple[PairedBye, ...]
    proof: str = ""
    """The proof that the pairing is the best one; empty in the cut, where the seeds decide it."""
    given_up: tuple[str, ...] = ()
    """The rules that the organiser gave up, because no pairing kept them."""


class PairSet(Happening, frozen=True, tag="pair-set"):
    """The organiser had two players meet, and their former opponents each other."""

    round: RoundNumber
    player: PlayerId
    other: PlayerId
    """0: the player has the bye."""
    tables: tuple[PairedTable, ...]
    """The tables that are paired anew."""
    byes: tuple[PairedBye, ...]
    """The bye, if it goes to somebody else."""
    cost: str
    """SHA-256 of the cost that was shown, in hex."""


class RoundUnpaired(Happening, frozen=True, tag="round-unpaired"):
    """A pairing that nobody has played was thrown away."""

    round: RoundNumber


class RoundPublished(Happening, frozen=True, tag="round-published"):
    """Everybody may see the pairing."""

    round: RoundNumber
    checkpoint: str
    """The code of the log up to the entry before this one."""


class RoundStarted(Happening, frozen=True, tag="round-started"):
    """The round is being played."""

    round: RoundNumber
    ends_ms: TimeMs | None
    """The moment at which time is up; None: no limit."""


class ClockPaused(Happening, frozen=True, tag="clock-paused"):
    """The round's clock stands still."""

    round: RoundNumber


class ClockResumed(Happening, frozen=True, tag="clock-resumed"):
    """The round's clock goes on."""

    round: RoundNumber
    ends_ms: TimeMs
    """The new moment at which time is up."""


class TimeCalled(Happening, frozen=True, tag="time-called"):
    """Time is up: tables that are still playing follow the end-of-match procedure."""

    round: RoundNumber


class RoundClosed(Happening, frozen=True, tag="round-closed"):
    """All results are in; the standings after the round are frozen."""

    round: RoundNumber
    standings: str
    """SHA-256 of the standings, in hex."""


class CutStarted(Happening, frozen=True, tag="cut-started"):
    """Swiss is over, and the best go on."""

    seeds: tuple[PlayerId, ...]
    """The best first."""


class EventFinished(Happening, frozen=True, tag="event-finished"):
    """The event is over."""


# Results


class Settling(Enum):
    """The way in which a match came by its result."""

    CONFIRMED = "confirmed"
    """One player reported it, the other confirmed it."""
    ENTERED = "entered"
    """The staff entered it."""
    AT_TABLE = "at-table"
    """A mat counted it, and both players confirmed it there."""
    NO_SHOW = "no-show"
    DROPPED = "dropped"
    """A player left the event during the match."""
    PENALTY = "penalty"


class ResultReported(Happening, frozen=True, tag="result-reported"):
    """A player says how the match ended."""

    round: RoundNumber
    table: TableNumber
    player: PlayerId
    result: Result


class ResultDisputed(Happening, frozen=True, tag="result-disputed"):
    """The other player does not agree; a judge is called, unless one is called there already."""

    round: RoundNumber
    table: TableNumber
    player: PlayerId


class ResultSettled(Happening, frozen=True, tag="result-settled"):
    """The match has a result."""

    round: RoundNumber
    table: TableNumber
    result: Result
    how: Settling


class ResultReopened(Happening, frozen=True, tag="result-reopened"):
    """A match that was lost by an absence is played after all."""

    round: RoundNumber
    table: TableNumber
    before: Result


class ResultCorrected(Happening, frozen=True, tag="result-corrected"):
    """A result that had been settled was wrong."""

    round: RoundNumber
    table: TableNumber
    before: Result
    after: Result
    consequences: str
    """SHA-256 of the consequences that were shown, in hex."""


# The floor


class CallKind(Enum):
    """The reason for which a judge is needed."""

    QUESTION = "question"
    DISPUTE = "dispute"
    """The players do not agree about a result."""
    DECK_CHECK = "deck-check"


class CallMade(Happening, frozen=True, tag="call-made"):
    """A judge is called to a table, or goes there to check decks."""

    call: CallId
    round: RoundNumber
    table: TableNumber
    kind: CallKind
    player: PlayerId = NO_PLAYER
    """The player who calls; none for a deck check."""
    about: str = ""


class CallTaken(Happening, frozen=True, tag="call-taken"):
    """A judge is on the way."""

    call: CallId


class CallRuled(Happening, frozen=True, tag="call-ruled"):
    """A judge has ruled, or has finished the deck check."""

    call: CallId
    ruling: str


class CallAppealed(Happening, frozen=True, tag="call-appealed"):
    """A player wants the head judge to hear the case."""

    call: CallId
    player: PlayerId


class AppealDecided(Happening, frozen=True, tag="appeal-decided"):
    """The head judge has decided; there is no further appeal."""

    call: CallId
    ruling: str
    upheld: bool
    """Whether the first ruling stands."""


class ExtensionGranted(Happening, frozen=True, tag="extension-granted"):
    """A table has lost time, and gets it back."""

    call: CallId
    """The number of the judge call or deck check; 0: by hand."""
    round: RoundNumber
    table: TableNumber
    seconds: int


class DecksChosen(Happening, frozen=True, tag="decks-chosen"):
    """Chance has chosen tables whose decks are checked."""

    round: RoundNumber
    tables: tuple[TableNumber, ...]


class TableFeatured(Happening, frozen=True, tag="table-featured"):
    """A table is featured: spectators are shown its match; or it is no longer."""

    round: RoundNumber
    table: TableNumber
    is_featured: bool
    """Whether it is featured from now on."""


class DelaySet(Happening, frozen=True, tag="delay-set"):
    """Spectators are shown a table later than it plays, or all tables."""

    table: TableNumber
    """0: all tables."""
    delay_s: int


class MatchMoved(Happening, frozen=True, tag="match-moved"):
    """A match goes on at another table."""

    round: RoundNumber
    table: TableNumber
    """The table where it was played."""
    to: TableNumber
    stream: str = ""
    """The duel that the table has reported last; empty: it has reported none."""
    n: int = 0
    """The last report of it that counts."""


class PenaltyGiven(Happening, frozen=True, tag="penalty-given"):
    """A player was penalised."""

    id: PenaltyId
    player: PlayerId
    round: RoundNumber
    table: TableNumber
    infraction: str
    penalty: Penalty
    """By the policy."""
    note: str
    upgrade: Penalty | None = None
    """The penalty that is proposed instead, because of repetition."""


class UpgradeDecided(Happening, frozen=True, tag="upgrade-decided"):
    """The head judge has decided about a proposed upgrade, or changed a penalty."""

    id: PenaltyId
    penalty: Penalty
    """The penalty that holds."""


class RulingProposed(Happening, frozen=True, tag="ruling-proposed"):
    """A judge asks a table with a mat what a ruling would do to the duel there."""

    id: RulingId
    round: RoundNumber
    table: TableNumber
    stream: str
    """The duel as its table reports it: 128 bits, in hex."""
    seen: int
    """The number of the newest report that the judge has seen."""
    ruling: AnyRuling


class RulingConfirmed(Happening, frozen=True, tag="ruling-confirmed"):
    """The judge has the table carry the ruling out."""

    id: RulingId
    effect: str
    """SHA-256 of the effect that was shown, in hex."""


class RulingWithdrawn(Happening, frozen=True, tag="ruling-withdrawn"):
    """A judge has withdrawn a ruling that waited."""

    id: RulingId


class RulingOutcome(Enum):
    """What has become of a ruling at its table."""

    DONE = "done"
    REFUSED = "refused"
    """The table has declined it."""
    MOVED_ON = "moved-on"
    """The duel has gone on since the judge saw it."""


class RulingAnswered(Happening, frozen=True, tag="ruling-answered"):
    """The table has said what has become of a ruling."""

    id: RulingId
    outcome: RulingOutcome
    reason: Said = ""
    """The reason against it, in English and as its message."""


class Announced(Happening, frozen=True, tag="announced"):
    """An announcement was made to everybody."""

    text: str


class AnnouncementEnded(Happening, frozen=True, tag="announcement-ended"):
    """An announcement is no longer shown."""

    number: int
    """The announcement, from 1 in the order in which they were made."""


AnyHappening = (
    EventCreated
    | PlayerRegistered
    | PlayerAdmitted
    | JoinCodeSet
    | CheckInSet
    | PlayerCheckedIn
    | DeckDeadlineSet
    | ByeAwarded
    | DeckRegistered
    | SleevesEnrolled
    | PlayerDropped
    | PlayerReturned
    | PlayerRenamed
    | ExternalIdSet
    | PersonNoted
    | MembersSet
    | DropUndone
    | ByeWithdrawn
    | RegistrationUndone
    | PlayersMerged
    | AbsenceNoted
    | AbsenceCancelled
    | TablesSet
    | TableFixed
    | EventStarted
    | RoundPaired
    | PairSet
    | RoundUnpaired
    | RoundPublished
    | RoundStarted
    | ClockPaused
    | ClockResumed
    | TimeCalled
    | RoundClosed
    | CutStarted
    | EventFinished
    | ResultReported
    | ResultDisputed
    | ResultSettled
    | ResultReopened
    | ResultCorrected
    | CallMade
    | CallTaken
    | CallRuled
    | CallAppealed
    | AppealDecided
    | ExtensionGranted
    | DecksChosen
    | TableFeatured
    | DelaySet
    | MatchMoved
    | PenaltyGiven
    | UpgradeDecided
    | RulingProposed
    | RulingConfirmed
    | RulingWithdrawn
    | RulingAnswered
    | Announced
    | AnnouncementEnded
)


class Entry(Struct, frozen=True, omit_defaults=True):
    """One entry of an event's log."""

    number: int
    """From 1."""
    at_ms: TimeMs
    """The moment at which it was entered."""
    by: Actor
    what: AnyHappening
    why: str = ""
    """The reason that was given; empty: none was needed."""
