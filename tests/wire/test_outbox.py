"""The outbox: what goes when there is no place."""

from hypothesis import given
from hypothesis import strategies as st

from duelmat_wire import ONE, Log, Message, Sighting, Touch, encode_message
from duelmat_wire.outbox import HEAD, Outbox

UID = b"\x04234567"


def made(kind: str, event: int) -> Message:
    if kind == "log":
        return Log(1, str(event))
    return Touch(event, 0, 1, 1) if kind == "touch" else Sighting(event, 0, 1, ONE, [UID])


def held(outbox: Outbox) -> list[bytes]:
    return [bytes(outbox.entry(place)[1]) for place in range(outbox.count)]


@given(
    st.lists(st.sampled_from(["log", "touch", "sighting"]), max_size=60),
    st.integers(194, 300),
    st.integers(0, 9),
    st.lists(st.integers(0, 3), max_size=60),
)
def test_order_and_what_is_on_its_way_survive_any_overflow(
    kinds: list[str], room: int, frozen: int, arrivals: list[int]
) -> None:
    """What is held is in the order of sending, the first `frozen` stay, and the sum is right."""
    outbox = Outbox(room)
    sent: list[bytes] = []
    arrived = 0
    for event, kind in enumerate(kinds, start=1):
        on_their_way = min(frozen, outbox.count)
        before = held(outbox)[:on_their_way]
        message = made(kind, event)
        sent.append(encode_message(message))
        outbox.put(message, on_their_way)
        assert held(outbox)[:on_their_way] == before
        places = [sent.index(payload) for payload in held(outbox)]
        assert places == sorted(places)
        gone = min(arrivals[event - 1] if event <= len(arrivals) else 0, outbox.count)
        outbox.drop_first(gone)
        arrived += gone
        assert sum(HEAD + len(payload) for payload in held(outbox)) == room - outbox.free <= room
        assert outbox.count + outbox.dropped + arrived == event


@given(st.integers(0, 12))
def test_events_that_the_other_side_has_are_forgotten(last_event: int) -> None:
    """After a new WELCOME only what is newer stays; what has no number stays, too."""
    outbox = Outbox(194)
    for event in range(1, 11):
        outbox.put(made("touch", event), 0)
    outbox.put(made("log", 99), 0)
    outbox.drop_events(last_event)
    kept = [encode_message(made("touch", event)) for event in range(1, 11) if event > last_event]
    assert held(outbox) == [*kept, encode_message(made("log", 99))]
    assert not outbox.lost_state
