"""The table as the pages see it: views to show, requests to hand on.

Views are JSON-ready dicts made for one viewer ("public", "judge" or a seat's letter): the pages
send them as they are, so what a view leaves out never leaves this machine.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Final, Protocol

JUDGE: Final = "judge"
"""The viewer who rules: sees what is disputed, and what lies face-down on the mat."""
PUBLIC: Final = "public"
"""The viewer who knows what lies open, and who enrolls cards."""

Json = dict[str, Any]


class Service(Protocol):
    """One table, used from one event loop."""

    def page(self) -> Json:
        """Constant facts: geometry, ruleset, seats, simulated, one_screen, cards."""

    def token(self, letter: str) -> str:
        """The secret that opens this seat's page, or the judge's (JUDGE)."""

    def public_view(self) -> Json: ...

    def seat_view(self, letter: str) -> Json: ...

    def judge_view(self) -> Json: ...

    def line(self) -> Json:
        """Counts of the line to the mat, for the judge: they depend on what lies face-down."""

    def subscribe(self, viewer: str) -> AsyncIterator[Json]:
        """Events {"type": "view", "view"} and {"type": "lights", ...} as they come."""

    async def answer(self, letter: str, request: Json) -> Json: ...

    async def hands(self, letter: str, request: Json) -> Json: ...

    async def command(self, letter: str, request: Json) -> Json: ...

    async def ruling(self, request: Json) -> Json: ...
