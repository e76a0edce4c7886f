"""The serial protocol between mat and host: frames, messages, links, lamp styles.

Bytes, state and time come in as arguments: no port, no clock, no threads, nothing random. The same
files run on CPython and on MicroPython, where what is the host's alone, `duelmat_wire.host_link`,
`handshake`, `encoding` and the looks of `lamps`, is loaded by who asks for it: a board has better
use for the memory.
"""

import sys

from .board_link import BoardLink
from .digest import MapDigest
from .errors import LocalError, RemoteError, WireError
from .fields import EMPTY, ONE, SEVERAL, UNSURE
from .frame import (
    MAX_FRAME,
    MAX_PAYLOAD,
    NO_SESSION,
    Frame,
    FrameDecoder,
)
from .link import Link, elapsed
from .message import BOARD, FEATURE_TALLY, FEATURES, HOST, Message
from .messages import (
    HEALTH_FINE,
    HEALTH_NO_FIELD,
    HEALTH_SILENT,
    HEALTH_STRANGE,
    LOG_DEBUG,
    LOG_ERROR,
    LOG_INFO,
    LOG_WARNING,
    MESSAGES,
    PROTOCOL,
    SEAT_A,
    SEAT_B,
    Button,
    Clock,
    ClockReply,
    Display,
    Health,
    Hello,
    Hot,
    Log,
    Maintenance,
    Scene,
    Sighting,
    Snapshot,
    SnapshotRequest,
    Status,
    Tally,
    TallyRequest,
    Touch,
    Welcome,
)

if sys.implementation.name != "micropython":
    from .encoding import encode_frame, encode_message, map_digest
    from .handshake import handshake_advice
    from .host_link import ASKING, REFUSED, UP, WELCOMING, HostLink
    from .lamps import (
        LIGHTS_A_LAMP,
        STYLE_COUNT,
        STYLE_NAMES,
        is_steady,
        light_colour,
        light_level,
    )

    __all__ = [
        "ASKING",
        "BOARD",
        "EMPTY",
        "FEATURES",
        "FEATURE_TALLY",
        "HEALTH_FINE",
        "HEALTH_NO_FIELD",
        "HEALTH_SILENT",
        "HEALTH_STRANGE",
        "HOST",
        "LIGHTS_A_LAMP",
        "LOG_DEBUG",
        "LOG_ERROR",
        "LOG_INFO",
        "LOG_WARNING",
        "MAX_FRAME",
        "MAX_PAYLOAD",
        "MESSAGES",
        "NO_SESSION",
        "ONE",
        "PROTOCOL",
        "REFUSED",
        "SEAT_A",
        "SEAT_B",
        "SEVERAL",
        "STYLE_COUNT",
        "STYLE_NAMES",
        "UNSURE",
        "UP",
        "WELCOMING",
        "BoardLink",
        "Button",
        "Clock",
        "ClockReply",
        "Display",
        "Frame",
        "FrameDecoder",
        "Health",
        "Hello",
        "HostLink",
        "Hot",
        "Link",
        "LocalError",
        "Log",
        "Maintenance",
        "MapDigest",
        "Message",
        "RemoteError",
        "Scene",
        "Sighting",
        "Snapshot",
        "SnapshotRequest",
        "Status",
        "Tally",
        "TallyRequest",
        "Touch",
        "Welcome",
        "WireError",
        "elapsed",
        "encode_frame",
        "encode_message",
        "handshake_advice",
        "is_steady",
        "light_colour",
        "light_level",
        "map_digest",
    ]
