"""State-based actions: a list, gone through after every action until nothing is left to do.

Reading G-70 is that list, with spaces between its entries, in the order in which they are looked
for; `STATE_ACTIONS` says what each stands for. Each looks at the duel as it is and does all that
it finds, simultaneously.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from typing import Final, NamedTuple

from duelmat_engine.board.scope import EFFECT, SEAT, SELF, Scope, find, next_seat, still_in
from duelmat_engine.caches import cached_while_unmoved
from duelmat_engine.candidates.possible import blocked_at
from duelmat_engine.chains.chain import trigger_ref
from duelmat_engine.errors import Fault, fault_at
from duelmat_engine.events import Lapsed
from duelmat_engine.names import NOBODY, Seat, zone, zone_kind, zone_seat
from duelmat_engine.notation import SECTIONS, WORD, Section
from duelmat_engine.ruleset.game import Game
from duelmat_engine.running.destruction import destroy, doomed_by
from duelmat_engine.running.execute import ask
from duelmat_engine.running.losing import lose
from duelmat_engine.running.machine import Machine
from duelmat_engine.running.repetition import situation
from duelmat_engine.state import CardsByZone, Duel, Local, Located, PendingTrigger, lying
from duelmat_engine.steps.activation import BY
from duelmat_engine.steps.battle import DEFENDER
from duelmat_engine.steps.moving import draw_cards
from duelmat_message import say


class Field(NamedTuple):
    """The face-up cards on the field that something may happen to by itself, with their zones."""

    used: Sequence[Located]
    """Spells and traps that are neither Continuous nor Equip."""
    idle: Sequence[Located]
    """Equip cards that are equipped to nothing on the field."""
    ill_housed: Sequence[Located]
    """Cards in a row that does not fit them."""


NO_TARGET: Final = say("there is nothing that it could target")
HAND_LIMIT: Final = 6
MOST_EFFECTS: Final = 500

HOLDER: Final = Local("holder", Seat, default=NOBODY)
"""The player who has priority; nobody: the turn player."""
ACTED: Final = Local("acted", tuple[str, ...], default=())
"""The state-based actions of this phase that come once only, and have come."""
_NAME: Final = say("what has happened")
SECTIONS["acted"] = Section(
    lambda bound, _: ACTED.of(bound),
    lambda cursor, _: ACTED(tuple(cursor.row(lambda: cursor.match(WORD, _NAME)))),
)
RESOLVE: Final = Local("resolve", bool, default=False)
"""Whether all have passed, so that the top of the Chain resolves."""
SURPLUS: Final = Local("surplus", int)
"""The number of cards that a hand holds above its limit."""


class StateAction(NamedTuple):
    """A state-based action, and the rules by which it is done."""

    do: Callable[[Machine, tuple[str, ...], Field], bool]
    """Do it; whether there was something to do."""
    rules: tuple[str, ...]
    concerned: Callable[[Machine | Duel, Field], Sequence[Located]] | None = None
    """The face-up cards that it would do something to."""
    leaves: str = ""
    """The cards that may lie face-up once it is done, in words."""
    needs: str = ""
    """Without which there is nothing to do: "pending" triggers, a "chain", such cards of the
    "field", or a phase; empty: there always may be."""


def next_state_action(machine: Machine) -> bool:
    """Let the first thing of the list happen that has to; whether there was one."""
    game = machine.game
    field = _field(machine.zones, game)
    on_field, waiting = "field" if any(field) else "", "pending" if machine.pending else ""
    there = (machine.phase, on_field, waiting, "chain" if machine.chain else "")
    for action in listed_actions(game.readings["G-70"], game.disabled, there):
        if action.do(machine, action.rules, field):
            return True
    return False


@cache
def listed_actions(
    entries: str, disabled: frozenset[str], there: tuple[str, ...]
) -> tuple[StateAction, ...]:
    """The actions of the list that may have something to do where these things are given."""
    listed = map(STATE_ACTIONS.__getitem__, entries.split())
    return tuple(a for a in listed if a.rules[0] not in disabled and a.needs in ("", *there))


def holder_of(machine: Machine) -> Seat:
    """Return the player who has priority, by the frame that hands it round."""
    holder = machine.get(HOLDER)
    seat = machine.turn_seat if holder == NOBODY else holder
    return next_seat(machine, seat) if machine.players[seat].lost else seat


def forget(machine: Machine) -> None:
    """Let what has just happened be past; an attack goes on as long as its battle."""
    machine.window = None
    if machine.get(DEFENDER) != NOBODY:
        machine.open_window("attack", machine.get(SELF), machine.turn_seat)


# Players


def _lose(machine: Machine, rules: tuple[str, ...], _field: Field) -> bool:
    """Have players without life lose; one who has won wins, unless that player loses as well."""
    for player in machine.players:
        if player.life <= 0 or player.won:
            break
    else:
        return False
    living = still_in(machine)
    losers = [seat for seat in living if machine.players[seat].life <= 0]
    winners = [seat for seat in living if machine.players[seat].won]
    if not losers and not winners:
        return False
    lose(machine, losers, lambda player: say("{player} has no life left", player=player), rules)
    unbeaten = [seat for seat in winners if seat not in losers]
    if unbeaten:
        won = machine.players[unbeaten[0]].won
        machine.leaving.clear()
        machine.end(unbeaten[0], won, machine.game.rules.citations.win)
    return True


def _draw(machine: Machine, rules: tuple[str, ...], _field: Field) -> bool:
    if machine.turn == 1 or "draw" in machine.get(ACTED):
        return False
    machine.bind(ACTED((*machine.get(ACTED), "draw")))
    draw_cards(machine, machine.turn_seat, 1, rules)
    return True


def _discard(machine: Machine, _rules: tuple[str, ...], _field: Field) -> bool:
    if "discard" in machine.get(ACTED):
        return False
    held = len(machine.at(zone(machine.turn_seat, "hand")))
    if held <= HAND_LIMIT:
        return False
    machine.bind(ACTED((*machine.get(ACTED), "discard")))
    machine.push("discard-down", SEAT(machine.turn_seat) | SURPLUS(held - HAND_LIMIT))
    return True


# Cards


def unsettled(duel: Duel, game: Game) -> Iterator[Fault]:
    """Yield the fault of each card that a state-based action is yet to remove."""
    field = _field(duel.zones, game)
    for action in listed_actions(game.reads("G-70"), game.disabled, ("field",)):
        for place, piece in action.concerned(duel, field) if action.concerned else ():
            yield fault_at(place, action.leaves, lying(piece), action.rules[0])


@cached_while_unmoved
def _field(zones: CardsByZone, game: Game) -> Field:
    rows = game.rules.zones.field
    used: list[Located] = []
    equips: list[Located] = []
    ill_housed: list[Located] = []
    for name, pieces in zones.items():
        if not pieces or not (top := pieces[0]).face_up or top.key is None:
            continue
        row = zone_kind(name)
        if row not in rows:
            continue
        kinds = game.rules.card(top.key).kinds
        fits = ("monster" in kinds) == (row == "m")
        if fits and row == "m":
            continue
        if "equip" in kinds:
            equips.append((name, top))
        elif "continuous" not in kinds and ("spell" in kinds or "trap" in kinds):
            used.append((name, top))
        if not fits:
            ill_housed.append((name, top))
    on_field = (pieces for name, pieces in zones.items() if zone_kind(name) in rows)
    there = {piece.oid for pieces in on_field for piece in pieces} if equips else ()
    return Field(used, [at for at in equips if at[1].attached not in there], ill_housed)


def _used(world: Machine | Duel, field: Field) -> list[Located]:
    """Face-up spells and traps that are neither Continuous nor Equip, nor on the Chain."""
    active = [link.source.oid for link in world.chain]
    return [found for found in field.used if found[1].oid not in active]


def _clear(machine: Machine, rules: tuple[str, ...], field: Field) -> bool:
    used = _used(machine, field)
    before = machine.derived() if used else None
    for _, piece in used:
        machine.move(piece, zone(piece.owner, "grave"), cause="rule", rules=rules, before=before)
    return bool(used)


def _idle(world: Machine | Duel, field: Field) -> list[Located]:
    """Equip cards that are equipped to nothing on the field, and that nothing pending needs."""
    active = [each.source.oid for each in (*world.chain, *world.pending)]
    return [found for found in field.idle if found[1].oid not in active]


def _unequipped(machine: Machine, rules: tuple[str, ...], field: Field) -> bool:
    idle = [piece for _, piece in _idle(machine, field)]
    doomed = doomed_by(machine, "rule", idle) if idle else []
    return bool(doomed) and bool(destroy(machine, doomed, cause="rule", rules=rules))


def _rehouse(machine: Machine, _rules: tuple[str, ...], field: Field) -> bool:
    """A face-up card in a row that does not fit it is moved by its controller."""
    for name, piece in field.ill_housed:
        machine.push("rehouse", SEAT(zone_seat(name)) | SELF((piece,)))
        return True
    return False


# Effects


def _activate(machine: Machine, _rules: tuple[str, ...], _field: Field) -> bool:
    """Triggers go on the Chain: those of the player with priority first, then clockwise."""
    pending = [w for w in machine.pending if _may_go(machine, w)]
    lapsed = len(machine.pending) > len(pending)
    machine.pending = pending
    if not pending:
        return lapsed
    holder, players = holder_of(machine), len(machine.players)
    seat = min((w.seat for w in pending), key=lambda seat: (seat - holder) % players)
    mine = [w for w in pending if w.seat == seat]
    refs = tuple(dict.fromkeys(trigger_ref(machine, machine.game, w) for w in mine))
    if len(refs) == 1:
        activate_pending(machine, refs)
        return True
    rules = machine.game.chain.choice_rules
    ask(machine, "trigger", seat=seat, about=mine[0].effect, options=refs, rules=rules)
    return True


def _may_go(machine: Machine, trigger: PendingTrigger) -> bool:
    """Whether a trigger can be activated still; if not, that is told."""
    game, seat, source = machine.game, trigger.seat, trigger.source
    effect = game.rules.effects[trigger.effect]
    on = effect.on
    left = on is not None and (on.from_field or on.event == "Destroyed" or on.part == "by")
    scope = Scope(machine, game, seat, trigger.bound)
    if find(machine, source) is None and not left:
        reason, rules = say("its card is no longer there"), game.chain.legal_rules
    elif blocked_at(scope, effect.announce) is not None:
        reason, rules = NO_TARGET, game.rules.citations.no_target
    else:
        return True
    if rules and not game.is_on(rules[0]):
        return True
    machine.emit(Lapsed(seat=seat, piece=source, effect=effect.name, reason=reason, rules=rules))
    return False


def activate_pending(machine: Machine, refs: Sequence[str]) -> None:
    """Put the first pending trigger that one of these names on the Chain."""
    named = [trigger_ref(machine, machine.game, trigger) in refs for trigger in machine.pending]
    trigger = machine.pending.pop(named.index(True))
    machine.push("trigger", trigger.bound | BY(STATE_ACTIONS["603.2"].rules))


def _resolve(machine: Machine, rules: tuple[str, ...], _field: Field) -> bool:
    """The top of the Chain resolves: when all have passed, or after each action (by reading)."""
    after_each_action = machine.game.reads("G-71") == "after every action"
    if not after_each_action and not machine.get(RESOLVE):
        return False
    if _repeats(machine):
        return True
    machine.bind(RESOLVE(False))
    forget(machine)
    link = machine.chain.pop()
    machine.push("resolve-link", link.bound | SEAT(link.seat) | EFFECT(link.effect) | BY(rules))
    return True


def _repeats(machine: Machine) -> bool:
    """Whether the Chain goes round without end (G-60): all is as it was, and nobody has acted.

    So many effects in a row without an act of anybody count as without end, too.
    """
    rules = machine.game.rules.citations.loop
    if not rules or not machine.game.is_on(rules[0]):
        return False
    now = _loop_digest(machine)
    is_same = machine.closed and now in machine.seen  # else a card that nobody knows may differ
    endless = is_same or len(machine.seen) >= MOST_EFFECTS
    if endless:
        lose(
            machine,
            still_in(machine),
            lambda player: say("{player} was caught in a loop without end", player=player),
            rules,
        )
    else:
        machine.seen = (*machine.seen, now)
    return endless


def _loop_digest(machine: Machine) -> str:
    """A digest of the situation with the Chain: what decides how mandatory effects go on."""
    links = [f"{c.seat} {c.effect} {c.source.key}" for c in machine.chain]
    trigger = [f"{w.seat} {w.effect} {w.source.key}" for w in machine.pending]
    beneath = [
        f"{name}:{[c.key for c in p.beneath]}{p.attached and 1}"
        for name in sorted(machine.zones)
        for p in machine.zones[name]
        if p.beneath or p.attached
    ]
    lines = (situation(machine), machine.phase, *links, "/", *trigger, "/", *beneath)
    return blake2b("\n".join(lines).encode(), digest_size=12).hexdigest()


_STAYING: Final = say("a Continuous or an Equip card, or one that is on the Chain")
_EQUIPPED: Final = say("an Equip card equipped to something")
_HOUSED: Final = say("a monster in a Monster Zone, nothing else in one")
_ACTIVATED: Final = ("RES-603.2", "RES-603.1", "RES-700.2", "RES-701.2", "RES-709.2")
_RESOLVED: Final = ("RES-603.3", "RES-603.1", "RES-700.3", "RES-701.1")
_DRAWN: Final = ("RES-603.8", "RES-603.1", "RES-604.1", "RES-501.3")
_UNEQUIPPED: Final = ("RES-603.5", "RES-603.1", "RES-710.1", "RES-710.3")
_REHOUSED: Final = ("RES-603.6", "RES-603.1")

STATE_ACTIONS: Final = {
    "603.2": StateAction(_activate, _ACTIVATED, needs="pending"),
    "603.3": StateAction(_resolve, _RESOLVED, needs="chain"),
    "603.4": StateAction(_clear, ("RES-603.4", "RES-603.1"), _used, _STAYING, "field"),
    "603.5": StateAction(_unequipped, _UNEQUIPPED, _idle, _EQUIPPED, "field"),
    "603.6": StateAction(_rehouse, _REHOUSED, lambda _, there: there.ill_housed, _HOUSED, "field"),
    "603.7": StateAction(_lose, ("RES-603.7", "RES-603.1", "RES-201.1")),
    "603.8": StateAction(_draw, _DRAWN, needs="draw"),
    "603.9": StateAction(_discard, ("RES-603.9", "RES-603.1"), needs="end-phase"),
}
"""By the entries of reading G-70."""
