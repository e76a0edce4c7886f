"""The tables of the classic game: phases, and which cards lie where."""

from __future__ import annotations

from duelmat_engine.moves.moment_rules import Citation
from duelmat_engine.ruleset.tables import Exit, Phase, Place
from duelmat_engine.rulesets.classic.citations import Citations
from duelmat_message import say

EXTRA_KINDS = ("fusion",)
"""The kinds of cards that belong in the Extra Deck."""


def phases(citations: Citations) -> tuple[Phase, ...]:
    """Draw, Standby, Main 1, Battle, Main 2, End; the Battle Phase may be left out."""
    order = (citations.phase_order.id,)

    def by(citation: Citation) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*order, citation.id)))

    def acting(name: str, title: str, citation: Citation, then: str, *exits: Exit) -> Phase:
        return Phase(name, title, by(citation), "play-phase", then, exits)

    fight = (*by(citations.battle_phase), citations.first_attack.id)
    battle, ending = Exit("battle", fight, not_on_first_turn=True), Exit("end-phase", order)
    going_on = Exit("main2", order)
    return (
        Phase("draw", say("Draw Phase"), by(citations.draw), "draw-phase", "standby"),
        Phase("standby", say("Standby Phase"), order, "standby-phase", "main1"),
        acting("main1", say("Main Phase 1"), citations.main, "end-phase", battle, ending),
        acting("battle", say("Battle Phase"), citations.battle_phase, "main2", going_on),
        acting("main2", say("Main Phase 2"), citations.main, "end-phase", ending),
        Phase("end-phase", say("End Phase"), order, "end-phase", "end"),
    )


def places(citations: Citations) -> tuple[Place, ...]:
    """Return the limits on which cards lie in which zones."""
    return (
        Place(("m",), say("a monster"), citations.monster_kind.id, only=("monster",)),
        Place(
            ("s",), say("no monster"), citations.set_magic.id, never=("monster",), attached=False
        ),
        Place(("field",), say("a field card"), citations.field_zone.id, only=("field",)),
        Place(("extra",), say("a card of the Extra Deck"), citations.deck.id, only=EXTRA_KINDS),
        Place(
            ("hand", "pile"),
            say("a card of the main deck"),
            citations.deck.id,
            never=EXTRA_KINDS,
            instead="extra",
        ),
    )
