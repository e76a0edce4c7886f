"""Refusals in words: the broken rule, and what would make the play legal."""

from __future__ import annotations

from collections.abc import Sequence

from duelmat_engine import Action, Play, Seat, Verdict, judge, remedy_words, replace, rule_words
from duelmat_host.sensing.layout import Layout, MatZone
from duelmat_host.table.entries import PlayRefused
from duelmat_host.table.messages import Message, MessageKind, in_a_row
from duelmat_host.table.private import private_duel
from duelmat_host.table.state import TableState
from duelmat_message import say

NOTHING_DONE = say("That does nothing here.")


def refused(
    state: TableState,
    verdict: Verdict,
    zones: Sequence[MatZone] = (),
    plays: Sequence[Action] = (),
) -> PlayRefused:
    """Return the entry of a refused play."""
    text, remedies = _in_words(state, verdict, None)
    return PlayRefused(tuple(verdict.rules), text, remedies, tuple(plays), tuple(zones))


def refusal_message(refusal: PlayRefused) -> Message:
    """Return the message to everybody about a refused play."""
    return Message(
        MessageKind.REFUSAL, refusal.text, refusal.rules, refusal.zones, refusal.remedies
    )


def reason_of(state: TableState, verdict: Verdict) -> str:
    """Return a refusal in a line or two: the first broken rule, and the remedy."""
    text, remedies = _in_words(state, verdict, None)
    return in_a_row((text, *remedies))


def face_down_warning(
    state: TableState, layout: Layout, action: Action, seat: Seat
) -> Message | None:
    """Return the warning to the owner alone that the card laid face-down may not be laid so."""
    if not isinstance(action, Play) or action.face_up:
        return None
    place = state.zones.sensed(action.to)
    sight = None if place is None else layout.get(place)
    if place is None or sight is None or sight.key is None:
        return None
    private = private_duel(state.duel, seat, state.secrets, {sight.key})
    verdict = judge(private, replace(action, card=sight.key))
    if verdict.legal:
        return None
    text, remedies = _in_words(state, verdict, seat)
    return Message(MessageKind.REFUSAL, text, tuple(verdict.rules), (place,), remedies)


def _in_words(
    state: TableState, verdict: Verdict, seat: Seat | None
) -> tuple[str, tuple[str, ...]]:
    wording = state.wording
    said: str = NOTHING_DONE
    if verdict.rules:
        said = say("{rule}.", rule=rule_words(verdict.rules[0], wording.game.rules))
    return said, tuple(remedy_words(wording, verdict, seat))
