"""QR codes in a terminal: block characters, two modules a character high, dark on light."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import segno

BLOCKS: Final = {(0, 0): " ", (1, 0): "\u2580", (0, 1): "\u2584", (1, 1): "\u2588"}
DARK_ON_LIGHT: Final = "\x1b[30;107m"  # said outright: a reader wants dark on light on any theme
PLAIN: Final = "\x1b[0m"
BORDER: Final = 2
GAP: Final = "   "


def qr_rows(text: str) -> list[str]:
    """Return a QR code of a text as rows of block characters."""
    code = segno.make_qr(text, error="l")
    rows = [list(row) for row in code.matrix_iter(border=BORDER)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return [
        "".join(BLOCKS[top, bottom] for top, bottom in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]


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
