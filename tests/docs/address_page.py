"""The table of docs/addresses.md: role by address. `make generated` writes it anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from docs.ruleset_page import ROOT, with_block
from duelmat_hub.addresses import ADDRESSES, Address
from duelmat_tournament.roles import Role

PAGE: Final = ROOT / "docs" / "addresses.md"
_HEADINGS: Final = ("everybody", *(role.value.replace("_", " ") for role in Role))
_KINDS: Final = (("Pages and files", "GET"), ("Commands", "POST"))


def page_text(page: str) -> str:
    """Return docs/addresses.md with the addresses of today."""
    return with_block(page, "addresses", _lines(), PAGE.name)


def _lines() -> Iterator[str]:
    for heading, method in _KINDS:
        yield from (f"## {heading}", "")
        yield f"| address | {' | '.join(_HEADINGS)} | what it does |"
        yield f"|---|{':-:|' * len(_HEADINGS)}---|"
        yield from (_row(each) for each in ADDRESSES if each.method == method)
        yield ""


def _row(address: Address) -> str:
    if address.roles is None:
        marks = ["yes"] * len(_HEADINGS)
    else:
        marks = ["", *("yes" if role in address.roles else "" for role in Role)]
    return f"| `{address.method} {address.path}` | {' | '.join(marks)} | {address.shows} |"


if __name__ == "__main__":
    PAGE.write_text(page_text(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
