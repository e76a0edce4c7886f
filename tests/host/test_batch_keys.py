"""The JSON of `duelmat judge --batch` is what docs/judging.md says: its keys, in their order.

The page is read, not copied: every table of keys and every list of an answer's keys is compared
with what is answered, or with what a case of that kind takes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from duelmat_rulesets.cli.batch import batch_answer

PAGE = (Path(__file__).parents[2] / "docs" / "judging.md").read_text(encoding="utf-8")
POSITION: dict[str, Any] = {
    "id": 1,
    "ruleset": "trump_king",
    "position": {"a": {"hand": ["H7"], "used": ["summon-right"]}},
    "action": {"do": "normal-summon", "card": "H7", "to": "m1"},
}
HAPPENS: dict[str, Any] = {
    "id": 4,
    "ruleset": "trump_king",
    "position": {"turn": 5, "phase": "battle", "a": {"m1": "H9"}},
    "play": ["m1*"],
}
BATTLE: dict[str, Any] = {
    "id": 2,
    "ruleset": "ocg",
    "battle": {"attacker": {"attack": 5}, "target": {"attack": 3}},
}
CHAINS: dict[str, Any] = {
    "id": 3,
    "ruleset": "ocg",
    "triggers": [{"seat": "a", "kind": "public"}, {"seat": "b", "kind": "mandatory"}],
}
KINDS = {
    "A question about a position": [POSITION],
    "A question about what happens": [HAPPENS],
    "A battle": [
        BATTLE | {"ruleset": ruleset}
        for ruleset in ("ocg", "resummoned", "trigamon", "trump_king")
    ]
    + [BATTLE | {"battle": {"attacker": {"attack": 5, "position": "defense"}}}],
    "An order of triggers": [CHAINS | {"chain": [2, 1]}, CHAINS | {"chain": [1, 2]}],
    "An order of triggers, listed": [CHAINS],
    "Broken lines": [BATTLE | {"battle": {}}],
}
"""Legal and refused cases of each kind, by the heading under which their answer is documented."""


def section(heading: str) -> str:
    """What stands under a heading of the third rank."""
    _, _, rest = PAGE.partition(f"\n### {heading}\n")
    assert rest, heading
    return re.split(r"\n##+ ", rest)[0]


def tables(text: str, head: str = "| key ") -> Iterator[list[tuple[str, str]]]:
    """The tables of a text that begin like this: the key and the type of each row."""
    for block in text.split("\n\n"):
        rows = [line.split(" | ") for line in block.splitlines() if line.startswith("| `")]
        if block.lstrip().startswith(head):
            yield [(row[0].strip("| `"), row[1]) for row in rows]


def words(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def answer_lists(heading: str) -> list[list[str]]:
    """The lists of keys of a section: its first table, or what it says after "in this order"."""
    text = section(heading)
    lists = [words(line.partition("in this order:")[2]) for line in text.splitlines()]
    found = [keys for keys in lists if keys]
    return found or [[key for key, _ in next(tables(text))]]


def documented(kind: str) -> list[str]:
    heading, _, listed = kind.partition(", ")
    return answer_lists(heading)[-1 if listed else 0]


def reply_to(case: dict[str, Any]) -> dict[str, Any]:
    return batch_answer(json.dumps(case).encode(), 1, "-")


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_has_the_documented_keys_in_their_order(kind: str) -> None:
    """Legal or refused, in every ruleset: no more and no fewer."""
    for case in KINDS[kind]:
        assert list(reply_to(case)) == documented(kind)


@pytest.mark.parametrize(
    "heading", ["A question about what happens", "A battle", "An order of triggers"]
)
def test_what_an_answer_has_besides_is_explained(heading: str) -> None:
    """A key that the answer to a question has not stands in a table of its own section."""
    usual = set(documented("A question about a position"))
    explained = {key for table in tables(section(heading)) for key, _ in table}
    for keys in answer_lists(heading):
        assert set(keys) - usual <= explained


def test_the_types_of_an_answer_are_those_that_are_documented() -> None:
    """A list where a list is said, a table, a text, a number, a flag."""
    sorts = {"list": list, "table": dict, "text": str, "whole": int, "true": bool}
    headings = ("A question about what happens", "A battle", "An order of triggers")
    for heading in ("A question about a position", *headings):
        pages = (section("A question about a position"), section(heading))
        answered = (table for page in pages for table in tables(page, "| key | type | meaning |"))
        said = dict(row for table in answered for row in table)
        kinds = [kind for kind in KINDS if kind.startswith(heading)]
        for reply in (reply_to(case) for kind in kinds for case in KINDS[kind]):
            for key, value in reply.items():
                wanted = sorts.get(re.split(r"[ ,]", said.get(key, "any"))[0])
                assert wanted is None or isinstance(value, wanted), (heading, key)


def known_keys(case: dict[str, Any], where: str) -> list[str]:
    """The keys that a case may have, as an unknown one is answered."""
    faults = reply_to(case)["error"]["faults"]
    (fault,) = [f for f in faults if f["where"] == where]
    return str(fault["expected"]).removeprefix("one of the keys ").split(", ")


TAKEN = [
    ("A battle", 0, BATTLE | {"battle": {"attacker": {"attack": 5}, "zz": 1}}, "battle.zz"),
    (
        "A battle",
        1,
        BATTLE | {"battle": {"attacker": {"attack": 5, "zz": 1}}},
        "battle.attacker.zz",
    ),
    (
        "An order of triggers",
        1,
        CHAINS | {"triggers": [{"seat": "a", "kind": "public", "zz": 1}]},
        "triggers[1].zz",
    ),
]


@pytest.mark.parametrize(("heading", "number", "case", "where"), TAKEN)
def test_what_a_case_takes_is_documented(
    heading: str, number: int, case: dict[str, Any], where: str
) -> None:
    """A table of the page for each table of a case, with the very keys that it may have."""
    table = list(tables(section(heading)))[number]
    assert sorted(key for key, _ in table) == sorted(known_keys(case, where))


def test_the_keys_around_a_case_are_documented() -> None:
    """Those that every kind of case may have, and those of an order of triggers."""
    shared = {"id", *words(section_of_all())}
    own = {key for key, _ in next(tables(section("An order of triggers")))}
    assert {*known_keys(BATTLE | {"zz": 1}, "zz")} == shared | {"battle"}
    assert {*known_keys(CHAINS | {"zz": 1}, "zz")} == shared | own


def section_of_all() -> str:
    """The words after `id` in the sentence on what all kinds of case have."""
    (line,) = [line for line in PAGE.splitlines() if line.startswith("In all of them `id`")]
    return line.partition("`id`")[2]


def test_the_parts_of_an_answer_have_the_documented_keys() -> None:
    """A remedy, a moment, a listed chain, a fault."""
    page = section("A question about a position")
    (remedy,) = reply_to(POSITION)["remedies"]
    (line,) = [line for line in page.splitlines() if line.startswith("A remedy has ")]
    assert [key for key in dict.fromkeys(words(line)) if key in remedy] == list(remedy)
    assert list(reply_to(POSITION)["moment"]) == [key for key, _ in list(tables(page))[1]]
    (line,) = [line for line in PAGE.splitlines() if line.startswith("| `end` | table |")]
    end = reply_to(HAPPENS)["end"]
    assert list(end) == [*reply_to(POSITION)["moment"], *words(line)[1:]]
    assert list(end["b"])[:2] == ["life", "marks"]
    for kind, case in (("A question about what happens", HAPPENS), ("A battle", BATTLE)):
        said = dict(row for table in tables(section(kind)) for row in table)
        sentence, *_ = reply_to(case)["course"]
        assert list(sentence) == words(said["course"])
    chain = reply_to(CHAINS)["chains"][0]
    rows = dict(row for table in tables(section("An order of triggers")) for row in table)
    assert words(rows["chains"]) == list(chain)
    error = reply_to(BATTLE | {"battle": {}})["error"]
    (line,) = [line for line in section("Broken lines").splitlines() if "`faults` (" in line]
    told = words(line.partition("is a table with")[2])
    assert told[:4] == ["faults", *error["faults"][0]]
    assert told[4] == "text"
    assert list(error) == ["faults", "text"]


TWICE = [
    (b'{"battle": {}, "battle": {}}', "battle", 16),
    (b'{"ruleset": "ocg", "position": {"turn": 3, "turn": 4}, "action": "pass"}', "turn", 44),
    (b'{"triggers": [{"seat": "a", "kind": "public", "kind": "private"}]}', "kind", 47),
]


@pytest.mark.parametrize(("line", "key", "column"), TWICE)
def test_a_key_that_stands_twice_is_named(line: bytes, key: str, column: int) -> None:
    """Whatever is asked: which of the two is meant nobody knows."""
    said = batch_answer(line, 3, "cases.jsonl")["error"]["text"]
    assert said.startswith("cases.jsonl:3: ")
    assert said.endswith(f'wrong in column {column}: the key "{key}" stands twice in one table')


def test_the_same_key_in_several_tables_is_none_twice() -> None:
    case = BATTLE | {"id": '{"battle": 1, "battle": 2}'}
    assert "error" not in reply_to(case)


def test_a_line_that_is_no_json_is_quoted() -> None:
    """What was got is shown as it stands, with the place and what is wrong there."""
    error = batch_answer(b"nonsense\n", 3, "cases.jsonl")["error"]
    assert error["text"] == (
        "cases.jsonl:3: expected a JSON object in UTF-8, "
        'got "nonsense", wrong in column 1: expecting value'
    )
