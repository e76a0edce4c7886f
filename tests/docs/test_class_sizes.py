"""No class of the host is two things: few fields, few methods, constructors with few arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

HOST: Final = Path(__file__).parents[2] / "host"
MOST: Final = {"fields": 12, "methods": 20, "arguments": 8}
"""Above these a reader cannot hold a class in mind; figures of the largest well-read classes."""


class Size(NamedTuple):
    fields: int
    methods: int
    arguments: int


def sizes() -> Iterator[tuple[str, Size]]:
    """Each class of the host with its size; the forms of JSON and TOML are left out."""
    for path in sorted(HOST.glob("duelmat_*/**/*.py")):
        module = ".".join(path.relative_to(HOST).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef) and not is_form(node):
                yield f"{module}.{node.name}", size(node)


def is_form(node: ast.ClassDef) -> bool:
    return any(isinstance(each, ast.keyword) for each in node.keywords) or any(
        ast.unparse(base).endswith(("Struct", "View", "Protocol")) for base in node.bases
    )


def size(node: ast.ClassDef) -> Size:
    functions = [
        each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    declared = {
        ast.unparse(each.target)
        for each in node.body
        if isinstance(each, ast.AnnAssign) and "ClassVar" not in ast.unparse(each.annotation)
    }
    made = {
        target.attr
        for each in functions
        for part in ast.walk(each)
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)
        for target in [part]
        if isinstance(target.value, ast.Name) and target.value.id == "self"
    }
    inits = [each for each in functions if each.name == "__init__"]
    arguments = [len(i.args.args) + len(i.args.kwonlyargs) - 1 for i in inits]
    return Size(len(declared | made), len(functions), max(arguments, default=0))


EXCEPTIONS: Final = {
    "duelmat_host.app.play_options.PlayOptions": "the options of a command, each with its default",
    "duelmat_host.link.session.BoardSession": "one protocol; its parts share the clock and counts",
    "duelmat_host.players.asked_moves.AskedMoves": "a method for each thing that is asked for",
    "duelmat_host.players.hands.Hands": "a method for each thing that hands can do",
    "duelmat_host.players.instruction_words.InstructionWords": "a method for each sentence",
    "duelmat_host.players.mover.Mover": "the instruction, and what lies there unasked",
    "duelmat_host.table.state.TableState": "what the entries of a journal keep, in one value",
    "duelmat_host.table.zone_map.ZoneMap": "a method for each question about a zone",
    "duelmat_maker.doctor.examination.Examination": "a method for each thing that is examined",
    "duelmat_tournament.generate._Generator": "a method for each thing that happens at an event",
}
"""Larger classes, each with the reason why it is one thing all the same."""


@pytest.mark.tools
def test_a_class_is_one_thing() -> None:
    """Those that are larger stand in the list with their reason, and nothing else does."""
    large = {
        name: found
        for name, found in sizes()
        if any(count > most for count, most in zip(found, MOST.values(), strict=True))
    }
    assert large.keys() == EXCEPTIONS.keys(), large
