"""The printed faces of cards as the pages get them: the same for everybody, whoever holds what."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from duelmat_rulesets.motifs import Motif

Frame = Literal[
    "playing", "normal", "effect", "extra", "legend", "spell", "trap", "jumper", "thing"
]
"""The frame of a card, which pages tell by colour and shape."""


class FactView(Struct, frozen=True):
    """A printed value of a card."""

    trait: str
    """Its name in the ruleset: `attack`."""
    title: str
    """Its name for people: `ATK`."""
    value: str
    """The value as it is said: `1900`, `spades`; `?` where the card leaves it open."""


class CardTextView(Struct, frozen=True):
    """One effect of a card, in our own words."""

    id: str
    """The id by which a rule mark names it: `text:rush`."""
    use: str
    """The way in which it is used: `As magic`, `Trigger effect`."""
    text: str
    """The effect, as a sentence."""
    rules: list[str]
    """The ids of the statements that give the effect."""


class CardFaceView(Struct, frozen=True):
    """The printed side of a card."""

    code: str
    """The card as in the ruleset: `H7`."""
    name: str
    """Its name, without an article."""
    kind: str
    """The kinds of the card, for people: `Spirit effect monster`."""
    frame: Frame
    """Its frame."""
    letter: str
    """One or two letters that tell its frame without colour."""
    grade: FactView | None
    """Its level, rank or Link Rating, if it prints one."""
    values: list[FactView]
    """The values that it battles with."""
    facts: list[FactView]
    """The other printed values, such as attribute or suit."""
    texts: list[CardTextView]
    """Its effects."""
    picture: str
    """The address of the table's own picture for it; empty: there is none."""
    motif: Motif = ""
    """The motif that is drawn on it where there is no picture; empty: the shape of its frame."""


class CardFaces(Struct, frozen=True):
    """The faces of all cards of the game."""

    cards: list[CardFaceView]
    """One for each code."""
