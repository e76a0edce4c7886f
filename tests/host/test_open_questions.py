"""No key throws the question of a begun play away: it is answered first, or taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from direct_mat import Bench, held, lay
from duelmat_engine.actions import Play
from duelmat_engine.names import Seat
from duelmat_host.table.commands import EndTurn, TakeBack
from duelmat_host.table.errors import DeclinedError
from duelmat_host.table.prompts import Option, Prompter

ANA = Seat(0)
KEYS: dict[str, Callable[[Bench], None]] = {
    "phase": lambda bench: bench.press("a.phase"),
    "judge": lambda bench: bench.press("a.judge"),
    "end of the turn": lambda bench: bench.table.command(ANA, EndTurn()),
    "takeback": lambda bench: bench.table.command(ANA, TakeBack()),
}


def asked() -> Bench:
    """A table that asks which play a card is, after another play that could be taken back."""
    zones = {"a.hand": held("D5", "S4"), "a.s1": lay("S2", down=True), "b.m1": lay("H9")}
    bench = Bench(zones)
    bench.put("a:S4", "a.s3", down=True)
    assert len(bench.actions()) == 1
    bench.put("a:D5", "a.m2")
    assert bench.table.now.asks_meaning
    return bench


@pytest.mark.parametrize("key", KEYS)
def test_a_question_which_play_it_is_outlasts_every_key(key: str) -> None:
    """What comes first is said, nothing is done; the answer still counts."""
    bench = asked()
    options = bench.options()
    said = ""
    try:
        KEYS[key](bench)
    except DeclinedError as declined:
        said = str(declined)
    assert "First answer: Which play is it?" in (said or bench.said())
    assert (len(bench.actions()), bench.options()) == (1, options)


def test_steps_that_were_begun_outlast_the_phase_key_and_judge_begins_anew() -> None:
    """A play that is asked for step by step lies nowhere: only a key can take it back."""
    bench = Bench({"a.hand": held("H7"), "a.m1": lay("C8")})
    menu = bench.options()
    now = bench.table.now
    plays = tuple(action for action in now.legal if isinstance(action, Play))[:3]
    begun = Prompter(now.state.questions_count).stepping(Option("", plays[0], actions=plays))
    bench.table.now = replace(now, pointing=replace(now.pointing, prompter=begun))
    steps = bench.options()
    bench.press("a.phase")
    assert "First answer" in bench.said()
    assert bench.options() == steps != menu
    bench.press("a.judge")
    assert bench.options() == menu
