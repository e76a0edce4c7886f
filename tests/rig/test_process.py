"""The rig as a process: the real firmware on real MicroPython, a cable, hands, and their ends."""

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import duelmat_wire as wire
from duelmat_host.players.simulated_mat import STILL_MS
from rig.client import (
    BOARD,
    FIELD,
    ROOT,
    HostPort,
    Modes,
    SideChannel,
    rig_command,
    running_rig,
    uid,
)

pytestmark = pytest.mark.long

DIGEST = bytes.fromhex(json.loads(BOARD.read_text())["digest"])[:8]
VERSIONS = ["1.28", "1.29"]
PATIENCE_S = 300.0
START_MS = 2_600
"""A start is over by then, whether it ends in the mat or, with a button held, at the prompt."""


class Host:
    """A host on the port: the link, and every message that has come."""

    def __init__(self, directory: Path, session: int = 1) -> None:
        self.port = HostPort(directory)
        self.link = wire.HostLink(DIGEST, session)
        self.messages: list[Any] = []
        self.raw = b""
        self.written = 0

    def turn(self, now_ms: int, patience_s: float = 0.0) -> None:
        data = self.port.read(patience_s)
        self.raw += data
        if data:
            self.link.receive(data, now_ms)
        self.messages += self.link.messages()
        out = self.link.poll(now_ms)
        if out:
            self.port.write(out)
            self.written += len(out)

    def of(self, kind: type) -> list[Any]:
        return [message for message in self.messages if isinstance(message, kind)]

    def sightings(self) -> Any:
        return [
            (message.antenna, message.state, [tag.hex() for tag in message.uids])
            for message in self.messages
            if isinstance(message, wire.Sighting)
        ]

    def wait_for(self, is_done: Callable[[], Any]) -> None:
        """Real time: run the link until something has come."""
        deadline = time.monotonic() + PATIENCE_S
        while not is_done():
            assert time.monotonic() < deadline, (self.link.state, self.messages)
            self.turn(int(time.monotonic() * 1000), 0.01)


def run(hands: SideChannel, host: Host, duration_ms: int, step_ms: int = 5) -> None:
    """Virtual time: let the rig run and the host answer, in step."""
    for _ in range(duration_ms // step_ms):
        answer = hands.do("run", ms=step_ms, port_bytes_in=host.written)
        deadline = time.monotonic() + PATIENCE_S
        while len(host.raw) < answer["port_bytes_out"]:
            assert time.monotonic() < deadline
            host.raw += (data := host.port.read(0.01))
            host.link.receive(data, answer["t_ms"])
        host.turn(answer["t_ms"])


@pytest.mark.parametrize("micropython", VERSIONS)
def test_placed_card_arrives_over_the_cable_as_a_sighting(
    tmp_path: Path, micropython: str
) -> None:
    """Hands, field, chips, firmware, wire, pty: up to the host, and back to a light."""
    with running_rig(tmp_path, clock="virtual", micropython=micropython) as hands:
        host = Host(tmp_path)
        run(hands, host, 400)
        assert host.link.is_up
        hands.place("card", "a.m3", 1)
        hands.place("other", "b.grave", 2, face="down")
        run(hands, host, 600)
        assert sorted(host.sightings()) == [(4, 1, [uid(1, "up")]), (35, 1, [uid(2, "down")])]
        host.messages.clear()
        hands.place("card", "a.m3", 1, face="down", turn=90)
        run(hands, host, 1200)
        assert sorted(host.sightings()) == [(4, 0, []), (5, 1, [uid(1, "down")])]
        host.link.send(wire.Scene(1, bytes([wire.lamps.LEGAL] + [wire.lamps.OFF] * 39)))
        host.link.send(wire.Display(wire.SEAT_A, "    4000"))
        hands.do("touch", pad="a.m2", ms=400)
        hands.do("button", name="b.judge", ms=100)
        run(hands, host, 1000)
        seen = hands.do("look")
        assert any(seen["lights"][0])
        assert not any(any(light) for light in seen["lights"][4:])
        assert seen["displays"][0] == "    4000"
        pressed = [
            (type(message).__name__, message.pad if isinstance(message, wire.Touch) else 5)
            for message in host.messages
            if isinstance(message, wire.Touch | wire.Button) and message.pressed
        ]
        assert sorted(pressed) == [("Button", 5), ("Touch", 1)]
        host.port.close()


def _story(directory: Path, micropython: str, seed: int) -> Any:
    with running_rig(directory, clock="virtual", micropython=micropython, seed=seed) as hands:
        host = Host(directory)
        hands.do("faults", dropout=0.02, noise=0.02)
        run(hands, host, 200)
        hands.place("one", "a.m1", 1)
        hands.place("two", "a.m2", 2, turn=90)
        run(hands, host, 400)
        hands.do("lift", sleeve="one")
        run(hands, host, 300)
        host.port.close()
        return host.raw, hands.do("figures"), hands.do("look")


@pytest.mark.parametrize("micropython", VERSIONS)
def test_virtual_time_repeats_byte_for_byte(tmp_path: Path, micropython: str) -> None:
    """Same seed, same inputs: the same bytes, counts and times. Another seed gives others."""
    first = _story(tmp_path / "1", micropython, 5)
    assert _story(tmp_path / "2", micropython, 5) == first
    assert first[0]
    if micropython == VERSIONS[-1]:
        assert _story(tmp_path / "3", micropython, 6)[0] != first[0]


def test_virtual_time_stands_still_between_runs(tmp_path: Path) -> None:
    with running_rig(tmp_path, clock="virtual") as hands:
        start_ms = hands.do("figures")["t_ms"]
        assert start_ms < 40, "what the firmware does before its first turn"
        assert hands.do("figures")["t_ms"] == start_ms
        answer = hands.do("run", ms=50)
        assert answer["t_ms"] in range(50, 80), "memory is collected once, for 20 ms"
        assert hands.do("figures")["t_ms"] == answer["t_ms"]
        assert hands.do("run", ms=50)["t_ms"] in range(100, 120)


@pytest.mark.parametrize("wrap_ms", [2**30, 2**30 // 1000, 268_435])
def test_times_that_wrap_do_not_disturb_the_firmware(tmp_path: Path, wrap_ms: int) -> None:
    """Cards are read on both sides of the wrap of ticks_ms, of ticks_us, and of the rig's own."""
    with running_rig(tmp_path, clock="virtual", start_ms=wrap_ms - 650) as hands:
        host = Host(tmp_path)
        hands.place("one", "b.m1", 1)
        run(hands, host, 500)
        assert host.link.is_up
        hands.place("two", "a.m1", 2)
        run(hands, host, 700)
        hands.do("lift", sleeve="one")
        run(hands, host, 700)
        assert (0, 1, [uid(2, "up")]) in host.sightings()
        assert host.sightings()[-1] == (19, 0, [])
        assert host.link.silences == 0
        host.port.close()


@pytest.mark.parametrize("micropython", VERSIONS)
def test_lights_follow_the_scene_after_the_epoch_has_moved(
    tmp_path: Path, micropython: str
) -> None:
    """The rig's own times are counted anew after 268,435 ms: lights were frozen from then on."""
    options = {"clock": "virtual", "micropython": micropython, "start_ms": 268_435 - 650}
    with running_rig(tmp_path, **options) as hands:
        host = Host(tmp_path)
        run(hands, host, 400)
        seen = [hands.do("look")["lights"]]
        for number, style in enumerate((wire.lamps.LEGAL, wire.lamps.OFF, wire.lamps.TARGET), 1):
            host.link.send(wire.Scene(number, bytes([style] * 40)))
            run(hands, host, 200)
            seen.append(hands.do("look")["lights"])
        assert hands.do("look")["t_ms"] > 268_435
        assert [any(map(any, lights)) for lights in seen] == [False, True, False, True]
        assert seen[1] != seen[3]
        host.port.close()


def test_rig_lives_on_while_hosts_come_and_go(tmp_path: Path) -> None:
    """Real time: a host that closes the port, and one that finds the board where it was."""
    with running_rig(tmp_path) as hands:
        host = Host(tmp_path, session=1)
        host.wait_for(lambda: host.link.is_up)
        boot = host.link.boot_id
        host.port.close()
        hands.place("card", "a.m4", 3)
        second = Host(tmp_path, session=2)
        second.wait_for(second.sightings)
        assert second.link.boot_id == boot
        assert second.sightings()[0] == (6, 1, [uid(3, "up")])
        second.port.close()
        assert hands.do("figures")["t_ms"] > 0


def test_a_board_on_a_slow_machine_keeps_its_own_time(tmp_path: Path) -> None:
    """Real time: where it gets a fifth of the machine, firmware, cards and fingers wait alike."""
    with running_rig(tmp_path) as hands:
        host = Host(tmp_path)
        host.wait_for(lambda: host.link.is_up)
        pid = json.loads((tmp_path / "rig.json").read_text())["pid"]
        is_over = threading.Event()
        slow = threading.Thread(target=_slow_down, args=(pid, is_over))
        slow.start()
        try:
            hands.place("card", "a.m3", 1)
            placed_ms = hands.do("look")["t_ms"]
            host.wait_for(lambda: host.of(wire.Sighting))
            hands.do("button", name="a.phase", ms=200)
            host.wait_for(lambda: len(host.of(wire.Button)) == 2)
        finally:
            is_over.set()
            slow.join()
        assert host.of(wire.Sighting)[0].t_ms - placed_ms <= 300
        pressed, released = host.of(wire.Button)
        assert 150 <= released.t_ms - pressed.t_ms <= 260
        host.port.close()


def _slow_down(pid: int, is_over: threading.Event) -> None:
    while not is_over.is_set():
        os.kill(pid, signal.SIGSTOP)
        time.sleep(0.004)
        os.kill(pid, signal.SIGCONT)
        time.sleep(0.001)


def test_replug_gives_a_new_port_behind_the_same_name(tmp_path: Path) -> None:
    """The old port ends for who holds it; the name leads to the new one; the board ran on."""
    with running_rig(tmp_path) as hands:
        host = Host(tmp_path, session=1)
        host.wait_for(lambda: host.link.is_up)
        boot = host.link.boot_id
        hands.do("unplug")
        assert not (tmp_path / "port").is_symlink()
        with pytest.raises(OSError, match="Input/output"):
            os.write(host.port.descriptor, b"x")
        host.port.close()
        hands.do("plug")
        second = Host(tmp_path, session=2)
        second.wait_for(lambda: second.link.is_up)
        assert second.link.boot_id == boot
        second.port.close()


def test_computer_that_sleeps_hears_nothing_until_it_wakes(tmp_path: Path) -> None:
    """The board fills its buffer and goes on; the port stays as it is."""
    with running_rig(tmp_path, clock="virtual") as hands:
        host = Host(tmp_path, session=1)
        run(hands, host, 800)
        hands.do("sleep")
        before = hands.do("figures")["port_bytes_out"]
        hands.place("card", "b.m1", 4)
        asleep = hands.do("run", ms=3000)
        assert asleep["port_bytes_out"] == before
        hands.do("sleep", is_asleep=False)
        run(hands, host, 1500)
        assert host.link.is_up
        assert (19, 1, [uid(4, "up")]) in host.sightings()
        host.port.close()


def test_reset_boots_the_firmware_anew_and_the_cards_stay(tmp_path: Path) -> None:
    with running_rig(tmp_path, clock="virtual") as hands:
        host = Host(tmp_path, session=1)
        hands.place("card", "b.m1", 4)
        run(hands, host, 800)
        boot = host.link.boot_id
        host.port.close()
        hands.do("reset")
        second = Host(tmp_path, session=2)
        base = hands.do("figures")["port_bytes_out"]
        for _ in range(140):
            hands.do("run", ms=20)
            second.turn(hands.do("figures")["t_ms"], 0.01)
        assert second.link.is_up
        assert second.link.boot_id != boot
        assert (19, 1, [uid(4, "up")]) in second.sightings()
        assert hands.do("figures")["port_bytes_out"] > base
        second.port.close()


def test_two_quick_touches_are_two_and_two_quick_presses(tmp_path: Path) -> None:
    """The second is asked for while the first finger is down; the board feels each come and go."""
    with running_rig(tmp_path, clock="virtual") as hands:
        host = Host(tmp_path)
        run(hands, host, 400)
        for _ in range(2):
            hands.do("touch", pad="a.deck", ms=450)
            hands.do("button", name="b.ok", ms=450)
            run(hands, host, 200)
        run(hands, host, 1200)
        for kind in (wire.Touch, wire.Button):
            assert [message.pressed for message in host.of(kind)] == [1, 0, 1, 0]
        host.port.close()


@pytest.mark.parametrize("moved_ms", [0, 120, 310])
@pytest.mark.parametrize("move", ["lay", "lift"])
def test_a_touch_that_waits_for_cards_to_lie_still_is_felt(
    tmp_path: Path, move: str, moved_ms: int
) -> None:
    """Whenever it is asked for after a card beside it has come or gone; others do not wait."""
    with running_rig(tmp_path, clock="virtual") as hands:
        host = Host(tmp_path)
        hands.place("card", "a.m3", 1)
        run(hands, host, 1500)
        host.messages.clear()
        if move == "lay":
            hands.place("other", "a.m2", 2)
        else:
            hands.do("lift", sleeve="card")
        run(hands, host, moved_ms)
        asked_ms = hands.do("look")["t_ms"]
        for pad in ("a.m3", "b.m3"):
            hands.do("touch", pad=pad, ms=450, still_ms=STILL_MS)
        run(hands, host, 1800)
        pads = [pad["name"] for pad in json.loads(FIELD.read_text())["pads"]]
        felt_ms = {pads[each.pad]: each.t_ms for each in host.of(wire.Touch) if each.pressed}
        assert sorted(felt_ms) == ["a.m3", "b.m3"]
        assert felt_ms["b.m3"] - asked_ms < 300 <= felt_ms["a.m3"] - asked_ms
        host.port.close()


def test_maintenance_leads_to_the_prompt_and_a_reset_back(tmp_path: Path) -> None:
    """The host's key resets the board into the prompt, where it is silent until the next reset."""
    with running_rig(tmp_path, clock="virtual") as hands:
        host = Host(tmp_path)
        run(hands, host, 400)
        assert host.link.boot_id is not None
        host.link.send(wire.Maintenance(host.link.boot_id))
        host.turn(500)
        hands.do("run", ms=600)
        host.port.close()
        assert _speaks(hands, tmp_path) is False
        hands.do("reset")
        assert _speaks(hands, tmp_path) is True


def test_first_button_held_at_a_reset_leads_to_the_prompt(tmp_path: Path) -> None:
    with running_rig(tmp_path, clock="virtual") as hands:
        hands.do("hold", button="a.ok")
        hands.do("reset")
        assert _speaks(hands, tmp_path) is False
        hands.do("hold", button="a.ok", down=False)
        hands.do("reset")
        assert _speaks(hands, tmp_path) is True


def _speaks(hands: SideChannel, directory: Path) -> bool:
    """Whether firmware runs and says hello."""
    hands.do("run", ms=0)
    port = HostPort(directory)
    before = hands.do("figures")["port_bytes_out"]
    hands.do("run", ms=START_MS)
    port.close()
    return bool(hands.do("figures")["port_bytes_out"] > before)


def test_port_is_raw_before_anybody_opens_it(tmp_path: Path) -> None:
    """Bytes with a meaning for terminals pass unchanged, and nothing is echoed."""
    with running_rig(tmp_path, clock="virtual") as hands:
        port = HostPort(tmp_path)
        port.write(b"\x03\x04\x11\x13\r\n\x7f\xff")
        assert hands.do("run", ms=20, port_bytes_in=8)["port_bytes_in"] == 8
        assert b"\x11\x13" not in port.read(0.2)
        port.close()


def test_run_says_which_bytes_it_misses(tmp_path: Path) -> None:
    with running_rig(tmp_path, clock="virtual") as hands:
        port = HostPort(tmp_path)
        answer = hands.ask("run", ms=5, port_bytes_in=10)
        assert not answer["ok"]
        assert "expected 10 bytes on the port, got 0" in answer["error"]
        port.close()


@pytest.mark.parametrize(
    "line", ["", "{", "[]", "7", "null", '"look"', '{"op":"run"}', '{"op":"run","ms":"x"}', "\x00"]
)
def test_broken_request_is_answered_and_the_next_one_served(rig: Any, line: str) -> None:
    if line:
        answer = rig.ask_line(line)
        assert answer["ok"] is False
        assert answer["error"]
    assert rig.ask_line('{"id":"again","op":"look"}')["id"] == "again"


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with running_rig(tmp_path_factory.mktemp("rig"), clock="virtual") as hands:
        yield hands


def test_several_clients_and_a_subscriber_are_served(tmp_path: Path) -> None:
    """Lights and displays are told unasked to who subscribed, and to nobody else."""
    with running_rig(tmp_path, clock="virtual") as hands:
        watcher = SideChannel(tmp_path)
        watcher.do("subscribe")
        host = Host(tmp_path)
        run(hands, host, 300)
        host.link.send(wire.Scene(1, bytes([wire.lamps.CONFIRM] * 40)))
        host.link.send(wire.Display(wire.SEAT_B, "    3950"))
        run(hands, host, 300)
        kinds: dict[str, Any] = {}
        while len(kinds) < 2:
            event = watcher.read()
            kinds[event["event"]] = event
        assert kinds["display"]["displays"] == ["        ", "    3950"]
        assert len(kinds["lights"]["lights"]) == len(hands.do("look")["lights"])
        assert hands.events == []
        watcher.close()
        host.port.close()


@pytest.mark.parametrize("is_there", [False, True])
def test_only_its_user_reaches_the_rig(tmp_path: Path, is_there: bool) -> None:
    """At no moment, and whatever the umask: its directory is private unless it was there before,
    and its files are private all the same.
    """
    tmp_path.chmod(0o1777)
    directory = tmp_path / "mat"
    if is_there:
        directory.mkdir()
        directory.chmod(0o755)
    with Modes(directory) as modes, running_rig(directory, clock="virtual"):
        _await_there(directory / "rig.json")  # written after the rig has said its line
        modes.look()
        assert directory.stat().st_mode & 0o777 == (0o755 if is_there else 0o700)
        assert (directory / "port").stat().st_mode & 0o007 == 0
    assert modes.seen.keys() >= {"hands.sock", "rig.json", "rig.lock"}
    assert {name: seen for name, seen in modes.seen.items() if seen != {0o600}} == {}


def test_second_rig_in_the_same_place_is_refused(tmp_path: Path) -> None:
    with running_rig(tmp_path, clock="virtual"):
        second = subprocess.run(
            rig_command(tmp_path), capture_output=True, text=True, check=False, timeout=PATIENCE_S
        )
        assert second.returncode == 1
        assert "another rig runs in" in second.stderr
        assert (tmp_path / "port").is_symlink()


def test_killed_rig_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    """After kill -9 the next rig starts in the same place."""
    process = subprocess.Popen(rig_command(tmp_path, clock="virtual"), stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert b"is ready at" in process.stdout.readline()
    process.kill()
    process.communicate()
    with running_rig(tmp_path, clock="virtual") as hands:
        hands.do("look")


def test_detached_rig_stays_until_it_is_stopped(tmp_path: Path) -> None:
    outcome = subprocess.run(
        [*rig_command(tmp_path, clock="virtual"), "--detach"],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    assert outcome.stdout.count("\n") == 1
    about = json.loads((tmp_path / "rig.json").read_text())
    assert outcome.stdout.endswith(f"process {about['pid']}).\n")
    assert about["micropython"] == "1.29"
    os.kill(about["pid"], signal.SIGTERM)
    _await_there(tmp_path / "rig.json", is_there=False)
    assert not (tmp_path / "hands.sock").exists()


def _await_there(path: Path, *, is_there: bool = True) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while path.exists() != is_there:
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("board", "words"),
    [(None, "No such file"), ("{", "expected JSON"), ('{"digest": "00"}', "expected both")],
)
def test_broken_mat_file_is_said_at_once(tmp_path: Path, board: str | None, words: str) -> None:
    path = tmp_path / "board.json"
    if board is not None:
        path.write_text(board)
    outcome = subprocess.run(
        rig_command(tmp_path / "rig", board=path),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert outcome.returncode == 1
    assert words in outcome.stderr
    assert "duelmat mat build" in outcome.stderr


def test_firmware_that_refuses_its_board_file_ends_the_start(tmp_path: Path) -> None:
    """A board file of the right mat with a bad pin: the firmware's own words reach the user."""
    values = json.loads(BOARD.read_text())
    values["pins"]["sck"] = 99
    path = tmp_path / "board.json"
    path.write_text(json.dumps(values))
    outcome = subprocess.run(
        [*rig_command(tmp_path / "rig", board=path), "--detach"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert outcome.returncode == 1
    assert "pins.sck" in outcome.stderr


def test_path_too_long_for_a_socket_is_said(tmp_path: Path) -> None:
    outcome = subprocess.run(
        rig_command(tmp_path / ("x" * 100)),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=PATIENCE_S,
    )
    assert outcome.returncode == 1
    assert "shorter --dir" in outcome.stderr
