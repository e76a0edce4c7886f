"""Reading cards and effects that people wrote as TOML, by the definitions of their structs alone.

Every table stands for one struct: its keys are the struct's fields in the writing of `kebab`.
Where several structs may stand, one key says which it is: `do` for an operation, `is` for a
filter, `fact` for a condition, `number` for an amount. A word that needs nothing more may stand
as a plain text ("shuffle"), and so may the name of something bound before. Names that are read
on the way are noted with their places, for check.py to look up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin
from typing import get_type_hints as hints_of

import msgspec
from msgspec import Struct

from duelmat_engine import events
from duelmat_engine.cardfiles.form import (
    KINDS,
    NOTHING,
    CardFileError,
    FormFault,
    near,
    one_of,
    shown,
    toml_tables,
    unknown_keys,
)
from duelmat_engine.cardfiles.toml_text import Path, toml_lines
from duelmat_engine.cards import Card
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.ops import Citing, Procedure
from duelmat_engine.effects.terms import Bound
from duelmat_engine.effects.texts import Names, kebab
from duelmat_message import Text, listed, say


class CardFile(Struct, frozen=True):
    """The content of a card file."""

    ruleset: str
    """The ruleset whose zones, rules and words the cards speak of."""
    card: tuple[Card, ...] = ()
    effect: tuple[Effect, ...] = ()


class Mention(NamedTuple):
    """A name that was read: what it must name, and where it stands."""

    what: str
    name: str
    path: Path


_FEW: Final = 12
"""The most words that a message lists; of more it names only their kind."""
ONE_OF: Final = {
    "do": say("an operation"),
    "is": say("a filter"),
    "fact": say("a condition"),
    "number": say("an amount"),
}
"""One word of each family, by the key that tells the words of it apart."""
_MISSING: Final = object()


class Read(NamedTuple):
    """A card file as it is written, with what is wrong with its form."""

    file: CardFile
    """Without the cards and effects that cannot be read."""
    mentions: list[Mention]
    faults: list[FormFault]


def read_tables(data: Mapping[str, Any]) -> Read:
    """The cards of a TOML file's tables, its names not yet looked up."""
    reading = _Reading()
    file = reading.struct(CardFile, data, ())
    return Read(CardFile("") if file is _MISSING else file, reading.mentions, reading.faults)


def read_cards(text: str, source: str = "cards") -> CardFile:
    """The cards of a TOML text as they are written; parse_cards also looks names up.

    CardFileError lists every fault of form with its line.
    """
    read = read_tables(toml_tables(text, source, CardFileError))
    if read.faults:
        raise CardFileError(read.faults).placed(toml_lines(text), source)
    return read.file


def variants(kind: type[Struct]) -> tuple[type[Struct], ...]:
    """The structs that may stand where this one is asked for; steps of play are none of them."""
    below = [v for sub in kind.__subclasses__() for v in variants(sub)]
    if issubclass(kind, Procedure):
        return ()
    return tuple(below) if below else (kind,)


def word_of(kind: type[Struct]) -> str:
    """Return the name of a struct as card files write it."""
    return kebab(kind.__name__)


def tag_key(kind: type[Struct]) -> str:
    """The key that tells such structs apart; empty where nothing else may stand there."""
    return kind.__struct_config__.tag_field or ""


@cache
def fields_of(kind: type[Struct]) -> tuple[tuple[str, Any, msgspec.structs.FieldInfo], ...]:
    """The fields of a struct: the key in a card file, the type with its marks, the rest.

    What an operation cites stands behind its own fields.
    """
    hints = hints_of(kind, include_extras=True)
    inherited = Citing.__struct_fields__ if issubclass(kind, Citing) else ()
    fields = sorted(msgspec.structs.fields(kind), key=lambda f: f.name in inherited)
    return tuple((kebab(f.name), hints[f.name], f) for f in fields)


def usual(field: msgspec.structs.FieldInfo) -> Any:
    """The value that a field has where nothing is said."""
    factory = field.default_factory
    return field.default if factory is msgspec.NODEFAULT else factory()


@cache
def event_words() -> Mapping[str, str]:
    """The events that may set an effect off: the word to the name of the class."""
    return {kebab(e.__name__): e.__name__ for e in get_args(events.AnyEvent)}


def marked(hint: Any) -> tuple[Any, str]:
    """A type without its mark, and what the mark says that a text names."""
    if get_origin(hint) is Annotated:
        inner, *marks = get_args(hint)
        return inner, next((m.what for m in marks if isinstance(m, Names)), "")
    return hint, ""


class _Reading:
    """One pass over a file; faults and names are collected."""

    def __init__(self) -> None:
        self.faults: list[FormFault] = []
        self.mentions: list[Mention] = []

    def fault(self, path: Path, expected: str, got: str) -> Any:
        """Note a fault; what stands there is missing."""
        self.faults.append(FormFault(path, expected, got))
        return _MISSING

    def value(self, hint: Any, value: Any, path: Path) -> Any:
        hint, what = marked(hint)
        origin = get_origin(hint)
        if origin is Literal:
            return self._one_of(get_args(hint), value, path)
        if origin is tuple:
            return self._list(get_args(hint), value, path)
        if origin is dict:
            return self._dict(get_args(hint), value, path)
        if origin in (Union, UnionType):
            return self._union(get_args(hint), value, path)
        if isinstance(hint, type) and issubclass(hint, Struct):
            return self._union((hint,), value, path)
        return self._scalar((hint,), what, value, path)

    def _scalar(self, kinds: tuple[type, ...], what: str, value: Any, path: Path) -> Any:
        fits = type(value) in kinds or (type(value) is int and float in kinds)
        if not fits:
            return self.fault(path, listed(_kinds(kinds), "or"), shown(value))
        if what == "event":
            known = event_words()
            if value not in known:
                self.fault(path, one_of(known), near(value, known))
            return known.get(value, "")
        if what:
            self.mentions.append(Mention(what, value, path))
        return value

    def _one_of(self, known: tuple[Any, ...], value: Any, path: Path) -> Any:
        if value in known and type(value) in map(type, known):
            return value
        return self.fault(path, one_of(known), near(value, known))

    def _list(self, items: tuple[Any, ...], value: Any, path: Path) -> Any:
        if not isinstance(value, list):
            return self.fault(path, KINDS[list], shown(value))
        endless = len(items) == 2 and items[1] is Ellipsis
        if not endless and len(value) != len(items):
            return self.fault(path, say("a list of {number}", number=len(items)), shown(value))
        wanted = [items[0]] * len(value) if endless else items
        read = [self.value(h, v, (*path, i)) for i, (h, v) in enumerate(zip(wanted, value))]  # noqa: B905  (same length)
        return tuple(v for v in read if v is not _MISSING)

    def _dict(self, of: tuple[Any, ...], value: Any, path: Path) -> Any:
        if not isinstance(value, dict):
            return self.fault(path, KINDS[dict], shown(value))
        _, what = marked(of[0])
        read = {}
        for key, inner in value.items():
            self.mentions.append(Mention(what, key, (*path, key)))
            read[key] = self.value(of[1], inner, (*path, key))
        return {k: v for k, v in read.items() if v is not _MISSING}

    def _union(self, options: tuple[Any, ...], value: Any, path: Path) -> Any:
        kinds = [k for o in options if (k := marked(o)[0]) is not NoneType]
        structs = [
            v for k in kinds if isinstance(k, type) and issubclass(k, Struct) for v in variants(k)
        ]
        scalars = tuple(k for k in kinds if k in KINDS)
        if isinstance(value, str) and Bound in structs:
            self.mentions.append(Mention("bound", value, path))
            return Bound(value)
        if not structs or type(value) in scalars:
            return self._scalar(scalars, "", value, path)
        if isinstance(value, dict):
            return self._variant(structs, value, path)
        if isinstance(value, str) and any(tag_key(s) for s in structs):
            word = next((s for s in structs if word_of(s) == value), None)
            if word is not None:
                return self.struct(word, {}, path)
            return self.fault(path, self._words(structs), near(value, map(word_of, structs)))
        named = [say("a name bound before")] if Bound in structs else []
        wanted = listed([*_kinds(scalars), *named, KINDS[dict]], "or")
        return self.fault(path, wanted, shown(value))

    def _variant(self, structs: list[type[Struct]], value: dict[str, Any], path: Path) -> Any:
        plain = [s for s in structs if not tag_key(s)]
        tagged = [s for s in structs if tag_key(s) in value and tag_key(s)]
        if not tagged and plain:
            return self.struct(plain[0], value, path)
        if not tagged:
            key, words = tag_key(structs[0]), self._words(structs)
            wanted = say("the key {key} with {value}", key=key, value=words)
            return self.fault(path, wanted, shown(value))
        key = tag_key(tagged[0])
        word = value[key]
        chosen = next((s for s in tagged if word_of(s) == word), None)
        if chosen is None:
            got = near(word, map(word_of, tagged))
            return self.fault((*path, key), self._words(tagged), got)
        return self.struct(chosen, {k: v for k, v in value.items() if k != key}, path)

    def _words(self, structs: list[type[Struct]]) -> Text:
        tagged = [s for s in structs if tag_key(s)]
        if len(tagged) > _FEW and len({tag_key(s) for s in tagged}) == 1:
            return say("the name of {family}", family=ONE_OF[tag_key(tagged[0])])
        return one_of(word_of(s) for s in tagged)

    def struct(self, kind: type[Struct], value: Mapping[str, Any], path: Path) -> Any:
        """One table as a struct; every key is looked at, in the order of the definition."""
        fields = fields_of(kind)
        self.faults += unknown_keys(value, [key for key, _, _ in fields], path)
        read: dict[str, Any] = {}
        for key, hint, field in fields:
            if key in value:
                read[field.name] = self.value(hint, value[key], (*path, key))
            elif not field.required:  # a key that is left out binds what is bound by default
                if (what := marked(hint)[1]).startswith("binds") and field.default:
                    self.mentions.append(Mention(what, field.default, path))
            elif (rule := rule_left_out(hint)) is not None:
                read[field.name] = rule
            else:
                wanted = say("the key {key} in {table}", key=key, table=_named(kind, value))
                self.fault(path, wanted, NOTHING)
                read[field.name] = _MISSING
        if _MISSING in read.values():
            return _MISSING
        return kind(**read)


def rule_left_out(hint: Any) -> Any:
    """Return the empty rules under a key that may be left out; the effect's own are filled in."""
    inner, what = marked(hint)
    if what == "rule":
        return ""
    return () if get_origin(inner) is tuple and marked(get_args(inner)[0])[1] == "rule" else None


def _kinds(kinds: tuple[type, ...]) -> list[Text]:
    """Return the names of types; a whole number is a number."""
    return [KINDS[k] for k in kinds if k is not int or float not in kinds]


def _named(kind: type[Struct], value: Mapping[str, Any]) -> str:
    """Return a table as it is written, with its name: "effect draw-two"."""
    name = value.get("name") or value.get("code")
    return f"{word_of(kind)} {name}" if isinstance(name, str) else word_of(kind)


def walk(value: Any) -> Iterator[Struct]:
    """A struct and all structs inside it, in order."""
    return (struct for _, struct in placed(value, ()))


def placed(value: Any, path: Path) -> Iterator[tuple[Path, Struct]]:
    """A struct and all structs inside it, in order, each with its place in a card file."""
    if isinstance(value, Struct):
        yield path, value
        for key, _, field in fields_of(type(value)):
            yield from placed(getattr(value, field.name), (*path, key))
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from placed(item, (*path, index))
