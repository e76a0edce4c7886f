"""The words in which effects speak: which cards, how many, under what condition.

Each word is a frozen tagged struct, so that an effect can be written in Python or in TOML
alike. A filter may carry the rule (and reading) that it enforces: a choice refused by it is
refused with that rule. evaluate.py gives the words their meaning.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Whose = Literal["own", "opposing", "any"]
"""Seen from the player whose effect it is."""


class Filter(Struct, frozen=True, tag=True, kw_only=True):
    """The base of all filters on one card."""

    rule: str = ""
    reading: str = ""


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

    traits: tuple[str, ...]
    of: str = "self"
    alike: str = ""


class Trait(Filter, frozen=True, kw_only=True):
    """Has this printed value."""

    name: str
    value: int | str


class TraitNamed(Filter, frozen=True, kw_only=True):
    """Has the value that was declared for the card bound to `of` under the same name."""

    names: tuple[str, ...]
    of: str = "self"


class AtMost(Filter, frozen=True, kw_only=True):
    """Has a number in this trait, and one not above the amount."""

    name: str
    amount: Amount


class Kind(Filter, frozen=True, kw_only=True):
    """Counts as this kind of card."""

    kind: str


class NotKind(Filter, frozen=True, kw_only=True):
    """Does not count as this kind of card."""

    kind: str


class AmongBound(Filter, frozen=True, kw_only=True):
    """Is one of the cards bound to this name."""

    name: str


class InWindow(Filter, frozen=True, kw_only=True):
    """Is one of the cards that the window is about."""


class Playable(Filter, frozen=True, kw_only=True):
    """Could be used in at least one of the uses of the following `Offer`."""

    offer: str


class Cards(Struct, frozen=True):
    """Cards in zones of these kinds that pass every filter."""

    zones: tuple[str, ...]
    whose: Whose = "any"
    that: tuple[AnyFilter, ...] = ()


class Bound(Struct, frozen=True, tag=True):
    """Cards or an amount remembered under a name."""

    name: str


class TraitOf(Struct, frozen=True, tag=True):
    """A printed number of a bound card; 0 if it has none."""

    trait: str
    of: str = "self"


class Half(Struct, frozen=True, tag=True):
    """Half of an amount, rounded down, but at least `at_least`."""

    amount: Amount
    at_least: int = 0


class Less(Struct, frozen=True, tag=True):
    """An amount less another, never below 0."""

    amount: Amount
    by: Amount


class Lead(Struct, frozen=True, tag=True):
    """By how much one's own life exceeds the opponent's; 0 if it does not."""


class CountOf(Struct, frozen=True, tag=True):
    """How many cards are bound to a name."""

    name: str


class Held(Struct, frozen=True, tag=True):
    """How many such cards there are."""

    cards: Cards


class Life(Struct, frozen=True, tag=True):
    """A player's life."""

    whose: Whose = "own"


class Payable(Struct, frozen=True, tag=True):
    """The life that one could pay at most."""


Amount = int | Bound | TraitOf | Half | Less | Lead | CountOf | Held | Life | Payable


class Exists(Struct, frozen=True, tag=True):
    """There are at least this many such cards."""

    cards: Cards
    count: int = 1


class Lacks(Struct, frozen=True, tag=True):
    """There is no such card."""

    cards: Cards


class Reaches(Struct, frozen=True, tag=True):
    """One amount is at least another."""

    amount: Amount
    least: Amount


class Happened(Struct, frozen=True, tag=True):
    """The window answers one of these, and it happened to a card that passes the filters."""

    to: tuple[str, ...]
    that: tuple[AnyFilter, ...] = ()


class Is(Struct, frozen=True, tag=True):
    """A bound card passes the filters."""

    name: str
    that: tuple[AnyFilter, ...]


Condition = Exists | Lacks | Reaches | Happened | Is


class Need(Struct, frozen=True):
    """A condition with the rule that states it and what to do about it."""

    rule: str
    when: Condition
    remedy: str
    """What has to come about, in words; empty: nothing helps."""
    reading: str = ""


AnyFilter = (
    FaceUp
    | FaceDown
    | Other
    | Shares
    | Trait
    | TraitNamed
    | AtMost
    | Kind
    | NotKind
    | AmongBound
    | InWindow
    | Playable
)
