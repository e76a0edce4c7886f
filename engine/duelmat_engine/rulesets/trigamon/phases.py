"""The phases of a turn as a graph, and what each of them offers.

Ordinary transitions are open to the player; extraordinary ones (`ordered`) only where a card
effect has ordered the phase in this turn (TRI-03, TRI-04, reading G-01). Dread is the player's
own alternative to the draw of the Start Phase (TRI-09).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import InPhase
from duelmat_engine.ruleset.tables import BACK, Exit, Phase
from duelmat_message import say

START: Final = "start"
STANDBY: Final = "standby"
MAINS: Final = ("main1", "main2", "main3")
BATTLES: Final = ("battle", "battle2")
CLEAN_UP: Final = "clean-up"
END: Final = "end-phase"
DREAD: Final = "dread"
BREAK: Final = "break"

_ON = ("TRI-03",)


def _ordered(to: str) -> Exit:
    return Exit(to, ("TRI-04",), ordered=True)


def _phase(name: str, title: str, rules: tuple[str, ...], then: str, *exits: Exit) -> Phase:
    """Return a phase in which its player acts until going on."""
    return Phase(name, title, rules, "play-phase", then, exits)


_MAIN: Final = ("TRI-03", "TRI-13")
_TO_CLEAN_UP: Final = Exit(CLEAN_UP, _ON)
_DRAWN: Final = Exit(STANDBY, ("TRI-03", "TRI-08"), block="draw-one")
_TO_DREAD: Final = Exit(DREAD, ("TRI-09",))
_TO_BATTLE: Final = Exit("battle", _ON)
_TO_MAIN_2: Final = Exit("main2", _ON)
_AFTER_MAIN_2: Final = (_TO_CLEAN_UP, _ordered("battle2"), _ordered("main3"))
_AFTER_BATTLE_2: Final = (_TO_CLEAN_UP, _ordered("main3"))
_OUT_OF_DREAD: Final = (Exit("end", ("TRI-41",)), Exit(STANDBY, ("TRI-37",), block="leave-dread"))
_BACK: Final = Exit(BACK, ("TRI-45",))
_RESIDUAL: Final = say("Residual Battle Phase")

PHASES: Final = (
    _phase(START, say("Start Phase"), ("TRI-01", "TRI-02"), STANDBY, _DRAWN, _TO_DREAD),
    _phase(STANDBY, say("Standby Phase"), _ON, "main1", Exit("main1", _ON)),
    _phase("main1", say("Main Phase 1"), _MAIN, CLEAN_UP, _TO_BATTLE, _TO_CLEAN_UP),
    _phase("battle", say("Primary Battle Phase"), ("TRI-03", "TRI-23"), "main2", _TO_MAIN_2),
    _phase("main2", say("Main Phase 2"), _MAIN, CLEAN_UP, *_AFTER_MAIN_2),
    _phase("battle2", _RESIDUAL, ("TRI-04", "TRI-23"), CLEAN_UP, *_AFTER_BATTLE_2),
    _phase("main3", say("Main Phase 3"), ("TRI-04", "TRI-13"), CLEAN_UP, _TO_CLEAN_UP),
    _phase(CLEAN_UP, say("Clean-Up Phase"), _ON, END, Exit(END, _ON)),
    _phase(END, say("End Phase"), _ON, "end", Exit("end", ("TRI-33",))),
    Phase(
        DREAD, say("Dread Phase"), ("TRI-09", "TRI-41"), "dread-phase", "end", exits=_OUT_OF_DREAD
    ),
    Phase(BREAK, say("Break Phase"), ("TRI-44",), "break-phase", BACK, exits=(_BACK,)),
)


class Offers(NamedTuple):
    """The statements that permit activations in a phase, by kind; empty: none are permitted."""

    refuses: str
    """The statement by which everything else is refused."""
    fast: str = ""
    """Effects above Speed 2."""
    field: str = ""
    """Cards on the field and their effects, whatever their speed."""
    hand: str = ""
    """Cards of the hand."""
    skill: str = ""
    """Skill effects; outside the Main Phases those alone that are tied to the phase."""
    tied: str = ""
    """Effects that are tied to the phase."""


MAIN_OFFERS: Final = Offers("TRI-14", field="TRI-14", hand="TRI-15", skill="TRI-21")
BATTLE_OFFERS: Final = Offers("TRI-24", fast="TRI-24")
OFFERS: Final = {
    START: Offers("TRI-06", fast="TRI-06", field="TRI-05", skill="TRI-07"),
    STANDBY: Offers("TRI-12", fast="TRI-10", skill="TRI-11"),
    **dict.fromkeys(MAINS, MAIN_OFFERS),
    **dict.fromkeys(BATTLES, BATTLE_OFFERS),
    CLEAN_UP: Offers("TRI-28", fast="TRI-28", field="TRI-27"),
    END: Offers("TRI-31", fast="TRI-31", tied="TRI-32"),
    DREAD: Offers("TRI-38", fast="TRI-36"),
    BREAK: Offers("TRI-39", fast="TRI-39", field="TRI-39", hand="TRI-39", skill="TRI-39"),
}


def tied_to(effect: Effect) -> tuple[str, ...]:
    """Return the phases to which an effect's own text ties it."""
    ties = (need.when for need in effect.needs if isinstance(need.when, InPhase))
    return tuple(phase for tie in ties for phase in tie.phases)
