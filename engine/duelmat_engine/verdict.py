"""Verdicts: whether an action is legal, by which rules, and what would make it legal."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from duelmat_engine.brief import Brief
from duelmat_engine.facts import AnyFact
from duelmat_message import Text, listed, say


class Do(Brief, frozen=True, tag=True):
    """An act that a player can do first, in words and, where it is one action, as notation."""

    text: str
    action: str = ""


class When(Brief, frozen=True, tag=True):
    """A fact that has to come about, in words and typed; None: it has no type."""

    text: str
    fact: AnyFact | None = None


class Never(Brief, frozen=True, tag=True):
    """Nothing makes this legal in this duel; the rule that says so."""

    text: str
    rule: str


Remedy = Do | When | Never


class Cited(Brief, frozen=True):
    """One rule that spoke, and the reading under which it did."""

    rule: str
    reading: str = ""


class Invalidity(StrEnum):
    """The reason why an action is invalid whatever rules are off: no rule forbids it."""

    NONE = ""
    """It could be: it is legal, or rules refuse it."""
    ELSEWHERE = "elsewhere"
    """It answers another question than the one that is asked."""
    MALFORMED = "malformed"
    """It names what is not there, or leaves out what it needs."""
    OVER = "over"
    """The duel is over, and nothing is asked any more."""


class Verdict(Struct, frozen=True):
    """The ruling on one action."""

    legal: bool
    cited: tuple[Cited, ...]
    """Refusal: every rule it breaks. Acceptance: the rules that permit and limit it. Of what is
    invalid: the rules by which is asked what is to be answered instead."""
    remedies: tuple[Remedy, ...] = ()
    """The whole set of what is missing; all of it together makes the action legal."""
    invalid: Invalidity = Invalidity.NONE

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(c.rule for c in self.cited))

    @property
    def readings(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(c.reading for c in self.cited if c.reading))

    def __repr__(self) -> str:
        return f"<Verdict: {self.summary()}>"

    def summary(self) -> Text:
        """Return the ruling, its rules and what would help, in notation."""
        ruling = self._ruling()
        if not self.remedies:
            return ruling
        need = listed((remedy.text for remedy in self.remedies), " ")
        return say("{ruling} {need}", ruling=ruling, need=need)

    def _ruling(self) -> Text:
        by = listed(self.rules, ",")
        if self.legal:
            return say("Legal by {rules}.", rules=by) if by else say("Legal.")
        return say("Not legal by {rules}.", rules=by) if by else say("Not legal.")


Broken = tuple[Cited, Remedy]
"""A rule that an action breaks, and what would satisfy it."""


def ruling(broken: Iterable[Broken], permitted: Iterable[str]) -> Verdict:
    """Return the verdict: refused for all that is broken, and permitted by rules if nothing is."""
    found = tuple(broken)
    if not found:
        return Verdict(True, tuple(map(Cited, dict.fromkeys(permitted))))
    return Verdict(
        False,
        tuple(dict.fromkeys(cited for cited, _ in found)),
        tuple(dict.fromkeys(remedy for _, remedy in found)),
    )


def malformed(rules: Iterable[str], remedy: Remedy) -> Verdict:
    """Return the verdict on an action that names what is not there, or lacks what it needs."""
    return Verdict(False, tuple(map(Cited, rules)), (remedy,), Invalidity.MALFORMED)


def not_asked(rules: Iterable[str], remedy: Remedy) -> Verdict:
    """Return the verdict on an action that answers another question than the one asked."""
    return Verdict(False, tuple(map(Cited, rules)), (remedy,), Invalidity.ELSEWHERE)
