"""A table as its pages reach it: the real service over hands and a mat without electronics."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec import structs, to_builtins

from direct_mat import DECK, MAT, SEATS, Bench, held, lay
from duelmat_engine import CardKey, Seat, find_ruleset, rule_words
from duelmat_engine.forms.position import Placed
from duelmat_host.app.access import Access
from duelmat_host.app.enrolling import EnrolDesk, Enrolled, EnrollRequest
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.practice import Practice
from duelmat_host.app.replays import ReplayArchive
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.app.table_service import Answer, AskUses, TableService
from duelmat_host.cards.art import ArtFolder
from duelmat_host.cards.enrolment import Enrolment
from duelmat_host.cards.registry import Registry
from duelmat_host.link.events import Antenna, AntennaState, BoardEvent
from duelmat_host.link.session import BoardSession, LinkState
from duelmat_host.players.hand_requests import HandRequest
from duelmat_host.sensing.layout import MatZone
from duelmat_host.sensing.tracker import Tracker
from duelmat_host.showing.overlay import OverlayView
from duelmat_host.showing.view_types import (
    CardOptions,
    CardView,
    LightsView,
    MessageView,
    OptionView,
    PromptView,
    PublicView,
    RuleView,
)
from duelmat_host.table.commands import Command, CorrectLife, Ruling
from duelmat_host.table.inputs import CardRow, CommandGiven, HelpWanted, Instruction, JudgeRuled
from duelmat_host.table.state import TableState
from duelmat_rulesets.card_faces import card_faces
from duelmat_wire import lamps

REGISTRY: Final = Registry.for_simulation([DECK, DECK])
HEAD: Final = "0123456789abcdef" * 2
TOKENS: Final = {
    "a": "ana-secret-token",
    "b": "ben-secret-token",
    "judge": "judge-secret-token",
    "enroll": "enroll-secret-token",
}
LINKS: Final = (
    "/seat/ana-secret-token",
    "/seat/ben-secret-token",
    "/judge/judge-secret-token",
    "/enroll/enroll-secret-token",
)
MIDWAY: Final = {
    "a.hand": held("H7", "S9", "C4", "D5", "X1", "D10", "D9"),
    "b.hand": held("C10", "S6", "H3", "D8", "S1"),
    "a.m1": lay("S8"),
    "a.m3": lay("C6", down=True, sideways=True),
    "b.m2": lay("D7"),
    "b.m1": lay("H5", sideways=True),
    "b.s3": lay("C9", down=True),
    "a.grave": [Placed(code) for code in ("H9", "D6", "S3")],
    "b.grave": [Placed(code) for code in ("C2", "H1")],
    "b.banished": [Placed("D4")],
}
"""Ana's second turn, before she Sets the 9 of diamonds.

In Trump King the zones m1 to m3 lie in the middle of the mat, as its m2 to m4.
"""


class DirectSession(BoardSession):
    """The session with a board that is there, unless a test takes it away."""

    def __init__(self) -> None:
        super().__init__(MAT)
        self.is_up = True
        self.scene = bytes(len(MAT.lamps))
        self.shown: Callable[[], None] = lambda: None
        self._tags: dict[str, Antenna] = {}

    @property
    def state(self) -> LinkState:
        return LinkState.UP if self.is_up else LinkState.SEARCHING

    @property
    def antennas(self) -> tuple[Antenna, ...]:
        return tuple(self._tags.get(antenna.zone, Antenna()) for antenna in MAT.antennas)

    def lay_tag(self, zone: str, uid: str | None) -> None:
        """Lay a tag on a zone; None: something that cannot be read."""
        unread = Antenna(AntennaState.UNSURE)
        read = None if uid is None else Antenna(AntennaState.ONE, (bytes.fromhex(uid),))
        self._tags[zone] = read or unread

    def light(self, styles: Mapping[str, int]) -> None:
        """Light some lamps of the board, as no table has asked."""
        wanted = zip(MAT.lamps, self.scene, strict=True)
        self.scene = bytes(styles.get(lamp.name, style) for lamp, style in wanted)
        self.shown()

    def show_scene(self, styles: Sequence[int]) -> int:
        self.scene = bytes(styles)
        self.shown()
        return super().show_scene(styles)


class DirectLine:
    """A line on which nothing travels: hands reach the table directly."""

    waiting_for = None
    bytes_read = 0

    def __init__(self) -> None:
        self.session = DirectSession()

    def turn(self, _now_ms: int) -> list[BoardEvent]:
        return []

    async def wait(self, timeout_s: float) -> None:
        await asyncio.sleep(timeout_s)

    def close(self) -> None: ...


class KeptDuels:
    """The duels of a table that are over, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.archive = ReplayArchive(folder)
        self.practice = Practice()

    def note_end(self, _state: TableState) -> None: ...


class PlayedTable(TableService):
    """A service that keeps what its pages ask, and whose table can be put anywhere in a duel."""

    def __init__(
        self,
        bench: Bench | None = None,
        *,
        simulated: bool = True,
        one_screen: bool = False,
        folder: Path | None = None,
        registry: Path | None = None,
        art: ArtFolder | None = None,
    ) -> None:
        """Args:
        bench: the table; None: one in the middle of a duel (MIDWAY).
        folder: the duels that are over.
        registry: the file of the sleeves, where some are enrolled.
        art: pictures of the cards.

        """
        self.bench = bench = midway() if bench is None else bench
        bench.hands.practising |= set(SEATS)  # nobody runs this table
        self.calls: list[tuple[str, str, Any]] = []
        """What pages have asked, but for the uses of cards."""
        self.asked_about: list[tuple[str, str]] = []
        """The cards whose uses were asked."""
        line: Any = DirectLine()
        self.session: DirectSession = line.session
        tracker = Tracker(MAT, REGISTRY)
        duels: Any = None if folder is None else KeptDuels(folder)
        enroll = None
        if registry is not None:
            enroll = EnrolDesk(MAT, Enrolment(registry), self.session, lambda _: None)
        super().__init__(
            TableLoop(MAT, line, tracker, bench.table),
            MatPlayers(bench.hands if simulated else None, share_screen=one_screen),
            duels=duels,
            enroll=enroll,
            access=Access(TOKENS, together="ab" if one_screen else ()),
            art=art,
            head=lambda: HEAD,
        )
        self.altered: dict[str, dict[str, Any]] = {}
        """What pages are shown otherwise than it is, by the viewer; "" = all."""
        audiences = self.views._audiences
        self._view_of = audiences._view_of
        audiences._view_of = self.view
        self.session.shown = self._shine
        bench.mat.released = self._released
        self.settle()

    def settle(self) -> None:
        """Have everything that follows worked out, and shown to who looks on."""
        self.table_loop.run_round(self.bench.mat.now_ms)
        while self.table_loop.is_behind:
            self.table_loop.run_round(self.bench.mat.now_ms)
        self.views.renew()

    def _released(self, button: str) -> None:
        releases = self.table_loop.buttons.releases
        releases[button] += 1
        self.runner.fingers.feel(releases, None)

    def _shine(self) -> None:
        colours = [[0, 0, 0] for lamp in MAT.lamps for _ in lamp.lights]
        for lamp, style in zip(MAT.lamps, self.session.scene, strict=True):
            for place, light in enumerate(lamp.lights):
                colours[light] = list(lamps.light_colour(style, place, 0))
        self.views.show_lights(LightsView(colours, [], "board"))

    def view(self, viewer: str) -> PublicView | OverlayView:
        """Return what a viewer's page is shown."""
        view = self._view_of(viewer)
        fields = {**self.altered.get("", {}), **self.altered.get(viewer, {})}
        known = {name: value for name, value in fields.items() if hasattr(view, name)}
        return structs.replace(view, **known)

    def show(self, to: str = "", **fields: Any) -> None:
        """Show pages a view with other fields, as no short play reaches it; `to`: a viewer."""
        self.altered.setdefault(to, {}).update(fields)
        self.views.renew()

    # What pages ask

    async def answer(self, letter: str, answer: Answer) -> None:
        self.calls.append(("answer", letter, to_builtins(answer)))
        prompts = self.altered.get(letter, {}).get("prompts", [])
        left = [prompt for prompt in prompts if prompt.id != answer.prompt]
        if left == prompts:
            await super().answer(letter, answer)
        else:
            self.show(letter, prompts=left)

    async def hands(self, letter: str, request: HandRequest) -> None:
        self.calls.append(("hands", letter, to_builtins(request)))
        await super().hands(letter, request)

    async def uses(self, letter: str, asked: AskUses) -> CardOptions:
        self.asked_about.append((letter, asked.card))
        return await super().uses(letter, asked)

    async def command(self, letter: str, command: Command) -> None:
        self.calls.append(("command", letter, to_builtins(command)))
        await super().command(letter, command)

    async def ruling(self, ruling: Ruling) -> None:
        self.calls.append(("ruling", "judge", to_builtins(ruling)))
        await super().ruling(ruling)

    async def enroll(self, request: EnrollRequest) -> Enrolled:
        self.calls.append(("enroll", "enroll", to_builtins(request)))
        return await super().enroll(request)

    # What tests look at, and do

    def seen(self, viewer: str) -> Any:
        """Return what a viewer's page is shown, as JSON."""
        return to_builtins(self.view(viewer), enc_hook=str)

    @property
    def watching(self) -> int:
        """The number of feeds that are open."""
        return self.table_loop.metrics.feeds

    def order(self, seat: Seat, command: Command) -> None:
        """Have a player give a command."""
        self.table_loop.take(CommandGiven(seat, command))

    def set_life(self, letter: str, life: int) -> None:
        """Have the judge correct a player's life."""
        self.table_loop.take(JudgeRuled(CorrectLife(letter, life, "miscounted")))


def midway(**how: Any) -> Bench:
    """A duel in its third or, if it is Ben's, fourth turn: Ana has Set a trap in hers."""
    return _midway(tuple(how.items())).copy()


@cache
def _midway(how: tuple[tuple[str, Any], ...]) -> Bench:
    moment = {"life": (33, 28), "turn": 3, "phase": "main1", **dict(how)}
    if moment.get("turn_seat", 0) == 1:
        return Bench(MIDWAY, **{**moment, "turn": 4})
    bench = Bench(MIDWAY, **moment)
    bench.put("a:D9", "a.s3", down=True)
    return bench


def beginning(**how: Any) -> Bench:
    """A table at which nothing has been done yet; its players hold no cards."""
    return _beginning(tuple(how.items())).copy()


@cache
def _beginning(how: tuple[tuple[str, Any], ...]) -> Bench:
    return Bench(None, **dict(how))


def instructed(table: PlayedTable, text: str, *, places: tuple[int, ...], place: int) -> None:
    """Tell a person to move a card of Ben's hand, which lies in these places beside the mat."""
    instruction = Instruction(text, MatZone("x1"), "b.hand", place)
    table.table_loop.take(HelpWanted(instruction, CardRow(SEATS[1], places)))


@cache
def names_of(ruleset: str) -> dict[str, str]:
    """Return the names of a game's cards, by their codes."""
    return {face.code: face.name for face in card_faces(find_ruleset(ruleset))}


def rule(name: str) -> RuleView:
    return RuleView(name, rule_words(name) or "")


def question(
    id_: str, text: str, *options: tuple[str, str], menu: bool = False, because: str = ""
) -> PromptView:
    """Return a question with these answers, each with what it leads to."""
    offered = [OptionView(said, detail, "Do not" in said) for said, detail in options]
    return PromptView(id_, text, because, menu, -menu, offered)


def refusal(text: str, *rules: str, remedy: tuple[str, ...] = ()) -> MessageView:
    return MessageView("refusal", text, list(map(rule, rules)), list(remedy), [])


def card_view(ruleset: str, key: str, **how: Any) -> CardView:
    """Return a card of a game that somebody sees."""
    return CardView(CardKey(key), key[2:], names_of(ruleset)[key[2:]], **how)
