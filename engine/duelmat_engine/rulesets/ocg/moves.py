"""Every kind of open play of Early OCG, and of response."""

from __future__ import annotations

from duelmat_engine.actions import Attack
from duelmat_engine.facts import NextTurn
from duelmat_engine.moves.moments import Readings, times_used
from duelmat_engine.moves.turning import targets
from duelmat_engine.ruleset.game import MoveKind, Question, Rule, Ruleset
from duelmat_engine.rulesets.classic import activations, field, moments, summons
from duelmat_engine.rulesets.ocg import families
from duelmat_engine.rulesets.ocg.tables import CITATIONS
from duelmat_engine.verdict import When
from duelmat_message import say


def moves(rules: Ruleset, _readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of open play."""
    once = Rule(
        "OCG-16",
        lambda q: not families.is_spirit(q) or not times_used(q, "summon-right"),
        lambda _: When(
            say("It is your next turn: a Spirit comes by the one summon of a turn only."),
            NextTurn(),
        ),
        concerns=families.is_spirit,
    )
    return (
        summons.normal_summon(
            rules, CITATIONS, further=(once,), extra_citations=families.spirit_grant
        ),
        summons.set_monster(
            rules, CITATIONS, _tributes, further=(once,), extra_citations=families.spirit_set_grant
        ),
        families.toon_summon(rules, CITATIONS),
        activations.set_card(CITATIONS),
        *activations.activations(rules, CITATIONS),
        field.change_position(rules, CITATIONS),
        field.attack(
            rules,
            CITATIONS,
            ("OCG-18",),
            passes_by=families.passes_by,
            extra_citations=_attack_grant,
        ),
        moments.advance(CITATIONS),
    )


def _tributes(q: Question) -> int:
    """A Toon takes no Tributes, whatever its level (G-27)."""
    return 0 if families.is_toon(q) else summons.by_level(q)


def _attack_grant(q: Question) -> tuple[str, ...]:
    """Return the statements that permit a direct attack; () for any other attack."""
    if not isinstance(q.action, Attack) or q.action.target is not None:
        return ()
    return ("OCG-09", "OCG-10") if targets(q) else ("OCG-30",)


def responses(rules: Ruleset, _readings: Readings) -> tuple[MoveKind, ...]:
    """Every kind of response in a window."""
    return activations.responses(rules, CITATIONS)
