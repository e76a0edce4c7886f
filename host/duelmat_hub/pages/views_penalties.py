"""Views of penalties, for judges: those that were given, and those that an infraction gets."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from duelmat_message import named
from duelmat_tournament.deciding.discipline import proposal_for
from duelmat_tournament.event import Event, GivenPenalty
from duelmat_tournament.names import PlayerId
from duelmat_tournament.penalties import penalty_words
from duelmat_tournament.policy import LADDER, Infraction, Penalty
from duelmat_tournament.seats import SEATS


class PenaltyView(Struct, frozen=True):
    """A penalty that was given."""

    id: int
    player: int
    name: str
    member: str
    """The player of a team who got it; empty: nobody's alone."""
    round: int
    table: int
    title: str
    words: str
    note: str
    judge: str
    at_ms: int
    upgrade: str = ""
    """The upgrade that waits for the head judge; empty: none."""


def penalty_view(event: Event, given: GivenPenalty) -> PenaltyView:
    """Return a penalty in words."""
    record = given.record
    found = event.policy.find_infraction(record.infraction)
    return PenaltyView(
        record.id,
        record.player,
        event.words_for(record.player, record.who),
        record.who.name if record.who else "",
        record.round,
        record.table,
        named("policy", found.title) if found else record.infraction,
        penalty_words(record.penalty),
        record.note,
        record.by,
        record.at_ms,
        penalty_words(given.upgrade) if given.upgrade else "",
    )


class PenaltiesView(Struct, frozen=True):
    """All penalties of the event."""

    undecided: tuple[PenaltyView, ...]
    given: tuple[PenaltyView, ...]
    """The newest first."""
    ladder: tuple[tuple[str, str], ...]
    """The penalties by value and words."""


def penalties_view(event: Event) -> PenaltiesView:
    """Return all penalties, those that the head judge decides about apart."""
    found = [penalty_view(event, each) for each in event.penalties]
    return PenaltiesView(
        tuple(each for each in found if each.upgrade), tuple(found[::-1]), ladder()
    )


def ladder() -> tuple[tuple[str, str], ...]:
    """Return the penalties by value and words, the lightest first."""
    return tuple((each.value, penalty_words(each)) for each in LADDER)


class UpgradeChoice(Struct, frozen=True):
    """An upgrade that would be proposed."""

    member: str
    """The player of a team whose it would be; empty: the whole team, or who plays alone."""
    words: str
    reason: str
    """The earlier penalties that speak for it."""


class Choice(Struct, frozen=True):
    """An infraction with the penalty that a player would get."""

    id: str
    title: str
    words: str
    upgrades: tuple[UpgradeChoice, ...]
    """Of a team, one for each player who would get one."""
    needs_head: bool = False
    """Whether the head judge alone gives it."""


def choices_view(event: Event, player: PlayerId) -> tuple[Choice, ...]:
    """Return the policy's infractions with the penalties that a player would get for them."""
    found = []
    for each in event.policy.infractions:
        penalty = proposal_for(event, player, None, each).penalty
        found.append(
            Choice(
                each.id,
                named("policy", each.title),
                penalty_words(penalty),
                tuple(_upgrades(event, player, each)),
                penalty is Penalty.DISQUALIFICATION,
            )
        )
    return tuple(found)


def _upgrades(event: Event, player: PlayerId, infraction: Infraction) -> Iterator[UpgradeChoice]:
    """Yield the upgrade of a player; of a team, that of all and then that of each player."""
    members = event.players[player].members
    seats = zip(SEATS, members, strict=True) if members and event.upgrade_version > 1 else ()
    for seat, name in ((None, ""), *seats):
        proposal = proposal_for(event, player, seat, infraction)
        if proposal.upgrade is not None:
            yield UpgradeChoice(name, penalty_words(proposal.upgrade), proposal.reason)
