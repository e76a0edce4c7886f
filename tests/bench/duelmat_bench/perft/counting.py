"""Counting the ways to play on: a number that a changed rule changes.

Only sequences of exactly so many answers count, as with chess engines; a duel that ends earlier
adds nothing. Chance counts with every result it may give.
"""

from __future__ import annotations

from duelmat_engine import Action, Duel, Game, carry_out, game_of, legal_actions


def perft(duel: Duel, depth: int, game: Game | None = None) -> int:
    """Return the number of sequences of `depth` answers from here."""
    game = game or game_of(duel.ruleset, duel.readings)
    if depth <= 0:
        return 1
    if depth == 1:
        return sum(1 for _ in legal_actions(duel, game))
    return sum(
        perft(carry_out(duel, action, game).duel, depth - 1, game)
        for action in legal_actions(duel, game)
    )


def divide(duel: Duel, depth: int) -> dict[Action, int]:
    """The count behind each first answer: where two counts differ, this shows which play does."""
    game = game_of(duel.ruleset, duel.readings)
    return {
        action: perft(carry_out(duel, action, game).duel, depth - 1, game)
        for action in legal_actions(duel, game)
    }
