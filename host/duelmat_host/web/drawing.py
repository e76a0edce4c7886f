"""The mat as a page draws it: its geometry seen from one side of the table.

In millimetres from the top left corner as the viewer sees it; seat b's page turns the mat half
round, so that everybody's own side is at the bottom.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from duelmat_host.app.page_facts import PageFacts
from duelmat_host.showing.view_types import PUBLIC
from duelmat_message import Text, say, say_as

Json = dict[str, Any]

KIND_TITLES: Final = {
    "grave": say("Graveyard"),
    "banished": say("Banished"),
    "extra": say("Extra Deck"),
    "deck": say("Deck"),
}
"""The titles of places beside the rows; the rows are called as the game does."""
PLACE_LABELS: Final = {
    "field": say("Field"),
    "grave": say("Graveyard"),
    "banished": say("Banished"),
    "extra": say_as("label", "Extra Deck"),
    "deck": say("Deck"),
}
"""The labels of places: short enough to stand on them in every language."""
BUTTON_TITLES: Final = {
    "ok": say_as("button", "OK"),
    "phase": say_as("button", "Phase"),
    "judge": say_as("button", "Judge"),
}


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its centre, in mm as the viewer sees it."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class DrawnZone:
    id: str
    kind: str
    owner: str
    """The seat's letter; empty for shared zones."""
    title: str
    label: str
    """Printed in the empty zone; only places have one."""
    box: Box
    stack: Box | None


@dataclass(frozen=True, slots=True)
class DrawnPart:
    """A pad, button or display."""

    name: str
    owner: str
    title: str
    box: Box


@dataclass(frozen=True, slots=True)
class DrawnLight:
    index: int
    lamp: str
    """The name of its lamp."""
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """The parts of the mat that never change during a duel."""

    w: float
    h: float
    near: str
    """The letter of the seat at the bottom."""
    zones: tuple[DrawnZone, ...]
    lights: tuple[DrawnLight, ...]
    phase_lights: tuple[DrawnLight, ...]
    middle: Box
    """Free felt between the extra monster zones: turn and phase are written there."""
    pads: tuple[DrawnPart, ...]
    buttons: tuple[DrawnPart, ...]
    displays: tuple[DrawnPart, ...]


def draw(page: PageFacts, viewer: str) -> Drawing:
    """Return the drawing for a viewer: "public" sits with seat a."""
    geometry = page.geometry
    names = page.names
    w, h = geometry["sheet"]["w"], geometry["sheet"]["h"]
    near = page.seats[0].letter if viewer == PUBLIC else viewer
    is_turned = near != page.seats[0].letter

    def place(x: float, y: float) -> tuple[float, float]:
        return (w - x, h - y) if is_turned else (x, y)

    def box(part: Json) -> Box:
        return Box(*place(part["x"], part["y"]), part["w"], part["h"])

    def title(zone: Json) -> str:
        kind = str(zone["kind"])
        noun = page.zone_titles.get(zone["id"]) or KIND_TITLES.get(kind, kind)
        if not zone["seat"]:
            return say("{zone:capital}", zone=noun)
        return say("{player}, {zone}", player=names[zone["seat"]], zone=noun)

    bar = set(geometry["phase_bar"])
    lit: dict[bool, list[DrawnLight]] = {False: [], True: []}
    for index, lamp in enumerate(geometry["lamps"]):
        lit[index in bar].extend(
            DrawnLight(light["light"], lamp["name"], *place(light["x"], light["y"]))
            for light in lamp["lights"]
        )
    bar_lights = lit[True]
    middle_x = sum(light.x for light in bar_lights) / len(bar_lights) if bar_lights else w / 2
    middle_y = sum(light.y for light in bar_lights) / len(bar_lights) if bar_lights else h / 2
    areas = [box(zone) for zone in geometry["zones"]]
    gaps = [abs(a.y - middle_y) - a.h / 2 for a in areas if abs(a.x - middle_x) < a.w / 2]
    middle = Box(middle_x, middle_y, 118, 2 * min(gaps, default=h / 2))
    titles = {zone["id"]: title(zone) for zone in geometry["zones"]}
    return Drawing(
        w=w,
        h=h,
        near=near,
        zones=tuple(
            DrawnZone(
                id=zone["id"],
                kind=str(zone["kind"]),
                owner=str(zone["seat"] or ""),
                title=titles[zone["id"]],
                label=PLACE_LABELS.get(zone["kind"], ""),
                box=box(zone),
                stack=box(zone["stack"]) if zone["stack"] else None,
            )
            for zone in geometry["zones"]
        ),
        lights=tuple(lit[False]),
        phase_lights=tuple(bar_lights),
        middle=middle,
        pads=tuple(_pad(pad, names, titles, box(pad)) for pad in geometry["pads"]),
        buttons=tuple(
            DrawnPart(
                button["name"],
                str(button["seat"]),
                _button_title(button["name"], names),
                box({**button, "w": button["diameter"], "h": button["diameter"]}),
            )
            for button in geometry["buttons"]
        ),
        displays=tuple(
            DrawnPart(
                str(display["seat"]),
                str(display["seat"]),
                say("Life of {player}", player=names.get(display["seat"], display["seat"])),
                box(display),
            )
            for display in geometry["displays"]
        ),
    )


def _pad(pad: Json, names: dict[str, str], titles: dict[str, str], box: Box) -> DrawnPart:
    zone = pad["zone"]
    owner, _, choice = pad["name"].partition(".")
    if zone is None:
        title = say(
            "{player}, choice {number}", player=names.get(owner, owner), number=choice[-1:]
        )
        return DrawnPart(pad["name"], owner, title, box)
    return DrawnPart(pad["name"], owner if choice else "", titles[zone], box)


def _button_title(name: str, names: dict[str, str]) -> Text:
    owner, _, what = name.partition(".")
    player = names.get(owner, owner)
    return say("{player}, {button} button", player=player, button=BUTTON_TITLES.get(what, what))
