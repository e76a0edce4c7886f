"""A mat drawn with characters, for documentation and terminals."""

from __future__ import annotations

from typing import Final

from .geometry import Rect
from .mat import Mat

COLUMN_MM: Final = 8.0
ROW_MM: Final = 16.0
"""A character is about twice as high as it is wide."""


def sketch(mat: Mat) -> str:
    """Zones and stacks as boxes, pads as `=`, buttons as `o`, the phase bar as `*`."""
    width = round(mat.sheet.w_mm / COLUMN_MM)
    canvas = [[" "] * width for _ in range(round(mat.sheet.h_mm / ROW_MM))]

    def cell(x_mm: float, y_mm: float) -> tuple[int, int]:
        return int(y_mm / ROW_MM), int(x_mm / COLUMN_MM)

    def write(text: str, row: int, middle: int) -> None:
        for i, character in enumerate(text, start=middle - (len(text) - 1) // 2):
            if 0 <= i < width:
                canvas[row][i] = character

    def box(rect: Rect, label: str) -> None:
        top, left = cell(rect.left_mm, rect.top_mm)
        bottom, right = cell(rect.right_mm - COLUMN_MM, rect.bottom_mm - ROW_MM)
        for row in range(top, bottom + 1):
            is_edge = row in (top, bottom)
            line = ("+" + "-" * (right - left - 1) + "+") if is_edge else "|"
            canvas[row][left : left + len(line)] = line
            canvas[row][right] = line[-1]
        for row, word in enumerate(label.split("."), start=(top + bottom) // 2):
            write(word, row, (left + right + 1) // 2)

    for zone in mat.zones:
        box(zone.area, zone.id)
        if zone.stack:
            box(zone.stack, "(stack)")
    for pad in mat.pads:
        row, column = cell(pad.area.x_mm, pad.area.y_mm)
        write("===", row, column)
    for button in mat.buttons:
        row, column = cell(button.place.x_mm, button.place.y_mm)
        canvas[row][column] = "o"
    for display in mat.displays:
        row, column = cell(display.area.x_mm, display.area.y_mm)
        write(f"[ life of {display.seat} ]", row, column)
    bar = [place for lamp in mat.lamps if lamp.name.startswith("phase.") for place in lamp.places]
    for place in bar:
        row, column = cell(place.x_mm, place.y_mm)
        canvas[row][column] = "*"
    return "\n".join("".join(row).rstrip() for row in canvas).strip("\n")
