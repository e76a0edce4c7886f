"""Text in columns of a terminal, where letters of some languages are two columns wide."""

from __future__ import annotations

import re
from textwrap import TextWrapper
from typing import Final
from unicodedata import east_asian_width

import click

_FILLER: Final = "\0"
"""The filler behind a wide letter while lines are broken, so that each sign is one column."""
_WIDE: Final = re.compile(
    "[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]"
)
_PIECE: Final = re.compile(
    "[「『（【〈《“]*(?:[^\0\\s]\0|(?:(?!.\0)\\S)+|\\s+)(?:[、。」』）】〉》！？：；・ー…”]\0)*"
)
"""A piece that stays in one line: a word, or a wide letter with brackets and stops around it."""
_PADDED: Final = re.compile(r"([<>]?)(\d+)")


def width_of(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def padded(text: str, width: int) -> str:
    """Return a text with spaces behind it, up to a width in columns."""
    return text + " " * (width - width_of(text))


class Cell(str):
    """A text of a table that is padded by columns: `f"{cell:20}"`."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        wanted = _PADDED.fullmatch(spec)
        if wanted is None:
            return format(str(self), spec)
        gap = " " * (int(wanted[2]) - width_of(self))
        return gap + str(self) if wanted[1] == ">" else str(self) + gap


def wrap_text(
    text: str,
    width: int = 78,
    initial_indent: str = "",
    subsequent_indent: str = "",
    preserve_paragraphs: bool = False,
) -> str:
    """Return a text in lines as `click.wrap_text` does; between wide letters a line may end."""

    def narrow(part: str) -> str:
        return click.wrap_text(part, width, initial_indent, subsequent_indent, preserve_paragraphs)

    if _WIDE.search(text) is None:
        return narrow(text)
    wrapper = _Wrapper(
        width,
        initial_indent=initial_indent,
        subsequent_indent=subsequent_indent,
        replace_whitespace=False,
    )
    if not preserve_paragraphs:
        return wrapper.filled(text)
    return "\n\n".join(
        narrow(part) if part.lstrip().startswith("\b") else wrapper.filled(part)
        for part in text.split("\n\n")
    )


class _Wrapper(TextWrapper):
    """Breaks lines between words and between wide letters."""

    def filled(self, text: str) -> str:
        return self.fill(_WIDE.sub(lambda sign: sign[0] + _FILLER, text)).replace(_FILLER, "")

    def _split(self, text: str) -> list[str]:
        return _PIECE.findall(text)
