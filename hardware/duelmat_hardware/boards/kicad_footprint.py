"""A footprint as KiCad 6 has it: in its place on a board, and alone in the board's library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from .design import PAGE, Design, Part
from .footprints import Pad
from .models import MODELS, has_model
from .sexpr import Node, Word, item, text, unique

VERSION: Final = 20211014
LIBRARY: Final = "duelmat"
"""The library's name in a board's project, where it lies beside the board."""
Own = Callable[..., Node]
"""Makes the identifier of a piece of a footprint."""


def placed_footprint(design: Design, part: Part, numbers: Mapping[str, int]) -> Node:
    """A part on a board, on its nets."""

    def own(*names: object) -> Node:
        return item("tstamp", unique(design.name, part.ref, *names))

    turn = [float(part.turn_deg)] if part.turn_deg else []
    nets = {
        **open_contacts(part),
        **{contact.pad: contact.net for contact in part.contacts if contact.net},
    }
    at = item("at", part.at.x_mm + PAGE.x_mm, part.at.y_mm + PAGE.y_mm, *turn)
    return item(
        "footprint",
        f"{LIBRARY}:{part.footprint.name}",
        item("layer", "F.Cu"),
        own(),
        at,
        *_description(part),
        item("path", f"/{unique(design.name, 'symbol', part.ref)}"),
        _attributes(part),
        *_texts(part, (part.ref, part.value), turn, own),
        *_courtyard(part, own),
        *_marks(part, own),
        *_pads(part, turn, own, {pad: (numbers[net], net) for pad, net in nets.items()}),
        *_tie(part, own),
        *_model(part),
    )


def library_footprint(design: Design, part: Part) -> str:
    """The file of a part's footprint in the board's library."""
    name = part.footprint.name

    def own(*names: object) -> Node:
        return item("tstamp", unique(design.name, "library", name, *names))

    root = item(
        "footprint",
        name,
        item("version", Word(VERSION)),
        item("generator", Word("duelmat")),
        item("layer", "F.Cu"),
        *_description(part),
        _attributes(part),
        *_texts(part, ("REF**", name), [], own),
        *_courtyard(part, own),
        *_marks(part, own),
        *_pads(part, [], own, {}),
        *_tie(part, own),
        *_model(part),
    )
    return text(root)


def open_contacts(part: Part) -> dict[str, str]:
    """The net that KiCad gives each contact that is on none, by its pad."""
    pads = dict.fromkeys(pad.name for pad in part.footprint.pads)
    return {pad: f"unconnected-({part.ref}-Pad{pad})" for pad in pads if not part.net(pad)}


def _description(part: Part) -> list[Node]:
    found = [item("descr", part.footprint.name)]
    return [*found, item("tags", "net tie")] if part.footprint.is_tie else found


def _attributes(part: Part) -> Node:
    shape = part.footprint
    skipped = [Word("exclude_from_pos_files")] if part.is_by_hand or shape.is_tie else []
    skipped += [Word("exclude_from_bom")] if shape.is_tie else []
    return item("attr", Word("through_hole" if shape.is_through else "smd"), *skipped)


def _side(part: Part) -> str:
    return "B" if part.is_below else "F"


def _texts(part: Part, words: tuple[str, str], turn: list[float], own: Own) -> Iterator[Node]:
    """Reference and value, where the part is drawn."""
    at = part.footprint.body_at
    mirrored = [item("justify", Word("mirror"))] if part.is_below else []
    font = item("font", item("size", 0.6, 0.6), item("thickness", 0.1))
    for kind, content, y_mm in zip(("reference", "value"), words, (0.0, 0.9), strict=True):
        yield item(
            "fp_text",
            Word(kind),
            content,
            item("at", at.x_mm, at.y_mm + y_mm, *turn),
            item("layer", f"{_side(part)}.Fab"),
            item("effects", font, *mirrored),
            own(kind),
        )


def _pads(
    part: Part, turn: list[float], own: Own, nets: Mapping[str, tuple[int, str]]
) -> Iterator[Node]:
    for i, pad in enumerate(part.footprint.pads):
        on = [item("net", Word(nets[pad.name][0]), nets[pad.name][1])] if pad.name in nets else []
        yield item(
            "pad",
            pad.name,
            Word("thru_hole" if pad.drill_mm else "smd"),
            Word(_form(pad.is_round, pad.size.w_mm == pad.size.h_mm)),
            item("at", pad.at.x_mm, pad.at.y_mm, *turn),
            item("size", pad.size.w_mm, pad.size.h_mm),
            *([item("drill", pad.drill_mm)] if pad.drill_mm else []),
            item("layers", *_pad_layers(pad)),
            *on,
            own("pad", i),
        )
        if pad.windows > 1:
            for j, (at, size) in enumerate(pad.paste()):
                yield item(
                    "pad",
                    "",
                    Word("smd"),
                    Word("rect"),
                    item("at", at.x_mm, at.y_mm, *turn),
                    item("size", size.w_mm, size.h_mm),
                    item("layers", "F.Paste"),
                    own("paste", i, j),
                )


def _marks(part: Part, own: Own) -> Iterator[Node]:
    """Yield what is printed beside a part."""
    layer = item("layer", f"{_side(part)}.SilkS")
    for i, stroke in enumerate(part.footprint.marks):
        (x, y), name = (stroke.start.x_mm, stroke.start.y_mm), own("mark", i)
        if stroke.start != stroke.end:
            end = item("end", stroke.end.x_mm, stroke.end.y_mm)
            width = item("width", stroke.width_mm)
            yield item("fp_line", item("start", x, y), end, layer, width, name)
            continue
        yield item(
            "fp_circle",
            item("center", x, y),
            item("end", round(x + stroke.width_mm / 2, 4), y),
            layer,
            item("width", 0),
            item("fill", Word("solid")),
            name,
        )


def _form(is_round: bool, is_square: bool) -> str:
    return ("circle" if is_square else "oval") if is_round else "rect"


def _pad_layers(pad: Pad) -> Sequence[str]:
    if pad.drill_mm:
        return ("*.Cu",) if pad.is_covered else ("*.Cu", "*.Mask")
    if pad.is_covered:
        return ("F.Cu",)
    return ("F.Cu", "F.Mask") if pad.windows > 1 else ("F.Cu", "F.Paste", "F.Mask")


def _courtyard(part: Part, own: Own) -> Iterator[Node]:
    """The room that no other part may enter; a tie takes none."""
    if part.footprint.is_tie:
        return
    body, at = part.footprint.body, part.footprint.body_at
    half_w, half_h = body.w_mm / 2, body.h_mm / 2
    yield item(
        "fp_rect",
        item("start", at.x_mm - half_w, at.y_mm - half_h),
        item("end", at.x_mm + half_w, at.y_mm + half_h),
        item("layer", f"{_side(part)}.CrtYd"),
        item("width", 0.05),
        item("fill", Word("none")),
        own("courtyard"),
    )


def _tie(part: Part, own: Own) -> Iterator[Node]:
    """The bridge between the last two pads of a tie."""
    if not part.footprint.is_tie:
        return
    one, other = part.footprint.pads[-2:]
    half = one.size.h_mm / 2 - 0.1
    corners = (
        (one.at.x_mm, one.at.y_mm - half),
        (other.at.x_mm, one.at.y_mm - half),
        (other.at.x_mm, one.at.y_mm + half),
        (one.at.x_mm, one.at.y_mm + half),
    )
    yield item(
        "fp_poly",
        item("pts", *(item("xy", *corner) for corner in corners)),
        item("layer", "F.Cu"),
        item("width", 0),
        item("fill", Word("solid")),
        own("tie"),
    )


def _model(part: Part) -> Iterator[Node]:
    """Yield the reference to the part's body in three dimensions, if it has one."""
    if has_model(part):
        yield item(
            "model",
            f"${{KIPRJMOD}}/{MODELS}/{part.footprint.name}.wrl",
            item("offset", item("xyz", 0, 0, 0)),
            item("scale", item("xyz", 1, 1, 1)),
            item("rotate", item("xyz", 0, 0, 0)),
        )
