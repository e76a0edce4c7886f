"""The views of a table's pages, each made for one audience, once for each change.

Two audiences never share an object. What only its owner may see (how a touched card may be used)
is computed when all others have their views, so that nobody's wait reveals which card it is.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import Final

from msgspec import Struct, structs

from duelmat_engine import NOBODY, CardKey, Seat, parse_seat, seat_letter
from duelmat_host.app.audiences import Audiences
from duelmat_host.app.card_uses import ActsCache, UsesCache, whole_steps, worked_out_uses
from duelmat_host.app.held_cards import held_piles, with_laid
from duelmat_host.app.line_view import link_view
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.players.possible_actions import looked_count
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.card_options import CardOption, own_card
from duelmat_host.showing.match_types import EventView
from duelmat_host.showing.overlay import OverlayView, overlay_view
from duelmat_host.showing.view_types import (
    JUDGE,
    OVERLAY,
    PUBLIC,
    CardOptions,
    LightsView,
    LinkView,
    PublicView,
    SeatView,
)
from duelmat_host.showing.views import judge_view, option_view, public_view, seat_view
from duelmat_host.table.errors import DeclinedError
from duelmat_host.table.table import Table
from duelmat_message import say
from duelmat_serving.feeds import FeedEvent
from duelmat_serving.language.catalogs import ENGLISH, Language

LOOK_S: Final = 0.5
"""The time between two looks at the connection to the board."""


class Around(Struct, frozen=True):
    """The facts around the duel that pages show as well."""

    mat_trouble: str | None = None
    """The reason why there is no simulated mat; None: there is one, or a real one."""
    event: EventView | None = None
    """The table's place in its event; None: it plays at none."""


class PageViews:
    """The views that the pages of one table are shown."""

    def __init__(self, loop: TableLoop, players: MatPlayers, head: Callable[[], str]) -> None:
        """`head` returns the head of the journal that everybody is shown (shown_head.py)."""
        self._loop = loop
        self._players = players
        self._head = head
        self._around = Around()
        seats = map(seat_letter, map(Seat, loop.table.state.duel.seats))
        self._audiences = Audiences((PUBLIC, OVERLAY, *seats, JUDGE), self._shown_to, loop.metrics)
        self._changed = asyncio.Event()
        self._everybody_shown = asyncio.Event()
        """Set while everybody has been shown the present state."""
        self._stop = asyncio.Event()
        self._touched: tuple[MatZone | None, Seat | None] = (None, None)
        """The card that was touched when everybody was shown what is so, and its owner."""
        self._options: tuple[Table, Seat, list[CardOption]] | None = None
        """The table and the owner for whom the ways of using the touched card were worked out."""
        self._uses = UsesCache()
        self._acts = ActsCache()

    def seat(self, players: MatPlayers) -> None:
        """Show the hands of the next duel's players."""
        self._players = players
        self.renew()

    def close(self) -> None:
        """End the feeds of all viewers, now and from now on."""
        self._stop.set()
        self._audiences.close()

    def end_feeds(self) -> None:
        """End the feeds of all viewers; their pages ask for others."""
        self._audiences.end_feeds()

    # Views

    def view(self, viewer: str) -> PublicView:
        """Return the present view of "public", "judge" or a seat's letter."""
        self._loop.metrics.views += 1
        playable = self._loop.output.playable
        view, event = self._view(viewer), self._around.event
        hands, state = self._players.hands, self._loop.table.state
        piles = view.piles if hands is None else held_piles(state, hands, viewer)
        return structs.replace(
            view, head=self._head(), playable=playable, event=event, piles=piles
        )

    def _shown_to(self, viewer: str) -> PublicView | OverlayView:
        """Return the present view of this viewer, which may be the overlay."""
        if viewer != OVERLAY:
            return self.view(viewer)
        self._loop.metrics.views += 1
        return overlay_view(self._loop.table.now, self.link())

    def _view(self, viewer: str) -> PublicView:
        shown, link = self._loop.table.now, self.link()
        if viewer == PUBLIC:
            return public_view(shown, link)
        if viewer == JUDGE:
            return judge_view(shown, link)
        seat, hands, duel = parse_seat(viewer), self._players.hands, shown.state.duel
        held = self._held(seat)
        looked: tuple[str, ...] = ()
        is_looking = duel.decision is not None and duel.decision.seat == seat
        if hands is not None and duel.phase != "setup" and is_looking:
            looked = hands.look(seat, looked_count(self._loop.table))
        known = self._options
        options = known[2] if known is not None and known[:2] == (shown, seat) else []
        acts = self._acts.known(shown, seat, with_laid(shown.state, hands, seat, held))
        follows = None if hands is None else seat not in hands.practising
        return seat_view(shown, seat, link, held, looked, options, acts, follows=follows)

    def _held(self, seat: Seat) -> tuple[str, ...]:
        """Return the cards of a hand that its player sees, where hands are simulated."""
        hands, phase = self._players.hands, self._loop.table.state.duel.phase
        return () if hands is None or phase == "setup" else hands.held(seat)

    def link(self) -> LinkView:
        """Return the state of the connection to the board, or why there is no simulated one."""
        if self._around.mat_trouble is not None:
            return LinkView("down", self._around.mat_trouble)
        is_simulated = self._players.hands is not None
        return link_view(self._loop.line, self._loop.sense, is_simulated=is_simulated)

    # Feeds

    def subscribe(
        self, viewer: str, beat_s: float | None = None, language: Language = ENGLISH
    ) -> AsyncGenerator[FeedEvent]:
        """Return the views and lights of a viewer as they change, beginning with the present ones.

        beat_s: the time without an event after which a beat is yielded; None = never.
        language: the viewer's language.
        """
        return self._audiences.follow(viewer, language, beat_s)

    async def link_states(self, look_s: float = LOOK_S) -> AsyncIterator[LinkView]:
        """Yield the state of the connection to the board, each time it has changed and stays so.

        Short changes in between, as from a cable that is pulled and plugged in, are left out.
        """
        said: LinkView | None = None
        before: LinkView | None = None
        while not self._stop.is_set():
            state = self.link()
            if state == before and state != said:
                said = state
                yield state
            before = state
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(look_s):
                    await self._stop.wait()

    def show_lights(self, lights: LightsView) -> None:
        """Show other lights to all viewers of lights."""
        self._audiences.show_lights(lights)

    def show_mat_trouble(self, trouble: str | None) -> None:
        """Show why there is no simulated mat; None: there is one."""
        self._around = structs.replace(self._around, mat_trouble=trouble)
        self.renew()

    def show_event(self, event: EventView) -> None:
        """Show the table's place in its event; one that is shown already changes nothing."""
        if event != self._around.event:
            self._around = structs.replace(self._around, event=event)
            self.renew()

    def renew(self) -> None:
        """Show every page the present state."""
        self._everybody_shown.clear()
        self._changed.set()

    async def run(self) -> None:
        """Show every change to every audience that somebody is in, everybody first."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._show_acts(), name="acts")
            await self._show_changes()

    async def _show_changes(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            for viewer in self._audiences.viewers:
                await self._audiences.show(viewer)
            self._acts.is_due.set()
            await self._show_options()
            if not self._changed.is_set():
                self._everybody_shown.set()

    # What may be used

    async def _show_acts(self) -> None:
        """Work out what the deciding seat may use when all are shown a decision, and show it.

        It is sent after whole steps of time and once for each decision, even if nothing may be
        used: neither says which cards the seat has.
        """
        while True:
            await self._acts.is_due.wait()
            self._acts.is_due.clear()
            shown = self._loop.table.now
            decision = shown.state.duel.decision
            if decision is None or decision.seat == NOBODY:
                continue
            seat, hands = decision.seat, self._players.hands
            held = with_laid(shown.state, hands, seat, self._held(seat))
            if self._acts.known(shown, seat, held) is None:
                await self._acts.work_out(shown, seat, held)
                await self._audiences.show(seat_letter(seat), is_sent_again=True)

    async def _show_options(self) -> None:
        """Work out the ways of using a card that was touched, and show its owner.

        The owner is sent the view again for each touch, even for a card without uses: whether a
        card has uses would reveal which card it is.
        """
        shown = self._loop.table.now
        place, owner = shown.selected, shown.asked_owner
        before, self._touched = self._touched, (place, owner)
        if place is None or owner is None:
            return
        if self._options is None or self._options[:2] != (shown, owner):
            begun_s = asyncio.get_running_loop().time()
            options = await worked_out_uses(shown.state, owner, place)
            await whole_steps(begun_s)
            if self._loop.table.now is not shown:
                self._touched = before  # what has changed is shown next, and this with it
                return
            self._options = (shown, owner, options)
            is_new = before != self._touched
            await self._audiences.show(seat_letter(owner), is_sent_again=is_new)

    async def uses(self, letter: str, card: str) -> CardOptions:
        """Return the uses of a seat's own card, and the reasons against further uses.

        card: its zone, or in hand its key.
        The uses are worked out after everybody has been shown the present state, as for a touched
        card, and are kept while nothing changes; others are served between the steps. Raises
        DeclinedError, always with the same words, for a card that the seat's page does not show as
        its own, whether it is there or not.
        """
        await self._everybody_shown.wait()
        begun_s = asyncio.get_running_loop().time()
        view = self._view(letter)
        assert isinstance(view, SeatView)
        if not own_card(view, card):
            raise DeclinedError(
                say("That is no card of yours on the mat or in your hand."),
            )
        held = [CardKey(each.key) for each in view.hand if not each.looked]
        seat = parse_seat(letter)
        found = await self._uses.of(self._loop.table.state, seat, card, held)
        await whole_steps(begun_s)
        shown = self._loop.table.now
        return CardOptions([option_view(shown, seat, each, card) for each in found])
