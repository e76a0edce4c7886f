"""Topics: made once a change, sent once a follower, and never twice after a break."""

import asyncio
import itertools
import json
import re
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_hub.topics import MOST_UNFOLLOWED, SHOWN_EVERY_S, WOKEN_AT_ONCE, Topics


class Board:
    """Texts that topics show, and how often each was made."""

    def __init__(self) -> None:
        self.texts = {"clock": "50:00", "floor": "all open"}
        self.made = dict.fromkeys(self.texts, 0)

    def make(self, name: str, _: str) -> str:
        self.made[name] += 1
        return self.texts[name]


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(20):
            await story()

    asyncio.run(bounded())


def parse(sent: bytes) -> dict[str, str]:
    """Return the topics of one piece of a feed."""
    return {told["topic"]: told["html"] for told in messages(sent)}


def events(sent: str) -> list[str]:
    """Return the events of a piece of a feed that show topics."""
    return [block for block in sent.split("\n\n") if "event: topic" in block]


def messages(sent: bytes) -> list[dict[str, Any]]:
    """Return what the events of a piece of a feed tell of topics."""
    blocks = events(sent.decode())
    return [json.loads(re.findall("^data: (.*)$", block, re.MULTILINE)[0]) for block in blocks]


class Page:
    """A page that puts parts into what it has, as topics.js does."""

    def __init__(self) -> None:
        self.html: dict[str, str] = {}
        self.versions: dict[str, int] = {}

    def take(self, sent: bytes) -> None:
        for told in messages(sent):
            kept, html = told.get("kept"), told["html"]
            if kept:
                assert kept["version"] == self.versions[told["topic"]]
                before = self.html[told["topic"]].split("\n")
                middle = [] if kept["is_empty"] else [html]
                end = before[len(before) - kept["last"] :]
                html = "\n".join([*before[: kept["first"]], *middle, *end])
            self.html[told["topic"]] = html
            self.versions[told["topic"]] = told["version"]


def last_id(sent: bytes) -> str:
    return [line for line in sent.decode().splitlines() if line.startswith("id: ")][-1][4:]


async def next_of(feed: AsyncGenerator[bytes]) -> bytes:
    return await anext(feed)


def test_a_topic_is_made_once_for_all_who_follow() -> None:
    async def story() -> None:
        board = Board()
        topics = Topics(board.make, "run")
        feeds = [topics.follow(["clock", "floor"]) for _ in range(50)]
        for feed in feeds:
            assert parse(await next_of(feed)) == board.texts
        assert board.made == {"clock": 1, "floor": 1}
        board.texts["floor"] = "table 3 calls"
        topics.change(lambda name: name == "floor")
        for feed in feeds:
            assert parse(await next_of(feed)) == {"floor": "table 3 calls"}
        assert board.made == {"clock": 1, "floor": 2}
        for feed in feeds:
            await feed.aclose()
        assert topics.followers == 0

    run(story)


def test_what_nobody_follows_is_not_made() -> None:
    """It is made when somebody comes."""

    async def story() -> None:
        board = Board()
        topics = Topics(board.make, "run")
        feed = topics.follow(["clock"])
        await next_of(feed)
        for _ in range(5):
            topics.change(lambda _: True)
            await asyncio.sleep(2 * SHOWN_EVERY_S)
        assert board.made == {"clock": 6, "floor": 0}
        await feed.aclose()

    run(story)


def test_a_topic_that_nobody_follows_is_forgotten_when_there_are_many() -> None:
    """The longest left first; one that is followed stays."""

    async def story() -> None:
        made = Counter[str]()

        def make(name: str, _: str) -> str:
            made[name] += 1
            return name

        topics = Topics(make, "run")
        followed = topics.follow(["followed"])
        await next_of(followed)
        topics.html("looked at")
        for number in range(MOST_UNFOLLOWED):
            feed = topics.follow([f"table-{number}"])
            await next_of(feed)
            await feed.aclose()
        for name in ("followed", "looked at", "table-1"):
            topics.html(name)
        assert [made[name] for name in ("followed", "looked at", "table-1")] == [1, 2, 1]
        await followed.aclose()

    run(story)


def test_a_change_that_changes_nothing_wakes_nobody() -> None:
    async def story() -> None:
        topics = Topics(Board().make, "run")
        feed = topics.follow(["clock"], beat_s=0.05)
        await next_of(feed)
        topics.change(lambda _: True)
        assert b"event: beat" in await next_of(feed)
        await feed.aclose()

    run(story)


def test_a_topic_that_fails_keeps_nobody_else_waiting() -> None:
    """The fault goes to the log of the event loop; whoever follows something else is shown it."""

    async def story() -> None:
        told: list[str] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: told.append(str(context["exception"])))
        texts = {"clock": "50:00", "floor": "all open"}

        def make(name: str, _: str) -> str:
            if texts[name] == "broken":
                raise ValueError(name)
            return texts[name]

        topics = Topics(make, "run")
        broken = topics.follow(["clock"])
        feeds = [topics.follow(["floor"]) for _ in range(3 * WOKEN_AT_ONCE)]
        for feed in [broken, *feeds]:
            await next_of(feed)
        texts.update(clock="broken", floor="table 3 calls")
        topics.change(lambda _: True)
        for feed in feeds:
            assert parse(await next_of(feed)) == {"floor": "table 3 calls"}
            await feed.aclose()
        assert told == ["clock"]
        await broken.aclose()

    run(story)


def test_a_players_page_comes_before_what_everybody_watches() -> None:
    """Whoever came first."""

    async def story() -> None:
        topics = Topics(lambda name, _: f"{name} {len(got)}", "run")
        got: list[str] = []

        async def watch(name: str) -> None:
            feed = topics.follow([name])
            await next_of(feed)
            opened.release()
            await next_of(feed)
            got.append(name)
            await feed.aclose()

        opened = asyncio.Semaphore(0)
        names = ["pairings"] * 3 * WOKEN_AT_ONCE + ["me-7"]
        tasks = [asyncio.create_task(watch(name)) for name in names]
        for _ in names:
            await opened.acquire()
        got.append("changed")
        topics.change(lambda _: True)
        await asyncio.gather(*tasks)
        assert got[:2] == ["changed", "me-7"]

    run(story)


def test_who_comes_back_gets_what_has_changed_since() -> None:
    """By the id of the last event; of another run's ids nothing is believed."""

    async def story() -> None:
        board = Board()
        topics = Topics(board.make, "run")
        topics.change(lambda _: True)
        feed = topics.follow(["clock", "floor"])
        seen = last_id(await next_of(feed))
        await feed.aclose()
        board.texts["clock"] = "49:59"
        topics.change(lambda name: name == "clock")
        feed = topics.follow(["clock"])
        newest = last_id(await next_of(feed))
        await feed.aclose()
        for known, expected in (
            (seen, {"clock"}),
            (newest, set()),
            (newest.replace("run", "other"), {"clock", "floor"}),
            ("nonsense", {"clock", "floor"}),
            (None, {"clock", "floor"}),
        ):
            feed = topics.follow(["clock", "floor"], known, beat_s=0.01)
            assert set(parse(await next_of(feed))) == expected, known
            await feed.aclose()

    run(story)


@pytest.mark.parametrize("changes", list(itertools.permutations(("clock", "floor", "news"))))
@pytest.mark.parametrize("received", [0, 1, 2, 3])
def test_a_feed_cut_between_two_topics_goes_on_where_it_was_cut(
    changes: tuple[str, ...], received: int
) -> None:
    """Whatever changed first, and however many of the topics had arrived."""

    async def story() -> None:
        board = Board()
        board.made["news"] = 0
        names = ("clock", "floor", "news")
        board.texts |= {name: "\n".join([*map(str, range(9)), name]) for name in names}
        topics, page = Topics(board.make, "run"), Page()

        async def come(known: str | None, most: int) -> str | None:
            """Follow until so many topics have arrived, and return the id of the last one."""
            feed = topics.follow(names, known, beat_s=0.01)
            found = "\n\n".join(events((await next_of(feed)).decode())[:most]).encode()
            await feed.aclose()
            page.take(found)
            return last_id(found) if found else known

        known = await come(await come(None, received), 3)
        other = topics.follow(names)
        await next_of(other)
        for name in changes:  # somebody else looks on, so that each is made when it changes
            board.texts[name] += f"\n{name} changed"
            topics.change(partial(str.__eq__, name))
            await next_of(other)
        known = await come(known, received)
        await come(known, 3)
        assert page.html == board.texts
        await other.aclose()

    run(story)


def test_a_part_names_the_version_that_it_changes() -> None:
    """A page that has another one asks for all of it."""

    async def story() -> None:
        board = Board()
        board.texts["clock"] = "\n".join(map(str, range(99)))
        topics = Topics(board.make, "run")
        feed = topics.follow(["clock"])
        (whole,) = messages(await next_of(feed))
        board.texts["clock"] += "\nmore"
        topics.change(lambda _: True)
        (part,) = messages(await next_of(feed))
        assert part["kept"]["version"] == whole["version"]
        assert part["version"] > whole["version"]
        await feed.aclose()

    run(story)


def test_an_id_counts_nothing_that_its_reader_may_not_see() -> None:
    """What others alone are shown changes no id."""

    async def story() -> None:
        ids = set()
        for hidden in (0, 3):
            board, now_us = Board(), [1000]
            topics = Topics(board.make, "run", now_us=partial(now_us.__getitem__, 0))
            desk, feed = topics.follow(["floor"]), topics.follow(["clock"])
            for each in (desk, feed):
                await next_of(each)
            for number in range(hidden):
                now_us[0] += 100
                board.texts["floor"] = f"{number} penalties"
                topics.change(lambda name: name == "floor")
                await next_of(desk)
            now_us[0] = 2000
            board.texts["clock"] = "49:59"
            topics.change(lambda name: name == "clock")
            ids.add(last_id(await next_of(feed)))
        assert len(ids) == 1

    run(story)


def test_each_of_several_changes_is_sent() -> None:
    async def story() -> None:
        board = Board()
        topics = Topics(board.make, "run1")
        feed = topics.follow(["floor"], beat_s=0.05)
        page = Page()
        page.take(await next_of(feed))
        for text in ("trouble", "all open", "table 3 is done"):
            board.texts["floor"] = text
            topics.change(lambda _: True)
            await asyncio.sleep(2 * SHOWN_EVERY_S)
            page.take(await next_of(feed))
            assert page.html["floor"] == text
        await feed.aclose()

    run(story)


def test_who_is_slow_finds_the_newest() -> None:
    """Nothing is queued."""

    async def story() -> None:
        board = Board()
        topics = Topics(board.make, "run")
        feed = topics.follow(["clock"])
        await next_of(feed)
        for number in range(100):
            board.texts["clock"] = str(number)
            topics.change(lambda _: True)
        assert parse(await next_of(feed)) == {"clock": "99"}
        waiting = asyncio.ensure_future(next_of(feed))
        await asyncio.sleep(0.02)
        assert not waiting.done()
        waiting.cancel()

    run(story)


def test_who_opens_a_page_takes_nothing_from_those_who_follow() -> None:
    """A topic that was made for a page just before the change is shown goes to all."""

    async def story() -> None:
        board = Board()
        topics = Topics(board.make, "run")
        feed = topics.follow(["clock"])
        await next_of(feed)
        board.texts["clock"] = "49:00"
        topics.change(lambda _: True)
        assert topics.html("clock") == "49:00"
        assert parse(await next_of(feed)) == {"clock": "49:00"}
        await feed.aclose()

    run(story)


def test_changes_that_come_fast_are_shown_together() -> None:
    async def story() -> None:
        board = Board()
        topics = Topics(board.make, "run")
        feed = topics.follow(["clock"])
        await next_of(feed)
        for number in range(100):
            board.texts["clock"] = str(number)
            topics.change(lambda _: True)
        await asyncio.sleep(3 * SHOWN_EVERY_S)
        assert board.made["clock"] == 2
        assert parse(await next_of(feed)) == {"clock": "99"}
        await feed.aclose()

    run(story)


LINES = st.lists(st.sampled_from(["", "<p>", "Ana", "ليلى", "🂡 7", "</p>"]), max_size=30)


@given(st.lists(LINES.map("\n".join), min_size=2, max_size=6))
def test_parts_make_the_whole(texts: list[str]) -> None:
    """Whatever lines change, a page that puts them in has what a page gets that comes anew."""

    async def story() -> None:
        board = Board()
        topics = Topics(board.make, "run")
        feed = topics.follow(["clock"])
        page = Page()
        board.texts["clock"] = texts[0]
        page.take(await next_of(feed))
        for text in texts[1:]:
            board.texts["clock"] = text
            topics.change(lambda _: True)
            topics._show()
            if text != page.html["clock"]:
                page.take(await next_of(feed))
            assert page.html["clock"] == text
        await feed.aclose()
        topics.close()

    run(story)


def test_a_small_change_is_sent_as_a_part() -> None:
    async def story() -> None:
        board = Board()
        board.texts["floor"] = "\n".join(f"table {number}" for number in range(200))
        topics = Topics(board.make, "run")
        feed = topics.follow(["floor"])
        page = Page()
        page.take(await next_of(feed))
        board.texts["floor"] = board.texts["floor"].replace("table 77", "table 77 calls")
        topics.change(lambda _: True)
        sent = await next_of(feed)
        assert len(sent) < 200
        page.take(sent)
        assert page.html["floor"] == board.texts["floor"]
        await feed.aclose()

    run(story)


def test_a_link_that_ends_closes_its_feed() -> None:
    async def story() -> None:
        board, is_open = Board(), [True]

        async def ask() -> bool:
            return is_open[0]

        topics = Topics(board.make, "run")
        feed = topics.follow(["clock"], beat_s=0.01, is_open=ask)
        await next_of(feed)
        is_open[0] = False
        board.texts["clock"] = "secret"
        topics.change(lambda _: True)
        assert [sent async for sent in feed] == []

    run(story)
