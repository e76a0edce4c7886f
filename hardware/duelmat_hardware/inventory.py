"""Checks that a mat file has a name, and the zones, buttons, pads and lamps of every mat."""

from __future__ import annotations

import re
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
    SEAT_IDS,
    SHARED_IDS,
    possible_roles,
    slot,
)
from .decoding import path
from .errors import Problem
from .geometry import Rect
from .layout import module_coil
from .matfile import MatFile, ShapePart, ZonePart

PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
"""A mat's name is that of its folder, and stands in its files."""

IsWhole = Callable[[str], bool]
"""Answers whether everything at and below a place of the file could be decoded."""


def inventory_problems(file: MatFile, is_whole: IsWhole) -> Iterator[Problem]:
    """Zones, buttons and choice pads that are missing, doubled, unknown or of the wrong build."""
    if file.name is not None and not PLAIN_NAME.fullmatch(file.name):
        yield Problem(
            "name",
            "a plain name: letters, digits, - and _, 40 at most, a letter or digit first",
            shown(file.name),
            "Choose another; the folder of the generated files is called by it.",
        )
    if file.seat and file.seat.zones is not None:
        yield from _zone_problems("seat.zones", file.seat.zones, SEAT_IDS, file, is_whole)
    if file.shared and file.shared.zones is not None:
        yield from _zone_problems("shared.zones", file.shared.zones, SHARED_IDS, file, is_whole)
    if file.seat and file.seat.buttons:
        ids = [button.id for button in file.seat.buttons]
        yield from _all_id_problems("seat.buttons", ids, BUTTON_IDS, is_whole)
    if file.seat and file.seat.choices:
        ids = [choice.id for choice in file.seat.choices]
        yield from _all_id_problems("seat.choices", ids, CHOICE_IDS, is_whole)
    if file.phase_bar and file.phase_bar.lamps != PHASE_LAMPS:
        yield Problem(
            "phase_bar.lamps",
            f"{PHASE_LAMPS}, one for each phase",
            str(file.phase_bar.lamps),
            "Keep six lamps; change lights_per_lamp for more light.",
        )
    module = module_coil(file)
    for name, shape in (file.shapes or {}).items():
        yield from _shape_problems(path("shapes", name), shape, module, is_whole)


def _zone_problems(
    where: str, parts: Sequence[ZonePart], known: Sequence[str], file: MatFile, is_whole: IsWhole
) -> Iterator[Problem]:
    """Check zones of which a mat may have any."""
    ids = [part.id for part in parts]
    advice = "A mat has zones of these and no others; correct the id or remove the entry."
    yield from _id_problems(where, ids, known, advice, is_whole)
    if not is_whole(where):
        return
    for i, part in enumerate(parts):
        if part.id in known:
            yield from _build_problems(f"{where}[{i}]", part, file, is_whole)


def _all_id_problems(
    where: str, ids: Sequence[str], wanted: Sequence[str], is_whole: IsWhole
) -> Iterator[Problem]:
    """Check entries of which a mat has all or none."""
    advice = "A mat has these and no others, or none; correct the id or remove the entry."
    yield from _id_problems(where, ids, wanted, advice, is_whole)
    if is_whole(where):
        for name in wanted:
            if name not in ids:
                yield Problem(where, f'an entry with the id "{name}"', "none", "Add it.")


def _id_problems(
    where: str, ids: Sequence[str], known: Sequence[str], advice: str, is_whole: IsWhole
) -> Iterator[Problem]:
    """Check that ids are known, each there once, in their order."""
    if not is_whole(where):
        return
    is_settled = True
    for i, name in enumerate(ids):
        if name not in known:
            is_settled = False
            yield Problem(f"{where}[{i}].id", f"one of {', '.join(known)}", f'"{name}"', advice)
        elif name in ids[:i]:
            is_settled = False
            first = f"{where}[{ids.index(name)}]"
            yield Problem(
                f"{where}[{i}].id",
                "an id of its own",
                f'"{name}", which {first} has too',
                "Give each entry its own id.",
            )
    order = sorted(ids, key=known.index) if is_settled else ids
    if list(ids) != list(order):
        yield Problem(
            where,
            f"the order {', '.join(order)}",
            ", ".join(ids),
            "Put the entries in this order; indices on the wire follow it.",
        )


def _build_problems(
    where: str, part: ZonePart, file: MatFile, is_whole: IsWhole
) -> Iterator[Problem]:
    own = slot(part.id)
    if part.kind is not own.kind:
        expected = f'"{own.kind!s}", the kind of the zone "{part.id!s}"'
        yield Problem(f"{where}.kind", expected, f'"{part.kind}"', "Correct it.")
    if part.column != own.column:
        expected = "no column"
        if own.column:
            expected = f'{own.column}, the column of the zone "{part.id!s}"'
        got = str(part.column) if part.column else "none"
        yield Problem(f"{where}.column", expected, got, "Correct it.")
    if (part.stack_mm is None) is (own.kind in PILE_KINDS):
        is_pile = own.kind in PILE_KINDS
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
    fitting = possible_roles(own.kind)
    if got_roles not in fitting:
        choices = " or ".join(map(_antennas, fitting))
        yield Problem(
            f"{where}.shape",
            f"a shape with {choices}, as a {own.kind!s} zone may have",
            f'"{part.shape}" with {_antennas(got_roles)}',
            "Choose another shape, or correct the antennas of this one.",
        )


def _shape_problems(
    where: str, shape: ShapePart, module: Rect | None, is_whole: IsWhole
) -> Iterator[Problem]:
    if not 1 <= len(shape.lights_mm) <= LIGHTS_PER_ZONE and is_whole(f"{where}.lights_mm"):
        yield Problem(
            f"{where}.lights_mm",
            f"1 to {LIGHTS_PER_ZONE} lights",
            str(len(shape.lights_mm)),
            "Give every zone one light at each corner, clockwise from its player's far left.",
        )
    for i, coil in enumerate(shape.antennas):
        place = f"{where}.antennas[{i}].windows_mm"
        if not is_whole(place):
            continue
        if module is None and not coil.windows_mm:
            advice = "Give the coil its windows."
            yield Problem(place, "one window or more", "none", advice)
        if module is not None and coil.windows_mm:
            size = f"{module.w_mm:g} x {module.h_mm:g} mm"
            yield Problem(
                place,
                f"no windows: the reader keeps its own coil of {size} in the middle of its zone",
                str(len(coil.windows_mm)),
                "Remove them, or name a reader under [parts] whose coil is wound.",
            )


def _antennas(found: Sequence[str]) -> str:
    if not found:
        return "no antenna"
    return f"antenna{'s' if len(found) > 1 else ''} {listed(map(str, found))}"
