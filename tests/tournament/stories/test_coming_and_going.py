"""Stories of players who come late, leave, do not appear, or come back."""

from __future__ import annotations

from duelmat_tournament import commands, results
from duelmat_tournament.entries import Settling
from duelmat_tournament.event import Missed
from duelmat_tournament.names import RoundNumber
from duelmat_tournament.results import Ending
from duelmat_tournament.standings import Row
from duelmat_tournament.swiss import AWARDED
from tournament.staged_event import SCOREKEEPER, TRUMP_KING, StagedEvent, changed

FIVE = ("Ana", "Ben", "Cleo", "Dan", "Eva")
SIX = (*FIVE, "Fay")


def frozen(event: StagedEvent, number: int) -> tuple[Row, ...]:
    return event.event.rounds[number - 1].standings


def row(event: StagedEvent, name: str, number: int) -> Row:
    """Return where somebody stood after a round."""
    return next(each for each in frozen(event, number) if each.player == event.id(name))


def test_a_no_show_loses_the_match_and_leaves_the_event() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.play()
    waiting = event.opponent("Ana")
    event.wait(600)
    gone = commands.MarkNoShow(RoundNumber(1), event.match("Ana").table, event.id("Ana"))
    event.do(gone, SCOREKEEPER)

    assert event.match("Ana").settled is Settling.NO_SHOW
    event.close()
    assert row(event, waiting, 1).points == 3
    assert row(event, "Ana", 1).points == 0
    # Nobody has played, so for the tie-breaks the two have not met.
    assert all(part.value is None for part in row(event, "Ana", 1).tie_breaks[0].how)

    event.play()
    assert event.round.match_of(event.id("Ana")) is None
    assert event.is_proven()


def test_whoever_leaves_during_a_match_forfeits_it() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.play()
    opponent = event.opponent("Ana")
    event.drop("Ana")

    match = event.match("Ana")
    assert match.result is not None
    assert match.result.ending is Ending.FORFEIT
    assert match.settled is Settling.DROPPED
    event.close()
    assert row(event, opponent, 1).points == 3
    assert row(event, "Ana", 1).player == event.id("Ana"), "the results until then stay"
    assert event.is_proven()


def test_whoever_leaves_before_the_round_has_begun_has_not_come() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.pair()
    event.drop("Ana")
    match = event.match("Ana")
    assert match.result is not None
    assert match.result.ending is Ending.NO_SHOW


def test_whoever_leaves_after_the_match_keeps_the_result() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.play()
    event.wins("Ana")
    before = event.match("Ana")
    event.drop("Ana")
    assert event.match("Ana") == before
    event.close()
    event.play()
    assert event.round.match_of(event.id("Ana")) is None
    assert not event.has_bye("Ana")


def test_if_both_players_leave_the_first_to_leave_loses() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.play()
    second = event.opponent("Ana")
    event.drop("Ana")
    event.drop(second)
    event.close()
    assert row(event, second, 1).points == 3
    assert event.is_proven()


def test_a_late_player_has_lost_the_rounds_before() -> None:
    event = StagedEvent(*FIVE)
    event.start(rounds=3)
    event.play()
    event.close()
    first_standings = frozen(event, 1)
    event.register("Fay")
    assert event.event.players[event.id("Fay")].missed == (Missed(RoundNumber(1), RoundNumber(2)),)

    event.play()
    assert event.round.byes == (), "with six players nobody needs a bye"
    event.close()
    assert frozen(event, 1) == first_standings
    assert event.id("Fay") not in [each.player for each in first_standings]
    assert row(event, "Fay", 2).lost >= 1
    assert event.is_proven()


def test_whoever_comes_back_has_lost_the_rounds_that_were_missed() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.drop("Fay")
    event.play()
    event.close()
    first_standings = frozen(event, 1)
    assert event.id("Fay") not in [each.player for each in first_standings]

    event.do(commands.ReturnPlayer(event.id("Fay")))
    event.play()
    event.close()
    assert frozen(event, 1) == first_standings
    assert row(event, "Fay", 2).lost >= 1
    assert event.is_proven()


def test_whoever_leaves_between_two_rounds_and_comes_back_has_missed_nothing() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.play()
    event.close()
    before = event.event.players[event.id("Ana")]
    event.drop("Ana")
    event.do(commands.ReturnPlayer(event.id("Ana")))
    after = event.event.players[event.id("Ana")]
    assert (after.missed, after.entered, after.is_active) == ((), before.entered, True)
    event.play()
    assert event.match("Ana")


def test_whoever_was_never_there_stands_nowhere() -> None:
    """Players who registered and did not come are dropped before the start, or before a round."""
    event = StagedEvent(*SIX)
    event.drop("Fay")
    event.start(rounds=3)
    event.play()
    event.register("Gus")
    event.drop("Gus")
    event.close()
    event.play()
    event.close()
    for number in (1, 2):
        assert len(frozen(event, number)) == 5
    assert event.is_proven()


def test_a_pairing_is_thrown_away_for_somebody_who_comes_in_between() -> None:
    event = StagedEvent(*FIVE, policy=changed(TRUMP_KING, entering__late_until_round=3))
    event.start(rounds=3)
    event.play()
    event.close()
    first_standings = frozen(event, 1)
    event.pair()
    thrown_away = event.round
    event.register("Fay")
    event.do(commands.UnpairRound())

    fay = event.event.players[event.id("Fay")]
    assert fay.entered == 2
    assert fay.missed == (Missed(RoundNumber(1), RoundNumber(2)),)
    event.pair()
    assert event.round.matches != thrown_away.matches
    assert event.match("Fay")
    assert frozen(event, 1) == first_standings
    event.do(commands.PublishRound())
    event.do(commands.StartRound())
    event.close()
    assert row(event, "Fay", 2).player == event.id("Fay")
    assert event.is_proven()


def test_a_match_that_somebody_left_is_thrown_away_with_its_pairing() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.pair()
    event.drop("Fay")
    event.do(commands.UnpairRound())
    event.play()
    assert [event.has_bye(name) for name in FIVE].count(True) == 1
    assert event.round.match_of(event.id("Fay")) is None
    event.close()
    assert event.is_proven()


def test_a_field_that_is_odd_has_a_bye_and_nobody_has_a_second_one() -> None:
    event = StagedEvent(*FIVE)
    event.start(rounds=5)
    rested = []
    for _ in range(5):
        event.play()
        (resting,) = (name for name in FIVE if event.has_bye(name))
        rested.append(resting)
        event.close()
        assert row(event, resting, len(rested)).byes == 1
    assert sorted(rested) == list(FIVE)
    assert event.is_proven()


def test_awarded_byes_are_had_in_their_rounds() -> None:
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan")
    event.register("Eva", byes=(1, 2))
    event.do(commands.AwardBye(event.id("Ana"), RoundNumber(2)))
    event.start(rounds=3)
    event.play()
    assert [(each.player, each.reason) for each in event.round.byes] == [
        (event.id("Eva"), AWARDED)
    ]
    event.close()
    event.play()
    awarded = {each.player for each in event.round.byes if each.reason == AWARDED}
    assert awarded == {event.id("Ana"), event.id("Eva")}
    assert len(event.round.byes) == 3, "three are left, one of whom rests as well"
    event.close()
    assert row(event, "Eva", 2).points == 6
    event.play()
    assert not event.has_bye("Eva")
    assert event.is_proven()


def test_an_event_that_everybody_has_left_can_be_ended() -> None:
    event = StagedEvent("Ana", "Ben")
    event.start(rounds=2)
    event.drop("Ana")
    event.drop("Ben")
    for _ in range(2):
        event.play()
        assert not event.round.matches
        event.close()
    event.do(commands.FinishEvent())
    assert event.is_proven()


def test_a_no_show_that_was_none_is_corrected_and_the_player_comes_back() -> None:
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    event.play()
    match = event.match("Ana")
    event.wait(600)
    event.do(commands.MarkNoShow(RoundNumber(1), match.table, event.id("Ana")), SCOREKEEPER)
    event.close()
    event.correct(1, match.table, results.played(1, 1))
    event.do(commands.ReturnPlayer(event.id("Ana")))
    event.play()
    assert event.match("Ana")
    assert row(event, "Ana", 1).points == 1
    assert event.is_proven()
