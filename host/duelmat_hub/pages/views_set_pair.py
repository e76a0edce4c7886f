"""Views of a pair that the organiser sets by hand: who can be chosen, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from duelmat_hub.pages import views_known as known
from duelmat_message import say, words_of
from duelmat_tournament.deciding.asked import Asked
from duelmat_tournament.deciding.set_pairs import check_pair
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Event, Round, Step
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.pair_changes import (
    CostChange,
    CostPart,
    Meeting,
    PairChange,
    meeting_of,
    pair_change,
)
from duelmat_tournament.roles import Actor


class MeetingRow(Struct, frozen=True):
    """A meeting that is no more, or that comes in its place."""

    table: int
    """0: the bye."""
    names: tuple[str, ...]
    is_again: bool
    """Whether the two have met before, or the player has had a bye."""


class CostRow(Struct, frozen=True):
    """A part of the cost that changes."""

    label: str
    before: int
    after: int
    is_worse: bool


class SetPairView(Struct, frozen=True):
    """The players who can be chosen, and what the chosen pair makes of the round."""

    title: str
    players: tuple[tuple[int, str], ...]
    """The players who are paired, by name."""
    has_bye: bool
    """Whether the bye can be chosen."""
    player: int
    """0: none is chosen yet."""
    other: int | None
    """0: the bye; None: nobody is chosen yet."""
    refusal: str
    """The reason why the two cannot be set to meet; empty: they can, or none is chosen."""
    before: tuple[MeetingRow, ...]
    after: tuple[MeetingRow, ...]
    costs: tuple[CostRow, ...]
    digest: str
    """Empty: there is nothing to confirm."""


def set_pair_view(event: Event, by: Actor, chosen: Mapping[str, str]) -> SetPairView | None:
    """Return the view of a pair that is to be set; None: no pairing of Swiss waits for it.

    chosen: the numbers of the two as the page's address has them.
    """
    held = event.round
    if held is None or held.step is not Step.PAIRED or held.is_cut or event.pods:
        return None
    player, other = (_number(chosen.get(name, "")) for name in ("player", "other"))
    refusal, found = "", None
    if player and other is not None:
        try:
            check_pair(Asked(event, by, event.at_ms), player, other)
            found = pair_change(event, player, other)
        except RefusedError as refused:
            refusal = words_of(refused)
    return SetPairView(
        known.title_of(event, held),
        tuple(sorted(_players(event, held), key=lambda each: each[1].casefold())),
        meeting_of(event, held, NO_PLAYER) is not None,
        player or 0,
        other,
        refusal,
        () if found is None else tuple(_row(event, found, each) for each in found.before),
        () if found is None else tuple(_row(event, found, each) for each in found.after),
        ()
        if found is None
        else tuple(
            CostRow(_COST_WORDS[each.part], each.before, each.after, _is_worse(each))
            for each in found.costs
        ),
        "" if found is None else found.digest,
    )


def _number(text: str) -> PlayerId | None:
    return PlayerId(int(text)) if text.isdecimal() and len(text) < 7 else None


def _players(event: Event, held: Round) -> Iterator[tuple[int, str]]:
    for number in event.players:
        if meeting_of(event, held, number) is not None:
            yield number, event.name_of(number)


def _row(event: Event, found: PairChange, meeting: Meeting) -> MeetingRow:
    players = (meeting.first, meeting.second) if meeting.table else (meeting.first,)
    return MeetingRow(
        meeting.table, tuple(map(event.name_of, players)), meeting in found.rematches
    )


def _is_worse(change: CostChange) -> bool:
    is_more = change.after > change.before
    return is_more != (change.part is CostPart.LATER_ROUNDS)


_COST_WORDS: Final = {
    CostPart.GIVEN_UP: say("Rematches and second byes"),
    CostPart.SPREAD: say("Floats, squared"),
    CostPart.REPEATED_FLOATS: say("Repeated floats"),
    CostPart.TEAMMATES: say("Pairs of one team"),
    CostPart.LATER_ROUNDS: say("Later rounds that stay possible"),
}
