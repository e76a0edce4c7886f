"""A server of the pages in a process of its own, with few descriptors: `python small_server.py`.

It prints its port, then serves until it is ended. What it logs comes on standard error.
"""

import asyncio
import resource
import socket
import sys

import uvicorn

from duelmat_host.web import make_app, serve
from duelmat_serving.admission import Bounds
from duelmat_serving.connections import Limits
from web.played_table import PlayedTable

BEAT_S = 0.05


def main() -> None:
    descriptors, most_connections, request_s = sys.argv[1:]
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(descriptors), hard))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = serve(
        make_app(PlayedTable(), beat_s=BEAT_S),
        port,
        limits=Limits(request_s=float(request_s)),
        bounds=Bounds(int(most_connections)) if int(most_connections) else None,
    )
    asyncio.run(_run(server, port))


async def _run(server: uvicorn.Server, port: int) -> None:
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  (uvicorn has no event for it)
        await asyncio.sleep(0.01)
    print(port, flush=True)
    await serving


if __name__ == "__main__":
    main()
