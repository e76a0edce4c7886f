"""Steps of Trigamon: cards that are used, put away and turned, and what the duel begins with.

Where a used card goes is said here by what it counts as; in steps/activation.py its effect says
whether it stays. So there are two steps that put one away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from duelmat_engine.actions import Name
from duelmat_engine.board.scope import EFFECT, SEAT, SELF, find, located
from duelmat_engine.effects import procedures
from duelmat_engine.effects.ops import Citing, OnCards, Procedure
from duelmat_engine.effects.texts import CardKind, RuleName, ZoneKind
from duelmat_engine.events import Declared, Resolved, Spared, Turned
from duelmat_engine.names import SEATS, Seat, zone, zone_kind
from duelmat_engine.ruleset.game import Game
from duelmat_engine.rulesets.trigamon.phases import BATTLES, OFFERS, tied_to
from duelmat_engine.running.execute import answers, ask, completes, executes, names, pieces_of
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import Duel, Local
from duelmat_engine.steps.activation import take_up
from duelmat_engine.steps.marking import lay_object
from duelmat_engine.verdict import Cited
from duelmat_message import say

# Cards that are taken up, put away, turned and kept


class TakeUp(Procedure, frozen=True):
    """Take up the activated card by the statement under which the phase offers it."""


@completes(TakeUp)
def _take_up(machine: Machine, _op: TakeUp) -> None:
    offers, effect = OFFERS[machine.phase], machine.game.rules.effects[machine.get(EFFECT)]
    place, _ = located(machine, machine.get(SELF)[0])
    offered = offers.hand if zone_kind(place) == "hand" else offers.field
    if not offered:
        offered = offers.tied if machine.phase in tied_to(effect) else offers.fast
    take_up(machine, procedures.TakeUp(rules=(offered,), counts=True))


PHASE: Final = Local("phase", str, names="phase")
"""The phase in which a card comes, or has attacked last."""


class NoteAttack(Procedure, frozen=True):
    """Note on the attacker the phase in which it attacks: it does so once in each Battle Phase."""


@completes(NoteAttack)
def _note_attack(machine: Machine, _op: NoteAttack) -> None:
    name, attacker = located(machine, machine.get(SELF)[0])
    marks = {**attacker.marks, PHASE.name: machine.phase}
    machine.bind(SELF((machine.change(name, attacker, marks=marks),)))


class PutAwayRow(Struct, frozen=True):
    """Cards that count as all of `kinds` go to a zone, face-up there if `face_up`."""

    kinds: tuple[CardKind, ...]
    to: ZoneKind
    rules: tuple[RuleName, ...]
    face_up: bool = False
    unless_attached: bool = False
    """Not while the card is equipped to another."""


class PutAway(Procedure, frozen=True, kw_only=True):
    """Lay the used card where such cards go; what no row names stays."""

    goes: tuple[PutAwayRow, ...]


@completes(PutAway)
def _put_away(machine: Machine, op: PutAway) -> None:
    effect = machine.game.rules.effects[machine.get(EFFECT)]
    source = machine.get(SELF)[0]
    found = find(machine, source)
    if found is None or effect.use not in ("magic", "trap", "jumper"):
        return
    _, current = found
    kinds = frozenset(machine.game.rules.card(current.key).kinds if current.key else ())
    row = next((row for row in op.goes if kinds.issuperset(row.kinds)), None)
    if row is None or not row.to or (row.unless_attached and current.attached):
        return
    machine.move(
        current,
        zone(current.owner, row.to),
        cause="rule",
        rules=row.rules,
        face_up=row.face_up or row.to not in machine.game.rules.zones.hidden,
    )


class NotePhase(Procedure, frozen=True):
    """Bind the name of the phase, to be marked on the card that comes."""


@completes(NotePhase)
def _note_phase(machine: Machine, _op: NotePhase) -> None:
    machine.bind(PHASE(machine.phase))


class TurnUp(Procedure, Citing, frozen=True, kw_only=True):
    """Turn a face-down card face-up where it lies, off the field."""

    battle_rules: tuple[RuleName, ...] = ()
    """The rules in a Battle Phase."""


@completes(TurnUp)
def _turn_up(machine: Machine, op: TurnUp) -> None:
    machine.origin = None
    for name, piece in machine.lying(machine.get(SELF)[:1]):
        after = machine.change(name, piece, face_up=True)
        rules = op.battle_rules if machine.phase in BATTLES else op.rules
        machine.emit(Turned(piece=piece, after=after, place=name, rules=rules))


class Keep(Procedure, OnCards, frozen=True, kw_only=True):
    """Tell that these cards are not destroyed, where others like them are."""


@completes(Keep)
def _keep(machine: Machine, op: Keep) -> None:
    for name, piece in machine.lying(pieces_of(machine, op.cards)):
        machine.emit(Spared(piece=piece, place=name, what="destruction", rules=op.rules))


class HaveOwnersDo(Procedure, OnCards, frozen=True, kw_only=True):
    """Have each owner of some of these cards carry out a block, the turn player first."""

    block: str


@completes(HaveOwnersDo)
def _have_owners_do(machine: Machine, op: HaveOwnersDo) -> None:
    owners = {piece.owner for piece in pieces_of(machine, op.cards)}
    bound = machine.frames[-1].bound
    for seat in sorted(owners, key=machine.turn_seat.__eq__):
        machine.push(op.block, bound | SEAT(seat))


# The duel begins, and may be drawn


class CallUp(Procedure, Citing, frozen=True, kw_only=True):
    """Have every player name things that are no cards, and lay them into a zone of theirs."""

    kind: str
    to: ZoneKind


@executes(CallUp)
def _call_up(machine: Machine, op: CallUp) -> None:
    for seat in SEATS[: len(machine.players)]:
        if not machine.at(zone(seat, op.to)):
            options = tuple(
                code for code, card in machine.game.rules.cards.items() if op.kind in card.kinds
            )
            ask(machine, "name", seat=seat, about=op.kind, options=options, rules=op.rules)
            return
    machine.done()


@answers(CallUp)
def _called_up(machine: Machine, op: CallUp, action: Name) -> None:
    seat = machine.answered.seat
    lay_object(machine, seat, action.value, op.to)
    machine.emit(Declared(seat=seat, what=op.kind, value=action.value, rules=op.rules))


@names(CallUp)
def _any_card(_duel: Duel, game: Game, op: CallUp) -> Iterator[tuple[str, Cited]]:
    return ((code, Cited(op.rules[0])) for code in game.rules.cards)


class ApplyStart(Procedure, Citing, frozen=True, kw_only=True):
    """Carry out what the skills have at the start of the duel."""


@completes(ApplyStart)
def _apply_start(machine: Machine, op: ApplyStart) -> None:
    players = len(machine.players)
    seats = [Seat((machine.turn_seat + index) % players) for index in range(players)]
    frames = [
        (name, seat, piece)
        for seat in seats
        for piece in machine.at(zone(seat, "skill"))
        if piece.key is not None
        for name in machine.game.rules.card(piece.key).effects
        if machine.game.rules.effects[name].use == "start"
    ]
    for name, seat, piece in reversed(frames):
        machine.push(f"{name}/resolve", SEAT(seat) | SELF((piece,)) | EFFECT(name))
    for name, seat, piece in frames:
        rules = (*op.rules, *machine.game.rules.effects[name].rules)
        machine.emit(Resolved(seat=seat, piece=piece, effect=name, carried_out=True, rules=rules))


class DrawInDread(Procedure, Citing, frozen=True, kw_only=True):
    """End the duel as a draw if all players are in the Dread Phase."""


@completes(DrawInDread)
def _draw_in_dread(machine: Machine, op: DrawInDread) -> None:
    if all(player.marks.get("begins") for player in machine.players if not player.lost):
        machine.end(None, say("all players are in the Dread Phase"), op.rules)
