"""Scripts and styles: those of some pages, and those that all pages share (`static/`)."""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

SHARED: Final = Path(__file__).parent / "static"
_MAX_CONTENTS: Final = 512
"""Twice the number of files, each plain and compressed, so that all stay (about 1 MB)."""


class _Content(NamedTuple):
    """A file's bytes as they are sent."""

    body: bytes
    etag: str
    """The digest of the body, in quotes as HTTP has it."""


def static_files(own: Path) -> Route:
    """Return the address of a folder's files and the shared ones, compressed for phones.

    A page asks for some sixty files, so each is read and compressed once.
    """
    paths = _files_of(SHARED) | _files_of(own)

    async def answer(request: Request) -> Response:
        path = paths.get(request.path_params["name"])
        if path is None:
            raise HTTPException(404)
        is_compressed = "gzip" in request.headers.get("accept-encoding", "")
        content = _content(path, path.stat().st_mtime_ns, is_compressed)
        headers = {"etag": content.etag, "vary": "Accept-Encoding"}
        if content.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if is_compressed:
            headers["content-encoding"] = "gzip"
        return Response(content.body, headers=headers, media_type=guess_type(path.name)[0])

    return Route("/static/{name:path}", answer)


def static_text(own: Path, name: str) -> str:
    """Return the text of a file of a folder, or else of a shared one."""
    path = own / name
    return (path if path.exists() else SHARED / name).read_text(encoding="utf-8")


@cache
def _files_of(folder: Path) -> dict[str, Path]:
    """Return the files of a folder by their names in addresses."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path for path in paths}


@lru_cache(_MAX_CONTENTS)
def _content(path: Path, _changed_ns: int, is_compressed: bool) -> _Content:
    """Return what a file holds; a file that changed is read again."""
    body = path.read_bytes()
    if is_compressed:
        body = gzip.compress(body, mtime=0)
    return _Content(body, f'"{sha256(body).hexdigest()}"')
