"""The check of a pairing, whoever made it: what it costs, and everything that is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from duelmat_message import Text, say
from duelmat_tournament.names import PlayerId
from duelmat_tournament.pairing.answer import NoPairing, Pairing, Proof
from duelmat_tournament.pairing.cost import Cost
from duelmat_tournament.pairing.facts import PairedRound
from duelmat_tournament.pairing.field import Entrant, Field, Float, check_field
from duelmat_tournament.pairing.round_pairing import bye_with_reason, pair, with_reason


def cost_of(
    field: Field, pairs: Iterable[tuple[PlayerId, PlayerId]], bye: PlayerId | None
) -> Cost:
    """Calculate the cost of a pairing of everybody in a field.

    Rematches and a second bye count as given up, whether they are allowed or not.
    """
    entrants = {each.id: each for each in field.entrants}
    scores = sorted({each.points for each in field.entrants}, reverse=True)
    group = {points: place for place, points in enumerate(scores)}
    given_up = spread = repeated = teammates = 0
    for one, other in pairs:
        high, low = sorted((entrants[one], entrants[other]), key=lambda each: -each.points)
        given_up += low.id in high.met
        teammates += _are_kept_apart(field, high, low)
        if high.points > low.points:
            spread += (group[low.points] - group[high.points]) ** 2
            repeated += (high.last_float is Float.DOWN) + (low.last_float is Float.UP)
    if bye is not None:
        given_up += entrants[bye].had_bye
        spread += (len(scores) - group[entrants[bye].points]) ** 2
        repeated += entrants[bye].last_float is Float.DOWN
    return Cost(given_up, spread, repeated, teammates)


def _are_kept_apart(field: Field, one: Entrant, other: Entrant) -> bool:
    return field.keep_teammates_apart and bool(one.team) and one.team == other.team


def check_pairing(field: Field, pairing: Pairing) -> list[Text]:
    """Return a sentence for each fault of a pairing: forbidden, unproven or badly explained.

    The cost is counted again, and the field paired again to see whether a pairing costs less.

    Raises:
        BrokenFieldError: the field contradicts itself.

    """
    check_field(field)
    faults = list(_missing(field, pairing))
    if faults:
        return faults
    return [*_broken_rules(field, pairing), *_wrong_cost(field, pairing), *_untrue(field, pairing)]


def _missing(field: Field, pairing: Pairing) -> Iterator[Text]:
    """Yield the reasons why the pairing cannot be one of this field at all."""
    seats = [player for each in pairing.pairs for player in (each.first, each.second)]
    seats += [] if pairing.bye is None else [pairing.bye.player]
    expected = {each.id for each in field.entrants}
    for player, times in sorted(Counter(seats).items()):
        if player not in expected:
            yield say("Player {player} is paired, but not in the field.", player=player)
        elif times > 1:
            yield say("Player {player} is paired {times} times.", player=player, times=times)
    for player in sorted(expected - set(seats)):
        yield say("Player {player} is not paired.", player=player)


def _broken_rules(field: Field, pairing: Pairing) -> Iterator[Text]:
    entrants = {each.id: each for each in field.entrants}
    before: int | None = None
    for each in pairing.pairs:
        first, second = entrants[each.first], entrants[each.second]
        ids = {"first": first.id, "second": second.id}
        if second.id in first.met and not field.allow_rematches:
            yield say("Players {first} and {second} have met before.", **ids)
        if first.points < second.points:
            yield say("Player {first} comes before {second}, who has more points.", **ids)
        if before is not None and first.points > before:
            yield say("Player {player} comes after players with fewer points.", player=first.id)
        before = first.points
    bye = pairing.bye
    if bye is not None and entrants[bye.player].had_bye and not field.allow_second_bye:
        yield say("Player {player} has had a bye before.", player=bye.player)


def _wrong_cost(field: Field, pairing: Pairing) -> Iterator[Text]:
    pairs = [(each.first, each.second) for each in pairing.pairs]
    cost = cost_of(field, pairs, None if pairing.bye is None else pairing.bye.player)
    if pairing.cost != cost:
        yield say("It costs {cost}, not {other}.", cost=cost, other=pairing.cost)
    again = pair(field)
    if isinstance(again, NoPairing):
        return
    if again.cost < cost:
        yield say("It costs {cost}; another pairing costs {other}.", cost=cost, other=again.cost)
    if pairing.bound > again.cost:
        yield say(
            "Its bound is {bound}; another pairing costs {other}.",
            bound=pairing.bound,
            other=again.cost,
        )
    if pairing.proof is not Proof.NONE and pairing.bound != pairing.cost:
        yield say(
            "Its proof needs a bound of {cost}, not {bound}.",
            cost=pairing.cost,
            bound=pairing.bound,
        )


def _untrue(field: Field, pairing: Pairing) -> Iterator[Text]:
    """Yield a sentence for each untrue reason."""
    pairs = [(each.first, each.second) for each in pairing.pairs]
    bye = pairing.bye
    held = PairedRound(field, pairs, None if bye is None else bye.player, pairing.proof)
    for each in pairing.pairs:
        expected = with_reason(held, each.first, each.second)
        if each != expected:
            yield say(
                "The reason of players {first} and {second} is {reason!r}; so it is: "
                "{expected!r}.",
                first=each.first,
                second=each.second,
                reason=each.reason,
                expected=expected.reason,
            )
    if bye is not None and bye != bye_with_reason(held, bye.player):
        expected_bye = bye_with_reason(held, bye.player)
        yield say(
            "The reason of the bye is {reason!r}; so it is: {expected!r}.",
            reason=bye.reason,
            expected=expected_bye.reason,
        )
