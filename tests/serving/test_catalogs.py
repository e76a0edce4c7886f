"""Every message has its words in every language, and they can be said."""

import ast
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from docs.messages import SOURCES, template
from docs.ruleset_page import ROOT
from duelmat_serving.language.catalogs import DOMAINS, Translation, language
from duelmat_serving.language.titles import ENGLISH_CODE, TITLES

WRITTEN_OUT = {"say": 1, "say_as": 2, "say_count": 2}
"""The functions that say a message, and how many of their arguments are words of it."""
OTHERS = [code for code in TITLES if code != ENGLISH_CODE]


def values(pattern: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}


def translated(code: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the messages of a language."""
    found = language(code)
    assert isinstance(found, Translation)
    return found.patterns()


@cache
def messages(domain: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the messages of a domain by context and English words, with their English forms."""
    found = {}
    for message in template(domain):
        forms = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        if forms[0]:
            found[message.context or "", forms[0]] = forms
    return found


@cache
def calls() -> tuple[tuple[Path, str, ast.Call], ...]:
    """Return every call that says a message, with its module and by the function's name."""
    paths = (path for source in SOURCES for path in sorted((ROOT / source).rglob("*.py")))
    return tuple(
        (path, node.func.id, node)
        for path in paths
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in WRITTEN_OUT
    )


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("code", OTHERS)
def test_every_message_is_translated_and_can_be_said(code: str, domain: str) -> None:
    """None is missing, and each takes exactly the values that the English one has."""
    known = translated(code)
    assert [key for key in messages(domain) if key not in known] == []
    for key, forms in messages(domain).items():
        wanted = set.union(*map(values, forms))
        for pattern in known.get(key, ()):
            assert values(pattern) <= wanted, key
            needed = set.intersection(*map(values, forms))
            assert needed - values(pattern) <= {"count", "article"}, key
            assert pattern.format(**{name: Anything() for name in wanted}), key


def test_every_message_that_is_said_is_in_the_catalogs() -> None:
    """Also where it stands in an f-string, which extractors of messages do not look into."""
    listed = {key for domain in DOMAINS for key in messages(domain)}
    said = set()
    for _, name, call in calls():
        match name, call.args:
            case "say" | "say_count", [ast.Constant(str(text)), *_]:
                said.add(("", text))
            case "say_as", [ast.Constant(str(context)), ast.Constant(str(text)), *_]:
                said.add((context, text))
    assert sorted(said - listed) == []


class Anything:
    """A value that can be formed as any."""

    def __format__(self, spec: str) -> str:
        return "x"


@pytest.mark.parametrize("code", OTHERS)
def test_no_translation_is_of_a_message_that_is_gone(code: str) -> None:
    """`make messages` takes them out."""
    said = {key for domain in DOMAINS for key in messages(domain)}
    assert [key for key in translated(code) if key not in said] == []


def test_messages_are_written_out_where_they_are_said() -> None:
    """A message that is put together is in no catalog."""
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path, name, call in calls()
        for each in call.args[: WRITTEN_OUT[name]]
        if path.name not in ("message.py", "languages.py")  # they take whatever is said
        and not isinstance(each, ast.Constant)
    ]
    assert found == []


TERMINAL = """
capture checks cli config doctor duelmat_hardware enroll flash proof
"""
"""The packages whose words are for a terminal alone, which reads English."""


def test_what_only_a_terminal_shows_is_no_message() -> None:
    """Nobody would translate it, and nobody would read the translation."""
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path, _, call in calls()
        if path.parent.name in TERMINAL.split()
    ]
    assert found == []
