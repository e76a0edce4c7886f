"""The glossary: every term stands for something that is in the module it names."""

import re

import pytest

from docs.pages import ROOT, text_of

ROW = re.compile(r"^\| ([^|]+) \| [^|]+ \| `([\w.]+)` \| `([\w/.]+\.py)` \|$", re.MULTILINE)
ROWS = ROW.findall(text_of(ROOT / "docs" / "glossary.md"))


def test_no_term_stands_twice() -> None:
    names = [term for term, _, _ in ROWS]
    assert len(names) == len(set(names)) > 60


@pytest.mark.parametrize(("term", "name", "module"), ROWS, ids=[row[0] for row in ROWS])
def test_a_term_is_in_its_module(term: str, name: str, module: str) -> None:
    """As a class, a function, a field or a name of its own."""
    text = (ROOT / "engine" / "duelmat_engine" / module).read_text(encoding="utf-8")
    owner, _, part = name.rpartition(".")
    assert not owner or re.search(rf"^class {owner}\b", text, re.MULTILINE), term
    defined = rf"^ *(class |def |)({part})(\b.*(:|=)|\()"
    assert re.search(defined, text, re.MULTILINE), (term, name)
