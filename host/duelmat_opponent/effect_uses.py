"""Effects are sorted by their use: their operations tell what they do, and to whose monsters."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Any, Final

from msgspec import to_builtins

from duelmat_engine import find_ruleset


class Use(Enum):
    """The use of an effect."""

    BENEFIT = "benefit"
    """It gains, draws or does damage, without a choice."""
    SWITCH = "switch"
    """It is turned on, and off again."""
    SUMMON = "summon"
    """It brings a monster to the field."""
    NEGATE = "negate"
    """It undoes what another player does."""
    REMOVE = "remove"
    """It takes monsters from the field."""
    HOLD = "hold"
    """It keeps monsters from attacking."""
    WEAKEN = "weaken"
    """It takes attack from a monster, or turns it."""
    STRENGTHEN = "strengthen"
    """It makes monsters of one's own stronger."""
    BURY = "bury"
    """It gives up a monster of one's own."""
    OTHER = "other"
    """Its operations do not tell."""
    NOTHING = "nothing"
    """It changes nothing."""


_FREE: Final = {"gain", "damage", "draw"}
_Data = dict[str, Any]


@lru_cache(maxsize=8)
def uses(ruleset: str) -> dict[str, Use]:
    """Classify each effect of a ruleset by its use."""
    rules = find_ruleset(ruleset)
    effects = {name: to_builtins(effect) for name, effect in rules.effects.items()}
    found = dict.fromkeys(effects, Use.OTHER)
    for card in rules.cards.values():
        for name in card.effects:
            lasting = [change for other in card.effects for change in effects[other]["alters"]]
            found[name] = _use_of(ruleset, effects[name], lasting, len(card.effects))
    return found


def _use_of(ruleset: str, effect: _Data, lasting: list[_Data], count: int) -> Use:
    """Return the use of an effect of a card that has so many, with these lasting changes."""
    done = [each["do"] for each in effect["resolve"]]
    if effect["use"] == "stream":
        return Use.SWITCH
    if done and not effect["announce"] and _FREE.issuperset(done):
        return Use.BENEFIT
    if not done and effect["stays"]:
        return Use.NOTHING if count == 1 else Use.STRENGTHEN
    if not done:
        return Use.OTHER
    first = effect["resolve"][0]
    aims = [each["cards"] for each in effect["announce"] if each["do"] == "choose"]
    is_own = any(each.get("whose") == "own" for each in aims)
    on_field = any("m" in each.get("zones", ()) for each in [*aims, *_cards(first)])
    match first["do"]:
        case "summon-specially":
            return Use.SUMMON
        case "negate-summon":
            return Use.NEGATE
        case "destroy" | "send" if on_field:
            return Use.BURY if is_own else Use.REMOVE
        case "mark" if on_field:
            return _status_use(ruleset, first["name"])
        case "reposition":
            return Use.WEAKEN
        case "change-value" | "equip" | "if" if on_field:
            down = any(each["how"] == "subtract" for each in lasting)
            return Use.WEAKEN if down else Use.STRENGTHEN
        case _:
            return Use.OTHER


def _cards(operation: _Data) -> list[_Data]:
    cards = operation.get("cards")
    return [cards] if isinstance(cards, dict) else []


def _status_use(ruleset: str, name: str) -> Use:
    status = find_ruleset(ruleset).in_play.statuses.get(name)
    if status is None:
        return Use.OTHER
    if "attack" in status.forbids:
        return Use.HOLD
    return Use.WEAKEN if status.halves == "attack" else Use.OTHER
