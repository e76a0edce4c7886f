from __future__ import annotations

from collections.abc import Iterable, Iterator

from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import structs

from duelmat_bench.tournament.random_rounds import Chances, RandomTournament
from duelmat_tournament.names import PlayerId
from duelmat_tournament.pairing import (
    Field,
    NoPairing,
    Pairing,
    Proof,
    check_pairing,
    cost_of,
    pair,
)
from examples import examples
from tournament.pairing.made_fields import a_field, fields

STAYS = Chances(drop=0.0, late=0.0)
Two = tuple[PlayerId, PlayerId]
Met = set[frozenset[PlayerId]]


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(2, 14), st.integers(0, 10**6))
@example(6, 1)
@example(20, 1)
def test_a_whole_tournament_never_gets_stuck(players: int, seed: int) -> None:
    """With a round for each other player, or for the bye: everybody then meets everybody."""
    rounds = players - 1 + players % 2
    tournament = RandomTournament(players, seed, STAYS)
    for number in range(1, rounds + 1):
        field = structs.replace(tournament.next_field(), rounds_after=rounds - number)
        found = pair(field)
        assert isinstance(found, Pairing)
        assert found.rounds_after == rounds - number
        tournament.play(found)


def test_without_a_look_ahead_some_tournament_gets_stuck() -> None:
    """Else the test above would prove nothing."""

    def is_stuck(seed: int) -> bool:
        tournament = RandomTournament(6, seed, STAYS)
        for _ in range(5):
            found = pair(tournament.next_field())
            if isinstance(found, NoPairing):
                return True
            tournament.play(found)
        return False

    assert any(is_stuck(seed) for seed in range(40))


def _pairings(players: tuple[PlayerId, ...], met: Met) -> Iterator[list[Two]]:
    """All pairings of players who have not met."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        if frozenset({first, other}) not in met:
            for rest in _pairings(tuple(each for each in others if each != other), met):
                yield [(first, other), *rest]


def _leaves(players: tuple[PlayerId, ...], met: Met, pairs: Iterable[Two], rounds: int) -> bool:
    """Whether some rounds more can be paired after one, by trying everything."""
    now = met | {frozenset(pair) for pair in pairs}
    return not rounds or any(
        _leaves(players, now, each, rounds - 1) for each in _pairings(players, now)
    )


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(0, 10**6))
@example(0)
@example(23)
def test_the_pairing_is_the_cheapest_that_leaves_the_later_rounds_possible(seed: int) -> None:
    """Six players, five rounds: all pairings are compared."""
    tournament = RandomTournament(6, seed, STAYS)
    for number in range(1, 6):
        field = structs.replace(tournament.next_field(), rounds_after=5 - number)
        found = pair(field)
        assert isinstance(found, Pairing)
        players = tuple(each.id for each in field.entrants)
        met = {frozenset({one.id, other}) for one in field.entrants for other in one.met}
        assert _leaves(players, met, [(p.first, p.second) for p in found.pairs], 5 - number)
        assert found.cost == min(
            cost_of(field, pairs, None)
            for pairs in _pairings(players, met)
            if _leaves(players, met, pairs, 5 - number)
        )
        assert found.proof is not Proof.NONE
        assert check_pairing(field, found) == []
        tournament.play(found)


@settings(max_examples=examples(60), deadline=None)
@given(fields(16), st.integers(0, 15))
def test_any_field_has_its_pairing_whatever_is_asked_of_later_rounds(
    field: Field, rounds: int
) -> None:
    """Where they cannot be promised, fewer are, and a pairing is found wherever there is one."""
    found = pair(structs.replace(field, rounds_after=rounds))
    plain = pair(field)
    assert isinstance(found, NoPairing) == isinstance(plain, NoPairing)
    if isinstance(found, NoPairing):
        return
    assert found.rounds_after <= rounds
    assert check_pairing(structs.replace(field, rounds_after=rounds), found) == []
    assert isinstance(plain, Pairing)
    assert found.cost >= plain.cost


TWO_TRIANGLES = (
    *(("Ana", "Ben"), ("Ana", "Cem"), ("Dia", "Eli")),
    *(("Dia", "Fay"), ("Ben", "Fay"), ("Cem", "Eli")),
)
"""After a round of Ana-Dia, Ben-Eli, Cem-Fay two groups of three are left, and no fourth round."""


def test_a_pair_says_that_it_is_for_the_sake_of_later_rounds() -> None:
    field = a_field((3, 2, 0, 3, 2, 0), TWO_TRIANGLES)
    short = pair(field)
    long = pair(structs.replace(field, rounds_after=1))
    assert isinstance(short, Pairing)
    assert isinstance(long, Pairing)
    assert (short.cost.spread, long.cost.spread) == (0, 2)
    assert long.proof is Proof.LOOK_AHEAD
    assert "no pairing that leaves the later rounds possible has smaller floats" in str(
        [each.reason for each in long.pairs]
    )


def test_where_as_many_rounds_cannot_be_some_are_promised() -> None:
    """Six players have five rounds at most."""
    found = pair(structs.replace(a_field((0,) * 6), rounds_after=9))
    assert isinstance(found, Pairing)
    assert found.rounds_after == 4


def test_a_large_field_is_bound_by_theory() -> None:
    """Nothing is searched: 100 players can meet in 50 rounds, whoever has met whom."""
    field = RandomTournament(100, 1, STAYS).next_field()
    promised = [pair(structs.replace(field, rounds_after=rounds)) for rounds in (49, 60)]
    assert [each.rounds_after for each in promised if isinstance(each, Pairing)] == [49, 49]
