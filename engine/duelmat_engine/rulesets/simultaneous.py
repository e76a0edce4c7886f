"""Simultaneous effects: the TCG order, the OCG order and first-trigger, each a chain policy.

A ruleset of this family gives `READINGS` and `chain_policy` as its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal

from duelmat_engine.catalogue import readings
from duelmat_engine.ruleset.chain_policy import Bucket, ChainPolicy, Timing, TriggerOrder

READINGS: Final = readings("SEG")

_COMMON: Final = ChainPolicy(
    timings={"when": Timing("last", ("SEG-18",)), "as": Timing("interrupts")},
    legal_rules=("SEG-04",),
    chain_rules=("SEG-05",),
    window_rules=("SEG-08",),
    decline_rules=("SEG-17",),
    missed_rules=("SEG-18",),
    missed_reading="G-32",
    kept_rules=("SEG-19",),
    limit_rules=("SEG-27", "SEG-28", "SEG-29"),
    limit_reading="G-31",
    exempt_rules=("SEG-30",),
    fast_rules=("SEG-06", "SEG-07"),
    pass_rules=("SEG-06", "SEG-07"),
    turn_rules=("SEG-07",),
    resolve_rules=("SEG-32",),
    act_rules=("SEG-01", "SEG-02", "SEG-03"),
)

_TCG: Final = replace(
    _COMMON,
    buckets=(
        Bucket("turn", mandatory=True, rules=("SEG-10",)),
        Bucket("other", mandatory=True, rules=("SEG-11",)),
        Bucket("turn", mandatory=False, rules=("SEG-12",)),
        Bucket("other", mandatory=False, rules=("SEG-13",)),
    ),
    order_rules=("SEG-15",),
    choice_rules=("SEG-14", "G-35"),
    complete_rules=("SEG-16",),
)

_FIRST_TRIGGER: Final = replace(
    _TCG,
    buckets=tuple(replace(bucket, rules=("G-96",)) for bucket in _TCG.buckets),
    by_event=True,
    event_rules=("G-96",),
    order_rules=("G-96",),
    complete_rules=(),
)

_PUBLIC: Final = (
    Bucket("turn", mandatory=True, level=1, rules=("SEG-20", "SEG-24")),
    Bucket("other", mandatory=True, level=1, rules=("SEG-20", "SEG-24")),
    Bucket("turn", mandatory=False, secret=False, level=2, rules=("SEG-21", "SEG-24")),
    Bucket("other", mandatory=False, secret=False, level=2, rules=("SEG-21", "SEG-24")),
)
_PRIVATE: Final = ("SEG-22", "SEG-24")

_OCG: Final = replace(
    _COMMON,
    buckets=(*_PUBLIC, Bucket("each", mandatory=False, secret=True, level=3, rules=_PRIVATE)),
    order_rules=("SEG-23", "SEG-24"),
    order_reading="G-30",
    choice_rules=("SEG-25", "G-35"),
    open_hand_rules=("SEG-26",),
    contrast_rules=("SEG-31",),
)

_OCG_PLAIN: Final = replace(
    _OCG,
    buckets=(
        *_PUBLIC,
        Bucket("turn", mandatory=False, secret=True, level=3, rules=_PRIVATE),
        Bucket("other", mandatory=False, secret=True, level=3, rules=_PRIVATE),
    ),
)


def chain_policy(readings: Mapping[str, str], rules: tuple[str, ...] = ()) -> ChainPolicy:
    """The policy that these readings choose; `rules` are those by which there is a window."""
    order = readings["G-97"]
    if order == "ocg":
        policy = _OCG if readings["G-30"] == "alternate" else _OCG_PLAIN
    else:
        policy = _TCG if order == "tcg" else _FIRST_TRIGGER
    limited = order == "ocg" or readings["G-34"] == "both"
    within: Literal["player", "chain"] = "player" if readings["G-31"] == "each player" else "chain"
    return replace(policy, self_summons=within if limited else "", rules=rules)


ORDERS: Final = {
    order: TriggerOrder(
        chain=chain_policy,
        readings=READINGS,
        chosen={"G-97": order},
        asked=("G-30", "G-31", "G-34"),
        limits_summons=True,
    )
    for order in ("ocg", "tcg", "first-trigger")
}
"""The choices of G-97 as orders that are asked about without named cards."""
