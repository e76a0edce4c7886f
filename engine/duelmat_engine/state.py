"""The duel as a value: everything that is so at one moment, and nothing else.

A `Duel` is frozen. Playing makes new ones, so that undo is an earlier value, and two equal
values answer every question alike. It waits at exactly one `Decision`, or it is over.

An *open* duel (`closed` is False) knows what the table or one seat knows: a piece whose `key`
is None is a card that nobody here has seen. What may still be concluded about such cards is
in `hidden` (see knowledge.py). A *closed* duel knows every card, and by `shown` and `hidden`
what the table knows of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import Any, ClassVar, Final, Generic, Literal, Protocol, TypeVar, get_args

from msgspec import Struct, field, structs

from duelmat_engine.brief import Brief
from duelmat_engine.effects.terms import How
from duelmat_engine.names import NOBODY, CardKey, Seat, ZoneName, key_code, seat_letter
from duelmat_message import Ref, Text, ref, say, with_words

Frozen = TypeVar("Frozen")
HOWS: Final[tuple[How, ...]] = get_args(How)
DecisionKind = Literal[
    "open",
    "window",
    "trigger",
    "choose",
    "number",
    "name",
    "first",
    "reveal",
    "chance",
    "place",
    "aim",
]


class Alteration(Brief, frozen=True, forbid_unknown_fields=True, gc=False):
    """A change that a resolved effect made to a value of a card, as long as it lies there."""

    trait: str
    how: How
    amount: int = 0
    stamp: int = 0
    """Moment of the change; later ones are made on top of earlier ones."""
    until: int = 0
    """The turn at whose end it is over; 0: as long as the card lies there."""
    rules: tuple[str, ...] = ()
    """The rules by which it was made."""
    code: str = ""
    """The card whose effect made it; empty: nobody has seen which."""


class Piece(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A card lying in a zone. When it changes zone it is a new object with a new `oid`, unless it
    is handed over or shifted from one zone of the field to another.
    """

    oid: int
    owner: Seat
    key: CardKey | None = None
    """The card; None: not known in this world."""
    shown: bool = False
    """Whether everybody at the table knows which card it is."""
    face_up: bool = True
    upright: bool = True
    """Attack Position (or not a monster); False is Defense Position."""
    arrived: int = 0
    """The turn in which it came to this zone, counted from 1."""
    stamp: int = 0
    """Moment from which its continuous effects count; earlier ones win (reading G-58)."""
    move: str = ""
    """The move by which it came, by name ("normal-summon", "synchro-summon", "set")."""
    attacked: int = 0
    """The last turn in which it declared an attack."""
    turned: int = 0
    """The last turn in which it was turned by hand."""
    marks: dict[str, int | str] = field(default_factory=dict)
    """Declared names, counters, status conditions."""
    attached: int = 0
    """The number of the card that it is equipped to; 0: to none."""
    altered: tuple[Alteration, ...] = ()
    """The changes of its values by resolved effects."""
    beneath: tuple[Piece, ...] = ()
    """Cards lying under it, topmost first."""

    @property
    def code(self) -> str | None:
        return None if self.key is None else key_code(self.key)

    def __repr__(self) -> str:
        face = "face-up" if self.face_up else "face-down"
        position = "upright" if self.upright else "sideways"
        return f"<Piece {self.key or 'unseen'}, {face}, {position}>"


Located = tuple[ZoneName, Piece]
"""A card, and the zone in which it lies."""
CardsByZone = dict[ZoneName, tuple[Piece, ...]]
"""The cards of each zone, top first; a zone without an entry is empty."""


class Player(Brief, frozen=True, forbid_unknown_fields=True, gc=False):
    """A player's state besides the zones."""

    life: int
    lost: str = ""
    """The reason why this player has lost; empty while still in the duel."""
    lost_order: int = 0
    """The place in the order of losing: 1 lost first; 0 while still in the duel."""
    won: str = ""
    """The reason why this player is about to win, where losers are found out at the same time."""
    marks: dict[str, int | str] = field(default_factory=dict)
    """Notes that hold for this player until something changes them: "begins" is the phase in which
    their turns begin, where that is not the first."""


Value = int | str | bool | tuple[int | str | Piece, ...] | None
"""A value that a frame may hold under a name; the items of a tuple are all of one class."""
OneValue = TypeVar("OneValue", bound=Value)
Named = Literal["", "effect", "move", "phase"]
"""Says what a text names, where its type does not; empty: it names nothing."""


class Local(Generic[OneValue]):
    """A local variable of procedures: a name in their frames, and the type of its values.

    `SEAT(seat)` is the bindings with this value, `SEAT.of(frame.bound)` reads it; without a
    default it is always bound where it is read (KeyError if not). What card texts bind they
    name themselves: such names are plain strings.
    """

    __slots__ = ("default", "kind", "name", "names", "of")

    declared: ClassVar[dict[str, list[Local[Any]]]] = {}
    """All that there are, by name."""

    def __init__(
        self, name: str, kind: type[OneValue], default: OneValue | None = None, names: Named = ""
    ) -> None:
        self.name = name
        self.kind = kind
        self.names = names
        self.default: Any = default
        self.of: Callable[[Mapping[str, Any]], OneValue] = (
            itemgetter(name) if default is None else lambda bound: bound.get(name, default)
        )
        self.declared.setdefault(name, []).append(self)

    def __call__(self, value: OneValue) -> dict[str, Value]:
        return {self.name: value}


def without(bound: Mapping[str, Value], *dropped: Local[Any]) -> dict[str, Value]:
    """Return the bindings less those of these variables."""
    rest = dict(bound)
    for local in dropped:
        rest.pop(local.name, None)
    return rest


class Frame(Brief, frozen=True, forbid_unknown_fields=True, gc=False):
    """A block of operations being carried out: the block's name, the next step, bindings."""

    block: str
    step: int = 0
    bound: dict[str, Value] = field(default_factory=dict)
    returns: bool = False
    """Whether what is bound here is bound in the frame below when this one ends."""
    past: CardsByZone | None = None
    """The open zones as they were, where this block finds cards as an earlier act found them."""


class Link(Brief, frozen=True, forbid_unknown_fields=True, gc=False):
    """One effect waiting on the Chain."""

    seat: Seat
    source: Piece
    """The card as it was when it was activated (last known information)."""
    effect: str
    bound: dict[str, Value] = field(default_factory=dict)
    speed: int = 1
    trigger: bool = False
    place: str = ""
    """The kind of zone in which the card lay when it was activated."""
    bucket: int = -1
    """Of a trigger: the bucket of the chain policy from which it came."""
    group: int = 0
    """Links of one group above 0 are one act: they resolve together, the first put first."""


class PendingTrigger(Brief, frozen=True, forbid_unknown_fields=True, gc=False):
    """A trigger whose event has happened and which is not on the Chain yet."""

    seat: Seat
    source: Piece
    """The card; of cards that nobody else has seen only their owner (see `place`)."""
    effect: str
    bound: dict[str, Value] = field(default_factory=dict)
    moment: int = 0
    """The number of the moment since the last window that set it off, counted from 1."""
    state: Literal["", "ready", "missed", "now"] = ""
    """"ready" and "missed" once its window has come; "now": it is carried out immediately."""
    late: bool = False
    """Whether it came up while a Chain was being built."""
    place: ZoneName = ZoneName("")
    """A zone in which some unseen card may have the effect; whether one has is its owner's
    knowledge. Empty: `source` has it."""
    spent: tuple[CardKey, ...] = ()
    """The cards of `place` that have used it."""


class Window(Brief, frozen=True, forbid_unknown_fields=True, gc=False):
    """An opportunity to respond, and what there is to respond to."""

    to: tuple[str, ...]
    """The events to respond to, each a word of `texts.WINDOWS`."""
    pieces: tuple[Piece, ...] = ()
    """The cards it happened to."""
    seat: Seat = Seat(0)
    """The player who acted."""
    passes: int = 0
    """The number of players in a row who have passed."""


class Decision(Brief, frozen=True, forbid_unknown_fields=True, gc=False):
    """The question that must be answered now, and the player who answers it."""

    seat: Seat
    kind: DecisionKind
    about: str = ""
    """The effect or block that asks, by name: for people and for the rules catalogue."""
    rules: tuple[str, ...] = ()
    """The rules by which the question is asked."""
    optional: bool = False
    """Whether declining is an answer."""
    options: tuple[str, ...] = ()
    """For "name", "trigger", "first": the answers there are."""
    low: int = 0
    high: int = 0
    multiple: int = 1
    """For "number": from `low` to `high` in steps of `multiple`."""
    cancel: bool = False
    """Whether the whole announcement may still be taken back without cost."""


class Outcome(Brief, frozen=True, forbid_unknown_fields=True, gc=False):
    """The end of a duel."""

    winner: Seat | None
    """None: a draw."""
    reason: str
    rules: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """The reason, with the loser of two as a player: "player b conceded"."""
        return told_end(self.winner, self.reason)


def seat_ref(seat: Seat) -> Ref:
    """Return what stands for a player in a sentence: "player b"."""
    letter = seat_letter(seat)
    return ref(letter, f"player {letter}")


def card_ref(piece: Piece) -> Ref:
    """Return what stands for a card in a sentence: its key, as in "a:H7"."""
    return ref(str(piece.key))


def card_at(place: str) -> Ref:
    """Return what stands in a sentence for the card that lies at a place, or that a key names."""
    return ref(f"@{place}", place)


def lying(piece: Piece) -> Text:
    """Return a card with the side that lies up."""
    if piece.face_up:
        return say("{card} face-up", card=card_ref(piece))
    return say("{card} face-down", card=card_ref(piece))


def loser_ref(seat: Seat) -> Ref:
    """Return what stands for the one who has lost in why the other has won: "the opponent"."""
    return ref(seat_letter(seat), "the opponent")


def told_end(winner: int | None, reason: str) -> str:
    """Return why a duel has ended, with the winner's opponent named as a player."""
    if winner not in (0, 1):
        return reason
    if isinstance(reason, Text):
        return with_words(reason, lambda one: ref(one.message, f"player {one.message}"))
    return reason.replace("the opponent", f"player {seat_letter(Seat(1 - winner))}")


class Claim(Brief, frozen=True, forbid_unknown_fields=True, gc=False):
    """At least `low` of these cards lie in these zones."""

    keys: frozenset[CardKey]
    zones: frozenset[ZoneName]
    low: int
    rule: str = ""
    """The rule by which it must be so; empty: it follows from what was seen."""


class Hidden(Brief, frozen=True, forbid_unknown_fields=True):
    """The conclusions that the table can draw about one owner's unseen cards."""

    pool: frozenset[CardKey] = frozenset()
    """All cards of this owner that lie somewhere unseen."""
    claims: tuple[Claim, ...] = ()
    """In play a sequence that is worked out when it is read (`visibility/later.py`)."""


class Duel(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole duel at one decision."""

    ruleset: str
    readings: dict[str, str]
    """Each reading's value, by G id, as chosen for this duel."""
    players: tuple[Player, ...]
    zones: CardsByZone = field(default_factory=dict)
    """Cards by zone; an absent zone is empty. Piles have their top first."""
    turn: int = 0
    turn_seat: Seat = Seat(0)
    phase: str = "setup"
    frames: tuple[Frame, ...] = ()
    decision: Decision | None = None
    chain: tuple[Link, ...] = ()
    pending: tuple[PendingTrigger, ...] = ()
    window: Window | None = None
    moment: int = 0
    """The number of events since the last window; simultaneous ones count as one."""
    turn_counters: dict[str, int] = field(default_factory=dict)
    """Counters of this turn: "a.summon-right" and the like."""
    next_oid: int = 1
    closed: bool = True
    viewer: Seat = NOBODY
    """Of an open duel: whose knowledge it holds; nobody's is what the whole table knows."""
    hidden: tuple[Hidden, ...] = ()
    """By owner: what may be concluded about the cards that the viewer has not seen. A closed duel
    keeps what the table may conclude."""
    origin: Duel | None = None
    """The duel before the announcement in progress: what a cancel goes back to."""
    outcome: Outcome | None = None
    seen: tuple[str, ...] = ()
    """Digests since the last progress, where a ruleset ends a duel that repeats itself."""
    chance: int = 0
    """State of the seeded generator; 0 in an open duel, whose dice are thrown outside."""

    def at(self, zone: str) -> tuple[Piece, ...]:
        """The cards of a zone, top first; () if there are none."""
        zones: dict[Any, tuple[Piece, ...]] = self.zones
        return zones.get(zone, ())

    def top(self, zone: str) -> Piece | None:
        pieces = self.at(zone)
        return pieces[0] if pieces else None

    def pieces(self) -> Iterator[Located]:
        """Every card with its zone; cards beneath others are not listed by themselves."""
        for zone, pieces in self.zones.items():
            for piece in pieces:
                yield zone, piece

    @property
    def seats(self) -> range:
        return range(len(self.players))

    def is_over(self) -> bool:
        return self.outcome is not None

    def __repr__(self) -> str:
        moment = f"turn {self.turn} of {seat_letter(self.turn_seat)}, {self.phase}"
        lives = " ".join(str(player.life) for player in self.players)
        return f"<Duel of {self.ruleset}, {moment}, {self._waits_for()}, life {lives}>"

    def _waits_for(self) -> str:
        if self.decision is not None:
            return f"{seat_letter(self.decision.seat)} decides: {self.decision.kind}"
        winner = None if self.outcome is None else self.outcome.winner
        return "over: " + ("a draw" if winner is None else f"{seat_letter(winner)} has won")


class World(Protocol):
    """The attributes of a duel in any form.

    It is a Duel, or a machine in the midst of an operation, which has the same attributes.
    """

    @property
    def zones(self) -> CardsByZone: ...
    @property
    def players(self) -> tuple[Player, ...] | list[Player]: ...
    @property
    def window(self) -> Window | None: ...
    @property
    def closed(self) -> bool: ...
    @property
    def turn(self) -> int: ...
    @property
    def turn_seat(self) -> Seat: ...
    @property
    def turn_counters(self) -> dict[str, int]: ...
    @property
    def phase(self) -> str: ...
    @property
    def decision(self) -> Decision | None: ...
    @property
    def chain(self) -> tuple[Link, ...] | list[Link]: ...
    @property
    def frames(self) -> tuple[Frame, ...] | list[Frame]: ...
    @property
    def pending(self) -> tuple[PendingTrigger, ...] | list[PendingTrigger]: ...
    @property
    def hidden(self) -> tuple[Hidden, ...] | list[Hidden]: ...
    @property
    def moment(self) -> int: ...

    def at(self, zone: str, /) -> tuple[Piece, ...]: ...


replace = structs.replace
"""A changed copy of a frozen struct; for programs, `copied` takes every frozen value."""


def copied(value: Frozen, /, **changes: Any) -> Frozen:
    """A changed copy of a frozen value: a duel or what lies in it, a ruleset, a kind of move."""
    change: Any = replace if isinstance(value, Struct) else dataclasses.replace
    made: Frozen = change(value, **changes)
    return made
