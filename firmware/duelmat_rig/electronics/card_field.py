"""The cards on the mat, and which antenna therefore reaches which tag.

Millimetres in the mat's frame (x right, y towards seat "a"); a rectangle is [x, y, width, height]
about its centre. A card's turn counts clockwise from upright for the zone's owner.
A sleeve's foot holds two tags, one on each side of a shield as large as the card; a sleeve of a
size without a shield holds one, which is the upper and the lower one. Fields at both, and how far
the card detunes the coil, are those of the coil's table (coils.py). Over another card with a
shield a lower tag is reached no better than the upper one, past the foil; docs/adr/0041 tells why
that is the most that reaches it.
"""

import math

from .coils import Coil, share_in_tune
from .errors import SideChannelError
from .radio import WAKING
from .tag import LATEST_WAKE_US, Tag

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
        self.over = []  # antenna, lower and upper field, detuning: of the coils that it lies over
        self.bare = 1.0  # the share of the tags' area that lies over no other card's foil
        self.bare_foil = 1.0  # and that of its own foil

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
            "down_uid": None if self.down_tag is self.up_tag else self.down_tag.uid.hex(),
        }


class CardField:
    """The cards in their stacking order, and their geometry over the coils."""

    def __init__(self, field, radio, clock, chance):
        self.sleeves = []
        self.moved_ms = {}  # zone -> the board time at which a card last came there or left
        self._radio = radio
        self._clock = clock
        self._chance = chance
        self._zones = {zone["id"]: zone for zone in field["zones"]}
        kinds = [Coil(table) for table in field["coils"]]
        self._coils = [kinds[antenna["coil"]] for antenna in field["antennas"]]
        self._antennas = []  # zone, middle and turn of each
        for antenna in field["antennas"]:
            area = self._zones[antenna["zone"]]["area_mm"]
            turn = antenna["turn"]
            cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
            self._antennas.append((antenna["zone"], area[0], area[1], cos, sin, turn))
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
        needs=None,
        reach=None,
    ):
        """Lay a sleeve down, on top of what lies there; a sleeve already on the mat moves.

        `down_uid`: None where one tag, on whichever side is below, answers for both faces.
        `needs`: the fields that wake the up tag and the down tag, in units of what usual ones
        need; None = that.
        `reach`: how well its antenna reaches the lower and the upper tag, each as the field there
        at full power in units of what the tag needs; None = as tables and faults have it.
        """
        self.check_zone(zone)
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
        if reach is not None and not _is_pair(reach):
            raise SideChannelError("expected reach as two numbers from 0 on, got %r" % (reach,))
        if needs is not None and not (_is_pair(needs) and min(needs) > 0):
            raise SideChannelError("expected needs as two numbers above 0, got %r" % (needs,))
        up_uid, down_uid = self.checked_uids(up_uid, down_uid)
        if down_uid is not None and self._sizes[size]["foil_mm"] is None:
            raise SideChannelError(
                "expected one tag, up_uid alone, in a sleeve without a shield, got %s and %s"
                % (up_uid, down_uid)
            )
        up_tag = self._tag(up_uid)
        down_tag = up_tag if down_uid is None else self._tag(down_uid)
        sleeve = self._find(name)
        if sleeve is None:
            sleeve = Sleeve(name, up_tag, down_tag)
        else:
            self._take_away(sleeve)
            sleeve = Sleeve(name, *self._kept(sleeve, up_tag, down_tag))
        if needs is not None:
            sleeve.up_tag.needs, sleeve.down_tag.needs = needs
        sleeve.size = size
        sleeve.zone = zone
        sleeve.face = face
        sleeve.turn = turn
        sleeve.tilt_deg = tilt_deg
        sleeve.dx_mm = dx_mm
        sleeve.dy_mm = dy_mm
        sleeve.reach = reach
        sleeve.over = self._over(sleeve)
        self.sleeves.append(sleeve)
        self.moved_ms[zone] = self._clock.total_ms()
        self._find_bare(len(self.sleeves) - 1)
        self.couple()

    def lift(self, name):
        sleeve = self._find(name)
        if sleeve is None:
            raise SideChannelError("expected a sleeve that lies on the mat, got %r" % (name,))
        self._take_away(sleeve)
        self.couple()

    def check_zone(self, zone):
        if not isinstance(zone, str) or zone not in self._zones:
            raise SideChannelError("expected a zone of this mat, got %r" % (zone,))

    def checked_uids(self, up_uid, down_uid):
        """Return a sleeve's tags as they are described. Raises SideChannelError."""
        up_uid = _uid(up_uid, "up_uid")
        if down_uid is None:
            return up_uid, None
        down_uid = _uid(down_uid, "down_uid")
        if up_uid == down_uid:
            raise SideChannelError(
                "expected two tags in a sleeve, got %s twice: leave down_uid out for one sticker"
                % up_uid
            )
        return up_uid, down_uid

    def unknown_uid(self, zone, number):
        """Return a tag that no registry has, for a card of which only its place is known."""
        place = list(self._zones).index(zone)
        return (b"\x04????" + bytes([place, number])).hex()

    def describe(self):
        """The cards from the lowest to the topmost."""
        return [sleeve.describe() for sleeve in self.sleeves]

    def reaches(self, antenna):
        """The sleeves whose tag the antenna reaches, for a look from outside."""
        return [tag.uid.hex() for tag, _ in self.coupling()[antenna]]

    def coupling(self):
        """Return for each antenna the tags that it wakes, with how well it reaches them."""
        coupled = [[] for _ in self._coils]
        beside = [coil.empty for coil in self._coils]
        for sleeve in self.sleeves:
            for antenna, _, _, detuning in sleeve.over:
                beside[antenna] += detuning * sleeve.bare_foil
        for sleeve in self.sleeves:
            lower_tag, upper_tag = sleeve.lower_tag(), sleeve.upper_tag()
            for antenna, lower, upper in self._strengths(sleeve, beside):
                reached = ((lower_tag, lower), (upper_tag, upper))
                for tag, how_well in reached if upper_tag is not lower_tag else reached[:1]:
                    if how_well >= WAKING:
                        coupled[antenna].append((tag, how_well))
        return coupled

    def couple(self):
        """Find anew which antenna reaches which tag."""
        self._radio.couple(self.coupling(), self._clock.now())

    def _find(self, name):
        for sleeve in self.sleeves:
            if sleeve.name == name:
                return sleeve
        return None

    def _kept(self, sleeve, up_tag, down_tag):
        """Return the tags of a sleeve that only moves: it keeps them."""
        kept = {sleeve.up_tag.uid: sleeve.up_tag, sleeve.down_tag.uid: sleeve.down_tag}
        return kept.get(up_tag.uid, up_tag), kept.get(down_tag.uid, down_tag)

    def _tag(self, uid_hex):
        wake_us = 300 + self._chance.below(LATEST_WAKE_US - 400)
        return Tag(bytes.fromhex(uid_hex), wake_us)

    def _take_away(self, sleeve):
        at = self.sleeves.index(sleeve)
        self.sleeves.pop(at)
        self.moved_ms[sleeve.zone] = self._clock.total_ms()
        for later in range(at, len(self.sleeves)):
            self._find_bare(later)

    def _strengths(self, sleeve, beside):
        """Each antenna over which a sleeve lies, with how well it reaches the lower tag and the
        upper one, where coils are so far beside their resonance.
        """
        if sleeve.reach is not None:
            own = [each for each in sleeve.over if self._antennas[each[0]][0] == sleeve.zone]
            if own:
                best = max(own, key=lambda each: each[1])
                yield best[0], sleeve.reach[0], sleeve.reach[1]
            return
        bare = sleeve.bare
        is_leaky = sleeve.name in self._radio.faults.leaky
        for antenna, lower, upper, _ in sleeve.over:
            share = share_in_tune(beside[antenna])
            lower = share * (bare * lower + (1 - bare) * min(lower, upper))
            upper = lower if is_leaky else share * upper
            yield antenna, lower / sleeve.lower_tag().needs, upper / sleeve.upper_tag().needs

    def _over(self, sleeve):
        """The coils near a sleeve, and what their tables say of it."""
        area = self._zones[sleeve.zone]["area_mm"]
        x_mm, y_mm = area[0] + sleeve.dx_mm, area[1] + sleeve.dy_mm
        turn_deg = self._turn_deg(sleeve)
        over = []
        for antenna, (_, middle_x, middle_y, cos, sin, turned_deg) in enumerate(self._antennas):
            x, y = x_mm - middle_x, y_mm - middle_y
            found = self._coils[antenna].over(
                sleeve.size, x * cos + y * sin, y * cos - x * sin, turn_deg - turned_deg
            )
            if found is not None:
                over.append((antenna,) + found)
        return over

    def _find_bare(self, at):
        """Find how much of a sleeve's tags and foil lies over no card beneath it."""
        sleeve = self.sleeves[at]
        size = self._sizes[sleeve.size]
        whole = self._placed(sleeve, size["foil_mm"] or [0, 0] + size["size_mm"])
        foils = [
            self._placed(each, self._sizes[each.size]["foil_mm"])
            for each in self.sleeves[:at]
            if self._sizes[each.size]["foil_mm"]
        ]
        foils = [foil for foil in foils if _may_overlap(whole, foil)]
        tag = self._placed(sleeve, size["tag_offset_mm"] + size["tag_size_mm"])
        sleeve.bare = _bare_share(tag, foils)
        sleeve.bare_foil = _bare_share(whole, foils)

    def _turn_deg(self, sleeve):
        return self._zones[sleeve.zone]["turn"] + sleeve.turn + sleeve.tilt_deg

    def _placed(self, sleeve, rect):
        """A part of a sleeve on the mat: its middle, its turn, and half its sides."""
        area = self._zones[sleeve.zone]["area_mm"]
        angle = math.radians(self._turn_deg(sleeve))
        cos, sin = math.cos(angle), math.sin(angle)
        return (
            area[0] + sleeve.dx_mm + rect[0] * cos - rect[1] * sin,
            area[1] + sleeve.dy_mm + rect[0] * sin + rect[1] * cos,
            cos,
            sin,
            rect[2] / 2,
            rect[3] / 2,
        )


def _uid(uid_hex, what):
    """Return a tag as it is described. Raises SideChannelError."""
    try:
        uid = bytes.fromhex(uid_hex)
    except (ValueError, TypeError):
        uid = b""
    if len(uid) not in (4, 7, 10):
        raise SideChannelError("expected %s as 4, 7 or 10 bytes in hex, got %r" % (what, uid_hex))
    return uid.hex()


def _may_overlap(one, other):
    """Whether two placed parts may, however they are turned."""
    apart_mm = one[4] + one[5] + other[4] + other[5]
    return abs(one[0] - other[0]) <= apart_mm and abs(one[1] - other[1]) <= apart_mm


def _bare_share(part, foils):
    """The share of a placed part that lies over none of these foils, by a grid of points."""
    if not foils:
        return 1.0
    x_mm, y_mm, cos, sin, half_w, half_h = part
    bare = 0
    for row in range(_GRID):
        v = ((2 * row + 1) / _GRID - 1) * half_h
        for column in range(_GRID):
            u = ((2 * column + 1) / _GRID - 1) * half_w
            point = (x_mm + u * cos - v * sin, y_mm + u * sin + v * cos)
            bare += not any(_is_over(point, foil) for foil in foils)
    return bare / (_GRID * _GRID)


def _is_number(value):
    return isinstance(value, (int, float))


def _is_pair(value):
    """Whether it is two numbers from 0 on, of a sleeve's two tags."""
    return (
        isinstance(value, list)
        and len(value) == _TAGS
        and all(_is_number(each) and 0 <= each for each in value)
    )


def _is_over(point, foil):
    x_mm, y_mm, cos, sin, half_w, half_h = foil
    x, y = point[0] - x_mm, point[1] - y_mm
    return abs(x * cos + y * sin) <= half_w and abs(y * cos - x * sin) <= half_h
