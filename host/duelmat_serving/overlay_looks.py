"""The overlay of a stream: one address for the streaming program, its looks in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from duelmat_message import listed, say
from duelmat_serving.errors import IllegalOptionError

BEAT_S: Final = 0.8
"""An overlay says within three seconds that it hears nothing: two and a half beats, and one
until it looks."""
CORNERS: Final = ("top-left", "top-right", "bottom-left", "bottom-right")
SIZES: Final = ("small", "medium", "large", "huge")
BACKGROUNDS: Final = ("none", "dark", "light")


@dataclass(frozen=True, slots=True)
class Looks:
    """The look of an overlay: each option of its address."""

    corner: str
    size: str
    show: tuple[str, ...]
    background: str


def read_looks(options: Mapping[str, str], path: str, parts: tuple[str, ...]) -> Looks:
    """Return the looks that an address asks for.

    path: the address without options.
    parts: the parts that the overlay has.

    Raises: IllegalOptionError, which names the possible options or values.
    """
    example = f"{path}?corner=top-left&size=large&show={parts[0]},{parts[1]}"
    known = ("corner", "size", "show", "background")
    for name in options:
        if name not in known:
            raise IllegalOptionError(
                say(
                    "Expected the options {options} of the overlay, got {name!r}. An address such "
                    "as {example} has some of them.",
                    options=listed(known, "or"),
                    name=name[:40],
                    example=example,
                )
            )
    shown = tuple(filter(None, options.get("show", ",".join(parts)).split(",")))
    if not shown:
        raise _illegal("show", "", parts, example)
    for part in shown:
        if part not in parts:
            raise _illegal("show", part, parts, example)

    def one(name: str, values: tuple[str, ...], usual: str) -> str:
        value = options.get(name, usual)
        if value not in values:
            raise _illegal(name, value, values, example)
        return value

    return Looks(
        one("corner", CORNERS, CORNERS[0]),
        one("size", SIZES, SIZES[1]),
        shown,
        one("background", BACKGROUNDS, BACKGROUNDS[0]),
    )


def _illegal(name: str, value: str, values: tuple[str, ...], example: str) -> IllegalOptionError:
    told = {
        "name": name,
        "values": listed(values, "or"),
        "got": value[:40],
        "example": example,
    }
    if name == "show":
        return IllegalOptionError(
            say(
                "Expected {name}= to be {values}, or several of them with commas between, got "
                "{got!r}. An address such as {example} has them right.",
                **told,
            )
        )
    return IllegalOptionError(
        say(
            "Expected {name}= to be {values}, got {got!r}. An address such as {example} has them "
            "right.",
            **told,
        )
    )
