"""A table with its pages in a process of its own: `served_table.py DIRECTORY`.

It is opened as `duelmat play --two` opens it, the simulated mat included. Prints its port and the
secret of seat a's page as a line of JSON; for every line on standard input it prints how much
processor time it has taken, in nanoseconds, and it ends with that input.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
from pathlib import Path
from time import process_time_ns
from typing import Final

from duelmat_host.app.table_app import opened_table
from duelmat_host.web import make_app, serve
from duelmat_serving.server import free_port
from play_options import play_options

POLL_S: Final = 0.05


async def _serve(directory: Path) -> None:
    options = play_options(directory, two=True, deal_seed=1)
    async with opened_table(options) as table:
        service = table.service
        gc.collect()
        gc.freeze()  # as `duelmat play` does
        port = free_port(0)
        server = serve(make_app(service), port)
        turning = asyncio.create_task(service.run(), name="table")
        serving = asyncio.create_task(server.serve(), name="pages")
        try:
            while not server.started or service.views.link().state != "up":  # noqa: ASYNC110
                await asyncio.sleep(POLL_S)
            cookie = f"{service.access.cookie('a')}={service.access.begin('a')['a']}"
            print(json.dumps({"port": port, "cookie": cookie}), flush=True)
            while await asyncio.to_thread(sys.stdin.readline):
                print(process_time_ns(), flush=True)
        finally:
            service.stop()
            server.should_exit = True
            await asyncio.gather(turning, serving, return_exceptions=True)


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1])))
