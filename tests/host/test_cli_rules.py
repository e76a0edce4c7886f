"""`duelmat rules`: systems, statements, readings and the tests that hold them."""

import json
from pathlib import Path

import pytest

from command_line import duelmat
from duelmat_engine.catalogue import readings, statements, systems
from duelmat_host import coverage
from duelmat_host.cli.rules import marked_tests


def test_without_a_name_the_systems_are_listed() -> None:
    """Every system of the catalogue has its line and its count."""
    output = duelmat("rules").output
    for system in systems():
        assert system.title in output
        assert f"{len(system.statement)} statements" in output
    assert "played as trump_king" in output


def test_a_system_lists_all_its_statements() -> None:
    """The prefix alone, in any case, gives every id of the system."""
    output = duelmat("rules", "tk").output
    for statement in statements("TK"):
        assert statement.id in output


@pytest.mark.parametrize("name", ["TK-24", "tk-24", " Tk-24 "])
def test_a_statement_is_shown_with_source_readings_and_tests(name: str) -> None:
    """One rule: what it says, where it stands, how its gap is read, what tests it."""
    output = duelmat("rules", name).output
    assert output.splitlines()[0] == "TK-24"
    assert "at least one turn has passed" in output
    assert "Source: rule document 003" in output
    assert "Reading G-57" in output
    assert "Tests:" in output


def test_a_reading_names_the_statements_it_touches() -> None:
    """A reading shows its choice, the others, and where it counts."""
    output = duelmat("rules", "G-57").output
    assert output.splitlines()[0] == "G-57"
    assert "Read as:" in output
    assert "TK-24" in output


@pytest.mark.parametrize("name", ["TK-999", "TK", "G-57", "TK-24", None])
def test_every_kind_of_answer_has_a_json_form(name: str | None) -> None:
    """--json prints one object, or the complaint stays one line."""
    result = duelmat("rules", *([name] if name else []), "--json")
    if name == "TK-999":
        assert result.exit_code == 2
    else:
        assert isinstance(json.loads(result.output), dict)


def test_an_unknown_rule_gets_near_ones() -> None:
    """A mistyped id is answered with ids that look like it and how ids are made."""
    result = duelmat("rules", "TK-99")
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 1
    assert "Did you mean TK-" in result.output
    assert "a statement is named like TK-14" in result.output


def test_every_statement_and_reading_can_be_shown() -> None:
    """Nothing in the catalogue breaks the page that shows it."""
    names = [s.id for s in statements()][::9] + [r.id for r in readings()][::9]
    for name in names:
        assert duelmat("rules", name).exit_code == 0


def test_marked_tests_are_found_by_reading_the_sources(tmp_path: Path) -> None:
    """Functions and classes marked with the rule are listed as pytest names them."""
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_x.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('TK-14', 'TK-15')\ndef test_one(): ...\n"
        "@pytest.mark.rule('TK-1')\ndef test_two(): ...\n"
        "@pytest.mark.rule('TK-14')\nclass TestThree: ...\n",
        encoding="utf-8",
    )
    assert list(marked_tests("TK-14", folder)) == [
        "tests/test_x.py::test_one",
        "tests/test_x.py::TestThree",
    ]


COUNTS = {
    "systems": {
        "TK": {"statements": 104, "tested": 103},
        "RES": {"statements": 189, "tested": 0},
    },
    "failed": 1,
}


def test_coverage_is_told_by_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line a system, and tests that failed are said and exit with 1."""
    monkeypatch.setattr(coverage, "measure_coverage", lambda: COUNTS)
    result = duelmat("rules", "--coverage")
    assert result.exit_code == 1
    assert "TK    103 of 104 statements tested" in result.output
    assert "RES     0 of 189 statements tested" in result.output
    assert "1 tests failed" in result.output
    told = duelmat("rules", "--coverage", "--json")
    assert json.loads(told.output) == COUNTS


def test_coverage_without_the_tests_is_a_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package has no tests: the command says so in a line."""

    def missing() -> None:
        raise coverage.CoverageError("No conformance tests: found none.")

    monkeypatch.setattr(coverage, "measure_coverage", missing)
    result = duelmat("rules", "--coverage")
    assert result.exit_code == 2
    assert result.output == "No conformance tests: found none.\n"
