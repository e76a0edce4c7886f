"""Entering: from a mat that runs to its prompt, and back."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import duelmat_wire as wire
from duelmat_hardware import Mat
from duelmat_host.link.events import BoardReady, WrongBoard
from duelmat_host.link.line import BoardLine
from duelmat_host.link.session import BoardSession
from duelmat_maker.errors import FlashError
from duelmat_maker.flash.prompt import Prompt, open_prompt

HELLO_WITHIN_MS: Final = 1_500
"""A mat says hello twice a second."""
GONE_WITHIN_MS: Final = 3_000
BACK_WITHIN_MS: Final = 15_000
_TURN_S: Final = 0.005


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def enter_prompt(url: str, mat: Mat, tell: Callable[[str], None]) -> Prompt:
    """Open the board's prompt, whether a mat runs on it or not. Raises FlashError."""
    session = BoardSession(mat)
    line = BoardLine(url, session)
    hello = _hello(line, HELLO_WITHIN_MS)
    if hello is not None:
        tell(
            f"A mat runs there (firmware {'.'.join(map(str, hello.firmware))}); asking it to stop."
        )
        session.enter_maintenance()
        _until(lambda: _turn(line) and not line.is_open, GONE_WITHIN_MS)
    line.close()
    if hello is None:
        return open_prompt(url)
    deadline_ms = _now_ms() + BACK_WITHIN_MS
    while True:
        try:
            return open_prompt(url)
        except FlashError:
            if _now_ms() > deadline_ms:
                raise
            time.sleep(0.2)


def restart(prompt: Prompt, mat: Mat) -> wire.Hello:
    """Start the board and hear its hello. Raises FlashError when none comes, or the wrong one."""
    prompt.reset()
    session = BoardSession(mat)
    line = BoardLine(prompt.named, session)
    hello = _hello(line, BACK_WITHIN_MS)
    line.close()
    if hello is None:
        raise FlashError(
            f"{prompt.url}: all files are on the board, but it does not say hello. Pull its "
            "cable and put it in again; then `duelmat doctor` tells what it says."
        )
    if session.advice is not None:
        raise FlashError(f"{prompt.url}: {session.advice}")
    return hello


def _hello(line: BoardLine, within_ms: int) -> wire.Hello | None:
    heard: list[BoardReady | WrongBoard] = []

    def listen() -> bool:
        heard.extend(e for e in line.turn(_now_ms()) if isinstance(e, BoardReady | WrongBoard))
        return bool(heard)

    _until(listen, within_ms)
    return heard[0].hello if heard else None


def _turn(line: BoardLine) -> bool:
    line.turn(_now_ms())
    return True


def _until(is_so: Callable[[], bool], within_ms: int) -> bool:
    deadline_ms = _now_ms() + within_ms
    while not is_so():
        if _now_ms() > deadline_ms:
            return False
        time.sleep(_TURN_S)
    return True
