"""Draft: a table that is being changed by one input, with the entries of the change so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from duelmat_engine import Action, Advance, CorrectLife, Pass, Roll, Seat
from duelmat_host.sensing.layout import Face, Layout, MatZone
from duelmat_host.table.duel_setup import Dice
from duelmat_host.table.entries import (
    ActionDone,
    DuelDecided,
    Entry,
    JudgeCalled,
    ObligationMet,
    PlayRefused,
    RefusalUpheld,
    TakenBack,
)
from duelmat_host.table.holdups import Holdup, holdup_text
from duelmat_host.table.input_mode import places_of
from duelmat_host.table.matcher import Matcher, Sensed, sensed
from duelmat_host.table.messages import Message, MessageKind
from duelmat_host.table.obligations import Obligation
from duelmat_host.table.reducer import apply, missing_end, with_proofs
from duelmat_host.table.reports import refusal_message
from duelmat_host.table.seals import fresh_salt
from duelmat_host.table.shown_cards import was_shown
from duelmat_host.table.state import TableState
from duelmat_host.table.table import LegalActions, Table


@dataclass(frozen=True, slots=True)
class Chance:
    """The sources of chance, which come from outside."""

    dice: Dice
    salt: Callable[[], bytes] = fresh_salt
    """Returns the secret salts of commitments."""


@dataclass(slots=True)
class Draft:
    """A table that is being changed."""

    table: Table
    chance: Chance
    now_ms: int
    entries: list[Entry] = field(default_factory=list)

    @property
    def state(self) -> TableState:
        return self.table.state

    @property
    def legal(self) -> LegalActions:
        return self.table.legal

    def change(self, **parts: Any) -> None:
        """Replace parts of the table."""
        self.table = replace(self.table, **parts)

    def see(self, **parts: Any) -> None:
        """Replace parts of the layout and its meaning."""
        self.change(seen=replace(self.table.seen, **parts))

    def point(self, **parts: Any) -> None:
        """Replace parts of the players' pointing."""
        self.change(pointing=replace(self.table.pointing, **parts))

    def announce(self, **parts: Any) -> None:
        """Replace parts of the announcements."""
        self.change(announcements=replace(self.table.announcements, **parts))

    # Entries

    def write(self, entry: Entry) -> None:
        """Add an entry, and go on with the state after it."""
        before, after = self.state, apply(self.state, entry)
        self.entries.append(with_proofs(entry, before, after))
        self.change(state=after)
        if after.duel is not self.legal.duel:
            self.change(legal=LegalActions(after.duel, after.zones))
        if after.zones is not before.zones:
            self.change(matcher=Matcher(after.zones))
        match entry:
            case ActionDone(action=action, by=seat):
                self._follow_up(action, seat)
            case DuelDecided():
                self.announce(notice=None, whispers={})
                self.point(selected=None, planned=None)
                self.write_missing_end()
            case TakenBack():
                self.announce(notice=None, whispers={})
                self.point(selected=None, planned=None)
                for spot in after.zones.landing_spots:
                    self.meet_landed(spot)
            case JudgeCalled() | RefusalUpheld():
                self._renew_notice()
            case ObligationMet() if self.table.announcements.is_holdup:
                self._renew_notice()
            case _:
                pass

    def act(self, action: Action, seat: Seat) -> None:
        """Carry an action out."""
        self.write(ActionDone(action, seat, self.lying(), self.chance.salt()))

    def lying(self) -> Layout:
        """Return the part of the layout that a duel is about."""
        zones = self.state.zones
        return self.table.layout.only(zones.rows | frozenset(zones.landing_spots))

    def look(self) -> Sensed:
        """Return the changes that hands have made."""
        return sensed(self.state, self.table.layout, self.legal)

    def _follow_up(self, action: Action, seat: Seat) -> None:
        """Confirm an action where it was done, and remove the obligations that it has met."""
        if not isinstance(action, CorrectLife):
            self.announce(notice=None)
        self.change(announcements=self.table.announcements.whispering(seat, None))
        if not isinstance(action, Pass):  # who was asked first does not undo what was touched
            self.point(selected=None)
        if not isinstance(action, Advance | Pass | Roll):
            self.point(planned=None)
        for place in places_of(action, self.state.zones, self.state.current.spots):
            self.confirm(place)
        for spot in self.state.zones.landing_spots:
            self.meet_landed(spot)
        for each in self.state.obligations:
            if was_shown(each, self.table.seen.landings):
                self.meet(each)
        self.write_missing_end()

    def write_missing_end(self) -> None:
        """Add the entry of the duel's end, if the duel is over and the entry is missing."""
        end = missing_end(self.state)
        if end is not None:
            self.write(end)

    # Obligations

    def meet_landed(self, spot: MatZone) -> None:
        """Meet the obligation to show a card that lies face-up on its landing spot."""
        sight = self.table.layout.get(spot)
        if sight is None or sight.face is not Face.UP:
            return
        for each in self.state.obligations:
            if (each.zone, each.key) == (spot, sight.key):
                self.meet(each)
                return

    def meet(self, each: Obligation) -> None:
        """Add the entry for a met obligation that no zone shows."""
        self.write(ObligationMet(each.kind, each.zone, each.key))
        self.confirm(each.zone)

    # Announcements

    def confirm(self, place: MatZone) -> None:
        """Let the lamp of a zone confirm for a while that a play was understood."""
        self.change(announcements=self.table.announcements.confirming(place, self.now_ms))

    def notify(self, message: Message | None) -> None:
        """Show everybody a message; None withdraws the present one."""
        self.announce(notice=message, holds_up=False)

    def inform(self, text: str) -> None:
        """Show everybody a fact worth knowing."""
        self.notify(Message(MessageKind.INFO, text))

    def hold_up(self, holdup: Holdup) -> None:
        """Show everybody the act that must come first."""
        message = Message(MessageKind.OBLIGATION, holdup_text(self.state, holdup))
        self.announce(notice=message, holds_up=True)

    def refuse(self, entry: PlayRefused) -> None:
        """Report a refusal; a repeated one is written down once."""
        if entry != self.state.refusal:
            self.write(entry)
        self.notify(refusal_message(entry))

    def _renew_notice(self) -> None:
        """Replace an outdated notice by the refusal that stands, if any."""
        refusal = self.state.refusal
        if self.table.announcements.is_holdup or refusal is None:
            self.notify(None if refusal is None else refusal_message(refusal))
