"""Commands: what people ask an event to do, and who may ask it."""

from __future__ import annotations

import re
from typing import Annotated, Final

from msgspec import Struct

from duelmat_message import say
from duelmat_tournament.absences import CancelAbsence, NoteAbsence
from duelmat_tournament.bounds import (
    Ids,
    Name,
    Names,
    NeededText,
    ShortText,
    Shown,
    Text,
    bound,
    number,
)
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.floor_commands import (
    Announce,
    AnswerRuling,
    Appeal,
    ArriveAtTable,
    CallJudge,
    CheckDecks,
    ChooseDecks,
    ConfirmRuling,
    DecideAppeal,
    DecideUpgrade,
    EndAnnouncement,
    ExtendTable,
    FeatureTable,
    GivePenalty,
    GrantExtension,
    MoveMatch,
    ProposeRuling,
    RuleCall,
    SetDelay,
    TakeCall,
    WithdrawRuling,
)
from duelmat_tournament.hall import LAST_TABLE, AnyTable, Chair, Rooms
from duelmat_tournament.joining import (
    AdmitPlayer,
    CheckInPlayer,
    Join,
    LeaveOutAbsent,
    SetCheckIn,
    SetDeckDeadline,
    SetJoinCode,
)
from duelmat_tournament.names import PlayerId, RoundNumber, TableNumber
from duelmat_tournament.pairing import Rule
from duelmat_tournament.policy import LARGEST_CUT, Policy
from duelmat_tournament.policy_sense import MOST_ROUNDS
from duelmat_tournament.results import Result
from duelmat_tournament.roles import JUDGES, Role
from duelmat_tournament.seats import Seat

_RULES: Final = frozenset(rule.value for rule in Rule)


def _are_rules(given_up: tuple[str, ...]) -> bool:
    return len(set(given_up) & _RULES) == len(given_up)


MOST_LISTED: Final = 1_000
"""Players of one list: more than a hall has, and half a second's work."""
PAIRING_VERSION: Final = 2
"""1: pairs in the order of the higher player's points alone. 2: of both, and it looks ahead."""
PairingVersion = Annotated[int, number(1, PAIRING_VERSION)]
UPGRADE_VERSION: Final = 2
"""The version of the rules by which earlier penalties count in new events of teams."""
UpgradeVersion = Annotated[int, number(1, UPGRADE_VERSION)]
AwardedByes = Annotated[
    tuple[RoundNumber, ...],
    bound(lambda byes: len(byes) <= MOST_ROUNDS, say("at most {count} rounds", count=MOST_ROUNDS)),
]
Salt = Annotated[str, bound(re.compile("[0-9a-f]{32}").fullmatch, "32 hex digits in lower case")]
SwissRounds = Annotated[int, number(0, MOST_ROUNDS)]
CutSize = Annotated[int, number(-1, LARGEST_CUT)]
GivenUp = Annotated[
    tuple[str, ...], bound(_are_rules, f"some of {', '.join(sorted(_RULES))}, each once")
]
TableOrNone = Annotated[TableNumber, number(0, LAST_TABLE)]
"""0: no table."""
AnyPerson = Annotated[
    str,
    bound(
        re.compile("(?:[0-9a-f]{8}-[1-9][0-9]{0,4})?").fullmatch,
        say("an event's mark and a player's number, as in {example}", example="3fa9c2d1-7"),
    ),
]


# Registration


class CreateEvent(EventCommand, frozen=True, tag="create-event"):
    """Begin the log of an event."""

    name: Name
    policy: Policy
    seed: Name
    first_table: AnyTable = TableNumber(1)
    strict: bool = False
    pairing: PairingVersion = PAIRING_VERSION
    """An earlier version proves the events that were paired by it."""
    upgrades: UpgradeVersion = UPGRADE_VERSION
    """An earlier version proves the events whose penalties were given by it."""


class RegisterPlayer(EventCommand, frozen=True, tag="register-player"):
    """Register a player; after the start this is a late entry."""

    name: Name
    team: ShortText = ""
    byes: AwardedByes = ()
    """The rounds for which a bye is awarded."""
    external_id: ShortText = ""
    """The number that the player has elsewhere; empty: none is known."""
    members: Names = ()
    """The players of a team, at seats A to C; empty: they are noted later, or there is no team."""
    member_ids: Ids = ()
    """Their ids, each empty where there is none; empty: there are none."""


class ListedPlayer(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player of a list."""

    name: Name
    team: ShortText = ""
    external_id: ShortText = ""


Listed = Annotated[
    tuple[ListedPlayer, ...],
    bound(
        lambda players: 1 <= len(players) <= MOST_LISTED,
        say("1 to {count} players", count=f"{MOST_LISTED:,}"),
    ),
]


class RegisterPlayers(EventCommand, frozen=True, tag="register-players"):
    """Register all players of a list, or none of them."""

    players: Listed


class SetExternalId(EventCommand, frozen=True, tag="set-external-id"):
    """Note or correct the number that a player has elsewhere, as an id of the publisher."""

    player: PlayerId
    external_id: ShortText
    """Empty: none is known."""


class NotePerson(EventCommand, frozen=True, tag="note-person"):
    """Note which player of another event of the hub a player is, or that it is none."""

    player: PlayerId
    person: AnyPerson
    """As in the entry; empty: a person of this event alone."""


class SetMembers(EventCommand, frozen=True, tag="set-members"):
    """Note or correct who plays at the seats of a team."""

    player: PlayerId
    """The team's number."""
    members: Names
    member_ids: Ids = ()
    """Their ids, each empty where there is none; empty: each keeps the id that is noted."""


class AwardBye(EventCommand, frozen=True, tag="award-bye"):
    """Give a player a bye in a round that is not paired yet."""

    player: PlayerId
    round: RoundNumber


class RegisterDeck(EventCommand, frozen=True, tag="register-deck"):
    """Hand in a player's deck list, or another one before the start."""

    player: PlayerId
    deck: DeckList
    salt: Salt
    """128 bits of chance, in hex: without them nobody can guess a list from its digest."""
    seat: Seat | None = None
    """The seat of the player of a team whose list it is; None: there are no teams."""


class EnrolSleeves(EventCommand, frozen=True, tag="enrol-sleeves"):
    """Take in the sleeves of a player's deck, which were read at the desk."""

    player: PlayerId
    deck: Shown
    """The digest of the deck list with which they were compared."""
    sleeves: Shown
    """Their own digest: the log has neither tags nor cards."""


class DropPlayer(EventCommand, frozen=True, tag="drop-player"):
    """Drop a player from the event."""

    player: PlayerId


class ReturnPlayer(EventCommand, frozen=True, tag="return-player"):
    """Let a player who has dropped take part again."""

    player: PlayerId


# Mistakes at the desk


class RenamePlayer(EventCommand, frozen=True, tag="rename-player"):
    """Correct the name of a player."""

    player: PlayerId
    name: Name


class UndoDrop(EventCommand, frozen=True, tag="undo-drop"):
    """Undo a drop or a no-show, until the next pairing is published."""

    player: PlayerId
    why: NeededText


class UndoBye(EventCommand, frozen=True, tag="undo-bye"):
    """Take back an awarded bye, until the pairing of its round is published."""

    player: PlayerId
    round: RoundNumber
    why: NeededText


class UndoRegistration(EventCommand, frozen=True, tag="undo-registration"):
    """Take back the registration of a player whom no published round has paired."""

    player: PlayerId
    why: NeededText


class MergePlayers(EventCommand, frozen=True, tag="merge-players"):
    """Make one of a player who was registered twice."""

    player: PlayerId
    """The registration that stays."""
    other: PlayerId
    """The registration that goes: no round has paired it."""
    why: NeededText


# The hall


class SetTables(EventCommand, frozen=True, tag="set-tables"):
    """Set the numbers of the hall's tables and their rooms, from the next pairing on."""

    rooms: Rooms
    """The tables in the order in which they are filled; none: all from the event's first table."""


class FixTable(EventCommand, frozen=True, tag="fix-table"):
    """Have a player play at one table or chair always, from the next pairing on."""

    player: PlayerId
    table: TableOrNone
    """0: at any."""
    chair: Chair | None = None
    """None: on either."""


# Rounds


class StartEvent(EventCommand, frozen=True, tag="start-event"):
    """End registration and begin Swiss."""

    rounds: SwissRounds = 0
    """Rounds of Swiss; 0: as the policy has it for the number of players."""
    cut: CutSize = -1
    """Players in the cut; -1: as the policy has it, 0: none."""


class UndoStart(EventCommand, frozen=True, tag="undo-start"):
    """Take back the start of the event, or of the cut, until a round of it has begun."""


class PairRound(EventCommand, frozen=True, tag="pair-round"):
    """Pair the next round."""

    give_up: GivenUp = ()
    """Rules that may be broken because no pairing keeps them."""


class SetPair(EventCommand, frozen=True, tag="set-pair"):
    """Have two players meet before the pairing is published; their opponents meet each other."""

    player: PlayerId
    other: PlayerId
    """0: the player has the bye."""
    cost: Shown
    """The digest of the cost that was shown."""
    why: NeededText


class UnpairRound(EventCommand, frozen=True, tag="unpair-round"):
    """Discard the pairing; the next pairing is drawn anew."""


class PublishRound(EventCommand, frozen=True, tag="publish-round"):
    """Show the pairing to everybody."""


class StartRound(EventCommand, frozen=True, tag="start-round"):
    """Start the round's clock."""


class PauseClock(EventCommand, frozen=True, tag="pause-clock"):
    """Pause the round's clock."""


class ResumeClock(EventCommand, frozen=True, tag="resume-clock"):
    """Resume the round's clock."""


class CallTime(EventCommand, frozen=True, tag="call-time"):
    """Declare that time is up."""


class CloseRound(EventCommand, frozen=True, tag="close-round"):
    """End the round and freeze its standings."""


class StartCut(EventCommand, frozen=True, tag="start-cut"):
    """End Swiss: the best go on."""


class FinishEvent(EventCommand, frozen=True, tag="finish-event"):
    """End the event."""


# Results


class ReportResult(EventCommand, frozen=True, tag="report-result"):
    """Report the result of a match, as one of its players."""

    round: RoundNumber
    table: TableNumber
    result: Result


class ConfirmResult(EventCommand, frozen=True, tag="confirm-result"):
    """Confirm the result that the other player has reported."""

    round: RoundNumber
    table: TableNumber
    result: Result
    """The result that is agreed with, as it was read."""


class DisputeResult(EventCommand, frozen=True, tag="dispute-result"):
    """Dispute the result that the other player has reported, which calls a judge."""

    round: RoundNumber
    table: TableNumber
    about: Text = ""


class EnterResult(EventCommand, frozen=True, tag="enter-result"):
    """Enter the result of a match that has none yet."""

    round: RoundNumber
    table: TableNumber
    result: Result


class SettleAtTable(EventCommand, frozen=True, tag="settle-at-table"):
    """Settle the result that a mat has counted and both players have confirmed there."""

    round: RoundNumber
    table: TableNumber
    result: Result


class MarkNoShow(EventCommand, frozen=True, tag="mark-no-show"):
    """Give the match to the player who is there; the other one leaves the event."""

    round: RoundNumber
    table: TableNumber
    player: PlayerId
    """The player who is not there."""


class CorrectResult(EventCommand, frozen=True, tag="correct-result"):
    """Correct a result that has been settled, after its consequences were shown."""

    round: RoundNumber
    table: TableNumber
    result: Result
    consequences: Shown
    """The digest of the consequences that were shown."""
    why: NeededText


AnyCommand = (
    CreateEvent
    | RegisterPlayer
    | RegisterPlayers
    | SetDeckDeadline
    | SetJoinCode
    | Join
    | AdmitPlayer
    | SetCheckIn
    | CheckInPlayer
    | LeaveOutAbsent
    | SetExternalId
    | NotePerson
    | SetMembers
    | AwardBye
    | RegisterDeck
    | EnrolSleeves
    | DropPlayer
    | ReturnPlayer
    | RenamePlayer
    | UndoDrop
    | UndoBye
    | UndoRegistration
    | MergePlayers
    | NoteAbsence
    | CancelAbsence
    | SetTables
    | FixTable
    | StartEvent
    | UndoStart
    | PairRound
    | SetPair
    | UnpairRound
    | PublishRound
    | StartRound
    | PauseClock
    | ResumeClock
    | CallTime
    | CloseRound
    | StartCut
    | FinishEvent
    | ReportResult
    | ConfirmResult
    | DisputeResult
    | EnterResult
    | SettleAtTable
    | MarkNoShow
    | CorrectResult
    | CallJudge
    | TakeCall
    | ArriveAtTable
    | RuleCall
    | Appeal
    | DecideAppeal
    | GrantExtension
    | ExtendTable
    | ChooseDecks
    | CheckDecks
    | FeatureTable
    | SetDelay
    | ProposeRuling
    | ConfirmRuling
    | WithdrawRuling
    | AnswerRuling
    | MoveMatch
    | GivePenalty
    | DecideUpgrade
    | Announce
    | EndAnnouncement
)

_ORGANISER: Final = frozenset({Role.ORGANISER})
_DESK: Final = frozenset({Role.ORGANISER, Role.SCOREKEEPER, Role.HEAD_JUDGE})
_HEAD: Final = frozenset({Role.HEAD_JUDGE})
_PLAYER: Final = frozenset({Role.PLAYER})
_TABLE: Final = frozenset({Role.TABLE})
_CHECK_IN: Final = frozenset({Role.CHECK_IN})

ALLOWED: Final[dict[type[EventCommand], frozenset[Role]]] = {
    CreateEvent: _ORGANISER,
    RegisterPlayer: _ORGANISER,
    RegisterPlayers: _ORGANISER,
    SetDeckDeadline: _ORGANISER,
    SetJoinCode: _ORGANISER,
    Join: _PLAYER,
    AdmitPlayer: _ORGANISER,
    SetCheckIn: _ORGANISER,
    CheckInPlayer: _ORGANISER | _PLAYER,
    LeaveOutAbsent: _ORGANISER,
    SetExternalId: _ORGANISER,
    NotePerson: _ORGANISER,
    SetMembers: _ORGANISER,
    AwardBye: _ORGANISER,
    RegisterDeck: _ORGANISER | _PLAYER,
    EnrolSleeves: _CHECK_IN,
    DropPlayer: _ORGANISER | _PLAYER,
    ReturnPlayer: _ORGANISER,
    RenamePlayer: _ORGANISER,
    UndoDrop: _ORGANISER | _HEAD,
    UndoBye: _ORGANISER,
    UndoRegistration: _ORGANISER,
    MergePlayers: _ORGANISER,
    NoteAbsence: _ORGANISER | _PLAYER,
    CancelAbsence: _ORGANISER | _PLAYER,
    SetTables: _ORGANISER,
    FixTable: _ORGANISER,
    StartEvent: _ORGANISER,
    UndoStart: _ORGANISER,
    PairRound: _ORGANISER,
    SetPair: _ORGANISER,
    UnpairRound: _ORGANISER,
    PublishRound: _ORGANISER,
    StartRound: _ORGANISER,
    PauseClock: _ORGANISER | _HEAD,
    ResumeClock: _ORGANISER | _HEAD,
    CallTime: _ORGANISER,
    CloseRound: _ORGANISER,
    StartCut: _ORGANISER,
    FinishEvent: _ORGANISER,
    ReportResult: _PLAYER,
    ConfirmResult: _PLAYER,
    DisputeResult: _PLAYER,
    EnterResult: _DESK,
    SettleAtTable: _TABLE,
    MarkNoShow: _DESK,
    CorrectResult: _DESK,
    CallJudge: _PLAYER | _TABLE | JUDGES,
    TakeCall: JUDGES,
    ArriveAtTable: JUDGES,
    RuleCall: JUDGES,
    Appeal: JUDGES,
    DecideAppeal: _HEAD,
    GrantExtension: JUDGES,
    ExtendTable: JUDGES,
    ChooseDecks: JUDGES,
    CheckDecks: JUDGES,
    FeatureTable: _ORGANISER | _HEAD,
    SetDelay: _ORGANISER | _HEAD,
    ProposeRuling: JUDGES,
    ConfirmRuling: JUDGES,
    WithdrawRuling: JUDGES,
    AnswerRuling: _TABLE,
    MoveMatch: _ORGANISER | _HEAD,
    GivePenalty: JUDGES,
    DecideUpgrade: _HEAD,
    Announce: _ORGANISER | _HEAD,
    EndAnnouncement: _ORGANISER | _HEAD,
}
"""The roles that may ask for each command. A player may ask it for themselves alone, a
table for the match that is played there."""
