"""Numbers of LCSC, the shop of a maker of boards, for the parts that its machine puts on.

A number stands here only if several public lists of parts, independent of each other, name it
with the same article; no price and no stock was asked for. All others are looked up in the shop
by the words in the list of parts.
"""

from __future__ import annotations

from typing import Final

import msgspec


class Article(msgspec.Struct, frozen=True):
    """An article of the shop."""

    number: str
    maker: str
    name: str


CHECKED: Final = {
    "ceramic capacitor 12 pF, C0G, 5 %, 50 V, 0603": ("C38523", "Samsung", "CL10C120JB8NNNC"),
    "ceramic capacitor 47 pF, C0G, 5 %, 50 V, 0603": ("C1671", "Samsung", "CL10C470JB8NNNC"),
    "ceramic capacitor 56 pF, C0G, 5 %, 50 V, 0603": ("C39148", "Samsung", "CL10C560JB8NNNC"),
    "ceramic capacitor 220 pF, C0G, 5 %, 50 V, 0603": ("C27675", "Samsung", "CL10C221JB8NNNC"),
    "ceramic capacitor 1 nF, X7R, 10 %, 16 V, 0603": ("C1588", "Samsung", "CL10B102KB8NNNC"),
    "ceramic capacitor 100 nF, X7R, 10 %, 16 V, 0603": ("C14663", "YAGEO", "CC0603KRX7R9BB104"),
    "ceramic capacitor 10 uF, X5R, 10 V, 0805": ("C15850", "Samsung", "CL21A106KAYNNNE"),
    "resistor 1 kohm, 1 %, 0.1 W, 0603": ("C21190", "UNI-ROYAL", "0603WAF1001T5E"),
    "resistor 2.7 kohm, 1 %, 0.1 W, 0603": ("C13167", "UNI-ROYAL", "0603WAF2701T5E"),
    "resistor 10 kohm, 1 %, 0.1 W, 0603": ("C25804", "UNI-ROYAL", "0603WAF1002T5E"),
    "WS2812B": ("C114586", "Worldsemi", "WS2812B-B/W"),
}
"""Number, maker and article by what a board asks for; voltages may be higher than asked."""


def article(wanted: str) -> Article | None:
    """Return the article of what a board asks for, or nothing where no number is checked."""
    found = CHECKED.get(wanted)
    return Article(*found) if found else None
