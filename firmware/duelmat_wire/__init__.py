"""The serial protocol between mat and host: frames, messages, links, lamp styles.

Bytes, state and time come in as arguments: no port, no clock, no threads, nothing random. The same
files run on CPython and on MicroPython, where the host's end is loaded by who asks for
`duelmat_wire.host_link`: a board never does, and has better use for the memory.
"""

import sys

from .board_link import BoardLink
from .digest import map_digest
from .errors import LocalError, RemoteError, WireError
from .fields import EMPTY, ONE, SEVERAL, UNSURE
from .frame import (
    MAX_FRAME,
    MAX_PAYLOAD,
    NO_SESSION,
    Frame,
    FrameDecoder,
    encode_frame,
)
from .handshake import handshake_advice
from .lamps import (
    LIGHTS_A_LAMP,
    STYLE_COUNT,
    STYLE_NAMES,
    is_steady,
    light_colour,
    light_level,
)
from .link import Link
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
    split_snapshot,
)

__all__ = [
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
    "SEAT_A",
    "SEAT_B",
    "SEVERAL",
    "STYLE_COUNT",
    "STYLE_NAMES",
    "UNSURE",
    "BoardLink",
    "Button",
    "Clock",
    "ClockReply",
    "Display",
    "Frame",
    "FrameDecoder",
    "Health",
    "Hello",
    "Hot",
    "Link",
    "LocalError",
    "Log",
    "Maintenance",
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
    "encode_frame",
    "handshake_advice",
    "is_steady",
    "light_colour",
    "light_level",
    "map_digest",
    "split_snapshot",
]

if sys.implementation.name != "micropython":
    from .host_link import ASKING, REFUSED, UP, WELCOMING, HostLink

    __all__ += ["ASKING", "REFUSED", "UP", "WELCOMING", "HostLink"]
