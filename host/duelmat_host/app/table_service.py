"""The table as the pages use it: what they show, and what people ask of it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from functools import partial
from importlib.metadata import version
from typing import Annotated, Final

import msgspec

from duelmat_engine import Seat, base_name, find_ruleset, parse_seat, seat_letter
from duelmat_hardware import page_geometry
from duelmat_host.app.access import ENROLLING, Access, new_links
from duelmat_host.app.duel_series import DuelSeries
from duelmat_host.app.enrolling import EnrolDesk, Enrolled, EnrollRequest
from duelmat_host.app.line_view import LineView, line_view
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.metrics_text import metrics_text
from duelmat_host.app.obligation_requests import meet
from duelmat_host.app.page_facts import Health, PageFacts, SeatFacts
from duelmat_host.app.page_views import PageViews
from duelmat_host.app.practice_desk import PracticeDesk
from duelmat_host.app.read_words import command_in_english, ruling_in_english
from duelmat_host.app.simulated_mat import SimulatedMat
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.app.table_runner import TableRunner
from duelmat_host.cards.art import ArtFolder
from duelmat_host.cards.drawn_cards import DrawnCards
from duelmat_host.errors import NoReplayError
from duelmat_host.players.hand_requests import HandRequest, MeetObligation, PressButton, carry_out
from duelmat_host.players.hands import HandsError
from duelmat_host.showing.replay_types import DuelSummary, Replay
from duelmat_host.showing.view_types import JUDGE, CardOptions
from duelmat_host.table.commands import ChooseSide, Command, Rematch, Ruling
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.end_of_match import EndCause
from duelmat_host.table.errors import DeclinedError, MatchGoneError
from duelmat_host.table.inputs import CommandGiven, JudgeRuled, QuestionAnswered
from duelmat_host.table.side_decking import are_siding
from duelmat_message import named, say
from duelmat_serving.feeds import FeedEvent
from duelmat_serving.language.catalogs import ENGLISH, Language


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
    """Return the pages that are opened by a link: the seats', the judge's and for enrolling."""
    return [*map(seat_letter, seats), JUDGE, ENROLLING]


class TableService:
    """One table with its pages."""

    def __init__(
        self,
        loop: TableLoop,
        players: MatPlayers | None = None,
        *,
        duels: DuelSeries | None = None,
        mat: SimulatedMat | None = None,
        enroll: EnrolDesk | None = None,
        access: Access | None = None,
        art: ArtFolder | None = None,
        head: Callable[[], str] = lambda: "",
    ) -> None:
        """Args:
        loop: the mat and its duel.
        players: the players whose hands are moved without a person.
        duels: begins the next duel, and shows those before; None: one duel is played.
        mat: the simulated mat, for the lights that its board really drives.
        enroll: takes the requests of the enrolling page.
        access: the pages' links and sessions; None: new links are made.
        art: the user's own pictures of cards, if there are any.
        head: returns the head of the journal that everybody is shown (see shown_head.py).

        """
        state = loop.table.state
        self.table_loop = loop
        self.access = access or Access(new_links(viewers_of(map(Seat, state.duel.seats))))
        self.views = PageViews(loop, players or MatPlayers(), head)
        self.runner = TableRunner(loop, self.views, players or MatPlayers(), mat)
        self.practice = PracticeDesk(loop, self.runner, duels)
        self._duels = duels
        self._enroll = enroll
        self.cards = DrawnCards(state.rules, art)

    async def run(self) -> None:
        """Run the table until it is stopped."""
        self.practice.prepare()
        await self.runner.run()

    def stop(self) -> None:
        """Stop running, and end the feeds of all viewers."""
        self.runner.stop()

    # Facts

    def page(self) -> PageFacts:
        """Return the constant facts for drawing the pages."""
        state, players = self.table_loop.table.state, self.runner.players
        return PageFacts(
            page_geometry(self.table_loop.sense.mat),
            base_name(state.rules.name),
            named("ruleset", state.rules.title),
            [
                SeatFacts(seat_letter(Seat(s)), name, players.is_opponent(Seat(s)))
                for s, name in enumerate(state.setup.names)
            ],
            players.hands is not None,
            players.share_screen,
            {place: state.zone_title(place) for place in sorted(state.zones.rows)},
            self.practice.level,
        )

    async def replay(self, number: int, viewer: str, language: Language = ENGLISH) -> Replay:
        """Return a duel that is over, step by step. Raises NoReplayError."""
        return await _kept(self._duels).archive.replay(number, viewer, language)

    async def summary(self, number: int) -> DuelSummary:
        """Return the summary of a duel that is over. Raises NoReplayError."""
        return await _kept(self._duels).archive.summary(number)

    async def played(self) -> list[tuple[int, DuelSummary]]:
        """Return the duels of this table that are over, the last first. Raises NoReplayError."""
        return await _kept(self._duels).archive.played()

    def line(self) -> LineView:
        """Return counts of the line to the mat, for the judge alone: hidden cards affect them."""
        return line_view(self.table_loop.line, self.table_loop.sense)

    def health(self) -> Health:
        """Return the table's health, with the state of the link to its board."""
        return Health(self.runner.is_running, self.views.link().state, version("duelmat"))

    def metrics(self) -> bytes:
        """Return all counts in the text form of Prometheus."""
        return metrics_text(self.table_loop.metrics, self.line())

    def subscribe(
        self, viewer: str, beat_s: float | None = None, language: Language = ENGLISH
    ) -> AsyncGenerator[FeedEvent]:
        """Return the views and lights of a viewer as they change, beginning with the present ones.

        beat_s: the time without an event after which a beat is yielded; None = never.
        language: the viewer's language.
        """
        return self.views.subscribe(viewer, beat_s, language)

    # Requests; when the table declines one, a DuelmatError is raised

    async def answer(self, letter: str, answer: Answer) -> None:
        """Take an answer that was given on a page."""
        given = QuestionAnswered(parse_seat(letter), answer.prompt, answer.option)

        async def take() -> None:
            self.table_loop.take(given)

        await _do_in_order(self.table_loop, self.runner, take)

    async def hands(self, letter: str, request: HandRequest) -> None:
        """Let a player's simulated hands do something."""
        hands = self.runner.players.hands
        if hands is None:
            raise HandsError(say("This mat is real: use your hands."))
        if isinstance(request, PressButton):
            press = partial(self.runner.fingers.press, hands, request.name)
            await _do_in_order(self.table_loop, self.runner, press)
        else:
            seat, table = parse_seat(letter), self.table_loop.table
            with self.table_loop.keeping.noting():
                if isinstance(request, MeetObligation):
                    meet(hands, table, seat, request)
                else:
                    carry_out(hands, table, seat, request)
        self.views.renew()

    async def uses(self, letter: str, asked: AskUses) -> CardOptions:
        """Return the uses of a seat's own card. Raises DeclinedError for other cards."""
        return await self.views.uses(letter, asked.card)

    async def command(self, letter: str, command: Command) -> None:
        """Take a player's command that belongs to no decision; another duel is begun here."""
        state = self.table_loop.table.state
        if not isinstance(command, Rematch) or self._duels is None:
            command = command_in_english(state, command)
            self.table_loop.take(CommandGiven(parse_seat(letter), command))
            state = self.table_loop.table.state
            if isinstance(command, ChooseSide) and not are_siding(state):
                self.runner.begin_next(_kept(self._duels), state.next_setup())
            return
        if state.gone_to:
            raise MatchGoneError(state.gone_to)
        if are_siding(state):
            raise DeclinedError(
                say("The next duel begins when both players have finished side decking."),
            )
        if state.proposes_result:
            raise DeclinedError(
                say("The match is over. Confirm its result with OK: then the next one begins."),
            )
        if state.ends.cause is EndCause.MATCH_PENALTY:
            raise DeclinedError(
                say("A penalty has ended the match. The event begins the next one here."),
            )
        if not state.duel.is_over():
            raise DeclinedError(
                say("This duel is not over: play it to its end, or concede."),
            )
        self.runner.begin_next(self._duels, state.next_setup())

    async def open_match(self, setup: DuelSetup) -> None:
        """Begin a match on the mat, whatever is played there now; open pages are drawn anew.

        Raises ArtFolderError, DeclinedError, JournalError, NotKeptError, RigError; then all is as
        it was.
        """
        cards = self.cards.of(find_ruleset(setup.ruleset))
        self.runner.begin_next(_kept(self._duels), setup)
        self._draw_anew(cards)

    async def take_over(self, ruleset: str, content: bytes) -> None:
        """Go on with a duel that was begun at another table, whatever is played here now.

        content: its journal, as it goes on here.
        Raises the errors of `open_match`, and OSError; then all is as it was.
        """
        cards = self.cards.of(find_ruleset(ruleset))
        self.runner.take_over(_kept(self._duels), content)
        self._draw_anew(cards)

    def _draw_anew(self, cards: DrawnCards) -> None:
        """Have open pages drawn anew, with these cards."""
        self.cards = cards
        self.views.end_feeds()

    async def ruling(self, ruling: Ruling) -> None:
        """Take a judge's ruling."""
        state = self.table_loop.table.state
        self.table_loop.take(JudgeRuled(ruling_in_english(state, ruling)))

    async def enroll(self, request: EnrollRequest) -> Enrolled:
        """Enrol cards by their tags, but not while some of them lie face-down in a duel."""
        if self._enroll is None:
            raise DeclinedError(
                say("A simulated mat knows its cards: there is nothing to enrol."),
            )
        with self.table_loop.keeping.noting():
            return self._enroll.take(request, self.table_loop.table.state)


def _kept(duels: DuelSeries | None) -> DuelSeries:
    """Return the duels of a table that keeps them. Raises NoReplayError."""
    if duels is None:
        raise NoReplayError(
            say(
                "Expected a table that keeps the journals of its duels, got a demonstration: "
                "it shows no duel again."
            )
        )
    return duels


async def _do_in_order(
    loop: TableLoop, runner: TableRunner, act: Callable[[], Awaitable[None]]
) -> None:
    """Do what a page asks for, again if hands had to do something first by themselves."""
    before = loop.table.now.announcements.notice
    await act()
    now = loop.table.now.announcements
    is_held_up = now.is_holdup and now.notice is not before
    if is_held_up and await runner.hands_have_followed():
        await act()
