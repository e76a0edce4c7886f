"""Toons and Spirits: each one procedure, which a card opts into by its kind."""

from __future__ import annotations

from typing import Final

from duelmat_engine.effects import ops, terms
from duelmat_engine.effects.effect import Restrict
from duelmat_engine.effects.ops import Block
from duelmat_engine.moves.card_rules import is_kind, may_be
from duelmat_engine.moves.moment_rules import never
from duelmat_engine.ruleset.game import MoveKind, Question, Ruleset
from duelmat_engine.ruleset.tables import Reaction
from duelmat_engine.rulesets.classic.blocks import ShowChosen, summon_block
from duelmat_engine.rulesets.classic.citations import Citations
from duelmat_engine.rulesets.classic.summons import special_summon
from duelmat_engine.state import Local, Piece
from duelmat_message import say

ATTACK_COST: Final = 500

_WORLD = terms.Cards(("s",), "own", (terms.FaceUp(), terms.Kind(kind="toon-world")))
_NO_WORLD = (terms.Need("OCG-03", terms.Lacks(_WORLD), ""),)
_PLAY_WORLD = "when: Your Toon World lies face-up on your field."
_OWN_TOONS = terms.Cards(("m",), "own", (terms.Kind(kind="toon"),))
_ALL_TOONS = terms.Cards(("m",), "any", (terms.Kind(kind="toon"),))
_RIVAL_TOONS = terms.Cards(("m",), "opposing", (terms.FaceUp(), terms.Kind(kind="toon")))

_MAY_PAY_ALL = terms.Reads("G-21", "legal")
_HAS_MORE = terms.Reaches(terms.Life(), ATTACK_COST + 1)
_TOO_LITTLE = terms.Either(
    (
        terms.Not(terms.Reaches(terms.Life(), ATTACK_COST)),
        terms.Not(terms.Either((_MAY_PAY_ALL, _HAS_MORE))),
    )
)

TOON: Final = (
    Restrict(("special-summon", "flip"), ("OCG-03",), _NO_WORLD, remedy=_PLAY_WORLD),
    Restrict(("set",), ("OCG-03",), _NO_WORLD, reading="G-27", remedy=_PLAY_WORLD),
    Restrict(
        ("normal-summon",), ("OCG-04",), remedy="A Toon is Special Summoned, and in no other way."
    ),
    Restrict(
        ("attack",),
        ("OCG-05",),
        (terms.Need("OCG-05", terms.Is("self", (terms.MarkedNow(names=("summoned",)),)), ""),),
        remedy="when: It is your next turn: it was summoned in this one.",
    ),
    Restrict(
        ("attack",),
        ("OCG-08",),
        (terms.Need("OCG-08", _TOO_LITTLE, ""),),
        reading="G-21",
        remedy="when: You can pay 500 life for its attack.",
    ),
    Restrict(
        ("direct-attack",),
        ("OCG-10",),
        (terms.Need("OCG-10", terms.Exists(_RIVAL_TOONS), ""),),
        reading="G-28",
        remedy="when: The opponent controls no Toon; until then attack a monster.",
    ),
)

_NEVER_SPECIAL = "A Spirit is never Special Summoned."
SPIRIT: Final = (
    Restrict(("special-summon",), ("OCG-12",), remedy=_NEVER_SPECIAL),
    Restrict(("special-summon",), ("OCG-16",), remedy=_NEVER_SPECIAL),
    Restrict(
        ("special-summon",),
        ("OCG-17",),
        (terms.Need("OCG-17", terms.Is("self", (terms.Lies(zones=("grave",)),)), ""),),
        remedy=_NEVER_SPECIAL,
    ),
)

KIND_LIMITS: Final = {"toon": TOON, "spirit": SPIRIT}

REACTIONS: Final = (
    Reaction("attached", "attached-left"),
    Reaction("attached-down", "attached-left"),
    Reaction("toon-world", "toon-world-left"),
)


OWN_TOONS: Final = Local("own-toons", tuple[Piece, ...])
"""The face-down Toons that the player whose Toon World left has shown so far."""
OPPOSING_TOONS: Final = Local("opposing-toons", tuple[Piece, ...])
"""Those of the opponent."""


def _show_hidden(whose: terms.Whose, shown: Local[tuple[Piece, ...]]) -> Block:
    """Have a player show the face-down Toons: they are destroyed as the others are."""
    down, toon = terms.FaceDown(), terms.Kind(kind="toon")
    most = terms.Held(terms.Cards(("m",), whose, (down,)))
    toons = terms.Cards(("m",), whose, (down, toon))
    return (
        ops.Choose(bind=shown.name, cards=toons, count=most, by=whose, rules=("OCG-06",)),
        ShowChosen(cards=terms.Bound(shown.name), rules=("OCG-06",)),
    )


BLOCKS: Final[dict[str, Block]] = {
    "toon-summon": summon_block(summon="special", rules=("OCG-03", "OCG-04"), hold=True),
    "toon-world-left": (
        ops.If(
            when=terms.Reads("G-20", "own"),
            then=(
                *_show_hidden("own", OWN_TOONS),
                ops.Destroy(cards=_OWN_TOONS, rules=("OCG-06",)),
            ),
            otherwise=(
                *_show_hidden("own", OWN_TOONS),
                *_show_hidden("opposing", OPPOSING_TOONS),
                ops.Destroy(cards=_ALL_TOONS, rules=("OCG-06",)),
            ),
        ),
    ),
}

_IS_TOON: Final = terms.Is("self", (terms.Kind(kind="toon"),))
_PAID: Final[Block] = (ops.Commit(), ops.Pay(amount=ATTACK_COST, rules=("OCG-07",)))
ATTACK_COSTS: Final[Block] = (ops.If(when=_IS_TOON, then=_PAID),)


def _returned(mark: str, rule: str) -> ops.Op:
    that = (terms.MarkedNow(names=(mark,)), terms.Kind(kind="spirit"))
    cards, rules = terms.Cards(("m",), "any", that), (rule, "OCG-15", "OCG-11b")
    return ops.Send(cards=cards, to="hand", cause="rule", rules=rules)


RETURNS: Final[Block] = (_returned("flipped", "OCG-14"), _returned("summoned", "OCG-13"))
"""Spirits return by the turn's own course (G-25), also in the opponent's turn (G-26)."""

is_toon: Final = is_kind("toon")
is_spirit: Final = is_kind("spirit")


def spirit_citation(q: Question) -> tuple[str, ...]:
    """A Spirit is brought out by the summon of the turn, for it has no other way."""
    return ("OCG-12",) if is_spirit(q) else ()


def spirit_set_citation(q: Question) -> tuple[str, ...]:
    """A Set is open to a Spirit too, and does not bring it back at the end of the turn."""
    return ("OCG-12", "OCG-14b") if is_spirit(q) else ()


def toon_summon(rules: Ruleset, citations: Citations) -> MoveKind:
    """A Toon comes from the hand by a Special Summon that takes no Tributes (G-27)."""
    unmarked = say("It is not marked as a Toon.")
    marked = never("OCG-01", may_be("toon"), unmarked)
    return special_summon(rules, citations, "toon-summon", ("OCG-04",), (marked,))


def passes_by(q: Question) -> bool:
    """A Toon may attack the opponent past monsters (OCG-09)."""
    return is_toon(q) and q.game.is_on("OCG-09")
