"""Policies of lively events: every first stage, every bracket, teams, places, other points."""

from __future__ import annotations

import random
from functools import cache
from typing import Final

from msgspec.structs import replace

from duelmat_hub.policies import shipped_policies
from duelmat_tournament.policy import (
    Bracket,
    BySize,
    FirstStage,
    Points,
    Policy,
    TieBreaks,
    with_stages,
)
from duelmat_tournament.policy_sense import policy_misfits
from duelmat_venue.end_steps import EndStep

POINTS: Final = (
    Points(win=3, draw=1, loss=0, bye=3),
    Points(win=2, draw=1, loss=0, bye=1),
    Points(win=4, draw=2, loss=1, bye=4),
)
FIRST_STAGES: Final = (
    FirstStage.SWISS,
    FirstStage.SWISS,
    FirstStage.PODS,
    FirstStage.BRACKET,
    FirstStage.BRACKET,
)
_ROUNDS: Final = (BySize(4, 3), BySize(8, 4), BySize(16, 5), BySize(64, 6))
_CUT: Final = (BySize(5, 0), BySize(12, 4), BySize(64, 8))


def lively_policy(chance: random.Random, players: int) -> Policy:
    """Return a policy of a random format, as organisers might write one."""
    first = chance.choice(FIRST_STAGES)
    policy = chance.choice(shipped())
    if first is FirstStage.SWISS:
        policy = replace(policy, rounds=_ROUNDS, cut=chance.choice((_CUT, ())))
    policy = with_stages(policy, first, chance.choice(list(Bracket)))
    is_swiss, is_pods = first is FirstStage.SWISS, first is FirstStage.PODS
    best_of = chance.choice((1, 3, 3, 5))
    places = chance.choice((0, 1, 2, 2, 3))
    changed = replace(
        policy,
        points=chance.choice(POINTS),
        tie_breaks=chance.choice(
            [each for each in TieBreaks if is_swiss or each.value != "buchholz"]
        ),
        teammates_apart_rounds=chance.randrange(3) if is_swiss else 0,
        pod_size=chance.randint(4, 6) if places == 3 else chance.randint(3, 6),
        pod_places=places,
        best_of=best_of,
        cut_best_of=chance.choice((1, 3, 5)),
        deck_lists=chance.random() < 0.1,
        entering=replace(
            policy.entering,
            late_until_round=chance.randrange(4) if is_swiss else 0,
            back_until_round=chance.randrange(4) if is_swiss or is_pods else 0,
            missed_is_loss=chance.random() < 0.6,
            places=chance.choice((0, 0, max(3, players - chance.randrange(4)))),
            needs_approval=chance.random() < 0.5,
        ),
        extensions=replace(policy.extensions, by_hand_s=chance.choice((0, 600, 600))),
    )
    if not changed.cut_round_s and chance.random() < 0.7:
        steps = (EndStep.FINISH_TURN, EndStep.COMPARE_LIFE, EndStep.SUDDEN_DEATH)
        changed = replace(changed, cut_round_s=changed.round_s, cut_end_of_match=steps)
    if chance.random() < 0.2:
        changed = replace(changed, team_size=3, best_of=3, cut_best_of=3)
    misfits = list(policy_misfits(changed))
    assert not misfits, misfits
    return changed


@cache
def shipped() -> list[Policy]:
    """Return the policies that come along, by name; teams are made of any of them."""
    alone = (each for each in shipped_policies().values() if each.team_size == 1)
    return sorted(alone, key=lambda each: each.name)
