"""`duelmat rules`: systems, statements, readings and the tests that hold them."""

import json
from pathlib import Path

import pytest

from command_line import duelmat
from duelmat_bench import coverage
from duelmat_bench.coverage import marked_tests
from duelmat_engine.catalogue import parts, readings, statements, systems
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names


def test_without_a_name_the_systems_are_listed() -> None:
    """Every system of the catalogue has its line and its count."""
    output = duelmat("rules").output
    for system in systems():
        assert system.title in output
        assert f"{len(system.statement)} statements" in output
    assert "played as trump-king" in output
    assert "not played" not in output


@pytest.mark.parametrize(
    ("system", "ruleset", "within"),
    [("TK", "trump_king", []), ("SEG", None, ["ocg"]), ("PHY", None, [])],
)
def test_a_system_says_what_plays_it(system: str, ruleset: str | None, within: list[str]) -> None:
    """By itself, as a part of another, or nothing: what the table owes in every game."""
    told = json.loads(duelmat("rules", system, "--json").output)
    assert (told["ruleset"], told["within"]) == (ruleset, within)


@pytest.mark.parametrize("name", ["trump-king", "trump_king", "Trump-King"])
def test_a_ruleset_is_shown_by_its_name(name: str) -> None:
    """Written as for `duelmat play`."""
    assert duelmat("rules", name).output == duelmat("rules", "TK").output


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


def test_a_reading_with_parts_shows_them_and_each_alone() -> None:
    """The whole lists what its parts say; a part says its own sentence and to what it belongs."""
    whole = duelmat("rules", "G-29").output
    part = duelmat("rules", "g-29.Summon-Right").output
    assert ".summon-right" in whole
    assert part.splitlines()[:2] == [
        "G-29.summon-right",
        "  One Normal Summon or Set of a monster is made in a turn, from the hand.",
    ]
    assert "Part of reading G-29" in part
    told = json.loads(duelmat("rules", "G-29", "--json").output)["parts"]
    alone = json.loads(duelmat("rules", "G-29.turn", "--json").output)
    assert alone == {"id": "G-29.turn", "text": told["G-29.turn"], "reading": "G-29"}
    missed = duelmat("rules", "g-29.turm")
    assert missed.exit_code == 2
    assert "Did you mean G-29.turn" in missed.output


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
    names += list(parts())[::9]
    for name in names:
        assert duelmat("rules", name).exit_code == 0


@pytest.mark.tools
def test_every_statement_names_tests_that_hold_it() -> None:
    """Marks of a test's parameters count too, whatever table they are made from."""
    told = {s.id: list(marked_tests(s.id)) for s in statements()}
    assert len(told) == 546
    assert [name for name, tests in told.items() if not tests] == []
    assert told["TK-60"] == ["tests/engine/conformance/test_tk_battle.py::test_the_battle_table"]


def test_marks_of_tests_rows_and_classes_are_found(tmp_path: Path) -> None:
    """A test is listed once for a rule, and not for one that only looks like it."""
    folder = tmp_path / "held_rules"
    folder.mkdir()
    (folder / "test_x.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('TK-14', 'TK-15')\ndef test_one(): ...\n"
        "@pytest.mark.rule('TK-1')\ndef test_two(): ...\n"
        "@pytest.mark.rule('TK-14')\nclass TestThree: ...\n"
        "ROWS = [pytest.param(n, marks=pytest.mark.rule(f'TK-{n}')) for n in (14, 16, 14)]\n"
        "@pytest.mark.parametrize('n', ROWS)\ndef test_four(n): ...\n",
        encoding="utf-8",
    )
    assert list(marked_tests("TK-14", [folder])) == [
        f"{tmp_path.name}/held_rules/test_x.py::test_one",
        f"{tmp_path.name}/held_rules/test_x.py::TestThree",
        f"{tmp_path.name}/held_rules/test_x.py::test_four",
    ]


def test_no_tests_are_named_where_none_can_be_loaded(tmp_path: Path) -> None:
    """No folder of tests, or tests that need what is not installed."""
    assert list(marked_tests("TK-14", [tmp_path / "nowhere"])) == []
    folder = tmp_path / "unloadable_rules"
    folder.mkdir()
    (folder / "test_x.py").write_text("import no_such_module  # mark.rule\n", encoding="utf-8")
    assert list(marked_tests("TK-14", [folder])) == []


def test_a_cards_own_text_is_shown_under_the_id_that_verdicts_cite() -> None:
    """What it says, on which cards it stands, and what else gives it."""
    output = duelmat("rules", "TEXT:sangan").output
    assert output.splitlines()[0] == "text:sangan"
    assert "take a monster of 1500 attack or less" in output
    assert "Stands on: Sangan (Early OCG)" in output
    told = json.loads(duelmat("rules", "text:spade-damage", "--json").output)
    assert (told["ruleset"], told["rules"]) == ("trump_king", ["TK-71"])
    assert "TK-71" in duelmat("rules", "text:spade-damage").output
    missed = duelmat("rules", "text:sangon")
    assert missed.exit_code == 2
    assert "Did you mean text:sangan" in missed.output


def test_every_card_text_can_be_shown() -> None:
    """Of every ruleset."""
    for name in ruleset_names():
        for effect in list(find_ruleset(name).effects)[::6]:
            assert duelmat("rules", f"text:{effect}").exit_code == 0


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
    assert "1 test failed" in result.output
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
