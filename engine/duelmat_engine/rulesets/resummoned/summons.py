"""Playing cards from the hand: summoning, setting, activating; in Main Phases, or Quick-Play."""

from __future__ import annotations

from collections.abc import Iterator

from duelmat_engine.facts import NextTurn
from duelmat_engine.moves.card_rules import from_hand, is_no, may_be
from duelmat_engine.moves.moment_rules import Unused, do, never, permits, times_used, when
from duelmat_engine.moves.plays import places, play_of
from duelmat_engine.moves.sources import hand
from duelmat_engine.ruleset.game import MoveKind, Question, Rule
from duelmat_engine.rulesets.resummoned import limits
from duelmat_message import say

_MONSTER = say("It is your next turn: you have summoned or set a monster in this one.")
_TRAP = say("It is your next turn: you have set a trap in this one.")
_SPELL = say("It is your next turn: you have activated a spell in this one.")
ONE_MONSTER = when("RES-606.2a", Unused("monster"), _MONSTER, NextTurn())
ONE_TRAP = when("RES-606.2b", Unused("trap"), _TRAP, NextTurn())
ONE_SPELL = when("RES-606.2c", Unused("spell"), _SPELL, NextTurn())
FROM_HAND = from_hand("RES-504.3")

NO_LEGEND = is_no("legend")
ONE_LEGEND = when(
    "RES-606.2d",
    lambda q: NO_LEGEND(q) or not times_used(q, "legend"),
    say("It is your next turn: one Legend card a turn is all."),
    NextTurn(),
    "G-73",
)
IS_MONSTER = never("RES-504.3a", may_be("monster"), say("It is no monster."))
IS_SET_MONSTER = never(
    "RES-304.2a", may_be("monster"), say("It is no monster: that row is for them.")
)
IS_SPELL = never("RES-504.3c", may_be("spell"), say("It is no spell."))
IS_TRAP = never("RES-304.2a", may_be("trap"), say("It is no trap."))
NO_TRAP = do("RES-402.1", is_no("trap"), say("Set it face-down: a flip effect turns it up later."))
NO_SPELL = never("RES-401.2", is_no("spell"), say("A spell is never played face-down."))
_NOT_QUICK = say("It is no Quick-Play card: no other is played at any time.")
QUICK = never("RES-602.2", may_be("quick-play"), _NOT_QUICK)

_STANDS = say("Lay it upright: only monsters in Monster Zones have a position.")
UPRIGHT = do("RES-407.1a", lambda q: play_of(q).upright, _STANDS)

MONSTER_UP, MONSTER_DOWN = "RES-504.3a", "RES-504.3b"
SPELL_UP, TRAP_DOWN = "RES-401.2", "RES-402.1"
"""The statements on the faces of cards."""


def _play(
    name: str,
    kind: str,
    moment: tuple[Rule, ...],
    card: tuple[Rule, ...],
    face: str,
    *permitted: str,
) -> MoveKind:
    """Return one move that lays a card in a row; `face` is the statement on its face."""
    positions = (True, False) if kind == "m" else (True,)
    face_up = face in (MONSTER_UP, SPELL_UP)
    so = say("Lay it face-up.") if face_up else say("Lay it face-down.")
    lies_so = do(face, lambda q: play_of(q).face_up is face_up, so)
    upright = () if kind == "m" else (UPRIGHT,)
    return MoveKind(
        name=name,
        permitted_by=permitted,
        extra_citations=_where,
        sources=hand,
        actions=places(name, kind, positions, face_up=face_up, payments=limits.payments),
        source_rules=(FROM_HAND,),
        moment=moment,
        card=(*card, limits.CAN_PAY),
        form_rules=(lies_so, *limits.placement(kind), *upright, *limits.PAYS),
    )


def _where(q: Question) -> tuple[str, ...]:
    """Return the statements on where the card comes, beside the limits."""
    if not limits.near(q):
        return ("RES-505.4",)
    return ("RES-505.2", "RES-505.3", "RES-505.5C")


MONSTER_GRANTS = ("RES-606.2", "RES-504.3", "RES-506.3", "RES-407.1", "RES-304.1")
SPELL_GRANTS = ("RES-606.2", "RES-504.3", "RES-504.3c", "RES-401.1", "RES-606.2e")
TRAP_GRANTS = ("RES-606.2", "RES-504.3", "RES-504.3b", "RES-402.1", "RES-606.2e")


def main_plays() -> Iterator[MoveKind]:
    """Yield the plays of the turn player in Main Phases, with their limits for the whole turn."""
    monster, spell, trap = (
        (*limits.OWN_MAIN, once) for once in (ONE_MONSTER, ONE_SPELL, ONE_TRAP)
    )
    summoned = (*MONSTER_GRANTS, "RES-504.3a", "RES-606.2e", "RES-400.1")
    is_set = (*MONSTER_GRANTS, "RES-504.3b", "RES-606.2e")
    yield _play("summon", "m", monster, (IS_MONSTER, ONE_LEGEND), MONSTER_UP, *summoned)
    yield _play("set-monster", "m", monster, (IS_SET_MONSTER,), MONSTER_DOWN, *is_set)
    activated = (IS_SPELL, NO_TRAP, ONE_LEGEND)
    yield _play("activate-spell", "s", spell, activated, SPELL_UP, *SPELL_GRANTS)
    yield _play("set-trap", "s", trap, (NO_SPELL, IS_TRAP), TRAP_DOWN, *TRAP_GRANTS)


def quick_plays() -> Iterator[MoveKind]:
    """Quick-Play cards, by anybody who has priority, in any phase, uncounted (reading G-74)."""
    now = (limits.PRIORITY, permits("RES-606.2e", "G-74"))
    quick = ("RES-602.2", "RES-504.3")
    activated, is_set = (QUICK, IS_SPELL, NO_TRAP), (QUICK, NO_SPELL, IS_TRAP)
    monster, set_monster = (QUICK, IS_MONSTER), (QUICK, IS_SET_MONSTER)
    yield _play("quick-play", "s", now, activated, SPELL_UP, *quick, "RES-602.1", "RES-504.3c")
    yield _play("quick-summon", "m", now, monster, MONSTER_UP, *quick, "RES-504.3a")
    yield _play("quick-set-monster", "m", now, set_monster, MONSTER_DOWN, *quick, "RES-504.3b")
    yield _play("quick-set", "s", now, is_set, TRAP_DOWN, *quick, "RES-504.3b")
