"""Reading a position's line (positiontext.py says how it is written), fault by fault."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from duelmat_engine.board.columns import is_zone
from duelmat_engine.cardfiles.form import near
from duelmat_engine.effects import procedures
from duelmat_engine.errors import NotationError, PositionError, UnknownNameError
from duelmat_engine.forms.position import faults_of
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
from duelmat_engine.notation import Cursor
from duelmat_engine.ruleset.build import choose_readings, default_readings
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.running.execute import run
from duelmat_engine.running.machine import Machine
from duelmat_engine.state import (
    HOWS,
    Alteration,
    Claim,
    Duel,
    Frame,
    Hidden,
    Piece,
    Player,
    Value,
    Window,
    replace,
)

_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_CODE: Final = re.compile(r"(?:[a-d]:)?[A-Z0-9][A-Za-z0-9/]*")
_ZONE: Final = re.compile(r"[a-d]\.[a-z]+(?:-?[0-9]+)?")
_COUNTER: Final = re.compile(r"[a-d]\.[a-z][a-z0-9-]*")
_WAY: Final = re.compile(r"[a-z][a-z0-9-]*")
_READING: Final = re.compile(r"[A-Z]+-[0-9]+[a-z]?")


def parse_position(text: str) -> Duel:
    """The duel of a line; NotationError says where it stops making sense.

    PositionError lists what is wrong with a position that makes sense and that no duel reaches.
    """
    return _Reader(Cursor(text.rstrip("\n"), source="position")).duel()


class _Reader:
    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.readings: dict[str, str] = {}
        self.turn_counters: dict[str, int] = {}
        self.zones: dict[ZoneName, tuple[Piece, ...]] = {}
        self.pools: dict[Seat, frozenset[CardKey]] = {}
        self.claims: dict[Seat, list[Claim]] = {}
        self.attached: dict[int, str] = {}
        self.lost: dict[Seat, tuple[int, str]] = {}
        self.round: dict[str, Value] = {}
        self.marks: dict[Seat, dict[str, int | str]] = {}
        self.aside: dict[str, Value] = {}
        self.window: Window | None = None
        self.answered: list[str] = []
        self.closed = True
        self.viewer = NOBODY
        self.oid = 1
        self.keys: set[CardKey] = set()

    def duel(self) -> Duel:
        cursor = self.cursor
        at = cursor.at
        name = cursor.match(_NAME, "the name of a ruleset")
        try:
            self.rules = find_ruleset(name)
        except UnknownNameError as error:
            raise self.unknown(error, at) from error
        self.next_section()
        turn = self.count()
        cursor.must(" ")
        seat = cursor.letter()
        cursor.must(" ")
        at = cursor.at
        phase = cursor.match(_WAY, "a phase")
        try:
            block = self.rules.phase(phase).block
        except UnknownNameError as error:
            raise self.unknown(error, at) from error
        kinds = (procedures.OpenPlay, procedures.Priority)
        if not any(isinstance(op, kinds) for op in self.rules.blocks[block]):
            raise cursor.fault("a phase with open play", at)
        self.next_section()
        cursor.must("life")
        lives: list[int] = []
        while cursor.takes(" "):
            lives.append(self.count())
        if seat >= len(lives) or len(lives) < 2:
            raise cursor.fault("a life for each player")
        self.players = len(lives)
        while cursor.at < len(cursor.text):
            self.next_section()
            self.section()
        return self.laid_out(turn, seat, phase, lives)

    def unknown(self, error: UnknownNameError, at: int) -> NotationError:
        got = f"{error.name!r}{near(error.name, error.known)}"
        return NotationError(
            f"a {error.what} that is known", got, column=at + 1, source="position"
        )

    def next_section(self) -> None:
        self.cursor.must("; ")

    def count(self) -> int:
        at = self.cursor.at
        number = self.cursor.integer()
        if number < 0:
            raise self.cursor.fault("a number from 0 on", at)
        return number

    def player(self) -> Seat:
        at = self.cursor.at
        seat = self.cursor.letter()
        if seat >= self.players:
            raise self.cursor.fault("a seat of this duel", at)
        return seat

    def section(self) -> None:
        cursor = self.cursor
        if cursor.takes("closed"):
            self.closed = True
        elif cursor.takes("open"):
            self.closed = False
            if cursor.takes(" "):
                self.viewer = self.player()
        elif cursor.takes("reading "):
            at = cursor.at
            name = cursor.match(_READING, "the id of a reading")
            cursor.must(" ")
            self.readings[name] = cursor.string()
            try:
                choose_readings(self.rules, self.readings)
            except UnknownNameError as error:
                raise self.unknown(error, at) from error
        elif cursor.takes("used "):
            name = cursor.match(_COUNTER, "a counter, as in a.summon-right")
            cursor.must(" ")
            self.turn_counters[name] = self.count()
        elif cursor.takes("lost "):
            seat = self.player()
            cursor.must(" ")
            order = self.count()
            cursor.must(" ")
            self.lost[seat] = (order, cursor.string())
        elif cursor.takes("holds "):
            seat = self.player()
            cursor.must(" ")
            mark = cursor.match(_WAY, "what holds")
            cursor.must(" ")
            value = cursor.string()
            number = int(value) if _NUMBER.fullmatch(value) else value
            self.marks.setdefault(seat, {})[mark] = number
        elif cursor.takes("aside "):
            back = cursor.match(_WAY, "a phase")
            cursor.must(" ")
            plays = self.count()
            allows: list[str] = []
            while cursor.takes(" "):
                allows.append(cursor.match(_WAY, "a way of playing"))
            self.aside = {"back": back, "plays": plays, "allows": " ".join(allows)}
        elif cursor.takes("priority "):
            seats: list[int] = [self.player()]
            while cursor.takes(" "):
                seats.append(self.player())
            self.round |= {"holder": seats[0], "passed": tuple(seats[1:])}
        elif cursor.takes("happened "):
            self.happened()
        elif cursor.takes("acted"):
            acted: list[str] = []
            while cursor.takes(" "):
                acted.append(cursor.match(_WAY, "what has happened"))
            self.round["acted"] = tuple(acted)
        elif cursor.takes("pool "):
            seat = self.player()
            self.pools[seat] = frozenset(self.codes(seat))
        elif cursor.takes("claim "):
            self.claim()
        else:
            self.zone()

    def codes(self, seat: Seat) -> Iterator[CardKey]:
        while self.cursor.sees(" ") and not self.cursor.sees(" in "):
            self.cursor.must(" ")
            yield self.key(seat)

    def key(self, seat: Seat) -> CardKey:
        at = self.cursor.at
        code = self.cursor.match(_CODE, "a card")
        key = CardKey(code if code[1:2] == ":" else f"{seat_letter(seat)}:{code}")
        if key_code(key) not in self.rules.cards:
            raise self.cursor.fault(f"a card of {self.rules.name}", at)
        return key

    def claim(self) -> None:
        cursor = self.cursor
        seat = self.player()
        keys = frozenset(self.codes(seat))
        cursor.must(" in")
        zones: set[ZoneName] = set()
        while cursor.takes(" ") and (found := _ZONE.match(cursor.text, cursor.at)):
            cursor.at = found.end()
            zones.add(ZoneName(found[0]))
        low = self.count()
        cursor.must(" ")
        rule = cursor.string()
        self.claims.setdefault(seat, []).append(Claim(keys, frozenset(zones), low, rule))

    def zone(self) -> None:
        cursor = self.cursor
        at = cursor.at
        name = ZoneName(cursor.match(_ZONE, "a section: closed, open, used, pool, or a zone"))
        if not self.is_zone(name) or name in self.zones:
            raise cursor.fault("a zone of this duel that was not filled before", at)
        pieces: list[Piece] = []
        while cursor.takes(" "):
            pieces += self.cards(name)
        if not pieces:
            raise cursor.fault("' ' and a card")
        self.zones[name] = tuple(pieces)

    def is_zone(self, name: ZoneName) -> bool:
        game = game_of(self.rules.name, default_readings(self.rules))
        return is_zone(game, name, self.players)

    def cards(self, name: ZoneName) -> list[Piece]:
        cursor = self.cursor
        at = cursor.at
        piece = self.card(name)
        count = self.count() if cursor.takes("*") else 1
        if not 1 <= count <= 200 or (count > 1 and piece.key is not None):
            raise cursor.fault("one card, or several unseen ones", at)
        found = [piece]
        while len(found) < count:
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
                raise cursor.fault("a card that lies nowhere else", start)
            self.keys.add(key)
        is_open = zone_kind(name) not in self.rules.zones.hidden
        down = cursor.takes("#")
        active = not is_open and cursor.takes("=")
        aside = cursor.takes("_")
        face_up = active or (is_open and not down)
        shown = (is_open and face_up) != cursor.takes("!")
        piece = Piece(self.number(), owner, key, shown, face_up, not aside)
        if cursor.takes("@"):
            piece = replace(piece, arrived=self.count())
        if cursor.takes("~"):
            piece = replace(piece, stamp=self.count())
        if cursor.takes("("):
            piece = replace(piece, way=cursor.match(_WAY, "a way"))
            cursor.must(")")
        if cursor.takes("%"):
            piece = replace(piece, attacked=self.count())
        if cursor.takes("^"):
            piece = replace(piece, turned=self.count())
        if cursor.takes("{"):
            piece = replace(piece, marks=dict(cursor.several(self.mark, "}")))
            cursor.must("}")
        if cursor.takes("+"):
            self.attached[piece.oid] = cursor.match(_ZONE, "the zone of a card")
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
        trait = cursor.match(_WAY, "a trait")
        cursor.must(" ")
        said = cursor.match(_WAY, "how it is changed")
        how = next((known for known in HOWS if known == said), None)
        numbers: list[int] = []
        while cursor.takes(" "):
            numbers.append(cursor.integer())
        at = cursor.at
        cursor.must(">")
        if how is None or len(numbers) != 3:
            raise cursor.fault(f"one of {', '.join(HOWS)} and three numbers", at)
        return Alteration(trait, how, *numbers)

    def mark(self) -> tuple[str, int | str]:
        name = self.cursor.match(_NAME, "the name of a mark")
        self.cursor.must("=")
        if self.cursor.sees('"'):
            return name, self.cursor.string()
        return name, self.cursor.integer()

    def attach(self) -> None:
        """Cards are equipped to what lies in the zone named."""
        for name, row in self.zones.items():
            found = [self.attached.get(piece.oid, "") for piece in row]
            if any(found):
                there = (self.zones.get(ZoneName(place), ()) for place in found)
                oids = [cards[0].oid if cards else 0 for cards in there]
                self.zones[name] = tuple(
                    replace(piece, attached=oid) for piece, oid in zip(row, oids, strict=True)
                )

    def laid_out(self, turn: int, seat: Seat, phase: str, lives: list[int]) -> Duel:
        readings = choose_readings(self.rules, self.readings)
        game = game_of(self.rules.name, readings)
        found = self.rules.phase(phase)
        steps = self.rules.blocks["turn"]
        phases = next(i for i, op in enumerate(steps) if isinstance(op, procedures.Phases))
        self.attach()
        pieces = [p for row in self.zones.values() for p in row]
        stamps = [p.stamp for p in pieces] + [a.stamp for p in pieces for a in p.altered]
        duel = Duel(
            ruleset=self.rules.name,
            readings=readings,
            players=tuple(self.one_player(Seat(s), life) for s, life in enumerate(lives)),
            zones=self.zones,
            turn=turn,
            turn_seat=seat,
            phase=phase,
            frames=(
                Frame("duel", len(self.rules.blocks["duel"])),
                Frame("turn", phases, {"next": found.then, "seat": seat, **self.led_aside(phase)}),
                Frame(found.block, 0, {"seat": seat, **self.round}),
            ),
            turn_counters=self.turn_counters,
            window=self.seen_window(),
            next_oid=max([self.oid, *(stamp + 1 for stamp in stamps)]),
            closed=self.closed,
            viewer=self.viewer,
        )
        return self.with_knowledge(duel, game)

    def happened(self) -> None:
        cursor = self.cursor
        seat = self.player()
        to: list[str] = []
        while cursor.takes(" ") and not cursor.takes("in"):
            to.append(cursor.match(_WAY, "what has happened"))
        while cursor.takes(" "):
            self.answered.append(cursor.match(_ZONE, "a zone"))
        self.window = Window(tuple(to), (), seat)

    def seen_window(self) -> Window | None:
        """What may be answered, with the cards that it happened to."""
        there = (self.zones.get(ZoneName(name), ()) for name in self.answered)
        pieces = tuple(row[0] for row in there if row)
        return None if self.window is None else replace(self.window, pieces=pieces)

    def led_aside(self, phase: str) -> dict[str, Value]:
        """What the frame of the phases remembers in a phase that an effect ordered immediately."""
        return {"now": phase, "aside": False, **self.aside} if self.aside else {}

    def one_player(self, seat: Seat, life: int) -> Player:
        order, reason = self.lost.get(seat, (0, ""))
        return Player(life, lost=reason, lost_order=order, marks=self.marks.get(seat, {}))

    def with_knowledge(self, duel: Duel, game: Game) -> Duel:
        if self.closed:
            pools = [set[CardKey]() for _ in duel.players]
            for _, piece in duel.pieces():
                if piece.key is not None and not piece.shown:
                    pools[piece.owner].add(piece.key)
        else:
            pools = [set(self.pools.get(Seat(s), ())) for s in duel.seats]
        for index, pool in enumerate(pools):
            unseen = sum(p.key is None and p.owner == index for _, p in duel.pieces())
            if not self.closed and (len(pool) != unseen or pool & self.keys):
                wanted = f"a pool of {unseen} cards for {SEAT_LETTERS[index]}, none of them seen"
                raise self.cursor.fault(wanted, 0)
        hidden = tuple(
            Hidden(frozenset(pool), tuple(self.claims.get(Seat(s), ())))
            for s, pool in enumerate(pools)
        )
        if self.closed and any(p.key is None for _, p in duel.pieces()):
            raise self.cursor.fault("no unseen card in a closed duel", 0)
        duel = replace(duel, hidden=hidden)
        faults = [*faults_of(duel, game), *unheard_of(duel, game)]
        if faults:
            raise PositionError(faults)
        machine = Machine(duel, game)
        run(machine)
        return machine.freeze()
