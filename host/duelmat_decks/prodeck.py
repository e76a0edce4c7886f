"""Card facts from a JSON file of YGOPRODeck's database, as a user has saved it.

`{"data": [{"id", "name", "type", "race", "atk", "def", "level", "attribute", "scale", "linkval",
"linkmarkers", "card_images": [{"id"}]}]}`, or the list alone. `level` of an Xyz Monster is its
Rank; `race` of a magic or trap card is what sort of one it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from duelmat_decks.cdb import printed_value
from duelmat_decks.errors import CardFactsError
from duelmat_decks.facts import UNKNOWN_VALUE, CardFacts, Library
from duelmat_engine import Trait
from duelmat_files.errors import FileProblem
from duelmat_message import words_of
from duelmat_parsing.jsontext import read_json

_WORDS: Final = (
    "normal",
    "effect",
    "fusion",
    "ritual",
    "spirit",
    "union",
    "gemini",
    "tuner",
    "synchro",
    "token",
    "flip",
    "toon",
    "xyz",
    "pendulum",
    "link",
)
_SORTS: Final = {
    "normal": "normal",
    "continuous": "permanent",
    "quick-play": "quick",
    "equip": "equip",
    "field": "field",
    "ritual": "ritual",
    "counter": "counter",
}
_NOT_PLAYED: Final = ("skill card",)
_MOST_PROBLEMS: Final = 50


def read_prodeck(text: str, source: str = "cards.json") -> Library:
    """Read the facts of every card of a JSON text. Raises CardFactsError with every fault."""
    try:
        data = read_json(text)
    except ValueError as error:
        raise CardFactsError(source, [_no_list(source, f"no JSON: {words_of(error)}")]) from None
    items = data.get("data") if isinstance(data, dict) else data
    if not isinstance(items, list):
        raise CardFactsError(source, [_no_list(source, _kind(items))])
    facts: list[CardFacts] = []
    problems: list[FileProblem] = []
    for index, item in enumerate(items):
        wrong = _wrong(item)
        if wrong:
            place = f"data[{index + 1}]"
            problems.append(FileProblem(source, place, *wrong, "Download the list again."))
        elif str(item["type"]).lower() not in _NOT_PLAYED:
            facts += _pictures(item)
    if problems:
        raise CardFactsError(source, problems[:_MOST_PROBLEMS])
    return Library(facts)


def _no_list(source: str, got: str) -> FileProblem:
    return FileProblem(
        source,
        "the whole file",
        "a list of cards, or a table with one under data",
        got,
        "Save the answer of the card database as it comes.",
    )


def _wrong(item: Any) -> tuple[str, str] | None:
    """Report what is wrong with one card: expected, got."""
    if not isinstance(item, dict):
        return "a table", _kind(item)
    passcode = item.get("id")
    if type(passcode) is not int or not 0 < passcode <= 0xFFFF_FFFF:
        return "a passcode in id", repr(passcode)[:40]
    for key in ("name", "type"):
        if not isinstance(item.get(key), str) or not item[key].strip():
            return f"a text in {key}", repr(item.get(key))[:40]
    for key in ("atk", "def", "level", "scale", "linkval"):
        if item.get(key) is not None and type(item[key]) is not int:
            return f"a whole number in {key}", repr(item[key])[:40]
    for key in ("race", "attribute"):
        if item.get(key) is not None and not isinstance(item[key], str):
            return f"a text in {key}", repr(item[key])[:40]
    markers = item.get("linkmarkers") or ()
    if not isinstance(markers, list | tuple) or not all(isinstance(m, str) for m in markers):
        return "a list of texts in linkmarkers", repr(markers)[:40]
    return None


def _kind(value: object) -> str:
    """Name the kind of a value of JSON in words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "a table"


def _pictures(item: dict[str, Any]) -> Iterator[CardFacts]:
    """Yield the card and its other pictures, which have passcodes of their own."""
    facts = _card(item)
    yield facts
    pictures = item.get("card_images")
    for picture in pictures if isinstance(pictures, list) else ():
        other = picture.get("id") if isinstance(picture, dict) else None
        if type(other) is int and 0 < other <= 0xFFFF_FFFF and other != facts.passcode:
            yield CardFacts(
                passcode=other,
                name=facts.name,
                kinds=facts.kinds,
                traits=facts.traits,
                alias=facts.passcode,
            )


def _card(item: dict[str, Any]) -> CardFacts:
    words = item["type"].lower().split()
    if "monster" in words or "token" in words:
        kinds = ["monster", *(w for w in _WORDS if w in words)]
        if len(kinds) == 1 or set(kinds) <= {"monster", "tuner", "pendulum"}:
            kinds.append("effect" if "tuner" in words and "normal" not in words else "normal")
        traits = dict(_monster(item, kinds))
    else:
        kinds = ["trap" if "trap" in words else "magic"]
        kinds.append(_SORTS.get(str(item.get("race") or "normal").lower(), "normal"))
        traits = {}
    return CardFacts(passcode=item["id"], name=item["name"], kinds=tuple(kinds), traits=traits)


def _monster(item: dict[str, Any], kinds: list[str]) -> Iterator[tuple[str, Trait]]:
    if "link" in kinds:
        yield "link", item.get("linkval") or 0
        yield "markers", " ".join(m.lower() for m in item.get("linkmarkers") or ())
    else:
        yield ("rank" if "xyz" in kinds else "level"), item.get("level") or 0
        yield "defense", _value(item.get("def"))
    yield "attack", _value(item.get("atk"))
    if "pendulum" in kinds and item.get("scale") is not None:
        yield "scale-left", item["scale"]
        yield "scale-right", item["scale"]
    for key in ("attribute", "race"):
        if item.get(key):
            yield key, item[key].lower().replace(" ", "-")


def _value(value: int | None) -> Trait:
    return UNKNOWN_VALUE if value is None else printed_value(value)
