"""Entries: everything that has happened in an event, in order. Nothing is ever edited."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from duelmat_tournament.hall import Chair, Room
from duelmat_tournament.happening import Happening
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
from duelmat_tournament.registration_entries import (
    AbsenceCancelled,
    AbsenceNoted,
    ByeAwarded,
    ByeWithdrawn,
    CheckInSet,
    DeckDeadlineSet,
    DeckRegistered,
    DropUndone,
    ExternalIdSet,
    JoinCodeSet,
    MembersSet,
    PersonNoted,
    PlayerAdmitted,
    PlayerCheckedIn,
    PlayerDropped,
    PlayerRegistered,
    PlayerRenamed,
    PlayerReturned,
    PlayersMerged,
    RegistrationUndone,
    SleevesEnrolled,
)
from duelmat_tournament.results import Result
from duelmat_tournament.roles import Actor
from duelmat_tournament.seats import Seat
from duelmat_venue.rulings import AnyRuling
from duelmat_venue.texts import Said

# The event


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
    upgrades: int = 1
    """The version of the rules by which earlier penalties count for an upgrade, in an event of
    teams: by version 2 those of one player of a team count for that player alone."""


# The hall


class TablesSet(Happening, frozen=True, tag="tables-set"):
    """The numbers of the hall's tables were set, from the next round that is paired."""

    rooms: tuple[Room, ...]
    """The tables in the order in which they are filled; none: all from the event's first table."""


class TableFixed(Happening, frozen=True, tag="table-fixed"):
    """A player plays at one table or chair always, from the next round that is paired."""

    player: PlayerId
    table: TableNumber
    """0: at any."""
    chair: Chair | None = None
    """Null: on either."""


# Rounds


class EventStarted(Happening, frozen=True, tag="event-started"):
    """The rounds of Swiss or of the pods begin."""

    rounds: int
    cut: int
    """Players in the cut; 0: none."""
    pods: tuple[tuple[PlayerId, ...], ...] = ()
    """The players of each pod, as lots have drawn them; empty: the rounds are Swiss."""


class StartUndone(Happening, frozen=True, tag="start-undone"):
    """The organiser took back the start of the event, or of the cut: no round of it had begun."""


class PairedTable(Struct, frozen=True, omit_defaults=True):
    """Two players who meet."""

    table: TableNumber
    first: PlayerId
    second: PlayerId
    reason: str
    """The reason why they meet, as a sentence."""
    chair_a: PlayerId = NO_PLAYER
    """The one who sits on chair A; 0: neither of them has a fixed chair."""


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


class JudgeArrived(Happening, frozen=True, tag="judge-arrived"):
    """A judge is at the table of a call."""

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
    seat: Seat | None = None
    """The seat of the player of a team who is penalised; null: nobody's alone."""


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
    """The outcome of a ruling at its table."""

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
    | StartUndone
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
    | JudgeArrived
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
