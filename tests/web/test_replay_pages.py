"""The pages of duels that are over, and the overlay: who gets which, and what wrong ones get."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest

from duelmat_host.app.replay_file import is_replay, read_replay
from duelmat_host.showing.match_types import ScoreView
from duelmat_host.showing.replay_types import DuelSummary, LifeChangeView, RefusedPlayView
from duelmat_host.web import make_app, replays
from duelmat_host.web.life_picture import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, life_picture
from duelmat_host.web.pages import OVERLAY_PARTS
from duelmat_serving.overlay_looks import CORNERS, SIZES
from host.test_replays import over
from web.client import Client
from web.played_table import LINKS, PlayedTable

PAGE = {"accept": "text/html"}


@pytest.fixture
def service(tmp_path: Path) -> PlayedTable:
    over(tmp_path / "duel-0001.jsonl")
    return PlayedTable(folder=tmp_path)


def test_the_duels_of_a_table_are_listed(stranger: Client, client: Client, tmp_path: Path) -> None:
    """The last first, each with its end and a way to it; none that still goes on."""
    over(tmp_path / "duel-0002.jsonl")
    ended = (tmp_path / "duel-0001.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "duel-0003.jsonl").write_bytes(ended[0])
    (tmp_path / "duel-copy.jsonl").write_bytes(b"no journal of a duel's number")
    page = stranger.get("/duels", headers=PAGE).text
    assert re.findall(r'<li value="(\d+)"><a href="(.*?)">(.*?)</a>', page) == [
        ("2", "/duel/2", "Ana wins"),
        ("1", "/duel/1", "Ana wins"),
    ]
    assert "Ben conceded." in page
    for base in ("/seat/a", "/judge"):
        assert f'href="{base}/duel/2"' in client.get(f"{base}/duels").text
        assert stranger.get(f"{base}/duels").status_code == 403
    assert 'href="/duels"' in stranger.get("/duel/1", headers=PAGE).text
    assert 'href="/duels"' in stranger.get("/duel/2/summary").text
    assert 'href="/duels"' not in stranger.get("/duel/1/summary").text


def test_a_table_without_a_duel_that_is_over_says_so(stranger: Client, tmp_path: Path) -> None:
    (tmp_path / "duel-0001.jsonl").unlink()
    assert "No duel is over yet." in stranger.get("/duels", headers=PAGE).text


def test_everybody_gets_the_page_the_summary_and_two_files(stranger: Client) -> None:
    page = stranger.get("/duel/1", headers=PAGE)
    assert page.status_code == 200
    assert "Ana wins" in page.text
    assert "nothing that was hidden" in page.text
    assert "Time of Ben" in stranger.get("/duel/1/summary").text
    saved = stranger.get("/duel/1/file")
    assert is_replay(saved.content)
    assert read_replay(saved.content, "it").seen_by == "public"
    assert 'filename="duelmat-duel-1.json"' in saved.headers["content-disposition"]
    alone = stranger.get("/duel/1/page")
    assert "/static/" not in alone.text
    assert "sandbox" in alone.headers["content-security-policy"]


def test_a_page_of_a_duel_is_drawn_beside_the_event_loop(
    stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes a quarter of a second, and whoever looks on may ask for it again and again."""
    threads: list[int] = []
    for name in ("replay_page", "single_page"):
        draw = getattr(replays, name)

        def noted(*given: Any, draw: Any = draw, **named: Any) -> Any:
            threads.append(threading.get_ident())
            return draw(*given, **named)

        monkeypatch.setattr(replays, name, noted)
    for part in ("", "/page"):
        assert stranger.get(f"/duel/1{part}").status_code == 200
    assert len(threads) == 2
    assert threading.get_ident() not in threads


def test_what_was_hidden_opens_by_a_session_only(client: Client, stranger: Client) -> None:
    """A seat's page and the judge's are as closed as the seat and the judge's page are."""
    for base, viewer in (("/seat/a", "a"), ("/seat/b", "b"), ("/judge", "judge")):
        for part in ("", "/summary", "/file", "/page"):
            assert stranger.get(f"{base}/duel/1{part}").status_code == 403
        saved = client.get(f"{base}/duel/1/file")
        assert read_replay(saved.content, "it").seen_by == viewer
        assert f"duelmat-duel-1-{viewer}.json" in saved.headers["content-disposition"]
        page = client.get(f"{base}/duel/1")
        assert "face-down cards" in page.text
        assert f'href="{base}/duel/1/file"' in page.text


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/duel/7", 409, "there is no such duel"),
        ("/duel/0", 409, "there is no such duel"),
        ("/duel/one", 404, "Expected an address such as /duel/1"),
        ("/duel/-1", 404, "Expected an address such as /duel/1"),
        ("/duel/99999999999999", 404, "Expected an address such as /duel/1"),
        ("/duel/1/video", 404, "Expected an address such as /duel/1"),
        ("/seat/c/duel/1", 404, "opens no seat"),
    ],
)
def test_a_wrong_address_says_which_is_right(
    stranger: Client, address: str, status: int, words: str
) -> None:
    """As a page for people, as JSON for programs."""
    for headers in (PAGE, {}):
        answer = stranger.get(address, headers=headers)
        assert answer.status_code == status
        assert words in answer.text


def test_a_table_without_journals_says_so() -> None:
    stranger = Client(make_app(PlayedTable()))
    assert "it shows no duel again" in stranger.get("/duel/1", headers=PAGE).text


# The picture of life


def summary(*changes: tuple[int, str, int, int], begin: int = 40, steps: int = 20) -> DuelSummary:
    return DuelSummary(
        turns=3,
        steps=steps,
        turn_steps=[1, 8, 15],
        begin={"a": begin, "b": begin},
        outcome=None,
        rules=[],
        life=[LifeChangeView(at, 1, seat, was, now, "Why.") for at, seat, was, now in changes],
        refused=[RefusedPlayView(4, 1, "a", "No.", [])],
        decided_ms={"a": 0, "b": 0},
        score=ScoreView(0, {"a": 0, "b": 0}, 0, decided=False, chooser=None),
    )


@pytest.mark.parametrize(
    "drawn",
    [
        summary(),
        summary((3, "a", 40, 0), (19, "b", 40, 41)),
        summary((3, "a", 8000, 99_999_999), begin=8000),
        summary((0, "a", 1, 0), begin=1, steps=1),
        summary((5, "a", 40, -7)),
    ],
    ids=["nothing", "little", "huge", "one step", "below nothing"],
)
def test_every_line_and_mark_lies_within_the_picture(drawn: DuelSummary) -> None:
    """Whatever the lives; names at the ends do not touch, and each change has its mark."""
    picture = life_picture(drawn)
    for line in picture.lines:
        numbers = [float(n) for n in re.findall(r"[HM](-?[\d.]+)", line.path)]
        assert all(LEFT <= x <= WIDTH - RIGHT for x in numbers)
        heights = [float(n) for n in re.findall(r"V(-?[\d.]+)", line.path)]
        assert all(TOP <= y <= HEIGHT - BOTTOM for y in heights)
        assert len(line.marks) == sum(change.seat == line.seat for change in drawn.life)
    one, other = (line.label_y for line in picture.lines)
    assert abs(one - other) >= 24
    assert 2 <= len(picture.lives) <= 7
    assert [mark.step for mark in picture.refused] == [4]


# The overlay


def test_the_overlay_is_there_for_everybody(stranger: Client) -> None:
    """With names, and nothing that the public table does not show."""
    page = stranger.get("/overlay")
    assert page.status_code == 200
    assert "Ana" in page.text
    assert "top-left" in page.text


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("size", SIZES)
def test_corner_and_size_stand_in_the_address(stranger: Client, corner: str, size: str) -> None:
    text = stranger.get(f"/overlay?corner={corner}&size={size}").text
    assert f"overlay-{size}" in text
    assert f'class="overlay {corner}' in text


@pytest.mark.parametrize("part", OVERLAY_PARTS)
def test_what_is_not_asked_for_is_not_there(stranger: Client, part: str) -> None:
    marks = {"life": 'class="life"', "phase": 'id="phase"', "card": 'id="card"'}
    marks["chain"] = 'id="chain"'
    text = stranger.get(f"/overlay?show={part}").text
    assert [each for each, mark in marks.items() if mark in text] == [part]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("corner=middle", "top-left, top-right, bottom-left or bottom-right, got 'middle'"),
        ("size=xxl", "small, medium, large or huge, got 'xxl'"),
        ("show=life,hand", "life, phase, card or chain, or several of them with commas"),
        ("show=", "life, phase, card or chain"),
        ("background=green", "none, dark or light, got 'green'"),
        ("colour=red", "corner, size, show or background of the overlay, got 'colour'"),
        ("corner=%3Cscript%3E", "got &#39;&lt;script&gt;&#39;"),
    ],
)
def test_a_wrong_option_names_the_right_ones(stranger: Client, options: str, words: str) -> None:
    answer = stranger.get(f"/overlay?{options}", headers=PAGE)
    assert answer.status_code == 400
    assert words in answer.text.replace("&#39;", "'") or words in answer.text


def test_the_overlay_needs_no_session_and_sets_none(service: PlayedTable) -> None:
    client = Client(make_app(service)).enter(*LINKS)
    assert not client.get("/overlay").headers.get("set-cookie")
    assert json.loads(json.dumps(service.seen("overlay")))["life"] == {"a": 33, "b": 28}
