"""The number of the newest entry that a page of the staff shows: from the feed to a command."""

import asyncio
import json
import re
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx
import pytest

from duelmat_tournament import commands
from duelmat_tournament.names import RoundNumber, TableNumber
from duelmat_tournament.results import played
from duelmat_tournament.roles import STAFF, Role
from hub.asked_app import asked, feed_of
from hub.asking import ORGANISER, new_request
from hub.asking import ask as submit

FEEDS = {
    Role.ORGANISER: "desk",
    Role.SCOREKEEPER: "scores",
    Role.HEAD_JUDGE: "floor",
    Role.JUDGE: "floor",
    Role.PLAYER: "me",
    None: "public",
}


def seen_of(piece: bytes) -> list[Any]:
    """Return what the messages of a piece of a feed say was seen, in their order."""
    sent = re.findall(rb"data: (.*)\n", piece)
    return [message["seen"] for message in map(json.loads, sent) if "seen" in message]


async def enter(
    browser: httpx.AsyncClient, seen: int | None, second: int
) -> tuple[int, dict[str, Any]]:
    """Enter a result of table 1, as a page does that shows so many entries."""
    won = {"second_won": second, "winner": "second"}
    sent = {"do": "enter-result", "round": 1, "table": 1, "result": won}
    body = {"request": new_request(), "command": sent, "seen": seen}
    answer = await browser.post("/do/enter-result", json=body)
    return answer.status_code, answer.json()


def test_a_result_entered_since_the_feed_last_spoke_is_not_replaced_unseen(tmp_path: Path) -> None:
    """The feed gives the number that the page sends back with a command."""

    async def story() -> None:
        async with (
            asked(tmp_path) as asker,
            aclosing(feed_of(asker, Role.SCOREKEEPER, "/feed/scores")) as feed,
        ):
            hub, browser = asker.started.hub, asker.browsers[Role.SCOREKEEPER]
            (seen,) = seen_of(await anext(feed))
            entered = commands.EnterResult(RoundNumber(1), TableNumber(1), played(2, 0))
            await submit(hub, entered, ORGANISER)
            status, refused = await enter(browser, seen, 2)
            assert (status, refused["changed"]) == (409, True)
            assert "Olga settled the result of table 1" in refused["message"]
            (seen,) = seen_of(await anext(feed))
            assert seen == len(hub.log)
            status, refused = await enter(browser, seen, 2)
            assert not refused.get("changed", False)

    asyncio.run(story())


@pytest.mark.parametrize("role", FEEDS, ids=lambda role: role.value if role else "nobody")
def test_entries_are_counted_for_the_staff_alone(tmp_path: Path, role: Role | None) -> None:
    """By pages and feeds: there are entries that players and spectators may not know of."""

    async def story() -> None:
        async with (
            asked(tmp_path) as asker,
            aclosing(feed_of(asker, role, f"/feed/{FEEDS[role]}")) as feed,
        ):
            expected = [len(asker.started.hub.log)] if role in STAFF else []
            assert seen_of(await anext(feed)) == expected
            home = "/" if role is None else f"/{FEEDS[role]}"
            page = (await asker.browsers[role].get(home)).text
            assert re.findall(r'data-seen="(\d+)"', page) == [str(each) for each in expected]

    asyncio.run(story())
