"""Reading the cards of a position's line, and laying them into its zones."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from duelmat_engine.board.columns import is_zone
from duelmat_engine.cardfiles.form import one_of
from duelmat_engine.names import (
    SEAT_LETTERS,
    CardKey,
    Seat,
    ZoneName,
    key_code,
    seat_letter,
    zone_kind,
    zone_seat,
)
from duelmat_engine.notation import A_CARD, Cursor
from duelmat_engine.ruleset.build import default_readings
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.ruleset.registry import game_of
from duelmat_engine.state import HOWS, Alteration, Piece, replace
from duelmat_message import say

_CODE: Final = re.compile(r"(?:[a-d]:)?[A-Z0-9][A-Za-z0-9/]*")
ZONE: Final = re.compile(r"[a-d]\.[a-z]+(?:-?[0-9]+)?")
_HOST: Final = re.compile(rf"{ZONE.pattern}|[1-9][0-9]{{0,8}}")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
WAY: Final = re.compile(r"[a-z][a-z0-9-]*")

_SECTION: Final = say("a section: closed, open, used, pool, or a zone")


class CardReader:
    """The cards of a line, as far as they have been read."""

    def __init__(self, cursor: Cursor, rules: Ruleset, players: int) -> None:
        self.cursor = cursor
        self.rules = rules
        self.players = players
        self.zones: dict[ZoneName, tuple[Piece, ...]] = {}
        self.keys: set[CardKey] = set()
        self.attached: dict[int, str] = {}
        """By number of a card, where the one lies to which it is equipped."""
        self.oid = 1
        """The number of the next card."""

    def player(self) -> Seat:
        at = self.cursor.at
        seat = self.cursor.letter()
        if seat >= self.players:
            raise self.cursor.fault(say("a seat of this duel"), at)
        return seat

    def codes(self, seat: Seat) -> Iterator[CardKey]:
        while self.cursor.sees(" ") and not self.cursor.sees(" in "):
            self.cursor.must(" ")
            yield self.key(seat)

    def key(self, seat: Seat) -> CardKey:
        at = self.cursor.at
        code = self.cursor.match(_CODE, A_CARD)
        key = CardKey(code if code[1:2] == ":" else f"{seat_letter(seat)}:{code}")
        if key_code(key) not in self.rules.cards:
            raise self.cursor.fault(say("a card of {ruleset}", ruleset=self.rules.name), at)
        return key

    def zone(self) -> None:
        cursor = self.cursor
        at = cursor.at
        name = ZoneName(cursor.match(ZONE, _SECTION))
        if not self.is_zone(name) or name in self.zones:
            raise cursor.fault(say("a zone of this duel that was not filled before"), at)
        pieces: list[Piece] = []
        while cursor.takes(" "):
            pieces += self.cards(name)
        if not pieces:
            raise cursor.fault(say("' ' and a card"))
        self.zones[name] = tuple(pieces)

    def is_zone(self, name: ZoneName) -> bool:
        game = game_of(self.rules.name, default_readings(self.rules))
        return is_zone(game, name, self.players)

    def cards(self, name: ZoneName) -> list[Piece]:
        cursor = self.cursor
        at = cursor.at
        piece = self.card(name)
        alike = cursor.count() if cursor.takes("*") else 1
        if not 1 <= alike <= 200 or (alike > 1 and piece.key is not None):
            raise cursor.fault(say("one card, or several unseen ones"), at)
        found = [piece]
        while len(found) < alike:
            found.append(replace(piece, oid=self.number()))
        return found

    def number(self) -> int:
        self.oid += 1
        return self.oid - 1

    def card(self, name: ZoneName) -> Piece:
        cursor = self.cursor
        start = cursor.at
        owner, key = zone_seat(name), None
        if cursor.sees("?") or cursor.text[cursor.at + 1 : cursor.at + 3] == ":?":
            owner = owner if cursor.sees("?") else self.player()
            cursor.takes(":")
            cursor.must("?")
        else:
            key = self.key(owner)
            owner = Seat(SEAT_LETTERS.index(key[0]))
            if owner >= self.players or key in self.keys:
                raise cursor.fault(say("a card that lies nowhere else"), start)
            self.keys.add(key)
        is_open = zone_kind(name) not in self.rules.zones.hidden
        down = cursor.takes("#")
        active = not is_open and cursor.takes("=")
        aside = cursor.takes("_")
        face_up = active or (is_open and not down)
        shown = (is_open and face_up) != cursor.takes("!")
        piece = Piece(self.number(), owner, key, shown, face_up, not aside)
        if cursor.takes("@"):
            piece = replace(piece, arrived=cursor.count())
        if cursor.takes("~"):
            piece = replace(piece, stamp=cursor.count())
        if cursor.takes("("):
            piece = replace(piece, way=cursor.match(WAY, say("a way")))
            cursor.must(")")
        if cursor.takes("%"):
            piece = replace(piece, attacked=cursor.count())
        if cursor.takes("^"):
            piece = replace(piece, turned=cursor.count())
        if cursor.takes("{"):
            piece = replace(piece, marks=dict(cursor.several(self.mark, "}")))
            cursor.must("}")
        if cursor.takes("+"):
            self.attached[piece.oid] = cursor.match(_HOST, say("the zone of a card"))
        while cursor.takes("<"):
            piece = replace(piece, altered=(*piece.altered, self.alteration()))
        if cursor.takes("["):
            beneath: list[Piece] = []
            while not cursor.takes("]"):
                if beneath:
                    cursor.must(" ")
                beneath += self.cards(name)
            piece = replace(piece, beneath=tuple(beneath))
        return piece

    def alteration(self) -> Alteration:
        cursor = self.cursor
        trait = cursor.match(WAY, say("a trait"))
        said = cursor.then(lambda: cursor.match(WAY, say("how it is changed")))
        how = next((known for known in HOWS if known == said), None)
        numbers: list[int] = []
        code: str = ""
        rules: list[str] = []
        while cursor.takes(" "):
            if cursor.sees('"'):
                code, *rules = cursor.string().split(" ")
                break
            numbers.append(cursor.integer())
        at = cursor.at
        cursor.must(">")
        if how is None or len(numbers) != 3:
            raise cursor.fault(say("{one} and three numbers", one=one_of(HOWS)), at)
        by, stamp, until = numbers
        return Alteration(trait, how, by, stamp, until, tuple(rules), code)

    def mark(self) -> tuple[str, int | str]:
        name = self.cursor.match(_NAME, say("the name of a mark"))
        self.cursor.must("=")
        if self.cursor.sees('"'):
            return name, self.cursor.string()
        return name, self.cursor.integer()

    def attach(self) -> None:
        """Equip cards to those in the zones that they name."""
        for name, row in self.zones.items():
            found = [self.attached.get(piece.oid, "") for piece in row]
            if any(found):
                self.zones[name] = tuple(
                    replace(piece, attached=self.host(place))
                    for piece, place in zip(row, found, strict=True)
                )

    def host(self, place: str) -> int:
        """Return the number of the card that is meant by a zone or by its number."""
        row = self.zones.get(ZoneName(place), ())
        return int(place) if place.isdecimal() else row[0].oid if row else 0

    def number_anew(self, numbers: Sequence[int]) -> None:
        """Give the cards, counted so far as they were read, these numbers."""
        attached = self.attached.items()
        self.attached = {numbers[oid - 1]: place for oid, place in attached}
        self.zones = {
            name: tuple(_numbered(piece, numbers) for piece in row)
            for name, row in self.zones.items()
        }


def _numbered(piece: Piece, numbers: Sequence[int]) -> Piece:
    """Return a card, and those beneath it, with the numbers at the places that they had."""
    beneath = tuple(_numbered(under, numbers) for under in piece.beneath)
    return replace(piece, oid=numbers[piece.oid - 1], beneath=beneath)
