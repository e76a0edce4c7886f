"""An opponent that tries to win: what to do in a duel, from what its seat may know.

It refuses to know more than that: no closed duel, no clock, file or port. How much it may think
is given to it, as a budget of engine steps and a deadline to ask.
"""

from __future__ import annotations

from duelmat_opponent.action_classes import as_meant
from duelmat_opponent.choosing import Considered, choose, consider
from duelmat_opponent.levels import BUDGETS, Budget, Level

__all__ = ["BUDGETS", "Budget", "Considered", "Level", "as_meant", "choose", "consider"]
