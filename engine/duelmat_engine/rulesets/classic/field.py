"""Positions and attacks, and going on to a phase."""

from __future__ import annotations

from collections.abc import Callable

from duelmat_engine.moves import phases, turning
from duelmat_engine.moves.moment_rules import Test, only_when, open_play, own_turn
from duelmat_engine.moves.phases import in_phase
from duelmat_engine.ruleset.game import MoveKind, Question, Ruleset
from duelmat_engine.rulesets.classic.citations import Citations
from duelmat_engine.rulesets.classic.limits import kind_rules, own_main
from duelmat_engine.verdict import Never, When
from duelmat_message import say


def change_position(rules: Ruleset, citations: Citations) -> MoveKind:
    """Turning a monster by hand; a face-down one is flipped, which is a summon."""
    down = say("A monster is never turned face-down by hand.")
    turns = (turning.is_longer_there, turning.NEXT_TURN)
    return turning.change_position(
        own=citations.turn_once,
        extra_citations=lambda q: (
            citations.flip_wait.id if turning.flips(q) else citations.turn_once.id,
        ),
        moment=own_main(citations),
        card=(
            only_when(turning.flips, citations.flip_wait.says(*turns)),
            citations.turn_once.says(
                lambda q: turning.flips(q) or turning.is_longer_there(q), turning.NEXT_TURN
            ),
            citations.turn_once.says(turning.has_not_turned, turning.TURNED),
            citations.turn_after_attack.says(turning.has_not_attacked, turning.ATTACKED),
            *(only_when(turning.flips, r) for r in kind_rules(rules, "flip")),
            *kind_rules(rules, "turn"),
        ),
        form_rules=(
            citations.turn_down.says(turning.is_face_up, Never(down, citations.turn_down.id)),
            citations.turn_down.says(turning.stands_if_flipped, turning.TO_ATTACK),
            citations.turn_once.says(turning.changes, turning.OTHER_WAY),
        ),
    )


def attack(
    rules: Ruleset,
    citations: Citations,
    permitted: tuple[str, ...] = (),
    passes_by: Test = lambda _: False,
    extra_citations: Callable[[Question], tuple[str, ...]] | None = None,
) -> MoveKind:
    """An attack on a monster, or on the player; `passes_by` lets one past opposing monsters."""
    stands = say("It is face-up in Attack Position; in a Main Phase it may be turned to it.")

    def may_be_direct(q: Question) -> bool:
        return not past_monsters(q) or passes_by(q)

    def past_monsters(q: Question) -> bool:
        return turning.attack_of(q).target is None and bool(turning.targets(q))

    return turning.attack(
        *(permitted or (citations.battle_phase.id,)),
        own=citations.target,
        extra_citations=extra_citations,
        actions=turning.aims(passes_by),
        moment=(
            own_turn(citations.turn),
            in_phase("battle", citations.battle_phase),
            citations.first_attack.says(lambda q: q.duel.turn > 1, turning.SECOND_TURN),
            open_play(citations.quiet),
        ),
        card=(
            citations.attack_mode.says(turning.is_in_attack, When(stands, turning.IN_ATTACK)),
            citations.attack_once.says(turning.has_not_attacked, turning.NEXT_BATTLE),
            *kind_rules(rules, "attack"),
        ),
        action=(
            citations.direct.says(may_be_direct, turning.attack_one),
            *(only_when(past_monsters, r) for r in kind_rules(rules, "direct-attack")),
            citations.target.says(turning.is_aimed, turning.attack_one),
        ),
    )


def advance(citations: Citations) -> MoveKind:
    """Going on to a phase that may follow, or ending the turn."""
    return phases.advance(
        citations.phase_order.id,
        moment=(own_turn(citations.turn), open_play(citations.quiet)),
        action=phases.keeping_order(
            citations.phase_order, citations.first_attack, say("nobody attacks in the first")
        ),
    )
