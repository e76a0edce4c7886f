"""Work that takes long: one piece at a time, each client's in turn, and the event loop goes on."""

from __future__ import annotations

import asyncio
import threading
from functools import partial

from duelmat_serving.work_queue import WorkQueue


def test_who_asks_much_waits_for_others_after_each() -> None:
    """Eight requests of one client leave the next to whoever else asks."""
    begun, may_end = threading.Event(), threading.Event()
    done: list[str] = []

    def work(name: str) -> None:
        begun.set()
        assert may_end.wait(60)
        done.append(name)

    async def story() -> None:
        queue = WorkQueue()
        async with asyncio.TaskGroup() as group:
            for number in range(8):
                group.create_task(queue.do("greedy", partial(work, f"greedy {number}")))
            await asyncio.to_thread(begun.wait, 60)
            for name in ("one", "another"):
                group.create_task(queue.do(name, partial(work, name)))
            await asyncio.sleep(0)
            may_end.set()

    asyncio.run(story())
    assert done == ["greedy 0", "one", "another", *(f"greedy {number}" for number in range(1, 8))]


def test_work_that_fails_ends_its_turn() -> None:
    async def story() -> int:
        queue = WorkQueue()
        failed, done = await asyncio.gather(
            queue.do("a", lambda: 1 // 0), queue.do("a", lambda: 7), return_exceptions=True
        )
        assert isinstance(failed, ZeroDivisionError)
        assert isinstance(done, int)
        return done

    assert asyncio.run(story()) == 7
