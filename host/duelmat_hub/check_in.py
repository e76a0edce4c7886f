"""Check-in: the sleeves of players' decks, compared with their lists, and given to tables."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from duelmat_hub.hub import CommandDone, Hub
from duelmat_hub.pages import views_known as known
from duelmat_hub.requests import EXAMPLES, SleevesRead
from duelmat_hub.sleeve_store import SleeveStore
from duelmat_message import Text, listed, say
from duelmat_serving.bodies import convert_body
from duelmat_tournament.commands import EnrolSleeves
from duelmat_tournament.errors import ChangedError, RefusedError
from duelmat_tournament.event import Event, Player
from duelmat_tournament.names import PlayerId, TableNumber
from duelmat_tournament.roles import Actor
from duelmat_venue.sleeves import (
    ListedDeck,
    Owner,
    Owners,
    SleevedDeck,
    SleeveTags,
    TableSleeves,
    list_faults,
    marks_of,
    sleeved,
)

FAULTS: Final = 5
"""The number of faults that are named one by one; the program at the desk has named all before."""


class CheckIn:
    """The sleeves of the players of one event."""

    def __init__(self, hub: Hub, store: SleeveStore) -> None:
        self._hub = hub
        self._store = store

    async def listed(self, number: int) -> ListedDeck:
        """Return a player's deck list. Raises RefusedError if there is none, StoreError."""
        event = await self._newest()
        player = event.players.get(PlayerId(number))
        if player is None:
            raise RefusedError(
                say(
                    "Expected a player of {event}, from 1 to {count}, got {number}.",
                    event=event.name,
                    count=len(event.players),
                    number=number,
                )
            )
        if event.policy.team_size > 1:
            raise RefusedError(
                say("Sleeves are read by mats, and no mat takes part in a team match.")
            )
        if not player.deck:
            raise RefusedError(
                say(
                    "{player} has handed in no deck list: sleeves are compared with it. Hand it "
                    "in first.",
                    player=player.name,
                )
            )
        deck = (await self._hub.decks())[player.deck].deck
        return ListedDeck(
            player.id,
            player.name,
            event.name,
            event.policy.ruleset,
            player.deck,
            deck.main,
            deck.extra,
            deck.side,
            bool(player.sleeves),
        )

    async def take_in(self, sent: dict[str, Any], by: Actor, request: str) -> CommandDone:
        """Take in the sleeves of a player, none of which is in another deck.

        The event's log admits one next entry, so of two desks that have compared one sleeve at the
        same moment the slower one learns that sleeves were added, and compares again.

        Raises: WebError, RefusedError, StoreError.
        """
        read = convert_body(sent, SleevesRead, EXAMPLES[SleevesRead])
        while True:  # as often as other desks take in a player meanwhile
            await self._newest()
            seen = len(self._hub.log)
            command = await self._command_of(read)
            with suppress(ChangedError):
                return await self._hub.submit(command, by, request, seen)

    async def _command_of(self, read: SleevesRead) -> EnrolSleeves:
        """Return the command that takes in sleeves, which are kept before it is asked for."""
        wanted = await self.listed(read.player)
        if read.deck == wanted.digest:  # the command is refused otherwise
            faults = [*list_faults(wanted, read.sleeves)]
            faults += await self._others(wanted, read.sleeves)
            if faults:
                raise RefusedError(_refusal(wanted, faults))
        deck = sleeved(wanted, read.sleeves) if read.deck == wanted.digest else SleevedDeck(())
        digest = await asyncio.to_thread(self._store.keep, deck)
        return EnrolSleeves(PlayerId(read.player), read.deck, digest)

    async def _others(self, wanted: ListedDeck, sleeves: Sequence[SleeveTags]) -> list[Text]:
        """Return a sentence for each sleeve that is in another player's deck."""
        owners = {
            tag: player.name
            for player, deck in (await self._enrolled()).values()
            for sleeve in deck.all
            for tag in (sleeve.up, sleeve.down)
            if player.id != wanted.player
        }
        return [
            say(
                "The sleeve of {card} is in the deck of {player}: take another sleeve.",
                card=sleeve.code,
                player=owners.get(sleeve.up) or owners[sleeve.down],
            )
            for sleeve in sleeves
            if sleeve.up in owners or sleeve.down in owners
        ]

    async def at_table(self, table: TableNumber) -> tuple[TableSleeves, ...]:
        """Return the sleeves of the players of a table's match. Raises StoreError."""
        event = await self._newest()
        held = known.published(event)
        match = None if held is None else held.matches.get(table)
        enrolled = await self._enrolled(() if match is None else match.players)
        return tuple(
            TableSleeves(player.id, player.sleeves, deck) for player, deck in enrolled.values()
        )

    async def owners(self) -> Owners:
        """Return the marks of everybody's sleeves, and where each player sits."""
        enrolled = await self._enrolled()
        held = known.published(await self._newest())
        found = []
        for player, deck in enrolled.values():
            match = None if held is None else held.match_of(player.id)
            table = 0 if match is None else int(match.table)
            found.append(Owner(player.id, player.name, table, marks_of(self._hub.mark, deck)))
        return Owners(self._hub.mark, tuple(found))

    async def _enrolled(
        self, players: Sequence[PlayerId] | None = None
    ) -> dict[PlayerId, tuple[Player, SleevedDeck]]:
        """Return the players, of some or of all, whose sleeves are known."""
        event = await self._newest()
        chosen = event.players if players is None else players
        having = [event.players[number] for number in chosen if event.players[number].sleeves]
        decks = await asyncio.to_thread(self._store.read, [each.sleeves for each in having])
        return {each.id: (each, decks[each.sleeves]) for each in having if each.sleeves in decks}

    async def _newest(self) -> Event:
        """Return the event as other processes have it too. Raises RefusedError, StoreError."""
        await self._hub.refresh()
        if self._hub.event is None:
            raise RefusedError(say("There is no event yet."))
        return self._hub.event


def _refusal(wanted: ListedDeck, faults: Sequence[Text]) -> Text:
    shown = [*faults[:FAULTS], *((say("and others"),) if len(faults) > FAULTS else ())]
    return say(
        "The sleeves are not those of the deck list of {player}. {faults}",
        player=wanted.name,
        faults=listed(shown, " "),
    )
