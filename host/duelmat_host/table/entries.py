"""Entries: everything that can happen to a table, one frozen value each.

A table's state is made from its entries by `reducer.apply`, and from nothing else. Entries hold
what the host cannot compute again: players' inputs, the layouts of the mat, random results.
The journal keeps them in the form of entry_form.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from duelmat_engine import (
    Action,
    CardKey,
    CorrectLife,
    Seat,
)
from duelmat_host.sensing.layout import Layout, MatZone, Sight
from duelmat_host.table.asking import PassUntil, WindowKind
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.end_of_match import EndCause
from duelmat_host.table.obligations import ObligationKind
from duelmat_host.table.own_sleeves import SideChoice
from duelmat_host.table.seals import Opening, Seal
from duelmat_venue.end_steps import EndStep


class RequestKind(Enum):
    """The kinds of requests from one player to the other."""

    DRAW = "draw"
    """To end the duel as a draw."""
    TAKEBACK = "takeback"
    """To take back a play from which somebody has learnt something."""
    LIFE = "life"
    """To correct a life total that is not the asker's own, or so that the duel ends."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The base of all entries."""


@dataclass(frozen=True, slots=True)
class DuelBegun(Entry):
    """The duel has begun: the players, rules and cards; the first entry of a journal."""

    setup: DuelSetup
    number: int
    mat: str
    """The digest of the mat."""


@dataclass(frozen=True, slots=True)
class ActionDone(Entry):
    """An action was carried out."""

    action: Action
    by: Seat
    """The acting seat; NOBODY: chance, or a judge's ruling."""
    layout: Layout
    """The cards on the mat: they determine the face-down card and the obligations."""
    salt: bytes
    """Secret: it opens, card by card, the commitments that this action makes."""
    sealed: tuple[Seal, ...] = ()
    """The commitments that were published with it; the reducer computes them itself."""
    opened: tuple[Opening, ...] = ()
    """The openings that were published with it; the reducer computes them itself."""
    again: Layout | None = None
    """The cards on the mat now, where an action that was taken back is done again; `layout` is
    that of the first time. None: it is done for the first time.
    """


@dataclass(frozen=True, slots=True)
class TakenBack(Entry):
    """The last play was taken back."""

    by: Seat
    action: Action
    """The action taken back, for readers of the journal."""
    layout: Layout
    ruled: str = ""
    """The judge's reason, where a judge ruled so."""


@dataclass(frozen=True, slots=True)
class ObligationMet(Entry):
    """Hands have done something that no zone shows."""

    kind: ObligationKind
    zone: MatZone
    key: str = ""


@dataclass(frozen=True, slots=True)
class ZonesSettled(Entry):
    """Zones in which the hands had to follow the duel lie as they should."""

    zones: tuple[MatZone, ...]


@dataclass(frozen=True, slots=True)
class ZonesLost(Entry):
    """Readers have broken down or work again: what lies in these zones is told from now on."""

    zones: tuple[MatZone, ...]
    """All zones with a reader that does not work."""
    layout: Layout
    """The cards on the mat: hands make those of a zone that was lost as the duel has them."""


@dataclass(frozen=True, slots=True)
class Requested(Entry):
    """A player asks the other for something."""

    kind: RequestKind
    by: Seat
    correction: CorrectLife | None = None
    """The life that is to be set, where the kind is LIFE."""


@dataclass(frozen=True, slots=True)
class RequestsRefused(Entry):
    """A player refuses what the other has asked for."""

    kinds: tuple[RequestKind, ...]


@dataclass(frozen=True, slots=True)
class AskingChanged(Entry):
    """A seat has changed when it is asked whether it responds."""

    by: Seat
    kinds: frozenset[WindowKind]
    """The kinds of windows in which it is asked."""
    until: PassUntil | None = None
    """For how long it lets all of them pass."""


@dataclass(frozen=True, slots=True)
class TurnEnding(Entry):
    """A seat has said that its turn ends, or has thought better of it."""

    by: Seat
    ends: bool = True


@dataclass(frozen=True, slots=True)
class MeaningAsked(Entry):
    """The cards on the mat could be several plays, and their player was asked which."""

    ways: tuple[str, ...]
    seen: Mapping[MatZone, Sight | None]
    """The zones and cards that the question is about."""


@dataclass(frozen=True, slots=True)
class MeaningChosen(Entry):
    """A player has answered which play the cards on the mat are."""

    way: str
    seen: Mapping[MatZone, Sight | None]


@dataclass(frozen=True, slots=True)
class PlayRefused(Entry):
    """A play was refused."""

    rules: tuple[str, ...]
    text: str
    remedies: tuple[str, ...]
    plays: tuple[Action, ...]
    """The plays that may have been meant, the nearest first: a judge may let one of them stand."""
    zones: tuple[MatZone, ...]
    """The zones where it lies; none: it was entered without laying a card."""


@dataclass(frozen=True, slots=True)
class PlayWithdrawn(Entry):
    """The cards of a refusal, a question or an answer are gone from where they lay."""


@dataclass(frozen=True, slots=True)
class CardExposed(Entry):
    """A face-down card was turned face-up, and no play does that."""

    zone: MatZone
    key: CardKey


@dataclass(frozen=True, slots=True)
class JudgeCalled(Entry):
    """A judge was called, or sent away."""

    by: Seat
    called: bool


@dataclass(frozen=True, slots=True)
class RulingSent(Entry):
    """A judge of the event has given the ruling that follows from afar."""

    number: int
    """The ruling's number at the event."""
    judge: str


@dataclass(frozen=True, slots=True)
class CardLookedAt(Entry):
    """A judge is shown a face-down card; the entry says that, and not which it is."""

    zone: MatZone
    reason: str


@dataclass(frozen=True, slots=True)
class RefusalUpheld(Entry):
    """The judge has the refused play taken back."""

    reason: str


@dataclass(frozen=True, slots=True)
class RollbackAccepted(Entry):
    """The judge has the duel go on from an earlier copy of its journal."""

    reason: str
    written: int
    """The number of entries that had been written."""
    head: str
    """The hash of the last of those, which the journal no longer has."""


@dataclass(frozen=True, slots=True)
class TimeCalled(Entry):
    """The event has called time: the end of the match is played by these steps."""

    steps: tuple[EndStep, ...]


@dataclass(frozen=True, slots=True)
class TimeWithdrawn(Entry):
    """The table has got more time after time was called: the duel goes on as before."""


@dataclass(frozen=True, slots=True)
class DuelDecided(Entry):
    """The event has ended the duel: by its end-of-match procedure, or by a penalty."""

    winner: Seat | None
    cause: EndCause
    reason: str = ""
    """The infraction, where it is a penalty."""
    penalty: int = 0
    """The number of the penalty at the event; 0: it is none."""


@dataclass(frozen=True, slots=True)
class ResultConfirmed(Entry):
    """A player has confirmed the result of the match."""

    by: Seat


@dataclass(frozen=True, slots=True)
class TakenOver(Entry):
    """The duel goes on here that was begun at another table."""

    table: int
    """The table where it was begun."""
    stream: str
    """The stream of its reports there."""
    n: int
    """The last of those reports that counts."""


@dataclass(frozen=True, slots=True)
class Gone(Entry):
    """The match has gone to another table."""

    table: int


@dataclass(frozen=True, slots=True)
class SideChosen(Entry):
    """A player has chosen cards to exchange with the side deck; nobody else may know."""

    by: Seat
    choice: SideChoice


@dataclass(frozen=True, slots=True)
class SideTimeOver(Entry):
    """The time for side decking is over, and a judge is called."""


@dataclass(frozen=True, slots=True)
class DuelEnded(Entry):
    """The duel is over."""

    winner: Seat | None
    reason: str
