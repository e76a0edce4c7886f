"""Two players at a mat, who play their match by their pages."""

from __future__ import annotations

import random
import threading
import time
from typing import Any, Final

import httpx

from duelmat_bench.venue_demo.page_player import PagePlayer

_PAUSE_S: Final = 0.25
"""A card is sensed, judged and answered by lights within a fifth of a second."""
WATCHED_S: Final = 2.0
"""The time between two acts that people look on at."""
_STUCK: Final = 40
"""So many looks at the pages that offer nothing more end in a concession."""


class MatMatch:
    """A match at a mat, played in a thread of its own until the event has its result."""

    def __init__(
        self, seats: tuple[str, str], seed: str, *, acts: int, pause_s: float = _PAUSE_S
    ) -> None:
        """Args:
        seats: the links of both players' pages.
        seed: what the players choose follows from it.
        acts: the plays after which the player with less life concedes a duel.
        pause_s: the time between two acts.

        """
        self._pause_s = pause_s
        self._players = [PagePlayer(link, random.Random(f"{seed} {link[-1]}")) for link in seats]
        self._acts = acts
        self._done = 0
        self._idle = 0
        self._end = threading.Event()
        self.is_confirmed = False
        self.plays = 0
        self.may_concede = True
        """Whether a duel may end by a concession."""
        self.faults: list[str] = []
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def leave(self) -> None:
        """Let the players do nothing more; what they have done stands."""
        self._end.set()
        self._thread.join()
        for player in self._players:
            player.close()

    def view(self, seat: int = 0) -> dict[str, Any]:
        """Return what a player's page shows."""
        return self._players[seat].view()

    def call_judge(self, seat: int) -> None:
        """Let a player call a judge."""
        if declined := self._players[seat].command("judge"):
            self.faults.append(f"a judge was not called: {declined}")

    def _run(self) -> None:
        while not self._end.is_set() and not self.is_confirmed:
            try:
                self._go_on()
            except httpx.HTTPError:  # the table's program is away, or was ended
                if self._end.wait(_PAUSE_S):
                    return
            except Exception as error:  # noqa: BLE001  (told as a fault of the demonstration)
                self.faults.append(f"{type(error).__name__}: {error}")
                return

    def _go_on(self) -> None:
        view = self._players[0].view()
        result = view["result"]
        if result is not None:
            for player in self._players:
                player.command("confirm-result")
            self.is_confirmed = True
        elif view["outcome"]:
            self._done = self._idle = 0
            self._players[0].command("rematch")
        elif (self.may_concede and self._done >= self._acts) or self._idle >= _STUCK:
            loser = 0 if view["life"]["a"] <= view["life"]["b"] else 1
            self._players[loser].command("concede")
        else:
            acts = [each for each in (player.play_on() for player in self._players) if each]
            self.plays += len(acts)
            self._done += len(acts)
            self._idle = 0 if acts or view["judge"] else self._idle + 1
        self._end.wait(self._pause_s)


def until(condition: Any, what: str, patience_s: float = 90.0) -> Any:
    """Return what a condition gives once it gives something. Raises TimeoutError."""
    deadline_s = time.monotonic() + patience_s
    while not (found := condition()):
        if time.monotonic() > deadline_s:
            raise TimeoutError(f"expected that {what} within {patience_s:.0f} s, got nothing")
        time.sleep(0.1)
    return found
