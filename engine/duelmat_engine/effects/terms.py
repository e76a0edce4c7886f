"""The words in which effects speak: which cards, how many, under what condition.

Each word is a frozen tagged struct, so that an effect can be written in Python or in TOML
alike. A filter may carry the rule (and reading) that it enforces: a choice refused by it is
refused with that rule. evaluate.py gives the words their meaning.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from duelmat_engine.effects import texts
from duelmat_engine.names import Seat

Whose = Literal["own", "opposing", "any"]
"""Seen from the player whose effect it is."""
How = Literal["set", "add", "subtract", "halve", "double"]
"""The operations on a value."""


def means_player(whose: Whose, one: Seat, seat: Seat) -> bool:
    """Whether one player is among those meant, seen from the player at `seat`."""
    return whose == "any" or (one == seat) == (whose == "own")


class Filter(Struct, frozen=True, tag=texts.kebab, tag_field="is", kw_only=True, gc=False):
    """The base of all filters on one card."""

    rule: texts.RuleName = ""
    reading: texts.ReadingName = ""


class AmountTerm(Struct, frozen=True, tag=texts.kebab, tag_field="number", gc=False):
    """The base of all amounts that are not plain numbers."""


class ConditionTerm(Struct, frozen=True, tag=texts.kebab, tag_field="fact", gc=False):
    """The base of all conditions."""


class FaceUp(Filter, frozen=True, kw_only=True):
    """Lies face-up."""


class FaceDown(Filter, frozen=True, kw_only=True):
    """Lies face-down."""


class Other(Filter, frozen=True, kw_only=True):
    """Is not the card whose effect this is."""


class Shares(Filter, frozen=True, kw_only=True):
    """Has one of these traits in common with the card bound to `of`.

    Cards that have none of these traits at all share their lack of them only with cards of the
    same kind `alike`.
    """

    traits: tuple[texts.TraitName, ...]
    of: texts.BoundCards = "self"
    alike: texts.CardKind = ""


class SharesWithOne(Filter, frozen=True, kw_only=True):
    """Has one of these traits in common with one of these cards."""

    traits: tuple[texts.TraitName, ...]
    among: Cards


class Trait(Filter, frozen=True, kw_only=True):
    """Has this printed value."""

    name: texts.TraitName
    value: int | str


class TraitIn(Filter, frozen=True, kw_only=True):
    """Has one of these printed values."""

    name: texts.TraitName
    values: tuple[int | str, ...]


class Least(Filter, frozen=True, kw_only=True):
    """Has the least number in this trait among these cards."""

    name: texts.TraitName
    among: Cards


class NotOne(Filter, frozen=True, kw_only=True):
    """Is not one that passes all of these."""

    that: tuple[Filter, ...]


class Came(Filter, frozen=True, kw_only=True):
    """Came to the field by one of these moves."""

    moves: tuple[texts.MoveName, ...]


class TraitNamed(Filter, frozen=True, kw_only=True):
    """Has the value that was declared for the card bound to `of` under the same name."""

    names: tuple[texts.TraitName, ...]
    of: texts.BoundCards = "self"


class AtMost(Filter, frozen=True, kw_only=True):
    """Has a number in this trait, and one not above the amount."""

    name: texts.TraitName
    amount: Amount


class Kind(Filter, frozen=True, kw_only=True):
    """Counts as this kind of card."""

    kind: texts.CardKind


class NotKind(Filter, frozen=True, kw_only=True):
    """Does not count as this kind of card."""

    kind: texts.CardKind


class AmongBound(Filter, frozen=True, kw_only=True):
    """Is one of the cards bound to this name."""

    name: texts.BoundCards


class InWindow(Filter, frozen=True, kw_only=True):
    """Is one of the cards that the window is about."""


class Mine(Filter, frozen=True, kw_only=True):
    """Lies in a zone of the player whose effect it is."""


class AtLeast(Filter, frozen=True, kw_only=True):
    """Has a number in this trait, and one not below the amount."""

    name: texts.TraitName
    amount: Amount


class Upright(Filter, frozen=True, kw_only=True):
    """Lies in Attack Position."""


class Sideways(Filter, frozen=True, kw_only=True):
    """Lies in Defense Position."""


class Named(Filter, frozen=True, kw_only=True):
    """Has one of these printed names."""

    names: tuple[str, ...]


class MarkedNow(Filter, frozen=True, kw_only=True):
    """Is marked with this turn under one of these names: "summoned", "flipped"."""

    names: tuple[str, ...]


class HasMark(Filter, frozen=True, kw_only=True):
    """Carries this mark: a status condition, a counter."""

    name: str


class LacksMark(Filter, frozen=True, kw_only=True):
    """Does not carry this mark."""

    name: str


class AttachedTo(Filter, frozen=True, kw_only=True):
    """Is equipped to one of the cards bound to `of`."""

    of: texts.BoundCards = "self"


class Bears(Filter, frozen=True, kw_only=True):
    """Has the card bound to `of` equipped to it."""

    of: texts.BoundCards = "self"


class Lies(Filter, frozen=True, kw_only=True):
    """Lies in a zone of one of these kinds."""

    zones: tuple[texts.ZoneKind, ...]


class MayCome(Filter, frozen=True, kw_only=True):
    """Could be Special Summoned by the player whose effect it is, as far as it goes by itself."""


class Fusible(Filter, frozen=True, kw_only=True):
    """Names materials that can be found among these cards, which leave room for it."""

    among: Cards


class Material(Filter, frozen=True, kw_only=True):
    """Can be the next material of the card bound to `of`, after those bound to `chosen`."""

    among: Cards
    of: texts.BoundCards
    chosen: texts.BindsCards


class Playable(Filter, frozen=True, kw_only=True):
    """Could be used in at least one of the uses of the following `Offer`."""

    offer: str


class OnField(Filter, frozen=True, kw_only=True):
    """Lies on the field."""


class HasUse(Filter, frozen=True, kw_only=True):
    """Has an effect of one of these uses."""

    uses: tuple[texts.UseName, ...]


class LacksUse(Filter, frozen=True, kw_only=True):
    """Is known to have no effect of these uses; a card that counts as less is neither."""

    uses: tuple[texts.UseName, ...]


class Cards(Struct, frozen=True, gc=False):
    """Cards in zones of these kinds that pass every filter."""

    zones: tuple[texts.ZoneKind, ...]
    whose: Whose = "any"
    that: tuple[Filter, ...] = ()


class Bound(AmountTerm, frozen=True):
    """Cards or an amount remembered under a name."""

    name: texts.BoundName


class TraitOf(AmountTerm, frozen=True):
    """A bound card's number in a trait, as effects change it; 0 if it has none."""

    trait: texts.TraitName
    of: texts.BoundCards = "self"
    original: bool = False
    """Whether it is the value that the card began the duel with, whatever has become of it."""


class Half(AmountTerm, frozen=True):
    """Half of an amount, rounded down, but at least `at_least`."""

    amount: Amount
    at_least: int = 0


class Less(AmountTerm, frozen=True):
    """An amount less another, never below 0."""

    amount: Amount
    by: Amount


class Times(AmountTerm, frozen=True):
    """An amount so many times."""

    amount: Amount
    by: Amount


class Done(AmountTerm, frozen=True):
    """The number of times something was done in this turn: "summons", where it is counted."""

    what: str
    whose: Whose = "own"


class MaterialsOf(AmountTerm, frozen=True):
    """The number of materials that a bound card names."""

    of: texts.BoundCards


class Lead(AmountTerm, frozen=True):
    """The life that one has more than the opponent; 0 if it is not more."""


class CountOf(AmountTerm, frozen=True):
    """The number of cards bound to a name."""

    name: texts.BoundCards


class Held(AmountTerm, frozen=True):
    """The number of such cards."""

    cards: Cards


class Life(AmountTerm, frozen=True):
    """A player's life."""

    whose: Whose = "own"


class Payable(AmountTerm, frozen=True):
    """The life that one could pay at most."""


_Counted = Done | MaterialsOf | CountOf | Held | Lead | Life | Payable
Amount = int | Bound | TraitOf | Half | Less | Times | _Counted


class Exists(ConditionTerm, frozen=True):
    """There are at least this many such cards."""

    cards: Cards
    count: int = 1


class Lacks(ConditionTerm, frozen=True):
    """There is no such card."""

    cards: Cards


class HasRoom(ConditionTerm, frozen=True):
    """A zone of the player's own row of this kind is free."""

    zone: texts.ZoneKind


class Reaches(ConditionTerm, frozen=True):
    """One amount is at least another."""

    amount: Amount
    least: Amount


class Happened(ConditionTerm, frozen=True):
    """The window answers one of these, and it happened to a card that passes the filters."""

    to: tuple[texts.WindowName, ...]
    that: tuple[Filter, ...] = ()


class Not(ConditionTerm, frozen=True):
    """It is not so."""

    when: Condition


class Either(ConditionTerm, frozen=True):
    """One of these is so."""

    facts: tuple[Condition, ...]


class Reads(ConditionTerm, frozen=True):
    """A reading has this value."""

    reading: texts.ReadingName
    value: str


class Told(ConditionTerm, frozen=True):
    """The text bound to a name is one of these."""

    name: texts.BoundName
    values: tuple[str, ...]


class InPhase(ConditionTerm, frozen=True):
    """It is one of these phases, of this player's turn."""

    phases: tuple[texts.PhaseName, ...] = ()
    whose: Whose = "any"


class Answers(ConditionTerm, frozen=True):
    """The last link of the Chain is an opponent's, or anybody's, of these uses and kinds."""

    uses: tuple[texts.UseName, ...] = ()
    whose: Whose = "any"
    that: tuple[Filter, ...] = ()


class Is(ConditionTerm, frozen=True):
    """A bound card passes the filters."""

    name: texts.BoundCards
    that: tuple[Filter, ...]


_Compared = Reaches | Reads | Told | Is
Condition = Exists | Lacks | HasRoom | Happened | Not | Either | InPhase | Answers | _Compared


class Need(Struct, frozen=True, gc=False):
    """A condition with the rule that states it and what to do about it."""

    rule: texts.RuleName
    when: Condition
    remedy: str
    """The condition in words, for a remedy; empty: nothing helps."""
    reading: texts.ReadingName = ""
    once_activated: bool = False
    """Of a trigger: whether it need not hold yet when the trigger is set off."""
