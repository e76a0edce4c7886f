"""The limits that several moves of Trump King share, under its statements."""

from __future__ import annotations

from dataclasses import replace

from duelmat_engine.board.evaluate import payable
from duelmat_engine.facts import LifeAtLeast, NextTurn, Released, Room
from duelmat_engine.moves import card_rules, moment_rules, plays
from duelmat_engine.moves.card_rules import own_scope, text_allows
from duelmat_engine.moves.magic_and_traps import is_set_quick, own_turn_unless_asked
from duelmat_engine.moves.phases import in_main_phase
from duelmat_engine.ruleset.game import Question, Rule
from duelmat_engine.verdict import Never, When
from duelmat_message import say

RIGHT_RETURNS = When(say("It is your next turn: the summon right comes back then."), NextTurn())
OWN_TURN = moment_rules.own_turn(moment_rules.Citation("TK-05"))
MAIN = in_main_phase(moment_rules.Citation("TK-06", "G-90"), say("Go on to Main Phase 2."))
QUIET = moment_rules.open_play(moment_rules.Citation("TK-06", "G-56"))
OWN_MAIN = (OWN_TURN, MAIN, QUIET)


def _is_slow(q: Question) -> bool:
    """Whether it is not Set quick magic in the opponent's turn (which answers as a trap does)."""
    return moment_rules.is_own_turn(q) or not is_set_quick(q)


_AS_TRAP = own_turn_unless_asked(moment_rules.Citation("TK-37", "G-56"))
OWN_MAGIC = (
    moment_rules.only_when(_is_slow, moment_rules.own_turn(moment_rules.Citation("TK-33"))),
    replace(_AS_TRAP, holds=_is_slow, concerns=is_set_quick),
    moment_rules.only_when(_is_slow, MAIN),
    QUIET,
)
_UNUSED = moment_rules.Unused("summon-right")
SUMMON_RIGHT = moment_rules.rule("TK-14", _UNUSED, RIGHT_RETURNS)
SET_RIGHT = moment_rules.rule("TK-17", _UNUSED, RIGHT_RETURNS)
_FULL = When(say("One of your three monsters has left the field."), Room("m"))
ROOM = moment_rules.rule("TK-22", lambda q: bool(plays.free_row(q, "m")), _FULL)


def phase_citation(q: Question) -> tuple[str, ...]:
    return ("TK-08",) if q.duel.phase == "main2" else ("TK-06",)


LOCKS = {
    "TK-86": say("The opposing Diamond of the same number has left the field or is negated."),
    "TK-93": say("The opposing Diamond Synchro that named it has left the field or is negated."),
}


def not_forbidden(act: str, name: str, reading: str = "") -> Rule:
    """No Diamond of an opponent forbids the act by this statement."""
    return card_rules.not_forbidden(act, name, When(LOCKS[name], Released()), reading)


def permits_past(lock: Rule, about: moment_rules.Test = moment_rules.always_holds) -> Rule:
    """Return the statement of a lock where it permits what is no summon, by reading G-88."""
    return moment_rules.permits(lock.id, "G-88", lambda q: about(q) and not lock.holds(q))


NO_LOCK = tuple(not_forbidden("summon", name) for name in LOCKS)
NO_SPECIAL_LOCK = tuple(not_forbidden("special-summon", name) for name in LOCKS)
JOKER_MAY_FIGHT = text_allows(
    "summon", "TK-111", Never(say("Under this reading a Joker is no monster."), "TK-111"), "G-54"
)
FACE_UP = plays.Laid(moment_rules.Citation("TK-19"), plays.FACE_UP)


def can_pay(q: Question, price: int) -> When:
    """Return the remedy that this price in life can be paid."""
    now = payable(own_scope(q))
    text = say("You can pay {price} life; now you can pay {payable}.", price=price, payable=now)
    return When(text, LifeAtLeast(q.duel.players[q.seat].life + price - now))
