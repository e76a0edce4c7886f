"""The views of a table's pages, and the uses of a card that its owner alone is shown.

Views are made for an audience, once for each change; two audiences never share an object. What
only its owner may see (how a touched card may be used) is computed when all others have their
views, so that nobody's wait reveals which card it is.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct, structs

from duelmat_engine import NOBODY, CardKey, Duel, Seat, is_key, key_seat, parse_seat, seat_letter
from duelmat_host.app.audiences import Audiences
from duelmat_host.app.line_view import link_view
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.players.hands import Hands
from duelmat_host.players.possible_actions import looked_count
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.card_options import CardOption, card_option_steps, legal_first, own_card
from duelmat_host.showing.match_types import EventView
from duelmat_host.showing.overlay import OverlayView, overlay_view
from duelmat_host.showing.pile_views import held_piles_view
from duelmat_host.showing.usable import SeatActs, seat_act_steps, takes_acts
from duelmat_host.showing.view_types import (
    JUDGE,
    OVERLAY,
    PUBLIC,
    CardOptions,
    LightsView,
    LinkView,
    PilesView,
    PublicView,
    SeatView,
)
from duelmat_host.showing.views import judge_view, option_view, public_view, seat_view
from duelmat_host.table.errors import DeclinedError
from duelmat_host.table.obligations import SHOWN_PILES
from duelmat_host.table.state import TableState
from duelmat_host.table.table import Table
from duelmat_message import say
from duelmat_serving.feeds import FeedEvent
from duelmat_serving.language.catalogs import ENGLISH, Language

TOLD_STEP_S: Final = 0.15
"""A page is told after whole steps of this what a card may do: working it out takes 4 to 30 ms in
most games, and the time would say which card it is."""


class CardUses:
    """The ways of using cards in one state of a table, as seats have asked for them."""

    def __init__(self) -> None:
        self._state: TableState | None = None
        self._known: dict[tuple[Seat, str, tuple[CardKey, ...]], list[CardOption]] = {}

    async def of(
        self, state: TableState, seat: Seat, card: str, held: Sequence[CardKey]
    ) -> list[CardOption]:
        """Return the uses of a card for a seat, and the reasons against further uses.

        card: the card's zone, or in hand its key.
        held: the cards of the seat's hand.
        """
        if self._state is not state:
            self._state, self._known = state, {}
        known, key = self._known, (seat, card, tuple(held))
        if key not in known:
            place = CardKey(card) if is_key(card) else MatZone(card)
            known[key] = await worked_out(card_option_steps(state, seat, place, held))
        return known[key]


async def worked_out(steps: Iterable[CardOption | None]) -> list[CardOption]:
    """Return the ways of using a card; others are served between the steps."""
    found: list[CardOption] = []
    for option in steps:
        await asyncio.sleep(0)
        if option is not None:
            found.append(option)
    return legal_first(found)


class ActsNow:
    """Keeps what the deciding seat may do, as it was worked out last."""

    def __init__(self) -> None:
        self.is_due = asyncio.Event()
        """Set when everybody has been shown something new."""
        self._duel: Duel | None = None
        self._about: tuple[object, ...] = ()
        """All but the duel that it was worked out for."""
        self._found = SeatActs()

    def known(self, shown: Table, seat: Seat, held: Sequence[str]) -> SeatActs | None:
        """Return what a seat may do; None: it is not worked out yet."""
        duel = shown.state.duel
        if duel.decision is None or duel.decision.seat != seat:
            return SeatActs()
        is_known = self._duel is duel and self._about == (takes_acts(shown), seat, *held)
        return self._found if is_known else None

    async def work_out(self, shown: Table, seat: Seat, held: Sequence[str]) -> None:
        """Work out what a seat may do; others are served between the steps."""
        begun_s = asyncio.get_running_loop().time()
        found = SeatActs()
        for each in seat_act_steps(shown, seat, [CardKey(key) for key in held]):
            await asyncio.sleep(0)
            found = found if each is None else each
        await whole_steps(begun_s)
        self._duel, self._about = shown.state.duel, (takes_acts(shown), seat, *held)
        self._found = found


async def whole_steps(begun_s: float) -> None:
    """Wait until whole steps of time have passed."""
    passed_s = asyncio.get_running_loop().time() - begun_s
    await asyncio.sleep(-passed_s % TOLD_STEP_S)


def with_laid(
    state: TableState, hands: Hands | None, seat: Seat, held: Sequence[str]
) -> tuple[str, ...]:
    """Return the cards of a seat's hand with those of it that lie on the mat, as a play begun."""
    if hands is None or state.duel.phase == "setup":
        return tuple(held)
    known = {piece.key or state.secrets.get(piece.oid) for _, piece in state.duel.pieces()}
    laid = (k for k, lies in hands.lying.items() if lies.from_deck < 0 and k not in known)
    return (*held, *sorted(k for k in laid if key_seat(k) == seat))


def held_piles(state: TableState, hands: Hands, viewer: str) -> dict[str, PilesView]:
    """Return the cards beside the rows as simulated hands hold them, by seat, for a viewer."""
    found = {}
    for seat, side in enumerate(hands.sides):
        letter = seat_letter(Seat(seat))
        stacks = {kind: hands.stack_of(Seat(seat), kind) for kind in SHOWN_PILES}
        found[letter] = held_piles_view(
            state,
            Seat(seat),
            len(side.hand),
            len(side.deck),
            stacks,
            own=viewer in (letter, JUDGE),
        )
    return found


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
        self._uses = CardUses()
        self._acts = ActsNow()

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
        return link_view(self._loop.line, self._loop.sense)

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
            options = await worked_out(card_option_steps(shown.state, owner, place))
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
