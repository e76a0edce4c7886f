"""The templates from which the pages are made."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader
from starlette.templating import Jinja2Templates

from duelmat_serving.languages import (
    bold,
    kbd,
    said,
    said_as,
    said_count,
    text_said,
    words_for_templates,
)


def _in_short(value: object) -> object:
    """Shorten a value that a template writes: whole numbers of a drawing lose their `.0`."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


_PAGES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=_in_short,
)
_PAGES.filters.update(said=text_said)
_PAGES.globals.update(_=said, _as=said_as, _n=said_count, bold=bold, kbd=kbd)
TEMPLATES: Final = Jinja2Templates(env=_PAGES, context_processors=[words_for_templates])
