"""Sentences for people are messages, written out where they are said: catalogs list them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import duelmat_engine
from duelmat_engine.actions import Concede
from duelmat_engine.errors import Fault, PositionError, UnknownNameError
from duelmat_engine.forms.duel_json import read_duel, write_duel
from duelmat_engine.names import Seat
from duelmat_engine.play import apply
from duelmat_engine.random_play import play_random, practice_duel
from duelmat_engine.ruleset.registry import ruleset_names
from duelmat_message import Text, ref, say, with_words

ENGINE = Path(duelmat_engine.__file__).parent
TOLD = ("When", "Do", "Never", "Fault", "Lapsed", "AttackEnded", "PlayerLeft")
"""What carries words for people: first, or as `text` or `reason`."""
MESSAGES = {"say": (0,), "say_as": (0, 1), "say_count": (0, 1)}
"""Which arguments are listed by catalogs: they have to be literals."""
QUOTED = ("FormFault", "NotationError", "fault", "_fault", "match", "fault_at", "unlike")
"""The calls whose arguments are parts of a sentence, or paths and keys, which are one word."""
REASONED = {"end": 1, "end_attack": 2, "_lapse": 2}
"""Functions of the engine that are given a reason, and where."""


def _name(call: ast.Call) -> str:
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def _words(call: ast.Call) -> Iterator[ast.expr]:
    """Yield the arguments that are words for people."""
    name = _name(call)
    if name in TOLD:
        yield from call.args[:1]
        yield from (k.value for k in call.keywords if k.arg in ("text", "reason"))
    elif name in REASONED:
        yield from call.args[REASONED[name] :][:1]
    elif name in QUOTED:
        yield from (word for word in call.args if _is_sentence(word))


def _is_sentence(word: ast.expr) -> bool:
    """Whether a text has words between blanks, as no path or key has."""
    if isinstance(word, ast.IfExp):
        return _is_sentence(word.body) or _is_sentence(word.orelse)
    texts = (node.value for node in ast.walk(word) if isinstance(node, ast.Constant))
    return not isinstance(word, ast.Call) and any(
        isinstance(text, str) and " " in text for text in texts
    )


def _is_plain(node: ast.expr, bound: Mapping[str, list[ast.expr]]) -> bool:
    """Whether it is a text, or an f-string, that is no message; names are looked up once."""
    match node:
        case ast.JoinedStr() | ast.BinOp():
            return True
        case ast.Constant(value=value):
            return isinstance(value, str) and bool(value)
        case ast.IfExp(body=body, orelse=orelse):
            return _is_plain(body, bound) or _is_plain(orelse, bound)
        case ast.Name(id=name):
            return any(_is_plain(value, {}) for value in bound.get(name, ()))
        case ast.Call() as call:
            return _name(call) in ("join", "format", "replace")
        case _:
            return False


def _bound(scope: ast.FunctionDef | ast.Module) -> dict[str, list[ast.expr]]:
    """The values that names are bound to in a function, or outside of all."""
    inside = ast.walk(scope) if isinstance(scope, ast.FunctionDef) else scope.body
    found: dict[str, list[ast.expr]] = {}
    for node in inside:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found


@cache
def _modules() -> dict[str, ast.Module]:
    files = sorted(ENGINE.rglob("*.py"))
    return {
        str(path.relative_to(ENGINE)): ast.parse(path.read_text(encoding="utf-8"))
        for path in files
    }


def _scopes(module: ast.Module) -> Iterator[ast.FunctionDef | ast.Module]:
    yield module
    yield from (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))


def _unsaid(path: str, module: ast.Module) -> Iterator[str]:
    """Yield where words for people are no message."""
    for scope in _scopes(module):
        bound = _bound(scope)
        for node in ast.walk(scope):
            if isinstance(node, ast.Call) and any(_is_plain(word, bound) for word in _words(node)):
                yield f"{path}:{node.lineno}"


def test_what_is_said_to_people_is_a_message() -> None:
    """No remedy, fault or reason is made of a plain text: it could be said in English only."""
    modules = [item for item in _modules().items() if not item[0].startswith("text/")]
    assert not {place for path, module in modules for place in _unsaid(path, module)}


@pytest.mark.parametrize(
    "line",
    [
        'Do("Pass.")',
        'When(f"It is {phase}.")',
        'Never("It is " + phase, rule)',
        'Fault(", ".join(codes))',
        'Do("Pass." if passing else say("Wait."))',
        'text = f"It is {phase}."; Do(text)',
        'machine.end(None, "all have lost", rules)',
        'Lapsed(reason="it is gone", rules=rules)',
        'form.fault("a list of cards", shown(value), key)',
        'FormFault(path, f"one of {names}", got)',
        'NotationError("a card", got if got else "the end")',
    ],
)
def test_a_sentence_that_is_no_message_is_found(line: str) -> None:
    assert list(_unsaid("", ast.parse(line))) == [":1"]


def test_messages_are_written_out_where_they_are_said() -> None:
    """A message that is no literal would be in no catalog."""
    wrong = [
        f"{path}:{node.lineno}"
        for path, module in _modules().items()
        if path != "message.py"
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
        for place in MESSAGES.get(_name(node), ())
        if not isinstance(node.args[place], ast.Constant)
    ]
    assert not wrong


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_play_says_next_to_nothing(ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Legal actions are found and carried out without a remedy being made for what is refused."""
    said: list[str] = []
    begun = Text.__new__

    def counted(cls: type[Text], english: str, *parts: Any) -> Text:
        said.append(english)
        return begun(cls, english, *parts)

    def play(seed: int) -> int:
        return sum(1 for _ in play_random(practice_duel(ruleset, seed=seed), seed=seed))

    play(4)  # the rules are written by now
    monkeypatch.setattr(Text, "__new__", counted)
    played = play(5)
    assert played > 50
    assert len(said) < played / 10, Counter(said).most_common(5)


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_why_a_duel_has_ended_outlives_its_words(ruleset: str) -> None:
    """Written and read back, a duel that was conceded is the same; its reason names a player."""
    duel = apply(practice_duel(ruleset, seed=5), Concede(Seat(1))).duel
    again = read_duel(write_duel(duel))
    assert (again, hash(again.outcome)) == (duel, hash(duel.outcome))
    assert duel.outcome is not None and again.outcome is not None
    assert again.outcome.told == duel.outcome.told
    told = with_words(duel.outcome.told, lambda one: {"b": "Ben"}[one.message])
    assert told in ("Ben conceded", "Ben surrendered")


def test_errors_keep_their_messages() -> None:
    """What an error says can be said in another language, too."""
    fault = Fault(say("{place}: expected one card, got {count}", place=ref("a.m1"), count=2), "R")
    for error in (PositionError([fault]), UnknownNameError("ruleset", "chess", ["ocg"])):
        assert isinstance(str(error), Text)
    told = with_words(str(PositionError([fault])), lambda one: f"<{one.message}>")
    assert told == "This position cannot arise:\n- <a.m1>: expected one card, got 2 (R)"
