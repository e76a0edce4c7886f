"""What all second generators need: where cards lie, and how a decision is answered.

Nothing here decides what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations, product

from duelmat_engine.actions import Action, Activate, Cancel, Choose, Name, Pass, Roll
from duelmat_engine.names import ZoneName
from duelmat_engine.state import Duel, Piece

LETTERS = "abcd"
COLUMNS = range(1, 6)
"""Rows of five zones a player (G-23, G-29, G-40)."""
LYING = tuple(product((True, False), repeat=2))
"""Upright or sideways, face-up or face-down."""

Part = Callable[[Duel], Iterator[Action]]


def zones(duel: Duel, seat: int, *kinds: str) -> Iterator[tuple[ZoneName, Piece]]:
    """The cards of a player in zones of these kinds, row after row."""
    for kind in kinds:
        names = [f"{kind}{i}" for i in COLUMNS] if kind in ("m", "s") else [kind]
        for name in names:
            where = ZoneName(f"{LETTERS[seat]}.{name}")
            yield from ((where, piece) for piece in duel.zones.get(where, ()))


def field(duel: Duel, *kinds: str) -> Iterator[tuple[ZoneName, Piece]]:
    """The cards of both players in zones of these kinds."""
    return chain(zones(duel, 0, *kinds), zones(duel, 1, *kinds))


def rows(*kinds: str, others: tuple[str, ...] = ()) -> list[ZoneName]:
    """Every zone of two players' rows, and other zones of theirs."""
    names = (*(f"{kind}{i}" for kind in kinds for i in COLUMNS), *others)
    return [ZoneName(f"{letter}.{name}") for letter in "ab" for name in names]


def asked(duel: Duel) -> int:
    """The seat that has to answer."""
    assert duel.decision is not None
    return duel.decision.seat


def is_own_open(duel: Duel) -> bool:
    """The turn player may do what open play allows."""
    assert duel.decision is not None
    return duel.decision.kind == "open" and duel.turn_seat == duel.decision.seat


def is_used(duel: Duel, what: str) -> bool:
    """A right of this turn is used up."""
    return bool(duel.turn_counters.get(f"{LETTERS[asked(duel)]}.{what}"))


def bound(duel: Duel, name: str) -> list[Piece]:
    """The cards that the procedure at hand has noted under a name."""
    noted = duel.frames[-1].bound.get(name, ())
    assert isinstance(noted, tuple)
    return [piece for piece in noted if isinstance(piece, Piece)]


def triggers(duel: Duel) -> Iterator[Action]:
    """What waits for an answer of this player, named by the card as it lies now."""
    assert duel.decision is not None
    for option in duel.decision.options:
        effect, _, card = option.partition(" ")
        yield Activate(effect, card)


def discards(cards: list[Piece], chosen: list[Piece], surplus: int) -> Iterator[Action]:
    """Cards given away one after another, in the order in which they lie."""
    last = [piece.oid for piece in chosen[-1:]]
    first = next((i + 1 for i, p in enumerate(cards) if p.oid in last), 0)
    more = surplus - len(chosen)
    yield from (Choose(str(p.key)) for p in cards[first : len(cards) - more + 1])


def answers(duel: Duel, parts: Mapping[str, tuple[Part, ...]]) -> Iterator[Action]:
    """Every answer to the decision at hand, by its kind; announcing may be taken back."""
    decision = duel.decision
    if decision is None:
        return
    for part in parts.get(decision.kind, ()):
        yield from part(duel)
    match decision.kind:
        case "window":
            yield Pass()
        case "first":
            yield from (Name(LETTERS[seat]) for seat in range(len(duel.players)))
        case "chance":
            yield from map(Roll, dict.fromkeys(combinations(decision.options, decision.low)))
    if duel.origin is not None:  # announced, and nothing paid yet
        yield Cancel()
