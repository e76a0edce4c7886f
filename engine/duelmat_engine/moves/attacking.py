"""Attacks: whom they may be aimed at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from duelmat_engine.actions import Action, Attack
from duelmat_engine.facts import Lies, NextTurn, YourTurn
from duelmat_engine.moves.moments import Test
from duelmat_engine.moves.sources import own_face_up, row_of
from duelmat_engine.names import Seat, ZoneName
from duelmat_engine.ruleset.game import Actions, MoveKind, Question
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_message import listed, ref, say

ON_FIELD: Final = When(say("It is a monster that lies on your field."), Lies(("m",)))
SECOND_TURN: Final = When(
    say("It is the second turn of the duel or a later one."), YourTurn(least=2)
)
NEXT_BATTLE: Final = When(
    say("It is your next Battle Phase: it has attacked this turn."), NextTurn()
)


IN_ATTACK: Final = Lies(("m",), face_up=True, upright=True)


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


ATTACK: Final = MoveKind(
    "attack", (), own_face_up, aims(), lambda action: isinstance(action, Attack)
)
"""Attacks of the own face-up monsters, without a limit: a ruleset adds its own."""


def attack_one(q: Question) -> Remedy:
    """Advise to attack one of the opponent's monsters."""
    monsters = listed(map(ref, targets(q)), "or")
    return Do(say("Attack a monster of the opponent: {monsters}.", monsters=monsters))


def is_aimed(q: Question) -> bool:
    """Whether the attack is aimed at a player, or at a monster that is there."""
    return attack_of(q).target is None or attack_of(q).target in targets(q)


def is_in_attack(q: Question) -> bool:
    """Whether the card lies face-up in Attack Position."""
    return q.piece is None or (q.piece.face_up and q.piece.upright)


def targets(q: Question) -> list[ZoneName]:
    """Return the zones in which opponents have monsters, face-down ones too."""
    return [n for s in q.duel.seats if s != q.seat for n, _ in row_of(q, Seat(s), "m")]
