"""Faults that random events of `make tournaments` have found, each told once more by itself."""

from __future__ import annotations

import pytest

from duelmat_tournament import bracket, commands, pair_changes, results
from duelmat_tournament.absences import NoteAbsence
from duelmat_tournament.names import RoundNumber
from duelmat_tournament.places import final_places
from duelmat_tournament.policy import Bracket, FirstStage, with_stages
from duelmat_tournament.registration_entries import WaitsFor
from tournament.staged_event import TRUMP_KING, StagedEvent, changed

SIX = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay")
WHY = "A slip of the desk."
FULL = changed(entering__places=6, deck_lists=False)


def test_whoever_stands_in_the_standings_of_a_closed_round_stays_registered() -> None:
    """Else a correction of that round would not find the player."""
    event = StagedEvent(*SIX)
    event.start(rounds=3)
    ana, ben = event.id("Ana"), event.id("Ben")
    event.do(NoteAbsence(ana, RoundNumber(1)))
    event.play()
    event.close()
    expected = (
        "Ana stands in the standings after round 1: the registration stands. Drop the player "
        "instead."
    )
    assert event.refusal(commands.UndoRegistration(ana, WHY)) == expected
    assert event.refusal(commands.MergePlayers(ben, ana, WHY)) == expected
    table = next(iter(event.round.matches))
    event.correct(1, table, results.played(1, 2))
    assert event.is_proven()


def test_an_absence_of_a_registration_that_goes_changes_no_round_that_is_paired() -> None:
    event = StagedEvent(*SIX, "Ana's twin")
    event.start(rounds=3)
    ana, twin = event.id("Ana"), event.id("Ana's twin")
    event.do(NoteAbsence(twin, RoundNumber(1)))
    event.do(NoteAbsence(twin, RoundNumber(2)))
    event.pair()
    event.do(commands.MergePlayers(ana, twin, WHY))
    assert event.event.players[ana].absences == {RoundNumber(2)}
    other = next(
        each
        for each in (event.id("Ben"), event.id("Cleo"))
        if each not in event.match("Ana").players
    )
    cost = pair_changes.pair_change(event.event, ana, other).digest
    event.do(commands.SetPair(ana, other, cost, WHY))
    event.do(commands.PublishRound())
    event.do(commands.StartRound())
    event.close()
    assert event.is_proven()


def test_a_bye_of_one_registration_goes_before_an_absence_of_the_other() -> None:
    for keeps_first in (True, False):
        event = StagedEvent(*SIX, policy=changed(entering__missed_is_loss=True))
        ana, ben = event.id("Ana"), event.id("Ben")
        event.do(NoteAbsence(ana, RoundNumber(1)))
        event.do(commands.AwardBye(ben, RoundNumber(1)))
        pair = (ana, ben) if keeps_first else (ben, ana)
        event.do(commands.MergePlayers(*pair, WHY))
        kept = event.event.players[pair[0]]
        assert kept.byes == {RoundNumber(1)}
        assert kept.absences == frozenset()
        event.start(rounds=2)
        event.play()
        event.close()
        row = next(row for row in event.round.standings if row.player == kept.id)
        assert (row.byes, row.lost) == (1, 0)
        assert event.is_proven()


def test_of_two_registrations_the_one_that_stays_has_the_place() -> None:
    event = StagedEvent(*SIX, "Gus", "Ana once more", policy=FULL)
    ana, again = event.id("Ana"), event.id("Ana once more")
    assert event.event.players[again].waits_for is WaitsFor.PLACE
    event.do(commands.MergePlayers(again, ana, WHY))
    assert event.event.players[again].is_active
    assert event.event.players[again].waits_for is None
    assert event.event.players[event.id("Gus")].waits_for is WaitsFor.PLACE
    assert event.is_proven()


def test_whoever_waits_moves_up_when_round_1_is_unpaired_after_somebody_left() -> None:
    event = StagedEvent(*SIX, "Gus", policy=FULL)
    event.start(rounds=2)
    event.pair()
    event.drop("Ana")
    assert not event.event.players[event.id("Gus")].is_active
    event.do(commands.UnpairRound())
    assert event.event.players[event.id("Gus")].is_active
    event.pair()
    assert event.match("Gus")
    assert event.is_proven()


def test_a_drop_that_a_bracket_has_counted_stands_for_the_right_reason() -> None:
    """A bracket pairs who has left; nobody comes back to it."""
    policy = with_stages(TRUMP_KING, FirstStage.BRACKET, Bracket.DOUBLE)
    event = StagedEvent(*SIX[:4], policy=policy)
    event.start()
    event.play()
    event.close()
    event.drop("Ana")
    event.play()
    assert event.refusal(commands.UndoDrop(event.id("Ana"), WHY)) == (
        "Ana had left when round 2 was paired, and has lost in it: the drop stands."
    )


@pytest.mark.parametrize("kind", Bracket)
@pytest.mark.parametrize("players", [3, 4, 6, 8, 11])
def test_a_place_that_somebody_has_during_the_cut_is_the_final_one(
    players: int, kind: Bracket
) -> None:
    """A place is open as long as another one may come to share it."""
    policy = with_stages(TRUMP_KING, FirstStage.BRACKET, kind)
    event = StagedEvent(*(f"P{number}" for number in range(players)), policy=policy)
    event.start()
    given: list[dict[int, str]] = []
    while not bracket.is_decided(event.event):
        event.play()
        for match in event.round.open_matches[::-1]:
            event.enter(match, event.won())
            given.append({each.player: each.text for each in final_places(event.event)})
        event.close()
    event.do(commands.FinishEvent())
    final = {each.player: each.text for each in final_places(event.event)}
    assert all(places.items() <= final.items() for places in given)
    assert len(final) == players


def test_whoever_has_lost_the_final_is_out_while_the_third_place_is_open() -> None:
    policy = with_stages(TRUMP_KING, FirstStage.BRACKET, Bracket.SINGLE_THIRD)
    event = StagedEvent(*SIX[:4], policy=policy)
    event.start()
    event.play()
    event.close()
    event.play()
    final, third = event.round.matches.values()
    event.enter(final, event.won())
    assert set(bracket.still_in(event.event)) == {final.first, *third.players}
