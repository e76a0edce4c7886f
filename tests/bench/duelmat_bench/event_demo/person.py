"""A person at an event: a browser with a link, which asks the hub's addresses as its pages do."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import msgspec

from duelmat_tournament.event_command import EventCommand
from duelmat_tournament.roles import Role

PATIENCE_S: Final = 60.0
"""A hub that is away for longer ends the demonstration."""
_AGAIN_S: Final = 0.05


class RefusedRequestError(Exception):
    """The hub has refused something; its text is the reason."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        super().__init__(message)


class Person:
    """Somebody with a link; several hub processes may be asked in turn."""

    def __init__(self, bases: list[str], role: Role, name: str, root: str = "") -> None:
        """Args:
        bases: the addresses of hub processes; the next one is asked if one is away.
        role: in which they ask.
        name: as they are called.
        root: the beginning of the event's addresses; empty: it is the hub's only or first one.

        """
        self.role = role
        self.name = name
        self.repeats = 0
        """The number of requests that had to be sent again."""
        self._bases = bases
        self._root = root
        self._at = 0
        self._client = httpx.Client(timeout=30)

    def close(self) -> None:
        self._client.close()

    def enter(self, link: str) -> None:
        """Use a link: its secret becomes a cookie, once the first answer's has been shown."""
        path = urlsplit(link).path
        self._ask("GET", path)
        answer = self._ask("GET", path)
        if answer.status_code != 303:
            raise RefusedRequestError(answer.status_code, answer.text)

    @property
    def cookie(self) -> str:
        """Return the cookie of the session as a browser sends it."""
        (found,) = (
            f"{each.name}={each.value}"
            for each in self._client.cookies.jar
            if each.name.endswith(f"-{self.role.value}")
        )
        return found

    def get(self, path: str) -> httpx.Response:
        """Return a page. Raises RefusedRequestError."""
        return _checked(self._ask("GET", self._root + path))

    def do(
        self, command: EventCommand, *, seen: int | None = None, **fields: Any
    ) -> dict[str, Any]:
        """Ask for a command until it is answered: it is done once, however often it is sent.

        fields: what is sent in place of the command's own. Raises RefusedRequestError.
        """
        tag = command.__struct_config__.tag
        body = msgspec.to_builtins(command)
        if fields:
            body = {"do": tag, **fields}
        sent = {"request": f"demo-{secrets.token_hex(12)}", "command": body, "seen": seen}
        return self.post(f"/do/{tag}", sent)

    def post(self, path: str, body: object) -> dict[str, Any]:
        """Send JSON, and return the answer. Raises RefusedRequestError."""
        found: dict[str, Any] = _checked(
            self._ask("POST", self._root + path, content=msgspec.json.encode(body))
        ).json()
        return found

    def _ask(self, method: str, path: str, content: bytes | None = None) -> httpx.Response:
        headers = {"x-duelmat-role": self.role.value}
        if content is not None:
            headers["content-type"] = "application/json"
        deadline_s = time.monotonic() + PATIENCE_S
        while True:
            base = self._bases[self._at % len(self._bases)]
            try:
                answer = self._client.request(
                    method, base.rstrip("/") + path, content=content, headers=headers
                )
            except httpx.TransportError:
                pass
            else:
                if answer.status_code != 503:
                    return answer
            if time.monotonic() > deadline_s:
                raise RefusedRequestError(0, f"the hub has been away for {PATIENCE_S:.0f} s")
            self._at += 1
            self.repeats += 1
            time.sleep(_AGAIN_S)


def _checked(answer: httpx.Response) -> httpx.Response:
    if answer.status_code >= 400:
        try:
            message = str(answer.json()["message"])
        except (ValueError, KeyError, TypeError):
            message = answer.text[:500]
        raise RefusedRequestError(answer.status_code, message)
    return answer
