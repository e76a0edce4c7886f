"""A plain blocking driver for the modelled reader, by the data sheet and not the firmware's."""

from __future__ import annotations

from typing import Any

from duelmat_rig.electronics.chance import Chance
from duelmat_rig.electronics.clock import Clock
from duelmat_rig.electronics.mfrc522 import Mfrc522
from duelmat_rig.electronics.radio import Radio
from duelmat_rig.electronics.tag import Tag

COMMAND, COM_IRQ, DIV_IRQ, ERROR, FIFO, LEVEL = 0x01, 0x04, 0x05, 0x06, 0x09, 0x0A
CONTROL, FRAMING, COLL, MODE, TX_MODE, RX_MODE = 0x0C, 0x0D, 0x0E, 0x11, 0x12, 0x13
TX_CONTROL, TX_ASK, T_MODE, T_PRESCALER, T_RELOAD = 0x14, 0x15, 0x2A, 0x2B, 0x2C
IDLE, CALC_CRC, TRANSCEIVE, SOFT_RESET = 0x0, 0x3, 0xC, 0xF
RX_IRQ, TIMER_IRQ = 0x20, 0x01
GUARD_US = 5100
CLEARLY = 2.0
"""How well an antenna reaches a tag that is always heard."""


class Bench:
    """Readers without decoders, one an antenna, and tags put straight onto them."""

    def __init__(self, antennas: int = 1, neighbours: list[list[int]] | None = None) -> None:
        self.clock = Clock()
        self.radio = Radio(antennas, neighbours or [[] for _ in range(antennas)])
        self.clock.keep(self.radio)
        self.chips = [Mfrc522(index, self.radio, self.clock) for index in range(antennas)]
        self.chance = Chance(7)

    def put(self, *tags_per_antenna: list[Tag]) -> None:
        coupled = [[(tag, CLEARLY) for tag in tags] for tags in tags_per_antenna]
        self.radio.couple(coupled, self.clock.now())

    def driver(self, antenna: int = 0) -> Driver:
        driver = Driver(self.chips[antenna], self.clock)
        driver.start()
        return driver


class Driver:
    def __init__(self, chip: Mfrc522, clock: Clock) -> None:
        self.chip = chip
        self.clock = clock

    def start(self) -> None:
        self.chip.hold_reset(True)
        self.chip.hold_reset(False)
        self.clock.spend(2000)
        self.write(T_MODE, 0x80)
        self.write(T_PRESCALER, 33)
        self.write(T_RELOAD, 0)
        self.write(T_RELOAD + 1, 60)
        self.write(TX_ASK, 0x40)
        self.write(MODE, 0x3D)
        self.write(COLL, 0)

    def transfer(self, out: bytes) -> bytes:
        into = bytearray(len(out))
        self.chip.select()
        self.chip.transfer(out, 0, into, len(out))
        self.clock.spend(25)
        return bytes(into)

    def write(self, register: int, *values: int) -> None:
        self.transfer(bytes((register << 1, *values)))

    def read(self, register: int) -> int:
        return self.transfer(bytes((0x80 | register << 1, 0)))[1]

    def field(self, is_on: bool = True, wait_us: int = GUARD_US) -> None:
        self.write(TX_CONTROL, 0x83 if is_on else 0x80)
        self.clock.spend(wait_us)

    def exchange(
        self, frame: bytes, last_bits: int = 0, align: int = 0, crc: bool = False
    ) -> dict[str, Any] | None:
        """Send and wait for the outcome; None for silence."""
        mode = 0x80 if crc else 0
        self.write(TX_MODE, mode)
        self.write(RX_MODE, mode)
        self.write(COMMAND, IDLE)
        self.write(COM_IRQ, 0x7F)
        self.write(LEVEL, 0x80)
        self.write(FIFO, *frame)
        self.write(COMMAND, TRANSCEIVE)
        self.write(FRAMING, 0x80 | align << 4 | last_bits)
        for _ in range(400):
            irqs = self.read(COM_IRQ)
            if irqs & RX_IRQ:
                break
            if irqs & TIMER_IRQ:
                return None
        else:
            raise AssertionError("neither answer nor time-out")
        count = self.read(LEVEL)
        return {
            "data": bytes(self.read(FIFO) for _ in range(count)),
            "error": self.read(ERROR),
            "last_bits": self.read(CONTROL) & 7,
            "coll": self.read(COLL),
        }

    def wake(self, command: int = 0x52) -> dict[str, Any] | None:
        return self.exchange(bytes((command,)), last_bits=7)

    def anticollide(self, level: int, known: int = 0, bits: bytes = b"") -> dict[str, Any] | None:
        whole, part = known >> 3, known & 7
        frame = bytes((0x93 + 2 * level, (2 + whole) << 4 | part)) + bits[: whole + (part > 0)]
        return self.exchange(frame, last_bits=part, align=part)

    def select(self, level: int, five: bytes) -> int | None:
        outcome = self.exchange(bytes((0x93 + 2 * level, 0x70)) + five, crc=True)
        if outcome is None or outcome["error"]:
            return None
        return int(outcome["data"][0])

    def halt(self) -> None:
        assert self.exchange(b"\x50\x00", crc=True) is None

    def read_uid(self) -> bytes | None:
        """Wake, resolve, select one tag; the highest bit wins."""
        if self.wake() is None:
            return None
        uid = b""
        for level in range(3):
            five = self._resolve(level)
            if five is None or five[0] ^ five[1] ^ five[2] ^ five[3] != five[4]:
                return None
            sak = self.select(level, five)
            if sak is None:
                return None
            uid += five[1:4] if sak & 4 else five[:4]
            if not sak & 4:
                return uid
        return None

    def _resolve(self, level: int) -> bytes | None:
        known = 0
        five = bytearray(5)
        while True:
            outcome = self.anticollide(level, known, bytes(five))
            if outcome is None:
                return None
            data = outcome["data"]
            whole = known >> 3
            if len(data) != 5 - whole:
                return None
            mask = (1 << (known & 7)) - 1
            merged = bytes((five[whole] & mask | data[0] & ~mask & 0xFF,)) + data[1:]
            five[whole:5] = merged[: 5 - whole]
            if not outcome["error"] & 0x08:
                return bytes(five)
            known = (known & ~7) + (outcome["coll"] & 0x1F or 32)
            five[(known - 1) >> 3] |= 1 << ((known - 1) & 7)

    def read_all(self) -> set[bytes]:
        """Every tag of the antenna: read one, halt it, ask for the rest."""
        found: set[bytes] = set()
        uid = self.read_uid()
        while uid is not None:
            found.add(uid)
            self.halt()
            if self.wake(0x26) is None:
                break
            uid = self._read_woken()
        return found

    def _read_woken(self) -> bytes | None:
        uid = b""
        for level in range(3):
            five = self._resolve(level)
            sak = None if five is None else self.select(level, five)
            if five is None or sak is None:
                return None
            uid += five[1:4] if sak & 4 else five[:4]
            if not sak & 4:
                return uid
        return None
