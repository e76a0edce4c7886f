"""What the judge answers: legal or not, by which rules, and what would make it legal."""

from __future__ import annotations

from msgspec import Struct

from duelmat_engine.judging.facts import AnyFact


class Do(Struct, frozen=True, tag=True):
    """Something a player can do first, in words and, where it is one action, as notation."""

    text: str
    action: str = ""


class When(Struct, frozen=True, tag=True):
    """A fact that has to come about, in words and typed; None: it hangs on other cards."""

    text: str
    fact: AnyFact | None = None


class Never(Struct, frozen=True, tag=True):
    """Nothing makes this legal in this duel; the rule that says so."""

    text: str
    rule: str


Remedy = Do | When | Never


class Cited(Struct, frozen=True):
    """One rule that spoke, and the reading under which it did."""

    rule: str
    reading: str = ""


class Verdict(Struct, frozen=True):
    """The ruling on one action."""

    legal: bool
    cited: tuple[Cited, ...]
    """Refusal: every rule it breaks. Acceptance: the rules that permit and limit it."""
    remedies: tuple[Remedy, ...] = ()
    """The whole set of what is missing; all of it together makes the action legal."""

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(c.rule for c in self.cited))

    @property
    def readings(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(c.reading for c in self.cited if c.reading))

    def summary(self) -> str:
        word = "Legal" if self.legal else "Not legal"
        by = f" by {', '.join(self.rules)}" if self.cited else ""
        need = " ".join(r.text for r in self.remedies)
        return f"{word}{by}." + (f" {need}" if need else "")
