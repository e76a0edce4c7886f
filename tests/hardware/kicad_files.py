"""Reads boards and schematics of KiCad back, by nothing but their format."""

import math
from collections.abc import Iterator
from pathlib import Path

from duelmat_hardware.boards.copper import BOTH, Item, Layer, Shape
from duelmat_hardware.boards.sexpr import Node, parse
from duelmat_hardware.geometry import Point

Pads = dict[tuple[str, str], str]


def read(path: Path) -> Node:
    return parse(path.read_text())


def children(node: Node, name: str) -> Iterator[Node]:
    for each in node:
        if isinstance(each, list) and each and each[0] == name:
            yield each


def child(node: Node, name: str) -> Node:
    return next(children(node, name))


def numbers(node: Node) -> list[float]:
    return [float(str(each)) for each in node[1:] if not isinstance(each, list)]


def _ref(footprint: Node) -> str:
    return next(str(t[2]) for t in children(footprint, "fp_text") if t[1] == "reference")


def board_nets(board: Node) -> Pads:
    """The net of each pad that is on one; those that KiCad names after their pad are none."""
    return {
        (_ref(footprint), str(pad[1])): str(net[2])
        for footprint in children(board, "footprint")
        for pad in children(footprint, "pad")
        for net in children(pad, "net")
        if net[2] != f"unconnected-({_ref(footprint)}-Pad{pad[1]})"
    }


def board_items(board: Node) -> Iterator[Item]:
    """All copper but pours, with places on the page."""
    names = {str(net[1]): str(net[2]) for net in children(board, "net")}
    for footprint in children(board, "footprint"):
        x, y, *turned = numbers(child(footprint, "at"))
        turn = math.radians(turned[0] if turned else 0.0)
        for pad in children(footprint, "pad"):
            if not any("Cu" in str(layer) for layer in child(pad, "layers")):
                continue  # a window of paste
            px, py, *_ = numbers(child(pad, "at"))
            w, h = numbers(child(pad, "size"))
            if abs(math.sin(turn)) > 0.5:
                w, h = h, w
            at = Point(
                x + px * math.cos(turn) + py * math.sin(turn),
                y - px * math.sin(turn) + py * math.cos(turn),
            )
            drills = [numbers(drill)[0] for drill in children(pad, "drill")]
            net = "".join(str(net[2]) for net in children(pad, "net"))
            layers = BOTH if drills else (Layer.TOP,)
            shape = Shape(at, at, 0.0, (w / 2, h / 2))
            if pad[3] in {"circle", "oval"}:
                radius = min(w, h) / 2
                reach = Point(w / 2 - radius, h / 2 - radius)
                shape = Shape(at.plus(reach.turned()), at.plus(reach), radius)
            hole_mm = drills[0] if drills else 0.0
            yield Item(net, layers, shape, hole_mm, f"{_ref(footprint)} {pad[1]}")
    for track in children(board, "segment"):
        start, end = (Point(*numbers(child(track, name))) for name in ("start", "end"))
        layer = Layer(str(child(track, "layer")[1]))
        half = numbers(child(track, "width"))[0] / 2
        yield Item(names[str(child(track, "net")[1])], (layer,), Shape(start, end, half))
    for via in children(board, "via"):
        at = Point(*numbers(child(via, "at")))
        drill = numbers(child(via, "drill"))[0]
        net = names[str(child(via, "net")[1])]
        yield Item(net, BOTH, Shape(at, at, numbers(child(via, "size"))[0] / 2), drill)


def schematic_nets(schematic: Node) -> Pads:
    """The net of each pin, by the label that lies on its end."""
    pins = {
        str(symbol[1]): [
            (str(child(pin, "number")[1]), numbers(child(pin, "at")))
            for unit in children(symbol, "symbol")
            for pin in children(unit, "pin")
        ]
        for symbol in children(child(schematic, "lib_symbols"), "symbol")
    }
    labels = {
        tuple(round(value, 3) for value in numbers(child(label, "at"))[:2]): str(label[1])
        for label in children(schematic, "global_label")
    }
    found = {}
    for symbol in children(schematic, "symbol"):
        x, y, _ = numbers(child(symbol, "at"))
        ref = next(str(p[2]) for p in children(symbol, "property") if p[1] == "Reference")
        for number, (px, py, *_) in pins[str(child(symbol, "lib_id")[1])]:
            at = (round(x + px, 3), round(y - py, 3))
            if at in labels:
                found[ref, number] = labels[at]
    return found
