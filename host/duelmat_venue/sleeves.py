"""Sleeves: the tags of the cards that a player has brought to an event, by the deck list.

They are read at the desk, compared with the list, kept by the hub, and given to the table at which
the player sits. What other tables and the desk get are marks: they tell whose a tag is, and
neither its number nor its card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from duelmat_message import Text, say, say_count

MOST_SLEEVES: Final = 500
"""The most sleeves of a player: several times the largest deck that any of the games allows."""
MARK_DIGITS: Final = 8
"""Hex digits of a mark: among the 60,000 tags of 500 players one in 70,000 strangers is mistaken
for one of theirs."""

Code = Annotated[str, Meta(min_length=1, max_length=80)]
Codes = tuple[Code, ...]
Tag = Annotated[str, Meta(pattern=r"^([0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})$")]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class SleeveTags(Struct, frozen=True, forbid_unknown_fields=True):
    """A sleeve with its card."""

    code: Code
    """The card as in the ruleset, without the number of a copy."""
    up: Tag
    """The tag that answers when it lies face up, in hex."""
    down: Tag
    """The tag that answers when it lies face-down, in hex; the same in a sleeve with one tag."""

    @property
    def tags(self) -> tuple[str, ...]:
        return (self.up,) if self.up == self.down else (self.up, self.down)


Sleeves = Annotated[tuple[SleeveTags, ...], Meta(max_length=MOST_SLEEVES)]


class SleevedDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """The sleeves of a player's deck."""

    main: Sleeves
    extra: Sleeves = ()
    side: Sleeves = ()

    @property
    def all(self) -> tuple[SleeveTags, ...]:
        return (*self.main, *self.extra, *self.side)


class ListedDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's deck list, as the desk compares sleeves with it."""

    player: int
    name: str
    event: str
    ruleset: str
    digest: Digest
    """The digest by which the event knows the list."""
    main: Codes
    extra: Codes = ()
    side: Codes = ()
    is_enrolled: bool = False
    """Whether the event has sleeves for this list already."""

    @property
    def all(self) -> Codes:
        return (*self.main, *self.extra, *self.side)


class TableSleeves(Struct, frozen=True, forbid_unknown_fields=True):
    """The sleeves of a player who sits at a table."""

    player: int
    digest: Digest
    """The digest by which the event knows them."""
    deck: SleevedDeck


class Owner(Struct, frozen=True, forbid_unknown_fields=True):
    """A player with the marks of the own sleeves."""

    player: int
    name: str
    table: int
    """The table at which the player sits in this round; 0: none."""
    marks: str
    """The marks, one after the other."""


class Owners(Struct, frozen=True, forbid_unknown_fields=True):
    """The players whose sleeves an event knows."""

    event: str
    """The mark of the event, which is a part of the marks of its tags."""
    owners: tuple[Owner, ...]

    def find(self, tag: str) -> Owner | None:
        """Return the owner of a tag; None: nobody's sleeve has it."""
        mark = mark_of(self.event, tag)
        return next((each for each in self.owners if mark in set(_split(each.marks))), None)


def mark_of(event: str, tag: str) -> str:
    """Return the mark of a tag at an event, from which nobody reads the tag."""
    return sha256(f"{event} {tag}".encode()).hexdigest()[:MARK_DIGITS]


def marks_of(event: str, deck: SleevedDeck) -> str:
    """Return the marks of all tags of a deck, in an order that tells nothing of its cards."""
    tags = (tag for sleeve in deck.all for tag in sleeve.tags)
    return "".join(sorted(mark_of(event, tag) for tag in tags))


def _split(marks: str) -> Iterator[str]:
    return (marks[at : at + MARK_DIGITS] for at in range(0, len(marks), MARK_DIGITS))


def sleeves_digest(deck: SleevedDeck) -> str:
    """Return the digest of a deck's sleeves: SHA-256 of their JSON, in hex."""
    return sha256(msgspec.json.encode(deck)).hexdigest()


def sleeved(listed: ListedDeck, sleeves: Sequence[SleeveTags]) -> SleevedDeck:
    """Return the sleeves in the parts of a list: copies fill the main deck first.

    The sleeves are those of the list, see `list_faults`.
    """
    left = list(sleeves)

    def take(codes: Codes) -> tuple[SleeveTags, ...]:
        found = []
        for code in codes:
            place = next(at for at, sleeve in enumerate(left) if sleeve.code == code)
            found.append(left.pop(place))
        return tuple(found)

    return SleevedDeck(take(listed.main), take(listed.extra), take(listed.side))


def list_faults(listed: ListedDeck, sleeves: Sequence[SleeveTags]) -> Iterator[Text]:
    """Yield a sentence for each card of which there are not as many sleeves as in the list."""
    wanted, held = Counter(listed.all), Counter(each.code for each in sleeves)
    for code in dict.fromkeys((*listed.all, *held)):
        most, found = wanted[code], held[code]
        if not most:
            yield say("{card} is not in the list: take it out of the deck.", card=code)
        elif found < most:
            yield say_count(
                "{card}: 1 sleeve is missing ({found} of {most}).",
                "{card}: {count} sleeves are missing ({found} of {most}).",
                most - found,
                card=code,
                found=found,
                most=most,
            )
        elif found > most:
            yield say_count(
                "{card}: 1 sleeve is too many ({found} instead of {most}).",
                "{card}: {count} sleeves are too many ({found} instead of {most}).",
                found - most,
                card=code,
                found=found,
                most=most,
            )
    tags = Counter(tag for each in sleeves for tag in each.tags)
    for each in sleeves:
        if tags[each.up] > 1 or tags[each.down] > 1:
            yield say(
                "{card}: a tag of this sleeve is in two sleeves. Read both again.", card=each.code
            )
