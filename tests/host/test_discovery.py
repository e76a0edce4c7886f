"""`--port auto`: the mat found by its USB id, and found again under another name."""

import os
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial.tools.list_ports
from serial.tools.list_ports_common import ListPortInfo

from command_line import duelmat
from duelmat_host.errors import MatNotFoundError, PortGoneError
from duelmat_host.link.discovery import PortAddress, list_ports
from duelmat_host.link.reconnect import LONGEST_MS, PortKeeper
from duelmat_host.link.transport import found_ports

PICO = (0x2E8A, 0x0005)
ADAPTER = (0x0403, 0x6001)


def port(
    device: str, ids: tuple[int, int] | None = PICO, number: str | None = "E66", text: str = "n/a"
) -> ListPortInfo:
    """A port as pyserial lists it."""
    found = ListPortInfo(device)
    found.description = text
    found.vid, found.pid = ids or (None, None)
    found.serial_number = number
    return found


class Machine:
    """A computer into which devices are plugged."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ports: list[ListPortInfo] = []
        monkeypatch.setattr(serial.tools.list_ports, "comports", lambda: list(self.ports))


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(monkeypatch)


class Pty:
    """A real pseudo terminal, under the name that the system gives it."""

    def __init__(self) -> None:
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.device = os.ttyname(slave)
        os.close(slave)

    def unplug(self) -> None:
        if self.master >= 0:
            os.close(self.master)
            self.master = -1


@pytest.fixture
def two_ptys() -> Iterator[tuple[Pty, Pty]]:
    made = Pty(), Pty()
    yield made
    for each in made:
        each.unplug()


def test_ports_are_listed_with_what_they_are(machine: Machine) -> None:
    """A Pico is marked, by vendor and product and not by its name; others are as they were."""
    machine.ports = [
        port("/dev/ttyUSB0", ADAPTER, text="FT232R USB UART"),
        port("/dev/ttyS0", None, None),
        port("/dev/ttyACM1"),
        port("/dev/ttyACM0", (0x2E8A, 0x000A), text="Board in FS mode"),
    ]
    assert found_ports() == [
        "/dev/ttyACM0 (Board in FS mode)",
        "/dev/ttyACM1 (looks like a mat)",
        "/dev/ttyS0",
        "/dev/ttyUSB0 (FT232R USB UART)",
    ]
    assert [found.is_mat for found in list_ports()] == [False, True, False, False]


def test_auto_is_the_one_mat_that_is_plugged_in(machine: Machine) -> None:
    """Whatever else there is; a name is a name even when it is not there."""
    machine.ports = [port("/dev/ttyUSB0", ADAPTER), port("/dev/ttyACM3")]
    assert PortAddress("auto").find() == "/dev/ttyACM3"
    assert PortAddress("/dev/ttyACM9").find() == "/dev/ttyACM9"


def test_auto_without_a_mat_says_what_there_is_and_what_to_do(machine: Machine) -> None:
    """No port at all, or none that looks like a mat."""
    with pytest.raises(MatNotFoundError, match=r"ports found: none\. Plug the mat in"):
        PortAddress("auto").find()
    machine.ports = [port("/dev/ttyUSB0", ADAPTER)]
    with pytest.raises(MatNotFoundError, match=r"/dev/ttyUSB0\. .*--port /dev/ttyUSB0") as caught:
        PortAddress("auto").find()
    assert caught.value.found == ("/dev/ttyUSB0",)


def test_auto_with_several_mats_chooses_none(machine: Machine) -> None:
    """Both are named, and how to choose."""
    machine.ports = [port("/dev/ttyACM0", number="A"), port("/dev/ttyACM1", number="B")]
    with pytest.raises(MatNotFoundError) as caught:
        PortAddress("auto").find()
    for words in ("got 2", "/dev/ttyACM0 (looks", "/dev/ttyACM1 (looks", "--port /dev/ttyACM0"):
        assert words in str(caught.value)


def test_the_mat_found_before_is_found_again_and_no_other(machine: Machine) -> None:
    """By the number of its chip: under another name, beside a second board, and never that one."""
    address = PortAddress("auto")
    machine.ports = [port("/dev/ttyACM0", number="A")]
    assert address.find() == "/dev/ttyACM0"
    machine.ports = [port("/dev/ttyACM0", number="B")]
    with pytest.raises(MatNotFoundError, match=r"serial number A, got none.*/dev/ttyACM0"):
        address.find()
    machine.ports = [port("/dev/ttyACM0", number="B"), port("/dev/ttyACM1", number="A")]
    assert address.find() == "/dev/ttyACM1"


def test_boards_without_a_number_are_found_again_while_there_is_one(machine: Machine) -> None:
    """A system that tells no numbers: the one board that is there will do."""
    address = PortAddress("auto")
    for device in ("/dev/ttyACM0", "/dev/ttyACM1"):
        machine.ports = [port(device, number=None)]
        assert address.find() == device


def test_a_keeper_opens_a_mat_that_came_back_under_another_name(
    machine: Machine, two_ptys: tuple[Pty, Pty]
) -> None:
    """Real pseudo terminals: the first is pulled, the second is the same chip."""
    first, second = two_ptys
    keeper = PortKeeper("auto")
    assert keeper.step(0) is None
    assert "Plug the mat in" in (keeper.waiting_for or "")
    machine.ports = [port(first.device, number="A")]
    opened = keeper.step(LONGEST_MS)
    assert opened is not None
    assert opened.url == first.device
    first.unplug()
    with pytest.raises(PortGoneError) as gone:
        opened.read()
    keeper.lost(gone.value)
    machine.ports = []
    assert keeper.step(LONGEST_MS) is None
    assert "serial number A" in (keeper.waiting_for or "")
    machine.ports = [port(second.device, number="A")]
    again = keeper.step(2 * LONGEST_MS)
    assert again is not None
    assert again.url == second.device
    assert keeper.waiting_for is None
    keeper.close()


@pytest.mark.parametrize(
    "command",
    [("flash",), ("enroll", "DECK", "--registry", "cards.json")],
    ids=["flash", "enroll"],
)
def test_commands_say_that_auto_finds_no_mat(
    machine: Machine,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
) -> None:
    """Not a traceback, and not that a file called auto is missing."""
    monkeypatch.setattr("duelmat_maker.cli.enroll.PATIENCE_S", 0.5)
    deck = tmp_path / "deck.toml"
    deck.write_text('main = ["H7"]')
    words = [str(deck) if word == "DECK" else word for word in command]
    result = duelmat(*words, "--port", "auto")
    assert result.exit_code == 2
    assert "expected one mat to be plugged in, got none" in result.stderr
