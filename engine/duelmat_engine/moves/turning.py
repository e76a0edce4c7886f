"""Turning monsters by hand, and attacking with them: which there are, and at whom they may aim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from duelmat_engine.actions import Action, Attack, Turn
from duelmat_engine.facts import Lies, NextTurn, YourTurn
from duelmat_engine.moves.card_rules import is_in
from duelmat_engine.moves.moment_rules import Citation, Test
from duelmat_engine.moves.sources import own_face_up, row, row_of
from duelmat_engine.names import Seat, ZoneName, zone_kind
from duelmat_engine.ruleset.game import Actions, MoveKind, Question, Rule
from duelmat_engine.state import card_at
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_message import listed, say

NEXT_TURN: Final = When(say("It is your next turn."), NextTurn())
TURNED: Final = When(
    say("It is your next turn: it has changed its position in this one."), NextTurn()
)
ATTACKED: Final = When(say("It is your next turn: it has attacked in this one."), NextTurn())


def turn_of(q: Question) -> Turn:
    assert isinstance(q.action, Turn)
    return q.action


OTHER_WAY: Final = Do(say("Turn it to its other position."))
TO_ATTACK: Final = Do(say("Turn it face-up and upright, to Attack Position."))


def is_face_up(q: Question) -> bool:
    return turn_of(q).face_up


def stands_if_flipped(q: Question) -> bool:
    """Whether a face-down card comes to Attack Position."""
    return not flips(q) or turn_of(q).upright


def flips(q: Question) -> bool:
    """Whether the card lies face-down."""
    return q.piece is not None and not q.piece.face_up


def changes(q: Question) -> bool:
    """Whether it would lie otherwise: a face-down card always does."""
    return q.piece is None or flips(q) or turn_of(q).upright != q.piece.upright


def turns(q: Question) -> Iterator[Action]:
    """The other position of a face-up card; a face-down one is turned up."""
    assert q.piece is not None
    if q.piece.face_up:
        yield Turn(q.place, upright=not q.piece.upright)
    else:
        yield Turn(q.place, shown=q.piece.key)


def is_longer_there(q: Question) -> bool:
    return q.piece is None or q.piece.arrived < q.duel.turn


def has_not_turned(q: Question) -> bool:
    return q.piece is None or q.piece.turned < q.duel.turn


def has_not_attacked(q: Question) -> bool:
    return q.piece is None or q.piece.attacked < q.duel.turn


ON_FIELD: Final = When(say("It is a monster that lies on your field."), Lies(("m",)))
SECOND_TURN: Final = When(
    say("It is the second turn of the duel or a later one."), YourTurn(least=2)
)
NEXT_BATTLE: Final = When(
    say("It is your next Battle Phase: it has attacked this turn."), NextTurn()
)

IN_ATTACK: Final = Lies(("m",), face_up=True, upright=True)
ATTACKER: Final = When(ON_FIELD.text, IN_ATTACK)


def attack_of(q: Question) -> Attack:
    assert isinstance(q.action, Attack)
    return q.action


def aims(passes_by: Test = lambda _: False) -> Actions:
    """An attack on each opposing monster; on the player where there is none, or past them."""

    def actions(q: Question) -> Iterator[Action]:
        there = targets(q)
        yield from (Attack(q.place, target) for target in there)
        if not there or passes_by(q):
            yield Attack(q.place)

    return actions


def _of_own(
    name: str,
    kind: type[Action],
    *permitted_by: str,
    own: Citation,
    there: When = ON_FIELD,
    source_rules: tuple[Rule, ...] = (),
    **more: Any,
) -> MoveKind:
    """Return a kind of move of own monsters on the field.

    `own` says that they lie there (`there`), `source_rules` what else is asked of them, and `more`
    whatever else is so, by the fields of a kind of move.
    """
    is_own = own.says(is_in("m"), there)
    usual = {"takes": lambda action: isinstance(action, kind)}
    return MoveKind(name, permitted_by, source_rules=(is_own, *source_rules), **usual | more)


change_position: Final = partial(
    _of_own, "change-position", Turn, sources=lambda q: row(q, "m"), actions=turns
)
"""Function that returns the turning of monsters by hand, in the common shape."""
attack: Final = partial(
    _of_own, "attack", Attack, there=ATTACKER, sources=own_face_up, actions=aims()
)
"""Function that returns the attack of monsters, in the common shape."""


def attack_one(q: Question) -> Remedy:
    """Advise to attack one of the opponent's monsters, or the opponent where there is none."""
    return attack_any(targets(q))


def attack_any(there: Iterable[ZoneName]) -> Do:
    """Advise to attack one of these monsters, or the opponent where there is none."""
    one = listed(map(card_at, there), "or")
    return Do(say("Attack {target}.", target=one or say("the opponent directly")))


def is_aimed(q: Question) -> bool:
    """Whether the attack is aimed at a player, or at a monster that is there."""
    return attack_of(q).target is None or attack_of(q).target in targets(q)


def is_in_attack(q: Question) -> bool:
    """Whether the card lies face-up in Attack Position; off the field it has none."""
    stands = q.piece is None or (q.piece.face_up and q.piece.upright)
    return stands or zone_kind(q.place) != "m"


def targets(q: Question) -> list[ZoneName]:
    """Return the zones in which opponents have monsters, face-down ones too."""
    others = (Seat(s) for s in range(len(q.duel.players)) if s != q.seat)
    return [name for seat in others for name, _ in row_of(q, seat, "m")]
