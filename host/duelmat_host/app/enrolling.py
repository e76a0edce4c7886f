"""Enrolling at the table: which tags a sleeve on a landing spot has, and which card it holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta, Struct

from duelmat_hardware import Mat
from duelmat_host.cards.enrolment import Enrolment
from duelmat_host.cards.registry import Registry
from duelmat_host.link.events import AntennaState
from duelmat_host.link.session import BoardSession
from duelmat_host.table.errors import DeclinedError
from duelmat_host.table.state import TableState
from duelmat_message import say
from duelmat_serving.answers import Done

Uid = Annotated[str, Meta(pattern=r"^([0-9A-Fa-f]{8}|[0-9A-Fa-f]{14}|[0-9A-Fa-f]{20})$")]
Code = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_/-]{1,40}$")]
Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9._-]{1,24}$")]


class _Step(Struct, frozen=True, forbid_unknown_fields=True, tag_field="step"):
    """One step of enrolling, named by `step`."""


class LookAtSpot(_Step, frozen=True, tag="look"):
    """Read the tags on a landing spot."""

    spot: Name
    """The landing spot."""


class NameSleeve(_Step, frozen=True, tag="name"):
    """The sleeve with these tags holds this card."""

    up: Uid
    """The tag that answers when it lies face up, in hex."""
    down: Uid
    """The tag that answers when it lies face-down, in hex; the same in a sleeve with one tag."""
    deck: Name
    """The seat whose deck it belongs to."""
    code: Code
    """The card."""


class UndoLast(_Step, frozen=True, tag="undo"):
    """Forget the sleeve enrolled last."""


EnrollRequest = LookAtSpot | NameSleeve | UndoLast


class TagSighting(Struct, frozen=True):
    """The tags on a spot, as its antennas see them."""

    state: Literal["empty", "one", "several", "unsure"]
    """The number of tags that answer; `unsure`: something lies there that cannot be read."""
    uid: str | None
    """The tag's number in hex, if it is a single one."""
    code: str | None
    """The card in the sleeve with this tag, if one with it is enrolled."""


class Enrolled(Done, frozen=True):
    """The progress of enrolling."""

    sighting: TagSighting
    """The tags on the spot now."""
    enrolled: int
    """The number of sleeves that are known."""
    last: str | None
    """The card enrolled last, which undoing would forget."""


class EnrolDesk:
    """The enrolment of sleeves that are laid on a mat's landing spot."""

    def __init__(
        self,
        mat: Mat,
        enrolment: Enrolment,
        session: BoardSession,
        use: Callable[[Registry], None],
    ) -> None:
        """`use` takes the registry in use whenever it has changed."""
        self._mat = mat
        self._enrolment = enrolment
        self._session = session
        self._use = use
        self._spot = "a.grave"

    def take(self, request: EnrollRequest, state: TableState) -> Enrolled:
        """Take one step, where no card of a duel can lie face-down.

        Raises: EnrolError, DeclinedError.
        """
        _check_no_duel(state)
        spots = [spot for spot in state.zones.landing_spots if state.zones.is_sensed(spot)]
        if isinstance(request, LookAtSpot) and request.spot not in spots:
            raise DeclinedError(
                say(
                    "Sleeves are read on {spots}, not on {spot}.",
                    spots=", ".join(spots),
                    spot=request.spot,
                ),
            )
        match request:
            case LookAtSpot(spot=spot):
                self._spot = spot
            case NameSleeve(up=up, down=down, deck=deck, code=code):
                self._check_tags(up, down)
                self._enrolment.add(deck, code, bytes.fromhex(up), bytes.fromhex(down))
                self._use(self._enrolment.registry)
            case UndoLast():
                if not self._enrolment.undo():
                    raise DeclinedError(
                        say("No sleeve was enrolled here: there is nothing to forget."),
                    )
                self._use(self._enrolment.registry)
        last = self._enrolment.last
        enrolled = len(self._enrolment.registry)
        return Enrolled(self._sighting(), enrolled, None if last is None else last.code)

    def _check_tags(self, up: str, down: str) -> None:
        """Raise DeclinedError for another number of tags than a sleeve for this mat has."""
        has_one = up.lower() == down.lower()
        if has_one and self._mat.sleeve_tags > 1:
            raise DeclinedError(
                say("A sleeve for this mat has two tags, and one was read twice: read both sides.")
            )
        if not has_one and self._mat.sleeve_tags == 1:
            raise DeclinedError(
                say("A sleeve for this mat has one tag, and two were read: lay one sleeve alone.")
            )

    def _sighting(self) -> TagSighting:
        antennas = [a for a in self._mat.antennas if a.zone == self._spot]
        seen = [self._session.antennas[antenna.index] for antenna in antennas]
        uid = next((each.lowest for each in seen if each.lowest is not None), None)
        if uid is not None:
            tagged = self._enrolment.registry.tag(uid)
            code = None if tagged is None else tagged.sleeve.code
            return TagSighting("one", uid.hex(), code)
        present = {antenna.state for antenna in seen}
        if AntennaState.SEVERAL in present:
            return TagSighting("several", None, None)
        return TagSighting("unsure" if AntennaState.UNSURE in present else "empty", None, None)


def _check_no_duel(state: TableState) -> None:
    """Raise DeclinedError while a duel is played."""
    if state.duel.phase != "setup" and not state.duel.is_over():
        raise DeclinedError(
            say(
                "A duel is played, and enrolling would tell which cards lie face-down. Enrol when "
                "it is over, or start the table with --new."
            ),
        )
