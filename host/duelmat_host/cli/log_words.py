"""The log of a duel as commands print it, and the words around it, wherever it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from duelmat_command.output import echo, with_rules, wrapped
from duelmat_message import listed


def duel_title(ruleset: str, players: Iterable[str], number: int = 0) -> str:
    """Return the title of a duel; without a number, that of a record."""
    pair = listed(players, "against")
    if not number:
        return f"{ruleset}: {pair}"
    return f"{ruleset}: {pair}, duel {number}"


def print_log_line(text: str, rules: Sequence[str] = (), indent: str = "  ") -> None:
    """Print a line of the log with the ids of its rules; one that begins a phase stands out."""
    begins = text.startswith("Turn ")
    echo(wrapped(with_rules(text, rules), "" if begins else indent, f"{indent}  "))


def life_words(players: Iterable[tuple[str, int]]) -> str:
    """Return the life of every player, by name."""
    held = (f"{name} {life}" for name, life in players)
    return f"Life: {', '.join(held)}."
