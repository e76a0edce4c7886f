"""Enrolling: what is asked of the hands, and what the landing spot says, step by step.

UP --- one new tag ---> DOWN --- another new tag ---> LIFT --- nothing lies there ---> UP of the
next card; a sleeve with one tag is not turned: UP --- one new tag ---> LIFT. A tag that some
sleeve has already, or the same tag again, is reported and nothing is written. A sleeve that was
taken for another shows as soon as its second tag comes up twice. A tag is taken only if it answers
nearly always: one behind the metal of a card, or a dull one, would come and go at the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import Enum
from typing import Final

import msgspec

from duelmat_host.cards.enrolment import Enrolment
from duelmat_host.cards.face import Face
from duelmat_host.errors import EnrolError
from duelmat_host.link.events import Antenna, AntennaState
from duelmat_maker.enroll.decks import DeckCards
from duelmat_message import words_of

LEAST_SHARE: Final = 0.8
"""Of the looks at a tag that it answers. The board takes a card for lifted after five silent looks
running: with this share that is one time in 3,000, with half of the looks one in 32."""


class Asked(Enum):
    """The next act that is asked of the hands."""

    UP = "up"
    """Lay the card's sleeve face up on the spot."""
    DOWN = "down"
    """Turn it face down."""
    LIFT = "lift"
    """Take it away."""
    NOTHING = "nothing"
    """Every card of the deck is enrolled."""


class Outcome(Enum):
    """The result of a reading by an antenna."""

    NOTHING = "nothing"
    """Nothing new."""
    STEP = "step"
    """On to the next step."""
    ENROLLED = "enrolled"
    """A sleeve was written down."""
    REFUSED = "refused"
    """Something is wrong; nothing was written."""
    COUNT = "count"
    """A tag was read that would be taken: its answers are to be counted."""


class Heard(msgspec.Struct, frozen=True):
    """The answers that a spot was counted to give."""

    looks: int
    """0 if the board does not count."""
    answers: int

    @property
    def is_enough(self) -> bool:
        return self.answers >= LEAST_SHARE * self.looks


class Said(msgspec.Struct, frozen=True):
    """A result, with a sentence for people."""

    outcome: Outcome
    text: str = ""


class Enrolling:
    """One deck's cards, enrolled one after the other into a registry file."""

    def __init__(
        self,
        enrolment: Enrolment,
        deck: DeckCards,
        spot: str,
        owner_of: Callable[[str], str | None] = lambda _: None,
        *,
        sleeve_tags: int = 2,
    ) -> None:
        """Args:
        enrolment: the registry file.
        deck: the cards.
        spot: the landing spot on which sleeves are laid.
        owner_of: returns who else has the sleeve with a tag, in hex; None: nobody.
        sleeve_tags: the number of tags in a sleeve; one in a sleeve without a shield.

        """
        self._enrolment = enrolment
        self._deck = deck
        self._spot = spot
        self._owner_of = owner_of
        self._sleeve_tags = sleeve_tags
        self._up: bytes | None = None
        self._asked = Asked.UP
        self._was_lifted = False
        """Whether nothing lay there since the first face was read."""
        self._told: tuple[Asked, tuple[bytes, ...]] | None = None
        """The last refusal, so that it is reported once."""
        self.done: list[str] = []
        """Codes enrolled in this sitting, the last one last."""

    @property
    def asked(self) -> Asked:
        if self._asked is Asked.UP and self.code is None:
            return Asked.NOTHING
        return self._asked

    @property
    def code(self) -> str | None:
        """The next card; None when all are enrolled."""
        return next(iter(self.waiting), None)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The cards that have no sleeve yet."""
        known = self._enrolment.registry
        return tuple(
            code for code in self._deck.codes if known.sleeve(f"{self._deck.owner}:{code}") is None
        )

    @property
    def request(self) -> str:
        """The sentence that asks for the next act."""
        total = len(self._deck.codes)
        match self.asked:
            case Asked.UP:
                place = total - len(self.waiting) + 1
                way = " face up" if self._sleeve_tags > 1 else ""
                return f"{place}/{total} Lay {self.code}{way} on {self._spot}."
            case Asked.DOWN:
                return f"Turn {self.code} face down on {self._spot}."
            case Asked.LIFT:
                return f"Take the sleeve away from {self._spot}."
            case Asked.NOTHING:
                return f"All {total} cards are enrolled."

    def see(self, antenna: Antenna, heard: Heard | None = None) -> Said:
        """Take in what the landing spot shows now, and return the result.

        A tag is taken, and an empty spot spoken of, only with what was heard while it was counted.
        """
        if self._asked is Asked.LIFT:
            if antenna.state is not AntennaState.EMPTY:
                return Said(Outcome.NOTHING)
            self._asked = Asked.UP
            return Said(Outcome.STEP)
        if antenna.state is AntennaState.EMPTY or self.code is None:
            self._told = None
            self._was_lifted = True
            if heard is not None and heard.looks:
                return Said(Outcome.REFUSED, self._silent(heard))
            return Said(Outcome.NOTHING)
        if antenna.state is AntennaState.SEVERAL and antenna.lowest is None:
            return self._refused(
                antenna,
                (
                    "Two tags answer at the same power: lay one sleeve alone, flat on the spot. "
                    "If it is alone, this sleeve's faces cannot be told apart: take another "
                    "sleeve."
                ),
            )
        if self._sleeve_tags == 1 and len(antenna.uids) > 1:
            return self._refused(
                antenna, "Two tags answer: lay one sleeve alone, with one tag in it."
            )
        uid = antenna.lowest
        if uid is None and heard is None:
            return Said(Outcome.COUNT)
        if uid is None and heard is not None and not heard.is_enough:
            return self._refused(antenna, self._dull(heard))
        if uid is None:
            return self._refused(
                antenna, "Something lies there that cannot be read: move it a bit."
            )
        if uid == self._up:
            if antenna.state is AntennaState.SEVERAL and self._was_lifted:
                return self._refused(
                    antenna,
                    (
                        f"{uid.hex()} answers at less power again: turn {self.code} face down. If "
                        "it is turned, this sleeve's faces cannot be told apart: undo, and take "
                        "another."
                    ),
                )
            if self._was_lifted and heard is None:
                return Said(Outcome.COUNT)
            if self._was_lifted:
                return self._refused(
                    antenna,
                    (
                        f"{uid.hex()} answers again: turn {self.code} face down. If it is turned, "
                        "the tag of that side is dead, missing or not shielded from this one: "
                        "undo, and take another sleeve."
                    ),
                )
            return Said(Outcome.NOTHING)  # not turned yet
        known = self._enrolment.registry.tag(uid)
        if known is not None:
            return self._refused(
                antenna, self._known(known.sleeve.code, known.sleeve.owner, known.face)
            )
        owner = self._owner_of(uid.hex())
        if owner is not None:
            return self._refused(
                antenna, f"This sleeve is in the deck of {owner}: take another sleeve."
            )
        if heard is None:
            return Said(Outcome.COUNT)
        if not heard.is_enough:
            return self._refused(antenna, self._dull(heard))
        if self._sleeve_tags == 1:
            return self._enrol(antenna, uid, uid)
        if self._up is None:
            self._up = uid
            self._was_lifted = False
            self._asked = Asked.DOWN
            return Said(Outcome.STEP, f"Read {uid.hex()}.")
        return self._enrol(antenna, self._up, uid)

    def _enrol(self, antenna: Antenna, up: bytes, down: bytes) -> Said:
        code = self.code
        assert code is not None
        try:
            self._enrolment.add(self._deck.owner, code, up, down)
        except EnrolError as error:
            return self._refused(antenna, words_of(error))
        self.done.append(code)
        self._up = None
        self._asked = Asked.LIFT
        tags = up.hex() if up == down else f"{up.hex()} up, {down.hex()} down"
        return Said(Outcome.ENROLLED, f"{code} is enrolled: {tags}.")

    def _silent(self, heard: Heard) -> str:
        """Return the sentence for a sleeve that nothing answers from."""
        way = "" if self._sleeve_tags == 1 else f" face {self._asked.value}"
        return (
            f"Nothing answers on {self._spot}, at {heard.looks} looks. If {self.code} lies there"
            f"{way}, its tag is dead, missing, or hidden by metal in the card. {self._remedy}"
        )

    def _dull(self, heard: Heard) -> str:
        """Return the sentence for a tag that answers too seldom."""
        least = math.ceil(LEAST_SHARE * heard.looks)
        return (
            f"This tag of {self.code} answers at {heard.answers} of {heard.looks} looks, and has "
            f"to at {least}. It is dull, or hidden by metal in the card, or lies at the edge of "
            f"{self._spot}. {self._remedy}"
        )

    @property
    def _remedy(self) -> str:
        """What helps against a tag that is not heard."""
        if self._sleeve_tags == 1:
            return (
                "Lay it in the middle. If that does not help, stick a new tag on the other side "
                "of the card, or play another card."
            )
        return (
            "Lay it in the middle. If that does not help, try another sleeve, a card without a "
            "metal film, or one more spacer between film and tag."
        )

    def _known(self, code: str, owner: str, face: Face) -> str:
        if self._up is None:
            side = "" if face is Face.UNKNOWN else f", {face.value} side"
            return (
                f"This sleeve is enrolled already: it is {owner}:{code}{side}. Lay "
                f"the sleeve of {self.code}. If two sleeves were swapped, undo."
            )
        return (
            f"This is the {face.value} side of {owner}:{code}, not of the sleeve that lay "
            "there face up: one of the two was swapped. Turn the right sleeve, or undo "
            f"back to {code} and enroll both again."
        )

    def _refused(self, antenna: Antenna, text: str) -> Said:
        told = (self._asked, antenna.uids)
        if told == self._told:
            return Said(Outcome.NOTHING)
        self._told = told
        return Said(Outcome.REFUSED, text)

    def undo(self) -> str:
        """Undo one step, the face just read or else the last sleeve, and return a sentence."""
        self._told = None
        if self._up is not None:
            self._up = None
            self._asked = Asked.UP
            return f"Begin with {self.code} again."
        if not self.done:
            return "Nothing of this sitting is left to undo."
        self._enrolment.undo()
        self._asked = Asked.LIFT
        return f"{self.done.pop()} is forgotten."
