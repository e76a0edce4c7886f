"""Standing actions: what players and judges may do at any decision, whatever it asks."""

from __future__ import annotations

import pytest

from duelmat_engine import (
    Advance,
    AnyPlay,
    Cancel,
    CorrectLife,
    Invalidity,
    Number,
    Pass,
    Seat,
    Stand,
    apply,
    judge,
    parse_position,
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


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_ruling_stands_if_it_can_be_carried_out(ruleset: str) -> None:
    """What is legal may stand; what is judged to stand is carried out, whatever was refused."""
    moot = (Pass(), Cancel(), Number(-5), Number(10**6), Advance("nowhere"), Advance("end"))
    for each in play_random(practice_duel(ruleset, seed=2), seed=2):
        duel = each.before
        assert isinstance(each.action, AnyPlay)
        assert judge(duel, Stand(Seat(0), each.action, "ruling")).legal
        if duel.decision is not None and duel.decision.kind == "window":
            continue
        for action in moot:
            ruling = Stand(0, action, "ruling")
            if not judge(duel, ruling).legal:
                continue
            assert not judge(duel, action).invalid
            apply(duel, ruling)


def test_there_is_no_way_to_a_phase_that_the_game_does_not_have() -> None:
    """No rule says so: nothing could be switched off that would make it possible."""
    duel = parse_position("ocg; 3 a main1; life 8000 8000; closed; a.pile Sangan; b.pile Masaki")
    for action in (Advance("nowhere"), Stand(0, Advance("nowhere"), "ruling")):
        verdict = judge(duel, action)
        assert verdict.invalid == Invalidity.MALFORMED
        assert verdict.remedies[0].text.startswith("Name a phase: draw, standby,")
