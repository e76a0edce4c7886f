"""Two links and a cable between them: nothing lost, nothing doubled, in order."""

import itertools

import pytest

from duelmat_wire import (
    EMPTY,
    FEATURES,
    ONE,
    BoardLink,
    Clock,
    Display,
    Hello,
    HostLink,
    LocalError,
    Log,
    Scene,
    Sighting,
    Snapshot,
    SnapshotRequest,
    Status,
    Tally,
    TallyRequest,
    Touch,
    elapsed,
    encode_frame,
    encode_message,
)
from duelmat_wire.board_link import BOARD_ROOM
from examples import seeds
from wire.cables import (
    BAD_CABLES,
    Cut,
    Loss,
    Noise,
)
from wire.table import DIGEST, UID, Table, hello, sighting, touch

# What they take in the outbox, with the two bytes ahead.
TOUCH_BYTES = 2 + 10
SIGHTING_BYTES = 2 + 19


@pytest.mark.parametrize("seed", seeds(range(3)))
@pytest.mark.parametrize("name", BAD_CABLES)
def test_every_event_arrives_once_and_in_order_on_a_bad_cable(name: str, seed: int) -> None:
    """Whatever the cable does to the bytes, the host sees exactly the events that were sent."""
    table = Table(to_host=BAD_CABLES[name](seed), to_board=BAD_CABLES[name](seed + 100))
    sent = []
    table.run_until(lambda: table.host.is_up)
    for number in range(150):
        if table.board.unacknowledged < 40:
            event = sighting(table.board, number % 40) if number % 3 else touch(table.board)
            table.board.send(event)
            sent.append(event)
        table.step()
    table.run_until(lambda: table.board.unacknowledged == 0)
    assert table.at_host == sent
    assert table.host.missed == 0
    assert table.board.dropped == 0


@pytest.mark.parametrize("name", BAD_CABLES)
def test_requests_and_state_reach_the_board_on_a_bad_cable(name: str) -> None:
    """Requests arrive once; of scenes and displays the last ones arrive for certain."""
    table = Table(to_host=BAD_CABLES[name](5), to_board=BAD_CABLES[name](6))
    for number in range(20):
        table.host.send(SnapshotRequest())
        table.host.send(Scene(number, bytes(46)))
        table.host.send(Display(number % 2, f"{number:8d}"))
        table.run(50)
    table.run_until(lambda: table.host.unacknowledged == 0)
    wanted = {Scene(19, bytes(46)), Display(0, f"{18:8d}"), Display(1, f"{19:8d}")}
    table.run_until(lambda: wanted <= set(table.at_board))
    assert table.at_board.count(SnapshotRequest()) == 20
    scenes = [message for message in table.at_board if isinstance(message, Scene)]
    if name not in {"duplicate", "all at once"}:
        assert [scene.number for scene in scenes] == sorted(scene.number for scene in scenes)


def test_a_retransmitted_frame_is_acknowledged_again() -> None:
    """When only the acknowledgement was lost, the second one ends the sending."""
    cut = Cut()
    table = Table(to_board=cut).bring_up()
    table.board.send(touch(table.board))
    cut.is_cut = True
    table.run(40)
    cut.is_cut = False
    assert len(table.at_host) == 1
    table.run_until(lambda: table.board.unacknowledged == 0)
    assert len(table.at_host) == 1
    assert (table.board.resent, table.host.duplicate) == (1, 1)


def test_sending_again_backs_off_and_starts_afresh_when_something_arrives() -> None:
    """A host that does not answer costs less and less, up to a second between two tries."""
    table = Table()
    cut = Cut()
    table.to_board = cut
    table.bring_up()
    cut.is_cut = True
    table.board.send(touch(table.board))
    times = []
    for _ in range(4000 // table.step_ms):
        before = table.board.resent
        table.step()
        if table.board.resent > before:
            times.append(table.now_ms)
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    assert gaps == [100, 200, 400, 800, 1000, 1000]
    cut.is_cut = False
    table.run_until(lambda: table.board.unacknowledged == 0, at_most_ms=1100)
    assert len(table.at_host) == 1
    assert table.host.duplicate == table.board.resent


@pytest.mark.parametrize("room", [0, 8, 26, 27, 28, 60, 201, 256])
def test_no_frame_is_begun_that_does_not_fit_the_room(room: int) -> None:
    """Whatever room the line has, only whole frames are written, and never more than fits."""
    board = BoardLink(hello())
    host = HostLink(DIGEST, 5)
    host.receive(board.poll(0), 0)
    board.receive(host.poll(0), 0)
    for _ in range(12):
        board.send(sighting(board))
    written = board.poll(10, room)
    assert len(written) <= room
    assert written == b"" or written[-1] == 0
    acknowledgement = 9 <= room < 28
    assert written.count(0) == min(room // 28, 8) + acknowledgement
    for now_ms in range(20, 2000, 10):
        host.receive(board.poll(now_ms, max(room, 28)), now_ms)
        got = host.messages()
        board.receive(host.poll(now_ms), now_ms)
        del got
    assert (host.last_event, board.unacknowledged) == (12, 0)


def test_at_most_a_window_of_messages_is_on_its_way() -> None:
    """A host that reads nothing gets eight messages and then only these again."""
    board = BoardLink(hello())
    host = HostLink(DIGEST, 5)
    host.receive(board.poll(0), 0)
    board.receive(host.poll(0), 0)
    board.poll(1)
    for _ in range(30):
        board.send(touch(board))
    assert board.poll(2, 4000).count(0) == 8
    assert board.poll(3, 4000) == b""
    assert board.poll(60, 4000).count(0) == 8
    assert board.resent == 8


def test_a_message_is_acknowledged_when_it_is_taken_and_not_before() -> None:
    """What the host's application never saw is sent again to the next one."""
    table = Table().bring_up()
    table.board.send(touch(table.board))
    for now_ms in range(table.now_ms, table.now_ms + 400, 5):
        table.host.receive(table.board.poll(now_ms), now_ms)
        table.board.receive(table.host.poll(now_ms), now_ms)
    assert table.board.unacknowledged == 1
    assert len(table.host.messages()) == 1
    table.now_ms += 400
    table.run(20)
    assert table.board.unacknowledged == 0


def test_noise_where_no_board_is_stays_noise() -> None:
    """Nobody says hello: what comes is from anything but a board."""
    host = HostLink(DIGEST, 555)
    host.receive(b"ok T:20\r\n\0" * 5, 0)
    host.restart()
    assert (host.bad, host.stale) == (5, 0)


def test_an_idle_line_stays_up() -> None:
    """A board with nothing to say is not taken for a lost one."""
    table = Table().bring_up()
    table.run(20_000)
    assert (table.host.sessions, table.host.silences) == (1, 0)
    assert table.board.sent < 30


def test_a_full_board_drops_state_as_a_whole_and_owes_a_snapshot() -> None:
    """Touches are kept as long as can be; sightings go together, and the board is told."""
    table = Table(board=BoardLink(hello(), room=4 * TOUCH_BYTES + 36 * SIGHTING_BYTES))
    board = table.board
    touches = [touch(board) for _ in range(4)]
    for event in touches:
        board.send(event)
    for _ in range(36):
        board.send(sighting(board))
    assert board.free == 0
    assert not board.overflowed
    late = sighting(board)
    board.send(late)
    assert board.overflowed
    assert board.dropped == 36
    entries = [(antenna, ONE, (UID,)) for antenna in range(40)]
    board.send_snapshot(entries)
    assert not board.overflowed
    table.run_until(lambda: board.unacknowledged == 0)
    assert table.at_host[:5] == [*touches, late]
    parts = table.at_host[5:]
    assert [entry for part in parts if isinstance(part, Snapshot) for entry in part.entries] == (
        entries
    )
    assert table.host.missed == 36


def test_messages_on_their_way_are_never_dropped() -> None:
    """The other side may have them already, so their numbers stay theirs."""
    table = Table(board=BoardLink(hello(), room=20 * SIGHTING_BYTES)).bring_up()
    for _ in range(8):
        table.board.send(sighting(table.board))
    table.board.poll(table.now_ms, 4000)  # lost
    for _ in range(100):
        table.board.send(sighting(table.board))
    assert table.board.unacknowledged <= 20
    assert table.board.overflowed
    table.board.send_snapshot([(3, ONE, (UID,))])
    table.run_until(lambda: table.board.unacknowledged == 0)
    assert [getattr(message, "event", 0) for message in table.at_host[:8]] == list(range(1, 9))
    assert isinstance(table.at_host[-1], Snapshot)


def test_lines_of_log_go_first_and_need_no_snapshot() -> None:
    """A chatty board loses talk, not truth."""
    board = BoardLink(hello(), room=17 * TOUCH_BYTES)
    for number in range(5):
        board.send(Log(1, f"line {number}"))
    for _ in range(17):
        board.send(touch(board))
    assert board.dropped == 5
    assert not board.overflowed
    board.send(Log(1, "one more"))
    assert board.dropped == 6
    assert not board.overflowed
    board.send(touch(board))
    assert board.overflowed


def test_a_link_refuses_the_messages_of_the_other_side() -> None:
    """Misuse is told where it happens."""
    table = Table()
    with pytest.raises(LocalError, match="CLOCK is sent by the host only"):
        table.board.send(Clock(1))
    with pytest.raises(LocalError, match="HELLO is sent by the link itself"):
        table.board.send(hello())
    with pytest.raises(LocalError, match=r"TOUCH\.pressed"):
        table.board.send(Touch(1, 2, 3, 4))
    with pytest.raises(LocalError, match="SCENE: lamp 0"):
        table.host.send(Scene(1, b"\xff"))
    with pytest.raises(LocalError, match="8 bytes, got 2"):
        HostLink(b"12", 1)
    with pytest.raises(LocalError, match=r"HELLO\.digest"):
        BoardLink(Hello(1, (0, 1, 0), b"", 1, 0, 40, 46, 36, 6))
    with pytest.raises(LocalError, match=r"HELLO\.boot_id"):
        BoardLink(hello(boot_id=-1))
    with pytest.raises(LocalError, match="194 bytes at least, got 193"):
        BoardLink(hello(), room=193)


def test_whole_frames_that_mean_nothing_are_counted_and_passed_over() -> None:
    """Unknown kinds, wrong lengths, wrong values, wrong places: the link goes on."""
    table = Table().bring_up()
    session = table.board.session
    sent = [
        encode_frame(0xEE, 0, 0, b"numbered, of a kind to come", session),
        encode_frame(Touch.CODE, 1, 0, b"short", session),
        encode_frame(Touch.CODE, 2, 0, encode_message(Touch(1, 2, 3, 1))[:-1] + b"\x07", session),
        encode_frame(0x77, 0, 0, b"", session),
        encode_frame(Hello.CODE, 0, 0, encode_message(hello()), session),
        encode_frame(Touch.CODE, 3, 0, encode_message(Touch(1, 2, 3, 1)), 0),
        encode_frame(Touch.CODE, 3, 0, encode_message(Touch(1, 2, 3, 1)), session),
        encode_frame(0, 0, 0, b"an ack says nothing else", session),
        encode_frame(Clock.CODE, 0, 0, b"1234", session),
    ]
    table.host.receive(b"".join(sent), table.now_ms)
    assert table.host.messages() == (Touch(1, 2, 3, 1),)
    counters = table.host.counters()
    assert (counters["unknown"], counters["malformed"], counters["strangers"]) == (3, 3, 2)
    assert counters["bad"] == 8
    answer = table.host.poll(table.now_ms)
    assert answer == encode_frame(0, 0, 4, b"", session)


def test_an_application_that_takes_nothing_costs_bounded_memory() -> None:
    """Loose messages beyond a bound are counted and dropped, numbered ones wait at the sender."""
    table = Table().bring_up()
    for number in range(300):
        table.board.send(Status(number, 0, 0, 0, 0, 0, 0))
        table.board.send(touch(table.board))
        table.now_ms += 5
        table.host.receive(table.board.poll(table.now_ms, 256), table.now_ms)
    waiting = table.host.messages()
    assert len(waiting) <= 40
    assert table.host.overrun > 200
    assert table.board.unacknowledged <= BOARD_ROOM // TOUCH_BYTES


def test_a_clock_that_wraps_disturbs_nothing() -> None:
    """The board's milliseconds start again from 0 at 2**30."""
    table = Table(to_host=Loss(3), to_board=Loss(4)).bring_up()
    table.wrapping_ms = 1 << 30
    table.now_ms = table.wrapping_ms - 700
    for _ in range(40):
        table.board.send(touch(table.board))
        table.run(40)
    table.run_until(lambda: table.board.unacknowledged == 0, at_most_ms=5000)
    assert len(table.at_host) == 40
    assert table.board.resent < 400


def test_noise_alone_never_makes_a_message_and_never_raises() -> None:
    """Both ends survive a line of nothing but noise."""
    table = Table().bring_up()
    noise = Noise(1, 0.9)
    for now_ms in range(100):
        table.host.receive(noise.carry(bytes(range(256)), now_ms), now_ms)
        table.board.receive(noise.carry(bytes(range(256)), now_ms), now_ms)
    assert table.host.messages() == table.board.messages() == ()
    assert table.host.bad > 100


def test_a_snapshot_may_be_empty() -> None:
    """An empty mat is something to say, too."""
    table = Table().bring_up()
    table.board.send_snapshot([])
    table.board.send(Sighting(table.board.next_event(), 1, 2, EMPTY, []))
    table.run(50)
    assert table.at_host == [Snapshot(1, 0, 1, []), Sighting(2, 1, 2, EMPTY, [])]


@pytest.mark.parametrize(
    ("board_features", "host_features", "is_sent"),
    [(FEATURES, FEATURES, True), (0, FEATURES, False), (FEATURES, 0, False)],
    ids=["both new", "old board", "old host"],
)
def test_a_side_hears_only_what_it_understands(
    board_features: int, host_features: int, is_sent: bool
) -> None:
    """A message of a feature waits for nobody: an older side never gets it, and all else flows."""
    hello_of = hello()
    hello_of.features = board_features
    table = Table(BoardLink(hello_of), HostLink(DIGEST, 1000, features=host_features))
    table.run(500)
    asked = table.host.send(TallyRequest(3))
    told = table.board.send(Tally(3, 9, 8, 1))
    table.board.send(Touch(table.board.next_event(), 5, 1, 1))
    table.run(200)
    assert asked == (bool(board_features))
    assert told == (bool(host_features))
    assert [type(m) for m in table.at_board if isinstance(m, TallyRequest)] == (
        [TallyRequest] if asked else []
    )
    assert Touch in [type(message) for message in table.at_host]
    assert (asked and told) == is_sent
    assert table.board.bad == table.host.bad == 0


@pytest.mark.parametrize(
    ("now", "then", "passed"),
    [
        (5, 5, 0),
        (1000, 5, 995),
        (5, 1005, 0),  # comes soon
        (5, 2**30 - 5, 10),  # over the wrap
        (3 * 2**28, 5, 3 * 2**28 - 5),  # more than half of the range
        (5, 2**29, 2**29 + 5),
        (2**40 + 7, 2**40, 7),
    ],
)
def test_time_that_has_passed_is_right_for_nearly_the_whole_range(
    now: int, then: int, passed: int
) -> None:
    """A device that did something days ago must not take it for a time to come."""
    assert elapsed(now, then) == passed
