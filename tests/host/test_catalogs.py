"""Every message has its words in every language, and they can be said."""

import ast
from collections.abc import Iterator
from string import Formatter

import pytest

from docs.messages import SOURCES, template
from docs.ruleset_page import ROOT
from duelmat_host.language.catalogs import DOMAINS, Translation, language
from duelmat_host.language.titles import ENGLISH_CODE, TITLES

OTHERS = [code for code in TITLES if code != ENGLISH_CODE]


def values(pattern: str) -> set[str]:
    """Return the names in braces."""
    return {name for _, name, _, _ in Formatter().parse(pattern) if name is not None}


def translated(code: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the messages of a language."""
    found = language(code)
    assert isinstance(found, Translation)
    return found.patterns()


def messages(domain: str) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    """Yield each message by context and English words, with its forms in English."""
    for message in template(domain):
        forms = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        if forms[0]:
            yield (message.context or "", forms[0]), forms


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("code", OTHERS)
def test_every_message_is_translated_and_can_be_said(code: str, domain: str) -> None:
    """None is missing, and each takes exactly the values that the English one has."""
    known = translated(code)
    missing = [key for key, _ in messages(domain) if key not in known]
    assert missing == []
    for key, forms in messages(domain):
        wanted = set.union(*map(values, forms))
        for pattern in known.get(key, ()):
            assert values(pattern) <= wanted, key
            needed = set.intersection(*map(values, forms))
            assert needed - values(pattern) <= {"count", "article"}, key
            assert pattern.format(**{name: Anything() for name in wanted}), key


def test_every_message_that_is_said_is_in_the_catalogs() -> None:
    """Also where it stands in an f-string, which extractors of messages do not look into."""
    listed = {key for domain in DOMAINS for key, _ in messages(domain)}
    said = set()
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                match node:
                    case ast.Call(ast.Name("say" | "say_count"), [ast.Constant(str(text)), *_]):
                        said.add(("", text))
                    case ast.Call(
                        ast.Name("say_as"),
                        [ast.Constant(str(context)), ast.Constant(str(text)), *_],
                    ):
                        said.add((context, text))
    assert sorted(said - listed) == []


class Anything:
    """A value that can be formed as any."""

    def __format__(self, spec: str) -> str:
        return "x"


@pytest.mark.parametrize("code", OTHERS)
def test_no_translation_is_of_a_message_that_is_gone(code: str) -> None:
    """`make messages` takes them out."""
    said = {key for domain in DOMAINS for key, _ in messages(domain)}
    assert [key for key in translated(code) if key not in said] == []


def test_messages_are_written_out_where_they_are_said() -> None:
    """A message that is put together is in no catalog."""
    found = []
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*.py")):
            if path.name in ("message.py", "languages.py"):  # they take whatever is said
                continue
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    count = {"say": 1, "say_as": 2, "say_count": 2}.get(node.func.id, 0)
                    found += [
                        f"{path.relative_to(ROOT)}:{node.lineno}"
                        for each in node.args[:count]
                        if not isinstance(each, ast.Constant)
                    ]
    assert found == []
