"""Pairs of duels that are equal in public and differ in two cards which one player cannot know."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from random import Random
from typing import Any, Self

import msgspec

from direct_mat import (
    DECK,
    MAT,
    DirectMat,
    DirectTable,
    MemoryJournal,
    do,
    seat_down,
)
from duelmat_engine.actions import Action, Cancel, Play
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import CardKey, Seat, zone_kind
from duelmat_engine.notation import format_action, parse_action
from duelmat_engine.play import apply, new_duel, roll
from duelmat_engine.state import Duel, replace
from duelmat_hardware import Mat
from duelmat_host.app.metrics import Metrics
from duelmat_host.app.table_log import TableLog
from duelmat_host.journal.chain import Entry as JournalEntry
from duelmat_host.players.hands import Hands, Lying
from duelmat_host.players.scripted_player import Dice, ScriptedPlayer
from duelmat_host.sensing.layout import Face, MatZone
from duelmat_host.showing.lights import display_text, styles
from duelmat_host.table.commands import (
    CallJudge,
    GoOn,
    HaveTakenBack,
    TakeBack,
)
from duelmat_host.table.inputs import (
    CommandGiven,
    JudgeRuled,
)
from duelmat_host.table.live import Committed, LiveTable
from duelmat_host.table.reports import LOOK_MS
from duelmat_host.table.seals import SALT_BYTES
from duelmat_host.uplink.report_maker import ReportMaker
from duelmat_host.uplink.sealing import Parts
from duelmat_venue.reports import Report
from seen import public_json, seat_json

LAMPS = tuple(lamp.name for lamp in MAT.lamps)
MOST_STEPS = 120


@dataclass
class World:
    """One closed duel and the table that sees it played."""

    closed: Duel
    performance: ScriptedPlayer
    mat: DirectMat
    dice: Dice
    maker: ReportMaker
    steps: list[Committed] = field(default_factory=list)
    """The steps that were not logged yet."""
    reports: list[Report] = field(default_factory=list)
    parts: Parts = field(default_factory=Parts)

    @classmethod
    def of(cls, closed: Duel, on: Mat = MAT) -> World:
        performance, mat, dice = seat_down(closed, on=on)
        salt = partial(Random(7).randbytes, SALT_BYTES)
        table = DirectTable(performance.table.state, MemoryJournal(), dice, salt)
        performance.table = mat.table = table
        world = cls(closed, performance, mat, dice, ReportMaker(table.state))
        table.subscribe(world.steps.append)
        return world

    @property
    def table(self) -> LiveTable:
        return self.performance.table

    def logged(self) -> list[str]:
        """The lines that the log gets at debug level since it was last asked."""
        lines: list[str] = []
        logger = logging.getLogger("duelmat_host")
        handler = logging.Handler()
        handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]  # all that is needed
        logger.addHandler(handler)
        logger.setLevel(logging.DEBUG)
        try:
            log = TableLog(Metrics())
            while self.steps:
                log.note(self.steps.pop(0))
        finally:
            logger.removeHandler(handler)
            logger.setLevel(logging.NOTSET)
        return lines

    def reported(self) -> list[Report]:
        """What the hub of an event is told by the journal."""
        journal = self.table.journal
        assert isinstance(journal, MemoryJournal)
        for kind, data in journal.entries[self.maker.read :]:
            entry = JournalEntry(self.maker.read + 1, kind, data, "0" * 64, "0" * 32)
            self.parts.add(entry)
            report = self.maker.take(entry)
            if report is not None:
                self.reports.append(report)
                self.parts.close(report.n)
        return self.reports

    def sealed_sizes(self) -> list[int]:
        """The sizes of the sealed parts of the journal, which the hub sees."""
        return [self.parts.size(report.n) for report in self.reported()]

    def seen_by(self, *seats: int) -> bytes:
        """Everything that the public and these seats are shown, and what was written for all."""
        table = self.table
        journal = table.journal
        assert isinstance(journal, MemoryJournal)
        hands = self.performance.hands
        seen: dict[str, Any] = {
            "view": public_json(table),
            "lamps": styles(table.now, LAMPS).hex(),
            "displays": [display_text(table.now, Seat(s)) for s in table.state.duel.seats],
            "seats": [seat_json(table, Seat(s), hands.held(Seat(s))) for s in seats],
            "log": [str(line) for line in table.state.log],
            "commitments": [sealed for line in table.state.log for sealed in line.sealed],
            "logged": self.logged(),
            "reports": self.reported(),
            "sealed": self.sealed_sizes(),
            "version": table.version,
            "journal": [(kind, without_secrets(data)) for kind, data in journal.entries],
        }
        return msgspec.json.encode(seen, enc_hook=str)


def without_secrets(data: Mapping[str, Any]) -> dict[str, Any]:
    """A journal's entry without what it holds for the host alone: cards that lie face-down."""
    kept = {name: value for name, value in data.items() if name != "salt"}
    for name in {"layout", "seen"} & kept.keys():
        kept[name] = {
            place: sight and [sight[0] if sight[1] == Face.UP.value else "unseen", *sight[1:]]
            for place, sight in kept[name].items()
        }
    return kept


def swap(text: str, one: str, other: str) -> str:
    names = {one: other, other: one}
    return re.sub(rf"({one}|{other})(?!\d)", lambda m: names[m[1]], text)


def swapped(closed: Duel, one: CardKey, other: CardKey) -> Duel:
    """The duel before its first decision with two unseen cards changed for each other."""
    names = {one: other, other: one}
    zones = {
        name: tuple(replace(p, key=names.get(p.key, p.key) if p.key else None) for p in pieces)
        for name, pieces in closed.zones.items()
    }
    return replace(closed, zones=zones)


def chosen(closed: Duel, chance: Random, one: str) -> Action:
    """A random action; the card that differs is Set when it can be."""
    decision = closed.decision
    assert decision is not None
    if decision.kind == "chance":
        return roll(closed)
    actions = [a for a in legal_actions(closed) if not isinstance(a, Cancel)]
    sets = [a for a in actions if isinstance(a, Play) and a.card == one and not a.face_up]
    quiet = [a for a in actions if not names_card(a, one)]
    return chance.choice(sets or quiet or actions)


def mentions(action: Action, *keys: str) -> bool:
    """Whether everybody sees one of these cards by the action."""
    laid_down = isinstance(action, Play) and not action.face_up and not action.using
    return not laid_down and any(names_card(action, key) for key in keys)


def names_card(action: Action, key: str) -> bool:
    return re.search(rf"{key}(?!\d)", format_action(action)) is not None


@dataclass
class Comparison:
    """Two worlds that differ in two cards which one player cannot know."""

    here: World
    there: World
    one: CardKey
    other: CardKey
    viewer: int
    alike: int = 0
    """How often they were compared."""
    was_set: bool = False
    """Whether a card that differs was laid face-down."""

    @classmethod
    def of(cls, chance: Random, seed: int, on: Mat = MAT) -> Self:
        start = new_duel("trump_king", [DECK, DECK], seed=seed).duel
        owner = chance.choice("ab")
        one = chance.choice([p.key for p in start.at(f"{owner}.hand") if p.key])
        other = chance.choice([p.key for p in start.at(f"{owner}.pile")[8:] if p.key])
        viewer = 1 - "ab".index(owner)
        here, there = World.of(start, on), World.of(swapped(start, one, other), on)
        return cls(here, there, one, other, viewer)

    def play(self, chance: Random) -> bool:
        """One random action in both; False where the difference would show."""
        here, there = self.here, self.there
        action = chosen(here.closed, chance, self.one)
        renamed = parse_action(swap(format_action(action), self.one, self.other))
        if mentions(action, self.one, self.other) or not judge(there.closed, renamed).legal:
            return False
        self.was_set |= names_card(action, self.one)
        performing = []
        for world, doing in ((here, action), (there, renamed)):
            after = apply(world.closed, doing).duel
            if after.decision is not None and after.decision.kind == "chance":
                world.dice.ready.append(roll(after).values)
            performing.append(world.performance.perform(world.closed, doing, after))
            world.closed = after
        same_phase = here.closed.phase == there.closed.phase
        if not same_phase or shows(here.closed, self.one, self.other):
            return False
        for steps in zip_longest(*performing):
            for world, step in zip((here, there), steps, strict=True):
                assert step is not None
                do(world.performance, step)
            self.check()
        return not here.closed.is_over()

    def both(self, do_it: Callable[[World], None]) -> None:
        for world in (self.here, self.there):
            do_it(world)
        self.check()

    def bring(self, key: CardKey, to: str) -> None:
        """Take the same card of both worlds up, and hold it for a while."""
        self._move(key, lambda hands, card: hands.bring(card, to))

    def place(self, key: CardKey, at: Lying) -> None:
        """Lay the same card of both worlds somewhere, and leave it there for a while."""
        self._move(key, lambda h, card: h.place(card, at.zone, face_up=at.face_up, turn=at.turn))

    def _move(self, key: CardKey, move: Callable[[Hands, CardKey], None]) -> None:
        move(self.here.performance.hands, key)
        move(self.there.performance.hands, CardKey(swap(key, self.one, self.other)))
        self.check()
        self.both(lambda world: world.mat.rest(LOOK_MS))

    def check(self) -> None:
        assert self.here.seen_by(self.viewer) == self.there.seen_by(self.viewer)
        self.alike += 1


def meddle(worlds: Comparison, chance: Random) -> bool:
    """Lay a card face-down where it does not belong, let a judge see it, and put it back.

    It is one that lies face-down, or the card of the hand that differs. Whether there was one.
    """
    table, hands = worlds.here.table, worlds.here.performance.hands
    decision, done = table.state.duel.decision, table.state.actions_count
    if decision is None or decision.kind != "open":
        return False
    if table.state.obligations or table.state.pending:
        return False
    cards = sorted(key for key, lying in hands.lying.items() if not lying.face_up)
    cards += [key for key in hands.held(Seat(1 - worlds.viewer)) if key == worlds.one]
    if not cards:
        return False
    key = chance.choice(cards)
    spots = [MatZone(f"{key[0]}.{kind}") for kind in ("grave", "banished")]
    place = chance.choice(
        [p for p in (*sorted(table.state.zones.rows), *spots) if not hands.at(p)]
    )
    turn = chance.choice((0, 90)) if zone_kind(place) == "m" else 0
    lay = hands.lying.get(key)
    if lay is not None:
        worlds.bring(key, "hand")
    worlds.place(key, Lying(place, face_up=False, turn=turn))
    if table.state.actions_count > done:  # a face-down card may be Set there
        seat = next(table.state.pasts()).by
        worlds.both(lambda world: world.table.take(CommandGiven(seat, TakeBack())))
    else:
        ruling = GoOn() if table.state.refusal is None else HaveTakenBack("laid by mistake")
        worlds.both(lambda world: world.table.take(CommandGiven(Seat(0), CallJudge())))
        worlds.both(lambda world: world.table.take(JudgeRuled(ruling)))
    worlds.bring(key, "hand")
    if lay is not None:
        worlds.place(key, lay)
    return True


def shows(closed: Duel, *keys: str) -> bool:
    """Whether everybody has seen one of these cards."""
    return any(piece.shown and piece.key in keys for _, piece in closed.pieces())
