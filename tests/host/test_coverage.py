"""Counting which statements the conformance tests hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from duelmat_bench.coverage import CoverageError, count, is_tested, measure_coverage, read_report
from duelmat_engine.catalogue import find_statement

pytestmark = pytest.mark.tools

PASSED = """<testsuites><testsuite><testcase name="a"><properties>
<property name="marked" value="TK-14"/><property name="accepted" value="TK-14"/>
<property name="refused" value="TK-14"/><property name="accepted" value="TK-22"/>
</properties></testcase>%s</testsuite></testsuites>"""
FAILED = """<testcase name="b"><properties><property name="marked" value="TK-22"/>
<property name="accepted" value="TK-22"/></properties><failure message="no"/></testcase>"""


def test_only_what_a_passed_test_is_marked_with_counts() -> None:
    noted, failed = read_report((PASSED % FAILED).encode())
    assert noted == {"TK-14": {"accepted", "refused"}}
    assert failed == 1
    assert count(noted)["TK"] == {"statements": 104, "tested": 1}


@pytest.mark.parametrize(
    ("name", "hows", "tested"),
    [
        ("TK-14", {"accepted"}, False),
        ("TK-14", {"refused"}, False),
        ("TK-14", {"accepted", "refused"}, True),
        ("TK-60", {"refused"}, False),
        ("TK-60", {"event"}, True),
        ("TK-15", {"accepted", "event"}, False),
        ("TK-15", {"explained"}, True),
        ("OCG-17", {"accepted"}, False),
        ("OCG-17", {"refused"}, True),
        ("PHY-02", {"accepted", "refused"}, False),
        ("PHY-02", {"kept"}, True),
    ],
)
def test_a_limit_needs_both_verdicts(name: str, hows: set[str], tested: bool) -> None:
    """A prohibition needs a refusal, a happening an event or an acceptance, a name its
    explanation, what a table owes a test that it is kept.
    """
    assert is_tested(find_statement(name), hows) is tested


def test_without_the_tests_the_message_says_where_they_were_expected(tmp_path: Path) -> None:
    with pytest.raises(CoverageError, match="expected the folder"):
        measure_coverage([tmp_path / "none"])


def test_a_folder_of_tests_is_run_and_counted(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('TK-60')\n"
        "def test_one(request):\n"
        "    request.node.user_properties.extend("
        "[('marked', 'TK-60'), ('event', 'TK-60')])\n"
        "@pytest.mark.rule('TK-61')\n"
        "def test_two():\n"
        "    assert False\n"
    )
    measured = measure_coverage([tmp_path])
    assert measured["systems"]["TK"]["tested"] == 1
    assert measured["failed"] == 1
