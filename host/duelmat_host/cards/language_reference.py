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
from duelmat_message import Text, listed, named, say

REFERENCE: Final = "reference"
"""The context of what words and keys mean: their definitions' own lines."""

FAMILIES: Final = (
    ("do", ops.Op, say("operations: the steps of announce and resolve")),
    ("is", terms.Filter, say("filters: what a card must be, in that")),
    ("fact", terms.ConditionTerm, say("conditions: what must be so, in when")),
    ("number", terms.AmountTerm, say("amounts that are reckoned, where a number may stand")),
)
"""The families of words, each with the key that names the word."""
TABLES: Final = (
    ("card", Card, say("a card and what is printed on it")),
    ("effect", effects.Effect, say("what a card does")),
    ("on", effects.On, say("what sets a trigger off")),
    ("needs", terms.Need, say("what has to be so first")),
    ("cards", terms.Cards, say("which cards are meant")),
    ("uses", ops.Use, say("what may be chosen")),
    ("alters", effects.Alter, say("the values that it changes")),
    ("restricts", effects.Restrict, say("what may not be done with the card")),
    ("forbids", effects.Forbid, say("what players may not do")),
    ("negates", effects.Negate, say("the cards whose effects it negates")),
)
"""The tables of a card file that are no words of a family, by the key under which they stand."""
_PARTS: Final[dict[type[Struct], str]] = {kind: key for key, kind, _ in TABLES}
_BOUND: Final = say("a name bound before")
_NAMED: Final = {
    "rule": say('the id of a statement, or "text"'),
    "reading": say("the id of a reading"),
    "effect": say("the name of an effect"),
    "block": say('the name of a block ("EFFECT/resolve")'),
    "event": say("an event"),
    "zone": say("a kind of zone"),
    "trait": say("a trait"),
    "kind": say("a kind of card"),
    "use": say("a use"),
    "phase": say("a phase"),
    "window": say("a moment to answer"),
    "move": say("a move to the field"),
    "new move": say("a name for the move to the field"),
    "cause": say("a cause"),
    "causes": say("one or more causes, between spaces"),
    "bound": _BOUND,
    "bound cards": say("a name of cards bound before"),
    "binds cards": say("a name for the cards"),
    "binds number": say("a name for the number"),
    "binds text": say("a name for what is chosen"),
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
    """The whole language, whatever the ruleset."""
    tables = tuple(Entry(key, key, said, _keys(kind)) for key, kind, said in TABLES)
    return (
        Section(say("Tables"), tables),
        Section(say("use = : when an effect is used"), _listed("use", USES)),
        Section(say("event = : what sets a trigger off"), tuple(_events())),
        *(
            Section(
                say("{key} = : {family}", key=key, family=said),
                tuple(
                    Entry(word_of(kind), f'{key} = "{word_of(kind)}"', _meaning(kind), _keys(kind))
                    for kind in variants(base)
                ),
            )
            for key, base, said in FAMILIES
        ),
        Section(say("to = of happened: what is answered"), _listed("to", WINDOWS)),
        Section(say("cause = of send and of moved"), _listed("cause", CAUSES["Moved"])),
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
        Entry(r.id, r.id, _reading(named(r.id, r.about or r.text), r.choices))
        for r in rules.readings
    )
    uses = tuple(Entry(use, use, _use(use, kinds)) for use, kinds in rules.printing.uses.items())
    title = named("ruleset", rules.title)
    return (
        Section(say("traits of {ruleset}", ruleset=title), traits),
        Section(say("kinds of {ruleset}", ruleset=title), kinds),
        Section(say("zones of {ruleset}", ruleset=title), zones),
        Section(say("uses of {ruleset}", ruleset=title), uses),
        Section(say("phases of {ruleset}", ruleset=title), phases),
        Section(say("readings of {ruleset}", ruleset=title), readings),
    )


def _printed(on: tuple[str, ...], needed: bool, said: str) -> Text:
    where = say("on any card")
    if on:
        where = say("on a card of the kind {kind}", kind=listed(on, "or"))
    if needed:
        return say("{values:capital}; {where}, which prints it.", values=said, where=where)
    return say("{values:capital}; {where}.", values=said, where=where)


def _reading(text: Text, choices: tuple[str, ...]) -> Text:
    told = listed((f'"{choice}"' for choice in choices), ",")
    return say("{reading} One of: {choices}.", reading=text, choices=told)


def _sentence(words: str) -> Text:
    return say("{words:capital}.", words=words)


def _kinds(rules: Ruleset) -> tuple[str, ...]:
    return rules.printing.kinds or tuple(
        dict.fromkeys(k for c in rules.cards.values() for k in c.kinds)
    )


def _kind(kind: str, rules: Ruleset) -> Text:
    called = rules.words.kinds.get(kind, kind)
    others = listed((other for other in rules.printing.types if other != kind), ",")
    if kind in rules.printing.types:
        return say("{kind:capital}; such a card is none of {others}.", kind=called, others=others)
    of = listed((t for t, fitting in rules.printing.types.items() if kind in fitting), "or")
    if of:
        return say("{kind:capital}: of a card of the kind {type}.", kind=called, type=of)
    return _sentence(called)


def _use(use: str, kinds: tuple[str, ...]) -> Text:
    meaning = named(REFERENCE, USES[use])
    if not kinds:
        return meaning
    return say("{use} Of a card of the kind {kind}.", use=meaning, kind=listed(kinds, "or"))


def _listed(key: str, words: Any) -> tuple[Entry, ...]:
    return tuple(
        Entry(word, f'{key} = "{word}"', named(REFERENCE, said)) for word, said in words.items()
    )


def _events() -> Iterator[Entry]:
    """Events, each with the keys of `on` that say something of it."""
    for word, name in event_words().items():
        fitting = event_keys(name)
        keys = [key for key in _keys(effects.On) if key.name in fitting]
        parts, causes = event_parts(name), CAUSES.get(name, ())
        narrower = {
            "event": f'"{word}"',
            "part": listed((f'"{part}"' for part in parts), "or"),
            "cause": say("one or more of {causes}, between spaces", causes=listed(causes, ",")),
        }
        said = tuple(
            Key(k.name, narrower.get(k.name, k.takes), k.default, k.meaning) for k in keys
        )
        yield Entry(word, f'event = "{word}"', _meaning(getattr(events, name)), said)


def _meaning(kind: type[Struct]) -> str:
    """Return the first line of the definition's own docstring."""
    return _written((kind.__doc__ or "").strip().partition("\n")[0])


def _written(text: str) -> str:
    """A definition's own words, its names of Python as card files write them."""
    return named(REFERENCE, _NAME.sub(lambda found: f"`{kebab(found[1])}`", text))


def _keys(kind: type[Struct]) -> tuple[Key, ...]:
    said = _field_lines(kind)
    return tuple(
        Key(name, takes(hint), _default(hint, field), said.get(field.name, ""))
        for name, hint, field in fields_of(kind)
    )


def _default(hint: Any, field: Any) -> str:
    """Return what a key means that is left out; rules that are left out are filled in."""
    if field.required:
        return "" if rule_left_out(hint) is None else say("what the effect cites")
    default = field.default
    if default is NODEFAULT or default in ("", (), None, ("", "")):
        return say("nothing")
    if isinstance(default, tuple):
        return listed(map(str, default), ",")
    return str(default).lower()


def takes(hint: Any) -> str:
    """Describe what may stand under a key, from its type."""
    inner, what = marked(hint)
    if what:
        return _NAMED[what]
    origin = get_origin(inner)
    if origin is Literal:
        return listed((f'"{word}"' for word in get_args(inner)), "or")
    if origin is tuple:
        items = get_args(inner)
        if len(items) == 2 and items[1] is Ellipsis:
            return say("a list, each {item}", item=takes(items[0]))
        return say("a list of {items}", items=listed(map(takes, items)))
    if origin is dict:
        key, value = get_args(inner)
        return say("a table: {key} = {value}", key=takes(key), value=takes(value))
    if origin in (Union, UnionType):
        return listed(_options(get_args(inner)), "or")
    if isinstance(inner, type) and issubclass(inner, Struct):
        return _struct(inner)
    return KINDS[inner]


def _options(options: tuple[Any, ...]) -> list[str]:
    """The ways in which a key can be filled; the words of one family are one way."""
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
    return say("a table {key}", key=_PARTS[kind])


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
