"""Events as tables: what happened as people write it and read it back, key by key.

The word of an event is its name with hyphens, as in card files; its keys are what the event
knows. Cards are full names ("b:H7"), players letters, nobody and nothing an empty text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

from msgspec import Struct

from duelmat_engine import events as ev
from duelmat_engine.cardfiles.card_form import event_words
from duelmat_engine.cardfiles.form import Form, shown
from duelmat_engine.effects.texts import kebab
from duelmat_engine.errors import unlike
from duelmat_engine.forms.position_form import UNSEEN
from duelmat_engine.names import NOBODY, SEAT_LETTERS, Seat, ZoneName, is_key, key_code
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.rulings.ask_form import Listed, listed_differences, read_rules
from duelmat_engine.state import Piece
from duelmat_message import Text, listed, named, say

Names = Mapping[str, str]
"""The names of cards that have none of their own, by key."""


class WantedEvent(Struct, frozen=True):
    """An event that is expected: its word, and what is expected of its keys."""

    event: str
    values: dict[str, Any]
    rules: Listed | None


def event_table(event: ev.AnyEvent, names: Names | None = None) -> dict[str, Any]:
    """An event as a table: its word under `event`, then what it knows, then its rules."""
    word, fields = _shape(type(event))
    table: dict[str, Any] = {"event": word}
    for key, (field, sort) in fields.items():
        value = getattr(event, field)
        if field == "piece" and value.key is None:
            value = getattr(event, "after", value)
        if isinstance(value, tuple):
            table[key] = [_told(one, sort, names or {}) for one in value]
        else:
            table[key] = _told(value, sort, names or {})
    table["rules"] = list(dict.fromkeys(event.rules))
    return table


@cache
def _shape(kind: type[ev.Event]) -> tuple[str, dict[str, tuple[str, Any]]]:
    """The word of an event, and by key: its field, and the type that this names, if it does."""
    keys = {"piece": "card", "pieces": "cards", "source": "from"}
    fields: dict[str, tuple[str, Any]] = {}
    for field, held in get_type_hints(kind).items():
        if field not in ("rules", "after"):
            named = (sort for sort in (Piece, Seat, ZoneName) if sort in (held, *get_args(held)))
            fields[keys.get(field, kebab(field))] = (field, next(named, None))
    return kebab(kind.__name__), fields


def _fields(word: str) -> dict[str, tuple[str, Any]]:
    return _shape(getattr(ev, event_words()[word]))[1]


def event_keys(word: str) -> tuple[str, ...]:
    """The keys of an event, besides `event` itself."""
    return (*_fields(word), "rules")


def _told(one: Any, sort: Any, names: Names) -> Any:
    if isinstance(one, Piece):
        return UNSEEN if one.key is None else names.get(one.key, one.key)
    if sort is Seat:
        return letter_of(one)
    return "" if one is None else one


def letter_of(seat: int | None) -> str:
    """Return the letter of a player; an empty text for nobody."""
    return "" if seat is None or seat == NOBODY else SEAT_LETTERS[seat]


# What is expected


def read_events(form: Form, rules: Ruleset, names: Iterable[str] = ()) -> list[WantedEvent] | None:
    """The events that are expected, in their order; None if the key is not there."""
    if "events" not in form:
        return None
    found = []
    for one in form.each("events"):
        word = one.one_of("event", event_words(), needed=True)
        if not word:
            continue
        known = event_keys(word)
        one.only(("event", *known))
        cited = read_rules(one, "rules", rules)
        values = {key: one.table[key] for key in known if key in one and key != "rules"}
        for key, value in values.items():
            _check(one, word, key, value, rules, tuple(names))
        found.append(WantedEvent(word, values, cited))
    return found


def _check(
    form: Form, word: str, key: str, value: object, rules: Ruleset, names: tuple[str, ...]
) -> None:
    """Note a fault for a value that an event never holds under a key: it could never match."""
    sort, title = _fields(word)[key][1], named("ruleset", rules.title)
    players = SEAT_LETTERS[: max(rules.players)]
    for item in value if isinstance(value, list) else [value]:
        text = item if isinstance(item, str) else None
        wanted = None
        if not isinstance(item, str | int):
            wanted = say("a text, a number, true or false, or a list of texts")
        elif text and is_key(text) and key_code(text) not in rules.cards:
            wanted = say("a card of {ruleset}", ruleset=title)
        elif sort is Piece:
            full = text if text and is_key(text) else f"a:{item}"
            known = text in ("", UNSEEN, *names) or key_code(full) in rules.cards
            wanted = None if known else say('a card of {ruleset}, or "?"', ruleset=title)
        elif sort is Seat and item not in ("", *players):
            wanted = say("one of {letters}, or an empty text", letters=listed(players, ","))
        elif sort is ZoneName and not (text == "" or (text and text[1:2] == ".")):
            wanted = say('a zone with its player, as in "b.m1"')
        if wanted is not None:
            form.fault(wanted, shown(item), key)


def event_differences(
    wanted: Iterable[WantedEvent], events: Iterable[ev.AnyEvent], names: Names | None = None
) -> list[Text]:
    """Return the wanted events that did not happen after those before them, in words."""
    wanted = list(wanted)
    tables = [event_table(event, names) for event in events] if wanted else []
    found: list[Text] = []
    start = 0
    for number, one in enumerate(wanted, 1):
        index = next((i for i in range(start, len(tables)) if _is(one, tables[i])), None)
        if index is not None:
            start = index + 1
            continue
        told = say("event {number} ({event})", number=number, event=_said(one))
        found.append(unlike("", told, _instead(one, tables, start)))
    return found


def _is(wanted: WantedEvent, table: dict[str, Any]) -> bool:
    others = listed_differences("rules", wanted.rules, tuple(table["rules"]), exact=False)
    return _agrees(wanted, table) and not others


def _agrees(wanted: WantedEvent, table: dict[str, Any]) -> bool:
    return wanted.event == table["event"] and all(
        _same(value, table[key]) for key, value in wanted.values.items()
    )


def _same(wanted: object, got: object) -> bool:
    if isinstance(wanted, list) and isinstance(got, list):
        return len(wanted) == len(got) and all(map(_same, wanted, got))
    if isinstance(wanted, str) and isinstance(got, str) and is_key(got):
        return is_card(wanted, got)
    return wanted == got and isinstance(wanted, bool) == isinstance(got, bool)


def is_card(wanted: str, key: str) -> bool:
    """Whether a card is meant by a name: a code alone means anybody's, no number any copy."""
    full = wanted if is_key(wanted) else f"{key[0]}:{wanted}"
    return full == key or ("/" not in full and full == f"{key[0]}:{key_code(key)}")


def _said(wanted: WantedEvent) -> Text:
    return listed((wanted.event, *_keys(wanted.values, wanted.values)), ",")


def _keys(names: Iterable[str], values: Mapping[str, Any]) -> Iterator[Text]:
    """Yield keys with their values, as in `card "a:H7"`."""
    return (say("{key} {value}", key=name, value=shown(values[name])) for name in names)


def _instead(wanted: WantedEvent, tables: list[dict[str, Any]], start: int) -> Text:
    """Return the event in its place: one with other rules or keys, an earlier one, or none."""
    alike = [t for t in tables[start:] if t["event"] == wanted.event]
    for table in (t for t in alike if _agrees(wanted, t)):
        return say("it by {rules}", rules=listed(table["rules"], ","))
    if any(_is(wanted, table) for table in tables[:start]):
        return say("it earlier than those before it")
    if alike and wanted.values:
        others = listed((listed(_keys(wanted.values, table), ",") for table in alike), ";")
        return say("{event} with {others}", event=wanted.event, others=others)
    if alike:
        return say("fewer of them")
    words = listed(dict.fromkeys(table["event"] for table in tables), ",")
    return say("only {events}", events=words) if words else say("no events")
