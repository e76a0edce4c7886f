"""What lies on the fake table at first, and the words for it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from duelmat_engine import find_ruleset
from duelmat_engine.ruleset.registry import ruleset_names
from duelmat_host.showing.card_faces import card_faces

Json = dict[str, Any]

SUITS = {"S": "spades", "H": "hearts", "C": "clubs", "D": "diamonds"}
PLAYING_CARD = re.compile(r"[SHCD](10|[1-9JQK])|X\d")
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

ROWS = {
    "monster": "monster zone",
    "spell_trap": "magic/trap zone",
    "field": "Field Zone",
    "extra_monster": "extra monster zone",
}
FIRST_LOG: tuple[tuple[str, list[str], str], ...] = (
    ("Ana and Ben begin with 40 life each.", [], ""),
    ("Ana summons the 8 of spades.", ["TK-14"], "a"),
    ("Ben draws a card.", ["TK-03"], "b"),
    ("Ben summons the 7 of diamonds.", ["TK-14"], "b"),
    ("The 7 of diamonds attacks the 3 of spades; Ana loses 4 life.", ["TK-60"], "b"),
    ("Ana draws a card.", ["TK-03"], "a"),
)


def card_name(code: str) -> str:
    if not (played := PLAYING_CARD.fullmatch(code)):
        return _names()[code]
    if code[0] == "X":
        return f"Joker {code[1:]}"
    return f"{COURT.get(played[1], played[1])} of {SUITS[code[0]]}"


@cache
def _names() -> dict[str, str]:
    """Return the names of the cards of every game, by their codes."""
    games = [find_ruleset(name) for name in ruleset_names()]
    return {face.code: face.name for game in games for face in card_faces(game)}


def rule(name: str) -> Json:
    return {"id": name, "statement": STATEMENTS[name]}


def message(kind: str, text: str, *rules: str, remedy: tuple[str, ...] = ()) -> Json:
    statements = [rule(name) for name in rules]
    return {"kind": kind, "text": text, "rules": statements, "remedy": remedy, "zones": []}


def prompt(id_: str, text: str, *options: tuple[str, str], menu: bool = False) -> Json:
    offered = [
        {"text": words, "detail": detail, "passes": "Do not" in words, "from": None, "to": None}
        for words, detail in options
    ]
    return {
        "id": id_,
        "text": text,
        "because": "",
        "menu": menu,
        "highlight": -menu,
        "options": offered,
    }


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


def first_sides() -> dict[str, Side]:
    """Both players in Ana's second turn."""
    return {
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


def first_zones() -> dict[str, Lying]:
    """The cards on the mat, by their zones."""
    return {
        "a.m2": Lying("a:S8"),
        "a.m4": Lying("a:C6", "down", 90),
        "a.s3": Lying("a:D9", "down"),
        "b.m3": Lying("b:D7"),
        "b.m2": Lying("b:H5", "up", 90),
        "b.s4": Lying("b:C9", "down"),
        "x1": Lying("b:SQ"),
    }


def first_uses() -> dict[str, list[Json]]:
    """What each seat is told that its cards may do."""
    return {
        "a": [
            {
                "text": "Attack with the 8 of spades",
                "card": "a.m2",
                "legal": True,
                "rules": [],
                "remedy": [],
            },
            {
                "text": "Turn the 8 of spades",
                "card": "a.m2",
                "legal": False,
                "rules": [rule("TK-14")],
                "remedy": ["It becomes legal when the next turn has begun."],
            },
        ],
        "b": [],
    }
