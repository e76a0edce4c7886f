"""What an event wants of the duel that is played at a table, and how the table does it."""

from __future__ import annotations

from duelmat_engine import parse_seat
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.table.inputs import (
    Input,
    MatchGone,
    PenaltyGiven,
    RoundTimeGoesOn,
    RoundTimeUp,
    SideTimeUp,
)
from duelmat_host.uplink.event_rulings import EventRulings
from duelmat_host.uplink.side_clock import SideClock
from duelmat_host.uplink.starter_notes import StarterNotes
from duelmat_host.uplink.uplink import Uplink
from duelmat_message import words_of
from duelmat_message.errors import DuelmatError
from duelmat_venue.end_steps import EndStep
from duelmat_venue.texts import text_of
from duelmat_venue.wanted import Wanted, WantedGone


class EventOrders:
    """Tells the table the end of its match, its losses and its rulings."""

    def __init__(
        self, loop: TableLoop, duels: DuelSeries, uplink: Uplink, starter: StarterNotes
    ) -> None:
        """Args:
        loop: the table.
        duels: its duels and their journals.
        uplink: the connection to the event.
        starter: gets the sentences for whoever started the table.

        """
        self._loop = loop
        self._duels = duels
        self._uplink = uplink
        self._starter = starter
        self._rulings = EventRulings(loop, uplink)
        self._side = SideClock()

    @property
    def side_ends_ms(self) -> int | None:
        """The moment at which side decking has to be over; None: no time for it runs."""
        return self._side.ends_ms(self._loop.table.state, self._uplink.now_ms)

    def follow(self, played: int) -> None:
        """Tell the table what the event wants of the duel that is played: its end, or its loss.

        The table takes each once, and writes it down.

        played: the round whose match is played; 0: none.
        """
        wanted = self._uplink.wanted
        match = None if wanted is None else wanted.match
        if wanted is None:
            return
        if wanted.gone is not None:
            self._let_go(wanted.gone, played)
        self._follow_rulings(wanted)
        if match is None or match.round != played:
            return
        loop, state = self._loop, self._loop.table.state
        inputs: list[Input] = [
            PenaltyGiven(
                loss.number,
                parse_seat(loss.seat),
                text_of(loss.infraction),
                ends_match=loss.ends_match,
            )
            for loss in wanted.losses
            if not state.duel.is_over() and (loss.ends_match or loss.number not in state.penalties)
        ]
        side_ends_ms = self.side_ends_ms
        if side_ends_ms is not None and self._uplink.now_ms >= side_ends_ms:
            inputs.append(SideTimeUp())
        try:
            is_up = wanted.is_time_up(self._uplink.now_ms)
            if state.ends.time is not None and not is_up and not wanted.result:
                inputs.append(RoundTimeGoesOn())
            if is_up and state.ends.time is None and not state.is_match_over:
                inputs.append(RoundTimeUp(tuple(map(EndStep, wanted.procedure))))
            for each in inputs:
                loop.take(each)
        except ValueError:
            self._starter.tell(
                "Expected an end-of-match procedure that this Duelmat knows, got "
                f"{', '.join(wanted.procedure)} from the event. Update Duelmat at this table; "
                "until then a judge ends the match."
            )
        except DuelmatError as error:
            self._starter.tell(f"The table cannot follow the event: {words_of(error)}")

    def _follow_rulings(self, wanted: Wanted) -> None:
        """Answer the rulings that wait for the table, and carry out those that are confirmed."""
        try:
            self._rulings.follow(wanted.rulings)
        except DuelmatError as error:
            self._starter.tell(f"A ruling of the event waits: {words_of(error)}")

    def _let_go(self, gone: WantedGone, played: int) -> None:
        """Stop playing a match that has gone to another table; its journal stays as it is."""
        loop = self._loop
        if gone.round != played or loop.table.state.gone_to:
            return
        try:
            loop.take(MatchGone(gone.table))
        except DuelmatError as error:
            self._starter.tell(f"The table cannot follow the event: {words_of(error)}")
            return
        self._starter.tell(
            f"The match of this table has gone to table {gone.table} and is played on there. "
            f"Keep {self._duels.current.journal.path} for the judge."
        )
