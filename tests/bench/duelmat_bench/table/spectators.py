"""Many public feeds of one table, in a process of their own: `spectators.py PORT COUNT`.

Prints a line when every feed has its first view; after a line on standard input, prints what came
as one JSON object and ends.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Final

from duelmat_bench.table.feed_reader import FeedReader

POLL_S: Final = 0.02


async def _watch(port: int, count: int) -> None:
    loop = asyncio.get_running_loop()
    feeds: list[FeedReader] = []
    for _ in range(count):
        _, feed = await loop.create_connection(
            lambda: FeedReader("/events/public"), "127.0.0.1", port
        )
        feeds.append(feed)
    while not all(feed.views for feed in feeds):  # noqa: ASYNC110  (an event a feed is no better)
        await asyncio.sleep(POLL_S)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    arrived: dict[int, list[int]] = {}
    for feed in feeds:
        for life, at_ns in feed.arrived_ns.items():
            arrived.setdefault(life, []).append(at_ns)
    told = {
        "arrived_ns": arrived,
        "lights": sum(feed.lights for feed in feeds),
        "lost": sum(feed.is_lost for feed in feeds),
    }
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    asyncio.run(_watch(*map(int, sys.argv[1:])))
