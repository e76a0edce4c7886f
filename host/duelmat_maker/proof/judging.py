"""Judging: the verdict on the readings of a proof, with the numbers that decide."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final

import msgspec

from duelmat_hardware.face_sensing import MOST_RATIO
from duelmat_hardware.proof_fields import ProofFields, Setup
from duelmat_maker.proof.bounds import (
    Span,
    face_ratio,
    lower_step,
    share_of_middle,
    silenced,
)
from duelmat_maker.proof.readings import Measured
from duelmat_maker.proof.tasks import PLAIN_TAGS, next_sleeve_task, place_name

MOST_WEAK: Final = 1
"""Tags that may be dull: one of ten is a bad one, two are a cause."""
MOST_UNTOLD: Final = 1
"""Layings whose face the players would be asked for."""
LEAST_SILENCED: Final = 2
"""Answers that less power silences: one may be a slip, and no copy that ignores it has two."""
LEAST_LEFT: Final = 0.8
"""Of a coil's field beside another tuned coil: the margin of the mat's worst placement is 1.25."""
_CALCULATION_ERROR: Final = 0.1
"""The calculation's own error in the couplings, as docs/adr/0031 has it."""


class Verdict(Enum):
    """The advice that a proof ends with."""

    BUILD = "build"
    NO_FOIL_CARDS = "build and leave foil cards out"
    OTHER_SLEEVES = "build with other sleeves"
    DO_NOT_BUILD = "do not build"
    UNFINISHED = "not finished"


BUILT: Final = frozenset((Verdict.BUILD, Verdict.NO_FOIL_CARDS))


class Finding(msgspec.Struct, frozen=True):
    """One thing that was measured: its own verdict, its numbers, and a remedy."""

    verdict: Verdict
    text: str
    mend: str = ""


class Judgement(msgspec.Struct, frozen=True):
    """The verdict, and everything that was found."""

    verdict: Verdict
    findings: tuple[Finding, ...]


_TUNE: Final = (
    "Look for the coil's dip at 13.56 MHz, with a sleeve 6 mm off along both axes, and turn the "
    "trimmer or take another capacitor (tuning.md); then the two cuts on the module, and whether "
    "its branch to RX is whole; then another module, and tags of another kind."
)
_SHIELD: Final = (
    "Make the sleeves anew as chapter 12 has them: foil as large as the card and in one piece, "
    "ferrite for 13.56 MHz on both sides of it; then tags that are made for metal."
)
_MODULE: Final = (
    "Take another reader module: this one's chip does not obey CWGsPReg (0x28), as copies of the "
    "MFRC522 may, so that no power tells the faces of a card. If another module does the same, "
    "the tags need less than any step leaves: take tags of another kind."
)
_B: Final = (
    "Move coil B until the windows of both cross evenly, and look at its dip (13.56 MHz); then "
    "compare the sense in which each window is wound with chapter 7."
)
_NEIGHBOUR: Final = (
    "Compare the distance and the sense in which each window is wound with chapters 0 and 7, and "
    "look at both dips; then zones that lie further apart."
)
_FOIL: Final = (
    "Lay such a card with its film away from the tags, put another spacer between them, or leave "
    "such cards out: all other cards are read as this proof says."
)

_CHANGED: Final = {
    Setup.RAISED: (
        "The steps of power or the height are not those that were calculated: compare the 8 mm, "
        "and the top sheet's 2 mm."
    ),
    Setup.COIL_B: _B,
    Setup.SIDEWAYS: _B,
    Setup.NEIGHBOUR: _NEIGHBOUR,
    Setup.NEXT_ZONE: _NEIGHBOUR,
}


def judge(measured: Measured, fields: ProofFields) -> Judgement:
    """Judge these readings by the calculated fields of this mat."""
    findings = (
        *_coil(measured, fields),
        *_steps(measured, fields),
        *_power(measured, fields),
        *_waking(measured, fields),
        *_faces(measured),
        *_ratios(measured, fields),
        *_changed(measured, fields),
    )
    verdicts = {each.verdict for each in findings}
    for verdict in (Verdict.DO_NOT_BUILD, Verdict.OTHER_SLEEVES):
        if verdict in verdicts:
            return Judgement(verdict, findings)
    if next_sleeve_task(fields, measured) is not None:
        return Judgement(Verdict.UNFINISHED, findings)
    has_foil = Verdict.NO_FOIL_CARDS not in verdicts
    return Judgement(Verdict.BUILD if has_foil else Verdict.NO_FOIL_CARDS, findings)


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
                f"a sleeve, and tags have to work from {fields.wakes_a_per_m:g} A/m."
            ),
            _TUNE,
        )


def _steps(measured: Measured, fields: ProofFields) -> Iterator[Finding]:
    """Count the answers that less power silences: without any, the chip does not step its power.

    Tags that need little are silenced where they lie higher, so that is waited for.
    """
    if not any(fields.places[each.place].setup is Setup.RAISED for each in measured.layings):
        return
    stepped, answers = silenced(measured)
    is_stepped = stepped >= LEAST_SILENCED
    yield Finding(
        Verdict.BUILD if is_stepped else Verdict.DO_NOT_BUILD,
        (
            f"Of {answers} answers to full power {stepped} are silenced by one of the steps of "
            f"power, which go down to {fields.shares[-1]:.0%} of the field (calculated); the "
            "others come at all of them, or now and then."
        ),
        "" if is_stepped else _MODULE,
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
    steps = [lower_step(measured, each) for each in middle]
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
    middle = [lower_step(measured, each) for each in measured.layings if each.place == 0]
    steps = [step for step in middle if step is not None]
    if not steps:
        return
    full = fields.places[0].lower_a_per_m
    least, most = full * shares[max(steps) + 1], full * shares[min(steps)]
    yield Finding(
        Verdict.BUILD,
        (
            f"If the field in the middle is {full:.1f} A/m, as calculated, the tags wake in "
            f"{least:.1f} to {most:.1f} A/m; they have to work from {fields.wakes_a_per_m:g} A/m."
        ),
    )
    if full * shares[min(steps) + 1] > fields.wakes_a_per_m:
        yield Finding(
            Verdict.BUILD,
            (
                f"A tag that needs more than {fields.wakes_a_per_m:g} A/m there is duller than it "
                "may be, or the coil has less field than was calculated."
            ),
            _TUNE,
        )


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


def _ratios(measured: Measured, fields: ProofFields) -> Iterator[Finding]:
    for number, place in enumerate(fields.places):
        span = face_ratio(measured, fields, number)
        if place.setup is not Setup.ALONE or span is None:
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
        if not _holds(span, place.ratio):
            yield Finding(
                Verdict.BUILD,
                "The calculation does not fit there: the sleeve is not the calculated one.",
            )


def _changed(measured: Measured, fields: ProofFields) -> Iterator[Finding]:
    """Compare the field with one thing changed with that in the middle of the coil alone."""
    for laying in measured.layings:
        place = fields.places[laying.place]
        if place.setup is Setup.FOIL_CARD:
            yield _foil(lower_step(measured, laying), fields)
            continue
        span = share_of_middle(measured, fields, laying)
        if place.setup is Setup.ALONE or span is None:
            continue
        wanted = place.lower_a_per_m / fields.places[0].lower_a_per_m
        least = f"{span.least:.2f} to" if span.least else "less than"
        text = (
            f"The lower tag's field, {place_name(place)}, is {least} {span.most:.2f} of that in "
            f"the middle of the coil alone; calculated {wanted:.2f}."
        )
        is_fine = {
            Setup.COIL_B: span.most >= LEAST_LEFT,
            Setup.NEIGHBOUR: span.most >= LEAST_LEFT,
            Setup.SIDEWAYS: span.middle <= MOST_RATIO,
            Setup.NEXT_ZONE: span.middle <= MOST_RATIO,
        }.get(place.setup, False) or _holds(span, wanted)
        is_built = is_fine or place.setup is Setup.RAISED
        verdict = Verdict.BUILD if is_built else Verdict.DO_NOT_BUILD
        yield Finding(verdict, text, "" if is_fine else _CHANGED[place.setup])


def _foil(step: int | None, fields: ProofFields) -> Finding:
    """Compare the power that a card with a metal film leaves with what the worst place wants."""
    is_fine = step is not None and step >= fields.wanted_step
    answer = "is silent at full power"
    if step is not None:
        answer = f"answers down to {fields.shares[step]:.0%} of full power"
    return Finding(
        Verdict.BUILD if is_fine else Verdict.NO_FOIL_CARDS,
        (
            f"Below the metal film of the card the lower tag {answer}; "
            f"{fields.wanted_share:.0%} is what the worst placement leaves of the field."
        ),
        "" if is_fine else _FOIL,
    )


def _holds(span: Span, wanted: float) -> bool:
    """Return whether a calculated share lies within the bounds, with the calculation's error."""
    least, most = span.least * (1 - _CALCULATION_ERROR), span.most * (1 + _CALCULATION_ERROR)
    return least <= wanted <= most
