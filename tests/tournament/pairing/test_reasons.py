from __future__ import annotations

import fnmatch
from collections import Counter

import networkx as nx
import pytest
from hypothesis import given, settings

from duelmat_bench.tournament.exact import allowed_graph
from duelmat_bench.tournament.pairing import KINDS
from duelmat_bench.tournament.random_rounds import RandomTournament, rounds_of
from duelmat_tournament.names import PlayerId
from duelmat_tournament.pairing import (
    Entrant,
    Field,
    Float,
    Pairing,
    Proof,
    Reason,
    ReasonKind,
    pair,
)
from examples import examples
from tournament.pairing.made_fields import a_field, fields


class Told:
    """A pairing beside its field: whether what its reasons say is so, counted from the words."""

    def __init__(self, field: Field, found: Pairing) -> None:
        self.field = field
        self.found = found
        self.entrants = {each.id: each for each in field.entrants}
        self.points = {each.id: each.points for each in field.entrants}
        self.opponents: dict[PlayerId, PlayerId] = {}
        for each in found.pairs:
            self.opponents[each.first] = each.second
            self.opponents[each.second] = each.first

    def with_points(self, points: int) -> set[PlayerId]:
        return {player for player, each in self.points.items() if each == points}

    def is_floating_up(self, player: PlayerId) -> bool:
        other = self.opponents.get(player)
        return other is not None and self.points[other] > self.points[player]

    def is_floating(self, player: PlayerId) -> bool:
        other = self.opponents.get(player)
        return other is None or self.points[other] != self.points[player]

    def stay_over(self, players: set[PlayerId]) -> int:
        """How many of these are left if as many as possible meet each other, says networkx."""
        graph = allowed_graph(self.field).subgraph(players)
        return len(players) - 2 * len(nx.max_weight_matching(graph, maxcardinality=True))

    def check(self) -> Counter[ReasonKind]:
        """Hold everything against the field, and count the kinds."""
        for each in self.found.pairs:
            high, low = self.entrants[each.first], self.entrants[each.second]
            self.check_pair(each.facts, high, low)
            if high.points != low.points:
                self.check_float(each.facts, high, low)
        kinds = Counter(each.facts.kind for each in self.found.pairs)
        if self.found.bye is not None:
            self.check_bye(self.found.bye.facts, self.entrants[self.found.bye.player])
            kinds[self.found.bye.facts.kind] += 1
        return kinds

    def check_pair(self, facts: Reason, high: Entrant, low: Entrant) -> None:
        is_float = high.points != low.points
        assert (facts.kind is not ReasonKind.SAME_POINTS) == is_float
        assert (facts.points, facts.group) == (high.points, len(self.with_points(high.points)))
        assert facts.is_rematch == (low.id in high.met)
        is_team = high.team != "" and high.team == low.team
        assert facts.is_team == (is_team and self.field.keep_teammates_apart)
        assert facts.is_repeated_down == (is_float and high.last_float is Float.DOWN)
        assert facts.is_repeated_up == (is_float and low.last_float is Float.UP)

    def check_float(self, facts: Reason, high: Entrant, low: Entrant) -> None:
        group, lower, met = (
            self.with_points(high.points),
            self.with_points(low.points),
            {*high.met},
        )
        left = {player for player in group if not self.is_floating_up(player)}
        down = {player for player in left if self.is_floating(player)}
        scores = range(low.points + 1, high.points)
        between = {player for player, points in self.points.items() if points in scores}
        assert (facts.floated_up, facts.floated_down) == (len(group - left), len(down))
        assert (facts.lower_points, facts.lower_group) == (low.points, len(lower))
        assert (facts.choices, facts.lower_floated) == (
            len(lower - met),
            sum(map(self.is_floating, lower)),
        )
        assert (facts.between, facts.between_choices) == (len(between), len(between - met))
        match facts.kind:
            case ReasonKind.ALONE:
                assert group == {high.id}
            case ReasonKind.MET_ALL:
                assert group <= {*met, high.id}
            case ReasonKind.ODD:
                assert (len(left) % 2, len(down)) == (1, 1)
            case ReasonKind.BLOCKED:
                assert self.stay_over(left) == len(down)
            case ReasonKind.BLOCKED_BELOW:
                assert self.stay_over(lower) == facts.lower_floated
            case _:
                assert facts.is_proven == (self.found.proof is not Proof.NONE)

    def check_bye(self, facts: Reason, player: Entrant) -> None:
        fewer = [each for each in self.field.entrants if each.points < player.points]
        without = [each for each in fewer if not each.had_bye]
        assert (facts.fewer_points, facts.fewer_without_bye) == (len(fewer), len(without))
        assert facts.is_second_bye == player.had_bye
        assert (facts.kind is ReasonKind.BYE_LOWEST) == (player.had_bye or not without)


@settings(max_examples=examples(150))
@given(fields(16, may_give_up=True))
def test_all_reasons_are_true_in_any_field(field: Field) -> None:
    """Each fact is counted again from its words, with networkx for what can be paired."""
    found = pair(field)
    if isinstance(found, Pairing):
        Told(field, found).check()


def test_almost_every_float_of_a_tournament_has_a_reason_of_its_own() -> None:
    """The general one, that no pairing has smaller floats, is left for few."""
    kinds = Counter[ReasonKind]()
    for number, kind in enumerate(KINDS):
        tournament = RandomTournament(60, number, kind)
        for _ in range(rounds_of(60)):
            field = tournament.next_field()
            found = pair(field)
            assert isinstance(found, Pairing)
            kinds += Told(field, found).check()
            tournament.play(found)
    floats = kinds.total() - kinds[ReasonKind.SAME_POINTS]
    assert floats > 150
    assert kinds[ReasonKind.CHEAPEST] + kinds[ReasonKind.BYE_CHEAPEST] <= floats // 50


def reasons(field: Field) -> set[str]:
    found = pair(field)
    assert isinstance(found, Pairing)
    sentences = {each.reason for each in found.pairs}
    return sentences | ({found.bye.reason} if found.bye else set())


DOWN, UP = Float.DOWN, Float.UP


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        (a_field((9, 9)), "Both have 9 points."),
        (a_field((1, 1)), "Both have 1 point."),
        (
            a_field((9, 6)),
            "Ana (9 points) floats down: nobody else has 9 points; Ben is the only one with 6.",
        ),
        (
            a_field((9, 9, 9, 6, 6, 6, 6, 6), met=[("Ana", "Ben"), ("Ana", "Cem")]),
            (
                "Ana (9 points) floats down: Ana has met all others with 9 points; "
                "* is one of 5 with 6."
            ),
        ),
        (
            a_field(
                (9, 9, 9, 6, 6, 6),
                met=[("Ana", "Dia"), ("Ben", "Dia"), ("Cem", "Dia")],
                floats={"Ana": DOWN, "Ben": DOWN, "Fay": UP},
            ),
            (
                "Cem (9 points) floats down: 3 players have 9 points; "
                "Eli is one of 2 with 6 whom Cem has not met."
            ),
        ),
        (
            a_field((9, 6), floats={"Ana": DOWN, "Ben": UP}),
            (
                "Ana (9 points) floats down: nobody else has 9 points; Ben is the only one with "
                "6. Ana floated down in the last round too: that is avoided only where it makes "
                "no float larger. Ben floated up in the last round too: that is avoided only "
                "where it makes no float larger."
            ),
        ),
        (
            a_field((9, 6, 3, 3), met=[("Ana", "Ben"), ("Ana", "Cem")]),
            (
                "Ana (9 points) floats down: nobody else has 9 points; Ana has met all with "
                "points between; Dia is the only one with 3 whom Ana has not met."
            ),
        ),
        (
            a_field((9, 6, 6, 6), floats={"Ben": UP, "Cem": UP}, met=[("Ben", "Cem")]),
            (
                "Ana (9 points) floats down: nobody else has 9 points; Cem is one of 3 with 6. "
                "Cem floated up in the last round too: that is avoided only where it makes no "
                "float larger."
            ),
        ),
        (
            a_field((9, 6, 6, 3)),
            "Ana (9 points) floats down: nobody else has 9 points; * is one of 2 with 6.",
        ),
        (
            a_field((9, 9, 6, 6), met=[("Cem", "Dia")]),
            (
                "Ana (9 points) floats down: 2 players have 9 points, but none of the 2 with 6 "
                "can play each other; * is one of 2 with 6."
            ),
        ),
        (
            a_field((9, 9, 6, 0), met=[("Cem", "Dia")]),
            (
                "* (9 points) floats down: 2 players have 9 points, but the only one with 6 "
                "needs an opponent; Cem is the only one with 6."
            ),
        ),
        (
            a_field((9, 9, 6, 6, 6, 6), met=[("Cem", "Dia"), ("Cem", "Eli"), ("Cem", "Fay")]),
            (
                "Ana (9 points) floats down: 2 players have 9 points, but 2 of the 4 with 6 "
                "cannot be paired there; * is one of 4 with 6."
            ),
        ),
        (
            a_field((3, 3), met=[("Ana", "Ben")], allow_rematches=True),
            "Both have 3 points. They have met before: the organiser allowed rematches.",
        ),
        (
            a_field((3, 3), teams={"Ana": "X", "Ben": "X"}),
            (
                "Both have 3 points. They are of one team: teams are kept apart only where it "
                "costs no float."
            ),
        ),
        (a_field((3, 3, 0)), "Cem (0 points) has the bye: nobody has fewer points."),
        (
            a_field((3, 3, 0), had_bye=["Cem"], met=[("Ana", "Ben")]),
            "Ben (3 points) has the bye: all with fewer points have had one.",
        ),
        (
            a_field((3, 0, 0), had_bye=["Cem"]),
            "Ben (0 points) has the bye: nobody has fewer points; all others with 0 have had one.",
        ),
        (
            a_field((1, 0, 0, 0, 0), had_bye=["Cem"], floats={"Ben": DOWN, "Dia": DOWN}),
            (
                "Eli (0 points) has the bye: nobody has fewer points; "
                "Eli is one of 3 with 0 who have had none."
            ),
        ),
        (
            a_field((3, 0, 0), met=[("Ana", "Ben"), ("Ana", "Cem")]),
            "Ana (3 points) has the bye: no pairing of the round has smaller floats in all.",
        ),
        (
            a_field((3,), had_bye=["Ana"], allow_second_bye=True),
            "Ana (3 points) has a second bye: the organiser allowed it.",
        ),
        (
            a_field((3,), floats={"Ana": DOWN}),
            (
                "Ana (3 points) has the bye: nobody has fewer points. Ana floated down in the "
                "last round too: that is avoided only where it makes no float larger."
            ),
        ),
    ],
)
def test_people_read_why(field: Field, sentence: str) -> None:
    """A star stands for one of several whom chance takes."""
    assert fnmatch.filter(reasons(field), sentence), reasons(field)
