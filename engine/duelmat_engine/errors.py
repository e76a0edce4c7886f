"""Errors of the rules engine.

EngineError
├── UnknownNameError      a ruleset, rule, reading, card or zone that does not exist
├── CatalogueError        a system of rules that is none, or has ids of another
├── IllegalActionError    an action that the judge refuses; carries the Verdict
│   └── InvalidActionError  one that could not be carried out whatever the rules say
├── UndecidedError        a rule that looked at what a partial question leaves open (precheck.py)
├── UnnamedCardError      an action that leaves a card unsaid which it shows to everybody
├── PositionError         a position that no duel can reach; carries every fault
├── FormError             a file or table that people wrote; carries every fault (form.py)
│   ├── ScenarioError     a scenario or case
│   └── CardFileError     a file of cards and effects
└── NotationError         text that is no action, position, duel or record; says where
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from duelmat_engine.verdict import Verdict, remedy_sentences
from duelmat_message import Text, listed, near_names, ref, say

V = TypeVar("V")


class EngineError(Exception):
    """The base of the engine's errors."""

    def __str__(self) -> str:
        """Return the message, which can be said in any language where it is a Text."""
        message = self.args[0] if len(self.args) == 1 else None
        return message if isinstance(message, Text) else super().__str__()


class UnknownNameError(EngineError):
    """A name that stands in no table."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.what = what
        self.name = name
        self.known = sorted(known)
        near = listed(near_names(name, self.known, most=3), "or")
        there = listed([*self.known[:12], *(["..."] if len(self.known) > 12 else [])], ",")
        words = {"what": what, "name": name, "known": there, "near": near}
        text = say("No {what} is named {name!r}. Known: {known}", **words)
        if near:
            text = say("No {what} is named {name!r}. Did you mean {near}? Known: {known}", **words)
        super().__init__(text)


def find_named(what: str, name: str, known: Mapping[str, V]) -> V:
    """Return what goes by this name; UnknownNameError if nothing does."""
    try:
        return known[name]
    except KeyError:
        raise UnknownNameError(what, name, known) from None


class CatalogueError(EngineError):
    """A system of rules that cannot be added to the catalogue."""


class IllegalActionError(EngineError):
    """The judge refuses this action; `verdict` says by which rules and what would help."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__(verdict.summary())


class InvalidActionError(IllegalActionError):
    """An action that answers nothing that is asked, or names what is not there.

    `action` is the object, `expected` what is asked instead, `rules` by which it is asked.
    """

    def __init__(self, action: object, expected: str, verdict: Verdict) -> None:
        super().__init__(verdict)
        self.action = action
        self.expected = expected
        self.rules = verdict.rules
        need = listed(remedy_sentences(verdict), " ")
        words = {"expected": expected, "got": repr(action), "need": need}
        text = say("expected {expected}, got {got}. {need}", **words)
        if self.rules:
            words["rules"] = listed(self.rules, ",")
            text = say("expected {expected} (asked by {rules}), got {got}. {need}", **words)
        self.args = (text,)


class Fault(NamedTuple):
    """One thing that is wrong with a deck or a position, and the rule that says so."""

    text: str
    rule: str = ""

    def __str__(self) -> str:
        if not self.rule:
            return self.text
        return say("{fault} ({rule})", fault=self.text, rule=self.rule)


def unlike(where: str, expected: str, got: object) -> Text:
    """Return what is wrong at a place; without one, of the whole."""
    if not where:
        return say("expected {expected}, got {got}", expected=expected, got=got)
    return say("{where}: expected {expected}, got {got}", where=where, expected=expected, got=got)


def fault_at(place: str, expected: str, got: object, rule: str = "") -> Fault:
    """Return the fault of what lies in a place, which is named in notation."""
    return Fault(unlike(ref(place), expected, got), rule)


class UnnamedCardError(EngineError):
    """An action that shows a card to everybody without saying which."""

    def __init__(self, card: str, place: str) -> None:
        self.card = card
        self.place = place
        text = say(
            "{card} is a pattern: everybody sees this card of {place}, so name it (as in a:H7)",
            card=card,
            place=place,
        )
        super().__init__(text)


class PositionError(EngineError):
    """A position that no duel can reach; `faults` lists all that is wrong with it."""

    def __init__(self, faults: Sequence[Fault | str]) -> None:
        self.found = [f if isinstance(f, Fault) else Fault(f) for f in faults]
        self.faults = tuple(str(f) for f in self.found)
        self.rules = tuple(dict.fromkeys(f.rule for f in self.found if f.rule))
        lines = listed((say("- {fault}", fault=fault) for fault in self.faults), "\n")
        super().__init__(say("This position cannot arise:\n{faults}", faults=lines))


class NotationError(EngineError):
    """Text that does not parse: line and column count from 1; in JSON `where` is the path."""

    def __init__(
        self,
        expected: str,
        got: str,
        *,
        line: int = 1,
        column: int = 1,
        source: str = "text",
        where: str = "",
    ) -> None:
        self.expected = expected
        self.got = got
        self.line = line
        self.column = column
        self.where = where
        place = f"{source}:{line}:{column}"
        if where:
            place = say("{source}, at {where}", source=source, where=where)
        super().__init__(unlike(place, expected, got))
