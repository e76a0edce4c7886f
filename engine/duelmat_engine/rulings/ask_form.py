"""What every written question has besides what it asks: names, readings and what is expected."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from msgspec import Struct

from duelmat_engine.cardfiles.form import Form, near, shown
from duelmat_engine.catalogue import parts, readings, rule_text, statements
from duelmat_engine.effects.texts import effect_of_rule, text_rule
from duelmat_engine.errors import UnknownNameError
from duelmat_engine.names import SEAT_LETTERS
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names
from duelmat_engine.verdict import Verdict

REMEDY_KINDS: Final = ("do", "when", "never")
EXPECT_KEYS: Final = ("legal", "rules", "readings", "remedies")


class Expect(Struct, frozen=True):
    """What a verdict should be; None: anything."""

    legal: bool | None = None
    rules: tuple[str, ...] | None = None
    readings: tuple[str, ...] | None = None
    remedies: tuple[str, ...] | None = None


def read_names(form: Form, letters: str) -> tuple[str, ...]:
    """What the players are called, by seat; empty where nothing is given."""
    people = form.inner("names")
    people.only(letters)
    return tuple(people.text(letter) for letter in SEAT_LETTERS)


def read_readings(form: Form, rules: Ruleset | None) -> dict[str, str]:
    """The readings that were chosen, each a choice that the ruleset has."""
    chosen: dict[str, str] = {}
    table = form.inner("readings")
    for key, value in table.table.items():
        text = value if isinstance(value, str) else ""
        if not text:
            table.fault("a choice of this reading as a text", shown(value), key)
        elif rules is not None:
            try:
                choose_readings(rules, {key: text})
            except UnknownNameError as error:
                wanted = f"one of {', '.join(error.known)}"
                if error.what == "reading":
                    got = f'the unknown reading "{key}"{near(key, error.known)}'
                    table.fault(wanted, got, key)
                else:
                    table.fault(wanted, f"{shown(text)}{near(text, error.known)}", key)
            else:
                chosen[key] = text
    return chosen


def read_expect(
    form: Form, rules: Ruleset | None, further: Collection[str] = ()
) -> tuple[Expect, Form]:
    """What is expected of the verdict, and the table for what a kind of case expects besides."""
    expect = form.inner("expect")
    expect.only((*EXPECT_KEYS, *further))
    wanted = expect.texts("remedies")
    for index, kind in enumerate(wanted or ()):
        if kind not in REMEDY_KINDS:
            expect.fault("one of do, when, never", shown(kind), "remedies", index)
    if "rules" in expect:
        _check_ids(expect, "rules", "rule", _Citable(rules))
    if "readings" in expect:
        _check_ids(expect, "readings", "reading", _reading_ids())
    found = Expect(
        legal=expect.flag("legal", default=False) if "legal" in expect else None,
        rules=expect.texts("rules"),
        readings=expect.texts("readings"),
        remedies=wanted,
    )
    return found, expect


def _check_ids(expect: Form, key: str, what: str, known: Collection[str]) -> None:
    """An id that no verdict can cite is a fault: nothing could ever be as expected."""
    values = expect.table.get(key)
    for index, value in enumerate(values if isinstance(values, list) else ()):
        if isinstance(value, str) and value.strip() and value not in known:
            expect.fault(f"the id of a {what}", f"{shown(value)}{near(value, known)}", key, index)


class _Citable(Collection[str]):
    """What a verdict may cite: statements, readings where no statement speaks, texts of cards."""

    def __init__(self, rules: Ruleset | None) -> None:
        self._rulesets = [rules] if rules else [find_ruleset(name) for name in ruleset_names()]

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        if effect := effect_of_rule(name):
            return any(effect in rules.effects for rules in self._rulesets)
        try:
            return bool(rule_text(name))
        except UnknownNameError:
            return False

    def __iter__(self) -> Iterator[str]:
        yield from (statement.id for statement in statements())
        yield from _reading_ids()
        yield from parts()
        for rules in self._rulesets:
            yield from map(text_rule, rules.effects)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _reading_ids() -> tuple[str, ...]:
    return tuple(reading.id for reading in readings())


def differences(expect: Expect, verdict: Verdict) -> tuple[str, ...]:
    """How a verdict differs from what was expected, in words."""
    found = []
    if expect.legal is not None and expect.legal != verdict.legal:
        words = ("not legal", "legal")
        found.append(f"expected {words[expect.legal]}, got {words[verdict.legal]}")
    if expect.rules is not None:
        found += _compared("rules", expect.rules, verdict.rules, exact=not verdict.legal)
    if expect.readings is not None:
        found += _compared("readings", expect.readings, verdict.readings, exact=not verdict.legal)
    if expect.remedies is not None:
        kinds = tuple(dict.fromkeys(type(r).__name__.lower() for r in verdict.remedies))
        found += _compared("remedies", expect.remedies, kinds, exact=True)
    return tuple(found)


def _compared(
    what: str, wanted: tuple[str, ...], got: tuple[str, ...], *, exact: bool
) -> list[str]:
    """An acceptance cites every rule that was asked: those expected must be among them."""
    missing = set(wanted) - set(got)
    surplus = set(got) - set(wanted) if exact else set()
    if not missing and not surplus:
        return []
    relation = "" if exact else " among them"
    return [f"expected {what} {_list(wanted)}{relation}, got {_list(got)}"]


def _list(items: tuple[str, ...]) -> str:
    return ", ".join(items) or "none"
