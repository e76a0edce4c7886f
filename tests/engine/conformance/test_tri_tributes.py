"""The Tribute table, every end of every interval with its neighbours: TRI-120 to TRI-147."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelmat_engine.actions import Play
from duelmat_engine.events import Moved
from duelmat_engine.rulesets.trigamon.tributes import (
    MEASURES,
    TABLES,
    Act,
    Measure,
    covers,
    ends,
    row_for,
)
from duelmat_engine.verdict import Cited
from engine.conformance.board import Board
from engine.conformance.trigamon import entity, set_down, summon, tri

OWN = ("a.m1", "a.m2", "a.m3")
FIELD = dict.fromkeys(OWN, "TwofoldOx")
"""Three Entities that count for two Tributes each, so that six can be given."""

STEP = "0.001"

NORMAL = [
    # measure, level, Tributes, the row that says so
    ("0.001", 0, "TRI-123"),
    ("1", 0, "TRI-123"),
    ("4", 0, "TRI-123"),
    ("4.799", 0, "TRI-123"),
    ("4.8", 1, "TRI-124"),
    ("4.801", 1, "TRI-124"),
    ("5", 1, "TRI-124"),
    ("6.749", 1, "TRI-124"),
    ("6.75", 1, "TRI-124"),
    ("6.751", 2, "TRI-125"),
    ("8", 2, "TRI-125"),
    ("9", 2, "TRI-125"),
    ("9.819", 2, "TRI-125"),
    ("9.82", 3, "TRI-126"),
    ("9.821", 3, "TRI-126"),
    ("12", 3, "TRI-126"),
    ("12.309", 3, "TRI-126"),
    ("12.31", 3, "TRI-126"),
    ("12.311", 4, "TRI-127"),
    ("16", 4, "TRI-127"),
    ("16.649", 4, "TRI-127"),
    ("16.65", 5, "TRI-128"),
    ("16.651", 5, "TRI-128"),
    ("24.999", 5, "TRI-128"),
    ("25", 6, "TRI-129"),
    ("25.001", 6, "TRI-129"),
    ("31.499", 6, "TRI-129"),
    ("32", 6, "TRI-129"),
]
ASSIST = [
    ("level", "-3", 0, "TRI-130"),
    ("level", "0", 0, "TRI-130"),
    ("level", "5.499", 0, "TRI-130"),
    ("level", "5.5", 0, "TRI-130"),
    ("level", "5.501", 1, "TRI-132"),
    ("level", "9.499", 1, "TRI-132"),
    ("level", "9.5", 1, "TRI-132"),
    ("level", "9.501", 2, "TRI-135"),
    ("level", "13.499", 2, "TRI-135"),
    ("level", "13.5", 2, "TRI-135"),
    ("level", "13.501", 3, "TRI-138"),
    ("level", "20.499", 3, "TRI-138"),
    ("level", "20.5", 3, "TRI-138"),
    ("level", "20.501", 4, "TRI-140"),
    ("level", "38.499", 4, "TRI-140"),
    ("level", "38.5", 4, "TRI-140"),
    ("level", "38.501", 5, "TRI-142"),
    ("level", "63.499", 5, "TRI-142"),
    ("level", "63.5", 5, "TRI-142"),
    ("level", "63.501", 6, "TRI-144"),
    ("level", "209.499", 6, "TRI-144"),
    ("level", "209.5", 6, "TRI-144"),
    ("rank", "0", 0, "TRI-131"),
    ("rank", "2.499", 0, "TRI-131"),
    ("rank", "2.5", 0, "TRI-131"),
    ("rank", "2.501", 1, "TRI-133"),
    ("rank", "7.499", 1, "TRI-133"),
    ("rank", "7.5", 1, "TRI-133"),
    ("rank", "7.501", 2, "TRI-136"),
    ("rank", "13.499", 2, "TRI-136"),
    ("rank", "13.5", 2, "TRI-136"),
    ("rank", "13.501", 3, "TRI-138"),
    ("rank", "20.5", 3, "TRI-138"),
    ("rank", "20.501", 4, "TRI-140"),
    ("rank", "38.5", 4, "TRI-140"),
    ("rank", "38.501", 5, "TRI-142"),
    ("rank", "63.5", 5, "TRI-142"),
    ("rank", "63.501", 6, "TRI-144"),
    ("rank", "209.5", 6, "TRI-144"),
    ("link", "1", 1, "TRI-134"),
    ("link", "2", 2, "TRI-137"),
    ("link", "3", 2, "TRI-137"),
    ("link", "4", 3, "TRI-139"),
    ("link", "5", 3, "TRI-139"),
    ("link", "6", 4, "TRI-141"),
    ("link", "7", 4, "TRI-141"),
    ("link", "8", 5, "TRI-143"),
    ("link", "9", 6, "TRI-145"),
    ("link", "12", 6, "TRI-145"),
]
UNDEFINED = [
    pytest.param("normal", "level", "31.5", marks=pytest.mark.rule("TRI-129")),
    ("normal", "level", "31.999"),
    ("normal", "level", "32.001"),
    ("normal", "level", "33"),
    ("normal", "rank", "4"),
    ("normal", "link", "1"),
    ("assist", "level", "209.501"),
    ("assist", "rank", "209.501"),
    ("assist", "link", "0"),
    ("assist", "link", "2.5"),
    ("assist", "link", "9.5"),
]


def number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def given_up(count: int) -> dict[str, str]:
    """Entities worth exactly so many Tributes; without the last of them it is one fewer."""
    singles = 2 - count % 2 if count else 0
    codes = ["TwofoldOx"] * ((count - singles) // 2) + ["EmberImp"] * singles
    return {f"a.m{i}": code for i, code in enumerate(codes, start=1)}


def free_zone(using: dict[str, str]) -> str:
    """Where the Entity comes: a zone that is free, or one that its Tributes leave."""
    return "a.m1" if "a.m4" in using else "a.m4"


def marks(ids: Sequence[tuple[Any, ...]]) -> list[object]:
    """Each case holds its own row, and the next ones: it does not fall into them."""
    return [
        pytest.param(
            *case,
            marks=pytest.mark.rule(
                *sorted(
                    {near[-1] for near in ids[max(0, i - 1) : i + 2] if near[:-3] == case[:-3]}
                )
            ),
        )
        for i, case in enumerate(ids)
    ]


@pytest.mark.rule("TRI-120")
@pytest.mark.parametrize(("level", "count", "rule"), marks(NORMAL))
@pytest.mark.parametrize("make", [summon, set_down])
def test_a_normal_summon_and_a_set_take_what_the_row_says(
    board: Board,
    make: Callable[[str, str, tuple[str, ...]], Play],
    level: str,
    count: int,
    rule: str,
) -> None:
    """So many Tributes are legal, one fewer and one more are not."""
    game = tri([entity("Probe", level=number(level))])
    using = given_up(count)
    table = board.lay({"a.hand": "Probe", **using, "a.m5": "EmberImp"}, game=game)
    to = free_zone(using)
    table.refuses(make("Probe", to, (*using, "a.m5")), rule)
    if count:
        table.refuses(make("Probe", to, tuple(using)[:-1]), rule)
    table.plays(make("Probe", to, tuple(using)), rule, "TRI-120")
    given = [e for e in table.history if isinstance(e, Moved) and e.cause == "cost"]
    assert len(given) == len(using)


@pytest.mark.rule("TRI-120")
@pytest.mark.parametrize(("measure", "value", "count", "rule"), marks(ASSIST))
def test_an_assist_summon_takes_what_the_row_says(
    board: Board, measure: str, value: str, count: int, rule: str
) -> None:
    game = tri([entity("Probe", "no-normal", **{measure: number(value)})])
    using = given_up(count)
    table = board.lay({"a.hand": "Probe", **using, "a.m5": "EmberImp"}, game=game)

    def probe(*places: str) -> Play:
        return summon("Probe", free_zone(using), places, move="assist-summon")

    table.refuses(probe(*using, "a.m5"), rule)
    if count:
        table.refuses(probe(*tuple(using)[:-1]), rule)
    table.plays(probe(*using), rule, "TRI-120")


@pytest.mark.rule("TRI-121")
@pytest.mark.parametrize("level", ["-5", "-0.001", "0"])
def test_a_level_of_nothing_is_summoned_freely_and_spends_nothing(
    board: Board, level: str
) -> None:
    game = tri([entity("Probe", level=number(level))])
    for move, play in (("free-summon", summon), ("free-set", set_down)):
        table = board.lay({"a.hand": "Probe EmberImp"}, game=game)
        table.refuses(play("Probe", move=move.replace("free", "normal")), "TRI-121")
        table.plays(play("Probe", move=move), "TRI-121")
        table.nobody_responds()
        table.plays(summon("EmberImp", "a.m2"), "TRI-103")


@pytest.mark.rule("TRI-121")
def test_only_a_level_of_nothing_is_summoned_freely(board: Board) -> None:
    table = board.lay({"a.hand": "EmberImp"}, game=tri())
    table.refuses(summon("EmberImp", move="free-summon"), "TRI-121")
    table.refuses(set_down("EmberImp", move="free-set"), "TRI-121")


def test_the_other_reading_makes_a_free_summon_spend_the_right(board: Board) -> None:
    """G-10, switched."""
    table = board.lay({"a.hand": "SprigSprite EmberImp"}, readings={"G-10": "spends"})
    table.plays(summon("SprigSprite", move="free-summon"))
    table.nobody_responds()
    table.refuses(summon("EmberImp", "a.m2"), "TRI-103", "TRI-17")


@pytest.mark.rule("TRI-122")
def test_there_is_no_free_assist_summon(board: Board) -> None:
    """An Entity of level 0 takes no Tribute, but spends the Assist Summon of the turn."""
    cards = [entity("Nought", "no-normal", level=0), entity("Other", "no-normal", level=0)]
    table = board.lay({"a.hand": "Nought Other"}, game=tri(cards))
    verdict = table.accepts(summon("Nought", move="assist-summon"), "TRI-122", "TRI-130")
    assert Cited("TRI-122", "G-10") in verdict.cited
    table.plays(summon("Nought", move="assist-summon"))
    table.nobody_responds()
    table.refuses(summon("Other", "a.m2", move="assist-summon"), "TRI-18", "TRI-122")
    table.refuses(summon("Other", "a.m2", move="free-summon"), "TRI-107")


@pytest.mark.rule("TRI-125", "TRI-126")
def test_level_nine_goes_by_the_inequality_and_the_clash_is_named(board: Board) -> None:
    """G-11: the name of the next row has level 9 too; the switch goes by names."""
    table = board.lay({"a.hand": "StormColossus", **given_up(2)})
    verdict = table.accepts(summon("StormColossus", "a.m4", tuple(given_up(2))), "TRI-125")
    assert "G-11" in verdict.rules
    labels = {"G-11": "labels"}
    table = board.lay({"a.hand": "StormColossus", **given_up(3)}, readings=labels)
    table.refuses(summon("StormColossus", "a.m4", ("a.m1",)), "TRI-126")
    table.plays(summon("StormColossus", "a.m4", tuple(given_up(3))), "TRI-126")


@pytest.mark.rule("TRI-129")
@pytest.mark.parametrize(("value", "reading"), [("31", ""), ("32", "G-12")])
def test_level_32_takes_six_tributes_by_the_reading_of_gaps(
    board: Board, value: str, reading: str
) -> None:
    game = tri([entity("Probe", level=number(value))])
    table = board.lay({"a.hand": "Probe", **given_up(6)}, game=game)
    refused = table.refuses(summon("Probe", "a.m5"), "TRI-129")
    assert ("G-12" in refused.readings) == bool(reading)
    found = table.accepts(summon("Probe", "a.m5", tuple(given_up(6))), "TRI-129")
    cited = [c.reading for c in found.cited if c.rule == "TRI-129" and c.reading]
    assert cited == [reading] * bool(reading)


@pytest.mark.rule("TRI-147")
@pytest.mark.parametrize(("act", "measure", "value"), UNDEFINED)
def test_what_no_row_covers_is_answered_as_not_defined(
    board: Board, act: str, measure: str, value: str
) -> None:
    game = tri([entity("Probe", *(["no-normal"] * (act == "assist")), **{measure: number(value)})])
    table = board.lay({"a.hand": "Probe", **FIELD}, game=game)
    move = "assist-summon" if act == "assist" else "normal-summon"
    for using in ((), ("a.m1",), OWN):
        play = summon("Probe", "a.m4", using, move=move)
        expected = {"TRI-147"} | ({"TRI-121"} if act == "normal" and measure != "level" else set())
        verdict = table.refuses(play, *(expected - {"TRI-121"}))
        assert "does not define" in verdict.remedies[0].text
        assert "judge" in verdict.remedies[0].text
        assert verdict.readings[0] == "G-12"


@pytest.mark.rule("TRI-147")
def test_what_is_defined_is_accepted_by_the_same_rule(board: Board) -> None:
    table = board.lay({"a.hand": "EmberImp"})
    table.accepts(summon("EmberImp"), "TRI-147")
    game = tri([entity("Probe", "no-normal", level=210)])
    table = board.lay({"a.hand": "Probe"}, game=game)
    table.refuses(summon("Probe", move="assist-summon"), "TRI-147")


TOTAL_RANGES: Final[tuple[tuple[Act, Measure, str], ...]] = (
    ("normal", "level", "(-inf, 31.5)"),
    ("assist", "level", "(-inf, 209.5]"),
    ("assist", "rank", "(-inf, 209.5]"),
)
"""The ranges in which a table has a row for every number; Link Ratings are whole from 1 on."""


@given(st.decimals(-50, 250, places=3), st.decimals(-50, 250, places=3))
def test_the_table_is_monotone_and_total(one: Decimal, other: Decimal) -> None:
    """TRI-146: in its range every number has a row, and a higher one takes no fewer Tributes."""
    low, high = sorted((one, other))
    for act, measure, span in TOTAL_RANGES:
        rows = [row_for(act, measure, n) for n in (low, high)]
        for value, row in zip((low, high), rows, strict=True):
            assert (row is not None) == covers(span, value) or value == 32
        if rows[0] is not None and rows[1] is not None:
            assert rows[0].tributes <= rows[1].tributes


@pytest.mark.rule("TRI-146")
def test_no_two_rows_of_one_range_overlap(board: Board) -> None:
    """Each end of an interval belongs to exactly one row; an unbroken table refuses no level."""
    for act, table in TABLES.items():
        for measure in MEASURES:
            spans = [row.interval for row in table if row.measure == measure]
            for end in {end for span in spans for end in ends(span)}:
                if end.is_finite():
                    rows = [span for span in spans if covers(span, end)]
                    assert len(rows) <= 1, (act, measure, end)
    for level in range(1, 32):
        game = tri([entity("Probe", level=level)])
        laid = board.lay({"a.hand": "Probe", **FIELD}, game=game)
        row = row_for("normal", "level", Decimal(level))
        assert row is not None
        count = row.tributes
        using = OWN[: (count + 1) // 2]
        laid.accepts(summon("Probe", "a.m4", using), "TRI-146")
    game = tri([entity("Probe", level=31.75)])
    board.lay({"a.hand": "Probe"}, game=game).refuses(summon("Probe"), "TRI-147")
