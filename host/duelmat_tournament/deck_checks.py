"""Deck checks by chance: the tables of a round whose decks are checked."""

from __future__ import annotations

from collections.abc import Iterable

from duelmat_tournament.names import RoundNumber, TableNumber, drawn
from duelmat_tournament.policy import DeckChecks


def chosen_tables(
    rules: DeckChecks, seed: str, number: RoundNumber, tables: Iterable[TableNumber]
) -> tuple[TableNumber, ...]:
    """Return the tables of this round that are checked, by number.

    Each table draws a lot, so neither the order of the tables nor the lots of others matter. The
    share is rounded up: the policy says how many are checked at least.
    """
    present = set(tables)
    count = -(-len(present) * rules.tables_percent // 100)
    lots = sorted((drawn(seed, "deck-check", number, table), table) for table in present)
    return tuple(sorted(table for _, table in lots[: max(count, 0)]))
