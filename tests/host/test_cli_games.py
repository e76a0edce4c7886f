"""`duelmat --game`: a ruleset of one's own, and what is wrong with a file that should be one."""

import json
import re
from pathlib import Path

import pytest

from command_line import duelmat, run
from docs.pages import ROOT, text_of
from duelmat_engine.catalogue import Statement, add_system
from duelmat_engine.errors import CatalogueError

_GAME = re.compile(r"^```python outposts.py\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture
def outposts(tmp_path: Path) -> Path:
    """The ruleset that the tutorial writes."""
    path = tmp_path / "outposts.py"
    page = text_of(ROOT / "docs" / "rulesets" / "writing.md")
    path.write_text("".join(_GAME.findall(page)), encoding="utf-8")
    return path


def test_its_ways_to_play_on_are_counted(outposts: Path) -> None:
    """Nothing is committed of it: the count begins with the opening, a choice of who begins."""
    result = run("--game", outposts, "perft", "--ruleset", "outposts", "--depth", "1", "--divide")
    assert result.returncode == 0, result.stderr
    assert "2  leaves at depth 1" in result.stdout.decode()


_STRICTER = """
from dataclasses import replace


def stricter(rules, readings):
    never = moment_rules.rule("OP-1", lambda q: q.seat != 0, When("the other player's turn."))
    return (replace(SEND, {part}=(*SEND.{part}, never)), RAID, ON)


register("strict", lambda: replace(OUTPOSTS, name="strict", moves=stricter))
"""


def test_that_list_judge_and_apply_agree_is_checked(outposts: Path) -> None:
    """The ruleset of the tutorial agrees with itself; `--json` has the counts."""
    result = run("rules", "--check", outposts, "--duels", "2")
    assert result.returncode == 0, result.stderr
    assert "the list, the judge and apply agree about all of them." in result.stdout.decode()
    assert "outposts: 2 of 2 duels" in result.stderr.decode()
    counted = json.loads(run("rules", "--check", outposts, "--duels", "1", "--json").stdout)
    assert counted["outposts"]["found"] == []
    assert counted["outposts"]["actions"] > counted["outposts"]["decisions"] > 10


def test_a_statement_of_ones_own_is_shown_without_the_tests_of_the_house(outposts: Path) -> None:
    """No checkout of the program names any; it is told of statements of rule documents alone."""
    told = run("--game", outposts, "rules", "OP-2").stdout.decode()
    assert "In each turn one scout may go" in told
    assert "Tests" not in told


def test_a_limit_that_the_list_does_not_keep_is_found(outposts: Path) -> None:
    """A rule about the form of an action is the list's own business: here it keeps it not."""
    text = outposts.read_text(encoding="utf-8")
    for part, code in (("action", 0), ("form_rules", 1)):
        outposts.write_text(text + _STRICTER.format(part=part), encoding="utf-8")
        result = run("rules", "--check", outposts, "--duels", "1")
        assert result.returncode == code, result.stderr
    told = " ".join(result.stdout.decode().split())
    assert "outposts: " in told
    assert "What is wrong (" in told
    assert "The list has it; the judge: Not legal by OP-1." in told


_FAILING = """
from dataclasses import replace


def failing(rules, readings):
    broken = moment_rules.rule("OP-1", lambda q: 1 / q.seat, When("the other player's turn."))
    return (replace(SEND, action=(*SEND.action, broken)), RAID, ON)


register("failing", lambda: replace(OUTPOSTS, name="failing", moves=failing))
"""
_TWO_QUESTIONS = """ruleset = "failing"
[position]
phase = "camp"
[position.a]
hand = ["S3"]
[[question]]
ask = "May a scout be sent?"
action = { do = "send", card = "S3", to = "m2" }
[[question]]
ask = "May the battle begin?"
action = "/battle"
"""


def test_a_question_that_a_function_of_it_cannot_answer_is_told(outposts: Path) -> None:
    """With the line of the function, and without a traceback; the others are answered."""
    text = outposts.read_text(encoding="utf-8") + _FAILING
    outposts.write_text(text, encoding="utf-8")
    line = 1 + text[: text.index("1 / q.seat")].count("\n")
    asked = outposts.with_name("two.toml")
    asked.write_text(_TWO_QUESTIONS, encoding="utf-8")
    said = f"functions that answer, got ZeroDivisionError: division by zero (outposts.py:{line})"
    result = run("--game", outposts, "judge", asked)
    assert result.returncode == 2
    assert "Not asked: the question is broken" in result.stdout.decode()
    assert "Legal." in result.stdout.decode()
    assert result.stderr.decode() == f"{asked}:6: question[1]: expected {said}\n"
    case = {"ruleset": "failing", "position": {"phase": "camp", "a": {"hand": ["S3"]}}}
    cases = outposts.with_name("cases.jsonl")
    cases.write_text(json.dumps(case | {"action": "S3>m2"}), encoding="utf-8")
    result = run("--game", outposts, "judge", "--batch", cases)
    assert result.returncode == 2
    assert said in json.loads(result.stdout)["error"]["text"]


def test_card_files_for_it_are_checked(outposts: Path, tmp_path: Path) -> None:
    """By the values that its cards print."""
    cards = tmp_path / "mine.toml"
    cards.write_text(
        'ruleset = "outposts"\n[[card]]\ncode = "S6"\nname = "Scout 6"\n'
        'traits = { attack = "much" }\neffects = ["none"]\n'
    )
    result = run("--game", outposts, "cards", "check", cards)
    assert result.returncode == 2
    assert f"{cards}:6: card[1].effects[1]: expected an effect" in result.stderr.decode()


BROKEN = {
    "nothing": ("", "expected a Python file that registers a ruleset, got an empty file"),
    "no ruleset": ("x = 1\n", "expected a call register(NAME, BUILD) with a name that no ruleset"),
    "no Python": ("x = 1\ny = (\n", "mine.py:2: expected a ruleset, got SyntaxError"),
    "an error": ("x = 1\nx / 0\n", "mine.py:2: expected a ruleset, got ZeroDivisionError"),
    "an exit": ("raise SystemExit\n", "mine.py:1: expected a ruleset, got SystemExit"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_is_no_ruleset_is_refused_in_words(tmp_path: Path, name: str) -> None:
    """With the line that led to it, and no traceback."""
    text, says = BROKEN[name]
    path = tmp_path / "mine.py"
    path.write_text(text, encoding="utf-8")
    result = duelmat("--game", path, "rules")
    assert result.exit_code == 2
    assert says in result.output
    assert "Traceback" not in result.output


def test_a_ruleset_that_cannot_be_built_is_refused_in_words(tmp_path: Path) -> None:
    """What goes wrong in its build function is told before any command asks for it."""
    path = tmp_path / "mine.py"
    path.write_text(
        "from duelmat_engine.ruleset.registry import register\n\n\n"
        "def build():\n    return Nothing()\n\n\n"
        'register("mine", build)\n'
    )
    result = run("--game", path, "rules")
    assert result.returncode == 2
    assert f"{path}:5: expected a ruleset, got NameError" in result.stderr.decode()


def test_a_missing_file_is_told() -> None:
    """As every file that a command is given."""
    assert "got no such file" in duelmat("--game", "none.py", "rules").output


@pytest.mark.parametrize(
    ("system", "statements", "taken"),
    [
        ("TK", (), "TK"),
        ("X", (Statement("TK-01", "t"),), "TK-01"),
        ("X", (Statement("X-1", "t"), Statement("X-1", "u")), "X-1"),
    ],
)
def test_a_system_that_says_what_is_taken_is_refused(
    system: str, statements: tuple[Statement, ...], taken: str
) -> None:
    """A prefix or an id that another system has, or that it has twice."""
    with pytest.raises(CatalogueError, match=f"expected ids of its own, got {taken} again"):
        add_system(system, "X", *statements)
