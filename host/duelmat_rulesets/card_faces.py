"""Printed faces of a ruleset's cards: kind, values and texts, each in the words of its game.

A face is a function of the ruleset and the code alone. It knows no duel, so that nobody learns
from it who holds which card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from duelmat_engine import Card, Ruleset, Trait, Wording, capital, choose_readings, game_of
from duelmat_message import named
from duelmat_rulesets.face_types import CardFaceView, CardTextView, FactView, Frame
from duelmat_rulesets.motifs import motif_of

ART: Final = "/art/"
TITLES: Final = {"attack": "ATK", "defense": "DEF", "race": "Type", "link": "Link Rating"}
"""The names of traits on cards; other traits are called as in the ruleset."""
GRADES: Final = ("level", "rank", "link", "number")
"""Traits of which a card prints one, at its upper edge."""
UNPRINTED: Final = frozenset(("passcode", "pictured", "printed"))
"""Traits that are no values: how card files tell cards and their pictures apart."""
UNSAID: Final = frozenset(("pack", "extra", "extra-summon", "no-normal", "own-summon"))
"""Kinds that say how a card is dealt or summoned: its text and its frame tell that."""
BASES: Final = ("monster", "entity", "formula", "jumper", "magic", "spell", "trap")
"""Kinds that stand last in a list of a card's kinds."""
SPELT: Final = {"io": "I/O"}
"""Kinds whose printed form differs from that in card files."""
FRAMES: Final[tuple[tuple[str, Frame, str], ...]] = (
    ("pack", "playing", ""),
    ("synchro", "playing", ""),
    ("fusion", "extra", "F"),
    ("ritual-entity", "extra", "R"),
    ("hyper", "extra", "H"),
    ("permutation", "extra", "P"),
    ("extra", "extra", "X"),
    ("jumper", "jumper", "J"),
    ("trap", "trap", "T"),
    ("trainer", "spell", "Tr"),
    ("magic", "spell", "M"),
    ("spell", "spell", "S"),
    ("skill", "thing", "K"),
    ("stream-trigger", "thing", "G"),
    ("legend", "legend", "L"),
)
"""Frames by the first of these kinds that a card counts as, with their letters."""
OPEN: Final = "?"
"""The value that a card leaves open."""
USES: Final = {
    "trigger": "Trigger effect",
    "ignition": "Ignition effect",
    "quick-effect": "Quick effect",
    "continuous": "Continuous effect",
    "flip": "Flip effect",
    "cost": "Cost",
    "declare": "Once it has come",
    "skill": "Skill",
    "stream": "Stream",
    "start": "Before the duel",
}
"""The titles of effects of a card as what it is, by use."""


def card_faces(rules: Ruleset, pictured: Collection[str] = ()) -> list[CardFaceView]:
    """Return the faces of all cards of a ruleset.

    pictured: the codes of the cards that the table has a picture of.
    """
    wording = Wording(game_of(rules.name, choose_readings(rules, {})))
    return [card_face(wording, card, card.code in pictured) for card in rules.cards.values()]


def card_face(wording: Wording, card: Card, has_picture: bool = False) -> CardFaceView:
    """Return the face of a card in the words of its game."""
    frame, letter = frame_of(card)
    battle = wording.game.rules.battle
    fights = _fighting(battle.attack_trait, battle.defense_trait)
    grade = next((trait for trait in GRADES if trait in card.traits), None)
    rest = [t for t in card.traits if t not in fights and t != grade and t not in UNPRINTED]
    return CardFaceView(
        code=card.code,
        name=named("card", card.name),
        kind=_kind(wording, card),
        frame=frame,
        letter=letter,
        motif=motif_of(card),
        grade=None if grade is None else _fact(wording, grade, card.traits[grade]),
        values=[
            FactView(trait, named("printed", title), _said(wording, card.traits[trait]))
            for trait, title in fights.items()
            if trait in card.traits
        ],
        facts=[_fact(wording, trait, card.traits[trait]) for trait in rest],
        texts=list(card_texts(wording, card)),
        picture=f"{ART}{card.code}" if has_picture else "",
    )


def frame_of(card: Card) -> tuple[Frame, str]:
    """Return the frame of a card and the letters that tell it."""
    for kind, frame, letter in FRAMES:
        if kind in card.kinds:
            return frame, letter
    return ("effect", "E") if card.effects or "effect" in card.kinds else ("normal", "N")


def title_of(trait: str) -> str:
    """Return the title of a trait on cards."""
    return TITLES.get(trait, capital(trait))


def _fighting(attack: str, defense: str) -> dict[str, str]:
    """Return the traits that cards battle with, and their titles there."""
    if attack == defense:
        return {attack: f"{title_of('attack')} and {title_of('defense')}"}
    return {trait: title_of(trait) for trait in (attack, defense)}


def _fact(wording: Wording, trait: str, value: Trait) -> FactView:
    return FactView(trait, named("printed", title_of(trait)), _said(wording, value))


def _said(wording: Wording, value: Trait) -> str:
    if isinstance(value, str):
        said = capital(wording.value(value).lower())
        return said if said == OPEN else named("printed", said)
    return f"{value:g}"


def _kind(wording: Wording, card: Card) -> str:
    if "joker" in card.kinds:
        return named("printed", "Joker")
    kinds = [kind for kind in card.kinds if kind not in UNSAID]
    if not kinds:
        return named("printed", "Playing card") if "pack" in card.kinds else ""
    base = next((kind for kind in BASES if kind in kinds), kinds[0])
    others = (SPELT.get(kind, kind) for kind in reversed(kinds) if kind != base)
    before = [kind.removesuffix(f"-{base}") for kind in others]
    noun = wording.words.kinds.get(base, base).removesuffix(" card")
    return named("printed", capital(" ".join((*before, noun)).replace("-", " ")))


def card_texts(wording: Wording, card: Card) -> Iterator[CardTextView]:
    """Yield the effects of a card, each headed by its use."""
    effects = [wording.game.rules.effects[name] for name in card.effects]
    uses = {wording.use(effect.use) for effect in effects}
    is_also = "" in uses and len(uses) > 1 and not _prints_its_use(card)
    for effect in effects:
        use = wording.use(effect.use)
        own = USES.get(effect.use, "Effect")
        if use and not _prints_its_use(card):
            heading = f"As {use}"
        elif use:
            heading = "When activated"
        else:
            heading = f"As a monster: {own.lower()}" if is_also else own
        rules = [rule for rule in effect.rules if not rule.startswith("text:")]
        title, text = named("printed", heading), named("effect", effect.text)
        yield CardTextView(f"text:{effect.name}", title, text, rules)


def _prints_its_use(card: Card) -> bool:
    """Whether one of the card's kinds names its use."""
    return any(kind in BASES for kind in card.kinds)
