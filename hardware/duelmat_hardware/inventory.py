"""Checks that a mat file has a name, and the zones, buttons, pads and lamps of every mat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from duelmat_message import listed
from duelmat_parsing.structs import shown

from .contents import (
    BUTTON_IDS,
    CHOICE_IDS,
    LIGHTS_PER_ZONE,
    PHASE_LAMPS,
    PILE_KINDS,
    Slot,
    roles,
)
from .decoding import path
from .errors import Problem
from .matfile import MatFile, ShapePart, ZonePart

PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
"""A mat's name is that of its folder, and stands in its files."""

IsWhole = Callable[[str], bool]
"""Answers whether everything at and below a place of the file could be decoded."""


def inventory_problems(file: MatFile, is_whole: IsWhole) -> Iterator[Problem]:
    """Zones, buttons and choice pads that are missing, doubled, unknown or of the wrong build."""
    contents = file.contents
    if file.name is not None and not PLAIN_NAME.fullmatch(file.name):
        yield Problem(
            "name",
            "a plain name: letters, digits, - and _, 40 at most, a letter or digit first",
            shown(file.name),
            "Choose another; the folder of the generated files is called by it.",
        )
    if contents and file.seat and file.seat.zones is not None:
        yield from _zone_problems("seat.zones", file.seat.zones, contents.seat, file, is_whole)
    if contents and file.shared and file.shared.zones is not None:
        yield from _zone_problems(
            "shared.zones", file.shared.zones, contents.shared, file, is_whole
        )
    if file.seat and file.seat.buttons is not None:
        ids = [button.id for button in file.seat.buttons]
        yield from _id_problems("seat.buttons", ids, BUTTON_IDS, is_whole)
    if file.seat and file.seat.choices is not None:
        ids = [choice.id for choice in file.seat.choices]
        yield from _id_problems("seat.choices", ids, CHOICE_IDS, is_whole)
    if file.phase_bar and file.phase_bar.lamps != PHASE_LAMPS:
        yield Problem(
            "phase_bar.lamps",
            f"{PHASE_LAMPS}, one for each phase",
            str(file.phase_bar.lamps),
            "Keep six lamps; change lights_per_lamp for more light.",
        )
    for name, shape in (file.shapes or {}).items():
        yield from _shape_problems(path("shapes", name), shape, is_whole)


def _zone_problems(
    where: str, parts: Sequence[ZonePart], slots: Sequence[Slot], file: MatFile, is_whole: IsWhole
) -> Iterator[Problem]:
    yield from _id_problems(
        where, [part.id for part in parts], [slot.id for slot in slots], is_whole
    )
    if not is_whole(where):
        return
    by_id = {slot.id: slot for slot in slots}
    for i, part in enumerate(parts):
        if part.id in by_id:
            yield from _build_problems(f"{where}[{i}]", part, by_id[part.id], file, is_whole)


def _id_problems(
    where: str, ids: Sequence[str], expected: Sequence[str], is_whole: IsWhole
) -> Iterator[Problem]:
    if not is_whole(where):
        return
    is_settled = True
    for i, name in enumerate(ids):
        if name not in expected:
            is_settled = False
            yield Problem(
                f"{where}[{i}].id",
                f"one of {', '.join(expected)}" if expected else "no entry",
                f'"{name}"',
                (
                    "A mat of this model has these and no others; correct the id or remove the "
                    "entry."
                ),
            )
        elif name in ids[:i]:
            is_settled = False
            first = f"{where}[{ids.index(name)}]"
            yield Problem(
                f"{where}[{i}].id",
                "an id of its own",
                f'"{name}", which {first} has too',
                "Give each entry its own id.",
            )
    counts = Counter(ids)
    for name in expected:
        if not counts[name]:
            is_settled = False
            wanted = f'an entry with the id "{name!s}"'
            yield Problem(where, wanted, "none", "Add it.")
    if is_settled and list(ids) != list(expected):
        yield Problem(
            where,
            f"the order {', '.join(expected)}",
            ", ".join(ids),
            "Put the entries in this order; indices on the wire follow it.",
        )


def _build_problems(
    where: str, part: ZonePart, slot: Slot, file: MatFile, is_whole: IsWhole
) -> Iterator[Problem]:
    if part.kind is not slot.kind:
        expected = f'"{slot.kind!s}", the kind of the zone "{part.id!s}"'
        yield Problem(f"{where}.kind", expected, f'"{part.kind}"', "Correct it.")
    if part.column != slot.column:
        expected = "no column"
        if slot.column:
            expected = f'{slot.column}, the column of the zone "{part.id!s}"'
        got = str(part.column) if part.column else "none"
        yield Problem(f"{where}.column", expected, got, "Correct it.")
    if (part.stack_mm is None) is (slot.kind in PILE_KINDS):
        is_pile = slot.kind in PILE_KINDS
        yield Problem(
            f"{where}.stack_mm",
            "a place for the stack beside the landing spot" if is_pile else "no stack",
            "none" if is_pile else "a place",
            f"Only piles have a stack: {', '.join(map(str, PILE_KINDS))}.",
        )
    if file.shapes is None or not is_whole("shapes"):
        return
    if part.shape not in file.shapes:
        yield Problem(
            f"{where}.shape",
            f"one of the shapes {', '.join(file.shapes)}",
            f'"{part.shape}"',
            "Correct the name, or describe the shape under [shapes].",
        )
        return
    got_roles = tuple(coil.role for coil in file.shapes[part.shape].antennas)
    if got_roles != roles(slot.kind):
        yield Problem(
            f"{where}.shape",
            f"a shape with {_antennas(roles(slot.kind))}, as a {slot.kind!s} zone needs",
            f'"{part.shape}" with {_antennas(got_roles)}',
            "Choose another shape, or correct the antennas of this one.",
        )


def _shape_problems(where: str, shape: ShapePart, is_whole: IsWhole) -> Iterator[Problem]:
    if len(shape.lights_mm) != LIGHTS_PER_ZONE and is_whole(f"{where}.lights_mm"):
        yield Problem(
            f"{where}.lights_mm",
            f"{LIGHTS_PER_ZONE} lights",
            str(len(shape.lights_mm)),
            "Give every zone one light at each corner, clockwise from its player's far left.",
        )
    for i, coil in enumerate(shape.antennas):
        place = f"{where}.antennas[{i}].windows_mm"
        if not coil.windows_mm and is_whole(place):
            advice = "Give the coil its windows."
            yield Problem(place, "one window or more", "none", advice)


def _antennas(found: Sequence[str]) -> str:
    if not found:
        return "no antenna"
    return f"antennas {listed(map(str, found))}"
