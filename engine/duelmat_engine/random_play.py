"""Duels played by chance: the same seed plays the same duel.

Chance is the engine's own (chance.py), so that a duel of a bug report can be played again from
its ruleset and its seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from duelmat_engine import chance
from duelmat_engine.actions import Action
from duelmat_engine.brief import Brief
from duelmat_engine.errors import EngineError
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.play import Deck, Step, carry_out, new_duel, roll
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.state import Duel
from duelmat_message import say


class Played(Brief, frozen=True):
    """One action of a duel."""

    before: Duel
    """The duel that asked for it."""
    action: Action
    step: Step
    """The duel after it, and what has happened."""


def practice_duel(
    ruleset: str, seed: int, *, players: int = 2, readings: Mapping[str, str] | None = None
) -> Duel:
    """Return a closed duel in which everybody brings the ruleset's practice deck."""
    deck = Deck(*find_ruleset(ruleset).decks.practice)
    return new_duel(ruleset, [deck] * players, seed=seed, readings=readings).duel


def play_random(duel: Duel, seed: int, game: Game | None = None) -> Iterator[Played]:
    """Yield the actions of a duel that is played at random until it is over.

    Every legal action is as likely as any other; dice are those of the duel. Raises EngineError
    for an open duel, in which nobody knows the cards that are drawn.
    """
    if not duel.closed:
        raise EngineError(
            say(
                "expected a closed duel, in which every card is known, got an open one: begin one "
                "with practice_duel, or give new_duel a seed"
            )
        )
    game = game or game_of(duel.ruleset, duel.readings)
    state = chance.seeded(seed)
    while duel.decision is not None:
        if duel.decision.kind == "chance":
            action: Action = roll(duel)
        else:
            actions = list(legal_actions(duel, game))
            index, state = chance.below(state, len(actions))
            action = actions[index]
        step = carry_out(duel, action, game)
        yield Played(duel, action, step)
        duel = step.duel
