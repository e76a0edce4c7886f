"""Verdicts: whether an action is legal, by which rules, and what would make it legal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Final

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
    """The reason why an action is invalid whatever rules are off, the least objection first."""

    NONE = ""
    """It could be: it is legal, or rules refuse it."""
    ELSEWHERE = "elsewhere"
    """It answers another question than the one that is asked."""
    MALFORMED = "malformed"
    """It names what is not there, or leaves out what it needs."""
    OVER = "over"
    """The duel is over, and nothing is asked any more."""


REFUSED: Final = {
    Invalidity.NONE: say("Not legal."),
    Invalidity.ELSEWHERE: say("Not asked now."),
    Invalidity.MALFORMED: say("Not possible."),
    Invalidity.OVER: say("Not legal."),
}
"""The first sentence of a refusal; an invalid action is refused by no rule."""


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
        """Return the ruling, its rules and what would make it legal, in notation."""
        return listed((self._ruling(), *remedy_sentences(self)), " ")

    def _ruling(self) -> Text:
        by = listed(self.rules, ",")
        if self.invalid:
            ruling = REFUSED[self.invalid]
            return say("{ruling:bare} ({rules}).", ruling=ruling, rules=by) if by else ruling
        if self.legal:
            return say("Legal by {rules}.", rules=by) if by else say("Legal.")
        return say("Not legal by {rules}.", rules=by) if by else say("Not legal.")


def remedy_sentences(
    verdict: Verdict, worded: Callable[[str], str] = lambda text: text
) -> tuple[Text, ...]:
    """Return the remedies of a refused action as whole sentences; `worded` words each text."""
    said: dict[type[Remedy], dict[str, None]] = {Do: {}, When: {}, Never: {}}
    for remedy in verdict.remedies:
        text = say("{text:inner}", text=worded(remedy.text))
        if isinstance(remedy, Never) and remedy.rule:
            text = say("{reason} ({rule})", reason=text, rule=remedy.rule)
        said[type(remedy)][text] = None
    if never := said[Never]:
        return (say("Nothing makes it legal: {reasons}.", reasons=listed(never, ";")),)
    sentences = []
    if acts := listed(said[Do], ";"):
        elsewhere = verdict.invalid is Invalidity.ELSEWHERE
        legal = say("To make it legal: {acts}.", acts=acts)
        sentences.append(say("Instead: {acts}.", acts=acts) if elsewhere else legal)
    if said[When]:
        facts, *others = said[When]
        for fact in others:
            facts = say("{facts}, and when {fact}", facts=facts, fact=fact)
        if said[Do]:
            sentences.append(say("Besides, it is legal only when {facts}.", facts=facts))
        else:
            sentences.append(say("It becomes legal when {facts}.", facts=facts))
    return tuple(sentences)


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
