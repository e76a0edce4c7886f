"""Verdicts in the words of the table.

A verdict is explained as a good judge would: the ruling, the statement behind each rule, the
readings used, and what would make the play legal, where one action is all as that action: the
legal one that differs least. What happened is told by log.py.
"""

from __future__ import annotations

from collections import Counter

from duelmat_engine import actions as act
from duelmat_engine.brief import Brief
from duelmat_engine.catalogue import rule_text
from duelmat_engine.effects.texts import effect_of_rule
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import Seat
from duelmat_engine.notation import format_action
from duelmat_engine.ruleset.game import Game, Ruleset
from duelmat_engine.state import Duel, replace
from duelmat_engine.text.instructions import action_words
from duelmat_engine.text.wording import Wording
from duelmat_engine.verdict import REFUSED, Do, Invalidity, Remedy, Verdict, remedy_sentences
from duelmat_message import Text, listed, named, say

_PERMITTING = 3
"""The number of rules of an acceptance that are said in full; those that permit come first."""


class Said(Brief, frozen=True):
    """A rule or reading by its id, and what it says."""

    id: str
    text: str


class Explanation(Brief, frozen=True):
    """A verdict in words."""

    legal: bool
    action: str
    """The action asked about, as an instruction."""
    rules: tuple[Said, ...]
    """Refusal: the rules it breaks. Acceptance: first those that permit it, then the limits."""
    readings: tuple[Said, ...]
    remedies: tuple[str, ...]
    """Sentences: what would make it legal."""
    advice: tuple[Remedy, ...] = ()
    """The same one by one: the remedies of the verdict, in the words of the table."""
    invalid: Invalidity = Invalidity.NONE

    def ruling(self) -> Text:
        return say("Legal.") if self.legal else REFUSED[self.invalid]

    def paragraph(self) -> Text:
        """The whole answer as a judge would say it."""
        parts: list[str] = [self.ruling()]
        parts += [say("{text:bare} ({rule}).", text=r.text, rule=r.id) for r in self.spoken()]
        parts += self.remedies
        if self.readings and not self.legal:
            said = (say("{rule} ({text})", text=r.text, rule=r.id) for r in self.readings)
            readings = listed(said, ";")
            parts.append(
                say("Reading used: {readings}.", readings=readings)
                if len(self.readings) == 1
                else say("Readings used: {readings}.", readings=readings)
            )
        if also := self.unspoken():
            parts.append(say("Also looked at: {rules}.", rules=listed(also, ",")))
        return listed(parts, " ")

    def spoken(self) -> tuple[Said, ...]:
        """The rules worth saying: all that are broken, or the first that permit."""
        return self.rules[:_PERMITTING] if self.legal else self.rules

    def unspoken(self) -> tuple[str, ...]:
        """Rules and readings that an acceptance was also measured by, as ids."""
        if not self.legal:
            return ()
        ids = dict.fromkeys(said.id for said in (*self.rules[_PERMITTING:], *self.readings))
        return tuple(name for name in ids if name not in {said.id for said in self.spoken()})

    def short(self) -> Text:
        """One line for a message: the ruling, its rules and what helps."""
        ids = [r.id for r in self.spoken()]
        by = listed([*ids, "..."] if len(ids) < len(self.rules) else ids, ",")
        ruling = self.ruling()
        if by:
            ruling = say("{ruling:bare} ({rules}).", ruling=ruling, rules=by)
        return listed((ruling, *self.remedies), " ")


def explain_verdict(
    wording: Wording, verdict: Verdict, action: act.Action | Text, seat: Seat | None = None
) -> Explanation:
    """The ruling on an action, or on what is called so, in words."""
    return Explanation(
        legal=verdict.legal,
        action=action if isinstance(action, Text) else action_words(wording, action, seat),
        rules=tuple(Said(r, rule_words(r, wording.game.rules)) for r in verdict.rules),
        readings=tuple(Said(r, reading_words(wording, r)) for r in verdict.readings),
        remedies=remedy_words(wording, verdict, seat),
        advice=worded_remedies(wording, verdict, seat),
        invalid=verdict.invalid,
    )


def rule_words(rule: str, rules: Ruleset | Game | None = None) -> Text:
    """The statement of a rule, without its full stop; for a card's own text, what it says.

    rules: the ruleset or game whose cards have such texts.
    """
    effect = effect_of_rule(rule)
    if not effect:
        return say("{text:bare}", text=named(rule, rule_text(rule)))
    rules = rules.rules if isinstance(rules, Game) else rules
    known = None if rules is None else rules.effects.get(effect)
    if known is None or not known.text:
        return say("The card's own text says so")
    return say("{text:bare}", text=named("effect", known.text))


def reading_words(wording: Wording, reading: str) -> Text:
    """Return the text of a reading, and the choice that this duel makes."""
    for known in wording.game.rules.readings:
        if known.id == reading:
            if len(known.choices) == 1:
                return say("{text:bare}", text=named(reading, rule_text(reading)))
            value = named("reading", wording.game.readings.get(reading, known.choices[0]))
            text = named(reading, known.about or known.text)
            return say("{reading:bare}: {value}", reading=text, value=value)
    return say("not a reading of this ruleset")


def worded_remedies(
    wording: Wording, verdict: Verdict, seat: Seat | None = None
) -> tuple[Remedy, ...]:
    """Return the remedies of a refused action, each once as a sentence of the table."""
    said: dict[tuple[type[Remedy], str], Remedy] = {}
    for remedy in verdict.remedies:
        inner = say("{text:inner}", text=wording.with_names(remedy.text, seat))
        text = say("{text:capital}.", text=inner)
        said.setdefault((type(remedy), text), replace(remedy, text=text))
    return tuple(said.values())


def remedy_words(wording: Wording, verdict: Verdict, seat: Seat | None = None) -> tuple[Text, ...]:
    """Return the remedies of a refused action as whole sentences."""
    return remedy_sentences(verdict, lambda text: wording.with_names(text, seat))


_WEIGHTS = {"shown": 0, "to": 2, "upright": 1, "face_up": 1, "target": 2, "move": 6}
"""The weight of a difference in each field; card and effect weigh most."""
_OTHER_CARD = 4


def distance(one: act.Action, other: act.Action) -> int:
    """Return the distance between two actions of one class."""
    if isinstance(one, act.Number) and isinstance(other, act.Number):
        return abs(one.value - other.value)
    total = 0
    for name in one.__struct_fields__:
        mine, theirs = getattr(one, name), getattr(other, name)
        if name == "using":
            left, right = Counter(mine), Counter(theirs)
            total += (left - right).total() + (right - left).total()
        elif mine != theirs:
            total += _WEIGHTS.get(name, _OTHER_CARD)
    return total


def corrected(duel: Duel, action: act.Action, game: Game) -> act.Action | None:
    """Return the legal action of the same class that differs least; None: there is none.

    A choice or a name has nothing to keep: any that is offered is as near as another.
    """
    alike = [a for a in legal_actions(duel, game) if type(a) is type(action)]
    return min(alike, key=lambda other: distance(action, other), default=None)


def spelled(duel: Duel, action: act.Action, verdict: Verdict, game: Game) -> Verdict:
    """The verdict with what is to be done written as an action, where one action is all."""
    is_told = all(isinstance(r, Do) and not r.action for r in verdict.remedies)
    better = corrected(duel, action, game) if is_told and verdict.remedies else None
    if better is None or isinstance(better, act.Cancel) or not _keeps(action, better):
        return verdict
    text = format_action(better)
    return replace(verdict, remedies=tuple(Do(r.text, text) for r in verdict.remedies))


def _keeps(action: act.Action, better: act.Action) -> bool:
    """Whether it is still what was meant: the same card played the same way, or a choice."""
    if isinstance(action, act.Choose | act.Name | act.Number):
        return True
    if (
        isinstance(action, act.Play)
        and isinstance(better, act.Play)
        and action.move != better.move
    ):
        return action.card == better.card
    return bool(distance(action, better) < 2 * _OTHER_CARD)
