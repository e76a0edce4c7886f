"""A person who moves an opponent's cards on a real mat, and knows only what the page says.

Deck, row and stacks are real: the person takes what lies uppermost or at a place, never a card
that was named, unless it lies open.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

from direct_mat import DirectMat
from duelmat_engine.names import CardKey, Seat, key_seat, seat_letter
from duelmat_host.players.hands import ASIDE, Hands
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.zone_map import PadName

HOW = re.compile(r"face-(up|down)(?: and (upright|sideways))?")
Naming = Callable[[str], str]


class Person:
    """Hands that do what a public page tells them."""

    def __init__(self, hands: Hands, seat: Seat, chance: Random, name: Naming) -> None:
        """`hands` are where all cards at the table really are; `name` tells the name of a card."""
        self.hands = hands
        self.seat = seat
        self.side = hands.sides[seat]
        self.chance = chance
        self.name = name
        self.row: dict[int, CardKey] = {}
        self.taken_up: list[CardKey] = []
        self.seen: list[CardKey] = []
        """Cards that were read and lie beside the deck, the first read first."""
        self.done: list[str] = []
        """What was done, in the words of the page."""

    # What the page says

    def obligation(self, view: dict[str, Any]) -> dict[str, Any] | None:
        """Return what the page tells to do with the opponent's cards."""
        assert view["row"]["seat"] == seat_letter(self.seat)
        found = view["obligations"][:1]
        return found[0] if found and found[0]["instructs"] else None

    def follow(self, view: dict[str, Any]) -> bool:
        """Do what the page says, if it is about the opponent's cards."""
        obligation = self.obligation(view)
        if obligation is None:
            return False
        self.done.append(obligation["text"])
        self.obey(obligation["text"], obligation["from"], obligation["to"], view["row"]["asked"])
        return True

    def obey(self, text: str, source: str | None, to: str | None, place: int) -> None:
        """Do what an instruction says."""
        if text.startswith("Take up all"):
            self.taken_up = list(self.row.values())
            self.row.clear()
            self.chance.shuffle(self.taken_up)
        if text.startswith(("Take up all", "Lay the next")):
            self.lay(self.taken_up.pop(), to)
        elif text.startswith(("Draw", "A card is missing")) or "looks" in text:
            self.lay((self.side.extra if "Extra" in text else self.side.deck)[0], to)
        elif text.startswith("Turn over the top card"):
            self.lay(self.side.deck[0], to, face_up=True)
        elif "has seen it" in text or text.startswith("It is another"):
            self.seen.append(self.lift(source))
        elif "has seen back" in text:
            for key in reversed(self.seen):
                self.hands.bring(key, "pile")
            self.seen = []
            self.touch()
        elif "and shuffle it" in text:
            for key in self.seen:
                self.hands.bring(key, "pile")
            self.seen = []
            self.chance.shuffle(self.side.deck)
            self.touch()
        elif text.startswith("In the stack"):
            self._restack(text)
        elif source is not None and source == to:
            self._turn(source, text)
            if "touch" in text:
                self.touch()
        else:
            self._move(text, source, to, place)

    # Hands

    def _restack(self, text: str) -> None:
        key = next(key for key in self.hands.lying if f"lay {self.name(key)} " in text)
        self.lay(key, self.hands.lying[key].zone, **how_of(text))
        self.touch()

    def lay(self, key: CardKey, zone: str | None, *, face_up: bool = False, turn: int = 0) -> None:
        assert zone is not None
        self.hands.place(key, MatZone(zone), face_up=face_up, turn=turn)

    def lift(self, zone: str | None, to: str = ASIDE) -> CardKey:
        key = self.hands.at(MatZone(zone or ""))
        assert key is not None, zone
        self.hands.bring(key, to)
        return key

    def touch(self) -> None:
        self.hands.touch(PadName(f"{seat_letter(self.seat)}.deck"))

    def _find(self, text: str) -> CardKey:
        """Return the card that is named of those that lie open beside the mat."""
        owner = Seat(1 - self.seat) if "from Ana's" in text else self.seat
        side = self.hands.sides[owner]
        for key in (*side.grave, *side.banished, *side.extra, *side.aside):
            if self.name(key) in text:
                return key
        raise AssertionError(f"expected to be told what to take, got {text}")

    def _move(self, text: str, source: str | None, to: str | None, place: int) -> None:
        is_lying = source is not None
        if is_lying:
            key = self.hands.at(MatZone(source or ""))
            assert key is not None, text
        elif place and not (to or "").endswith(".hand"):
            key = self.row.pop(place)
        else:
            key = self._find(text)
        if to is None:
            spot = (source or "").partition(".")[2]
            if text.startswith("Put the card in") and key_seat(key) == self.seat:
                self.hands.stack(MatZone(source or spot))
            else:
                self.hands.bring(key, ASIDE)
        elif to.endswith(".hand"):
            assert place not in self.row
            self.hands.bring(key, "hand")
            self.row[place] = key
            if "touch" in text:
                self.touch()
        elif to.endswith(".deck"):
            self.hands.bring(key, "pile")
            if "touch" in text:
                self.touch()
        else:
            self.lay(key, to, **how_of(text))
            mat = self.hands.mat
            if isinstance(mat, DirectMat) and not mat.senses[MatZone(to)]:
                self.hands.stack(MatZone(to))
            if "touch" in text:
                self.touch()

    def _turn(self, zone: str, text: str) -> None:
        together = re.search(r"together: (upright|sideways)", text)
        if together is not None:
            lowest = self.hands.lying[self.hands.stacked(MatZone(zone))[0]]
            if (lowest.turn == 0) != (together[1] == "upright"):
                self.hands.turn(MatZone(zone))
            return
        for key in self.hands.stacked(MatZone(zone)):
            lies = self.hands.lying[key]
            wanted = {"face_up": lies.face_up, "turn": lies.turn} | how_of(text)
            self.lay(key, zone, **wanted)


def how_of(text: str) -> dict[str, Any]:
    """Return how a card is to lie, by the words of the page."""
    found = HOW.findall(text)
    assert found, text
    face, way = found[-1]
    return {"face_up": face == "up", **({"turn": 90 * (way == "sideways")} if way else {})}
