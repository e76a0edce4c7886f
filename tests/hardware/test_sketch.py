"""The drawing in the documentation."""

import re
from pathlib import Path

import pytest

from duelmat_hardware import PACKAGED_MATS, load_mat, mat_file, sketch

pytestmark = pytest.mark.tools

DOCS = Path(__file__).parents[2] / "docs" / "mat.md"


@pytest.mark.parametrize("name", PACKAGED_MATS)
def test_the_documentation_shows_each_mat_as_it_is(name: str) -> None:
    """The drawing in docs/mat.md is the one that the mat makes."""
    drawing = sketch(load_mat(mat_file(name)))
    assert f"```\n{drawing}\n```" in DOCS.read_text(encoding="utf-8")


def test_every_zone_stack_pad_and_button_is_drawn() -> None:
    """Nothing hides another thing."""
    mat = load_mat()
    drawing = sketch(mat)
    assert drawing.count("(stack)") == 6
    assert drawing.count("===") == len(mat.pads)
    assert len(re.findall(r"\bo\b", drawing)) == len(mat.buttons)
    assert drawing.count("*") == 12
    for name in ("banished", "grave", "extra", "field", "deck", *(f"m{i}" for i in range(1, 6))):
        assert drawing.count(name) == 2
    assert drawing.count("x1") == drawing.count("x2") == 1
