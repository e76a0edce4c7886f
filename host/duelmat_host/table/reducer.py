"""The reducer: the function from a table and an entry to the next table.

`apply(state, entry)` is the only way from one state to the next: in play, after a stop, for an
audit, a replay or a takeback alike. It reads no file, clock or random source; their results stand
in the entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from duelmat_engine import (
    NOBODY,
    Action,
    Advance,
    AgreeDraw,
    CardKey,
    Choose,
    Concede,
    CorrectLife,
    Duel,
    Line,
    Outcome,
    Pass,
    Roll,
    Seat,
    Stand,
    carry_out,
    is_key,
    key_seat,
    tell,
    zone_kind,
)
from duelmat_engine import replace as replace_parts
from duelmat_engine.events import AnyEvent, FirstChosen, Looked, Moved, Shown, Shuffled
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
from duelmat_host.table.asking import Asking, asking_after
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.end_of_match import Decided, TimeCall, reason_text
from duelmat_host.table.entries import (
    ActionDone,
    AskingChanged,
    CardExposed,
    CardLookedAt,
    DuelBegun,
    DuelDecided,
    DuelEnded,
    Entry,
    Gone,
    JudgeCalled,
    MeaningAsked,
    MeaningChosen,
    ObligationMet,
    PlayRefused,
    PlayWithdrawn,
    RefusalUpheld,
    Requested,
    RequestKind,
    RequestsRefused,
    ResultConfirmed,
    RollbackAccepted,
    RulingSent,
    SideChosen,
    SideTimeOver,
    TakenBack,
    TakenOver,
    TimeCalled,
    TimeWithdrawn,
    TurnEnding,
    ZonesLost,
    ZonesSettled,
)
from duelmat_host.table.face_down import new_seals, secrets_after, spots_after
from duelmat_host.table.input_mode import aim_of, places_of
from duelmat_host.table.obligations import ObligationKind, obligations_of, reversals
from duelmat_host.table.seals import Opening, Seal, came_to_light
from duelmat_host.table.shown_cards import still_turned_up
from duelmat_host.table.side_decking import late_text
from duelmat_host.table.state import DuelState, LogLine, Meaning, Past, TableState, Undone
from duelmat_host.table.zone_map import ZoneMap
from duelmat_message import FULL_STOPS, Text, listed, say


def begin(setup: DuelSetup, zones: ZoneMap, number: int = 1) -> TableState:
    """Return a table at which the duel is about to begin."""
    start = setup.match.next_duel(seed=None, readings=setup.readings)
    bare = TableState(setup, zones, number, DuelState(start.duel, ()))
    owed = obligations_of(start.events, zones, bare.card_name)
    return replace(bare, current=DuelState(start.duel, tuple(owed), events=start.events))


def apply(state: TableState, entry: Entry) -> TableState:
    """Return the table after an entry."""
    after = _applied(state, entry)
    if after.is_restoring and not after.frozen_by_restoring:
        return replace(after, is_restoring=False, lays_anew=False)
    return after


def _applied(state: TableState, entry: Entry) -> TableState:
    match entry:
        case ActionDone():
            return _act(state, entry)
        case TakenBack():
            return _take_back(state, entry)
        case ObligationMet():
            return _meet(state, entry)
        case ZonesSettled(zones=zones):
            left = {place: s for place, s in state.pending.items() if place not in zones}
            return replace(state, pending=left)
        case ZonesLost():
            return _lose_zones(state, entry)
        case Requested(kind=kind):
            return replace(state, requests={**state.requests, kind: entry})
        case RequestsRefused(kinds=kinds):
            left_requests = {k: r for k, r in state.requests.items() if k not in kinds}
            return replace(state, requests=left_requests)
        case AskingChanged(by=by, kinds=asked, until=until):
            return replace(state, asking={**state.asking, by: Asking(asked, until)})
        case TurnEnding(by=by, ends=ends):
            return replace(state, ending=by if ends else None)
        case MeaningAsked(ways=ways, seen=seen):
            number = state.questions_count + 1
            return replace(state, asked=Meaning(ways, seen), questions_count=number)
        case MeaningChosen(way=way, seen=seen):
            return replace(state, asked=None, chosen=Meaning((way,), seen))
        case PlayRefused():
            return replace(state, refusal=entry, refused_count=state.refused_count + 1)
        case PlayWithdrawn():
            return _withdraw(state)
        case CardExposed(zone=place, key=key):
            return _expose(state, place, key)
        case JudgeCalled(by=by, called=called):
            return replace(state, called_by=by if called else None)
        case RulingSent(number=number, judge=judge):
            ruled = replace(state, ruled=state.ruled | {number})
            return _noted(ruled, NOBODY, say("{judge} has sent a ruling.", judge=judge))
        case CardLookedAt(zone=place, reason=reason):
            text = say(
                "The judge looks at the face-down card in {zone}. {reason}.",
                zone=state.place_name(place),
                reason=_inscribed(reason),
            )
            return _noted(state, NOBODY, text)
        case RefusalUpheld(reason=reason):
            return _uphold(state, reason)
        case RollbackAccepted(reason=reason, written=written):
            text = say(
                "The judge has the duel go on from here: its journal was rolled back, and "
                "{written} entries had been written. {reason}.",
                written=written,
                reason=_inscribed(reason),
            )
            return _noted(state, NOBODY, text)
        case TimeCalled(steps=steps):
            time = TimeCall(steps, state.duel.turn, state.duel.phase)
            after = replace(state, ends=replace(state.ends, time=time))
            return _noted(after, NOBODY, say("Time is called."))
        case TimeWithdrawn():
            match_end = replace(state.ends, time=None, confirmed=frozenset())
            return _noted(replace(state, ends=match_end), NOBODY, say("The table has more time."))
        case DuelDecided():
            return _decide(state, entry)
        case ResultConfirmed(by=by):
            confirmed = replace(state.ends, confirmed=state.ends.confirmed | {by})
            text = say("{player} confirms the result of the match.", player=state.name_of(by))
            return _noted(replace(state, ends=confirmed), by, text)
        case TakenOver(table=table):
            return _take_over(state, table)
        case Gone(table=table):
            text = say("The match has gone to table {table}.", table=table)
            return _noted(replace(state, gone_to=table), NOBODY, text)
        case SideChosen(by=by, choice=choice):
            sides = {**state.ends.sides, by: choice}
            return replace(state, ends=replace(state.ends, sides=sides))
        case SideTimeOver():
            late = replace(state.ends, is_side_late=True)
            return _noted(replace(state, ends=late), NOBODY, late_text())
        case DuelEnded():
            return replace(state, has_ended=True)
        case DuelBegun():
            return state
        case _:
            raise TypeError(f"expected an entry of a table, got {entry!r}")


def _noted(
    state: TableState,
    seat: Seat,
    text: str,
    rules: Sequence[str] = (),
    play: int = 0,
    turn: int | None = None,
) -> TableState:
    """Return the table with one more line in its log, of this turn unless another is given."""
    turn = state.duel.turn if turn is None else turn
    line = LogLine(len(state.log) + 1, text, tuple(rules), seat, turn, play)
    return replace(state, log=(*state.log, line))


# An action


def _act(state: TableState, entry: ActionDone) -> TableState:
    """Carry an action out: update the duel, the revealed and the face-down cards, and the log."""
    action, layout = entry.action, entry.layout
    before = state.current
    step = state.within_time(carry_out(before.duel, action, state.game))
    number = state.actions_count + 1
    shown = came_to_light(step.events, step.duel)
    opened = tuple(
        Opening(oid, seal.salt, seal.key)
        for oid, seal in sorted(before.seals.items())
        if oid in shown
    )
    secrets = secrets_after(before, action, step.duel, layout, state.zones)
    seals = {oid: seal for oid, seal in before.seals.items() if oid not in shown}
    fresh = new_seals(step.duel, secrets, seals, entry.salt)
    alive = {piece.oid for _, piece in step.duel.pieces()}
    new = obligations_of(step.events, state.zones, state.card_name)
    is_end = isinstance(action, Concede | AgreeDraw)
    current = DuelState(
        step.duel,
        (*before.obligations, *(replace(each, number=number) for each in new)),
        secrets={oid: key for oid, key in secrets.items() if oid in alive},
        seals={oid: seal for oid, seal in (*seals.items(), *fresh.items()) if oid in alive},
        spots=spots_after(before, step.duel, layout, state.zones),
        met=before.met if is_end else (),
        events=step.events,
        past=before.past
        if is_end
        else Past(
            before,
            replace(entry, sealed=(), opened=()),
            number,
            is_automatic=is_automatic(state, action),
            has_informed=_informs(action, step.events, before.duel, step.duel),
        ),
    )
    is_correction = isinstance(action, CorrectLife)  # it moves no card, so a refusal still stands
    after = replace(
        state,
        current=current,
        actions_count=number,
        undone=_left_undone(state, entry),
        requests={},
        asked=None,
        chosen=None,
        refusal=state.refusal if is_correction else None,
        called_by=None if isinstance(action, Stand) else state.called_by,
        questions_count=state.questions_count + 1,
        asking=asking_after(state.asking, action, before.duel, step.duel),
        ending=state.ending if _keeps_ending(action, before.duel, step.duel) else None,
    )
    if not is_correction:
        after = _with_pending(after, layout if entry.again is None else entry.again)
    sealed = tuple(Seal(oid, made.digest) for oid, made in sorted(fresh.items()))
    return _told(state, after, entry, sealed, opened)


def _left_undone(state: TableState, entry: ActionDone) -> tuple[Undone, ...]:
    """Return the takebacks that can still be undone after an action: none after another one."""
    if entry.again is None:
        return ()
    if not state.undone or entry.action != state.undone[-1].actions[0].action:
        raise ValueError(f"expected {entry} to be what was taken back last")
    *rest, last = state.undone
    left = last.actions[1:]
    return (*rest, replace(last, actions=left)) if left else tuple(rest)


def _told(
    state: TableState,
    after: TableState,
    entry: ActionDone,
    sealed: tuple[Seal, ...],
    opened: tuple[Opening, ...],
) -> TableState:
    """Return the table with the lines of an action in its log.

    The first line has the proofs, and the aim of an attack.
    """
    lines = tell(state.wording, after.current.events)
    if isinstance(entry.action, CorrectLife) and lines:
        said, rules, _ = lines[0]
        reason = entry.action.reason.rstrip(FULL_STOPS)
        lines[0] = Line(say("{change:bare}: {reason}.", change=said, reason=reason), rules)
    seat = entry.by
    if not lines and (sealed or opened):
        lines, seat = [Line(say("Face-down cards come to light."), ())], NOBODY
    turn = state.duel.turn
    for text, rules, begun in lines:
        turn = begun or turn  # what came before its first phase was still of the turn before
        after = _noted(after, seat, text, rules, after.actions_count, turn)
    at, aim = len(state.log), aim_of(entry.action, state.zones)
    if len(after.log) == at:
        return after
    places = places_of(entry.action, state.zones, after.current.spots)
    lies = (entry.layout.get(place) for place in places)
    is_told = any(sight is not None and sight.is_told for sight in lies)
    first = replace(after.log[at], sealed=sealed, opened=opened, aim=aim, is_told=is_told)
    return replace(after, log=(*after.log[:at], first, *after.log[at + 1 :]))


def is_automatic(state: TableState, action: Action) -> bool:
    """Whether the table gives this answer itself: chance, unasked passing, unseen cards."""
    match action:
        case Roll():
            return True
        case Pass() | Advance():
            return action == state.unasked_action
        case Choose(card=card):
            return not is_key(card) and zone_kind(card) in state.rules.zones.hidden
        case _:
            return False


def _keeps_ending(action: Action, before: Duel, after: Duel) -> bool:
    """Whether a turn that is about to end still is: no action but passing has intervened."""
    return isinstance(action, Advance | Pass | Roll) and after.turn == before.turn


def _informs(action: Action, events: Sequence[AnyEvent], before: Duel, after: Duel) -> bool:
    """Whether an action showed somebody something that cannot be unlearnt."""
    learnt = any(
        isinstance(event, Shown | Looked | Shuffled | FirstChosen)
        or (isinstance(event, Moved) and zone_kind(event.source) == "pile")
        for event in events
    )
    return learnt or isinstance(action, Roll) or not _known(after) <= _known(before)


def _known(duel: Duel) -> set[CardKey]:
    """Return the cards whose places everybody knows."""
    return {piece.key for _, piece in duel.pieces() if piece.key is not None}


# Taking back


def _take_back(state: TableState, entry: TakenBack) -> TableState:
    """Return the table from before the last play, which hands have to follow."""
    undone = state.to_undo(entry.by)
    last = undone[-1]
    met = [*state.current.met]
    for past in undone[:-1]:
        met += past.before.met
    restoring = reversals(met, last.before.duel, state.zones, state.card_name)
    current = replace(last.before, obligations=(*restoring, *last.before.obligations), events=())
    requests = dict(state.requests)
    requests.pop(RequestKind.TAKEBACK, None)
    after = replace(
        state,
        current=current,
        is_restoring=True,
        undone=() if entry.ruled else (*state.undone, _undone_by(entry.by, undone)),
        requests=requests,
        asked=None,
        chosen=None,
        refusal=None,
        ending=None,
        called_by=None if entry.ruled else state.called_by,
        questions_count=state.questions_count + 1,
    )
    what = after.words(last.action)
    if entry.ruled:
        reason = _inscribed(entry.ruled)
        text = say("The judge takes back: {play}. {reason}.", play=what, reason=reason)
        after = _noted(after, NOBODY, text)
    else:
        who = after.name_of(entry.by)
        text = say("{player} takes back: {play}.", player=who, play=what)
        after = _noted(after, entry.by, text)
    return _with_pending(after, entry.layout)


def _undone_by(by: Seat, undone: Sequence[Past]) -> Undone:
    """Return what a takeback of these actions, the last first, has undone."""
    return Undone(by, tuple(past.done for past in reversed(undone)))


def _with_pending(state: TableState, layout: Layout) -> TableState:
    """Return the table with pending zones and exposed cards by the layout of that moment."""
    exposed = still_turned_up(state, layout, state.exposed)
    return replace(state, pending=state.astray(layout), exposed=exposed)


def _inscribed(reason: str) -> str:
    """Return a judge's reason as it stands in the log, before a full stop."""
    if isinstance(reason, Text):
        return reason
    return reason[:1].upper() + reason[1:].rstrip(FULL_STOPS)


def _take_over(state: TableState, table: int) -> TableState:
    """Return the table with a duel that was begun at another one: no card lies here yet."""
    text = say(
        "The duel goes on here that was begun at table {table}. Lay the cards as the lights show.",
        table=table,
    )
    bare = _with_pending(_withdraw(state), Layout())
    return _noted(replace(bare, is_restoring=True, lays_anew=True, gone_to=0), NOBODY, text)


# What hands have done


def _meet(state: TableState, entry: ObligationMet) -> TableState:
    """Remove the first obligation of this kind; hands still take away what they fetched."""
    current = state.current
    wanted = (entry.kind, entry.zone, entry.key)
    met = next((o for o in current.obligations if (o.kind, o.zone, o.key) == wanted), None)
    if met is None:
        raise ValueError(f"expected {entry} to be among what is to be done, got {current}")
    left = list(current.obligations)
    left.remove(met)
    done = current.met if met.restores else (*current.met, met)
    after = replace(state, current=replace(current, obligations=tuple(left), met=done))
    if met.kind is not ObligationKind.FETCH or not state.zones.is_sensed(met.zone):
        return after
    shown = Sight(CardKey(met.key), Face.UP, Orientation.UNKNOWN, b"")
    return replace(after, pending={**state.pending, met.zone: shown})


def _lose_zones(state: TableState, entry: ZonesLost) -> TableState:
    """Return the table with only these zones lost; hands put right what lies in zones found."""
    zones = state.zones.without(entry.zones)
    found = state.zones.lost - zones.lost
    after = replace(state, zones=zones, exposed=state.exposed - zones.lost)
    wrong = {place: sight for place, sight in after.astray(entry.layout).items() if place in found}
    left = {place: sight for place, sight in state.pending.items() if place not in zones.lost}
    after = replace(after, pending={**left, **wrong})
    for place in sorted(zones.lost - state.zones.lost):
        text = say(
            "The reader of {zone} does not work. What lies there is told from now on.",
            zone=state.place_name(place),
        )
        after = _noted(after, NOBODY, text)
        if place in state.zones.landing_spots:
            after = _noted(after, NOBODY, _shown_elsewhere(after))
    for place in sorted(found):
        text = say("The reader of {zone} works again.", zone=state.place_name(place))
        after = _noted(after, NOBODY, text)
    return after


def _shown_elsewhere(state: TableState) -> str:
    """Return where cards are shown after a reader that they were shown on has broken down."""
    spots = state.zones.landing_spots
    if not spots:
        return say("No reader is left to show cards on: mend that of a Graveyard.")
    where = listed((state.place_name(spot) for spot in spots), "or")
    return say("Cards are shown on {zones} instead.", zones=where)


def _expose(state: TableState, place: MatZone, key: CardKey) -> TableState:
    """Note which face-down card was turned up without a play: everybody has seen it."""
    text = say(
        "{player} has shown {card} in {zone}, and it cannot be used now. Turned back, nothing "
        "has changed.",
        player=state.name_of(key_seat(key)),
        card=state.card_name(key),
        zone=state.place_name(place),
    )
    return _noted(replace(state, exposed=state.exposed | {place}), NOBODY, text)


# The judge


def _withdraw(state: TableState) -> TableState:
    """Forget a refusal whose cards are gone; without cards, it stays for a called judge."""
    refusal = state.refusal
    waits = refusal is not None and not refusal.zones and state.called_by is not None
    return replace(state, asked=None, chosen=None, refusal=refusal if waits else None)


def _uphold(state: TableState, reason: str) -> TableState:
    """Note that the judge has the refused play taken back."""
    said_only = state.refusal is not None and not state.refusal.zones
    after = replace(state, called_by=None, refusal=None if said_only else state.refusal)
    text = say("The judge has the refused play taken back. {reason}.", reason=_inscribed(reason))
    return _noted(after, NOBODY, text)


# The event


def _decide(state: TableState, entry: DuelDecided) -> TableState:
    """End the duel as the event ends it."""
    end = Decided(entry.winner, entry.cause)
    reason = reason_text(end, state.duel, _inscribed(entry.reason))
    outcome = Outcome(entry.winner, reason)
    duel = replace_parts(state.duel, outcome=outcome, decision=None, origin=None)
    after = replace(
        state,
        current=replace(state.current, duel=duel, events=()),
        ends=replace(state.ends, cause=entry.cause, penalty=entry.penalty),
        requests={},
        asked=None,
        chosen=None,
        refusal=None,
        called_by=None,
        ending=None,
        questions_count=state.questions_count + 1,
    )
    if entry.winner is None:
        return _noted(after, NOBODY, say("Draw: {reason}.", reason=reason))
    winner = state.name_of(entry.winner)
    return _noted(after, NOBODY, say("{player} wins: {reason}.", player=winner, reason=reason))


def with_proofs(entry: Entry, before: TableState, after: TableState) -> Entry:
    """Return an entry with the commitments and openings that its line in the log publishes."""
    if not isinstance(entry, ActionDone) or len(after.log) == len(before.log):
        return entry
    line = after.log[len(before.log)]
    return replace(entry, sealed=line.sealed, opened=line.opened)


def played_seat(state: TableState) -> Seat:
    """Return the seat whose hands are playing: the deciding one, or else the turn player's."""
    decision = state.duel.decision
    return state.duel.turn_seat if decision is None or decision.seat < 0 else decision.seat


def missing_end(state: TableState) -> DuelEnded | None:
    """Return the entry of the duel's end, if the duel is over and the entry is missing."""
    outcome = state.duel.outcome
    if outcome is None or state.has_ended:
        return None
    return DuelEnded(outcome.winner, outcome.reason)
