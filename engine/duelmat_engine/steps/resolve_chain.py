"""Triggers, responses and the Chain: what follows from what was done."""

from __future__ import annotations

from typing import Final

from duelmat_engine.actions import Action, Activate, Pass
from duelmat_engine.board.scope import EFFECT, SEAT, SELF, find
from duelmat_engine.chains import chain
from duelmat_engine.chains.trigger_answers import entry_for
from duelmat_engine.chains.trigger_legality import misses_timing, trigger_refusals
from duelmat_engine.effects import ops, procedures
from duelmat_engine.errors import EngineError
from duelmat_engine.events import Activated, Lapsed, LinkNegated
from duelmat_engine.judging.listing import known_moves
from duelmat_engine.names import CardKey, Seat, ZoneName, zone_kind
from duelmat_engine.running.destruction import destroy, doomed_by
from duelmat_engine.running.execute import answers, ask, completes, executes
from duelmat_engine.running.machine import TOGETHER, Machine
from duelmat_engine.state import (
    Decision,
    DecisionKind,
    Local,
    PendingTrigger,
    Piece,
    Value,
    Window,
    replace,
)
from duelmat_engine.steps import activation
from duelmat_engine.steps.open_play import begin_play
from duelmat_message import Text, ref, say

ANSWERED: Final = Local("answered", bool, default=False)
"""Whether somebody has responded in this block."""
ROUND: Final = chain.MOMENT(0) | chain.BUCKET(0) | chain.PASSES(0)
"""The place in the order of triggers at which the asking for them begins."""


@executes(procedures.ResolveChain)
def _resolve_chain(machine: Machine, op: procedures.ResolveChain) -> None:
    """One step: the next trigger, the next response, the next link to resolve, or done."""
    bound = machine.frames[-1].bound
    if chain.RESOLVING.of(bound):
        if machine.chain:
            _resolve_top(machine)
            return
        machine.bind(chain.RESOLVING(False))
    if machine.pending and not op.hold and not chain.ASKING.of(bound) and not machine.chain:
        _open_round(machine)
    if machine.get(chain.ASKING):
        if _ask_triggers(machine):
            return
        _close_round(machine)
    if machine.window is not None:
        seat = _asked(machine)
        if seat is not None:
            ask(
                machine,
                "window",
                seat=seat,
                optional=True,
                about=" ".join(dict.fromkeys(machine.window.to)),
                rules=chain.window_rules(machine, machine.game),
            )
            return
        machine.window = None
    if machine.chain:
        machine.bind(chain.RESOLVING(True))
        return
    if not op.hold:
        machine.moment = 0
    machine.done()


def _asked(machine: Machine) -> Seat | None:
    """Return the next player who is asked to respond; None: all have passed."""
    seat = chain.asked_seat(machine, machine.game)
    while seat is not None and machine.through_passes and can_only_pass(machine, seat, "window"):
        _pass(machine, seat)
        seat = chain.asked_seat(machine, machine.game)
    return seat


def can_only_pass(machine: Machine, seat: Seat, kind: DecisionKind) -> bool:
    """Whether a pass is all that a player could answer; if not, the answers are noted."""
    machine.decision = decision = Decision(seat, kind)
    found = known_moves(machine, machine.game, decision)
    machine.decision = None
    if len(found) == 1 and type(found[0]) is Pass:
        return True
    machine.listed = found
    return False


def _pass(machine: Machine, seat: Seat) -> None:
    window = machine.window
    assert window is not None
    count = (seat - window.seat - 1) % len(machine.players) + 1
    machine.window = Window(window.to, window.pieces, window.seat, count)


# The round of triggers of one window


_MISSED: Final = say("what set it off was not the last thing to happen")
_NOT_NOW: Final = say("it cannot be activated now")


def _open_round(machine: Machine) -> None:
    """Have the triggers set off since the last window compete now; some of them are lost."""
    policy = machine.game.chain
    round_of: list[PendingTrigger] = []
    for trigger in machine.pending:
        missed = misses_timing(machine.game, trigger, machine.moment)
        if missed and not trigger.place and all(map(machine.game.is_on, policy.missed_rules[:1])):
            _lapse(machine, trigger, _MISSED, policy.missed_rules)
        round_of.append(replace(trigger, state="missed" if missed else "ready"))
    machine.pending = round_of
    machine.bind(chain.ASKING("ready") | ROUND)


def _close_round(machine: Machine) -> None:
    """Forget what was declined."""
    _tell_lapsed(machine, "ready")
    machine.pending = [w for w in machine.pending if not w.state]
    machine.bind(chain.ASKING(""))


def _tell_lapsed(machine: Machine, state: str) -> None:
    """Tell which triggers of a state could not be activated."""
    for trigger in machine.pending:
        if trigger.state == state and not trigger.place:
            found = find(machine, trigger.source)
            piece = found[1] if found else trigger.source
            why = trigger_refusals(machine, machine.game, trigger, piece)
            if why and piece.face_up:
                rules = (*machine.game.chain.legal_rules, *(cited.rule for cited, _ in why))
                _lapse(machine, trigger, _NOT_NOW, rules)


def _lapse(
    machine: Machine, trigger: PendingTrigger, reason: Text, rules: tuple[str, ...]
) -> None:
    seat, piece, effect = trigger.seat, trigger.source, trigger.effect
    by = tuple(dict.fromkeys(rule for rule in rules if rule))
    machine.emit(Lapsed(seat=seat, piece=piece, effect=effect, reason=reason, rules=by))


def _ask_triggers(machine: Machine) -> bool:
    """Ask for the next trigger, or activate it; False when none is left."""
    turn = chain.next_turn(machine, machine.game)
    if turn is None:
        return False
    machine.bind(chain.MOMENT(turn.moment) | chain.BUCKET(turn.bucket) | chain.PASSES(turn.passes))
    mandatory = chain.is_mandatory(machine, machine.game, turn)
    first = machine.pending[turn.entries[0]]
    if mandatory and len(turn.entries) == 1 and not first.place:
        _activate_trigger(machine, turn, turn.entries[0], None)
        return True
    named = [machine.pending[i] for i in turn.entries if not machine.pending[i].place]
    refs = (chain.trigger_ref(machine, machine.game, trigger) for trigger in named)
    ask(
        machine,
        "trigger",
        seat=turn.seat,
        about=first.effect,
        optional=not mandatory,
        options=tuple(dict.fromkeys(refs)),
        rules=chain.trigger_rules(machine, machine.game, turn),
    )
    return True


@answers(procedures.Interrupt)
def _trigger_answered(machine: Machine, _op: ops.Op, action: Action) -> None:
    """The answer of a player who was asked for triggers."""
    turn = chain.next_turn(machine, machine.game)
    assert turn is not None
    if isinstance(action, Pass):
        machine.bind(chain.PASSES(turn.passes + 1))
        return
    assert isinstance(action, Activate)
    # one of another turn, where no rule orders them
    index = entry_for(machine, machine.game, action, turn.entries)
    if index is None:
        effect = ref(f"{action.effect} {action.card}")
        raise EngineError(say("{effect} is not waiting", effect=effect))
    _activate_trigger(machine, turn, index, action)


def _activate_trigger(
    machine: Machine, turn: chain.TriggerTurn, index: int, action: Activate | None
) -> None:
    """Begin the activation of a pending trigger: on the Chain, or carried out immediately."""
    trigger = machine.pending[index]
    policy = machine.game.chain
    bucket = policy.buckets[turn.bucket]
    open_hand = chain.is_open_in_hand(machine, machine.game, trigger)
    name, piece = _source(machine, trigger, action)
    if trigger.place:
        spent = (*trigger.spent, CardKey(str(piece.key)))
        machine.pending[index] = replace(trigger, spent=spent)
    else:
        del machine.pending[index]
    if bucket.side == "each":
        machine.bind(chain.PASSES(0))
    effect = machine.game.rules.effects[trigger.effect]
    missed = any(w.state == "missed" for w in machine.pending)
    by: tuple[str, ...] = (
        *bucket.rules,
        *policy.chain_rules,
        *(policy.window_rules if trigger.late else ()),
        *(policy.kept_rules if missed else ()),
        *(policy.open_hand_rules if open_hand else ()),
        *(policy.contrast_rules if chain.is_put_back(machine, machine.game, turn) else ()),
        *chain.complete_rules(machine, machine.game, turn),
        *policy.timing_of(effect).rules,
    )
    by = tuple(dict.fromkeys(by))
    bound = trigger.bound | activation.BY(by) | activation.FROM(name) | chain.BUCKET(turn.bucket)
    if trigger.place:
        bound |= SELF((piece,))
    if trigger.state == "now":
        _do_immediately(machine, turn, bound)
        return
    if policy.together:
        links = sum(link.group > 0 for link in machine.chain)
        bound |= activation.GROUP(1) | activation.BY(
            (*by, *(policy.together_rules if links else ()))
        )
    machine.push("trigger", bound)


def _source(
    machine: Machine, trigger: PendingTrigger, action: Activate | None
) -> tuple[ZoneName, Piece]:
    """The card that has the trigger, as it lies; one that nobody had seen is seen now."""
    if not trigger.place:
        found = find(machine, trigger.source)
        return found or (ZoneName(""), trigger.source)
    assert action is not None
    return activation.shown_card(machine, action, trigger.seat)


def _do_immediately(machine: Machine, turn: chain.TriggerTurn, bound: dict[str, Value]) -> None:
    """Carry out an effect in the midst of another act, without a Chain."""
    effect = machine.game.rules.effects[EFFECT.of(bound)]
    machine.push("carry-out", bound | TOGETHER(turn.moment == 0))
    if turn.moment != 0:
        machine.frames[-1] = replace(machine.frames[-1], past=None)
    machine.use_up(effect)
    seat, piece, place = machine.seat, machine.get(SELF)[0], machine.get(activation.FROM)
    rules = (*effect.rules, *machine.get(activation.BY))
    machine.emit(Activated(seat=seat, piece=piece, place=place, effect=effect.name, rules=rules))


@executes(procedures.Interrupt)
def _interrupt(machine: Machine, _op: procedures.Interrupt) -> None:
    """One effect after another that comes in the midst of an act, until none is left."""
    if not machine.get(chain.ASKING):
        machine.bind(chain.ASKING("now") | ROUND)
    if not _ask_triggers(machine):
        _tell_lapsed(machine, "now")
        machine.pending = [w for w in machine.pending if w.state != "now"]
        machine.done()


# The Chain


def _resolve_top(machine: Machine) -> None:
    """The last link resolves; links that are one act resolve together, the first put first."""
    group = machine.chain[-1].group
    links = [machine.chain.pop()]
    while group and machine.chain and machine.chain[-1].group == group:
        links.append(machine.chain.pop())
    several = len(links) > 1
    past = machine.open_zones(machine.zones) if several else None
    if several:
        machine.new_moment()
    rules = machine.game.chain.resolve_rules
    for link in links:
        bound = {**link.bound, SEAT.name: link.seat, EFFECT.name: link.effect}
        bound |= {activation.BY.name: rules, TOGETHER.name: several}
        machine.push("resolve-link", bound)
        machine.frames[-1] = replace(machine.frames[-1], past=past)


@answers(procedures.ResolveChain)
def _chain_answered(machine: Machine, op: procedures.ResolveChain, action: Action) -> None:
    decision = machine.answered
    if decision.kind == "trigger":
        _trigger_answered(machine, op, action)
        return
    if type(action) is Pass:
        _pass(machine, decision.seat)
        return
    machine.bind(ANSWERED(True))
    begin_play(machine, action, decision.seat)


@completes(ops.NegateLink)
def _negate_link(machine: Machine, op: ops.NegateLink) -> None:
    if not machine.chain:
        return
    link = machine.chain[-1]
    machine.chain[-1] = replace(link, bound=link.bound | activation.NEGATED(True))
    found = find(machine, link.source)
    machine.emit(
        LinkNegated(seat=link.seat, piece=link.source, effect=link.effect, rules=op.rules)
    )
    if op.destroy and found is not None and zone_kind(found[0]) not in ("grave", "banished"):
        doomed = doomed_by(machine, "effect", [found[1]])
        destroy(machine, doomed, cause="effect", rules=op.rules, moved="activation-negated")
