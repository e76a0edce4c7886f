"""KiCad's text files: nested lists of words, numbers and quoted strings, one list a line."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Final

Node = list["Node | Word | str | float | int"]
SPACE: Final = uuid.uuid5(uuid.NAMESPACE_DNS, "boards.duelmat")
MOST: Final = 96
"""Characters of a list that stays on one line."""


class Word(str):
    """A name of the format, which is not quoted."""

    __slots__ = ()


def item(name: str, *content: Node | Word | str | float) -> Node:
    """A list that begins with a name."""
    return [Word(name), *content]


def unique(*names: object) -> Word:
    """The identifier of a thing, always the same for the same names."""
    return Word(str(uuid.uuid5(SPACE, "/".join(map(str, names)))))


def text(node: Node) -> str:
    """The file of a list."""
    return "\n".join(_lines(node, "")) + "\n"


def _lines(node: Node, indent: str) -> Iterator[str]:
    whole = _flat(node)
    if len(indent) + len(whole) <= MOST:
        yield indent + whole
        return
    head = []
    rest = list(node)
    while rest and not isinstance(rest[0], list):
        head.append(_atom(rest.pop(0)))
    yield f"{indent}({' '.join(head)}"
    for each in rest:
        if isinstance(each, list):
            yield from _lines(each, indent + "  ")
        else:
            yield f"{indent}  {_atom(each)}"
    yield f"{indent})"


def _flat(node: Node | Word | str | float) -> str:
    if isinstance(node, list):
        return f"({' '.join(map(_flat, node))})"
    return _atom(node)


def _atom(value: Node | Word | str | float) -> str:
    if isinstance(value, Word):
        return str(value)
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return number(float(value))  # type: ignore[arg-type]


def number(value: float) -> str:
    """A length to a tenth of a micrometre, without a needless zero."""
    found = f"{round(value, 4):.4f}".rstrip("0").rstrip(".")
    return "0" if found in {"-0", ""} else found


def parse(content: str) -> Node:
    """The list of a file; ValueError where it is none."""
    stack: list[Node] = [[]]
    at, end = 0, len(content)
    while at < end:
        sign = content[at]
        if sign.isspace():
            at += 1
        elif sign == "(":
            stack.append([])
            at += 1
        elif sign == ")":
            done = stack.pop()
            if not stack:
                raise ValueError(f"a bracket too many at character {at}")
            stack[-1].append(done)
            at += 1
        elif sign == '"':
            close = at + 1
            while content[close] != '"':
                close += 2 if content[close] == "\\" else 1
            quoted = content[at + 1 : close].replace('\\"', '"').replace("\\\\", "\\")
            stack[-1].append(quoted)
            at = close + 1
        else:
            close = at
            while close < end and not content[close].isspace() and content[close] not in "()":
                close += 1
            stack[-1].append(Word(content[at:close]))
            at = close
    if len(stack) != 1 or len(stack[0]) != 1 or not isinstance(stack[0][0], list):
        raise ValueError("not one list, or a bracket is missing")
    return stack[0][0]
