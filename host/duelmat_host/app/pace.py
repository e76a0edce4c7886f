"""The pace of the practice opponent: people can follow it, and none of its turns is long.

How long something takes depends on how much it has done in this turn already, which everybody
sees, and on nothing else.
"""

from __future__ import annotations

from typing import Final

FIRST_THOUGHT_S: Final = 0.4
"""The least time of the first decision of a turn."""
FIRST_STEP_S: Final = 0.3
"""The time after the first movement of a turn."""
FASTER: Final = 0.6
"""Each decision and movement takes this share of the time of the one before: a turn has a budget,
and the later decisions of a long one are thought about less. Fifteen decisions and twenty
movements, more than nineteen of twenty turns have, take less than 6 s, also if a board feels
each within 0.15 s."""
LEAST_THOUGHT_S: Final = 0.05
"""No decision takes less: nobody sees a shorter one."""
LEAST_STEP_S: Final = 0.1
"""No movement takes less: people cannot follow faster hands."""
LONGER: Final = 2.0
"""A decision that is hard takes so much longer at most."""
LOOK_S: Final = 0.05
"""The time between two looks whether a decision has been made, or a movement been felt."""


def thought_s(count: int) -> float:
    """Return the least time of a decision after so many others in a turn."""
    return max(LEAST_THOUGHT_S, FIRST_THOUGHT_S * FASTER**count)


def longest_thought_s(count: int) -> float:
    """Return the longest time of a decision after so many others in a turn."""
    return LONGER * thought_s(count)


def step_s(count: int) -> float:
    """Return the time after a movement that has so many before it in a turn."""
    return max(LEAST_STEP_S, FIRST_STEP_S * FASTER**count)
