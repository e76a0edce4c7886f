"""Following: from a layout of the mat to everything that results from it.

The table takes some actions itself, because no player decides them or only one answer exists. Only
public facts count there, as the speed of an automatic answer could reveal hidden ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Final

from duelmat_engine import (
    NOBODY,
    Action,
    Advance,
    Pass,
    Play,
    Roll,
    Seat,
    judge,
    key_seat,
    replace,
    zone_seat,
)
from duelmat_engine.candidates.asked import current_op
from duelmat_engine.effects import ops
from duelmat_host.sensing.layout import Layout
from duelmat_host.table.draft import Draft
from duelmat_host.table.duel_setup import Dice
from duelmat_host.table.early_attacks import is_battle_open
from duelmat_host.table.entries import (
    DuelDecided,
    MeaningAsked,
    PlayRefused,
    PlayWithdrawn,
    ZonesLost,
    ZonesSettled,
)
from duelmat_host.table.findings import Agreed, Ambiguous, Played, Refused, Stray, Untold
from duelmat_host.table.holdups import Holdup, holdup_of, turn_holdup
from duelmat_host.table.inputs import ReadersLost
from duelmat_host.table.matcher import has_gone, move_of
from duelmat_host.table.messages import Message, MessageKind, in_a_row
from duelmat_host.table.reducer import is_automatic, played_seat
from duelmat_host.table.reports import (
    doubt_words,
    face_down_warning,
    finding_report,
    patience_ms,
)
from duelmat_host.table.shown_cards import exposures_after, is_at_rest, landings_after
from duelmat_host.table.state import TableState
from duelmat_host.table.telling import sight_as_told, with_told
from duelmat_message import say

MOST_ROUNDS: Final = 64
"""The most actions that follow from one layout before the mat is read again."""


def take_layout(draft: Draft, layout: Layout) -> None:
    """Take in the settled layout of the mat, and do everything that follows from it."""
    see_layout(draft, with_told(draft.state, draft.table.layout, layout))


def see_layout(draft: Draft, layout: Layout) -> None:
    """Go on with a layout whose cards lie as is sensed and told, and with what follows from it."""
    before = draft.table.layout
    landings = landings_after(draft.table.seen.landings, draft.state, layout)
    draft.see(layout=layout, is_awaited=False, landings=landings)
    for spot in draft.state.zones.landing_spots:
        if before.get(spot) != layout.get(spot):
            draft.meet_landed(spot)
    follow(draft)
    _note_exposed(draft)
    if is_at_rest(draft.state, draft.table.finding):
        draft.see(landings=landings_after({}, draft.state, layout))


def lose_zones(draft: Draft, given: ReadersLost) -> None:
    """Go on with other zones lost, and with what is sensed of the others."""
    is_known = given.zones == draft.state.zones.lost
    if is_known or draft.table.seen.is_awaited or draft.state.duel.is_over():
        return
    state = dataclasses.replace(draft.state, zones=draft.state.zones.without(given.zones))
    layout = with_told(state, draft.table.layout, given.layout)
    draft.write(ZonesLost(tuple(sorted(given.zones)), layout))
    see_layout(draft, layout)


def follow(draft: Draft) -> None:
    """Follow the layout of the mat until nothing more results from it."""
    for _ in range(MOST_ROUNDS):
        end = draft.state.decided_by_time
        if end is not None:
            draft.write(DuelDecided(end.winner, end.cause))
            continue
        answered = automatic_action(draft.state, draft.legal, draft.chance.dice)
        if answered is not None:
            draft.act(*answered)
            continue
        _settle(draft)
        look = draft.look()
        if has_gone(draft.state, look):
            draft.write(PlayWithdrawn())
            continue
        over = draft.state.duel.is_over()
        draft.see(finding=None if over else draft.table.matcher.find(draft.state, look))
        if not _act_on_finding(draft):
            break
    _note_finding(draft)
    holdup = _holdup_of_turn(draft)
    if holdup is not None:
        draft.hold_up(holdup)


def report(draft: Draft) -> None:
    """Report a finding that has lasted long enough."""
    draft.see(has_lasted=True, due_ms=None)
    said = finding_report(draft.state, draft.table.finding)
    if isinstance(said, PlayRefused):
        draft.refuse(said)
    elif said is not None:
        draft.notify(said)


def _settle(draft: Draft) -> None:
    """Remove the zones in which the hands have followed from the pending ones."""
    astray = draft.state.astray(draft.table.layout)
    settled = tuple(place for place in draft.state.pending if place not in astray)
    if settled:
        draft.write(ZonesSettled(settled))


def _act_on_finding(draft: Draft) -> bool:
    """Do the action that hands have shown or wait for; return False if there is none yet."""
    match draft.table.finding:
        case Played(action=action):
            return _play(draft, action)
        case Untold(zone=zone, ways=ways) if len(ways) == 1:
            sight = draft.table.layout[zone]
            lies = sight_as_told(draft.state, zone, sight, next(iter(ways)))
            draft.see(layout=draft.table.layout.with_sight(zone, lies))
            return True
        case Agreed():
            return _attack_as_planned(draft) or _end_turn(draft)
        case _:
            return False


def _play(draft: Draft, action: Action) -> bool:
    """Carry out the action that hands have shown; return False if something must come first."""
    seat = played_seat(draft.state)
    holdup = holdup_of(draft.state, draft.table.reported, seat, action)
    if holdup is not None:
        draft.hold_up(holdup)
        return False
    action = with_unseen_named(draft.state, action)
    warning = face_down_warning(draft.state, draft.table.layout, action, seat)
    draft.act(action, seat)
    if warning is not None:
        draft.change(announcements=draft.table.announcements.whispering(seat, warning))
    return True


def _attack_as_planned(draft: Draft) -> bool:
    """Declare the attack for which its player has gone into the battle, if it is still legal."""
    attack, state = draft.table.pointing.planned, draft.state
    if attack is None or state.called_by is not None:
        return False
    seat = zone_seat(attack.card)
    if state.duel.turn_seat == seat and not is_battle_open(state.duel, seat):
        return False  # somebody is asked on the way
    draft.point(planned=None)
    if not judge(state.duel, attack).legal:
        return False
    return _play(draft, attack)


def _end_turn(draft: Draft) -> bool:
    """Go one step on with a turn that its player has ended; return False if that must wait."""
    ahead = ending_action(draft.state, draft.legal)
    if ahead is None or _holdup_of_turn(draft) is not None:
        return False
    draft.act(ahead, played_seat(draft.state))
    return True


def _holdup_of_turn(draft: Draft) -> Holdup | None:
    """Return the hold-up of a turn that its player has ended; None: nothing must be done first."""
    ahead = ending_action(draft.state, draft.legal)
    if ahead is None:
        return None
    return turn_holdup(draft.state, draft.table.reported, played_seat(draft.state), ahead)


def _note_finding(draft: Draft) -> None:
    """Ask about an ambiguous finding immediately; others are reported when they have lasted."""
    finding = draft.table.finding
    found = (finding, draft.table.layout)
    if draft.table.seen.found != found:
        _withdraw_refusal(draft)
        patience = patience_ms(finding)
        due_ms = None if patience is None else draft.now_ms + patience
        draft.see(found=found, has_lasted=False, due_ms=due_ms)
        draft.point(prompter=draft.table.prompter.without_steps())
        if not isinstance(finding, Played):
            draft.notify(None)
    if isinstance(finding, Ambiguous):
        _ask_meaning(draft, finding)
    elif isinstance(finding, Untold):
        owner, place = key_seat(finding.key), draft.state.place_name(finding.zone)
        player = draft.state.name_of(owner)
        text: str = say("{player} says how the card in {zone} lies.", player=player, zone=place)
        if finding.doubted is not None:
            text = in_a_row((text, doubt_words(draft.state, finding.zone, finding.doubted)))
        draft.notify(Message(MessageKind.QUESTION, text, zones=(finding.zone,)))


def _withdraw_refusal(draft: Draft) -> None:
    """Withdraw a refusal whose cards are gone; without cards, it waits for a called judge."""
    refusal = draft.state.refusal
    if refusal is None or isinstance(draft.table.finding, Refused | Stray):
        return
    if draft.state.called_by is None or refusal.zones:
        draft.write(PlayWithdrawn())


def _ask_meaning(draft: Draft, finding: Ambiguous) -> None:
    """Ask which play is meant; a repeated question adds no entry."""
    ways = tuple(dict.fromkeys(move_of(action) for action in finding.actions))
    lying = draft.look().lying
    if draft.state.asked is None or draft.state.asked.ways != ways:
        draft.write(MeaningAsked(ways, lying))
    text = draft.table.prompts[0].text
    draft.notify(Message(MessageKind.QUESTION, text, zones=tuple(lying)))


def _note_exposed(draft: Draft) -> None:
    """Add entries of the cards that were turned up without a play."""
    table = draft.table
    after, exposed = exposures_after(
        table.seen.exposures, table.state, table.layout, table.finding, table.legal
    )
    for entry in exposed:
        draft.write(entry)
    draft.see(exposures=after)


def automatic_action(
    state: TableState, legal: Sequence[Action], dice: Dice
) -> tuple[Action, Seat] | None:
    """Return the action that needs no question, with its seat."""
    decision = state.duel.decision
    if decision is None or state.called_by is not None:
        return None
    action: Action | None = None
    if decision.kind == "chance":
        action = Roll(dice(decision.options, decision.low))
    elif state.unasked_action is not None:
        action = state.unasked_action
    elif decision.kind == "choose" and len(legal) == 1 and not _is_aloud(state):
        action = legal[0]
    if action is None or not is_automatic(state, action):
        return None
    if isinstance(action, Advance) and holdup_of(state, None, decision.seat, action) is not None:
        return None  # hands first do what is left of this phase
    return action, NOBODY if decision.kind == "chance" else decision.seat


def ending_action(state: TableState, legal: Sequence[Action]) -> Advance | Pass | None:
    """Return the next step of a turn that its player has ended; None if there is none.

    Steps go as far as the rules allow, never into an optional battle; where phases end by passing,
    the step is to pass.
    """
    decision = state.duel.decision
    if state.ending is None or decision is None or state.called_by is not None:
        return None
    if decision.kind != "open" or decision.seat != state.ending:
        return None
    order = {phase.name: place for place, phase in enumerate(state.rules.phases)}
    last = next(
        p.name for p in state.rules.phases if "end" in (p.then, *(leave.to for leave in p.exits))
    )
    steps = [action for action in legal if isinstance(action, Advance)]
    known = [step for step in steps if order.get(step.phase, 0) <= order[last]]
    if known:
        return max(known, key=lambda step: order.get(step.phase, len(order)))
    return Pass() if judge(state.duel, Pass()).legal else None


def _is_aloud(state: TableState) -> bool:
    """Whether the chosen card becomes known to everybody: then the table asks."""
    op = current_op(state.game.blocks, state.duel.frames)
    return isinstance(op, ops.Choose) and op.aloud


def with_unseen_named(state: TableState, action: Action) -> Action:
    """Return an action with its unseen payment named, as far as those cards were read."""
    if not isinstance(action, Play) or action.shown:
        return action
    paid = [piece for name in action.using if (piece := state.duel.top(name)) is not None]
    keys = [state.secrets.get(piece.oid) for piece in paid if piece.key is None]
    known = tuple(key for key in keys if key is not None)
    return replace(action, shown=known) if len(known) == len(keys) else action
