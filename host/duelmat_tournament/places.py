"""Final places: by the cut, then by the standings after Swiss or the pods."""

from __future__ import annotations

from msgspec import Struct

from duelmat_tournament import bracket
from duelmat_tournament.event import Event, Stage, Step
from duelmat_tournament.names import PlayerId
from duelmat_tournament.standings import Row


class Place(Struct, frozen=True):
    """A final place, which several players may share."""

    first: int
    """From 1."""
    last: int
    """The same as the first unless several players share the place."""
    row: Row
    """The player's row of the standings before the cut; the seed alone where there are none."""
    in_cut: bool

    @property
    def player(self) -> PlayerId:
        return self.row.player

    @property
    def text(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def last_standings(event: Event) -> tuple[Row, ...]:
    """Return the standings after the last closed round of Swiss; empty before the first."""
    closed = (
        held.standings
        for held in reversed(event.rounds)
        if held.step is Step.CLOSED and not held.is_cut
    )
    return next(closed, ())


def final_places(event: Event) -> list[Place]:
    """Return the final places, the best first.

    Places that are still open are left out; without a cut, all are open until the event is over.
    """
    rows = last_standings(event) or _unplayed(event)
    if not event.seeds:
        if event.stage is not Stage.FINISHED:
            return []
        return [Place(row.rank, row.rank, row, in_cut=False) for row in rows]
    by_player = {row.player: row for row in rows}
    found = []
    for shared in bracket.places_of(event):
        found += sorted(
            (
                Place(shared.first, shared.last, by_player[player], in_cut=True)
                for player in shared.players
            ),
            key=lambda place: place.row.rank,
        )
    others = [row for row in rows if row.player not in event.seeds]
    after = 1 + len(event.seeds)
    return [
        *found,
        *(
            Place(number, number, row, in_cut=False)
            for number, row in enumerate(others, start=after)
        ),
    ]


def _unplayed(event: Event) -> tuple[Row, ...]:
    """Return rows of the seeds where nothing was played before the bracket."""
    return tuple(Row(seed, each, 0, 0, 0, 0, 0, ()) for seed, each in enumerate(event.seeds, 1))
