"""Everything that a table sends to its mat: lights, displays, and where hands are expected."""

from __future__ import annotations

from collections.abc import Collection

from duelmat_engine import Seat, seat_letter
from duelmat_hardware import AntennaIndex, Mat
from duelmat_host.link.session import HOT_MAX, BoardSession, LinkState
from duelmat_host.showing.hot_zones import HOT_MS, hot_zones
from duelmat_host.showing.lights import display_text, styles
from duelmat_host.table.table import Table
from duelmat_wire import lamps


class MatOutput:
    """The lights, displays and scans that were asked of a mat."""

    def __init__(self, mat: Mat, session: BoardSession) -> None:
        self.version = 0
        """Changes whenever the zones that are lit as legal do."""
        self._antennas = mat.antennas
        self._has_displays = bool(mat.displays)
        self._session = session
        self._lamps = tuple(lamp.name for lamp in mat.lamps)
        self._styles = b""
        self._expected_for: Table | None = None
        self._expected: tuple[AntennaIndex, ...] = ()
        self._expected_ms = 0

    def show(self, table: Table, faults: Collection[str], *, is_behind: bool) -> None:
        """Show a table, which the journal holds by now.

        faults: the zones with a reader that does not work.
        is_behind: what is legal next is still to be computed.
        """
        wanted = styles(table, self._lamps, faults, foreseen=not is_behind)
        if is_behind:
            wanted = self._still_open(wanted)
        if wanted != self._styles:
            were_playable = self.playable
            self._styles = wanted
            self.version += self.playable != were_playable
            self._session.show_scene(wanted)
        if is_behind:
            return
        for seat in map(Seat, table.state.duel.seats) if self._has_displays else ():
            self._session.show_display(seat_letter(seat), display_text(table, seat))

    @property
    def playable(self) -> list[str]:
        """The zones that are lit as legal."""
        lit = zip(self._lamps, self._styles, strict=False)  # none before the first scene
        return [name for name, style in lit if style == lamps.LEGAL]

    def style_of(self, zone: str) -> int:
        """Return the style last asked for a zone's lamp; OFF for a zone without a lamp."""
        if zone not in self._lamps or not self._styles:
            return lamps.OFF
        return self._styles[self._lamps.index(zone)]

    def _still_open(self, wanted: bytes) -> bytes:
        """Return the wanted styles with open zones left lit until the new ones are known."""
        return bytes(
            lamps.LEGAL if (new, old) == (lamps.OFF, lamps.LEGAL) else new
            for new, old in zip(wanted, self._styles or wanted, strict=True)
        )

    def expect(self, table: Table, now_ms: int) -> None:
        """Ask the mat to scan more often where hands are expected."""
        if self._session.state is not LinkState.UP:
            self._expected_for = None
            return
        is_old = now_ms - self._expected_ms >= HOT_MS // 2
        if table is self._expected_for and not (is_old and self._expected):
            return
        if table is not self._expected_for:
            self._expected_for = table
            zones = hot_zones(table)
            antennas = table.state.zones.antennas(zones)[:HOT_MAX]
            if antennas == self._expected and not is_old:
                return
            self._expected = antennas
        self._expected_ms = now_ms
        self._session.expect(self._expected, HOT_MS)

    def hot(self) -> frozenset[str]:
        """Return the zones that the mat has been asked to scan more often."""
        return frozenset(self._antennas[index].zone for index in self._expected)
