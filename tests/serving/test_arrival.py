"""Requests arrive in time, or their connection ends: with words where no answer has begun."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from starlette.types import Message, Receive, Scope, Send

from duelmat_serving.arrival import ARRIVAL, Arrival, Arriving

ROUNDS = 5
"""Rounds of the event loop, more than it takes until a time of 0 s is over."""
HALF: Message = {"type": "http.request", "body": b"{", "more_body": True}


class Line(asyncio.Transport):
    """A connection that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed


Story = Callable[[Arrival], Awaitable[None]]


async def request(
    arrival: Arrival, app: Callable[[Receive], Awaitable[None]], length: int
) -> None:
    """Let the app have a request whose body has a length, half of which comes.

    As a server does, in a task: a round after its bytes have come.
    """
    messages = [HALF]

    async def receive() -> Message:
        if messages:
            return messages.pop()
        await asyncio.Event().wait()
        raise AssertionError

    async def asked(_: Scope, receive: Receive, __: Send) -> None:
        await app(receive)

    async def send(_: Message) -> None: ...

    headers = [(b"content-length", str(length).encode())]
    scope = {"type": "http", "headers": headers, "state": {ARRIVAL: arrival}}
    await Arriving(asked)(scope, receive, send)


async def answer(_: Receive) -> None:
    """Take long over an answer, and read no body."""
    await asyncio.Event().wait()


async def read(receive: Receive) -> None:
    """Read a body to its end."""
    while (await receive())["more_body"]:
        pass


async def nothing(_: Arrival) -> None: ...


async def half_a_head(arrival: Arrival) -> None:
    arrival.hear()


async def a_whole_request(arrival: Arrival) -> None:
    arrival.hear()
    await asyncio.ensure_future(request(arrival, answer, 0))


async def half_a_body(arrival: Arrival) -> None:
    arrival.hear()
    await asyncio.ensure_future(request(arrival, read, 2))


async def an_answer_before_the_body(arrival: Arrival) -> None:
    arrival.hear()
    await asyncio.ensure_future(request(arrival, answer, 2))


@pytest.mark.parametrize(
    ("story", "is_ended", "words"),
    [
        (nothing, True, b""),
        (half_a_head, True, b"408"),
        (a_whole_request, False, b""),
        (half_a_body, True, b"408"),
        (an_answer_before_the_body, True, b""),
    ],
)
def test_half_a_request_ends_its_connection(story: Story, is_ended: bool, words: bytes) -> None:
    """In the round in which its time is over it still may be answered."""

    async def run() -> None:
        line = Line()
        task = asyncio.ensure_future(story(Arrival(line, 0)))
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
        assert (line.is_closed, line.written.split(b" ")[1:2]) == (
            is_ended,
            [words] if words else [],
        )
        task.cancel()

    asyncio.run(run())


def test_a_second_request_has_its_own_time() -> None:
    """It begins with the first byte: between two requests nothing is waited for."""

    async def run() -> None:
        line = Line()
        arrival = Arrival(line, 0)
        arrival.answer(is_whole=True)
        arrival.end_answer()
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
        assert not line.is_closed
        arrival.hear()
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
        assert line.is_closed
        assert b"408" in line.written

    asyncio.run(run())
