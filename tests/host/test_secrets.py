"""Two duels that are equal in public look equal to everybody who may not know the difference.

A commitment to a face-down card must differ where the card does, or it would bind nobody. So the
duels are compared under ideal commitments, made of the salt without a look at the card: whatever
then differs would tell the card by something else than the digest. That the digests of the real
ones tell nothing without the salt is shown apart.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import zip_longest
from random import Random
from typing import Any

import msgspec
import pytest

from direct_mat import (
    DECK,
    MAT,
    SEATS,
    Bench,
    DirectMat,
    DirectTable,
    MemoryJournal,
    do,
    held,
    seat_down,
)
from duelmat_engine.actions import Action, Cancel, Play
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import CardKey, Seat, seat_letter, zone_kind
from duelmat_engine.notation import format_action, parse_action
from duelmat_engine.play import apply, new_duel, roll
from duelmat_engine.state import Duel, replace
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.metrics import Metrics
from duelmat_host.app.table_log import TableLog
from duelmat_host.app.table_service import TableService
from duelmat_host.journal.chain import Entry as JournalEntry
from duelmat_host.players.hand_moves import owed_moves
from duelmat_host.players.hands import Hands, Lying
from duelmat_host.players.scripted_player import Dice, ScriptedPlayer
from duelmat_host.sensing.layout import Face, MatZone, Orientation, Sight
from duelmat_host.sensing.tracker import Problem, ProblemKind
from duelmat_host.showing.lights import display_text, styles
from duelmat_host.showing.messages import messages_of
from duelmat_host.showing.overlay import overlay_view
from duelmat_host.table.commands import (
    AskMe,
    CallJudge,
    GoOn,
    HaveTakenBack,
    PassOn,
    TakeBack,
)
from duelmat_host.table.inputs import (
    CommandGiven,
    JudgeRuled,
    LayoutSensed,
    ProblemsFound,
    TimePassed,
)
from duelmat_host.table.live import Committed, LiveTable
from duelmat_host.table.reports import LOOK_MS
from duelmat_host.table.seals import SALT_BYTES, Commitment, card_salt, opens
from duelmat_host.uplink.report_maker import ReportMaker, shown
from duelmat_host.uplink.sealing import Parts
from duelmat_venue.reports import Report
from examples import seeds
from host.boardless import boardless_loop
from hub.shown import watched
from seen import LINK_UP, public_json, seat_json

LAMPS = tuple(lamp.name for lamp in MAT.lamps)
MOST_STEPS = 120
MEDDLED = range(40, 48)
"""Duels in which hands do with hidden cards what no play does."""


@pytest.fixture
def ideal_commitments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commitments that do not look at the card: what no digest can do better."""

    def commit(key: CardKey, salt: bytes) -> Commitment:
        return Commitment(sha256(salt).hexdigest(), salt.hex(), key)

    monkeypatch.setattr("duelmat_host.table.reducer.commit", commit)


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
    def of(cls, closed: Duel) -> World:
        performance, mat, dice = seat_down(closed)
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
    def of(cls, chance: Random, seed: int) -> Comparison:
        start = new_duel("trump_king", [DECK, DECK], seed=seed).duel
        owner = chance.choice("ab")
        one = chance.choice([p.key for p in start.at(f"{owner}.hand") if p.key])
        other = chance.choice([p.key for p in start.at(f"{owner}.pile")[8:] if p.key])
        viewer = 1 - "ab".index(owner)
        return cls(World.of(start), World.of(swapped(start, one, other)), one, other, viewer)

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


def compare(seed: int) -> tuple[int, bool]:
    """Play both worlds until the difference shows: the steps alike, and whether it was Set."""
    chance = Random(seed)
    worlds = Comparison.of(chance, seed)
    while worlds.alike < MOST_STEPS and worlds.play(chance):
        pass
    assert watched(worlds.here.reports) == watched(worlds.there.reports)
    return worlds.alike, worlds.was_set


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


@pytest.mark.rule("PHY-03")
@pytest.mark.usefixtures("ideal_commitments")
@pytest.mark.parametrize("seed", seeds(range(14), quick=2))
def test_a_hidden_card_tells_nothing_to_those_who_may_not_know_it(seed: int) -> None:
    """Views, lights, displays, log and journal are byte-equal, step by step, in as many steps; and
    so is all that spectators of an event are shown.
    """
    alike, _ = compare(seed)
    assert alike > 3


@pytest.mark.rule("PHY-03")
@pytest.mark.usefixtures("ideal_commitments")
@pytest.mark.parametrize("seed", seeds(MEDDLED, quick=2))
def test_a_hidden_card_tells_nothing_whatever_hands_do_with_it(seed: int) -> None:
    """Looked at, displaced, laid wrongly, judged, taken back: nothing tells which card it is."""
    chance, noise = Random(seed), Random(seed)
    worlds = Comparison.of(chance, seed)
    meddled = 0
    while worlds.alike < MOST_STEPS and worlds.play(chance):
        meddled += meddle(worlds, noise)
    assert meddled > 0


@pytest.mark.usefixtures("ideal_commitments")
def test_hidden_cards_are_really_set_in_those_duels() -> None:
    """The comparison above is about face-down cards on the field too, not only about hands."""
    assert any(compare(seed)[1] for seed in range(20, 26))


def bench(one: str) -> World:
    closed = new_duel("trump_king", [DECK, DECK], seed=5).duel
    return World.of(swapped(closed, CardKey(one), CardKey("a:H7")))


def test_a_fault_of_the_mat_does_not_name_a_face_down_card() -> None:
    """What cannot be read is told by its zone; a name is told only of what lies face-up."""
    said = []
    for key in ("a:H7", "a:S4"):
        table = bench("a:C2").table
        down = Sight(CardKey(key), Face.DOWN, Orientation.UPRIGHT, b"")
        table.take(LayoutSensed(table.layout.with_sight(MatZone("a.m2"), down)), 10)
        places = (MatZone("a.m2"), MatZone("a.m3"))
        problem = Problem(ProblemKind.TWO_ZONES, places, (CardKey(key),))
        table.take(ProblemsFound((problem,)))
        said.append([m.text for m in messages_of(table.now)])
        assert "A card is seen on Ana's left monster zone" in said[-1][-1]
    assert said[0] == said[1]


@pytest.mark.usefixtures("ideal_commitments")
def test_a_refusal_of_a_face_down_card_does_not_name_it() -> None:
    """Laid where it may not lie, whichever card it is, the same is said of it."""
    seen = []
    for key in ("a:H7", "a:S4", "a:X1"):
        world = bench("a:C2")
        place = Sight(CardKey(key), Face.DOWN, Orientation.SIDEWAYS, b"")
        world.table.take(LayoutSensed(world.table.layout.with_sight(MatZone("a.m1"), place)), 10)
        world.table.take(TimePassed(), 10 + LOOK_MS)
        seen.append(world.seen_by(1))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("act", [AskMe(["every"]), AskMe([]), PassOn("play"), PassOn("turn")])
@pytest.mark.parametrize("seat", SEATS)
def test_a_private_switch_changes_nothing_that_others_are_told(
    act: AskMe | PassOn, seat: Seat
) -> None:
    """No view, light, display, watchdog or log counts it: the others do not learn that it was."""
    world = bench("S4")
    table, other = world.table, Seat(1 - seat)
    world.maker._view = shown(table.state)  # as if the table had been reported so far
    loop = boardless_loop(table)
    service = TableService(loop, MatPlayers(world.performance.hands))

    def told() -> list[Any]:
        seen = msgspec.json.decode(world.seen_by(other))
        viewers = ("public", "judge", seat_letter(other))
        views = [msgspec.json.encode(service.views.view(v), enc_hook=str) for v in viewers]
        overlay = msgspec.json.encode(overlay_view(table.now, LINK_UP), enc_hook=str)
        hidden = ("version", "journal")  # of the table's own, which nobody is shown
        return [{**seen, **dict.fromkeys(hidden)}, views, overlay, service.health()]

    world.logged()
    before, entries = told(), len(table.journal.entries)  # type: ignore[attr-defined]  # MemoryJournal
    table.take(CommandGiven(seat, act))
    assert len(table.journal.entries) > entries  # type: ignore[attr-defined]  # MemoryJournal
    assert told() == before


def set_one(key: str) -> tuple[LiveTable, MemoryJournal]:
    """A table at which this card has been Set face-down, committed to in earnest."""
    bench_ = Bench({"a.hand": held("H7", "S4", "C9"), "b.hand": held("H2")})
    bench_.put(key, "a.s2", down=True)
    assert bench_.actions() == ["set-card"]
    return bench_.table, bench_.journal


def test_a_commitment_is_published_with_the_set_and_holds_the_card() -> None:
    """Log line, public page and journal carry one digest; salt and card open it, no other card."""
    table, journal = set_one("a:H7")
    (line,) = public_json(table)["log"][-1:]
    (sealed,) = line["sealed"]
    assert line["opened"] == []
    (entry,) = [data for kind, data in journal.entries if kind == "action"]
    assert entry["sealed"] == [sealed]
    salt = salt_of(journal, sealed["card"])
    assert opens(sealed["digest"], salt, "a:H7")
    assert not any(opens(sealed["digest"], salt, key) for key in keys_of_a() - {"a:H7"})


def salt_of(journal: MemoryJournal, card: int) -> str:
    """The secret salt of a card that was Set by the one action of a journal, in hex."""
    (entry,) = [data for kind, data in journal.entries if kind == "action"]
    return card_salt(bytes.fromhex(entry["salt"]), card).hex()


def keys_of_a() -> set[str]:
    return {f"a:{code}" for code in DECK.main}


def test_nobody_is_told_the_salt_before_the_flip() -> None:
    """Neither page holds it, nor the setter's own: a digest and a salt would name the card."""
    table, journal = set_one("a:H7")
    (entry,) = [data for kind, data in journal.entries if kind == "action"]
    (sealed,) = entry["sealed"]
    shown = msgspec.json.encode(
        [public_json(table), *(seat_json(table, seat) for seat in SEATS)], enc_hook=str
    )
    assert entry["salt"].encode() not in shown
    assert salt_of(journal, sealed["card"]).encode() not in shown


def test_a_commitment_cannot_be_guessed_from_what_is_public() -> None:
    """No card opens it with a salt that anybody could try; two Sets of one card share nothing."""
    table, journal = set_one("a:H7")
    again, _ = set_one("a:H7")
    digest, other = (t.state.log[-1].sealed[0].digest for t in (table, again))
    assert digest != other
    (entry,) = [data for kind, data in journal.entries if kind == "action"]
    tried = [bytes(SALT_BYTES), b"\xff" * SALT_BYTES, bytes.fromhex(other)[:SALT_BYTES]]
    tried += [number.to_bytes(SALT_BYTES, "big") for number in range(200)]
    tried += [number.to_bytes(SALT_BYTES, "little") for number in range(200)]
    tried += [str(entry[name]).encode()[:SALT_BYTES].ljust(SALT_BYTES, b"\0") for name in entry]
    assert not any(opens(digest, salt.hex(), key) for salt in tried for key in keys_of_a())


def test_each_commitment_draws_its_salt_from_the_systems_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As many bytes as a salt has, once an action, and nothing of the duel's own chance."""
    drawn: list[int] = []

    def token_bytes(count: int) -> bytes:
        drawn.append(count)
        return bytes(count - 1) + bytes([len(drawn)])

    monkeypatch.setattr("duelmat_host.table.seals.secrets.token_bytes", token_bytes)
    set_one("a:H7")
    set_one("a:S4")
    assert drawn == [SALT_BYTES, SALT_BYTES]


def test_the_flip_opens_the_commitment_for_everybody() -> None:
    """A Set monster is turned up: the log gives salt and card, and they give the digest."""
    bench_ = Bench({"a.hand": held("C8", "S4"), "b.hand": held("H2")})
    bench_.put("a:C8", "a.m2", down=True, sideways=True)
    (sealed,) = bench_.table.state.log[-1].sealed
    bench_.press("a.phase")
    for _ in range(12):
        if bench_.table.state.duel.turn_seat == 0 and bench_.table.state.duel.turn > 3:
            break
        for move in owed_moves(bench_.table, bench_.hands, {}):
            move.carry_out(bench_.hands)
        bench_.press("ab"[bench_.table.state.duel.turn_seat] + ".phase")
    for move in owed_moves(bench_.table, bench_.hands, {}):
        move.carry_out(bench_.hands)
    bench_.hands.flip(MatZone("a.m2"))
    bench_.hands.turn(MatZone("a.m2"))
    (opening,) = [o for line in public_json(bench_.table)["log"] for o in line["opened"]]
    assert opening["card"] == sealed.card
    assert opening["key"] == "a:C8"
    assert opens(sealed.digest, opening["salt"], opening["key"])
    assert opening["salt"] not in [d["salt"] for _, d in bench_.journal.entries if "salt" in d]
    assert bench_.table.state.current.seals == {}
