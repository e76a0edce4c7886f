"""Whoever may write in a directory of ours gets nothing by it: no file is written through theirs.

Each place of the program that makes a file, with a link at the file's name, and in a directory
that others may write.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command_line import duelmat
from duelmat.config import write_setting
from duelmat_command.errors import ConfigError
from duelmat_command.log_file import LogFileHandler
from duelmat_files import open_own
from duelmat_files.errors import NotKeptError
from duelmat_host.app.access_files import load_access
from duelmat_host.app.table_lock import DirectoryError, check_not_taken, lock_table
from duelmat_host.cards.registry import Registry
from duelmat_host.cli.report import write_report
from duelmat_host.errors import JournalError, RigStartError
from duelmat_host.journal.journal import Journal
from duelmat_host.link.rig import start_rig
from duelmat_hub.errors import StoreError, UnfitDirectoryError
from duelmat_hub.running import locked
from duelmat_hub.store import open_file
from duelmat_maker.capture.capture import CaptureWriter
from duelmat_maker.errors import CaptureError
from duelmat_rig import process
from duelmat_rig.electronics.errors import StartError
from duelmat_serving.certificate import own_certificate
from duelmat_serving.errors import CertificateError


def hub(directory: Path) -> None:
    with locked(directory):
        pass


Make = Callable[[Path], Any]
PLACES: dict[str, tuple[str, Make, type[Exception]]] = {
    "table.lock": ("table.lock", lock_table, DirectoryError),
    "a journal": ("j.jsonl", lambda folder: Journal.open(folder / "j.jsonl"), JournalError),
    "hub.lock": ("hub.lock", hub, UnfitDirectoryError),
    "event.sqlite": ("event.sqlite", open_file, StoreError),
    "rig.lock": ("rig.lock", process._lock, StartError),
    "the mat of the rig": ("board.json", start_rig, RigStartError),
}
"""The name of a file, what makes it in a directory of the program's own, and how it refuses."""
NAMED: dict[str, tuple[str, Make, type[Exception]]] = {
    "a capture": ("c", lambda folder: CaptureWriter(folder / "c", "0" * 64), CaptureError),
    "a report": ("r.zip", lambda folder: write_report(folder / "r.zip", {}), OSError),
    "a registry": ("c.toml", lambda folder: Registry([]).save(folder / "c.toml"), NotKeptError),
    "a log": ("duelmat.log", lambda folder: LogFileHandler(folder / "duelmat.log"), OSError),
}
"""Files that a user names, or whose directory is checked by whoever names it."""


@pytest.mark.parametrize("place", [*PLACES, *NAMED])
def test_no_link_is_written_through(tmp_path: Path, place: str) -> None:
    """Neither to a file that is there nor to one that is not; its mode stays, too."""
    name, make, refusal = (PLACES | NAMED)[place]
    target, folder = tmp_path / "target", tmp_path / "folder"
    folder.mkdir()
    target.write_text("as it was")
    target.chmod(0o644)
    for leads_to in (target, tmp_path / "nothing"):
        (folder / name).symlink_to(leads_to)
        with pytest.raises(refusal):
            make(folder)
        (folder / name).unlink()
    assert (target.read_text(), target.stat().st_mode & 0o777) == ("as it was", 0o644)
    assert not (tmp_path / "nothing").exists()


@pytest.mark.parametrize("place", PLACES)
def test_a_directory_that_others_may_write_is_refused_in_words(tmp_path: Path, place: str) -> None:
    """With the command that ends it; nothing is made in it."""
    _, make, refusal = PLACES[place]
    tmp_path.chmod(0o777)
    with pytest.raises(refusal, match=r"others may write .mode 777; `chmod go-w "):
        make(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_link_at_a_temporary_name_is_not_written_through(tmp_path: Path) -> None:
    """The names that were used once can still be guessed; nothing is written there."""
    target = tmp_path / "target"
    for name in (".seats.json.new", ".sessions.json.new", ".tls.pem.new", ".config.toml.new"):
        (tmp_path / name).symlink_to(target)
    load_access(tmp_path, ("a", "b"))
    own_certificate(tmp_path, ["localhost"])
    write_setting(tmp_path / "config.toml", "ruleset", "trigamon")
    assert not target.exists()
    for name in ("seats.json", "sessions.json", "tls.pem", "config.toml"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


def test_a_pipe_in_the_place_of_the_lock_is_not_waited_for(tmp_path: Path) -> None:
    """Neither to see whether a table runs nor to open one."""
    os.mkfifo(tmp_path / "table.lock")
    check_not_taken(tmp_path)
    with pytest.raises(DirectoryError, match="a named pipe"):
        lock_table(tmp_path)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ('art = "pipe"', "expected a folder of pictures"),
        ('mat = "pipe"', "a named pipe"),
        ('decks = ["pipe"]', "a named pipe"),
        ('port = "/dev/null"\nregistry = "pipe"', "a named pipe"),
        ('tls = true\ntls_cert = "pipe"\ntls_key = "pipe"\nlisten = "127.0.0.1"', "a named pipe"),
        ('directory = "pipe"', "to write in"),
    ],
    ids=["art", "mat", "decks", "registry", "certificate", "directory"],
)
def test_a_pipe_that_settings_name_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: str, words: str
) -> None:
    """Whichever setting names it, the command ends in words."""
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text(f"{settings}\n")
    monkeypatch.setenv("DUELMAT_CONFIG", str(tmp_path / "config.toml"))
    place = () if "directory" in settings else ("--dir", str(tmp_path / "table"))
    told = duelmat("play", "--no-browser", *place)
    assert told.exit_code == 2
    assert words in " ".join(told.output.split())


def test_a_key_and_settings_are_not_written_where_others_may_write(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    with pytest.raises(CertificateError, match="chmod go-w"):
        own_certificate(tmp_path, ["localhost"])
    with pytest.raises(ConfigError, match="chmod go-w"):
        write_setting(tmp_path / "config.toml", "ruleset", "trigamon")
    assert list(tmp_path.iterdir()) == []


def test_a_lock_that_is_ours_is_taken_again(tmp_path: Path) -> None:
    """What refuses what is foreign takes what is not."""
    for _ in range(2):
        with open(open_own(tmp_path / "table.lock"), "rb"):  # noqa: PTH123  (of a descriptor)
            pass
