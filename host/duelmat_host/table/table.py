"""The table as a value: what its journal records, and the little that no journal keeps.

Everything that is shown is made from it: lights, displays and views. `step` returns the next one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import overload

from duelmat_engine import Action, Attack, Duel, Seat, key_seat, legal_action_steps
from duelmat_host.sensing.layout import Layout, MatZone, Sight
from duelmat_host.sensing.tracker import Problem
from duelmat_host.table.findings import Ambiguous, Displaced, Finding, Lifted, Untold
from duelmat_host.table.input_mode import on_mat
from duelmat_host.table.inputs import CardRow, Instruction
from duelmat_host.table.matcher import Matcher, sensed
from duelmat_host.table.messages import Announcements
from duelmat_host.table.obligations import Obligation, zone_obligations
from duelmat_host.table.prompts import Prompt, Prompter, asked_way, decision_text
from duelmat_host.table.shown_cards import Exposures, Landings
from duelmat_host.table.state import TableState
from duelmat_host.table.zone_map import ZoneMap
from duelmat_message import say


class LegalActions(Sequence[Action]):
    """Every legal answer to one decision that the mat has room for."""

    def __init__(self, duel: Duel, zones: ZoneMap) -> None:
        self.duel = duel
        self._zones = zones
        self._rest = legal_action_steps(duel)
        self._found: list[Action] = []
        self._listed: tuple[Action, ...] | None = None

    @property
    def is_listed(self) -> bool:
        """Whether the list is complete, so that reading the list costs nothing."""
        return self._listed is not None

    def go_on(self, steps: int | None = None) -> None:
        """Make further steps of listing; None: make all steps."""
        if self._listed is not None:
            return
        try:
            for made, action in enumerate(self._rest, start=1):
                if action is not None:
                    self._found.append(action)
                if made == steps:
                    return
        except BaseException:  # a later caller must not take half a list for a whole one
            self._rest, self._found = legal_action_steps(self.duel), []
            raise
        self._listed = tuple(on_mat(self._found, self._zones))

    def listed(self) -> tuple[Action, ...]:
        """Return all of them."""
        self.go_on()
        assert self._listed is not None
        return self._listed

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        return self.listed()[index]

    def __iter__(self) -> Iterator[Action]:
        return iter(self.listed())

    def __len__(self) -> int:
        return len(self.listed())


class Assist(Enum):
    """The help that lights give."""

    COACH = "coach"
    """They show what is legal."""
    REFEREE = "referee"
    """They show what hands must do, and what is refused."""
    TOURNAMENT = "tournament"
    """They show what is refused, and not how to put it right."""
    COUNTER = "counter"
    """They show nothing of the duel: the table counts."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The layout of the mat, with its meaning."""

    layout: Layout
    """The cards on the mat, as last sensed; at first as the state has them."""
    exposures: Exposures
    is_awaited: bool = False
    """Whether the mat has not been seen since the duel was resumed."""
    finding: Finding | None = None
    has_lasted: bool = False
    """Whether the finding has lasted long enough to be reported."""
    due_ms: int | None = None
    """The time at which the finding is reported if it lasts; None: it is not, or was already."""
    found: tuple[Finding | None, Layout] | None = None
    """The finding that waits to be reported or was, and the layout that it is about."""
    landings: Landings = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    """The readings that cannot be understood."""


@dataclass(frozen=True, slots=True)
class Pointing:
    """The zone and answers that players have pointed at."""

    prompter: Prompter = field(default_factory=Prompter)
    selected: MatZone | None = None
    """The pad that was pointed at."""
    selected_by: Seat | None = None
    """The seat whose finger it was, where that is known."""
    planned: Attack | None = None
    """The attack that its player has entered before the battle, and that follows there."""
    inputs: int = 0
    """The number of touches and presses that have come."""


@dataclass(frozen=True, eq=False)
class Table:
    """A table at one moment, with its secrets: the code that shows it decides who sees what."""

    state: TableState
    legal: LegalActions
    """Every legal answer to the present decision, listed when first needed."""
    matcher: Matcher
    seen: Seen
    assist: Assist
    pointing: Pointing = field(default_factory=Pointing)
    announcements: Announcements = field(default_factory=Announcements)
    instruction: Instruction | None = None
    """The instruction to a person who moves an opponent's cards; None: there is none."""
    row: CardRow | None = None
    """The hand of an opponent whose cards a person moves; None: there is none."""

    @property
    def layout(self) -> Layout:
        """Return the cards on the mat, as last sensed."""
        return self.seen.layout

    @property
    def finding(self) -> Finding | None:
        return self.seen.finding

    @property
    def reported(self) -> Finding | None:
        """Return the finding once it has lasted long enough to be reported."""
        return self.seen.finding if self.seen.has_lasted else None

    @property
    def selected(self) -> MatZone | None:
        """Return the pad that was pointed at."""
        return self.pointing.selected

    @property
    def prompter(self) -> Prompter:
        """Return the highlights and partial answers that belong to the present question."""
        return self.pointing.prompter.at(self.state)

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        """Return the open questions, the one about a card that was pointed at last."""
        asked = self.prompter.prompts(self.state, self.legal, self.finding)
        return (*asked, *self._about_selected())

    def _about_selected(self) -> Iterator[Prompt]:
        """Yield the question how a card lies now, to its player who has pointed at the card.

        It offers what is legal with any card that may lie there.
        """
        place, owner, state = self.selected, self.asked_owner, self.state
        sight = None if place is None else self.layout.get(place)
        if place is None or owner is None or sight is None or sight.key is None:
            return
        is_settled = place not in self.astray and not state.duel.is_over()
        if not state.zones.told(place) or not is_settled or state.called_by is not None:
            return
        look = sensed(state, self.layout, self.legal)
        ways = {
            way: plays for way, plays in self.matcher.ways(look, place, sight).items() if plays
        }
        if ways:
            text = say("How does {card} lie now?", card=state.card_name(sight.key))
            yield asked_way(state, place, sight.key, ways, text)

    @property
    def asks_meaning(self) -> bool:
        """Whether there is a question what the cards on the mat mean, or how one lies."""
        return isinstance(self.finding, Ambiguous | Untold)

    @property
    def unfinished(self) -> Prompt | None:
        """Return the question that a play which was begun waits for; None: no play does."""
        is_begun = self.asks_meaning or self.prompter.steps
        return self.prompts[0] if self.prompts and is_begun else None

    @property
    def asked_owner(self) -> Seat | None:
        """Return the owner of the selected card, unless another seat selected the card.

        A card's uses are computed for its owner alone: the time that takes may reveal the card, so
        nobody else can have them computed.
        """
        owner = None if self.selected is None else self.owner_of(self.selected)
        return owner if self.pointing.selected_by in (None, owner) else None

    @cached_property
    def decision_text(self) -> str:
        """Return the awaited decision in words."""
        return decision_text(self.state)

    @cached_property
    def astray(self) -> Mapping[MatZone, Sight | None]:
        """The sensed zones with another content than expected, with their sights."""
        return self.state.astray(self.layout)

    @cached_property
    def zone_obligations(self) -> tuple[Obligation, ...]:
        """Return the obligations in the sensed zones, including those from a correction.

        Those about cards that a person moves for an opponent are instructions, one at a time.
        """
        zones = {place: s for place, s in self.astray.items() if place in self.state.pending}
        match self.finding:
            case Displaced(zones=places) | Lifted(zones=places) if self.seen.has_lasted:
                zones |= {place: self.layout.get(place) for place in places}
            case _:
                pass
        found = zone_obligations(self.layout, self.state.expected, zones)
        return tuple(each for each in found if not self.is_instructed(each.zone))

    def is_instructed(self, place: MatZone) -> bool:
        """Whether a person gets instructions one by one for the card of a zone."""
        wanted = self.state.expected.get(place)
        owners = {self.owner_of(place), None if wanted is None else wanted.owner}
        return self.row is not None and self.row.seat in owners

    def owner_of(self, place: MatZone) -> Seat | None:
        """Return the seat whose card lies in a mat zone."""
        sight, zones = self.layout.get(place), self.state.zones
        if sight is not None and sight.key is not None:
            return key_seat(sight.key)
        name = zones.to_engine(place)
        piece = None if name is None or not zones.is_unread(name) else self.state.duel.top(name)
        return None if piece is None else piece.owner


def table_of(
    state: TableState,
    layout: Layout | None = None,
    *,
    assist: Assist = Assist.COACH,
    is_awaited: bool = False,
) -> Table:
    """Return the table that goes on from a state.

    layout: the cards on the mat; None: as the state has them, none before the first action.
    is_awaited: the mat has not been seen since the duel was resumed.
    """
    if layout is None:
        layout = state.layout_as_left() if state.actions_count else Layout()
    legal = LegalActions(state.duel, state.zones)
    seen = Seen(layout, Exposures(state.exposed), is_awaited)
    return Table(state, legal, Matcher(state.zones), seen, assist)
