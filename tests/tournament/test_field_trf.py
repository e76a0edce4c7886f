"""FIDE's report files (TRF16): whole tournaments are written as such, read, and paired."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest

from command_line import duelmat
from duelmat_files.errors import BrokenFileError
from duelmat_hub.cli.field_file import field_of, parse_field
from duelmat_tournament.names import NO_PLAYER
from duelmat_tournament.pairing import Field, Float, Pairing, pair


class FideTournament:
    """A tournament whose state is nothing but the report file's lines."""

    def __init__(self, players: int, rounds: int, seed: int) -> None:
        self.chance = random.Random(f"{players} {seed}")
        self.rounds = rounds
        self.lines: list[list[tuple[int, str, str]]] = [[] for _ in range(players)]

    def text(self) -> str:
        """Return the report file: columns as FIDE's handbook C.04.A appendix 2 has them."""
        gained = {"1": 2, "U": 2, "F": 2, "=": 1, "H": 1}
        head = ["012 Harbour Open", f"062 {len(self.lines)}", f"XXR {self.rounds}"]
        for at, games in enumerate(self.lines, start=1):
            points = sum(gained.get(sign, 0) for *_, sign in games) / 2
            cells = "".join(
                f"  {other or '0000':>4} {colour} {sign}" for other, colour, sign in games
            )
            name = f"Player{at:03}, Pat"
            rating = self.chance.randrange(1000, 2800)
            head.append(
                f"001 {at:>4} m    {name:<33} {rating:>4} FRA {at:>11} 1990/01/01 {points:>4.1f} "
                f"{at:>4}{cells}"
            )
        return "\n".join(head) + "\n"

    def play(self, found: Pairing) -> None:
        for each in found.pairs:
            first, second = self.chance.choice(("10", "01", "=="))
            self.lines[each.first - 1].append((each.second, "w", first))
            self.lines[each.second - 1].append((each.first, "b", second))
        if found.bye is not None:
            self.lines[found.bye.player - 1].append((0, "-", "U"))

    def leave_out(self, share: float) -> None:
        """Some say ahead that they are not there in the next round: half a point or none."""
        for games in self.lines:
            if self.chance.random() < share:
                games.append((0, "-", self.chance.choice("HZ")))


def paired(tournament: FideTournament) -> tuple[Field, Pairing]:
    """Read the report file, and pair the next round."""
    field = field_of(parse_field(tournament.text().encode(), "open.trf"))
    found = pair(field)
    assert isinstance(found, Pairing)
    return field, found


def by_networkx(field: Field) -> int:
    """Return the least sum of floats, in groups of points and squared, of a matching."""
    entrants = field.entrants
    scores = sorted({each.points for each in entrants}, reverse=True)
    group = {points: at for at, points in enumerate(scores)}
    graph: nx.Graph[int] = nx.Graph()
    for one, other in combinations(entrants, 2):
        if other.id not in one.met:
            apart = group[one.points] - group[other.points]
            graph.add_edge(one.id, other.id, weight=-apart * apart)
    if len(entrants) % 2:
        for each in entrants:
            if not each.had_bye:
                apart = len(scores) - group[each.points]
                graph.add_edge(each.id, NO_PLAYER, weight=-apart * apart)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    found: int = sum(graph.edges[edge]["weight"] for edge in matching)
    return -found


@pytest.mark.parametrize(
    ("players", "rounds"), [(60, 6), pytest.param(180, 9, marks=pytest.mark.long)]
)
def test_no_independent_matching_has_smaller_floats_and_nobody_meets_twice(
    players: int, rounds: int
) -> None:
    tournament = FideTournament(players, rounds, 7)
    met: set[frozenset[int]] = set()
    for number in range(1, rounds + 1):
        tournament.leave_out(0.03 if number > 1 else 0.0)
        field, found = paired(tournament)
        assert (field.round, field.rounds_after) == (number, rounds - number)
        now = {frozenset((each.first, each.second)) for each in found.pairs}
        assert not now & met
        met |= now
        assert found.cost.spread <= by_networkx(field)
        tournament.play(found)


def test_the_command_pairs_a_report_file(tmp_path: Path) -> None:
    tournament = FideTournament(6, 5, 1)
    path = tmp_path / "open.trf"
    for number in range(1, 6):
        path.write_text(tournament.text(), encoding="utf-8")
        told = duelmat("event", "pair", path)
        assert told.exit_code == 0
        assert f"Round {number}: 6 players, 3 tables" in told.stdout
        tournament.play(paired(tournament)[1])


ONE = "001    1 m    Ana                               1500 FRA           1 1990/01/01  1.5    1"
TWO = "001    2 m    Ben                               1500 FRA           2 1990/01/01  1.0    2"
THREE = TWO.replace("   2 m", "   3 m").replace("Ben", "Cem")
FOUR = TWO.replace("   2 m", "   4 m").replace("Ben", "Dia")


def test_results_become_what_pairing_needs() -> None:
    """Half points count double; a forfeit is no meeting; who has a bye ahead is left out."""
    text = "\n".join(
        [
            f"{ONE}     2 w 1     3 b =",
            f"{TWO}     1 b 0  0000 - U",
            f"{THREE}     4 w +     1 w =",
            f"{FOUR}     3 b -  0000 - H  0000 - Z",
        ]
    )
    field = field_of(parse_field(text.encode(), "-"))
    assert field.round == 3
    ana, ben, cem = field.entrants
    assert (ana.points, ana.met, ana.had_bye, ana.last_float) == (3, (2, 3), False, Float.NONE)
    assert (ben.points, ben.met, ben.had_bye, ben.last_float) == (2, (1,), True, Float.DOWN)
    assert (cem.met, cem.had_bye) == ((1,), True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (ONE.replace(" 1.5 ", " 1.x "), "line 1, points: expected a whole number"),
        (ONE.replace("001    1", "001     "), "line 1, id"),
        (ONE.replace("Ana", "   "), "line 1, name"),
        (f"{ONE}     2 w 1\n{TWO}", "line 2, met: expected 1 among them"),
        (f"{ONE}\n{ONE}", "line 2, id: expected a number that nobody else has"),
        ("012 No player at all", "line 1: expected a list of 1 to 4,096, got one of 0"),
    ],
)
def test_a_broken_line_is_refused_with_its_number(line: str, said: str) -> None:
    with pytest.raises(BrokenFileError) as broken:
        parse_field(line.encode(), "open.trf")
    assert said in str(broken.value)
