"""The players who are to be paired, as a value, and everything that may be wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from duelmat_message import say
from duelmat_tournament.names import PlayerId, RoundNumber


class Float(Enum):
    """The direction in which a player floated in the last round, by the opponent's points."""

    NONE = "none"
    """Against somebody with as many points, or not at all."""
    DOWN = "down"
    """Against somebody with fewer points, or had the bye."""
    UP = "up"
    """Against somebody with more points."""


class Entrant(Struct, frozen=True):
    """A player who is to be paired."""

    id: PlayerId
    """From 1, once in a field."""
    name: str
    """As people at the table call the player; reasons use it."""
    points: int
    """From all rounds so far."""
    met: tuple[PlayerId, ...] = ()
    """All opponents so far, also those who have left; a meeting stands with both entrants."""
    had_bye: bool = False
    """Whether the player has had a bye in some round."""
    last_float: Float = Float.NONE
    """In the last round only."""
    team: str = ""
    """Players with the same team belong together; empty: of no team."""


class Field(Struct, frozen=True):
    """All data from which the pairing of a round follows."""

    round: RoundNumber
    """The round that is to be paired; chance differs from round to round."""
    seed: str
    """All chance follows from it."""
    entrants: tuple[Entrant, ...]
    """In any order: the pairing does not depend on it."""
    keep_teammates_apart: bool = False
    """Whether players of one team are kept apart where that costs nothing else."""
    allow_rematches: bool = False
    """Whether the organiser gave up that nobody meets twice: as few rematches as possible."""
    allow_second_bye: bool = False
    """Whether the organiser gave up that nobody has a second bye."""
    rounds_after: int = 0
    """The rounds after this one that are to stay possible; 0: none is looked at."""
    orders_by_first: bool = False
    """Whether pairs stand in the order of the higher player's points alone, as they once did."""


class FieldFault(Enum):
    """The fault of a field."""

    NOT_A_PLAYER = "not-a-player"
    """An id below 1, of an entrant or among those whom one has met."""
    TWICE = "twice"
    """Two entrants have the same id."""
    MET_ONESELF = "met-oneself"
    ONE_SIDED = "one-sided"
    """Only one of two entrants names the other among those met."""


class BrokenFieldError(ValueError):
    """A field that cannot be paired, through a fault of its maker.

    With `NoPairing`, on the other hand, the field is in order and has no pairing.
    """

    def __init__(self, fault: FieldFault, player: PlayerId, expected: str, got: str) -> None:
        self.fault = fault
        self.player = player
        self.expected = expected
        self.got = got
        super().__init__(
            say(
                "player {player}: expected {expected}, got {got}.",
                player=player,
                expected=expected,
                got=got,
            )
        )


def check_field(field: Field) -> None:
    """Raise BrokenFieldError for the first fault of a field."""
    error = next(_faults(field), None)
    if error is not None:
        raise error


def _faults(field: Field) -> Iterator[BrokenFieldError]:
    met: dict[PlayerId, frozenset[PlayerId]] = {}
    for each in field.entrants:
        if each.id < 1:
            yield BrokenFieldError(
                FieldFault.NOT_A_PLAYER,
                each.id,
                say("an id from 1"),
                say("the id {id}", id=each.id),
            )
        if each.id in met:
            yield BrokenFieldError(
                FieldFault.TWICE, each.id, say("every id once in the field"), say("it twice")
            )
        met[each.id] = frozenset(each.met)
    for player, opponents in met.items():
        if player in opponents:
            yield BrokenFieldError(
                FieldFault.MET_ONESELF,
                player,
                say("other players as opponents"),
                say("the player's own id"),
            )
        for other in sorted(opponents):
            if other < 1:
                yield BrokenFieldError(
                    FieldFault.NOT_A_PLAYER, player, say("opponents with ids from 1"), f"{other}"
                )
            if other in met and player not in met[other]:
                yield BrokenFieldError(
                    FieldFault.ONE_SIDED,
                    player,
                    say(
                        "player {other} to have met player {player} too",
                        other=other,
                        player=player,
                    ),
                    say("player {player} without it", player=other),
                )
