"""Views of published pages: a round with its results and the reason for each pair."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from duelmat_hub.pages import views_known as known
from duelmat_hub.pages.views_why import PROOF_WORDS
from duelmat_message import say
from duelmat_tournament.event import Event, Round
from duelmat_tournament.results import bye, describe


class PublishedRow(Struct, frozen=True):
    """A table of a round, or a player without an opponent."""

    table: int
    """0: a bye."""
    words: str
    """The result, or who meets whom."""
    names: tuple[str, ...]
    reason: str


class PublishedRound(Struct, frozen=True):
    """A round as it is published."""

    title: str
    rows: tuple[PublishedRow, ...]
    proof: str
    checkpoint: str


def round_view(event: Event, held: Round) -> PublishedRound:
    """Return a round with its results."""
    title = known.title_of(event, held)
    proof = PROOF_WORDS.get(held.proof, held.proof)
    return PublishedRound(title, tuple(_rows(event, held)), proof, held.checkpoint)


def _rows(event: Event, held: Round) -> Iterator[PublishedRow]:
    for match in known.by_table(held):
        first, second = event.name_of(match.first), event.name_of(match.second)
        if match.result is None:
            words: str = say("{first} against {second}", first=first, second=second)
        else:
            words = describe(match.result, first, second)
        yield PublishedRow(match.table, words, (first, second), match.reason)
    for each in held.byes:
        name = event.name_of(each.player)
        yield PublishedRow(0, describe(bye(), name, ""), (name,), each.reason)
