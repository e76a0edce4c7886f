"""The table as the pages use it: one event loop runs it and shows it to every audience.

Views are made for an audience, once for each change; two audiences never share an object. What
only its owner may see (how a touched card may be used) is computed when all others have their
views, so that nobody's wait reveals which card it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Mapping
from importlib.metadata import version
from time import monotonic, monotonic_ns
from typing import Annotated, Any, Final

import msgspec
from msgspec import structs

from duelmat_engine import CardKey, Seat, is_key, parse_seat, seat_letter
from duelmat_hardware import page_geometry
from duelmat_host.app.access import ENROLLING, JUDGE, Access, new_links
from duelmat_host.app.audiences import OVERLAY, PUBLIC, Audiences
from duelmat_host.app.card_uses import whole_steps, worked_out
from duelmat_host.app.enrolling import EnrolDesk, Enrolled, EnrollRequest, LookAtSpot
from duelmat_host.app.fingers import Fingers
from duelmat_host.app.metrics import WarningCounter
from duelmat_host.app.metrics_text import metrics_text
from duelmat_host.app.opponent_steps import do_moved, do_simulated
from duelmat_host.app.page_facts import Health, PageFacts, SeatFacts
from duelmat_host.app.replays import ReplayArchive
from duelmat_host.app.table_loop import LineView, TableLoop
from duelmat_host.cards.art import ArtFolder, Picture
from duelmat_host.errors import NoReplayError, RigError, RigGoneError
from duelmat_host.link.rig import AsyncRigClient
from duelmat_host.players.hand_requests import HandRequest, PressButton, carry_out
from duelmat_host.players.hands import Hands, HandsError
from duelmat_host.players.mover import Mover
from duelmat_host.players.opponent import Opponent, looked_count
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.card_faces import card_faces
from duelmat_host.showing.card_options import (
    CardOption,
    card_option_steps,
)
from duelmat_host.showing.face_types import CardFaces
from duelmat_host.showing.overlay import overlay_view
from duelmat_host.showing.overlay_types import OverlayView
from duelmat_host.showing.replay_types import DuelSummary, Replay
from duelmat_host.showing.seen_cards import own_card
from duelmat_host.showing.view_types import (
    CardOptions,
    LightsView,
    LinkView,
    PublicView,
    SeatView,
)
from duelmat_host.showing.views import judge_view, option_view, public_view, seat_view
from duelmat_host.table.commands import Command, Rematch, Ruling
from duelmat_host.table.errors import DeclinedError
from duelmat_host.table.shown import Shown
from duelmat_host.table.state import TableState
from duelmat_message import (
    named,
    say,
    words_of,
)
from duelmat_message.errors import DuelmatError
from duelmat_serving.feeds import FeedEvent
from duelmat_serving.language.catalogs import ENGLISH, Language

ROUND_S: Final = 0.02
"""The longest time between two rounds of the table."""
REVIVE_S: Final = 0.5
"""The time between two attempts to start a simulated mat again."""
CANCEL_S: Final = 0.5
"""The time within which a cancelled task has ended, or is cancelled again."""
LOOK_S: Final = 0.5
"""The time between two looks at the connection to the board."""
BOT_STEP_S: Final = 0.6
"""Time between two movements of the practice opponent."""
STUCK_S: Final = 5.0
"""A table that was not turned for so long hangs: it is turned fifty times a second."""


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to a question: the option by its place."""

    prompt: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    """The question's id."""
    option: Annotated[int, msgspec.Meta(ge=0, le=9999)]
    """The place of the option in the question, from 0."""


CARD_OR_ZONE: Final = r"^([a-d]:[A-Za-z0-9_/-]{1,40}|[A-Za-z0-9._-]{1,24})$"


class AskUses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question of a seat: what may its card do now, and why not more."""

    card: Annotated[str, msgspec.Meta(pattern=CARD_OR_ZONE)]
    """The card by its zone, or in hand by its key."""


def viewers_of(seats: Iterable[Seat]) -> list[str]:
    """Return the pages that are opened by a link: the seats', the judge's, the enrolling one."""
    return [*map(seat_letter, seats), JUDGE, ENROLLING]


def now_ms() -> int:
    """Return the time by the steady clock that the table runs by."""
    return monotonic_ns() // 1_000_000


class TableService:
    """One table with its pages."""

    def __init__(
        self,
        table_loop: TableLoop,
        *,
        hands: Hands | None = None,
        rig: AsyncRigClient | None = None,
        opponent: Opponent | None = None,
        mover: Mover | None = None,
        one_screen: bool = False,
        rematch: Callable[[], None] | None = None,
        enroll: EnrolDesk | None = None,
        revive: Callable[[], Awaitable[AsyncRigClient]] | None = None,
        access: Access | None = None,
        head: Callable[[], str] = lambda: "",
        tell_end: Callable[[], None] = lambda: None,
        art: ArtFolder | None = None,
        archive: ReplayArchive | None = None,
    ) -> None:
        """Args:
        table_loop: the mat and its duel.
        hands: the players' hands, where the mat is simulated.
        rig: the simulated mat, for the lights that its board really drives.
        opponent: who plays the other seat, if nobody does.
        mover: has a person move the opponent's cards, where the mat is real.
        one_screen: whether the players share a screen, so that a curtain parts their pages.
        rematch: begins the next duel on this table.
        enroll: takes the requests of the enrolling page.
        revive: starts the simulated mat again when it has ended.
        access: who may open which page; fresh links if there is none.
        head: the head of the journal that everybody is shown (see shown_head.py).
        tell_end: called when a duel has ended.
        art: the user's own pictures of cards, if there are any.
        archive: the duels that this table has played, where their journals are kept.

        """
        self.table_loop = table_loop
        self._hands: Hands | None = None
        self._rig = rig
        self.opponent: Opponent | None = None
        self._mover: Mover | None = None
        self.one_screen = one_screen
        self._rematch = rematch
        self._enroll = enroll
        self._revive = revive
        seats = [Seat(s) for s in table_loop.table.state.duel.seats]
        self.access = access or Access(new_links(viewers_of(seats)))
        self._head = head
        self._tell_end = tell_end
        self._art = art
        self._archive = archive
        rules = table_loop.table.state.rules
        self._faces = CardFaces(card_faces(rules, () if art is None else art.codes))
        self._was_over = False
        self._trouble = ""
        self._audiences = Audiences((PUBLIC, OVERLAY, *map(seat_letter, seats), JUDGE), self._now)
        self._changed = asyncio.Event()
        self._told = asyncio.Event()
        """Set while everybody has been shown what is so."""
        self._touched: tuple[MatZone | None, Seat | None] = (None, None)
        """The card that was touched when everybody was shown what is so, and its owner."""
        self._options: tuple[Shown, Seat, list[CardOption]] | None = None
        self._uses_state: TableState | None = None
        """The state in which seats have asked about their cards, and been answered as follows."""
        self._uses: dict[tuple[str, str, tuple[CardKey, ...]], list[CardOption]] = {}
        self.take_hands(hands, opponent, mover)
        self._fingers = Fingers()
        self._stop = asyncio.Event()
        self._turned_s: float | None = None
        """The time of the table's last turn; None = none yet."""
        self.table_loop.metrics.count_feeds = lambda: self._audiences.count

    # Facts

    def page(self) -> PageFacts:
        """Return the constant facts for drawing the pages."""
        state = self.table_loop.table.state
        return PageFacts(
            page_geometry(self.table_loop.mat),
            state.rules.name,
            named("ruleset", state.rules.title),
            [
                SeatFacts(seat_letter(Seat(s)), name, self._is_opponent(Seat(s)))
                for s, name in enumerate(state.setup.names)
            ],
            self._hands is not None,
            self.one_screen,
            {place: state.zone_title(place) for place in sorted(state.zones.rows)},
        )

    def _is_opponent(self, seat: Seat) -> bool:
        return self.opponent is not None and self.opponent.seat == seat

    def cards(self) -> CardFaces:
        """Return the faces of the game's cards: the same for everybody, whoever holds what."""
        return self._faces

    def picture(self, code: str) -> Picture | None:
        """Return the user's own picture of a card, if there is one."""
        return None if self._art is None else self._art.picture(code)

    async def replay(self, number: int, viewer: str, language: Language = ENGLISH) -> Replay:
        """Return a duel that is over, step by step. Raises NoReplayError."""
        return await self._kept_duels().replay(number, viewer, language)

    async def summary(self, number: int) -> DuelSummary:
        """Return the summary of a duel that is over. Raises NoReplayError."""
        return await self._kept_duels().summary(number)

    async def played(self) -> list[tuple[int, DuelSummary]]:
        """Return the duels of this table that are over, the last first. Raises NoReplayError."""
        return await self._kept_duels().played()

    def _kept_duels(self) -> ReplayArchive:
        if self._archive is None:
            raise NoReplayError(
                say(
                    "Expected a table that keeps the journals of its duels, got a demonstration: "
                    "it shows no duel again."
                )
            )
        return self._archive

    def line(self) -> LineView:
        """Return counts of the line to the mat, for the judge: they depend on hidden cards."""
        return self.table_loop.statistics()

    def health(self) -> Health:
        """Return whether the table is turned, and how things stand with the board."""
        turned_s = self._turned_s
        is_turning = turned_s is not None and monotonic() - turned_s < STUCK_S
        return Health(is_turning, self._link().state, version("duelmat"))

    def metrics(self) -> bytes:
        """Return all counts in the text form of Prometheus."""
        return metrics_text(self.table_loop.metrics, self.line())

    def _now(self, viewer: str) -> PublicView | OverlayView:
        """Return what is so now, as this viewer is shown it."""
        if viewer != OVERLAY:
            return self.view(viewer)
        self.table_loop.metrics.views += 1
        return overlay_view(self.table_loop.table.shown(), self._link())

    def view(self, viewer: str) -> PublicView:
        """Return what "public", "judge" or a seat's letter may know now."""
        self.table_loop.metrics.views += 1
        playable = self.table_loop.playable
        return structs.replace(self._view(viewer), head=self._head(), playable=playable)

    def _view(self, viewer: str) -> PublicView:
        shown, link = self.table_loop.table.shown(), self._link()
        if viewer == PUBLIC:
            return public_view(shown, link)
        if viewer == JUDGE:
            return judge_view(shown, link)
        seat = parse_seat(viewer)
        held: tuple[str, ...] = ()
        looked: tuple[str, ...] = ()
        duel = shown.state.duel
        if self._hands is not None and duel.phase != "setup":
            held = self._hands.held(seat)
            decision = duel.decision
            if decision is not None and decision.seat == seat:
                looked = self._hands.look(seat, looked_count(self.table_loop.table))
        return seat_view(shown, seat, link, held, looked, self._options_of(shown, seat))

    def _link(self) -> LinkView:
        """Return the state of the connection to the board, or a simulated one's trouble."""
        return LinkView("down", self._trouble) if self._trouble else self.table_loop.link()

    def _options_of(self, shown: Shown, seat: Seat) -> list[CardOption]:
        known = self._options
        return known[2] if known is not None and known[:2] == (shown, seat) else []

    # Feeds

    def subscribe(
        self, viewer: str, beat_s: float | None = None, language: Language = ENGLISH
    ) -> AsyncGenerator[FeedEvent]:
        """Return the views and lights of a viewer as they change, beginning with what is so now.

        beat_s: a beat is yielded when nothing else was for so long; None = never.
        language: what the viewer reads.
        """
        return self._audiences.follow(viewer, language, self._stop, beat_s)

    async def link_states(self, look_s: float = LOOK_S) -> AsyncIterator[LinkView]:
        """Yield the state of the connection to the board, each time it has changed and stays so.

        Short changes in between, as from a cable that is pulled and plugged in, are left out.
        """
        said: LinkView | None = None
        before: LinkView | None = None
        while not self._stop.is_set():
            state = self._link()
            if state == before and state != said:
                said = state
                yield state
            before = state
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), look_s)

    def _tell(self) -> None:
        self._told.clear()
        self._changed.set()

    async def _show(self) -> None:
        """Show every change to every audience that somebody is in, everybody first."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            for viewer in self._audiences.viewers:
                await self._audiences.show(viewer)
            await self._show_options()
            if not self._changed.is_set():
                self._told.set()

    async def _show_options(self) -> None:
        """Work out the ways of using a card that was touched, and show its owner.

        The owner is sent the view again for each touch, also where the card has no uses: whether
        it has some tells which card it is.
        """
        shown = self.table_loop.table.shown()
        place, owner = shown.selected, shown.asked_owner
        before, self._touched = self._touched, (place, owner)
        if place is None or owner is None:
            return
        if self._options is None or self._options[:2] != (shown, owner):
            begun_s = asyncio.get_running_loop().time()
            options = await worked_out(card_option_steps(shown.state, owner, place))
            await whole_steps(begun_s)
            if self.table_loop.table.shown() is not shown:
                self._touched = before  # what has changed is shown next, and this with it
                return
            self._options = (shown, owner, options)
            is_new = before != self._touched
            await self._audiences.show(seat_letter(owner), is_sent_again=is_new)

    # Running

    async def run(self) -> None:
        """Run the table until it is stopped."""
        tasks = [
            asyncio.create_task(self._turn_table(), name="table"),
            asyncio.create_task(self._show(), name="views"),
        ]
        if self._rig is not None:
            tasks.append(asyncio.create_task(self._watch_lights(self._rig), name="lights"))
        if self._hands is not None or self._mover is not None:
            tasks.append(asyncio.create_task(self._play_opponent(), name="opponent"))
        stop = asyncio.create_task(self._stop.wait(), name="stop")
        counter = WarningCounter(self.table_loop.metrics)
        logging.getLogger().addHandler(counter)
        try:
            done, _ = await asyncio.wait({*tasks, stop}, return_when=asyncio.FIRST_COMPLETED)
            for task in done - {stop}:
                task.result()
        finally:
            logging.getLogger().removeHandler(counter)
            pending = {*tasks, stop}
            while pending:
                for task in pending:
                    task.cancel()  # again: Python 3.11 can lose one during a wait_for
                _, pending = await asyncio.wait(pending, timeout=CANCEL_S)

    def take_hands(
        self, hands: Hands | None, opponent: Opponent | None, mover: Mover | None = None
    ) -> None:
        """Take the hands at a simulated mat, and the practice opponent; others for a rematch."""
        self._hands = hands
        self.opponent = opponent
        self._mover = mover
        if mover is not None:
            self.table_loop.gate = mover.gate
            self.table_loop.takes_touch = mover.takes_touch
        if hands is not None:
            self.table_loop.whose_touch = hands.whose_touch
            self.table_loop.can_hold = False
        self._tell()

    def now_ms(self) -> int:
        """Return the time by the clock that the table runs by."""
        return now_ms()

    def stop(self) -> None:
        """Stop running, and end the feeds of all viewers."""
        self._stop.set()
        self._audiences.close()

    async def _turn_table(self) -> None:
        seen: tuple[int, int, LinkView] | None = None
        while True:
            self.table_loop.turn(now_ms())
            self._turned_s = monotonic()
            self._fingers.feel(self.table_loop.releases, self.table_loop.boot)
            version = (self.table_loop.version, self.table_loop.table.version, self._link())
            if version != seen:
                seen = version
                self._tell()
                self._notice_end()
            await self.table_loop.line.wait(0 if self.table_loop.is_behind else ROUND_S)

    def _notice_end(self) -> None:
        is_over = self.table_loop.table.state.duel.is_over()
        if is_over and not self._was_over:
            self._tell_end()
        self._was_over = is_over

    async def _watch_lights(self, rig: AsyncRigClient) -> None:
        """Show the lights that the board drives, decoded from the real signal of its pin."""
        while True:
            reason: str = say("The simulated mat has ended.")
            try:
                self._show_lights(await rig.look())
                await rig.subscribe()
                async for event in rig.events():
                    self._show_lights(event)
            except RigGoneError as error:
                reason = words_of(error)
            await rig.close()
            rig = await self._revived(reason)

    async def _revived(self, reason: str) -> AsyncRigClient:
        """Start the simulated mat again, trying until it works."""
        if self._revive is None:
            raise RigGoneError(reason)
        while True:
            self._trouble = say(
                "{reason} It is being started again; the duel waits.", reason=reason
            )
            self._tell()
            await asyncio.sleep(REVIVE_S)
            try:
                rig = await self._revive()
            except RigError as error:
                reason = words_of(error)
                continue
            self._trouble = ""
            self._tell()
            return rig

    def _show_lights(self, event: Mapping[str, Any]) -> None:
        shown = self._audiences.lights
        lights, displays = (
            event.get(what, getattr(shown, what)) for what in ("lights", "displays")
        )
        self._audiences.show_lights(LightsView(lights, displays, "board"))

    async def _play_opponent(self) -> None:
        while True:
            await asyncio.sleep(BOT_STEP_S)
            if self.table_loop.table.state.called_by is not None:
                continue  # it waits for the ruling, as everybody does
            with contextlib.suppress(DuelmatError), self.table_loop.reporting_trouble():
                table = self.table_loop.table
                if self._mover is not None:
                    do_moved(self._mover, table, now_ms())
                elif (
                    self.opponent is not None
                    and self._hands is not None
                    and await do_simulated(self.opponent, self._hands, self._fingers, table)
                ):
                    self._tell()

    # Requests; when the table declines one, a DuelmatError is raised

    async def answer(self, letter: str, answer: Answer) -> None:
        """Take an answer that was given on a page."""
        with self.table_loop.reporting_trouble():
            self.table_loop.table.answer(parse_seat(letter), answer.prompt, answer.option)

    async def hands(self, letter: str, request: HandRequest) -> None:
        """Let a player's simulated hands do something."""
        if self._hands is None:
            raise HandsError(say("This mat is real: use your hands."))
        if isinstance(request, PressButton):
            await self._fingers.press(self._hands, request.name)
        else:
            with self.table_loop.reporting_trouble():
                carry_out(self._hands, self.table_loop.table, parse_seat(letter), request)
        self._tell()

    async def enroll(self, request: EnrollRequest) -> Enrolled:
        """Enrol cards by their tags, but not while some of them lie face-down in a duel."""
        state = self.table_loop.table.state
        if self._enroll is None:
            raise DeclinedError(
                say("cards of a real mat to enrol"),
                say("a simulated mat"),
                say("Its cards are known."),
            )
        if state.duel.phase != "setup" and not state.duel.is_over():
            raise DeclinedError(
                say("a table at which no duel is played"),
                say("one with a duel"),
                say(
                    "Enrolling would tell which cards lie face-down. Enrol before it begins or "
                    "when it is over, or start the table with --new."
                ),
            )
        spots = state.zones.landing_spots
        if isinstance(request, LookAtSpot) and request.spot not in spots:
            raise DeclinedError(
                say("one of the landing spots {spots}", spots=", ".join(spots)),
                request.spot,
                say("Sleeves are read there."),
            )
        with self.table_loop.reporting_trouble():
            return self._enroll.take(request)

    async def uses(self, letter: str, asked: AskUses) -> CardOptions:
        """Return what a seat may do with a card of its own, and why not more.

        It is worked out when everybody has been shown what is so, as for a card that is touched,
        and is kept while nothing changes; others are served between its steps.
        Raises DeclinedError, always with the same words, for a card that the seat's page does not
        show as its own, be it there or not.
        """
        await self._told.wait()
        begun_s = asyncio.get_running_loop().time()
        view = self._view(letter)
        assert isinstance(view, SeatView)
        if not own_card(view, asked.card):
            raise DeclinedError(
                say("a card of yours that lies on the mat or in your hand"),
                asked.card,
                say("What others may do with theirs is for them to know."),
            )
        state, seat = self.table_loop.table.state, parse_seat(letter)
        held = [CardKey(card.key) for card in view.hand if not card.looked]
        card = CardKey(asked.card) if is_key(asked.card) else MatZone(asked.card)
        if self._uses_state is not state:
            self._uses_state, self._uses = state, {}
        uses, key = self._uses, (letter, asked.card, tuple(held))
        if key not in uses:
            uses[key] = await worked_out(card_option_steps(state, seat, card, held))
        await whole_steps(begun_s)
        shown = self.table_loop.table.shown()
        return CardOptions([option_view(shown, seat, each, asked.card) for each in uses[key]])

    async def command(self, letter: str, command: Command) -> None:
        """Take a player's command that belongs to no decision."""
        table = self.table_loop.table
        if not isinstance(command, Rematch) or self._rematch is None:
            with self.table_loop.reporting_trouble():
                table.command(parse_seat(letter), command)
            return
        if not table.state.duel.is_over():
            raise DeclinedError(
                say("a duel that is over"),
                say("one that goes on"),
                say("Play it to its end, or concede."),
            )
        self._notice_end()
        with self.table_loop.reporting_trouble():
            self._rematch()
        self._tell()

    async def ruling(self, ruling: Ruling) -> None:
        """Take a judge's ruling."""
        with self.table_loop.reporting_trouble():
            self.table_loop.table.rule(ruling)
