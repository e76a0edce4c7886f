"""Standings: ranks, records, what changes nothing, and how tie-breaks came about."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from duelmat_tournament import results
from duelmat_tournament.names import NO_PLAYER, PlayerId, RoundNumber
from duelmat_tournament.policy import TieBreaks
from duelmat_tournament.results import Result, Side
from duelmat_tournament.standings import MatchRecord, Row
from duelmat_tournament.tiebreaks import PROFILES, Measure, number_text
from examples import examples
from tournament.made_events import (
    ANA,
    BEN,
    CLEO,
    DAN,
    EVA,
    MadeEvent,
    alone,
    entrant,
    made_events,
    match,
    page_event,
)

ANY_PROFILE = st.sampled_from(TieBreaks)


def row_of(rows: tuple[Row, ...], player: PlayerId) -> Row:
    return next(each for each in rows if each.player == player)


def test_a_row_counts_matches_and_byes() -> None:
    """Eva: bye, draw against Ben, win over Ana; Ben: loss, draw, loss."""
    rows = page_event().after(3)
    eva, ben = row_of(rows, EVA), row_of(rows, BEN)
    assert (eva.rank, eva.points, eva.won, eva.drawn, eva.lost, eva.byes) == (1, 7, 1, 1, 0, 1)
    assert (ben.rank, ben.points, ben.won, ben.drawn, ben.lost, ben.byes) == (5, 1, 0, 1, 2, 0)


def test_no_shows_double_losses_and_missed_rounds_are_counted_as_matches() -> None:
    """Ana: win by no-show, double loss, forfeit won; Dan: missed round, no-show."""
    made = MadeEvent(
        (entrant(ANA), entrant(BEN), entrant(CLEO), entrant(DAN, 2)),
        (
            match(1, ANA, BEN, results.no_show(absent_is_first=False)),
            alone(1, CLEO, results.bye()),
            alone(1, DAN, results.missed()),
            match(2, ANA, CLEO, results.double_loss()),
            match(2, DAN, BEN, results.no_show(absent_is_first=True)),
            match(3, ANA, DAN, results.forfeit(loser_is_first=False)),
        ),
        3,
    )
    rows = made.after(3)
    found = {each.player: (each.points, each.won, each.drawn, each.lost) for each in rows}
    assert found == {ANA: (6, 2, 0, 1), BEN: (3, 1, 0, 1), CLEO: (3, 0, 0, 1), DAN: (0, 0, 0, 3)}


def test_a_match_to_which_one_did_not_come_counts_for_neither_in_shares() -> None:
    """Ana beat Ben, then did not come to Cleo. Ben met Ana alone, who has won 1 of 1: share 1.

    Cleo met nobody, so that her first tie-break is 0.
    """
    made = MadeEvent(
        (entrant(ANA), entrant(BEN), entrant(CLEO)),
        (
            match(1, ANA, BEN, results.played(2, 0)),
            alone(1, CLEO, results.bye()),
            match(2, ANA, CLEO, results.no_show(absent_is_first=True)),
        ),
        2,
    )
    rows = made.after(2)
    assert row_of(rows, BEN).tie_breaks[0].value == 1
    assert row_of(rows, CLEO).tie_breaks[0].value == 0
    reasons = [part.why for part in row_of(rows, CLEO).tie_breaks[0].how]
    assert reasons == ["a bye is no opponent", "the match was not played"]


def test_a_missed_round_that_counts_as_a_loss_is_in_the_share() -> None:
    """Dan missed round 1 and beat Ana in round 2: 3 of 6 points, which is Ana's tie-break."""
    made = MadeEvent(
        (entrant(ANA), entrant(DAN, 2)),
        (
            alone(1, ANA, results.bye()),
            alone(1, DAN, results.missed()),
            match(2, ANA, DAN, results.played(0, 2)),
        ),
        2,
    )
    assert row_of(made.after(2), ANA).tie_breaks[0].value == Fraction(1, 2)
    assert [each.player for each in made.after(1)] == [ANA]


def test_an_opponent_who_drops_is_measured_until_then() -> None:
    """Ben beat Ana and left: his share stays 1 of 1, and so does Ana's tie-break."""
    records = [match(1, ANA, BEN, results.played(0, 2)), match(1, CLEO, DAN, results.played(2, 0))]
    later = [match(2, ANA, CLEO, results.played(1, 2)), alone(2, DAN, results.bye())]
    entrants = tuple(map(entrant, (ANA, BEN, CLEO, DAN)))
    before = MadeEvent(entrants, tuple(records), 1).after(1)
    rows = MadeEvent(entrants, (*records, *later), 2).after(2)
    (first, _) = row_of(rows, ANA).tie_breaks[:2]
    assert [part.value for part in first.how] == [1, 1]
    assert row_of(rows, BEN).points == 3
    assert MadeEvent(entrants, (*records, *later), 2).after(1) == before


def test_how_a_tie_break_came_about_is_in_its_parts() -> None:
    """Cleo met Dan (1/2) and Ana (2/3); her bye does not count."""
    first = row_of(page_event().after(3), CLEO).tie_breaks[0]
    assert (first.measure, first.text) == (Measure.OPPONENTS_MATCHES, "58.3 %")
    assert first.summary == "mean of 2"
    found = [(p.round, p.opponent, p.name, p.value, p.text, p.why) for p in first.how]
    assert found == [
        (1, DAN, "Dan", Fraction(1, 2), "50.0 %", "1 won, 1 lost: 3 of 6 points"),
        (2, ANA, "Ana", Fraction(2, 3), "66.7 %", "2 won, 1 lost: 6 of 9 points"),
        (3, NO_PLAYER, "", None, "", "a bye is no opponent"),
    ]


def test_a_share_that_is_raised_says_so() -> None:
    """Dan met Ben, who has 1 of 9 points."""
    first = row_of(page_event().after(3, TieBreaks.FLOOR_33), DAN).tie_breaks[0]
    assert first.how[-1].value == Fraction(1, 3)
    assert first.how[-1].why == "0 won, 1 drawn, 2 lost: 1 of 9 points, raised to the floor"


def test_own_points_stand_in_for_a_bye_in_sums() -> None:
    """Eva: 7 for the bye, half of Ben's 1 point, all of Ana's 6: 13.5."""
    found = row_of(page_event().after(3, TieBreaks.OPPONENTS_SCORES), EVA).tie_breaks[1]
    assert (found.text, found.summary) == ("13.5", "sum of 3")
    assert [(part.text, part.why) for part in found.how] == [
        ("7", "a bye is no opponent: the own 7 points stand in"),
        ("0.5", "drawn: half of 1 points"),
        ("6", "won: all of 6 points"),
    ]


@pytest.mark.parametrize("profile", TieBreaks)
def test_lots_decide_among_equals_and_are_shown(profile: TieBreaks) -> None:
    """Two matches that ended alike: two equal winners, two equal losers."""
    made = MadeEvent(
        tuple(map(entrant, (ANA, BEN, CLEO, DAN))),
        (match(1, ANA, BEN, results.played(2, 0)), match(1, CLEO, DAN, results.played(2, 0))),
        1,
    )
    rows = made.after(1, profile)
    assert [row.rank for row in rows] == [1, 2, 3, 4]
    assert all(row.is_drawn and row.tie_breaks[-1].text == "drawn" for row in rows)
    assert rows == made.after(1, profile)
    orders = {tuple(r.player for r in made.after(1, profile, seed=str(n))) for n in range(64)}
    winners, losers = ((ANA, CLEO), (CLEO, ANA)), ((BEN, DAN), (DAN, BEN))
    assert orders == {one + other for one in winners for other in losers}


def test_lots_are_drawn_anew_after_every_round() -> None:
    """Nothing but agreed draws, so that all are equal after each of the rounds."""
    entrants = tuple(map(entrant, (ANA, BEN)))
    records = tuple(match(number, ANA, BEN, results.agreed_draw()) for number in range(1, 20))
    made = MadeEvent(entrants, records, 19)
    assert {made.after(number)[0].player for number in range(1, 20)} == {ANA, BEN}


def test_nobody_is_drawn_whom_results_tell_apart() -> None:
    assert not any(row.is_drawn for row in page_event().after(3))


def test_before_the_first_round_lots_order_everybody() -> None:
    rows = page_event().after(0)
    assert len(rows) == 5
    assert all(row.is_drawn and row.points == 0 for row in rows)


# Points, opponents', opponents' opponents', the number.
NUMBERS = [
    (33, Fraction(726, 1000), Fraction(677, 1000), "33726677"),  # the published example
    (33, Fraction(7259, 10000), Fraction(6765, 10000), "33726677"),  # up, and a half up
    (33, Fraction(72649, 100000), Fraction(67749, 100000), "33726677"),  # down
    (7, Fraction(2, 3), Fraction(1, 3), "07667333"),  # 0.6666..., 0.3333...
    (0, Fraction(0), Fraction(0), "00000000"),
    (3, Fraction(1), Fraction(9996, 10000), "03999999"),  # three digits hold no 1000
    (9, Fraction(1, 18), Fraction(5, 9), "09056556"),  # 0.0555..., 0.5555...
    (120, Fraction(1, 2), Fraction(1, 16), "120500063"),  # 0.0625; points of three digits
    (1, Fraction(1, 2000), Fraction(1, 2001), "01001000"),  # exactly a half, just below it
]


@pytest.mark.parametrize(("points", "first", "second", "number"), NUMBERS)
def test_the_number_is_rounded_half_up(
    points: int, first: Fraction, second: Fraction, number: str
) -> None:
    assert number_text(points, first, second) == number


def test_only_its_profile_has_a_number() -> None:
    assert [row.number for row in page_event().after(3)][:2] == ["07389519", "06583366"]
    assert {row.number for row in page_event().after(3, TieBreaks.FLOOR_33)} == {""}


def test_the_order_is_by_exact_shares_where_the_numbers_are_equal() -> None:
    """Ana has beaten Xen, who won 1 match of 45; Ben has beaten Yan, who won 1 of 46.

    1/45 = 0.02222 and 1/46 = 0.02174 are both printed as 022. Xen's opponents have 44/45 (Ana 1,
    and 44 times Zoe with 43/44), Yan's 45/46: both are printed as 978.
    """
    xen, yan, zoe, wim = (PlayerId(number) for number in (11, 12, 13, 14))
    records = [match(1, ANA, xen, results.played(2, 0)), match(1, BEN, yan, results.played(2, 0))]
    for number in range(2, 47):
        result = results.played(2, 0) if number == 2 else results.played(0, 2)
        records.append(match(number, yan, wim, result))
        if number < 46:
            records.append(match(number, xen, zoe, result))
    made = MadeEvent(tuple(map(entrant, (BEN, ANA, xen, yan, zoe, wim))), tuple(records), 46)
    for seed in "abcdefgh":
        rows = made.after(46, seed=seed)
        ana, ben = row_of(rows, ANA), row_of(rows, BEN)
        assert ana.tie_breaks[0].value == Fraction(1, 45)
        assert ana.number == ben.number == "03022978"
        assert ana.rank == ben.rank - 1
        assert not ana.is_drawn


@settings(max_examples=examples(60))
@given(made=made_events(), profile=ANY_PROFILE, seed=st.integers(0, 99))
def test_the_order_of_records_and_entrants_changes_nothing(
    made: MadeEvent, profile: TieBreaks, seed: int
) -> None:
    records, entrants = list(made.records), list(made.entrants)
    Random(seed).shuffle(records)
    Random(seed).shuffle(entrants)
    shuffled = MadeEvent(tuple(entrants), tuple(records), made.rounds)
    assert shuffled.after(made.rounds, profile) == made.after(made.rounds, profile)


@settings(max_examples=examples(60))
@given(made=made_events(), profile=ANY_PROFILE)
def test_the_side_on_which_somebody_sat_changes_nothing(
    made: MadeEvent, profile: TieBreaks
) -> None:
    turned = made._replace(records=tuple(map(turned_round, made.records)))
    assert turned.after(made.rounds, profile) == made.after(made.rounds, profile)


def turned_round(record: MatchRecord) -> MatchRecord:
    if record.second == NO_PLAYER:
        return record
    result = record.result
    winner = {Side.FIRST: Side.SECOND, Side.SECOND: Side.FIRST, Side.NONE: Side.NONE}
    other: Result = replace(
        result,
        first_won=result.second_won,
        second_won=result.first_won,
        winner=winner[result.winner],
    )
    return replace(record, first=record.second, second=record.first, result=other)


@settings(max_examples=examples(60))
@given(made=made_events(), profile=ANY_PROFILE)
def test_what_happens_later_changes_nothing(made: MadeEvent, profile: TieBreaks) -> None:
    """Later results may be missing (somebody has dropped) or be others (a penalty), and those who
    come later may not have come yet.
    """
    for number in range(1, made.rounds + 1):
        then = MadeEvent(
            tuple(each for each in made.entrants if each.entered <= number),
            tuple(each for each in made.records if each.round <= number),
            number,
        )
        punished = made._replace(
            records=tuple(
                replace(each, result=results.double_loss())
                if each.round > number and each.second != NO_PLAYER
                else each
                for each in made.records
            )
        )
        frozen = then.after(number, profile)
        assert frozen == made.after(number, profile) == punished.after(number, profile)


@settings(max_examples=examples(60))
@given(made=made_events(), profile=ANY_PROFILE)
def test_ranks_are_strict_and_parts_explain_the_values(
    made: MadeEvent, profile: TieBreaks
) -> None:
    rows = made.after(made.rounds, profile)
    assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
    assert len({row.player for row in rows}) == len(rows)
    for row in rows:
        played = row.won + row.drawn + row.lost + row.byes
        for each in row.tie_breaks:
            values = [part.value for part in each.how if part.value is not None]
            if each.measure is Measure.DRAWN or not values:
                continue
            is_every_round = PROFILES[profile].has_dummies
            assert len(each.how) == (made.rounds if is_every_round else played)
            total = sum(values, Fraction(0))
            if each.summary.startswith("mean"):
                assert each.value == total / len(values)
            elif each.summary.startswith("sum"):
                assert each.value == total


@settings(max_examples=examples(60))
@given(made=made_events(), profile=st.sampled_from((TieBreaks.XXYYYZZZ, TieBreaks.FLOOR_33)))
def test_byes_neither_lift_nor_lower_any_share(made: MadeEvent, profile: TieBreaks) -> None:
    number = made.rounds + 1
    byes = tuple(
        alone(number, each.player, results.bye())
        for each in made.entrants[::2]
        if each.entered <= made.rounds
    )
    more = made._replace(records=(*made.records, *byes))
    after = {row.player: row for row in more.after(number, profile)}
    for row in made.after(made.rounds, profile):
        before = [t.value for t in row.tie_breaks if t.measure is not Measure.DRAWN]
        found = after[row.player].tie_breaks[: len(before)]
        assert [each.value for each in found] == before


def test_records_that_nobody_can_have_made_are_refused() -> None:
    with pytest.raises(ValueError, match="expected two players"):
        alone(1, ANA, results.played(2, 0))
    with pytest.raises(ValueError, match="expected two players"):
        match(1, ANA, BEN, results.bye())
    with pytest.raises(ValueError, match="expected two players"):
        match(1, ANA, ANA, results.played(2, 0))
    twice = (match(1, ANA, BEN, results.played(2, 0)), alone(1, BEN, results.bye()))
    with pytest.raises(ValueError, match="one result a round"):
        MadeEvent((entrant(ANA), entrant(BEN)), twice, 1).after(1)
    with pytest.raises(ValueError, match="one result a round"):
        MadeEvent((entrant(ANA), entrant(BEN, 2)), twice[:1], 1).after(1)


def test_matches_of_rounds_to_come_may_be_passed_in() -> None:
    rows = page_event().after(1)
    assert {row.player: row.points for row in rows} == {ANA: 3, BEN: 0, CLEO: 3, DAN: 0, EVA: 3}
    assert row_of(rows, ANA).tie_breaks[0].how[-1].round == RoundNumber(1)
