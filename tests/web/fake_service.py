"""A table that plays along: enough of Trump King to move, refuse, ask and light every page.

It keeps contract and secrets as the real table does, and knows a handful of rules by heart. Every
view is built for its viewer from one state; nothing here is shared with the real table.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing

from msgspec import convert, to_builtins

from duelmat_engine import find_ruleset
from duelmat_hardware import load_mat, page_geometry
from duelmat_host.app.access import Access
from duelmat_host.app.enrolling import Enrolled, EnrollRequest, LookAtSpot, NameSleeve, UndoLast
from duelmat_host.app.line_view import LineView
from duelmat_host.app.metrics import Metrics
from duelmat_host.app.metrics_text import metrics_text
from duelmat_host.app.page_facts import Health, PageFacts, SeatFacts
from duelmat_host.app.replays import ReplayArchive
from duelmat_host.app.table_service import Answer, AskUses
from duelmat_host.cards.art import Picture
from duelmat_host.errors import HostError, NoReplayError
from duelmat_host.link.session import LinkStatistics
from duelmat_host.players.hand_requests import HandRequest
from duelmat_host.showing.card_faces import card_faces
from duelmat_host.showing.face_types import CardFaces
from duelmat_host.showing.overlay_types import OverlayView
from duelmat_host.showing.replay_types import DuelSummary, Replay
from duelmat_host.showing.seen_cards import own_card
from duelmat_host.showing.view_types import (
    CardOptions,
    JudgeView,
    LightsView,
    PublicView,
    SeatView,
)
from duelmat_host.showing.viewers import JUDGE, OVERLAY, PUBLIC
from duelmat_host.table.commands import Command, Ruling
from duelmat_host.table.errors import NoSuchOptionError, StaleQuestionError
from duelmat_serving.feeds import Audience, FeedEvent, lights_event, view_event
from duelmat_serving.language.catalogs import ENGLISH, Language
from duelmat_wire import lamps
from web.fake_table import (
    FIRST_LOG,
    PHASES,
    ROWS,
    Json,
    Lying,
    card_name,
    first_sides,
    first_uses,
    first_zones,
    message,
    prompt,
)

LINKS = (
    "/seat/ana-secret-token",
    "/seat/ben-secret-token",
    "/judge/judge-secret-token",
    "/enroll/enroll-secret-token",
)


class FakeService:
    """The table of the pages, played by heart."""

    def __init__(self, *, simulated: bool = True, one_screen: bool = False) -> None:
        self.geometry = page_geometry(load_mat())
        self.language = ENGLISH
        self.simulated = simulated
        self.one_screen = False
        self.calls: list[tuple[str, str, Json]] = []
        self.access = Access(
            {
                "a": "ana-secret-token",
                "b": "ben-secret-token",
                "judge": "judge-secret-token",
                "enroll": "enroll-secret-token",
            },
        )
        if one_screen:
            self.share_screen()
        self._audiences = {viewer: Audience() for viewer in (PUBLIC, OVERLAY, "a", "b", JUDGE)}
        self.sides = first_sides()
        self.zones = first_zones()
        self.turn, self.turn_seat, self.phase = 3, "a", "main1"
        self.message: Json | None = None
        self.private: dict[str, Json | None] = {"a": None, "b": None}
        self.prompts: dict[str, list[Json]] = {"a": [], "b": []}
        self.obligations: list[Json] = []
        self.row: Json | None = None
        self.requests: list[Json] = []
        self.judge: Json | None = None
        self.disputed: Json | None = None
        self.plays: list[Json] = []
        self.outcome: Json | None = None
        self.asking = {letter: ["attack", "effect", "summon", "turn"] for letter in "ab"}
        self.until = {"a": "", "b": ""}
        self.decision: Json | None = None
        self.from_extra: list[str] = []
        self.chain: list[Json] = []
        self.asked_about: list[tuple[str, str]] = []
        """The cards whose uses were asked."""
        self.ruleset = "trump_king"
        self.number = 1
        self.score: Json = {
            "duels": 0,
            "wins": {"a": 0, "b": 0},
            "draws": 0,
            "decided": False,
            "chooser": None,
        }
        self.archive: ReplayArchive | None = None
        """The journals of duels that are over, where there are some."""
        self.last_card: Json | None = None
        self.overlay_chain: list[Json] = []
        self.phases = PHASES
        self.asides: dict[str, list[Json]] = {letter: [] for letter in self.sides}
        self.pictures: dict[str, Picture] = {}
        self.marks: dict[str, list[Json]] = {}
        """What is noted on a card, by its zone."""
        self.alterations: dict[str, list[Json]] = {}
        """What has changed the values of a card, by its zone."""
        self.may = first_uses()
        self.link = {"state": "up", "text": "The mat answers."}
        self.scene: dict[str, int] = {"a.m2": lamps.ACTIVE, "phase.2": lamps.PHASE}
        self.now_ms = 0
        self.enrolled: list[str] = []
        self.is_turned = True
        self.spot: Json = {"state": "empty", "uid": None, "code": None}
        self.log: list[Json] = []
        for text, rules, seat in FIRST_LOG:
            self.say(text, rules, seat)

    def share_screen(self) -> None:
        """Let both players sit at one screen."""
        self.one_screen = True
        self.access = Access(self.access.links, together=("a", "b"))

    # what the pages ask

    def page(self) -> PageFacts:
        return PageFacts(
            self.geometry,
            self.ruleset,
            find_ruleset(self.ruleset).title,
            [SeatFacts(letter, side.name) for letter, side in self.sides.items()],
            self.simulated,
            self.one_screen,
            {
                each["id"]: f"{ROWS[each['kind']]} {each['column'] or ''}".strip()
                for each in self.geometry["zones"]
                if each["kind"] in ROWS
            },
        )

    def cards(self) -> CardFaces:
        return CardFaces(card_faces(find_ruleset(self.ruleset)))

    def picture(self, code: str) -> Picture | None:
        return self.pictures.get(code)

    async def uses(self, letter: str, asked: AskUses) -> CardOptions:
        self.asked_about.append((letter, asked.card))
        if not own_card(self.seat_view(letter), asked.card):
            raise HostError("Expected a card of yours.")
        return convert({"uses": self.may[letter], "ok": True}, CardOptions)

    async def replay(self, number: int, viewer: str, language: Language = ENGLISH) -> Replay:
        return await self._kept().replay(number, viewer, language)

    async def summary(self, number: int) -> DuelSummary:
        return await self._kept().summary(number)

    async def played(self) -> list[tuple[int, DuelSummary]]:
        return await self._kept().played()

    def _kept(self) -> ReplayArchive:
        if self.archive is None:
            raise NoReplayError("This table has played no duel.")
        return self.archive

    def _overlay(self) -> Json:
        public = self._public()
        same = ("life", "turn", "turn_seat", "score", "judge", "outcome", "number")
        return {
            **{key: public[key] for key in same},
            "names": {letter: side.name for letter, side in self.sides.items()},
            "ruleset": "Trump King",
            "phase": self.title_of(self.phase),
            "card": self.last_card,
            "card_seat": self.last_card["key"][0] if self.last_card else "",
            "card_deed": f"It is the {self.last_card['name']}." if self.last_card else "",
            "chain": self.overlay_chain,
            "link": self.link["state"],
        }

    def view(self, viewer: str) -> PublicView | OverlayView:
        if viewer == OVERLAY:
            return convert(self._overlay(), OverlayView)
        if viewer == PUBLIC:
            return convert(self._public(), PublicView)
        if viewer == JUDGE:
            return convert(self._judges(), JudgeView)
        return self.seat_view(viewer)

    def seat_view(self, letter: str) -> SeatView:
        return convert(self._seats(letter), SeatView)

    def seen(self, viewer: str) -> Json:
        """What a viewer's page gets."""
        seen: Json = to_builtins(self.view(viewer), enc_hook=str)
        return seen

    def _public(self) -> Json:
        return {
            "life": {letter: side.life for letter, side in self.sides.items()},
            "turn": self.turn,
            "turn_seat": self.turn_seat,
            "phase": self.phase,
            "phases": self.phases,
            "decision": self.decision
            or {
                "seat": self.turn_seat,
                "kind": "open",
                "text": f"{self.sides[self.turn_seat].name} may act in "
                f"{self.title_of(self.phase)}.",
            },
            "status": "over" if self.outcome else "correcting" if self.obligations else "playing",
            "message": self.message,
            "zones": [
                {
                    "zone": zone,
                    "card": {
                        **self.open_card(lying.key, self.alterations.get(zone, [])),
                        "marks": self.marks.get(zone, []),
                    }
                    if lying.face == "up"
                    else {"face": "down"},
                    "upright": lying.turn == 0,
                }
                for zone, lying in self.zones.items()
            ],
            "playable": [zone for zone, style in self.scene.items() if style == lamps.LEGAL],
            "piles": {
                letter: {
                    "hand": len(side.hand),
                    "pile": len(side.pile),
                    "grave": [self.open_card(key) for key in reversed(side.grave)],
                    "banished": [self.open_card(key) for key in reversed(side.banished)],
                    "extra": [self.open_card(key) for key in side.extra],
                }
                for letter, side in self.sides.items()
            },
            "aside": self.asides,
            "obligations": self.obligations,
            "row": self.row,
            "chain": self.chain,
            "log": self.log[-60:],
            "outcome": self.outcome,
            "link": self.link,
            "requests": self.requests,
            "number": self.number,
            "score": self.score,
            "judge": self.judge,
            "head": "0123456789abcdef0123456789abcdef",
        }

    def _seats(self, letter: str) -> Json:
        return {
            **self._public(),
            "seat": letter,
            "hand": [
                {"key": key, "code": key[2:], "name": card_name(key[2:])}
                for key in self.sides[letter].hand
            ],
            "facedown": [
                {
                    "zone": zone,
                    "key": lying.key,
                    "code": lying.code,
                    "name": card_name(lying.code),
                }
                for zone, lying in self.zones.items()
                if lying.face == "down" and lying.key[0] == letter
            ],
            "prompts": self.prompts[letter],
            "private": self.private[letter],
            "asking": {"at": self.asking[letter], "until": self.until[letter]},
            "ending": False,
            "from_extra": self.from_extra if letter == "a" else [],
            "takeback": "Set a card" if self.turn else "",
            "may": self.may[letter] if letter == self.turn_seat else [],
        }

    def line(self) -> LineView:
        told = ["error: supply bears only 2 of 4 fields", "info: supply well again"]
        counts = dict.fromkeys(LinkStatistics.__struct_fields__, 0) | {"sent": 12}
        how = {"state": "up", "firmware": "0.1.0", "sweep_ms": None}
        return convert({**counts, **how, "faults": "none", "told": told}, LineView)

    def health(self) -> Health:
        return Health(ok=self.is_turned, link="up", version="0")

    def metrics(self) -> bytes:
        return metrics_text(Metrics(rounds=7), self.line())

    def _judges(self) -> Json:
        return {
            **self._public(),
            "facedown": [
                {"zone": zone, "key": lying.key, "code": lying.code, "name": card_name(lying.code)}
                for zone, lying in self.zones.items()
                if lying.face == "down"
            ],
            "disputed": self.disputed,
            "plays": self.plays,
            "last_play": "Normal Summon the 8 of spades",
            "whispers": [],
        }

    async def ruling(self, ruling: Ruling) -> None:
        self.calls.append(("ruling", "judge", to_builtins(ruling)))
        self.judge = self.disputed = None
        self.plays = []
        self.changed()

    async def subscribe(
        self, viewer: str, beat_s: float | None = None, language: Language = ENGLISH
    ) -> AsyncGenerator[FeedEvent]:
        del language  # one for all who look at it
        audience = self._audiences[viewer]
        audience.show_view(view_event(self.view(viewer), self.language.encoded))
        audience.show_lights(lights_event(self.lights()))
        async with aclosing(audience.follow(asyncio.Event(), beat_s)) as events:
            async for event in events:
                yield event

    @property
    def watching(self) -> int:
        """How many look on."""
        return sum(audience.count for audience in self._audiences.values())

    def ask_menu(self, letter: str, ways: list[str]) -> None:
        """Offer what may be done without a card."""
        self.prompts[letter] = [prompt("menu", "Act.", *((way, "") for way in ways), menu=True)]

    async def answer(self, letter: str, answer: Answer) -> None:
        asked = next((p for p in self.prompts[letter] if p["id"] == answer.prompt), None)
        if asked is None:
            raise StaleQuestionError
        if answer.option >= len(asked["options"]):
            raise NoSuchOptionError(len(asked["options"]), answer.option)
        self.calls.append(("answer", letter, to_builtins(answer)))
        self.prompts[letter].remove(asked)
        self.say(f"Chosen: {asked['options'][answer.option]['text']}.", [], letter)
        self.changed()

    async def hands(self, letter: str, request: HandRequest) -> None:
        said = to_builtins(request)
        self.calls.append(("hands", letter, said))
        self.now_ms += 100
        getattr(self, f"hands_{said['do']}")(letter, said)
        self.changed()

    async def command(self, letter: str, command: Command) -> None:
        said = to_builtins(command)
        self.calls.append(("command", letter, said))
        match said:
            case {"do": "concede"}:
                winner = "b" if letter == "a" else "a"
                self.end(winner, f"{self.name(letter)} concedes.")
                self.say(f"{self.name(letter)} concedes.", [], letter)
            case {"do": "offer-draw"}:
                self.requests = [
                    {"kind": "draw", "from": letter, "text": "to end the duel as a draw"}
                ]
            case {"do": "takeback"}:
                self.requests = [
                    {"kind": "takeback", "from": letter, "text": "to take the last play back"}
                ]
            case {"do": "accept-draw"}:
                self.end(None, "Both agree to a draw.")
                self.requests = []
            case {"do": "agree"} | {"do": "refuse"}:
                self.requests = []
            case {"do": "life", "player": player, "life": life} if player != letter:
                text = f"to set the life of {self.name(player)} to {life}"
                self.requests = [{"kind": "life", "from": letter, "text": text}]
            case {"do": "life", "player": player, "life": life, "reason": reason}:
                self.sides[player].life = life
                self.say(f"Life of {self.name(player)} set to {life}: {reason}", [], letter)
            case {"do": "judge"}:
                self.judge = {"by": letter, "text": f"{self.name(letter)} has called a judge."}
            case {"do": "ask-me", "at": kinds}:
                self.asking[letter] = kinds
            case {"do": "pass-on", "until": until}:
                self.until[letter] = until
            case {"do": "rematch"}:
                if self.outcome is None:
                    raise HostError("The duel is not over yet.")
                self.outcome = None
        self.changed()

    def end(self, winner: str | None, reason: str) -> None:
        who = "Draw" if winner is None else f"{self.name(winner)} wins"
        self.outcome = {"winner": winner, "reason": reason, "text": f"{who}: {reason}"}

    # the players' hands

    def hands_place(self, letter: str, request: Json) -> None:
        side = self.sides[letter]
        zone, face, turn = request["zone"], request.get("face", "up"), request.get("turn", 0)
        if zone in self.zones and request.get("from") != zone:
            raise HostError(f"A card lies on {zone} already.")
        if "from" in request:
            lying = self.zones.pop(request["from"])
            self.zones[zone] = Lying(
                lying.key, request.get("face", lying.face), request.get("turn", lying.turn)
            )
            return
        key = request["card"]
        if key not in side.hand:
            raise HostError(f"You do not hold {key}.")
        side.hand.remove(key)
        self.zones[zone] = Lying(key, face, turn)
        if zone[2:3] == "m":
            self.judge_summon(letter, zone, self.zones[zone])

    def judge_summon(self, letter: str, zone: str, lying: Lying) -> None:
        side, name = self.sides[letter], card_name(lying.code)
        if lying.face == "down" and lying.code[0] == "H":
            self.refuse(zone, "This card cannot be Set.", "TK-16", name)
            self.private[letter] = message(
                "refusal",
                f"The {name} cannot be Set.",
                "TK-74",
                remedy=(f"Summon the {name} face-up", f"Take the {name} back into your hand"),
            )
            self.message = message("info", f"{side.name} corrects a play.")
        elif side.has_summoned:
            self.refuse(zone, "The summon of this turn has been used.", "TK-14", name)
        else:
            side.has_summoned = True
            what = "Sets a card" if lying.face == "down" else f"summons the {name}"
            self.scene[zone] = lamps.CONFIRM
            self.say(f"{side.name} {what}.", ["TK-14"], letter)
            if lying.face == "up":
                other = "b" if letter == "a" else "a"
                self.prompts[other] = [
                    prompt(
                        f"p{len(self.log)}",
                        f"{side.name} summons the {name}. Do you answer?",
                        ("Do not respond", "Let it happen"),
                        ("Turn over your set card", "Spell zone 4"),
                    )
                ]

    def refuse(self, zone: str, text: str, rule_id: str, name: str) -> None:
        self.scene[zone] = lamps.ILLEGAL
        hand = f"{zone[0]}.hand"
        self.message = message(
            "refusal",
            text,
            rule_id,
            remedy=("Take the card back into the hand", "Summon it in your next turn"),
        )
        shown = name if self.zones[zone].face == "up" else "card"
        self.obligations = [
            {"text": f"Take the {shown} back into your hand", "from": zone, "to": hand,
             "zone": zone}
        ]  # fmt: skip

    def hands_take(self, letter: str, request: Json) -> None:
        zone = request["zone"]
        if zone not in self.zones:
            raise HostError(f"Nothing lies on {zone}.")
        lying = self.zones.pop(zone)
        getattr(self.sides[letter], request["to"]).append(lying.key)
        if self.obligations and self.obligations[0]["zone"] == zone:
            self.obligations, self.message, self.private[letter] = [], None, None
            self.scene.pop(zone, None)

    def hands_turn(self, letter: str, request: Json) -> None:
        lying = self.zones.get(request["zone"])
        if lying is None:
            raise HostError(f"Nothing lies on {request['zone']}.")
        lying.turn = 90 - lying.turn

    def hands_flip(self, letter: str, request: Json) -> None:
        lying = self.zones.get(request["zone"])
        if lying is None:
            raise HostError(f"Nothing lies on {request['zone']}.")
        lying.face = "down" if lying.face == "up" else "up"

    def hands_draw(self, letter: str, request: Json) -> None:
        side = self.sides[letter]
        side.hand.append(side.pile.pop())
        self.say(f"{side.name} draws a card.", ["TK-03"], letter)

    def hands_shuffle(self, letter: str, request: Json) -> None:
        self.say(f"{self.name(letter)} shuffles the deck.", [], letter)

    def hands_stack(self, letter: str, request: Json) -> None:
        lying = self.zones.pop(request["spot"], None)
        if lying is None:
            raise HostError("Nothing lies on the landing spot.")
        getattr(self.sides[letter], request["spot"][2:]).append(lying.key)

    def hands_fetch(self, letter: str, request: Json) -> None:
        getattr(self.sides[letter], request["from"]).remove(request["card"])
        self.zones[request["zone"]] = Lying(
            request["card"], request.get("face", "up"), request.get("turn", 0)
        )

    def hands_touch(self, letter: str, request: Json) -> None:
        pad = request["pad"]
        lying = self.zones.get(pad)
        if lying is not None and pad[0] == letter and lying.face == "up":
            self.scene[pad] = lamps.SELECTED
            self.prompts[letter] = [
                prompt(
                    f"p{len(self.log)}-{pad}",
                    f"What shall the {card_name(lying.code)} do?",
                    ("Attack the 7 of diamonds", "Ben, monster zone 3"),
                    ("Attack the 5 of hearts", "Ben, monster zone 2"),
                    ("Change to Defense", "TK-24: one turn has passed"),
                )
            ]
        self.say(f"{self.name(letter)} points at {pad}.", [], letter)

    def hands_button(self, letter: str, request: Json) -> None:
        if request["name"].endswith(".phase"):
            names = [phase["name"] for phase in self.phases]
            at = (names.index(self.phase) + 1) % len(names)
            self.scene.pop(f"phase.{names.index(self.phase) + 1}", None)
            self.phase = names[at]
            self.scene[f"phase.{at + 1}"] = lamps.PHASE
            self.say(f"{self.title_of(self.phase)}.", ["TK-05"], letter)
        elif request["name"].endswith(".ok"):
            self.message = None
            self.say(f"{self.name(letter)} passes.", [], letter)
        else:
            self.say(f"{self.name(letter)} calls a judge.", [], letter)

    # enrolling

    async def enroll(self, request: EnrollRequest) -> Enrolled:
        self.calls.append(("enroll", PUBLIC, to_builtins(request)))
        match request:
            case LookAtSpot():
                pass
            case NameSleeve(up=up, down=down, code=code):
                if up == down:
                    raise HostError("Both faces show the same tag: turn it over.")
                self.enrolled.append(code)
            case UndoLast():
                if not self.enrolled:
                    raise HostError("No sleeve has been enrolled yet.")
                self.enrolled.pop()
        last = self.enrolled[-1] if self.enrolled else None
        answer = {"sighting": self.spot, "enrolled": len(self.enrolled), "last": last}
        return convert(answer, Enrolled)

    # inside

    def name(self, letter: str) -> str:
        return self.sides[letter].name

    def title_of(self, phase: str) -> str:
        return next((p["title"] for p in self.phases if p["name"] == phase), "Setting up")

    def open_card(self, key: str, changed: Iterable[Json] = ()) -> Json:
        card = {"key": key, "code": key[2:], "name": card_name(key[2:]), "face": "up"}
        return {**card, "changed": list(changed)}

    def say(self, text: str, rules: list[str], seat: str) -> None:
        line = {"n": len(self.log) + 1, "text": text, "rules": rules, "seat": seat}
        self.log.append(
            {**line, "play": len(self.log) + 1, "turn": self.turn, "sealed": [], "opened": []}
        )

    def lights(self) -> LightsView:
        colours = [[0, 0, 0] for lamp in self.geometry["lamps"] for _ in lamp["lights"]]
        for lamp in self.geometry["lamps"]:
            style = self.scene.get(lamp["name"], lamps.OFF)
            for place, light in enumerate(lamp["lights"]):
                colours[light["light"]] = list(lamps.light_colour(style, place, self.now_ms))
        return LightsView(colours, [f"{s.life:8d}" for s in self.sides.values()], "board")

    def changed(self) -> None:
        """Show every viewer what has changed."""
        for viewer, audience in self._audiences.items():
            audience.show_view(view_event(self.view(viewer), self.language.encoded))
            audience.show_lights(lights_event(self.lights()))
