"""Selectors in words: "a face-up monster of hearts or of number 7".

A noun is taken into one message after another, each with one thing that is said of it, so that
another language may put all of it before the noun.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from duelmat_engine.board.evaluate import amount
from duelmat_engine.board.scope import Scope
from duelmat_engine.effects import terms
from duelmat_engine.ruleset.words import CARD, WHOSE
from duelmat_engine.text.wording import Wording
from duelmat_message import Text, filled, listed, named, say, say_as


class _Clause(NamedTuple):
    """The words of a filter in a clause of its own."""

    text: Text
    """ "that is a Joker"."""
    what: str
    """The same behind "that is not": "a Joker"."""


def _that(text: Text) -> _Clause:
    return _Clause(text, text)


def _that_is(what: str) -> _Clause:
    return _Clause(say("that is {what}", what=what), what)


_BEFORE: Final[dict[type[terms.Filter], Text]] = {
    terms.FaceUp: say("face-up"),
    terms.FaceDown: say("face-down"),
}
_ALWAYS: Final[dict[type[terms.Filter], Text | _Clause]] = {
    terms.Upright: say("in Attack Position"),
    terms.Sideways: say("in Defense Position"),
    terms.Bears: say("to which it is equipped"),
    terms.Fusible: say("whose materials are there"),
    terms.AmongBound: _that(say("that you looked at")),
    terms.AttachedTo: _that_is(say("equipped to it")),
    terms.MayCome: _that(say("that may be Special Summoned")),
    terms.Material: _that(say("that is material for it")),
    terms.Came: _that(say("that came by its own effect")),
    terms.Mine: _that(say("that you control")),
    terms.OnField: _that(say("that lies on the field")),
}
"""The words of filters that always say the same: behind the noun, or in a clause."""
_WHOSE: Final = {
    "own": say_as("whose", "your"),
    "opposing": say_as("whose", "the opponent's"),
    "any": say_as("whose", "a"),
}


def kind_of_card(w: Wording, scope: Scope, cards: terms.Cards) -> tuple[Text, bool]:
    """Return a selector in words, and whether it has clauses: "that is a Joker" comes last."""
    thing = w.words.things.get(frozenset(cards.zones), CARD)
    said = _Said(w, scope, cards.that)
    where = thing.where
    if WHOSE in where:
        where = filled(where, whose=_WHOSE[cards.whose], pile=w.words.zones["pile"])
    elif cards.whose == "opposing":
        said.before.insert(0, say("opposing"))
    elif cards.whose == "own":
        where = say("{where} of your side", where=where) if where else say("on your side")
    noun: str = thing.noun
    for word in reversed(said.before):
        noun = say("{word} {card}", word=word, card=noun)
    is_other = any(isinstance(each, terms.Other) for each in cards.that)
    card = say("another {card}", card=noun) if is_other else _with_article(noun)
    for words in (*said.behind, where):
        if words:
            card = say("{card} {words}", card=card, words=words)
    for index, clause in enumerate(said.clauses):
        if index == 0:
            card = say("{card} {clause}", card=card, clause=clause.text)
        elif index == len(said.clauses) - 1:
            card = say("{card} and {clause}", card=card, clause=clause.text)
        else:
            card = say("{card}, {clause}", card=card, clause=clause.text)
    return card, bool(said.clauses)


class _Said:
    """The words of filters about a noun, by their place before or behind it."""

    def __init__(self, wording: Wording, scope: Scope, that: Iterable[terms.Filter]) -> None:
        self.w = wording
        self.scope = scope
        self.before: list[Text] = []
        self.behind: list[str] = []
        self.clauses: list[_Clause] = []
        for wanted in that:
            self._add(wanted)

    def _add(self, wanted: terms.Filter) -> None:
        kind = type(wanted)
        if kind in _BEFORE:
            self.before.append(_BEFORE[kind])
            return
        said = _ALWAYS.get(kind) or self._words(wanted)
        if isinstance(said, _Clause):
            self.clauses.append(said)
        elif said:
            self.behind.append(said)

    def _words(self, wanted: terms.Filter) -> str | _Clause | None:
        """Return the words of a filter behind the noun, or in a clause; None: it has none."""
        w = self.w
        match wanted:
            case terms.Trait(name=name, value=value):
                return w.trait(name, value)
            case terms.TraitIn(name=name, values=values):
                return listed((w.trait(name, v) for v in values), "or")
            case terms.TraitNamed(names=names):
                return say("of the {traits} named", traits=_any_of(names))
            case terms.AtMost(name=name, amount=limit):
                most = amount(self.scope, limit)
                return say("with {trait} up to {most}", trait=named("printed", name), most=most)
            case terms.AtLeast(name=name, amount=limit):
                least = amount(self.scope, limit)
                return say(
                    "with {trait} of {least} or more", trait=named("printed", name), least=least
                )
            case terms.Least(name=name):
                return say("with the least {trait}", trait=named("printed", name))
            case terms.Shares(traits=traits, of=of, alike=alike):
                return self._shared(traits, of, alike)
            case terms.SharesWithOne(traits=traits):
                return say("of the same {traits} as one of theirs", traits=_any_of(traits))
            case terms.Named(names=names):
                return say("named {cards}", cards=listed((named("card", n) for n in names), "or"))
            case terms.HasUse(uses=uses):
                return say("with {effects}", effects=self._effects(uses))
            case terms.LacksUse(uses=uses):
                return say("without {effects}", effects=self._effects(uses))
            case terms.Kind(kind=kind):
                return _that_is(_with_article(self._kind(kind)))
            case terms.NotKind(kind=kind):
                return _that_is(say("no {kind}", kind=self._kind(kind)))
            case terms.NotOne(that=that):
                return _that(self._unlike(that))
            case terms.InWindow():
                return _that(self._happened())
            case terms.MarkedNow(names=names):
                return _that(say("that was {marks} in this turn", marks=_any_of(names)))
            case terms.Lies(zones=kinds):
                zones = (say("a {zone}", zone=w.words.zones.get(kind, kind)) for kind in kinds)
                return _that(say("that lies in {zones}", zones=listed(zones, "or")))
            case terms.HasMark(name=name) if name in w.words.values:
                return _that_is(w.value(name))
            case terms.LacksMark(name=name) if name in w.words.values:
                return _that(say("that is not {what}", what=w.value(name)))
            case terms.HasMark(name=name):
                return _that(say("that carries the mark {mark}", mark=w.value(name)))
            case terms.LacksMark(name=name):
                return _that(say("that does not carry the mark {mark}", mark=w.value(name)))
            case terms.Playable(offer="summon"):
                return _that(say("that can be summoned"))
            case terms.Playable(offer="set"):
                return _that(say("that can be Set"))
            case terms.Playable():
                return _that(say("that can be activated as magic"))
        return None

    def _kind(self, kind: str) -> str:
        return self.w.words.kinds.get(kind) or named("printed", f"{kind[:1].upper()}{kind[1:]}")

    def _effects(self, uses: Iterable[str]) -> Text:
        effects = (say("{use} effect", use=self.w.value(use)) for use in uses)
        return listed(map(_with_article, effects), "or")

    def _unlike(self, that: tuple[terms.Filter, ...]) -> Text:
        said = _Said(self.w, self.scope, that)
        clauses = said.clauses
        words: list[str] = [*said.before, *said.behind]
        words += [each.text if words or index else each.what for index, each in enumerate(clauses)]
        what = words[0]
        for word in words[1:]:
            what = say("{what} {more}", what=what, more=word)
        return say("that is not {what}", what=what)

    def _happened(self) -> Text:
        window = None if self.w.world is None else self.w.world.window
        attacks = window is not None and "attack" in window.to
        return say("that attacks") if attacks else say("that has just been summoned")

    def _shared(self, traits: tuple[str, ...], of: str, alike: str) -> Text | _Clause:
        cards = [c for p in self.scope.pieces(of) if (c := self.scope.card(p)) is not None]
        values = [
            self.w.trait(t, value)
            for card in cards
            for t in traits
            if (value := card.trait(t)) is not None
        ]
        if values:
            return listed(dict.fromkeys(values), "or")
        if alike and cards:
            return _that_is(_with_article(self._kind(alike)))
        return say("of the same {traits}", traits=_any_of(traits))


def _any_of(names: Iterable[str]) -> Text:
    return listed((named("printed", name) for name in names), "or")


def _with_article(noun: str) -> Text:
    if noun[:1].lower() in "aeiou":
        return say("an {noun}", noun=noun)
    return say("a {noun}", noun=noun)
