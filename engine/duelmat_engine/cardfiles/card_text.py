"""Writing cards and effects as TOML: what card_form.py reads back as the same values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, get_args, get_origin

from msgspec import Struct
from msgspec.structs import FieldInfo

from duelmat_engine.cardfiles import card_form
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.ops import Op
from duelmat_engine.effects.terms import Bound, Filter
from duelmat_engine.effects.texts import cited_by_steps, effect_of_rule, text_rule

_WIDTH: Final = 99
"""Longest line before a list is written with an item a line."""
_BLOCKS: Final = ("announce", "resolve")
"""The keys of an effect whose items are tables of their own."""


def format_cards(file: card_form.CardFile) -> str:
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
        block = getattr(effect, name)
        parts += [_table(f"effect.{name}", op, effect.name, cited) for op in block]
    return "\n\n".join(parts)


def _table(head: str, value: Struct, effect: str, cited: tuple[str, ...] = ()) -> str:
    items = _items(value, effect, cited)
    lines = (f"{key} = {text}" for key, text in items if key not in _BLOCKS)
    return "\n".join((f"[[{head}]]", *lines))


def _items(value: Struct, effect: str, cited: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The keys of a table that are not what they are by default."""
    if card_form.tag_key(type(value)):
        yield card_form.tag_key(type(value)), _text(card_form.word_of(type(value)))
    for key, hint, field in card_form.fields_of(type(value)):
        held = getattr(value, field.name)
        if not field.required and held == card_form.usual(field):
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
    inner, what = card_form.marked(hint)
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
        return _text(next(word for word, name in card_form.event_words().items() if name == held))
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
