"""The words printed around the log of a duel, wherever the log comes from."""

from __future__ import annotations

from collections.abc import Iterable

from duelmat_message import Text, listed, say


def duel_title(ruleset: str, players: Iterable[str], number: int = 0) -> Text:
    """Return the title of a duel; without a number, that of a record."""
    pair = listed(players, "against")
    if not number:
        return say("{ruleset}: {players}", ruleset=ruleset, players=pair)
    return say("{ruleset}: {players}, duel {number}", ruleset=ruleset, players=pair, number=number)


def life_words(players: Iterable[tuple[str, int]]) -> Text:
    """Return the life of every player, by name."""
    held = (say("{name} {life}", name=name, life=life) for name, life in players)
    return say("Life: {players}.", players=listed(held, ","))
