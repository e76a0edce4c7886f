"""Published pages: whole in themselves, with nothing that the public pages do not show."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import unescape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from command_line import duelmat
from duelmat_hub.pages.published import published_files
from duelmat_hub.store import open_file
from duelmat_serving.language.catalogs import ENGLISH, language
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.chain import ROOT
from duelmat_tournament.event import Event
from duelmat_tournament.names import TableNumber
from hub.scenes import HOSTILE, in_cut
from layout import SIZES, faults_of
from tournament.staged_event import JUDGE, StagedEvent

SECRETS = ("the event's own seed", "KONAMI-77", "may I look", "a note among judges")
OPENED = "round-2.html"


def staged() -> StagedEvent:
    """Return an event of five in its second round, with a result in it and things to keep."""
    event = StagedEvent(*HOSTILE[:5], seed=SECRETS[0])
    first = event.event.registered[0]
    event.do(commands.SetExternalId(first.id, SECRETS[1]))
    event.start(rounds=3)
    event.play()
    event.do(floor_commands.CallJudge(TableNumber(1), SECRETS[2]), event.actor(name_at(event)))
    event.do(floor_commands.GivePenalty(first.id, "slow-play", SECRETS[3]), JUDGE)
    for call in event.event.calls.values():
        event.rule(call)
    event.close()
    event.play()
    event.enter(event.round.matches[TableNumber(1)], results.played(2, 1))
    return event


def name_at(event: StagedEvent) -> str:
    return event.event.name_of(event.round.matches[TableNumber(1)].first)


def files_of(event: Event) -> dict[str, str]:
    made = published_files(event, "CODE", ENGLISH)
    return {name: content.decode("utf-8-sig") for name, content in made.items()}


@pytest.mark.parametrize("event", [staged().event, in_cut().now], ids=["a round", "the cut"])
def test_pages_lead_to_each_other_and_nowhere_else(event: Event) -> None:
    """Every address is that of a file beside them, every part of a page is there, no script is."""
    files = files_of(event)
    pages = {name: text for name, text in files.items() if name.endswith(".html")}
    for name, text in pages.items():
        assert "<script" not in text
        for address in re.findall(r' (?:href|src)="([^"]*)"', text):
            file, _, part = unescape(address).partition("#")
            assert file in files or (not file and part), (name, address)
            if part:
                assert f'id="{part}"' in files[file or name], (name, address)
        ids = re.findall(r' id="([^"]*)"', text)
        assert len(ids) == len(set(ids)), name
    styles = "".join(text for name, text in files.items() if name.endswith(".css"))
    assert "url(" not in styles
    assert "@import" not in styles


def test_nothing_is_published_that_not_everybody_may_know() -> None:
    event = staged()
    texts = "\n".join(files_of(event.event).values())
    assert not [secret for secret in SECRETS if secret in unescape(texts)]


def test_results_come_once_their_round_is_closed() -> None:
    event = staged()
    before = files_of(event.event)
    assert " against " in before[OPENED]
    assert " beats " not in before[OPENED]
    assert " beats " not in before["pairings-2.csv"]
    event.close()
    after = files_of(event.event)
    assert " beats " in after[OPENED]
    assert "standings-2.csv" in after.keys() - before.keys()
    event.pair()
    assert files_of(event.event).keys() == after.keys()


def test_pages_are_in_a_language() -> None:
    found = language("ja")
    assert found is not None
    made = published_files(staged().event, "CODE", found)
    assert '<html lang="ja">' in made["index.html"].decode()


# The command


def test_a_folder_is_written_whole_and_replaced_by_a_newer_one(tmp_path: Path) -> None:
    event = staged()
    source, folder = tmp_path / "event.json", tmp_path / "site"
    source.write_bytes(event.file())
    assert duelmat("event", "publish", source, folder).exit_code == 0
    names = {path.name for path in folder.iterdir()}
    again = duelmat("event", "publish", source, folder)
    assert (again.exit_code, "--replace" in again.stderr) == (2, True)
    event.close()
    source.write_bytes(event.file())
    assert duelmat("event", "publish", source, folder, "--replace").exit_code == 0
    assert {path.name for path in folder.iterdir()} == names | {"standings-2.csv"}
    assert {path.name for path in tmp_path.iterdir()} == {"event.json", "site"}


def test_a_folder_with_something_else_stays(tmp_path: Path) -> None:
    source, folder = tmp_path / "event.json", tmp_path / "site"
    source.write_bytes(staged().file())
    folder.mkdir()
    (folder / "diary.txt").write_text("mine")
    done = duelmat("event", "publish", source, folder, "--replace")
    assert done.exit_code == 2
    assert "got 'diary.txt' in it" in done.stderr
    assert [path.name for path in folder.iterdir()] == ["diary.txt"]


def test_an_event_is_published_from_its_directory(tmp_path: Path) -> None:
    event = staged()
    (tmp_path / "open").mkdir(mode=0o700)
    store = open_file(tmp_path / "open")
    store.append(event.log, ROOT, "1" * 32)
    store.close()
    done = duelmat("event", "publish", tmp_path / "open", tmp_path / "site")
    assert (done.exit_code, done.stderr) == (0, "")
    assert OPENED in {path.name for path in (tmp_path / "site").iterdir()}


# In a browser


@contextmanager
def file_server(folder: Path) -> Iterator[str]:
    class Silent(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.browser
@pytest.mark.long
def test_a_plain_file_server_shows_them_in_a_browser(tmp_path: Path, chromium: Browser) -> None:
    """Also below another page, where nothing is cut off and nothing is missing."""
    folder = tmp_path / "2026" / "open"
    folder.mkdir(parents=True)
    for name, content in published_files(in_cut().now, "CODE", ENGLISH).items():
        (folder / name).write_bytes(content)
    missing: list[str] = []
    with file_server(tmp_path) as address:
        for width, height in (SIZES["phone"], SIZES["laptop"]):
            page = chromium.new_page(viewport={"width": width, "height": height})
            page.on("response", lambda got: missing.append(got.url) if got.status >= 400 else None)
            page.on("console", lambda said: missing.append(said.text))
            page.goto(f"{address}/2026/open/")
            page.locator(".standings a").first.click()
            page.wait_for_url("**/player-*.html")
            page.locator("a[href^='round-']").last.click()
            page.wait_for_url("**/round-*.html*")
            for file in ("index.html", "round-1.html", "player-1.html"):
                page.goto(f"{address}/2026/open/{file}")
                assert faults_of(page) == []
            page.close()
    assert missing == []
