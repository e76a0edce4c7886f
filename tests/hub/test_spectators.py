"""What everybody can ask a hub for: nothing that a table has reported before its delay is over."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from duelmat_hub.addresses import ADDRESSES
from duelmat_tournament import floor_commands
from duelmat_tournament.names import NO_TABLE, TableNumber
from duelmat_tournament.roles import Role
from hub.asked_app import Asker, asked, feed_of
from hub.asking import ask

CANARY = "Canary of the sea"
TABLE = TableNumber(1)
LIFE = {"a": 987_654_321, "b": 8000}
VIEW = {
    "life": LIFE,
    "turn": 3,
    "turn_seat": "a",
    "zones": [{"zone": "a.m2", "card": {"key": "a:C1", "name": CANARY}, "upright": False}],
    "log": [{"n": 1, "text": f"Player 1 summons {CANARY}."}],
}
FORGED = ("", "0", "none.1", "{epoch}.0", "{epoch}.1", "{epoch}.9999999999999999", "{epoch}.-1")


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await story()

    asyncio.run(bounded())


async def report(asker: Asker, **changes: object) -> int:
    """Let the program of table 1 report something; return the status of the answer."""
    report = {"n": 1, "took_ms": 0, "changes": VIEW | changes}
    batch = {"stream": "1" * 32, "round": 1, "duel": 1, "now_ms": 0, "reports": [report]}
    answer = await asker.browsers[Role.TABLE].post("/table/reports", json=batch)
    return answer.status_code


async def first_of(asker: Asker, path: str, last_id: str = "") -> bytes:
    """Return the first piece of a feed for a browser that names what it has seen last."""
    browser = asker.browsers[None]
    browser.headers["last-event-id"] = last_id
    feed = feed_of(asker, None, path)
    try:
        return await anext(feed)
    finally:
        await feed.aclose()
        del browser.headers["last-event-id"]


async def told(asker: Asker) -> bytes:
    """Return all that everybody may ask for, also with forged words of what was seen last."""
    found = []
    feeds = ["/feed/watch?table=1", "/feed/overlay?table=1", "/feed/stage", "/feed/public"]
    epoch = asker.started.topics._epoch
    for path in feeds:
        found += [await first_of(asker, path, each.format(epoch=epoch)) for each in FORGED]
    values = {"table": "1", "round": "1", "player": "1", "code": "en", "secret": "none"}
    for each in ADDRESSES:
        if each.roles is None and each.method == "GET" and "/feed/" not in each.path:
            answer = await asker.browsers[None].get(each.path.format_map(values))
            found.append(answer.content + str(answer.headers).encode())
    return b"".join(found)


def test_everybody_is_told_nothing_before_the_delay_is_over(tmp_path: Path) -> None:
    """Whatever address is asked, and whatever a browser says it has seen; judges know at once."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            hub = asker.started.hub
            await ask(hub, floor_commands.FeatureTable(TABLE, is_featured=True))
            await ask(hub, floor_commands.SetDelay(NO_TABLE, 7_200))
            assert await report(asker) == 200
            early = await told(asker)
            assert CANARY.encode() not in early
            assert b"987654321" not in early
            floor = await asker.browsers[Role.JUDGE].get("/floor/table/1")
            assert CANARY in floor.text
            await ask(hub, floor_commands.SetDelay(NO_TABLE, 0))
            for path in ("/watch/1", "/overlay/1", "/stage"):
                while CANARY not in (await asker.browsers[None].get(path)).text:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            assert f"{CANARY}, sideways" in (await asker.browsers[None].get("/watch/1")).text

    run(story)


def test_a_judge_is_told_by_another_feed_than_a_spectator(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            await ask(asker.started.hub, floor_commands.SetDelay(TABLE, 60))
            await report(asker)
            for path in ("/feed/floor?table=1", "/floor/table/1"):
                assert (await asker.browsers[None].get(path)).status_code == 403
            for query in ("only=mat-1", "only=mats", "table=1&only=mat-1"):
                assert b"987654321" not in await first_of(asker, f"/feed/public?{query}")

    run(story)


@pytest.mark.parametrize(
    "part",
    [
        {"zones": [{"zone": 7}]},
        {"piles": {"a": {"hand": -1}}},
        {"chain": "long"},
        {"aside": {"a": [{"cards": []}]}},
    ],
)
def test_a_report_that_no_page_could_show_is_refused(tmp_path: Path, part: object) -> None:
    """The table gets the sentence; pages of spectators are never made of such a thing."""

    async def story() -> None:
        async with asked(tmp_path) as asker:
            assert isinstance(part, dict)
            assert await report(asker, **part) == 422
            assert (await asker.browsers[None].get("/watch/1")).status_code == 200

    run(story)


@pytest.mark.parametrize("path", ["/overlay/1", "/stage"])
@pytest.mark.parametrize(
    ("options", "status", "words"),
    [
        ("corner=top-right&size=huge", 200, 'class="overlay top-right on-none'),
        ("show=life,clock", 200, 'data-show="life clock"'),
        ("show=card", 400, "life, phase, clock or log"),
        ("colour=red", 400, "corner, size, show or background"),
    ],
)
def test_the_looks_of_an_overlay_stand_in_its_address(
    tmp_path: Path, path: str, options: str, status: int, words: str
) -> None:
    async def story() -> None:
        async with asked(tmp_path, players=2) as asker:
            browser = asker.browsers[None]
            answer = await browser.get(f"{path}?{options}", headers={"accept": "text/html"})
            assert answer.status_code == status
            assert words in answer.text
            assert f"{path}?corner" in answer.text or status == 200, "a right example is named"

    run(story)


def test_the_code_of_a_table_leads_to_its_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with asked(tmp_path) as asker:
            answer = await asker.browsers[None].get("/watch/7/qr")
            assert answer.headers["content-type"] == "image/svg+xml"
            assert re.match("<svg", answer.text)
            assert (await asker.browsers[None].get("/watch/none/qr")).status_code == 404

    run(story)
