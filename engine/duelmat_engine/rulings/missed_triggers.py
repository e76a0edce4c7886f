"""Triggers that are asked about too late: why they were not asked for when it was their time.

Once an answer has been given, a duel does not remember what else might have been answered. What
was played does: a trigger that waited before an answer and not after it was hindered by it, was
declined, or came too late.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as remade

from msgspec import Struct

from duelmat_engine.actions import Action, Activate
from duelmat_engine.board.refs import lookup
from duelmat_engine.chains.trigger_answers import entry_for
from duelmat_engine.chains.trigger_legality import trigger_refusals
from duelmat_engine.events import AnyEvent
from duelmat_engine.play import carry_out
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Duel, replace
from duelmat_engine.verdict import Invalidity, Never, Verdict, invalid_ruling, ruling
from duelmat_message import say


class CourseStep(Struct, frozen=True):
    """One step of a course: a duel, and what was done in it; None: nothing yet."""

    duel: Duel
    action: Action | None = None
    events: tuple[AnyEvent, ...] = ()
    """The events of that action."""


def missed_triggers(
    line: Sequence[CourseStep], game: Game, action: Activate
) -> tuple[Duel, Verdict] | None:
    """Return the duel at which a trigger was lost, and the verdict on it; None: it did not wait in
    what was played, or waits still.
    """
    last = line[-1].duel
    if _entry(last, game, action) is not None:
        return None
    for before, answer in ((one.duel, one.action) for one in reversed(line)):
        index = _entry(before, game, action)
        if answer is None or index is None:
            continue
        effect = game.rules.effects[action.effect]
        after = carry_out(before, answer, _pausing(game)).duel
        found = lookup(after, action.card)
        if answer == action or found is None:
            return None
        if why := trigger_refusals(after, game, before.pending[index], found[1]):
            return _at_its_turn(before, after), ruling(why, ())
        text = say("Its time is over: it was asked for before, and something else was answered.")
        return last, invalid_ruling(Invalidity.ELSEWHERE, effect.rules, Never(text, ""))
    return None


def _at_its_turn(before: Duel, after: Duel) -> Duel:
    """The duel as it would lie if the player were asked on for triggers."""
    decision = before.decision
    if decision is None or decision.kind != "trigger":
        return after
    return replace(after, decision=replace(decision, options=()))


def _entry(duel: Duel, game: Game, action: Activate) -> int | None:
    return entry_for(duel, game, action, range(len(duel.pending)))


def _pausing(game: Game) -> Game:
    """The same game, but that everybody is asked for a response to everything.

    So a Chain that nobody could answer is seen before it resolves.
    """
    return remade(game, rules=remade(game.rules, could_respond=lambda _world, _seat, _game: True))
