"""Messages: every one there and back, and what is refused on either side."""

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_wire import (
    EMPTY,
    MAX_PAYLOAD,
    MESSAGES,
    ONE,
    SEVERAL,
    STYLE_COUNT,
    UNSURE,
    Button,
    Clock,
    ClockReply,
    Display,
    Health,
    Hello,
    Hot,
    LocalError,
    Log,
    Maintenance,
    Message,
    RemoteError,
    Scene,
    Sighting,
    Snapshot,
    SnapshotRequest,
    Status,
    Tally,
    TallyRequest,
    Touch,
    Welcome,
    encode_message,
)
from duelmat_wire.message import KEPT, LOOSE, NUMBERED, OPEN
from duelmat_wire.messages import SNAPSHOT_PART, group_entries

U8 = st.integers(0, 0xFF)
U16 = st.integers(0, 0xFFFF)
U32 = st.integers(0, 0xFFFFFFFF)
FLAG = st.integers(0, 1)
UID = st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size))
DIGEST = st.binary(min_size=8, max_size=8)
ASCII = st.characters(min_codepoint=32, max_codepoint=126)
SCENE_STYLES = st.lists(st.integers(0, STYLE_COUNT - 1), max_size=190).map(bytes)
CONTENT = st.one_of(
    st.just((EMPTY, ())),
    UID.map(lambda uid: (ONE, (uid,))),
    st.tuples(st.sampled_from([SEVERAL, UNSURE]), st.lists(UID, max_size=6).map(tuple)),
)
ENTRIES = st.dictionaries(U8, CONTENT, max_size=40).map(
    lambda found: tuple((antenna, *content) for antenna, content in sorted(found.items()))
)
WELL_FORMED: dict[type[Message], st.SearchStrategy[Message]] = {
    Hello: st.builds(Hello, U8, st.tuples(U8, U8, U8), DIGEST, U32, U16, U8, U8, U8, U8),
    Sighting: st.builds(
        lambda event, t_ms, antenna, content: Sighting(event, t_ms, antenna, *content),
        U32, U32, U8, CONTENT,
    ),
    Touch: st.builds(Touch, U32, U32, U8, FLAG),
    Button: st.builds(Button, U32, U32, U8, FLAG),
    Snapshot: st.builds(
        lambda event, parts, entries: Snapshot(event, parts - 1, parts, entries),
        U32, st.integers(1, 255), ENTRIES.map(lambda entries: entries[:2]),
    ),
    Health: st.builds(Health, U8, st.integers(0, 3)),
    Log: st.builds(Log, st.integers(0, 3), st.text(max_size=300)),
    Status: st.builds(Status, U32, U16, U32, U16, U32, U16, U16),
    ClockReply: st.builds(ClockReply, U32, U32),
    Welcome: st.builds(Welcome, U8, DIGEST, U32, U32, U32, U16),
    Tally: st.builds(Tally, U8, U16, U16, U16),
    TallyRequest: st.builds(TallyRequest, U8),
    Maintenance: st.builds(Maintenance, U32),
    Scene: st.builds(Scene, U16, SCENE_STYLES),
    Display: st.builds(Display, FLAG, st.text(ASCII, min_size=8, max_size=8)),
    Hot: st.builds(Hot, st.binary(min_size=5, max_size=5), U16),
    Clock: st.builds(Clock, U32),
    SnapshotRequest: st.just(SnapshotRequest()),
}  # fmt: skip
A_MESSAGE = st.sampled_from(MESSAGES).flatmap(lambda kind: WELL_FORMED[kind])


@given(A_MESSAGE)
def test_every_message_comes_back_as_it_went(message: Message) -> None:
    """Packed and unpacked, a message equals itself and fits a frame."""
    payload = encode_message(message)
    assert len(payload) <= MAX_PAYLOAD
    again = type(message).unpack(payload)
    assert again == message
    assert hash(again) == hash(message)
    assert encode_message(again) == payload


@given(st.sampled_from(MESSAGES), st.binary(max_size=60))
def test_any_payload_is_a_message_or_a_remote_error(kind: type[Message], payload: bytes) -> None:
    """Whatever the other side sends, reading it gives a message that packs to the same bytes, or
    a RemoteError."""
    try:
        message = kind.unpack(payload)
    except RemoteError:
        return
    assert encode_message(message) == payload


@given(A_MESSAGE, st.data())
def test_a_message_cut_short_is_refused_or_another_whole_one(
    message: Message, data: st.DataObject
) -> None:
    """No reader looks beyond the end."""
    payload = encode_message(message)
    cut = payload[: data.draw(st.integers(0, max(len(payload) - 1, 0)))]
    with contextlib.suppress(RemoteError):
        assert encode_message(type(message).unpack(cut)) == cut


def test_codes_are_unique_and_tell_the_delivery() -> None:
    """Bit 0x80 stands for numbered, so even an unknown message can be acknowledged."""
    assert len({message.CODE for message in MESSAGES}) == len(MESSAGES)
    assert len({message.NAME for message in MESSAGES}) == len(MESSAGES)
    assert set(WELL_FORMED) == set(MESSAGES)
    for message in MESSAGES:
        assert (message.CODE >= 0x80) == (message.DELIVERY == NUMBERED)
        assert message.DELIVERY in {NUMBERED, KEPT, LOOSE, OPEN}
        assert 0 < message.CODE < 256


UID7 = b"1234567"
MISUSE = [
    (lambda: Sighting(1, 2, 3, ONE, []), "ONE names one tag, got 0"),
    (lambda: Sighting(1, 2, 3, EMPTY, [UID7]), "EMPTY names no tags, got 1"),
    (lambda: Sighting(1, 2, 3, ONE, [b"12345"]), "4, 7 or 10 bytes, got b'12345'"),
    (lambda: Sighting(1, 2, 3, 4, []), "from 0 to 3, got 4"),
    (lambda: Sighting(1 << 32, 2, 3, EMPTY, []), "from 0 to 4294967295, got 4294967296"),
    (lambda: Sighting(1, 2, 3, SEVERAL, [UID7] * 30), "at most 192 bytes fit, got 251"),
    (lambda: Touch(1, 2, -1, 1), "from 0 to 255, got -1"),
    (lambda: Snapshot(1, 2, 2, []), "expected a part below 2, got 2"),
    (lambda: Snapshot(1, 0, 1, [(4, EMPTY, ()), (3, EMPTY, ())]), "rising order, got 3 after 4"),
    (lambda: Scene(1, [0, 14]), "lamp 1: expected a style below 14, got 14"),
    (lambda: Display(0, "80"), "expected 8 characters, got 2: '80'"),
    (lambda: Display(2, "    8000"), "from 0 to 1, got 2"),
    (lambda: Display(0, "   8000\t"), "expected printable ASCII"),
    (lambda: Hot(b"1234", 5), "expected 5 bytes, got 4"),
    (lambda: Hello(1, (1, 2, 300), bytes(8), 1, 0, 40, 46, 36, 6), "three numbers from 0 to 255"),
    (lambda: Health(3, 9), "from 0 to 3, got 9"),
]


@pytest.mark.parametrize(("make", "complaint"), MISUSE, ids=[each[1] for each in MISUSE])
def test_local_misuse_is_told_with_expected_and_got(
    make: Callable[[], Message], complaint: str
) -> None:
    """What the protocol cannot say is refused where it is said, by name of message and field."""
    message = make()
    with pytest.raises(LocalError) as told:
        encode_message(message)
    assert complaint in str(told.value)
    assert str(told.value).startswith(message.NAME)


def test_a_log_line_is_made_to_fit() -> None:
    """Logging never fails: long lines are cut, strange letters replaced."""
    log = Log(2, "Zone ä\n" + "x" * 500)
    assert log.text.startswith("Zone ??xxx")
    assert len(encode_message(log)) == MAX_PAYLOAD


def test_counters_of_a_status_stop_at_their_greatest_number() -> None:
    """A board that has run for weeks can still send its STATUS."""
    status = Status(1, 2, 3, 100_000, 5, 70_000, 80_000)
    assert (status.sweep_ms, status.bad_frames, status.resent) == (65535, 65535, 65535)


def test_messages_show_their_values() -> None:
    """A message in a failing test or a log can be read."""
    assert repr(Touch(1, 2, 3, 1)) == "Touch(event=1, t_ms=2, pad=3, pressed=1)"
    assert Touch(1, 2, 3, 1) != Button(1, 2, 3, 1)


@given(ENTRIES)
def test_a_snapshot_is_split_into_parts_that_fit_and_miss_nothing(
    entries: tuple[tuple[int, int, tuple[bytes, ...]], ...],
) -> None:
    """All parts can be sent, are as short as a board can pack in a turn unless one antenna alone
    takes more, and together hold every entry once, in order.
    """
    parts = [Snapshot(1, 0, 1, group) for group in group_entries(entries)]
    for part in parts:
        payload = encode_message(part)
        assert Snapshot.unpack(payload) == part
        assert len(payload) <= SNAPSHOT_PART or len(part.entries) == 1
    assert tuple(entry for part in parts for entry in part.entries) == entries
