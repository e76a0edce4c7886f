"""Magic and traps: used from the hand, or where they lie Set in the row of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from duelmat_engine.facts import LaterTurn, Lies, YourTurn
from duelmat_engine.moves.activating import is_set, is_use
from duelmat_engine.moves.card_rules import IN_HAND, is_own, never_in_hand
from duelmat_engine.moves.moment_rules import YOUR_TURN, Citation, Test, is_own_turn, or_asked
from duelmat_engine.moves.sources import hand_and_set, own_set
from duelmat_engine.names import zone_kind
from duelmat_engine.ruleset.game import Question, Rule
from duelmat_engine.state import Located
from duelmat_engine.verdict import Do, Never, Remedy, When
from duelmat_message import say

MAGIC: Final = ("magic", "quick")
QUICK: Final = ("quick",)
TRAP: Final = ("trap",)
"""The uses of effects."""

TURN_OVER: Final = When(say("The turn in which it was Set is over."), LaterTurn())
YOURS_OR_ASKED: Final = When(
    say("It is your turn, or you are asked whether you respond."), YourTurn()
)
YOURS_OR_SET: Final = When(
    say("It is your turn, or the card was Set in an earlier one."), YourTurn()
)


def in_hand_or_set(q: Question) -> bool:
    return IN_HAND(q) or is_set(q)


def never_twice(q: Question, name: str) -> Never | None:
    """The remedy for a card that lies face-up in its row already, by this statement; None: it
    does not.
    """
    if q.piece is not None and is_own(q) and zone_kind(q.place) == "s" and q.piece.face_up:
        return Never(say("It is active already."), name)
    return None


def not_active_yet(name: str) -> Callable[[Question], Remedy]:
    """Return the remedy for a card that is neither in the hand nor Set, by this statement."""

    def remedy(q: Question) -> Remedy:
        there = say("The card is in your hand, or Set in one of your magic/trap zones.")
        return never_twice(q, name) or never_in_hand(q) or When(there, Lies(("hand",)))

    return remedy


def set_first(q: Question) -> Remedy:
    """Return the remedy for a trap that does not lie Set."""
    if IN_HAND(q):
        return Do(say("Set the card; it can be activated from the next turn on."))
    there = say("The card is Set in one of your magic/trap zones.")
    return When(there, Lies(("s",), face_up=False))


def has_waited(q: Question) -> bool:
    """Whether the card, if it lies in its row, was Set in an earlier turn."""
    return q.piece is None or zone_kind(q.place) != "s" or q.piece.arrived < q.duel.turn


def is_own_turn_or_set(q: Question) -> bool:
    return is_own_turn(q) or zone_kind(q.place) == "s"


def hand_in_own_turn(q: Question) -> Iterable[Located]:
    """The Set cards, and in the player's own turn those of the hand."""
    return hand_and_set(q) if is_own_turn(q) else own_set(q)


def is_set_quick(q: Question) -> bool:
    """Whether quick magic is used from where it lies Set: in another's turn, as a trap is."""
    return is_use(q, *QUICK) and is_set(q)


def own_turn_unless_asked(citation: Citation, responds: Test = is_set) -> Rule:
    """It is the player's turn; in another's what `responds`, a Set trap say, is a response."""
    return citation.says(
        is_own_turn, lambda q: or_asked(q, YOURS_OR_ASKED) if responds(q) else YOUR_TURN
    )
