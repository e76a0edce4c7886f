"""Which lamp says what, by what goes on and by how much the table helps."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from direct_mat import MAT, Bench, held, lay
from duelmat_engine.names import Seat
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.lights import DISPLAY_CHARACTERS, display_text, styles
from duelmat_host.table.commands import CallJudge, Concede, CorrectLife
from duelmat_host.table.reports import LOOK_MS, REFUSE_MS, TURN_MS
from duelmat_wire import lamps

LAMPS = tuple(lamp.name for lamp in MAT.lamps)
ANA, BEN = Seat(0), Seat(1)
ZONES = {
    "a.hand": held("S4", "H7", "C9"),
    "b.hand": held("H2", "S1"),
    "a.m1": lay("C8"),
    "b.m1": lay("H9"),
}


def lamp(bench: Bench, name: str, *faults: str) -> int:
    return styles(bench.table.now, LAMPS, faults)[LAMPS.index(name)]


def _nothing(bench: Bench) -> None:
    pass


def _lay_wrong(bench: Bench) -> None:
    bench.put("a:H7", "a.m1")


def _refused(bench: Bench) -> None:
    _lay_wrong(bench)
    bench.rest(REFUSE_MS)


def _asked(bench: Bench) -> None:
    bench.put("a:S4", "a.m3")


def _played(bench: Bench) -> None:
    bench.put("a:H7", "a.s3", down=True)


def _pointed(bench: Bench) -> None:
    bench.touch("a.m2")


def _lifted(bench: Bench) -> None:
    bench.take("b.m2")
    bench.rest(LOOK_MS)


def _turned(bench: Bench) -> None:
    bench.hands.turn(MatZone("b.m2"))
    bench.rest(TURN_MS)


def _over(bench: Bench) -> None:
    bench.table.command(BEN, Concede())


def _called(bench: Bench) -> None:
    bench.table.command(BEN, CallJudge())


SHOWN: dict[str, tuple[Callable[[Bench], None], str, str, int]] = {
    "the phase": (_nothing, "coach", "phase.2", lamps.PHASE),
    "no other phase": (_nothing, "coach", "phase.3", lamps.OFF),
    "whose turn": (_nothing, "referee", "a.deck", lamps.ACTIVE),
    "not the other's": (_nothing, "referee", "b.deck", lamps.OFF),
    "where cards may go": (_nothing, "coach", "a.m3", lamps.LEGAL),
    "not in a zone that is not used": (_nothing, "coach", "a.m1", lamps.OFF),
    "only by the coach": (_nothing, "referee", "a.m3", lamps.OFF),
    "something wrong, softly at first": (_lay_wrong, "coach", "a.m1", lamps.ASK),
    "something wrong": (_refused, "coach", "a.m1", lamps.ILLEGAL),
    "something wrong, in a tournament": (_refused, "tournament", "a.m1", lamps.ILLEGAL),
    "nothing wrong where only life counts": (_refused, "counter", "a.m1", lamps.OFF),
    "a question": (_asked, "coach", "a.m3", lamps.ASK),
    "what was understood": (_played, "coach", "a.s3", lamps.CONFIRM),
    "what was pointed at": (_pointed, "coach", "a.m2", lamps.SELECTED),
    "what is missing": (_lifted, "coach", "b.m2", lamps.PUT),
    "what is missing, not in a tournament": (_lifted, "tournament", "b.m2", lamps.OFF),
    "no turn after the end": (_over, "coach", "a.deck", lamps.OFF),
    "no help after the end": (_over, "coach", "a.m3", lamps.OFF),
    "a judge": (_called, "coach", "phase.5", lamps.ASK),
    "a judge, in a tournament": (_called, "tournament", "phase.1", lamps.ASK),
    "no help while the judge is called": (_called, "coach", "a.m3", lamps.OFF),
}


@pytest.mark.parametrize("name", SHOWN)
def test_what_a_lamp_says(name: str) -> None:
    """The highest layer that says something wins."""
    do, assist, zone, style = SHOWN[name]
    bench = Bench(ZONES, assist=assist)
    do(bench)
    assert lamp(bench, zone) == style


@pytest.mark.parametrize("assist", ["coach", "referee", "tournament", "counter"])
def test_a_fault_of_a_reader_is_shown_over_everything(assist: str) -> None:
    bench = Bench(ZONES, assist=assist)
    _refused(bench)
    assert lamp(bench, "a.m1", "a.m1") == lamps.FAULT


def test_there_is_one_style_for_each_lamp() -> None:
    bench = Bench(ZONES)
    shown = styles(bench.table.now, LAMPS)
    assert len(shown) == len(LAMPS)
    assert set(shown) <= set(range(len(lamps.STYLES)))


def _option(bench: Bench) -> None:
    _asked(bench)
    bench.touch("a.choice2")


DISPLAYS: dict[str, tuple[Callable[[Bench], None], Seat, str]] = {
    "life": (_nothing, ANA, "      40"),
    "the option that OK takes": (_asked, ANA, "1-2   40"),
    "the next option": (_option, ANA, "2-2   40"),
    "the other player's life alone": (_asked, BEN, "      40"),
    "a judge": (_called, ANA, "CALL  40"),
}


@pytest.mark.parametrize("name", DISPLAYS)
def test_what_a_display_says(name: str) -> None:
    do, seat, text = DISPLAYS[name]
    bench = Bench(ZONES)
    do(bench)
    assert display_text(bench.table.now, seat) == text


@pytest.mark.parametrize("life", [0, 7, 999, 9999, 99_999_999])
def test_a_display_has_eight_characters_whatever_the_life(life: int) -> None:
    """The digits of the life are never cut."""
    bench = Bench(ZONES)
    bench.table.command(ANA, CallJudge())
    bench.table.rule(CorrectLife("b", life, "as told"))
    shown = display_text(bench.table.now, BEN)
    assert len(shown) == DISPLAY_CHARACTERS
    assert shown.endswith(str(life))
