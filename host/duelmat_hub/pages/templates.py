"""The templates of all pages, with what they may call."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from duelmat_hub.pages import texts
from duelmat_hub.pages.place import OwnAddresses
from duelmat_hub.people import link_code
from duelmat_serving.languages import (
    bold,
    finalized,
    said,
    said_as,
    said_count,
    text_said,
)
from duelmat_tournament.roles import Role, role_words

TEMPLATES: Final = Path(__file__).parents[1] / "templates"


@cache
def templates() -> Environment:
    """Return the templates of all pages, each compiled once a process."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=finalized,
        extensions=[OwnAddresses],
    )
    made.filters["minutes"] = texts.minutes
    made.filters["isolated"] = texts.isolated
    made.filters["with_names"] = texts.with_names
    made.filters["said"] = text_said
    made.globals.update(_=said, _as=said_as, _n=said_count, bold=bold)
    made.globals.update(bdi=texts.bdi, code_of=texts.code_of, qr_of=texts.qr_of)
    made.globals["link_code"] = link_code
    made.globals["roles"] = [role.value for role in Role]
    made.globals["role_words"] = {role.value: role_words(role) for role in Role}
    return made
