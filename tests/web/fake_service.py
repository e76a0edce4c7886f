"""A table that plays along: enough of Trump King to move, refuse, ask and light every page.

It keeps contract and secrets as the real table does, and knows a handful of rules by heart. Every
view is built for its viewer from one state; nothing here is shared with the real table.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from duelmat_hardware import load_mat, page_geometry
from duelmat_wire import lamps

Json = dict[str, Any]

SUITS = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}
COURT = {"J": "Jack", "Q": "Queen", "K": "King"}
STATEMENTS = {
    "TK-14": "Once in each turn a player may Normal Summon any card as a monster.",
    "TK-74": "A Heart cannot be Set face-down.",
    "TK-16": "A Normal Summon into Defense is made only as a face-down Set.",
    "TK-03": "In the Draw Phase the turn player draws one card.",
    "TK-60": "Between attackers the higher number wins; the loser's player takes the difference.",
    "TK-05": "A turn runs Draw, Main 1, Battle, Main 2, end.",
    "TK-21": "Never more than three monsters stand on a player's side.",
}
PHASES = [
    {"name": "draw", "title": "Draw Phase"},
    {"name": "main1", "title": "Main Phase 1"},
    {"name": "battle", "title": "Battle Phase"},
    {"name": "main2", "title": "Main Phase 2"},
]


def card_name(code: str) -> str:
    if code[0] == "X":
        return f"Joker {code[1:]}"
    return f"{COURT.get(code[1:], code[1:])} of {SUITS[code[0]]}"


def rule(name: str) -> Json:
    return {"id": name, "statement": STATEMENTS[name]}


@dataclass
class Lying:
    """A card on the mat."""

    key: str
    face: str = "up"
    turn: int = 0

    @property
    def code(self) -> str:
        return self.key[2:]


@dataclass
class Side:
    name: str
    hand: list[str]
    pile: list[str]
    grave: list[str] = field(default_factory=list)
    banished: list[str] = field(default_factory=list)
    extra: list[str] = field(default_factory=list)
    life: int = 40
    has_summoned: bool = False


class FakeService:
    """Contract D, played by heart."""

    def __init__(self, *, simulated: bool = True, one_screen: bool = False) -> None:
        self.geometry = page_geometry(load_mat())
        self.simulated = simulated
        self.one_screen = one_screen
        self.calls: list[tuple[str, str, Json]] = []
        self.subscribers: list[asyncio.Queue[Json]] = []
        self.sides = {
            "a": Side(
                "Ana",
                [f"a:{code}" for code in ("H7", "S9", "C4", "D5", "X1", "D10")],
                [f"a:{code}" for code in ("S2", "C8", "D3", "H10", "C1", "S5", "H2")] * 5,
                grave=["a:S3", "a:D6", "a:H9"],
                extra=[f"a:{suit}{court}" for suit in "SHCD" for court in "JQK"],
                life=33,
            ),
            "b": Side(
                "Ben",
                [f"b:{code}" for code in ("C10", "S6", "H3", "D8", "S1")],
                [f"b:{code}" for code in ("D2", "H8", "C7", "S4")] * 9,
                grave=["b:H1", "b:C2"],
                banished=["b:D4"],
                extra=[f"b:{suit}{court}" for suit in "SHCD" for court in "JQK"],
                life=28,
            ),
        }
        self.zones: dict[str, Lying] = {
            "a.m2": Lying("a:S8"),
            "a.m4": Lying("a:C6", "down", 90),
            "a.s3": Lying("a:D9", "down"),
            "b.m3": Lying("b:D7"),
            "b.m2": Lying("b:H5", "up", 90),
            "b.s4": Lying("b:C9", "down"),
            "x1": Lying("b:SQ"),
        }
        self.turn, self.turn_seat, self.phase = 3, "a", "main1"
        self.message: Json | None = None
        self.private: dict[str, Json | None] = {"a": None, "b": None}
        self.prompts: dict[str, list[Json]] = {"a": [], "b": []}
        self.obligations: list[Json] = []
        self.requests: list[Json] = []
        self.judge: Json | None = None
        self.disputed: Json | None = None
        self.plays: list[Json] = []
        self.outcome: Json | None = None
        self.asking: set[str] = set()
        self.link = {"state": "up", "text": "The mat answers."}
        self.scene: dict[str, int] = {"a.m2": lamps.ACTIVE, "phase.2": lamps.PHASE}
        self.now_ms = 0
        self.enrolled: list[Json] = []
        self.spot: Json = {"state": "empty", "uid": None}
        self.log: list[Json] = []
        for text, rules, seat in (
            ("Ana and Ben begin with 40 life each.", [], None),
            ("Ana summons the 8 of spades.", ["TK-14"], "a"),
            ("Ben draws a card.", ["TK-03"], "b"),
            ("Ben summons the 7 of diamonds.", ["TK-14"], "b"),
            ("The 7 of diamonds attacks the 3 of spades; Ana loses 4 life.", ["TK-60"], "b"),
            ("Ana draws a card.", ["TK-03"], "a"),
        ):
            self.say(text, rules, seat)

    # what the pages ask

    def page(self) -> Json:
        return {
            "geometry": self.geometry,
            "ruleset": "trump_king",
            "seats": [{"letter": letter, "name": s.name} for letter, s in self.sides.items()],
            "simulated": self.simulated,
            "one_screen": self.one_screen,
            "cards": [
                {"code": f"{suit}{rank}", "name": card_name(f"{suit}{rank}")}
                for suit in "SHCD"
                for rank in ("1", "2", "3", "7", "K")
            ],
        }

    def token(self, letter: str) -> str:
        return {
            "a": "ana-secret-token",
            "b": "ben-secret-token",
            "judge": "judge-secret-token",
        }[letter]

    def public_view(self) -> Json:
        return {
            "life": {letter: side.life for letter, side in self.sides.items()},
            "turn": self.turn,
            "turn_seat": self.turn_seat,
            "phase": self.phase,
            "phases": PHASES,
            "decision": {
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
                    "card": self.open_card(lying.key) if lying.face == "up" else {"face": "down"},
                    "upright": lying.turn == 0,
                }
                for zone, lying in self.zones.items()
            ],
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
            "obligations": self.obligations,
            "log": self.log[-60:],
            "outcome": self.outcome,
            "link": self.link,
            "requests": self.requests,
            "judge": self.judge,
            "head": "0123456789abcdef",
        }

    def seat_view(self, letter: str) -> Json:
        return {
            **self.public_view(),
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
            "asks_on_own": letter in self.asking,
            "may": [
                {"text": "Summon a card of your hand", "zone": None},
                {"text": "Attack with the 8 of spades", "zone": "a.m2"},
            ]
            if letter == self.turn_seat
            else [],
        }

    def line(self) -> Json:
        told = ["error: supply bears only 2 of 4 fields", "info: supply well again"]
        counts = {"sent": 12, "bad": 0, "faults": "none", "told": told}
        return {"state": "up", "firmware": "0.1.0", **counts}

    def judge_view(self) -> Json:
        return {
            **self.public_view(),
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

    async def ruling(self, request: Json) -> Json:
        self.calls.append(("ruling", "judge", request))
        self.judge = self.disputed = None
        self.plays = []
        return self.changed()

    async def subscribe(self, viewer: str) -> AsyncIterator[Json]:
        queue: asyncio.Queue[Json] = asyncio.Queue()
        self.subscribers.append(queue)
        try:
            yield self.lights()
            while True:
                event = await queue.get()
                if event["type"] == "view":
                    views = {"public": self.public_view, "judge": self.judge_view}
                    view = views[viewer]() if viewer in views else self.seat_view(viewer)
                    event = {"type": "view", "view": view}
                yield event
        finally:
            self.subscribers.remove(queue)

    def ask_menu(self, letter: str, ways: list[str]) -> None:
        """Offer what may be done without a card."""
        self.prompts[letter] = [
            {"id": "menu", "text": "Act.", "menu": True, "highlight": 0, "cancel": False,
             "options": [{"text": way, "detail": ""} for way in ways]}
        ]  # fmt: skip

    async def answer(self, letter: str, request: Json) -> Json:
        self.calls.append(("answer", letter, request))
        prompt = next(p for p in self.prompts[letter] if p["id"] == request["prompt"])
        self.prompts[letter].remove(prompt)
        if request["option"] is not None:
            self.say(f"Chosen: {prompt['options'][request['option']]['text']}.", [], letter)
        return self.changed()

    async def hands(self, letter: str, request: Json) -> Json:
        self.calls.append(("hands", letter, request))
        self.now_ms += 100
        told: Json = await getattr(self, f"hands_{request['do']}")(letter, request)
        return told

    async def command(self, letter: str, request: Json) -> Json:
        self.calls.append(("command", letter, request))
        match request:
            case {"do": "enroll"}:
                return self.enroll(request)
            case {"do": "concede"}:
                winner = "b" if letter == "a" else "a"
                self.outcome = {"winner": winner, "reason": f"{self.name(letter)} concedes."}
                self.say(self.outcome["reason"], [], letter)
            case {"do": "offer-draw"}:
                self.requests = [{"kind": "draw", "from": letter}]
            case {"do": "takeback"}:
                self.requests = [{"kind": "takeback", "from": letter}]
            case {"do": "accept-draw"}:
                self.outcome = {"winner": None, "reason": "Both agree to a draw."}
                self.requests = []
            case {"do": "agree"} | {"do": "refuse"}:
                self.requests = []
            case {"do": "life", "player": player, "life": life, "reason": reason}:
                self.sides[player].life = life
                self.say(f"Life of {self.name(player)} set to {life}: {reason}", [], letter)
            case {"do": "judge"}:
                self.judge = {"by": letter, "text": f"{self.name(letter)} has called a judge."}
            case {"do": "ask-me", "always": always}:
                (self.asking.add if always else self.asking.discard)(letter)
            case {"do": "rematch"}:
                if self.outcome is None:
                    return {"ok": False, "message": "The duel is not over yet."}
                self.outcome = None
        return self.changed()

    # the players' hands

    async def hands_place(self, letter: str, request: Json) -> Json:
        side = self.sides[letter]
        zone, face, turn = request["zone"], request.get("face", "up"), request.get("turn", 0)
        if zone in self.zones and request.get("from") != zone:
            return {"ok": False, "message": f"A card lies on {zone} already."}
        if "from" in request:
            lying = self.zones.pop(request["from"])
            self.zones[zone] = Lying(
                lying.key, request.get("face", lying.face), request.get("turn", lying.turn)
            )
            return self.changed()
        key = request["card"]
        if key not in side.hand:
            return {"ok": False, "message": f"You do not hold {key}."}
        side.hand.remove(key)
        self.zones[zone] = Lying(key, face, turn)
        if zone[2:3] == "m":
            self.judge_summon(letter, zone, self.zones[zone])
        return self.changed()

    def judge_summon(self, letter: str, zone: str, lying: Lying) -> None:
        side, name = self.sides[letter], card_name(lying.code)
        if lying.face == "down" and lying.code[0] == "H":
            self.refuse(zone, "This card cannot be Set.", "TK-16", name)
            self.private[letter] = {
                "text": f"The {name} cannot be Set.",
                "rules": [rule("TK-74")],
                "remedy": [f"Summon the {name} face-up", f"Take the {name} back into your hand"],
                "kind": "refusal",
            }
            self.message = {
                "text": f"{side.name} corrects a play.",
                "rules": [],
                "remedy": [],
                "kind": "info",
            }
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
                    {
                        "id": f"p{len(self.log)}",
                        "text": f"{side.name} summons the {name}. Do you answer?",
                        "options": [
                            {"text": "Let it happen", "detail": "Pass"},
                            {"text": "Turn over your set card", "detail": "Spell zone 4"},
                        ],
                        "cancel": False,
                    }
                ]

    def refuse(self, zone: str, text: str, rule_id: str, name: str) -> None:
        self.scene[zone] = lamps.ILLEGAL
        hand = f"{zone[0]}.hand"
        self.message = {
            "text": text,
            "rules": [rule(rule_id)],
            "remedy": ["Take the card back into the hand", "Summon it in your next turn"],
            "kind": "refusal",
        }
        shown = name if self.zones[zone].face == "up" else "card"
        self.obligations = [
            {"text": f"Take the {shown} back into your hand", "from": zone, "to": hand,
             "zone": zone}
        ]  # fmt: skip

    async def hands_take(self, letter: str, request: Json) -> Json:
        zone = request["zone"]
        if zone not in self.zones:
            return {"ok": False, "message": f"Nothing lies on {zone}."}
        lying = self.zones.pop(zone)
        getattr(self.sides[letter], request["to"]).append(lying.key)
        if self.obligations and self.obligations[0]["zone"] == zone:
            self.obligations, self.message, self.private[letter] = [], None, None
            self.scene.pop(zone, None)
        return self.changed()

    async def hands_turn(self, letter: str, request: Json) -> Json:
        lying = self.zones.get(request["zone"])
        if lying is None:
            return {"ok": False, "message": f"Nothing lies on {request['zone']}."}
        lying.turn = 90 - lying.turn
        return self.changed()

    async def hands_flip(self, letter: str, request: Json) -> Json:
        lying = self.zones.get(request["zone"])
        if lying is None:
            return {"ok": False, "message": f"Nothing lies on {request['zone']}."}
        lying.face = "down" if lying.face == "up" else "up"
        return self.changed()

    async def hands_draw(self, letter: str, request: Json) -> Json:
        side = self.sides[letter]
        side.hand.append(side.pile.pop())
        self.say(f"{side.name} draws a card.", ["TK-03"], letter)
        return self.changed()

    async def hands_shuffle(self, letter: str, request: Json) -> Json:
        self.say(f"{self.name(letter)} shuffles the deck.", [], letter)
        return self.changed()

    async def hands_stack(self, letter: str, request: Json) -> Json:
        lying = self.zones.pop(request["spot"], None)
        if lying is None:
            return {"ok": False, "message": "Nothing lies on the landing spot."}
        getattr(self.sides[letter], request["spot"][2:]).append(lying.key)
        return self.changed()

    async def hands_fetch(self, letter: str, request: Json) -> Json:
        getattr(self.sides[letter], request["from"]).remove(request["card"])
        self.zones[request["zone"]] = Lying(
            request["card"], request.get("face", "up"), request.get("turn", 0)
        )
        return self.changed()

    async def hands_touch(self, letter: str, request: Json) -> Json:
        pad = request["pad"]
        lying = self.zones.get(pad)
        if lying is not None and pad[0] == letter and lying.face == "up":
            self.scene[pad] = lamps.SELECTED
            self.prompts[letter] = [
                {
                    "id": f"p{len(self.log)}-{pad}",
                    "text": f"What shall the {card_name(lying.code)} do?",
                    "options": [
                        {"text": "Attack the 7 of diamonds", "detail": "Ben, monster zone 3"},
                        {"text": "Attack the 5 of hearts", "detail": "Ben, monster zone 2"},
                        {"text": "Change to Defense", "detail": "TK-24: one turn has passed"},
                    ],
                    "cancel": True,
                }
            ]
        self.say(f"{self.name(letter)} points at {pad}.", [], letter)
        return self.changed()

    async def hands_button(self, letter: str, request: Json) -> Json:
        if request["name"].endswith(".phase"):
            names = [phase["name"] for phase in PHASES]
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
        return self.changed()

    # enrolling

    def enroll(self, request: Json) -> Json:
        match request:
            case {"step": "look"}:
                pass
            case {"step": "name", "up": up, "down": down, "code": code, "deck": deck}:
                if up == down:
                    return {"ok": False, "message": "Both faces show the same tag: turn it over."}
                self.enrolled.append({"up": up, "down": down, "code": code, "deck": deck,
                                      "name": card_name(code)})  # fmt: skip
            case {"step": "undo"}:
                if not self.enrolled:
                    return {"ok": False, "message": "No sleeve has been enrolled yet."}
                self.enrolled.pop()
        return {
            "ok": True,
            "sighting": self.spot,
            "enrolled": len(self.enrolled),
            "last": self.enrolled[-1] if self.enrolled else None,
        }

    # inside

    def name(self, letter: str) -> str:
        return self.sides[letter].name

    def title_of(self, phase: str) -> str:
        return next(known["title"] for known in PHASES if known["name"] == phase)

    def open_card(self, key: str) -> Json:
        return {"key": key, "code": key[2:], "name": card_name(key[2:]), "face": "up"}

    def say(self, text: str, rules: list[str], seat: str | None) -> None:
        self.log.append(
            {"n": len(self.log) + 1, "text": text, "rules": rules, "seat": seat, "turn": self.turn}
        )

    def lights(self) -> Json:
        colours = [[0, 0, 0] for lamp in self.geometry["lamps"] for _ in lamp["lights"]]
        for lamp in self.geometry["lamps"]:
            style = self.scene.get(lamp["name"], lamps.OFF)
            for place, light in enumerate(lamp["lights"]):
                colours[light["light"]] = list(lamps.light_colour(style, place, self.now_ms))
        return {
            "type": "lights",
            "lights": colours,
            "displays": [f"{side.life:8d}" for side in self.sides.values()],
            "source": "board",
        }

    def changed(self) -> Json:
        for queue in self.subscribers:
            queue.put_nowait({"type": "view"})
            queue.put_nowait(self.lights())
        return {"ok": True}
