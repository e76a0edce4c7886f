"""Pairs that the organiser sets before a pairing is published, after their cost was shown."""

from __future__ import annotations

import pytest

from duelmat_tournament import commands
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.pair_changes import PairChange, pair_change
from duelmat_tournament.pairing import Cost
from duelmat_tournament.policy import FirstStage
from tournament.staged_event import JUDGE, StagedEvent, changed


def shown(event: StagedEvent, one: str, other: str) -> PairChange:
    return pair_change(event.event, event.id(one), event.id(other) if other else NO_PLAYER)


def put_together(event: StagedEvent, one: str, other: str) -> PairChange:
    """Set a pair as the page does: its cost is shown, then confirmed."""
    found = shown(event, one, other)
    event.do(command(event, one, other, found.digest))
    return found


def command(event: StagedEvent, one: str, other: str, cost: str = "0" * 64) -> commands.SetPair:
    second = event.id(other) if other else NO_PLAYER
    return commands.SetPair(event.id(one), second, cost, "A table with a ramp.")


def after_a_round(*names: str, rounds: int = 3) -> StagedEvent:
    """An event in which the winner of each pair is known, and round 2 is paired."""
    event = StagedEvent(*names)
    event.start(rounds=rounds, cut=0)
    event.play()
    event.close()
    event.pair()
    return event


def test_two_who_are_set_to_meet_leave_their_opponents_to_each_other() -> None:
    event = after_a_round("Ana", "Ben", "Cleo", "Dan")
    one, two = event.round.matches.values()
    names = [event.event.name_of(player) for player in (*one.players, *two.players)]
    found = put_together(event, names[0], names[2])
    assert event.opponent(names[0]) == names[2]
    assert event.opponent(names[1]) == names[3]
    assert [match.table for match in event.round.matches.values()] == [one.table, two.table]
    assert found.cost_before == Cost()
    assert found.cost_after == Cost(spread=2, repeated_floats=0)
    assert {str(m.reason) for m in event.round.matches.values()} == {
        "The organiser set this pair."
    }
    assert event.is_proven()


def test_a_rematch_is_said_with_the_pair_and_the_rounds_it_costs() -> None:
    """Four players have three rounds; after a rematch the third cannot be promised."""
    event = after_a_round("Ana", "Ben", "Cleo", "Dan")
    before = event.opponent("Ana", 1)
    found = put_together(event, "Ana", before)
    assert len(found.rematches) == 2
    assert found.cost_after.given_up == 2
    assert (found.rounds_before, found.rounds_after) == (1, 1)
    assert "have met before" in str(event.match("Ana").reason)
    event.do(commands.PublishRound())
    event.do(commands.StartRound())
    event.close()
    event.pair()
    assert event.is_proven()


@pytest.mark.parametrize("way", ["the bye", "who has the bye", "against the bye"])
def test_a_bye_goes_to_somebody_else(way: str) -> None:
    """Named from either side: to give a bye, and to take one away."""
    event = after_a_round("Ana", "Ben", "Cleo", "Dan", "Eli")
    free = event.event.name_of(event.round.byes[0].player)
    match = next(iter(event.round.matches.values()))
    first, second = (event.event.name_of(player) for player in match.players)
    named = {
        "the bye": (first, ""),
        "who has the bye": (free, second),
        "against the bye": (second, free),
    }
    found = put_together(event, *named[way])
    assert event.has_bye(first)
    assert event.opponent(free) == second
    assert len(event.round.byes) == 1
    assert len(found.before) == len(found.after) == 2
    assert event.is_proven()


def test_an_awarded_bye_stays() -> None:
    event = StagedEvent("Ana", "Ben", "Cleo")
    event.register("Dan", byes=(1,))
    event.start(rounds=2, cut=0)
    event.pair()
    assert event.refusal(command(event, "Dan", "Ana")) == "Dan is not paired in round 1."
    free = next(each.player for each in event.round.byes if each.player != event.id("Dan"))
    name = event.event.name_of(free)
    other = next(each for each in ("Ana", "Ben", "Cleo") if each != name)
    put_together(event, name, other)
    assert event.has_bye("Dan")
    assert len(event.round.byes) == 2
    assert event.is_proven()


def test_what_cannot_be_set_is_refused_with_the_reason() -> None:
    event = after_a_round("Ana", "Ben", "Cleo", "Dan", rounds=2)
    mate = event.opponent("Ana")
    other = next(each for each in ("Ben", "Cleo", "Dan") if each != mate)
    refusals = {
        command(event, "Ana", "Ana"): "A pair is of two players: name two numbers.",
        command(event, "Ana", mate): "The round is paired so already: nothing would change.",
        command(event, "Ana", ""): "Nobody has a bye of this pairing in round 2.",
        command(event, "Ana", other): (
            "The pairing has changed since its cost was shown: look at it again, then confirm."
        ),
        commands.SetPair(PlayerId(9), PlayerId(1), "0" * 64, "So."): (
            "There is no player 9: there are 1 to 4."
        ),
    }
    assert [event.refusal(each) for each in refusals] == list(refusals.values())
    event.drop("Ana")
    assert event.refusal(command(event, mate, other)) == (
        f"The match at table {event.match(mate).table} has a result already: pair the round anew "
        "instead."
    )
    event.do(commands.PublishRound())
    assert event.refusal(command(event, mate, other)) == (
        "Round 2 is published and has not begun: this can be done only before it is published."
    )


def test_in_the_cut_the_seeds_decide() -> None:
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan")
    event.start(rounds=1, cut=4)
    event.play()
    event.close()
    event.do(commands.StartCut())
    event.pair()
    assert event.refusal(command(event, "Ana", "Ben")) == "In the cut the seeds decide who meets."


def test_a_pair_is_set_by_the_organiser_with_a_reason() -> None:
    event = after_a_round("Ana", "Ben", "Cleo", "Dan")
    asked = command(event, "Ana", "Ben")
    assert event.refusal(asked, JUDGE).startswith("Only the organiser can do this")


def test_in_pods_everybody_meets_everybody_anyway() -> None:
    policy = changed(
        first_stage=FirstStage.PODS,
        pod_size=4,
        rounds=(),
        cut=(),
        entering__late_until_round=0,
        entering__back_until_round=0,
    )
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan", policy=policy)
    event.start()
    event.pair()
    other = next(name for name in ("Ben", "Cleo", "Dan") if name != event.opponent("Ana"))
    refused = event.refusal(command(event, "Ana", other))
    assert refused == "In pods everybody meets everybody: no pair is set."
