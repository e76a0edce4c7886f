"""The reader of a tile: a bare MFRC522 with what it needs, in place of a module.

It has the contacts of the module that the net list knows: eight in a row for the bank's cable, and
the two ends ANT1 and ANT2. Between those stand, after NXP's MFRC522 data sheet (rev. 3.9) and
AN1445: crystal, supply capacitors, EMC filter, matching and the receiver's divider.

Contacts of the MFRC522 were compared with KiCad's symbol of the PN512 (PN5120A0HN1), which is in
the same body with the same contacts, as far as NXP says; with no data sheet at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from duelmat_hardware.geometry import Point
from duelmat_hardware.harness import Device

from .design import Contact, Part
from .footprints import C0603, C0805, CRYSTAL_3225, HEADER_8, HVQFN32, Footprint
from .matching import FILTER_NH, FILTER_PF, Matching

MFRC522_PINS: Final = {
    "1": "GND",
    "2": "3V3",
    "3": "3V3",
    "4": "GND",
    "5": "GND",
    "6": "RESET",
    "7": "",
    "8": "",
    "9": "3V3",
    "10": "GND",
    "11": "TX1",
    "12": "3V3",
    "13": "TX2",
    "14": "GND",
    "15": "3V3",
    "16": "VMID",
    "17": "RX",
    "18": "GND",
    "19": "",
    "20": "",
    "21": "OSCIN",
    "22": "OSCOUT",
    "23": "",
    "24": "NSS",
    "25": "",
    "26": "",
    "27": "",
    "28": "",
    "29": "SCK",
    "30": "MOSI",
    "31": "MISO",
    "32": "3V3",
    "33": "GND",
}
"""I2C low and EA high choose SPI; IRQ, MFIN, MFOUT and AUX stay open, as in the net list."""

OUTSIDE: Final = {
    "SDA": "NSS",
    "SCK": "SCK",
    "MOSI": "MOSI",
    "MISO": "MISO",
    "GND": "GND",
    "RST": "RESET",
    "3.3V": "3V3",
    "ANT1": "ANT1",
    "ANT2": "ANT2",
}
"""The contacts of the module, and what they are in here."""

CRYSTAL_PF: Final = 12.0
"""The value of each capacitor at the crystal: for one that wants 8 pF, with 2 pF of tracks."""


class _Piece(msgspec.Struct, frozen=True):
    name: str
    value: str
    number: str
    footprint: Footprint
    at: tuple[float, float]
    turn_deg: int
    nets: dict[str, str]
    maker: str = "any"


def reader_parts(device: Device, found: Mapping[str, str], values: Matching) -> Iterator[Part]:
    """The parts of one reader, in the lower right corner of its tile.

    `found` is the net on the tile of each contact of the device.
    """
    names = {inner: found[label] for label, inner in OUTSIDE.items()}

    def net(inner: str) -> str:
        return names.get(inner, f"{device.ref}.{inner}" if inner else "")

    for piece in _pieces(values):
        contacts = tuple(Contact(pad, net(inner)) for pad, inner in piece.nets.items())
        yield Part(
            ref=f"{device.ref}_{piece.name}",
            device=device.ref,
            value=piece.value,
            maker=piece.maker,
            number=piece.number,
            footprint=piece.footprint,
            at=Point(*piece.at),
            turn_deg=piece.turn_deg,
            contacts=contacts,
        )
    eight = [pin for pin in device.pins if pin.label not in {"ANT1", "ANT2"}]
    yield Part(
        ref=f"{device.ref}_X1",
        device=device.ref,
        value="cable of the bank",
        maker="Harwin",
        number="M20-9994046, eight of its contacts",
        footprint=HEADER_8,
        at=Point(42.5, 33.1),
        is_below=True,
        is_by_hand=True,
        contacts=tuple(
            Contact(str(i), found.get(pin.label, ""), pin.label)
            for i, pin in enumerate(eight, start=1)
        ),
    )


def _pieces(values: Matching) -> Iterator[_Piece]:
    def chip(
        name: str, value: str, at: tuple[float, float], turn: int, one: str, two: str
    ) -> _Piece:
        kind = "C0G, 5 %, 50 V" if value.endswith("pF") else "X7R, 10 %, 16 V"
        words = f"ceramic capacitor {value}, {kind}, 0603"
        if value.endswith("ohm"):
            words = f"resistor {value}, 1 %, 0.1 W, 0603"
        return _Piece(name, value, words, C0603, at, turn, {"1": one, "2": two})

    yield _Piece(
        *("U1", "MFRC522", "MFRC52202HN1,151", HVQFN32, (41.2, 39.2), 0, MFRC522_PINS, "NXP")
    )
    words = "crystal 27.12 MHz, 8 pF, 30 ppm, 3.2 x 2.5 mm"
    ends = {"1": "OSCIN", "2": "GND", "3": "OSCOUT", "4": "GND"}
    yield _Piece("Y1", "27.12 MHz", words, CRYSTAL_3225, (49.2, 37.8), 0, ends)
    inductor = f"inductor {FILTER_NH:g} nH, 5 %, 0.5 A, quality 20 or more at 13.56 MHz, 0805"
    for i, x in ((1, 39.4), (2, 43.0)):
        both = {"1": f"TX{i}", "2": f"FILTER{i}"}
        value = f"{FILTER_NH:g} nH"
        yield _Piece(f"L{i}", value, inductor, C0805, (x, 45.8), 270, both)
    filtered, series, shunt = (
        f"{pf:g} pF" for pf in (FILTER_PF, values.series_pf, values.shunt_pf)
    )
    yield chip("C1", filtered, (37.1, 46.4), 270, "GND", "FILTER1")
    yield chip("C2", filtered, (45.3, 46.4), 270, "GND", "FILTER2")
    yield chip("C3", series, (39.4, 49.4), 270, "FILTER1", "ANT1")
    yield chip("C4", series, (43.0, 49.4), 270, "FILTER2", "ANT2")
    yield chip("C5", shunt, (37.1, 50.1), 90, "ANT1", "GND")
    yield chip("C6", shunt, (45.3, 50.1), 90, "ANT2", "GND")
    yield chip("C7", "100 nF", (37.1, 36.8), 270, "3V3", "GND")
    yield chip("C8", "100 nF", (37.1, 40.2), 270, "3V3", "GND")
    yield chip("C9", "100 nF", (36.8, 43.1), 0, "3V3", "GND")
    yield chip("C10", "100 nF", (45.4, 43.2), 0, "3V3", "GND")
    yield _Piece(
        *("C11", "10 uF", "ceramic capacitor 10 uF, X5R, 10 V, 0805", C0805, (34.6, 37.2), 270),
        {"1": "3V3", "2": "GND"},
    )
    yield chip("C12", f"{CRYSTAL_PF:g} pF", (52.8, 40.6), 270, "OSCIN", "GND")
    yield chip("C13", f"{CRYSTAL_PF:g} pF", (52.8, 37.0), 270, "OSCOUT", "GND")
    # The receiver's divider, as the MFRC522 data sheet's typical circuit and the usual modules
    # have it; AN1445 lets it be corrected by the voltage at RX.
    yield chip("R1", "1 kohm", (46.2, 40.4), 90, "RX", "VMID")
    yield chip("C14", "100 nF", (48.2, 41.8), 90, "VMID", "GND")
    yield chip("R2", "2.7 kohm", (50.2, 42.1), 90, "RX_COUPLED", "RX")
    yield chip("C15", "1 nF", (48.8, 44.8), 0, "FILTER2", "RX_COUPLED")
