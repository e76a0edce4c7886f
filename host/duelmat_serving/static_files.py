"""Scripts and styles: those of some pages, and those that all pages share (`static/`)."""

from __future__ import annotations

import gzip
import os
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

SHARED: Final = Path(__file__).parent / "static"
_MAX_COPIES: Final = 256
"""More than the files of table and hub, so that all copies stay (about 1 MB)."""


def static_files(own: Path) -> Mount:
    """Return the address of a folder's files and the shared ones, compressed for phones."""
    return Mount("/static", _CompressedFiles(own))


def static_text(own: Path, name: str) -> str:
    """Return the text of a file of a folder, or else of a shared one."""
    path = own / name
    return (path if path.exists() else SHARED / name).read_text(encoding="utf-8")


class _CompressedFiles(StaticFiles):
    """Files of which each is compressed once, as a page asks for some sixty of them."""

    def __init__(self, own: Path) -> None:
        super().__init__(directory=own)
        self.all_directories.append(SHARED)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["vary"] = "Accept-Encoding"
        asked = Headers(scope=scope)
        if "gzip" not in asked.get("accept-encoding", "") or "range" in asked:
            return response
        # another encoding of the same content: the tag is a weak one (RFC 9110, 8.8.1)
        response.headers["etag"] = f"W/{response.headers['etag']}"
        if response.status_code != status_code:  # the browser has the file
            return response
        copy = _compressed(Path(full_path), stat_result.st_mtime_ns)
        headers = {"content-encoding": "gzip", "content-length": str(len(copy))}
        return Response(copy, status_code, {**response.headers, **headers})


@lru_cache(_MAX_COPIES)
def _compressed(path: Path, _changed_ns: int) -> bytes:
    """Return a file's compressed copy; a file that changed is read again."""
    return gzip.compress(path.read_bytes(), mtime=0)
