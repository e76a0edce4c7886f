"""`duelmat enroll --event`: the sleeves of a player's deck, checked in at the desk of an event."""

from __future__ import annotations

import asyncio
import secrets
import ssl
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from duelmat_command.output import Complaint, echo
from duelmat_message import words_of

if TYPE_CHECKING:
    from duelmat_host.uplink.hub_client import HubClient
    from duelmat_maker.enroll import DeckCards
    from duelmat_venue.sleeves import ListedDeck, Owners, SleeveTags

AGAIN_S: Final = 2.0
"""The time after which a hub that did not answer is asked again."""
_REQUEST_BYTES: Final = 16
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CheckInDesk:
    """The connection of the desk's mat to its event, begun anew for each request."""

    link: str
    certificate: Path | None
    player: int

    def listed(self) -> ListedDeck:
        """Return the player's deck list, once the hub answers. Raises Complaint."""
        return self._ask(lambda client: client.listed(self.player))

    def owners(self) -> Owners:
        """Return the marks of everybody's sleeves. Raises Complaint."""
        return self._ask(lambda client: client.owners())

    def send(self, listed: ListedDeck, sleeves: tuple[SleeveTags, ...]) -> None:
        """Have the hub take the sleeves in. Raises Complaint."""
        request = secrets.token_hex(_REQUEST_BYTES)
        self._ask(lambda client: client.enrol(listed, sleeves, request))

    def _ask(self, question: Callable[[HubClient], Awaitable[T]]) -> T:
        """Return the hub's answer; a hub that is away is asked until it answers."""
        from duelmat_host.uplink.hub_client import HubAwayError, HubClient, HubRefusedError

        async def asked() -> T:
            certificate = None if self.certificate is None else str(self.certificate)
            client = HubClient(self.link, certificate=certificate)
            try:
                return await question(client)
            finally:
                await client.close()

        said = ""
        while True:
            try:
                return asyncio.run(asked())
            except HubAwayError as error:
                if str(error) != said:
                    said = str(error)
                    echo(f"{said}; it is asked again. What was read is kept.", err=True)
                time.sleep(AGAIN_S)
            except HubRefusedError as error:
                raise Complaint(words_of(error)) from None
            except (OSError, ssl.SSLError) as error:
                raise Complaint(
                    f"Expected the hub's certificate in {self.certificate}, got: {error}."
                ) from error


def sleeves_file(named: Path | None, player: int) -> Path:
    """Return the registry file of a player's sleeves."""
    return named or Path(f"player-{player}.toml")


def owner_finder(owners: Owners, player: int) -> Callable[[str], str | None]:
    """Return a function that names the other player who has the sleeve with a tag."""

    def find(tag: str) -> str | None:
        owner = owners.find(tag)
        return None if owner is None or owner.player == player else owner.name

    return find


def greet(listed: ListedDeck, cards: DeckCards, spare: list[str], path: Path) -> None:
    """Tell whose sleeves are read, and which of the file are left aside."""
    parts = f"{len(listed.main)} cards, {len(listed.extra)} extra, {len(listed.side)} side"
    echo(f"{listed.name} (player {listed.player}) at {listed.event}: {parts}; kept in {path}.")
    if listed.is_enrolled:
        echo("The event has sleeves of this list already; those read now take their place.")
    for code in spare:
        wanted = [each for each in cards.codes if each.partition("/")[0] == code.partition("/")[0]]
        why = f"the list has {len(wanted)}" if wanted else "it is not in the list"
        echo(f"{code} in {path} is left aside: {why}. Take it out of the deck.", err=True)
