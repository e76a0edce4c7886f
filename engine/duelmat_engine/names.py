"""Names of seats, zones and cards: small strings that people can read and type.

A seat is a number in the engine and a letter in text: 0 is "a", 1 is "b".
A zone is "a.m1", "b.hand", "a.pile": seat letter, kind, and for rows an index.
A card is "a:H7": the letter of its owner and its code, one for each physical card.
A *place* names a card by where it is ("a.m1", or "a.hand" for a card nobody has seen),
a *key* by what it is ("a:H7"). Both are strings; the sign after the letter tells them apart.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NewType

from duelmat_engine.caches import cached

Seat = NewType("Seat", int)
ZoneName = NewType("ZoneName", str)
CardKey = NewType("CardKey", str)

SEAT_LETTERS: Final = "abcd"
SEATS: Final = (Seat(0), Seat(1), Seat(2), Seat(3))
NOBODY: Final = Seat(-1)
"""The seat of chance: decisions that dice, not people, answer."""

ROW_KINDS: Final = ("m", "s")
"""Zone kinds that stand in rows and carry an index: monster, spell/trap."""


def seat_letter(seat: Seat) -> str:
    return "chance" if seat == NOBODY else SEAT_LETTERS[seat]


@cache
def seat_count(seat: Seat, what: str) -> str:
    """The name under which a duel counts what a player has done: "a.summons"."""
    return f"{seat_letter(seat)}.{what}"


def parse_seat(letter: str) -> Seat:
    """The seat of a letter; ValueError for anything else."""
    if len(letter) != 1 or letter not in SEAT_LETTERS:
        raise ValueError(f"expected a seat letter of {SEAT_LETTERS}, got {letter!r}")
    return Seat(SEAT_LETTERS.index(letter))


@cache
def zone(seat: Seat, kind: str, index: int | None = None) -> ZoneName:
    return ZoneName(f"{SEAT_LETTERS[seat]}.{kind}{'' if index is None else index}")


@cached
def zone_seat(name: str) -> Seat:
    return Seat(SEAT_LETTERS.index(name[0]))


@cached
def zone_kind(name: str) -> str:
    """The kind of a zone: "m" for "a.m2", "hand" for "a.hand"."""
    return name[2:].rstrip("-0123456789")


@cached
def zone_index(name: str) -> int:
    """Return a zone's place in its row: -2 for "a.m-2"."""
    return int(name[2 + len(zone_kind(name)) :])


def card_key(seat: Seat, code: str) -> CardKey:
    return CardKey(f"{SEAT_LETTERS[seat]}:{code}")


def copy_key(seat: Seat, code: str, number: int) -> CardKey:
    """One of several copies of a card, counted from 1; the first has no number."""
    return card_key(seat, code if number == 1 else f"{code}/{number}")


def is_key(text: str) -> bool:
    return text[1:2] == ":"


def key_seat(key: str) -> Seat:
    return Seat(SEAT_LETTERS.index(key[0]))


@cached
def key_code(key: str) -> str:
    """The printed card's code: copies of one card differ behind a slash ("b:DarkHole/2")."""
    return key[2:].partition("/")[0]
