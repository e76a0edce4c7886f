"""A duel while one action is carried out: the only mutable form, never seen outside.

It is made from a Duel, changed by the operations of execute.py, and frozen again. Every change
of cards or life passes through the methods here: first the change, then the event, then the
triggers that it sets off. What keeps cards from destruction is asked before (destruction.py).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from operator import itemgetter
from typing import Any, Final, NamedTuple

from duelmat_engine import chance
from duelmat_engine import events as ev
from duelmat_engine.actions import Action
from duelmat_engine.board.derive import Derived, derive
from duelmat_engine.board.refs import is_unseen, unseen_of
from duelmat_engine.board.scope import LAST_ZONE, Scope, acting_seat, as_it_was, find, is_on_field
from duelmat_engine.candidates.asked import is_hidden
from duelmat_engine.effects.effect import Effect
from duelmat_engine.errors import EngineError
from duelmat_engine.names import CardKey, Seat, ZoneName, seat_count, zone, zone_kind, zone_seat
from duelmat_engine.ruleset.game import Game
from duelmat_engine.running.destinations import destination
from duelmat_engine.running.reactions import Due, on_departure
from duelmat_engine.running.triggers import TriggerFinder
from duelmat_engine.state import (
    CardsByZone,
    Claim,
    Decision,
    Duel,
    Frame,
    Hidden,
    Link,
    Local,
    Located,
    OneValue,
    Outcome,
    PendingTrigger,
    Piece,
    Player,
    Value,
    Window,
    World,
    replace,
)
from duelmat_engine.visibility import knowledge
from duelmat_engine.visibility.dealing import seen_before
from duelmat_engine.visibility.later import is_waiting, later

_PIECES = itemgetter(1)
"""Of a zone and its cards the cards."""

MOMENT_EVENTS: Final[frozenset[type]] = frozenset(
    (
        ev.Moved,
        ev.Destroyed,
        ev.Summoned,
        ev.Turned,
        ev.LifeChanged,
        ev.AttackDeclared,
        ev.Battled,
        ev.Resolved,
    )
)
"""Events that begin a new moment; the rest says what was shown, chosen or announced."""
TOGETHER: Final = Local("together", bool, default=False)
"""Whether what happens counts as one moment with what others do."""
OVERDRAWN: Final = "overdrawn"
"""The mark of a player who had no card to draw while others act in the same moment."""


def happens_together(world: World, game: Game) -> bool:
    """Whether acts that count as one with another have begun, or wait to be carried out."""
    if any(TOGETHER.of(frame.bound) for frame in world.frames):
        return True
    effects, timing_of = game.rules.effects, game.chain.timing_of
    waiting = (effects[w.effect] for w in world.pending if w.state == "now")
    return any(timing_of(effect).meaning == "joins" for effect in waiting)


class Arrival(NamedTuple):
    """A card that has come to a zone, and who controlled it before."""

    zone: ZoneName
    seat: Seat
    piece: Piece


class Unbound(NamedTuple):
    """Bindings of a frame that are seldom read, and costly to work out."""

    depth: int
    """The number of frames below that frame."""
    block: str
    """The block of that frame."""
    values: Callable[[], dict[str, Value]]


def _index(pieces: tuple[Piece, ...], piece: Piece) -> int:
    """The place among the cards of a zone of one that lies there."""
    for at, other in enumerate(pieces):
        if other.oid == piece.oid:
            return at
    raise EngineError(f"{piece!r} does not lie where it is taken from")


class Machine:
    """The duel in the making; attributes as in Duel."""

    __slots__ = (
        "arrivals", "batch_oid", "before", "chain", "chance", "closed", "decision", "due",
        "dying", "earlier", "events", "frames", "fresh", "game", "hidden", "leaving", "lent",
        "listed", "moment", "next_oid", "origin", "outcome", "pending", "phase", "players", "seen",
        "settled", "through_passes", "turn", "turn_counters", "turn_seat", "unbound", "urgent",
        "window", "zones",
    )  # fmt: skip

    def __init__(self, duel: Duel, game: Game) -> None:
        self.game = game
        self.through_passes = False
        """Whether players who can only pass do so by themselves, instead of being asked."""
        self.listed: list[Action] | None = None
        """The answers of the player who is asked, if they were found out."""
        self.before = duel
        self.players: list[Player] = [*duel.players]
        self.zones: CardsByZone = duel.zones
        """The cards of each zone; `lay` makes another when some change."""
        self.lent = False
        """Whether monsters may lie there that an equipped card holds (see lending.py)."""
        self.settled: CardsByZone = {}
        """The zones as they were when it was last looked who holds them."""
        self.turn = duel.turn
        self.turn_seat = duel.turn_seat
        self.phase = duel.phase
        self.frames: list[Frame] = [*duel.frames]
        self.decision: Decision | None = None
        self.chain: list[Link] = [*duel.chain]
        self.pending: list[PendingTrigger] = [*duel.pending]
        self.window: Window | None = duel.window
        self.turn_counters: dict[str, int] = {**duel.turn_counters}
        self.next_oid = duel.next_oid
        self.closed = duel.closed
        self.hidden: list[Hidden] = [*duel.hidden]
        self.origin: Duel | None = duel.origin
        self.outcome: Outcome | None = duel.outcome
        self.seen = duel.seen
        self.chance = duel.chance
        self.events: list[ev.AnyEvent] = []
        self.moment = duel.moment
        self.fresh = True
        """Whether what happens next is a new moment, not one with the last."""
        self.batch_oid = duel.next_oid
        """Objects from this number on have come with what happens just now."""
        is_due = bool(duel.pending) and any(trigger.state == "now" for trigger in duel.pending)
        self.urgent = is_due and all(frame.block != "immediate" for frame in duel.frames)
        """Whether something waits that is carried out immediately, and has not begun to be."""
        self.dying = any(p.life <= 0 or p.marks.get(OVERDRAWN) for p in duel.players)
        """Whether it has to be looked whether somebody has lost."""
        self.due: list[Due] = []
        """Blocks that follow immediately, with what is bound in them."""
        self.earlier: CardsByZone | None = None
        """The zones before the last operation, where a chain policy asks for them."""
        self.leaving: list[ev.PlayerLeft] = []
        """The players who have lost and are about to leave (see leaving.py)."""
        self.arrivals: list[Arrival] = []
        """The cards that came to ordered zones by the present operation (see arrivals.py)."""
        self.unbound: Unbound | None = None
        """Bindings that a frame gets if it outlasts this action."""

    def freeze(self) -> Duel:
        if self.unbound is not None:
            self._bind_later()
        zones = self.zones
        if not all(zones.values()):
            zones = dict(filter(_PIECES, zones.items()))
        before = self.before
        return Duel(  # by position: with so many names it takes six times as long
            before.ruleset, before.readings, tuple(self.players), zones,
            self.turn, self.turn_seat, self.phase, tuple(self.frames), self.decision,
            tuple(self.chain), tuple(self.pending), self.window, self.moment,
            self.turn_counters, self.next_oid, self.closed, before.viewer,
            knowledge.simplified(before, zones, self.hidden),
            self.origin, self.outcome, self.seen, self.chance,
        )  # fmt: skip

    # Reading

    @property
    def seat(self) -> Seat:
        """The player whose effect or act the top frame carries out."""
        return acting_seat(self)

    @property
    def answered(self) -> Decision:
        """The decision that the action answers."""
        assert self.before.decision is not None
        return self.before.decision

    def get(self, local: Local[OneValue]) -> OneValue:
        """Return the top frame's value of a local."""
        bound: dict[str, Any] = self.frames[-1].bound
        name, default = local.name, local.default
        value: OneValue = bound[name] if default is None else bound.get(name, default)
        return value

    def scope(self, world: World | None = None) -> Scope:
        """Return the scope of the top frame, in the duel as it is now or in another world."""
        frame = self.frames[-1]
        world = world or self
        if frame.past is not None:
            world = as_it_was(world, self.game, frame.past)
        return Scope(world, self.game, acting_seat(self), frame.bound)

    def derived(self) -> Derived:
        return derive(self, self.game)

    def at(self, name: str) -> tuple[Piece, ...]:
        return self.zones.get(ZoneName(name), ())

    def lying(self, pieces: Iterable[Piece]) -> Iterator[Located]:
        """Yield zone and present state of those that are still there, each when its turn comes."""
        for piece in pieces:
            found = find(self, piece)
            if found is not None:
                yield found

    def has_kind(self, piece: Piece, kind: str) -> bool:
        return piece.key is not None and kind in self.game.rules.card(piece.key).kinds

    def use_up(self, effect: Effect) -> None:
        """Note that the player whose act this is has used what may be used once a turn."""
        if effect.once_per_turn:
            self.turn_counters[seat_count(self.seat, effect.once_with or effect.name)] = 1

    def count(self, seat: Seat, name: str, more: int = 1) -> None:
        """Count what a player does, or may do, in this turn."""
        key = seat_count(seat, name)
        self.turn_counters[key] = self.turn_counters.get(key, 0) + more

    # Frames

    def bind(self, values: dict[str, Value], at: int = -1) -> None:
        """Remember values in the top frame, or in the one of this index."""
        frame = self.frames[at]
        self.frames[at] = replace(frame, bound={**frame.bound, **values})

    def _bind_later(self) -> None:
        """Bind what was left unbound, if its frame is still there."""
        assert self.unbound is not None
        depth, block, values = self.unbound
        if depth < len(self.frames) and self.frames[depth].block == block:
            self.bind(values(), depth)

    def done(self, at: int = -1) -> None:
        """Go on to the next operation of the top frame, or of the one of this index."""
        frame = self.frames[at]
        self.frames[at] = replace(frame, step=frame.step + 1)

    def push(self, block: str, bound: dict[str, Value], *, returns: bool = False) -> None:
        """Begin another block; with `returns` its bindings come back when it ends."""
        past = self.frames[-1].past if self.frames else None
        self.frames.append(Frame(block, 0, bound, returns, past))

    def open_zones(self, zones: CardsByZone) -> CardsByZone:
        """Return those of these zones that everybody may look into."""
        return {name: pieces for name, pieces in zones.items() if not is_hidden(self.game, name)}

    def begin_step(self) -> None:
        """Begin a new moment: what follows counts as one."""
        self.fresh = True
        self.batch_oid = self.next_oid
        if self.game.joins:
            self.earlier = self.zones

    def interrupt(self) -> None:
        """Begin what comes in the midst of the act that the top frame carries out."""
        self.urgent = False
        past = None if self.earlier is None else self.open_zones(self.earlier)
        self.frames.append(Frame("immediate", 0, {}, past=past))

    def new_moment(self) -> None:
        self.moment += 1
        self.fresh = False

    def pop(self) -> None:
        """Leave the top frame."""
        ended = self.frames.pop()
        if ended.returns:
            self.bind(ended.bound)

    # Cards

    def new_oid(self) -> int:
        self.next_oid += 1
        return self.next_oid - 1

    def emit(self, event: ev.AnyEvent, before: Derived | None = None) -> None:
        """Note an event and collect the triggers it sets off."""
        self.events.append(event)
        kind = type(event)
        if self.fresh and kind in MOMENT_EVENTS and getattr(event, "cause", "") != "rule":
            if not (self.frames and self.get(TOGETHER)):
                self.moment += 1
            self.fresh = False
        names = self.game.triggers.get(kind.__name__)
        if names:
            seat = acting_seat(self) if self.frames else self.turn_seat
            finder = TriggerFinder(self, self.game, event, seat, self.batch_oid, before)
            for each in finder.found(names):
                if isinstance(each, ev.Negated):
                    self.events.append(each)
                else:
                    self.pending.append(each)
                    self.urgent = self.urgent or each.state == "now"

    def lay(self, name: ZoneName, pieces: tuple[Piece, ...]) -> None:
        """Have these cards lie in a zone, and no others."""
        self.zones = zones = self.zones.copy()
        zones[name] = pieces

    def put(self, name: ZoneName, piece: Piece, *, bottom: bool = False) -> None:
        pieces = self.zones.get(name, ())
        self.lay(name, (*pieces, piece) if bottom else (piece, *pieces))
        LAST_ZONE[piece.oid] = name

    def take(self, name: ZoneName, piece: Piece) -> None:
        pieces = self.zones[name]
        at = _index(pieces, piece)
        self.lay(name, pieces[:at] + pieces[at + 1 :])

    def change(self, name: ZoneName, piece: Piece, **changes: object) -> Piece:
        """The same object with something about it changed."""
        after = replace(piece, **changes)
        pieces = self.zones[name]
        at = _index(pieces, piece)
        self.lay(name, (*pieces[:at], after, *pieces[at + 1 :]))
        return after

    def move(
        self,
        piece: Piece,
        to: ZoneName,
        *,
        cause: str,
        rules: tuple[str, ...] = (),
        before: Derived | None = None,
        bottom: bool = False,
        face_up: bool | None = None,
        upright: bool = True,
        move: str = "",
        stamp: int = 0,
    ) -> Piece | None:
        """Move a card; None if it is no longer where it was.

        face_up: unless told, it lies so where not its owner alone may look.
        A card of a kind that the ruleset keeps off a zone goes where the ruleset sends it.
        """
        found = find(self, piece)
        if found is None:
            return None
        source, current = found
        to, rules = destination(self.game, current, source, to, rules)
        left_field = is_on_field(self.game, source)
        spilled: tuple[Piece, ...] = ()
        if current.beneath and left_field and not is_on_field(self.game, to):
            spilled = current.beneath
            current = self.change(source, current, beneath=())
        concealed = is_hidden(self.game, to)
        if face_up is not False and not concealed and current.key is not None:
            current = self.reveal(source, current, current.key)
        elif is_unseen(self, current):
            self._drift(current, source, to)
        self.take(source, current)
        after = Piece(
            self.new_oid(),
            current.owner,
            current.key,
            current.shown,
            not concealed if face_up is None else face_up,
            upright,
            self.turn,
            stamp,
            move,
            beneath=current.beneath,
        )
        self.put(to, after, bottom=bottom)
        if left_field and self.game.rules.in_play.reactions:
            self.due += on_departure(self, self.game, current, source, to, cause)
        by = acting_seat(self) if self.frames else current.owner
        moved = ev.Moved(
            piece=current, after=after, source=source, to=to, cause=cause, by=by, rules=rules
        )
        self.emit(moved, before)
        if zone_kind(to) in self.game.rules.zones.ordered:
            self.arrivals.append(Arrival(to, zone_seat(source), after))
        for card in spilled:
            self.spill(card, source, rules=self.game.rules.citations.beneath)
        return after

    def spill(self, card: Piece, source: ZoneName, *, rules: tuple[str, ...]) -> None:
        """A card that lay beneath another goes to its owner's Graveyard."""
        to = zone(card.owner, "grave")
        after = replace(card, oid=self.new_oid(), arrived=self.turn, stamp=0, move="")
        self.put(to, after)
        self.arrivals.append(Arrival(to, zone_seat(source), after))
        by = self.seat if self.frames else card.owner
        moved = ev.Moved(
            piece=card, after=after, source=source, to=to, cause="rule", by=by, rules=rules
        )
        self.emit(moved)

    # What the table knows

    def _drift(self, piece: Piece, source: ZoneName, to: ZoneName) -> None:
        """Keep the bounds true when an unseen card moves."""
        hidden = self.hidden[piece.owner]
        if is_waiting(hidden) or hidden.claims:
            lying = unseen_of(piece.owner, self.at(to), closed=self.closed)
            self.hidden[piece.owner] = knowledge.drift(hidden, source, to, len(lying))

    def reveal(self, name: ZoneName, piece: Piece, key: CardKey) -> Piece:
        """Show everybody that a card is this one; it stays known if the announcement is undone."""
        if piece.shown:
            return piece
        if is_unseen(self, piece):
            self.hidden[piece.owner] = knowledge.reveal(self.hidden[piece.owner], name, key)
        after = self.change(name, piece, key=key, shown=True)
        if self.origin is not None:
            self.origin = seen_before(self.origin, name, after)
        return after

    def blur(self, name: ZoneName, among: Collection[int] | None = None) -> None:
        """Forget which cards of this zone are which, also of those that had been shown.

        Those that lie face-up there, a hand card kept open say, stay as they are, and so do
        others than those `among` these numbers, if any are given.
        """
        mixed = [p for p in self.at(name) if not p.face_up and (among is None or p.oid in among)]
        seen = [p for p in mixed if not is_unseen(self, p)]
        if not seen:
            return
        oids = {p.oid for p in mixed}
        for owner in {p.owner for p in seen}:
            known = frozenset(p.key for p in seen if p.key is not None and p.owner == owner)
            self.hidden[owner] = knowledge.blur(self.hidden[owner], known, name)
        left = (
            replace(p, shown=False, key=p.key if self.closed else None) if p.oid in oids else p
            for p in self.at(name)
        )
        self.lay(name, tuple(left))

    def learn(self, owner: Seat, claim: Claim) -> None:
        """Add a claim about an owner's unseen cards, which stays if this is taken back."""
        self.learn_later(owner, lambda: claim)

    def learn_later(self, owner: Seat, find_claim: Callable[[], Claim | None]) -> None:
        """Add a claim, if there is one: to a closed duel's when somebody reads them."""
        found: list[Claim | None] = []

        def change(known: Hidden) -> Hidden:
            claim = found[0] if found else find_claim()
            found[:] = [claim]
            return known if claim is None else knowledge.claim(known, claim)

        def conclude(known: Hidden) -> Hidden:
            return later(known, known.pool, change) if self.closed else change(known)

        self.hidden[owner] = conclude(self.hidden[owner])
        if self.origin is not None:
            hidden = list(self.origin.hidden)
            hidden[owner] = conclude(hidden[owner])
            self.origin = replace(self.origin, hidden=tuple(hidden))

    # Life and the end

    def set_life(self, seat: Seat, life: int, *, cause: str, rules: tuple[str, ...]) -> None:
        before = self.players[seat].life
        life = max(0, life)
        if life == before:
            return
        self.players[seat] = replace(self.players[seat], life=life)
        self.dying = self.dying or life == 0
        if self.game.rules.citations.repetition:
            self.seen = ()
        self.emit(ev.LifeChanged(seat=seat, before=before, life=life, cause=cause, rules=rules))

    def end(self, winner: Seat | None, reason: str, rules: tuple[str, ...]) -> None:
        self.outcome = Outcome(winner, reason, rules)
        self.decision = None
        self.emit(ev.DuelEnded(winner=winner, reason=reason, rules=rules))

    def shuffle(self, name: ZoneName, rules: tuple[str, ...] = ()) -> None:
        """Shuffle a pile: nobody knows its order any longer."""
        self.blur(name)
        if self.closed:
            pieces, self.chance = chance.shuffled(self.chance, self.at(name))
            self.lay(name, pieces)
        self.emit(ev.Shuffled(place=name, rules=rules))

    def shift(self, source: ZoneName, piece: Piece, to: ZoneName, **changes: object) -> Piece:
        """A card on the field comes to another zone there: it stays the same object."""
        if is_unseen(self, piece):
            self._drift(piece, source, to)
        self.take(source, piece)
        after = replace(piece, **changes)
        self.put(to, after)
        return after

    def hand_over(
        self,
        source: ZoneName,
        piece: Piece,
        to: ZoneName,
        *,
        rules: tuple[str, ...],
        **changes: object,
    ) -> Piece:
        """A card on the field goes to another player."""
        after = self.shift(source, piece, to, **changes)
        self.emit(ev.HandedOver(piece=piece, after=after, place=source, to=to, rules=rules))
        return after

    def open_window(self, kind: str, pieces: tuple[Piece, ...], seat: Seat) -> None:
        """Open a window to respond to an event; it joins a window that waits already."""
        waiting = self.window or Window(())
        self.window = Window((*waiting.to, kind), (*waiting.pieces, *pieces), seat)
