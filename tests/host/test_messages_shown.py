"""The messages that everybody is shown about what the mat cannot understand."""

import pytest

from direct_mat import Bench
from duelmat_engine import CardKey
from duelmat_hardware import AntennaRole
from duelmat_host.link.events import HealthState
from duelmat_host.sensing.layout import MatZone
from duelmat_host.sensing.tracker import Problem, ProblemKind
from duelmat_host.showing.messages import messages_of
from duelmat_host.table.inputs import ProblemsFound
from duelmat_host.table.messages import MessageKind

KEYS = (CardKey("a:H7"), CardKey("a:S4"))
TEXTS: dict[ProblemKind, str] = {
    ProblemKind.UNKNOWN_TAG: "The tag 04a1 on Ana's left monster zone is in no sleeve",
    ProblemKind.NO_DECK: "A card and a card on Ana's left monster zone belongs to no deck",
    ProblemKind.TWO_ZONES: "A card is seen on Ana's left monster zone and Ana's middle monster",
    ProblemKind.BOTH_FACES: "Both sides of a card on Ana's left monster zone answer",
    ProblemKind.SEVERAL_CARDS: "Several cards lie on Ana's left monster zone",
    ProblemKind.ORIENTATION: "The card on Ana's left monster zone lies between upright and side",
    ProblemKind.UNREADABLE: "Something on Ana's left monster zone cannot be read",
    ProblemKind.DEAD_ANTENNA: "The reader of Ana's left monster zone B does not work (its field",
}


MENDED = {
    ProblemKind.BOTH_FACES: ("a new shield", "unplug this zone's reader"),
    ProblemKind.UNREADABLE: ("in every zone", "a new sticker"),
    ProblemKind.TWO_ZONES: ("leave it where it belongs",),
    ProblemKind.UNKNOWN_TAG: ("/enroll",),
    ProblemKind.NO_DECK: ("take it away",),
    ProblemKind.DEAD_ANTENNA: ("plug and coil",),
}


@pytest.mark.parametrize("kind", MENDED)
def test_a_broken_part_is_told_with_what_mends_it(kind: ProblemKind) -> None:
    """Also if the first remedy does not help: no question comes again and again alone."""
    table = Bench({}).table
    problem = Problem(kind, (MatZone("a.m2"), MatZone("a.m3")), KEYS, (b"\x04\xa1",))
    table.take(ProblemsFound((problem,)))
    (message,) = messages_of(table.now)
    assert [part for part in MENDED[kind] if part not in message.text] == []


@pytest.mark.parametrize("kind", ProblemKind)
def test_each_problem_of_the_mat_names_its_zone_and_no_hidden_card(kind: ProblemKind) -> None:
    """Cards that are not known to lie there face-up stay unnamed."""
    zones = (MatZone("a.m2"), MatZone("a.m3"))
    tags = (bytes.fromhex("04a1"),)
    table = Bench({}).table
    problem = Problem(kind, zones, KEYS, tags, HealthState.NO_FIELD, AntennaRole.B)
    table.take(ProblemsFound((problem,)))
    (message,) = messages_of(table.now)
    assert message.text.startswith(TEXTS[kind])
    assert (message.kind, message.zones) == (MessageKind.PROBLEM, zones)
