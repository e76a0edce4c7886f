"""The examination: part after part, each with what should come of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from duelmat_hardware import Antenna, AntennaRole, Mat
from duelmat_host.link.events import AntennaState, BoardEvent, Button, HealthState, Tally, Touch
from duelmat_host.link.session import LinkState
from duelmat_maker.doctor.banks import failing_banks
from duelmat_maker.doctor.connection import MatConnection
from duelmat_maker.doctor.findings import Diagnosis, Report, State
from duelmat_maker.doctor.operator import Do, DoKind, Operator, Question, QuestionKind
from duelmat_wire import lamps

PARTS: Final = ("link", "readers", "lights", "displays", "buttons", "pads", "margins")
"""The parts that are tested, in this order."""
NO_HANDS: Final = ("link", "readers")
"""The parts that can be tested with nobody there."""

CONNECT_MS: Final = 6_000
LISTEN_MS: Final = 3_000
SLOW_SWEEP_MS: Final = 120
SLOW_ROUND_MS: Final = 100
LAMP_MS: Final = 400
INPUT_MS: Final = 10_000
CARD_MS: Final = 8_000
MARGIN_MS: Final = 1_500
FEW_VISITS: Final = 8
FINE_SHARE: Final = 0.97
WEAK_SHARE: Final = 0.8
_HOT_MS: Final = 5_000

_SILENT_CHECK: Final = (
    "3.3 V and ground at the reader, its cable's plugs, its select line (NSS) at "
    "the bank's decoder U1, and its MISO at U3; swap it with a neighbour: does "
    "the fault go with it?"
)
_STRANGE_CHECK: Final = (
    "loose plugs and long wires on SCK and MOSI; whether the chip is an MFRC522 "
    "or works like one; two readers on one select line."
)
_NO_FIELD_CHECK: Final = (
    "the 3.3 V regulator under load, the antenna's solder joints, and the "
    "matching parts of this coil."
)
_TROUBLE_CHECK: Final = (
    "the supply's plug and voltage, the main fuse, the wires of 5 V and 3.3 V "
    "and their ground; then the board's resistors at its sense lines (R1 to R4)."
)
_OPEN_COIL: Final = (
    "switch the mat off and measure from one end of this coil to the other: less than 1 ohm; more "
    "is an open coil, a bad joint or a broken wire"
)
_NO_CARD: Final = (
    "whether a sleeve with tags lay there: try a second one. If nothing answers it either, "
    f"{_OPEN_COIL}. Then its matching parts, its wires (short, twisted), and metal beneath."
)
_SAME_ZONE: Final = (
    "the card's way: upright means foot to its player. If it lay as asked, "
    f"{_OPEN_COIL}. Then whether the wires of the zone's two coils are swapped."
)
_OTHER_ZONE: Final = "the coils' wires: are two swapped? Whether the card lay in another zone."
_READER_CHECKS: Final = {
    HealthState.SILENT: ("the chip does not answer", _SILENT_CHECK),
    HealthState.STRANGE: ("the chip answers wrongly", _STRANGE_CHECK),
    HealthState.NO_FIELD: ("its field does not switch on", _NO_FIELD_CHECK),
}


class Examination:
    """One mat, examined once."""

    def __init__(
        self,
        connection: MatConnection,
        mat: Mat,
        operator: Operator,
        told: Callable[[Diagnosis], None] = lambda _: None,
    ) -> None:
        self._connection = connection
        self._mat = mat
        self._operator = operator
        self._told = told
        self._scene = bytes(len(mat.lamps))

    def report(self, parts: tuple[str, ...] = PARTS) -> Report:
        """Test these parts, one after the other."""
        findings: list[Diagnosis] = []
        for finding in self._all(parts):
            self._told(finding)
            findings.append(finding)
        return Report(self._about(), tuple(findings))

    def _about(self) -> dict[str, str]:
        hello, status = self._connection.session.hello, self._connection.status
        about = {"mat": f"{self._mat.name} {self._mat.digest[:16]}"}
        if hello is not None:
            about |= {
                "board's mat": hello.digest.hex(),
                "firmware": ".".join(map(str, hello.firmware)),
                "protocol": f"{hello.protocol}, features 0x{hello.features:04x}",
                "board": f"{hello.antennas} antennas, {hello.lamps} lamps, {hello.pads} pads, "
                f"{hello.buttons} buttons",
            }
        if status is not None:
            about["sweep"] = f"{status.sweep_ms} ms"
            about["heap free"] = f"{status.heap_free_bytes} bytes"
        counts = self._connection.session.statistics
        about["link"] = (
            f"{counts.sent} frames sent, {counts.resent} resent, {counts.received} messages "
            f"received, {counts.bad} pieces of no use, {counts.stale} left from before, "
            f"{counts.missed} events missed, "
            f"{counts.sessions} sessions; the board: {counts.board_bad} bad, "
            f"{counts.board_resent} resent"
        )
        lines = self._connection.log.lines
        about |= {f"board's line {at}": line for at, line in enumerate(lines, start=1)}
        return about

    def _all(self, parts: tuple[str, ...]) -> Iterator[Diagnosis]:
        is_up = False
        for finding in self._connect():
            is_up = finding.state is not State.FAULT
            yield finding
        if not is_up:
            return
        tests = {
            "link": self._link,
            "readers": self._readers,
            "lights": self._lights,
            "displays": self._displays,
            "buttons": self._buttons,
            "pads": self._pads,
            "margins": self._margins,
        }
        for part in parts:
            yield from tests[part]()
        self._show({})
        trouble = self._connection.log.trouble
        if trouble is not None:
            yield Diagnosis("board", "trouble", State.WEAK, trouble, _TROUBLE_CHECK)

    # The board

    def _connect(self) -> Iterator[Diagnosis]:
        connection = self._connection
        end_ms = connection.now_ms + CONNECT_MS
        while not connection.session.has_map and connection.now_ms < end_ms:
            connection.step()
            if connection.session.state is LinkState.WRONG:
                break
        advice = connection.session.advice
        if advice is not None:
            yield Diagnosis("board", "board", State.FAULT, "does not fit this host", advice)
        elif not connection.session.has_map:
            waiting = connection.line.waiting_for
            yield Diagnosis(
                "board",
                "board",
                State.FAULT,
                "does not answer",
                waiting
                or (
                    "the firmware: `duelmat flash --port DEVICE` puts it on. If it is on: the 5 "
                    "V supply, and whether button a.ok is stuck (held at the start it leads to "
                    "the prompt)."
                ),
            )
        else:
            yield Diagnosis("board", "board", State.FINE, "answers and fits this host")

    def _link(self) -> Iterator[Diagnosis]:
        connection = self._connection
        connection.wait(LISTEN_MS)
        counts, status = connection.session.statistics, connection.status
        trip_ms = counts.round_trip_ms
        wire_check = "the USB cable (shorter, another one, no hub) and the other programs on it."
        if trip_ms is None or trip_ms > SLOW_ROUND_MS:
            yield Diagnosis("link", "round trip", State.WEAK, f"{trip_ms} ms", wire_check)
        else:
            yield Diagnosis("link", "round trip", State.FINE, f"{trip_ms} ms")
        # What hosts before this one did to the board is none of this cable's business.
        bad = counts.bad + counts.board_bad - connection.board_bad_before
        is_noisy = bad > counts.sessions + 2  # a board that was talking is cut short at the start
        yield Diagnosis(
            "link",
            "noise",
            State.WEAK if is_noisy else State.FINE,
            f"{bad} pieces of no use, {counts.resent + counts.board_resent} frames resent",
            wire_check if is_noisy else "",
        )
        sweep_ms = status.sweep_ms if status else 0
        is_slow = not 0 < sweep_ms <= SLOW_SWEEP_MS
        yield Diagnosis(
            "link",
            "sweep",
            State.WEAK if is_slow else State.FINE,
            f"{sweep_ms} ms for all antennas",
            "readers with faults, below: each takes time from the others." if is_slow else "",
        )

    def _readers(self) -> Iterator[Diagnosis]:
        self._connection.wait(LISTEN_MS)
        health = self._connection.health
        ill = {at: state for at, state in health.items() if state is not HealthState.FINE}
        banks = failing_banks(self._mat, ill)
        yield from dict.fromkeys(banks.values())
        for antenna in self._mat.antennas:
            place = f"bank {antenna.bank}, line {antenna.line}"
            if antenna.index not in ill:
                yield Diagnosis("reader", antenna.label, State.FINE, f"its chip answers ({place})")
                continue
            text, check = _READER_CHECKS[ill[antenna.index]]
            common = banks.get(antenna.bank)
            if common is not None:
                check = f"bank {common.name} first, above." if common.name != "all" else "above."
            yield Diagnosis(
                "reader",
                antenna.label,
                State.FAULT,
                f"{text} ({place})",
                check,
            )

    # What shows

    def _lights(self) -> Iterator[Diagnosis]:
        names = [lamp.name for lamp in self._mat.lamps]
        for name in names:
            self._show({name: lamps.SELECTED})
            self._connection.wait(LAMP_MS)
        all_in_turn = self._operator.sees(
            Question(
                QuestionKind.LAMPS_IN_TURN,
                "all",
                f"Did {len(names)} lamps light up one after the other, each alone?",
            )
        )
        for number, name in enumerate(names):
            is_lit: bool | None = all_in_turn
            if all_in_turn is not None and (not all_in_turn or self._looks_itself()):
                self._show({name: lamps.SELECTED})
                self._connection.wait(LAMP_MS)
                is_lit = self._operator.sees(
                    Question(
                        QuestionKind.LAMP,
                        name,
                        f"Is the lamp {name} lit, and no other?",
                    )
                )
            before = names[number - 1] if number else "the level shifter"
            yield _seen(
                "lamp",
                name,
                is_lit,
                (
                    f"the chain: from {before} to here data goes through one wire; 5 V and ground "
                    "at this lamp; if all after it are dark too, it is this lamp's first light."
                ),
            )
        self._show({})

    def _looks_itself(self) -> bool:
        """Whether looking costs nothing, so that each lamp is looked at."""
        return bool(getattr(self._operator, "UP", None))

    def _displays(self) -> Iterator[Diagnosis]:
        for display in self._mat.displays:
            seat = display.seat.value
            self._connection.session.show_display(seat, "88888888")
            self._connection.wait(LAMP_MS)
            is_lit = self._operator.sees(
                Question(
                    QuestionKind.DISPLAY,
                    seat,
                    f"Does the display of seat {seat} show eight 8s?",
                )
            )
            yield _seen(
                "display",
                seat,
                is_lit,
                f"its address bridges (0x{display.address:02x} is wanted), SDA and SCL, its 5 V.",
            )
            self._connection.session.show_display(seat, "")

    # What is touched

    def _buttons(self) -> Iterator[Diagnosis]:
        names = [button.name for button in self._mat.buttons]

        def pressed(event: BoardEvent) -> str | None:
            if isinstance(event, Button) and event.is_pressed and event.button < len(names):
                return names[event.button]
            return None

        for name, button in zip(names, self._mat.buttons, strict=True):
            wanted = Do(DoKind.PRESS, name, f"Press the button {name}.")
            check = f"the wire from GP{button.pin} to the button, and its ground."
            yield self._input("button", wanted, pressed, check)

    def _pads(self) -> Iterator[Diagnosis]:
        names = [pad.name for pad in self._mat.pads]

        def touched(event: BoardEvent) -> str | None:
            if isinstance(event, Touch) and event.is_pressed and event.pad < len(names):
                return names[event.pad]
            return None

        for name, pad in zip(names, self._mat.pads, strict=True):
            wanted = Do(DoKind.TOUCH, name, f"Lay a finger on the pad {name} for a second.")
            check = (
                f"electrode {pad.electrode} of the touch chip 0x{pad.chip_address:02x}: its wire, "
                "its solder joint; if all pads of that chip fail, its address bridge, SDA and "
                "SCL."
            )
            yield self._input("pad", wanted, touched, check)

    def _input(
        self, part: str, wanted: Do, name_of: Callable[[BoardEvent], str | None], check: str
    ) -> Diagnosis:
        if self._connection.session.state is LinkState.UP:
            self._light(wanted.name)
        while True:
            if not self._operator.do(wanted):
                return Diagnosis(part, wanted.name, State.SKIPPED, "left out")
            heard = self._hear(name_of, INPUT_MS)
            if heard == wanted.name:
                self._connection.wait(300)
                return Diagnosis(part, wanted.name, State.FINE, "is felt")
            if heard is None and self._operator.goes_on(wanted):
                continue
            text = "is not felt" if heard is None else f"{heard} is felt instead"
            if heard is not None:
                check = f"the wires of {wanted.name} and {heard}: are they swapped?"
            return Diagnosis(part, wanted.name, State.FAULT, text, check)

    def _hear(self, name_of: Callable[[BoardEvent], str | None], within_ms: int) -> str | None:
        end_ms = self._connection.now_ms + within_ms
        while self._connection.now_ms < end_ms:
            for event in self._connection.step():
                name = name_of(event)
                if name is not None:
                    return name
        return None

    # How well cards are read

    def _margins(self) -> Iterator[Diagnosis]:
        session = self._connection.session
        for antenna in self._mat.antennas:
            name = antenna.label
            if not session.ask_tally(antenna.index):
                yield Diagnosis(
                    "margin",
                    name,
                    State.SKIPPED,
                    "this firmware does not count how often a card answers",
                    "`duelmat flash` puts the firmware of this version on the board.",
                )
                continue
            yield self._margin(antenna)

    def _margin(self, antenna: Antenna) -> Diagnosis:
        name = antenna.label
        is_sideways = antenna.role is AntennaRole.B
        self._light(antenna.zone)
        wanted = Do(
            DoKind.LAY,
            antenna.zone,
            _lay_words(antenna.zone, is_sideways=is_sideways),
            is_sideways,
        )
        if not self._operator.do(wanted):
            return Diagnosis("margin", name, State.SKIPPED, "left out")
        lies_on = self._where_it_lies(antenna)
        finding = self._counted(antenna, lies_on)
        self._operator.do(Do(DoKind.LIFT, antenna.zone, f"Take the card off {antenna.zone}."))
        end_ms = self._connection.now_ms + CARD_MS
        while self._lying() and self._connection.now_ms < end_ms:
            self._connection.step()
        return finding

    def _lying(self) -> list[int]:
        return [
            at
            for at, antenna in enumerate(self._connection.session.antennas)
            if antenna.state is not AntennaState.EMPTY
        ]

    def _where_it_lies(self, antenna: Antenna) -> int | None:
        """Wait for an antenna to read the card, preferably this one, and return its index."""
        end_ms = self._connection.now_ms + CARD_MS
        while self._connection.now_ms < end_ms:
            self._connection.step()
            lying = self._lying()
            if antenna.index in lying:
                return antenna.index
            if lying and self._connection.now_ms > end_ms - CARD_MS + 1_500:
                return lying[0]
        return None

    def _counted(self, antenna: Antenna, lies_on: int | None) -> Diagnosis:
        """Count the answers of a card that is read on an antenna, on another one, or nowhere."""
        connection, name = self._connection, antenna.label
        connection.session.expect([antenna.index], _HOT_MS)
        connection.session.ask_tally(antenna.index)
        connection.wait(MARGIN_MS)
        connection.session.ask_tally(antenna.index)
        tallies = [e for e in connection.wait(200) if isinstance(e, Tally)]
        connection.session.expect([], 1)
        if not tallies or tallies[-1].visits < FEW_VISITS:
            return Diagnosis(
                "margin",
                name,
                State.WEAK,
                "too few visits to tell",
                "the sweep's time, above.",
            )
        tally = tallies[-1]
        share = tally.answered / tally.visits
        text = f"{tally.answered} of {tally.visits} visits answered ({share:.0%})"
        if lies_on is None:
            return Diagnosis("margin", name, State.FAULT, f"no card is read: {text}", _NO_CARD)
        if lies_on != antenna.index:
            other = self._mat.antennas[lies_on]
            check = _SAME_ZONE if other.zone == antenna.zone else _OTHER_ZONE
            text = f"the card is read at {other.label} instead: {text}"
            return Diagnosis("margin", name, State.FAULT, text, check)
        if share >= FINE_SHARE:
            return Diagnosis("margin", name, State.FINE, text)
        return Diagnosis(
            "margin",
            name,
            State.WEAK if share >= WEAK_SHARE else State.FAULT,
            text,
            (
                "the distance from coil to card (sheet, felt), the coil's matching parts, "
                "metal beneath, and the supply's voltage with four fields on; try another "
                "sleeve."
            ),
        )

    # Lamps

    def _light(self, zone: str) -> None:
        self._show({zone: lamps.ASK})

    def _show(self, styles: dict[str, int]) -> None:
        self._connection.session.show_scene(
            bytes(styles.get(lamp.name, lamps.OFF) for lamp in self._mat.lamps)
        )


def _lay_words(zone: str, *, is_sideways: bool) -> str:
    if is_sideways:
        return f"Lay a card sideways on {zone}."
    return f"Lay a card upright on {zone}."


def _seen(part: str, name: str, is_so: bool | None, check: str) -> Diagnosis:
    if is_so is None:
        return Diagnosis(part, name, State.SKIPPED, "left out")
    if is_so:
        return Diagnosis(part, name, State.FINE, "lights up")
    return Diagnosis(part, name, State.FAULT, "does not light up as it should", check)
