"""Standings that were frozen stay, whoever leaves, comes, is penalised or corrected later."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from duelmat_hub.policies import shipped_policies
from duelmat_tournament import commands, floor_commands, results, swiss
from duelmat_tournament.entries import Entry, ResultCorrected
from duelmat_tournament.event import Event, Round, Step
from duelmat_tournament.fold import apply, fold
from duelmat_tournament.generate import Chances, generate
from duelmat_tournament.policy import Policy
from duelmat_tournament.results import Result
from tournament.staged_event import HEAD_JUDGE, TRUMP_KING, StagedEvent, changed

WILD = Chances(
    late=25, drop=12, back=50, no_show=8, draw=20, correction=70, penalty=20, awarded_bye=8
)


def open_doors(policy: Policy) -> Policy:
    """Return a policy under which players come and come back as long as there are rounds."""
    most = max(row.value for row in policy.rounds)
    return replace(
        policy,
        entering=replace(policy.entering, late_until_round=most, back_until_round=most),
    )


def frozen(log: Sequence[Entry]) -> None:
    """Follow a log: only a correction changes what was frozen, of its round and later ones."""
    event: Event | None = None
    for entry in log:
        before: tuple[Round, ...] = () if event is None else event.rounds
        event = apply(event, entry)
        since = entry.what.round if isinstance(entry.what, ResultCorrected) else len(log)
        for one, other in zip(before, event.rounds, strict=False):
            if one.step is Step.CLOSED and one.number < since:
                assert other.standings == one.standings, entry


@pytest.mark.parametrize("name", sorted(shipped_policies()))
@pytest.mark.parametrize("players", [9, 24])
def test_only_a_correction_changes_frozen_standings(name: str, players: int) -> None:
    for seed in range(3):
        made = generate(open_doors(shipped_policies()[name]), players, f"{name} {seed}", WILD)
        frozen(made.log)


@pytest.mark.parametrize("name", sorted(shipped_policies()))
def test_frozen_standings_are_worked_out_at_any_later_time(name: str) -> None:
    """From all that has happened since; so whoever left later has changed nothing."""
    for seed in range(3):
        made = generate(open_doors(shipped_policies()[name]), 21, f"later {seed}", WILD)
        event = fold(made.log)
        assert event is not None
        assert any(not player.is_active for player in event.players.values())
        for held in event.rounds:
            if held.step is Step.CLOSED:
                assert swiss.standings_after(event, held.number) == held.standings


@pytest.fixture
def event() -> StagedEvent:
    """Nine players after two rounds of five."""
    policy = changed(TRUMP_KING, entering__late_until_round=5, entering__back_until_round=5)
    found = StagedEvent(*(f"P{number}" for number in range(1, 10)), policy=policy)
    found.start(rounds=5)
    for _ in range(2):
        found.play()
        found.close()
    return found


def test_nothing_that_happens_later_changes_what_was_frozen(event: StagedEvent) -> None:
    before = [held.standings for held in event.event.rounds]

    def is_same() -> bool:
        return [held.standings for held in event.event.rounds][:2] == before

    event.drop("P1")
    assert is_same(), "a drop"
    event.register("Late")
    assert is_same(), "a late entry"
    event.play()
    event.do(commands.ReturnPlayer(event.id("P1")))
    assert is_same(), "a return"
    event.do(floor_commands.GivePenalty(event.id("P2"), "cheating", "Hid a card."), HEAD_JUDGE)
    assert is_same(), "a disqualification"
    event.close()
    table = next(iter(event.round.matches))
    event.correct(3, table, other_than(event, 3))
    assert is_same(), "a correction of a later round"
    event.pair()
    event.drop("P3")
    event.do(commands.UnpairRound())
    assert is_same(), "a pairing that was thrown away"
    event.correct(1, table, other_than(event, 1))
    assert not is_same()
    assert event.is_proven()


def other_than(event: StagedEvent, number: int) -> Result:
    """Return another result for the first table of a round."""
    held = next(iter(event.event.rounds[number - 1].matches.values())).result
    return results.played(0, 2) if held == results.played(2, 0) else results.played(2, 0)
