"""The file of webhooks: who is told what, and how (docs/webhooks.md)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Final
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from duelmat_hub.own_files import read_own_file
from duelmat_parsing.structs import Misfit

LIMIT_BYTES: Final = 100_000
"""The limit of a file of webhooks, so that nothing larger is even decoded."""
KEY_MARK: Final = "whsec_"
"""The beginning of a secret, as in Standard Webhooks."""
_KEY_BYTES: Final = range(24, 65)
"""The lengths of a secret, as in Standard Webhooks."""
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_EXAMPLE: Final = '[[webhook]]\nname = "our site"'


class Subject(Enum):
    """The subject of a message."""

    PAIRINGS = "pairings"
    """The pairings of a round that was published."""
    RESULTS = "results"
    """A result that was entered, confirmed or corrected."""
    STANDINGS = "standings"
    """The standings after a round that was closed, or corrected."""


class Form(Enum):
    """The form of a message."""

    JSON = "json"
    """Signed JSON."""
    DISCORD = "discord"
    """A text for a channel of Discord, whose address is its secret."""


class Webhook(Struct, frozen=True, forbid_unknown_fields=True):
    """A receiver."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    """The name that the desk shows: the address may be a secret."""
    url: str
    form: Form = Form.JSON
    secret: str = ""
    """`whsec_` and 24 to 64 bytes in base64, by which JSON is signed."""
    about: tuple[Subject, ...] = tuple(Subject)

    @property
    def key(self) -> bytes:
        """Return the bytes of the secret; empty for what is no secret."""
        if not self.secret.startswith(KEY_MARK):
            return b""
        try:
            key = base64.b64decode(self.secret.removeprefix(KEY_MARK), validate=True)
        except binascii.Error:
            return b""
        return key if len(key) in _KEY_BYTES else b""


class _WebhookFile(Struct, frozen=True, forbid_unknown_fields=True):
    webhook: Annotated[tuple[Webhook, ...], Meta(min_length=1, max_length=20)]
    """Twenty at most: each has a task and a queue."""


def read_webhooks(content: bytes, source: str) -> tuple[Webhook, ...]:
    """Return the webhooks of a file. Raises OwnFileError, with every fault."""
    return read_own_file(_WebhookFile, content, source, _EXAMPLE, _misfits).webhook


def _misfits(found: _WebhookFile) -> Iterator[Misfit]:
    names = [each.name for each in found.webhook]
    for at, each in enumerate(found.webhook):
        path = ("webhook", at)
        if names.index(each.name) < at:
            yield Misfit(
                (*path, "name"), "a name of its own", repr(each.name), "Choose another one."
            )
        if not _is_safe(each.url):
            advice = "Begin it with https://; http:// is for this computer alone."
            yield Misfit((*path, "url"), "an address of HTTPS", "another one", advice)
        if each.form is Form.JSON and not each.key:
            advice = "`openssl rand -base64 32` makes one; tell the receiver the same."
            expected = f"a secret of {KEY_MARK} and 24 to 64 bytes in base64"
            where = (*path, "secret") if each.secret else (*path, "name")
            got = "something else" if each.secret else "none"
            yield Misfit(where, expected, got, advice)
        if each.form is Form.DISCORD and each.secret:
            advice = "Take it out: Discord checks no signature."
            yield Misfit((*path, "secret"), "none for Discord", "one", advice)


def _is_safe(url: str) -> bool:
    try:
        parts = urlsplit(url)
        is_local = parts.hostname in _LOOPBACK
    except ValueError:
        return False
    return bool(parts.hostname) and (
        parts.scheme == "https" or (parts.scheme == "http" and is_local)
    )
