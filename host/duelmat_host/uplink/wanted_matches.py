"""The matches that an event wants at a table: their conditions, and whether they are played."""

from __future__ import annotations

from typing import NamedTuple

from duelmat_decks.deck_loading import bring_decks
from duelmat_engine import UnknownNameError, find_ruleset, parse_seat
from duelmat_host.app.duel_series import CurrentDuel
from duelmat_host.app.journal_fold import LONGEST_NAME
from duelmat_host.errors import HostError
from duelmat_host.journal.journal import Journal
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.uplink.check_in import brought_of
from duelmat_host.uplink.hub_client import HubClient
from duelmat_host.uplink.taking_over import MovedJournals, was_taken_over
from duelmat_venue.wanted import WantedMatch, WantedTakeOver


class PlayedMatch(NamedTuple):
    """The match of an event that a table plays."""

    round: int = 0
    """Its round; 0: none is played."""
    takes: str = ""
    """The stream at another table in which it was begun; empty: it was begun here."""


class UnknownMatchError(HostError):
    """The event wants a match that this program cannot play."""


def setup_of(match: WantedMatch, decks: tuple[str, ...] = ()) -> DuelSetup:
    """Return the conditions of a wanted match.

    decks: files of decks that lie at the table; none: the ruleset's own.

    Raises DuelmatError for a ruleset or a deck that this program does not know.
    """
    try:
        rules = find_ruleset(match.ruleset.replace("-", "_"))
    except UnknownNameError as error:
        raise UnknownMatchError(
            f"expected a ruleset that this Duelmat knows, got {match.ruleset!r} from the event. "
            "Update Duelmat at this table, or load the ruleset."
        ) from error
    names = tuple(player.name[:LONGEST_NAME] for player in match.players)
    return DuelSetup(
        rules.name,
        names,
        bring_decks(rules, decks),
        match.readings,
        duels=match.best_of,
        confirms_result=True,
        chooser=parse_seat(match.chooser) if match.chooser else None,
        event_format=match.event_format,
    )


def _conditions(setup: DuelSetup) -> tuple[object, ...]:
    """Return the parts of the conditions by which the matches of an event differ."""
    return (setup.ruleset, setup.names, setup.duels, setup.chooser, setup.event_format, setup.own)


def is_played(setup: DuelSetup, current: CurrentDuel, takes: WantedTakeOver | None) -> bool:
    """Whether a match with these conditions has been begun, and nothing was played yet.

    takes: where the match was begun; then it is played if it was taken over.
    """
    if takes is not None and was_taken_over(current.journal, takes):
        return True
    now = current.setup
    return not now.results and _conditions(now) == _conditions(setup)


class WantedMatches:
    """Finds what is needed to begin a wanted match."""

    def __init__(
        self, client: HubClient, moved: MovedJournals | None, decks: tuple[str, ...]
    ) -> None:
        """Args:
        client: asks the hub for the players' own sleeves.
        moved: finds the journals of matches that are moved here; None: none can be.
        decks: files of decks that lie at the table; none: the ruleset's own.

        """
        self._client = client
        self._moved = moved
        self._decks = decks

    async def setup(self, match: WantedMatch) -> DuelSetup:
        """Return the conditions of a match, with the players' own sleeves.

        Raises DuelmatError, HubAwayError.
        """
        setup = setup_of(match, self._decks)
        if not any(player.sleeves for player in match.players):
            return setup
        return setup.with_own(brought_of(match, await self._client.table_sleeves()))

    async def journal(
        self, takes: WantedTakeOver | None, setup: DuelSetup, present: Journal
    ) -> bytes | None:
        """Return the journal with which a match goes on here; None: it begins here, or has begun.

        present: the journal of the duel that is played now.

        Raises DuelmatError.
        """
        if takes is None or not takes.stream or was_taken_over(present, takes):
            return None
        if self._moved is None:
            raise UnknownMatchError("this program takes no match over from another table")
        return await self._moved.find(takes, setup)
