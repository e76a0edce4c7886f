"""Captures: written down, heard again, cut short, and tapped between a table and a mat."""

import os
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import duelmat
from duelmat_hardware import load_mat, mat_file
from duelmat_maker.capture import (
    CaptureError,
    CaptureWriter,
    Tap,
    Way,
    is_capture,
    read_capture,
    replay_capture,
)

CAPTURES = Path(__file__).parent.parent / "captures"
DIGEST = "ab" * 32
QUIET = (CAPTURES / "quiet.capture").read_bytes()


@pytest.mark.parametrize("path", sorted(CAPTURES.glob("*.capture")), ids=lambda path: path.stem)
def test_every_capture_is_heard_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The session makes of the same bytes what it made of them when they were captured."""
    monkeypatch.chdir(CAPTURES)
    result = duelmat("replay", path.name, "--mat", "standard")
    assert result.exit_code == 0
    assert result.stderr + result.stdout == path.with_suffix(".told").read_text()


def test_a_capture_comes_back_as_it_was_written(tmp_path: Path) -> None:
    """Times count from the first moment; a line break in a reason does no harm."""
    with CaptureWriter(tmp_path / "x.capture", DIGEST) as writer:
        writer.port(500, "opened")
        writer.passed(500, Way.TO_BOARD, b"\x00\x01")
        writer.passed(507, Way.TO_HOST, b"\xff")
        writer.passed(508, Way.TO_HOST, b"")
        writer.port(900, "lost it was\npulled")
    content = (tmp_path / "x.capture").read_bytes()
    assert is_capture(content)
    capture = read_capture(content, "x")
    assert capture.damage is None
    assert [str(m) for m in capture.moments] == [
        "0 ! opened",
        "0 > 0001",
        "7 < ff",
        "400 ! lost it was pulled",
    ]


@given(st.integers(0, len(QUIET) - 1))
def test_a_capture_cut_anywhere_is_used_as_far_as_it_is_whole(size: int) -> None:
    """What is left is told, never an exception; whole lines before the cut all count."""
    try:
        capture = read_capture(QUIET[:size], "cut")
    except CaptureError:
        assert size < QUIET.index(b"\n0 !") + 1
        return
    is_whole = QUIET[:size].endswith(b"\n") and b"\nend" in QUIET[:size]
    assert (capture.damage is None) == is_whole
    lines = QUIET[:size].count(b"\n") - 2
    assert len(capture.moments) == lines - (b"\nend" in QUIET[:size] and is_whole)
    replay_capture(capture, load_mat())


@given(st.binary(max_size=300))
def test_bytes_of_any_kind_in_a_capture_are_heard(noise: bytes) -> None:
    """A capture of a noisy line, or of no mat at all, raises nothing."""
    lines = b"duelmat capture 1\nmat " + DIGEST.encode() + b"\n0 ! opened\n"
    body = b"3 < " + (noise.hex().encode() or b"00") + b"\nend 2\n"
    replayed = replay_capture(read_capture(lines + body, "noise"), load_mat())
    assert replayed.damage is None


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"duelmat capture 2\n", "line 1: expected 'duelmat capture 1'"),
        (b"duelmat capture 1\nmat 12\n", "line 2: expected `mat`"),
        (b"duelmat capture 1\n", "line 2: expected `mat`"),
    ],
)
def test_what_is_no_capture_is_refused(content: bytes, told: str, tmp_path: Path) -> None:
    """With the line, what was expected and what was got."""
    path = tmp_path / "x.capture"
    path.write_bytes(content)
    result = duelmat("replay", path)
    assert result.exit_code == 2
    assert told in result.stderr


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("x < 00", "expected a time in ms, then >, < or ! and what passed, got 'x < 00'"),
        ("5 ? 00", "expected a time in ms"),
        ("5 <", "expected a time in ms"),
        ("5 < 0", "expected two hexadecimal digits a byte, got 1 digit in all"),
        ("5 < zz", "expected hexadecimal digits, got 'zz' from character 5 of the line on"),
        ("5 > " + "00" * 60 + "0x12", "got 'x12' from character 126 of the line on"),
        ("5 < 00 11", "got ' 11' from character 7"),
        ("5 ! burnt", "expected opened or lost, got 'burnt'"),
        ("1 < 00", "expected a moment not before 4 ms, got 1 ms"),
        ("end 9", "expected `end 1`, got 'end 9'"),
    ],
)
def test_a_damaged_line_ends_what_is_used(line: str, told: str) -> None:
    """The moments before it count; the line is named, and in it what is wrong."""
    head = f"duelmat capture 1\nmat {DIGEST}\n4 ! opened\n"
    capture = read_capture(f"{head}{line}\n6 < 00\nend 3\n".encode(), "file")
    assert len(capture.moments) == 1
    assert "line 4: " in (capture.damage or "")
    assert told in (capture.damage or "")


def capture_of(digest: str) -> bytes:
    return f"duelmat capture 1\nmat {digest}\n0 ! opened\nend 1\n".encode()


@pytest.mark.parametrize("name", ["standard", "mini"])
def test_a_capture_of_a_known_mat_is_told_by_that(tmp_path: Path, name: str) -> None:
    """Without --mat, and with the right one: not a word about mats."""
    path = tmp_path / "x.capture"
    path.write_bytes(capture_of(load_mat(mat_file(name)).digest))
    for words in ((), ("--mat", name)):
        result = duelmat("replay", path, *words)
        assert (result.exit_code, result.stderr) == (0, "")


def test_a_capture_of_an_unknown_mat_wants_it_named(tmp_path: Path) -> None:
    """Told by another mat only when asked for, and then it says so."""
    path = tmp_path / "x.capture"
    path.write_bytes(capture_of(DIGEST))
    result = duelmat("replay", path)
    assert result.exit_code == 2
    assert f"got another one or an earlier revision ({DIGEST[:16]})" in result.stderr
    assert "--mat" in result.stderr
    result = duelmat("replay", path, "--mat", "mini")
    assert result.exit_code == 0
    assert f"captured with the mat {DIGEST[:16]} and is told as by mini" in result.stderr
    assert "--mat: expected one of" in duelmat("replay", path, "--mat", "none").stderr


def test_a_capture_overwrites_nothing(tmp_path: Path) -> None:
    """A file that is there stays as it is, and a folder that is not there is told."""
    path = tmp_path / "x.capture"
    path.write_text("mine")
    with pytest.raises(CaptureError, match="name another"):
        CaptureWriter(path, DIGEST)
    assert path.read_text() == "mine"
    with pytest.raises(CaptureError, match="Name another place"):
        CaptureWriter(tmp_path / "no" / "x", DIGEST)


@pytest.fixture
def mat_end() -> Iterator[tuple[int, str]]:
    """A pty in the place of a mat: its master, and the port that the tap opens."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(slave)
    os.close(master)


def test_a_tap_hands_on_every_byte_and_writes_it_down(
    mat_end: tuple[int, str], tmp_path: Path
) -> None:
    """Both ways; when the mat goes, so does the tap's port."""
    master, url = mat_end
    link = tmp_path / "mat"
    now = iter(range(1000))
    with CaptureWriter(tmp_path / "x.capture", DIGEST) as writer:
        tap = Tap(url, link, writer, lambda: next(now))
        tap.turn()
        table = os.open(link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        os.write(table, b"hello")
        tap.turn()
        assert os.read(master, 99) == b"hello"
        os.write(master, b"mat\x00")
        tap.turn()
        assert os.read(table, 99) == b"mat\x00"
        os.close(table)
        tap.close()
        assert not link.is_symlink()
    moments = read_capture((tmp_path / "x.capture").read_bytes(), "x").moments
    assert [(m.way.value, m.data) for m in moments] == [
        ("!", b""),
        (">", b"hello"),
        ("<", b"mat\x00"),
    ]


def test_a_tap_takes_no_file_away(tmp_path: Path) -> None:
    """A file at the place of its port is left alone."""
    (tmp_path / "mat").write_text("mine")
    with CaptureWriter(tmp_path / "x", DIGEST) as writer, pytest.raises(CaptureError):
        Tap("/dev/none", tmp_path / "mat", writer, lambda: 0)


def test_the_command_listens_and_says_what_it_waits_for(
    mat_end: tuple[int, str], tmp_path: Path
) -> None:
    """A mat that says nothing is a capture; no mat is none, and leaves no file."""
    path = tmp_path / "x.capture"
    result = duelmat("capture", path, "--port", mat_end[1], "--seconds", "0.1")
    assert result.exit_code == 0
    assert b"> " in path.read_bytes()
    none = tmp_path / "none.capture"
    result = duelmat("capture", none, "--port", "/dev/no-such-mat", "--seconds", "0.1")
    assert result.exit_code == 2
    assert "Nothing was captured, and no file is left. Expected a mat at" in result.stderr
    assert "expected a mat at /dev/no-such-mat" in result.stderr
    assert duelmat("capture", none, "--port", "x", "--mat", "none").exit_code == 2
    result = duelmat("capture", none, "--port", mat_end[1], "--tap", path, "--seconds", "9")
    assert "free name for the tap's port" in result.stderr
    assert not none.exists()


@pytest.mark.parametrize("seconds", ["-5", "0", "nan"])
def test_a_time_that_is_none_is_refused(tmp_path: Path, seconds: str) -> None:
    """Before a file is made."""
    path = tmp_path / "x.capture"
    result = duelmat("capture", path, "--port", "/dev/no-such-mat", "--seconds", seconds)
    assert result.exit_code == 2
    assert "--seconds: expected more than 0" in result.stderr
    assert not path.exists()
