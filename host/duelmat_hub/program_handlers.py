"""Handlers for the programs at tables and at the desk that ask about players' sleeves."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from duelmat_hub.handlers import Asked, Handlers
from duelmat_hub.pages.pages import address_number


async def listed_deck(handlers: Handlers, asked: Asked) -> Response:
    """Answer with a player's deck list. Raises UnknownPageError, RefusedError, StoreError."""
    number = address_number(asked.request.path_params["player"])
    return _json(await handlers.parts.check_in.listed(number))


async def table_sleeves(handlers: Handlers, asked: Asked) -> Response:
    """Answer with the sleeves of those who play at the table. Raises StoreError."""
    return _json(await handlers.parts.check_in.at_table(asked.somebody.actor.table))


async def sleeve_owners(handlers: Handlers, _: Asked) -> Response:
    """Answer with the marks of everybody's sleeves. Raises StoreError."""
    return _json(await handlers.parts.check_in.owners())


def _json(value: object) -> Response:
    return Response(msgspec.json.encode(value), media_type="application/json")
