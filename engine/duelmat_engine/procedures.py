"""The operations of play: summons, activation, the Chain, battle, phases, setup."""

from __future__ import annotations

from typing import Any

from duelmat_engine import ops
from duelmat_engine.actions import (
    Action,
    Activate,
    Advance,
    Attack,
    Name,
    Pass,
    Play,
    Reveal,
    Turn,
)
from duelmat_engine.chain import asked_seat, next_bucket, waiting_ref
from duelmat_engine.errors import UnnamedCardError
from duelmat_engine.evaluate import controller, find, is_on_field
from duelmat_engine.events import (
    Activated,
    AttackDeclared,
    AttackEnded,
    Battled,
    FirstChosen,
    PhaseBegan,
    PhaseSkipped,
    Resolved,
    Turned,
)
from duelmat_engine.execute import (
    answers,
    ask,
    asks_to_show,
    come,
    draw_cards,
    executes,
    place_to_use,
    show,
)
from duelmat_engine.machine import Machine
from duelmat_engine.names import (
    NOBODY,
    CardKey,
    Seat,
    ZoneName,
    is_key,
    parse_seat,
    seat_letter,
    zone,
    zone_kind,
    zone_seat,
)
from duelmat_engine.question import Question
from duelmat_engine.refs import is_unseen, lookup
from duelmat_engine.ruleset import BattleRow
from duelmat_engine.state import Claim, Link, Piece, Value, replace
from duelmat_engine.stuck import situation

# Playing and activating


@executes(ops.Commit)
def _commit(machine: Machine, op: ops.Commit) -> None:
    del op
    machine.origin = None
    machine.done()


@executes(ops.Arrive)
def _arrive(machine: Machine, op: ops.Arrive) -> None:
    bound = machine.frame.bound
    piece = machine.scope().pieces("self")[0]
    action = Play(
        way=str(bound["way"]),
        card="",
        to=ZoneName(str(bound["to"])),
        upright=bool(bound["upright"]),
    )
    machine.done()
    rules = op.rules
    after = come(machine, piece, action, action.way, op.summon, rules)
    maybe = bound.get("maybe")
    if after is not None and isinstance(maybe, tuple) and maybe:
        rules_of, *keys = (str(word) for word in maybe)
        known = frozenset(CardKey(key) for key in keys)
        place = frozenset((action.to,))
        machine.learn(after.owner, Claim(known, place, 1, rules_of.partition(" ")[0]))
    if after is not None and op.marks:
        marks = {name: _as_trait(bound[name]) for name in op.marks if name in bound}
        machine.change(action.to, after, marks=marks)


def _as_trait(value: Value) -> int | str:
    text = str(value)
    return int(text) if text.isdigit() else text


@executes(ops.TakeUp)
def _take_up(machine: Machine, op: ops.TakeUp) -> None:
    piece = machine.scope().pieces("self")[0]
    found = find(machine, piece)
    assert found is not None
    name, current = found
    machine.done()
    after: Piece | None
    effect = machine.game.rules.effects[str(machine.frame.bound["effect"])]
    if is_on_field(machine.game, name):
        after = machine.change(name, current, face_up=True, stamp=machine.new_oid())
        machine.emit(
            Turned(piece=current, after=after, place=name, cause="activation", rules=op.rules)
        )
    else:
        place = place_to_use(machine, effect)
        after = machine.move(current, place, cause="play", face_up=True, rules=op.rules)
    if after is not None:
        machine.bind({"self": (after,)})


@executes(ops.Announce)
def _announce(machine: Machine, op: ops.Announce) -> None:
    del op
    frame = machine.frame
    machine.done()
    machine.push(f"{frame.bound['effect']}/announce", dict(frame.bound), returns=True)


@executes(ops.Declare)
def _declare(machine: Machine, op: ops.Declare) -> None:
    del op
    frame = machine.frame
    machine.done()
    for piece in machine.scope().pieces("self"):
        card = None if piece.key is None else machine.game.rules.card(piece.key)
        for name in card.effects if card else ():
            if machine.game.rules.effects[name].use == "declare":
                machine.push(f"{name}/announce", dict(frame.bound), returns=True)


@executes(ops.PutOnChain)
def _put_on_chain(machine: Machine, op: ops.PutOnChain) -> None:
    del op
    bound = dict(machine.frame.bound)
    machine.done()
    source = machine.scope().pieces("self")[0]
    effect = machine.game.rules.effects[str(bound["effect"])]
    found = find(machine, source)
    machine.chain.append(
        Link(machine.seat, found[1] if found else source, effect.name, bound, effect.speed)
    )
    machine.use_up(effect)
    machine.open_window("activation", (), machine.seat)
    if machine.window is not None:
        machine.window = replace(machine.window, passes=0, seat=machine.seat)
    machine.emit(
        Activated(
            seat=machine.seat,
            piece=source,
            place=found[0] if found else zone(machine.seat, "grave"),
            effect=effect.name,
            rules=effect.rules,
        )
    )


@executes(ops.Resolve)
def _resolve(machine: Machine, op: ops.Resolve) -> None:
    del op
    frame = machine.frame
    machine.done()
    effect = machine.game.rules.effects[str(frame.bound["effect"])]
    source = machine.scope().pieces("self")[0]
    negated = machine.derived().negated_by(source, machine.seat)
    machine.emit(
        Resolved(
            seat=machine.seat,
            piece=source,
            effect=effect.name,
            carried_out=negated is None,
            rules=effect.rules if negated is None else negated.effect.negate_rules,
        )
    )
    if negated is None:
        machine.push(f"{effect.name}/resolve", dict(frame.bound))


@executes(ops.FinishLink)
def _finish_link(machine: Machine, op: ops.FinishLink) -> None:
    del op
    effect = machine.game.rules.effects[str(machine.frame.bound["effect"])]
    source = machine.scope().pieces("self")[0]
    machine.done()
    if effect.use not in ("magic", "quick", "trap"):
        return
    found = find(machine, source)
    if found is None or (effect.stays and zone_kind(found[0]) != "play"):
        return
    machine.move(found[1], zone(source.owner, "grave"), cause="rule", rules=effect.rules[:1])


# Triggers, responses and the Chain


@executes(ops.Aftermath)
def _aftermath(machine: Machine, op: ops.Aftermath) -> None:
    """One step: the next trigger, the next response, the next link to resolve, or done."""
    del op
    if machine.frame.bound.get("resolving"):
        if machine.chain:
            _resolve_top(machine)
            return
        machine.bind({"resolving": False})
    if machine.waiting:
        _ask_triggers(machine)
        return
    if machine.window is not None:
        seat = asked_seat(machine)
        if seat is not None:
            ask(
                machine,
                "window",
                seat=seat,
                optional=True,
                about=" ".join(dict.fromkeys(machine.window.to)),
                rules=machine.game.rules.chain.rules,
            )
            return
        machine.window = None
    if machine.chain:
        machine.bind({"resolving": True})
        return
    machine.done()


def _resolve_top(machine: Machine) -> None:
    link = machine.chain.pop()
    machine.push("resolve-link", {**link.bound, "seat": link.seat, "effect": link.effect})


def _ask_triggers(machine: Machine) -> None:
    seat, bucket, mandatory = next_bucket(machine)
    if mandatory and len(bucket) == 1:
        _activate_trigger(machine, bucket[0])
        return
    options = tuple(waiting_ref(machine, machine.waiting[i]) for i in bucket)
    effects = {machine.waiting[i].effect for i in bucket}
    rules = tuple(
        dict.fromkeys(r for name in effects for r in machine.game.rules.effects[name].rules)
    )
    ask(
        machine,
        "trigger",
        seat=seat,
        about=machine.waiting[bucket[0]].effect,
        optional=not mandatory,
        options=options,
        rules=rules,
    )


def _activate_trigger(machine: Machine, index: int) -> None:
    waiting = machine.waiting.pop(index)
    machine.push("trigger", dict(waiting.bound))


@answers(ops.Aftermath)
def _aftermath_answered(machine: Machine, op: ops.Aftermath, action: Action) -> None:
    del op
    decision = machine.before.decision
    assert decision is not None
    if decision.kind == "trigger":
        _, bucket, _ = next_bucket(machine)
        if isinstance(action, Pass):
            machine.waiting = [w for i, w in enumerate(machine.waiting) if i not in bucket]
            return
        assert isinstance(action, Activate)
        wanted = f"{action.effect} {action.card}"
        chosen = next(i for i in bucket if waiting_ref(machine, machine.waiting[i]) == wanted)
        _activate_trigger(machine, chosen)
        return
    window = machine.window
    assert window is not None
    if isinstance(action, Pass):
        count = (decision.seat - window.seat - 1) % len(machine.players) + 1
        machine.window = replace(window, passes=count)
        return
    assert isinstance(action, Activate)
    machine.origin = machine.before
    begin_activation(machine, action, decision.seat, "respond")


def begin_activation(machine: Machine, action: Activate, seat: Seat, block: str) -> None:
    """Push the block that activates a card; an unseen card is revealed by what was shown."""
    found = lookup(machine, action.card)
    if found is None:
        found = _from_unseen_hand(machine, action.card, seat)
    name, piece = found
    piece = turned_over(machine, name, piece, action.shown)
    machine.push(
        block, {"seat": seat, "self": (piece,), "effect": action.effect, "from": name}
    )


def turned_over(machine: Machine, name: ZoneName, piece: Piece, shown: CardKey | None) -> Piece:
    """A card that everybody sees from now on; which it is was known or is shown."""
    key = piece.key or shown
    if key is None:
        raise UnnamedCardError(name, name)
    return machine.reveal(name, piece, key)


def _from_unseen_hand(machine: Machine, key: str, seat: Seat) -> tuple[ZoneName, Piece]:
    """A card that comes to light by being played from the hand."""
    name = zone(seat, "hand")
    unseen = next((p for p in machine.at(name) if p.key is None), None)
    if unseen is None or not is_key(key):
        raise UnnamedCardError(key, name)
    return name, machine.reveal(name, unseen, CardKey(key))


# Open play


@executes(ops.OpenPlay)
def _open_play(machine: Machine, op: ops.OpenPlay) -> None:
    del op
    machine.window = None
    phase = machine.game.rules.phase(machine.phase)
    ask(machine, "open", seat=machine.turn_seat, about=machine.phase, rules=phase.rules)


@answers(ops.OpenPlay)
def _opened(machine: Machine, op: ops.OpenPlay, action: Action) -> None:
    del op
    seat = machine.turn_seat
    if isinstance(action, Advance):
        machine.done()
        _go_to_phase(machine, action.phase)
        return
    machine.origin = machine.before
    bound: dict[str, Value] = {"seat": seat}
    way = way_of(machine, action)
    match action:
        case Play(card=card, to=to, upright=upright, using=using, way=name, shown=shown):
            place, piece = _played(machine, action, card, seat)
            if not action.face_up:
                bound["maybe"] = _may_be(machine, way, place, piece)
            used = _show_materials(machine, using, shown)
            machine.push(
                way.block,
                {
                    **bound,
                    "self": (piece,),
                    "from": place,
                    "to": to,
                    "upright": upright,
                    "way": name,
                    "using": used,
                },
            )
        case Activate():
            begin_activation(machine, action, seat, way.block)
        case Attack(card=card, target=target):
            attacker = lookup(machine, card)
            assert attacker is not None
            aim = () if target is None else (machine.at(target)[0],)
            machine.push(
                way.block, {**bound, "self": (attacker[1],), "target": aim, "at": target or ""}
            )
        case Turn(card=card, shown=shown):
            found = lookup(machine, card)
            assert found is not None
            piece = turned_over(machine, *found, shown)
            machine.push(way.block, {**bound, "self": (piece,)})
        case _:
            raise AssertionError(action)


def _show_materials(
    machine: Machine, using: tuple[str, ...], shown: tuple[CardKey, ...]
) -> tuple[Piece, ...]:
    """The cards a Play uses; those that the table had not seen are seen now."""
    keys = iter(shown)
    found = []
    for ref in using:
        at = lookup(machine, ref)
        if at is None:
            continue
        name, piece = at
        key = next(keys, None) if piece.key is None else None
        found.append(turned_over(machine, name, piece, key))
    return tuple(found)


def way_of(machine: Machine, action: Action) -> Any:
    return next(way for way in machine.game.ways if way.takes(action))


def _played(machine: Machine, action: Play, ref: str, seat: Seat) -> tuple[ZoneName, Piece]:
    """The card played: seen by everybody, unless it is laid face-down."""
    found = lookup(machine, ref)
    if found is None:
        return _from_unseen_hand(machine, ref, seat)
    name, piece = found
    if action.face_up:
        return name, turned_over(machine, name, piece, None)
    if machine.closed or not is_key(ref):
        machine.blur(name)
        return name, next(p for p in machine.at(name) if p.oid == piece.oid)
    return found


def _may_be(machine: Machine, way: Any, place: ZoneName, piece: Piece) -> tuple[str, ...]:
    """Which unseen cards the rules would have let be laid down so, with those rules; () if all."""
    if not is_unseen(machine, piece):
        return ()
    question = Question(machine.before, machine.game, zone_seat(place))
    pool = machine.hidden[piece.owner].pool
    kept: list[str] = []
    rules: dict[str, None] = {}
    for key in sorted(pool):
        question.about(place, replace(piece, key=key), machine.game.rules.card(key))
        broken = [r.id for r in way.card if not r.holds(question)]
        if broken:
            rules |= dict.fromkeys(broken)
        else:
            kept.append(key)
    return () if not rules else (" ".join(rules), *kept)


def _go_to_phase(machine: Machine, phase: str) -> None:
    """Tell the frame that goes through the phases which one follows."""
    for index in range(len(machine.frames) - 1, -1, -1):
        frame = machine.frames[index]
        block = machine.game.blocks[frame.block]
        if frame.step < len(block) and isinstance(block[frame.step], ops.Phases):
            machine.frames[index] = replace(frame, bound={**frame.bound, "next": phase})
            return


@executes(ops.ChangePosition)
def _change_position(machine: Machine, op: ops.ChangePosition) -> None:
    found = find(machine, machine.scope().pieces("self")[0])
    machine.done()
    machine.origin = None
    if found is None:
        return
    name, piece = found
    flipped = not piece.face_up
    after = machine.change(
        name,
        piece,
        face_up=True,
        upright=True if flipped else not piece.upright,
        turned=machine.turn,
        stamp=machine.new_oid() if flipped else piece.stamp,
    )
    rules = (*op.rules, *op.flip_rules) if flipped else op.rules
    machine.emit(Turned(piece=piece, after=after, place=name, rules=rules))


# Battle


@executes(ops.DeclareAttack)
def _declare_attack(machine: Machine, op: ops.DeclareAttack) -> None:
    machine.origin = None
    piece = machine.scope().pieces("self")[0]
    found = find(machine, piece)
    assert found is not None
    name, current = found
    target = str(machine.frame.bound["at"])
    after = machine.change(name, current, attacked=machine.turn)
    machine.done()
    machine.bind({"self": (after,)})
    machine.open_window("attack", (after,), machine.seat)
    machine.emit(
        AttackDeclared(
            piece=after,
            place=name,
            target=ZoneName(target) if target else None,
            by=machine.seat,
            rules=op.rules,
        )
    )


@executes(ops.MeetAttack)
def _meet_attack(machine: Machine, op: ops.MeetAttack) -> None:
    scope = machine.scope()
    attacker = find(machine, scope.pieces("self")[0])
    aim = scope.pieces("target")
    if attacker is None or not attacker[1].upright or not attacker[1].face_up:
        _end_attack(machine, scope.pieces("self")[0], "the attacker is gone", op.rules)
        return
    if not aim:
        machine.done()
        return
    target = find(machine, aim[0])
    if target is None:
        _end_attack(machine, attacker[1], "the target is gone", op.rules)
        return
    name, piece = target
    if asks_to_show(machine, (piece,), op.flip_rules):
        return
    piece = machine.at(name)[0]
    machine.done()
    if not piece.face_up:
        after = machine.change(
            name, piece, face_up=True, upright=False, stamp=machine.new_oid()
        )
        machine.emit(
            Turned(piece=piece, after=after, place=name, cause="attack", rules=op.flip_rules)
        )


@answers(ops.MeetAttack)
def _met(machine: Machine, op: ops.MeetAttack, action: Reveal) -> None:
    found = find(machine, machine.scope().pieces("target")[0])
    assert found is not None
    show(machine, *found, action.shown, op.flip_rules)


def _end_attack(machine: Machine, piece: Piece, reason: str, rules: tuple[str, ...]) -> None:
    """Leave the attack's block: there is no battle."""
    machine.emit(AttackEnded(piece=piece, reason=reason, rules=rules))
    machine.pop()


@executes(ops.Battle)
def _battle(machine: Machine, op: ops.Battle) -> None:
    del op
    scope = machine.scope()
    table = machine.game.rules.battle
    machine.done()
    found = find(machine, scope.pieces("self")[0])
    assert found is not None
    attacker = found[1]
    attack = _value(machine, attacker, table.attack_trait)
    aim = scope.pieces("target")
    values = table.value_rules
    defender_seat = Seat((machine.seat + 1) % len(machine.players))
    if not aim:
        row = table.row("direct", attack, 0)
        machine.emit(Battled(piece=attacker, attack=attack, rules=(*values, *row.rules)))
        _damage_by_row(machine, row, attack, attack, machine.seat, defender_seat)
        machine.check_life()
        return
    met = find(machine, aim[0])
    assert met is not None
    place, target = met
    defender_seat = controller(place)
    against = "attack" if target.upright else "defense"
    trait = table.attack_trait if target.upright else table.defense_trait
    value = _value(machine, target, trait)
    row = table.row(against, attack, value)
    machine.emit(
        Battled(
            piece=attacker,
            target=target,
            attack=attack,
            defense=value,
            rules=(*values, *row.rules),
        )
    )
    doomed = [p for side, p in (("attacker", attacker), ("target", target)) if side in row.destroyed]
    spared = _spared(machine, doomed)
    _damage_by_row(machine, row, attack, abs(attack - value), machine.seat, defender_seat)
    machine.check_life()
    if machine.outcome is not None:
        return
    by = {attacker.oid: target, target.oid: attacker}
    doomed = [p for p in doomed if p.oid not in spared]
    machine.destroy(doomed, cause="battle", by=by, rules=row.rules)


def _spared(machine: Machine, doomed: list[Piece]) -> set[int]:
    """Who is kept from destruction, judged before damage calculation."""
    return machine.spared_from("battle", doomed)


def _value(machine: Machine, piece: Piece, trait: str) -> int:
    if piece.key is None:
        return 0
    return machine.game.rules.card(piece.key).number(trait) or 0


def _damage_by_row(
    machine: Machine, row: BattleRow, attack: int, difference: int, own: Seat, other: Seat
) -> None:
    loss = {"difference": difference, "attack": attack, "": 0}[row.amount]
    if row.damaged and loss > 0:
        seat = own if row.damaged == "attacker" else other
        life = machine.players[seat].life - loss
        machine.set_life(seat, life, cause="battle", rules=row.rules)


# Setup and turns


@executes(ops.Deal)
def _deal(machine: Machine, op: ops.Deal) -> None:
    machine.done()
    for index in range(len(machine.players)):
        seat = Seat(index)
        machine.shuffle(zone(seat, "pile"), op.rules)
        draw_cards(machine, seat, op.count, op.rules)


@executes(ops.DecideFirst)
def _decide_first(machine: Machine, op: ops.DecideFirst) -> None:
    letters = tuple(seat_letter(Seat(s)) for s in range(len(machine.players)))
    ask(machine, "first", seat=NOBODY, options=letters, rules=op.rules)


@answers(ops.DecideFirst)
def _first_decided(machine: Machine, op: ops.DecideFirst, action: Name) -> None:
    machine.done()
    machine.turn_seat = parse_seat(action.value)
    machine.emit(FirstChosen(seat=machine.turn_seat, rules=op.rules))


@executes(ops.BeginTurn)
def _begin_turn(machine: Machine, op: ops.BeginTurn) -> None:
    del op
    machine.turn += 1
    machine.used = {}
    machine.done()
    machine.bind({"next": "", "seat": machine.turn_seat})
    rules = machine.game.rules.stuck_rules
    if not rules or not machine.closed or any(
        machine.at(zone(Seat(s), "pile")) for s in range(len(machine.players))
    ):
        return
    now = situation(machine)
    if now in machine.seen:
        machine.end(None, "the duel only repeats itself", rules)
    machine.seen = (*machine.seen, now)


@executes(ops.Phases)
def _phases(machine: Machine, op: ops.Phases) -> None:
    del op
    name = machine.frame.bound.get("next") or machine.game.rules.phases[0].name
    if name == "end":
        machine.done()
        return
    phase = machine.game.rules.phase(str(name))
    machine.bind({"next": phase.then})
    skip = phase.skipped_on_first_turn
    if skip and machine.turn == 1 and machine.game.is_on(skip[0]):
        machine.emit(PhaseSkipped(phase=phase.name, seat=machine.turn_seat, rules=skip))
        return
    machine.phase = phase.name
    machine.emit(
        PhaseBegan(
            phase=phase.name, turn=machine.turn, seat=machine.turn_seat, rules=phase.rules
        )
    )
    machine.push(phase.block, {"seat": machine.turn_seat})


@executes(ops.DrawForTurn)
def _draw_for_turn(machine: Machine, op: ops.DrawForTurn) -> None:
    machine.done()
    seat = machine.turn_seat
    reading = machine.game.rules.empty_pile_reading
    if draw_cards(machine, seat, 1, op.rules) or not reading:
        return
    if machine.game.reads(reading) == "lose":
        winner = Seat((seat + 1) % len(machine.players))
        machine.end(winner, "the opponent had no card to draw", (*op.rules, reading))


@executes(ops.EndTurn)
def _end_turn(machine: Machine, op: ops.EndTurn) -> None:
    del op
    machine.turn_seat = Seat((machine.turn_seat + 1) % len(machine.players))
    machine.frames[-1] = replace(machine.frame, step=0, bound={})

