"""A sitting at a mat: what lies on the landing spot is counted before it is believed.

A tag that the metal of a card hides, or that is dull, answers now and then. So each face lies for
a moment while the board counts its answers, and a spot that stays empty is counted too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from duelmat_hardware import AntennaIndex
from duelmat_host.link import Antenna, AntennaState, BoardEvent, BoardSession, LinkState, Tally
from duelmat_host.sensing.tracker import UNCLEAR_MS

from .enrolling import Asked, Enrolling, Heard, Outcome, Said

COUNT_MS: Final = 800
"""Dozens of looks at a spot that is looked at most: enough to tell 80 % from 97 %."""
ANSWER_MS: Final = 500
"""A count that has not come by then is lost, or the board does not count."""
SILENT_MS: Final = 10_000
"""A sleeve has been laid or turned by then; whoever is slower is not harmed by the sentence."""
LIFTED_MS: Final = 500
"""A spot that is empty for so long was left; a dull tag is gone for less."""
_NOTHING: Final = Said(Outcome.NOTHING)


class _Count(msgspec.Struct):
    """The answers of a spot, while they are counted."""

    of: Antenna
    """What was read there; empty if nothing was."""
    since_ms: int
    is_asked: bool = False
    """Whether the board was asked for the result; the first count only begins."""
    is_second: bool = False
    """Whether the first was too low: the hand may not have been away yet."""


class Sitting:
    """One person, one spot, and the cards of a deck one after the other."""

    def __init__(self, enrolling: Enrolling, session: BoardSession, index: AntennaIndex) -> None:
        self._enrolling = enrolling
        self._session = session
        self._index = index
        self._count: _Count | None = None
        self._read = Antenna()
        """What was read last since the hands were asked; a tag may come and go."""
        self._empty_ms: int | None = None
        """When the spot became empty or the hands were asked; None once that was spoken of."""
        self._asked = Asked.LIFT
        self._open_ms: int | None = None
        """When several tags began to answer of which the lowest is not known."""

    def take(self, events: Sequence[BoardEvent], now_ms: int) -> Said:
        """Take in what the board has sent, and return what is to be said."""
        if self._session.state is not LinkState.UP:
            self._count = None
            return _NOTHING
        antenna = self._session.antennas[self._index]
        if self._enrolling.asked is not self._asked:
            self._asked, self._empty_ms = self._enrolling.asked, now_ms
            self._read, self._count = Antenna(), None
        if self._asked not in {Asked.UP, Asked.DOWN}:
            return self._enrolling.see(antenna)
        if antenna.state is AntennaState.EMPTY:
            if self._empty_ms is None or now_ms - self._empty_ms >= LIFTED_MS:
                self._enrolling.see(antenna)
            return self._wait(events, now_ms)
        self._empty_ms = now_ms
        if self._is_open(antenna, now_ms):
            return self._counted(events, now_ms)
        if antenna.state is not AntennaState.UNSURE and antenna != self._read:
            self._read, self._count = antenna, None
        if self._count is None:
            said = self._enrolling.see(antenna)
            if said.outcome is not Outcome.COUNT:
                return said
            self._begin(antenna, now_ms)
        return self._counted(events, now_ms)

    def _wait(self, events: Sequence[BoardEvent], now_ms: int) -> Said:
        """Wait for a sleeve, and say at last that none answers."""
        if self._empty_ms is not None and now_ms - self._empty_ms >= SILENT_MS:
            self._empty_ms = None
            self._begin(Antenna(), now_ms)
        return self._counted(events, now_ms)

    def _counted(self, events: Sequence[BoardEvent], now_ms: int) -> Said:
        """Return what follows from a count, if one is under way and ends now."""
        count = self._count
        heard = self._heard(count, events, now_ms) if count else None
        if count is None or heard is None:
            return _NOTHING
        self._count = None
        is_tag = count.of.state is not AntennaState.EMPTY
        if is_tag and not heard.is_enough and not count.is_second:
            self._begin(count.of, now_ms, is_second=True)
            return _NOTHING
        if is_tag and heard.looks and not heard.answers:
            return _NOTHING  # lifted
        return self._enrolling.see(count.of, heard)

    def _is_open(self, antenna: Antenna, now_ms: int) -> bool:
        """Whether the mat is still finding out which of two tags lies lowest."""
        if antenna.state is not AntennaState.SEVERAL or antenna.lowest is not None:
            self._open_ms = None
            return False
        if self._open_ms is None:
            self._open_ms = now_ms
        return now_ms - self._open_ms < UNCLEAR_MS

    def _begin(self, of: Antenna, now_ms: int, *, is_second: bool = False) -> None:
        self._count = _Count(of, now_ms, is_second=is_second)
        self._session.expect([self._index], COUNT_MS + ANSWER_MS)
        self._session.ask_tally(self._index)

    def _heard(self, count: _Count, events: Sequence[BoardEvent], now_ms: int) -> Heard | None:
        """Return the result of a count, empty if the board does not count; None until then."""
        for event in events:
            if count.is_asked and isinstance(event, Tally) and event.index == self._index:
                return Heard(event.visits, event.answered)
        waited_ms = now_ms - count.since_ms
        if waited_ms >= COUNT_MS and not count.is_asked:
            count.is_asked = True
            self._session.ask_tally(self._index)
        return Heard(0, 0) if waited_ms >= COUNT_MS + ANSWER_MS else None
