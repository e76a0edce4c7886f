"""The nouns of the table: what seats, zones, cards and selectors are called in a sentence.

A `Wording` speaks for one audience. It names a card that lies hidden only to those who may
know it (`sees`); everybody else hears "a card". Words come from the ruleset's own data; what
this module adds are the words of the field that every ruleset shares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from duelmat_engine import terms
from duelmat_engine.cards import Card
from duelmat_engine.errors import EngineError
from duelmat_engine.evaluate import Scope, World, amount
from duelmat_engine.names import (
    NOBODY,
    SEAT_LETTERS,
    Seat,
    is_key,
    key_code,
    zone_kind,
    zone_seat,
)
from duelmat_engine.refs import lookup
from duelmat_engine.ruleset import Game
from duelmat_engine.state import Piece

EVERYONE: Final = frozenset(range(len(SEAT_LETTERS)))
"""An audience that may know every card: a judge, a replay."""

_KINDS: Final = {
    "m": "monster zone",
    "s": "magic/trap zone",
    "x": "extra monster zone",
    "field": "field zone",
    "grave": "Graveyard",
    "banished": "banished cards",
    "extra": "Extra Deck",
    "pile": "pile",
    "hand": "hand",
    "deck": "deck",
    "play": "cards in play",
}
_SIDES: Final = {3: ("left", "middle", "right")}
"""Zones of a row by their place, as their player sees them; longer rows are numbered."""

_NOUNS: Final = {
    frozenset(("m",)): ("monster", ""),
    frozenset(("s",)): ("magic or trap card", ""),
    frozenset(("s", "play")): ("magic or trap card", ""),
    frozenset(("m", "s")): ("card", " on the field"),
    frozenset(("m", "s", "play")): ("card", " on the field"),
    frozenset(("grave",)): ("card", " in {whose} Graveyard"),
    frozenset(("hand",)): ("card", " in {whose} hand"),
    frozenset(("pile",)): ("card", " of {whose} pile"),
    frozenset(("banished",)): ("banished card", ""),
    frozenset(("extra",)): ("card", " of {whose} Extra Deck"),
}
_USES: Final = {"summon": "be summoned", "set": "be Set"}
_REF: Final = re.compile(r"\b[a-d](?:\.[a-z]+\d*|:[A-Za-z0-9_-]+(?:/\d+)?)")


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: "a", "a and b", "a, b and c"."""
    items = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def lowered(text: str) -> str:
    """The text as it stands in the midst of a sentence: no capital, no full stop."""
    return text[:1].lower() + text[1:].rstrip(".")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def name_words(value: str) -> str:
    """One of several names offered, as it is said: "spades", "7", "set it"."""
    if value in ("spade", "heart", "club", "diamond"):
        return f"{value}s"
    if value in ("summon", "activate", "set"):
        return {"summon": "summon it", "activate": "activate it", "set": "Set it"}[value]
    return value.replace("-", " ")


def trait_words(trait: str, value: object) -> str:
    """A printed value behind a noun: "of hearts", "of number 7", "with level 4"."""
    if trait == "suit":
        return f"of {name_words(str(value))}"
    return f"of number {value}" if trait == "number" else f"with {trait} {value}"


class Wording:
    """The names of one duel's things for one audience."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[str] = (),
        *,
        world: World | None = None,
        sees: Iterable[int] = (),
    ) -> None:
        """Speak for those who may see the hidden cards of the seats in `sees`.

        Args:
            game: whose cards, effects and phases are spoken of.
            seats: what the players are called; "Player A" and so on where nothing is given.
            world: the duel in which places are looked up to name the cards that lie there.
            sees: seats whose hidden cards the audience knows; none: the public.

        """
        self.game = game
        self.world = world
        self.sees = frozenset(sees)
        self.aloud: set[int] = set()
        """Objects (by oid) that have just been shown to everybody."""
        self._seats = tuple(seats)

    # Players and places

    def seat(self, seat: int) -> str:
        if seat == NOBODY:
            return "Chance"
        if seat < len(self._seats) and self._seats[seat]:
            return self._seats[seat]
        return f"Player {SEAT_LETTERS[seat].upper()}"

    def possessive(self, seat: int, speaker: int | None = None) -> str:
        """Whose: "your" when the seat is spoken to, else the player's name with its ending."""
        return "your" if seat == speaker else f"{self.seat(seat)}'s"

    def zone(self, name: str, speaker: int | None = None) -> str:
        """A zone as a player would say it: "the left monster zone", "Ben's Graveyard"."""
        whose = "the" if zone_seat(name) == speaker else self.possessive(zone_seat(name))
        return f"{whose} {self.zone_noun(name)}"

    def zone_noun(self, name: str) -> str:
        """A zone without saying whose: "left monster zone"."""
        kind = zone_kind(name)
        noun = _KINDS.get(kind, kind)
        index = name[2 + len(kind) :]
        if not index:
            return noun
        sides = _SIDES.get(self.game.rules.rows.get(kind, 0), ())
        number = int(index)
        if 1 <= number <= len(sides):
            return f"{sides[number - 1]} {noun}"
        return f"{noun} {number}"

    def phase(self, name: str) -> str:
        """A phase in a sentence: "the Battle Phase", but "Main Phase 1"."""
        title = self.phase_title(name)
        return title if title[-1:].isdigit() else f"the {title}"

    def phase_title(self, name: str) -> str:
        titles = {phase.name: phase.title for phase in self.game.rules.phases}
        return titles.get(name) or {"setup": "set-up", "end": "end of the turn"}.get(name, name)

    # Cards

    def printed(self, key: str) -> str:
        """The card of a key, named: "the 7 of hearts", "Joker 1"."""
        try:
            return self.of_card(self.game.rules.card(key))
        except EngineError:
            return f"an unknown card ({key_code(key)})"

    def of_card(self, card: Card) -> str:
        return f"the {card.name}" if "suit" in card.traits else card.name

    def may_name(self, piece: Piece, place: str) -> bool:
        """Whether this audience knows which card it is."""
        if piece.key is None:
            return False
        hidden = zone_kind(place) in self.game.rules.hidden_kinds or not piece.face_up
        return (
            not hidden
            or piece.oid in self.aloud
            or zone_seat(place) in self.sees
            or piece.owner in self.sees
        )

    def piece(self, piece: Piece, place: str, speaker: int | None = None) -> str:
        """A card lying somewhere: its name, or what everybody can see of it."""
        if piece.key is not None and self.may_name(piece, place):
            return self.printed(piece.key)
        kind = zone_kind(place)
        if kind in self.game.rules.rows:
            noun = "monster" if kind == "m" else "card"
            return f"the face-down {noun} in {self.zone(place, speaker)}"
        return f"a card of {self.zone(place, speaker)}"

    def ref(self, ref: str, speaker: int | None = None) -> str:
        """What an action names by place or key."""
        if is_key(ref):
            return self.printed(ref)
        found = lookup(self.world, ref) if self.world is not None else None
        if found is not None:
            return self.piece(found[1], found[0], speaker)
        if zone_kind(ref) in self.game.rules.rows:
            return f"the card in {self.zone(ref, speaker)}"
        return f"a card of {self.zone(ref, speaker)}"

    def humanized(self, text: str, speaker: int | None = None) -> str:
        """A text of the engine with its zone names and card keys put into words."""

        def words(match: re.Match[str]) -> str:
            ref = match.group()
            if is_key(ref):
                return self.printed(ref)
            known = zone_kind(ref) in _KINDS
            return self.zone(ref, speaker) if known else ref

        return _REF.sub(words, text)

    # Selectors

    def kind_of_card(self, scope: Scope, cards: terms.Cards) -> str:
        """What a selector asks for: "a face-up monster of hearts or of number 7".

        Clauses that begin with "that" come last.
        """
        noun, where = _NOUNS.get(frozenset(cards.zones), ("card", ""))
        whose = {"own": "your", "opposing": "the opponent's", "any": "a"}[cards.whose]
        before: list[str] = []
        behind: list[str] = []
        for wanted in cards.that:
            self._filter(scope, wanted, before, behind)
        if "{whose}" in where:
            where = where.format(whose=whose)
        elif cards.whose == "opposing":
            before.insert(0, "opposing")
        elif cards.whose == "own":
            where += " on your side" if not where else " of your side"
        phrase = " ".join([*before, noun])
        article = "another" if "other" in before else "an" if phrase[0] in "aeiou" else "a"
        phrase = phrase.removeprefix("other ")
        traits = "".join(f" {b}" for b in behind if not b.startswith("that"))
        clauses = [b for b in behind if b.startswith("that")]
        tail = f" {listed(clauses)}" if clauses else ""
        return f"{article} {phrase}{traits}{where}{tail}"

    def _filter(
        self, scope: Scope, wanted: terms.AnyFilter, before: list[str], behind: list[str]
    ) -> None:
        match wanted:
            case terms.FaceUp():
                before.append("face-up")
            case terms.FaceDown():
                before.append("face-down")
            case terms.Other():
                before.insert(0, "other")
            case terms.Shares(traits=traits, of=of, alike=alike):
                behind.append(self._shared(scope, traits, of, alike))
            case terms.Trait(name=name, value=value):
                behind.append(trait_words(name, value))
            case terms.TraitNamed(names=names):
                behind.append(f"of the {listed(names, 'or')} named")
            case terms.AtMost(name=name, amount=limit):
                behind.append(f"with a {name} up to {amount(scope, limit)}")
            case terms.Kind(kind=kind):
                behind.append(f"that is a {capital(kind)}")
            case terms.NotKind(kind=kind):
                behind.append(f"that is no {capital(kind)}")
            case terms.AmongBound():
                behind.append("that you looked at")
            case terms.InWindow():
                behind.append("that has just been summoned")
            case terms.Playable(offer=offer):
                behind.append(f"that can {_USES.get(offer, 'be activated as magic')}")

    def _shared(self, scope: Scope, traits: tuple[str, ...], of: str, alike: str) -> str:
        cards = [c for p in scope.pieces(of) if (c := scope.card(p)) is not None]
        values = [
            trait_words(t, value)
            for card in cards
            for t in traits
            if (value := card.trait(t)) is not None
        ]
        if values:
            return listed(dict.fromkeys(values), "or")
        if alike and cards:
            return f"that is a {capital(alike)}"
        return f"of the same {listed(traits, 'or')}"


def seat_of(ref: str) -> Seat:
    """The seat that a place or key begins with."""
    return Seat(SEAT_LETTERS.index(ref[0]))
