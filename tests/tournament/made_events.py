"""Events for the tests of standings: the one of docs/tie-breaks.md, and random ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from hypothesis import strategies as st

from duelmat_tournament import results
from duelmat_tournament.names import NO_PLAYER, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.policy import Points, TieBreaks
from duelmat_tournament.results import Result
from duelmat_tournament.standings import Entrant, MatchRecord, Row, standings

USUAL: Final = Points(win=3, draw=1, loss=0, bye=3)
ANA, BEN, CLEO, DAN, EVA = (PlayerId(number) for number in range(1, 6))
NAMES: Final = {ANA: "Ana", BEN: "Ben", CLEO: "Cleo", DAN: "Dan", EVA: "Eva"}


class MadeEvent(NamedTuple):
    """An event's results."""

    entrants: tuple[Entrant, ...]
    records: tuple[MatchRecord, ...]
    rounds: int

    def after(
        self,
        number: int,
        profile: TieBreaks = TieBreaks.XXYYYZZZ,
        points: Points = USUAL,
        seed: str = "seed",
    ) -> tuple[Row, ...]:
        return standings(
            self.records,
            self.entrants,
            RoundNumber(number),
            points=points,
            tie_breaks=profile,
            seed=seed,
        )


def entrant(player: PlayerId, entered: int = 1) -> Entrant:
    return Entrant(player, NAMES.get(player, f"P{player}"), RoundNumber(entered))


def match(number: int, first: PlayerId, second: PlayerId, result: Result) -> MatchRecord:
    return MatchRecord(RoundNumber(number), TableNumber(int(first)), first, second, result)


def alone(number: int, player: PlayerId, result: Result) -> MatchRecord:
    return MatchRecord(RoundNumber(number), TableNumber(0), player, NO_PLAYER, result)


def page_event() -> MadeEvent:
    """Return the event of docs/tie-breaks.md."""
    records = (
        match(1, ANA, BEN, results.played(2, 0)),
        match(1, CLEO, DAN, results.played(2, 1)),
        alone(1, EVA, results.bye()),
        match(2, ANA, CLEO, results.played(2, 1)),
        match(2, EVA, BEN, results.played(1, 1)),
        alone(2, DAN, results.bye()),
        match(3, EVA, ANA, results.played(2, 1)),
        match(3, DAN, BEN, results.played(2, 0)),
        alone(3, CLEO, results.bye()),
    )
    return MadeEvent(tuple(map(entrant, NAMES)), records, 3)


DUELS: Final = ((2, 0, 0), (2, 1, 0), (1, 0, 0), (1, 1, 0), (0, 0, 1), (1, 0, 1), (0, 2, 1))
MAKERS: Final[dict[str, Callable[[tuple[int, int, int]], Result]]] = {
    "played": lambda d: results.played(*d),
    "played again": lambda d: results.played(d[1], d[0], d[2]),
    "agreed": lambda d: results.agreed_draw(),
    "double loss": lambda d: results.double_loss(*d),
    "first absent": lambda d: results.no_show(absent_is_first=True),
    "second absent": lambda d: results.no_show(absent_is_first=False),
    "first forfeits": lambda d: results.forfeit(loser_is_first=True, first_won=d[0] // 2),
    "second forfeits": lambda d: results.forfeit(loser_is_first=False),
}


@st.composite
def made_events(draw: st.DrawFn) -> MadeEvent:
    """Random events: late entries, drops, byes and every ending; rematches, too."""
    rounds = draw(st.integers(1, 5))
    players = [PlayerId(number) for number in range(1, draw(st.integers(2, 9)) + 1)]
    late = st.sampled_from((1, 1, 1, 1, 2, 3))
    entered = {player: draw(late) for player in players}
    left = {player: draw(st.sampled_from((9, 9, 9, 1, 2, 3))) for player in players}
    records = [
        alone(number, player, results.missed())
        for player in players
        if draw(st.booleans())
        for number in range(1, min(entered[player], rounds + 1))
    ]
    for number in range(1, rounds + 1):
        there = [each for each in players if entered[each] <= number <= left[each]]
        order = draw(st.permutations(there))
        if len(order) % 2:
            records.append(alone(number, order.pop(), results.bye()))
        for first, second in zip(order[::2], order[1::2], strict=True):
            maker = MAKERS[draw(st.sampled_from(sorted(MAKERS)))]
            records.append(match(number, first, second, maker(draw(st.sampled_from(DUELS)))))
    return MadeEvent(
        tuple(entrant(each, entered[each]) for each in players), tuple(records), rounds
    )


POINTS: Final = st.sampled_from(
    (USUAL, Points(win=2, draw=1, loss=0, bye=1), Points(win=5, draw=2, loss=1, bye=5))
)
