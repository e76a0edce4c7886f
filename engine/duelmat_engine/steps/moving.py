"""Moving cards: destroying, sending, drawing, looking, showing, shuffling."""

from __future__ import annotations

from collections.abc import Iterable

from duelmat_engine.actions import Reveal
from duelmat_engine.board.evaluate import amount
from duelmat_engine.board.scope import SELF, next_seat, seats_of
from duelmat_engine.effects import ops
from duelmat_engine.events import Looked, Shown
from duelmat_engine.names import CardKey, Seat, ZoneName, zone, zone_seat
from duelmat_engine.running.destruction import destroy, doomed_by
from duelmat_engine.running.execute import ask, completes, executes, pieces_of
from duelmat_engine.running.losing import lose, no_card
from duelmat_engine.running.machine import OVERDRAWN, Machine, happens_together
from duelmat_engine.state import Piece, replace
from duelmat_engine.steps.together import ACT, BIND, HOME, RULES, one_by_one
from duelmat_message import say


@executes(ops.Destroy)
def _destroy(machine: Machine, op: ops.Destroy) -> None:
    targets = pieces_of(machine, op.cards)
    if asks_to_show(machine, targets, op.rules):
        return
    machine.done()
    doomed = doomed_by(machine, "effect", targets)  # for all together it is settled which go
    policy = machine.game.chain
    rules = tuple(dict.fromkeys((*op.rules, *policy.stagger_rules, *policy.foretold_rules)))
    act = ACT("destroy") | HOME("grave") | BIND(op.bind) | RULES(rules)
    if one_by_one(machine, [piece for piece, _ in doomed], act):
        return
    own = machine.get(SELF)
    by = {t.oid: own[0] for t in targets} if own else {}
    destroyed = destroy(machine, doomed, cause="effect", by=by, rules=op.rules)
    if op.bind:
        machine.bind({op.bind: destroyed})


@executes(ops.Send)
def _send(machine: Machine, op: ops.Send) -> None:
    targets = pieces_of(machine, op.cards)
    concealed = op.face_down or op.to in machine.game.rules.zones.hidden
    if not concealed and asks_to_show(machine, targets, op.rules):
        return
    machine.done()
    if op.cause == "effect":
        rules = (*op.rules, *machine.game.chain.stagger_rules)
        if one_by_one(machine, targets, ACT("send") | HOME(op.to) | RULES(rules)):
            return
    before = machine.derived()
    up = False if op.face_down else None
    moved: list[Piece] = []
    for piece in targets:
        to = zone(piece.owner if op.into == "owner" else machine.seat, op.to)
        after = machine.move(piece, to, cause=op.cause, rules=op.rules, before=before, face_up=up)
        moved += () if after is None else (after,)
    if op.bind:
        machine.bind({op.bind: tuple(moved)})


def asks_to_show(machine: Machine, pieces: Iterable[Piece], rules: tuple[str, ...]) -> bool:
    """Whether a decision was left behind: cards that nobody has seen are shown one by one.

    Whatever operation asks for it, `answer_reveal` takes the answer.
    """
    for name, piece in machine.lying(pieces):
        if piece.shown:
            continue
        if piece.key is None:
            ask(machine, "reveal", seat=zone_seat(name), options=(name,), rules=rules)
            return True
        show(machine, name, piece, piece.key, rules)
    return False


def show(
    machine: Machine, name: ZoneName, piece: Piece, key: CardKey, rules: tuple[str, ...]
) -> None:
    """A card that lay unseen is turned over for everybody."""
    after = machine.reveal(name, piece, key)
    machine.emit(Shown(seat=zone_seat(name), piece=after, rules=rules))


def answer_reveal(machine: Machine, _op: ops.Op, action: Reveal) -> None:
    """A card that nobody had seen is shown, before whatever asks for it acts on it."""
    decision = machine.answered
    name = ZoneName(decision.options[0])
    piece = next(p for p in machine.at(name) if p.key is None)
    show(machine, name, piece, action.shown, decision.rules)


@completes(ops.Draw)
def _draw(machine: Machine, op: ops.Draw) -> None:
    scope = machine.scope()
    count = amount(scope, op.amount)
    for seat in seats_of(scope, op.whose):
        machine.bind({op.bind: draw_cards(machine, seat, count, op.rules)})


def draw_cards(
    machine: Machine,
    seat: Seat,
    count: int,
    rules: tuple[str, ...],
    losing: tuple[str, ...] = (),
) -> int:
    """Draw cards, or as many as there are; how many were drawn.

    `losing` are the rules by which a player loses for want of cards to draw, where the ruleset
    has none for every draw.
    """
    drawn = 0
    losing = machine.game.rules.citations.overdraw or losing
    if losing and machine.game.is_on(losing[0]) and count > len(machine.at(zone(seat, "pile"))):
        by = tuple(dict.fromkeys((*rules, *losing)))
        if machine.game.rules.citations.leave:
            lose(
                machine,
                (seat,),
                lambda who: say("{player} had too few cards to draw", player=who),
                by,
            )
        elif happens_together(machine, machine.game):
            player = machine.players[seat]
            machine.players[seat] = replace(player, marks={**player.marks, OVERDRAWN: 1})
            machine.dying = True
        else:
            machine.end(next_seat(machine, seat), no_card(seat), by)
        return 0
    while drawn < count and (pile := machine.at(zone(seat, "pile"))):
        machine.move(pile[0], zone(seat, "hand"), cause="draw", rules=rules, bottom=True)
        drawn += 1
    return drawn


@completes(ops.Look)
def _look(machine: Machine, op: ops.Look) -> None:
    count = amount(machine.scope(), op.amount)
    name = zone(machine.seat, "pile")
    top = machine.at(name)[:count]
    machine.bind({op.bind: top})
    machine.emit(Looked(seat=machine.seat, place=name, pieces=top, rules=op.rules))


@completes(ops.Show)
def _show(machine: Machine, op: ops.Show) -> None:
    for piece in machine.scope().pieces(op.card):
        machine.emit(Shown(seat=machine.seat, piece=piece, rules=op.rules))


@completes(ops.Shuffle)
def _shuffle(machine: Machine, op: ops.Shuffle) -> None:
    for seat in seats_of(machine.scope(), op.whose):
        machine.shuffle(zone(seat, "pile"), op.rules)
