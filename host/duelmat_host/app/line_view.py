"""The line to the mat as people see it: its state in a sentence, and in counts."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from duelmat_host.app.mat_sense import MatSense
from duelmat_host.link.line import BoardLine
from duelmat_host.link.session import LinkState, LinkStatistics
from duelmat_host.showing.view_types import LinkView
from duelmat_message import say

LINES_SHOWN: Final = 5
"""The number of the board's last log lines that are kept for people."""
STRANGE_BYTES: Final = 128
"""A board of ours has sent its hello before it has sent this many."""


class LineView(LinkStatistics, frozen=True, kw_only=True):
    """The line to the mat, in counts."""

    state: str
    """`searching`, `wrong` or `up`."""
    firmware: str | None
    """The version of the board's firmware; null before it is known."""
    sweep_ms: int | None
    """The time that the board needs to look at every zone."""
    faults: str
    """The zones with a faulty reader, or `none`."""
    told: list[str]
    """The board's last five lines, the newest last."""


def line_view(line: BoardLine, sense: MatSense) -> LineView:
    """Return counts of the line, for whoever maintains the mat."""
    session = line.session
    status = session.status
    return LineView(
        state=session.state.value,
        firmware=firmware_text(line) or None,
        sweep_ms=status.sweep_ms if status else None,
        faults=faults_text(sense) or "none",
        told=list(sense.board_log.lines[-LINES_SHOWN:]),
        **structs.asdict(session.statistics),
    )


def firmware_text(line: BoardLine) -> str:
    """Return the version of the board's firmware; empty before it is known."""
    hello = line.session.hello
    return ".".join(map(str, hello.firmware)) if hello else ""


def faults_text(sense: MatSense) -> str:
    """Return the zones whose readers do not work; empty: none."""
    return ", ".join(sorted(sense.tracker.faulty_zones))


def link_view(line: BoardLine, sense: MatSense, *, is_simulated: bool = False) -> LinkView:
    """Return the state of the connection to the board, in words for people.

    is_simulated: whether the table runs the mat itself, so that nobody can look at a plug.
    """
    state = line.session.state
    waiting = line.waiting_for
    if waiting is not None:
        return LinkView("down", say("{reason:capital}", reason=waiting))
    if state is LinkState.WRONG:
        return LinkView("wrong", line.session.advice or "")
    if state is LinkState.UP:
        trouble = sense.board_log.trouble
        if trouble is None:
            return LinkView("up", say("The mat is connected."))
        text = say(
            "The mat is connected and tells of a trouble that lasts: {trouble}. It may read "
            "cards late; between duels, `duelmat doctor` says what to check.",
            trouble=trouble,
        )
        return LinkView("weak", text)
    if line.session.hello is None and line.bytes_read > STRANGE_BYTES:
        text = say(
            "Expected a mat on the port, got {bytes} bytes that are not its protocol: check "
            "that --port names the mat, and that its firmware is Duelmat's.",
            bytes=line.bytes_read,
        )
    elif is_simulated:
        text = say(
            "The simulated mat does not answer: the computer has too much else to do. If this "
            "stays so, close the table and open it again; the duel goes on."
        )
    else:
        text = say(
            "Expected a mat on the port, got no answer yet: check that it has power, and that "
            "--port names it."
        )
    return LinkView("down", text)
