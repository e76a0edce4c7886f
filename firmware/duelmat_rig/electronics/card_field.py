"""The cards on the mat, and which antenna therefore reaches which tag.

Millimetres in the mat's frame (x right, y towards seat "a"); a rectangle is [x, y, width, height]
about its centre. A card's turn counts clockwise from upright for the zone's owner.
A sleeve's foot holds two tags, one on each side of a shield: antennas see only the lower one, and
none of a card whose foot lies on another card's shield.
"""

import math

from .errors import SideChannelError
from .radio import FLAKY, SOLID
from .tag import LATEST_WAKE_US, Tag

# Share of a tag's area over a coil's windows from which it is heard always, or at times.
_SOLID_SHARE = 0.5
_FLAKY_SHARE = 0.42
_SHIELD_MARGIN_MM = 3
_GRID = 6
_TAGS = 2


class Sleeve:
    """A sleeved card as it lies on the mat."""

    def __init__(self, name, up_tag, down_tag):
        self.name = name
        self.up_tag = up_tag
        self.down_tag = down_tag
        self.size = "standard"
        self.zone = ""
        self.face = "up"
        self.turn = 0
        self.tilt_deg = 0
        self.dx_mm = 0
        self.dy_mm = 0
        self.reach = None

    def lower_tag(self):
        return self.up_tag if self.face == "up" else self.down_tag

    def upper_tag(self):
        return self.down_tag if self.face == "up" else self.up_tag

    def describe(self):
        return {
            "sleeve": self.name,
            "zone": self.zone,
            "face": self.face,
            "turn": self.turn,
            "dx_mm": self.dx_mm,
            "dy_mm": self.dy_mm,
            "tilt_deg": self.tilt_deg,
            "size": self.size,
            "up_uid": self.up_tag.uid.hex(),
            "down_uid": self.down_tag.uid.hex(),
        }


class CardField:
    """The cards in their stacking order, and their geometry over the coils."""

    def __init__(self, field, radio, clock, chance):
        self.sleeves = []
        self._radio = radio
        self._clock = clock
        self._chance = chance
        self._zones = {zone["id"]: zone for zone in field["zones"]}
        self._windows = [antenna["windows_mm"] for antenna in field["antennas"]]
        self._sizes = field["sleeves"]

    def place(
        self,
        name,
        up_uid,
        down_uid,
        zone,
        *,
        face="up",
        turn=0,
        dx_mm=0,
        dy_mm=0,
        tilt_deg=0,
        size="standard",
        reach=None,
    ):
        """Lay a sleeve down, on top of what lies there; a sleeve already on the mat moves.

        `reach`: how well its antenna reaches the lower and the upper tag, each as the field there
        at full power in units of what the tag needs; None = as the areas and the faults have it.
        """
        if zone not in self._zones:
            raise SideChannelError("expected a zone of this mat, got %r" % (zone,))
        if face not in ("up", "down"):
            raise SideChannelError("expected face up or down, got %r" % (face,))
        if turn not in (0, 90, 180, 270):
            raise SideChannelError("expected a turn of 0, 90, 180 or 270, got %r" % (turn,))
        if size not in self._sizes:
            known = ", ".join(sorted(self._sizes))
            raise SideChannelError("expected a sleeve size of %s, got %r" % (known, size))
        for what, number in (("dx_mm", dx_mm), ("dy_mm", dy_mm), ("tilt_deg", tilt_deg)):
            if not _is_number(number) or not -1000 < number < 1000:
                raise SideChannelError("expected a number for %s, got %r" % (what, number))
        if reach is not None and not (
            isinstance(reach, list)
            and len(reach) == _TAGS
            and all(_is_number(each) and 0 <= each for each in reach)
        ):
            raise SideChannelError("expected reach as two numbers from 0 on, got %r" % (reach,))
        up_tag = self._tag(up_uid, "up_uid")
        down_tag = self._tag(down_uid, "down_uid")
        if up_tag.uid == down_tag.uid:
            raise SideChannelError(
                "expected two tags in a sleeve, got %s twice" % up_tag.uid.hex()
            )
        sleeve = self._find(name)
        if sleeve is None:
            sleeve = Sleeve(name, up_tag, down_tag)
        else:
            self.sleeves.remove(sleeve)
            sleeve = Sleeve(name, *self._kept(sleeve, up_tag, down_tag))
        sleeve.size = size
        sleeve.zone = zone
        sleeve.face = face
        sleeve.turn = turn
        sleeve.tilt_deg = tilt_deg
        sleeve.dx_mm = dx_mm
        sleeve.dy_mm = dy_mm
        sleeve.reach = reach
        self.sleeves.append(sleeve)
        self.couple()

    def lift(self, name):
        sleeve = self._find(name)
        if sleeve is None:
            raise SideChannelError("expected a sleeve that lies on the mat, got %r" % (name,))
        self.sleeves.remove(sleeve)
        self.couple()

    def describe(self):
        """The cards from the lowest to the topmost."""
        return [sleeve.describe() for sleeve in self.sleeves]

    def reaches(self, antenna):
        """The sleeves whose tag the antenna reaches, for a look from outside."""
        return [tag.uid.hex() for tag, _ in self._coupling()[antenna]]

    def strengths(self):
        """Each antenna that reaches a tag, with how well: (antenna, SOLID or FLAKY)."""
        return [
            (antenna, strength)
            for antenna, coupled in enumerate(self._coupling())
            for _, strength in coupled
        ]

    def _find(self, name):
        for sleeve in self.sleeves:
            if sleeve.name == name:
                return sleeve
        return None

    def _kept(self, sleeve, up_tag, down_tag):
        """A sleeve that only moves keeps its tags."""
        kept = {sleeve.up_tag.uid: sleeve.up_tag, sleeve.down_tag.uid: sleeve.down_tag}
        return kept.get(up_tag.uid, up_tag), kept.get(down_tag.uid, down_tag)

    def _tag(self, uid_hex, what):
        try:
            uid = bytes.fromhex(uid_hex)
        except (ValueError, TypeError):
            uid = b""
        if len(uid) not in (4, 7, 10):
            raise SideChannelError(
                "expected %s as 4, 7 or 10 bytes in hex, got %r" % (what, uid_hex)
            )
        return Tag(uid, 300 + self._chance.below(LATEST_WAKE_US - 400))

    def couple(self):
        """Find anew which antenna reaches which tag."""
        self._radio.couple(self._coupling(), self._clock.now())

    def _coupling(self):
        coupled = [[] for _ in self._windows]
        leaky = self._radio.faults.leaky
        shields = []
        for sleeve in self.sleeves:
            points = self._foot(sleeve)
            if not any(_share(points, shield) >= _SOLID_SHARE for shield in shields):
                reach_mm = self._reach_mm(sleeve)
                for index, windows in enumerate(self._windows):
                    share = 0
                    for window in windows:
                        if _is_near(points[0], window, reach_mm):
                            share += _share_upright(points, window)
                    if share >= _FLAKY_SHARE:
                        strength = SOLID if share >= _SOLID_SHARE else FLAKY
                        upper = strength if sleeve.name in leaky else 0
                        lower, upper = sleeve.reach or (strength, upper)
                        for tag, how_well in (
                            (sleeve.lower_tag(), lower),
                            (sleeve.upper_tag(), upper),
                        ):
                            if how_well:
                                coupled[index].append((tag, how_well))
            shields.append(self._shield(sleeve))
        return coupled

    def _centre(self, sleeve):
        zone = self._zones[sleeve.zone]
        area = zone["area_mm"]
        angle = math.radians(zone["turn"] + sleeve.turn + sleeve.tilt_deg)
        cos, sin = math.cos(angle), math.sin(angle)
        offset_x, offset_y = self._sizes[sleeve.size]["tag_offset_mm"]
        return (
            area[0] + sleeve.dx_mm + offset_x * cos - offset_y * sin,
            area[1] + sleeve.dy_mm + offset_x * sin + offset_y * cos,
            cos,
            sin,
        )

    def _foot(self, sleeve):
        """A grid of points over the tag's area."""
        x_mm, y_mm, cos, sin = self._centre(sleeve)
        width, height = self._sizes[sleeve.size]["tag_size_mm"]
        points = []
        for row in range(_GRID):
            v = (row + 0.5 - _GRID / 2) / _GRID * height
            for column in range(_GRID):
                u = (column + 0.5 - _GRID / 2) / _GRID * width
                points.append((x_mm + u * cos - v * sin, y_mm + u * sin + v * cos))
        return points

    def _reach_mm(self, sleeve):
        """Return a bound on the distance between two points of the tag's area."""
        width, height = self._sizes[sleeve.size]["tag_size_mm"]
        return width + height

    def _shield(self, sleeve):
        x_mm, y_mm, cos, sin = self._centre(sleeve)
        width, height = self._sizes[sleeve.size]["tag_size_mm"]
        return (
            x_mm,
            y_mm,
            cos,
            sin,
            width / 2 + _SHIELD_MARGIN_MM,
            height / 2 + _SHIELD_MARGIN_MM,
        )


def _is_number(value):
    return isinstance(value, (int, float))


def _is_near(point, rect, reach_mm):
    x_mm, y_mm, width, height = rect
    return (
        abs(point[0] - x_mm) <= width / 2 + reach_mm
        and abs(point[1] - y_mm) <= height / 2 + reach_mm
    )


def _share_upright(points, rect):
    x_mm, y_mm, width, height = rect
    half_w, half_h = width / 2, height / 2
    inside = 0
    for x, y in points:
        if -half_w <= x - x_mm <= half_w and -half_h <= y - y_mm <= half_h:
            inside += 1
    return inside / len(points)


def _share(points, turned):
    """The share of points within a rectangle that is turned."""
    x_mm, y_mm, cos, sin, half_w, half_h = turned
    inside = 0
    for x, y in points:
        u = (x - x_mm) * cos + (y - y_mm) * sin
        v = (y - y_mm) * cos - (x - x_mm) * sin
        if -half_w <= u <= half_w and -half_h <= v <= half_h:
            inside += 1
    return inside / len(points)
