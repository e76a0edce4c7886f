"""The nouns of the table: what seats, zones, cards and selectors are called in a sentence.

A `Wording` speaks for one audience. It names a card that lies hidden only to those who may
know it (`sees`); everybody else hears "a card". Words come from the ruleset's own data; what
this module adds are the words of the field that every ruleset shares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from duelmat_engine.board.evaluate import amount
from duelmat_engine.board.refs import lookup
from duelmat_engine.board.scope import Scope
from duelmat_engine.cards import Card
from duelmat_engine.effects import terms
from duelmat_engine.errors import EngineError
from duelmat_engine.names import (
    NOBODY,
    SEAT_LETTERS,
    is_key,
    key_code,
    parse_seat,
    zone_kind,
    zone_seat,
)
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Piece, World

EVERYONE: Final = frozenset(range(len(SEAT_LETTERS)))
"""An audience that may know every card: a judge, a replay."""

_PHRASES: Final[dict[type[terms.Filter], str]] = {
    terms.AmongBound: "that you looked at",
    terms.Upright: "in Attack Position",
    terms.Sideways: "in Defense Position",
    terms.AttachedTo: "that is equipped to it",
    terms.Bears: "to which it is equipped",
    terms.MayCome: "that may be Special Summoned",
    terms.Fusible: "whose materials are there",
    terms.Material: "that is material for it",
    terms.Came: "that came by its own effect",
    terms.Mine: "that you control",
    terms.OnField: "that lies on the field",
}
"""What is said behind the noun by filters that always say the same."""
_USES: Final = {"summon": "be summoned", "set": "be Set"}
_PLAYER: Final = re.compile(r"\b[Pp]layer ([a-d])\b")
_ORDINALS: Final = {1: "first", 2: "second", 3: "third"}
_REF: Final = re.compile(r"\b[a-d](?:\.[a-z]+(?:-?\d+)?|:[A-Za-z0-9_-]+(?:/\d+)?)")


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


def _column_noun(noun: str, column: int) -> str:
    """A zone of a row without end as its player sees it, counted from the middle."""
    if column == 0:
        return f"middle {noun}"
    side = "left" if column < 0 else "right"
    nth = _ORDINALS.get(abs(column), f"{abs(column)}th")
    return f"{nth} {noun} {side} of the middle"


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
        self.words = game.rules.words
        self._seats = tuple(seats)

    # Players and places

    def seat(self, seat: int) -> str:
        if seat == NOBODY:
            return "Chance"
        if seat < len(self._seats) and self._seats[seat]:
            return self._seats[seat]
        return f"Player {SEAT_LETTERS[seat].upper()}"

    def with_names(self, text: str) -> str:
        """A text of the engine in which its players are called by their names."""
        return _PLAYER.sub(lambda match: self.seat(parse_seat(match[1])), text)

    def possessive(self, seat: int, speaker: int | None = None) -> str:
        """Whose: "your" when the seat is spoken to, else the player's name with its ending."""
        return "your" if seat == speaker else f"{self.seat(seat)}'s"

    def zone(self, name: str, speaker: int | None = None) -> str:
        """A zone as a player would say it: "the left monster zone", "Ben's Graveyard"."""
        if zone_seat(name) == speaker:
            return self.own_zone(name)
        return f"{self.possessive(zone_seat(name))} {self.zone_noun(name)}"

    def own_zone(self, name: str) -> str:
        """A zone of whom one speaks: "the left monster zone", "monster zone 4"."""
        noun = self.zone_noun(name)
        return noun if noun[-1:].isdigit() else f"the {noun}"

    def zone_noun(self, name: str) -> str:
        """A zone without saying whose: "left monster zone"."""
        kind = zone_kind(name)
        noun = self.words.zones.get(kind, kind)
        index = name[2 + len(kind) :]
        if not index:
            return noun
        row = self.game.rules.zones.rows.get(kind)
        sides = self.words.sides.get(row or 0, ())
        number = int(index)
        if row == 0:
            return _column_noun(noun, number if name[0] == SEAT_LETTERS[0] else -number)
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

    def face_up(self, piece: Piece) -> str:
        """A card that everybody sees; one of which nobody knows which it is."""
        return "a card" if piece.key is None else self.printed(piece.key)

    def of_card(self, card: Card) -> str:
        return f"the {card.name}" if self.words.article in card.traits else card.name

    # Values, uses and names

    def value(self, value: str) -> str:
        """One of several names offered, as it is said: "spades", "7", "set it", a card's name."""
        if value in self.game.rules.cards:
            return self.of_card(self.game.rules.cards[value])
        return self.words.values.get(value, value.replace("-", " "))

    def trait(self, trait: str, value: object) -> str:
        """A printed value behind a noun: "of hearts", "of number 7", "with level 4"."""
        pattern = self.words.traits.get(trait, f"with {trait} {{value}}")
        return pattern.format(value=self.value(str(value)))

    def use(self, use: str) -> str:
        """As what a card is activated; empty where it is its effect that is used."""
        return self.words.uses.get(use, "")

    def may_name(self, piece: Piece, place: str) -> bool:
        """Whether this audience knows which card it is."""
        if piece.key is None:
            return False
        hidden = zone_kind(place) in self.game.rules.zones.hidden or not piece.face_up
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
        if kind in self.game.rules.zones.rows:
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
        if zone_kind(ref) in self.game.rules.zones.rows:
            return f"the card in {self.zone(ref, speaker)}"
        return f"a card of {self.zone(ref, speaker)}"

    def is_aimed_by_chance(self, ref: str) -> bool:
        """Whether the monster that lies there chooses no target when it attacks."""
        found = lookup(self.world, ref) if self.world is not None else None
        statuses = self.game.rules.in_play.statuses
        return found is not None and any(
            found[1].marks.get(name) and "aim" in status.forbids
            for name, status in statuses.items()
        )

    def humanized(self, text: str, speaker: int | None = None) -> str:
        """A text of the engine with its zone names and card keys put into words."""

        def words(match: re.Match[str]) -> str:
            ref = match.group()
            if is_key(ref):
                return self.printed(ref)
            known = zone_kind(ref) in self.words.zones
            return self.zone(ref, speaker) if known else ref

        return _REF.sub(words, text)

    # Selectors

    def kind_of_card(self, scope: Scope, cards: terms.Cards) -> str:
        """What a selector asks for: "a face-up monster of hearts or of number 7".

        Clauses that begin with "that" come last.
        """
        noun, where = self.words.things.get(frozenset(cards.zones), ("card", ""))
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
        self, scope: Scope, wanted: terms.Filter, before: list[str], behind: list[str]
    ) -> None:
        if phrase := _PHRASES.get(type(wanted)):
            behind.append(phrase)
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
                behind.append(self.trait(name, value))
            case terms.TraitNamed(names=names):
                behind.append(f"of the {listed(names, 'or')} named")
            case terms.AtMost(name=name, amount=limit):
                behind.append(f"with a {name} up to {amount(scope, limit)}")
            case terms.AtLeast(name=name, amount=limit):
                behind.append(f"with a {name} of {amount(scope, limit)} or more")
            case terms.Least(name=name):
                behind.append(f"with the least {name}")
            case terms.TraitIn(name=name, values=values):
                behind.append(listed((self.trait(name, v) for v in values), "or"))
            case terms.SharesWithOne(traits=traits):
                behind.append(f"of the same {listed(traits, 'or')} as one of theirs")
            case terms.Kind(kind=kind):
                noun = self.words.kinds.get(kind, capital(kind))
                behind.append(f"that is {_with_article(noun)}")
            case terms.NotKind(kind=kind):
                behind.append(f"that is no {self.words.kinds.get(kind, capital(kind))}")
            case terms.Named(names=names):
                behind.append(f"named {listed(names, 'or')}")
            case terms.NotOne(that=that):
                behind.append(self._unlike(scope, that))
            case terms.InWindow():
                behind.append(f"that {self._happened()}")
            case terms.MarkedNow(names=names):
                behind.append(f"that was {listed(names, 'or')} in this turn")
            case terms.Lies(zones=kinds):
                nouns = (f"a {self.words.zones.get(kind, kind)}" for kind in kinds)
                behind.append(f"that lies in {listed(nouns, 'or')}")
            case terms.HasMark(name=name):
                behind.append(f"that carries the mark {self.value(name)}")
            case terms.LacksMark(name=name):
                behind.append(f"that does not carry the mark {self.value(name)}")
            case terms.HasUse(uses=uses):
                behind.append(f"with {listed(map(self._effect, uses), 'or')}")
            case terms.LacksUse(uses=uses):
                behind.append(f"without {listed(map(self._effect, uses), 'or')}")
            case terms.Playable(offer=offer):
                behind.append(f"that can {_USES.get(offer, 'be activated as magic')}")

    def _effect(self, use: str) -> str:
        return _with_article(f"{self.value(use)} effect")

    def _unlike(self, scope: Scope, that: tuple[terms.Filter, ...]) -> str:
        before: list[str] = []
        behind: list[str] = []
        for wanted in that:
            self._filter(scope, wanted, before, behind)
        said = " ".join([*before, *behind])
        return f"that is not {said.removeprefix('that is ')}"

    def _happened(self) -> str:
        window = None if self.world is None else self.world.window
        attacks = window is not None and "attack" in window.to
        return "attacks" if attacks else "has just been summoned"

    def _shared(self, scope: Scope, traits: tuple[str, ...], of: str, alike: str) -> str:
        cards = [c for p in scope.pieces(of) if (c := scope.card(p)) is not None]
        values = [
            self.trait(t, value)
            for card in cards
            for t in traits
            if (value := card.trait(t)) is not None
        ]
        if values:
            return listed(dict.fromkeys(values), "or")
        if alike and cards:
            return f"that is a {capital(alike)}"
        return f"of the same {listed(traits, 'or')}"


def _with_article(noun: str) -> str:
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"
