"""The simulated mat from the host's side: the real firmware at the other end of a real pty."""

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Self

import msgspec
import pytest

from duelmat_engine.names import CardKey
from duelmat_engine.play import Deck
from duelmat_hardware import load_mat
from duelmat_host.cards import Face, Registry, Sleeve
from duelmat_host.errors import RigGoneError, RigRefusedError, RigStartError
from duelmat_host.link.events import BoardEvent, BoardLost, BoardReady, Button, Status, Touch
from duelmat_host.link.line import BoardLine
from duelmat_host.link.rig import AsyncRigClient, RigClient, RigProcess, find_rig, start_rig
from duelmat_host.link.session import BoardSession, LinkState
from duelmat_host.link.virtual_time import VirtualTime
from duelmat_host.sensing.layout import Layout, MatZone, Orientation, Sight
from duelmat_host.sensing.tracker import Tracker
from rig.client import Modes

MAT = load_mat()
REGISTRY = Registry.for_simulation([Deck(("H7", "S2"))])
SETTLE_MS = 300
PATIENCE_S = 300.0


def sleeve(key: str) -> Sleeve:
    found = REGISTRY.sleeve(key)
    assert found is not None
    return found


@contextmanager
def started(
    directory: Path, *, clock: Literal["real", "virtual"], seed: int = 1
) -> Iterator[RigProcess]:
    """A rig that ends with the test, however that ends."""
    rig = start_rig(directory, clock=clock, seed=seed, mat=MAT)
    try:
        yield rig
    finally:
        rig.stop()


@pytest.fixture(name="virtual", scope="module")
def virtual_rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RigProcess]:
    with started(tmp_path_factory.mktemp("rig"), clock="virtual") as rig:
        yield rig


class Desk:
    """A host on a rig with a virtual clock."""

    def __init__(self, rig: RigProcess, session: int | None = None) -> None:
        self.session = BoardSession(MAT, session)
        self.line = BoardLine(rig.port, self.session)
        self.hands = rig.client()
        self.time = VirtualTime(self.line, self.hands)
        self.tracker = Tracker(MAT, REGISTRY)
        self.tracker.trust_antennas()
        self.events: list[BoardEvent] = []

    def run(self, ms: int) -> None:
        for _ in range(0, ms, 5):
            for event in self.time.step(5):
                self.events.append(event)
                self.tracker.take(event, self.time.now_ms)

    def layout(self) -> Layout:
        return self.tracker.settled(self.time.now_ms, SETTLE_MS).layout

    def place(self, key: str, zone: str, face: Face = Face.UP, turn: int = 0) -> None:
        card = sleeve(key)
        words = {Face.UP: "up", Face.DOWN: "down"}
        self.hands.ask(
            "place",
            sleeve=key,
            up_uid=card.up.hex(),
            down_uid=card.down.hex(),
            zone=zone,
            face=words[face],
            turn=turn,
        )

    def __enter__(self) -> Self:
        self.run(600)
        assert self.session.state is LinkState.UP
        return self

    def __exit__(self, *_: object) -> None:
        for card in self.hands.look()["cards"]:
            self.hands.lift(card["sleeve"])
        self.run(1000)
        assert self.layout() == Layout()
        self.line.close()
        self.hands.close()


def test_a_card_laid_on_the_mat_appears_in_the_layout(virtual: RigProcess) -> None:
    """From hand to layout: tag, reader, firmware, wire, pty, session, tracker, in all ways."""
    upright, sideways = Orientation.UPRIGHT, Orientation.SIDEWAYS
    key = CardKey("a:H7")
    card = sleeve(key)
    with Desk(virtual) as desk:
        for zone, face, turn, way in (
            ("a.m3", Face.UP, 0, upright),
            ("a.m3", Face.DOWN, 90, sideways),
            ("b.m2", Face.UP, 270, sideways),
            ("b.m2", Face.UP, 180, upright),
            ("a.s3", Face.DOWN, 0, upright),
            ("a.grave", Face.UP, 0, upright),
        ):
            desk.place(key, zone, face, turn)
            desk.run(1200)
            tag = card.up if face is Face.UP else card.down
            assert desk.layout() == Layout({MatZone(zone): Sight(key, face, way, tag)})
            assert desk.tracker.problems() == ()


def test_touches_buttons_scenes_and_displays_pass_through(virtual: RigProcess) -> None:
    """What fingers do arrives; what the host wants is lit."""
    with Desk(virtual) as desk:
        desk.hands.touch("a.m3")
        desk.run(600)
        desk.hands.button("b.phase", 100)
        desk.run(400)
        touched = [(e.pad, e.is_pressed) for e in desk.events if isinstance(e, Touch)]
        pad = next(pad.index for pad in MAT.pads if pad.name == "a.m3")
        assert touched == [(pad, True), (pad, False)]
        pressed = [(e.button, e.is_pressed) for e in desk.events if isinstance(e, Button)]
        assert pressed == [(4, True), (4, False)]
        lamp = next(lamp for lamp in MAT.lamps if lamp.name == "b.s2")
        desk.session.show_scene([1 if i == lamp.index else 0 for i in range(len(MAT.lamps))])
        desk.session.show_display("b", "37")
        desk.run(200)
        look = desk.hands.look()
        lit = {index for index, light in enumerate(look["lights"]) if any(light)}
        assert lit == set(lamp.lights)
        assert look["displays"][1] == "      37"


def test_a_pulled_cable_and_a_reset_board_come_back(virtual: RigProcess) -> None:
    """Cards laid while the cable was out are there afterwards; a reset loses none."""
    with Desk(virtual) as desk:
        desk.place("a:H7", "a.m3")
        desk.run(1500)
        before = desk.layout()
        desk.hands.unplug()
        desk.run(500)
        assert desk.line.waiting_for is not None
        desk.place("a:S2", "a.s3")
        desk.run(500)
        assert desk.layout() == before
        desk.hands.plug()
        desk.run(3000)
        assert set(desk.layout()) == {"a.m3", "a.s3"}
        desk.hands.reset()
        seen = set()
        for _ in range(40):
            desk.run(100)
            seen.add(frozenset(desk.layout()))
        assert seen == {frozenset({"a.m3", "a.s3"})}
        told = [event for event in desk.events if isinstance(event, BoardReady | BoardLost)]
        assert [type(event) for event in told] == [
            BoardReady, BoardLost, BoardReady, BoardLost, BoardReady
        ]  # fmt: skip
        assert [e.is_new_boot for e in desk.events if isinstance(e, BoardReady)][1:] == [
            False,
            True,
        ]


def test_virtual_time_is_the_same_every_time(tmp_path: Path) -> None:
    """Two rigs, the same hands: the same events at the same times, and as many bytes.

    Only the board's free memory is another: MicroPython collects at the whim of real time.
    """
    stories = []
    for name in ("one", "two"):
        with (
            started(tmp_path / name, clock="virtual", seed=5) as rig,
            Desk(rig, session=4711) as desk,
        ):
            desk.place("a:H7", "a.m3")
            desk.run(700)
            desk.place("a:H7", "a.m3", Face.DOWN, 90)
            desk.hands.touch("b.m1")
            desk.run(900)
            figures = desk.hands.figures()
            events = [
                msgspec.structs.replace(event, heap_free_bytes=0)
                if isinstance(event, Status)
                else event
                for event in desk.events
            ]
            stories.append((events, figures["port_bytes_in"], figures["port_bytes_out"]))
    assert stories[0] == stories[1]


def test_what_the_hands_cannot_do_is_refused_in_words(virtual: RigProcess) -> None:
    """The rig's own sentence; the client goes on."""
    with virtual.client() as hands:
        uids = {"up_uid": "04", "down_uid": "05"}
        for op, fields in (
            ("lift", {"sleeve": "nobody"}),
            ("touch", {"pad": "a.m9"}),
            ("place", {"sleeve": "x", "zone": "nowhere", **uids}),
            ("dance", {}),
        ):
            with pytest.raises(RigRefusedError) as caught:
                hands.ask(op, **fields)
            assert len(caught.value.sentence) > 10
            assert "t_ms" in hands.look()


def test_a_running_rig_is_found_and_another_kind_is_refused(virtual: RigProcess) -> None:
    """By rig.json: the same process again; another mat, clock or MicroPython is told."""
    assert start_rig(virtual.directory, clock="virtual", mat=MAT) == virtual
    assert find_rig(virtual.directory) == virtual
    others: list[dict[str, Any]] = [
        {"clock": "real"},
        {"clock": "virtual", "micropython": "1.28"},
    ]
    for how in others:
        with pytest.raises(RigStartError, match=f"kill {virtual.about.pid}"):
            start_rig(virtual.directory, mat=MAT, **how)


def test_a_real_clock_an_event_loop_and_the_end(tmp_path: Path) -> None:
    """Asynchronous hands on a rig in real time: a card, lights told unasked, and the rig ends."""

    async def play(rig: RigProcess) -> None:
        hands = await AsyncRigClient.connect(rig.directory)
        session = BoardSession(MAT, 99)
        line = BoardLine(rig.port, session)
        tracker = Tracker(MAT, REGISTRY)
        await hands.subscribe()
        card = sleeve("a:S2")
        with pytest.raises(RigRefusedError):
            await hands.lift("nobody")
        await hands.place("a:S2", card.up, card.down, "b.m3", face="down")
        session.show_scene([1] * len(MAT.lamps))
        lit = asyncio.create_task(_first_lit(hands))
        deadline_s = time.monotonic() + PATIENCE_S
        while not (lit.done() and tracker.layout()):
            assert time.monotonic() < deadline_s
            now_ms = int(time.monotonic() * 1000)
            for event in line.turn(now_ms):
                tracker.take(event, now_ms)
            await line.wait(0.005)
        assert tracker.layout()[MatZone("b.m3")].face is Face.DOWN
        assert len(await lit) == MAT.light_count
        line.close()
        both = await asyncio.gather(hands.look(), hands.figures())
        assert both[0]["cards"]
        await hands.stop()
        with pytest.raises(RigGoneError, match="duelmat play"):
            await _look_for_ever(hands)
        assert all("event" in event for event in [event async for event in hands.events()])
        await hands.close()
        rig.stop()
        assert find_rig(rig.directory) is None

    with started(tmp_path / "rig", clock="real") as running:
        asyncio.run(play(running))


async def _look_for_ever(hands: AsyncRigClient) -> None:
    while True:
        await hands.look()


async def _first_lit(hands: AsyncRigClient) -> list[list[int]]:
    async for event in hands.events():
        if event["event"] == "lights" and any(any(light) for light in event["lights"]):
            lights: list[list[int]] = event["lights"]
            return lights
    raise AssertionError("the rig is gone")


def test_nobody_there_is_told(tmp_path: Path) -> None:
    """No socket, and a rig.json that a killed rig has left."""
    with pytest.raises(RigGoneError, match=r"hands\.sock"):
        RigClient(tmp_path)
    with pytest.raises(RigGoneError):
        asyncio.run(AsyncRigClient.connect(tmp_path))
    assert find_rig(tmp_path) is None
    gone = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
    ).stdout
    about = {"pid": int(gone), "digest": "0", "micropython": "1.29", "clock": "real"}
    for content in (json.dumps(about), json.dumps({**about, "pid": os.getpid()}), "{", "[]"):
        (tmp_path / "rig.json").write_text(content)
        assert find_rig(tmp_path) is None


@pytest.mark.parametrize("reply", [b"", b"no json\n", b'{"id": 1'])
def test_a_rig_that_breaks_off_is_gone(tmp_path: Path, reply: bytes) -> None:
    """It closes the line in the middle of an answer, or talks nonsense."""
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(tmp_path / "hands.sock"))
    server.listen()

    def serve() -> None:
        there, _ = server.accept()
        there.recv(4096)
        there.sendall(reply)
        there.close()

    thread = threading.Thread(target=serve)
    thread.start()
    with RigClient(tmp_path) as hands, pytest.raises(RigGoneError):
        hands.look()
    thread.join()
    server.close()


@pytest.mark.parametrize("is_there", [False, True])
def test_only_its_user_reaches_a_rig_that_the_host_starts(tmp_path: Path, is_there: bool) -> None:
    """Whatever the umask; with open files of an earlier rig, too."""
    tmp_path.chmod(0o1777)
    directory = tmp_path / "mat"
    if is_there:
        directory.mkdir()
        directory.chmod(0o755)
        for name in ("board.json", "field.json", "rig.json", "rig.log"):
            (directory / name).write_text("{}")
            (directory / name).chmod(0o666)
    with Modes(directory) as modes, started(directory, clock="virtual"):
        assert directory.stat().st_mode & 0o777 == (0o755 if is_there else 0o700)
        left = {path.name: path.lstat() for path in directory.iterdir() if not path.is_symlink()}
    assert left.keys() >= {"hands.sock", "rig.json", "rig.lock", "rig.log", "board.json"}
    assert {name for name, found in left.items() if found.st_mode & 0o777 != 0o600} == set()
    earlier = {0o666} if is_there else set()
    assert {name for name, seen in modes.seen.items() if seen - earlier != {0o600}} == set()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["/no/such/program"], "expected the program /no/such/program, got: No such file"),
        ([sys.executable, "-c", "import sys; sys.exit('no Node. Repair it.')"], "Repair it"),
        ([sys.executable, "-c", "raise SystemExit(3)"], "exit 3.*it said nothing"),
        ([sys.executable, "-c", ""], "rig.log"),
    ],
)
def test_a_rig_that_does_not_start_says_why(
    tmp_path: Path, command: list[str], words: str
) -> None:
    """What it said last, or that it said nothing; nobody is sent to a checkout."""
    with pytest.raises(RigStartError, match=words) as caught:
        start_rig(tmp_path / "rig", mat=MAT, command=command)
    assert "make " not in str(caught.value)


def test_a_mat_that_cannot_be_written_is_a_start_that_failed(tmp_path: Path) -> None:
    """As on a full disk: a table whose mat has ended says so and tries again."""
    (tmp_path / "board.json").mkdir()
    with pytest.raises(RigStartError, match=r"the mat for the firmware to .*board\.json"):
        start_rig(tmp_path, mat=MAT)


def test_how_far_the_start_has_come_is_passed_on(tmp_path: Path) -> None:
    """Line by line, without what marks such a line; all else is for the error."""
    program = "print('progress: half'); print('progress: whole'); raise SystemExit('no more')"
    lines: list[str] = []
    with pytest.raises(RigStartError) as caught:
        start_rig(
            tmp_path / "rig",
            mat=MAT,
            command=[sys.executable, "-c", program],
            progress=lines.append,
        )
    assert lines == ["half", "whole"]
    assert str(caught.value).endswith("(exit 1): no more")


def test_without_network_the_host_says_what_the_rig_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rig's own lines, in the rig's own words, from a registry at which nobody answers."""
    monkeypatch.setenv("DUELMAT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    with pytest.raises(RigStartError, match=r"ECONNREFUSED.*Connect to the network"):
        start_rig(tmp_path / "rig", mat=MAT)
    assert capsys.readouterr().err.startswith("Fetching MicroPython ")
