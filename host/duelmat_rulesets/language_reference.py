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
    ONE_OF,
    event_words,
    fields_of,
    marked,
    rule_left_out,
    variants,
    word_of,
)
from duelmat_engine.cardfiles.form import KINDS
from duelmat_engine.cardfiles.shape import event_keys, event_parts
from duelmat_engine.effects import effect as effects
from duelmat_engine.effects import ops, terms
from duelmat_engine.effects.texts import CAUSES, USES, WINDOWS, kebab
from duelmat_message import listed

FAMILIES: Final = (
    ("do", ops.Op, "operations: the steps of announce and resolve"),
    ("is", terms.Filter, "filters: what a card must be, in that"),
    ("fact", terms.ConditionTerm, "conditions: what must be so, in when"),
    ("number", terms.AmountTerm, "amounts that are reckoned, where a number may stand"),
)
"""The families of words, each with the key that names the word."""
TABLES: Final = (
    ("card", Card, "a card and what is printed on it"),
    ("effect", effects.Effect, "what a card does"),
    ("on", effects.On, "what sets a trigger off"),
    ("needs", terms.Need, "what has to be so first"),
    ("cards", terms.Cards, "which cards are meant"),
    ("uses", ops.Use, "what may be chosen"),
    ("alters", effects.Alter, "the values that it changes"),
    ("restricts", effects.Restrict, "what may not be done with the card"),
    ("forbids", effects.Forbid, "what players may not do"),
    ("negates", effects.Negate, "the cards whose effects it negates"),
)
"""The tables of a card file that are no words of a family, by the key under which they stand."""
_PARTS: Final[dict[type[Struct], str]] = {kind: key for key, kind, _ in TABLES}
_BOUND: Final = "a name bound before"
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
    "move": "a move to the field",
    "new move": "a name for the move to the field",
    "cause": "a cause",
    "causes": "one or more causes, between spaces",
    "bound": _BOUND,
    "bound cards": "a name of cards bound before",
    "binds cards": "a name for the cards",
    "binds number": "a name for the number",
    "binds text": "a name for what is chosen",
}
_NAME: Final = re.compile(r"`([A-Za-z_]+)`")


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
    """Return the whole language, regardless of rulesets."""
    tables = tuple(Entry(key, key, said, _keys(kind)) for key, kind, said in TABLES)
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
    """Yield every word and table; a name may occur several times."""
    for section in sections():
        yield from section.entries


def ruleset_sections(rules: Ruleset) -> tuple[Section, ...]:
    """Return the sections about names of one ruleset that a card file may use."""
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
        Entry(r.id, r.id, _reading(r.about or r.text, r.choices)) for r in rules.readings
    )
    uses = tuple(Entry(use, use, _use(use, kinds)) for use, kinds in rules.printing.uses.items())
    title = rules.title
    return (
        Section(f"traits of {title}", traits),
        Section(f"kinds of {title}", kinds),
        Section(f"zones of {title}", zones),
        Section(f"uses of {title}", uses),
        Section(f"phases of {title}", phases),
        Section(f"readings of {title}", readings),
    )


def _printed(on: tuple[str, ...], needed: bool, said: str) -> str:
    where = "on any card"
    if on:
        where = f"on a card of the kind {listed(on, 'or')}"
    if needed:
        return f"{_capital(said)}; {where}, which prints it."
    return f"{_capital(said)}; {where}."


def _reading(text: str, choices: tuple[str, ...]) -> str:
    told = ", ".join(f'"{choice}"' for choice in choices)
    return f"{text} One of: {told}."


def _sentence(words: str) -> str:
    return f"{_capital(words)}."


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _kinds(rules: Ruleset) -> tuple[str, ...]:
    return rules.printing.kinds or tuple(
        dict.fromkeys(k for c in rules.cards.values() for k in c.kinds)
    )


def _kind(kind: str, rules: Ruleset) -> str:
    called = rules.words.kinds.get(kind, kind)
    others = ", ".join(other for other in rules.printing.types if other != kind)
    if kind in rules.printing.types:
        return f"{_capital(called)}; such a card is none of {others}."
    of = listed((t for t, fitting in rules.printing.types.items() if kind in fitting), "or")
    if of:
        return f"{_capital(called)}: of a card of the kind {of}."
    return _sentence(called)


def _use(use: str, kinds: tuple[str, ...]) -> str:
    meaning = USES[use]
    if not kinds:
        return meaning
    return f"{meaning} Of a card of the kind {listed(kinds, 'or')}."


def _listed(key: str, words: Any) -> tuple[Entry, ...]:
    return tuple(Entry(word, f'{key} = "{word}"', said) for word, said in words.items())


def _events() -> Iterator[Entry]:
    """Yield the events, each with the keys of `on` that apply to it."""
    for word, name in event_words().items():
        fitting = event_keys(name)
        keys = [key for key in _keys(effects.On) if key.name in fitting]
        parts, causes = event_parts(name), CAUSES.get(name, ())
        narrower = {
            "event": f'"{word}"',
            "part": listed((f'"{part}"' for part in parts), "or"),
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
    """Return the text of a definition, with names of Python as card files write them."""
    return _NAME.sub(lambda found: f"`{kebab(found[1])}`", text)


def _keys(kind: type[Struct]) -> tuple[Key, ...]:
    said = _field_lines(kind)
    return tuple(
        Key(name, takes(hint), _default(hint, field), said.get(field.name, ""))
        for name, hint, field in fields_of(kind)
    )


def _default(hint: Any, field: Any) -> str:
    """Return the meaning of an omitted key; omitted rules are filled in."""
    if field.required:
        return "" if rule_left_out(hint) is None else "what the effect cites"
    default = field.default
    if default is NODEFAULT or default in ("", (), None, ("", "")):
        return "nothing"
    if isinstance(default, tuple):
        return ", ".join(map(str, default))
    return str(default).lower()


def takes(hint: Any) -> str:
    """Describe the values of a key, from its type."""
    inner, what = marked(hint)
    if what:
        return _NAMED[what]
    origin = get_origin(inner)
    if origin is Literal:
        return listed((f'"{word}"' for word in get_args(inner)), "or")
    if origin is tuple:
        items = get_args(inner)
        if len(items) == 2 and items[1] is Ellipsis:
            return f"a list, each {takes(items[0])}"
        return f"a list of {listed(map(takes, items))}"
    if origin is dict:
        key, value = get_args(inner)
        return f"a table: {takes(key)} = {takes(value)}"
    if origin in (Union, UnionType):
        return listed(_options(get_args(inner)), "or")
    if isinstance(inner, type) and issubclass(inner, Struct):
        return _struct(inner)
    return KINDS[inner]


def _options(options: tuple[Any, ...]) -> list[str]:
    """Return the ways to fill a key; the words of one family are one way."""
    said: dict[str, None] = {}
    for option in options:
        if option is NoneType:
            continue
        if marked(option)[0] is terms.Bound:
            said[_BOUND] = None
        else:
            said[takes(option)] = None
    return list(said)


def _struct(kind: type[Struct]) -> str:
    for key, base, _ in FAMILIES:
        if issubclass(kind, base):
            return ONE_OF[key]
    return f"a table {_PARTS[kind]}"


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
