"""The overlay of a stream: one address for the streaming program, its looks in the address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from duelmat_message import listed, say
from duelmat_serving.errors import IllegalOptionError

BEAT_S: Final = 0.8
"""The overlay says within three seconds that it hears nothing: two and a half beats, and one
until it looks."""
CORNERS: Final = ("top-left", "top-right", "bottom-left", "bottom-right")
SIZES: Final = ("small", "medium", "large", "huge")
PARTS: Final = ("life", "phase", "card", "chain")
BACKGROUNDS: Final = ("none", "dark", "light")
EXAMPLE: Final = "/overlay?corner=top-left&size=large&show=life,card"


@dataclass(frozen=True, slots=True)
class Looks:
    """The look of an overlay: each option of its address."""

    corner: str = CORNERS[0]
    size: str = SIZES[1]
    show: tuple[str, ...] = PARTS
    background: str = BACKGROUNDS[0]


def read_looks(options: Mapping[str, str]) -> Looks:
    """Return the looks that an address asks for.

    Raises: IllegalOptionError, which names the possible options or values.
    """
    known = ("corner", "size", "show", "background")
    for name in options:
        if name not in known:
            raise IllegalOptionError(
                say(
                    "Expected the options {options} of the overlay, got {name!r}. An address such "
                    "as {example} has some of them.",
                    options=listed(known, "or"),
                    name=name[:40],
                    example=EXAMPLE,
                )
            )
    parts = tuple(filter(None, options.get("show", ",".join(PARTS)).split(",")))
    if not parts:
        raise _illegal("show", "", PARTS)
    for part in parts:
        if part not in PARTS:
            raise _illegal("show", part, PARTS)
    return Looks(
        _one(options, "corner", CORNERS, CORNERS[0]),
        _one(options, "size", SIZES, SIZES[1]),
        parts,
        _one(options, "background", BACKGROUNDS, BACKGROUNDS[0]),
    )


def _one(options: Mapping[str, str], name: str, values: tuple[str, ...], usual: str) -> str:
    value = options.get(name, usual)
    if value not in values:
        raise _illegal(name, value, values)
    return value


def _illegal(name: str, value: str, values: tuple[str, ...]) -> IllegalOptionError:
    told = {
        "name": name,
        "values": listed(values, "or"),
        "got": value[:40],
        "example": EXAMPLE,
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
