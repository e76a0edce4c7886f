"""Plays that bring monsters out from the hand: Normal Summon, Set, and Tributes for both."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from duelmat_engine.effects.terms import Cards, Exists, Other
from duelmat_engine.facts import Holds, NextTurn
from duelmat_engine.moves import plays
from duelmat_engine.moves.card_rules import from_hand, may_be
from duelmat_engine.moves.moment_rules import Citation, Unused
from duelmat_engine.ruleset.game import MoveKind, Question, Rule, Ruleset
from duelmat_engine.rulesets.classic.citations import Citations
from duelmat_engine.rulesets.classic.limits import forbidden, kind_rules, own_main
from duelmat_engine.state import card_at
from duelmat_engine.verdict import Do, Never, Remedy, When
from duelmat_message import listed, say, say_count

Tributes = Callable[[Question], int]
"""Function that returns the number of Tributes the card in question takes."""

RIGHT_RETURNS = When(
    say("It is your next turn: one Normal Summon or Set is made in a turn."), NextTurn()
)


def by_level(q: Question) -> int:
    """None up to level 4, one for 5 and 6, two from 7 on."""
    level = 0 if q.card is None else q.card.number("level") or 0
    return 0 if level <= 4 else 1 if level <= 6 else 2


def monsters_only(citation: Citation) -> Rule:
    return citation.says(may_be("monster"), Never(say("It is no monster."), citation.id))


def others_there(count: int) -> Holds:
    """Return the fact that so many monsters lie on the player's field beside the card itself."""
    return Holds((Exists(Cards(("m",), "own", (Other(),)), count),))


def _tribute(q: Question, tributes: Tributes) -> Remedy:
    count = tributes(q)
    own = plays.other_monsters(q)
    if count == 0:
        return Do(say("Name no Tributes: it takes none."))
    if len(own) < count:
        text = say_count(
            "You have {count} monster on your field to Tribute.",
            "You have {count} monsters on your field to Tribute.",
            count=count,
        )
        return When(text, others_there(count))
    return Do(
        say_count(
            "Tribute exactly {count} monster of your field: {own}.",
            "Tribute exactly {count} monsters of your field: {own}.",
            count=count,
            own=listed(map(card_at, own), ","),
        )
    )


def _from_hand(
    face_up: bool,
    rules: Ruleset,
    citations: Citations,
    tributes: Tributes = by_level,
    further: tuple[Rule, ...] = (),
    extra_citations: Callable[[Question], tuple[str, ...]] | None = None,
) -> MoveKind:
    """Return the Normal Summon or the Set of a monster: the one right of a turn, and Tributes.

    `further` are limits on the card.
    """
    if face_up:
        move, act, text = "normal-summon", "normal-summon", plays.OR_SET
        face = citations.summon_face
    else:
        move, act, text = "set-monster", "set", plays.SIDEWAYS
        face = citations.set_face
    payments = plays.sets_of_own(tributes)
    return plays.lay(
        *(move, "m", citations.summon_right.id),
        extra_citations=extra_citations,
        source_rules=(from_hand(*citations.summon_right),),
        moment=(
            *own_main(citations),
            citations.summon_right.says(Unused("summon-right"), RIGHT_RETURNS),
        ),
        card=(
            monsters_only(citations.monster_kind),
            *kind_rules(rules, act),
            *forbidden(rules, "summon" if face_up else "set"),
            *further,
        ),
        laid=plays.Laid(face, text, face_up, positions=(face_up,)),
        payments=payments,
        paid=(
            citations.tributes.says(plays.is_paid(payments), lambda q: _tribute(q, tributes)),
            citations.tributes.says(
                plays.shows_rightly, Do(say("Show the face-down Tributes as they are."))
            ),
        ),
        room=plays.to_free("m", *citations.monster_slots),
    )


normal_summon: Final = partial(_from_hand, True)
set_monster: Final = partial(_from_hand, False)


def special_summon(
    rules: Ruleset,
    citations: Citations,
    move: str,
    permitted: tuple[str, ...],
    card: tuple[Rule, ...],
) -> MoveKind:
    """A Special Summon from the hand that costs nothing, face-up in either position.

    `card` are limits on the card itself.
    """
    return plays.lay(
        *(move, "m", *permitted),
        source_rules=(from_hand(permitted[0]),),
        laid=plays.Laid(citations.special_face, plays.FACE_UP),
        paid=(plays.pays_nothing(citations.tributes.id),),
        room=plays.to_free("m", *citations.monster_slots),
        moment=own_main(citations),
        card=(
            monsters_only(citations.monster_kind),
            *card,
            *kind_rules(rules, "special-summon"),
            *forbidden(rules, "special-summon"),
        ),
    )
