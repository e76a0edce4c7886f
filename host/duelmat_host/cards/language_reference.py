"""The language of card files, read off its definitions: every word, its keys and what they take.

The engine's structs are the language; what is listed here is read off them: their docstrings,
their fields with the line below each, and the types of the fields.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from msgspec import NODEFAULT, Struct

from duelmat_engine import Card, Ruleset, events
from duelmat_engine.cardfiles.card_form import (
    event_words,
    fields_of,
    marked,
    rule_left_out,
    variants,
    word_of,
)
from duelmat_engine.cardfiles.shape import event_keys, event_parts
from duelmat_engine.effects import effect as effects
from duelmat_engine.effects import ops, terms
from duelmat_engine.effects.texts import kebab
from duelmat_engine.effects.wordlists import CAUSES, USES, WINDOWS

FAMILIES: Final = (
    ("do", ops.Op, "operations: the steps of announce and resolve"),
    ("is", terms.Filter, "filters: what a card must be, in that"),
    ("fact", terms.ConditionTerm, "conditions: what must be so, in when"),
    ("number", terms.Number, "amounts that are reckoned, where a number may stand"),
)
"""The families of words, each with the key that names the word."""
TABLES: Final = (
    ("card", Card, "[[card]]: a card and what is printed on it"),
    ("effect", effects.Effect, "[[effect]]: what a card does"),
    ("on", effects.On, "on: what sets a trigger off"),
    ("needs", terms.Need, "needs, and when of a restriction: what has to be so first"),
    ("cards", terms.Cards, "cards, among: which cards are meant"),
    ("uses", ops.Use, "uses of an offer: what may be chosen"),
    ("alters", effects.Alter, "alters of a continuous effect: the values that it changes"),
    ("restricts", effects.Restrict, "restricts: what may not be done with the card"),
    ("forbids", effects.Forbid, "forbids of a continuous effect: what opponents may not do"),
)
"""The tables of a card file that are no words of a family, by the key under which they stand."""
_PARTS: Final[dict[type[Struct], str]] = {kind: key for key, kind, _ in TABLES}
_ONE: Final = {
    "do": "an operation",
    "is": "a filter",
    "fact": "a condition",
    "number": "an amount",
}
_NAMED: Final = {
    "rule": 'the id of a statement, or "text"',
    "reading": "the id of a reading",
    "effect": "the name of an effect",
    "block": 'the name of a block ("EFFECT/resolve")',
    "event": "an event",
    "zone": "a kind of zone",
    "trait": "a trait",
    "kind": "a kind of card",
    "use": "a use",
    "phase": "a phase",
    "window": "a moment to answer",
    "way": "a way of coming to the field",
    "new way": "a name for the way of coming to the field",
    "cause": "a cause",
    "causes": "one or more causes, between spaces",
    "bound": "a name bound before",
    "bound cards": "a name of cards bound before",
    "binds cards": "a name for the cards",
    "binds number": "a name for the number",
    "binds text": "a name for what is chosen",
}
_NAME: Final = re.compile(r"`([A-Za-z_]+)`")
_SCALARS: Final = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}


class Key(Struct, frozen=True):
    """One key of a word or table."""

    name: str
    takes: str
    """The values that may stand there, in words."""
    default: str
    """The value that is meant if it is left out; empty: it may not be left out."""
    meaning: str


class Entry(Struct, frozen=True):
    """One word or table of the language."""

    name: str
    written: str
    """The entry as it stands in a file: `do = "choose"`."""
    meaning: str
    keys: tuple[Key, ...] = ()


class Section(Struct, frozen=True):
    """Entries that may stand in the same place."""

    title: str
    entries: tuple[Entry, ...]


@cache
def sections() -> tuple[Section, ...]:
    """The whole language, whatever the ruleset."""
    tables = tuple(
        Entry(key, key, said.partition(": ")[2], _keys(kind)) for key, kind, said in TABLES
    )
    return (
        Section("Tables", tables),
        Section("use = : when an effect is used", _listed("use", USES)),
        Section("event = : what sets a trigger off", tuple(_events())),
        *(
            Section(
                f"{key} = : {said}",
                tuple(
                    Entry(word_of(kind), f'{key} = "{word_of(kind)}"', _meaning(kind), _keys(kind))
                    for kind in variants(base)
                ),
            )
            for key, base, said in FAMILIES
        ),
        Section("to = of happened: what is answered", _listed("to", WINDOWS)),
        Section("cause = of send and of moved", _listed("cause", CAUSES["Moved"])),
    )


def entries() -> Iterator[Entry]:
    """Every word and table; a name may stand for several."""
    for section in sections():
        yield from section.entries


def ruleset_sections(rules: Ruleset) -> tuple[Section, ...]:
    """Return the sections on what a card file may name of one ruleset."""
    traits = tuple(
        Entry(printed.name, printed.name, _printed(printed.on, printed.needed, printed.said()))
        for printed in rules.printing.traits
    )
    kinds = tuple(Entry(kind, kind, _kind(kind, rules)) for kind in _kinds(rules))
    zones = tuple(
        Entry(zone, zone, rules.words.zones.get(zone, zone))
        for zone in (*rules.zones.rows, *rules.zones.piles)
    )
    phases = tuple(Entry(p.name, p.name, _sentence(p.title)) for p in rules.phases)
    readings = tuple(
        Entry(r.id, r.id, f"{r.text} One of: {', '.join(r.choices)}.") for r in rules.readings
    )
    uses = tuple(
        Entry(use, use, f"{USES[use]}{_bearers(kinds)}")
        for use, kinds in rules.printing.uses.items()
    )
    return (
        Section(f"traits of {rules.title}", traits),
        Section(f"kinds of {rules.title}", kinds),
        Section(f"zones of {rules.title}", zones),
        Section(f"uses of {rules.title}", uses),
        Section(f"phases of {rules.title}", phases),
        Section(f"readings of {rules.title}", readings),
    )


def _printed(on: tuple[str, ...], needed: bool, said: str) -> str:
    where = f"on a card of the kind {' or '.join(on)}" if on else "on any card"
    return _sentence(f"{said}; {where}{', which prints it' if needed else ''}")


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _kinds(rules: Ruleset) -> tuple[str, ...]:
    return rules.printing.kinds or tuple(
        dict.fromkeys(k for c in rules.cards.values() for k in c.kinds)
    )


def _kind(kind: str, rules: Ruleset) -> str:
    called = rules.words.kinds.get(kind, kind)
    others = ", ".join(other for other in rules.printing.types if other != kind)
    if kind in rules.printing.types:
        return _sentence(f"{called}; such a card is none of {others}")
    of = " or ".join(t for t, fitting in rules.printing.types.items() if kind in fitting)
    return _sentence(f"{called}: of a card of the kind {of}" if of else called)


def _bearers(kinds: tuple[str, ...]) -> str:
    return f" Of a card of the kind {' or '.join(kinds)}." if kinds else ""


def _listed(key: str, words: Any) -> tuple[Entry, ...]:
    return tuple(Entry(word, f'{key} = "{word}"', said) for word, said in words.items())


def _events() -> Iterator[Entry]:
    """Events, each with the keys of `on` that say something of it."""
    for word, name in event_words().items():
        fitting = event_keys(name)
        keys = [key for key in _keys(effects.On) if key.name in fitting]
        parts, causes = event_parts(name), CAUSES.get(name, ())
        narrower = {
            "event": f'"{word}"',
            "part": _either([f'"{part}"' for part in parts]),
            "cause": f"one or more of {', '.join(causes)}, between spaces",
        }
        said = tuple(
            Key(k.name, narrower.get(k.name, k.takes), k.default, k.meaning) for k in keys
        )
        yield Entry(word, f'event = "{word}"', _meaning(getattr(events, name)), said)


def _meaning(kind: type[Struct]) -> str:
    """Return the first line of the definition's own docstring."""
    return _written((kind.__doc__ or "").strip().partition("\n")[0])


def _written(text: str) -> str:
    """Names of Python in a definition's own words, as card files write them."""
    return _NAME.sub(lambda found: f"`{kebab(found[1])}`", text)


def _keys(kind: type[Struct]) -> tuple[Key, ...]:
    said = _field_lines(kind)
    return tuple(
        Key(name, takes(hint), _default(hint, field), said.get(field.name, ""))
        for name, hint, field in fields_of(kind)
    )


def _default(hint: Any, field: Any) -> str:
    """Return what a key means that is left out; rules that are left out are filled in."""
    if field.required:
        return "" if rule_left_out(hint) is None else "what the effect cites"
    default = field.default
    if default is NODEFAULT or default in ("", (), None, ("", "")):
        return "nothing"
    if isinstance(default, tuple):
        return ", ".join(map(str, default))
    return str(default).lower()


def takes(hint: Any) -> str:
    """Describe what may stand under a key, from its type."""
    inner, what = marked(hint)
    if what:
        return _NAMED[what]
    origin = get_origin(inner)
    if origin is Literal:
        return _either([f'"{word}"' for word in get_args(inner)])
    if origin is tuple:
        items = get_args(inner)
        if len(items) == 2 and items[1] is Ellipsis:
            return f"a list, each {takes(items[0])}"
        return f"a list of {_either([takes(item) for item in items], 'and')}"
    if origin is dict:
        key, value = get_args(inner)
        return f"a table: {takes(key)} = {takes(value)}"
    if origin in (Union, UnionType):
        return _either(_options(get_args(inner)))
    if isinstance(inner, type) and issubclass(inner, Struct):
        return _struct(inner)
    return _SCALARS[inner]


def _options(options: tuple[Any, ...]) -> list[str]:
    """The ways in which a key can be filled; the words of one family are one way."""
    said: dict[str, None] = {}
    for option in options:
        if option is NoneType:
            continue
        if marked(option)[0] is terms.Bound:
            said["a name bound before"] = None
        else:
            said[takes(option)] = None
    return list(said)


def _struct(kind: type[Struct]) -> str:
    for key, base, _ in FAMILIES:
        if issubclass(kind, base):
            return _ONE[key]
    return f"a table {_PARTS[kind]}"


def _either(words: list[str], between: str = "or") -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {between} {words[-1]}"


@cache
def _field_lines(kind: type[Struct]) -> dict[str, str]:
    """Return the docstring below each field of a definition."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if not issubclass(base, Struct) or base is Struct:
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, line in zip(body.body, body.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                match line:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        found[field.target.id] = _written(" ".join(text.split()))
    return found
