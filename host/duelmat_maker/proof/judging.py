"""Judging: the verdict on the readings of a proof, with the numbers that decide."""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import Enum
from typing import Final

import msgspec

from duelmat_hardware.face_sensing import MOST_RATIO, WAKING_A_PER_M
from duelmat_hardware.proof_fields import ProofFields
from duelmat_maker.proof.readings import Laying, Measured
from duelmat_maker.proof.tasks import PLAIN_TAGS, next_sleeve_task, place_name

MOST_WEAK: Final = 1
"""Tags that may be dull: one of ten is a bad one, two are a cause."""
MOST_UNTOLD: Final = 1
"""Layings whose face the players would be asked for."""
_CALCULATION_ERROR: Final = 0.1
"""The calculation's own error in the couplings, as docs/adr/0031 has it."""


class Verdict(Enum):
    """The advice that a proof ends with."""

    BUILD = "build"
    OTHER_SLEEVES = "build with other sleeves"
    DO_NOT_BUILD = "do not build"
    UNFINISHED = "not finished"


class Finding(msgspec.Struct, frozen=True):
    """One thing that was measured: its own verdict, its numbers, and a remedy."""

    verdict: Verdict
    text: str
    mend: str = ""


class Judgement(msgspec.Struct, frozen=True):
    """The verdict, and everything that was found."""

    verdict: Verdict
    findings: tuple[Finding, ...]


class Span(msgspec.Struct, frozen=True):
    """Bounds of a face ratio."""

    least: float
    most: float

    @property
    def middle(self) -> float:
        """The geometric mean of the bounds; 0 where there is no lower bound."""
        return math.sqrt(self.least * self.most)


_TUNE: Final = (
    "Look for the coil's dip at 13.56 MHz, with a sleeve 6 mm off along both axes, and turn the "
    "trimmer or take another capacitor (tuning.md); then the two cuts on the module, and whether "
    "its branch to RX is whole; then another module, and tags of another kind."
)
_SHIELD: Final = (
    "Make the sleeves anew as chapter 12 has them: foil as large as the card and in one piece, "
    "ferrite for 13.56 MHz on both sides of it; then tags that are made for metal."
)


def judge(measured: Measured, fields: ProofFields) -> Judgement:
    """Judge these readings by the calculated fields of this mat."""
    findings = (
        *_coil(measured, fields),
        *_power(measured, fields),
        *_waking(measured, fields),
        *_faces(measured),
        *_ratios(measured, fields),
    )
    verdicts = {each.verdict for each in findings}
    for verdict in (Verdict.DO_NOT_BUILD, Verdict.OTHER_SLEEVES):
        if verdict in verdicts:
            return Judgement(verdict, findings)
    if next_sleeve_task(fields, measured) is None:
        return Judgement(Verdict.BUILD, findings)
    return Judgement(Verdict.UNFINISHED, findings)


def is_over(measured: Measured, fields: ProofFields) -> bool:
    """Whether nothing more has to be laid: all was, or the coil powers no tag."""
    if not measured.plain:
        return False
    if not measured.plain[-1].heard:
        return len(measured.plain) >= PLAIN_TAGS
    return next_sleeve_task(fields, measured) is None


def _coil(measured: Measured, fields: ProofFields) -> Iterator[Finding]:
    plain = measured.plain
    if not plain:
        return
    if plain[-1].heard:
        step = _plain_step(measured)
        yield Finding(
            Verdict.BUILD,
            f"A tag without a sleeve answers down to {fields.shares[step]:.0%} of full power.",
        )
    elif len(plain) >= PLAIN_TAGS:
        yield Finding(
            Verdict.DO_NOT_BUILD,
            (
                f"The coil powers no tag: of {len(plain)} tags without a sleeve none answers to "
                f"full power. Calculated are {fields.places[0].lower_a_per_m:.1f} A/m at a tag in "
                f"a sleeve, and tags have to work from {WAKING_A_PER_M:g} A/m."
            ),
            _TUNE,
        )


def _plain_step(measured: Measured) -> int:
    """Return the step of least power at which the tag without a sleeve answers; -1: none."""
    if not measured.plain:
        return -1
    reading = measured.plain[-1]
    return max((reading.lowest_step(uid) or 0 for uid in reading.heard), default=-1)


def _power(measured: Measured, fields: ProofFields) -> Iterator[Finding]:
    """Compare the lower tags' power with what the worst placement leaves of it."""
    middle = [each for each in measured.layings if each.place == 0]
    if not middle:
        return
    wanted = fields.wanted_step
    steps = [_lower_step(measured, each) for each in middle]
    weak = sum(step is None or step < wanted for step in steps)
    numbers = (
        f"Of {len(middle)} times that a sleeve lay in the middle it answers at "
        f"{fields.shares[wanted]:.0%} of full power {len(middle) - weak} times, and not even at "
        f"full power {sum(step is None for step in steps)} times; {fields.wanted_share:.0%} is "
        "what the worst placement leaves of the field in the middle (calculated)."
    )
    if weak <= MOST_WEAK:
        yield Finding(Verdict.BUILD, numbers)
    elif _plain_step(measured) >= wanted:
        yield Finding(Verdict.OTHER_SLEEVES, numbers, _SHIELD)
    else:
        yield Finding(Verdict.DO_NOT_BUILD, numbers, _TUNE)


def _waking(measured: Measured, fields: ProofFields) -> Iterator[Finding]:
    """Yield the field in which the lower tags wake, if the coil's field is as calculated."""
    shares = (*fields.shares, 0.0)
    middle = [_lower_step(measured, each) for each in measured.layings if each.place == 0]
    steps = [step for step in middle if step is not None]
    if not steps:
        return
    full = fields.places[0].lower_a_per_m
    least, most = full * shares[max(steps) + 1], full * shares[min(steps)]
    yield Finding(
        Verdict.BUILD,
        (
            f"If the field in the middle is {full:.1f} A/m, as calculated, the tags wake in "
            f"{least:.1f} to {most:.1f} A/m; they have to work from {WAKING_A_PER_M:g} A/m."
        ),
    )
    if full * shares[min(steps) + 1] > WAKING_A_PER_M:
        yield Finding(
            Verdict.BUILD,
            (
                f"A tag that needs more than {WAKING_A_PER_M:g} A/m there is duller than it may "
                "be, or the coil has less field than was calculated."
            ),
            _TUNE,
        )


def _lower_step(measured: Measured, laying: Laying) -> int | None:
    """Return the step of least power at which a sleeve's lower tag answers; None: silence."""
    reading = laying.reading
    lower = _lower_tag(measured, laying)
    if lower is not None:
        return reading.lowest_step(lower)
    found = [reading.lowest_step(uid) or 0 for uid in reading.heard]
    return max(found, default=None)


def _lower_tag(measured: Measured, laying: Laying) -> str | None:
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


def _faces(measured: Measured) -> Iterator[Finding]:
    """Count the layings whose face the tag at the lower power tells."""
    pairs = list(measured.pairs())
    if not pairs:
        return
    told = [[laying.reading.lowest_tag for laying in pair] for pair in pairs]
    wrong = sorted(
        {pair[0].sleeve for pair, tags in zip(pairs, told, strict=True) if _is_same(tags)}
    )
    layings = [laying for pair in pairs for laying in pair if laying.reading.heard]
    untold = sum(laying.reading.lowest_tag is None for laying in layings)
    right = len(layings) - untold - sum(_is_same(tags) for tags in told)
    text = (
        f"Of {len(layings)} times that a sleeve was laid its face is told rightly {right} times "
        f"and not told {untold} times."
    )
    is_fine = not wrong and untold <= MOST_UNTOLD
    yield Finding(
        Verdict.BUILD if is_fine else Verdict.OTHER_SLEEVES, text, "" if is_fine else _SHIELD
    )
    for sleeve in wrong:
        yield Finding(
            Verdict.OTHER_SLEEVES,
            f"Sleeve {sleeve}: the same tag answers at the lower power whichever face is up.",
            (
                "Its foil is torn, too small or missing, or its other tag is dead: lay that one "
                "on the coil without the sleeve."
            ),
        )


def _is_same(tags: list[str | None]) -> bool:
    return tags[0] is not None and tags[0] == tags[1]


def face_ratio(measured: Measured, fields: ProofFields, place: int) -> Span | None:
    """Return the field at the upper tag as a share of that at the lower one, as all tags bound it.

    Each tag was the lower one and the upper one, and needs the same field both times; so its two
    least powers bound the ratio, whatever it needs. None where no sleeve was told both ways.
    """
    shares = (*fields.shares, 0.0)
    bounds = []
    for up, down in measured.pairs():
        if up.place != place:
            continue
        for here, there in ((up, down), (down, up)):
            tag = _lower_tag(measured, here)
            below = here.reading.lowest_step(tag) if tag is not None else None
            if tag is None or below is None:
                continue
            above = there.reading.lowest_step(tag)
            most = shares[below] / shares[above + 1] if above is not None else shares[below]
            least = shares[below + 1] / shares[above] if above is not None else 0.0
            bounds.append(Span(least, most))
    if not bounds:
        return None
    least, most = max(each.least for each in bounds), min(each.most for each in bounds)
    if least <= most:
        return Span(least, most)
    # Tags that contradict each other, as sleeves that are not alike: all that any of them allows.
    return Span(min(each.least for each in bounds), max(each.most for each in bounds))


def _ratios(measured: Measured, fields: ProofFields) -> Iterator[Finding]:
    for number, place in enumerate(fields.places):
        span = face_ratio(measured, fields, number)
        if span is None:
            continue
        least = f"{span.least:.2f} to" if span.least else "less than"
        is_fine = span.middle <= MOST_RATIO
        yield Finding(
            Verdict.BUILD if is_fine else Verdict.OTHER_SLEEVES,
            f"The upper tag's field, {place_name(place)}, is {least} {span.most:.2f} of the lower "
            f"one's; calculated {place.ratio:.2f}, and {MOST_RATIO:g} at most tells faces "
            "everywhere.",
            "" if is_fine else _SHIELD,
        )
        if (
            not span.least * (1 - _CALCULATION_ERROR)
            <= place.ratio
            <= span.most * (1 + _CALCULATION_ERROR)
        ):
            yield Finding(
                Verdict.BUILD,
                "The calculation does not fit there: the sleeve is not the calculated one.",
            )
