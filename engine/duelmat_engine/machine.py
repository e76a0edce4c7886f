"""A duel while one action is carried out: the only mutable form, never seen outside.

It is made from a Duel, changed by the operations of execute.py, and frozen again. Every change
of cards or life passes through the methods here: first what is proposed (prohibitions, then
replacements, each once), then the change, then the event, then the triggers it sets off.
"""

from __future__ import annotations

from collections.abc import Iterable

from duelmat_engine import chance, knowledge
from duelmat_engine.derive import Derived, derive
from duelmat_engine.effect import Effect, On
from duelmat_engine.evaluate import Scope, find, is_on_field, is_true
from duelmat_engine.events import (
    AnyEvent,
    Destroyed,
    DuelEnded,
    LifeChanged,
    Moved,
    Negated,
    Shuffled,
    Spared,
    Summoned,
)
from duelmat_engine.names import CardKey, Seat, ZoneName, seat_letter, zone, zone_kind, zone_seat
from duelmat_engine.refs import is_unseen, unseen_counts
from duelmat_engine.ruleset import Game
from duelmat_engine.state import (
    Claim,
    Decision,
    Duel,
    Frame,
    Hidden,
    Link,
    Outcome,
    Piece,
    Player,
    Value,
    Waiting,
    Window,
    replace,
)


class Machine:
    """The duel in the making; attributes as in Duel."""

    def __init__(self, duel: Duel, game: Game) -> None:
        self.game = game
        self.before = duel
        self.players: list[Player] = list(duel.players)
        self.zones: dict[ZoneName, tuple[Piece, ...]] = dict(duel.zones)
        self.turn = duel.turn
        self.turn_seat = duel.turn_seat
        self.phase = duel.phase
        self.frames: list[Frame] = list(duel.frames)
        self.decision: Decision | None = None
        self.chain: list[Link] = list(duel.chain)
        self.waiting: list[Waiting] = list(duel.waiting)
        self.window: Window | None = duel.window
        self.used: dict[str, int] = dict(duel.used)
        self.next_oid = duel.next_oid
        self.closed = duel.closed
        self.viewer = duel.viewer
        self.hidden: list[Hidden] = list(duel.hidden)
        self.origin: Duel | None = duel.origin
        self.outcome: Outcome | None = duel.outcome
        self.seen = duel.seen
        self.chance = duel.chance
        self.events: list[AnyEvent] = []
        if self.closed and not self.hidden:
            self._begin_knowledge()

    def freeze(self) -> Duel:
        return Duel(
            ruleset=self.before.ruleset,
            readings=self.before.readings,
            players=tuple(self.players),
            zones={name: pieces for name, pieces in self.zones.items() if pieces},
            turn=self.turn,
            turn_seat=self.turn_seat,
            phase=self.phase,
            frames=tuple(self.frames),
            decision=self.decision,
            chain=tuple(self.chain),
            waiting=tuple(self.waiting),
            window=self.window,
            used=self.used,
            next_oid=self.next_oid,
            closed=self.closed,
            viewer=self.viewer,
            hidden=tuple(
                knowledge.settle(hidden, unseen_counts(self, owner)) if hidden.claims else hidden
                for owner, hidden in enumerate(self.hidden)
            ),
            origin=self.origin,
            outcome=self.outcome,
            seen=self.seen,
            chance=self.chance,
        )

    # Reading

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    @property
    def seat(self) -> Seat:
        """Whose effect or act the top frame carries out."""
        seat = self.frame.bound.get("seat", self.turn_seat)
        return Seat(seat) if isinstance(seat, int) else self.turn_seat

    def scope(self) -> Scope:
        return Scope(self, self.game, self.seat, self.frame.bound)

    def derived(self) -> Derived:
        return derive(self, self.game)

    def at(self, name: str) -> tuple[Piece, ...]:
        return self.zones.get(ZoneName(name), ())

    def has_kind(self, piece: Piece, kind: str) -> bool:
        return piece.key is not None and kind in self.game.rules.card(piece.key).kinds

    def use_up(self, effect: Effect) -> None:
        """Note that the player whose act this is has used what may be used once a turn."""
        if effect.once_per_turn:
            self.used[f"{seat_letter(self.seat)}.{effect.name}"] = 1

    # Frames

    def bind(self, values: dict[str, Value]) -> None:
        """Remember values in the top frame."""
        self.frames[-1] = replace(self.frame, bound={**self.frame.bound, **values})

    def done(self) -> None:
        """Go on to the next operation of the top frame."""
        self.frames[-1] = replace(self.frame, step=self.frame.step + 1)

    def push(self, block: str, bound: dict[str, Value], *, returns: bool = False) -> None:
        """Begin another block; with `returns` its bindings come back when it ends."""
        self.frames.append(Frame(block, 0, bound, returns))

    def pop(self) -> None:
        """Leave the top frame."""
        ended = self.frames.pop()
        if ended.returns:
            self.bind(ended.bound)

    # Cards

    def new_oid(self) -> int:
        self.next_oid += 1
        return self.next_oid - 1

    def emit(self, event: AnyEvent, before: Derived | None = None) -> None:
        """Note an event and collect the triggers it sets off."""
        self.events.append(event)
        names = self.game.triggers.get(type(event).__name__)
        if names:
            self._collect(event, names, before or self.derived())

    def put(self, name: ZoneName, piece: Piece, *, bottom: bool = False) -> None:
        pieces = self.zones.get(name, ())
        self.zones[name] = (*pieces, piece) if bottom else (piece, *pieces)

    def take(self, name: ZoneName, piece: Piece) -> None:
        self.zones[name] = tuple(p for p in self.zones[name] if p.oid != piece.oid)

    def change(self, name: ZoneName, piece: Piece, **changes: object) -> Piece:
        """The same object with something about it changed."""
        after = replace(piece, **changes)
        self.zones[name] = tuple(after if p.oid == piece.oid else p for p in self.zones[name])
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
        **changes: object,
    ) -> Piece | None:
        """Move a card; None if it is no longer where it was.

        A card of a kind that the ruleset keeps off a zone goes where the ruleset sends it.
        """
        found = find(self, piece)
        if found is None:
            return None
        source, current = found
        to, rules = self._redirected(current, source, to, rules)
        open_to_all = bool(changes.get("face_up", True)) and not self._is_hidden(to)
        if open_to_all and current.key is not None:
            current = self.reveal(source, current, current.key)
        elif is_unseen(self, current):
            self._drift(current, source, to)
        self.take(source, current)
        defaults: dict[str, object] = {
            "oid": self.new_oid(),
            "face_up": not self._is_hidden(to),
            "upright": True,
            "arrived": self.turn,
            "stamp": 0,
            "way": "",
            "attacked": 0,
            "turned": 0,
            "marks": {},
        }
        after = replace(current, **(defaults | changes))
        self.put(to, after, bottom=bottom)
        self.emit(
            Moved(
                piece=current,
                after=after,
                source=source,
                to=to,
                cause=cause,
                by=self.seat if self.frames else current.owner,
                rules=rules,
            ),
            before,
        )
        return after

    def _redirected(
        self, piece: Piece, source: ZoneName, to: ZoneName, rules: tuple[str, ...]
    ) -> tuple[ZoneName, tuple[str, ...]]:
        if is_on_field(self.game, source) and not is_on_field(self.game, to):
            for kind, (home, home_rules) in self.game.rules.leave_field.items():
                if self.has_kind(piece, kind) and self.game.is_on(home_rules[0]):
                    return zone(piece.owner, home), (*rules, *home_rules)
        return to, rules

    def _is_hidden(self, name: str) -> bool:
        return zone_kind(name) in self.game.rules.hidden_kinds

    # What the table knows

    def _begin_knowledge(self) -> None:
        """A closed duel that was laid out by hand: what lies open is known, the rest is not."""
        for name, pieces in self.zones.items():
            if not self._is_hidden(name):
                self.zones[name] = tuple(replace(p, shown=p.shown or p.face_up) for p in pieces)
        pools: list[set[CardKey]] = [set() for _ in self.players]
        for pieces in self.zones.values():
            for piece in pieces:
                if piece.key is not None and not piece.shown:
                    pools[piece.owner].add(piece.key)
        self.hidden = [Hidden(frozenset(pool)) for pool in pools]

    def _drift(self, piece: Piece, source: ZoneName, to: ZoneName) -> None:
        """Keep the bounds true when an unseen card moves."""
        hidden = self.hidden[piece.owner]
        if hidden.claims:
            lying = sum(p.owner == piece.owner and is_unseen(self, p) for p in self.at(to))
            self.hidden[piece.owner] = knowledge.drift(hidden, source, to, joined=lying)

    def reveal(self, name: ZoneName, piece: Piece, key: CardKey) -> Piece:
        """Everybody sees that a card is this one; taking the announcement back changes no mind."""
        if piece.shown:
            return piece
        if is_unseen(self, piece):
            self.hidden[piece.owner] = knowledge.reveal(self.hidden[piece.owner], name, key)
        after = self.change(name, piece, key=key, shown=True)
        if self.origin is not None:
            self.origin = self._seen_before(self.origin, name, after)
        return after

    def _seen_before(self, duel: Duel, name: ZoneName, seen: Piece) -> Duel:
        """An earlier duel with a card known that has been shown since."""
        earlier = next((p for p in duel.at(name) if p.oid == seen.oid), None)
        if earlier is None or earlier.shown:
            return duel
        hidden = list(duel.hidden)
        if is_unseen(duel, earlier) and seen.key is not None:
            known = knowledge.reveal(hidden[seen.owner], name, seen.key)
            hidden[seen.owner] = known
        after = replace(earlier, key=seen.key, shown=True)
        pieces = tuple(after if p.oid == seen.oid else p for p in duel.at(name))
        return replace(duel, zones={**duel.zones, name: pieces}, hidden=tuple(hidden))

    def blur(self, name: ZoneName) -> None:
        """Cards of this zone can no longer be told apart, also those that had been shown."""
        seen = [p for p in self.at(name) if not is_unseen(self, p)]
        for owner in {p.owner for p in seen}:
            known = frozenset(p.key for p in seen if p.key is not None and p.owner == owner)
            self.hidden[owner] = knowledge.blur(self.hidden[owner], known, name)
        if seen:
            self.zones[name] = tuple(
                replace(p, shown=False, key=p.key if self.closed else None) for p in self.at(name)
            )

    def learn(self, owner: Seat, told: Claim) -> None:
        """Something more is known of an owner's unseen cards, also if this is taken back."""
        self.hidden[owner] = knowledge.claim(self.hidden[owner], told)
        if self.origin is not None:
            hidden = list(self.origin.hidden)
            hidden[owner] = knowledge.claim(hidden[owner], told)
            self.origin = replace(self.origin, hidden=tuple(hidden))

    # Proposed events

    def destroy(
        self,
        targets: Iterable[Piece],
        *,
        cause: str,
        by: dict[int, Piece] | None = None,
        rules: tuple[str, ...] = (),
    ) -> tuple[Piece, ...]:
        """Destroy cards at once: all are judged on the duel as it was before any of them went.

        `by` gives, by oid, the card that destroys. Returns those destroyed, as they were.
        """
        before = self.derived()
        there = [found for target in targets if (found := find(self, target))]
        spared = self.spared_from(cause, [piece for _, piece in there])
        doomed = [(name, piece) for name, piece in there if piece.oid not in spared]
        for name, piece in doomed:
            self.emit(
                Destroyed(
                    piece=piece,
                    place=name,
                    cause=cause,
                    by=(by or {}).get(piece.oid),
                    rules=rules,
                ),
                before,
            )
        for _, piece in doomed:
            self.move(piece, zone(piece.owner, "grave"), cause=cause, rules=rules, before=before)
        return tuple(piece for _, piece in doomed)

    def spared_from(self, cause: str, pieces: Iterable[Piece]) -> set[int]:
        """Those of these cards that their own text keeps from such destruction, by oid."""
        derived = self.derived()
        kept: set[int] = set()
        for piece in pieces:
            found = find(self, piece)
            if found is None or found[1].key is None:
                continue
            name, current = found
            card = self.game.rules.card(found[1].key)
            text = derived.restricted(f"destroy-by-{cause}", current, card, zone_seat(name))
            if text is not None:
                kept.add(current.oid)
                self.emit(Spared(piece=current, place=name, what="destruction", rules=text.rules))
        return kept

    def set_life(self, seat: Seat, life: int, *, cause: str, rules: tuple[str, ...]) -> None:
        before = self.players[seat].life
        life = max(0, life)
        if life == before:
            return
        self.players[seat] = replace(self.players[seat], life=life)
        self.seen = ()
        self.emit(LifeChanged(seat=seat, before=before, life=life, cause=cause, rules=rules))

    def check_life(self) -> None:
        """End the duel when somebody has no life left; all at once is a draw."""
        if self.outcome is not None or not self.game.is_on(self.game.rules.over_rules[0]):
            return
        alive = [s for s in range(len(self.players)) if self.players[s].life > 0]
        if len(alive) == len(self.players):
            return
        rules = self.game.rules.over_rules
        if not alive:
            self.end(None, "no player has life left", (*rules, *self.game.rules.all_lost_rules))
        elif len(alive) == 1:
            self.end(Seat(alive[0]), "the opponent has no life left", rules)

    def end(self, winner: Seat | None, reason: str, rules: tuple[str, ...]) -> None:
        self.outcome = Outcome(winner, reason, rules)
        self.decision = None
        self.emit(DuelEnded(winner=winner, reason=reason, rules=rules))

    def shuffle(self, name: ZoneName, rules: tuple[str, ...] = ()) -> None:
        """Shuffle a pile: nobody knows its order any longer."""
        self.blur(name)
        if self.closed:
            self.zones[name], self.chance = chance.shuffled(self.chance, self.at(name))
        self.emit(Shuffled(place=name, rules=rules))

    def summoned(
        self, piece: Piece, place: ZoneName, way: str, *, special: bool, rules: tuple[str, ...]
    ) -> None:
        """A summon has succeeded: the event, and the window that it opens."""
        seat = zone_seat(place)
        self.open_window("special-summon" if special else "summon", (piece,), seat)
        self.emit(
            Summoned(piece=piece, place=place, way=way, special=special, by=seat, rules=rules)
        )

    def open_window(self, kind: str, pieces: tuple[Piece, ...], seat: Seat) -> None:
        """Something happened that may be answered; it joins what is already waiting for one."""
        window = self.window
        if window is None:
            self.window = Window((kind,), pieces, seat)
        else:
            self.window = Window((*window.to, kind), (*window.pieces, *pieces), seat)

    # Triggers

    def _collect(self, event: AnyEvent, names: frozenset[str], before: Derived) -> None:
        subject: Piece | None = getattr(event, "piece", None)
        agent: Piece | None = getattr(event, "by", None)
        parts = [("piece", subject)]
        if isinstance(agent, Piece):
            parts.append(("by", agent))
        for part, piece in parts:
            if piece is None or piece.key is None or not piece.face_up:
                continue
            for name in self.game.rules.card(piece.key).effects:
                if name in names:
                    effect = self.game.rules.effects[name]
                    if effect.on is not None and effect.on.part == part:
                        self._wait(effect, effect.on, piece, event, subject, before)

    def _wait(
        self,
        effect: Effect,
        on: On,
        piece: Piece,
        event: AnyEvent,
        subject: Piece | None,
        before: Derived,
    ) -> None:
        place = getattr(event, "source", None) or getattr(event, "place", None)
        seat = self._controller(piece, place if on.part == "piece" else None)
        if not self._matches(on, event, place, seat):
            return
        negator = before.negated_by(piece, seat)
        if negator is not None:
            at = ZoneName(place or "")
            rules = negator.effect.negate_rules
            self.events.append(Negated(piece=piece, place=at, effect=effect.name, rules=rules))
            return
        bound: dict[str, Value] = {"seat": seat, "self": (piece,), "effect": effect.name}
        if subject is not None:
            bound["event"] = (subject,)
        scope = Scope(self, self.game, seat, bound)
        if all(is_true(scope, need.when) for need in effect.needs if self.game.is_on(need.rule)):
            self.waiting.append(Waiting(seat, piece, effect.name, bound))

    def _controller(self, piece: Piece, place: str | None) -> Seat:
        if place is not None:
            return zone_seat(place)
        found = find(self, piece)
        return zone_seat(found[0]) if found else piece.owner

    def _matches(self, on: On, event: AnyEvent, place: str | None, seat: Seat) -> bool:
        if on.cause and getattr(event, "cause", "") != on.cause:
            return False
        if on.special is not None and getattr(event, "special", None) != on.special:
            reading, value = on.unless
            if not reading or self.game.reads(reading) != value:
                return False
        if on.way and getattr(event, "way", "") != on.way:
            return False
        if on.from_field and not (
            isinstance(event, Moved)
            and is_on_field(self.game, event.source)
            and not is_on_field(self.game, event.to)
        ):
            return False
        return not on.opposing or (place is not None and zone_seat(place) != seat)
