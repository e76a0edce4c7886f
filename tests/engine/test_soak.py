from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from msgspec import json

from duelmat_bench.digest import digest as digest_of_files
from duelmat_bench.engine.random_duels import play
from duelmat_bench.engine.soak import TABLES, Soaking, soak
from duelmat_bench.engine.soaked import WHOLE, Mark, Soaked, again, digest, follow_one, undone
from duelmat_engine import apply

pytestmark = pytest.mark.tools


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_random_duels_end_by_rule_and_can_be_taken_back_and_replayed(
    ruleset: str, players: int
) -> None:
    """No exception, no stuck state, no cut-off; every state is hash-equal when come back to."""
    found = soak(8, 1, ruleset, players)
    assert (found.faults, found.cut_offs, found.stuck) == ([], [], [])
    assert found.duels == found.wins.total() + found.draws.total() == 1
    assert found.undone > 3


def test_a_state_that_changed_and_a_replay_that_differs_are_told() -> None:
    """What the soak looks for is found where it is so."""
    moves = list(play(3, 60))
    start, _ = moves[0]
    played = [action for _, action in moves]
    end = apply(moves[-1][0], played[-1]).duel
    marks = [Mark(at, duel, digest(duel)) for at, (duel, _) in enumerate(moves)]
    marks.append(Mark(len(played), end, digest(end)))
    assert undone(marks, played, Random(1)) == []
    assert again(start, marks, played) == []
    marks[7] = marks[7]._replace(duel=marks[8].duel)
    assert "the state at 7 has changed" in undone(marks, played, Random(1))
    marks[7] = Mark(7, marks[7].duel, marks[9].digest)
    assert again(start, marks, played) == ["replayed, it differs at 7"]


def test_every_state_of_some_duels_is_come_back_to_and_their_record_replays() -> None:
    found = soak(WHOLE, 1, "trump_king", 2)
    assert found.faults == []
    assert found.undone == found.actions + 1
    assert found.records == 1


@pytest.mark.parametrize(("ruleset", "players"), TABLES)
def test_a_followed_duel_is_what_may_be_seen_of_the_closed_one(ruleset: str, players: int) -> None:
    found = follow_one(77, ruleset, players)
    assert found.faults == []
    assert found.compared > 3


def test_a_duel_that_breaks_off_is_told_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever goes on with the summary begins with the next seed, not with this one again."""

    def break_off(seed: int, ruleset: str, players: int) -> Soaked:
        raise KeyError(f"{ruleset} of {players} at {seed}")

    monkeypatch.setattr("duelmat_bench.engine.soak.soak_one", break_off)
    found = soak(1, 3, "trump_king", 2)
    assert found.duels == 3
    assert [fault.split(":")[0] for fault in found.faults] == [
        f"trump_king of 2, seed {seed}" for seed in (1, 2, 3)
    ]


def test_a_soak_goes_on_where_its_summary_stops(tmp_path: Path) -> None:
    """Two pieces give what one gives, and another engine's summary is not gone on with."""
    kept = tmp_path / "soaked.json"
    table = [("trump_king", 2)]
    for duels in (1, 2):
        soaking = Soaking(duels, table, 1, 9.0, kept)
        soaking.run()
        soaking.keep()
    whole = soak(0, 2, *table[0]).facts()
    facts = json.decode(kept.read_bytes())["tables"]["trump_king of 2"]
    assert {**facts, "cpu_s": 0} == {**whole, "cpu_s": 0}
    assert Soaked.of(facts).facts() == facts
    told = b'"faults": ["trump_king of 2, seed 1: KeyError a"]'
    kept.write_bytes(kept.read_bytes().replace(b'"faults": []', told))
    soaking = Soaking(2, table, 1, 9.0, kept)
    assert not soaking.is_sound()
    soaking.run()  # what had a fault is played again
    assert soaking.tables["trump_king of 2"].facts() == facts
    kept.write_bytes(kept.read_bytes().replace(b'"engine": "', b'"engine": "other'))
    assert Soaking(2, table, 1, 9.0, kept).tables == {}


CODE = '''"""A module."""
LIMIT = 3
"""The most there may be."""
def limit():
    """Return it."""
    return LIMIT
'''


def test_docstrings_and_comments_leave_a_measurement_valid_and_code_does_not() -> None:
    """A measurement is stamped with the code that ran, not with what is said about it."""
    stamp = digest_of_files([("a.py", CODE)])
    reworded = CODE.replace("Return it", "Return the limit") + "# noted\n"
    assert digest_of_files([("a.py", reworded)]) == stamp
    assert digest_of_files([("a.py", CODE.replace("3", "4"))]) != stamp
    assert digest_of_files([("b.py", CODE)]) != stamp
    assert digest_of_files([("a.py", CODE), ("a.toml", '"""The most."""')]) != stamp
