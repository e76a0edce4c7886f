"""Keys that every written question has besides its own: names, readings, and expectations.

An event is expected as a table: its word is its name with hyphens, as in card files; its keys are
what the event knows. Cards are full names ("b:H7"), players letters, nobody and nothing an empty
text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, get_args, get_type_hints

from duelmat_engine import events as ev
from duelmat_engine.brief import Brief
from duelmat_engine.cardfiles.card_form import event_words, word_of
from duelmat_engine.cardfiles.form import NONE, Form, near, one_of
from duelmat_engine.catalogue import parts, readings, statements
from duelmat_engine.effects.texts import kebab, text_rule
from duelmat_engine.errors import UnknownNameError, unlike
from duelmat_engine.forms.position_form import UNSEEN
from duelmat_engine.names import NOBODY, SEAT_LETTERS, Seat, ZoneName, is_key, key_code
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names
from duelmat_engine.state import Piece
from duelmat_engine.verdict import Verdict
from duelmat_message import CONTROL, Text, listed, named, say
from duelmat_parsing.structs import shown

REMEDY_KINDS: Final = ("do", "when", "never")
HEAD_KEYS: Final = ("id", "title", "ruleset", "names", "readings")
"""The keys of a case of any kind."""
EXPECT_KEYS: Final = ("legal", "rules", "readings", "remedies")
_HOW: Final = ("exactly", "among")
Names = Mapping[str, str]
"""The names of cards that have none of their own, by key."""


class Listed(Brief, frozen=True):
    """Ids that are expected to be cited."""

    ids: tuple[str, ...]
    exact: bool | None = None
    """Whether exactly these, or these among others; None: exactly of a refusal only."""


class Expect(Brief, frozen=True):
    """The expected verdict; None: any."""

    legal: bool | None = None
    rules: Listed | None = None
    readings: Listed | None = None
    remedies: tuple[str, ...] | None = None


def read_names(form: Form, letters: str) -> tuple[str, ...]:
    """Return the names of the players, by seat; empty where none are given."""
    people = form.inner("names", letters)
    names = tuple(people.text(letter) for letter in SEAT_LETTERS)
    for letter, name in zip(SEAT_LETTERS, names, strict=True):
        if CONTROL.search(name):
            people.fault(say("a name without control characters"), shown(name), letter)
    return names


def read_readings(form: Form, rules: Ruleset | None) -> dict[str, str]:
    """The readings that were chosen, each a choice that the ruleset has."""
    chosen: dict[str, str] = {}
    table = form.inner("readings")
    for key, value in table.table.items():
        text = value if isinstance(value, str) else ""
        if not text:
            table.fault(say("a choice of this reading as a text"), shown(value), key)
        elif rules is not None:
            try:
                choose_readings(rules, {key: text})
            except UnknownNameError as error:
                is_key = error.what == "reading"
                got = say('the unknown reading "{key}"', key=key) if is_key else shown(text)
                table.fault(one_of(error.known), near(error.name, error.known, got), key)
            else:
                chosen[key] = text
    return chosen


def read_expect(
    form: Form, rules: Ruleset | None, further: Collection[str] = ()
) -> tuple[Expect, Form]:
    """Return the expected verdict, and the table for what a kind of case expects besides."""
    expect = form.inner("expect", (*EXPECT_KEYS, *further))
    found = Expect(
        legal=expect.flag("legal") if "legal" in expect else None,
        rules=read_rules(expect, "rules", rules),
        readings=_listed_ids(expect, "readings", say("the id of a reading"), _reading_ids()),
        remedies=expect.texts("remedies", REMEDY_KINDS, one_of(REMEDY_KINDS)),
    )
    return found, expect


def read_rules(form: Form, key: str, rules: Ruleset | None) -> Listed | None:
    """The rules that are expected under a key; None if it is not there."""
    wanted = say("the id of a rule")
    return _listed_ids(form, key, wanted, _citable(rules)) if key in form else None


def _listed_ids(form: Form, key: str, what: str, known: Collection[str]) -> Listed | None:
    """A list of ids, or a table that says how they are meant: `exactly` or `among`.

    An id that nothing can cite is a fault: nothing could ever be as expected.
    """
    exact: bool | None = None
    value = form.table.get(key)
    if isinstance(value, dict):
        form = form.inner(key, _HOW)
        if len(value) != 1:
            form.fault(one_of(_HOW), shown(value))
        key = next((how for how in _HOW if how in form), "")
        exact = key == "exactly"
    elif key in form and not isinstance(value, list):
        form.fault(say("a list, or a table with exactly or among"), shown(value), key)
        return None
    ids = form.texts(key, known, what)
    return None if ids is None else Listed(ids, exact)


def _citable(rules: Ruleset | None) -> Collection[str]:
    """Return all that a verdict may cite: statements, readings and their parts, texts of cards."""
    rulesets = [rules] if rules else [find_ruleset(name) for name in ruleset_names()]
    texts = (text_rule(effect) for ruleset in rulesets for effect in ruleset.effects)
    ids = (*(statement.id for statement in statements()), *_reading_ids(), *parts(), *texts)
    return dict.fromkeys(ids).keys()


def _reading_ids() -> tuple[str, ...]:
    return tuple(reading.id for reading in readings())


def differences(expect: Expect, verdict: Verdict) -> tuple[Text, ...]:
    """Return the differences of a verdict from what was expected, in words."""
    found: list[Text] = []
    if expect.legal is not None and expect.legal != verdict.legal:
        words = (say("not legal"), say("legal"))
        found.append(unlike("", words[expect.legal], words[verdict.legal]))
    exact = not verdict.legal
    found += listed_differences("rules", expect.rules, verdict.rules, exact=exact)
    found += listed_differences("readings", expect.readings, verdict.readings, exact=exact)
    if expect.remedies is not None:
        kinds = tuple(dict.fromkeys(type(r).__name__.lower() for r in verdict.remedies))
        found += listed_differences("remedies", Listed(expect.remedies), kinds, exact=True)
    return tuple(found)


def listed_differences(
    what: str, wanted: Listed | None, got: tuple[str, ...], *, exact: bool
) -> list[Text]:
    """Return the differences of what is cited from what was expected, in words.

    An acceptance cites every rule that was asked: those expected must be among them (`exact` is
    False), unless it is said otherwise.
    """
    if wanted is None:
        return []
    exact = exact if wanted.exact is None else wanted.exact
    missing = set(wanted.ids) - set(got)
    surplus = set(got) - set(wanted.ids) if exact else set()
    if not missing and not surplus:
        return []
    ids, cited = (listed(each, ",") or NONE for each in (wanted.ids, got))
    told = say("{key} {value}", key=what, value=ids)
    return [unlike("", told if exact else say("{ids} among them", ids=told), cited)]


# Events


class WantedEvent(Brief, frozen=True):
    """An event that is expected: its word, and what is expected of its keys."""

    event: str
    values: dict[str, Any]
    rules: Listed | None


def event_table(event: ev.AnyEvent, names: Names | None = None) -> dict[str, Any]:
    """An event as a table: its word under `event`, then what it knows, then its rules."""
    word = word_of(type(event))
    table: dict[str, Any] = {"event": word}
    for key, (field, sort) in _fields(word).items():
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
def _fields(word: str) -> dict[str, tuple[str, Any]]:
    """The fields of an event by their keys, each with the type that it names, if it does."""
    keys = {"piece": "card", "pieces": "cards", "source": "from"}
    fields: dict[str, tuple[str, Any]] = {}
    for field, held in get_type_hints(getattr(ev, event_words()[word])).items():
        if field not in ("rules", "after"):
            named = (sort for sort in (Piece, Seat, ZoneName) if sort in (held, *get_args(held)))
            fields[keys.get(field, kebab(field))] = (field, next(named, None))
    return fields


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


def read_events(form: Form, rules: Ruleset, names: Iterable[str] = ()) -> tuple[WantedEvent, ...]:
    """The events that are expected, in their order."""
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
    return tuple(found)


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
    taken: list[int] = []
    for number, one in enumerate(wanted, 1):
        start = taken[-1] + 1 if taken else 0
        index = next((i for i in range(start, len(tables)) if _is(one, tables[i])), None)
        if index is not None:
            taken.append(index)
            continue
        event = listed((one.event, *_keys(one.values, one.values)), ",")
        told = say("event {number} ({event})", number=number, event=event)
        found.append(unlike("", told, _instead(one, tables, taken)))
    return found


def _is(wanted: WantedEvent, table: dict[str, Any]) -> bool:
    others = listed_differences("rules", wanted.rules, tuple(table["rules"]), exact=False)
    return _agrees(wanted, table) and not others


def _agrees(wanted: WantedEvent, table: dict[str, Any]) -> bool:
    return wanted.event == table["event"] and all(
        is_as_wanted(value, table[key]) for key, value in wanted.values.items()
    )


def is_as_wanted(wanted: Any, got: Any, letter: str = "") -> bool:
    """Whether a value of a table is as expected: of a table the keys that are named.

    A code alone means a card of the player of the letter, or without one anybody's; without a
    number any copy.
    """
    if isinstance(wanted, list) and isinstance(got, list):
        pairs = zip(wanted, got, strict=False)
        return len(wanted) == len(got) and all(is_as_wanted(*pair, letter) for pair in pairs)
    if isinstance(wanted, dict):
        return all(got.get(name, "") == one for name, one in wanted.items())
    if isinstance(wanted, str) and isinstance(got, str) and is_key(got):
        full = wanted if is_key(wanted) else f"{letter or got[0]}:{wanted}"
        return full == got or ("/" not in full and full == f"{got[0]}:{key_code(got)}")
    return bool(wanted == got) and isinstance(wanted, bool) == isinstance(got, bool)


def _keys(names: Iterable[str], values: Mapping[str, Any]) -> Iterator[Text]:
    """Yield keys with their values, as in `card "a:H7"`."""
    return (say("{key} {value}", key=name, value=shown(values[name])) for name in names)


def _instead(wanted: WantedEvent, tables: list[dict[str, Any]], taken: list[int]) -> Text:
    """Return the event behind those `taken`: with other rules or keys, an earlier one, or none."""
    start = taken[-1] + 1 if taken else 0
    alike = [t for t in tables[start:] if t["event"] == wanted.event]
    for table in (t for t in alike if _agrees(wanted, t)):
        return say("it by {rules}", rules=listed(table["rules"], ","))
    if earlier := {i for i in range(start) if _is(wanted, tables[i])}:
        late = say("it earlier than those before it")
        return late if earlier.difference(taken) else say("fewer of them")
    if alike and wanted.values:
        others = listed((listed(_keys(wanted.values, table), ",") for table in alike), ";")
        return say("{event} with {others}", event=wanted.event, others=others)
    if alike:
        return say("fewer of them")
    words = listed(dict.fromkeys(table["event"] for table in tables), ",")
    return say("only {events}", events=words) if words else say("no events")
