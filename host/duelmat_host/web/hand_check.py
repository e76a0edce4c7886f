"""A check of what a page asks of its seat's hands: parts of this mat, and of the own side."""

from __future__ import annotations

from typing import Final

from msgspec import structs

from duelmat_host.app.page_facts import PageFacts
from duelmat_host.players.hand_requests import HandRequest, PlaceCard, PressButton, TouchPad
from duelmat_message import say
from duelmat_serving.errors import IllegalBodyError

_ZONE_FIELDS: Final = ("zone", "source", "spot")
"""The parts of requests that name a zone."""
_BUTTONS: Final = ("ok", "phase", "judge")
"""The buttons of a seat, which its page has too."""


def check_hand_request(page: PageFacts, letter: str, request: HandRequest) -> None:
    """Raise IllegalBodyError for a name that this mat does not have, or beyond the seat's reach.

    letter: the seat whose hands are asked.
    """
    geometry = page.geometry
    zones = [zone["id"] for zone in geometry["zones"]]
    for field, name in structs.asdict(request).items():
        if field not in _ZONE_FIELDS or name is None or _is_stack_source(request, field):
            continue
        if name not in zones:
            raise IllegalBodyError(
                say(
                    "Expected a zone of this mat such as {example!r}, got {name!r}. Nothing "
                    "was moved.",
                    example=zones[0],
                    name=name,
                )
            )
    if isinstance(request, PlaceCard) and request.card is None and request.source is None:
        raise IllegalBodyError(
            say(
                "Expected the card to lay ('card') or the zone it lies on ('from'), got "
                "neither. Nothing was moved."
            )
        )
    if isinstance(request, TouchPad):
        pads = dict.fromkeys((*zones, *(pad["name"] for pad in geometry["pads"])))
        own = [pad for pad in pads if _is_within(pad, letter)]
        if request.pad not in own:
            raise IllegalBodyError(
                say(
                    "Expected a pad within your reach such as {example!r}, got {name!r}.",
                    example=own[0],
                    name=request.pad,
                )
            )
    if isinstance(request, PressButton):
        own = [f"{letter}.{button}" for button in _BUTTONS]
        if request.name not in own:
            raise IllegalBodyError(
                say(
                    "Expected one of your own buttons ({buttons}), got {name!r}.",
                    buttons=", ".join(own),
                    name=request.name,
                )
            )


def _is_stack_source(request: HandRequest, field: str) -> bool:
    """Whether the field names a stack: a fetch is from a pile, not from a zone."""
    return field == "source" and not isinstance(request, PlaceCard)


def _is_within(pad: str, letter: str) -> bool:
    """Whether a player may touch a pad: any zone's, but only their own choice pads."""
    return ".choice" not in pad or pad.startswith(f"{letter}.")
