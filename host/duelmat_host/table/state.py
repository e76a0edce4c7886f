"""The table as a value: everything that its journal records of one duel, frozen.

`TableState` is made from the entries so far; `reducer.apply` returns the next one. `DuelState` is
the part of it that a takeback restores as a whole.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from duelmat_engine import (
    NOBODY,
    Action,
    Advance,
    CardKey,
    Duel,
    Game,
    Pass,
    Result,
    Ruleset,
    Seat,
    Step,
    Wording,
    action_words,
    find_ruleset,
    game_of,
    key_code,
    replace,
    zone_kind,
)
from duelmat_engine.events import AnyEvent, DuelEnded, PlayerLeft
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
from duelmat_host.table.asking import Asking
from duelmat_host.table.duel_setup import DuelSetup, is_decided, wins
from duelmat_host.table.end_of_match import (
    Decided,
    EndCause,
    StillPlayed,
    TimeCall,
    decided_by_time,
    is_beyond_time,
    still_played,
)
from duelmat_host.table.entries import ActionDone, PlayRefused, Requested, RequestKind
from duelmat_host.table.expect import Expect, differences, expected_layout
from duelmat_host.table.obligations import SHOWN_PILES, Obligation, ObligationKind
from duelmat_host.table.own_sleeves import SideChoice, exchanged
from duelmat_host.table.seals import Commitment, Opening, Seal
from duelmat_host.table.zone_map import ZoneMap
from duelmat_message import named, say


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log that everybody may read."""

    number: int
    """From 1."""
    text: str
    rules: tuple[str, ...]
    seat: Seat
    """The acting seat; NOBODY: chance, a judge or the mat."""
    turn: int
    play: int = 0
    """The number of the action that it is of, counted through the duel; 0: of none."""
    sealed: tuple[Seal, ...] = ()
    """The commitments to cards that were laid face-down."""
    opened: tuple[Opening, ...] = ()
    """The openings for the cards that were revealed."""
    aim: tuple[MatZone, MatZone] | None = None
    """The zones of attacker and target, where an attack is declared and both are sensed."""
    is_told: bool = False
    """Whether a player has told how the card lies, or the rules leave no other way."""


@dataclass(frozen=True, eq=False)
class DuelState:
    """The duel and the table's additional knowledge of it: a takeback restores all of it."""

    duel: Duel
    obligations: tuple[Obligation, ...]
    """The obligations of the hands that no zone shows."""
    secrets: Mapping[int, CardKey] = field(default_factory=dict)
    """The cards that the host read where they were Set face-down, by object."""
    seals: Mapping[int, Commitment] = field(default_factory=dict)
    """The published commitments to them, by object."""
    spots: Mapping[CardKey, MatZone] = field(default_factory=dict)
    """The zones where cards that are being activated were put."""
    met: tuple[Obligation, ...] = ()
    """The obligations that the hands have met since the last action."""
    events: tuple[AnyEvent, ...] = ()
    """The events of the last action."""
    past: Past | None = None
    """The last action that can be taken back; it links to the one before."""


@dataclass(frozen=True, eq=False)
class Past:
    """An action that can be taken back, and the state before it."""

    before: DuelState
    done: ActionDone
    """The entry of the action, without the proofs that the reducer computes."""
    number: int
    """The number of the action, counted through the duel."""
    is_automatic: bool
    """Whether the table itself did it: it is only taken back together with another."""
    has_informed: bool
    """Whether it drew, revealed or rolled dice: then both players must agree to undo it."""

    @property
    def action(self) -> Action:
        return self.done.action

    @property
    def by(self) -> Seat:
        return self.done.by


@dataclass(frozen=True, slots=True)
class Undone:
    """What one takeback has undone, to be done again."""

    by: Seat
    """The seat that took it back."""
    actions: tuple[ActionDone, ...]
    """The actions, the first first."""

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Return the seats that may do it again: who took it back, and who had played."""
        return self.by, self.actions[0].by


@dataclass(frozen=True, slots=True)
class Meaning:
    """The question which play is meant, or its answer, with its zones and cards."""

    ways: tuple[str, ...]
    seen: Mapping[MatZone, Sight | None]


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The end of a match at an event, as far as it has come."""

    time: TimeCall | None = None
    """Time that was called in this duel."""
    cause: EndCause | None = None
    """The reason for which the event has ended the duel; None: it has not."""
    penalty: int = 0
    """The number of the penalty at the event that has ended the duel; 0: none has."""
    confirmed: frozenset[Seat] = frozenset()
    """The seats whose players have confirmed the result of the match."""
    sides: Mapping[Seat, SideChoice] = field(default_factory=dict)
    """The cards that players exchange with their side decks before the next duel."""
    is_side_late: bool = False
    """Whether the time for that is over, and a judge was called."""


@dataclass(frozen=True, eq=False)
class TableState:
    """One table with a duel on it."""

    setup: DuelSetup
    zones: ZoneMap
    number: int
    """The number of the duel at this table, from 1."""
    current: DuelState
    pending: Mapping[MatZone, Sight | None] = field(default_factory=dict)
    """Sensed zones in which hands must follow the duel, with what lay there when it changed."""
    is_restoring: bool = False
    """Whether hands must first undo what was taken back."""
    log: tuple[LogLine, ...] = ()
    actions_count: int = 0
    """The number of actions that have been carried out, including those taken back since."""
    undone: tuple[Undone, ...] = ()
    """The takebacks since the last action, the last one last: they can be undone."""
    requests: Mapping[RequestKind, Requested] = field(default_factory=dict)
    """The players' open requests to each other."""
    called_by: Seat | None = None
    """The seat that has called a judge: the table waits for the ruling."""
    asking: Mapping[Seat, Asking] = field(default_factory=dict)
    """Each seat's switches for being asked to respond; absent: it has switched nothing."""
    ending: Seat | None = None
    """The seat that has said that its turn ends: the table goes through the phases for it."""
    asked: Meaning | None = None
    """The open question which play is meant."""
    chosen: Meaning | None = None
    """The way that was chosen for the cards that lie there."""
    refusal: PlayRefused | None = None
    refused_count: int = 0
    questions_count: int = 1
    """The number of questions that have been asked: their numbers distinguish them."""
    exposed: frozenset[MatZone] = frozenset()
    """Zones whose face-down cards were turned up without a play, as far as the entries record."""
    has_ended: bool = False
    """Whether the end of the duel has been written down."""
    ruled: frozenset[int] = frozenset()
    """The numbers of the event's rulings that were carried out in this duel."""
    ends: MatchEnd = field(default_factory=MatchEnd)
    """The end of the match, as far as an event has a part in it."""
    lays_anew: bool = False
    """Whether hands must first lay the cards of a duel that was begun at another table."""
    gone_to: int = 0
    """The table of the event to which the match has gone; 0: it is played here."""

    # Parts

    @property
    def duel(self) -> Duel:
        return self.current.duel

    @property
    def secrets(self) -> Mapping[int, CardKey]:
        return self.current.secrets

    @property
    def obligations(self) -> tuple[Obligation, ...]:
        return self.current.obligations

    @cached_property
    def rules(self) -> Ruleset:
        return find_ruleset(self.setup.ruleset)

    @cached_property
    def game(self) -> Game:
        return game_of(self.setup.ruleset, self.duel.readings)

    # Facts

    def asking_of(self, seat: Seat) -> Asking:
        """Return the windows in which a seat is asked for a response."""
        return self.asking.get(seat, Asking())

    @cached_property
    def unasked_action(self) -> Pass | Advance | None:
        """Return what the table does for the deciding seat, by its switches; None: it asks."""
        seat = NOBODY if self.duel.decision is None else self.duel.decision.seat
        return self.asking_of(seat).unasked_action(self.duel, self.game)

    @cached_property
    def expected(self) -> Mapping[MatZone, Expect]:
        """The expected cards of the rows."""
        current = self.current
        return expected_layout(current.duel, self.zones, current.secrets, current.spots)

    @cached_property
    def piled(self) -> frozenset[CardKey | None]:
        """Return the cards in piles that everybody may look through."""
        pieces = self.duel.pieces()
        return frozenset(p.key for name, p in pieces if zone_kind(name) in SHOWN_PILES)

    def astray(self, layout: Layout) -> dict[MatZone, Sight | None]:
        """Return the sensed zones with another content than expected, with their sights."""
        seen = differences(layout, self.expected, self.zones.rows)
        for spot in self.zones.landing_spots:
            sight = layout.get(spot)
            if sight is not None and (
                sight.face is Face.DOWN or not self.is_of_stack(spot, sight)
            ):
                seen[spot] = sight
        return seen

    def is_of_stack(self, spot: MatZone, sight: Sight) -> bool:
        """Whether the duel has the card of a landing spot in the stack beside it."""
        name = self.zones.to_engine(spot)
        return name is not None and any(p.key == sight.key for p in self.duel.at(name))

    def is_fetched(self, spot: MatZone, sight: Sight) -> bool:
        """Whether a card is shown on a landing spot only because hands fetch it from the pile."""
        left = self.pending.get(spot)
        return (
            left is not None
            and left.key == sight.key
            and any(
                (met.kind, met.zone, met.key) == (ObligationKind.FETCH, spot, sight.key)
                for met in self.current.met
            )
        )

    def layout_as_left(self) -> Layout:
        """Return the layout at the last entry: as expected, except where hands must follow."""
        lying: dict[MatZone, Sight] = {}
        for place, expect in self.expected.items():
            key = expect.key or expect.secret
            if key is not None:
                face = Face.UP if expect.face_up else Face.DOWN
                way = Orientation.SIDEWAYS if expect.upright is False else Orientation.UPRIGHT
                lying[place] = Sight(CardKey(key), face, way, b"")
        for place, sight in self.pending.items():
            lying.pop(place, None)
            if sight is not None:
                lying[place] = sight
        return Layout(lying)

    def pasts(self) -> Iterator[Past]:
        """Yield the actions that can be taken back, the last first."""
        past = self.current.past
        while past is not None:
            yield past
            past = past.before.past

    def to_undo(self, by: Seat) -> list[Past]:
        """Return the actions that a takeback of this seat undoes, the last first; [] for none.

        An automatic action is taken back with the action before it, and so is the other player's
        pass.
        """
        found: list[Past] = []
        for last in self.pasts():
            found.append(last)
            if not last.is_automatic and (last.by == by or not isinstance(last.action, Pass)):
                return found
        return []

    def last_play(self) -> Past | None:
        """Return the play that a judge would have taken back if nothing is refused."""
        return next((past for past in self.pasts() if not past.is_automatic), None)

    @property
    def is_judge_called(self) -> bool:
        """Whether everybody waits for a judge: for a ruling, or for the end of side decking."""
        is_over = self.duel.is_over()
        return self.ends.is_side_late if is_over else self.called_by is not None

    @property
    def still_played(self) -> StillPlayed | None:
        """Return what is still played after time was called; None: nothing, or it was not."""
        time = self.ends.time
        if time is None or self.duel.is_over():
            return None
        return still_played(time, self.duel, [phase.name for phase in self.rules.phases])

    def within_time(self, step: Step) -> Step:
        """Return the step of an action without an end that came in a turn beyond the last one."""
        time, phases = self.ends.time, [phase.name for phase in self.rules.phases]
        if time is None or not is_beyond_time(time, self.duel, step.duel, phases):
            return step
        events = (each for each in step.events if not isinstance(each, PlayerLeft | DuelEnded))
        return Step(replace(step.duel, outcome=None), tuple(events))

    @property
    def decided_by_time(self) -> Decided | None:
        """Return the end of the duel by the end-of-match procedure; None: it must wait."""
        time = self.ends.time
        if time is None or self.called_by is not None or self.frozen_by_restoring:
            return None
        return decided_by_time(time, self.duel, [phase.name for phase in self.rules.phases])

    @cached_property
    def results(self) -> tuple[Result, ...]:
        """Return the results of the match, with the present duel if it is over."""
        setup = self.setup
        return setup.match.after(self.duel).results if self.duel.is_over() else setup.results

    @property
    def penalties(self) -> tuple[int, ...]:
        """Return the numbers of the event's penalties that have ended duels of the match."""
        ended = (self.ends.penalty,) if self.ends.penalty else ()
        return (*self.setup.penalties, *ended)

    def next_setup(self) -> DuelSetup:
        """Return the conditions of the duel after this one, which is over."""
        setup = dataclasses.replace(self.setup.after(self.duel), penalties=self.penalties)
        if not setup.own:
            return setup
        chosen = (self.ends.sides.get(Seat(seat), SideChoice()) for seat in self.duel.seats)
        return setup.with_own(list(map(exchanged, setup.own, chosen)))

    @property
    def is_match_over(self) -> bool:
        """Whether no further duel of the match is to be played.

        After time was called none is, unless the match needs a winner and has none.
        """
        if not self.duel.is_over():
            return False
        if self.ends.cause is EndCause.MATCH_PENALTY:
            return True
        time, duels = self.ends.time, self.setup.duels
        has_leader = len({wins(self.results, Seat(seat)) for seat in self.duel.seats}) > 1
        is_stopped = time is not None and (has_leader or not time.is_sudden_death)
        return is_stopped or is_decided(duels, self.results)

    @property
    def proposes_result(self) -> bool:
        """Whether the table asks the players to confirm the result of the match."""
        is_settled = self.ends.cause is EndCause.MATCH_PENALTY  # by the event
        return self.setup.confirms_result and self.is_match_over and not is_settled

    @property
    def frozen_by_restoring(self) -> bool:
        """Whether hands must still undo an action that was taken back."""
        restores = any(each.restores for each in self.obligations)
        return self.is_restoring and (restores or bool(self.pending))

    # Names

    @cached_property
    def wording(self) -> Wording:
        """Return the words that everybody may read."""
        return self.wording_about(self.duel)

    def wording_about(self, duel: Duel) -> Wording:
        """Return the words that everybody may read about an earlier duel."""
        return Wording(game_of(duel.ruleset, duel.readings), self.setup.names, world=duel)

    def card_name(self, key: str) -> str:
        return self.wording.printed(key)

    def card_title(self, key: str) -> str:
        """Return a card's name alone, without an article."""
        card = self.rules.cards.get(key_code(key))
        return self.card_name(key) if card is None else named("card", card.name)

    def name_of(self, seat: int) -> str:
        return self.setup.names[seat]

    def place_name(self, place: MatZone) -> str:
        """Return the players' name for a mat zone, with its owner."""
        name = self.zones.holding(self.duel, place)
        if name is not None:
            return self.wording.zone(name)
        title, owner = self.zone_title(place), self.zones.owner(place)
        if owner is None:
            return say("the {zone}", zone=title)
        return say("{whose} {zone}", whose=self.wording.possessive(owner), zone=title)

    def zone_title(self, place: MatZone) -> str:
        """Return the players' name for a mat zone, without its owner."""
        name = self.zones.to_engine(place)
        if name is not None:
            return self.wording.zone_noun(name)
        kind, number = self.zones.row_place(place)
        noun = self.rules.words.zones.get(kind, say("zone"))
        if number:
            return say("unused {zone} {number}", zone=noun, number=number)
        return say("unused {zone}", zone=noun)

    def words(self, action: Action, duel: Duel | None = None) -> str:
        """Return an action in words, as of now or of an earlier duel."""
        return action_words(self.wording if duel is None else self.wording_about(duel), action)
