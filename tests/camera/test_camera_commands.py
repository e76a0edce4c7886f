"""`duelmat camera`: what it writes, what it says of a picture, and what is missing."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest

from duelmat import main
from duelmat_bench.camera.drawing import CLEAN, Shot, Studio, laid
from duelmat_camera.cli.watch import Keyboard
from duelmat_camera.markers import FRONTS, marker_of
from duelmat_hardware import MatZone, load_mat, mat_file
from duelmat_host.cards.registry import Registry
from duelmat_host.link.rig import RigClient, find_rig, start_rig

MINI = load_mat(mat_file("mini"))


@pytest.fixture(scope="module")
def studio() -> Studio:
    return Studio(MINI)


def run(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The exit code, what was printed, and what was complained of."""
    with pytest.raises(SystemExit) as ended:
        main(["camera", *words])
    printed = capfd.readouterr()
    return int(ended.value.code or 0), printed.out, printed.err


def film(path: Path, studio: Studio, shot: Shot = CLEAN, *, zone: str = "", count: int = 3) -> str:
    """A video of the mat, with a card in a zone; the name of its file."""
    cards = [laid(MINI, MatZone(zone), FRONTS[0], off=(0, 0, 0))] if zone else []
    picture, _ = studio.draw(cards, shot, np.random.default_rng(1))
    size = picture.shape[1], picture.shape[0]
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, size)
    for _ in range(count):
        video.write(picture)
    video.release()
    return str(path)


def test_folder_has_what_to_print_and_which_marker_is_which_card(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "tonight"
    code, out, _ = run(capfd, "print", str(folder), "--mat", "mini", "--paper", "letter")
    assert code == 0, out
    names = {file.name for file in folder.iterdir()}
    assert names == {
        "cards.toml",
        "playmat_full.pdf",
        "playmat_letter.pdf",
        "sleeves_a_letter.pdf",
        "sleeves_b_letter.pdf",
    }
    assert all(file.stat().st_mode & 0o077 == 0 for file in folder.iterdir())
    assert {sleeve.owner for sleeve in Registry.load(folder / "cards.toml").sleeves} == {"a", "b"}


def test_numbers_of_backs_are_drawn_anew_only_when_that_is_asked_for(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """What is printed already stays valid otherwise."""
    kept = []
    for more in ((), (), ("--backs",)):
        assert run(capfd, "print", str(tmp_path), "--mat", "mini", *more)[0] == 0
        kept.append(Registry.load(tmp_path / "cards.toml"))
    first, second, anew = kept
    assert second == first
    assert [sleeve.up for sleeve in anew.sleeves] == [sleeve.up for sleeve in first.sleeves]
    same = sum(a.down == b.down for a, b in zip(anew.sleeves, first.sleeves, strict=True))
    assert same < 6
    assert all(marker_of(sleeve.down) for sleeve in anew.sleeves)
    code, _, err = run(capfd, "print", str(tmp_path), "--mat", "mini", "--deck", "mine.toml")
    assert (code, "has the cards of this folder already" in err) == (2, True)


def test_check_of_a_good_picture_has_nothing_to_say(
    tmp_path: Path, studio: Studio, capfd: pytest.CaptureFixture[str]
) -> None:
    video = film(tmp_path / "film.avi", studio, zone="a.m2")
    code, out, _ = run(capfd, "check", str(tmp_path), "--mat", "mini", "--video", video)
    assert code == 0, out
    assert "27 markers of the mat and 1 card are seen." in out
    assert (tmp_path / "seen.jpg").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("shot", "mat", "words"),
    [
        (Shot(blur_px=12), "mini", "The mat is not found: expected 4 of its 28 markers or more"),
        (CLEAN, "standard", "but not where standard has them"),
        (Shot(glare=((0.5, 0.6, 250.0),)), "mini", "Nothing is read in"),
        (Shot(keystone=0.7), "mini", "pixels wide, expected 20 or more"),
    ],
)
def test_check_says_what_would_help(
    tmp_path: Path,
    studio: Studio,
    capfd: pytest.CaptureFixture[str],
    shot: Shot,
    mat: str,
    words: str,
) -> None:
    """A blurred picture, another mat than the printed one, a lamp's glare, a camera too low."""
    video = film(tmp_path / "film.avi", studio, shot)
    code, out, _ = run(capfd, "check", str(tmp_path), "--mat", mat, "--video", video)
    assert code == 1
    assert words in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("check", "there", "--camera", "97"), "expected a camera as number 97, got none: plug"),
        (("check", "there", "--video", "film.avi"), "expected a video at film.avi, got none"),
        (
            ("check", "tonight", "--camera", "97"),
            "expected the folder tonight, got none. `duelmat",
        ),
        (("check", "open", "--camera", "97"), "got: a directory that others may write"),
        (("watch", "open", "--camera", "97"), "got: a directory that others may write"),
        (("print", "open"), "got: a directory that others may write"),
        (("print", "film.avi/folder"), "expected a folder to write in at film.avi/folder, got"),
        (("watch", "tonight", "--camera", "97"), "`duelmat camera print tonight` makes it"),
        (("print", "tonight", "--mat", "none.toml"), "expected one of"),
    ],
)
def test_what_is_missing_is_said_with_what_to_do(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "film.avi").write_bytes(b"no video")
    (tmp_path / "there").mkdir(mode=0o700)
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    mat = () if "--mat" in words else ("--mat", "mini")
    code, _, err = run(capfd, *words, *mat)
    assert code in {1, 2}
    assert said in " ".join(err.split())
    assert "Traceback" not in err


def test_mat_is_not_called_open_where_there_is_no_camera(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(capfd, "print", str(tmp_path), "--mat", "mini")[0] == 0
    code, out, err = run(capfd, "watch", str(tmp_path), "--mat", "mini", "--camera", "97")
    assert (code, out) == (2, "")
    assert err.startswith("expected a camera as number 97, got none")
    assert not (tmp_path / "mat").exists()


@pytest.mark.long
def test_watched_video_is_laid_on_a_simulated_mat(
    tmp_path: Path,
    studio: Studio,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """It says how to open the table and which zones have changed, and names no card."""
    assert run(capfd, "print", str(tmp_path), "--mat", "mini")[0] == 0
    video = film(tmp_path / "film.avi", studio, zone="a.m2", count=6)
    rig = start_rig(tmp_path / "mat", mat=MINI)
    code, _, err = run(capfd, "watch", str(tmp_path), "--mat", "mini", "--video", video)
    rig.stop()
    assert (code, "another `duelmat camera watch` has this folder" in err) == (2, True)
    with Path(os.devnull).open() as keys:
        monkeypatch.setattr(sys, "stdin", keys)
        code, out, err = run(capfd, "watch", str(tmp_path), "--mat", "mini", "--video", video)
    assert code == 0, err
    lines = out.splitlines()
    assert f"--port {tmp_path}/mat/port --registry {tmp_path}/cards.toml --two" in lines[1]
    assert lines[3:] == ["a.m2: face up", "The video has ended."]
    assert (tmp_path / "seen.jpg").exists()
    assert find_rig(tmp_path / "mat") is None


@pytest.mark.parametrize(
    ("typed", "asked", "said"),
    [
        ("b.deck\n", [("touch", "b.deck")], ""),
        ("a.ok\n b.deck \n", [("press", "a.ok"), ("touch", "b.deck")], ""),
        ("c.deck\n\n", [], "expected a pad or a button of a.m2, "),
        ("", [], ""),
    ],
)
def test_what_is_typed_is_touched(
    typed: str,
    asked: list[tuple[str, str]],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Pads and buttons by their names; the end of the input is none."""
    done = []

    class Fingers:
        def touch(self, pad: str, _ms: int, **_how: int) -> None:
            done.append(("touch", pad))

        def button(self, name: str, _ms: int) -> None:
            done.append(("press", name))

    (tmp_path / "typed").write_text(typed)
    with (tmp_path / "typed").open() as keys:
        monkeypatch.setattr(sys, "stdin", keys)
        keyboard = Keyboard(MINI, cast("RigClient", Fingers()))
        for _ in range(3):
            keyboard.take()
    assert done == asked
    assert said in capfd.readouterr().err


def test_command_without_its_library_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("duelmat_camera.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cv2", None)
    for words in (("print",), ("check",), ("watch",)):
        code, _, err = run(capfd, *words, str(tmp_path), "--mat", "mini")
        assert code == 2
        assert "pip install 'duelmat[camera]'" in " ".join(err.split())
    for name in [name for name in sys.modules if name.startswith("duelmat_bench.camera")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(SystemExit):
        main(["bench", "camera"])
    assert "pip install 'duelmat[camera]'" in " ".join(capfd.readouterr().err.split())
