"""Frames on the line, held against PyPI's cobs and zlib's crc32."""

import random
import zlib

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st

from duelmat_wire import MAX_FRAME, MAX_PAYLOAD, Frame, FrameDecoder, LocalError, encode_frame

OCTETS = st.integers(0, 255)
PAYLOADS = st.binary(max_size=MAX_PAYLOAD) | st.lists(
    st.sampled_from([0, 0, 1, 255]), max_size=MAX_PAYLOAD
).map(bytes)
SESSIONS = st.integers(0, 0xFFFFFFFF)


def oracle(session: int, kind: int, seq: int, ack: int, payload: bytes) -> bytes:
    content = bytes([kind, seq, ack]) + payload
    sealed = content + zlib.crc32(content, session).to_bytes(4, "little")
    line: bytes = cobs.encode(sealed) + b"\x00"
    return line


@given(SESSIONS, OCTETS, OCTETS, OCTETS, PAYLOADS)
def test_a_frame_is_what_cobs_and_zlib_make(
    session: int, kind: int, seq: int, ack: int, payload: bytes
) -> None:
    """The line's bytes equal those made by independent libraries, and come back whole."""
    line = encode_frame(kind, seq, ack, payload, session)
    assert line == oracle(session, kind, seq, ack, payload)
    assert len(line) <= MAX_FRAME
    assert FrameDecoder(session).feed(line) == [Frame(session, kind, seq, ack, payload)]


@given(
    st.lists(st.tuples(OCTETS, OCTETS, OCTETS, PAYLOADS), max_size=6),
    st.lists(st.integers(1, 50), max_size=40),
)
def test_the_pieces_in_which_bytes_come_do_not_matter(
    frames: list[tuple[int, int, int, bytes]], pieces: list[int]
) -> None:
    """Fed whole, byte by byte, or in any pieces, the same frames come out."""
    line = b"".join(encode_frame(*frame, 9) for frame in frames)
    wanted = [Frame(9, *frame) for frame in frames]
    assert FrameDecoder(9).feed(line) == wanted
    cut, found = FrameDecoder(9), []
    for size in [*pieces, len(line) + 1]:
        found += cut.feed(memoryview(line)[:size])
        line = line[size:]
    assert found == wanted
    assert cut.bad == 0


@given(st.binary(max_size=600), PAYLOADS)
def test_noise_ahead_costs_no_frame_once_a_zero_has_come(noise: bytes, payload: bytes) -> None:
    """After any bytes and one zero the next frame is read, and nothing was raised."""
    decoder = FrameDecoder(3)
    decoder.feed(noise + b"\x00")
    assert decoder.feed(encode_frame(1, 2, 3, payload, 3))[-1].payload == payload


@given(PAYLOADS, SESSIONS, SESSIONS)
def test_a_frame_of_another_session_is_never_read(
    payload: bytes, session: int, other: int
) -> None:
    """The session's number decides, for the same bytes always."""
    frames = FrameDecoder(other).feed(encode_frame(1, 2, 3, payload, session))
    assert bool(frames) == (session in {other, 0})


def test_a_frame_after_a_lost_zero_is_lost_and_the_next_one_is_read() -> None:
    """The damage of one byte ends at the next end of a frame."""
    first, second, third = (encode_frame(1, 0, 0, bytes([each]), 0) for each in (1, 2, 3))
    decoder = FrameDecoder()
    assert [frame.payload for frame in decoder.feed(first[:-1] + second + third)] == [b"\x03"]
    assert decoder.bad == 1


def test_mutated_frames_are_never_accepted() -> None:
    """Of 20,000 damaged frames none comes through as something that was not sent."""
    chance = random.Random(20_000)
    accepted = 0
    for _ in range(20_000):
        payload = chance.randbytes(chance.randrange(40))
        frame = Frame(77, chance.randrange(256), chance.randrange(256), 5, payload)
        line = bytearray(encode_frame(frame.kind, frame.seq, frame.ack, payload, 77))
        for _ in range(chance.randint(1, 4)):
            mutate(line, chance)
        for read in FrameDecoder(77).feed(bytes(line) + b"\x00"):
            assert read == frame  # a zero put in front or behind, or a change undone
            accepted += 1
    assert accepted < 1500


def mutate(line: bytearray, chance: random.Random) -> None:
    at = chance.randrange(len(line)) if line else 0
    choice = chance.randrange(5)
    if choice == 0 and line:
        line[at] ^= 1 << chance.randrange(8)
    elif choice == 1 and line:
        line[at] = chance.randrange(256)
    elif choice == 2:
        line.insert(at, chance.randrange(256))
    elif choice == 3 and line:
        del line[at]
    else:
        del line[at : at + chance.randint(1, 6)]


def test_a_payload_too_long_is_refused_where_it_is_made() -> None:
    """The caller learns at once; nothing is cut in silence."""
    with pytest.raises(LocalError, match="at most 192 bytes, got 193"):
        encode_frame(1, 0, 0, bytes(193))


def test_a_reset_forgets_the_frame_begun() -> None:
    """What came before the port was opened again does not spoil what comes after."""
    decoder = FrameDecoder()
    decoder.feed(b"\x05half")
    decoder.reset()
    assert decoder.feed(encode_frame(1, 0, 0, b"whole")) == [Frame(0, 1, 0, 0, b"whole")]


def test_the_decoder_keeps_its_memory_however_much_noise_comes() -> None:
    """A line that never ends takes no more memory than the longest frame."""
    decoder = FrameDecoder()
    for _ in range(100):
        decoder.feed(b"\xaa" * 10_000)
    assert len(decoder._raw) == MAX_FRAME - 1
    decoder.feed(b"\x00")
    assert (decoder.too_long, decoder.bad) == (1, 1)
