"""Holdups in words, for everybody."""

from __future__ import annotations

from duelmat_engine import zone
from duelmat_host.table.holdups import Freeze, Holdup, is_card_count
from duelmat_host.table.messages import in_a_row
from duelmat_host.table.obligations import Obligation
from duelmat_host.table.state import TableState
from duelmat_message import Text, say

_FREEZES = {
    Freeze.JUDGE: say("A judge has been called: wait for the ruling."),
    Freeze.RESTORING: say(
        "First lay the cards back as the lights show: something was taken back."
    ),
    Freeze.DISPLACED: say(
        "First lay the cards back as the lights show: they lie elsewhere than before."
    ),
}


def holdup_text(state: TableState, holdup: Holdup) -> Text:
    """Return a hold-up in words: what must be done first."""
    if holdup.freeze is not None:
        return _FREEZES[holdup.freeze]
    if len(holdup.obligations) == 1:
        return _first(state, holdup.obligations[0])
    tasks = in_a_row(
        say("{player}: {task}", player=state.name_of(each.seat), task=each.text)
        for each in holdup.obligations
    )
    return say("The turn ends when this is done. {tasks}", tasks=tasks)


def _first(state: TableState, each: Obligation) -> Text:
    """Return a sentence that this comes first, with the counts that reveal a missed draw."""
    player = state.name_of(each.seat)
    if not is_card_count(each):
        return say("Not yet. First {player}: {task}", player=player, task=each.text)
    return say(
        "Not yet. First {player}: {task} Then {held} in hand, {left} in the deck.",
        player=player,
        task=each.text,
        held=len(state.duel.at(zone(each.seat, "hand"))),
        left=len(state.duel.at(zone(each.seat, "pile"))),
    )
