"""Stories of brackets and pods: places, second grand finals, people who leave, forged entries."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from duelmat_tournament import bracket, commands, pods, results
from duelmat_tournament.check import check_event
from duelmat_tournament.entries import EventStarted, PairedTable, RoundPaired, Settling
from duelmat_tournament.event import Stage
from duelmat_tournament.exchange import format_event
from duelmat_tournament.names import RoundNumber, TableNumber
from duelmat_tournament.policy import Bracket, FirstStage, Policy, with_stages
from examples import examples
from tournament.staged_event import TRUMP_KING, StagedEvent, changed


def policy_of(first: FirstStage, kind: Bracket = Bracket.SINGLE, **changes: object) -> Policy:
    """Return a policy with a bracket of this kind, and with this stage before it."""
    return changed(with_stages(TRUMP_KING, first, kind), **changes)


def begun(players: int, policy: Policy) -> StagedEvent:
    event = StagedEvent(*(f"P{number}" for number in range(1, players + 1)), policy=policy)
    event.start()
    return event


def in_bracket(players: int, kind: Bracket) -> StagedEvent:
    """Return an event that is a bracket as a whole, before its first round."""
    return begun(players, policy_of(FirstStage.BRACKET, kind))


def seeds_of(event: StagedEvent) -> list[tuple[int, int]]:
    place = {player: at for at, player in enumerate(event.event.seeds, start=1)}
    return [(place[match.first], place[match.second]) for match in event.round.matches.values()]


def finish(event: StagedEvent) -> list[list[int]]:
    """Play on, with the better seed always winning, and return who came where by their seeds."""
    while not bracket.is_decided(event.event):
        event.play()
        event.close()
    event.do(commands.FinishEvent())
    assert event.is_proven()
    place = {player: at for at, player in enumerate(event.event.seeds, start=1)}
    return [sorted(place[each] for each in group) for group in bracket.placed(event.event)]


# Places


@pytest.mark.parametrize(
    ("players", "kind", "places"),
    [
        (8, Bracket.SINGLE, [[1], [2], [3, 4], [5, 6, 7, 8]]),
        (8, Bracket.SINGLE_THIRD, [[1], [2], [3], [4], [5, 6, 7, 8]]),
        (6, Bracket.SINGLE_THIRD, [[1], [2], [3], [4], [5, 6]]),
        (3, Bracket.SINGLE_THIRD, [[1], [2], [3]]),
        (8, Bracket.DOUBLE, [[1], [2], [3], [4], [5, 6], [7, 8]]),
        (6, Bracket.DOUBLE_RESET, [[1], [2], [3], [4], [5, 6]]),
        (2, Bracket.DOUBLE_RESET, [[1], [2]]),
    ],
)
def test_the_better_seed_has_the_better_place(
    players: int, kind: Bracket, places: list[list[int]]
) -> None:
    assert finish(in_bracket(players, kind)) == places


def test_who_goes_out_first_of_a_round_has_no_place_before_the_match_for_the_third() -> None:
    """A final that is over earlier says nothing of the third place."""
    event = in_bracket(4, Bracket.SINGLE_THIRD)
    event.play()
    event.close()
    event.play()
    final, third = event.round.matches.values()
    event.enter(final, event.won())
    assert bracket.placed(event.event) == []
    event.enter(third, event.won())
    assert [len(group) for group in bracket.placed(event.event)] == [1, 1, 1, 1]


def test_a_lost_grand_final_is_played_again_only_if_the_loser_had_not_lost() -> None:
    for kind, rounds in ((Bracket.DOUBLE, 4), (Bracket.DOUBLE_RESET, 5)):
        event = in_bracket(4, kind)
        for _ in range(3):
            event.play()
            event.close()
        event.play()
        (final,) = event.round.matches.values()
        assert seeds_of(event) == [(1, 2)]
        event.enter(final, results.played(0, 2))
        event.do(commands.CloseRound())
        assert bracket.is_decided(event.event) is (kind is Bracket.DOUBLE)
        best, *_ = finish(event)
        assert len(event.event.rounds) == rounds
        assert best == ([2] if kind is Bracket.DOUBLE else [1])


# The bracket as the cut


def test_a_cut_of_swiss_may_be_a_double_elimination() -> None:
    event = StagedEvent(
        *(f"P{number}" for number in range(10)),
        policy=policy_of(FirstStage.SWISS, Bracket.DOUBLE_RESET),
    )
    event.start(rounds=2, cut=4)
    for _ in range(2):
        event.play()
        event.close()
    event.do(commands.StartCut())
    assert finish(event) == [[1], [2], [3], [4]]


# People who leave


def test_whoever_has_left_loses_in_both_brackets() -> None:
    event = in_bracket(4, Bracket.DOUBLE)
    event.drop(event.event.name_of(event.event.seeds[0]))
    event.play()
    assert [match.settled for match in event.round.matches.values()] == [Settling.DROPPED, None]
    event.close()
    event.play()
    settled = {
        match.players: match.settled for match in event.round.matches.values() if match.settled
    }
    assert list(settled.values()) == [Settling.DROPPED]
    assert finish_places(event)[-1] == [event.event.seeds[0]]


def finish_places(event: StagedEvent) -> list[list[int]]:
    event.close()
    finish(event)
    return [list(group) for group in bracket.placed(event.event)]


# Pods


def pods_of(players: int, kind: Bracket = Bracket.SINGLE, **changes: object) -> StagedEvent:
    return begun(players, policy_of(FirstStage.PODS, kind, **changes))


@pytest.mark.parametrize(
    ("players", "size", "expected"),
    [
        (3, 4, [3]),
        (4, 3, [4]),
        (5, 4, [5]),
        (7, 4, [4, 3]),
        (9, 4, [3, 3, 3]),
        (10, 8, [5, 5]),
        (16, 4, [4, 4, 4, 4]),
        (17, 8, [6, 6, 5]),
    ],
)
def test_pods_are_of_nearly_equal_size(players: int, size: int, expected: list[int]) -> None:
    dealt = pods.drawn_pods(range(1, players + 1), size)  # type: ignore[arg-type]
    assert [len(pod) for pod in dealt] == expected
    assert sorted(player for pod in dealt for player in pod) == list(range(1, players + 1))


@pytest.mark.parametrize("players", range(3, 9))
def test_in_a_pod_everybody_meets_everybody_once(players: int) -> None:
    event = pods_of(players, pod_size=8, pod_places=0)
    met: Counter[frozenset[int]] = Counter()
    for _ in range(event.event.swiss_rounds):
        event.play()
        there = [player for match in event.round.matches.values() for player in match.players]
        assert len(there) == len(set(there)) == players - players % 2
        assert [bye.player in there for bye in event.round.byes] == [False] * (players % 2)
        met.update(frozenset(match.players) for match in event.round.matches.values())
        event.close()
    assert set(met.values()) == {1}
    assert len(met) == players * (players - 1) // 2
    assert {row.byes for row in event.round.standings} == {0}
    points = [row.points for row in event.round.standings]
    assert sum(points) == len(met) * event.event.policy.points.win
    event.do(commands.FinishEvent())
    assert event.is_proven()


def test_the_best_of_each_pod_go_on_and_do_not_meet_at_first() -> None:
    event = pods_of(8, pod_size=4, pod_places=2)
    for _ in range(3):
        event.play()
        event.close()
    event.do(commands.StartCut())
    assert event.event.cut_size == len(event.event.seeds) == 4
    pod_of = {player: at for at, pod in enumerate(event.event.pods) for player in pod}
    rank = {row.player: row.rank for row in event.round.standings}
    for pod in event.event.pods:
        best = sorted(pod, key=rank.__getitem__)[:2]
        assert set(best) <= set(event.event.seeds)
        assert best[0] in event.event.seeds[:2]
    event.play()
    assert all(
        pod_of[match.first] != pod_of[match.second] for match in event.round.matches.values()
    )
    event.close()
    finish(event)


def test_whoever_leaves_a_pod_loses_what_is_left_and_the_next_goes_on() -> None:
    event = pods_of(8, pod_size=4, pod_places=1)
    event.play()
    event.close()
    (pod, other) = event.event.pods
    gone = event.event.name_of(pod[0])
    event.drop(gone)
    for _ in range(2):
        event.play()
        assert event.match(gone).result == results.no_show(
            absent_is_first=event.match(gone).first == pod[0]
        )
        event.close()
    event.do(commands.StartCut())
    assert len(event.event.seeds) == 2
    assert pod[0] not in event.event.seeds
    assert set(event.event.seeds) & set(other)
    finish(event)


def test_whoever_leaves_before_the_first_round_is_left_out_of_the_pod() -> None:
    event = pods_of(8, pod_size=4, pod_places=1)
    pod = event.event.pods[0]
    event.drop(event.event.name_of(pod[0]))
    for _ in range(3):
        event.play()
        assert event.round.match_of(pod[0]) is None
        assert [bye.player in pod for bye in event.round.byes] == [True]
        event.close()
    assert pod[0] not in {row.player for row in event.round.standings}
    assert event.is_proven()


def test_two_who_have_both_left_both_lose() -> None:
    event = pods_of(4, pod_size=4, pod_places=1)
    event.play()
    event.close()
    for player in event.event.pods[0][1:]:
        event.drop(event.event.name_of(player))
    event.play()
    assert results.double_loss() in [match.result for match in event.round.matches.values()]
    event.close()
    event.play()
    event.close()
    assert event.refusal(commands.PairRound()) == (
        "All 3 rounds of the pods are played: finish the event."
    )
    event.do(commands.FinishEvent())
    assert event.is_proven()


def test_a_player_who_comes_back_plays_what_is_left() -> None:
    event = pods_of(4, pod_size=4, entering__back_until_round=3)
    event.play()
    event.close()
    gone = event.event.name_of(event.event.pods[0][0])
    event.drop(gone)
    event.play()
    event.close()
    event.do(commands.ReturnPlayer(event.id(gone)))
    event.play()
    assert event.match(gone).result is None
    event.close()
    assert event.is_proven()


# What is refused


def test_what_does_not_fit_a_format_is_refused() -> None:
    two = StagedEvent("Ana", "Ben", policy=policy_of(FirstStage.PODS))
    assert two.refusal(commands.StartEvent()) == (
        "A pod needs at least 3 players; the event has 2."
    )
    chosen = StagedEvent("Ana", "Ben", "Cleo", policy=policy_of(FirstStage.BRACKET))
    assert chosen.refusal(commands.StartEvent(rounds=3)) == (
        "By the policy this event has 0 rounds and then a bracket of 3: neither can be chosen."
    )
    assert chosen.refusal(commands.AwardBye(chosen.id("Ana"), RoundNumber(1))) == (
        "Byes are awarded for rounds of Swiss, and this event has none."
    )
    chosen.start()
    assert chosen.refusal(commands.RegisterPlayer("Dan")) == (
        "Nobody can enter any more: the bracket is drawn."
    )
    assert chosen.refusal(commands.UndoRegistration(chosen.id("Ana"), "A slip.")) == (
        "Ana has a place in the pods or the bracket: drop the player instead."
    )
    many = StagedEvent(*(f"P{n}" for n in range(65)), policy=policy_of(FirstStage.BRACKET))
    assert many.refusal(commands.StartEvent()) == (
        "A bracket has at most 64 players; this one would have 65. "
        "Begin with Swiss or with larger pods."
    )


def test_nobody_comes_into_pods_or_a_bracket_that_were_drawn() -> None:
    """Neither by coming back, nor by an undone drop, nor from the waiting list."""
    for first in (FirstStage.PODS, FirstStage.BRACKET):
        policy = policy_of(first, entering__places=4, entering__back_until_round=0)
        names = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Fay")
        event = StagedEvent(*names[:5], policy=policy)
        event.drop("Ana")
        assert [each.name for each in event.event.active] == list(names[1:5])
        event.register("Fay")
        event.start()
        event.drop("Ben")
        assert [each.name for each in event.event.active] == list(names[2:5])
        assert event.refusal(commands.UndoDrop(event.id("Ana"), "A slip.")) == (
            "Lots were drawn without Ana: nobody can be added to them."
        )
        event.do(commands.UndoDrop(event.id("Ben"), "A slip."))
    back = StagedEvent(
        *names, policy=policy_of(FirstStage.PODS, pod_size=5, entering__back_until_round=2)
    )
    back.drop("Ana")
    back.start()
    assert back.refusal(commands.ReturnPlayer(back.id("Ana"))) == (
        "Lots were drawn without Ana: nobody can be added to them."
    )


def test_no_pair_of_a_pod_is_set() -> None:
    event = pods_of(4)
    event.pair()
    one, other = event.event.pods[0][:2]
    assert event.refusal(commands.SetPair(one, other, "0" * 64, "So.")) == (
        "In pods everybody meets everybody: no pair is set."
    )


# Any event


@settings(max_examples=examples(60))
@given(
    first=st.sampled_from((FirstStage.PODS, FirstStage.BRACKET)),
    kind=st.sampled_from(Bracket),
    players=st.integers(3, 14),
    size=st.integers(3, 8),
    chance=st.randoms(use_true_random=False),
)
def test_every_event_ends_with_each_place_given_once(
    first: FirstStage, kind: Bracket, players: int, size: int, chance: object
) -> None:
    """Random results, and people who leave at any time; nobody plays after being out."""
    assert hasattr(chance, "random")
    event = begun(players, policy_of(first, kind, pod_size=size, pod_places=size // 2))
    while event.event.stage is not Stage.FINISHED:
        if (
            event.event.stage is Stage.SWISS
            and len(event.event.rounds) == event.event.swiss_rounds
        ):
            goes_on = len(pods.seeds(event.event)) > 1 and event.event.cut_size
            event.do(commands.StartCut() if goes_on else commands.FinishEvent())
        elif event.event.stage is Stage.CUT and bracket.is_decided(event.event):
            event.do(commands.FinishEvent())
        else:
            out = set(event.event.seeds) - set(bracket.still_in(event.event))
            play_by_chance(event, chance.random)
            seated = {each for match in event.round.matches.values() for each in match.players}
            assert not seated & out
    if event.event.seeds:
        found = [player for group in bracket.placed(event.event) for player in group]
        assert sorted(found) == sorted(event.event.seeds)
    assert event.is_proven()


def play_by_chance(event: StagedEvent, random: object) -> None:
    assert callable(random)
    if random() < 0.2:
        leaving = chosen_name(event, random())
        event.drop(leaving) if leaving else None
    event.play()
    if random() < 0.2:
        leaving = chosen_name(event, random())
        event.drop(leaving) if leaving else None
    for match in event.round.open_matches:
        event.enter(match, results.played(*((2, 0) if random() < 0.5 else (0, 2))))
    event.do(commands.CloseRound())


def chosen_name(event: StagedEvent, share: float) -> str:
    active = event.event.active
    return active[int(share * len(active))].name if active else ""


# Forged entries


def forged(event: StagedEvent, change: object) -> str:
    """Return what the check says of a log that somebody changed and chained anew."""
    assert callable(change)
    log = [replace(entry, what=change(entry.what)) for entry in event.log]
    (fault, *_) = check_event(format_event(log, event.decks)).faults
    return fault


def test_a_forged_pairing_is_refused() -> None:
    event = in_bracket(4, Bracket.DOUBLE)
    finish(event)

    def with_others(what: object) -> object:
        if isinstance(what, RoundPaired) and what.round == 2:
            one, other = what.tables
            return replace(
                what,
                tables=(
                    PairedTable(TableNumber(1), one.first, other.first, one.reason),
                    PairedTable(TableNumber(2), one.second, other.second, other.reason),
                ),
            )
        return what

    assert "it is not what follows from the entries before it" in forged(event, with_others)


def test_forged_pods_are_refused() -> None:
    event = pods_of(8, pod_size=4)

    def dealt_anew(what: object) -> object:
        if isinstance(what, EventStarted):
            return replace(what, pods=what.pods[::-1])
        return what

    assert "it is not what follows from the entries before it" in forged(event, dealt_anew)
