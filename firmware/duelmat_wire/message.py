"""Message: what all messages have in common: fields in, payload out, and back."""

from .errors import RemoteError
from .fields import Field
from .frame import MAX_PAYLOAD

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any, Self

BOARD = "board"
HOST = "host"

NUMBERED = "numbered"  # acknowledged, sent again until it has arrived, in order
KEPT = "kept"  # the latest is repeated every second and in every new session
LOOSE = "loose"  # sent once; the next one repairs a loss
OPEN = "open"  # sent once outside any session

FEATURE_TALLY = 1  # how often a card answers: TALLY_REQUEST, TALLY
FEATURES = FEATURE_TALLY  # all bits given out: what this version understands


class Message:
    """The base of all messages."""

    CODE = 0
    NAME = ""
    SENDER = ""
    DELIVERY = ""
    FEATURE = 0
    """The bit without which the other side does not understand it; 0 = every side does."""
    FIELDS: "tuple[tuple[str, Field], ...]" = ()

    if TYPE_CHECKING:  # each has its own; a board has no memory for what is never called

        def __init__(self, *values: "Any") -> None: ...

    def values(self) -> "tuple[Any, ...]":
        return tuple([getattr(self, name) for name, _ in self.FIELDS])

    def size(self) -> int:
        """Bytes of the payload."""
        size = 0
        for name, field in self.FIELDS:
            size += field.size(getattr(self, name)) if field.width is None else field.width
        return size

    def complaint(self) -> "str | None":
        """The fault that the protocol cannot send in this message."""
        size = 0
        for name, field in self.FIELDS:
            value = getattr(self, name)
            problem = field.complaint(value)
            if problem:
                return f"{self.NAME}.{name}: {problem}"
            size += field.size(value) if field.width is None else field.width
        if size > MAX_PAYLOAD:
            return f"{self.NAME}: at most {MAX_PAYLOAD} bytes fit, got {size}: split it"
        problem = self.disagreement()
        return f"{self.NAME}: {problem}" if problem else None

    def disagreement(self) -> "str | None":
        """The contradiction between values that are right one by one."""
        return None

    def pack_into(self, buffer: bytearray, at: int = 0) -> int:
        """Write the payload of a message that has no `complaint`; returns its length."""
        start = at
        for name, field in self.FIELDS:
            at = field.pack(getattr(self, name), buffer, at)
        return at - start

    @classmethod
    def unpack(cls, payload: bytes) -> "Self":
        """The message in this payload.

        Raises: RemoteError when it is too short, too long or holds what it must not.
        """
        values = []
        at = 0
        for name, field in cls.FIELDS:
            value, at = field.unpack(payload, at)
            if field.is_narrow:
                problem = field.complaint(value)
                if problem:
                    raise RemoteError(f"{cls.NAME}.{name}: {problem}")
            values.append(value)
        if not at == len(payload) <= MAX_PAYLOAD:
            most = min(at, MAX_PAYLOAD)
            raise RemoteError(f"{cls.NAME}: expected {most} bytes, got {len(payload)}")
        message = cls(*values)
        problem = message.disagreement()
        if problem:
            raise RemoteError(f"{cls.NAME}: {problem}")
        return message

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Message)
            and self.CODE == other.CODE
            and self.values() == other.values()
        )

    def __hash__(self) -> int:
        return hash((self.CODE, self.values()))

    def __repr__(self) -> str:
        parts = [f"{name}={getattr(self, name)!r}" for name, _ in self.FIELDS]
        return f"{type(self).__name__}({', '.join(parts)})"
