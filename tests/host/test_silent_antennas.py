"""An antenna that has read no card since it was powered may not be connected: its silence about
a card is no evidence of how that card lies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from direct_mat import DECK, MAT, Bench, held
from duelmat_engine.names import CardKey
from duelmat_hardware import AntennaRole
from duelmat_host.cards import Face, Registry
from duelmat_host.link.events import Antenna, AntennaState, BoardReady, Sighting, Snapshot
from duelmat_host.link.line import BoardLine
from duelmat_host.link.rig import start_rig
from duelmat_host.link.session import BoardSession
from duelmat_host.link.virtual_time import VirtualTime
from duelmat_host.sensing.layout import Layout, MatZone, Orientation, read_sight, write_sight
from duelmat_host.sensing.tracker import UNCLEAR_MS, Tracker
from duelmat_host.table.findings import Agreed, Refused, Unclear, Unsure, Untold
from duelmat_host.table.reports import REFUSE_MS

OWN = {"a.hand": held("S4", "H7", "C9", "D5", "C3", "S1"), "b.hand": held("H2", "H3")}
REGISTRY = Registry.for_simulation([DECK, DECK])
HELLO: Any = None
"""What a board says of itself, which the tracker does not look at."""


class Mat:
    """A table whose cards are read by the antennas that a test names."""

    def __init__(self, **moment: Any) -> None:
        self.bench = Bench(OWN, **moment)
        self.tracker = Tracker(MAT, REGISTRY)
        self.antennas = (Antenna(),) * len(MAT.antennas)

    def read(
        self,
        zone: str,
        role: str,
        key: str | None,
        face: Face = Face.UP,
        *,
        is_weak: bool = False,
    ) -> None:
        """Let one antenna read a card, or nothing any more."""
        self.bench.mat.now_ms += 100
        antenna = Antenna()
        if key is not None:
            sleeve = REGISTRY.sleeve(CardKey(key))
            assert sleeve is not None
            tag = sleeve.up if face is Face.UP else sleeve.down
            antenna = Antenna(AntennaState.ONE, (tag,))
            if is_weak:
                antenna = Antenna(AntennaState.SEVERAL, (tag, tag))
        (index,) = (a.index for a in MAT.antennas if (a.zone, a.role) == (zone, AntennaRole(role)))
        self.antennas = (*self.antennas[:index], antenna, *self.antennas[index + 1 :])
        self.tracker.sight(Sighting(self.bench.mat.now_ms, index, antenna), self.bench.mat.now_ms)
        self.bench.table.sense(self.tracker.layout(), self.bench.mat.now_ms)


def test_a_normal_summon_that_lies_askew_over_an_open_coil_is_asked_about() -> None:
    """As sideways it would be refused, wrongly. The question names the antenna, and its answer
    makes the play."""
    mat = Mat()
    mat.read("a.m2", "B", "a:H7")
    assert isinstance(mat.bench.table.finding, Untold)
    (prompt,) = mat.bench.table.now.prompts
    why = (
        "Antenna A of Ana's left monster zone has read no card lately: once it has, this is "
        "asked no more. If it does not read a card that lies upright, check its coil."
    )
    assert prompt.text == f"Did you lay the 7 of hearts upright or sideways? {why}"
    assert why in mat.bench.said()
    assert mat.bench.options() == ["Face-up and upright", "Face-up and sideways"]
    assert (mat.bench.actions(), mat.bench.refused()) == ([], [])
    mat.bench.choose("Face-up and upright")
    assert mat.bench.actions() == ["normal-summon"]
    assert isinstance(mat.bench.table.finding, Agreed)
    mat.bench.table.sense(mat.tracker.layout(), mat.bench.mat.now_ms)  # what was told stays
    assert isinstance(mat.bench.table.finding, Agreed)
    lies = mat.bench.table.layout[MatZone("a.m2")]
    assert (lies.orientation, lies.is_told) == (Orientation.UPRIGHT, True)


def test_it_may_be_sideways_too() -> None:
    mat = Mat()
    mat.read("a.m2", "B", "a:H7")
    mat.bench.choose("Face-up and sideways")
    assert isinstance(mat.bench.table.finding, Refused)
    mat.bench.rest(REFUSE_MS)
    assert "TK-16" in mat.bench.refused()[0]


def test_nobody_is_asked_where_no_play_lies_upright() -> None:
    """A monster is Set face-down and sideways: it lies as B reads it, and nothing was told."""
    mat = Mat()
    mat.read("a.m2", "B", "a:H7", Face.DOWN)
    assert mat.bench.actions() == ["set-monster"]
    assert not mat.bench.table.layout[MatZone("a.m2")].is_told
    mat = Mat(turn_counters={"a.summon-right": 1})
    mat.read("a.m2", "B", "a:H7", Face.DOWN)
    mat.bench.rest(REFUSE_MS)
    assert mat.bench.refused() == [["TK-17"]]


def test_the_silence_of_an_antenna_that_has_read_a_card_counts() -> None:
    """Whatever card it was, and however short."""
    mat = Mat()
    mat.read("a.m2", "A", "a:C9", Face.DOWN)
    mat.read("a.m2", "A", None)
    mat.read("a.m2", "B", "a:H7")
    mat.bench.rest(REFUSE_MS)
    assert "TK-16" in mat.bench.refused()[0]


def test_at_a_simulated_mat_every_silence_counts() -> None:
    """Also after a start of its board: nobody is asked there."""
    mat = Mat()
    mat.tracker.trust_antennas()
    mat.tracker.take(BoardReady(HELLO, is_new_boot=True), 0)
    mat.read("a.m2", "B", "a:H7")
    mat.bench.rest(REFUSE_MS)
    assert "TK-16" in mat.bench.refused()[0]


def test_a_card_that_is_turned_is_read_by_the_other_antenna() -> None:
    """Turned upright it is read by A, which is proof; turned back, A has lost it."""
    mat = Mat()
    mat.read("a.m2", "B", "a:H7", Face.DOWN)
    mat.read("a.m2", "B", None)
    mat.read("a.m2", "A", "a:H7", Face.DOWN)
    assert mat.tracker.layout()[MatZone("a.m2")].orientation is Orientation.UPRIGHT
    mat.read("a.m2", "A", None)
    mat.read("a.m2", "B", "a:H7", Face.DOWN)
    assert mat.tracker.layout()[MatZone("a.m2")].orientation is Orientation.SIDEWAYS


def test_what_a_reads_needs_no_proof_of_b() -> None:
    mat = Mat()
    mat.read("a.m2", "A", "a:H7")
    assert mat.bench.actions() == ["normal-summon"]


@pytest.mark.parametrize(("role", "seems"), [("A", "upright"), ("B", "sideways")])
def test_what_one_antenna_reads_weakly_is_asked_about(role: str, seems: str) -> None:
    """The other one's coil may be open, or may have come off, whatever it has read before."""
    mat = Mat()
    silent = {"A": "B", "B": "A"}[role]
    mat.read("a.m2", silent, "a:C9", Face.UP if role == "A" else Face.DOWN)
    mat.read("a.m2", silent, None)
    mat.read("a.m2", role, "a:H7", is_weak=True)
    sight = mat.tracker.layout()[MatZone("a.m2")]
    assert (sight.orientation, sight.apparent.value) == (Orientation.UNKNOWN, seems)
    (prompt,) = mat.bench.table.now.prompts
    assert prompt.text == (
        f"Did you lay the 7 of hearts upright or sideways? Antenna {role} of Ana's left monster "
        f"zone reads it weakly, and antenna {silent} not at all: lay it straight in the middle of "
        f"the zone. If it is not read there, check the coil of antenna {silent}."
    )
    assert mat.bench.actions() == []
    mat.bench.choose("Face-up and upright")
    assert mat.bench.actions() == ["normal-summon"]


def test_a_set_monster_that_a_reads_weakly_is_asked_about() -> None:
    """Upright it would be refused, and the coil of B is open."""
    mat = Mat()
    mat.read("a.m2", "A", "a:H7", Face.DOWN, is_weak=True)
    (prompt,) = mat.bench.table.now.prompts
    assert "check the coil of antenna B" in prompt.text
    assert mat.bench.options() == ["Face-down and upright", "Face-down and sideways"]
    mat.bench.choose("Face-down and sideways")
    assert mat.bench.actions() == ["set-monster"]


def test_a_reading_that_becomes_sure_asks_no_more() -> None:
    """A hand brings the card down slowly."""
    mat = Mat()
    mat.read("a.m2", "A", "a:H7", Face.DOWN, is_weak=True)
    mat.read("a.m2", "A", None)
    assert isinstance(mat.bench.table.finding, Agreed)
    mat.read("a.m2", "A", "a:H7", is_weak=True)
    mat.read("a.m2", "A", "a:H7")
    assert mat.bench.actions() == ["normal-summon"]
    assert not mat.tracker.layout()[MatZone("a.m2")].is_weak


def test_a_coil_that_comes_off_under_a_monster_turns_it_not() -> None:
    """The other antenna still reads a card that lies askew: that it was turned is asked."""
    mat = Mat(turn=3)
    mat.read("a.m2", "A", "a:H7")
    assert mat.bench.actions() == ["normal-summon"]
    mat.read("a.m2", "A", None)
    mat.read("a.m2", "B", "a:H7", is_weak=True)
    assert mat.bench.actions() == ["normal-summon"]
    assert isinstance(mat.bench.table.finding, Untold)
    mat.bench.choose("Face-up and upright")
    assert isinstance(mat.bench.table.finding, Agreed)
    assert mat.bench.actions() == ["normal-summon"]


def test_a_weak_reading_puts_the_silent_antenna_into_doubt_until_it_reads() -> None:
    """However well the other one reads the next card."""
    mat = Mat()
    mat.read("a.m2", "A", "a:H7", Face.DOWN, is_weak=True)
    mat.tracker.settled(mat.bench.mat.now_ms + UNCLEAR_MS, 60)
    mat.read("a.m2", "A", None)
    mat.read("a.m2", "A", "a:H7", Face.DOWN)
    (prompt,) = mat.bench.table.now.prompts
    assert "Antenna B of Ana's left monster zone has read no card lately" in prompt.text
    assert "If it does not read a card that lies sideways" in prompt.text
    mat.read("a.m2", "A", None)
    mat.read("a.m2", "B", "a:H7", Face.DOWN)
    mat.read("a.m2", "B", None)
    mat.read("a.m2", "A", "a:H7", Face.DOWN)
    assert mat.tracker.layout()[MatZone("a.m2")].orientation is Orientation.UPRIGHT


def test_a_weak_reading_takes_as_long_as_an_unclear_one() -> None:
    """Meanwhile the board asks the tag again."""
    mat = Mat()
    mat.read("a.m2", "A", "a:H7", is_weak=True)
    since_ms = mat.bench.mat.now_ms
    assert mat.tracker.settled(since_ms + UNCLEAR_MS - 1, 60).layout == Layout()
    assert MatZone("a.m2") in mat.tracker.settled(since_ms + UNCLEAR_MS, 60).layout


def test_the_side_that_a_weak_tag_alone_tells_at_x1_is_not_believed() -> None:
    """It may be the upper sticker, of a sleeve whose lower one is dead."""
    mat = Mat()
    mat.read("x1", "only", "a:H7", Face.DOWN, is_weak=True)
    assert mat.bench.table.finding == Unsure(MatZone("x1"), Unclear.WEAK)
    mat.bench.rest(REFUSE_MS)
    assert mat.bench.said() == (
        "The card in the unused extra monster zone 2 answers too weakly to say which side is "
        "up: lay it in the middle of the zone. If it is not read there, a sticker of its sleeve "
        "is dead."
    )
    assert (mat.bench.actions(), mat.bench.refused()) == ([], [])
    mat.read("x1", "only", "a:H7", Face.DOWN)
    assert not isinstance(mat.bench.table.finding, Unsure)


def test_proofs_last_as_long_as_the_power() -> None:
    """Wires are changed while it is off. What was read before it went off lies as it did."""
    mat = Mat()
    mat.read("a.m2", "A", "a:C9", Face.DOWN)
    mat.read("a.m2", "A", None)
    mat.read("a.m2", "B", "a:H7", Face.DOWN)
    assert mat.bench.actions() == ["set-monster"]
    mat.tracker.take(BoardReady(HELLO, is_new_boot=False), mat.bench.mat.now_ms)
    mat.tracker.snapshot(Snapshot(mat.bench.mat.now_ms, mat.antennas), mat.bench.mat.now_ms)
    before = mat.tracker.layout()
    assert before[MatZone("a.m2")].apparent is Orientation.UNKNOWN
    mat.tracker.take(BoardReady(HELLO, is_new_boot=True), mat.bench.mat.now_ms)
    mat.tracker.snapshot(Snapshot(mat.bench.mat.now_ms, mat.antennas), mat.bench.mat.now_ms)
    doubted = mat.tracker.layout()[MatZone("a.m2")]
    assert (doubted.orientation, doubted.apparent) == (Orientation.UNKNOWN, Orientation.SIDEWAYS)
    mat.bench.table.sense(mat.tracker.layout(), mat.bench.mat.now_ms)
    assert isinstance(mat.bench.table.finding, Agreed)


def test_a_doubt_is_the_same_in_the_journal() -> None:
    mat = Mat()
    mat.read("a.m2", "B", "a:H7")
    sight = mat.tracker.layout()[MatZone("a.m2")]
    doubted = [sight, structs.replace(sight, is_weak=True)]
    doubted += [structs.replace(each, is_told=True) for each in doubted]
    for written in (*doubted, structs.replace(sight, apparent=Orientation.UNKNOWN, is_weak=True)):
        assert read_sight(write_sight(written)) == written


def test_a_coil_that_is_not_connected_is_found_on_the_mat_itself(tmp_path: Path) -> None:
    """A card that lies upright and askew, as far as a mat has to bear: B reads it, A cannot."""
    rig = start_rig(tmp_path / "mat", clock="virtual", mat=MAT)
    try:
        hands = rig.client()
        line = BoardLine(rig.port, BoardSession(MAT))
        time, tracker = VirtualTime(line, hands), Tracker(MAT, REGISTRY)

        def run(ms: int) -> Layout:
            for _ in range(0, ms, 5):
                for event in time.step(5):
                    tracker.take(event, time.now_ms)
            return tracker.layout()

        run(600)
        hands.faults(stuck=[0])
        sleeve = REGISTRY.sleeve(CardKey("a:H7"))
        assert sleeve is not None
        askew = {"dx_mm": 12.0, "dy_mm": -12.0, "tilt_deg": -15.0}
        tags = {"up_uid": sleeve.up.hex(), "down_uid": sleeve.down.hex()}
        hands.ask("place", sleeve="a:H7", zone="a.m1", **tags, **askew)
        lies = run(1200)[MatZone("a.m1")]
        assert (lies.key, lies.orientation) == ("a:H7", Orientation.UNKNOWN)
        assert lies.apparent is Orientation.SIDEWAYS
    finally:
        line.close()
        hands.close()
        rig.stop()
