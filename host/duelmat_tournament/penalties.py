"""Penalties: those that were given, and the one that the book has for an infraction.

The infraction is determined first, the penalty follows from it; an upgrade for repetition is only
proposed, with the earlier ones as its reason, and the head judge decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from duelmat_message import listed, named, say, say_count
from duelmat_tournament.names import PenaltyId, PlayerId, RoundNumber, TableNumber, TimeMs
from duelmat_tournament.policy import Infraction, Penalty, upgraded
from duelmat_tournament.seats import SeatPlayer


class PenaltyRecord(Struct, frozen=True):
    """A penalty that was given to a player."""

    id: PenaltyId
    player: PlayerId
    infraction: str
    """The infraction's id in the policy."""
    penalty: Penalty
    """The penalty that holds: after the head judge's decision, the one decided on."""
    round: RoundNumber
    table: TableNumber
    by: str
    """The name of the judge who gave it."""
    at_ms: TimeMs
    """The moment at which it was given."""
    note: str = ""
    """The incident in the judge's words."""
    who: SeatPlayer | None = None
    """The player of a team who got it; None: nobody's alone."""


class Proposal(Struct, frozen=True):
    """The penalty that the policy prescribes, and its upgrade."""

    penalty: Penalty
    """By the policy, at the event's level of enforcement."""
    upgrade: Penalty | None = None
    """The heavier penalty that is proposed instead; None: none is."""
    reason: str = ""
    """The earlier penalties that speak for the upgrade, as a sentence; empty without one."""


def proposed(
    records: Iterable[PenaltyRecord], player: PlayerId, infraction: Infraction, *, strict: bool
) -> Proposal:
    """Return the penalty for a player's infraction, and the upgrade if it was repeated often.

    All earlier ones of the same infraction in the event count, on whichever day, and also those
    whose penalty the head judge has made lighter. However often it is repeated, the upgrade is one
    step above the book: more is the head judge's to decide.
    """
    penalty = infraction.strict if strict else infraction.penalty
    earlier = sorted(
        (each for each in records if (each.player, each.infraction) == (player, infraction.id)),
        key=lambda each: each.id,
    )
    if not infraction.upgrade_after or len(earlier) < infraction.upgrade_after:
        return Proposal(penalty)
    upgrade = upgraded(penalty)
    if upgrade is penalty:
        return Proposal(penalty)
    before = map(_earlier_words, earlier)
    reason = say_count(
        "{infraction}, once before ({earlier}).",
        "{infraction}, {count} times before ({earlier}).",
        len(earlier),
        infraction=named("policy", infraction.title),
        earlier=listed(before, ";"),
    )
    return Proposal(penalty, upgrade, reason)


def counted_with(
    records: Iterable[PenaltyRecord], who: SeatPlayer | None
) -> Iterator[PenaltyRecord]:
    """Yield the penalties that count for one more: those of a whole team count for everybody in
    it, those of one player of it for that player alone, at whichever seat.

    who: the player of a team who gets the next one; None: the whole team, or who plays alone.
    """
    for each in records:
        if each.who is None or (who is not None and each.who.is_same_as(who)):
            yield each


def _earlier_words(record: PenaltyRecord) -> str:
    values = {
        "round": record.round,
        "table": record.table,
        "penalty": penalty_words(record.penalty),
    }
    if record.who is None:
        return say("round {round}, table {table}: {penalty}", **values)
    return say(
        "round {round}, table {table}: {penalty} for {player}", player=record.who.name, **values
    )


_WORDS: Final = {
    Penalty.CAUTION: say("caution"),
    Penalty.WARNING: say("warning"),
    Penalty.DUEL_LOSS: say("duel loss"),
    Penalty.MATCH_LOSS: say("match loss"),
    Penalty.DISQUALIFICATION: say("disqualification"),
}


def penalty_words(penalty: Penalty) -> str:
    """Return a penalty in words: "duel loss"."""
    return _WORDS[penalty]


def describe_penalty(record: PenaltyRecord, name: str, title: str) -> str:
    """Return a penalty in words, without a full stop, with the player's and infraction's name."""
    told = say(
        "{player}: {penalty} for {infraction:inner} (round {round}, table {table}, by {judge})",
        player=name,
        penalty=penalty_words(record.penalty),
        infraction=title,
        round=record.round,
        table=record.table,
        judge=record.by,
    )
    return say("{penalty}: {note}", penalty=told, note=record.note) if record.note else told
