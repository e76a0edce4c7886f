"""Plans of brackets: every size ends, nobody plays after being out, and the best meet late."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Final

import pytest

from duelmat_bench.tournament.oracle_bracket import OracleBracket, Winner
from duelmat_tournament.bracket_plan import From, Part, Planned, Source, matches_of, plan_of
from duelmat_tournament.policy import Bracket

DOUBLES: Final = (Bracket.DOUBLE, Bracket.DOUBLE_RESET)
SIZES: Final = (2, 3, 4, 5, 6, 7, 8, 11, 16, 23, 32, 64)


def played(
    players: int, bracket: Bracket, chance: random.Random
) -> list[tuple[Planned, int, int]]:
    """Return the matches of a plan with their winners and losers, as chance has them."""
    outcome: dict[Source, int] = {Source(From.SEED, seed): seed for seed in range(1, players + 1)}
    found: list[tuple[Planned, int, int]] = []
    for each in matches_of(plan_of(players, bracket)):
        pair = [outcome[each.first], outcome[each.second]]
        if each.part is Part.RESET and found[-1][1] == outcome[found[-1][0].first]:
            break
        chance.shuffle(pair)
        won, lost = pair
        outcome[Source(From.WON, each.number)] = won
        outcome[Source(From.LOST, each.number)] = lost
        found.append((each, won, lost))
    return found


@pytest.mark.parametrize("bracket", DOUBLES)
@pytest.mark.parametrize("players", SIZES)
def test_in_a_double_elimination_everybody_but_the_winner_loses_twice(
    players: int, bracket: Bracket
) -> None:
    """Counted by losses alone, as a second way to say who may meet."""
    for seed in range(5):
        losses: Counter[int] = Counter()
        held: dict[int, list[int]] = {}
        for each, won, lost in played(players, bracket, random.Random(seed)):
            before = sorted((losses[won], losses[lost]))
            expected = {
                Part.WINNERS: [0, 0],
                Part.LOSERS: [1, 1],
                Part.GRAND_FINAL: [0, 1],
                Part.RESET: [1, 1],
            }
            assert before == expected[each.part]
            losses[lost] += 1
            held.setdefault(each.round, []).extend((won, lost))
        assert all(len(there) == len(set(there)) for there in held.values())
        most = Counter(losses[seed] for seed in range(1, players + 1))
        assert most[2] == players - 1 - (losses[won] == 1 and bracket is Bracket.DOUBLE)


@pytest.mark.parametrize("bracket", [Bracket.SINGLE, Bracket.SINGLE_THIRD])
@pytest.mark.parametrize("players", SIZES)
def test_in_a_single_elimination_everybody_but_the_winner_loses(
    players: int, bracket: Bracket
) -> None:
    found = played(players, bracket, random.Random(0))
    thirds = [each for each in found if each[0].part is Part.THIRD]
    losses = Counter(lost for each, _, lost in found if each.part is not Part.THIRD)
    assert losses == dict.fromkeys(losses, 1)
    assert len(losses) == players - 1
    assert len(thirds) == (bracket is Bracket.SINGLE_THIRD and players > 3)
    assert len(plan_of(players, bracket)) == (players - 1).bit_length()


def test_a_double_elimination_of_eight_is_the_one_of_the_books() -> None:
    """The better seed always wins; written down by hand."""
    outcome = {Source(From.SEED, seed): seed for seed in range(1, 9)}
    rounds = []
    for held in plan_of(8, Bracket.DOUBLE):
        pairs = []
        for each in held:
            won, lost = sorted((outcome[each.first], outcome[each.second]))
            outcome[Source(From.WON, each.number)] = won
            outcome[Source(From.LOST, each.number)] = lost
            pairs.append((won, lost))
        rounds.append(pairs)
    assert rounds == [
        [(1, 8), (4, 5), (2, 7), (3, 6)],
        [(1, 4), (2, 3), (5, 8), (6, 7)],
        [(1, 2), (3, 5), (4, 6)],
        [(3, 4)],
        [(2, 3)],
        [(1, 2)],
    ]


def winner_of(known: Mapping[tuple[int, frozenset[int]], int]) -> Winner:
    """Return the winners of matches, by round and players, as the oracle asks for them."""
    return lambda number, pair: known.get((number, pair))


@pytest.mark.parametrize("bracket", Bracket)
def test_the_oracle_of_random_events_lets_the_same_players_meet(bracket: Bracket) -> None:
    """Of every size, as chance has the winners: the same matches in the same rounds."""
    for players in range(2, 65):
        found = played(players, bracket, random.Random(players))
        winners = {(each.round, frozenset((won, lost))): won for each, won, lost in found}
        oracle = OracleBracket(
            list(range(1, players + 1)),
            bracket.value,
            winner_of(winners),
        )
        assert Counter(
            (each.round, frozenset((each.one, each.other))) for each in oracle.meetings
        ) == Counter(winners.keys())


@pytest.mark.parametrize(("players", "until"), [(8, 4), (16, 5), (32, 6), (64, 8)])
def test_nobody_meets_again_in_the_losers_bracket_before_a_late_round(
    players: int, until: int
) -> None:
    """No order of those who join it, of four that were tried in each round, puts it off longer."""
    for seed in range(20):
        met: set[frozenset[int]] = set()
        for each, won, lost in played(players, Bracket.DOUBLE, random.Random(seed)):
            pair = frozenset((won, lost))
            assert each.part is not Part.LOSERS or each.round >= until or pair not in met
            met.add(pair)
