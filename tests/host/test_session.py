"""The session with a board: against the real board's end of the link, over good and bad cables."""

import random
from collections.abc import Callable
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import duelmat_wire as wire
from duelmat_hardware import AntennaIndex, PadIndex
from duelmat_host.link.events import (
    Antenna,
    AntennaState,
    BoardEvent,
    BoardLost,
    BoardReady,
    Button,
    Health,
    HealthState,
    Log,
    LogLevel,
    Sighting,
    Snapshot,
    Status,
    Tally,
    Touch,
    WrongBoard,
)
from duelmat_host.link.session import HOT_MAX, BoardSession, LinkState, Position
from examples import examples, seeds
from fake_board import MAT, FakeBoard, Wires, hello_of
from wire.cables import Cable, Chain, Cut, Delay, Duplicate, Loss, Noise, OneByteAtATime

UID = bytes.fromhex("04112233445566")
OTHER = bytes.fromhex("04aabbccddeeff")
ANTENNAS = len(MAT.antennas)

BAD_CABLES: dict[str, Callable[[int], Cable]] = {
    "loss": Loss,
    "noise": Noise,
    "duplicate": Duplicate,
    "delay": Delay,
    "one byte at a time": lambda seed: OneByteAtATime(),
    "all at once": lambda seed: Chain(Delay(seed, 40), Loss(seed, 0.002), Noise(seed, 0.002)),
}


def new_session(resume: Position | None = None, number: int = 4711) -> BoardSession:
    return BoardSession(MAT, number, resume)


Kind = TypeVar("Kind")


class Pair:
    """A session and a board, with a clock that the test turns."""

    def __init__(
        self,
        board: FakeBoard | None = None,
        wires: Wires | None = None,
        session: BoardSession | None = None,
    ) -> None:
        self.session = session or new_session()
        self.board = board or FakeBoard()
        self.wires = wires or Wires()
        self.events: list[BoardEvent] = []
        self.now_ms = 0
        self.is_plugged = True
        self.step_ms = 5

    def step(self) -> None:
        self.now_ms += self.step_ms
        session, wires = self.session, self.wires
        sent = session.poll(self.now_ms, wires.to_board.room)
        heard = wires.to_board.carry(sent, self.now_ms) if self.is_plugged else b""
        said = self.board.turn(heard, self.now_ms, wires.to_host.room)
        if self.is_plugged:
            session.receive(wires.to_host.carry(said, self.now_ms), self.now_ms)
        self.events += session.events()

    def run(self, ms: int) -> None:
        for _ in range(0, ms, self.step_ms):
            self.step()

    def until(self, is_done: Callable[[], bool], at_most_ms: int = 60_000) -> None:
        for _ in range(0, at_most_ms, self.step_ms):
            if is_done():
                return
            self.step()
        raise AssertionError(f"not done; events {self.events[-10:]}")

    def up(self) -> "Pair":
        self.until(lambda: self.session.state is LinkState.UP and self.session.has_map)
        return self

    def unplug(self) -> None:
        self.is_plugged = False
        self.session.port_lost("pulled")

    def plug(self, board: FakeBoard | None = None) -> None:
        self.board = board or self.board
        self.is_plugged = True
        self.session.port_opened(self.now_ms)

    def of(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def map(self) -> dict[int, Antenna]:
        return {i: a for i, a in enumerate(self.session.antennas) if a != Antenna()}


def test_a_board_that_fits_is_ready_and_its_map_is_whole() -> None:
    """Ready first, then what lies on the mat; the snapshot is asked for."""
    board = FakeBoard()
    board.see(3, UID, quietly=True)
    pair = Pair(board).up()
    assert [type(e) for e in pair.events if not isinstance(e, Status)][:2] == [
        BoardReady,
        Snapshot,
    ]
    assert pair.of(BoardReady) == [BoardReady(board.link.hello, is_new_boot=True)]
    assert pair.map == {3: Antenna(AntennaState.ONE, (UID,))}
    pair.run(20)
    assert board.requests == 1


def test_what_the_board_tells_becomes_events() -> None:
    """Every message of the board has its event, in order."""
    pair = Pair().up()
    pair.run(300)
    pair.events.clear()
    assert pair.session.position is not None
    first = pair.session.position.last_event
    pair.board.see(4, UID)
    pair.board.touch(9)
    pair.board.press(2)
    pair.board.link.send(wire.Health(5, wire.HEALTH_SILENT))
    pair.board.link.send(wire.Log(wire.LOG_WARNING, "warm"))
    happened_ms = pair.now_ms
    pair.run(20)
    assert [event for event in pair.events if not isinstance(event, Status)] == [
        Sighting(happened_ms, AntennaIndex(4), Antenna(AntennaState.ONE, (UID,))),
        Touch(happened_ms, PadIndex(9), is_pressed=True, event=first + 2),
        Button(happened_ms, 2, is_pressed=True, event=first + 3),
        Health(AntennaIndex(5), HealthState.SILENT),
        Log(LogLevel.WARNING, "warm"),
    ]


def test_board_times_become_host_times() -> None:
    """An event that waited on the board is told with the time at which it happened."""
    pair = Pair().up()
    pair.run(2000)
    pair.is_plugged = False
    pair.run(50)
    happened_ms = pair.now_ms
    pair.board.touch(1)
    pair.run(400)
    pair.is_plugged = True
    pair.until(lambda: bool(pair.of(Touch)))
    (touch,) = pair.of(Touch)
    assert abs(touch.at_ms - happened_ms) <= 5
    assert pair.session.clock_offset_ms is not None
    assert pair.session.statistics.round_trip_ms is not None


@pytest.mark.parametrize("seed", seeds(range(2)))
@pytest.mark.parametrize("name", BAD_CABLES)
def test_no_event_is_lost_or_doubled_on_a_bad_cable(name: str, seed: int) -> None:
    """Whatever the cables do, touches arrive once and in order, and the maps end up equal."""
    chance = random.Random(seed)
    pair = Pair(wires=Wires(BAD_CABLES[name](seed), BAD_CABLES[name](seed + 50)))
    pair.step_ms = 1 if name == "one byte at a time" else 5
    pair.until(lambda: pair.session.state is LinkState.UP)
    for number in range(60):
        pair.board.touch(number % 36)
        pair.board.see(chance.randrange(ANTENNAS), *([UID] if chance.random() < 0.6 else []))
        pair.until(lambda: pair.board.link.unacknowledged < 20)
    pair.until(lambda: pair.board.link.unacknowledged == 0)
    assert [touch.pad for touch in pair.of(Touch)] == [n % 36 for n in range(60)]
    wanted = {a: Antenna(AntennaState(s), u) for a, (s, u) in pair.board.antennas.items() if s}
    pair.until(lambda: pair.map == wanted)


def test_a_map_that_differs_is_noticed_by_its_digest() -> None:
    """What the board saw and did not say is asked for at its next STATUS."""
    pair = Pair().up()
    pair.run(600)
    pair.board.see(7, OTHER, quietly=True)
    asked = pair.session.statistics.snapshots_asked
    pair.run(1500)
    assert pair.map == {7: Antenna(AntennaState.ONE, (OTHER,))}
    assert pair.session.statistics.snapshots_asked == asked + 1
    pair.run(5000)
    assert pair.session.statistics.snapshots_asked == asked + 1


def test_a_snapshot_that_does_not_come_is_asked_for_again_but_not_at_every_status() -> None:
    """A board that owes a snapshot is not flooded with requests."""
    pair = Pair().up()
    pair.board.sends_snapshots = False
    pair.board.see(7, OTHER, quietly=True)
    before = pair.board.requests
    pair.run(5000)
    assert 2 <= pair.board.requests - before <= 6


def test_a_snapshot_in_many_parts_is_taken_as_one() -> None:
    """Forty antennas with two tags each need several frames and make one event."""
    pair = Pair().up()
    for antenna in range(ANTENNAS):
        tags = [bytes([4, antenna, n, 1, 2, 3, 4]) for n in range(2)]
        pair.board.see(antenna, *tags, quietly=True)
    pair.events.clear()
    pair.run(1500)
    (snapshot,) = pair.of(Snapshot)
    assert len(snapshot.antennas) == ANTENNAS
    assert all(len(a.uids) == 2 and a.state is AntennaState.SEVERAL for a in snapshot.antennas)


@pytest.mark.parametrize("first", [None, 0, 1])
def test_a_wrong_protocol_stops_with_advice(first: int | None) -> None:
    """Another protocol version: no play, no events, and which side to update."""
    protocol = wire.PROTOCOL + 1 if first is None else first * 0
    pair = Pair(FakeBoard(hello_of(protocol=protocol)))
    pair.board.touch(1)
    pair.run(3000)
    (wrong,) = pair.events
    assert isinstance(wrong, WrongBoard)
    assert f"protocol {protocol}" in wrong.advice
    side = "on the board" if protocol < wire.PROTOCOL else "update duelmat on this computer"
    assert side in wrong.advice
    assert ("`duelmat flash --port DEVICE`" in wrong.advice) == (protocol < wire.PROTOCOL)
    assert (pair.session.state, pair.session.advice) == (LinkState.WRONG, wrong.advice)


def test_a_mat_of_another_digest_stops_with_advice_and_the_right_one_goes_on() -> None:
    """The board of another mat is told once; the right board in its place plays."""
    stranger = wire.Hello(wire.PROTOCOL, (0, 1, 0), bytes(8), 3, 0, 40, 40, 36, 6)
    pair = Pair(FakeBoard(stranger))
    pair.run(3000)
    assert [type(event) for event in pair.events] == [WrongBoard]
    (wrong,) = pair.of(WrongBoard)
    assert "0000000000000000" in wrong.advice
    assert MAT.digest[:16] in wrong.advice
    assert "`duelmat flash --port DEVICE --mat NAME`" in wrong.advice
    pair.plug(FakeBoard())
    pair.up()
    assert pair.session.advice is None
    assert len(pair.of(BoardReady)) == 1


def test_a_silent_board_is_lost_and_comes_back_with_what_it_kept() -> None:
    """A stalled line: told once, and every event of the time between arrives once."""
    cuts = Cut(), Cut()
    pair = Pair(wires=Wires(*cuts)).up()
    pair.board.touch(1)
    pair.run(100)
    for cut in cuts:
        cut.is_cut = True
    for pad in range(2, 12):
        pair.board.touch(pad)
        pair.run(400)
    assert pair.of(BoardLost) == [BoardLost("it fell silent")]
    assert pair.session.state is LinkState.SEARCHING
    for cut in cuts:
        cut.is_cut = False
    pair.until(lambda: len(pair.of(Touch)) == 11)
    assert [touch.pad for touch in pair.of(Touch)] == list(range(1, 12))
    assert [ready.is_new_boot for ready in pair.of(BoardReady)] == [True, False]


def test_a_pulled_cable_loses_nothing_at_any_moment() -> None:
    """Unplugged and plugged in again at 60 random moments: each touch once, in order."""
    chance = random.Random(5)
    pair = Pair().up()
    pads = []
    for _ in range(60):
        for _ in range(chance.randrange(5)):
            pads.append(chance.randrange(36))
            pair.board.touch(pads[-1])
        pair.run(5 * chance.randrange(12))
        pair.unplug()
        pair.run(5 * chance.randrange(40))
        pair.plug()
        pair.run(5 * chance.randrange(120))
    pair.until(lambda: len(pair.of(Touch)) >= len(pads))
    pair.run(1000)
    assert [touch.pad for touch in pair.of(Touch)] == pads
    assert pair.session.statistics.missed == 0


def test_a_board_that_could_not_keep_all_sends_a_snapshot() -> None:
    """Events beyond the board's memory are counted, and the map is right nevertheless."""
    pair = Pair().up()
    pair.unplug()
    for number in range(400):
        pair.board.see(number % ANTENNAS, *([UID] if number % 3 else []))
        pair.run(5)
    pair.plug()
    pair.until(lambda: pair.session.state is LinkState.UP)
    pair.run(1500)
    assert pair.session.statistics.missed > 0
    wanted = {a: Antenna(AntennaState(s), u) for a, (s, u) in pair.board.antennas.items() if s}
    assert pair.map == wanted


def test_a_new_boot_is_told_and_cards_stay_until_it_has_looked_everywhere() -> None:
    """A board that has just started knows nothing yet: that is not an empty mat."""
    board = FakeBoard()
    board.see(3, UID, quietly=True)
    board.see(9, OTHER, quietly=True)
    pair = Pair(board).up()
    pair.run(50)
    pair.unplug()
    reborn = FakeBoard(hello_of(boot_id=8), sweep_ms=0)
    pair.plug(reborn)
    pair.events.clear()
    pair.run(1200)
    assert [ready.is_new_boot for ready in pair.of(BoardReady)] == [True]
    assert pair.map == {
        3: Antenna(AntennaState.ONE, (UID,)),
        9: Antenna(AntennaState.ONE, (OTHER,)),
    }
    assert reborn.requests == 1
    reborn.see(3, UID)
    reborn.sweep_ms = 150
    pair.run(1200)
    assert pair.map == {3: Antenna(AntennaState.ONE, (UID,))}
    assert reborn.requests == 2


def test_a_reset_without_a_lost_port_is_told() -> None:
    """The board reboots behind an open port: it was lost, and it is ready anew."""
    pair = Pair().up()
    pair.events.clear()
    pair.board = FakeBoard(hello_of(boot_id=99))
    pair.run(1000)
    told = [event for event in pair.events if isinstance(event, BoardLost | BoardReady)]
    assert [type(event) for event in told] == [BoardLost, BoardReady]
    assert pair.of(BoardReady)[0].is_new_boot


def test_scene_and_displays_are_the_last_wanted_ones_after_anything() -> None:
    """Asked for before there is a board, after a boot, after a loss: the board shows the last."""
    pair = Pair()
    pair.session.show_scene([1] * 10)
    pair.session.show_display("a", "40")
    pair.up()
    pair.run(50)
    assert pair.board.scene is not None
    assert pair.board.scene.styles == bytes([1] * 10)
    pair.unplug()
    number = pair.session.show_scene([2] * 10)
    assert pair.session.show_scene([2] * 10) == number
    pair.session.show_display("b", "  38 ")
    pair.plug(FakeBoard(hello_of(boot_id=12)))
    pair.until(lambda: pair.session.state is LinkState.UP)
    pair.run(100)
    assert pair.board.scene == wire.Scene(number, bytes([2] * 10))
    assert pair.board.displays == {0: "      40", 1: "     38 "}


def test_a_scene_that_the_board_lost_is_sent_again_at_its_next_status() -> None:
    """A STATUS with another scene number brings scene and displays back at once."""
    pair = Pair().up()
    number = pair.session.show_scene([3])
    pair.session.show_display("a", "1")
    pair.run(600)
    pair.board.scene = None
    pair.board.displays.clear()
    pair.until(lambda: pair.board.scene is not None, at_most_ms=550)
    pair.run(20)
    assert pair.board.scene == wire.Scene(number, [3])
    assert pair.board.displays == {0: "       1"}


def test_expected_antennas_are_told_as_a_mask_and_no_more_than_the_board_can_hurry() -> None:
    """The first twelve, those of six zones; the others keep their turn."""
    pair = Pair().up()
    expected = [0, 9, 9, 17, 25, 33, 38, 1, 2, 3, 4, 5, 6, 7]
    pair.session.expect(map(AntennaIndex, expected), 100_000)
    pair.run(20)
    (hot,) = pair.board.hot
    first = {antenna for antenna in expected if antenna != 7}
    assert int.from_bytes(hot.mask, "little") == sum(1 << antenna for antenna in first)
    assert hot.ttl_ms == 0xFFFF
    assert sum(octet.bit_count() for octet in hot.mask) == HOT_MAX


def test_a_host_that_goes_on_is_spared_the_events_it_had() -> None:
    """With its position a new host gets what was not acknowledged, and nothing twice."""
    pair = Pair().up()
    for pad in range(5):
        pair.board.touch(pad)
    pair.now_ms += 5
    pair.session.receive(pair.board.turn(b"", pair.now_ms), pair.now_ms)
    pair.events += pair.session.events()  # and killed before it could acknowledge
    assert [touch.pad for touch in pair.of(Touch)] == list(range(5))
    position = pair.session.position
    assert position is not None
    after = Pair(pair.board, session=new_session(position, 999))
    after.now_ms = pair.now_ms
    pair.board.touch(20)
    after.up()
    after.run(200)
    assert [touch.pad for touch in after.of(Touch)] == [20]
    assert [ready.is_new_boot for ready in after.of(BoardReady)] == [False]
    without = Pair(pair.board, session=new_session(None, 12345))
    without.now_ms = after.now_ms
    without.up()
    assert without.of(Touch) == []


def test_maintenance_is_asked_of_this_boot() -> None:
    """The board that said hello resets into its prompt."""
    pair = Pair()
    assert not pair.session.enter_maintenance()
    pair.up()
    assert pair.session.enter_maintenance()
    pair.run(20)
    assert pair.board.wants_maintenance


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.binary(max_size=300), max_size=12))
def test_noise_alone_is_counted_and_never_an_event(pieces: list[bytes]) -> None:
    """Any bytes from the line: nothing raised, nothing believed."""
    session = new_session()
    for number, piece in enumerate(pieces):
        session.receive(piece, number)
        assert session.events() == []
        session.poll(number)
    assert session.state is LinkState.SEARCHING


PART_REPORTS: dict[str, tuple[int, Callable[[FakeBoard, int], object]]] = {
    "antenna": (len(MAT.antennas), lambda board, antenna: board.see(antenna, UID, quietly=False)),
    "pad": (len(MAT.pads), lambda board, pad: board.touch(pad)),
    "button": (len(MAT.buttons), lambda board, button: board.press(button)),
}


@pytest.mark.parametrize("kind", PART_REPORTS)
def test_a_part_that_the_mat_does_not_have_is_counted_reported_and_ignored(kind: str) -> None:
    count, report = PART_REPORTS[kind]
    pair = Pair()
    pair.until(lambda: pair.session.has_map)
    pair.events.clear()
    report(pair.board, count - 1)
    for number in (count, 200, 255):
        report(pair.board, number)
    pair.run(300)
    own = [event for event in pair.events if isinstance(event, Sighting | Touch | Button)]
    lines = [event for event in pair.events if isinstance(event, Log)]
    assert len(own) == 1
    assert pair.session.statistics.unknown_parts >= 3
    assert [line.level for line in lines] == [LogLevel.WARNING]
    assert f"the board reports {kind} {count}, and this mat has {count}" in lines[0].text
    assert "duelmat flash" in lines[0].text


def test_health_and_tally_of_an_antenna_that_is_not_there_are_ignored() -> None:
    session = new_session()
    pair = Pair(FakeBoard(), session=session)
    pair.until(lambda: session.has_map)
    pair.events.clear()
    pair.board.link.send(wire.Health(200, wire.HEALTH_SILENT))
    pair.run(100)
    session._takers[wire.Tally](wire.Tally(200, 1, 1, 0))
    pair.run(100)
    assert not [event for event in pair.events if isinstance(event, Health | Tally)]
    assert session.statistics.unknown_parts == 2


def test_a_snapshot_is_taken_without_the_antennas_that_are_not_there() -> None:
    pair = Pair()
    pair.board.see(3, UID, quietly=True)
    pair.board.see(200, OTHER, quietly=True)
    pair.until(lambda: pair.session.has_map)
    assert pair.session.antennas[3].uids == (UID,)
    assert len(pair.session.antennas) == ANTENNAS
    assert pair.session.statistics.unknown_parts >= 1


def test_parts_of_a_snapshot_that_never_begins_are_not_gathered() -> None:
    """A board that only ever sends last parts does not fill the memory."""
    pair = Pair()
    pair.until(lambda: pair.session.has_map)
    for _ in range(50):
        pair.board.link.send(wire.Snapshot(pair.board.link.next_event(), 1, 2, ()))
        pair.run(20)
    assert len(pair.session._parts) <= 1


def test_statistics_count_what_the_cable_did() -> None:
    """Frames sent again and pieces of noise show in the figures."""
    pair = Pair(wires=Wires(Noise(3), Noise(4)))
    pair.until(lambda: pair.session.state is LinkState.UP)
    for pad in range(30):
        pair.board.touch(pad)
        pair.run(100)
    figures = pair.session.statistics
    assert figures.bad > 0
    assert figures.sent > 0
    assert figures.received >= 30
    assert figures.board_resent == 3
