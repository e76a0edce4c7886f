"""Standing actions: what players and judges may do at any decision, whatever it asks."""

from __future__ import annotations

import pytest

from duelmat_engine import (
    Cancel,
    CorrectLife,
    apply,
    play_random,
    practice_duel,
    ruleset_names,
)


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_correction_of_life_outlasts_an_announcement_that_is_taken_back(ruleset: str) -> None:
    """What a judge has put right stays so."""
    played = play_random(practice_duel(ruleset, seed=3), seed=3)
    duel = next(p.before for p in played if p.before.decision and p.before.decision.cancel)
    corrected = apply(duel, CorrectLife(0, 0, 17, "miscounted")).duel
    assert [player.life for player in apply(corrected, Cancel()).duel.players] == [
        17,
        duel.players[1].life,
    ]
