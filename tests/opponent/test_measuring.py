"""Duels of the strong opponent are played once, and again when the code has changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import duelmat
from duelmat_bench.opponent import BUCKET_MS, Played, Results, Series, quantile_ms
from duelmat_opponent import BUDGETS, Budget, Level

pytestmark = pytest.mark.tools


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes by the policy alone."""
    monkeypatch.setitem(BUDGETS, Level.STRONG, Budget(steps=0, worlds=0, care=2.0))


def bench(kept: Path, duels: int) -> tuple[dict[str, object], int]:
    """The figures of Trump King, and how many duels were played for them."""
    words = ("bench", "opponent", "--ruleset", "trump_king", "--duels", str(duels), "--json")
    result = duelmat(*words, "--kept", str(kept))
    assert result.exit_code == 0
    figures = json.loads(result.stdout)["trump_king"]
    assert figures["duels"] == {"easy": duels, "random": duels}
    return figures, len(result.stderr.splitlines())


def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    kept = tmp_path / "opponent.json"
    assert bench(kept, 1)[1] == 2
    in_pieces, played = bench(kept, 3)
    assert played == 4
    assert bench(kept, 3) == (in_pieces, 0)
    whole, played = bench(tmp_path / "whole.json", 3)
    assert played == 6
    for rival in ("easy", "random"):
        assert whole[f"strong_beats_{rival}"] == in_pieces[f"strong_beats_{rival}"]


def test_changed_code_makes_results_older(tmp_path: Path) -> None:
    """They stand until the first duel of their ruleset and rival is played with the new code."""
    kept = tmp_path / "opponent.json"
    bench(kept, 2)
    kept.write_text(kept.read_text().replace('"engine":"', '"engine":"older '))
    results = Results(kept)
    assert results.figures("trump_king")["duels"] == {"easy": 2, "random": 2}
    assert results.series("trump_king", "easy").scores == []
    assert bench(kept, 1)[1] == 2


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "soak.json"
    for content in ("{}", "[1]", "no JSON", '{"series": [{"ruleset": "ocg"}]}'):
        kept.write_text(content)
        result = duelmat("bench", "opponent", "--kept", str(kept), "--duels", "1")
        assert result.exit_code == 2
        assert "expected results of `duelmat bench opponent`" in result.output
        assert kept.read_text() == content


def test_a_quantile_is_the_end_of_its_bucket() -> None:
    series = Series("ocg", "easy", {})
    series.add(Played(1.0, 9, [1.0] * 90 + [5.2 * BUCKET_MS] * 10))
    assert (quantile_ms([series], 0.5), quantile_ms([series], 0.95)) == (BUCKET_MS, 6 * BUCKET_MS)


def test_duels_at_a_tables_pace_are_kept_nowhere(tmp_path: Path) -> None:
    """How fast the machine is decides them, too."""
    kept = tmp_path / "opponent.json"
    words = ("bench", "opponent", "--ruleset", "trump_king", "--duels", "1", "--json", "--paced")
    result = duelmat(*words, "--kept", str(kept))
    assert json.loads(result.stdout)["trump_king"]["duels"] == {"easy": 1, "random": 1}
    assert not kept.exists()
