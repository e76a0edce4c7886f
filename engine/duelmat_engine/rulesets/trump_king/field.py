"""Moves of monsters on the field, positions and attacks; and going on to a phase."""

from __future__ import annotations

from duelmat_engine.moves import phases, turning
from duelmat_engine.moves.card_rules import text_allows
from duelmat_engine.moves.moment_rules import Citation, do, never, open_play, rule, when
from duelmat_engine.moves.phases import exit_rules, in_phase, phase_of
from duelmat_engine.ruleset.game import MoveKind, Question
from duelmat_engine.rulesets.trump_king import limits
from duelmat_engine.verdict import Never
from duelmat_message import say


def change_position() -> MoveKind:
    heart = say("A Heart never changes its position.")
    return turning.change_position(
        *("TK-23", "TK-24"),
        own=Citation("TK-24"),
        extra_citations=limits.phase_citation,
        moment=limits.OWN_MAIN,
        card=(
            rule("TK-24", turning.is_longer_there, turning.NEXT_TURN, "G-57"),
            rule("TK-25", turning.has_not_attacked, turning.ATTACKED),
            rule("TK-26", turning.has_not_turned, turning.TURNED),
            text_allows("turn", "TK-76", Never(heart, "TK-76")),
            *(limits.permits_past(lock, turning.flips) for lock in limits.NO_LOCK),
        ),
        form_rules=(
            never("TK-27", turning.is_face_up, say("A monster is never turned face-down.")),
            rule("TK-28", turning.stands_if_flipped, turning.TO_ATTACK),
            rule("TK-23", turning.changes, turning.OTHER_WAY),
        ),
    )


def attack() -> MoveKind:
    targets, attack_of, at_one = turning.targets, turning.attack_of, turning.attack_one
    directly = say("Attack the opponent directly: there is no monster to attack.")
    stands = say("It is in Attack Position; in a Main Phase it may be turned to it.")
    return turning.attack(
        "TK-07",
        own=Citation("TK-07"),
        extra_citations=lambda q: ("TK-13",) if q.duel.turn == 2 else (),
        moment=(
            limits.OWN_TURN,
            in_phase("battle", Citation("TK-07")),
            rule("TK-12", lambda q: q.duel.turn > 1, turning.SECOND_TURN),
            open_play(Citation("TK-07", "G-56")),
        ),
        card=(
            when("TK-30", turning.is_in_attack, stands, turning.IN_ATTACK),
            rule("TK-66", turning.has_not_attacked, turning.NEXT_BATTLE),
        ),
        action=(
            rule("TK-59", lambda q: not targets(q) or attack_of(q).target in targets(q), at_one),
            do("TK-58", lambda q: bool(targets(q)) or attack_of(q).target is None, directly),
        ),
    )


def advance() -> MoveKind:
    def granted(q: Question) -> tuple[str, ...]:
        is_first_battle = phase_of(q) == "battle" and q.duel.turn == 2
        return (*exit_rules(q), *(("TK-13",) if is_first_battle else ()))

    closed = say("the first has no Battle Phase")
    return phases.advance(
        "TK-05",
        moment=(open_play(Citation("TK-05", "G-56")),),
        action=phases.keeping_order(Citation("TK-05"), Citation("TK-12"), closed),
        extra_citations=granted,
    )
