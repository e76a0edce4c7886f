"""How well the antennas A and B of one zone reach tags, and what is told of both in the end.

Of each antenna: the tag that is told to be the lowest of several, if any, and all others.
"""

LOWER = b"\x04\x10\x20\x30\x40\x50\x60"
UPPER = b"\x04\x11\x21\x31\x41\x51\x61"
OTHER = b"\x04\x12\x22\x32\x42\x52\x62"
NOTHING: "tuple[list[bytes], list[bytes]]" = ([], [])

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any

ANSWERS: "tuple[tuple[Any, ...], ...]" = (
    ({LOWER: 3.0}, {}, ([], [LOWER]), NOTHING),
    # the upper face answers too, much or little worse
    ({LOWER: 6.0, UPPER: 1.2}, {}, ([LOWER], [UPPER]), NOTHING),
    ({UPPER: 2.2, LOWER: 4.2}, {}, ([LOWER], [UPPER]), NOTHING),
    # or as well, or so nearly that nobody should say
    ({LOWER: 3.0, UPPER: 3.0}, {}, ([], [LOWER, UPPER]), NOTHING),
    ({LOWER: 3.0, UPPER: 2.5}, {}, ([], [LOWER, UPPER]), NOTHING),
    # neither is silent at the least power
    ({LOWER: 50.0, UPPER: 10.0}, {}, ([], [LOWER, UPPER]), NOTHING),
    # both antennas hear it
    ({LOWER: 4.0}, {LOWER: 1.5}, ([], [LOWER]), NOTHING),
    ({LOWER: 1.3}, {LOWER: 4.0}, NOTHING, ([], [LOWER])),
    ({LOWER: 3.0}, {LOWER: 2.8}, ([], [LOWER]), ([], [LOWER])),
    # both hear both
    ({LOWER: 5.0, UPPER: 1.3}, {LOWER: 2.0, UPPER: 1.5}, ([LOWER], [UPPER]), NOTHING),
    # one hears each: the host gets to know both
    ({LOWER: 4.0}, {OTHER: 1.5}, ([LOWER], [OTHER]), NOTHING),
)
