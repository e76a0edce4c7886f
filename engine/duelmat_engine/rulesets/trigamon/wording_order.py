"""The order of effects by their wording, as Trigamon has it: "as", then "when", then "if".

Among those of one wording the turn player's come first, whether they are mandatory or not.
Nothing misses its timing unless its own text says so; what waited is used as one act without a
Chain; an effect on several cards acts on one after another.
"""

from __future__ import annotations

from typing import Final

from duelmat_engine.catalogue import find_reading
from duelmat_engine.ruleset.chain_policy import Bucket, ChainPolicy, Timing, TriggerOrder

READINGS: Final = (find_reading("G-13"), find_reading("G-14"))

POLICY: Final = ChainPolicy(
    buckets=(
        Bucket("turn", level=1, rules=("TRI-152",)),
        Bucket("other", level=2, rules=("TRI-152",)),
    ),
    timings={
        "as": Timing("joins", ("TRI-155", "TRI-151")),
        "when": Timing("interrupts", ("TRI-153", "TRI-151")),
        "if": Timing("waits", ("TRI-154",)),
    },
    together=True,
    staggered=True,
    event_rules=("TRI-152",),
    order_rules=("G-13",),
    choice_rules=("G-13",),
    chain_rules=("TRI-152",),
    missed_rules=("TRI-150",),
    together_rules=("TRI-156", "TRI-151", "G-13"),
    stagger_rules=("TRI-157", "G-14"),
    foretold_rules=("TRI-158", "G-14"),
    several_rules=("TRI-159",),
)

ORDERS: Final = {
    "wording": TriggerOrder(chain=POLICY, readings=READINGS, words=("if", "when", "as"))
}
"""The same as an order that is asked about without named cards."""
