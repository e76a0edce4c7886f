"""What the firmware tells of a zone's tags by stepping its power down, in plain sets.

The rule is that of `duelmat_device.presence`, without time, noise and claims: a test holds both
against each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from duelmat_hardware.physics import CONDUCTANCES, field_share
from duelmat_host.link.events import Antenna, AntennaState

SHARES: Final = tuple(field_share(each) for each in CONDUCTANCES)
ALONE_STEPS: Final = 2

Reach = Mapping[bytes, float]
"""How well one antenna reaches each tag: its field there at full power, in units of what the tag
needs.
"""


def told(zone: Mapping[int, Reach], alone_steps: int = ALONE_STEPS) -> dict[int, Antenna]:
    """What the antennas of one zone tell in the end; those that hear nothing are left out."""
    heard = _heard(zone, 1.0)
    alone = None
    running = 0
    if len(heard) > 1:
        for share in SHARES[1:]:
            answers = _heard(zone, share)
            if not answers:
                break
            one = answers[0] if len(answers) == 1 else None
            running = 0 if one is None else running + 1 if one == alone else 1
            alone = one
            if running == alone_steps and alone is not None:
                return {alone[0]: _lowest(alone[1], {tag for _, tag in heard})}
    found: dict[int, Antenna] = {}
    for antenna in {each for each, _ in heard}:
        tags = tuple(sorted(tag for each, tag in heard if each == antenna))
        found[antenna] = Antenna(AntennaState(min(len(tags), 2)), tags)
    return found


def _heard(zone: Mapping[int, Reach], share: float) -> list[tuple[int, bytes]]:
    return [
        (antenna, tag)
        for antenna, reaches in zone.items()
        for tag, reach in reaches.items()
        if reach * share >= 1
    ]


def _lowest(lowest: bytes, tags: set[bytes]) -> Antenna:
    others = tuple(sorted(tags - {lowest}))
    if not others:
        return Antenna(AntennaState.ONE, (lowest,))
    return Antenna(AntennaState.SEVERAL, (lowest, *others, lowest))
