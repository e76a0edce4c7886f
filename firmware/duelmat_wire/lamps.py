"""Lamps: the look of each style of lamp.

A style is a colour and a pattern: which of the zone's four lights take part, and the rhythm in
which they do. The patterns differ from each other without the colours, the colours are taken from
a set that colour-blind eyes tell apart (Okabe and Ito, 2008), and no light blinks faster than
three times a second.

A lamp's lights are numbered 0..3 around the zone, clockwise from its top left corner as seat a
sees it. A lamp with fewer lights uses the first ones.
"""

from .errors import LocalError

OFF = 0
LEGAL = 1  # a card may be played here, or this card may act
ILLEGAL = 2  # what happened here is against the rules
ASK = 3  # the table asks about this zone
TAKE = 4  # lift this card
PUT = 5  # put the card here
TURN = 6  # turn or flip this card
TARGET = 7  # what an attack or effect points at
ACTIVE = 8  # in play just now, or whose turn it is
CONFIRM = 9  # understood
SELECTED = 10  # chosen by a player
FAULT = 11  # this zone cannot be sensed
PHASE = 12  # the present phase
DIM = 13  # a card is sensed here, and nothing has been said of it yet

STYLE_COUNT = 14
LIGHTS_A_LAMP = 4
MAX_BLINK_HZ = 3

STYLE_NAMES = (
    "OFF",
    "LEGAL",
    "ILLEGAL",
    "ASK",
    "TAKE",
    "PUT",
    "TURN",
    "TARGET",
    "ACTIVE",
    "CONFIRM",
    "SELECTED",
    "FAULT",
    "PHASE",
    "DIM",
)

# Okabe and Ito's set; its black is a light that is out, white stands in.
_BLACK = (0, 0, 0)
_ORANGE = (230, 159, 0)
_SKY_BLUE = (86, 180, 233)
_GREEN = (0, 158, 115)
_YELLOW = (240, 228, 66)
_BLUE = (0, 114, 178)
_VERMILION = (213, 94, 0)
_PURPLE = (204, 121, 167)
_WHITE = (230, 230, 230)

# A rhythm: period in ms, the levels (0..255) it runs through in that time, and by how many of
# these steps each light lags behind the one before it.
_STEADY = (1000, b"\xff", 0)
_GLOW = (1000, b"\x28", 0)
_SLOW_BLINK = (1000, b"\xff\x00", 0)
_QUICK_BLINK = (400, b"\xff\x00", 0)
_DOUBLE = (1200, b"\xff\x00\xff\x00\x00\x00", 0)
_ROUND = (1000, b"\xff\x00\x00\x00", 1)
_HALVES = (1000, b"\xff\xff\x00\x00", 1)
_BREATHE = (2000, b"\x20\x28\x38\x50\x70\x98\xc0\xe0\xff\xe0\xc0\x98\x70\x50\x38\x28", 0)
_SWELL = (2400, b"\xa0\xa8\xb8\xd0\xff\xd0\xb8\xa8", 0)

_ALL = 0b1111
_DIAGONAL = 0b0101
_OTHER_DIAGONAL = 0b1010
_FIRST = 0b0001
_THREE = 0b0111

STYLES = (
    # colour, which lights, rhythm
    (_BLACK, 0, _STEADY),  # OFF
    (_GREEN, _ALL, _STEADY),  # LEGAL
    (_VERMILION, _ALL, _QUICK_BLINK),  # ILLEGAL
    (_YELLOW, _ALL, _HALVES),  # ASK
    (_ORANGE, _ALL, _SLOW_BLINK),  # TAKE
    (_SKY_BLUE, _DIAGONAL, _SLOW_BLINK),  # PUT
    (_PURPLE, _ALL, _ROUND),  # TURN
    (_VERMILION, _DIAGONAL, _STEADY),  # TARGET
    (_WHITE, _ALL, _BREATHE),  # ACTIVE
    (_GREEN, _OTHER_DIAGONAL, _DOUBLE),  # CONFIRM
    (_SKY_BLUE, _THREE, _STEADY),  # SELECTED
    (_PURPLE, _FIRST, _QUICK_BLINK),  # FAULT
    (_BLUE, _ALL, _SWELL),  # PHASE
    (_WHITE, _FIRST, _GLOW),  # DIM
)
"""The look of each style; a style's number is its place here."""


def light_level(style: int, light_of_lamp: int, t_ms: int) -> int:
    """The brightness of a light of a lamp of this style at this time, 0..255."""
    if not 0 <= style < STYLE_COUNT:
        raise LocalError(f"expected a lamp style from 0 to {STYLE_COUNT - 1}, got {style}")
    _, lights, rhythm = STYLES[style]
    if not lights >> (light_of_lamp & 3) & 1:
        return 0
    period_ms, levels, lag = rhythm
    count = len(levels)
    return levels[(t_ms % period_ms * count // period_ms - lag * light_of_lamp) % count]


def light_colour(style: int, light_of_lamp: int, t_ms: int) -> "tuple[int, int, int]":
    """The colour of one light of a lamp of this style at this time, each part 0..255."""
    level = light_level(style, light_of_lamp, t_ms)
    red, green, blue = STYLES[style][0]
    return red * level // 255, green * level // 255, blue * level // 255


def is_steady(style: int) -> bool:
    """Whether a lamp of this style looks the same at every time."""
    return len(STYLES[style][2][1]) == 1
