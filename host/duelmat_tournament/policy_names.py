"""The names in a policy that its ruleset must have: formats, readings, cards.

They come in as plain sets, for this package knows no card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from duelmat_parsing import Path
from duelmat_parsing.structs import Misfit, nearest, shown
from duelmat_tournament.policy import Policy

_RULESET: Final = ("ruleset",)
_MOST_LISTED: Final = 8
_MOST_NEAR: Final = 20
"""Unknown cards for which the nearest is looked for: a list may have thousands."""


class RulesetFacts(Struct, frozen=True):
    """The names of a ruleset that a policy may use; the engine knows them."""

    formats: frozenset[str]
    readings: Mapping[str, tuple[str, ...]]
    """By id, the choices of each reading."""
    cards: frozenset[str]
    """The codes of its cards."""
    has_own_decks: bool
    """Whether players bring decks of their own, not all the same."""


def ruleset_misfits(policy: Policy, rulesets: Mapping[str, RulesetFacts]) -> Iterator[Misfit]:
    """Yield the names in a policy that its ruleset, one of `rulesets`, lacks."""
    facts = rulesets.get(policy.ruleset)
    if facts is None:
        yield _unknown(_RULESET, "a ruleset", policy.ruleset, rulesets)
        return
    if policy.event_format and policy.event_format not in facts.formats:
        words = f"a format of {policy.ruleset}"
        yield _unknown(("event_format",), words, policy.event_format, facts.formats)
    for index, reading in enumerate(policy.readings):
        path: Path = ("readings", index)
        choices = facts.readings.get(reading.id)
        if choices is None:
            words = f"a reading of {policy.ruleset}"
            yield _unknown((*path, "id"), words, reading.id, facts.readings)
        elif reading.choice not in choices:
            also = (_RULESET, (*path, "id"))
            words = f"a choice of {reading.id}"
            yield _unknown((*path, "choice"), words, reading.choice, choices, also)
    if policy.limits and not facts.has_own_decks:
        got = f"{len(policy.limits)} of them"
        expected = f"no limits, as all decks of {policy.ruleset} are the same"
        yield Misfit(("limits",), expected, got, "Take them out.", also=(_RULESET,))
        return
    missing = [each for each in enumerate(policy.limits) if each[1].card not in facts.cards]
    for number, (index, limit) in enumerate(missing):
        near = nearest(limit.card, facts.cards) if number < _MOST_NEAR else None
        all_of_them = f"`duelmat cards list {policy.ruleset}` has them all."
        advice = all_of_them if near is None else f"{near} {all_of_them}"
        expected = f"the code of a card of {policy.ruleset}"
        path = ("limits", index, "card")
        yield Misfit(path, expected, shown(limit.card), advice, also=(_RULESET,))


def _unknown(
    path: Path, words: str, got: str, known: Iterable[str], also: tuple[Path, ...] = (_RULESET,)
) -> Misfit:
    names = sorted(known)
    expected = words
    if 0 < len(names) <= _MOST_LISTED:
        expected = f"{words} ({', '.join(names)})"
    default = "Write one that there is." if names else "Take it out: there is none."
    return Misfit(path, expected, shown(got), nearest(got, names) or default, also)
