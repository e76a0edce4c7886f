"""The locals of procedures: nothing else is bound by the engine, and each as it is declared."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

from duelmat_engine import Deck, find_ruleset, new_duel, play_random, practice_duel
from duelmat_engine.cardfiles.card_form import fields_of, marked, walk
from duelmat_engine.effects.effect import GIVEN_CARDS, GIVEN_NUMBERS
from duelmat_engine.names import Seat
from duelmat_engine.play import Opening
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Local, Piece
from micropython import ROOT

ENGINE = ROOT / "engine"
PATHS = sorted(ENGINE.rglob("*.py"))
SEG = {"G-30": "turn player first", "G-31": "whole chain", "G-34": "both", "G-97": "tcg"}
"""The readings of simultaneous effects, other than they are by default."""
SORTS: dict[str, Any] = {"cards": tuple[Piece, ...], "number": int, "text": str}
"""What the words of effects bind under names of their own."""
UNSAID = {"paid", "drawn"}
"""What Pay and Draw bind where nothing is said."""
LOCALS: dict[str, list[Local[Any]]] = defaultdict(list)
"""All that are declared, by name."""
for path in PATHS:
    name = ".".join(path.relative_to(ENGINE).with_suffix("").parts).removesuffix(".__init__")
    for declared in vars(import_module(name)).values():
        if isinstance(declared, Local) and declared not in LOCALS[declared.name]:
            LOCALS[declared.name].append(declared)
NOT_MET = {
    "printed",
    "surplus",
    "maybe",
    "ended",
    "candidates",
    "own-toons",
    "opposing-toons",
}
"""What only the scope of a word has, and what duels with the practice decks do not come to."""
PLAYED = [
    ("trump_king", 2, None, (0, 1, 2)),
    ("ocg", 2, None, (0, 1, 2)),
    ("ocg", 2, SEG, (0, 1, 2)),
    ("resummoned", 4, None, (0, 1, 2)),
    ("trigamon", 2, None, (0, 1, 2, 10)),
]
"""Ruleset, players, readings, and the seeds of the duels that are played."""


BINDINGS = "dict[str, Value]"


def is_bindings(node: ast.expr | None) -> bool:
    return "bound" in (getattr(node, "id", ""), getattr(node, "attr", ""))


def is_text(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def bare_keys(source: str) -> Iterator[int]:
    """Yield the lines in which bindings are read or made under a plain text."""
    for node in ast.walk(ast.parse(source)):
        made: list[ast.expr | None] = []
        match node:
            case ast.Subscript(value=value, slice=key) if is_bindings(value) and is_text(key):
                yield node.lineno
            case ast.Compare(left=key, comparators=[value]) if is_bindings(value) and is_text(key):
                yield node.lineno
            case ast.Call(func=ast.Attribute(value=value), args=[key, *_]) if is_bindings(
                value
            ) and is_text(key):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr="pieces"), args=[key]) if is_text(key):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr="bind" | "push"), args=args):
                made = [*args]
            case ast.Call(func=ast.Name(id="Frame" | "Link" | "PendingTrigger" | "Scope")):
                made = [*node.args, *(keyword.value for keyword in node.keywords)]
            case ast.keyword(arg="bound", value=value):
                made = [value]
            case ast.Assign(targets=[target], value=value) if is_bindings(target):
                made = [value]
            case ast.AnnAssign(annotation=hint, value=value) if ast.unparse(hint) == BINDINGS:
                made = [value]
        for each in made:
            for inner in ast.walk(each) if each is not None else ():
                if isinstance(inner, ast.Dict) and any(map(is_text, inner.keys)):
                    yield inner.lineno


@pytest.mark.parametrize("path", PATHS, ids=lambda path: str(path.relative_to(ENGINE)))
def test_the_engine_has_no_bare_keys(path: Path) -> None:
    """Whatever is bound or read by the engine itself goes through what is declared."""
    assert list(bare_keys(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "seat = frame.bound['seat']",
        "bound['seat'] = seat",
        "frame.bound.get('seat', 0)",
        "bound.pop('seat')",
        "'seat' in frame.bound",
        "scope.pieces('self')",
        "machine.bind({'seat': seat})",
        "machine.push(block, {**frame.bound, 'seat': seat})",
        "Frame('turn', 0, {'seat': seat})",
        "replace(frame, bound=frame.bound | {'seat': seat})",
        "bound = {'seat': seat}",
        "told: dict[str, Value] = {'seat': seat}",
    ],
)
def test_a_bare_key_is_found(source: str) -> None:
    assert list(bare_keys(source)) == [1]


def names_in(value: object, sort: str) -> Iterator[tuple[str, str]]:
    """Yield the names that words are given to bind or to read, each with its sort."""
    for struct in walk(value):
        for _, hint, field in fields_of(type(struct)):
            what = marked(hint)[1] or ""
            if what.startswith(sort) and getattr(struct, field.name):
                yield getattr(struct, field.name), what.removeprefix(sort)


@pytest.mark.parametrize("ruleset", ["trump_king", "ocg", "resummoned", "trigamon"])
def test_blocks_of_a_ruleset_name_what_is_declared(ruleset: str) -> None:
    blocks = tuple(find_ruleset(ruleset).blocks.values())
    for name, sort in names_in(blocks, "binds "):
        assert name in UNSAID or SORTS[sort] in [local.kind for local in LOCALS[name]], name
    assert {name for name, _ in names_in(blocks, "bound")} <= LOCALS.keys()


def test_what_effects_find_bound_is_declared() -> None:
    for name in GIVEN_CARDS:
        assert [local.kind for local in LOCALS[name]] == [tuple[Piece, ...]]
    for name in GIVEN_NUMBERS:
        assert [local.kind for local in LOCALS[name]] == [int]


def kinds_of(rules: Ruleset) -> dict[str, set[Any]]:
    """Of what types the values under each name may be."""
    kinds = {name: {local.kind for local in found} for name, found in LOCALS.items()}
    for name, sort in names_in(tuple(rules.effects.values()), "binds "):
        kinds[name] = kinds.get(name, set()) | {SORTS[sort]}
    return kinds


def has_kind(value: object, kinds: set[Any]) -> bool:
    for kind in kinds:
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            continue
        return True
    return False


def test_frames_hold_what_is_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before every operation of random duels: each value is of a type declared for its name."""
    seen: set[str] = set()
    kinds: dict[str, set[Any]] = {}
    begin_step = Machine.begin_step

    def look(machine: Machine) -> None:
        for name, value in machine.frames[-1].bound.items():
            seen.add(name)
            assert name.startswith("parameter.") or has_kind(value, kinds[name]), (name, value)
        begin_step(machine)

    monkeypatch.setattr(Machine, "begin_step", look)
    for ruleset, players, readings, seeds in PLAYED:
        kinds = kinds_of(find_ruleset(ruleset))
        for seed in seeds:
            duel = practice_duel(ruleset, seed, players=players, readings=readings)
            for _ in play_random(duel, seed):
                pass
    deck = Deck(*find_ruleset("ocg").decks.practice)
    new_duel("ocg", [deck, deck], seed=1, opening=Opening(Seat(1), after_draw=True))
    assert LOCALS.keys() - seen == NOT_MET
