"""Whether cards and effects fit a ruleset: names that exist, operations that can apply, no cycle.

A file is read by cardform.py for its form; here every name in it is looked up, what is bound is
followed from step to step, and what an effect leaves unsaid is filled in. Everything that is
wrong comes in one CardFileError.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_args, get_origin

from msgspec import Struct, structs

from duelmat_engine.cards import Card
from duelmat_engine.catalogue import readings, statements
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import GIVEN_CARDS, GIVEN_NUMBERS, Effect
from duelmat_engine.effects.texts import OWN_TEXT, cited_by_steps, text_rule
from duelmat_engine.errors import UnknownNameError
from duelmat_engine.events import LifeChanged
from duelmat_engine.forms.cardform import (
    CardFile,
    Mention,
    Read,
    fields_of,
    marked,
    read_tables,
    walk,
    word_of,
)
from duelmat_engine.forms.form import CardFileError, FormFault, near, shown, toml_tables
from duelmat_engine.forms.tomlplaces import Path, toml_lines
from duelmat_engine.ruleset import Ruleset, find_ruleset, ruleset_names, with_cards

_CALLED: Final = {
    "rule": "a statement of the rule documents",
    "reading": "a reading of the ruleset",
    "effect": "an effect of this file or the ruleset",
    "zone": "a kind of zone",
    "trait": "a trait",
    "kind": "a kind of card",
    "block": "a block",
}
_EVERY_EFFECT: Final = frozenset(
    ("name", "use", "rules", "text", "zones", "on", "mandatory", "speed", "needs", "once_per_turn")
)
"""Fields that say when and by whom, but not what an effect does."""
_CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
_PASSIVE: Final = "continuous"
"""The use of effects that apply by themselves."""
_PERMIT: Final = "flip"
"""The use of effects that only say when a face-down card may be turned up."""


def parse_cards(text: str, source: str = "cards", ruleset: Ruleset | None = None) -> CardFile:
    """The cards of a TOML text, checked against a ruleset and with all rules filled in.

    Args:
        text: the file.
        source: what messages call it.
        ruleset: what the cards are checked against; by default the one that the file names.

    Raises:
        CardFileError: with every fault and its line.

    """
    data = toml_tables(text, source, CardFileError)
    read = read_tables(data)
    faults = list(read.faults)
    if ruleset is None and isinstance(data.get("ruleset"), str):
        name = data["ruleset"]
        try:
            ruleset = find_ruleset(name)
        except UnknownNameError as error:
            got = f"{shown(name)}{near(name, error.known)}"
            faults.append(FormFault(("ruleset",), f"one of {', '.join(ruleset_names())}", got))
    if ruleset is not None:
        faults += card_faults(read, ruleset, data)
    if faults:
        raise CardFileError(faults).placed(toml_lines(text), source)
    return completed(read.file)


def _names(data: Mapping[str, Any], table: str, key: str) -> tuple[str, ...]:
    """What a file calls its own things, also those that cannot be read."""
    items = data.get(table)
    found = [i.get(key) for i in (items if isinstance(items, list) else ()) if isinstance(i, dict)]
    return tuple(name for name in found if isinstance(name, str))


def add_cards(ruleset: Ruleset, file: CardFile) -> Ruleset:
    """The ruleset with the cards and effects of a file."""
    return with_cards(ruleset, file.card, file.effect)


def card_faults(read: Read, rules: Ruleset, data: Mapping[str, Any]) -> list[FormFault]:
    """Everything about these cards that does not fit the ruleset, with its path in the file.

    Args:
        read: the file as it is written.
        rules: the ruleset whose words it speaks.
        data: its tables, in which cards and effects stand that cannot be read.

    """
    names = _names(data, "effect", "name")
    broken = {f.path[:2] for f in read.faults}
    cards = dict(zip(_left(broken, "card", data), read.file.card, strict=False))
    effects = dict(zip(_left(broken, "effect", data), read.file.effect, strict=False))
    return [
        *_unknown_names(read.mentions, _known(read.file, rules, names)),
        *_twice("card", "code", {i: c.code for i, c in cards.items()}),
        *_twice("effect", "name", {i: e.name for i, e in effects.items()}),
        *(fault for c, card in cards.items() for fault in _card(card, ("card", c))),
        *(
            fault
            for e, effect in effects.items()
            for fault in (
                *_shape(effect, ("effect", e)),
                *_steps(effect, ("effect", e), rules),
                *_bindings(effect, read.mentions, ("effect", e)),
            )
        ),
        *_cycles(effects, rules),
    ]


def _left(broken: set[Path], table: str, data: Mapping[str, Any]) -> list[int]:
    """The indices of those items of a list of tables that could be read."""
    items = data.get(table)
    count = len(items) if isinstance(items, list) else 0
    return [index for index in range(count) if (table, index) not in broken]


# Names


def _known(file: CardFile, rules: Ruleset, own: Iterable[str]) -> Mapping[str, frozenset[str]]:
    cards = (*rules.cards.values(), *file.card)
    effects = frozenset((*rules.effects, *own))
    blocks = {f"{name}/{part}" for name in effects for part in ("announce", "resolve")}
    traits = rules.traits or {t for c in cards for t in c.traits}
    kinds = rules.kinds or {k for c in cards for k in c.kinds}
    return {
        "rule": frozenset((OWN_TEXT, *(s.id for s in statements()), *(r.id for r in readings()))),
        "reading": frozenset(r.id for r in rules.readings),
        "effect": effects,
        "zone": frozenset((*rules.rows, *rules.piles)),
        "trait": frozenset(traits),
        "kind": frozenset(kinds),
        "block": frozenset((*rules.blocks, *blocks, *_OWN_BLOCKS)),
    }


_OWN_BLOCKS: Final = ("{effect}/announce", "{effect}/resolve")


def _unknown_names(
    mentions: Iterable[Mention], known: Mapping[str, frozenset[str]]
) -> Iterator[FormFault]:
    for what, name, path in mentions:
        if what not in known or not name or name in known[what]:
            continue
        names = sorted(known[what])
        listed = f": {', '.join(names)}" if len(names) <= 24 else ""
        yield FormFault(path, f"{_CALLED[what]}{listed}", f"{shown(name)}{near(name, names)}")


def _twice(table: str, key: str, names: Mapping[int, str]) -> Iterator[FormFault]:
    seen: dict[str, int] = {}
    for index, name in names.items():
        if not name.strip():
            yield FormFault((table, index, key), "a text that is not empty", '""')
        elif name in seen:
            first = f"{shown(name)} again, as in {table}[{seen[name] + 1}]"
            yield FormFault((table, index, key), f"a {key} of its own", first)
        seen.setdefault(name, index)


def _card(card: Card, path: Path) -> Iterator[FormFault]:
    if card.code.strip() and not _CODE.fullmatch(card.code):
        expected = "letters, digits, - and _, up to 32 of them"
        yield FormFault((*path, "code"), expected, shown(card.code))


# What an effect says together


def _shape(effect: Effect, path: Path) -> Iterator[FormFault]:
    named = f"in {effect.use} effect {effect.name}"
    if effect.use == "trigger" and effect.on is None:
        yield FormFault(path, f"the key on {named}: what sets it off", "nothing")
    if effect.use != "trigger" and effect.on is not None:
        yield FormFault((*path, "on"), f"no such key {named}", "what sets a trigger off")
    says = effect.announce or effect.resolve or effect.stays
    if effect.use not in (_PASSIVE, _PERMIT) and not says:
        yield FormFault(path, f"the key resolve {named}: what it does", "nothing")
    if effect.use == _PASSIVE:
        if effect.resolve:
            yield FormFault((*path, "resolve"), f"no such key {named}", "steps to resolve")
        if not _says_something(effect):
            others = [k for k, _, f in fields_of(Effect) if f.name not in _EVERY_EFFECT]
            expected = f"what it does, in one of the keys {', '.join(others)}"
            yield FormFault(path, f"{expected} {named}", "none of them")


def _says_something(effect: Effect) -> bool:
    return any(
        getattr(effect, f.name) != f.default
        for _, _, f in fields_of(Effect)
        if f.name not in _EVERY_EFFECT and not f.required
    )


def _steps(effect: Effect, path: Path, rules: Ruleset) -> Iterator[FormFault]:
    """Operations that this ruleset, or any, could never carry out."""
    for part in ("announce", "resolve"):
        for where, op in _ops((*path, part), getattr(effect, part)):
            yield from _step(op, where, rules)


def _ops(path: Path, block: tuple[ops.Op, ...]) -> Iterator[tuple[Path, ops.Op]]:
    """Every operation of a block and of the blocks inside it, with its path."""
    for index, op in enumerate(block):
        here = (*path, index)
        yield here, op
        for name in op.__struct_fields__:
            value = getattr(op, name)
            if isinstance(value, tuple) and value and isinstance(value[0], ops.Op):
                yield from _ops((*here, name), value)
        if isinstance(op, ops.Offer):
            for u, use in enumerate(op.uses):
                yield from _ops((*here, "uses", u, "block"), use.block)


def _step(op: ops.Op, path: Path, rules: Ruleset) -> Iterator[FormFault]:
    named = f'for "{word_of(type(op))}"'
    for name in op.__struct_fields__:
        value = getattr(op, name)
        if isinstance(value, int) and not isinstance(value, bool) and value < 0:
            yield FormFault((*path, name), f"0 or more {named}", str(value))
    match op:
        case ops.Choose(count=0) | ops.ChooseAtRandom(count=0):
            yield FormFault((*path, "count"), f"1 or more {named}", "0")
        case ops.ChooseNumber(multiple=0):
            yield FormFault((*path, "multiple"), f"1 or more {named}", "0")
        case ops.ChooseNumber(low=int(low), high=int(high)) if low > high:
            yield FormFault((*path, "high"), f"{low} or more {named}, as its low says", str(high))
        case ops.ChooseName(names=()):
            yield FormFault((*path, "names"), f"at least one name {named}", "none")
        case ops.Offer(uses=()):
            yield FormFault((*path, "uses"), f"at least one use {named}", "none")
        case ops.Draw() | ops.Look() | ops.Shuffle() | ops.SummonTopOfPile():
            if "pile" not in rules.piles:
                yield FormFault(path, "an operation that can apply", f"{named[4:]} without a pile")
        case ops.SetCard() if "s" not in rules.rows:
            expected = "an operation that can apply"
            yield FormFault(path, expected, f"{named[4:]} in a game without such a row")
        case _:
            pass
    for inner in _cards_of(op):
        if not inner.zones:
            yield FormFault(path, f"at least one zone in the cards {named}", "none")


def _cards_of(op: ops.Op) -> Iterator[Any]:
    for found in walk(op):
        if word_of(type(found)) == "cards":
            yield found


# What is bound


def _bindings(effect: Effect, mentions: list[Mention], path: Path) -> Iterator[FormFault]:
    """Names that are used before anything is bound to them, or for the wrong sort of thing."""
    sorts = dict.fromkeys(GIVEN_CARDS, "cards") | dict.fromkeys(GIVEN_NUMBERS, "number")
    if effect.on is None:
        sorts.pop("event", None)
    if effect.on is None or effect.on.event != LifeChanged.__name__:
        sorts.pop("change", None)
    for what, name, where in mentions:
        if where[: len(path)] != path or not name:
            continue
        if what.startswith("binds "):
            sorts[name] = what.removeprefix("binds ")
        elif what in ("bound", "bound cards"):
            if name not in sorts:
                got = f"{shown(name)}{near(name, sorts)}"
                if name == "event":
                    got = '"event", which only a trigger has'
                yield FormFault(where, f"one of {', '.join(sorted(sorts))}, bound before", got)
            elif what == "bound cards" and sorts[name] != "cards":
                yield FormFault(where, "cards bound before", f"{shown(name)}, a {sorts[name]}")


# Cycles


def _cycles(own: Mapping[int, Effect], rules: Ruleset) -> Iterator[FormFault]:
    """Effects that would run themselves, over whatever other blocks."""
    effects = {**rules.effects, **{e.name: e for e in own.values()}}
    runs = {name: _runs(name, effect) for name, effect in effects.items()}
    for index, effect in own.items():
        circle = _circle(effect.name, runs)
        if circle:
            way = " runs ".join(circle)
            yield FormFault(("effect", index), f"an effect {effect.name} that ends", way)


def _runs(name: str, effect: Effect) -> tuple[str, ...]:
    found = [
        op.block.replace("{effect}", name).partition("/")[0]
        for op in walk((effect.announce, effect.resolve))
        if isinstance(op, ops.Run)
    ]
    return tuple(dict.fromkeys(found))


def _circle(start: str, runs: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The way from an effect back to itself; () if there is none."""
    ways: list[tuple[str, ...]] = [(start,)]
    seen = {start}
    while ways:
        way = ways.pop()
        for name in runs.get(way[-1], ()):
            if name == start:
                return (*way, start)
            if name not in seen:
                seen.add(name)
                ways.append((*way, name))
    return ()


# What is left unsaid


def completed(file: CardFile) -> CardFile:
    """The same file with every rule said that goes without saying."""
    effects = tuple(_filled(effect) for effect in file.effect)
    return structs.replace(file, effect=effects)


def _filled(effect: Effect) -> Effect:
    """An effect cites its own text where it cites nothing; its steps cite what it cites."""
    own = text_rule(effect.name)
    rules = tuple(own if r == OWN_TEXT else r for r in effect.rules) or (own,)
    cited = cited_by_steps(effect.name, rules)
    filled = _cited(structs.replace(effect, rules=rules), cited, own)
    assert isinstance(filled, Effect)
    return filled


def _cited(value: Any, rules: tuple[str, ...], own: str) -> Any:
    if isinstance(value, tuple):
        return tuple(_cited(item, rules, own) for item in value)
    if not isinstance(value, Struct):
        return value
    changes: dict[str, Any] = {}
    for _, hint, field in fields_of(type(value)):
        old = getattr(value, field.name)
        new = _cited(old, rules, own)
        asked = field.required or isinstance(value, ops.Op)
        if _is_rule(hint):
            new = own if old == OWN_TEXT else rules[0] if asked and not old else old
        elif _is_rules(hint):
            new = tuple(own if r == OWN_TEXT else r for r in old)
            new = rules if asked and not old else new
        if new is not old:
            changes[field.name] = new
    return structs.replace(value, **changes) if changes else value


def _is_rule(hint: Any) -> bool:
    return marked(hint)[1] == "rule"


def _is_rules(hint: Any) -> bool:
    inner = marked(hint)[0]
    items = get_args(inner)
    return get_origin(inner) is tuple and marked(items[0])[1] == "rule"
