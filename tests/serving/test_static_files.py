"""Scripts and styles: a package's own, and those that all pages share."""

import gzip
from pathlib import Path
from unittest.mock import Mock

import pytest
from starlette.applications import Starlette

from duelmat_serving.static_files import SHARED, static_files, static_text
from web.client import Client

OWN = ("/* own */\n" * 100).encode()
CHANGED = ("/* changed */\n" * 100).encode()
ENCODINGS = ("gzip", "identity")


@pytest.fixture
def compressions(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """What is compressed, one call for each."""
    mock = Mock(wraps=gzip.compress)
    monkeypatch.setattr("gzip.compress", mock)
    return mock


def test_a_file_is_the_packages_own_or_a_shared_one(tmp_path: Path) -> None:
    """Both are compressed for who takes that; what neither has is not found."""
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "own.js").write_bytes(OWN)
    client = Client(Starlette(routes=[static_files(tmp_path)]))
    for name, content in (("js/own.js", OWN), ("js/dom.js", (SHARED / "js/dom.js").read_bytes())):
        answer = client.get(f"/static/{name}", headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.content == content
        assert static_text(tmp_path, name).encode() == content
    for name in ("js/none.js", "../static_files.py", "%2e%2e/static_files.py"):
        assert client.get(f"/static/{name}").status_code == 404


def test_a_packages_own_file_goes_before_a_shared_one(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "dom.js").write_bytes(OWN)
    client = Client(Starlette(routes=[static_files(tmp_path)]))
    assert client.get("/static/js/dom.js").content == OWN
    assert static_text(tmp_path, "js/dom.js").encode() == OWN


def test_a_file_is_compressed_once_and_read_again_when_it_changed(
    tmp_path: Path, compressions: Mock
) -> None:
    own = tmp_path / "own.css"
    own.write_bytes(OWN)
    client = Client(Starlette(routes=[static_files(tmp_path)]))
    gzipped = {"accept-encoding": "gzip"}
    assert [client.get("/static/own.css", headers=gzipped).content for _ in range(3)] == [OWN] * 3
    assert compressions.call_count == 1
    own.write_bytes(CHANGED)
    assert client.get("/static/own.css", headers=gzipped).content == CHANGED
    assert compressions.call_count == 2


def test_who_has_a_file_already_gets_its_tag_alone(tmp_path: Path) -> None:
    """Each encoding has a tag of its own, which a changed file loses."""
    own = tmp_path / "own.css"
    own.write_bytes(OWN)
    client = Client(Starlette(routes=[static_files(tmp_path)]))

    def asked(encoding: str, tag: str = "none") -> tuple[int, bytes, str]:
        headers = {"accept-encoding": encoding, "if-none-match": tag}
        answer = client.get("/static/own.css", headers=headers)
        assert answer.headers["vary"] == "Accept-Encoding"
        return answer.status_code, answer.content, answer.headers["etag"]

    tags = {encoding: asked(encoding)[2] for encoding in ENCODINGS}
    assert len(set(tags.values())) == len(ENCODINGS)
    for encoding, tag in tags.items():
        weak = f"W/{tag.removeprefix('W/')}"
        for given in (tag, weak, f'"another", {tag}'):
            assert asked(encoding, given) == (304, b"", tag)
    own.write_bytes(CHANGED)
    for encoding, tag in tags.items():
        status, content, changed = asked(encoding, tag)
        assert (status, content) == (200, CHANGED)
        assert changed != tag


def test_a_part_of_a_file_is_sent_as_it_is(tmp_path: Path) -> None:
    """A range counts bytes of the file, not of its compressed copy."""
    (tmp_path / "own.css").write_bytes(OWN)
    client = Client(Starlette(routes=[static_files(tmp_path)]))
    headers = {"accept-encoding": "gzip", "range": "bytes=3-5"}
    answer = client.get("/static/own.css", headers=headers)
    assert (answer.status_code, answer.content) == (206, OWN[3:6])
    assert "content-encoding" not in answer.headers


def test_files_are_read_and_never_written(tmp_path: Path) -> None:
    client = Client(Starlette(routes=[static_files(tmp_path)]))
    assert client.request("HEAD", "/static/js/dom.js").status_code == 200
    assert client.post("/static/js/dom.js").status_code == 405
