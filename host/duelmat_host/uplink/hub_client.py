"""The hub of an event, as the programs at its tables and its desk ask it."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec

from duelmat_host.errors import HostError
from duelmat_message import say
from duelmat_venue.reports import Ack, Batch
from duelmat_venue.sealed import KEY_HEADER, SealedStream
from duelmat_venue.sleeves import ListedDeck, Owners, SleeveTags, TableSleeves
from duelmat_venue.versions import HEADER, OURS, disagreement
from duelmat_venue.wanted import WAIT_S, Wanted

PATIENCE_S: Final = 10.0
"""The time within which an answer comes, or the request is sent again."""
_LINK: Final = "/in/"
_NOT_MODIFIED: Final = 304


_T = TypeVar("_T")


class _Told(msgspec.Struct):
    message: str


class EventLinkError(HostError):
    """An address that is no link of an event's program."""

    def __init__(self, link: str) -> None:
        got = urlsplit(link)
        super().__init__(
            say(
                "expected a link as the desk has made it for this program, such as "
                "https://192.168.1.5:8443/in/Zk3..., got {got!r}. The desk makes one on its page "
                "of links.",
                got=f"{got.scheme}://{got.netloc}{got.path[:8]}" if got.netloc else link[:20],
            )
        )


class HubAwayError(HostError):
    """The hub does not answer, or cannot keep anything; the request is sent again."""


class HubRefusedError(HostError):
    """The hub refuses this program: its link has ended, or it asks what cannot be done."""


class HubClient:
    """The connection to one hub."""

    def __init__(
        self,
        link: str,
        *,
        certificate: str | None = None,
        key: str = "",
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """Args:
        link: the program's own, which lets in whoever has it.
        certificate: a file with the certificate that the hub has made for itself.
        key: the table's public key, for matches that are moved to it; empty: it has none.
        transport: carries the requests; None: the network.

        Raises: EventLinkError, or OSError for a certificate that cannot be read.
        """
        parts = urlsplit(link)
        root, is_link, secret = parts.path.rpartition(_LINK)  # a hub may serve several events
        if parts.scheme not in ("http", "https") or not parts.netloc or not is_link:
            raise EventLinkError(link)
        verify = True if certificate is None else ssl.create_default_context(cafile=certificate)
        self.base = f"{parts.scheme}://{parts.netloc}{root}"
        self._http = httpx.AsyncClient(
            base_url=self.base,
            headers={"authorization": f"Bearer {secret}", HEADER: OURS},
            timeout=PATIENCE_S,
            verify=verify,
            transport=transport,
        )
        self._key = {KEY_HEADER: key} if key else {}
        self._tag = ""
        """The tag of the wanted state that is known."""

    async def close(self) -> None:
        await self._http.aclose()

    async def report(self, batch: Batch) -> Ack:
        """Send reports, and return what is kept. Raises HubAwayError, HubRefusedError."""
        answer = await self._ask(
            "POST",
            "/table/reports",
            content=msgspec.json.encode(batch),
            headers={"content-type": "application/json"},
        )
        return _decoded(answer, Ack)

    async def wanted(self) -> Wanted | None:
        """Return what is wanted once that has changed; None: nothing has changed for long.

        Raises: HubAwayError, HubRefusedError.
        """
        answer = await self._ask(
            "GET",
            "/table/wanted",
            headers={"if-none-match": self._tag, **self._key},
            timeout=httpx.Timeout(PATIENCE_S, read=WAIT_S + PATIENCE_S),
        )
        if answer.status_code == _NOT_MODIFIED:
            return None
        wanted = _decoded(answer, Wanted)
        self._tag = answer.headers.get("etag", "")
        return wanted

    async def table_sleeves(self) -> list[TableSleeves]:
        """Return the players' own sleeves. Raises HubAwayError, HubRefusedError."""
        return _decoded(await self._ask("GET", "/table/sleeves"), list[TableSleeves])

    async def owners(self) -> Owners:
        """Return by marks whose sleeves are whose. Raises HubAwayError, HubRefusedError."""
        return _decoded(await self._ask("GET", "/sleeves/owners"), Owners)

    async def listed(self, player: int) -> ListedDeck:
        """Return a player's deck list. Raises HubAwayError, HubRefusedError."""
        return _decoded(await self._ask("GET", f"/check-in/{player}"), ListedDeck)

    async def enrol(self, listed: ListedDeck, sleeves: Sequence[SleeveTags], request: str) -> None:
        """Send the sleeves of a player's deck. Raises HubAwayError, HubRefusedError.

        request: an id: what is sent again with the same one is done once.
        """
        command = {
            "do": "enrol-sleeves",
            "player": listed.player,
            "deck": listed.digest,
            "sleeves": sleeves,
        }
        await self._ask(
            "POST",
            "/do/enrol-sleeves",
            content=msgspec.json.encode({"request": request, "command": command}),
            headers={"content-type": "application/json"},
        )

    async def sealed(self, after: int) -> SealedStream:
        """Return the next parts of the match that this table takes over.

        after: the number of the last part that is known.

        Raises: HubAwayError, HubRefusedError.
        """
        answer = await self._ask("GET", "/table/sealed", params={"after": after})
        return _decoded(answer, SealedStream)

    async def _ask(self, method: str, path: str, **how: Any) -> httpx.Response:
        try:
            answer = await self._http.request(method, path, **how)
        except httpx.HTTPError as error:
            raise HubAwayError(
                say("the event's hub does not answer ({reason})", reason=type(error).__name__)
            ) from error
        if answer.status_code < 400:
            if why := disagreement(answer.headers.get(HEADER)):
                raise HubRefusedError(why)
            return answer
        if answer.status_code >= 500 or answer.status_code == 429:
            raise HubAwayError(_message(answer))
        raise HubRefusedError(_message(answer))


def _message(answer: httpx.Response) -> str:
    """Return the hub's sentence; of what is no hub the number of its answer."""
    try:
        told = msgspec.json.decode(answer.content, type=_Told)
    except msgspec.MsgspecError:
        return say("the event's hub answers {status}", status=answer.status_code)
    return told.message


def _decoded(answer: httpx.Response, kind: type[_T]) -> _T:
    try:
        return msgspec.json.decode(answer.content, type=kind)
    except msgspec.MsgspecError as error:
        raise HubAwayError(
            say(
                "expected the answer of an event's hub, got something else ({reason}): is this "
                "the hub's address, and are both programs of one version?",
                reason=str(error),
            )
        ) from error
