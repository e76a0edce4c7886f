"""Readings of proofs as tables: what tags that wake in such fields answer over such a coil."""

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from duelmat_hardware import Rect, load_mat
from duelmat_hardware.coils import coils
from duelmat_hardware.driven_coil import (
    driven_coil,
    field_a_per_m,
    middle_nh,
    network_for,
    shield_of,
)
from duelmat_hardware.physics import Spread
from duelmat_hardware.proof_fields import (
    PlaceField,
    ProofFields,
    Setup,
    proof_fields,
    proof_sleeve,
)
from duelmat_maker.proof import ReaderFacts
from duelmat_maker.proof.readings import VISITS, Answers, Face, Laying, Measured, Reading
from duelmat_maker.proof.tasks import Task, TaskKind, sleeve_tasks

MAT = load_mat()
FACTS = ReaderFacts("Raspberry Pi Pico with RP2040", "1.28.0", 0x92)
ALIKE = (1.0,) * 10
"""The fields that ten tags need, beside what is usual."""
OLD_STRIP = Rect(0, 31, 34, 22)
"""The shield with which sleeves were designed first: ferrite, foil, ferrite around the tags."""


@cache
def calculated() -> ProofFields:
    return proof_fields(MAT)


@cache
def strip_fields() -> ProofFields:
    """The fields of sleeves with the old shield, at the places of the new ones.

    Where something else is changed, too, the field is the same share of that in the middle.
    """
    fields = calculated()
    alone = [place for place in fields.places if place.setup is Setup.ALONE]
    sleeve = msgspec.structs.replace(proof_sleeve(MAT), foil=OLD_STRIP, ferrite=OLD_STRIP)
    antenna, shield = MAT.antennas[0], shield_of(sleeve)
    coil = driven_coil(antenna, MAT.zone(antenna.zone), coils(MAT)[0])
    spread = Spread(
        tuple(place.dx_mm for place in alone),
        tuple(place.dy_mm for place in alone),
        (0.0,) * len(alone),
    )
    coupled, with_card_nh = coil.coupled(shield, spread), coil.inductance_nh(shield, spread)
    tuned_nh = middle_nh(with_card_nh)
    network = network_for(with_card_nh, coil.alone_nh)
    lower = field_a_per_m(coupled.lower_nh, with_card_nh, tuned_nh, sleeve.tag_size, network)
    upper = field_a_per_m(coupled.upper_nh, with_card_nh, tuned_nh, sleeve.tag_size, network)
    places = tuple(
        PlaceField(place.dx_mm, place.dy_mm, float(lower[at]), float(upper[at]))
        for at, place in enumerate(alone)
    )
    share = places[0].lower_a_per_m / alone[0].lower_a_per_m
    changed = weaker(fields, share).places[len(alone) :]
    return msgspec.structs.replace(fields, places=(*places, *changed))


def weaker(fields: ProofFields, share: float) -> ProofFields:
    """The same with so much of the coil's field."""
    places = tuple(
        msgspec.structs.replace(
            place,
            lower_a_per_m=share * place.lower_a_per_m,
            upper_a_per_m=share * place.upper_a_per_m,
        )
        for place in fields.places
    )
    return msgspec.structs.replace(fields, places=places)


def uid(tag: int) -> str:
    """The number of a tag, from 0."""
    return f"04d0c70a0000{tag + 1:02x}"


def reading(fields: Mapping[str, float]) -> Reading:
    """The reading of tags with such fields at full power, in units of what each needs."""

    def answers(share: float) -> Answers:
        return Answers(
            0, 0, {each: VISITS for each, field in fields.items() if field * share >= 1}
        )

    return Reading(tuple(map(answers, calculated().shares)), answers(1))


def ignoring_power(found: Reading) -> Reading:
    """The same from a chip that sends its full power at every step."""
    return Reading((found.steps[0],) * len(found.steps), found.again)


def tags_of(task: Task) -> tuple[int, int]:
    """The lower tag and the upper one."""
    first, second = 2 * task.number - 2, 2 * task.number - 1
    return (second, first) if task.face is Face.DOWN else (first, second)


def task_reading(task: Task, fields: ProofFields, wakes: Sequence[float]) -> Reading:
    """The reading that a task comes to."""
    if task.kind is TaskKind.CLEAR:
        return reading({})
    place = fields.places[task.place]
    lower, upper = tags_of(task)
    found = {uid(lower): place.lower_a_per_m / wakes[lower]}
    if task.kind is TaskKind.SLEEVE:
        found[uid(upper)] = place.upper_a_per_m / wakes[upper]
    return reading(found)


def measured(fields: ProofFields, wakes: Sequence[float]) -> Measured:
    """A whole proof with tags that wake in such fields (A/m), two a sleeve."""
    layings = tuple(
        Laying(task.number, task.face, task.place, task_reading(task, fields, wakes))
        for task in sleeve_tasks(calculated())
    )
    plain = reading({uid(0): fields.places[0].lower_a_per_m / wakes[0]})
    return Measured((plain,), layings)
