"""The first player: who chooses, in a match's first duel, who goes first.

No official document of the games says more than that the players agree or draw lots, and that
losers choose in later duels, so the policy says the rest (`first` and `cut_first`).
"""

from __future__ import annotations

from duelmat_tournament.event import Event, Match, Round
from duelmat_tournament.names import PlayerId, drawn
from duelmat_tournament.policy import FirstPlayer


def first_chooser(event: Event, held: Round, match: Match) -> PlayerId:
    """Return the player who chooses in the first duel of a match of a round.

    Chance is the event's seed, so that everybody can draw the same lot again.
    """
    way = event.policy.cut_first if held.is_cut else event.policy.first
    if way is FirstPlayer.HIGHER_SEED and set(match.players) <= set(event.seeds):
        return min(match.players, key=event.seeds.index)
    return match.players[drawn(event.seed, "first-player", held.number, match.table) % 2]
