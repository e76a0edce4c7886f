"""The witness: why no pairing has everybody, so that anyone can check it by counting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import structs

from duelmat_message import Text, listed, say
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.pairing.answer import NoPairing, Rule
from duelmat_tournament.pairing.blossom import bits, largest_matching
from duelmat_tournament.pairing.field import Field
from duelmat_tournament.pairing.graph import Graph, graph_of

_NAMED: Final = 12
"""The most players of a set that are named; the others are counted."""
_REMEDIES: Final = (
    (Rule.NO_REMATCH,),
    (Rule.NO_SECOND_BYE,),
    (Rule.NO_REMATCH, Rule.NO_SECOND_BYE),
)


def witness(field: Field, graph: Graph) -> NoPairing:
    """Return the proof that a graph without a matching of everybody has none.

    The components are made of the vertices that some largest matching misses, the separators are
    their neighbours (the theorem of Gallai and Edmonds).
    """
    adjacent = graph.adjacent()
    largest = largest_matching(adjacent)
    components = _components(adjacent, largest.outer)
    around = 0
    for vertex in bits(largest.outer):
        around |= adjacent[vertex]
    names: dict[PlayerId, str] = {each.id: each.name for each in field.entrants} | {
        NO_PLAYER: say("the bye")
    }

    def players(mask: int) -> tuple[PlayerId, ...]:
        ids = (graph.ids[vertex] for vertex in bits(mask))
        return tuple(sorted(ids, key=_bye_last))

    separators = players(around & ~largest.outer)
    sets = tuple(sorted(map(players, components), key=_smallest_first))
    return NoPairing(
        largest.unmatched,
        separators,
        sets,
        _sentence(separators, sets, names),
        _remedies(field),
    )


def _bye_last(player: PlayerId) -> tuple[bool, PlayerId]:
    return player == NO_PLAYER, player


def _smallest_first(players: tuple[PlayerId, ...]) -> tuple[int, tuple[bool, PlayerId]]:
    return len(players), _bye_last(players[0])


def _components(adjacent: Sequence[int], mask: int) -> list[int]:
    """Return the connected parts of some of the vertices, as bits."""
    parts = []
    while mask:
        part = edge = mask & -mask
        while edge:
            near = 0
            for vertex in bits(edge):
                near |= adjacent[vertex]
            edge = near & mask & ~part
            part |= edge
        parts.append(part)
        mask &= ~part
    return parts


def _remedies(field: Field) -> tuple[tuple[Rule, ...], ...]:
    """Return the smallest sets of rules without which there is a pairing."""
    found: list[tuple[Rule, ...]] = []
    for rules in _REMEDIES:
        if not any(set(smaller) <= set(rules) for smaller in found):
            without = structs.replace(
                field,
                allow_rematches=field.allow_rematches or Rule.NO_REMATCH in rules,
                allow_second_bye=field.allow_second_bye or Rule.NO_SECOND_BYE in rules,
            )
            if without != field and not largest_matching(graph_of(without).adjacent()).unmatched:
                found.append(rules)
    return tuple(found)


def _sentence(
    separators: tuple[PlayerId, ...],
    components: tuple[tuple[PlayerId, ...], ...],
    names: Mapping[PlayerId, str],
) -> Text:
    if not separators:
        return listed(_closed(components, names), " ")
    needed = _counted(separators, names)
    if all(len(each) == 1 for each in components):
        those = [player for component in components for player in component]
        sentence = say(
            "{those} can be paired only with {needed}.",
            those=_counted(those, names),
            needed=needed,
        )
    else:
        sentence = say(
            "In each of these {number} sets of odd size somebody can be paired only with "
            "{needed}: {sets}.",
            number=len(components),
            needed=needed,
            sets=listed((_listed(each, names) for each in components), ";"),
        )
    if NO_PLAYER in {*separators, *(player for each in components for player in each)}:
        bye = say("The bye counts as an opponent of those who have had none.")
        return listed((sentence, bye), " ")
    return sentence


def _counted(players: Sequence[PlayerId], names: Mapping[PlayerId, str]) -> Text:
    return say(
        "{players} ({number})",
        players=_listed(players, names),
        number=len(players),
    )


def _closed(
    components: tuple[tuple[PlayerId, ...], ...], names: Mapping[PlayerId, str]
) -> Iterator[Text]:
    """Yield the reasons why nobody of a component can be paired with anybody outside it."""
    alone = [each[0] for each in components if len(each) == 1]
    if NO_PLAYER in alone:
        yield say("Everybody has had a bye.")
        alone.remove(NO_PLAYER)
    if alone:
        yield say(
            "Nobody is left with whom {players} can be paired.", players=_listed(alone, names)
        )
    # The largest is the rest of the field: no news.
    for each in [each for each in components if len(each) > 1][:-1]:
        yield say(
            "{players} can be paired only with each other: {number} is odd.",
            players=_listed(each, names),
            number=len(each),
        )


def _listed(players: Iterable[PlayerId], names: Mapping[PlayerId, str]) -> Text:
    """Return the names of players as a phrase, which names only the first of many."""
    words = [names[player] for player in players]
    if len(words) > _NAMED:
        return say(
            "{players} and {number} more",
            players=listed(words[:_NAMED], ","),
            number=len(words) - _NAMED,
        )
    return listed(words)
