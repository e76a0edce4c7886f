"""Holds duelmat_wire against vectors.json. Runs on CPython and on MicroPython alike."""

import json

import duelmat_wire as wire
from duelmat_wire import encoding

TYPE_CHECKING = False
if TYPE_CHECKING:  # MicroPython has no typing
    from typing import Any


def load(path: str) -> "dict[str, list[Any]]":
    with open(path) as file:  # noqa: PTH123 - MicroPython has no pathlib
        vectors: dict[str, list[Any]] = json.load(file)
    return vectors


def value(told: "Any") -> "Any":
    """What a value in the file stands for: {"hex": ...} is bytes, lists are tuples."""
    if isinstance(told, dict):
        return bytes.fromhex(told["hex"])
    if isinstance(told, list):
        return tuple([value(each) for each in told])
    return told


def check_all(vectors: "dict[str, list[Any]]") -> int:
    """Assert every vector; returns how many there were."""
    check_frames(vectors["frames"])
    check_messages(vectors["messages"])
    check_broken_payloads(vectors["broken_payloads"])
    check_noise(vectors["noise"])
    check_digests(vectors["digests"])
    check_colours(vectors["colours"])
    return sum([len(part) for part in vectors.values()])


def check_frames(frames: "list[Any]") -> None:
    for told in frames:
        payload, line = bytes.fromhex(told["payload"]), bytes.fromhex(told["line"])
        session = told["session"]
        made = encoding.encode_frame(told["kind"], told["seq"], told["ack"], payload, session)
        assert made == line, (told, made)
        wanted = [wire.Frame(session, told["kind"], told["seq"], told["ack"], payload)]
        assert wire.FrameDecoder(session).feed(line) == wanted, told
        slow = wire.FrameDecoder(session)
        found = []
        for place in range(len(line)):
            found += slow.feed(memoryview(line)[place : place + 1])
        assert found == wanted, told
        assert wire.FrameDecoder(session ^ 1).feed(line) == ([] if session else wanted), told


def check_messages(messages: "list[Any]") -> None:
    kinds = {message.NAME: message for message in wire.MESSAGES}
    for told in messages:
        kind = kinds[told["name"]]
        message = kind(*[value(each) for each in told["values"]])
        payload = bytes.fromhex(told["payload"])
        assert told["code"] == kind.CODE, told
        assert encoding.encode_message(message) == payload, told
        assert kind.unpack(payload) == message, told


def check_broken_payloads(broken: "list[Any]") -> None:
    kinds = {message.NAME: message for message in wire.MESSAGES}
    for told in broken:
        try:
            message = kinds[told["name"]].unpack(bytes.fromhex(told["payload"]))
        except wire.RemoteError:
            continue
        raise AssertionError((told, message))


def check_noise(streams: "list[Any]") -> None:
    for told in streams:
        decoder = wire.FrameDecoder(told["session"])
        frames = decoder.feed(bytes.fromhex(told["line"]))
        assert [frame.payload for frame in frames] == [
            bytes.fromhex(payload) for payload in told["payloads"]
        ], told
        for counter in ("too_long", "too_short", "bad_cobs", "bad_crc"):
            assert getattr(decoder, counter) == told.get(counter, 0), (told, counter)


def check_digests(digests: "list[Any]") -> None:
    for told in digests:
        assert encoding.map_digest(value(told["entries"])) == told["digest"], told


def check_colours(colours: "list[Any]") -> None:
    for style, light, t_ms, *colour in colours:
        assert wire.lamps.light_colour(style, light, t_ms) == tuple(colour), (style, light, t_ms)
