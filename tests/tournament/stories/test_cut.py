"""Stories of the cut: who goes on when somebody leaves, and corrections on the way."""

from __future__ import annotations

import pytest

from duelmat_tournament import bracket, commands, floor_commands, results
from duelmat_tournament.entries import Settling
from duelmat_tournament.names import RoundNumber
from duelmat_tournament.results import Ending
from tournament.staged_event import HEAD_JUDGE, SCOREKEEPER, TRUMP_KING, StagedEvent, changed

NAMES = tuple(f"P{number}" for number in range(1, 11))


def at_the_cut(size: int) -> StagedEvent:
    """Return an event of ten whose cut is seeded and not paired."""
    event = StagedEvent(*NAMES)
    event.start(rounds=2, cut=size)
    for _ in range(2):
        event.play()
        event.close()
    event.do(commands.StartCut())
    return event


def seed(event: StagedEvent, number: int) -> str:
    """Return the name of the player with a seed, from 1."""
    return event.event.name_of(event.event.seeds[number - 1])


def meetings(event: StagedEvent) -> list[tuple[int, int]]:
    """Return the seeds that meet in the present round."""
    place = {player: at for at, player in enumerate(event.event.seeds, start=1)}
    return [(place[match.first], place[match.second]) for match in event.round.matches.values()]


def disqualify(event: StagedEvent, name: str) -> None:
    event.do(floor_commands.GivePenalty(event.id(name), "cheating", "Marked cards."), HEAD_JUDGE)


@pytest.mark.parametrize(
    ("size", "rounds"),
    [
        (4, [[(1, 4), (2, 3)], [(1, 2)]]),
        (8, [[(1, 8), (4, 5), (2, 7), (3, 6)], [(1, 4), (2, 3)], [(1, 2)]]),
    ],
)
def test_the_best_meets_the_last_and_the_best_two_meet_in_the_final(
    size: int, rounds: list[list[tuple[int, int]]]
) -> None:
    event = at_the_cut(size)
    for expected in rounds:
        event.play()
        assert meetings(event) == expected
        event.close()
    assert bracket.placed(event.event)[0] == [event.event.seeds[0]]
    event.do(commands.FinishEvent())
    assert event.is_proven()


def test_whoever_left_before_the_cut_leaves_the_place_to_the_next() -> None:
    event = StagedEvent(*NAMES)
    event.start(rounds=1, cut=4)
    event.play()
    event.close()
    best, *others = (each.player for each in event.round.standings)
    event.drop(event.event.name_of(best))
    event.do(commands.StartCut())
    assert list(event.event.seeds) == others[:4]


@pytest.mark.parametrize("size", [4, 8])
def test_the_opponent_of_somebody_who_left_after_the_seeding_goes_on(size: int) -> None:
    event = at_the_cut(size)
    event.drop(seed(event, 1))
    event.pair()
    match = event.match(seed(event, 1))
    assert match.result == results.no_show(absent_is_first=True)
    assert match.settled is Settling.DROPPED
    event.do(commands.PublishRound())
    event.do(commands.StartRound())
    event.close()
    assert event.event.seeds[size - 1] in bracket.still_in(event.event)
    assert event.event.seeds[0] not in bracket.still_in(event.event)
    assert event.is_proven()


def test_whoever_leaves_between_two_rounds_of_the_cut_is_not_waited_for() -> None:
    event = at_the_cut(4)
    event.play()
    event.close()
    event.drop(seed(event, 1))
    event.play()
    assert event.round.open_matches == []
    event.close()
    assert bracket.placed(event.event)[0] == [event.id(seed(event, 2))]
    event.do(commands.FinishEvent())
    assert event.is_proven()


def test_if_both_players_of_a_match_have_left_the_better_seed_goes_on() -> None:
    event = at_the_cut(4)
    event.drop(seed(event, 2))
    event.drop(seed(event, 3))
    event.play()
    assert event.match(seed(event, 2)).result == results.no_show(absent_is_first=False)
    event.close()
    event.play()
    assert meetings(event) == [(1, 2)]
    assert event.round.open_matches == []
    event.close()
    assert bracket.placed(event.event)[0] == [event.event.seeds[0]]
    assert event.is_proven()


def test_the_opponent_of_somebody_disqualified_in_the_match_goes_on() -> None:
    event = at_the_cut(8)
    event.play()
    disqualify(event, seed(event, 1))
    match = event.match(seed(event, 1))
    assert match.result is not None
    assert match.result.ending is Ending.FORFEIT
    event.close()
    event.play()
    assert meetings(event) == [(4, 8), (2, 3)]
    assert event.is_proven()


def test_a_winner_who_is_disqualified_leaves_the_next_round_to_the_opponent() -> None:
    """Whoever lost to a cheat does not come back, unless the head judge corrects the result."""
    event = at_the_cut(8)
    event.play()
    event.wins(seed(event, 1))
    disqualify(event, seed(event, 1))
    event.close()
    event.play()
    assert meetings(event) == [(1, 4), (2, 3)]
    event.close()
    event.play()
    assert meetings(event) == [(2, 4)]
    assert event.is_proven()


def test_the_head_judge_may_let_go_on_whoever_lost_to_a_cheat() -> None:
    event = at_the_cut(8)
    event.play()
    event.wins(seed(event, 1))
    disqualify(event, seed(event, 1))
    event.close()
    table = event.match(seed(event, 1)).table
    shown = event.correct(3, table, results.forfeit(loser_is_first=True))
    assert (shown.standings, shown.pairings) == ((), ()), "Swiss stays as it was"
    event.play()
    assert meetings(event) == [(4, 8), (2, 3)]
    assert event.is_proven()


def test_a_round_of_the_cut_changes_no_standings() -> None:
    event = at_the_cut(4)
    swiss = event.round.standings
    event.play()
    event.close()
    assert event.round.standings == swiss
    event.play()
    event.close()
    assert event.round.standings == swiss


def test_a_no_show_of_the_cut_loses_the_match() -> None:
    event = at_the_cut(4)
    event.play()
    event.wait(600)
    match = event.match(seed(event, 4))
    gone = commands.MarkNoShow(RoundNumber(3), match.table, match.second)
    event.do(gone, SCOREKEEPER)
    event.close()
    assert bracket.still_in(event.event) == [event.event.seeds[0], event.event.seeds[1]]
    assert event.is_proven()


def test_the_cut_has_its_own_number_of_duels() -> None:
    event = StagedEvent(*NAMES, policy=changed(TRUMP_KING, best_of=1, cut_best_of=5))
    event.start(rounds=1, cut=4)
    event.play()
    event.close()
    event.do(commands.StartCut())
    event.play()
    event.enter(event.round.open_matches[0], results.played(3, 2))
    event.close()
    assert event.is_proven()


def test_nobody_is_placed_before_their_match_is_over() -> None:
    event = at_the_cut(4)
    event.play()
    event.enter(event.round.open_matches[0], results.played(2, 0))
    assert bracket.placed(event.event) == [[event.event.seeds[3]]]
    assert not bracket.is_decided(event.event)
    assert len(bracket.still_in(event.event)) == 3
