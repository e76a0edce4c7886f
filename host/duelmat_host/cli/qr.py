"""QR codes in a terminal: block characters, two modules a character high, dark on light."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from typing import Final

import segno

DARK_ON_LIGHT: Final = "\x1b[97;40m"
"""segno draws what is light; said outright, so that it is light on any theme of a terminal."""
PLAIN: Final = "\x1b[0m"
BORDER: Final = 2
"""Light modules around a code: half of what the standard asks for, so that more stand abreast."""
GAP: Final = "   "


def qr_rows(text: str) -> list[str]:
    """Return a QR code of a text as rows of block characters."""
    drawn = StringIO()
    segno.make_qr(text, error="l").terminal(drawn, border=BORDER, compact=True)
    return drawn.getvalue().splitlines()


def qr_block(captioned: Sequence[tuple[str, str]], width: int) -> str:
    """Return QR codes with a caption above each, beside each other as far as the width allows."""
    codes = [(caption, qr_rows(text)) for caption, text in captioned]
    lines: list[str] = []
    while codes:
        taken = [codes.pop(0)]
        while codes and _width([*taken, codes[0]]) <= width:
            taken.append(codes.pop(0))
        lines.append(GAP.join(c[: len(rows[0])].ljust(len(rows[0])) for c, rows in taken).rstrip())
        height = max(len(rows) for _, rows in taken)
        lines += (
            GAP.join(
                f"{DARK_ON_LIGHT}{rows[at]}{PLAIN}" if at < len(rows) else " " * len(rows[0])
                for _, rows in taken
            )
            for at in range(height)
        )
        lines.append("")
    return "\n".join(lines)


def _width(codes: Sequence[tuple[str, list[str]]]) -> int:
    return sum(len(rows[0]) for _, rows in codes) + len(GAP) * (len(codes) - 1)
