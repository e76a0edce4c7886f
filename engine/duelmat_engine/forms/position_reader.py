"""Reading a position's line (position_text.py says how it is written), fault by fault."""

from __future__ import annotations

import re
from typing import Final

from duelmat_engine.cardfiles.form import near
from duelmat_engine.effects import procedures
from duelmat_engine.errors import NotationError, PositionError, UnknownNameError
from duelmat_engine.forms.duel_faults import duel_faults
from duelmat_engine.forms.duel_json import decode
from duelmat_engine.forms.position import carried_on, faults_of
from duelmat_engine.forms.position_cards import WAY, ZONE, CardReader
from duelmat_engine.forms.position_rest import Rest, held_alike, parse_numbers
from duelmat_engine.forms.vocabulary import unheard_of
from duelmat_engine.names import NOBODY, SEAT_LETTERS, CardKey, Seat, ZoneName
from duelmat_engine.notation import A_ZONE, Cursor
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.registry import find_ruleset, game_of
from duelmat_engine.rulesets.resummoned.priority import PASSED
from duelmat_engine.rulesets.resummoned.state_actions import ACTED, HOLDER
from duelmat_engine.state import Claim, Duel, Hidden, Player, Value, Window, replace
from duelmat_engine.steps.transitions import ALLOWS, INSERTED, NOW, PLAYS, WHENCE, turn_frames
from duelmat_message import say

_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_COUNTER: Final = re.compile(r"[a-d]\.[a-z][a-z0-9-]*")
_READING: Final = re.compile(r"[A-Z]+-[0-9]+[a-z]?")
_ABOUT: Final = {"reading": 2, "used": 2, "lost": 2, "holds": 3, "pool": 2}
"""By its first word: how many words of a section tell what it is about; of others the first."""


def parse_position(text: str) -> Duel:
    """The duel of a line; NotationError says where it stops making sense.

    PositionError lists what is wrong with a position that makes sense and that no duel reaches.
    """
    return _read(text.rstrip("\n"), "position")


def _read(text: str, source: str) -> Duel:
    return _Reader(Cursor(text, source=source)).duel()


class _Reader:
    def __init__(self, cursor: Cursor) -> None:
        self.cursor = cursor
        self.readings: dict[str, str] = {}
        self.turn_counters: dict[str, int] = {}
        self.pools: dict[Seat, frozenset[CardKey]] = {}
        self.claims: dict[Seat, list[Claim]] = {}
        self.lost: dict[Seat, tuple[int, str]] = {}
        self.round: dict[str, Value] = {}
        self.marks: dict[Seat, dict[str, int | str]] = {}
        self.aside: dict[str, Value] = {}
        self.window: Window | None = None
        self.answered: list[str] = []
        self.rest: Rest | None = None
        self.closed = True
        self.viewer = NOBODY

    def duel(self) -> Duel:
        cursor = self.cursor
        at = cursor.at
        name = cursor.match(_NAME, say("the name of a ruleset"))
        try:
            self.rules = find_ruleset(name)
        except UnknownNameError as error:
            raise self.unknown(error, at) from error
        cursor.must("; ")
        turn = cursor.count()
        seat = cursor.then(cursor.letter)
        cursor.must(" ")
        at = cursor.at
        phase = cursor.match(WAY, say("a phase"))
        cursor.must("; ")
        cursor.must("life")
        lives = cursor.row(cursor.integer)
        if seat >= len(lives) or len(lives) < 2:
            raise cursor.fault(say("a life for each player"))
        self.table = CardReader(cursor, self.rules, len(lives))
        self.sections()
        if self.rest is None:
            self.must_be_open_play(phase, at)
            if min(lives) < 0:
                raise cursor.fault(say("a life from 0 on for each player"), 0)
        else:
            self.number_anew(self.rest)
        self.table.attach()
        duel = Duel(
            ruleset=self.rules.name,
            readings=choose_readings(self.rules, self.readings),
            players=tuple(self.one_player(Seat(s), life) for s, life in enumerate(lives)),
            zones=self.table.zones,
            turn=turn,
            turn_seat=seat,
            phase=phase,
            turn_counters=self.turn_counters,
            closed=self.closed,
            viewer=self.viewer,
        )
        return self.laid_out(duel) if self.rest is None else self.whole(duel, self.rest)

    def must_be_open_play(self, phase: str, at: int) -> None:
        """Raise a fault unless a duel without a rest can be in this phase."""
        try:
            block = self.rules.phase(phase).block
        except UnknownNameError as error:
            raise self.unknown(error, at) from error
        game = game_of(self.rules.name, choose_readings(self.rules, self.readings))
        if not any(isinstance(op, procedures.OpenPlay) for op in game.blocks[block]):
            raise self.cursor.fault(say("a phase with open play, or a rest"), at)

    def unknown(self, error: UnknownNameError, at: int) -> NotationError:
        got = near(error.name, error.known, repr(error.name))
        return self.cursor.fault(say("a {what} that is known", what=error.what), at, got)

    def sections(self) -> None:
        """Read section after section; each says something of its own."""
        cursor = self.cursor
        said: set[str] = set()
        while cursor.at < len(cursor.text):
            cursor.must("; ")
            at = cursor.at
            self.section()
            words = cursor.text[at : cursor.at].split(" ")
            about = "closed" if words[0] == "open" else " ".join(words[: _ABOUT.get(words[0], 1)])
            if about in said:
                raise cursor.fault(say("only one section {section}", section=about), at)
            said |= {about} - {"claim"}

    def section(self) -> None:
        cursor = self.cursor
        if cursor.takes("closed"):
            self.closed = True
        elif cursor.takes("open"):
            self.closed = False
            if cursor.takes(" "):
                self.viewer = self.table.player()
        elif cursor.takes("reading "):
            at = cursor.at
            name = cursor.match(_READING, say("the id of a reading"))
            self.readings[name] = cursor.then(cursor.string)
            try:
                choose_readings(self.rules, self.readings)
            except UnknownNameError as error:
                raise self.unknown(error, at) from error
        elif cursor.takes("used "):
            name = cursor.match(_COUNTER, say("a counter, as in a.summon-right"))
            self.turn_counters[name] = cursor.then(cursor.count)
        elif cursor.takes("lost "):
            seat = self.table.player()
            self.lost[seat] = (cursor.then(cursor.count), cursor.then(cursor.string))
        elif cursor.takes("holds "):
            seat = self.table.player()
            mark = cursor.then(lambda: cursor.match(WAY, say("what holds")))
            value = cursor.then(cursor.string)
            number = int(value) if _NUMBER.fullmatch(value) else value
            self.marks.setdefault(seat, {})[mark] = number
        elif cursor.takes("aside "):
            back = cursor.match(WAY, say("a phase"))
            plays = cursor.then(cursor.count)
            allows = cursor.row(lambda: cursor.match(WAY, say("a way of playing")))
            self.aside = WHENCE(back) | PLAYS(plays) | ALLOWS(" ".join(allows))
        elif cursor.takes("priority "):
            holder, passed = self.table.player(), cursor.row(self.table.player)
            self.round |= HOLDER(holder) | PASSED(tuple(passed))
        elif cursor.takes("happened "):
            self.happened()
        elif cursor.takes("acted"):
            acted = cursor.row(lambda: cursor.match(WAY, say("what has happened")))
            self.round |= ACTED(tuple(acted))
        elif cursor.takes("pool "):
            seat = self.table.player()
            self.pools[seat] = frozenset(self.table.codes(seat))
        elif cursor.takes("claim "):
            self.claim()
        elif cursor.takes("rest "):
            text, cursor.at = cursor.text[cursor.at :], len(cursor.text)
            self.rest = decode(text, Rest, cursor.source, "rest")
        else:
            self.table.zone()

    def claim(self) -> None:
        cursor = self.cursor
        seat = self.table.player()
        keys = frozenset(self.table.codes(seat))
        cursor.must(" in")
        zones: set[ZoneName] = set()
        while cursor.takes(" ") and (found := ZONE.match(cursor.text, cursor.at)):
            cursor.at = found.end()
            zones.add(ZoneName(found[0]))
        low, rule = cursor.count(), cursor.then(cursor.string)
        self.claims.setdefault(seat, []).append(Claim(keys, frozenset(zones), low, rule))

    def laid_out(self, duel: Duel) -> Duel:
        """Return the duel of a line without a rest: open play begins as the line says."""
        game = game_of(self.rules.name, duel.readings)
        begun, turn, phase = turn_frames(game, duel.phase, duel.turn_seat)
        turn = replace(turn, bound=turn.bound | self.led_aside(duel.phase))
        phase = replace(phase, bound=phase.bound | self.round)
        pieces = [p for row in self.table.zones.values() for p in row]
        stamps = [p.stamp for p in pieces] + [a.stamp for p in pieces for a in p.altered]
        duel = replace(
            duel,
            frames=(begun, turn, phase),
            window=self.seen_window(),
            next_oid=max([self.table.oid, *(stamp + 1 for stamp in stamps)]),
        )
        duel = replace(duel, hidden=self.known(duel))
        if faults := [*faults_of(duel, game), *unheard_of(duel, game)]:
            raise PositionError(faults)
        return carried_on(duel, game)

    def number_anew(self, rest: Rest) -> None:
        numbers, cards = parse_numbers(rest.numbers), self.table.oid - 1
        if numbers is None or len(numbers) != cards:
            raise NotationError(
                say("{number} numbers, as in '1-40 57'", number=cards),
                repr(rest.numbers),
                source=self.cursor.source,
                where="rest.numbers",
            )
        self.table.number_anew(numbers)

    def whole(self, duel: Duel, rest: Rest) -> Duel:
        """Return the duel of a line with a rest, exactly as it was written."""
        players = list(duel.players)
        for index, reason in enumerate(rest.won[: len(players)]):
            players[index] = replace(players[index], won=reason)
        origin = f"{self.cursor.source}, origin"
        duel = replace(
            duel,
            players=tuple(players),
            origin=_read(rest.origin, origin) if rest.origin else None,
            **held_alike(rest),
        )
        duel = replace(duel, hidden=self.known(duel))
        if faults := list(duel_faults(duel)):
            raise PositionError(faults)
        return duel

    def happened(self) -> None:
        cursor = self.cursor
        seat = self.table.player()
        to: list[str] = []
        while cursor.takes(" ") and not cursor.takes("in"):
            to.append(cursor.match(WAY, say("what has happened")))
        self.answered += cursor.row(lambda: cursor.match(ZONE, A_ZONE))
        self.window = Window(tuple(to), (), seat)

    def seen_window(self) -> Window | None:
        """Return the window, with the cards that the event happened to; None: there is none."""
        there = (self.table.zones.get(ZoneName(name), ()) for name in self.answered)
        pieces = tuple(row[0] for row in there if row)
        return None if self.window is None else replace(self.window, pieces=pieces)

    def led_aside(self, phase: str) -> dict[str, Value]:
        """Return the bindings of the phases' frame, in a phase that an effect inserted."""
        return NOW(phase) | INSERTED(False) | self.aside if self.aside else {}

    def one_player(self, seat: Seat, life: int) -> Player:
        order, reason = self.lost.get(seat, (0, ""))
        return Player(life, lost=reason, lost_order=order, marks=self.marks.get(seat, {}))

    def known(self, duel: Duel) -> tuple[Hidden, ...]:
        """Return what can be concluded about unseen cards: pools and claims."""
        if self.closed:
            pools = [set[CardKey]() for _ in duel.players]
            for _, piece in duel.pieces():
                if piece.key is not None and not piece.shown:
                    pools[piece.owner].add(piece.key)
        else:
            pools = [set(self.pools.get(Seat(s), ())) for s in duel.seats]
        for index, pool in enumerate(pools):
            unseen = sum(p.key is None and p.owner == index for _, p in duel.pieces())
            if not self.closed and (len(pool) != unseen or pool & self.table.keys):
                wanted = say(
                    "a pool of {number} cards for {seat}, none of them seen",
                    number=unseen,
                    seat=SEAT_LETTERS[index],
                )
                raise self.cursor.fault(wanted, 0)
        if self.closed and any(p.key is None for _, p in duel.pieces()):
            raise self.cursor.fault(say("no unseen card in a closed duel"), 0)
        return tuple(
            Hidden(frozenset(pool), tuple(self.claims.get(Seat(s), ())))
            for s, pool in enumerate(pools)
        )
