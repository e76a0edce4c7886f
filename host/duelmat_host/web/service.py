"""The table as the pages see it: views to show, requests to hand on.

A view is made for one audience: what it leaves out never leaves this machine. What the table
declines is raised as a DuelmatError, whose text is a sentence for the person who sees it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Protocol

from duelmat_host.app.access import Access
from duelmat_host.app.enrolling import Enrolled, EnrollRequest
from duelmat_host.app.line_view import LineView
from duelmat_host.app.page_facts import Health, PageFacts
from duelmat_host.app.practice_desk import PracticeDesk
from duelmat_host.app.table_service import Answer, AskUses
from duelmat_host.cards.drawn_cards import DrawnCards
from duelmat_host.players.hand_requests import HandRequest
from duelmat_host.showing.replay_types import DuelSummary, Replay
from duelmat_host.showing.view_types import CardOptions
from duelmat_host.table.commands import Command, Ruling
from duelmat_serving.feeds import FeedEvent
from duelmat_serving.language.catalogs import ENGLISH, Language


class Service(Protocol):
    """One table, used from one event loop."""

    def page(self) -> PageFacts: ...

    @property
    def cards(self) -> DrawnCards:
        """The game's cards as pages draw them."""

    @property
    def access(self) -> Access:
        """The links and sessions of the pages."""

    @property
    def practice(self) -> PracticeDesk:
        """What a person who plays against the program may ask of it."""

    async def replay(self, number: int, viewer: str, language: Language = ENGLISH) -> Replay:
        """Return a duel that is over, step by step, as this viewer may see it."""

    async def summary(self, number: int) -> DuelSummary:
        """Return the summary of a duel that is over."""

    async def played(self) -> list[tuple[int, DuelSummary]]:
        """Return the duels of the table that are over, with their numbers, the last first."""

    def line(self) -> LineView:
        """Return counts of the line to the mat, for the judge."""

    def health(self) -> Health:
        """Return the health of the table."""

    def metrics(self) -> bytes:
        """Return all counts in the text form of Prometheus."""

    def subscribe(
        self, viewer: str, beat_s: float | None = None, language: Language = ENGLISH
    ) -> AsyncGenerator[FeedEvent]:
        """Yield the views of a viewer, now and from now on.

        beat_s: the time without an event after which a beat is yielded; None = never.
        """

    async def answer(self, letter: str, answer: Answer) -> None: ...

    async def hands(self, letter: str, request: HandRequest) -> None: ...

    async def uses(self, letter: str, asked: AskUses) -> CardOptions: ...

    async def command(self, letter: str, command: Command) -> None: ...

    async def ruling(self, ruling: Ruling) -> None: ...

    async def enroll(self, request: EnrollRequest) -> Enrolled: ...
