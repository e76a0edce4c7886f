"""Drawing the wiring: what is drawn can be read, and a program that fails is told with advice."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from duelmat_hardware import (
    PACKAGED_MATS,
    DrawingError,
    Mat,
    build,
    draw,
    drawings,
    stale_drawings,
)

pytestmark = pytest.mark.tools

GENERATED = Path(__file__).parents[2] / "hardware" / "generated"


def test_without_wireviz_nothing_is_drawn_and_the_remedy_is_named(
    mini: Mat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The built files stay, and no half of a drawing appears."""
    build(tmp_path, mini)
    monkeypatch.setattr(drawings, "find_spec", lambda name: None)
    with pytest.raises(DrawingError, match=r"package wireviz,.* got none.*pip install wireviz"):
        draw(tmp_path)
    assert list(tmp_path.rglob("*.svg")) != []
    assert list((tmp_path / "wiring").glob("*.svg")) == []


def test_a_program_that_fails_is_quoted() -> None:
    """With its name, its exit code and its last words."""
    script = "import sys; sys.exit('no such font')"
    with pytest.raises(DrawingError, match="Graphviz to succeed, got exit code 1: no such font"):
        drawings._run([sys.executable, "-c", script], "Graphviz")


def test_npm_is_asked_once_and_writes_into_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its folder appears when it is whole; what a failed npm leaves is not taken for Graphviz."""
    asked: list[Path] = []

    def run(command: list[str], name: str, folder: Path | None = None) -> None:
        assert name == "npm"
        assert folder is not None
        assert (folder / "package-lock.json").is_file()
        asked.append(folder)
        (folder / "node_modules").mkdir()
        if len(asked) == 1:
            raise DrawingError("no network")

    monkeypatch.setenv(drawings.CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(drawings, "_run", run)
    with pytest.raises(DrawingError, match="no network"):
        drawings._graphviz()
    assert list((tmp_path / "cache" / "graphviz").iterdir()) == []
    module = drawings._graphviz()
    assert module.is_relative_to(tmp_path / "cache")
    assert drawings._graphviz() == module
    assert len(asked) == 2


def test_a_cache_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(drawings.CACHE_VARIABLE, str(tmp_path / "file"))
    with pytest.raises(DrawingError, match=f"name another folder with {drawings.CACHE_VARIABLE}"):
        drawings._graphviz()


def test_each_wiring_file_gets_a_stamped_drawing(
    mini: Mat, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawings of files that are no more are taken away."""
    build(tmp_path, mini)
    (tmp_path / "wiring" / "old.svg").write_text("<svg/>")

    def run(command: list[str], name: str, folder: Path | None = None) -> None:
        for path in command[1:] if name == "Graphviz" else []:
            if path.endswith(".gv"):
                Path(path).with_suffix(".svg").write_text("<?xml?>\n<svg>a drawing</svg>\n")

    monkeypatch.setattr(drawings, "_run", run)
    monkeypatch.setattr(drawings, "_graphviz", lambda: tmp_path)
    spec = SimpleNamespace(origin=sys.executable)
    monkeypatch.setattr(drawings, "find_spec", lambda name: spec)
    paths = draw(tmp_path)
    assert {path.name for path in paths} == {
        path.with_suffix(".svg").name for path in (tmp_path / "wiring").glob("*.yml")
    }
    assert stale_drawings(tmp_path) == []
    assert not (tmp_path / "wiring" / "old.svg").exists()
    first = paths[0].read_text().splitlines()
    assert first[1].startswith(f"<!-- Drawn from {paths[0].stem}.yml, sha256 ")
    assert first[2] == "<svg>a drawing</svg>"


@pytest.mark.parametrize("name", PACKAGED_MATS)
def test_wiring_drawings_can_be_read_at_a_page_s_width(name: str) -> None:
    """Six points or more when a drawing is as wide as a page's text, 180 mm."""
    drawings = sorted((GENERATED / name / "wiring").glob("*.svg"))
    assert drawings
    for drawing in drawings:
        text = drawing.read_text(encoding="utf-8")
        found = re.search(r'<svg width="(\d+)pt"', text)
        assert found, drawing
        scale = min(1.0, 180 / 25.4 * 72 / int(found[1]))
        sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', text)]
        assert min(sizes) * scale >= 6, (drawing.name, min(sizes) * scale)
