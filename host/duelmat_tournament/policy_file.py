"""Policy files: read with every fault at once, and written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, fields

from duelmat_parsing import line_of, toml_lines
from duelmat_parsing.structs import Misfit, place_of, read_struct, without_stand_ins
from duelmat_parsing.tables import BrokenTextError, decode_text, read_tables
from duelmat_tournament.errors import PolicyError, PolicyFault
from duelmat_tournament.policy import Policy
from duelmat_tournament.policy_names import RulesetFacts, ruleset_misfits
from duelmat_tournament.policy_sense import policy_misfits

LIMIT_BYTES: Final = 200_000
"""The limit of a policy file, so that nothing larger is even decoded."""
_BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
_ROW_KEYS: Final = 2
"""Tables of so many keys are written as rows, larger ones under headers of their own."""


def parse_policy(
    text: str, source: str = "policy.toml", rulesets: Mapping[str, RulesetFacts] | None = None
) -> Policy:
    """Return the policy of a TOML text.

    Args:
    text: the whole file.
    source: its name in messages.
    rulesets: all that there are, by name; without them a policy's names are not looked up.

    Raises: PolicyError, with all that is wrong.

    """
    if not text.removeprefix(_BOM).strip():
        advice = "Begin with one that comes along: `duelmat event policy show ocg --toml`."
        raise _unread(source, 1, "a policy in TOML", "an empty file", advice)
    try:
        tables = read_tables(text.removeprefix(_BOM), 'title = "A title"')
    except BrokenTextError as error:
        raise _unread(source, error.line, error.expected, error.got, error.advice) from None
    policy, read = read_struct(Policy, tables)
    judged = list(policy_misfits(policy))
    if rulesets is not None:
        judged += ruleset_misfits(policy, rulesets)
    misfits = [*read, *without_stand_ins(judged, read)]
    if misfits:
        raise PolicyError(source, _faults(misfits, text, source))
    return policy


def parse_policy_bytes(
    content: bytes, source: str = "policy.toml", rulesets: Mapping[str, RulesetFacts] | None = None
) -> Policy:
    """Parse a file's content, which may be anything, as `parse_policy` does its text.

    Raises: PolicyError, with all that is wrong.
    """
    if len(content) > LIMIT_BYTES:
        words = f"a file of at most {LIMIT_BYTES:,} bytes"
        got, advice = f"{len(content):,}", "Name another file."
        raise _unread(source, 1, words, got, advice)
    try:
        text = decode_text(content)
    except BrokenTextError as error:
        raise _unread(source, error.line, error.expected, error.got, error.advice) from None
    return parse_policy(text, source, rulesets)


def format_policy(policy: Policy) -> str:
    """Return the text of a policy file: every key, but for those that are empty."""
    lines: list[str] = []
    tables: list[str] = []
    for field in fields(Policy):
        value = getattr(policy, field.name)
        is_left_out = not field.required and value in ("", ())
        match value:
            case _ if is_left_out:
                continue
            case Struct():
                tables += ["", f"[{field.name}]", *_pairs(value)]
            case (Struct() as first, *_) if len(fields(first)) > _ROW_KEYS:
                for each in value:
                    tables += ["", f"[[{field.name}]]", *_pairs(each)]
            case (Struct(), *_):
                rows = (f"    {{ {', '.join(_pairs(each))} }}," for each in value)
                lines += [f"{field.name} = [", *rows, "]"]
            case _:
                lines.append(f"{field.name} = {_value(value)}")
    return "\n".join([*lines, *tables, ""])


def _pairs(struct: Struct) -> Iterator[str]:
    return (f"{key} = {_value(value)}" for key, value in asdict(struct).items())


def _value(value: object) -> str:
    match value:
        case Enum():
            return json.dumps(value.value)
        case tuple():
            return f"[{', '.join(map(_value, value))}]"
        case _:  # texts have no signs that TOML would want written otherwise
            return json.dumps(value, ensure_ascii=False)


def _unread(source: str, line: int, expected: str, got: str, advice: str) -> PolicyError:
    return PolicyError(source, [PolicyFault(source, line, "", expected, got, advice)])


def _faults(misfits: Iterable[Misfit], text: str, source: str) -> Iterator[PolicyFault]:
    lines = toml_lines(text.removeprefix(_BOM))
    for misfit in misfits:
        yield PolicyFault(
            source,
            line_of(lines, misfit.path),
            place_of(misfit.path),
            misfit.expected,
            misfit.got,
            misfit.advice,
        )
