"""A sample event: a random one that has just now come to the middle of a round."""

from __future__ import annotations

from typing import Final

from duelmat_hub.clocks import utc_ms
from duelmat_hub.policies import load_policy
from duelmat_hub.store import Store
from duelmat_tournament.chain import ROOT
from duelmat_tournament.generate import BEGINS_MS, generate
from duelmat_tournament.names import RoundNumber, TimeMs

POLICY: Final = "trump-king"
ROUND: Final = RoundNumber(3)


def fill(store: Store, players: int) -> None:
    """Fill an empty store with an event in its third round. Raises StoreError."""
    policy = load_policy(POLICY)
    took_ms = generate(policy, players, "sample", stop_at=ROUND).event.at_ms - BEGINS_MS
    begins_ms = TimeMs(utc_ms() - took_ms)
    made = generate(
        policy, players, "sample", name="Sample event", stop_at=ROUND, begins_ms=begins_ms
    )
    store.append(made.log, ROOT, "sample-event-0001", made.decks)
