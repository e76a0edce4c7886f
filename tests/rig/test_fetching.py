"""MicroPython comes into the cache on first use: checked, whole or not at all, once for many."""

import io
import json
import os
import signal
import subprocess
import sys
import tarfile
import time
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256, sha512
from pathlib import Path

import pytest

from duelmat_rig import fetching, process
from duelmat_rig.electronics.errors import StartError
from duelmat_rig.fetching import ensure_build
from duelmat_rig.node_install import CACHE_VARIABLE, Build
from rig.client import rig_command

pytestmark = pytest.mark.tools

RUN = "micropython.mjs", "micropython.wasm"
FILES = {"micropython.mjs": b"export {};\n", "micropython.wasm": b"\0asm", "lib/a.txt": b"a"}
SUMS = {name: sha256(FILES[name]).hexdigest() for name in RUN}

Fetch = Callable[[str], Path]

PROCESS = """
import json, sys
from pathlib import Path
from duelmat_rig import fetching
from duelmat_rig.node_install import Build
build = Build("any", "1.29.0-6", sys.argv[1], json.loads(sys.argv[3]))
fetching.locked_build = lambda version: build
fetching.npm_command = lambda: [sys.executable, "-c", sys.argv[2]]
fetching.ensure_build("1.29", print)
"""
"""A process of its own that fetches the archive from an npm that is a Python program."""


def archive_of(files: dict[str, bytes], top: str = "package/") -> bytes:
    """An archive as npm makes it."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"{top}{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def integrity_of(content: bytes) -> str:
    return f"sha512-{b64encode(sha512(content).digest()).decode()}"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache" / "micropython"


@pytest.fixture
def lines() -> list[str]:
    return []


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return the archive that the npm of these tests hands out."""
    (tmp_path / "archive").write_bytes(archive_of(FILES))
    return tmp_path / "archive"


def npm(archive: Path, log: Path | None = None) -> str:
    """A program that does what `npm pack` does, and notes in a file that it was asked."""
    note = f"open({str(log)!r}, 'a').write('x');" if log else ""
    return f"import shutil; {note} shutil.copyfile({str(archive)!r}, 'build.tgz')"


@pytest.fixture
def fetch(cache: Path, archive: Path, lines: list[str], monkeypatch: pytest.MonkeyPatch) -> Fetch:
    """Ensures a build whose npm is the given program."""
    build = Build("any", "1.29.0-6", integrity_of(archive.read_bytes()), SUMS)

    def ensure(program: str) -> Path:
        monkeypatch.setattr(fetching, "locked_build", lambda _version: build)
        monkeypatch.setattr(fetching, "npm_command", lambda: [sys.executable, "-c", program])
        return ensure_build("1.29", lines.append)

    return ensure


def test_a_build_is_unpacked_into_the_cache_and_said(
    cache: Path, archive: Path, lines: list[str], fetch: Fetch
) -> None:
    """All files, under the release's name, with one line before and one after."""
    folder = fetch(npm(archive))
    assert folder == cache / "1.29.0-6"
    assert {name: (folder / name).read_bytes() for name in FILES} == FILES
    assert len(lines) == 2
    assert "first time only" in lines[0]
    assert str(folder) in lines[1]


def test_a_build_that_is_there_is_not_fetched_again(
    tmp_path: Path, archive: Path, lines: list[str], fetch: Fetch
) -> None:
    log = tmp_path / "log"
    fetch(npm(archive, log))
    lines.clear()
    fetch(npm(archive, log))
    assert log.read_text() == "x"
    assert lines == []


@pytest.mark.parametrize("name", RUN)
@pytest.mark.parametrize("content", [None, b"", b"steal()"], ids=["gone", "cut", "changed"])
def test_a_build_that_was_changed_in_the_cache_is_fetched_again(
    archive: Path, fetch: Fetch, name: str, content: bytes | None
) -> None:
    """At the next start, and without a network nothing of it is run."""
    folder = fetch(npm(archive))
    changed = folder / name
    changed.unlink() if content is None else changed.write_bytes(content)
    with pytest.raises(StartError, match="expected to fetch MicroPython"):
        fetch("raise SystemExit(1)")
    fetch(npm(archive))
    assert changed.read_bytes() == FILES[name]


def test_an_archive_without_the_files_that_are_summed_is_refused(
    cache: Path, archive: Path, fetch: Fetch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lock file and sums are of two releases: nothing of it stays."""
    monkeypatch.setitem(SUMS, "micropython.wasm", sha256(b"another release").hexdigest())
    with pytest.raises(StartError, match=r"with the sums of .*SHA256SUMS"):
        fetch(npm(archive))
    assert [path.name for path in cache.iterdir()] == ["lock"]


@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o770])
def test_a_cache_that_others_may_write_is_refused(
    cache: Path, archive: Path, fetch: Fetch, mode: int
) -> None:
    """They could change it between its sum and the start; also when it is whole."""
    fetch(npm(archive))
    cache.chmod(mode)
    with pytest.raises(StartError, match=r"others may write .*chmod go-w"):
        fetch(npm(archive))


@pytest.mark.parametrize(
    "content",
    [b"", b"not an archive", archive_of({**FILES, "micropython.mjs": b"steal()"})],
    ids=["empty", "garbage", "another program"],
)
def test_an_archive_with_another_checksum_is_refused(
    cache: Path, archive: Path, fetch: Fetch, content: bytes
) -> None:
    """Before anything of it is unpacked; nothing of it stays."""
    archive.write_bytes(content)
    with pytest.raises(StartError, match=r"expected MicroPython 1\.29\.0-6 with the sha512"):
        fetch(npm(archive))
    assert [path.name for path in cache.iterdir()] == ["lock"]


def test_members_that_reach_out_of_their_folder_are_not_written(tmp_path: Path) -> None:
    """Absolute, upward, and without a name."""
    (tmp_path / "evil").write_bytes(
        archive_of({"package/../../out.txt": b"1", "package/fine.txt": b"2", "x": b"3"}, top="")
    )
    fetching._unpack(tmp_path / "evil", tmp_path / "in" / "build")
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.name for path in written} == {"evil", "fine.txt"}


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (
            "npm error code ENOTFOUND\nnpm error errno 1\nnpm error it failed, reason: none\n",
            "ENOTFOUND: it failed, reason: none.",
        ),
        ("npm error code ETARGET\nnpm error notarget No version.\n", "ETARGET: notarget No vers"),
        ("", "no word from npm"),
        ("\udcff segmentation fault", "segmentation fault"),
    ],
)
def test_why_npm_failed_is_said_in_one_line(fetch: Fetch, said: str, reason: str) -> None:
    """Expected, got, and what to do."""
    said = said.encode("utf-8", "surrogateescape").decode("latin-1")
    with pytest.raises(StartError) as caught:
        fetch(f"import sys; sys.stderr.buffer.write({said!r}.encode('latin-1')); sys.exit(1)")
    sentence = str(caught.value)
    assert "expected to fetch MicroPython 1.29.0-6" in sentence
    assert reason in sentence
    assert "Connect to the network" in sentence
    assert "\n" not in sentence


def test_an_npm_that_brings_nothing_is_not_believed(cache: Path, fetch: Fetch) -> None:
    with pytest.raises(StartError, match="no word from npm"):
        fetch("pass")
    assert [path.name for path in cache.iterdir()] == ["lock"]


def test_a_cache_that_cannot_be_written_is_told(
    tmp_path: Path, archive: Path, fetch: Fetch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(archive))
    with pytest.raises(StartError, match=f"name another folder with {CACHE_VARIABLE}"):
        fetch(npm(archive))


def test_two_processes_fetch_once(tmp_path: Path, cache: Path, archive: Path) -> None:
    """The later one waits for the earlier one, and says so."""
    log, go = tmp_path / "log", tmp_path / "go"
    program = f"import os, time\nwhile not os.path.exists({str(go)!r}): time.sleep(0.01)\n" + npm(
        archive, log
    )
    integrity = integrity_of(archive.read_bytes())
    words = [sys.executable, "-c", PROCESS, integrity, program, json.dumps(SUMS)]
    both = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    outputs = [each.stdout for each in both]
    assert all(outputs)
    said = sorted(output.readline() for output in outputs if output)
    go.write_text("")
    assert "Another duelmat is fetching" in said[0]
    assert "Fetching MicroPython" in said[1]
    assert [each.wait(60) for each in both] == [0, 0]
    for output in outputs:
        assert output is not None
        output.close()
    assert log.read_text() == "x"


def test_a_killed_fetch_leaves_nothing_that_counts(
    tmp_path: Path, cache: Path, archive: Path, fetch: Fetch
) -> None:
    """The next one begins anew, and takes the remains away."""
    begun = tmp_path / "begun"
    program = f"open({str(begun)!r}, 'w'); open('build.tgz', 'w'); import time; time.sleep(600)"
    integrity = integrity_of(archive.read_bytes())
    words = [sys.executable, "-c", PROCESS, integrity, program, json.dumps(SUMS)]
    killed = subprocess.Popen(words, stdout=subprocess.DEVNULL, start_new_session=True)
    while not begun.exists():
        assert killed.poll() is None
        time.sleep(0.01)
    # the npm that it started as well, as when the machine stops
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait(60)
    assert not (cache / "1.29.0-6").exists()
    assert list(cache.glob(".fetch-*"))
    folder = fetch(npm(archive))
    assert sorted(path.name for path in cache.iterdir()) == [folder.name, "lock"]


def test_rig_without_network_says_what_to_do(
    tmp_path: Path,
    cache: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The real npm, with a registry at which nobody answers."""
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9/")
    assert process.main(rig_command(tmp_path / "rig")[3:]) == 1
    progress, sentence = capsys.readouterr().err.splitlines()
    assert progress.startswith(f"{process.PROGRESS}Fetching MicroPython")
    assert "expected to fetch MicroPython" in sentence
    assert "ECONNREFUSED" in sentence
    assert "Connect to the network" in sentence
    assert not (tmp_path / "rig").exists()
