"""The view of the bracket: its parts round by round, and the places that it has given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from duelmat_hub.pages import views_known as known
from duelmat_message import Text, say
from duelmat_tournament.bracket import (
    BracketState,
    cut_rounds,
    is_decided,
    placed,
    state_of,
)
from duelmat_tournament.bracket_plan import Part, Planned
from duelmat_tournament.event import Event, Match, Step
from duelmat_tournament.names import PlayerId
from duelmat_tournament.policy import FirstPlayer


class Side(Struct, frozen=True):
    """One side of a match in the bracket."""

    seed: int = 0
    name: str = ""
    """Empty while it is open who comes."""
    duels: int | None = None
    """Duels won; None while there is no result."""
    is_winner: bool = False


class BracketMatch(Struct, frozen=True):
    """A match of the bracket."""

    table: int
    """0 before it is published."""
    first: Side
    second: Side
    label: str = ""
    """The purpose of the match where its round has others; empty: all have the same."""


class BracketRound(Struct, frozen=True):
    """The matches of a round that belong to one part of the bracket."""

    title: str
    number: int
    """The event's number of the round; 0 before it is published."""
    matches: tuple[BracketMatch, ...]


class BracketPart(Struct, frozen=True):
    """A part of the bracket: all of it, or that of the winners or the losers."""

    title: str
    """Empty where there is but one."""
    rounds: tuple[BracketRound, ...]


class Place(Struct, frozen=True):
    """A place of the bracket, shared by players who went out in the same round."""

    words: str
    """`1st`, `3rd and 4th`."""
    names: tuple[str, ...]


class BracketView(Struct, frozen=True):
    """The bracket from its first round to its winner."""

    title: str
    """The cut, or the format of an event that is a bracket as a whole."""
    first: str
    """A sentence that says who chooses the first player."""
    parts: tuple[BracketPart, ...]
    places: tuple[Place, ...]


def bracket_view(event: Event) -> BracketView | None:
    """Return the bracket; None before it is seeded."""
    if not event.seeds:
        return None
    last = event.round
    if last is not None and last.step is Step.PAIRED:  # only the staff see it
        event = replace(event, rounds=event.rounds[:-1])
    parts: list[tuple[str, set[Part]]]
    if event.policy.bracket.is_double:
        winners = {Part.WINNERS, Part.GRAND_FINAL, Part.RESET}
        parts = [(say("Winners' bracket"), winners), (say("Losers' bracket"), {Part.LOSERS})]
    else:
        parts = [("", {Part.WINNERS, Part.FINAL, Part.THIRD})]
    shown = (BracketPart(title, tuple(_rounds(event, kinds))) for title, kinds in parts)
    first = _FIRST_WORDS[event.policy.cut_first]
    rounds = tuple(each for each in shown if each.rounds)
    return BracketView(bracket_name(event), first, rounds, tuple(_places(event)))


def bracket_name(event: Event) -> Text:
    """Return "The cut", or the format of an event that is a bracket as a whole."""
    if event.swiss_rounds:
        return say("The cut")
    if event.policy.bracket.is_double:
        return say("Double elimination")
    return say("Single elimination")


_FIRST_WORDS: Final = {
    FirstPlayer.DRAWN: say("Chance decides who chooses who goes first."),
    FirstPlayer.HIGHER_SEED: say("In each match the better seed chooses who goes first."),
}


def _rounds(event: Event, parts: Iterable[Part]) -> Iterator[BracketRound]:
    """Yield the rounds of the bracket that have matches of these parts."""
    state, held = state_of(event), cut_rounds(event)
    for at, there in enumerate(state.rounds):
        matches = tuple(_match(event, state, each) for each in there if each.part in parts)
        if matches:
            number = held[at].number if at < len(held) else 0
            yield BracketRound(known.bracket_title(event, at, is_short=True), number, matches)


def _match(event: Event, state: BracketState, planned: Planned) -> BracketMatch:
    match = state.matches.get(planned.number)
    winner = state.winner(planned.number)
    first, second = (
        _side(event, match, state.player(each), winner) for each in (planned.first, planned.second)
    )
    label = say("For the 3rd place") if planned.part is Part.THIRD else ""
    return BracketMatch(match.table if match else 0, first, second, label)


def _side(
    event: Event, match: Match | None, player: PlayerId | None, winner: PlayerId | None
) -> Side:
    if player is None:
        return Side()
    duels = None
    if match is not None and match.result is not None:
        result = match.result
        duels = result.first_won if player == match.first else result.second_won
    seed = event.seeds.index(player) + 1
    return Side(seed, event.name_of(player), duels, player == winner)


def _places(event: Event) -> Iterator[Place]:
    for words, players in places_in_cut(event):
        yield Place(words, tuple(event.name_of(each) for each in players))


def places_in_cut(event: Event) -> Iterator[tuple[str, Sequence[PlayerId]]]:
    """Yield the places of the cut and their players, the best first, once there is a winner."""
    before = 0
    for players in placed(event) if is_decided(event) else ():
        last = before + len(players)
        one = len(players) == 1
        yield (
            ordinal(last)
            if one
            else say("{first} to {last}", first=ordinal(before + 1), last=ordinal(last)),
            players,
        )
        before = last


def ordinal(number: int) -> Text:
    """Return `1st`, `2nd`, `3rd`, `4th`."""
    if number % 100 in (11, 12, 13):
        return say("{number}th", number=number)
    match number % 10:
        case 1:
            return say("{number}st", number=number)
        case 2:
            return say("{number}nd", number=number)
        case 3:
            return say("{number}rd", number=number)
        case _:
            return say("{number}th", number=number)
