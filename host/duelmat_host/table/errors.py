"""The errors by which a table declines an input; nothing has happened then.

DeclinedError            HostError: what is so, and what to do, in a player's words
├── StaleQuestionError   the question is not open any more
├── NoSuchOptionError    the question has no such answer
├── IllegalCommandError  the rules do not allow it; `rules` has their ids
├── NothingThereError    there is nothing to take back, agree to, rule on
├── DuelOverError        the duel is over
├── JudgeAwaitedError    a judge has been called, and everybody waits
├── NothingToTellError   there is no card of which could be told how it lies
├── NoSuchPadError       the mat has no such pad
├── MatchGoneError       the match is played at another table
└── ReasonMissingError   a ruling needs its reason
"""

from __future__ import annotations

from duelmat_host.errors import HostError
from duelmat_message import say


class DeclinedError(HostError):
    """The table declines an input."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)


class StaleQuestionError(DeclinedError):
    """The question is not open any more."""

    def __init__(self) -> None:
        super().__init__(
            say("This question is closed: it was answered, or has changed. Look at the new one.")
        )


class NoSuchOptionError(DeclinedError):
    """The question has no such answer."""

    def __init__(self, count: int, option: int) -> None:
        said = {"count": count, "number": option + 1}
        super().__init__(
            say("There are {count} answers, and no number {number}: choose one.", **said)
        )


class IllegalCommandError(DeclinedError):
    """The rules do not allow it."""

    def __init__(self, rules: tuple[str, ...], reason: str) -> None:
        self.rules = rules
        super().__init__(reason)


class NothingThereError(DeclinedError):
    """There is nothing to take back, agree to or rule on."""


class NothingToTellError(DeclinedError):
    """There is no card of which a player could tell how it lies."""

    def __init__(self, place: str) -> None:
        super().__init__(
            say(
                "Expected a zone with a card of yours that the mat does not sense as a whole, got "
                "{place}: lay the card there first.",
                place=place,
            )
        )


class NoSuchPadError(DeclinedError):
    """The mat has no such pad."""

    def __init__(self, pad: str) -> None:
        super().__init__(
            say("Expected a zone of this mat, as a.deck, got {pad!r}: touch one of them.", pad=pad)
        )


class DuelOverError(DeclinedError):
    """The duel is over."""

    def __init__(self) -> None:
        super().__init__(say("The duel is over."))


class JudgeAwaitedError(DeclinedError):
    """A judge has been called, and everybody waits."""

    def __init__(self, caller: str) -> None:
        super().__init__(say("{player} has called a judge: wait for the ruling.", player=caller))


class MatchGoneError(DeclinedError):
    """The match is played at another table."""

    def __init__(self, table: int) -> None:
        super().__init__(say("The match has gone to table {table}: play on there.", table=table))


class ReasonMissingError(DeclinedError):
    """A ruling needs its reason."""

    def __init__(self) -> None:
        super().__init__(say("Give the reason of the ruling: it is written down."))
