"""Bounds on fields, from the least power at which the same tag answers at two places."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from duelmat_hardware.proof_fields import ProofFields
from duelmat_maker.proof.readings import VISITS, Laying, Measured, Reading


class Span(msgspec.Struct, frozen=True):
    """Bounds of a field, as a share of another."""

    least: float
    most: float

    @property
    def middle(self) -> float:
        """The geometric mean of the bounds; 0 where there is no lower bound."""
        return math.sqrt(self.least * self.most) if self.least else 0.0


def lower_step(measured: Measured, laying: Laying) -> int | None:
    """Return the step of least power at which a sleeve's lower tag answers; None: silence."""
    reading = laying.reading
    lower = lower_tag(measured, laying)
    if lower is not None:
        return reading.lowest_step(lower)
    found = [reading.lowest_step(uid) or 0 for uid in reading.heard]
    return max(found, default=None)


def lower_tag(measured: Measured, laying: Laying) -> str | None:
    """Return the tag on the lower side, as far as turning the sleeve over shows it.

    It is the lowest tag here, or the tag that is not lowest the other way round.
    """
    tags = measured.tags_of(laying.sleeve)
    told = laying.reading.lowest_tag
    for pair in measured.pairs():
        if laying in pair:
            other = pair[1 - pair.index(laying)].reading.lowest_tag
            if told is None and other is not None:
                return min(tags - {other}, default=None)
            return None if told == other else told
    return told


def face_ratio(measured: Measured, fields: ProofFields, place: int) -> Span | None:
    """Return the field at the upper tag as a share of that at the lower one, as all tags bound it.

    Each tag was the lower one and the upper one, and needs the same field both times; so its two
    least powers bound the ratio, whatever it needs. None where no sleeve was told both ways.
    """
    bounds: list[Span] = []
    for up, down in measured.pairs():
        if up.place != place:
            continue
        for here, there in ((up, down), (down, up)):
            tag = lower_tag(measured, here)
            if tag is not None:
                bounds += _share(fields, tag, there.reading, here.reading)
    if not bounds:
        return None
    least, most = max(each.least for each in bounds), min(each.most for each in bounds)
    if least <= most:
        return Span(least, most)
    # Tags that contradict each other, as sleeves that are not alike: all that any of them allows.
    return Span(min(each.least for each in bounds), max(each.most for each in bounds))


def share_of_middle(measured: Measured, fields: ProofFields, laying: Laying) -> Span | None:
    """Return the field at a sleeve's lower tag as a share of that in the middle of the coil alone.

    None where the middle does not tell which tag is the lower one.
    """
    middle = measured.laying(laying.sleeve, laying.face, 0)
    tag = None if middle is None else lower_tag(measured, middle)
    if middle is None or tag is None:
        return None
    return next(_share(fields, tag, laying.reading, middle.reading), None)


def _share(fields: ProofFields, tag: str, reading: Reading, reference: Reading) -> Iterator[Span]:
    """Yield the bounds of the field at a tag as a share of that at the same tag elsewhere."""
    shares = (*fields.shares, 0.0)
    known, other = reference.lowest_step(tag), reading.lowest_step(tag)
    if known is None:
        return
    if other is None:
        yield Span(0.0, shares[known])
        return
    most = shares[known] / shares[other + 1] if shares[other + 1] else math.inf
    yield Span(shares[known + 1] / shares[other], most)


def silenced(measured: Measured) -> tuple[int, int]:
    """Return how many answers to full power less power silences, and how many answers there are.

    Such an answer comes at every visit down to a step of power, and at none below: a tag at the
    edge of a field that stays the same answers now and then instead.
    """
    readings: list[Reading] = [*measured.plain, *(each.reading for each in measured.layings)]
    counts = [
        [answers.read.get(uid, 0) for answers in each.steps]
        for each in readings
        for uid in each.heard
    ]
    return sum(map(_is_silenced, counts)), len(counts)


def _is_silenced(counts: Sequence[int]) -> bool:
    """Return whether the visits of each step that a tag answers fall from all to none for good."""
    always = sum(count == VISITS for count in counts)
    return (
        0 < always < len(counts)
        and all(count == VISITS for count in counts[:always])
        and not any(counts[always + 1 :])
    )
