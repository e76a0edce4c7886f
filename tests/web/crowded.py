"""A table with all that can be on it at a time: the longest names, texts and numbers of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from typing import Any, Final

from duelmat_engine import find_ruleset
from duelmat_engine.catalogue import systems
from duelmat_host.showing.card_faces import card_faces
from duelmat_wire import lamps
from web.fake_service import FakeService
from web.fake_table import Lying, card_name, prompt

GAMES: Final = ("trump_king", "ocg", "resummoned", "trigamon")
LONGEST_NAMES: Final = (
    "Bartholomew Wolfeschlegelsteinhausenberg",
    "Maximiliane-Charlotte Fuchs von Weissens",
)
"""As long as the settings allow, the first with a word that has nowhere to be broken."""
LIFE: Final = {"trump_king": 40, "ocg": 12_500, "resummoned": 99_999_999, "trigamon": 8000}
HAND: Final = 9
DECK: Final = 60
STACK: Final = 17
COLUMNS: Final = range(1, 6)


def crowd(service: FakeService, ruleset: str) -> None:
    """Fill every zone, hand and pile with the game's longest cards, in its longest phase."""
    rules = find_ruleset(ruleset)
    longest = sorted(card_faces(rules), key=lambda face: -len(face.name))
    codes = cycle(face.code for face in longest)
    service.ruleset = ruleset
    service.phases = [{"name": phase.name, "title": phase.title} for phase in rules.phases]
    service.phase = max(rules.phases, key=lambda phase: len(phase.title)).name
    service.turn = 128
    service.message = service.judge = service.disputed = service.outcome = None
    service.private, service.prompts = {"a": None, "b": None}, {"a": [], "b": []}
    service.obligations, service.requests, service.plays, service.chain = [], [], [], []
    service.until["a"] = ""
    service.zones.clear()
    for (letter, side), name in zip(service.sides.items(), LONGEST_NAMES, strict=True):
        keys = (f"{letter}:{code}" for code in codes)
        side.name, side.life = name, LIFE[ruleset]
        side.hand, side.pile = _some(keys, HAND), _some(keys, DECK)
        side.grave, side.banished, side.extra = (_some(keys, STACK) for _ in range(3))
        for column in COLUMNS:
            face, turn = "down" if column == 4 else "up", 90 * (column % 2)
            service.zones[f"{letter}.m{column}"] = Lying(next(keys), face, turn)
            service.zones[f"{letter}.s{column}"] = Lying(
                next(keys), "up" if column % 2 else "down"
            )
        for kind in ("field", "grave"):
            service.zones[f"{letter}.{kind}"] = Lying(next(keys))
        open_card = service.open_card(next(keys))
        row = {"title": "First Monster Zone right of the middle", "cards": [open_card] * 3}
        service.asides[letter] = [{"zone": f"{letter}.m{n}", **row} for n in (6, 7)]
        service.may[letter] = [_use(service, key) for key in side.hand[:4]]
        service.alterations[f"{letter}.m2"] = _changes()
        signs = ("Declared", "Bipolar", "Freeze")
        service.marks[f"{letter}.m2"] = [
            {"sign": sign, "text": f"Status: {sign}.", "rules": [_rule()]} for sign in signs
        ]
    service.scene = {f"a.m{column}": lamps.LEGAL for column in COLUMNS}
    for number in range(12):
        key = service.sides["b"].hand[number % HAND]
        service.say(
            f"{service.name('b')} activates {card_name(key[2:])}.", ["TK-14", "TK-03"], "b"
        )


def _link(number: int, name: str, seat: str) -> dict[str, Any]:
    return {
        "number": number,
        "seat": seat,
        "text": f"{LONGEST_NAMES[seat == 'b']}’s {name} in First Monster Zone right of the middle",
        "does": f"destroy: {name} and {name}",
        "from": f"{seat}.m2",
        "targets": [f"{letter}.m3" for letter in "ab"],
        "next": number == 4,
    }


def _some(keys: Iterator[str], count: int) -> list[str]:
    return [next(keys) for _ in range(count)]


def _rule() -> dict[str, str]:
    """Return the statement with the most to read."""
    longest = max(
        (row for system in systems() for row in system.statement), key=lambda row: len(row.text)
    )
    return {"id": longest.id, "statement": longest.text}


def _use(service: FakeService, key: str) -> dict[str, Any]:
    other = service.sides["b"].hand[0]
    text = f"Activate {card_name(key[2:])} with the attack of {card_name(other[2:])}"
    remedy = ["It becomes legal when the next turn of its player has begun."]
    return {"text": text, "card": key, "legal": False, "rules": [_rule()], "remedy": remedy}


def _changes() -> list[dict[str, Any]]:
    cause = "Green Baboon, Defender of the Forest in First Monster Zone right of the middle"
    change = {"how": "+99999", "value": 99_999, "cause": cause, "rules": [_rule()]}
    return [
        {"trait": trait, "printed": 1500, "value": value, "changes": [change] * 2}
        for trait, value in (("attack", 99_999), ("defense", 0))
    ]


def _begin(service: FakeService) -> None:
    """Nothing has been played: who goes first is asked."""
    service.turn, service.phase = 0, "setup"
    service.zones.clear()
    service.may = {"a": [], "b": []}
    options = ((f"Choose {name}", "") for name in LONGEST_NAMES)
    service.prompts["a"] = [
        prompt("first", f"{LONGEST_NAMES[0]}: choose who goes first.", *options)
    ]


def _act(service: FakeService) -> None:
    """The hand and the field are full, and much may be done."""
    zone = "First Monster Zone right of the middle"
    ways = [
        (f"Attack {card_name(key[2:])} in {zone}", zone) for key in service.sides["a"].grave[:8]
    ]
    service.prompts["a"] = [prompt("w", "Act", *ways, menu=True)]


def _ask(service: FakeService) -> None:
    """A response is asked for, over all that may be done."""
    _act(service)
    names = [card_name(key[2:]) for key in service.sides["a"].hand[:4]]
    cause = f"the activation of {names[0]} by {LONGEST_NAMES[1]}, which will destroy {names[1]}"
    text = f"{LONGEST_NAMES[0]}: respond to {cause}, or pass."
    ways = [(f"Activate {name}", f"{name} and {names[0]} are destroyed") for name in names]
    asked = prompt("q", text, *ways, ("Pass", ""))
    service.prompts["a"].insert(0, asked | {"because": f"Because of {cause}."})
    service.chain = [
        _link(number, name, seat)
        for number, name, seat in zip(range(1, 5), names, "baba", strict=True)
    ]
    service.until["a"] = "turn"


def _refuse(service: FakeService) -> None:
    """A play was refused, with the longest reason there is, and the card is to be taken back."""
    _act(service)
    name = card_name(service.zones["a.m2"].code)
    said = {
        "kind": "refusal",
        "text": f"{LONGEST_NAMES[0]} may not Normal Summon {name}.",
        "zones": [],
    }
    remedy = [
        f"Take {name} back into the hand.",
        f"Set {name} in First Monster Zone right of the middle.",
    ]
    service.message = {**said, "rules": [_rule(), _rule()], "remedy": remedy}
    service.private["a"] = service.message
    service.scene["a.m2"] = lamps.ILLEGAL
    text = f"{LONGEST_NAMES[0]}: take {name} back into your hand."
    service.obligations = [{"text": text, "from": "a.m2", "to": "a.hand", "zone": "a.m2"}]
    service.requests = [
        {"kind": "life", "from": "b", "text": f"to set the life of {LONGEST_NAMES[0]} to 99999999"}
    ]
    service.judge = {"by": "b", "text": f"{LONGEST_NAMES[1]} has called a judge."}
    service.disputed = service.message
    service.plays = [
        {"text": f"Normal Summon {name} to {zone}", "hindrance": ""}
        for zone in ("the middle Monster Zone", "First Monster Zone right of the middle")
    ]


def _end(service: FakeService) -> None:
    service.end("a", f"{LONGEST_NAMES[1]} has no card left to draw.")


STATES: Final[Mapping[str, Callable[[FakeService], None]]] = {
    "before the start": _begin,
    "main phase": _act,
    "question": _ask,
    "refusal": _refuse,
    "over": _end,
}
"""What is to be seen on a page, by what it is called."""


def show(service: FakeService, ruleset: str, state: str) -> None:
    """Show a state on all pages, and say in the log which."""
    crowd(service, ruleset)
    STATES[state](service)
    service.say(f"Now: {state}.", [], "")
