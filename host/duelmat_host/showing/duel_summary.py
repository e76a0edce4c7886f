"""The summary of a duel: turns, life and its causes, refused plays, time, and how it ended."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from duelmat_engine import Seat, event_words, seat_letter
from duelmat_engine.events import (
    Activated,
    AnyEvent,
    AttackDeclared,
    Battled,
    LifeChanged,
    Resolved,
    Summoned,
)
from duelmat_host.showing.match_end import score_view
from duelmat_host.showing.replay_steps import Moment, is_step
from duelmat_host.showing.replay_types import DuelSummary, LifeChangeView, RefusedPlayView
from duelmat_host.showing.rule_views import rule_view
from duelmat_host.showing.view_types import RuleView
from duelmat_host.showing.views import outcome_view
from duelmat_host.table.entries import PlayRefused
from duelmat_host.table.messages import in_a_row
from duelmat_host.table.reducer import played_seat
from duelmat_host.table.state import TableState
from duelmat_message import say

CAUSES: Final = (Battled, Activated, AttackDeclared)
"""Events that name the cause of a later change of life."""
LATER_CAUSES: Final = (Activated, Resolved, Summoned)
"""Events that name the cause of an earlier change: costs are paid first, effects end last."""


def summary_of(start: TableState, moments: Sequence[Moment]) -> DuelSummary:
    """Return the summary of a duel, from its journal.

    start: the table before the first entry.
    """
    end = moments[-1].after if moments else start
    outcome = end.duel.outcome
    life: list[LifeChangeView] = []
    refused: list[RefusedPlayView] = []
    step = 0
    turn_steps: dict[int, int] = {}
    for moment in moments:
        if not is_step(moment):
            continue
        step += 1
        if moment.after.duel.turn:
            turn_steps.setdefault(moment.after.duel.turn, step)
        life += _life_changes(moment, step)
        # A card that lies where nothing brings it is asked away, and was no play.
        if isinstance(moment.entry, PlayRefused) and (moment.entry.plays or moment.entry.rules):
            refused.append(_refused(moment.entry, moment.before, step))
    return DuelSummary(
        turns=end.duel.turn,
        steps=step + 1,
        turn_steps=[turn_steps[turn] for turn in sorted(turn_steps)],
        begin={seat_letter(Seat(s)): p.life for s, p in enumerate(start.duel.players)},
        outcome=outcome_view(end),
        rules=[] if outcome is None else rule_views(end, outcome.rules),
        life=life,
        refused=refused,
        decided_ms=_decided_ms(start, moments),
        score=score_view(end),
    )


def rule_views(state: TableState, rules: Collection[str]) -> list[RuleView]:
    """Return rules with their statements."""
    return [rule_view(rule, state.rules) for rule in rules]


def _life_changes(moment: Moment, step: int) -> Iterator[LifeChangeView]:
    """Yield the changes of each player's life in a step, by events or by a takeback."""
    before, after = moment.before, moment.after
    events = after.current.events if after.current is not before.current else ()
    lives = [player.life for player in before.duel.players]
    for index, event in enumerate(events):
        if isinstance(event, LifeChanged) and event.cause != "start":
            text = _cause(moment, events, index)
            yield _change(step, after, event.seat, lives[event.seat], event.life, text)
            lives[event.seat] = event.life
    for number, player in enumerate(after.duel.players):
        if player.life != lives[number]:
            text = in_a_row(line.text for line in after.log[len(before.log) :])
            yield _change(step, after, Seat(number), lives[number], player.life, text)


def _change(
    step: int, after: TableState, seat: Seat, before: int, life: int, text: str
) -> LifeChangeView:
    return LifeChangeView(step, after.duel.turn, seat_letter(seat), before, life, text)


def _cause(moment: Moment, events: Sequence[AnyEvent], at: int) -> str:
    """Return sentences about the cause of a change of life, and about the change."""
    wording = moment.before.wording
    change = event_words(wording, events[at])
    earlier = (event for event in reversed(events[:at]) if isinstance(event, CAUSES))
    later = (event for event in events[at:] if isinstance(event, LATER_CAUSES))
    for source in (*earlier, *later):
        return in_a_row((event_words(wording, source), change))
    chain = moment.before.duel.chain
    if chain and chain[-1].source.key is not None:
        card = wording.printed(chain[-1].source.key)
        return say("By the effect of {card}: {change}", card=card, change=change)
    return change


def _refused(entry: PlayRefused, before: TableState, step: int) -> RefusedPlayView:
    return RefusedPlayView(
        step,
        before.duel.turn,
        seat_letter(played_seat(before)) if before.duel.turn else "",
        entry.text,
        rule_views(before, entry.rules),
    )


def _decided_ms(start: TableState, moments: Sequence[Moment]) -> dict[str, int]:
    """Return the time that each player had to decide, in ms, without the time of rulings."""
    times = {seat_letter(Seat(seat)): 0 for seat in start.duel.seats}
    for moment in moments:
        decision = moment.before.duel.decision
        waits = moment.before.called_by is not None
        if decision is not None and decision.seat >= 0 and not waits:
            times[seat_letter(decision.seat)] += moment.took_ms
    return times
