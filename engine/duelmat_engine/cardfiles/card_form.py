"""Cards and effects as TOML, read and written by the definitions of their structs alone.

Every table stands for one struct: its keys are the struct's fields in the writing of `kebab`.
Where several structs may stand, one key says which it is: `do` for an operation, `is` for a
filter, `fact` for a condition, `number` for an amount. A word that needs nothing more may stand
as a plain text ("shuffle"), and so may the name of something bound before. The rules that an
effect leaves unsaid are filled in. Names that are read on the way are noted with their places,
for check.py to look up.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, Union, get_args, get_origin
from typing import get_type_hints as hints_of

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from duelmat_engine import events
from duelmat_engine.cardfiles.form import (
    KINDS,
    CardFileError,
    FormFault,
    near,
    one_of,
    toml_tables,
    unknown_keys,
)
from duelmat_engine.cards import Card
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.ops import Citing, Op, Procedure
from duelmat_engine.effects.terms import Bound, Filter
from duelmat_engine.effects.texts import (
    OWN_TEXT,
    Names,
    cited_by_steps,
    effect_of_rule,
    kebab,
    text_rule,
)
from duelmat_message import Text, listed, say
from duelmat_parsing import Path, toml_lines
from duelmat_parsing.structs import NOTHING, shown


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
_WIDTH: Final = 99
"""Longest line before a list is written with an item a line."""
_BLOCKS: Final = ("announce", "resolve")
"""The keys of an effect whose items are tables of their own."""
_MISSING: Final = object()


def read_cards(text: str, source: str = "cards") -> CardFile:
    """The cards of a TOML text as they are written; parse_cards also looks names up.

    CardFileError lists every fault of form with its line.
    """
    read = CardFileReader(toml_tables(text, source, CardFileError))
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
def fields_of(kind: type[Struct]) -> tuple[tuple[str, Any, FieldInfo], ...]:
    """The fields of a struct: the key in a card file, the type with its marks, the rest.

    What an operation cites stands behind its own fields.
    """
    hints = hints_of(kind, include_extras=True)
    inherited = Citing.__struct_fields__ if issubclass(kind, Citing) else ()
    own_first = sorted(fields(kind), key=lambda f: f.name in inherited)
    return tuple((kebab(f.name), hints[f.name], f) for f in own_first)


def usual(field: FieldInfo) -> Any:
    """The value that a field has where nothing is said."""
    factory = field.default_factory
    return field.default if factory is NODEFAULT else factory()


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


class CardFileReader:
    """The tables of a card file as they are read in one pass; no name is looked up yet."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.made: dict[Path, Struct] = {}
        """The cards, the effects and all that they hold, by place."""
        self.effects: list[str] = []
        """The names of all effects, also of those that cannot be read."""
        self.mentions: list[Mention] = []
        self.faults: list[FormFault] = []
        self.own, self.cited = _cited({})
        """The rule that the text of the present effect is, and what its steps cite."""
        file = self.struct(CardFile, data, ())
        self.file = CardFile("") if file is _MISSING else file
        """Without the cards and effects that cannot be read."""

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
        return self.own if what == "rule" and value == OWN_TEXT else value

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
            wanted = say('the key "{key}" with {value}', key=key, value=words)
            return self.fault(path, wanted, shown(value))
        key = tag_key(tagged[0])
        word = value[key]
        chosen = next((s for s in tagged if word_of(s) == word), None)
        if chosen is None:
            return self.fault((*path, key), self._words(tagged), near(word, map(word_of, tagged)))
        return self.struct(chosen, {k: v for k, v in value.items() if k != key}, path)

    def _words(self, structs: list[type[Struct]]) -> Text:
        tagged = [s for s in structs if tag_key(s)]
        if len(tagged) > _FEW and len({tag_key(s) for s in tagged}) == 1:
            return say("the name of {family}", family=ONE_OF[tag_key(tagged[0])])
        return one_of(word_of(s) for s in tagged)

    def struct(self, kind: type[Struct], value: Mapping[str, Any], path: Path) -> Any:
        """One table as a struct; every key is looked at, in the order of the definition.

        Where an effect or a step says no rules, it cites what goes without saying.
        """
        if kind is Effect:
            self.own, self.cited = _cited(value)
            if isinstance(name := value.get("name"), str):
                self.effects.append(name)
        self.faults += unknown_keys(value, [key for key, _, _ in fields_of(kind)], path)
        read: dict[str, Any] = {}
        for key, hint, field in fields_of(kind):
            unsaid = rule_left_out(hint) if field.required or issubclass(kind, Op) else None
            if key in value:
                read[field.name] = self.value(hint, value[key], (*path, key))
            elif unsaid is not None:
                read[field.name] = unsaid
            elif not field.required:  # a key that is left out binds what is bound by default
                if (what := marked(hint)[1]).startswith("binds") and field.default:
                    self.mentions.append(Mention(what, field.default, path))
            else:
                wanted = say('the key "{key}" in {table}', key=key, table=_named(kind, value))
                self.fault(path, wanted, NOTHING)
                read[field.name] = _MISSING
            if unsaid is not None and read[field.name] == unsaid:
                read[field.name] = self.cited[0] if unsaid == "" else self.cited
        if _MISSING in read.values():
            return _MISSING
        self.made[path] = kind(**read)
        return self.made[path]


def rule_left_out(hint: Any) -> Any:
    """Return the empty rules under a key that may be left out: what its effect cites is meant."""
    inner, what = marked(hint)
    if what == "rule":
        return ""
    return () if get_origin(inner) is tuple and marked(get_args(inner)[0])[1] == "rule" else None


def _cited(effect: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """Return the rule that an effect's text is, and what it and its steps cite if nothing else."""
    name, rules = str(effect.get("name")), effect.get("rules")
    own = text_rule(name)
    said = (own if rule == OWN_TEXT else rule for rule in rules) if isinstance(rules, list) else ()
    return own, cited_by_steps(name, tuple(said))


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


# Writing


def format_cards(file: CardFile) -> str:
    """A card file: each card, then each effect with a table for every step."""
    parts = [f"ruleset = {_text(file.ruleset)}"]
    parts += [_table("card", card, "") for card in file.card]
    parts += [_effect(effect) for effect in file.effect]
    return "\n\n".join(parts) + "\n"


def _effect(effect: Effect) -> str:
    """Return the text of an effect; each step is a table of its own, one after another."""
    cited = cited_by_steps(effect.name, effect.rules)
    parts = [_table("effect", effect, effect.name, cited)]
    for name in _BLOCKS:
        parts += [_table(f"effect.{name}", op, effect.name, cited) for op in getattr(effect, name)]
    return "\n\n".join(parts)


def _table(head: str, value: Struct, effect: str, cited: tuple[str, ...] = ()) -> str:
    items = _items(value, effect, cited)
    lines = (f"{key} = {text}" for key, text in items if key not in _BLOCKS)
    return "\n".join((f"[[{head}]]", *lines))


def _items(value: Struct, effect: str, cited: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The keys of a table that are not what they are by default."""
    if tag_key(type(value)):
        yield tag_key(type(value)), _text(word_of(type(value)))
    for key, hint, field in fields_of(type(value)):
        held = getattr(value, field.name)
        if not field.required and held == usual(field):
            continue
        if _goes_without_saying(value, field, held, effect, cited):
            continue
        yield key, _value(hint, held, effect, cited)


def _goes_without_saying(
    value: Struct, field: FieldInfo, held: Any, effect: str, cited: tuple[str, ...]
) -> bool:
    """Whether a field holds the rules that the reader fills in where it is left out."""
    if not effect:
        return False
    if isinstance(value, Effect):
        return field.name == "rules" and held == (text_rule(effect),)
    if field.name == "rules":
        return bool(held == cited)
    return bool(field.name == "rule" and field.required and held == cited[0])


def _value(hint: Any, held: Any, effect: str, cited: tuple[str, ...]) -> str:
    inner, what = marked(hint)
    if isinstance(held, Bound):
        return _text(held.name)
    if isinstance(held, Struct):
        return _inline(held, effect, cited)
    if isinstance(held, bool):
        return "true" if held else "false"
    if isinstance(held, int | float):
        return str(held)
    if isinstance(held, dict):
        items = (f"{_key(k)} = {_value(None, v, effect, cited)}" for k, v in held.items())
        return f"{{ {', '.join(items)} }}"
    if isinstance(held, tuple):
        of = get_args(inner) if get_origin(inner) is tuple else (None, ...)
        hints = (of[0],) * len(held) if of[-1] is Ellipsis else of
        return _list([_value(h, v, effect, cited) for h, v in zip(hints, held, strict=True)])
    if what == "event":
        return _text(next(word for word, name in event_words().items() if name == held))
    if what == "rule" and effect_of_rule(held) == effect and effect:
        return _text("text")
    return _text(held)


def _list(items: list[str]) -> str:
    line = f"[{', '.join(items)}]"
    if len(line) <= _WIDTH - 20:
        return line
    return "[\n" + "".join(f"    {i},\n".replace("\n", "\n    ").rstrip(" ") for i in items) + "]"


def _inline(value: Struct, effect: str, cited: tuple[str, ...]) -> str:
    items = list(_items(value, effect, cited))
    if len(items) == 1 and isinstance(value, Op | Filter):
        return items[0][1]
    return f"{{ {', '.join(f'{key} = {text}' for key, text in items)} }}" if items else "{}"


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() and key.isascii() else _text(key)


def _text(value: str) -> str:
    """A basic string of TOML, which is one of JSON but for a control character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
