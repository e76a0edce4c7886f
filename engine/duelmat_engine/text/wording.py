"""The nouns of the table: what seats, zones, cards and selectors are called in a sentence.

A `Wording` speaks for one audience. It names a card that lies hidden only to those who may
know it (`sees`); everybody else hears "a card". Words come from the ruleset's own data; what
this module adds are the words of the field that every ruleset shares.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final

from duelmat_engine.board.refs import lookup
from duelmat_engine.board.values import status_forbidding
from duelmat_engine.cards import Card
from duelmat_engine.errors import EngineError
from duelmat_engine.names import (
    NOBODY,
    ROW_KINDS,
    SEAT_LETTERS,
    Seat,
    is_key,
    key_code,
    key_seat,
    zone_kind,
    zone_seat,
)
from duelmat_engine.ruleset.game import Game
from duelmat_engine.state import Piece, World
from duelmat_message import Ref, Text, filled, named, ref, say, say_as, slot, with_words

EVERYONE: Final = frozenset(range(len(SEAT_LETTERS)))
"""An audience that may know every card: a judge, a replay."""

_PLAYER: Final = re.compile(r"\b[Pp]layer ([a-d])\b")
_REF: Final = re.compile(r"\b[a-d](?:\.[a-z]+(?:-?\d+)?|:[A-Za-z0-9_-]+(?:/\d+)?)")
_WRITTEN_OUT: Final = (
    *(say("first"), say("second"), say("third"), say("fourth"), say("fifth")),
    *(say("sixth"), say("seventh"), say("eighth"), say("ninth"), say("tenth")),
)
_ORDINALS: Final = dict(enumerate(_WRITTEN_OUT, 1))
_NUMBER: Final = slot("number")
_NTH: Final = say_as("column", "{number}th", number=_NUMBER)
_BY_LAST_DIGIT: Final = {
    1: say_as("column", "{number}st", number=_NUMBER),
    2: say_as("column", "{number}nd", number=_NUMBER),
    3: say_as("column", "{number}rd", number=_NUMBER),
}
_NO_PHASES: Final = {
    "setup": say("set-up"),
    "end": say("end of the turn"),
    "back": say("phase that was interrupted"),
}


def capital(text: str) -> Text:
    """Return a text with a capital, as it begins a sentence or stands alone."""
    return say("{text:capital}", text=text)


def _column_noun(noun: str, column: int) -> Text:
    """A zone of a row without end as its player sees it, counted from the middle."""
    if column == 0:
        return say("middle {zone}", zone=noun)
    number = abs(column)
    nth = _NTH if number // 10 % 10 == 1 else _BY_LAST_DIGIT.get(number % 10, _NTH)
    nth = _ORDINALS.get(number) or filled(nth, number=str(number))
    if column < 0:
        return say("{nth} {zone} left of the middle", nth=nth, zone=noun)
    return say("{nth} {zone} right of the middle", nth=nth, zone=noun)


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

    def __repr__(self) -> str:
        return f"<Wording of {self.game.rules.name}>"

    def tells_position(self, place: str, *, upright: bool) -> bool:
        """Whether a card's position there is told; without a battle, only if it lies sideways."""
        return zone_kind(place) == "m" and (bool(self.game.rules.battle.rows) or not upright)

    # Players and places

    def seat(self, seat: int) -> str:
        if seat == NOBODY:
            return say("Chance")
        if seat < len(self._seats) and self._seats[seat]:
            return self._seats[seat]
        return say("Player {letter}", letter=SEAT_LETTERS[seat].upper())

    def said(self, text: str, speaker: int | None = None) -> str:
        """A text of the engine with the players, zones and cards that it refers to in words."""
        return with_words(text, lambda one: self._referred(one, speaker))

    def _referred(self, one: Ref, speaker: int | None) -> str:
        name = one.message
        if name[:1] == "@":
            return self.ref(name[1:], speaker)
        if name[:1] == "/":
            return self.phase(name[1:])
        if name in SEAT_LETTERS:
            return self.seat(SEAT_LETTERS.index(name))
        if is_key(name):
            return self.owned(name, speaker)
        known = name[1:2] == "." and zone_kind(name) in self.words.zones
        return self.zone(name, speaker) if known else one

    def with_names(self, text: str, speaker: int | None = None) -> str:
        """The same, also of a plain text, in which players, zones and cards stand in notation."""
        if isinstance(text, Text):
            return self.said(text, speaker)
        text = _PLAYER.sub(lambda match: self.seat(SEAT_LETTERS.index(match[1])), text)
        return _REF.sub(lambda match: self._referred(ref(match[0]), speaker), text)

    def possessive(self, seat: int) -> Text:
        """The possessive: the player's name with its ending."""
        return say("{player}'s", player=self.seat(seat))

    def zone(self, name: str, speaker: int | None = None) -> str:
        """A zone as a player would say it: "the left monster zone", "Ben's Graveyard"."""
        if zone_seat(name) == speaker:
            return self.own_zone(name)
        player = self.seat(zone_seat(name))
        return say("{player}'s {zone}", player=player, zone=self.zone_noun(name))

    def own_zone(self, name: str) -> str:
        """A zone of whom one speaks: "the left monster zone", "monster zone 4"."""
        noun = self.zone_noun(name)
        return noun if noun[-1:].isdigit() else say("the {zone}", zone=noun)

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
            return say("{side} {zone}", side=sides[number - 1], zone=noun)
        return say("{zone} {number}", zone=noun, number=number)

    def phase(self, name: str) -> str:
        """A phase in a sentence: "the Battle Phase", but "Main Phase 1"."""
        title = self.phase_title(name)
        return title if title[-1:].isdigit() else say("the {phase}", phase=title)

    def phase_title(self, name: str) -> str:
        phase = self.game.rules.named_phases.get(name)
        return _NO_PHASES.get(name, name) if phase is None else phase.title

    # Cards

    def printed(self, key: str) -> Text:
        """The card of a key, named: "the 7 of hearts", "Joker 1"."""
        try:
            return self.of_card(self.game.rules.card(key))
        except EngineError:
            return say("an unknown card ({code})", code=key_code(key))

    def owned(self, key: str, speaker: int | None = None) -> Text:
        """The same, with whose it is where others have one of that name in sight: "Ben's ..."."""
        code, owner = key_code(key), key_seat(key)
        if owner == speaker or all(seat == owner for other, seat in self._seen if other == code):
            return self.printed(key)
        return say("{player}'s {card:noun}", player=self.seat(owner), card=self.printed(key))

    @cached_property
    def _seen(self) -> Counter[tuple[str, Seat]]:
        """The number of each player's cards of a code that this audience sees in the duel."""
        world, field = self.world, self.game.rules.zones.field
        if world is None:
            return Counter()
        on_field = [at for at in world.zones if zone_kind(at) in field]
        seen = [p for at in on_field for p in world.zones[at] if self.may_name(p, at)]
        seen += (link.source for link in world.chain)
        seen += (each.source for each in world.pending if each.source.face_up)
        keys = {piece.key for piece in seen if piece.key is not None}
        return Counter((key_code(key), key_seat(key)) for key in keys)

    def face_up(self, piece: Piece, speaker: int | None = None) -> Text:
        """A card that everybody sees; one of which nobody knows which it is."""
        return say("a card") if piece.key is None else self.owned(piece.key, speaker)

    def of_card(self, card: Card) -> Text:
        name = named("card", card.name)
        return say("the {card}", card=name) if self.words.article in card.traits else name

    # Values, uses and names

    def value(self, value: str) -> str:
        """One of several names offered, as it is said: "spades", "7", "set it", a card's name."""
        if value in self.game.rules.cards:
            return self.of_card(self.game.rules.cards[value])
        if value[1:2] == ".":
            at_player = zone_kind(value) not in self.game.rules.zones.rows
            return self.seat(zone_seat(value)) if at_player else self.ref(value)
        return self.words.offered(value)

    def trait(self, trait: str, value: object) -> str:
        """A printed value behind a noun: "of hearts", "of number 7", "with level 4"."""
        words = self.value(str(value))
        pattern = self.words.traits.get(trait)
        if pattern is not None:
            return filled(pattern, value=words)
        return say("with {trait} {value}", trait=named("printed", trait), value=words)

    def use(self, use: str) -> str:
        """The words for a card's use, as in "as quick magic"; empty: its effect is used."""
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

    def piece(self, piece: Piece, place: str, speaker: int | None = None) -> Text:
        """A card lying somewhere: its name, or what everybody can see of it."""
        kind, zone, key = zone_kind(place), self.zone(place, speaker), piece.key
        if key is not None and self.may_name(piece, place):
            if kind not in ROW_KINDS or self._seen[key_code(key), key_seat(key)] < 2:
                return self.owned(key, speaker)
            return say("{card} in {zone}", card=self.printed(key), zone=zone)
        if kind == "m" and kind in self.game.rules.zones.rows:
            monster = self.words.monster
            return say("the face-down {monster} in {zone}", monster=monster, zone=zone)
        if kind in self.game.rules.zones.rows:
            return say("the face-down card in {zone}", zone=zone)
        return say("a card of {zone}", zone=zone)

    def ref(self, ref: str, speaker: int | None = None) -> Text:
        """The card or zone that an action names by place or key."""
        if is_key(ref):
            return self.owned(ref, speaker)
        found = lookup(self.world, ref) if self.world is not None else None
        if found is not None:
            return self.piece(found[1], found[0], speaker)
        zone = self.zone(ref, speaker)
        if zone_kind(ref) in self.game.rules.zones.rows:
            return say("the card in {zone}", zone=zone)
        return say("a card of {zone}", zone=zone)

    def is_aimed_by_chance(self, ref: str) -> bool:
        """Whether the monster that lies there chooses no target when it attacks."""
        found = lookup(self.world, ref) if self.world is not None else None
        return found is not None and status_forbidding(self.game, found[1], "aim") is not None
