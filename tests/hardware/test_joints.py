"""The joints of boards that are wired by hand: complete, without loops, and drawn."""

import re
from collections import Counter, defaultdict

import pytest

from duelmat_hardware import Mat
from duelmat_hardware.assembly import harness
from duelmat_hardware.boards.joints import (
    GROUPS,
    contact_places,
    group_of,
    joints,
)
from duelmat_hardware.harness import Harness
from duelmat_hardware.placing import PITCH_MM, boards

pytestmark = pytest.mark.tools


def test_joints_join_all_contacts_of_a_net_and_nothing_else(any_mat: Mat) -> None:
    """As many wires as a tree has, and all of a net's contacts reached from the first."""
    wired = harness(any_mat)
    for board in boards(wired):
        refs = {place.ref for place in board.places}
        nets = defaultdict(set)
        for net, listed in wired.nets().items():
            for contact in listed:
                if contact[0] in refs:
                    nets[net].add(contact)
        found = joints(board, wired)
        count = Counter(joint.net for joint in found)
        for net, contacts in nets.items():
            assert count[net] == len(contacts) - 1
            reached = {min(contacts)}
            for _ in contacts:
                for joint in found:
                    ends = {joint.start, joint.end}
                    if joint.net == net and ends & reached:
                        reached |= ends
            assert reached == contacts, net


def test_each_contact_has_a_place_of_its_own_on_the_board(any_mat: Mat) -> None:
    wired = harness(any_mat)
    for board in boards(wired):
        places = list(contact_places(board, wired).values())
        least = 28 if board.name in {"touch", "display"} else 91
        assert len(set(places)) == len(places) >= least
        assert all(0 < at.x_mm < board.w_mm and 0 < at.y_mm < board.h_mm for at in places)


def test_contacts_of_carriers_are_in_holes(any_mat: Mat) -> None:
    """Those of chips and headers a pitch apart, in their own order."""
    wired = harness(any_mat)
    carriers = [board for board in boards(wired) if board.name in {"touch", "display"}]
    assert len(carriers) == 2
    for board in carriers:
        for at in contact_places(board, wired).values():
            for mm in (at.x_mm, at.y_mm):
                assert mm / PITCH_MM % 1 == pytest.approx(0.5, abs=0.01)


def test_each_wire_is_in_one_drawing(wired: Harness, joint_pages: dict[str, str]) -> None:
    """Seen from below: a contact on the left is drawn on the right."""
    for board in boards(wired):
        found = joints(board, wired)
        places = contact_places(board, wired)
        for group in GROUPS[board.name]:
            drawn = re.findall(
                r"M([\d.]+) ([\d.]+) L", joint_pages[f"joints_{board.name}_{group}.svg"]
            )
            starts = [places[j.start] for j in found if group_of(board, j.net) == group]
            across = [board.w_mm - at.x_mm for at in starts]
            assert [float(x) for x, _ in drawn] == pytest.approx(across, abs=0.05)
            assert len(drawn) >= (4 if board.name in {"touch", "display"} else 6)
