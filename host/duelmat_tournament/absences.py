"""Commands of players who are away for a round: no bye of a pairing, and no leaving the event."""

from __future__ import annotations

from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.names import PlayerId, RoundNumber


class NoteAbsence(EventCommand, frozen=True, tag="note-absence"):
    """Note that a player is away in a round that is not paired yet."""

    player: PlayerId
    round: RoundNumber


class CancelAbsence(EventCommand, frozen=True, tag="cancel-absence"):
    """Note that a player is there after all, in a round that is not paired yet."""

    player: PlayerId
    round: RoundNumber
