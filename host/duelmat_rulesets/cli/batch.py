"""Batches: one JSON case per input line, one JSON answer per output line.

A case is a question about a position, a battle (key "battle") or an order of triggers (key
"triggers"); docs/judging.md describes the keys of each and of its answer.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from duelmat_command.output import (
    BROKEN,
    echo,
    read_bytes,
)
from duelmat_engine import (
    NOBODY,
    SEAT_LETTERS,
    Account,
    Answer,
    Course,
    EngineError,
    Explanation,
    FormFault,
    Moment,
    Remedy,
    Ruleset,
    ScenarioError,
    Seat,
    Verdict,
    format_action,
    reply,
    zone_kind,
)
from duelmat_engine.rulings.ask_form import event_table
from duelmat_engine.rulings.battles import BattleAnswer, answer_battle
from duelmat_engine.rulings.order_form import ChainsAnswer, OrderAnswer, answer_order
from duelmat_engine.rulings.outcome import card_table, end_table
from duelmat_engine.rulings.scenario import read_case
from duelmat_message import lowered, words_of
from duelmat_parsing.jsontext import read_json
from duelmat_parsing.structs import shown
from duelmat_rulesets.checks.failure import telling_failures


def judge_batch(files: tuple[Path, ...], wider: Mapping[str, Ruleset]) -> int:
    """Answer every line of the files, or of standard input; return the exit code.

    `wider` are rulesets with further cards, for questions about positions. A broken line does
    not stop the rest. At the end, the number of cases per second is printed on standard error,
    if it is a terminal.
    """
    broken = failed = False
    count = 0
    started_s = time.perf_counter()
    for name, number, line in _batch_lines(files):
        if not line.strip():
            continue
        reply = batch_answer(line, number, name, wider)
        broken = broken or "error" in reply
        failed = failed or bool(reply.get("failures"))
        echo(json.dumps(reply))
        count += 1
    if sys.stderr.isatty():
        seconds = time.perf_counter() - started_s
        done = (
            f"1 case in {seconds:.1f} s." if count == 1 else f"{count} cases in {seconds:.1f} s."
        )
        echo(done, err=True)
    return BROKEN if broken else 1 if failed else 0


def _batch_lines(files: tuple[Path, ...]) -> Iterator[tuple[str, int, bytes]]:
    """Yield every line when it comes, so that a program at the other end may ask and wait."""
    for path in files:
        name = click.format_filename(path)
        for number, line in enumerate(read_bytes(path, "JSON cases, one a line").split(b"\n"), 1):
            yield name, number, line
    if not files:
        for number, line in enumerate(sys.stdin.buffer, 1):
            yield "-", number, line


def batch_answer(
    line: bytes, number: int, source: str, wider: Mapping[str, Ruleset] | None = None
) -> dict[str, Any]:
    """Return the answer to a line, or the line's fault."""
    head: dict[str, Any] = {"line": number}
    try:
        case = read_json(line.rstrip(b"\r\n").decode("utf-8-sig"))
    except ValueError as error:
        fault = FormFault((), "a JSON object in UTF-8", _json_reason(error))
        return head | _error_json([fault], number, source)
    if not isinstance(case, dict):
        fault = FormFault((), "a JSON object", shown(case))
        return head | _error_json([fault], number, source)
    if "id" in case:
        head["id"] = case["id"]
    try:
        with telling_failures():
            return head | _answered(case, wider)
    except ScenarioError as error:
        return head | _error_json(error.faults, number, source)
    except EngineError as error:
        return head | _error_json([FormFault((), "a case to judge", str(error))], number, source)


def _answered(case: dict[str, Any], wider: Mapping[str, Ruleset] | None) -> dict[str, Any]:
    """Return the answer to a case, by the key that determines its kind."""
    if "battle" in case:
        return _battle_json(answer_battle(case))
    if "triggers" in case:
        found = answer_order(case)
        return _order_json(found) if isinstance(found, OrderAnswer) else _chains_json(found)
    scenario = read_case(case, wider)
    return reply_json(reply(scenario, scenario.questions[0]))


def _json_reason(error: Exception) -> str:
    match error:
        case json.JSONDecodeError(msg=reason, doc=text, colno=column):
            return f"{shown(text.strip())}, wrong in column {column}: {lowered(reason)}"
        case UnicodeDecodeError(start=start, object=data):
            byte = f"0x{data[start]:02x}"
            return f"the byte {byte} in column {start + 1}"
        case _:
            return words_of(error)


def _error_json(faults: Iterable[FormFault], number: int, source: str) -> dict[str, Any]:
    listed = [fault_json(f) for f in faults]
    placed = ScenarioError([FormFault(f.path, f.expected, f.got, number) for f in faults], source)
    return {"error": {"faults": listed, "text": words_of(placed)}}


def fault_json(fault: FormFault) -> dict[str, str]:
    return {"where": fault.where, "expected": fault.expected, "got": fault.got}


# Answers


def reply_json(one: Answer | Account) -> dict[str, Any]:
    """Return the answer to a question of either kind as docs/judging.md describes it."""
    return _answer_json(one) if isinstance(one, Answer) else _account_json(one)


def _answer_json(one: Answer) -> dict[str, Any]:
    return {
        "question": one.question,
        "action": one.explanation.action,
        "notation": format_action(one.action),
        "moment": _moment_json(one.moment),
        **_ruling_json(one.verdict, one.explanation),
        **({} if one.course is None else _course_json(one.course)),
        "failures": list(one.failures),
    }


def _account_json(one: Account) -> dict[str, Any]:
    return {
        "question": one.question,
        "moment": _moment_json(one.moment),
        **_course_json(one.course),
        "failures": list(one.failures),
    }


def _course_json(course: Course) -> dict[str, Any]:
    end = end_table(course)
    return {
        "happens": list(course.rules),
        "course": _lines_json(course),
        "events": [event_table(event) for event in course.events],
        "end": {
            **_moment_json(course.moment),
            "winner": end["winner"],
            "reason": end["reason"],
            **{SEAT_LETTERS[seat]: _side_json(course, seat) for seat in course.duel.seats},
        },
    }


def _side_json(course: Course, seat: int) -> dict[str, Any]:
    """Return a player's cards, life and marks at the end, as in a position.

    Cards of the field are tables, others names; of a zone of unseen cards only the number is
    given.
    """
    duel, field = course.duel, course.game.rules.zones.field
    player = duel.players[seat]
    side: dict[str, Any] = {"life": player.life, "marks": dict(player.marks)}
    for name in sorted(n for n in duel.zones if n[0] == SEAT_LETTERS[seat] and duel.at(n)):
        pieces = duel.at(name)
        tables = [card_table(piece, duel, course.game, name) for piece in pieces]
        if zone_kind(name) in field:
            side[name[2:]] = tables
        elif all(piece.key is None for piece in pieces):
            side[name[2:]] = len(pieces)
        else:
            side[name[2:]] = [table["card"] for table in tables]
    return side


def _lines_json(course: Course) -> list[dict[str, Any]]:
    return [{"text": line.text, "rules": list(line.rules)} for line in course.lines]


def _moment_json(moment: Moment) -> dict[str, Any]:
    return {
        "turn": moment.turn,
        "seat": SEAT_LETTERS[moment.seat],
        "phase": moment.phase,
        "asked": "" if moment.asked in (None, NOBODY) else SEAT_LETTERS[moment.asked],
        "kind": moment.kind,
        "question": moment.question,
        "chain": [
            {"seat": SEAT_LETTERS[link.seat], "effect": link.effect, "text": link.text}
            for link in moment.chain
        ],
        "text": moment.text,
    }


def _ruling_json(verdict: Verdict, said: Explanation) -> dict[str, Any]:
    return {
        "legal": verdict.legal,
        "rules": list(verdict.rules),
        "readings": list(verdict.readings),
        "invalid": verdict.invalid.value,
        "remedies": [_remedy_json(remedy) for remedy in said.advice],
        "text": said.paragraph(),
        "short": said.short(),
    }


def _remedy_json(remedy: Remedy) -> dict[str, str]:
    return {
        "kind": type(remedy).__name__.lower(),
        "text": remedy.text,
        "rule": getattr(remedy, "rule", ""),
        "action": getattr(remedy, "action", ""),
    }


def _battle_json(one: BattleAnswer) -> dict[str, Any]:
    fought, course = one.fought, one.course
    end = end_table(course)
    return {
        "question": one.question,
        "action": one.explanation.action,
        "notation": format_action(fought.action),
        **_ruling_json(fought.verdict, one.explanation),
        "destroyed": list(fought.destroyed),
        "damage": _by_seat(fought.damage),
        "life": _by_seat(fought.life),
        "flipped": fought.flipped,
        "winner": end["winner"],
        "reason": end["reason"],
        "happens": list(course.rules),
        "told": [line.text for line in course.lines],
        "course": _lines_json(course),
        "events": [event_table(event, fought.names) for event in course.events],
        "failures": list(one.failures),
    }


def _by_seat(values: tuple[int, int]) -> dict[str, int]:
    return {"a": values[0], "b": values[1]}


def _order_json(one: OrderAnswer) -> dict[str, Any]:
    verdict = one.verdict
    return {
        "question": one.question,
        **_ruling_json(verdict, one.explanation),
        "links": [number + 1 for number in verdict.links],
        "responds": _letter(verdict.responds),
        "failures": list(one.failures),
    }


def _chains_json(one: ChainsAnswer) -> dict[str, Any]:
    found = one.permitted
    return {
        "question": one.question,
        "chains": [
            {"links": [number + 1 for number in links], "responds": _letter(responds)}
            for links, responds in found.chains.items()
        ],
        "complete": found.complete,
        "rules": list(found.rules),
        "text": " ".join(f"{said.text} ({said.id})." for said in one.rules),
        "failures": list(one.failures),
    }


def _letter(seat: Seat | None) -> str:
    return "" if seat is None else SEAT_LETTERS[seat]
