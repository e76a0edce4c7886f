"""Scripts and styles: a package's own, and those that all pages share."""

from pathlib import Path

from starlette.applications import Starlette

from duelmat_serving.static_files import SHARED, static_files, static_text
from web.client import Client

OWN = ("/* own */\n" * 100).encode()


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
