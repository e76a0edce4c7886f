"""The numbers of docs/tie-breaks.md are those that the standings give."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest

from duelmat_tournament import results
from duelmat_tournament.names import NO_PLAYER, RoundNumber
from duelmat_tournament.policy import TieBreaks
from duelmat_tournament.standings import Row
from duelmat_tournament.tiebreaks import PROFILES, Measure
from tournament.made_events import ANA, DAN, NAMES, page_event

PAGE: Final = (Path(__file__).parents[2] / "docs" / "tie-breaks.md").read_text(encoding="utf-8")


def section(heading: str) -> str:
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def tables(heading: str) -> list[list[dict[str, str]]]:
    """Return the tables of a section, a dict by column for each row."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", section(heading), re.MULTILINE):
        lines = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()
        ]
        found.append([dict(zip(lines[0], line, strict=True)) for line in lines[2:]])
    return found


def rows_of(profile: TieBreaks) -> dict[str, Row]:
    return {NAMES[row.player]: row for row in page_event().after(3, profile)}


def test_the_event_of_the_page_is_the_one_of_the_tests() -> None:
    played, _ = tables("The event of the examples")
    found = []
    for record in page_event().records:
        counts = f"{record.result.first_won}-{record.result.second_won}"
        is_bye = record.second == NO_PLAYER
        assert not is_bye or record.result == results.bye()
        found.append(
            {
                "round": str(record.round),
                "first": NAMES[record.first],
                "second": "bye" if is_bye else NAMES[record.second],
                "duels": "" if is_bye else counts,
            }
        )
    by_round = [RoundNumber(int(each["round"])) for each in played]
    assert by_round == sorted(by_round)
    assert sorted(played, key=str) == sorted(found, key=str)


def test_the_shares_of_the_page_are_those_that_opponents_have() -> None:
    """A share stands in the parts of whoever met the player."""
    _, shares = tables("The event of the examples")
    assert [each["player"] for each in shares] == list(NAMES.values())
    matches, duels = {}, {}
    for row in rows_of(TieBreaks.XXYYYZZZ).values():
        matches.update({part.name: part for part in row.tie_breaks[0].how if part.name})
    for name, row in rows_of(TieBreaks.FLOOR_33).items():
        duels[name] = row.tie_breaks[1]
    for each in shares:
        name = each["player"]
        assert int(each["points"]) == rows_of(TieBreaks.XXYYYZZZ)[name].points
        unreduced, reduced = share_of(each["match-win share"])
        part = matches[name]
        assert part.value == reduced
        assert words_of(part.why) == (words_of(each["matches"]), unreduced)
        unreduced, reduced = share_of(each["duel-win share"])
        assert max(reduced, Fraction(1, 3)) == duels[name].value
        assert words_of(duels[name].summary) == (words_of(each["duels"]), unreduced)


def share_of(cell: str) -> tuple[str, Fraction]:
    """Return `15/24 = 5/8` as what stands before and what stands after the sign."""
    before, _, after = cell.partition(" = ")
    assert Fraction(before) == Fraction(after or before)
    return before, Fraction(before)


def words_of(text: str) -> object:
    """Return counts without those that are 0, and `6 of 9 points` as `6/9`."""
    counts, _, points = text.partition(": ")
    shown = ", ".join(each for each in counts.split(", ") if not each.startswith("0 "))
    if not points:
        return shown
    reached, most = re.findall(r"\d+", points)
    return shown, f"{reached}/{most}"


@pytest.mark.parametrize("profile", TieBreaks)
def test_the_tables_of_the_profiles_are_the_standings(profile: TieBreaks) -> None:
    (shown,) = tables(profile.value)
    rows = rows_of(profile)
    assert [each["player"] for each in shown] == list(rows)
    for each in shown:
        rank, player, *cells = each.values()
        row = rows[player]
        assert int(rank) == row.rank
        if profile is TieBreaks.XXYYYZZZ:
            assert cells.pop() == row.number
        values = [tie_break.value for tie_break in row.tie_breaks]
        assert [Fraction(cell) for cell in cells] == values


def test_percentages_of_the_page_are_printed_so() -> None:
    """Dan's first tie-break with a floor, and Ben's share that is raised in it."""
    first = rows_of(TieBreaks.FLOOR_33)["Dan"].tie_breaks[0]
    assert f"printed as {first.text}" in section("floor_33")
    cleo = rows_of(TieBreaks.XXYYYZZZ)["Cleo"]
    number = cleo.number
    assert f"{number[:2]} {number[2:5]} {number[5:]}" in section("xxyyyzzz")
    for text in (f"or {number[2:5]} thousandths", f"or {number[5:]} thousandths"):
        assert text in section("xxyyyzzz")


def test_a_bye_of_the_page_counts_as_2_0_in_mtr() -> None:
    dan = rows_of(TieBreaks.MTR)["Dan"]
    assert f"printed as {dan.tie_breaks[0].text}" in section("mtr")
    assert "15 of 21 points" in dan.tie_breaks[1].summary
    assert "15 of 21 points" in section("mtr")


def test_an_opponent_of_the_page_who_left_has_drawn_what_followed() -> None:
    made = page_event()
    without = tuple(each for each in made.records if (each.round, each.first) != (3, DAN))
    rows = made._replace(records=without).after(3, TieBreaks.BUCHHOLZ)
    ana = next(row for row in rows if row.player == ANA)
    part = ana.tie_breaks[0].how[0]
    assert (part.name, part.text) == ("Ben", "2")
    assert part.why == "won: all of 2 points, 1 for rounds after leaving"


def test_sums_of_the_page_are_those_of_the_parts() -> None:
    beaten = rows_of(TieBreaks.OPPONENTS_SCORES)["Eva"].tie_breaks[1]
    parts = [part.text for part in beaten.how]
    assert f"{' + '.join([*parts[1:], parts[0]])} = {beaten.text}" in section("opponents_scores")


def test_the_page_tells_the_rules_of_every_profile() -> None:
    (rules,) = tables("Rounds that were not played")
    assert [each["profile"].strip("`") for each in rules] == [each.value for each in TieBreaks]
    floors = {"0": Fraction(0), "a third": Fraction(1, 3), "0.33": Fraction("0.33")}
    for each in rules:
        profile = PROFILES[TieBreaks(each["profile"].strip("`"))]
        if Measure.OPPONENTS_POINTS not in profile.measures:
            assert profile.floor == floors[each["no share below"]]
        assert profile.is_unplayed_2_0 == ("2-0" in each["bye"])
        assert profile.has_dummies == ("drawn" in each["opponent who did not come, or left"])
