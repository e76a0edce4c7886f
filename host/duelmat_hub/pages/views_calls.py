"""Views of calls, for judges: those that wait, and what can be done about each."""

from __future__ import annotations

from msgspec import Struct

from duelmat_hub.pages.texts import minutes
from duelmat_message import say
from duelmat_tournament.entries import CallKind
from duelmat_tournament.event import Call, CallStep, Event, Match, Round, Step


def need_of(call: Call | None) -> tuple[str, str, int]:
    """Return the need of a call as a key and in words, and the time since when."""
    if call is None:
        return "", "", 0
    if call.step is CallStep.APPEALED:
        return "appeal", say("Appeal"), call.appealed_ms or call.began_ms
    if call.kind is CallKind.DECK_CHECK:
        return "deck-check", say("Deck check"), call.began_ms
    if call.step is CallStep.TAKEN:
        return "taken", say("{judge} is on the way", judge=call.judge), call.began_ms
    if call.step is CallStep.ATTENDED:
        return "there", say("{judge} is there", judge=call.judge), call.began_ms
    return "call", say("Call"), call.began_ms


class CallView(Struct, frozen=True):
    """A call as judges see it."""

    id: int
    table: int
    need: str
    words: str
    since_ms: int
    first: str
    second: str
    caller: str
    """The player who called; empty: a judge, or nobody."""
    about: str
    judge: str
    step: str
    ruling: str = ""
    proposed_s: int = 0
    proposed: str = ""
    """The extension to be granted; empty: none is left to grant."""
    because: str = ""
    """The arithmetic of the extension, as a sentence."""
    granted: str = ""


def calls_view(event: Event) -> tuple[CallView, ...]:
    """Return the calls: waiting ones, then extensions to grant, then calls with a judge.

    In each group the oldest call comes first.
    """
    opened = sorted(event.open_calls(), key=lambda call: (call.began_ms, call.id))
    waiting = [call for call in opened if _is_waiting(call)]
    owed = [call for call in event.calls.values() if is_owed(event, call)]
    attended = [call for call in opened if not _is_waiting(call)]
    return tuple(call_view(event, call) for call in (*waiting, *owed, *attended))


def _is_waiting(call: Call) -> bool:
    """Whether no judge is at the table of an open call, or the head judge has to come."""
    return need_of(call)[0] in ("call", "appeal")


def is_owed(event: Event, call: Call) -> bool:
    """Whether an extension is still to be granted for a call."""
    held = event.round
    if call.is_open or call.granted_s or not call.proposed_s or held is None:
        return False
    if held.number != call.round or held.step not in (Step.PLAYING, Step.TIME_CALLED):
        return False
    return held.matches[call.table].result is None


def call_view(event: Event, call: Call) -> CallView:
    """Return a call in words."""
    match = event.rounds[call.round - 1].matches[call.table]
    need, words, since_ms = need_of(call)
    owed = is_owed(event, call)
    return CallView(
        call.id,
        call.table,
        need if call.is_open else ("extension" if owed else ""),
        words if call.is_open else "",
        since_ms,
        event.name_of(match.first),
        event.name_of(match.second),
        event.words_for(call.player, call.who) if call.player else "",
        call.about,
        call.judge,
        call.step.value,
        call.ruling,
        call.proposed_s,
        minutes(call.proposed_s) if owed else "",
        call.proposed_because,
        minutes(call.granted_s) if call.granted_s else "",
    )


def last_ruling(event: Event, held: Round, match: Match) -> str:
    """Return the words of the newest ruling at a table of a round; empty: there is none."""
    rulings = [
        call.ruling
        for call in event.calls.values()
        if (call.round, call.table) == (held.number, match.table)
        and call.kind is not CallKind.DECK_CHECK
    ]
    return next(filter(None, reversed(rulings)), "")
