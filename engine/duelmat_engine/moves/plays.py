"""Rules about a whole Play: the zone it goes to, and the cards it is paid with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, Final, NamedTuple

from duelmat_engine.actions import Action, Play
from duelmat_engine.board.refs import ref_of, top_of
from duelmat_engine.board.scope import free_zones
from duelmat_engine.candidates.invalid import no_room
from duelmat_engine.moves.card_rules import from_hand
from duelmat_engine.moves.moment_rules import Citation, Test, do, rule
from duelmat_engine.moves.sources import hand, row
from duelmat_engine.names import ZoneName, zone
from duelmat_engine.ruleset.game import Actions, MoveKind, Question, Rule
from duelmat_engine.verdict import Do, Remedy
from duelmat_message import Text, listed, ref, say

DOWN: Final = say("Place it face-down and upright.")
SIDEWAYS: Final = say("Place it face-down and sideways, in Defense Position.")
FACE_UP: Final = say("Place it face-up, in Attack or in Defense Position.")
OR_SET: Final = say(
    "Summon it face-up in Attack Position, or Set it face-down in Defense Position."
)


def free_row(q: Question, kind: str, using: tuple[str, ...] = ()) -> Sequence[ZoneName]:
    """The zones of the player's own row that are free once these are emptied."""
    if using:
        return free_zones(q.duel, q.game, q.seat, kind, using)
    free = q.board.free
    found = free.get((q.seat, kind))
    if found is None:
        found = free[q.seat, kind] = free_zones(q.duel, q.game, q.seat, kind)
    return found


def play_of(q: Question) -> Play:
    assert isinstance(q.action, Play)
    return q.action


def to_free(kind: str, name: str, reading: str = "") -> Rule:
    """The zone is one of the player's own row and free, or becomes free by what is paid."""

    def holds(q: Question) -> bool:
        return play_of(q).to in free_row(q, kind, play_of(q).using)

    def remedy(q: Question) -> Remedy:
        free = free_row(q, kind, play_of(q).using)
        if free:
            zones = listed(map(ref, free), ",")
            return Do(say("Place it in a free zone of yours: {zones}.", zones=zones))
        return no_room(kind)

    return rule(name, holds, remedy, reading)


def shows_rightly(q: Question) -> bool:
    """Whether face-down cards that are used are shown as what they are, or not named at all.

    Where none are named the table sees them.
    """
    play = play_of(q)
    used = [top_of(q.duel, name) for name in play.using]
    return play.shown in ((), tuple(p.key for p in used if p is not None and not p.face_up))


class Laid(NamedTuple):
    """The way in which a play lays its card: the statement that asks for it, and its words."""

    citation: Citation
    text: Text
    face_up: bool = True
    positions: tuple[bool, ...] = (True, False)
    """Whether upright, for each way in which it may lie."""

    def limit(self) -> Rule:
        def holds(q: Question) -> bool:
            play = play_of(q)
            return play.face_up is self.face_up and play.upright in self.positions

        return self.citation.says(holds, Do(self.text))


def pays_nothing(name: str) -> Rule:
    """The play names no other cards: it is not paid with any."""
    text = say("Name no other cards: if any are to be paid, they are asked for afterwards.")
    return do(name, lambda q: not play_of(q).using, text)


Payments = Callable[[Question], Iterable[tuple[str, ...]]]
"""Function that returns the sets of cards with which the card in question may be paid."""
UNPAID: Final[tuple[tuple[str, ...], ...]] = ((),)
"""The only payment of what costs no cards."""


def other_monsters(q: Question) -> list[ZoneName]:
    """Return the zones of the player's own monsters beside the card itself."""
    return [name for name, _ in row(q, "m") if name != q.place]


def sets_of_own(count: Callable[[Question], int]) -> Payments:
    """Every set of so many other monsters of the player's own, by their zones."""

    def payments(q: Question) -> Iterable[tuple[str, ...]]:
        number = count(q)
        return combinations(other_monsters(q), number) if number else UNPAID

    return payments


def is_paid(payments: Payments) -> Test:
    """The play names one of these sets of cards, in whatever order."""

    def holds(q: Question) -> bool:
        using = sorted(play_of(q).using)
        return any(sorted(payment) == using for payment in payments(q))

    return holds


def places(
    move: str,
    kind: str,
    positions: tuple[bool, ...] = (True,),
    *,
    face_up: bool = True,
    payments: Payments | None = None,
) -> Actions:
    """Every payment, each zone of the player's row that is free after it, each position."""

    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        card = ref_of(q.game, q.place, q.piece)
        for using in UNPAID if payments is None else payments(q):
            for to, upright in product(free_row(q, kind, using), positions):
                yield Play(move, card, to, upright, face_up, using)

    return actions


def into(move: str, kind: str, *, face_up: bool = True) -> Actions:
    """The one way to bring the card to a zone of the player's that holds any number."""

    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        card = ref_of(q.game, q.place, q.piece)
        yield Play(move, card, zone(q.seat, kind), upright=True, face_up=face_up)

    return actions


def goes_into(kind: str) -> Test:
    """Whether the play brings the card there."""
    return lambda q: play_of(q).to == zone(q.seat, kind)


def lay(
    name: str,
    kind: str,
    *permitted_by: str,
    laid: Laid,
    room: Rule,
    paid: tuple[Rule, ...] | None = None,
    payments: Payments | None = None,
    **more: Any,
) -> MoveKind:
    """Return a play that lays a card of the hand in a row.

    `laid` says how, `room` in which zone, `paid` that it is paid with one of the `payments`, and
    `more` whatever else is so, by the fields of a kind of move: other `sources`, say. Unless they
    say otherwise, the first permitting statement asks for a card of the hand and for no payment.
    """
    first = permitted_by[0]
    actions = places(name, kind, laid.positions, face_up=laid.face_up, payments=payments)
    usual: dict[str, Any] = {
        "sources": hand,
        "source_rules": (from_hand(first),),
        "actions": actions,
        "form_rules": (laid.limit(), *((pays_nothing(first),) if paid is None else paid), room),
    }
    return MoveKind(name, permitted_by, **usual | more)


def set_card(*permitted_by: str, **more: Any) -> MoveKind:
    """Return the Set of magic and traps in their row, by the first statement; `more` as above."""
    laid = Laid(Citation(permitted_by[0]), DOWN, face_up=False, positions=(True,))
    return lay("set-card", "s", *permitted_by, laid=laid, **more)
