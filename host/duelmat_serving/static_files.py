"""Scripts and styles: those of some pages, and those that all pages share (`static/`)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

SHARED: Final = Path(__file__).parent / "static"


def static_files(own: Path) -> Mount:
    """Return the address of a folder's files and the shared ones, compressed for phones."""
    files = StaticFiles(directory=own, packages=[(__package__, SHARED.name)])
    return Mount("/static", GZipMiddleware(files))


def static_text(own: Path, name: str) -> str:
    """Return the text of a file of a folder, or else of a shared one."""
    path = own / name
    return (path if path.exists() else SHARED / name).read_text(encoding="utf-8")
