"""Presses of a simulated mat's buttons never merge, however slow its board is."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from duelmat_host.app.fingers import Fingers

BOOT = 7


class SlowBoard:
    """Hands at a board that feels a finger leave when the test says so."""

    def __init__(self) -> None:
        self.fingers = Fingers()
        self.hands: Any = self
        self.down: list[str] = []
        self.pressed: list[str] = []
        self.releases: Counter[str] = Counter()
        self.boot: int | None = BOOT
        self.feel()

    def press(self, button: str) -> None:
        assert button not in self.down, "two presses have merged into a hold"
        self.down.append(button)
        self.pressed.append(button)

    def release(self, button: str) -> None:
        self.down.remove(button)
        self.releases[button] += 1

    def feel(self) -> None:
        self.fingers.feel(self.releases, self.boot)

    async def rounds(self, count: int = 10) -> None:
        """So many rounds of a table that hears of nothing new."""
        for _ in range(count):
            self.feel()
            await asyncio.sleep(0)


def press(board: SlowBoard, *buttons: str) -> list[asyncio.Task[None]]:
    return [asyncio.create_task(board.fingers.press(board.hands, name)) for name in buttons]


def test_three_quick_presses_of_a_page_are_three_in_order() -> None:
    """Each begins when the board has told the release of the one before."""

    async def run() -> None:
        board = SlowBoard()
        tasks = press(board, "a.ok", "a.ok", "a.ok")
        for count in (1, 2, 3):
            await board.rounds()
            assert board.pressed == ["a.ok"] * count
            assert [task.done() for task in tasks].count(True) == count - 1
            board.release("a.ok")
        await board.rounds()
        assert all(task.done() for task in tasks)

    asyncio.run(run())


def test_another_button_is_pressed_meanwhile_and_its_release_frees_no_other() -> None:
    """A page's button while the opponent's finger is down, and the other way round."""

    async def run() -> None:
        board = SlowBoard()
        tasks = press(board, "b.phase", "a.ok", "b.phase")
        await board.rounds()
        assert board.pressed == ["b.phase", "a.ok"]
        board.release("a.ok")
        await board.rounds()
        assert [task.done() for task in tasks] == [False, True, False]
        assert board.pressed == ["b.phase", "a.ok"]
        board.release("b.phase")
        await board.rounds()
        assert board.pressed == ["b.phase", "a.ok", "b.phase"]
        board.release("b.phase")
        await asyncio.gather(*tasks, board.rounds())

    asyncio.run(run())


def test_a_lost_link_frees_nothing_and_what_was_felt_meanwhile_counts() -> None:
    """The board keeps what it felt, and tells it when the link is back."""

    async def run() -> None:
        board = SlowBoard()
        tasks = press(board, "a.ok", "a.ok")
        await board.rounds()
        board.boot = None
        await board.rounds()
        board.boot = BOOT
        await board.rounds()
        assert board.pressed == ["a.ok"]
        board.release("a.ok")
        await board.rounds()
        assert board.pressed == ["a.ok"] * 2
        board.release("a.ok")
        await asyncio.gather(*tasks, board.rounds())

    asyncio.run(run())


def test_a_board_that_has_started_again_has_no_finger_on_it() -> None:
    """It never tells of the release; the next press need not wait for patience to end."""

    async def run() -> None:
        board = SlowBoard()
        tasks = press(board, "a.ok", "a.ok")
        await board.rounds()
        board.down.clear()
        board.boot = None
        await board.rounds()
        board.boot = BOOT + 1
        await board.rounds()
        assert board.pressed == ["a.ok"] * 2
        board.release("a.ok")
        await asyncio.gather(*tasks, board.rounds())

    asyncio.run(run())


def test_a_finger_that_was_never_felt_keeps_nobody_for_ever() -> None:
    """When patience has ended, the next one may press."""

    async def run() -> None:
        board = SlowBoard()
        board.fingers = Fingers(patience_s=0.01)
        await board.fingers.press(board.hands, "a.ok")
        board.down.clear()  # the board did not feel it
        await board.fingers.press(board.hands, "a.ok")
        assert board.pressed == ["a.ok"] * 2

    asyncio.run(run())


def test_a_press_that_fails_leaves_the_button_free() -> None:
    """The simulated mat has ended: the fault is the page's to tell, the next press works."""

    async def run() -> None:
        board = SlowBoard()
        board.down.append("a.ok")
        failed = press(board, "a.ok")
        await asyncio.gather(*failed, return_exceptions=True)
        assert isinstance(failed[0].exception(), AssertionError)
        board.down.clear()
        tasks = press(board, "a.ok")
        await board.rounds()
        board.release("a.ok")
        await asyncio.gather(*tasks, board.rounds())

    asyncio.run(run())
