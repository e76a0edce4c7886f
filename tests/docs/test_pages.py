"""What the documents say of files, names and commands is so."""

from __future__ import annotations

import importlib.util
import pkgutil
import re
from pathlib import Path
from typing import Final

import click
import pytest

from docs.pages import ROOMS, ROOT, code, files, links, members, name_of, pages, spans, text_of
from duelmat import main as duelmat

pytestmark = pytest.mark.tools

PAGES: Final = pytest.mark.parametrize("page", pages(), ids=name_of)
LOCAL_FILES: Final = {
    "hands.sock",
    "rig.json",
    "rig.log",
    "rig.lock",
    "table.lock",
    "hands.json",
    "config.toml",
    "duelmat.log",
    "demo.log",
}
"""Files that a running table makes, and the user's own."""
OWN_PLACES: Final = ("/dev/ttyACM0", "/usr/bin/chromium")
MACHINE_PLACE: Final = re.compile(r"(?<![\w.~-])/(?:work|tmp|home|root|opt|var|mnt|usr|Users)/\S*")


@PAGES
def test_every_link_leads_somewhere(page: Path) -> None:
    """A link to a file names one that is there; others are addresses on the web."""
    for link in links(text_of(page)):
        if not link.startswith(("https://", "#")):
            target = link.partition("#")[0]
            assert (page.parent / target).exists(), link


@PAGES
def test_every_path_that_is_named_is_there(page: Path) -> None:
    """A path from the root of the checkout exists, a pattern of paths finds something."""
    for span in spans(text_of(page)):
        path = span.partition(" ")[0]
        if re.match(rf"(?:{'|'.join(ROOMS)})/[\w./*-]+$", path):
            assert list(ROOT.glob(path.rstrip("/"))), span


@PAGES
def test_every_name_of_the_engine_is_there(page: Path) -> None:
    """`duelmat_engine.judge_sideboard` is a module or a name that the one before it has."""
    for span in spans(text_of(page)):
        if re.fullmatch(r"duelmat_engine(?:\.\w+)+", span):
            assert pkgutil.resolve_name(span), span


@PAGES
def test_every_source_file_that_is_named_is_there(page: Path) -> None:
    """`referee.py`, named without its folder, is a file of one of the rooms."""
    for span in spans(text_of(page)):
        if re.fullmatch(r"\w+\.(?:py|toml|mjs|sock|log|lock)", span):
            own = (
                "my_mat.toml",
                "my-mat.toml",
                "pyproject.toml",
                "cards.toml",
                "pack.toml",
                "outposts.py",
            )
            assert span in files() | LOCAL_FILES or span in own, span


@PAGES
def test_every_method_that_is_named_is_there(page: Path) -> None:
    """`Tracker.settled` is something that a class of ours has."""
    known = members()
    for span in spans(text_of(page)):
        named = re.match(r"([A-Z]\w+)\.([a-z_]\w*)$", span)
        if named and named[1] in known:
            assert named[2] in known[named[1]], span


@PAGES
def test_every_command_that_is_named_is_there(page: Path) -> None:
    """`duelmat mat check`, with each of its options, is something that one can type."""
    for words in _commands(text_of(page)):
        node: click.Command = duelmat
        for word in words:
            if isinstance(node, click.Group) and re.fullmatch(r"[a-z]+", word):
                found = node.get_command(click.Context(node), word)
                assert found is not None, f"duelmat {' '.join(words)}"
                node = found
            elif re.match("--[a-z]", word):
                params = node.get_params(click.Context(node))
                options = {o for p in params for o in (*p.opts, *p.secondary_opts)}
                assert word.partition("=")[0] in {*options, "--help", "--version"}, words


def _commands(text: str) -> list[list[str]]:
    found = re.findall(r"(?:^|[\s`])duelmat((?: +[\w./<>\[\]=-]+)*)", code(text), re.MULTILINE)
    # "duelmat record 1" is the head of a record.
    return [words.split() for words in found if words.split()[:1] != ["record"]]


@PAGES
def test_every_word_of_make_that_is_named_is_there(page: Path) -> None:
    """`make test` stands in the Makefile."""
    words = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for word in re.findall(r"(?:^|[\s`])make ([a-z-]+)", code(text_of(page)), re.MULTILINE):
        assert word in words


@PAGES
def test_every_module_that_is_run_is_there(page: Path) -> None:
    """`python -m duelmat_rig` finds its module."""
    for module in re.findall(r"python -m ([\w.]+)", code(text_of(page))):
        assert importlib.util.find_spec(module), module


@PAGES
def test_no_page_names_a_place_of_one_machine(page: Path) -> None:
    """A reader's checkout lies somewhere else."""
    found = MACHINE_PLACE.findall(text_of(page))
    assert [place for place in found if not place.startswith(OWN_PLACES)] == []


@PAGES
def test_a_sentence_has_a_line_of_its_own(page: Path) -> None:
    """So that a change of one sentence is a change of one line; tables and lists are exempt."""
    text = re.sub(r"^```.*?^```$", "", text_of(page), flags=re.DOTALL | re.MULTILINE)
    for line in text.splitlines():
        if not re.match(r"\||    |<| *(?:-|\d+\.) ", line):
            assert not re.search(r"[a-z)`][.?!] [A-Z]", re.sub(r"`[^`]*`", "`", line)), line
