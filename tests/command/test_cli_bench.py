"""Commands that measure work in a checkout, and elsewhere say that they need one."""

from __future__ import annotations

import importlib.util
import json
import sys
from importlib.machinery import ModuleSpec

import pytest

from command_line import duelmat
from duelmat_command import development, lazy_group


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation from a wheel, which holds nothing that measures."""
    there = importlib.util.find_spec

    def find(name: str) -> ModuleSpec | None:
        return None if name.startswith("duelmat_bench") else there(name)

    monkeypatch.setattr(development, "find_spec", find)
    monkeypatch.setattr(lazy_group, "find_spec", find)


def test_a_checkout_lists_every_measure() -> None:
    output = duelmat("bench", "--help").output
    for name in (
        "engine",
        "work",
        "batch",
        "scan",
        "memory",
        "table",
        "feeds",
        "camera",
        "geometry",
        "link",
        "opponent",
        "questions",
    ):
        assert f"\n  {name} " in output


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    "words",
    [("bench",), ("bench", "scan", "--json"), ("demo",), ("perft", "-h"), ("event", "demo")],
)
def test_an_installation_without_it_says_what_is_expected(words: tuple[str, ...]) -> None:
    result = duelmat(*words)
    assert result.exit_code == 2
    assert "expected the development extra" in result.output
    assert "got an installation without it" in result.output
    assert len(result.output.splitlines()) == 1


@pytest.mark.usefixtures("installed")
def test_rules_name_no_tests_and_count_none_where_there_are_none() -> None:
    assert "Tests: none here" in duelmat("rules", "TK-14").output
    result = duelmat("rules", "--coverage")
    assert result.exit_code == 2
    assert "expected the development extra" in result.output


@pytest.mark.parametrize(
    ("words", "lacking"),
    [
        (("bench", "engine"), "chess"),
        (("bench", "pairing", "--json"), "networkx"),
        (("event", "demo"), "httpx"),
    ],
)
def test_a_checkout_without_the_development_extra_says_what_to_install(
    words: tuple[str, ...], lacking: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("duelmat_bench.")]:
        if name != "duelmat_bench.commands":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, lacking, None)
    result = duelmat(*words)
    assert result.exit_code == 2
    assert f"got a checkout without {lacking}" in result.output
    assert "pip install" in result.output


@pytest.mark.long
def test_the_feeds_of_a_real_table_are_measured() -> None:
    """Every public feed gets every change, and so does the player's page."""
    told = duelmat("bench", "feeds", "--json", "--feeds", "3", "--changes", "2").output
    figures = json.loads(told)
    assert list(figures) == ["3"]
    assert (figures["3"]["changes"], figures["3"]["public_views"]) == (2, 6)
    for name in ("own_page_ms", "change_to_page_ms"):
        assert 0 < figures["3"][name]["p50"] <= figures["3"][name]["p99"]
