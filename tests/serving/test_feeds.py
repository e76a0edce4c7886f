"""Audiences: everybody gets the newest, a few at a time, lights not too often."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from duelmat_serving.feeds import (
    BEAT,
    LIGHTS_A_SECOND,
    WOKEN_AT_ONCE,
    Audience,
    FeedEvent,
    lights_event,
    view_event,
)

SPECTATORS = 100


class Following:
    """Viewers of an audience, and what each of them has got."""

    def __init__(self, audience: Audience, count: int, got: Callable[[FeedEvent], None]) -> None:
        self.stop = asyncio.Event()
        self._audience = audience
        self._tasks = [asyncio.create_task(self._follow(got)) for _ in range(count)]

    async def _follow(self, got: Callable[[FeedEvent], None]) -> None:
        async for event in self._audience.follow(self.stop):
            got(event)

    async def begun(self) -> None:
        while self._audience.count < len(self._tasks):  # noqa: ASYNC110  (they begin unseen)
            await asyncio.sleep(0)

    async def end(self) -> None:
        self.stop.set()
        self._audience.close()
        await asyncio.gather(*self._tasks)


async def rounds(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_an_event_is_encoded_once_with_its_id() -> None:
    """Every viewer is sent these very bytes."""
    event = view_event({"a": "1"})
    assert event.encoded == f'event: view\ndata: {{"a":"1"}}\nid: {event.id}\n\n'.encode()
    assert lights_event([1]).encoded == b"event: lights\ndata: [1]\n\n"
    assert BEAT.encoded == b"event: beat\ndata: {}\n\n"


def test_a_line_end_in_a_view_does_not_end_the_event() -> None:
    """JSON writes it as an escape."""
    assert view_event({"reason": "one\n\ntwo\r"}).encoded.count(b"\n") == 4


def test_everybody_gets_the_newest_view_and_nobody_an_old_one() -> None:
    """A view that was replaced before a viewer was ready is left out."""

    async def run() -> list[FeedEvent]:
        audience, got = Audience(), list[FeedEvent]()
        following = Following(audience, SPECTATORS, got.append)
        await following.begun()
        for number in range(50):
            audience.show_view(view_event(number))
        await rounds(SPECTATORS)
        await following.end()
        return got

    assert [event.data for event in asyncio.run(run())] == ["49"] * SPECTATORS


def test_a_players_page_waits_for_a_few_spectators_only() -> None:
    """Not for all of them, though everybody is shown a change first."""

    async def run() -> list[str]:
        public, seat, got = Audience(), Audience(), list[str]()
        spectators = Following(public, SPECTATORS, lambda _: got.append("public"))
        player = Following(seat, 1, lambda _: got.append("seat"))
        await spectators.begun()
        await player.begun()
        public.show_view(view_event(1))
        seat.show_view(view_event(1))
        await rounds(SPECTATORS)
        await spectators.end()
        await player.end()
        return got

    got = asyncio.run(run())
    assert got.count("public") == SPECTATORS
    assert got.index("seat") <= WOKEN_AT_ONCE


def test_who_came_late_to_a_change_is_woken_in_turn() -> None:
    """A second change while the first goes round starves nobody."""

    async def run() -> list[list[str]]:
        audience = Audience()
        got: list[list[str]] = []
        each = []

        def follow(seen: list[str]) -> Following:
            return Following(audience, 1, lambda event: seen.append(event.data))

        for _ in range(SPECTATORS):
            got.append([])
            each.append(follow(got[-1]))
        await rounds(2)
        for number in range(20):
            audience.show_view(view_event(number))
            await rounds(1)
        await rounds(SPECTATORS)
        for following in each:
            await following.end()
        return got

    for seen in asyncio.run(run()):
        assert seen[-1] == "19"
        assert sorted(seen, key=int) == seen


@pytest.mark.parametrize("count", [1, SPECTATORS])
def test_lights_that_come_too_fast_are_left_out_but_for_the_newest(count: int) -> None:
    """The first go out at once, the last when lights may be sent again."""

    async def run() -> list[str]:
        audience, got = Audience(), list[str]()
        following = Following(audience, count, lambda event: got.append(event.data))
        await following.begun()
        loop = asyncio.get_running_loop()
        moment_s = loop.time()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loop, "time", lambda: moment_s)  # however long 50 take here
            for number in range(50):
                audience.show_lights(lights_event(number))
        while got.count("49") < count:  # noqa: ASYNC110  (whenever it is)
            await asyncio.sleep(count / LIGHTS_A_SECOND)
        await following.end()
        return got

    assert sorted(asyncio.run(run())) == ["0"] * count + ["49"] * count


def test_a_quiet_audience_beats_and_a_woken_one_does_not() -> None:
    """A beat stands for nothing else having been sent."""

    async def run() -> list[str]:
        audience = Audience()
        audience.show_view(view_event(1))
        events: AsyncIterator[FeedEvent] = audience.follow(asyncio.Event(), 0.001)
        return [(await anext(events)).event for _ in range(4)]

    assert asyncio.run(run()) == ["view", "beat", "beat", "beat"]


def test_who_leaves_while_others_are_woken_is_not_waited_for() -> None:
    """A viewer that was to be woken and has gone is forgotten."""

    async def run() -> int:
        audience, got = Audience(), list[str]()
        staying = Following(audience, 2 * WOKEN_AT_ONCE, lambda event: got.append(event.data))
        leaving = asyncio.create_task(anext(audience.follow(asyncio.Event())))
        await staying.begun()
        await rounds(2)
        audience.show_view(view_event(1))
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        await rounds(10)
        left = audience.count
        await staying.end()
        assert got == ["1"] * 2 * WOKEN_AT_ONCE
        return left

    assert asyncio.run(run()) == 2 * WOKEN_AT_ONCE
