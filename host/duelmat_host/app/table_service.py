"""The table as the pages use it: one event loop turns the station and tells everybody.

Each viewer is told its own view, made for it alone; two viewers never share an object.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from time import monotonic_ns
from typing import Any

from duelmat_engine.actions import Concede, CorrectLife
from duelmat_engine.names import Seat, parse_seat, seat_letter
from duelmat_hardware import page_geometry
from duelmat_host.app.table_loop import TableLoop
from duelmat_host.errors import HostError, RigError, RigGoneError
from duelmat_host.link.rig import AsyncRigClient
from duelmat_host.players.hand_requests import carry_out
from duelmat_host.players.hands import Hands
from duelmat_host.players.opponent import Opponent, looked_count
from duelmat_host.players.scripted_player import Say
from duelmat_host.showing.views import judge_view, public_view, seat_view

Json = dict[str, Any]
ROUND_S = 0.02
"""The table looks at least this often."""
REVIVE_S = 0.5
"""Between two attempts to start a simulated mat again."""
CANCEL_S = 0.5
"""A task that was cancelled has ended by then, or is cancelled again."""
LOOK_S = 0.5
"""Between two looks at how things stand with the board."""
BOT_STEP_S = 0.6
"""Time between two movements of the practice opponent."""
PUBLIC = "public"
JUDGE = "judge"


def new_tokens(seats: Iterable[Seat]) -> dict[str, str]:
    """A secret for each seat's address, and one for the judge's."""
    return {name: secrets.token_urlsafe(18) for name in (*map(seat_letter, seats), JUDGE)}


def now_ms() -> int:
    return monotonic_ns() // 1_000_000


class TableService:
    """One table with its pages."""

    def __init__(
        self,
        station: TableLoop,
        *,
        hands: Hands | None = None,
        rig: AsyncRigClient | None = None,
        opponent: Opponent | None = None,
        one_screen: bool = False,
        rematch: Callable[[], None] | None = None,
        enroll: Callable[[Json], Json] | None = None,
        revive: Callable[[], Awaitable[AsyncRigClient]] | None = None,
        tokens: Mapping[str, str] | None = None,
        head: Callable[[], str] = lambda: "",
        tell_end: Callable[[], None] = lambda: None,
    ) -> None:
        """Args:
        station: the mat and its duel.
        hands: the players' hands, where the mat is simulated.
        rig: the simulated mat, for the lights that its board really drives.
        opponent: who plays the other seat, if nobody does.
        one_screen: whether the players share a screen, so that a curtain parts their pages.
        rematch: begins the next duel on this table.
        enroll: takes a request of the enrolling page.
        revive: starts the simulated mat again when it has ended.
        tokens: the secrets of the seats' addresses; fresh ones if there are none.
        head: the head of the journal that everybody is shown (see shown_head.py).
        tell_end: called when a duel has ended.

        """
        self.station = station
        self._hands = hands
        self._rig = rig
        self.opponent = opponent
        self.one_screen = one_screen
        self._rematch = rematch
        self._enroll = enroll
        self._revive = revive
        self._tokens = dict(tokens or new_tokens(map(Seat, station.table.duel.seats)))
        self._head = head
        self._tell_end = tell_end
        self._was_over = False
        self._trouble = ""
        self._watchers: set[asyncio.Event] = set()
        self._lights: Json = {"type": "lights", "lights": [], "displays": [], "source": "scene"}
        self._seen_version = -1
        self._stop = asyncio.Event()

    # Facts

    def page(self) -> Json:
        """Constant facts for drawing the pages."""
        table = self.station.table
        wording = table.wording()
        return {
            "geometry": page_geometry(self.station.mat),
            "ruleset": table.rules.title,
            "seats": [
                {"letter": seat_letter(Seat(s)), "name": name}
                for s, name in enumerate(table.setting.names)
            ],
            "simulated": self._hands is not None,
            "one_screen": self.one_screen,
            "cards": [
                {"code": code, "name": wording.of_card(card).removeprefix("the ")}
                for code, card in table.rules.cards.items()
            ],
        }

    def token(self, letter: str) -> str:
        return self._tokens[letter]

    def judge_view(self) -> Json:
        return self._with_head(judge_view(self.station.table, self._link()))

    def line(self) -> Json:
        return self.station.statistics()

    def public_view(self) -> Json:
        return self._with_head(public_view(self.station.table, self._link()))

    def _with_head(self, view: Json) -> Json:
        return {**view, "head": self._head()}

    def _link(self) -> Json:
        """How things stand with the board; a simulated one that does not start has the word."""
        return {"state": "down", "text": self._trouble} if self._trouble else self.station.link()

    def seat_view(self, letter: str) -> Json:
        """What this seat may know; in a simulation with the cards it really holds."""
        seat = parse_seat(letter)
        table = self.station.table
        held: tuple[str, ...] = ()
        looked: tuple[str, ...] = ()
        if self._hands is not None and table.duel.phase != "setup":
            held = self._hands.held(seat)
            decision = table.duel.decision
            if decision is not None and decision.seat == seat:
                looked = self._hands.look(seat, looked_count(table))
        return self._with_head(seat_view(table, seat, self._link(), held, looked))

    # Being told

    async def subscribe(self, viewer: str) -> AsyncIterator[Json]:
        """Views and lights as they change, beginning with what is so now."""
        changed = asyncio.Event()
        changed.set()
        self._watchers.add(changed)
        last_view: Json | None = None
        last_lights: Json | None = None
        try:
            while not self._stop.is_set():
                await changed.wait()
                changed.clear()
                view = self._view_of(viewer)
                if view != last_view:
                    last_view = view
                    yield {"type": "view", "view": view}
                if self._lights != last_lights:
                    last_lights = self._lights
                    yield self._lights
        finally:
            self._watchers.discard(changed)

    async def link_states(self, look_s: float = LOOK_S) -> AsyncIterator[Json]:
        """How things stand with the board, each time that it has changed and stays so for a look.

        What a cable does in between (pulled, busy, there again) is not told.
        """
        told: Json | None = None
        before: Json | None = None
        while not self._stop.is_set():
            state = self._link()
            if state == before and state != told:
                told = state
                yield state
            before = state
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), look_s)

    def _view_of(self, viewer: str) -> Json:
        match viewer:
            case "public":
                return self.public_view()
            case "judge":
                return self.judge_view()
            case _:
                return self.seat_view(viewer)

    def _tell(self) -> None:
        for changed in self._watchers:
            changed.set()

    # Running

    async def run(self) -> None:
        """Turn the table until it is stopped."""
        tasks = [asyncio.create_task(self._turn_station(), name="station")]
        if self._rig is not None:
            tasks.append(asyncio.create_task(self._watch_lights(self._rig), name="lights"))
        if self._hands is not None:
            tasks.append(asyncio.create_task(self._play_opponent(), name="opponent"))
        stop = asyncio.create_task(self._stop.wait(), name="stop")
        try:
            done, _ = await asyncio.wait({*tasks, stop}, return_when=asyncio.FIRST_COMPLETED)
            for task in done - {stop}:
                task.result()
        finally:
            pending = {*tasks, stop}
            while pending:
                for task in pending:
                    task.cancel()  # again: Python 3.11 can lose one that meets a wait_for's end
                _, pending = await asyncio.wait(pending, timeout=CANCEL_S)

    def take_hands(self, hands: Hands | None, opponent: Opponent | None) -> None:
        """Other hands play from now on: a rematch."""
        self._hands = hands
        self.opponent = opponent
        self._tell()

    def now_ms(self) -> int:
        """The clock that the station is turned by."""
        return now_ms()

    def stop(self) -> None:
        self._stop.set()
        self._tell()

    async def _turn_station(self) -> None:
        while True:
            self.station.turn(now_ms())
            version = self.station.version + self.station.table.version
            if version != self._seen_version:
                self._seen_version = version
                self._tell()
                self._notice_end()
            await self.station.line.wait(0 if self.station.is_behind else ROUND_S)

    def _notice_end(self) -> None:
        is_over = self.station.table.duel.is_over()
        if is_over and not self._was_over:
            self._tell_end()
        self._was_over = is_over

    async def _watch_lights(self, rig: AsyncRigClient) -> None:
        """Show the lights that the board drives, decoded from what its pin really does."""
        while True:
            reason = "The simulated mat has ended."
            try:
                self._show_lights(await rig.look())
                await rig.subscribe()
                async for event in rig.events():
                    self._show_lights(event)
            except RigGoneError as error:
                reason = str(error)
            await rig.close()
            rig = await self._revived(reason)

    async def _revived(self, reason: str) -> AsyncRigClient:
        """The simulated mat, started again; tried until it does."""
        if self._revive is None:
            raise RigGoneError(reason)
        while True:
            self._trouble = f"{reason} It is being started again; the duel waits."
            self._tell()
            await asyncio.sleep(REVIVE_S)
            try:
                rig = await self._revive()
            except RigError as error:
                reason = str(error)
                continue
            self._trouble = ""
            self._tell()
            return rig

    def _show_lights(self, event: Json) -> None:
        self._lights = {
            "type": "lights",
            "lights": event.get("lights", self._lights["lights"]),
            "displays": event.get("displays", self._lights["displays"]),
            "source": "board",
        }
        self._tell()

    async def _play_opponent(self) -> None:
        while True:
            await asyncio.sleep(BOT_STEP_S)
            if self.opponent is None or self._hands is None:
                continue
            if self.station.table.called_by is not None:
                continue  # it waits for the ruling, as everybody does
            with contextlib.suppress(HostError):
                step = self.opponent.step()
                if isinstance(step, Say):
                    self.station.table.answer(step.seat, step.prompt, step.option)
                elif step is not None:
                    step.carry_out(self._hands)

    # Requests

    async def answer(self, letter: str, request: Json) -> Json:
        option = request.get("option")
        if option is None:
            return _said("Choose one of the answers.")
        table = self.station.table
        try:
            said = table.answer(parse_seat(letter), str(request.get("prompt")), int(option))
        except HostError as error:
            return _said(str(error))
        return _said(said)

    async def hands(self, letter: str, request: Json) -> Json:
        """Let a player's simulated hands do something."""
        if self._hands is None:
            return _said("This mat is real: use your hands.")
        try:
            carry_out(self._hands, self.station.table, parse_seat(letter), request)
        except HostError as error:
            return _said(str(error))
        self._tell()
        return _said("")

    def _enroll_step(self, request: Json) -> Json:
        """Enrolling names cards by their tags: not while some of them lie face-down in a duel."""
        table = self.station.table
        if self._enroll is None:
            return _said("There is nothing to enroll: the cards of a simulated mat are known.")
        if table.duel.phase != "setup" and not table.duel.is_over():
            return _said(
                "A duel is being played here, and enrolling would tell which cards lie face-down. "
                "Enroll before it begins or when it is over, or start the table with --new."
            )
        if request.get("step") == "look" and request.get("spot") not in table.zones.landing_spots:
            return _said(f"Sleeves are read on {' or '.join(table.zones.landing_spots)}.")
        return self._enroll(request)

    async def command(self, letter: str, request: Json) -> Json:
        try:
            return self._command(letter, request)
        except HostError as error:
            return _said(str(error))

    def _command(self, letter: str, request: Json) -> Json:
        if request.get("do") == "enroll":
            return self._enroll_step(request)
        seat = parse_seat(letter)
        table = self.station.table
        match request:
            case {"do": "concede"}:
                return _said(table.command(seat, Concede(seat)))
            case {"do": "offer-draw"}:
                return _said(table.request("draw", seat))
            case {"do": "accept-draw"}:
                return _said(table.agree(seat, "draw"))
            case {"do": "takeback"}:
                return _said(table.request("takeback", seat))
            case {"do": "agree"}:
                return _said(table.agree(seat))
            case {"do": "refuse"}:
                return _said(table.refuse(seat))
            case {"do": "life", "player": player, "life": life, "reason": reason}:
                corrected = CorrectLife(seat, parse_seat(str(player)), int(life), str(reason))
                return _said(table.command(seat, corrected))
            case {"do": "judge"}:
                return _said(table.call_judge(seat))
            case {"do": "ask-me", "always": always}:
                table.ask_on_own(seat, always=bool(always))
                return _said("")
            case {"do": "rematch"}:
                if not table.duel.is_over():
                    return _said("The duel is not over yet.")
                if self._rematch is None:
                    return _said("This table plays one duel.")
                self._notice_end()
                self._rematch()
                self._tell()
                return _said("")
            case _:
                return _said(f"The table does not know {request.get('do')!r}.")

    async def ruling(self, request: Json) -> Json:
        """What the judge says."""
        table = self.station.table
        try:
            match request:
                case {"do": "stand", "play": play, "text": text, "reason": reason}:
                    return _said(table.rule_stand(int(play), str(text), str(reason)))
                case {"do": "back", "reason": reason}:
                    return _said(table.rule_back(str(reason)))
                case {"do": "life", "player": player, "life": life, "reason": reason}:
                    seat = parse_seat(str(player))
                    return _said(table.rule_life(seat, int(life), str(reason)))
                case {"do": "go-on"}:
                    return _said(table.let_go_on())
                case _:
                    return _said(f"The table knows no ruling {request.get('do')!r}.")
        except HostError as error:
            return _said(str(error))


def _said(fault: str) -> Json:
    return {"ok": False, "message": fault} if fault else {"ok": True}
