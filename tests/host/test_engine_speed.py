"""The figures of the engine's speed are taken as they say."""

from __future__ import annotations

from typing import Final, Literal

import pytest

from duelmat_bench.engine.midgame import midgame
from duelmat_bench.engine.speed import SLICE, engine_speed
from duelmat_bench.engine.work import engine_work

pytestmark = pytest.mark.tools

PARTS: Final[tuple[Literal["listing", "applying", "chess_ply"], ...]] = (
    "listing",
    "applying",
    "chess_ply",
)


@pytest.mark.parametrize("ruleset", ["ocg", "resummoned", "trigamon", "trump_king"])
def test_the_committed_duel_is_one_by_the_rules_of_today(ruleset: str) -> None:
    """It is played again to its end, and has states enough for a p99. When a rule has changed:
    `python -m duelmat_bench.engine.midgame RULESET`.
    """
    assert len(midgame(ruleset)) > 100


def test_every_figure_is_measured() -> None:
    """One turn of duels and one of chess, the committed states, and a ratio of the two rates."""
    speed = engine_speed("trump_king", seconds=SLICE / 4)
    assert speed["states"] > 100
    assert speed["state_bytes"] > 1_000
    for spread in (
        *(speed["legal_actions_us"], speed["legal_actions_read_us"]),
        *(speed["judge_us"], speed["apply_us"]),
    ):
        assert 0 < spread["p50"] <= spread["p99"]
    assert speed["random_actions_per_s"] > 0
    assert 0 < speed["random_duels_per_s"] < speed["all_actions_per_s"]
    ratio = speed["random_actions_per_s"] / speed["python_chess_plies_per_s"]
    assert speed["ratio"] == pytest.approx(ratio, abs=0.002)


def test_the_work_of_a_decision_is_counted_alike_each_time() -> None:
    """Bytecodes are counted one by one: counts of the same decisions differ by what is found
    out only once in a process, and by nothing that a clock could tell.
    """
    once, again = (engine_work("trump_king", decisions=5) for _ in range(2))
    for part in PARTS:
        assert once[part] > 100
        assert again[part] == pytest.approx(once[part], rel=0.05)
    assert sum(once["rooms"].values()) == pytest.approx(100, abs=1)
