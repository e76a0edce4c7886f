"""How often a seat is asked something in a turn: whole duels on the engine alone, seeds fixed.

The easy opponent plays both seats. Counted is every answer that the seat has to give, but its open
play in its own turn; a seat that is not asked passes. "before" asks as a table did that knew no
switches: in every window but those of the own plays; "program" as for a person who plays against
the program, and is not asked in vain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from duelmat_engine import (
    NOBODY,
    Action,
    Duel,
    Game,
    Pass,
    Seat,
    carry_out,
    game_of,
    legal_actions,
    practice_duel,
    roll,
    view_for,
    zone_kind,
    zone_seat,
)
from duelmat_host.table.asking import Asking, response_kind
from duelmat_opponent import BUDGETS, Level, as_meant, choose

Passes = Callable[[Duel, Game], bool]
"""Whether the table passes for the seat that decides, by what everybody knows of a duel."""
LONGEST: Final = 1_500
"""A duel is followed for so many actions at most."""


@dataclass(frozen=True, slots=True)
class TurnCount:
    """How often one seat was asked in one turn."""

    asked: int
    is_bare: bool
    """Whether no card of the seat lay Set in its magic/trap zones all the turn."""


def by_default(duel: Duel, game: Game) -> bool:
    """Pass as a table does for a player who has switched nothing."""
    return Asking().passes(duel, game)


def before_switches(duel: Duel, _game: Game) -> bool:
    """Pass as a table did that knew no switches."""
    decision, window = duel.decision, duel.window
    is_window = decision is not None and decision.kind == "window"
    seat = NOBODY if decision is None else decision.seat
    return is_window and window is not None and window.seat == seat


def count_questions(
    ruleset: str,
    seed: int,
    passes: Passes,
    longest: int = LONGEST,
    *,
    skips_vain: bool = False,
) -> Iterator[TurnCount]:
    """Yield how often each seat is asked, turn by turn.

    skips_vain: nobody is asked for a response that their own cards do not allow.
    """
    duel = practice_duel(ruleset, seed)
    game, chance = game_of(duel.ruleset, duel.readings), Random(seed)
    asked: Counter[int] = Counter()
    bare = set(duel.seats)
    turn = 0
    for _ in range(longest):
        decision = duel.decision
        if decision is None:
            return
        if duel.turn != turn:
            yield from (TurnCount(asked[seat], seat in bare) for seat in duel.seats if turn)
            turn, asked, bare = duel.turn, Counter(), set(duel.seats)
        bare -= _with_set(duel)
        is_passed = decision.kind != "chance" and passes(view_for(duel), game)
        is_passed = is_passed or (skips_vain and _is_vain(duel, game))
        is_own_play = decision.kind == "open" and duel.turn_seat == decision.seat
        if not is_passed and not is_own_play and decision.seat != NOBODY:
            asked[decision.seat] += 1
        action = Pass() if is_passed else _answer(duel, game, chance)
        duel = carry_out(duel, action, game).duel


def _is_vain(duel: Duel, game: Game) -> bool:
    """Whether the cards of the seat that is asked hold no response."""
    is_window = response_kind(duel, game.rules) is not None
    return is_window and list(legal_actions(duel, game)) == [Pass()]


def _with_set(duel: Duel) -> set[Seat]:
    return {
        zone_seat(name)
        for name, piece in duel.pieces()
        if zone_kind(name) == "s" and not piece.face_up
    }


def _answer(duel: Duel, game: Game, chance: Random) -> Action:
    """Return what the easy opponent does in the seat that decides."""
    decision = duel.decision
    assert decision is not None
    if decision.kind == "chance":
        return roll(duel)
    actions = list(legal_actions(duel, game))
    if decision.seat == NOBODY or len(actions) == 1:
        return actions[0]
    view = view_for(duel, decision.seat)
    return as_meant(view, choose(view, BUDGETS[Level.EASY], chance), duel)


def measure_questions(ruleset: str, duels: int) -> dict[str, Any]:
    """Return questions a turn, before there were switches and with those of the beginning."""
    figures: dict[str, Any] = {"duels": duels}
    for name, passes in (
        ("before", before_switches),
        ("now", by_default),
        ("program", by_default),
    ):
        counts = [
            count
            for seed in range(1, duels + 1)
            for count in count_questions(ruleset, seed, passes, skips_vain=name == "program")
        ]
        for kind, is_bare in (("nothing_set", True), ("something_set", False)):
            asked = [count.asked for count in counts if count.is_bare is is_bare]
            mean = round(sum(asked) / len(asked), 2) if asked else 0
            figures[f"{name}_{kind}"] = {
                "turns": len(asked),
                "mean": mean,
                "most": max(asked, default=0),
            }
    return figures
