"""Reading a position's line (position_text.py says how it is written), fault by fault."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from duelmat_engine.board.columns import is_zone
from duelmat_engine.board.scope import WHENCE
from duelmat_engine.cardfiles.form import near, one_of
from duelmat_engine.effects import procedures
from duelmat_engine.errors import NotationError, PositionError, UnknownNameError
from duelmat_engine.forms.duel_json import decode, duel_faults
from duelmat_engine.forms.position import carried_on, faults_of, with_place_claims, with_stamps
from duelmat_engine.forms.position_text import NOTES, Rest, held_alike, parse_numbers
from duelmat_engine.forms.vocabulary import unheard_of
from duelmat_engine.names import (
    NOBODY,
    SEAT_LETTERS,
    CardKey,
    Seat,
    ZoneName,
    key_code,
    seat_letter,
    zone_kind,
    zone_seat,
)
from duelmat_engine.notation import A_CARD, A_ZONE, SECTIONS, WORD, Cursor
from duelmat_engine.ruleset.build import choose_readings, default_readings
from duelmat_engine.ruleset.game import Ruleset
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.state import HOWS, Alteration, Claim, Duel, Hidden, Piece, Player, Window
from duelmat_engine.steps.transitions import ALLOWS, INSERTED, NOW, PLAYS, turn_frames
from duelmat_message import listed, say

_CODE: Final = re.compile(r"(?:[a-d]:)?[A-Z0-9][A-Za-z0-9/]*")
_ZONE: Final = re.compile(r"[a-d]\.[a-z]+(?:-?[0-9]+)?")
_HOST: Final = re.compile(rf"{_ZONE.pattern}|[1-9][0-9]{{0,8}}")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_COUNTER: Final = re.compile(r"[a-d]\.[a-z][a-z0-9-]*")
_READING: Final = re.compile(r"[A-Z]+-[0-9]+[a-z]?")
_ABOUT: Final = {"reading": 2, "counter": 2, "lost": 2, "holds": 3, "pool": 2}
"""By its first word: how many words of a section tell what it is about; of others the first."""
T = TypeVar("T")


def parse_position(text: str, source: str = "position") -> Duel:
    """The duel of a line; NotationError says where it stops making sense.

    PositionError lists what is wrong with a position that makes sense and that no duel reaches.
    """
    return _Reader(Cursor(text.rstrip("\n"), source=source)).duel()


def known(cursor: Cursor, at: int, ask: Callable[[], T]) -> T:
    """Return what is found by a name that was read at a place."""
    try:
        return ask()
    except UnknownNameError as error:
        got = near(error.name, error.known, repr(error.name))
        raise cursor.fault(say("a {what} that is known", what=error.what), at, got) from error


class _Reader:
    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.said: defaultdict[str, list[Any]] = defaultdict(list)
        """The values that the sections give, by the words with which a section begins."""

    def duel(self) -> Duel:
        cursor = self.cursor
        name = cursor.match(_NAME, say("the name of a ruleset"))
        self.rules = known(self.cursor, 0, lambda: find_ruleset(name))
        cursor.must("; ")
        turn, seat = cursor.count(), cursor.then(cursor.letter)
        cursor.must(" ")
        at = cursor.at
        phase = cursor.match(WORD, say("a phase"))
        cursor.must("; ")
        cursor.must("life")
        lives = cursor.row(cursor.integer)
        if seat >= len(lives) or len(lives) < 2:
            raise cursor.fault(say("a life for each player"))
        self.table = _Cards(cursor, self.rules, len(lives))
        self.sections()
        rest = next(iter(self.said["rest "]), None)
        numbers = range(1, self.table.oid) if rest is None else self.numbers(rest)
        duel = Duel(
            ruleset=self.rules.name,
            readings=choose_readings(self.rules, dict(self.said["reading "])),
            players=tuple(self.one_player(Seat(s), life, rest) for s, life in enumerate(lives)),
            zones=self.table.laid(numbers),
            turn=turn,
            turn_seat=seat,
            phase=phase,
            turn_counters=dict(self.said["counter "]),
            closed=not self.said["open"],
            viewer=next(iter(self.said["open"]), NOBODY),
        )
        return self.laid_out(duel, at) if rest is None else self.whole(duel, rest)

    def sections(self) -> None:
        """Read section after section; each says something of its own."""
        cursor, readers = self.cursor, self.readers()
        names = listed((first.strip() for first in readers), ",")
        expected = say("a section: {names}, or a zone", names=names)
        said: set[str] = set()
        while cursor.at < len(cursor.text):
            cursor.must("; ")
            at = cursor.at
            if first := next(filter(cursor.takes, readers), ""):
                self.said[first].append(readers[first]())
            else:
                self.table.zone(expected)
            words = cursor.text[at : cursor.at].split(" ")
            about = "closed" if words[0] == "open" else " ".join(words[: _ABOUT.get(words[0], 1)])
            if about in said:
                raise cursor.fault(say("only one section {section}", section=about), at)
            said |= {about} - {"claim"}

    def readers(self) -> dict[str, Callable[[], Any]]:
        """Return how a section is read, by how it begins; what begins otherwise is a zone."""
        cursor, player = self.cursor, self.table.player
        then, row, count, text = cursor.then, cursor.row, cursor.count, cursor.string

        def word(expected: str) -> Callable[[], str]:
            return lambda: cursor.match(WORD, expected)

        counter = say("a counter, as in a.summon-right")
        return {
            "closed": lambda: None,
            "open": lambda: then(player) if cursor.sees(" ") else NOBODY,
            "reading ": self.reading,
            "counter ": lambda: (cursor.match(_COUNTER, counter), then(count)),
            "lost ": lambda: (player(), (then(count), then(text))),
            "holds ": lambda: (player(), then(word(say("what holds"))), then(text)),
            "inserted ": lambda: (
                WHENCE(word(say("a phase"))())
                | PLAYS(then(count))
                | ALLOWS(" ".join(row(word(say("a move")))))
            ),
            **{first: partial(told.read, cursor, player) for first, told in SECTIONS.items()},
            "happened ": self.happened,
            "pool ": lambda: (seat := player(), self.table.codes(seat)),
            "claim ": self.claim,
            "rest ": self.rest,
        }

    def reading(self) -> tuple[str, str]:
        at = self.cursor.at
        name = self.cursor.match(_READING, say("the id of a reading"))
        chosen = name, self.cursor.then(self.cursor.string)
        known(self.cursor, at, lambda: choose_readings(self.rules, dict([chosen])))
        return chosen

    def happened(self) -> tuple[Seat, tuple[str, ...], list[ZoneName]]:
        """Read whose act was the last, what it was, and to the cards of which zones."""
        cursor = self.cursor
        seat = self.table.player()
        to = cursor.row(lambda: cursor.match(WORD, say("what has happened")), " in ")
        cursor.takes(" in")
        return seat, tuple(to), cursor.row(lambda: ZoneName(cursor.match(_ZONE, A_ZONE)))

    def claim(self) -> tuple[Seat, Claim]:
        cursor = self.cursor
        seat = self.table.player()
        keys = self.table.codes(seat)
        cursor.must(" in")
        zones: set[ZoneName] = set()
        while cursor.takes(" ") and (found := cursor.find(_ZONE)):
            zones.add(ZoneName(found))
        return seat, Claim(keys, frozenset(zones), cursor.count(), cursor.then(cursor.string))

    def rest(self) -> Any:
        cursor = self.cursor
        text, cursor.at = cursor.text[cursor.at :], len(cursor.text)
        return decode(text, Rest, cursor.source, "rest")

    def laid_out(self, duel: Duel, at: int) -> Duel:
        """Return the duel of a line without a rest: open play begins as the line says.

        The phase stands at a place of the line.
        """
        game = game_of(duel.ruleset, duel.readings)
        block = known(self.cursor, at, lambda: self.rules.phase(duel.phase).block)
        if not any(isinstance(op, procedures.OpenPlay) for op in game.blocks[block]):
            raise self.cursor.fault(say("a phase with open play, or a rest"), at)
        if min(player.life for player in duel.players) < 0:
            raise self.cursor.fault(say("a life from 0 on for each player"), 0)
        begun, turn, phase = turn_frames(game, duel.phase, duel.turn_seat)
        for inserted in self.said["inserted "]:  # of a phase that an effect inserted
            turn = replace(turn, bound=turn.bound | NOW(duel.phase) | INSERTED(False) | inserted)
        for told in chain.from_iterable(self.said[first] for first in SECTIONS):
            phase = replace(phase, bound=phase.bound | told)
        pieces = [p for row in duel.zones.values() for p in row]
        last = max([0, *(p.stamp for p in pieces), *(a.stamp for p in pieces for a in p.altered)])
        in_play = self.rules.in_play.attempts_apart  # else others may lie open without one
        zones = with_stamps(duel.zones, self.rules.zones.field if in_play else ("m",), last)
        stamps = [p.stamp for row in zones.values() for p in row]
        windows = (
            Window(to, tuple(row[0] for row in map(duel.at, names) if row), seat)
            for seat, to, names in self.said["happened "]
        )
        duel = replace(
            duel,
            zones=zones,
            frames=(begun, turn, phase),
            window=next(windows, None),
            next_oid=max([self.table.oid, *(stamp + 1 for stamp in (last, *stamps))]),
            hidden=self.hidden(duel),
        )
        if faults := [*faults_of(duel, game), *unheard_of(duel, game)]:
            raise PositionError(faults)
        return carried_on(with_place_claims(duel, game), game).duel

    def numbers(self, rest: Any) -> list[int]:
        numbers, cards = parse_numbers(rest.numbers), self.table.oid - 1
        if numbers is None or len(numbers) != cards:
            wanted = say("{number} numbers, as in '1-40 57'", number=cards)
            source, got = self.cursor.source, repr(rest.numbers)
            raise NotationError(wanted, got, source=source, where="rest.numbers")
        return numbers

    def whole(self, duel: Duel, rest: Any) -> Duel:
        """Return the duel of a line with a rest, exactly as it was written."""
        origin = f"{self.cursor.source}, origin"
        duel = replace(
            duel,
            hidden=self.hidden(duel),
            origin=parse_position(rest.origin, origin) if rest.origin else None,
            **held_alike(rest),
        )
        if faults := list(duel_faults(duel)):
            raise PositionError(faults)
        return duel

    def one_player(self, seat: Seat, life: int, rest: Any) -> Player:
        order, reason = dict(self.said["lost "]).get(seat, (0, ""))
        won = rest.won[seat] if rest is not None and seat < len(rest.won) else ""
        held = {name: value for by, name, value in self.said["holds "] if by == seat}
        marks = {n: int(v) if _NUMBER.fullmatch(v) else v for n, v in held.items()}
        return Player(life, lost=reason, lost_order=order, won=won, marks=marks)

    def hidden(self, duel: Duel) -> tuple[Hidden, ...]:
        """Return what can be concluded about unseen cards: pools and claims."""
        cards = [piece for _, piece in duel.pieces()]
        found: list[Hidden] = []
        for seat in map(Seat, duel.seats):
            own = [piece for piece in cards if piece.owner == seat]
            pool = dict(self.said["pool "]).get(seat, frozenset())
            unseen = sum(piece.key is None for piece in own)
            if duel.closed:
                pool = frozenset(p.key for p in own if p.key is not None and not p.shown)
            elif len(pool) != unseen or pool & self.table.keys:
                of = {"number": unseen, "seat": seat_letter(seat)}
                wanted = say("a pool of {number} cards for {seat}, none of them seen", **of)
                raise self.cursor.fault(wanted, 0)
            claims = (claim for by, claim in self.said["claim "] if by == seat)
            found.append(Hidden(pool, tuple(claims)))
        if duel.closed and any(piece.key is None for piece in cards):
            raise self.cursor.fault(say("no unseen card in a closed duel"), 0)
        return tuple(found)


class _Cards:
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

    def codes(self, seat: Seat) -> frozenset[CardKey]:
        return frozenset(self.cursor.row(lambda: self.key(seat), " in "))

    def key(self, seat: Seat) -> CardKey:
        at = self.cursor.at
        code = self.cursor.match(_CODE, A_CARD)
        key = CardKey(code if code[1:2] == ":" else f"{seat_letter(seat)}:{code}")
        if key_code(key) not in self.rules.cards:
            raise self.cursor.fault(say("a card of {ruleset}", ruleset=self.rules.name), at)
        return key

    def zone(self, expected: str) -> None:
        cursor, at = self.cursor, self.cursor.at
        name = ZoneName(cursor.match(_ZONE, expected))
        game = game_of(self.rules.name, default_readings(self.rules))
        if not is_zone(game, name, self.players) or name in self.zones:
            raise cursor.fault(say("a zone of this duel that was not filled before"), at)
        rows = cursor.row(lambda: self.cards(name))
        if not rows:
            raise cursor.fault(say("' ' and a card"))
        self.zones[name] = tuple(piece for row in rows for piece in row)

    def cards(self, name: ZoneName) -> list[Piece]:
        cursor, at = self.cursor, self.cursor.at
        piece = self.card(name)
        alike = cursor.count() if cursor.takes("*") else 1
        if not 1 <= alike <= 200 or (alike > 1 and piece.key is not None):
            raise cursor.fault(say("one card, or several unseen ones"), at)
        return [piece, *(replace(piece, oid=self.number()) for _ in range(alike - 1))]

    def number(self) -> int:
        self.oid += 1
        return self.oid - 1

    def card(self, name: ZoneName) -> Piece:
        cursor, start = self.cursor, self.cursor.at
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
        oid = self.number()
        noted: dict[str, Any] = {}
        for sign, note in NOTES.items():
            if cursor.takes(sign):
                noted[note] = self.move() if sign == "(" else cursor.count()
        if cursor.takes("{"):
            noted["marks"] = dict(cursor.several(self.mark, "}"))
            cursor.must("}")
        if cursor.takes("+"):
            self.attached[oid] = cursor.match(_HOST, say("the zone of a card"))
        altered: list[Alteration] = []
        while cursor.takes("<"):
            altered.append(self.alteration())
        beneath: list[Piece] = []
        if cursor.takes("["):
            while not cursor.takes("]"):
                if beneath:
                    cursor.must(" ")
                beneath += self.cards(name)
        noted |= {"altered": tuple(altered), "beneath": tuple(beneath)}
        return Piece(oid, owner, key, shown, face_up, not aside, **noted)

    def move(self) -> str:
        move = self.cursor.match(WORD, say("a move"))
        self.cursor.must(")")
        return move

    def alteration(self) -> Alteration:
        cursor = self.cursor
        trait = cursor.match(WORD, say("a trait"))
        cursor.must(" ")
        how = next(filter(cursor.takes, HOWS), None)
        if how is None:
            raise cursor.fault(say("{one} and three numbers", one=one_of(HOWS)))
        by, stamp, until = (cursor.then(cursor.integer) for _ in range(3))
        code, *rules = cursor.then(cursor.string).split(" ") if cursor.sees(" ") else [""]
        cursor.must(">")
        return Alteration(trait, how, by, stamp, until, tuple(rules), code)

    def mark(self) -> tuple[str, int | str]:
        cursor = self.cursor
        name = cursor.match(_NAME, say("the name of a mark"))
        cursor.must("=")
        return name, cursor.string() if cursor.sees('"') else cursor.integer()

    def laid(self, numbers: Sequence[int]) -> dict[ZoneName, tuple[Piece, ...]]:
        """Return the zones with these numbers for the cards, counted so far as they were read.

        A card is equipped to the one that its note means by a zone or by one of these numbers.
        """

        def finished(piece: Piece) -> Piece:
            place = self.attached.get(piece.oid, "")
            row = self.zones.get(ZoneName(place))
            host = numbers[row[0].oid - 1] if row else int(place) if place.isdecimal() else 0
            beneath = tuple(map(finished, piece.beneath))
            return replace(piece, oid=numbers[piece.oid - 1], attached=host, beneath=beneath)

        return {name: tuple(map(finished, row)) for name, row in self.zones.items()}
