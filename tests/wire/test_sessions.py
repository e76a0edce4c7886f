"""Sessions of a link: hosts that come and go, boards that boot anew, sides that do not fit."""

import random

import pytest

from duelmat_wire import (
    BoardLink,
    Button,
    Clock,
    ClockReply,
    Hello,
    HostLink,
    Log,
    Maintenance,
    Message,
    Scene,
    SnapshotRequest,
    Status,
    Welcome,
    encode_frame,
    encode_message,
)
from examples import seeds
from wire.cables import BAD_CABLES, Cut, Loss
from wire.table import DIGEST, Table, hello, sighting, touch


def test_events_before_the_first_host_are_delivered_to_it() -> None:
    """What happened while nobody listened is told in order when somebody does."""
    table = Table()
    events = [sighting(table.board), touch(table.board), Button(table.board.next_event(), 0, 1, 1)]
    for event in [*events, Log(1, "booted")]:
        table.board.send(event)
    table.run_until(lambda: table.board.unacknowledged == 0)
    assert table.at_host == [*events, Log(1, "booted")]


@pytest.mark.parametrize("name", ["good", "loss", "duplicate", "all at once"])
def test_hosts_that_die_at_any_time_together_get_every_event_once(name: str) -> None:
    """Each knows what the one before had; the cable is bad, and the board boots never."""
    chance = random.Random(name)
    table = Table(to_host=BAD_CABLES[name](31), to_board=BAD_CABLES[name](32))
    sent: list[Message] = []
    for number in range(40):
        for _ in range(chance.randrange(5)):
            if table.board.unacknowledged < 40:
                sent.append(touch(table.board))
                table.board.send(sent[-1])
        table.run(chance.randrange(600))
        known = table.host
        table.host = HostLink(DIGEST, 5000 + number, known.boot_id, known.last_event)
    table.run_until(lambda: table.board.unacknowledged == 0)
    assert table.at_host == sent
    assert not table.board.overflowed


def test_a_host_that_comes_back_gets_only_what_it_has_not() -> None:
    """A new process that knows boot and last event is spared the rest, and misses nothing."""
    table = Table().bring_up()
    first = [touch(table.board), touch(table.board)]
    for event in first:
        table.board.send(event)
    table.run_until(lambda: table.host.last_event == 2)
    second = [touch(table.board), sighting(table.board)]
    for message in second:
        table.board.send(message)
    known = table.host
    table.host = HostLink(DIGEST, 77, boot_id=known.boot_id, last_event=known.last_event)
    table.at_host.clear()
    table.run_until(lambda: table.board.unacknowledged == 0)
    assert table.at_host == second
    assert table.host.missed == 0


def test_frames_of_the_old_session_are_noise_in_the_new_one() -> None:
    """Whatever was left in a buffer, nothing of it is delivered, on either side."""
    table = Table().bring_up()
    table.board.send(touch(table.board))
    table.host.send(SnapshotRequest())
    stale_to_host, stale_to_board = table.board.poll(table.now_ms), table.host.poll(table.now_ms)
    assert stale_to_host and stale_to_board
    old = table.board.session
    table.host = HostLink(DIGEST, 555)
    table.bring_up()
    assert table.board.session not in {0, old}
    table.run(500)
    table.at_host.clear()
    table.host.receive(stale_to_host, table.now_ms)
    table.board.receive(stale_to_board, table.now_ms)
    assert table.host.messages() == table.board.messages() == ()
    assert table.host.bad == table.board.bad == 1


def test_what_an_earlier_session_left_on_the_line_is_no_noise() -> None:
    """A host comes while the board is in the session of another one, the end of which its port
    has kept, cut anywhere; noise after that counts as ever.
    """
    table = Table().bring_up()
    left = b""
    for _ in range(20):
        table.board.send(touch(table.board))
        table.now_ms += 1000
        left += table.board.poll(table.now_ms)
    table.host = HostLink(DIGEST, 555)
    table.host.receive(left[-256:], table.now_ms)
    table.bring_up()
    table.run(500)
    assert table.host.bad == 0
    assert table.host.stale == table.host.counters()["stale"] >= 5
    table.host.receive(b"noise\0", table.now_ms)
    assert table.host.bad == 1


@pytest.mark.parametrize("seed", seeds(range(20), quick=5))
def test_no_board_can_count_anything_below_zero(seed: int) -> None:
    """Whatever it says, in whatever order: noise, HELLOs of other boots, frames of any session."""
    chance = random.Random(seed)
    host = HostLink(DIGEST, 1000)
    now_ms = 0
    for _ in range(200):
        now_ms += chance.choice((1, 50, 5_000))
        host.poll(now_ms, 256)
        said = chance.choice(("noise", "hello", "session", "old"))
        if said == "noise":
            host.receive(b"noise\0" * chance.randrange(5), now_ms)
        elif said == "hello":
            board = hello(chance.randrange(3))
            host.receive(encode_frame(Hello.CODE, 0, 0, encode_message(board)), now_ms)
        else:
            session = host.session if said == "session" else 999
            kind = chance.choice((Status.CODE, Button.CODE, 0x11))
            payload = chance.randbytes(chance.randrange(20))
            host.receive(encode_frame(kind, 0, 0, payload, session), now_ms)
        host.messages()
        assert min(host.counters().values()) >= 0, host.counters()


def test_a_board_that_boots_anew_starts_a_session_with_events_from_one() -> None:
    """Another boot_id ends the session; the events of the new boot are not taken for old ones."""
    table = Table().bring_up()
    for _ in range(5):
        table.board.send(touch(table.board))
    table.run_until(lambda: table.host.last_event == 5)
    table.host.send(Scene(9, bytes(4)))
    table.run(100)
    table.board = BoardLink(hello(boot_id=8))
    table.at_host.clear()
    table.at_board.clear()
    event = touch(table.board)
    table.board.send(event)
    table.run_until(lambda: bool(table.at_host))
    assert table.at_host == [event]
    assert table.host.boot_id == 8
    assert Scene(9, bytes(4)) in table.at_board
    assert table.host.sessions == 2


def test_the_answer_to_a_hello_of_an_earlier_boot_starts_nothing() -> None:
    """A stale HELLO in a buffer cannot make the board forget events of its present boot."""
    table = Table(board=BoardLink(hello(boot_id=8)))
    event = touch(table.board)
    table.board.send(event)
    stale = BoardLink(hello(boot_id=7)).poll(0)
    table.host = HostLink(DIGEST, 50, boot_id=7, last_event=500)
    table.host.receive(stale, 0)
    table.run_until(lambda: bool(table.at_host))
    assert table.at_host == [event]
    assert table.host.boot_id == 8


def test_a_silent_board_is_asked_again_and_the_events_go_on() -> None:
    """A cable pulled for a while costs no event and needs no hand."""
    there, back = Cut(), Cut()
    table = Table(to_host=there, to_board=back).bring_up()
    there.is_cut = back.is_cut = True
    events = [touch(table.board) for _ in range(3)]
    for event in events:
        table.board.send(event)
    table.run(5000)
    assert not table.host.is_up
    assert table.host.silences == 1
    there.is_cut = back.is_cut = False
    table.run_until(lambda: table.board.unacknowledged == 0)
    assert table.at_host == events


def test_a_port_opened_again_begins_with_a_hello() -> None:
    """restart() forgets half a frame and the session, not the events."""
    table = Table().bring_up()
    table.board.send(touch(table.board))
    table.run(100)
    table.host.receive(b"half a fra", table.now_ms)
    table.host.restart()
    assert not table.host.is_up
    table.bring_up()
    event = touch(table.board)
    table.board.send(event)
    table.run(100)
    assert table.at_host[-1] == event
    assert (table.host.bad, table.host.missed) == (0, 0)


MISFITS = [
    (hello(protocol=2), "update duelmat on this computer"),
    (hello(protocol=0), "put the firmware that came with this duelmat on the board"),
    (hello(digest=b"12345678"), "configured for the mat 3132333435363738"),
]


@pytest.mark.parametrize(("said", "advice"), MISFITS, ids=[each[1] for each in MISFITS])
def test_a_board_that_does_not_fit_is_refused_with_advice(said: Hello, advice: str) -> None:
    """No session begins, the host says what to do, and a board that fits is welcomed later."""
    table = Table(board=BoardLink(said))
    table.run(3000)
    assert table.host.state == "refused"
    assert table.host.advice is not None
    assert advice in table.host.advice
    assert table.board.session == 0
    assert table.at_host == table.at_board == []
    table.board = BoardLink(hello(boot_id=9))
    table.bring_up()
    assert table.host.advice is None


def test_a_board_refuses_a_host_that_does_not_fit() -> None:
    """Even a host that looks away gets no session from the board, but another HELLO."""
    board = BoardLink(hello())
    board.poll(0)
    welcome = encode_message(Welcome(1, b"12345678", 5, 0, 7))
    board.receive(encode_frame(Welcome.CODE, 0, 0, welcome), 1)
    assert (board.session, board.refused) == (0, 1)
    assert board.poll(2) != b""


def test_maintenance_is_understood_without_a_session() -> None:
    """A board with the wrong firmware can still be told to open its prompt."""
    table = Table(board=BoardLink(hello(protocol=9)))
    table.run(300)
    assert table.host.state == "refused"
    table.host.send(Maintenance(7))
    table.run(20)
    assert table.at_board == [Maintenance(7)]


def test_unnumbered_messages_need_a_session() -> None:
    """Without one they are not kept: their time would be over."""
    board, host = BoardLink(hello()), HostLink(DIGEST, 1)
    assert not host.send(Clock(1))
    assert not board.send(Status(1, 2, 3, 4, 5, 6, 7))
    table = Table(board, host).bring_up()
    assert host.send(Clock(1))
    assert board.send(ClockReply(1, 5))
    table.run(20)
    assert table.at_board == [Clock(1)]
    assert table.at_host == [ClockReply(1, 5)]


def test_a_session_runs_past_the_end_of_its_numbers() -> None:
    """Numbers of one byte begin again from 0 without a gap or a double."""
    table = Table(to_host=Loss(8, 0.001)).bring_up()
    for _ in range(600):
        table.board.send(touch(table.board))
        table.run_until(lambda: table.board.unacknowledged < 8)
    table.run_until(lambda: table.board.unacknowledged == 0)
    assert [getattr(message, "event", 0) for message in table.at_host] == list(range(1, 601))


def test_a_late_welcome_of_the_former_session_is_ignored() -> None:
    """Two hosts in a row: the first one's last WELCOME does not bring its session back."""
    table = Table().bring_up()
    former = table.board.session
    table.host = HostLink(DIGEST, 4000)
    table.bring_up()
    table.run(50)
    late = encode_frame(Welcome.CODE, 0, 0, encode_message(Welcome(1, DIGEST, former, 0, 7)))
    table.board.receive(late, table.now_ms)
    assert table.board.session == 4000
