"""Frames made wrong on purpose, to see whether one passes for right. For CPython and MicroPython.

A mutation that leaves the frame as it was does not count, and neither does a whole copy of it
that lies in the noise: such a frame is right. Everything else that a decoder gives out is wrong.
"""

import random

import duelmat_wire as wire
from duelmat_wire.encoding import encode_frame

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from collections.abc import Callable, Iterator
    from typing import Any

_SLICE = 500
_SESSION = 0x5A17C0DE
_KINDS = tuple([message.CODE for message in wire.MESSAGES] + [0])


def _flip(line: bytearray) -> bytearray:
    for _ in range(1 + random.getrandbits(2)):
        line[random.getrandbits(16) % len(line)] ^= 1 << random.getrandbits(3)
    return line


def _change(line: bytearray) -> bytearray:
    line[random.getrandbits(16) % len(line)] = random.getrandbits(8)
    return line


def _lose(line: bytearray) -> bytearray:
    at = random.getrandbits(16) % len(line)
    return line[:at] + line[at + 1 + random.getrandbits(4) :]


def _insert(line: bytearray) -> bytearray:
    at = random.getrandbits(16) % len(line)
    noise = bytes([random.getrandbits(8) for _ in range(1 + random.getrandbits(3))])
    return line[:at] + noise + line[at:]


def _double(line: bytearray) -> bytearray:
    at = random.getrandbits(16) % len(line)
    return line[:at] + line[at : at + 1 + random.getrandbits(4)] + line[at:]


def _swap(line: bytearray) -> bytearray:
    here, there = random.getrandbits(16) % len(line), random.getrandbits(16) % len(line)
    line[here], line[there] = line[there], line[here]
    return line


def _cut(line: bytearray) -> bytearray:
    return line[random.getrandbits(16) % len(line) :]


def _overwrite(line: bytearray) -> bytearray:
    at = random.getrandbits(16) % len(line)
    for place in range(at, min(at + 2 + random.getrandbits(4), len(line))):
        line[place] = random.getrandbits(8)
    return line


WAYS: "tuple[Callable[[bytearray], bytearray], ...]" = (
    _flip,
    _change,
    _lose,
    _insert,
    _double,
    _swap,
    _cut,
    _overwrite,
)
"""The things that happen to bytes on a line."""


def wrong_frames(count: int, seed: int) -> "Iterator[dict[str, int]]":
    """Decode so many wrong frames; yields the counts so far now and then, and at the end."""
    random.seed(seed)
    decoder = wire.FrameDecoder(_SESSION)
    told = {"frames": 0, "unharmed": 0, "accepted_wrongly": 0}
    right = wire.Frame(_SESSION, 0, 0, 0, b"")
    line = bytearray()
    tries = 0
    while told["frames"] < count:
        if tries & 7 == 0:
            size = random.getrandbits(5) if random.getrandbits(3) else random.getrandbits(7)
            payload = bytes([random.getrandbits(8) for _ in range(size)])
            right = wire.Frame(
                _SESSION if random.getrandbits(3) else wire.NO_SESSION,
                _KINDS[random.getrandbits(8) % len(_KINDS)],
                random.getrandbits(8),
                random.getrandbits(8),
                payload,
            )
            line = bytearray(
                encode_frame(right.kind, right.seq, right.ack, payload, right.session)
            )
        tries += 1
        wrong = WAYS[random.getrandbits(3)](bytearray(line))
        found = decoder.feed(bytes(wrong))
        found += decoder.feed(b"\x00")  # so that the next mutant stands by itself
        if right in found:
            told["unharmed"] += 1
        else:
            told["frames"] += 1
        for frame in found:
            if frame != right:
                told["accepted_wrongly"] += 1
        if tries % _SLICE == 0:
            yield told
    yield told


def measure(options: "dict[str, Any]") -> "Iterator[None]":
    """Runs it as the bench does on MicroPython."""
    told: "dict[str, int]" = {}
    for told in wrong_frames(options["count"], options["seed"]):  # noqa: B007 - the last one counts
        yield
    return told
