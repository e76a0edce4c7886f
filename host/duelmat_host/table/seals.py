"""Seals: the commitments to face-down cards in the public log, their openings, and the check.

A card laid face-down is committed to in the log's line; the line in which it is revealed opens the
commitment. Whoever kept the log can then check that it was this card all the time. A card that
leaves the field unseen is never opened.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from duelmat_engine import CardKey, Duel
from duelmat_engine.events import AnyEvent
from duelmat_host.table.commitment import opens
from duelmat_message import say


@dataclass(frozen=True, slots=True)
class Seal:
    """A public commitment to a card that is laid face-down."""

    card: int
    """The number of the object on the field, which its opening has too."""
    digest: str
    """The digest of salt and card, in hex."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The public opening of a commitment, when the card comes to light."""

    card: int
    """The number of the object on the field."""
    salt: str
    """The salt in hex."""
    key: CardKey
    """The card that was committed to."""


def came_to_light(events: Iterable[AnyEvent], duel: Duel) -> dict[int, CardKey]:
    """Return the cards that these events reveal, by the ids of their objects before."""
    found: dict[int, CardKey] = {}
    for event in events:
        piece, after = getattr(event, "piece", None), getattr(event, "after", None)
        key = getattr(after, "key", None) or getattr(piece, "key", None)
        if piece is not None and key is not None:
            found[piece.oid] = key
    found.update((piece.oid, piece.key) for _, piece in duel.pieces() if piece.key is not None)
    return found


class SealCheck:
    """A check of one duel's commitments that reports the faults of their openings."""

    def __init__(self) -> None:
        self.sealed_count = 0
        self.opened_count = 0
        self.faults: list[str] = []
        self._digests: dict[int, str] = {}
        self._all: dict[int, str] = {}

    def take(
        self,
        entry: int,
        data: Mapping[str, Any],
        shown: Mapping[int, CardKey],
        face_down: Collection[int],
    ) -> None:
        """Check one action's entry of the journal.

        Args:
        entry: the number of the entry.
        data: the content of the entry.
        shown: the cards that its events brought to light.
        face_down: the cards that lay face-down on the mat before it.

        """
        found: Sequence[Mapping[str, Any]] = data.get("opened", ())
        opened = {int(opening["card"]) for opening in found}
        for number in sorted(shown.keys() & set(face_down) - self._digests.keys() - opened):
            self.faults.append(
                say(
                    "entry {entry}: expected a commitment to card {number} before it came to "
                    "light, got none: it may not have been {shown} that lay face-down",
                    entry=entry,
                    number=number,
                    shown=shown[number],
                )
            )
        for opening in found:
            self._open(entry, opening, shown)
        for number in sorted(shown.keys() & self._digests.keys()):
            self.faults.append(
                say(
                    "entry {entry}: expected the commitment to card {number} to be opened, since "
                    "{shown} came to light, got no opening",
                    entry=entry,
                    number=number,
                    shown=shown[number],
                )
            )
            del self._digests[number]
        for seal in data.get("sealed", ()):
            self.sealed_count += 1
            self._digests[int(seal["card"])] = str(seal["digest"])
            self._all[int(seal["card"])] = str(seal["digest"])

    def go_back(self, hidden: Collection[int]) -> None:
        """Forget that these cards were revealed: a takeback has hidden them again."""
        self._digests = {
            number: digest for number, digest in self._all.items() if number in hidden
        }

    def _open(self, entry: int, opening: Mapping[str, Any], shown: Mapping[int, CardKey]) -> None:
        self.opened_count += 1
        number, key = int(opening["card"]), str(opening["key"])
        digest = self._digests.pop(number, None)
        if digest is None:
            self.faults.append(
                say(
                    "entry {entry}: expected an opening of a card that lies face-down, got one "
                    "of card {number}, which nobody has committed to",
                    entry=entry,
                    number=number,
                )
            )
        elif not opens(digest, str(opening["salt"]), key):
            self.faults.append(
                say(
                    "entry {entry}: expected salt and card to give {digest}..., got others "
                    "({key}): the commitment to card {number} does not open",
                    entry=entry,
                    digest=digest[:16],
                    key=key,
                    number=number,
                )
            )
        elif shown.get(number) != key:
            none = say("no card")
            self.faults.append(
                say(
                    "entry {entry}: expected {key}, to which the table had committed, to come to "
                    "light, got {card}: card {number} was exchanged",
                    entry=entry,
                    key=key,
                    card=shown.get(number, none),
                    number=number,
                )
            )
