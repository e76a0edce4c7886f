"""Limits that several moves share: the own Main Phases, and those of whole families of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from duelmat_engine.board.derive import derive
from duelmat_engine.effects.effect import Restrict
from duelmat_engine.effects.terms import Either, Is, MarkedNow, Not
from duelmat_engine.facts import Holds, NextTurn, Released
from duelmat_engine.moves import moment_rules
from duelmat_engine.moves.card_rules import not_forbidden
from duelmat_engine.moves.phases import in_main_phase
from duelmat_engine.ruleset.game import Question, Rule, Ruleset, restricts_of
from duelmat_engine.rulesets.classic.citations import Citations
from duelmat_engine.verdict import Do, Never, Remedy, When
from duelmat_message import say, written


@cache
def own_main(citations: Citations) -> tuple[Rule, ...]:
    """Return the limits of an act in an own Main Phase: one value, so that they are asked once."""
    return (
        moment_rules.own_turn(citations.turn),
        in_main_phase(citations.main, say("Go on to the next Main Phase.")),
        moment_rules.open_play(citations.quiet),
    )


def forbidden(rules: Ruleset, act: str) -> tuple[Rule, ...]:
    """Nothing on the field forbids the act, by the statements of the cards there are."""
    lifted = When(say("What forbids it has left the field or is negated."), Released())
    words = (forbid for effect in rules.effects.values() for forbid in effect.forbids)
    names = sorted({forbid.rules[0] for forbid in words if act in forbid.acts})
    return tuple(not_forbidden(act, name, lifted) for name in names)


def kind_rules(rules: Ruleset, act: str) -> tuple[Rule, ...]:
    """Return one rule for each statement by which a kind or a card restricts this act."""
    found: dict[tuple[str, str], list[Restrict]] = {}
    texts = (effect.restricts for effect in rules.effects.values())
    for restricts in (*rules.in_play.kind_limits.values(), *texts):
        for text in restricts:
            if act in text.acts:
                found.setdefault((text.rules[0], text.reading), []).append(text)
    return tuple(_rule(rules, act, said) for said in found.values())


def _once(text: Restrict) -> Holds | NextTurn | Released:
    """Return the fact with which a restriction no longer holds."""
    for need in text.when:
        if isinstance(need.when, Is) and any(isinstance(f, MarkedNow) for f in need.when.that):
            return NextTurn()
    if not text.when:
        return Released()
    return Holds((Either(tuple(Not(need.when) for need in text.when)),))


def _rule(rules: Ruleset, act: str, said: Sequence[Restrict]) -> Rule:
    """The rule of all that is said of an act by one statement, as it is read."""
    name, reading = said[0].rules[0], said[0].reading
    of_others = any(text.cards is not None for text in said)  # not only of itself or its kind
    concerned = frozenset(
        code
        for code, card in rules.cards.items()
        if any(text in said for text in restricts_of(rules, card))
    )

    def holds(q: Question) -> bool:
        may_be_broken = concerns(q) or (of_others and q.may_bind)
        return not may_be_broken or next(broken(q), None) is None

    def broken(q: Question) -> Iterator[Restrict]:
        for text in derive(q.duel, q.game).restrictions(act, q.piece, q.card, q.seat):
            if text.rules[0] == name and text.reading == reading:
                yield text

    def remedy(q: Question) -> Remedy:
        text = next(broken(q))
        kind, _, words = text.remedy.partition(": ")
        if kind == "when":
            return When(written(words), _once(text))
        return Do(written(words)) if kind == "do" else Never(written(text.remedy), name)

    def concerns(q: Question) -> bool:
        return q.card is not None and q.card.code in concerned

    return Rule(name, holds, remedy, reading, concerns)
