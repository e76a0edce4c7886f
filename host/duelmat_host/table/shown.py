"""The snapshot of a table from which lights, displays and views are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from duelmat_engine import Seat, key_seat
from duelmat_host.sensing.layout import Layout, MatZone, Sight
from duelmat_host.table.findings import Ambiguous, Displaced, Finding, Lifted
from duelmat_host.table.instruction import CardRow, Instruction
from duelmat_host.table.legal_actions import LegalActions
from duelmat_host.table.messages import Message
from duelmat_host.table.obligations import Obligation, zone_obligations
from duelmat_host.table.prompter import Prompter, decision_text
from duelmat_host.table.prompts import Prompt
from duelmat_host.table.state import TableState


@dataclass(frozen=True, eq=False)
class Shown:
    """A table at one moment, with its secrets: the code that shows it decides who sees what."""

    state: TableState
    layout: Layout
    """The cards on the mat, as last sensed."""
    legal: LegalActions
    """Every legal answer to the present decision; listed when it is first looked at."""
    finding: Finding | None = None
    has_lasted: bool = False
    """Whether the finding has lasted long enough to be reported."""
    prompter: Prompter = field(default_factory=Prompter)
    notice: Message | None = None
    """A message to everybody."""
    problems: tuple[Message, ...] = ()
    """Messages about what the mat cannot understand."""
    whispers: Mapping[Seat, Message] = field(default_factory=dict)
    """Messages to one seat alone."""
    selected: MatZone | None = None
    """The pad that was pointed at."""
    selected_by: Seat | None = None
    """The seat whose finger it was, where that is known."""
    confirmed: frozenset[MatZone] = frozenset()
    """Zones whose lamps say that a play was understood."""
    trouble: Message | None = None
    """A message about what cannot be written down."""
    instruction: Instruction | None = None
    """The instruction to a person who moves an opponent's cards; None: there is none."""
    row: CardRow | None = None
    """The hand of an opponent whose cards a person moves; None: there is none."""

    @cached_property
    def prompts(self) -> tuple[Prompt, ...]:
        """Return the open questions."""
        return self.prompter.prompts(self.state, self.legal, self.finding)

    @property
    def asks_meaning(self) -> bool:
        """Whether it is asked which play the cards on the mat mean."""
        return isinstance(self.finding, Ambiguous)

    @property
    def asked_owner(self) -> Seat | None:
        """Return the owner of the card that was pointed at, unless another seat did so.

        What a card may do is computed for its owner alone: how long that takes may tell which card
        it is, and nobody else can have it computed.
        """
        owner = None if self.selected is None else self.owner_of(self.selected)
        return owner if self.selected_by in (None, owner) else None

    @cached_property
    def decision_text(self) -> str:
        """Return the awaited decision in words."""
        return decision_text(self.state)

    @property
    def messages(self) -> tuple[Message, ...]:
        """Return the messages to everybody, the most urgent first."""
        urgent = (self.trouble, self.notice)
        return (*(message for message in urgent if message is not None), *self.problems)

    @cached_property
    def astray(self) -> Mapping[MatZone, Sight | None]:
        """Return the sensed zones whose content is not the expected one, with what lies there."""
        return self.state.astray(self.layout)

    @cached_property
    def zone_obligations(self) -> tuple[Obligation, ...]:
        """Return the obligations in the sensed zones, including those from a correction.

        Those about cards that a person moves for an opponent are instructions, one at a time.
        """
        zones = {place: s for place, s in self.astray.items() if place in self.state.pending}
        match self.finding:
            case Displaced(zones=places) | Lifted(zones=places) if self.has_lasted:
                zones |= {place: self.layout.get(place) for place in places}
            case _:
                pass
        found = zone_obligations(self.layout, self.state.expected, zones)
        return tuple(each for each in found if not self.is_instructed(each.zone))

    def is_instructed(self, place: MatZone) -> bool:
        """Whether a person is told one by one how to move the card of a zone."""
        wanted = self.state.expected.get(place)
        owners = {self.owner_of(place), None if wanted is None else wanted.owner}
        return self.row is not None and self.row.seat in owners

    def owner_of(self, place: MatZone) -> Seat | None:
        """Return the seat whose card lies in a mat zone."""
        sight = self.layout.get(place)
        return None if sight is None or sight.key is None else key_seat(sight.key)
