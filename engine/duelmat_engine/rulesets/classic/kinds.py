"""Limits of whole families of cards, which a card opts into by its kind: Toons, Spirits."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.effects.effect import Restrict
from duelmat_engine.judging.question import Question, Rule
from duelmat_engine.judging.verdict import Do, Never, Remedy, When
from duelmat_engine.ruleset import Ruleset

_REMEDIES = {"do": Do, "when": When}


def kind_rules(rules: Ruleset, act: str) -> tuple[Rule, ...]:
    """A rule for each restriction on this act, of a kind or of a card; one id may be several."""
    found: dict[tuple[str, str], list[Restrict]] = {}
    texts = (effect.restricts for effect in rules.effects.values())
    for restricts in (*rules.kind_limits.values(), *texts):
        for text in restricts:
            if act in text.acts:
                found.setdefault((text.rules[0], text.reading), []).append(text)
    return tuple(_rule(act, name, reading) for name, reading in found)


def _is_limited(q: Question) -> bool:
    """Whether the card is of a limited kind, or its own text may limit it."""
    assert q.card is not None
    game = q.game
    return any(k in game.rules.kind_limits for k in q.card.kinds) or any(
        game.rules.effects[name].restricts for name in q.card.effects
    )


def _rule(act: str, name: str, reading: str) -> Rule:
    def broken(q: Question) -> Iterator[Restrict]:
        if q.card is None or not (_is_limited(q) or q.derived.active):
            return
        for text in q.derived.restrictions(act, q.piece, q.card, q.seat):
            if text.rules[0] == name and text.reading == reading:
                yield text

    def remedy(q: Question) -> Remedy:
        text = next(broken(q))
        kind, _, words = text.remedy.partition(": ")
        return _REMEDIES[kind](words) if kind in _REMEDIES else Never(text.remedy, name)

    def concerns(q: Question) -> bool:
        if q.card is None:
            return False
        own = (q.game.rules.effects[e].restricts for e in q.card.effects)
        kinds = (q.game.rules.kind_limits.get(kind, ()) for kind in q.card.kinds)
        return any(
            text.rules[0] == name and text.reading == reading and act in text.acts
            for restricts in (*kinds, *own)
            for text in restricts
        )

    return Rule(name, lambda q: next(broken(q), None) is None, remedy, reading, concerns)
