"""Moves of monsters on the field, positions and battles; and passing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duelmat_engine.actions import Action, Attack, Pass, Turn
from duelmat_engine.facts import BattleOver, Lies, NextTurn
from duelmat_engine.moves import turning
from duelmat_engine.moves.moment_rules import Citation, do, own_turn, rule, when
from duelmat_engine.moves.phases import in_phase
from duelmat_engine.moves.sources import cached_on_board, nothing, row
from duelmat_engine.moves.turning import NEXT_BATTLE, attack_of
from duelmat_engine.names import zone_kind, zone_seat
from duelmat_engine.ruleset.game import MoveKind, Question
from duelmat_engine.rulesets.resummoned import limits
from duelmat_engine.rulesets.resummoned.steps import defenders
from duelmat_engine.state import card_at, seat_ref
from duelmat_engine.verdict import Do, Remedy, When
from duelmat_message import listed, say

IN_ZONE = When(say("You control the monster, in a Monster Zone."), Lies(("m",)))

# Positions


def change_position() -> MoveKind:
    once = say("It is your next turn: its position has been changed in this one.")
    other = say("Turn it to its other position, and leave its face as it is.")
    late = say("It is your next turn: it came to the field in this one.")

    def toggles(q: Question) -> bool:
        piece, turn = q.piece, turning.turn_of(q)
        return piece is None or (turn.upright != piece.upright and turn.face_up == piece.face_up)

    def actions(q: Question) -> Iterator[Action]:
        assert q.piece is not None
        yield Turn(q.place, upright=not q.piece.upright, face_up=q.piece.face_up)

    return turning.change_position(
        *("RES-606.3", "RES-407.2"),
        own=Citation("RES-606.3"),
        there=IN_ZONE,
        extra_citations=limits.held,
        actions=actions,
        moment=limits.own_main("RES-606.3"),
        card=(
            when("RES-606.3a", turning.has_not_turned, once, NextTurn()),
            when("RES-606.3b", turning.is_longer_there, late, NextTurn()),
        ),
        action=(do("RES-407.2", toggles, other, "G-82"),),
    )


# Battles


def _is_direct(q: Question) -> bool:
    target = attack_of(q).target
    return target is None or zone_kind(target) == "pile"


def _is_aim(q: Question) -> bool:
    """Whether the target is one that may be attacked; a sole opponent need not be named."""
    target = attack_of(q).target
    return target in _aims(q) or target in defenders(q.duel, q.seat)


@cached_on_board
def _aims(q: Question) -> Sequence[str | None]:
    """The targets as attacks name them: a sole opponent, without monsters, goes without saying."""
    there = defenders(q.duel, q.seat)
    is_alone = len(there) == 1 and zone_kind(there[0]) == "pile"
    return (None,) if is_alone else there


def _choose_aim(q: Question) -> Remedy:
    there = defenders(q.duel, q.seat)
    monsters = [card_at(aim) for aim in there if zone_kind(aim) == "m"]
    players = [seat_ref(zone_seat(aim)) for aim in there if zone_kind(aim) == "pile"]
    direct = [say("{player} directly", player=player) for player in players]
    return Do(say("Attack {target}.", target=listed([*monsters, *direct], "or")))


def attack() -> MoveKind:
    over = say("The battle that has been declared is over.")
    text = say("It is in Attack Position; in a Main Phase it may be turned to it.")
    stands = When(text, Lies(("m",), upright=True))

    def no_battle(q: Question) -> bool:
        return all(frame.block != "battle" for frame in q.duel.frames)

    return turning.attack(
        *("RES-607.2", "RES-709.1b"),
        own=Citation("RES-607.2a"),
        there=IN_ZONE,
        extra_citations=lambda q: (*(("RES-607.3",) if _is_direct(q) else ()), *limits.held(q)),
        sources=lambda q: row(q, "m"),
        actions=lambda q: (Attack(q.place, target) for target in _aims(q)),
        block="battle",
        moment=(
            limits.PRIORITY,
            own_turn(Citation("RES-607.2")),
            in_phase("battle", Citation("RES-607.2")),
            when("RES-607.3e", no_battle, over, BattleOver()),
        ),
        card=(
            rule("RES-607.2a", lambda q: q.piece is None or q.piece.upright, stands, "G-75"),
            rule("RES-607.2d", turning.has_not_attacked, NEXT_BATTLE),
            rule("RES-607.2e", turning.is_longer_there, turning.NEXT_TURN),
        ),
        action=(
            rule("RES-607.2b", lambda q: _is_direct(q) or _is_aim(q), _choose_aim, "G-80"),
            rule("RES-607.2c", lambda q: not _is_direct(q) or _is_aim(q), _choose_aim, "G-80"),
        ),
    )


def passing() -> MoveKind:
    return MoveKind(
        name="pass",
        permitted_by=("RES-601.1", "RES-600.2"),
        takes=lambda action: isinstance(action, Pass),
        sources=nothing,
        actions=lambda _: iter((Pass(),)),
        moment=(limits.PRIORITY,),
    )
