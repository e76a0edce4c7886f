"""A disk without room: it is said on every page, nothing moves, and play goes on with room.

The table runs in a process of its own, which may let no file grow beyond a limit (RLIMIT_FSIZE).
Writes then fail as they do on a full disk, for the journal and for what the hands hold alike.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import msgspec
import pytest

from direct_mat import DECK, Bench, DirectMat, held
from duelmat_engine.names import CardKey, Seat
from duelmat_files.errors import NotKeptError
from duelmat_files.whole_file import write_whole
from duelmat_host.app.journal_folder import open_journal
from duelmat_host.app.table_lock import lock_table
from duelmat_host.cards.enrolment import Enrolment
from duelmat_host.errors import JournalError
from duelmat_host.journal.journal import Journal
from duelmat_host.players.hands_file import make_hands, save_hands
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.duel_setup import Written
from web.real_table import RealTable, started

PATIENCE_S = 90.0
UNLIMITED = resource.RLIM_INFINITY


def limit_files(process: int, size: int) -> None:
    """Let a process write no file beyond this size; Python ignores SIGXFSZ, so EFBIG comes."""
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, UNLIMITED))


@contextmanager
def no_room() -> Iterator[None]:
    """Take all room from this process; pytest needs it again before the test has ended."""
    limit_files(os.getpid(), 0)
    try:
        yield
    finally:
        limit_files(os.getpid(), UNLIMITED)


# The pages


class Page:
    """A page and its feed, asked as a browser does that holds the cookie of its link."""

    def __init__(self, browser: OpenerDirector, address: str, feed: str = "/events") -> None:
        self.browser = browser
        self.address = address
        self.feed = feed

    def post(self, what: str, request: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        data = json.dumps(request).encode()
        asked = Request(f"{self.address}/{what}", data, {"content-type": "application/json"})
        try:
            with self.browser.open(asked, timeout=30) as answer:
                return answer.status, json.load(answer)
        except HTTPError as refused:
            with refused:
                return refused.code, json.load(refused)

    def view(self) -> dict[str, Any]:
        """Return the view that is shown now."""
        with self.browser.open(self.address + self.feed, timeout=30) as feed:
            for line in feed:
                if line.startswith(b'data: {"') and b'"zones"' in line:
                    seen: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
                    return seen
        raise AssertionError("the feed has ended")

    def until(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        deadline_s = time.monotonic() + PATIENCE_S
        while not holds(view := self.view()):
            assert time.monotonic() < deadline_s, view
            time.sleep(0.1)
        return view


def enter(table: RealTable) -> tuple[Page, Page, Page, Page]:
    """Both seats, the judge and what is open to all, in one browser."""
    browser = build_opener(HTTPCookieProcessor())
    site = table.address.partition("/seat/")[0]
    deadline_s = time.monotonic() + PATIENCE_S
    for link in (table.address, site + table.other_path, table.judge):
        while True:
            try:
                browser.open(link, timeout=30).close()
                break
            except URLError:
                assert time.monotonic() < deadline_s
                time.sleep(0.1)
    return (
        Page(browser, f"{site}/seat/a"),
        Page(browser, f"{site}/seat/b"),
        Page(browser, f"{site}/judge"),
        Page(browser, site, "/events/public"),
    )


def said(view: dict[str, Any]) -> str:
    return "" if view["message"] is None else str(view["message"]["text"])


def test_three_moves_without_room_and_the_fourth_with_room(tmp_path: Path) -> None:
    """503 with a sentence, the same sentence on every page, all as it was; then it is done."""
    with started(tmp_path, "--two", "--deal-seed", "5") as table:
        page, other, judge, public = enter(table)
        public.until(lambda view: view["link"]["state"] == "up")
        begin(page, other)
        hand = page.view()["hand"]
        before = table.hands()
        entries = (tmp_path / "duel-0001.jsonl").read_bytes()
        process = int((tmp_path / "table.lock").read_text().split()[0])
        limit_files(process, 64)
        place = {"do": "place", "card": hand[0]["key"], "zone": "a.s3", "face": "down"}
        for _ in range(3):
            status, answer = page.post("hands", place)
            assert status == 503
            assert not answer["ok"]
            for word in ("expected to write what the hands hold", "hands.json", "make room"):
                assert word in answer["message"]
            assert str(tmp_path) not in answer["message"]
        for viewer in (public, page, judge):
            shown = viewer.until(lambda view: "make room" in said(view))
            # the table tries again by itself, and then it is the journal that has no room
            assert "hands.json" in said(shown) or "duel-0001.jsonl" in said(shown)
            assert str(tmp_path) not in said(shown)
        assert table.hands() == before
        assert page.view()["hand"] == hand
        assert (tmp_path / "duel-0001.jsonl").read_bytes()[: len(entries)] == entries
        status, answer = page.post("command", {"do": "offer-draw"})
        assert (status, "could not be written" in answer["message"]) == (503, True)
        limit_files(process, UNLIMITED)
        for viewer in (public, page, judge):
            viewer.until(lambda view: "make room" not in said(view))
        status, answer = page.post("hands", place)
        assert (status, answer["ok"]) == (200, True)
        public.until(lambda view: any(z["zone"] == "a.s3" for z in view["zones"]))
        assert len(page.view()["hand"]) == len(hand) - 1
    journal = Journal.open(tmp_path / "duel-0001.jsonl")
    assert journal.damage is None
    journal.close()


def begin(page: Page, other: Page) -> None:
    """Decks shuffled, Ana begins, hands drawn."""
    view = page.until(lambda view: view["prompts"] or view["obligations"])
    for _ in range(60):
        view = page.view()
        if view["turn"] == 1 and not view["obligations"]:
            return
        if view["prompts"] and not view["obligations"]:
            prompt = view["prompts"][0]
            page.post("answer", {"prompt": prompt["id"], "option": 0})
        for player in (page, other):
            letter = "a" if player is page else "b"
            if any(o["zone"] == f"{letter}.deck" for o in view["obligations"]):
                player.post("hands", {"do": "draw"})
        time.sleep(1)
    raise AssertionError(view)


# What lies on the mat while there is no room


def test_a_card_laid_without_room_is_followed_when_there_is_room() -> None:
    """It was sensed in vain: the next look finds it again."""
    bench = Bench({"a.hand": held("H7", "S4"), "b.hand": held("H2")})
    journal = bench.journal
    full = Full()
    bench.table.journal = full
    layout = bench.table.layout
    with pytest.raises(JournalError, match="disk"):
        bench.put("a:H7", "a.s3", down=True)
    assert bench.table.layout == layout
    assert bench.table.state is bench.start
    bench.table.journal = journal
    bench.table.sense(bench.mat.layout(), 200)
    assert bench.actions() == ["set-card"]


class Full:
    """A journal on a disk that is full."""

    def append_all(self, items: Sequence[tuple[str, Mapping[str, Any]]]) -> Sequence[Written]:
        raise JournalError(f"{len(items)} entries could not be written: the disk is full")


# The files


def test_a_journal_notices_when_there_is_room_again(tmp_path: Path) -> None:
    """Trying leaves nothing behind, and a killed try is cut off without a loss."""
    path = tmp_path / "duel-0001.jsonl"
    with Journal.open(path) as journal:
        journal.append("note", {"n": 1})
        content = path.read_bytes()
        journal.check_room()
        assert path.read_bytes() == content
        with no_room():
            with pytest.raises(JournalError, match="could not be written"):
                journal.check_room()
            with pytest.raises(JournalError, match=r"^duel-0001\.jsonl: .* could not be written"):
                journal.append("note", {"n": 2})
        journal.check_room()
        journal.append("note", {"n": 2})
        whole = path.read_bytes()
    path.write_bytes(whole + bytes(8_192))
    with Journal.open(path) as again:
        assert [entry.data for entry in again.entries()] == [{"n": 1}, {"n": 2}]
    assert path.read_bytes() == whole


def test_another_duel_without_room_leaves_no_journal(tmp_path: Path) -> None:
    """The number is not used up."""
    journal, number = open_journal(tmp_path, new=True)
    journal.close()
    for _ in range(2):
        with no_room(), pytest.raises(JournalError):
            open_journal(tmp_path, new=True)
    journal, after = open_journal(tmp_path, new=True)
    journal.close()
    assert (number, after) == (1, 2)


def test_what_cannot_be_written_leaves_the_old_file_and_no_part(tmp_path: Path) -> None:
    """The error says what, where, why and what to do."""
    path = tmp_path / "seats.json"
    write_whole(path, b"old", "the seats' secrets")
    words = r"the seats' secrets to seats.json, got: .*make room"
    with no_room(), pytest.raises(NotKeptError, match=words):
        write_whole(path, b"new", "the seats' secrets")
    assert [p.name for p in tmp_path.iterdir()] == ["seats.json"]
    assert path.read_bytes() == b"old"


def test_hands_keep_nothing_without_room(tmp_path: Path) -> None:
    """Three tries change nothing; the fourth finds the card where it was."""
    hands = make_hands(DirectMat(), (DECK, DECK), Random(1))
    path = tmp_path / "hands.json"
    hands.keep = lambda: save_hands(hands, path)
    hands.draw(Seat(0), 5)
    key = hands.held(Seat(0))[0]
    before = msgspec.json.encode(hands.sides)
    for _ in range(3):
        with no_room(), pytest.raises(NotKeptError, match="what the hands hold"):
            hands.place(CardKey(key), MatZone("a.m3"))
        assert msgspec.json.encode(hands.sides) == before
        assert not hands.lying
    hands.place(CardKey(key), MatZone("a.m3"))
    assert hands.where(key) == "a.m3"


def test_a_sleeve_is_not_enrolled_without_room(tmp_path: Path) -> None:
    """The registry in use and its file stay as they were."""
    enrolment = Enrolment(tmp_path / "cards.toml")
    enrolment.add("a", "H7", b"\x04\1\2\3\4\5\6", b"\x04\7\2\3\4\5\6")
    content = enrolment.path.read_bytes()
    with no_room():
        with pytest.raises(NotKeptError, match="the card registry"):
            enrolment.add("a", "H8", b"\x04\x11\2\3\4\5\6", b"\x04\x17\2\3\4\5\6")
        with pytest.raises(NotKeptError, match="the card registry"):
            enrolment.undo()
    assert len(enrolment.registry) == 1
    assert enrolment.path.read_bytes() == content


def test_a_table_is_not_opened_without_room_for_its_lock(tmp_path: Path) -> None:
    """In words; and with room the directory is free."""
    with no_room(), pytest.raises(NotKeptError, match="the lock of the table"):
        lock_table(tmp_path)
    os.close(lock_table(tmp_path))


def test_play_is_answered_in_words_where_there_is_no_room(tmp_path: Path) -> None:
    """The command ends with a sentence, and leaves nothing that is in the way with room."""
    program = (
        "import resource; "
        f"resource.setrlimit(resource.RLIMIT_FSIZE, (0, {UNLIMITED})); "
        "from duelmat import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "play", "--no-browser", "--dir", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "expected to write the lock of the table to" in done.stderr
    assert "make room on the disk" in done.stderr
    assert "Traceback" not in done.stderr
    os.close(lock_table(tmp_path))
