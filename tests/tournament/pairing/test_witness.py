from __future__ import annotations

import networkx as nx
import pytest
from hypothesis import given, settings
from msgspec import structs

from duelmat_bench.tournament.exact import allowed_graph
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.pairing import Entrant, Field, NoPairing, Rule, pair
from examples import examples
from tournament.pairing.made_fields import NAMES, a_field, fields

REMATCH = (Rule.NO_REMATCH,)
SECOND_BYE = (Rule.NO_SECOND_BYE,)


def check_witness(field: Field, proof: NoPairing) -> None:
    """Count as Tutte and Berge do, on a graph that networkx has made."""
    graph = allowed_graph(field)
    graph.remove_nodes_from(proof.separators)
    odd = {frozenset(part) for part in nx.connected_components(graph) if len(part) % 2}
    assert {frozenset(each) for each in proof.components} == odd
    assert len(proof.components) == len(odd)
    assert proof.unserved == len(odd) - len(proof.separators) > 0


@settings(max_examples=examples(300))
@given(fields(12, may_give_up=True))
def test_where_there_is_no_pairing_the_witness_proves_it(field: Field) -> None:
    """Take the separators away: more components of odd size are left than there were."""
    proof = pair(field)
    if isinstance(proof, NoPairing):
        check_witness(field, proof)
        assert proof.remedies
        assert proof.sentence


@pytest.mark.parametrize("players", [40, 150])
def test_a_large_field_has_a_witness_too(players: int) -> None:
    """One player has met everybody; nothing else is wrong."""
    field = a_large_field(players)
    proof = pair(field)
    assert isinstance(proof, NoPairing)
    check_witness(field, proof)
    assert proof.components[0] == (1,)
    assert proof.remedies == (REMATCH,)


def a_large_field(players: int) -> Field:
    made = a_field((3,))
    hermit = made.entrants[0]
    others = tuple(
        Entrant(PlayerId(number), f"P{number}", number % 7, (hermit.id,))
        for number in range(2, players + 1)
    )
    hermit = structs.replace(hermit, met=tuple(each.id for each in others))
    return structs.replace(made, entrants=(hermit, *others))


def all_of(names: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(one, other) for at, one in enumerate(names) for other in names[:at]]


@pytest.mark.parametrize(
    ("field", "sentence", "remedies"),
    [
        (
            a_field((0, 0), met=[("Ana", "Ben")]),
            "Nobody is left with whom Ana and Ben can be paired.",
            (REMATCH,),
        ),
        (
            a_field((3, 0, 0, 0), met=[("Ana", each) for each in NAMES[1:4]]),
            "Nobody is left with whom Ana can be paired.",
            (REMATCH,),
        ),
        (
            a_field((3, 0, 0), had_bye=NAMES[:3]),
            "Everybody has had a bye.",
            (SECOND_BYE,),
        ),
        (
            a_field((3, 0, 0, 0, 0, 0), met=all_of(NAMES[:4])),
            "Ana, Ben, Cem and Dia (4) can be paired only with Eli and Fay (2).",
            (REMATCH,),
        ),
        (
            a_field((3, 0, 0), had_bye=NAMES[:2], met=[("Ana", "Ben")]),
            (
                "Ana, Ben and the bye (3) can be paired only with Cem (1). "
                "The bye counts as an opponent of those who have had none."
            ),
            (REMATCH, SECOND_BYE),
        ),
        (
            a_field((0,) * 6, met=[(one, other) for one in NAMES[:3] for other in NAMES[3:6]]),
            "Ana, Ben and Cem can be paired only with each other: 3 is odd.",
            (REMATCH,),
        ),
        (
            a_field((0,), had_bye=["Ana"]),
            "Everybody has had a bye. Nobody is left with whom Ana can be paired.",
            (SECOND_BYE,),
        ),
        (
            a_field((0,) * 3, had_bye=NAMES[:3], met=all_of(NAMES[:3])),
            "Everybody has had a bye. Nobody is left with whom Ana, Ben and Cem can be paired.",
            ((Rule.NO_REMATCH, Rule.NO_SECOND_BYE),),
        ),
    ],
)
def test_the_sentence_names_who_cannot_be_served(
    field: Field, sentence: str, remedies: tuple[tuple[Rule, ...], ...]
) -> None:
    """And which rules to give up: the smallest sets, each of which is enough."""
    proof = pair(field)
    assert isinstance(proof, NoPairing)
    assert (proof.sentence, proof.remedies) == (sentence, remedies)
    assert NO_PLAYER not in {each.id for each in field.entrants}
    check_witness(field, proof)
