"""Errors of serving pages: why they cannot be served, and the refusals of requests.

DuelmatError
└── ServingError
    ├── NotOwnAddressError     the pages shall be served at an address that is not this machine's
    ├── PortTakenError         no port is free to serve the pages at
    ├── CertificateError       a certificate or key that TLS cannot use
    └── LanguageError          a language that there is none of, or whose messages cannot be read

WebError
    ForeignHostError         421  asked under a name that is not this machine's
    ForeignOriginError       403  a page of another site asked
    NotForAllError           403  an address that is not for everybody who may open pages
    NoSessionError           403  a page that opens by its link, asked without a session
    OutdatedPageError        403  a page that was drawn for other players or rules
    UnknownPageError         404  no such page, or a link that opens none
    IllegalOptionError       400  an option of an address that it does not have
    WrongTypeError           415  the body does not say that it is JSON
    HalfRequestError         408  the body did not arrive whole
    TooLargeError            413  the body is longer than any request needs
    UnreadableBodyError      400  the body is not JSON
    IllegalBodyError         422  JSON, but not a request we know
    CrowdedError             503  others have all places that there are for such a client
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from duelmat_message import listed, say
from duelmat_message.errors import DuelmatError


class ServingError(DuelmatError):
    """The base of errors for which pages cannot be served."""


class NotOwnAddressError(ServingError):
    """The pages shall be served at an address that is not this machine's."""

    def __init__(self, host: str, reason: str, own: Sequence[str]) -> None:
        self.own = tuple(own)
        there = ("127.0.0.1", "0.0.0.0", *own)  # noqa: S104  (named, not listened at)
        super().__init__(
            say(
                "--listen: expected an address of this machine ({known}), got {host}: {reason}.",
                known=listed(there, ","),
                host=host,
                reason=reason,
            )
        )


class PortTakenError(ServingError):
    """No port is free to serve the pages at."""

    def __init__(self, port: int) -> None:
        self.port = port
        super().__init__(
            say(
                "expected port {port} or another to be free for the pages, got none: name one "
                "with --page-port.",
                port=port,
            )
        )


class CertificateError(ServingError):
    """A certificate or key that TLS cannot use."""

    def __init__(self, certificate: Path, key: Path, got: str) -> None:
        self.certificate = certificate
        super().__init__(
            say(
                "Expected in {certificate} a certificate and in {key} its key, as PEM and without "
                "a password; got: {got}. Without --tls-cert and --tls-key the table makes its "
                "own.",
                certificate=str(certificate),
                key=str(key),
                got=got,
            )
        )


class LanguageError(ServingError):
    """There is no such language, or its messages cannot be read."""


class WebError(Exception):
    """A request that is refused; its text is a sentence for the person who sees it."""

    status: ClassVar[int] = 400


class ForeignHostError(WebError):
    status = 421


class ForeignOriginError(WebError):
    status = 403


class NotForAllError(WebError):
    status = 403


class NoSessionError(WebError):
    status = 403


class OutdatedPageError(WebError):
    """The page was drawn for something else, and has to be asked for anew."""

    status = 403


class UnknownPageError(WebError):
    status = 404


class IllegalOptionError(WebError):
    status = 400


class WrongTypeError(WebError):
    status = 415


class TooLargeError(WebError):
    status = 413


class UnreadableBodyError(WebError):
    status = 400


class IllegalBodyError(WebError):
    status = 422


class HalfRequestError(WebError):
    status = 408


class CrowdedError(WebError):
    status = 503
