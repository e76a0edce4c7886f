"""An event as a value: all that its entries have come to. `fold.py` makes one of the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum

from msgspec import Struct, field

from duelmat_tournament.clock import Clock
from duelmat_tournament.entries import CallKind, PairedBye, RulingOutcome, Settling
from duelmat_tournament.hall import Chair, Room
from duelmat_tournament.names import (
    NO_PLAYER,
    NO_TABLE,
    CallId,
    PlayerId,
    RoundNumber,
    RulingId,
    TableNumber,
    TimeMs,
)
from duelmat_tournament.penalties import PenaltyRecord
from duelmat_tournament.policy import Penalty, Policy
from duelmat_tournament.registration_entries import WaitsFor
from duelmat_tournament.results import Result
from duelmat_tournament.roles import Actor
from duelmat_tournament.seats import SEATS, Lineup, Seat, SeatPlayer
from duelmat_tournament.standings import Row
from duelmat_venue.rulings import AnyRuling, CardShown
from duelmat_venue.texts import Said


class Stage(Enum):
    """The stage that an event has reached."""

    REGISTRATION = "registration"
    SWISS = "swiss"
    CUT = "cut"
    FINISHED = "finished"


class Step(Enum):
    """The step that a round has reached."""

    PAIRED = "paired"
    """Only the staff see it."""
    PUBLISHED = "published"
    PLAYING = "playing"
    TIME_CALLED = "time-called"
    """Tables that are still playing follow the end-of-match procedure."""
    CLOSED = "closed"


class Missed(Struct, frozen=True):
    """A round that counts as a loss for a player who was not there."""

    round: RoundNumber
    since: RoundNumber
    """The round from which it counts: standings that were frozen before stay as they are."""


class Player(Struct, frozen=True):
    """A player of the event."""

    id: PlayerId
    name: str
    team: str
    entered: RoundNumber
    """The first round for which the player was there to be paired."""
    byes: frozenset[RoundNumber] = frozenset()
    """The rounds for which a bye was awarded."""
    decks: tuple[str, ...] = ("",)
    """The digests of the deck lists, one for each player of a team; empty while there is none."""
    missed: tuple[Missed, ...] = ()
    """The rounds before the player came, or came back, that count as losses."""
    left: RoundNumber = RoundNumber(0)
    """The last round that was paired when the player dropped."""
    is_active: bool = True
    """Whether the player has neither dropped nor been disqualified."""
    sleeves: str = ""
    """The digest of the sleeves of this deck list; empty while there are none."""
    external_id: str = ""
    """The number that the player has elsewhere, as with the publisher; empty: none is known."""
    person: str = ""
    """The person at an event where they were registered before; empty: at none."""
    fixed_table: TableNumber = NO_TABLE
    """The table at which the player plays always; 0: wherever the pairing says."""
    fixed_chair: Chair | None = None
    """The chair on which the player sits always; None: on either."""
    members: tuple[str, ...] = ()
    """The players of a team, at seats A to C; empty: it is no team, or they are not noted yet."""
    member_ids: tuple[str, ...] = ()
    """Their numbers elsewhere, each empty where none is known; empty: none has one."""
    absences: frozenset[RoundNumber] = frozenset()
    """The rounds in which the player is away, without a bye."""
    is_withdrawn: bool = False
    """Whether the registration was a mistake: nobody has this number."""
    waits_for: WaitsFor | None = None
    """The reason for which the player does not take part yet; None: there is none."""
    is_checked_in: bool = False
    """Whether the player is there, since check-in was opened."""

    def plays_in(self, number: RoundNumber) -> bool:
        """Whether the player is to be paired in a round of Swiss."""
        return self.is_active and number not in self.byes and number not in self.absences

    @property
    def deck(self) -> str:
        """The digest of the deck list of a player who plays alone; empty while there is none."""
        return self.decks[0]

    @property
    def lineup(self) -> Lineup:
        """The players of a team at its seats; empty: they are not known."""
        ids = self.member_ids or ("",) * len(self.members)
        return tuple(map(SeatPlayer, SEATS, self.members, ids))

    @property
    def has_decks(self) -> bool:
        """Whether the deck list is handed in, or the lists of all players of a team."""
        return all(self.decks)

    @property
    def was_there(self) -> bool:
        """Whether the player is there to be paired, or was for some round."""
        return self.is_active or self.left >= self.entered


class Report(Struct, frozen=True):
    """A player's report of a result that nobody has confirmed yet."""

    by: PlayerId
    result: Result
    who: SeatPlayer | None = None
    """The player of a team who has reported it, as far as that is known."""


class Match(Struct, frozen=True):
    """Two players at a table in a round."""

    table: TableNumber
    first: PlayerId
    second: PlayerId
    reason: str
    """The reason why they meet."""
    report: Report | None = None
    is_disputed: bool = False
    result: Result | None = None
    """None while it is being played."""
    settled: Settling | None = None
    settled_by: str = ""
    """The name of whoever settled it last."""
    corrected: bool = False
    is_featured: bool = False
    """Whether spectators are shown it."""
    extension_s: int = 0
    seated: tuple[Lineup, Lineup] = ((), ())
    """The players of both teams at seats A to C when the match got its result; empty before."""
    chair_a: PlayerId = NO_PLAYER
    """The one who sits on chair A; 0: neither has a fixed chair, and they sit as they like."""

    @property
    def players(self) -> tuple[PlayerId, PlayerId]:
        return self.first, self.second

    @property
    def sides(self) -> tuple[PlayerId, PlayerId]:
        """The players at both sides of a mat, a and b: the first one is at a, without chairs."""
        return self.players[::-1] if self.chair_a == self.second else self.players

    def other(self, player: PlayerId) -> PlayerId:
        return self.second if player == self.first else self.first


class Move(Struct, frozen=True):
    """A match that was moved to another table."""

    table: TableNumber
    """The table where it was played."""
    to: TableNumber
    stream: str
    """The duel that the table had reported last; empty: it had reported none."""
    n: int
    """The last report of it that counts."""
    at_ms: TimeMs


class Round(Struct, frozen=True):
    """A round of Swiss or of the cut."""

    number: RoundNumber
    is_cut: bool
    matches: Mapping[TableNumber, Match]
    byes: tuple[PairedBye, ...]
    proof: str
    given_up: tuple[str, ...]
    unpaired: int = 0
    """The number of pairings that had been thrown away before it."""
    step: Step = Step.PAIRED
    checkpoint: str = ""
    """The code that was published with the pairing."""
    clock: Clock | None = None
    """None before the start, and where there is no limit."""
    began_ms: TimeMs | None = None
    standings: tuple[Row, ...] = ()
    """Frozen when the round was closed; corrected with a result of this or an earlier round."""
    deck_checks: tuple[TableNumber, ...] = ()
    """The tables that chance has chosen."""
    moves: tuple[Move, ...] = ()
    """The matches that were moved to other tables, in order."""

    @property
    def open_matches(self) -> list[Match]:
        return [match for match in self.matches.values() if match.result is None]

    def move_to(self, table: TableNumber) -> Move | None:
        """Return the move by which the match of a table came there; None: it was paired there."""
        return next((move for move in self.moves[::-1] if move.to == table), None)

    def came_from(self, table: TableNumber) -> tuple[TableNumber, ...]:
        """Return the tables at which the match of a table was played before, in their order."""
        found = []
        at = table
        for move in reversed(self.moves):
            if move.to == at:
                at = move.table
                found.append(at)
        return tuple(reversed(found))

    def goes_on_at(self, table: TableNumber) -> TableNumber | None:
        """Return the table where the last match goes on that has left this one.

        None: none has, or another one is played here.
        """
        left = [number for number, move in enumerate(self.moves) if move.table == table]
        if table in self.matches or not left:
            return None
        at = table
        for move in self.moves[left[-1] :]:
            at = move.to if move.table == at else at
        return at

    def match_of(self, player: PlayerId) -> Match | None:
        return next((m for m in self.matches.values() if player in m.players), None)

    def has_bye(self, player: PlayerId) -> bool:
        return any(bye.player == player for bye in self.byes)


class CallStep(Enum):
    """The step that a judge call has reached."""

    WAITING = "waiting"
    TAKEN = "taken"
    """A judge is on the way."""
    ATTENDED = "attended"
    """The judge has said to be at the table."""
    RULED = "ruled"
    APPEALED = "appealed"
    DECIDED = "decided"
    """The head judge has decided an appeal."""


class Call(Struct, frozen=True):
    """A judge call or a deck check."""

    id: CallId
    round: RoundNumber
    table: TableNumber
    kind: CallKind
    player: PlayerId
    """The player who called; none for a deck check."""
    about: str
    began_ms: TimeMs
    step: CallStep = CallStep.WAITING
    judge: str = ""
    """The name of the judge who has taken it."""
    ruling: str = ""
    lost_ms: int = 0
    """Playing time of the round that the call has cost the table until the last ruling."""
    taken_ms: int = 0
    """Duration of the call until then, also beyond the end of the round."""
    appealed_ms: TimeMs | None = None
    proposed_s: int = 0
    """The extension that the arithmetic gives for all that was lost."""
    proposed_because: str = ""
    granted_s: int = 0
    who: SeatPlayer | None = None
    """The player of a team who called, as far as that is known."""

    @property
    def is_open(self) -> bool:
        return self.step not in (CallStep.RULED, CallStep.DECIDED)


class TableRuling(Struct, frozen=True):
    """A ruling that a judge has given a table from afar."""

    id: RulingId
    round: RoundNumber
    table: TableNumber
    judge: str
    """The name of the judge who gives it."""
    stream: str
    """The duel that the judge has seen."""
    seen: int
    """The number of the newest report of it that the judge has seen."""
    ruling: AnyRuling
    effect: str = ""
    """The digest of the effect that the judge has confirmed; empty: none yet."""
    is_withdrawn: bool = False
    outcome: RulingOutcome | None = None
    """None: the table has not carried it out."""
    reason: Said = ""
    """The table's reason against it."""

    @property
    def is_open(self) -> bool:
        return self.outcome is None and not self.is_withdrawn

    @property
    def is_wanted(self) -> bool:
        """Whether the table still has to do with it: a card is shown until it has been read."""
        is_shown = self.outcome is RulingOutcome.DONE and isinstance(self.ruling, CardShown)
        return self.is_open or (is_shown and not self.is_withdrawn)


class GivenPenalty(Struct, frozen=True):
    """A penalty with the pending decision of the head judge."""

    record: PenaltyRecord
    upgrade: Penalty | None = None
    """The upgrade that is proposed; None: there is none, or it was decided."""


class Announcement(Struct, frozen=True):
    """An announcement to everybody."""

    at_ms: TimeMs
    text: str
    is_over: bool = False
    """Whether it is no longer shown."""


class Event(Struct, frozen=True):
    """An event."""

    name: str
    policy: Policy
    seed: str
    first_table: TableNumber
    strict: bool
    stage: Stage = Stage.REGISTRATION
    players: Mapping[PlayerId, Player] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    unpaired: int = 0
    """The number of pairings that were thrown away: the next one is drawn anew."""
    swiss_rounds: int = 0
    """Rounds of Swiss or of the pods; 0 before the start."""
    pods: tuple[tuple[PlayerId, ...], ...] = ()
    """The players of each pod; empty where the rounds before the cut are Swiss."""
    cut_size: int = 0
    seeds: tuple[PlayerId, ...] = ()
    """The players of the cut, the best first; empty before it."""
    calls: Mapping[CallId, Call] = field(default_factory=dict)
    penalties: tuple[GivenPenalty, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    rulings: Mapping[RulingId, TableRuling] = field(default_factory=dict)
    entries: int = 0
    """The number of entries that it was made of."""
    at_ms: TimeMs = TimeMs(0)
    """The moment of the last one."""
    delays: Mapping[TableNumber, int] = field(default_factory=dict)
    """The seconds by which spectators are shown tables later than they play; 0: all others."""
    join_code: str = ""
    """The code by which players register themselves; empty: nobody may."""
    joined_ms: tuple[TimeMs, ...] = ()
    """The moments at which the last of them did, as many as the limit a minute needs."""
    decks_close_ms: int = 0
    """The moment after which players hand in no deck lists themselves; 0: no end."""
    is_check_in_open: bool = False
    """Whether everybody has to check in before round 1."""
    rooms: tuple[Room, ...] = ()
    """The tables in the order in which they are filled; none: all from `first_table`."""
    pairing_version: int = 1
    """The version of the pairing rules."""
    upgrade_version: int = 1
    """The version of the rules by which the earlier penalties of a team's players count."""

    @property
    def round(self) -> Round | None:
        """The last round that was paired; None before the first."""
        return self.rounds[-1] if self.rounds else None

    @property
    def registered(self) -> list[Player]:
        """The players who were registered and not by mistake, by number."""
        return [player for player in self.players.values() if not player.is_withdrawn]

    @property
    def active(self) -> list[Player]:
        """The players who take part now, by number."""
        return [player for player in self.players.values() if player.is_active]

    @property
    def absent(self) -> list[Player]:
        """The players who take part and have not checked in, while they have to."""
        if not self.is_check_in_open or self.rounds:
            return []
        return [player for player in self.active if not player.is_checked_in]

    def waiting(self, reason: WaitsFor) -> list[Player]:
        """Return the players who wait for approval or for a place, the first first."""
        return [player for player in self.players.values() if player.waits_for is reason]

    @property
    def free_places(self) -> int | None:
        """The number of places that nobody has; None: there is no limit."""
        places = self.policy.entering.places
        return max(0, places - len(self.active)) if places else None

    def delay_s(self, table: TableNumber) -> int:
        """Return the seconds by which spectators are shown a table later than it plays."""
        return self.delays.get(table, self.delays.get(NO_TABLE, 0))

    def name_of(self, player: PlayerId) -> str:
        return self.players[player].name

    def lineups(self, match: Match) -> tuple[Lineup, Lineup]:
        """Return the players of both teams of a match, as they sat there."""
        if match.result is not None and any(match.seated):
            return match.seated
        return self.players[match.first].lineup, self.players[match.second].lineup

    def seat_player(self, player: PlayerId, seat: Seat | None) -> SeatPlayer | None:
        """Return the player at a seat of a team; None: there is no such seat."""
        known = self.players.get(player)
        lineup = known.lineup if known else ()
        return lineup[seat.place] if seat and lineup else None

    def words_for(self, player: PlayerId, who: SeatPlayer | None) -> str:
        """Return a player's name, or that of a team's player with seat and team."""
        return self.name_of(player) if who is None else who.of_team(self.name_of(player))

    def actor_words(self, by: Actor) -> str:
        """Return the name of whoever acts now; of a team's player with seat and team."""
        who = self.seat_player(by.player, by.seat)
        return by.name if who is None else who.of_team(by.name)

    def find_round(self, number: RoundNumber) -> Round | None:
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else None

    def find_match(self, number: RoundNumber, table: TableNumber) -> Match | None:
        found = self.find_round(number)
        return None if found is None else found.matches.get(table)

    def rulings_at(self, number: RoundNumber, table: TableNumber) -> list[TableRuling]:
        """Return the rulings of a round that were given a table from afar, in their order."""
        found = self.rulings.values()
        return [each for each in found if (each.round, each.table) == (number, table)]

    def open_calls(self, table: TableNumber | None = None) -> Iterator[Call]:
        """Yield the calls that are open, of one table or of all."""
        for call in self.calls.values():
            if call.is_open and table in (None, call.table):
                yield call


def teams_or_players(event: Event, teams: str, players: str) -> str:
    """Return the words of two that fit an event: one of teams, or one of players."""
    return teams if event.policy.team_size > 1 else players
