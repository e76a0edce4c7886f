from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from duelmat_bench.tournament.exact import exact_cost, is_possible
from duelmat_bench.tournament.pairing import KINDS, measure, small_states
from duelmat_bench.tournament.random_rounds import Chances, RandomTournament, rounds_of
from duelmat_bench.tournament.rival import swisspair_pairing
from duelmat_tournament.pairing import (
    Cost,
    Field,
    NoPairing,
    Pairing,
    Proof,
    Rule,
    check_pairing,
    cost_of,
    pair,
)
from examples import examples
from tournament.pairing.made_fields import a_field, fields

GOLDEN = Path(__file__).with_name("golden.json")


def encoded(found: Pairing | NoPairing) -> bytes:
    return msgspec.json.encode(found, enc_hook=str)


def paired(field: Field) -> Pairing:
    found = pair(field)
    assert isinstance(found, Pairing)
    return found


def is_complete(field: Field, found: Pairing) -> bool:
    """Whether everybody is there once, and the bye is the one that is left."""
    seats = Counter(player for each in found.pairs for player in (each.first, each.second))
    if found.bye is not None:
        seats[found.bye.player] += 1
    return seats == Counter(each.id for each in field.entrants)


@settings(max_examples=examples(150))
@given(fields(20))
def test_everybody_is_paired_without_rematch_or_second_bye_where_that_is_possible(
    field: Field,
) -> None:
    """Whether it is possible, networkx says."""
    found = pair(field)
    assert isinstance(found, Pairing) == is_possible(field)
    if isinstance(found, NoPairing):
        return
    assert is_complete(field, found)
    entrants = {each.id: each for each in field.entrants}
    assert not any(each.second in entrants[each.first].met for each in found.pairs)
    assert found.bye is None or not entrants[found.bye.player].had_bye
    assert found.cost.given_up == 0


def test_the_cost_is_the_least_that_networkx_finds() -> None:
    """In states of random tournaments of up to 64 players; `duelmat bench pairing` has 1,000."""
    for field in islice(small_states(7), 40):
        found = pair(field)
        ours = None if isinstance(found, NoPairing) else found.cost
        assert ours == exact_cost(field)


@pytest.mark.parametrize("kind", KINDS)
def test_whole_tournaments_are_paired_with_proof(kind: Chances) -> None:
    """Rounds of 150 players: everything that the check looks at is in order."""
    tournament = RandomTournament(150, 3, kind)
    for _ in range(rounds_of(150)):
        field = tournament.next_field()
        found = paired(field)
        assert found.proof is not Proof.NONE
        assert check_pairing(field, found) == []
        tournament.play(found)


def test_swisspair_is_never_cheaper() -> None:
    for players in (33, 90, 300):
        tournament = RandomTournament(players, 11, KINDS[1])
        for _ in range(rounds_of(players)):
            field = tournament.next_field()
            found = paired(field)
            rival = swisspair_pairing(field)
            assert found.cost <= cost_of(field, rival.pairs, rival.bye)
            tournament.play(found)


@given(st.integers(2, 24), st.integers(0, 10**6))
def test_up_to_half_as_many_rounds_as_players_there_is_a_pairing(players: int, seed: int) -> None:
    """Dirac's theorem: n players, each of whom may still meet n / 2 others or more."""
    tournament = RandomTournament(players, seed, Chances(drop=0.0, late=0.0))
    for _ in range(players // 2):
        tournament.play(paired(tournament.next_field()))


@settings(max_examples=examples(100))
@given(fields(14), st.booleans(), st.booleans())
def test_rules_that_are_given_up_are_broken_as_little_as_possible(
    field: Field, rematches: bool, byes: bool
) -> None:
    """With the remedies of the proof there is a pairing, and nobody's breaks the rules less."""
    found = pair(field)
    allowed = structs.replace(field, allow_rematches=rematches, allow_second_bye=byes)
    again = pair(allowed)
    if isinstance(found, Pairing):
        assert isinstance(again, Pairing)
        assert again.cost == found.cost
        return
    rules = {rule for rule, given in zip(Rule, (rematches, byes), strict=True) if given}
    assert isinstance(again, Pairing) == any(set(each) <= rules for each in found.remedies)
    if isinstance(again, Pairing):
        assert again.cost.given_up > 0
        assert again.cost == exact_cost(allowed)


def test_a_repeated_float_and_teammates_are_avoided_where_that_costs_no_float() -> None:
    """Each line of the cost decides only among pairings that are equal in those before it."""
    teams = dict.fromkeys(("Ana", "Ben"), "X") | dict.fromkeys(("Cem", "Dia"), "Y")
    assert paired(a_field((0, 0, 0, 0), teams=teams)).cost == Cost()
    assert paired(a_field((3, 3, 0, 0), teams=teams)).cost == Cost(teammates=2)


@pytest.mark.parametrize("share", [0.55, 1.0])
def test_a_team_that_is_most_of_the_field_takes_no_time_and_leaves_a_proof(share: float) -> None:
    """The least number of pairs of teammates follows from counting the others."""
    chance = random.Random(5)
    tournament = RandomTournament(600, 5)
    for player in tournament.players.values():
        player.team = "X" if chance.random() < share else "Y"
    field = structs.replace(tournament.next_field(), keep_teammates_apart=True)
    found = paired(field)
    of_team = sum(each.team == "X" for each in field.entrants)
    assert found.cost.teammates == of_team - 300
    assert found.proof is Proof.PARITY_BOUND


@given(fields(24), st.integers(0, 1 << 64).map(random.Random))
def test_the_order_of_the_entrants_changes_nothing(field: Field, chance: random.Random) -> None:
    entrants = list(field.entrants)
    chance.shuffle(entrants)
    mixed = structs.replace(
        field,
        entrants=tuple(
            structs.replace(each, met=tuple(chance.sample(each.met, len(each.met))))
            for each in entrants
        ),
    )
    assert encoded(pair(mixed)) == encoded(pair(field))


def test_another_seed_or_round_is_another_pairing() -> None:
    field = a_field((3,) * 6 + (0,) * 6)
    pairs = {
        tuple((each.first, each.second) for each in paired(other).pairs)
        for seed in range(5)
        for other in (
            structs.replace(field, seed=f"s{seed}"),
            structs.replace(field, round=field.round + seed),
        )
    }
    assert len(pairs) > 5


def test_equal_pairings_are_drawn_evenly() -> None:
    """Each of the three pairings of four equal players comes in about a third of the rounds."""
    field = a_field((0, 0, 0, 0))
    for exact_up_to in (0, 32):
        drawn = Counter[int]()
        for seed in range(600):
            found = pair(structs.replace(field, seed=str(seed)), exact_up_to=exact_up_to)
            assert isinstance(found, Pairing)
            ana = next(each for each in found.pairs if 1 in {each.first, each.second})
            drawn[ana.first + ana.second] += 1
        assert all(140 < times < 260 for times in drawn.values()), drawn


WRITE = """
import sys, msgspec
from duelmat_bench.tournament.random_rounds import RandomTournament
from duelmat_tournament.pairing import pair
tournament = RandomTournament(120, 2)
for _ in range(8):
    found = pair(tournament.next_field())
    sys.stdout.buffer.write(msgspec.json.encode(found, enc_hook=str))
    tournament.play(found)
"""


def test_every_process_pairs_alike() -> None:
    """To the byte, whatever order Python's sets have."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", WRITE],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in (0, 1, 2)
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 10_000


def test_a_recorded_pairing_is_made_again_to_the_byte() -> None:
    """The events of last year are checked by the program of today: by the order of pairs then."""
    golden = msgspec.json.decode(GOLDEN.read_bytes(), type=dict[str, msgspec.Raw])
    field = msgspec.json.decode(golden["field"], type=Field)
    field = structs.replace(field, orders_by_first=True)
    assert encoded(pair(field)) == bytes(golden["pairing"])


def test_pairs_come_from_the_top_the_higher_player_first() -> None:
    tournament = RandomTournament(41, 9)
    for _ in range(5):
        field = tournament.next_field()
        found = paired(field)
        points = {each.id: each.points for each in field.entrants}
        firsts = [points[each.first] for each in found.pairs]
        assert firsts == sorted(firsts, reverse=True)
        assert all(points[each.first] >= points[each.second] for each in found.pairs)
        tournament.play(found)


@pytest.mark.parametrize(("points", "bye"), [((), None), ((4,), 1)])
def test_nobody_and_one_player_are_paired(points: tuple[int, ...], bye: int | None) -> None:
    found = paired(a_field(points))
    assert found.pairs == ()
    assert (found.bye and found.bye.player) == bye
    assert found.proof is Proof.PARITY_BOUND


def test_the_bench_prints_these_figures() -> None:
    """A small one: nothing that it counts as wrong may be there."""
    figures = measure({20: 2}, states=5)
    assert figures["exact_states"] == {"states": 5, "largest": 64, "equal": 5}
    twenty = figures["20"]
    wrong = ("rematches", "second_byes", "costlier_than_swisspair", "without_pairing")
    assert [twenty[name] for name in wrong] == [0, 0, 0, 0]
    assert twenty["proven_share"] == 1.0
    assert twenty["rounds"] == 2 * rounds_of(20)
