"""Many pages in one process: each follows a feed, and notes when an entry has reached it.

Its first line of input is a JSON list of [name, path, cookie] and the port; it prints a line when
all feeds have begun, and after the next line of input what they have noted.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from time import monotonic_ns


async def follow(name: str, path: str, cookie: str, port: int, noted: list[list[object]]) -> None:
    """Follow a feed until it is cancelled, and note the time of each event with its id, or with
    the number of entries that it shows where the feed counts them.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    request = f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncookie: {cookie}\r\n\r\n"
    writer.write(request.encode())
    noted.append([name, 0, 0])
    while line := await reader.readline():
        if b'"seen":' in line:
            noted.append([name, json.loads(line.removeprefix(b"data: "))["seen"], monotonic_ns()])
        elif line.startswith(b"id: ") and not name.startswith("floor"):
            noted.append([name, int(line.rpartition(b".")[2]), monotonic_ns()])


async def run() -> None:
    loop = asyncio.get_running_loop()
    feeds, port = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    gc.disable()  # what is measured is the hub
    noted: list[list[object]] = []
    tasks = []
    for name, path, cookie in feeds:
        tasks.append(asyncio.create_task(follow(name, path, cookie, port, noted)))
        await asyncio.sleep(0.005)
    names = {each[0] for each in feeds}
    while len({name for name, number, _ in noted if number}) < len(names):
        await asyncio.sleep(0.1)
        broken = [task for task in tasks if task.done()]
        if broken:
            raise SystemExit(f"a feed has ended: {broken[0]}")
    print("following", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    print(json.dumps(noted), flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(run())
