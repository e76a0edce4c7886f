"""Messages: what board and host say to each other, one class for each.

Each class has its CODE, who sends it, how it is delivered and its FIELDS; the table in
docs/protocol.md is made from these and from the docstrings, which cost the board nothing.
Treat messages as frozen values.
"""

from .fields import (
    ENTRIES,
    FLAG,
    SEAT,
    STATE,
    TRIPLE,
    U8,
    U16,
    U32,
    UIDS,
    Number,
    Octets,
    Text,
    state_complaint,
)
from .frame import MAX_PAYLOAD
from .lamps import STYLE_COUNT
from .message import BOARD, FEATURE_TALLY, HOST, KEPT, LOOSE, NUMBERED, OPEN, Message

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from .fields import Entry

PROTOCOL = 1

HEALTH_FINE = 0
HEALTH_SILENT = 1  # the reader chip does not answer
HEALTH_STRANGE = 2  # it answers, and does not keep what is written to its registers
HEALTH_NO_FIELD = 3  # its field does not switch on

LOG_DEBUG = 0
LOG_INFO = 1
LOG_WARNING = 2
LOG_ERROR = 3

SEAT_A = 0
SEAT_B = 1

DIGEST_BYTES = 8

SNAPSHOT_PART = 46  # bytes of one part at most: what a board packs in a turn of 10 ms

_LOG_TEXT_MAX = MAX_PAYLOAD - 1
_SNAPSHOT_HEAD = 6

# Fields that several messages have.
_PROTOCOL = ("protocol", U8)
_DIGEST = ("digest", Octets(DIGEST_BYTES))
_BOOT_ID = ("boot_id", U32)
_FEATURES = ("features", U16)
_EVENT = ("event", U32)
_T_MS = ("t_ms", U32)
_TOKEN = ("token", U32)
_ANTENNA = ("antenna", U8)
_PRESSED = ("pressed", FLAG)


class Hello(Message):
    """The board's introduction: sent until a host welcomes it, and when a host asks.

    protocol: version of this protocol
    firmware: version of the firmware
    digest: first 8 bytes of the digest of the mat that the board was configured for
    boot_id: another number after every boot; event numbers and the ring begin anew with it
    features: features of the board beyond the first version of this protocol, in bits
    antennas: number of antennas that the board scans
    lamps: number of lamps that a SCENE may name
    pads: number of touch pads
    buttons: number of buttons
    """

    CODE = 0x01
    NAME = "HELLO"
    SENDER = BOARD
    DELIVERY = OPEN
    FIELDS = (
        _PROTOCOL,
        ("firmware", TRIPLE),
        _DIGEST,
        _BOOT_ID,
        _FEATURES,
        ("antennas", U8),
        ("lamps", U8),
        ("pads", U8),
        ("buttons", U8),
    )

    def __init__(
        self,
        protocol: int,
        firmware: "tuple[int, int, int]",
        digest: bytes,
        boot_id: int,
        features: int,
        antennas: int,
        lamps: int,
        pads: int,
        buttons: int,
    ) -> None:
        self.protocol = protocol
        self.firmware = tuple(firmware)
        self.digest = bytes(digest)
        self.boot_id = boot_id
        self.features = features
        self.antennas = antennas
        self.lamps = lamps
        self.pads = pads
        self.buttons = buttons


class Sighting(Message):
    """The tags on one antenna, settled and whole.

    event: number of this event
    t_ms: board clock
    antenna: number of the antenna
    state: kind of the finding; EMPTY names no tag, ONE exactly one
    uids: the tags that were read, if UNSURE before; the lowest of several, if known, twice; one
        alone, as SEVERAL, twice, where it has answered to full power and not to less
    """

    CODE = 0x81
    NAME = "SIGHTING"
    SENDER = BOARD
    DELIVERY = NUMBERED
    FIELDS = (_EVENT, _T_MS, _ANTENNA, ("state", STATE), ("uids", UIDS))

    def __init__(
        self,
        event: int,
        t_ms: int,
        antenna: int,
        state: int,
        uids: "tuple[bytes, ...] | list[bytes]",
    ) -> None:
        self.event = event
        self.t_ms = t_ms
        self.antenna = antenna
        self.state = state
        self.uids = tuple(uids)

    def disagreement(self) -> "str | None":
        return state_complaint(self.state, self.uids)


class Touch(Message):
    """A finger came onto a pad or left it.

    event: number of this event
    t_ms: board clock
    pad: number of the pad
    pressed: 1 = came, 0 = left
    """

    CODE = 0x82
    NAME = "TOUCH"
    SENDER = BOARD
    DELIVERY = NUMBERED
    FIELDS = (_EVENT, _T_MS, ("pad", U8), _PRESSED)

    def __init__(self, event: int, t_ms: int, pad: int, pressed: int) -> None:
        self.event = event
        self.t_ms = t_ms
        self.pad = pad
        self.pressed = int(pressed)


class Button(Message):
    """A button went down or came up.

    event: number of this event
    t_ms: board clock
    button: number of the button
    pressed: 1 = down, 0 = up
    """

    CODE = 0x83
    NAME = "BUTTON"
    SENDER = BOARD
    DELIVERY = NUMBERED
    FIELDS = (_EVENT, _T_MS, ("button", U8), _PRESSED)

    def __init__(self, event: int, t_ms: int, button: int, pressed: int) -> None:
        self.event = event
        self.t_ms = t_ms
        self.button = button
        self.pressed = int(pressed)


class Snapshot(Message):
    """The tags on all antennas, in parts sent one after the other; antennas not named are EMPTY.

    event: number of this event; every part has its own
    part: number of this part, from 0
    parts: number of parts of the snapshot
    entries: antennas in rising order
    """

    CODE = 0x84
    NAME = "SNAPSHOT"
    SENDER = BOARD
    DELIVERY = NUMBERED
    FIELDS = (_EVENT, ("part", U8), ("parts", U8), ("entries", ENTRIES))

    def __init__(
        self,
        event: int,
        part: int,
        parts: int,
        entries: "tuple[Entry, ...] | list[Entry]",
    ) -> None:
        self.event = event
        self.part = part
        self.parts = parts
        self.entries = tuple([(antenna, state, tuple(uids)) for antenna, state, uids in entries])

    def disagreement(self) -> "str | None":
        if self.part < self.parts:
            return None
        return f"expected a part below {self.parts}, got {self.part}"


class Health(Message):
    """The condition of one reader, when it changes.

    antenna: number of the antenna
    state: 0 = fine, 1 = silent, 2 = answers wrongly, 3 = no field
    """

    CODE = 0x85
    NAME = "HEALTH"
    SENDER = BOARD
    DELIVERY = NUMBERED
    FIELDS = (_ANTENNA, ("state", Number(1, HEALTH_NO_FIELD)))

    def __init__(self, antenna: int, state: int) -> None:
        self.antenna = antenna
        self.state = state


class Log(Message):
    """A line for people.

    level: 0 = debug, 1 = info, 2 = warning, 3 = error
    text: the line; longer ones are cut, other characters become "?"
    """

    CODE = 0x86
    NAME = "LOG"
    SENDER = BOARD
    DELIVERY = NUMBERED
    FIELDS = (("level", Number(1, LOG_ERROR)), ("text", Text()))

    def __init__(self, level: int, text: str) -> None:
        self.level = level
        self.text = "".join(
            [letter if 32 <= ord(letter) < 127 else "?" for letter in text[:_LOG_TEXT_MAX]]
        )


class Status(Message):
    """The condition of the board, about once a second.

    t_ms: board clock
    scene: number of the SCENE that is lit
    digest: map_digest of what the board sees; another one than the host's calls for a snapshot
    sweep_ms: time of the last whole sweep over all antennas
    heap_free: free bytes
    bad_frames: frames skipped since boot, stopping at the greatest number
    resent: frames sent again since boot, stopping at the greatest number
    """

    CODE = 0x10
    NAME = "STATUS"
    SENDER = BOARD
    DELIVERY = LOOSE
    FIELDS = (
        _T_MS,
        ("scene", U16),
        ("digest", U32),
        ("sweep_ms", U16),
        ("heap_free", U32),
        ("bad_frames", U16),
        ("resent", U16),
    )

    def __init__(
        self,
        t_ms: int,
        scene: int,
        digest: int,
        sweep_ms: int,
        heap_free: int,
        bad_frames: int,
        resent: int,
    ) -> None:
        self.t_ms = t_ms
        self.scene = scene
        self.digest = digest
        self.sweep_ms = min(sweep_ms, 0xFFFF)
        self.heap_free = heap_free
        self.bad_frames = min(bad_frames, 0xFFFF)
        self.resent = min(resent, 0xFFFF)


class ClockReply(Message):
    """The board's clock, immediately after a CLOCK.

    token: the token of the CLOCK
    t_ms: board clock
    """

    CODE = 0x11
    NAME = "CLOCK_REPLY"
    SENDER = BOARD
    DELIVERY = LOOSE
    FIELDS = (_TOKEN, _T_MS)

    def __init__(self, token: int, t_ms: int) -> None:
        self.token = token
        self.t_ms = t_ms


class Tally(Message):
    """The visits to one antenna since it was asked for last, and their results.

    antenna: number of the antenna
    visits: number of times its field was on and a card was called
    answered: visits in which a card gave its whole number
    unread: visits in which something answered that could not be read
    """

    CODE = 0x12
    NAME = "TALLY"
    SENDER = BOARD
    DELIVERY = LOOSE
    FEATURE = FEATURE_TALLY
    FIELDS = (_ANTENNA, ("visits", U16), ("answered", U16), ("unread", U16))

    def __init__(self, antenna: int, visits: int, answered: int, unread: int) -> None:
        self.antenna = antenna
        self.visits = visits
        self.answered = answered
        self.unread = unread


class Welcome(Message):
    """The host's answer to HELLO: a session begins.

    protocol: version of this protocol
    digest: first 8 bytes of the digest of the host's mat
    session: number of the session; 0 = no session, only a HELLO is wanted
    last_event: last event of this boot that the host has; events up to it are not sent again
    boot_id: from the HELLO that this answers, so that another boot does not take it for its own
    features: what the host understands, in the same bits as in HELLO
    """

    CODE = 0x02
    NAME = "WELCOME"
    SENDER = HOST
    DELIVERY = OPEN
    FIELDS = (
        _PROTOCOL,
        _DIGEST,
        ("session", U32),
        ("last_event", U32),
        _BOOT_ID,
        _FEATURES,
    )

    def __init__(
        self,
        protocol: int,
        digest: bytes,
        session: int,
        last_event: int,
        boot_id: int = 0,
        features: int = 0,
    ) -> None:
        self.protocol = protocol
        self.digest = bytes(digest)
        self.session = session
        self.last_event = last_event
        self.boot_id = boot_id
        self.features = features


class Maintenance(Message):
    """Reset into the prompt, so that the board can be flashed; understood without a session.

    key: the boot_id of the HELLO, so that an old frame cannot do it
    """

    CODE = 0x03
    NAME = "MAINTENANCE"
    SENDER = HOST
    DELIVERY = OPEN
    FIELDS = (("key", U32),)

    def __init__(self, key: int) -> None:
        self.key = key


class Scene(Message):
    """The look of all lamps.

    number: number of this scene; STATUS sends it back
    styles: one style a lamp, from lamp 0; lamps not named are OFF
    """

    CODE = 0x40
    NAME = "SCENE"
    SENDER = HOST
    DELIVERY = KEPT
    FIELDS = (("number", U16), ("styles", Octets()))

    def __init__(self, number: int, styles: "bytes | bytearray | list[int]") -> None:
        self.number = number
        self.styles = bytes(styles)

    def disagreement(self) -> "str | None":
        worst = max(self.styles) if self.styles else 0  # there may be a hundred: one look, no loop
        if worst < STYLE_COUNT:
            return None
        lamp = list(self.styles).index(worst)
        return f"lamp {lamp}: expected a style below {STYLE_COUNT}, got {worst}"


class Display(Message):
    """The text on a seat's display.

    seat: seat of the display
    text: eight characters
    """

    CODE = 0x41
    NAME = "DISPLAY"
    SENDER = HOST
    DELIVERY = KEPT
    FIELDS = (("seat", SEAT), ("text", Text(8)))

    def __init__(self, seat: int, text: str) -> None:
        self.seat = seat
        self.text = text


class Hot(Message):
    """Antennas to visit more often for a while.

    mask: bit n % 8 of byte n // 8 is antenna n
    ttl_ms: duration
    """

    CODE = 0x42
    NAME = "HOT"
    SENDER = HOST
    DELIVERY = LOOSE
    FIELDS = (("mask", Octets(5)), ("ttl_ms", U16))

    def __init__(self, mask: bytes, ttl_ms: int) -> None:
        self.mask = bytes(mask)
        self.ttl_ms = ttl_ms


class Clock(Message):
    """Asks for the board's clock.

    token: comes back in the answer
    """

    CODE = 0x43
    NAME = "CLOCK"
    SENDER = HOST
    DELIVERY = LOOSE
    FIELDS = (_TOKEN,)

    def __init__(self, token: int) -> None:
        self.token = token


class TallyRequest(Message):
    """Asks for the TALLY of one antenna, which is counted anew from then on.

    antenna: number of the antenna
    """

    CODE = 0x44
    NAME = "TALLY_REQUEST"
    SENDER = HOST
    DELIVERY = LOOSE
    FEATURE = FEATURE_TALLY
    FIELDS = (_ANTENNA,)

    def __init__(self, antenna: int) -> None:
        self.antenna = antenna


class SnapshotRequest(Message):
    """Asks for what lies on all antennas."""

    CODE = 0xC0
    NAME = "SNAPSHOT_REQUEST"
    SENDER = HOST
    DELIVERY = NUMBERED
    FIELDS = ()


MESSAGES = (
    Hello,
    Sighting,
    Touch,
    Button,
    Snapshot,
    Health,
    Log,
    Status,
    ClockReply,
    Tally,
    Welcome,
    Maintenance,
    Scene,
    Display,
    Hot,
    Clock,
    TallyRequest,
    SnapshotRequest,
)
"""Every message, the board's first."""


def messages_of(sender: str) -> "dict[int, type[Message]]":
    """The messages that one side sends, by code."""
    return {message.CODE: message for message in MESSAGES if message.SENDER == sender}


def group_entries(entries: "list[Entry] | tuple[Entry, ...]") -> "list[list[Entry]]":
    """The entries of each part of a snapshot; they come in rising order."""
    groups: "list[list[Entry]]" = [[]]
    size = _SNAPSHOT_HEAD
    for entry in entries:
        entry_size = 2 + UIDS.size(entry[2])
        if size + entry_size > SNAPSHOT_PART and groups[-1]:
            groups.append([])
            size = _SNAPSHOT_HEAD
        groups[-1].append(entry)
        size += entry_size
    return groups
