"""Checks that the coils see the tags: the sleeves fit the zones, and fields can be kept apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from .covering import ASKEW_DEG, ASTRAY_MM, share_over, worst_tags
from .errors import Problem
from .geometry import Point, Rect
from .inventory import IsWhole
from .layout import placed_zones, shape_windows, zone_parts
from .mat import TURNING_KINDS, Antenna, AntennaIndex, AntennaRole
from .matfile import MatFile, ShapePart, SleevePart
from .neighbours import least_neighbour_mm, neighbour_lists, neighbour_pairs, sweep_rounds

NAMED_AT_MOST: Final = 8
"""Antennas that one message names."""
HEARD_SHARE: Final = 0.5
"""An antenna hears a tag of which this share lies over its windows; derived, not yet measured."""


def sensing_problems(file: MatFile, is_whole: IsWhole) -> Iterator[Problem]:
    yield from _sleeve_problems(file, is_whole)
    yield from _distance_problems(file, is_whole)
    yield from _field_problems(file, is_whole)


def _sleeve_problems(file: MatFile, is_whole: IsWhole) -> Iterator[Problem]:
    sleeves = file.sleeves
    if sleeves is None or not is_whole("sleeves"):
        return
    if not sleeves:
        wanted, advice = "one size of sleeve or more", "Add [[sleeves]]."
        yield Problem("sleeves", wanted, "none", advice)
    names = [sleeve.name for sleeve in sleeves]
    turning = {part.shape for _, _, part in zone_parts(file) if part.kind in TURNING_KINDS}
    for i, sleeve in enumerate(sleeves):
        where = f"sleeves[{i}]"
        if sleeve.name in names[:i]:
            yield Problem(
                f"{where}.name",
                "a name of its own",
                f'"{sleeve.name}", which sleeves[{names.index(sleeve.name)}] has too',
                "Rename one of them.",
            )
        card = Rect(0.0, 0.0, sleeve.size_mm.w_mm, sleeve.size_mm.h_mm)
        at, size = sleeve.tag_offset_mm, sleeve.tag_size_mm
        tag = Rect(at.x_mm, at.y_mm, size.w_mm, size.h_mm)
        if not tag.is_within(card):
            yield Problem(
                f"{where}.tag_offset_mm",
                f"a tag inside the card ({card.text}, from its centre)",
                f"a tag at {tag.text}",
                "Move the tag, or use a smaller one.",
            )
            continue
        yield from _shield_problems(where, sleeve, card)
        for name, shape in (file.shapes or {}).items():
            here = f"shapes.{name}"
            coils = {coil.role: shape_windows(file, coil) for coil in shape.antennas}
            known = coils if is_whole(here) and is_whole("parts") else {}
            yield from _unseen_tags(where, sleeve, here, shape, known, is_turned=name in turning)


def _shield_problems(where: str, sleeve: SleevePart, card: Rect) -> Iterator[Problem]:
    """Check that the foil lies within the card, and ferrite with the tag's middle within it."""
    foil, ferrite = sleeve.foil_mm, sleeve.ferrite_mm
    if foil is None or ferrite is None:
        if foil or ferrite:
            yield Problem(
                where,
                "a foil with ferrite, or neither in a sleeve with one tag",
                "a foil alone" if foil else "ferrite alone",
                "Add what is missing, or remove the other.",
            )
        return
    if not foil.is_within(card):
        yield Problem(
            f"{where}.foil_mm",
            f"a foil inside the card ({card.text}, from its centre)",
            f"a foil at {foil.text}",
            "Make it as large as the card.",
        )
    if not ferrite.is_within(foil):
        yield Problem(
            f"{where}.ferrite_mm",
            f"ferrite inside the foil ({foil.text})",
            f"ferrite at {ferrite.text}",
            "Make it smaller, or the foil larger.",
        )
    if not ferrite.is_holding(sleeve.tag_offset_mm):
        yield Problem(
            f"{where}.ferrite_mm",
            (
                f"ferrite under the tag at {sleeve.tag_offset_mm.x_mm:g}, "
                f"{sleeve.tag_offset_mm.y_mm:g}"
            ),
            f"ferrite at {ferrite.text}",
            "Move it; beside bare foil a tag hears nothing.",
        )


def _unseen_tags(
    where: str,
    sleeve: SleevePart,
    shape_where: str,
    shape: ShapePart,
    coils: Mapping[AntennaRole, tuple[Rect, ...]],
    *,
    is_turned: bool,
) -> Iterator[Problem]:
    """The right antenna must see a card wherever it may lie, and it alone one that lies straight.

    Far off the centre the other may see it too, and then the players are asked; it never sees a
    card that the right one does not. A zone's only antenna sees a card that is turned in it, too.
    """
    area = Rect(0.0, 0.0, shape.size_mm.w_mm, shape.size_mm.h_mm)
    w_mm, h_mm = sleeve.size_mm.w_mm, sleeve.size_mm.h_mm
    found = {coil.role for coil in shape.antennas}
    is_crossed = AntennaRole.B in found
    is_turning = is_crossed or is_turned
    if w_mm > area.w_mm or h_mm > area.h_mm or (is_turning and h_mm > area.w_mm):
        got = f"{w_mm:g} x {h_mm:g} mm"
        yield Problem(
            f"{where}.size_mm",
            f"a card that fits {shape_where} ({area.w_mm:g} x {area.h_mm:g} mm)",
            f"{got}, turned sideways too" if is_turning else got,
            "Make the zones larger, or leave this size out.",
        )
        return
    foot = sleeve.tag_offset_mm
    upright = (foot, foot.turned())
    sideways = (Point(-foot.y_mm, foot.x_mm), Point(foot.y_mm, -foot.x_mm))
    single = upright + sideways if is_turned else upright
    wanted = {AntennaRole.A: upright, AntennaRole.B: sideways, AntennaRole.ONLY: single}
    for role, windows in coils.items():
        if not all(any(w.is_holding(p) for w in windows) for p in wanted[role]):
            upright_words = "upright or upside-down"
            way = "sideways" if role is AntennaRole.B else upright_words
            way += " or sideways" if role is AntennaRole.ONLY and is_turned else ""
            yield Problem(
                f"{where}.tag_offset_mm",
                (
                    f"a tag over a window of antenna {role!s} of {shape_where} when the card "
                    f"lies {way}"
                ),
                f"a tag {foot.x_mm:g}, {foot.y_mm:g} mm from the card's centre",
                "Move the tag, or the windows.",
            )
            continue
        ways = (90, 270) if role is AntennaRole.B else (0, 180)
        size = sleeve.tag_size_mm
        worst = min(
            share_over(tag, windows) for way in ways for tag in worst_tags(foot, size, way)
        )
        if worst < HEARD_SHARE:
            yield Problem(
                f"{shape_where}.antennas",
                (
                    f"half of a tag over antenna {role!s}, {ASTRAY_MM:g} mm off and "
                    f"{ASKEW_DEG:g} degrees askew too"
                ),
                f"{worst:.0%} of that of the sleeve {sleeve.name!r}",
                "Make its windows larger, or move the tag.",
            )
    if not is_crossed:
        return
    for role, windows in coils.items():
        others = sideways if role is AntennaRole.A else upright
        if any(w.is_holding(p) for w in windows for p in others):
            yield Problem(
                f"{shape_where}.antennas",
                "an antenna that sees a card lying one way and not the other",
                f"antenna {role!s} seeing the sleeve {sleeve.name!r} both ways",
                "Make its windows smaller.",
            )


def _distance_problems(file: MatFile, is_whole: IsWhole) -> Iterator[Problem]:
    """Check the distance at which antennas count as neighbours; the coils themselves bound it."""
    neighbour_mm = file.readers.neighbour_mm if file.readers else None
    if neighbour_mm is None or not file.shapes or not is_whole("shapes"):
        return
    coils = [coil for shape in file.shapes.values() for coil in shape.antennas]
    least_mm = least_neighbour_mm(w for coil in coils for w in shape_windows(file, coil))
    if neighbour_mm < least_mm:
        yield Problem(
            "readers.neighbour_mm",
            (
                f"{least_mm:g} or more: nearer than that, a part of one window may lie in "
                "another's field where it is strong enough to wake a tag"
            ),
            f"{neighbour_mm:g}",
            "Raise it, or make the windows smaller.",
        )


def _field_problems(file: MatFile, is_whole: IsWhole) -> Iterator[Problem]:
    """Refuses a mat on which a sweep cannot keep the wanted number of fields on."""
    readers = file.readers
    places = ("sheet", "shapes", "seat.zones", "shared.zones", "readers.fields_at_once")
    if (
        readers is None
        or readers.fields_at_once is None
        or readers.neighbour_mm is None
        or not all(map(is_whole, places))
    ):
        return
    placed = placed_zones(file)
    if len({zone.id for zone in placed}) != len(list(zone_parts(file))):
        return
    antennas: list[Antenna] = []
    for zone in placed:
        for coil in zone.coils:
            if not coil.windows:
                return
            role = zone.shape.antennas[coil.number].role
            index = AntennaIndex(len(antennas))
            antennas.append(Antenna(index, zone.id, role, coil.windows, 0, 0))
    pairs = neighbour_pairs(antennas, readers.neighbour_mm)
    neighbours = neighbour_lists(len(antennas), pairs)
    wanted = readers.fields_at_once
    _, left_over = sweep_rounds(neighbours, wanted)
    if len(left_over) <= len(antennas) % wanted:
        return
    worst = max(left_over, key=lambda i: len(neighbours[i]))
    beside = _few([antennas[i].label for i in neighbours[worst]])
    number = len(neighbours[worst])
    near = "1 neighbour" if number == 1 else f"{number} neighbours"
    yield Problem(
        "readers.fields_at_once",
        f"a sweep that keeps {wanted} fields on without two neighbours among them",
        f"no such place for {_few([antennas[i].label for i in left_over])}; "
        f"{antennas[worst].label} has {near} within {readers.neighbour_mm:g} mm: {beside}",
        "Move these zones apart, or keep fewer fields on.",
    )


def _few(labels: Sequence[str]) -> str:
    """The first labels of many, and how many more there are."""
    shown, more = labels[:NAMED_AT_MOST], len(labels) - NAMED_AT_MOST
    names = ", ".join(shown)
    return f"{names} and {more} more" if more > 0 else names
