"""The glossary: every term stands for something that is in the module it names."""

import inspect
import re

import pytest

import duelmat_engine
from docs.pages import ROOT, text_of
from duelmat_engine import Action

pytestmark = pytest.mark.tools

ROW = re.compile(r"^\| ([^|]+) \| [^|]+ \| `([\w.]+)` \| `([\w/.]+\.py)` \|$", re.MULTILINE)
ROWS = ROW.findall(text_of(ROOT / "docs" / "glossary.md"))


OTHERS = {"deal", "kind", "mark", "row", "trigger"}
"""Terms whose names classes of something else bear: words of card texts, rows of a table."""


def test_no_term_stands_twice() -> None:
    names = [term for term, _, _ in ROWS]
    assert len(names) == len(set(names)) > 60


@pytest.mark.parametrize(("term", "name", "module"), ROWS, ids=[row[0] for row in ROWS])
def test_a_term_is_in_its_module(term: str, name: str, module: str) -> None:
    """As a class, a function, a field or a name of its own."""
    folder = ROOT if module.startswith("engine/") else ROOT / "engine" / "duelmat_engine"
    text = (folder / module).read_text(encoding="utf-8")
    owner, _, part = name.rpartition(".")
    assert not owner or re.search(rf"^class {owner}\b", text, re.MULTILINE), term
    defined = rf"^ *(class |def |)({part})(\b.*(:|=)|\()"
    assert re.search(defined, text, re.MULTILINE), (term, name)


def test_every_public_class_of_the_engine_is_a_term() -> None:
    """But for the kinds of actions, which the page of the notation has, and the errors."""
    named = {name.partition(".")[0] for _, name, _ in ROWS}
    public = {name: getattr(duelmat_engine, name) for name in duelmat_engine.__all__}
    terms = {
        name
        for name, one in public.items()
        if inspect.isclass(one) and not issubclass(one, Action | Exception)
    }
    assert sorted(terms - named) == []


def test_a_class_with_the_name_of_a_term_is_what_the_term_means() -> None:
    """No term leads to one class where another bears its name."""
    engine = ROOT / "engine" / "duelmat_engine"
    text = "".join(path.read_text(encoding="utf-8") for path in engine.rglob("*.py"))
    classes = set(re.findall(r"^class (\w+)", text, re.MULTILINE))
    wrong = {
        term: name
        for term, name, _ in ROWS
        if (own := "".join(word.title() for word in term.split())) in classes and own != name
    }
    assert wrong.keys() == OTHERS
