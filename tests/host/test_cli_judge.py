"""`duelmat judge`: answers, exit codes, JSON and batches."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import duelmat, run
from duelmat_rulesets.cli.batch import batch_answer
from examples import examples

SCENARIOS = Path(__file__).parents[1] / "scenarios"
CASE: dict[str, Any] = {
    "id": "q1",
    "ruleset": "trump_king",
    "names": {"a": "Ana"},
    "position": {"a": {"hand": ["H7"], "used": ["summon-right"]}},
    "action": {"do": "normal-summon", "card": "H7", "to": "m1"},
}
REPLY_KEYS = [
    "line",
    "id",
    "question",
    "action",
    "notation",
    "moment",
    "legal",
    "rules",
    "readings",
    "invalid",
    "remedies",
    "text",
    "short",
    "failures",
]
MOMENT_KEYS = ["turn", "seat", "phase", "asked", "kind", "question", "chain", "text"]
_RULING = REPLY_KEYS[6:-1]
BATTLE_KEYS = [
    *REPLY_KEYS[:5],
    *_RULING,
    "destroyed",
    "damage",
    "life",
    "flipped",
    "winner",
    "reason",
    "happens",
    "told",
    "course",
    "events",
    "failures",
]
COURSE_KEYS = ["happens", "course", "events", "end"]
ACCOUNT_KEYS = ["line", "id", "question", "moment", *COURSE_KEYS, "failures"]
END_KEYS = [*MOMENT_KEYS, "winner", "reason", "a", "b"]
ORDER_KEYS = ["line", "id", "question", *_RULING, "links", "responds", "failures"]
CHAINS_KEYS = ["line", "id", "question", "chains", "complete", "rules", "text", "failures"]
EXCERPTS = {
    "[position.c]": "resummoned-four-players.toml",
    "play = [": "reaching-a-response.toml",
}
"""How the page's excerpts of committed scenarios begin, and of which."""
WITH_CHAIN = ("chain", "expect")
"""What a trigger case that asks for every chain has not."""


def batch(*lines: str) -> tuple[int, list[dict[str, Any]]]:
    """Exit code and replies of a batch."""
    result = duelmat("judge", "--batch", stdin="\n".join(lines) + "\n")
    return result.exit_code, [json.loads(line) for line in result.output.splitlines()]


# Files


def test_an_answer_reads_like_a_judges() -> None:
    """Question, ruling, statement with its id, and what would help."""
    result = duelmat("judge", SCENARIOS / "second-summon.toml")
    assert result.exit_code == 0
    lines = [line.strip() for line in result.output.splitlines()]
    assert lines[0] == "Two Normal Summons in one turn"
    start = lines.index("2. And the 9 of spades after it?")
    assert lines[start + 1] == "(Normal Summon the 9 of spades to the middle monster zone.)"
    assert lines[start + 2] == "The moment: Turn 3, Ana's Main Phase 1. Ana may act."
    assert lines[start + 3] == "Not legal."
    assert lines[start + 4].startswith("TK-14   Once in each own turn")
    assert any(line.startswith("It becomes legal when it is your next turn") for line in lines)


def test_short_answers_take_a_line_each() -> None:
    """--short gives the ruling, its rules and the remedy."""
    result = duelmat("judge", "--short", SCENARIOS / "second-summon.toml")
    assert "2. And the 9 of spades after it? Not legal (TK-14)." in result.output


def test_full_answers_spell_every_rule_out() -> None:
    """--full gives the statements that an acceptance was measured by, too."""
    path = SCENARIOS / "joker-as-monster.toml"
    assert "Also looked at" in duelmat("judge", path).output
    full = duelmat("judge", "--full", path).output
    assert "Also looked at" not in full
    assert "TK-111" in full


def test_an_expectation_that_fails_exits_with_one(tmp_path: Path) -> None:
    """What differs is said, and the exit code tells scripts."""
    text = (SCENARIOS / "joker-as-monster.toml").read_text(encoding="utf-8")
    path = tmp_path / "wrong.toml"
    path.write_text(text.replace("legal = true", "legal = false"), encoding="utf-8")
    result = duelmat("judge", path)
    assert result.exit_code == 1
    assert "Not as expected: expected not legal, got legal." in result.output


def test_a_broken_file_does_not_keep_the_others_from_being_judged(tmp_path: Path) -> None:
    """The good file is answered, the broken one told with its line, and the exit code is 2."""
    path = tmp_path / "broken.toml"
    path.write_text('ruleset = "trump_king"\n[position]\nturn = -1\n', encoding="utf-8")
    done = run("judge", path, SCENARIOS / "joker-as-monster.toml")
    assert done.returncode == 2
    assert "A Joker as a monster" in done.stdout.decode()
    told = done.stderr.decode().splitlines()
    assert told == [
        f"{path}:1: expected at least one [[question]], got none",
        f"{path}:3: position.turn: expected a whole number from 1 to 10000, got -1",
    ]


def test_all_that_is_wrong_with_a_position_is_told_with_its_lines(tmp_path: Path) -> None:
    """Slips of the pen and cards that cannot lie so, in one reading, as the page shows them."""
    path = tmp_path / "f.toml"
    text = 'ruleset = "ocg"\n[position.a]\nm1 = "Wolf"\nm2 = "Typhoon"\nused = ["summon-rigth"]\n'
    path.write_text(f'{text}[[question]]\naction = "pass"\n', encoding="utf-8")
    result = duelmat("judge", path)
    assert result.exit_code == 2
    page = (SCENARIOS.parents[1] / "docs" / "judging.md").read_text(encoding="utf-8")
    told = [line.removeprefix(f"{path}:") for line in result.stderr.splitlines()]
    assert [line[:2] for line in told] == ["4:", "5:"]
    assert all(line[2:] in page for line in told)


def test_a_broken_question_is_told_with_the_other_questions_faults(tmp_path: Path) -> None:
    """Faults that show only when asking are collected over all questions."""
    path = tmp_path / "q.toml"
    question = '[[question]]\naction = { do = "normal-summon", card = "H7", to = "m9" }\n'
    path.write_text(f'ruleset = "trump_king"\n[position]\n{question * 2}', encoding="utf-8")
    result = duelmat("judge", path)
    assert result.exit_code == 2
    starts = [line.split(" expected")[0] for line in result.stderr.splitlines()]
    assert starts == [f"{path}:4: question[1].action.to:", f"{path}:6: question[2].action.to:"]


def test_a_broken_question_does_not_keep_the_others_from_being_answered(tmp_path: Path) -> None:
    """One question's error stands in its place, in words and in JSON; the file is broken."""
    good = '[[question]]\naction = { do = "normal-summon", card = "H7", to = "m1" }\n'
    bad = '[[question]]\nask = "What?"\naction = { do = "set-card", card = "H7", to = "m9" }\n'
    head = 'ruleset = "trump_king"\n[position]\na = { hand = ["H7"] }\n'
    path = tmp_path / "q.toml"
    path.write_text(f"{head}{good}{bad}{good}", encoding="utf-8")
    result = duelmat("judge", path)
    assert result.exit_code == 2
    assert "2. What?\n   Not asked: the question is broken" in result.stdout
    assert result.stdout.count("   Legal.") == 2
    assert result.stderr.startswith(f"{path}:8: question[2].action.to: expected a zone of ")
    told = json.loads(duelmat("judge", "--json", path).stdout)
    first, second, third = told["files"][0]["answers"]
    assert first["legal"] and third["legal"]
    assert list(second) == ["question", "error"]
    assert second["error"]["faults"][0]["where"] == "question[2].action.to"
    assert told["broken"] == [second["error"]["text"]]


def test_a_fault_before_any_question_breaks_the_whole_file(tmp_path: Path) -> None:
    """What is played first is not legal: it is told once, and nothing is answered."""
    question = '[[question]]\naction = { do = "concede" }\n'
    path = tmp_path / "q.toml"
    text = f'ruleset = "trump_king"\nplay = ["pass"]\n{question * 2}[position]\n'
    path.write_text(text, encoding="utf-8")
    result = duelmat("judge", path)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"{path}:2: play[1]: expected a legal action to play first, got Pass")
    assert line.endswith("The moment: Turn 3, Player A's Main Phase 1. Player A may act.")


def test_json_holds_the_same_answers() -> None:
    """--json gives one object with every file, answer and failure."""
    result = duelmat("judge", "--json", SCENARIOS / "second-summon.toml")
    told = json.loads(result.output)
    (file,) = told["files"]
    assert told["broken"] == []
    assert [a["legal"] for a in file["answers"]] == [True, False]
    assert file["answers"][1]["rules"] == ["TK-14"]
    assert file["answers"][1]["remedies"][0]["kind"] == "when"


def test_without_a_file_the_command_says_what_it_wants() -> None:
    """No arguments: one line with both ways of asking."""
    result = duelmat("judge")
    assert result.exit_code == 2
    assert "Name a scenario file, or use --batch" in result.output


def test_what_happens_is_told_in_order_with_its_rules() -> None:
    """The course of events, the end and each player's side; the exact words stand on the page."""
    result = duelmat("judge", SCENARIOS / "last-life.toml")
    assert result.exit_code == 0
    lines = [line.strip() for line in result.output.splitlines()]
    start = lines.index("What happens:")
    assert lines[start + 1].endswith("the 9 of hearts. (TK-07, TK-66)")
    assert lines[start + 3 : start + 5] == [
        "- Ben loses 9 life, none left. (TK-58)",
        "- Ana wins: Ben has no life left. (TK-56)",
    ]
    assert lines[start + 5].startswith("At the end: Turn 5, Ana's Battle Phase. The duel is over")
    third = lines[lines.index("3. May Ben concede instead, and who has won then?") :]
    assert third.index("Legal.") < third.index("What happens:")


def test_in_short_what_happens_is_its_last_event() -> None:
    """--short gives one line with the rules of that event."""
    result = duelmat("judge", "--short", SCENARIOS / "last-life.toml")
    assert "2. And with the 3 of clubs? Ben loses 3 life, 6 left. (TK-58)" in result.output


WAITING = {
    "Ana: name a suit: spades, hearts, clubs or diamonds.": """
ruleset = "trump_king"
names = { a = "Ana", b = "Ben" }
position = { turn = 5, a.m1 = "D7", a.m2 = "S4", b.m1 = "H6" }
[[question]]
play = [{ do = "synchro-summon", card = "DJ", to = "m1", using = ["m1", "m2"] }]
""",
    "Chance chooses one of 2 cards.": """
ruleset = "trigamon"
[position]
turn = 6
phase = "battle"
a.m1 = { card = "StoneWarden", marks = { bipolar = 1 } }
b.m1 = "EmberImp"
b.m2 = "SealedGolem"
[[question]]
play = [{ do = "attack", card = "m1" }]
""",
}


@pytest.mark.parametrize(("asked", "scenario"), WAITING.items(), ids=WAITING)
def test_a_play_that_waits_for_an_answer_has_not_yet_done_anything(
    asked: str, scenario: str, tmp_path: Path
) -> None:
    """What is asked is said, instead of "Nothing happens." (TK-91, TRI-174)."""
    file = tmp_path / "waiting.toml"
    file.write_text(scenario, encoding="utf-8")
    for result in (duelmat("judge", file), duelmat("judge", "--short", file)):
        said = " ".join(result.output.split())
        assert f"Nothing happens yet: {asked}" in said
        assert "Nothing happens." not in said


def test_json_has_what_happens_as_data() -> None:
    """Causes, sentences, events and the end; an action has them where they are expected."""
    result = duelmat("judge", "--json", SCENARIOS / "last-life.toml")
    (file,) = json.loads(result.output)["files"]
    first, second, third = file["answers"]
    assert list(first) == ["question", "moment", *COURSE_KEYS, "failures"]
    assert list(third) == [*REPLY_KEYS[2:-1], *COURSE_KEYS, "failures"]
    assert list(first["end"]) == END_KEYS
    assert (first["end"]["winner"], second["end"]["winner"]) == ("a", "")
    assert second["end"]["b"]["life"] == 6
    assert all(event["rules"] for event in first["events"])
    assert [one["text"] for one in second["course"]][-1] == "Ben loses 3 life, 6 left."
    assert {rule for one in first["course"] for rule in one["rules"]} == set(first["happens"])


# Batches


def test_a_case_without_an_action_asks_what_happens() -> None:
    """The same position and plays in a line of a batch; what differs is a failure."""
    position = {"turn": 5, "phase": "battle", "a": {"m1": "S9"}, "b": {"m1": "D7"}}
    case = {
        "id": 1,
        "ruleset": "trump_king",
        "position": position,
        "play": [{"do": "attack", "card": "m1", "target": "m1"}],
        "expect": {"b": {"life": 38, "grave": ["D8"]}},
    }
    code, (reply,) = batch(json.dumps(case))
    assert code == 1
    assert list(reply) == ACCOUNT_KEYS
    assert reply["failures"] == ["expected b.grave D8, got b:D7"]


def test_the_end_may_be_written_as_it_is_printed() -> None:
    """While a Chain is built, too: its links, and the card that is being used."""
    case = {
        "ruleset": "ocg",
        "position": {
            "turn": 4,
            "a": {"hand": ["DarkHole"], "m1": "Elf"},
            "b": {"s1": {"card": "JarOfGreed", "since": 2}},
        },
        "play": [{"do": "activate", "card": "DarkHole", "as": "magic"}],
    }
    _, (reply,) = batch(json.dumps(case))
    end = {key: one for key, one in reply["end"].items() if key not in ("question", "text")}
    assert end["chain"]
    assert end["a"]["play"]
    code, (again,) = batch(json.dumps(case | {"expect": end | {"events": reply["events"]}}))
    assert (code, again["failures"]) == (0, [])


def test_a_batch_answers_each_line() -> None:
    """One JSON object a line comes back, with the documented keys in their order."""
    code, replies = batch(json.dumps(CASE))
    assert code == 0
    (reply,) = replies
    assert list(reply) == REPLY_KEYS
    assert (reply["line"], reply["id"], reply["legal"]) == (1, "q1", False)
    assert reply["rules"] == ["TK-14"]
    assert reply["notation"] == "a:H7>a.m1"
    assert list(reply["moment"]) == MOMENT_KEYS
    assert reply["moment"] == {
        "turn": 3,
        "seat": "a",
        "phase": "main1",
        "asked": "a",
        "kind": "open",
        "question": "Ana may act.",
        "chain": [],
        "text": "Turn 3, Ana's Main Phase 1. Ana may act.",
    }
    assert reply["remedies"] == [
        {"kind": "when", "text": reply["remedies"][0]["text"], "rule": "", "action": ""}
    ]
    assert reply["text"].startswith("Not legal. ")
    assert reply["question"] == "Ana: Normal Summon the 7 of hearts to the left monster zone?"


@pytest.mark.parametrize("path", sorted(SCENARIOS.glob("*.jsonl")), ids=lambda p: p.stem)
def test_every_committed_batch_is_answered_as_it_expects(path: Path) -> None:
    """The worked examples of the rule documents, as battles and orders of triggers."""
    result = duelmat("judge", "--batch", path)
    replies = [json.loads(line) for line in result.output.splitlines()]
    wrong = {r["id"]: r.get("failures") or r.get("error") for r in replies}
    assert {name: why for name, why in wrong.items() if why} == {}
    assert result.exit_code == 0
    assert len(replies) > 5


def test_a_failed_expectation_in_a_batch_exits_with_one() -> None:
    """The reply lists what differs; nothing is broken."""
    code, (reply,) = batch(json.dumps(CASE | {"expect": {"legal": True}}))
    assert code == 1
    assert reply["failures"] == ["expected legal, got not legal"]


BROKEN_LINES = [
    ("{", "", "a JSON object in UTF-8"),
    ("[1]", "", "a JSON object"),
    ("3", "", "a JSON object"),
    ('{"ruleset": 3}', "ruleset", "a text"),
    (json.dumps(CASE | {"ruleset": "chess"}), "ruleset", "one of "),
    (json.dumps(CASE | {"extra": 1}), "extra", "one of the keys id"),
    (json.dumps(CASE | {"position": []}), "position", "a table"),
    (json.dumps(CASE | {"position": {"turn": 1.5}}), "position.turn", "a whole number"),
    (json.dumps(CASE | {"position": {"a": {"m1": None}}}), "position.a.m1", "the code of a card"),
    (json.dumps(CASE | {"action": {}}), "action", 'the key "do" with a text'),
    (json.dumps(CASE | {"action": None}), "", 'the key "action" with a table or a text'),
    (json.dumps(CASE | {"action": "H7>>m1"}), "action", "a place such as a.m1"),
    (json.dumps(CASE | {"play": ["pass"]}), "play[1]", "a legal action to play first"),
    (
        json.dumps({"ruleset": "ocg", "position": {}}),
        "",
        'the key "action" with a table or a text',
    ),
    (json.dumps(CASE | {"position": "one"}), "position", "a table"),
    (json.dumps(CASE | {"positions": {}}), "positions", "one of the keys id"),
    (json.dumps(CASE | {"play": [3]}), "play[1]", "an action: a table or a text"),
    ("[" * 100_000, "", "a JSON object in UTF-8"),
]


@pytest.mark.parametrize(("line", "where", "expected"), BROKEN_LINES)
def test_a_broken_line_is_told_and_the_rest_goes_on(line: str, where: str, expected: str) -> None:
    """The broken line gets an error object with its number; lines around it are answered."""
    code, replies = batch(json.dumps(CASE), line, "", json.dumps(CASE))
    assert code == 2
    assert [reply["line"] for reply in replies] == [1, 2, 4]
    assert "error" not in replies[0]
    assert "error" not in replies[2]
    error = replies[1]["error"]
    fault = error["faults"][0]
    assert fault["where"] == where
    assert expected in fault["expected"] or where == "action"
    assert error["text"].startswith("-:2: ")


SAYS_WHAT = [
    (b'{"id":"\\ud800"}', "got half of a character"),
    (b'{"id":NaN}', "got NaN, which is no number in JSON"),
    (b'{"id":1e999}', "got the number 1e999, which is out of range"),
    (b'{"id":1\r\n', r"""got "{\"id\":1", wrong in column 8: expecting ',' delimiter"""),
    (b'{"id":"\x1b[31m"}', r'got "{\"id\":\"\u001b[31m\"}", wrong in column 8'),
    (json.dumps(CASE | {"names": {"a": "\x1bE"}}).encode(), r"names.a: expected a name without"),
    (
        json.dumps(CASE | {"position": {"a": {"hand": 1001}}}).encode(),
        "expected a number of unseen cards from 0 to 1000, got 1001",
    ),
    (
        json.dumps(CASE | {"position": {"a": {"hand": ["\x1b[1mH7"]}}}).encode(),
        r'got "\u001b[1mH7"',
    ),
]


@pytest.mark.parametrize(("line", "told"), SAYS_WHAT)
def test_what_no_case_may_hold_is_named_and_printed_harmlessly(line: bytes, told: str) -> None:
    assert told in batch_answer(line, 1, "-")["error"]["text"]


def test_a_batch_in_a_real_process_keeps_going_over_bad_bytes(tmp_path: Path) -> None:
    """Bytes that are no UTF-8 break one line only, from standard input and from a file."""
    good = json.dumps(CASE).encode()
    data = good + b"\n\xff\xfe{}\n" + good + b"\n"
    path = tmp_path / "cases.jsonl"
    path.write_bytes(data)
    for done in (run("judge", "--batch", stdin=data), run("judge", "--batch", path)):
        assert done.returncode == 2
        assert done.stderr == b""
        replies = [json.loads(line) for line in done.stdout.splitlines()]
        assert ["error" in reply for reply in replies] == [False, True, False]
        assert "the byte 0xff in column 1" in replies[1]["error"]["text"]


@settings(max_examples=examples(100), deadline=None)
@given(st.data())
def test_a_damaged_case_is_answered_or_refused(data: st.DataObject) -> None:
    """Any stretch deleted or any value replaced gives a reply with an answer or an error."""
    line = json.dumps(CASE)
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, min(len(line), start + 30)))
    put = data.draw(
        st.sampled_from(["", "null", "-1", '"x"', "[]", "{}", "\\ud800", ",", "1e999"])
    )
    reply = batch_answer((line[:start] + put + line[end:]).encode(), 7, "-")
    assert reply["line"] == 7
    assert ("error" in reply) != ("legal" in reply)
    json.dumps(reply)


# The documentation


def test_the_documented_scenario_and_case_are_answered_as_written(tmp_path: Path) -> None:
    """The examples of docs/judging.md work, word for word, and its keys are those of a reply."""
    page = (SCENARIOS.parents[1] / "docs" / "judging.md").read_text(encoding="utf-8")
    blocks = [
        "\n".join(line[4:] for line in block.splitlines())
        for block in page.split("\n\n")
        if all(line.startswith("    ") or not line for line in block.splitlines())
    ]
    scenario = "\n\n".join(blocks[: blocks.index(next(b for b in blocks if "1. May" in b))])
    path = tmp_path / "page.toml"
    path.write_text(scenario, encoding="utf-8")
    said = duelmat("judge", path).output
    for line in next(b for b in blocks if "1. May" in b).splitlines():
        assert line in said
    told = next(b for b in blocks if "What happens:" in b)
    first = max(i for i, b in enumerate(blocks[: blocks.index(told)]) if b.startswith("ruleset"))
    path.write_text("\n\n".join(blocks[first : blocks.index(told)]), encoding="utf-8")
    result = duelmat("judge", path)
    assert (result.exit_code, result.output.partition("\n")[2].strip()) == (0, told)
    for head, name in EXCERPTS.items():
        (block,) = [b for b in blocks if b.startswith(head)]
        whole = (SCENARIOS / name).read_text(encoding="utf-8")
        assert all(line in whole for line in block.splitlines())
    cases = [b for b in blocks if b.startswith("{")]
    code, replies = batch(*cases)
    assert code == 0, replies
    documented = [REPLY_KEYS, ACCOUNT_KEYS, BATTLE_KEYS, ORDER_KEYS]
    assert [list(reply) for reply in replies] == documented
    chains = {key: value for key, value in json.loads(cases[3]).items() if key not in WITH_CHAIN}
    code, (listed,) = batch(json.dumps(chains))
    assert list(listed) == CHAINS_KEYS
    for key in {*REPLY_KEYS, *COURSE_KEYS, *MOMENT_KEYS, *BATTLE_KEYS, *ORDER_KEYS, *CHAINS_KEYS}:
        assert f"| `{key}` |" in page


def test_the_scenario_of_the_help_is_as_it_expects(tmp_path: Path) -> None:
    """Whoever copies it gets an answer, not a fault."""
    told = duelmat("judge", "--help").output
    lines = told[told.index("A small one:") :].split("Exit code:")[0].splitlines()[1:]
    scenario = tmp_path / "small.toml"
    scenario.write_text("\n".join(line.strip() for line in lines))
    answered = duelmat("judge", scenario)
    assert (answered.exit_code, "TK-14" in answered.output) == (0, True)
