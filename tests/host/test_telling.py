"""Telling: what no antenna senses of a card is told by its player, and never guessed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from direct_mat import MAT, PLAIN, STARTER, Bench, fold, held, lay
from duelmat_engine.names import CardKey, Seat
from duelmat_hardware import Sense
from duelmat_host.sensing.layout import Face, MatZone, Orientation, Sight, read_sight, write_sight
from duelmat_host.showing.lights import display_text, styles
from duelmat_host.table.commands import Agree, Press, TakeBack, Tell
from duelmat_host.table.commands import Touch as TouchCommand
from duelmat_host.table.entry_form import from_data
from duelmat_host.table.errors import NoSuchPadError, NothingToTellError
from duelmat_host.table.findings import Agreed, Refused, Untold
from duelmat_host.table.inputs import ReadersLost
from duelmat_host.table.reports import REFUSE_MS
from seen import public_json, seat_json

OWN = {"a.hand": held("S4", "H7", "C9", "D5", "C3", "S1"), "b.hand": held("H2", "H3")}
ANA, BEN = Seat(0), Seat(1)
LAMPS = tuple(lamp.name for lamp in MAT.lamps)


def plain(zones: Any = OWN, **moment: Any) -> Bench:
    """A table whose mat senses which card lies in a zone, and not how."""
    return Bench(zones, mat=PLAIN, **moment)


def sight(bench: Bench, zone: str) -> Sight:
    return bench.table.layout[MatZone(zone)]


def test_a_way_that_may_be_several_is_asked_with_the_plays_of_each() -> None:
    """The player is asked, nothing is done before the answer, and the answer makes the play."""
    bench = plain()
    bench.put("a:H7", "a.m2")
    (prompt,) = bench.table.now.prompts
    assert prompt.text == "Did you lay the 7 of hearts face-up or face-down?"
    assert [(o.text, o.detail) for o in prompt.options] == [
        ("Face-down and sideways", "Setting it"),
        ("Face-up and upright", "Normal Summon and Special Summon"),
        ("Face-up and sideways", "Special Summon"),
    ]
    assert bench.actions() == []
    bench.choose("Face-up and upright")
    assert bench.actions() == ["normal-summon"]
    assert isinstance(bench.table.finding, Agreed)


def test_a_way_that_is_the_only_one_needs_no_question() -> None:
    """A known card of the Extra Deck is never Set: it lies face-up, as its antennas turn it."""
    turning = structs.replace(
        MAT, zones=tuple(structs.replace(z, senses=z.senses - {Sense.FACE}) for z in MAT.zones)
    )
    bench = Bench({**OWN, "a.m1": lay("S6"), "a.m2": lay("H6")}, mat=turning)
    bench.take("a.m2", "grave")
    bench.take("a.m3", "grave")
    bench.put("a:SQ", "a.m4", sideways=True)
    assert bench.actions() == ["synchro-summon"]
    assert (sight(bench, "a.m4").face, sight(bench, "a.m4").is_told) == (Face.UP, True)


def test_until_it_is_answered_a_card_is_face_down_to_everybody_else() -> None:
    """Pages, lights and displays are the same for any card, and its own player's page names it."""

    def shown(card: str) -> tuple[Any, ...]:
        bench = plain()
        bench.put(card, "a.m2")
        table = bench.table.now
        displays = [display_text(table, seat) for seat in (ANA, BEN)]
        return (
            public_json(bench.table),
            seat_json(bench.table, BEN),
            styles(table, LAMPS),
            displays,
        )

    first, second = shown("a:H7"), shown("a:S1")
    assert first == second
    (zone,) = first[0]["zones"]
    assert zone["card"] == {"face": "down"} and zone["told"]
    bench = plain()
    bench.put("a:H7", "a.m2")
    own = seat_json(bench.table, ANA)
    assert [card["key"] for card in own["facedown"]] == ["a:H7"]


@pytest.mark.parametrize("card", ["S1", "H7", "C9"])
def test_whether_it_is_asked_depends_on_what_everybody_knows(card: str) -> None:
    """A trap that could only be Set is asked about as any other card of the hand is."""
    bench = plain()
    bench.put(f"a:{card}", "a.s2")
    assert isinstance(bench.table.finding, Untold)
    assert {way.face for way in bench.table.finding.ways} == {Face.UP, Face.DOWN}


def test_a_touch_of_the_pad_tells_that_a_card_was_turned_as_it_must_be() -> None:
    """What was taken back lies turned until its player has turned it back, and touches the pad."""
    bench = plain({**OWN, "a.m1": lay("D8", down=True, sideways=True)})
    bench.touch("a.m2")
    assert bench.options()[-1:] == ["Face-up and upright"]
    bench.choose("Face-up and upright")
    assert bench.actions() == ["Turn"]
    bench.table.command(ANA, TakeBack())
    if bench.table.state.requests:
        bench.table.command(BEN, Agree())
    assert [each.kind.value for each in bench.table.now.zone_obligations] == ["turn"]
    assert sight(bench, "a.m2").face is Face.UP
    bench.touch("a.m2")
    assert bench.table.now.zone_obligations == ()
    assert sight(bench, "a.m2").face is Face.DOWN
    assert isinstance(bench.table.finding, Agreed)


def test_what_is_told_makes_the_same_refusal() -> None:
    """A second Normal Summon is refused by its rule; as a told Set it would be another."""
    bench = plain(turn_counters={"a.summon-right": 1})
    bench.put("a:H7", "a.m2")
    bench.choose("Face-up and upright")
    assert isinstance(bench.table.finding, Refused)
    bench.rest(REFUSE_MS)
    assert "TK-14" in bench.refused()[0]
    bench.take("a.m2")
    assert isinstance(bench.table.finding, Agreed)
    bench.put("a:H7", "a.m2")
    assert isinstance(bench.table.finding, Untold)  # laid again, it may lie otherwise


def test_a_card_that_was_looked_at_lies_as_before() -> None:
    """The duel has it there: that it was turned its player would tell."""
    bench = plain({**OWN, "a.s1": lay("S2", down=True)})
    bench.take("a.s2")
    bench.put("a:S2", "a.s2", down=True)
    assert isinstance(bench.table.finding, Agreed)
    assert bench.options()[:1] != ["Face-down"]


@pytest.mark.parametrize(
    ("seat", "zone"), [(ANA, "a.m3"), (BEN, "a.m2"), (ANA, "a.deck"), (ANA, "nowhere")]
)
def test_nothing_is_told_of_a_card_that_is_not_there_or_not_ones_own(
    seat: Seat, zone: str
) -> None:
    bench = plain({**OWN, "a.m1": lay("D8")})
    with pytest.raises(NothingToTellError, match=zone):
        bench.table.command(seat, Tell(zone, "down"))


def test_the_log_says_what_was_told_and_the_journal_keeps_it() -> None:
    """The line of a play says so, as the journal's layout does; a sensed one says nothing."""
    told = plain()
    told.put("a:H7", "a.m2")
    told.choose("Face-up and upright")
    sensed = Bench(OWN)
    sensed.put("a:H7", "a.m2")
    assert [line.is_told for line in told.table.state.log[-1:]] == [True]
    assert [line["told"] for line in public_json(told.table)["log"][-1:]] == [True]
    assert not any(line.is_told for line in sensed.table.state.log)
    entries = [from_data(kind, data) for kind, data in told.journal.entries]
    assert fold(told.start, entries).log == told.table.state.log


def test_a_page_does_what_buttons_and_pads_do() -> None:
    """A mat without them is played on: the phase goes on, and a play is taken back."""
    bench = plain()
    bench.table.command(ANA, Press("phase"))
    assert bench.actions() == ["Advance"]
    bench.table.command(ANA, Press("judge"))
    bench.table.command(BEN, Press("ok"))
    assert bench.table.state.undone
    with pytest.raises(NoSuchPadError):
        bench.table.command(ANA, TouchCommand("a.nowhere"))


def test_what_a_touch_confirms_says_which() -> None:
    """A page has a button for it; what a zone shows has none."""
    bench = Bench({**OWN, "a.m1": lay("D8")}, mat=PLAIN)
    while bench.table.state.duel.turn_seat == ANA:
        bench.table.command(ANA, Press("phase"))
    (draw,) = seat_json(bench.table, BEN)["obligations"]
    assert draw["touch"] == "b.deck"
    bench.table.command(BEN, TouchCommand(draw["touch"]))
    assert bench.table.state.obligations == ()
    bench.take("a.m2")
    bench.rest()
    assert [each["touch"] for each in public_json(bench.table)["obligations"]] == [None]


def lose(bench: Bench, *zones: str) -> None:
    lost = frozenset(map(MatZone, zones))
    bench.table.take(ReadersLost(lost, bench.mat.layout()))


def test_a_card_is_shown_elsewhere_where_the_reader_of_its_graveyard_has_died() -> None:
    """The log says where; a card that goes to that Graveyard is told by a touch of its pad."""
    bench = Bench(OWN, mat=STARTER)
    lose(bench, "a.grave", "a.m2")
    shown = [line.text for line in bench.table.state.log]
    assert shown[1] == "Cards are shown on Ben's Graveyard instead."
    bench.put("a:H7", "b.grave")
    bench.choose("Face-up")
    assert bench.actions() == ["normal-summon"]
    lose(bench, "a.m2", "a.grave", "b.grave")
    assert "No reader is left" in bench.table.state.log[-1].text


def test_a_card_that_was_to_go_from_a_lost_zone_is_taken_when_its_reader_works_again() -> None:
    """It is no play, and hands are told what to do; the journal folds to the same table."""
    bench = Bench({**OWN, "a.m1": lay("D8"), "a.m2": lay("C8")})
    entries = bench.journal.entries
    lose(bench, "a.m2")
    bench.mat.lying = [card for card in bench.mat.lying if card[1] != "a.m2"]
    bench.mat.feel()
    assert isinstance(bench.table.finding, Agreed)
    lose(bench)
    assert isinstance(bench.table.finding, Agreed)
    assert [(each.kind.value, each.zone) for each in bench.table.now.zone_obligations] == [
        ("put", "a.m2")
    ]
    state = fold(bench.start, [from_data(kind, data) for kind, data in entries])
    assert (state.pending, state.log) == (bench.table.state.pending, bench.table.state.log)
    bench.put("a:D8", "a.m2")
    assert bench.table.now.zone_obligations == ()
    assert bench.actions() == []


@pytest.mark.parametrize("is_told", [False, True])
def test_a_sight_is_read_as_it_was_written(*, is_told: bool) -> None:
    """Sights of older journals have no mark, and were sensed."""
    written = Sight(CardKey("a:H7"), Face.UP, Orientation.UPRIGHT, b"", is_told)
    assert read_sight(write_sight(written)) == written
    assert len(write_sight(written) or ()) == 4 + is_told


def test_a_set_card_that_pays_is_not_shown_for_nothing_while_the_next_is_asked_about() -> None:
    """It lies face-up on its Graveyard already; how the card that it pays for lies is not told."""
    bench = plain({"a.hand": held("S6", "H7"), "b.hand": held("H2"), "a.m1": lay("C6")})
    bench.put("a:S6", "a.m3", down=True, sideways=True)
    bench.choose("Face-down and sideways")
    bench.take("a.m2", "grave")
    bench.take("a.m3", "grave")
    bench.choose("Face-up")
    bench.put("a:SQ", "a.m4")
    assert isinstance(bench.table.finding, Untold)
    bench.choose("Face-up and upright")
    assert bench.actions() == ["set-monster", "synchro-summon"]
    assert not any("has shown" in line.text for line in bench.table.state.log)
