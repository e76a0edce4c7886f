"""Errors of the pages: the refusals of requests.

WebError
    ForeignHostError         421  asked under a name that is not this machine's
    ForeignOriginError       403  a page of another site asked
    NoSessionError           403  a page that opens by its link, asked without a session
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

from typing import ClassVar


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
