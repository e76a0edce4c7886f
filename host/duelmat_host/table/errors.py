"""The errors by which a table declines an input; nothing has happened then.

DeclinedError            HostError: expected, got and advice, as one sentence for people
├── StaleQuestionError   the question is not open any more
├── NoSuchOptionError    the question has no such answer
├── IllegalCommandError  the rules do not allow it; `rules` has their ids
├── NothingThereError    there is nothing to take back, agree to, rule on
├── DuelOverError        the duel is over
├── JudgeAwaitedError    a judge has been called, and everybody waits
├── MatchGoneError       the match is played at another table
└── ReasonMissingError   a ruling needs its reason
"""

from __future__ import annotations

from duelmat_host.errors import HostError
from duelmat_message import say


class DeclinedError(HostError):
    """The table declines an input."""

    def __init__(self, expected: str, got: str, advice: str) -> None:
        self.expected = expected
        self.got = got
        self.advice = advice
        super().__init__(
            say(
                "Expected {expected}, got {got}. {advice}",
                expected=expected,
                got=got,
                advice=advice,
            )
        )


class StaleQuestionError(DeclinedError):
    """The question is not open any more."""

    def __init__(self) -> None:
        super().__init__(
            say("an answer to a question that is open"),
            say("one to an earlier question"),
            say("It has been answered or has changed: look at the new one."),
        )


class NoSuchOptionError(DeclinedError):
    """The question has no such answer."""

    def __init__(self, count: int, option: int) -> None:
        super().__init__(
            say("one of {count} answers", count=count),
            say("answer {number}", number=option + 1),
            say("Choose one of those offered."),
        )


class IllegalCommandError(DeclinedError):
    """The rules do not allow it."""

    def __init__(self, rules: tuple[str, ...], reason: str, got: str) -> None:
        self.rules = rules
        super().__init__(say("something that may be done now"), got, reason)


class NothingThereError(DeclinedError):
    """There is nothing to take back, agree to or rule on."""


class DuelOverError(DeclinedError):
    """The duel is over."""

    def __init__(self, got: str) -> None:
        super().__init__(say("a duel that goes on"), got, say("The duel is over."))


class JudgeAwaitedError(DeclinedError):
    """A judge has been called, and everybody waits."""

    def __init__(self, caller: str, got: str) -> None:
        super().__init__(
            say("the ruling of the judge whom {player} has called", player=caller),
            got,
            say("Wait for the ruling."),
        )


class MatchGoneError(DeclinedError):
    """The match is played at another table."""

    def __init__(self, table: int) -> None:
        super().__init__(
            say("a match that is played here"),
            say("one that has gone to table {table}", table=table),
            say("Play on there: what is done here counts no more."),
        )


class ReasonMissingError(DeclinedError):
    """A ruling needs its reason."""

    def __init__(self) -> None:
        super().__init__(
            say("the reason of the ruling"), say("none"), say("Give it: it is written down.")
        )
