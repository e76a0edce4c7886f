"""Who chooses who goes first: the higher seed in the cut, else a lot that all can draw again."""

from collections import Counter

from duelmat_tournament import commands
from duelmat_tournament.first_player import first_chooser
from tournament.deciding.moments import Moment, event_at
from tournament.staged_event import StagedEvent


def test_in_the_cut_the_higher_seed_chooses() -> None:
    event = event_at(Moment.SEMI_FINALS).event
    assert event.round is not None
    for match in event.round.matches.values():
        chosen = first_chooser(event, event.round, match)
        assert event.seeds.index(chosen) == min(map(event.seeds.index, match.players))


def test_a_lot_falls_on_either_player_and_does_not_change() -> None:
    """The same match has the same lot, whatever happens meanwhile; tables have their own."""
    event = StagedEvent(*(f"Player {number}" for number in range(1, 41)))
    event.start(rounds=2, cut=0)
    event.do(commands.PairRound())
    held, matches = event.round, list(event.round.matches.values())
    lots = [first_chooser(event.event, held, match) for match in matches]
    chosen = Counter(lot == match.first for lot, match in zip(lots, matches, strict=True))
    assert min(chosen[True], chosen[False]) >= 4
    event.do(commands.PublishRound())
    assert lots == [first_chooser(event.event, event.round, match) for match in matches]
