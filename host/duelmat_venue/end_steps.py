"""The steps by which a match ends after time: a policy orders them, a table plays them."""

from __future__ import annotations

from enum import Enum


class EndStep(Enum):
    """One step of the procedure after time was called, in the order of the policy."""

    FINISH_PHASE = "finish_phase"
    """The phase that is being played is finished."""
    FINISH_TURN = "finish_turn"
    """The turn that is being played is finished."""
    EXTRA_TURNS_3 = "extra_turns_3"
    """Three turns more are played, both players' counted together."""
    EXTRA_TURNS_5 = "extra_turns_5"
    """Five turns more are played, both players' counted together."""
    COMPARE_LIFE = "compare_life"
    """The player with more life wins the duel that is being played."""
    SUDDEN_DEATH = "sudden_death"
    """The first difference of life decides."""
    DRAW = "draw"
    """The duel that is being played is drawn."""
    DOUBLE_LOSS = "double_loss"
    """Both players lose the match."""
