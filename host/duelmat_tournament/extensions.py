"""Extensions: the time that a table has lost within the round, to the second."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from msgspec import Struct

from duelmat_message import Text, say
from duelmat_tournament.clock import Pause
from duelmat_tournament.names import TimeMs
from duelmat_tournament.policy import Extensions


class LostBy(Enum):
    """The cause by which a table has lost time."""

    CALL = "call"
    """A judge call, until the judge's ruling."""
    APPEAL = "appeal"
    """An appeal, until the head judge's decision."""
    DECK_CHECK = "deck-check"
    """A deck check, until the players have their decks back."""


class Extension(Struct, frozen=True):
    """The extension that the policy's arithmetic gives."""

    seconds: int
    """0: none."""
    lost_ms: int
    """Playing time of the round that the table has lost."""
    reason: str
    """The calculation of the seconds, or the reason why there are none, as a sentence."""
    taken_ms: int = 0
    """Duration of the interruption, also beyond the end of the round."""


def extension(
    rules: Extensions,
    kind: LostBy,
    began_ms: TimeMs,
    ended_ms: TimeMs,
    ends_ms: TimeMs | None,
    *,
    procedure_began: bool = False,
    pauses: Iterable[Pause] = (),
    lost_before_ms: int = 0,
    taken_before_ms: int = 0,
) -> Extension:
    """Return the extension for an interruption from `began_ms` until `ended_ms`.

    Time is up at this table at `ends_ms`, its earlier extensions included; None: there is no
    limit. `pauses` are the times in which the round's clock stood still, which cost a table
    nothing. `procedure_began` says that the table was in the end-of-match procedure already.
    `lost_before_ms` and `taken_before_ms` are, for an appeal, the times that the call has cost and
    taken until its ruling.
    """
    what = _WORDS[kind]
    if ends_ms is None:
        return Extension(0, 0, say("The round has no time limit."))
    if procedure_began and not lost_before_ms:
        return Extension(0, 0, say("The {what} fell into the end-of-match procedure.", what=what))
    taken_ms = taken_before_ms + _running_ms(began_ms, ended_ms, pauses)
    until_ms = began_ms if procedure_began else min(ended_ms, ends_ms)
    lost_ms = lost_before_ms + _running_ms(began_ms, until_ms, pauses)
    if lost_ms == 0:
        none = say("The {what} cost no time of the round.", what=what)
        return Extension(0, 0, none, taken_ms)
    taken = _taken_words(what, _seconds(taken_before_ms), _seconds(taken_ms))
    if kind is not LostBy.DECK_CHECK and taken_ms <= 1000 * rules.minimum_s:
        least = _minutes(rules.minimum_s)
        too_little = say("{taken}; up to {least} gives no extension.", taken=taken, least=least)
        return Extension(0, lost_ms, too_little, taken_ms)
    lost_s = _seconds(lost_ms)
    lost = taken
    if lost_ms < taken_ms:
        within = _minutes(lost_s)
        lost = say("{taken}, {time} of it within the round", taken=taken, time=within)
        if taken_before_ms:
            lost = say("{taken}, {time} of that within the round", taken=taken, time=within)
    if kind is not LostBy.DECK_CHECK or not rules.deck_check_s:
        return Extension(lost_s, lost_ms, say("{lost}.", lost=lost), taken_ms)
    return Extension(
        lost_s + rules.deck_check_s,
        lost_ms,
        say(
            "{lost}; {time} more for shuffling and dealing again.",
            lost=lost,
            time=_minutes(rules.deck_check_s),
        ),
        taken_ms,
    )


def _taken_words(what: Text, before_s: int, taken_s: int) -> Text:
    """Return the seconds that an interruption took, those of the call before an appeal apart."""
    if not before_s:
        return say("The {what} took {time}", what=what, time=_minutes(taken_s))
    return say(
        "The call took {time} and the appeal {appeal}",
        time=_minutes(before_s),
        appeal=_minutes(taken_s - before_s),
    )


def _running_ms(began_ms: int, ended_ms: int, pauses: Iterable[Pause]) -> int:
    """Return the milliseconds between two moments in which the round's clock ran."""
    running_ms = 0
    at_ms = began_ms
    for pause in sorted(pauses, key=lambda each: each.began_ms):
        running_ms += max(0, min(pause.began_ms, ended_ms) - at_ms)
        at_ms = max(at_ms, pause.ended_ms)
    return running_ms + max(0, ended_ms - at_ms)


def _seconds(time_ms: int) -> int:
    """Convert milliseconds to seconds, rounded up: no table loses part of a second."""
    return -(-time_ms // 1000)


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02d}"


_WORDS: dict[LostBy, Text] = {
    LostBy.CALL: say("call"),
    LostBy.APPEAL: say("appeal"),
    LostBy.DECK_CHECK: say("deck check"),
}
