"""The pairing of a round: from a field to pairs with reasons, or to the proof of none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.pairing import look_ahead
from duelmat_tournament.pairing.answer import Bye, NoPairing, Pair, Pairing, Proof
from duelmat_tournament.pairing.facts import PairedRound
from duelmat_tournament.pairing.field import Field, check_field
from duelmat_tournament.pairing.graph import Graph, Matching, graph_of
from duelmat_tournament.pairing.reasons import bye_sentence, pair_sentence
from duelmat_tournament.pairing.search import EXACT_UP_TO, WIDEST, cheapest_pairing
from duelmat_tournament.pairing.witness import witness


def pair(
    field: Field, *, exact_up_to: int = EXACT_UP_TO, widest_window: int = WIDEST
) -> Pairing | NoPairing:
    """Return the cheapest pairing of a field, or the proof that it has none.

    It leaves the rounds possible that the field has after this one, or as many as there can be.

    Args:
        field: the players; the same field gives the same answer to the byte, in any order.
        exact_up_to: up to so many entrants, the whole field is matched at once.
        widest_window: a part of the field that is matched exactly has so many players at most.

    Raises:
        BrokenFieldError: the field contradicts itself.

    """
    check_field(field)
    graph = graph_of(field)
    cheapest = cheapest_pairing(graph, exact_up_to, widest_window)
    if cheapest is None:
        return witness(field, graph)
    found, rounds_after = look_ahead.leave_rounds(graph, cheapest, field.rounds_after)
    pairs, bye = _in_order(graph, found.matching, by_first=field.orders_by_first)
    held = PairedRound(field, pairs, bye, found.proof)
    return Pairing(
        tuple(with_reason(held, *each) for each in pairs),
        None if bye is None else bye_with_reason(held, bye),
        graph.scale.cost_of(found.weight),
        graph.scale.cost_of(found.bound),
        found.proof,
        rounds_after,
    )


def later_rounds(
    field: Field, pairs: Sequence[tuple[PlayerId, PlayerId]], bye: PlayerId | None
) -> int:
    """Return the number of later rounds that a pairing of everybody leaves possible."""
    graph = graph_of(field)
    place = {player: vertex for vertex, player in enumerate(graph.ids)}
    met = [*pairs, *([] if bye is None else [(bye, NO_PLAYER)])]
    matching = [(place[one], place[other]) for one, other in met]
    return look_ahead.later_rounds(graph, matching, field.rounds_after)


def _in_order(
    graph: Graph, matching: Matching, *, by_first: bool
) -> tuple[list[tuple[PlayerId, PlayerId]], PlayerId | None]:
    """Return the pairs from the top, and the player with the bye.

    Vertices are numbered by points, then by chance.
    """
    ordered = sorted(matching)
    if not by_first:
        ordered.sort(key=lambda pair: (graph.group[pair[0]], graph.group[pair[1]]))
    pairs = [(graph.ids[u], graph.ids[v]) for u, v in ordered if v != graph.bye]
    byes = [graph.ids[u] for u, v in matching if v == graph.bye]
    return pairs, byes[0] if byes else None


def with_reason(held: PairedRound, first: PlayerId, second: PlayerId) -> Pair:
    """Return a pair of a round with its reason."""
    high, low = held.entrants[first], held.entrants[second]
    facts = held.of_pair(high, low)
    return Pair(first, second, pair_sentence(facts, high.name, low.name), facts)


def bye_with_reason(held: PairedRound, player: PlayerId) -> Bye:
    """Return the bye of a round with its reason."""
    facts = held.of_bye(held.entrants[player])
    return Bye(player, bye_sentence(facts, held.entrants[player].name), facts)


def reasons(
    field: Field,
    pairs: Sequence[tuple[PlayerId, PlayerId]],
    bye: PlayerId | None,
    proof: Proof,
) -> Iterator[str]:
    """Yield the reasons of a round that was paired: of its pairs, and of its bye."""
    held = PairedRound(field, pairs, bye, proof)
    for each in pairs:
        yield with_reason(held, *each).reason
    if bye is not None:
        yield bye_with_reason(held, bye).reason
