"""Files of our own: nothing that somebody has put at a name is followed, written or waited for."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from duelmat_files import check_directory, make_directory, make_new, open_own, replace_whole

OTHER = 4_321
"""Another user; tests that give files away run as root, as in CI's container."""
is_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")


# What somebody may have put at a name; each leads to, or is, a file that must not change


def link(path: Path, target: Path) -> None:
    path.symlink_to(target)


def dangling_link(path: Path, target: Path) -> None:
    path.symlink_to(target.with_name("made through a link"))


def hard_link(path: Path, target: Path) -> None:
    path.hardlink_to(target)


def pipe(path: Path, _: Path) -> None:
    os.mkfifo(path)


def folder(path: Path, _: Path) -> None:
    path.mkdir()


def device(path: Path, _: Path) -> None:
    os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 7))


def plug(path: Path, _: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))


def open_to_all(path: Path, _: Path) -> None:
    path.write_text("")
    path.chmod(0o666)


def of_another_user(path: Path, _: Path) -> None:
    path.write_text("")
    path.chmod(0o600)
    os.chown(path, OTHER, OTHER)


Plant = Callable[[Path, Path], None]
KINDS: list[tuple[Plant, str]] = [
    (link, "a symbolic link"),
    (dangling_link, "a symbolic link"),
    (pipe, "a named pipe"),
    (folder, "a directory"),
    (plug, "a socket"),
]
FOREIGN: list[tuple[Plant, str]] = [
    *KINDS,
    (hard_link, "a file with 2 names"),
    (open_to_all, "a file that others may write .mode 666."),
]
AS_ROOT: list[tuple[Plant, str]] = [
    (device, "a device"),
    (of_another_user, "a file of another user"),
]


def refuse(tmp_path: Path, plant: Plant, words: str, use: Callable[[Path], object]) -> None:
    """What was put there is refused in words, and nothing is written, made or waited for."""
    target = tmp_path / "target"
    target.write_text("as it was")
    target.chmod(0o640)
    planted = tmp_path / "name"
    plant(planted, target)
    before = sorted(path.name for path in tmp_path.iterdir())
    found = planted.lstat()
    with pytest.raises(OSError, match=words):
        use(planted)
    assert target.read_text() == "as it was"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    left = planted.lstat()
    assert (left.st_ino, left.st_mode, left.st_size) == (
        found.st_ino,
        found.st_mode,
        found.st_size,
    )


@pytest.mark.parametrize(("plant", "words"), FOREIGN, ids=lambda each: str(each)[:20])
def test_what_is_written_on_in_place_is_ours_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Plant, words: str
) -> None:
    """Journals, logs, locks and databases."""
    monkeypatch.chdir(tmp_path)
    refuse(tmp_path, plant, words, open_own)


@is_root
@pytest.mark.parametrize(("plant", "words"), AS_ROOT, ids=lambda each: str(each)[:20])
def test_what_another_user_has_made_is_not_written_on(
    tmp_path: Path, plant: Plant, words: str
) -> None:
    refuse(tmp_path, plant, words, open_own)


@pytest.mark.parametrize(("plant", "words"), KINDS, ids=lambda each: str(each)[:20])
def test_only_a_regular_file_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Plant, words: str
) -> None:
    """An export to /dev/null, as root, leaves /dev/null there."""
    monkeypatch.chdir(tmp_path)
    refuse(tmp_path, plant, words, lambda path: replace_whole(path, b"new"))


@pytest.mark.parametrize(("plant", "_"), FOREIGN, ids=lambda each: str(each)[:20])
def test_a_new_file_takes_the_place_of_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plant: Plant, _: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refuse(tmp_path, plant, "File exists", make_new)


def test_a_hard_link_is_taken_apart_and_not_written_through(tmp_path: Path) -> None:
    """The other name keeps what it had."""
    other, path = tmp_path / "other", tmp_path / "seats.json"
    other.write_bytes(b"as it was")
    path.hardlink_to(other)
    replace_whole(path, b"new")
    assert (other.read_bytes(), path.read_bytes()) == (b"as it was", b"new")


def test_whoever_holds_the_old_file_open_reads_nothing_new(tmp_path: Path) -> None:
    """A secret goes into a file that nobody else has made."""
    path = tmp_path / "tls.pem"
    path.write_bytes(b"")
    path.chmod(0o666)
    with path.open("rb") as held:
        replace_whole(path, b"secret")
        assert held.read() == b""
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_name_beside_is_another_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can set a link at it beforehand."""
    seen: list[str] = []
    rename = Path.replace

    def noted(self: Path, target: Path) -> Path:
        seen.append(self.name)
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", noted)
    for _ in range(2):
        replace_whole(tmp_path / "seats.json", b"")
    assert len({*seen, ".seats.json.new"}) == 3


def test_the_disk_has_the_content_before_the_name_and_then_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut leaves the old file or the new one."""
    done: list[str] = []
    rename, sync = Path.replace, os.fsync

    def renamed(self: Path, target: Path) -> Path:
        done.append("rename")
        return rename(self, target)

    def synced(descriptor: int) -> None:
        is_directory = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        done.append("sync of the directory" if is_directory else "sync of the file")
        sync(descriptor)

    monkeypatch.setattr(Path, "replace", renamed)
    monkeypatch.setattr(os, "fsync", synced)
    replace_whole(tmp_path / "seats.json", b"")
    assert done == ["sync of the file", "rename", "sync of the directory"]


def test_modes_are_private_whatever_the_umask_and_shared_by_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        make_directory(tmp_path / "table")
        os.close(open_own(tmp_path / "log"))
        replace_whole(tmp_path / "seats", b"")
        os.umask(0o027)
        replace_whole(tmp_path / "export", b"", 0o666)
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == {"table": 0o700, "log": 0o600, "seats": 0o600, "export": 0o640}


def test_a_file_of_ours_that_others_may_read_is_closed_to_them(tmp_path: Path) -> None:
    """A journal that came back from a copy."""
    path = tmp_path / "duel-0001.jsonl"
    path.write_text("")
    path.chmod(0o644)
    os.close(open_own(path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


# Directories


@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o770, 0o702])
def test_a_directory_that_others_may_write_is_refused(tmp_path: Path, mode: int) -> None:
    """With what ends that; sticky or not, for they could still put files there."""
    place = tmp_path / "table"
    place.mkdir()
    place.chmod(mode)
    with pytest.raises(OSError, match=f"others may write .mode {mode:o}; `chmod go-w {place}`"):
        make_directory(place)
    place.chmod(0o755)
    make_directory(place)


def test_a_directory_that_others_may_exchange_is_refused(tmp_path: Path) -> None:
    """Below one that all may write, unless it is sticky, as /tmp is."""
    tmp_path.chmod(0o777)
    with pytest.raises(OSError, match=f"below {tmp_path}, where others may exchange it"):
        make_directory(tmp_path / "table")
    tmp_path.chmod(0o1777)
    make_directory(tmp_path / "table")


def test_a_link_of_ones_own_to_a_directory_is_followed(tmp_path: Path) -> None:
    """To another disk, say; what counts is where it leads."""
    (tmp_path / "far").mkdir()
    (tmp_path / "table").symlink_to("far")
    check_directory(tmp_path / "table")
    (tmp_path / "far").chmod(0o777)
    with pytest.raises(OSError, match="others may write"):
        check_directory(tmp_path / "table")


@is_root
def test_a_directory_of_another_user_is_refused(tmp_path: Path) -> None:
    place, way = tmp_path / "table", tmp_path / "link"
    place.mkdir()
    way.symlink_to(place)
    os.chown(way, OTHER, OTHER, follow_symlinks=False)
    with pytest.raises(OSError, match="a symbolic link of another user"):
        check_directory(way)
    os.chown(place, OTHER, OTHER)
    with pytest.raises(OSError, match="a directory of another user"):
        check_directory(place)


def test_a_file_in_the_place_of_a_directory_is_refused(tmp_path: Path) -> None:
    (tmp_path / "table").write_text("")
    with pytest.raises(FileExistsError):
        make_directory(tmp_path / "table")
    with pytest.raises(OSError, match="a file, no directory"):
        check_directory(tmp_path / "table")
