"""The words printed around the log of a duel, wherever the log comes from."""

from __future__ import annotations

from collections.abc import Iterable

from duelmat_message import listed


def duel_title(ruleset: str, players: Iterable[str], number: int = 0) -> str:
    """Return the title of a duel; without a number, that of a record."""
    pair = listed(players, "against")
    if not number:
        return f"{ruleset}: {pair}"
    return f"{ruleset}: {pair}, duel {number}"


def life_words(players: Iterable[tuple[str, int]]) -> str:
    """Return the life of every player, by name."""
    held = (f"{name} {life}" for name, life in players)
    return f"Life: {', '.join(held)}."
