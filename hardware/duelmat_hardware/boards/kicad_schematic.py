"""A design as a schematic of KiCad 6: each part with a label of its net at every contact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .design import Design, Part
from .footprints import Footprint
from .kicad_footprint import LIBRARY
from .sexpr import Node, Word, item, text, unique

VERSION: Final = 20211123
GRID_MM: Final = 2.54
COLUMN_MM: Final = 101.6
"""From one part to the next, with labels on both sides."""
SHEET: Final = ("A1", 841.0, 594.0)
EDGE_MM: Final = 25.4
HALF_BODY_MM: Final = 10.16
PIN_MM: Final = 2.54


def schematic_file(design: Design) -> str:
    """The whole file."""
    places = _places(design)
    shapes = {part.footprint.name: part.footprint for part in design.parts}
    root = item(
        "kicad_sch",
        item("version", Word(VERSION)),
        item("generator", Word("duelmat")),
        item("uuid", unique(design.name, "schematic")),
        item("paper", SHEET[0]),
        item(
            "title_block",
            item("title", design.title),
            item("rev", design.revision),
            item("comment", Word(1), f"Made from the mat {design.mat}, digest {design.digest}"),
        ),
        item("lib_symbols", *(_symbol(shape, LIBRARY) for shape in shapes.values())),
        *(node for part in design.parts for node in _labels(design, part, places[part.ref])),
        *(_instance(design, part, places[part.ref]) for part in design.parts),
        item("sheet_instances", item("path", "/", item("page", "1"))),
        item(
            "symbol_instances",
            *(
                item(
                    "path",
                    f"/{unique(design.name, 'symbol', part.ref)}",
                    item("reference", part.ref),
                    item("unit", Word(1)),
                    item("value", part.value),
                    item("footprint", f"{LIBRARY}:{part.footprint.name}"),
                )
                for part in design.parts
            ),
        ),
    )
    return text(root)


def _pin_names(shape: Footprint) -> list[str]:
    return list(dict.fromkeys(pad.name for pad in shape.pads))


def _rows(shape: Footprint) -> int:
    return (len(_pin_names(shape)) + 1) // 2


def _spots(shape: Footprint) -> Iterator[tuple[str, float, float, int]]:
    """Name, place and direction of each pin: down the left side, then up the right one.

    Places are from the symbol's middle, y upwards, as KiCad's symbols have it.
    """
    names, rows = _pin_names(shape), _rows(shape)
    top = GRID_MM * (rows // 2)
    reach = HALF_BODY_MM + PIN_MM
    for i, name in enumerate(names[:rows]):
        yield name, -reach, top - GRID_MM * i, 0
    for i, name in enumerate(reversed(names[rows:])):
        yield name, reach, top - GRID_MM * i, 180


def _places(design: Design) -> dict[str, tuple[float, float]]:
    """The middle of each part on the sheet, column by column."""
    found = {}
    x, y = EDGE_MM + COLUMN_MM / 2, EDGE_MM
    for part in design.parts:
        high = GRID_MM * (_rows(part.footprint) + 4)
        if y + high > SHEET[2] - EDGE_MM:
            x, y = x + COLUMN_MM, EDGE_MM
        # On the grid, so that pins and labels meet.
        middle = GRID_MM * round((y + GRID_MM * (_rows(part.footprint) // 2 + 2)) / GRID_MM)
        found[part.ref] = (GRID_MM * round(x / GRID_MM), middle)
        y += high
    return found


def _font(*more: Node) -> Node:
    return item("effects", item("font", item("size", 1.27, 1.27)), *more)


def _property(name: str, value: str, number: int, x: float, y: float, *more: Node) -> Node:
    place = item("at", x, y, Word(0))
    return item("property", name, value, item("id", Word(number)), place, _font(*more))


HIDDEN: Final = Word("hide")


def symbol_library(design: Design) -> str:
    """The file of the symbols in the board's library."""
    shapes = {part.footprint.name: part.footprint for part in design.parts}
    root = item(
        "kicad_symbol_lib",
        item("version", Word(VERSION)),
        item("generator", Word("duelmat")),
        *(_symbol(shape) for shape in shapes.values()),
    )
    return text(root)


def _symbol(shape: Footprint, library: str = "") -> Node:
    top = GRID_MM * (_rows(shape) // 2 + 1)
    low = top - GRID_MM * (_rows(shape) + 1)
    pins = [
        item(
            "pin",
            Word("passive"),
            Word("line"),
            item("at", x, y, Word(turn)),
            item("length", PIN_MM),
            item("name", name, _font()),
            item("number", name, _font()),
        )
        for name, x, y, turn in _spots(shape)
    ]
    hidden = [HIDDEN]
    return item(
        "symbol",
        f"{library}:{shape.name}" if library else shape.name,
        item("in_bom", Word("yes")),
        item("on_board", Word("yes")),
        _property("Reference", "U", 0, 0, top + 1.27),
        _property("Value", shape.name, 1, 0, low - 1.27),
        [*_property("Footprint", f"{LIBRARY}:{shape.name}", 2, 0, 0)[:-1], [*_font(), *hidden]],
        [*_property("Datasheet", "", 3, 0, 0)[:-1], [*_font(), *hidden]],
        item(
            "symbol",
            f"{shape.name}_0_1",
            item(
                "rectangle",
                item("start", -HALF_BODY_MM, top),
                item("end", HALF_BODY_MM, low),
                item(
                    "stroke",
                    item("width", 0.254),
                    item("type", Word("default")),
                    item("color", 0, 0, 0, 0),
                ),
                item("fill", item("type", Word("background"))),
            ),
        ),
        item("symbol", f"{shape.name}_1_1", *pins),
    )


def _labels(design: Design, part: Part, at: tuple[float, float]) -> Iterator[Node]:
    for name, x, y, turn in _spots(part.footprint):
        place = item("at", at[0] + x, at[1] - y)
        net, own = part.net(name), unique(design.name, "label", part.ref, name)
        if not net:
            yield item("no_connect", place, item("uuid", own))
            continue
        is_left = turn == 0
        yield item(
            "global_label",
            net,
            item("shape", Word("passive")),
            item("at", at[0] + x, at[1] - y, Word(180 if is_left else 0)),
            item("fields_autoplaced"),
            _font(item("justify", Word("right" if is_left else "left"))),
            item("uuid", own),
        )


def _instance(design: Design, part: Part, at: tuple[float, float]) -> Node:
    own = unique(design.name, "symbol", part.ref)
    rows = _rows(part.footprint)
    over = at[1] - GRID_MM * (rows // 2 + 1) - 1.27
    below = at[1] + GRID_MM * (rows - rows // 2) + 1.27

    def hidden(name: str, value: str, number: int) -> Node:
        return [*_property(name, value, number, *at)[:-1], [*_font(), HIDDEN]]

    return item(
        "symbol",
        item("lib_id", f"{LIBRARY}:{part.footprint.name}"),
        item("at", at[0], at[1], Word(0)),
        item("unit", Word(1)),
        item("in_bom", Word("no" if part.footprint.is_tie else "yes")),
        item("on_board", Word("yes")),
        item("uuid", own),
        _property("Reference", part.ref, 0, at[0], over),
        _property("Value", part.value, 1, at[0], below),
        hidden("Footprint", f"{LIBRARY}:{part.footprint.name}", 2),
        hidden("Datasheet", "", 3),
        hidden("Manufacturer", part.maker, 4),
        hidden("Part number", part.number, 5),
        *(
            item("pin", name, item("uuid", unique(design.name, "pin", part.ref, name)))
            for name in _pin_names(part.footprint)
        ),
    )
