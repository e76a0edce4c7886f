"""Whole random duels, done with hands: the table, which sees only the mat, follows to the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from random import Random

import pytest

from direct_mat import (
    MAT,
    PLAIN,
    SPARE,
    STARTER,
    Bench,
    DirectMat,
    do,
    lay,
    practice_deck,
    public_facts,
    seat_down,
)
from duelmat_engine.actions import Action, Cancel, Choose, Play, Roll, Turn
from duelmat_engine.judging.judge import judge
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import Seat, ZoneName, zone_kind
from duelmat_engine.play import apply, new_duel, roll
from duelmat_engine.ruleset.registry import ruleset_names
from duelmat_engine.state import Duel
from duelmat_engine.views.public import public_form
from duelmat_hardware import Mat
from duelmat_host.players.hand_moves import Move, moves_of
from duelmat_host.players.hands import Hands
from duelmat_host.players.scripted_player import Dice, ScriptedPlayer
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.messages import messages_of
from duelmat_host.table.commands import AcceptDraw, Agree, OfferDraw, TakeBack
from duelmat_host.table.findings import Refused
from duelmat_host.table.input_mode import on_mat
from duelmat_host.table.inputs import CommandGiven, ReadersLost
from duelmat_host.table.live import LiveTable
from duelmat_host.table.messages import MessageKind
from duelmat_host.table.reports import REFUSE_MS
from examples import seeds

ORDINARY = 10
"""Duels of the ordinary run; `follow_many(1000)` is for whoever has twenty minutes."""
OTHERS = tuple(name for name in ruleset_names() if name != "trump_king")
EACH_OTHER = 3
"""Duels of each other ruleset."""
LOOSE = ("place", "bring", "turn", "flip")
"""Movements that players make in whatever order they like."""


@dataclass
class Meddling:
    """What the players do besides their plays, which must change nothing."""

    chance: Random
    every: int = 0
    """Before every so many plays something is tried that is wrong; 0: never."""
    peeks: bool = False
    shuffles: bool = False
    """Whether what may be done in any order is done in a random one."""
    loses: tuple[MatZone, ...] = ()
    """Zones whose readers break down one after the other, and come back."""
    refused: int = 0
    peeked: int = 0
    lost: int = 0

    def before(self, table: LiveTable, performance: ScriptedPlayer, mat: DirectMat) -> None:
        decision = table.state.duel.decision
        if decision is None or decision.kind != "open":
            return
        if self.peeks:
            self.peek(table, performance)
        if self.loses:
            self.lose(table, mat)
        if self.every and self.chance.randrange(self.every) == 0:
            self.wrong(table, performance, mat)

    def lose(self, table: LiveTable, mat: DirectMat) -> None:
        """Have the reader of another zone break down, or that of the last one come back."""
        lost = set() if table.state.zones.lost else {self.chance.choice(self.loses)}
        duel = table.state.duel
        table.take(ReadersLost(frozenset(lost), mat.layout()))
        mat.feel()
        assert table.state.duel is duel
        assert messages_of(table.now) == ()
        self.lost += len(lost)

    def peek(self, table: LiveTable, performance: ScriptedPlayer) -> None:
        """Take up an own face-down card, look at it, and put it back."""
        hands = performance.hands
        down = [key for key, lying in hands.lying.items() if not lying.face_up]
        if not down:
            return
        key = self.chance.choice(down)
        lying = hands.lying[key]
        done, duel = table.state.actions_count, table.state.duel
        hands.bring(key, "hand")
        assert table.state.duel is duel
        hands.place(key, lying.zone, face_up=False, turn=lying.turn)
        assert (table.state.actions_count, table.state.duel) == (done, duel)
        self.peeked += 1

    def wrong(self, table: LiveTable, performance: ScriptedPlayer, mat: DirectMat) -> None:
        """Put a card of a hand where the judge does not let it go; then take it back."""
        hands = performance.hands
        decision = table.state.duel.decision
        assert decision is not None
        seat = decision.seat if self.chance.random() < 0.8 else 1 - decision.seat
        if not hands.sides[seat].hand:
            return
        key = self.chance.choice(hands.sides[seat].hand)
        free = [z for z in sorted(table.state.zones.rows) if hands.at(z) is None]
        zone = self.chance.choice(free)
        duel, done, written = (
            table.state.duel,
            table.state.actions_count,
            table.state.refused_count,
        )
        turn = self.chance.choice((0, 90)) if zone_kind(zone) == "m" else 0
        wanted = table.state.zones.to_engine(zone)
        if wanted is not None and any(
            judge(table.state.duel, Play(way, card, wanted, not turn, up)).legal
            for way in ("normal-summon", "set-monster", "set-card", "spade-summon", "club-summon")
            for up, card in ((True, key), (False, f"{'ab'[seat]}.hand"))
        ):
            return
        hands.place(key, zone, face_up=self.chance.random() < 0.5, turn=turn)
        if isinstance(table.finding, Refused):
            mat.rest(REFUSE_MS)
            assert table.state.refused_count == written + 1
            assert messages_of(table.now)[0].kind is MessageKind.REFUSAL
            assert table.finding.verdict.rules
            self.refused += 1
        elif table.state.actions_count == done:
            mat.rest(REFUSE_MS)
        if table.state.actions_count == done:
            hands.bring(key, "hand")
            assert table.state.duel is duel
            assert messages_of(table.now) == ()
        else:  # it was legal after all, as magic: take that back
            by = next(table.state.pasts()).by
            table.take(CommandGiven(by, TakeBack()))
            if table.state.requests:  # it has shown a card: the other player has to agree
                table.take(CommandGiven(Seat(1 - by), Agree()))
            assert table.state.duel == duel
            hands.bring(key, "hand")
            mat.rest(10)

    def order(self, moves: list[Move], hands: Hands) -> list[Move]:
        """The same movements in a random order: only those of one card, or zone, keep theirs."""
        if not self.shuffles:
            return moves
        ordered: list[Move] = []
        for loose, group in groupby(moves, key=lambda move: move.do in LOOSE):
            run = list(group)
            ordered += self.mixed(run, hands) if loose else run
        return ordered

    def mixed(self, moves: list[Move], hands: Hands) -> list[Move]:
        lanes: dict[str, list[Move]] = {}
        for move in moves:
            there = hands.at(MatZone(move.zone))
            lying = there if move.do == "place" else None
            lane = lying if lying in lanes else move.key or there or move.zone
            lanes.setdefault(lane, []).append(move)
        ordered = []
        while lanes:
            lane = self.chance.choice(list(lanes))
            ordered.append(lanes[lane].pop(0))
            if not lanes[lane]:
                del lanes[lane]
        return ordered


@dataclass
class Followed:
    """How a duel was followed."""

    actions: int = 0
    compared: int = 0
    asked: int = 0
    winner: int | None = None
    meddling: Meddling = field(default_factory=lambda: Meddling(Random(0)))


def chosen(closed: Duel, chance: Random, table: LiveTable) -> Action:
    decision = closed.decision
    assert decision is not None
    if decision.kind == "chance":
        return roll(closed)
    legal = [a for a in legal_actions(closed) if not isinstance(a, Cancel)]
    return chance.choice(on_mat(legal, table.state.zones))


def follow(
    seed: int, meddling: Meddling | None = None, ruleset: str = "trump_king", on: Mat = MAT
) -> Followed:
    """Play a random closed duel on an open table; raises where the table does not follow."""
    chance = Random(seed)
    closed = new_duel(ruleset, [practice_deck(ruleset)] * 2, seed=seed).duel
    performance, mat, dice = seat_down(closed, on=on)
    table = performance.table
    if meddling is not None:
        performance.order = lambda moves: meddling.order(moves, performance.hands)
    followed = Followed(meddling=meddling or Meddling(chance))
    while not closed.is_over():
        action = chosen(closed, chance, table)
        after = apply(closed, action).duel
        throw(dice, after)
        if meddling is not None:
            for step in performance.settle():
                do(performance, step)
            meddling.before(table, performance, mat)
            for step in performance.settle():
                do(performance, step)
        for step in performance.perform(closed, action, after):
            do(performance, step)
        closed = after
        followed.actions += 1
        if is_comparable(closed, table, action):
            assert public_facts(closed) == public_facts(table.state.duel)
            followed.compared += 1
    if closed.outcome is not None and closed.outcome.rules == ("G-92",):
        agree_on_a_draw(table)  # it turns on hidden cards, which no table sees
    else:
        assert table.state.duel.outcome == closed.outcome
    outcome = table.state.duel.outcome
    followed.asked = performance.asked
    followed.winner = outcome.winner if outcome else None
    return followed


def agree_on_a_draw(table: LiveTable) -> None:
    table.take(CommandGiven(Seat(0), OfferDraw()))
    table.take(CommandGiven(Seat(1), AcceptDraw()))
    assert table.state.duel.is_over()


def throw(dice: Dice, after: Duel) -> None:
    """Keep ready what chance gives in the known duel."""
    if after.decision is not None and after.decision.kind == "chance":
        seen = public_form(after, roll(after))
        assert isinstance(seen, Roll)
        dice.ready.append(seen.values)


def is_comparable(closed: Duel, table: LiveTable, action: Action) -> bool:
    """Whether both wait for the same: within a choice the table may have gone ahead."""
    mine, known = table.state.duel.decision, closed.decision
    if mine is None or known is None or isinstance(action, Choose):
        return False
    return mine.kind == known.kind and mine.kind in ("open", "window")


def follow_many(count: int, start: int = 0) -> tuple[int, int, int]:
    """So many duels: how many were followed to the end, their actions, and the facts compared."""
    found = [follow(seed) for seed in range(start, start + count)]
    return len(found), sum(f.actions for f in found), sum(f.compared for f in found)


@pytest.mark.parametrize("seed", seeds(range(ORDINARY), quick=2))
def test_the_table_follows_a_random_duel_to_its_end(seed: int) -> None:
    """At every open decision the table knows the same facts, and it ends by the same outcome."""
    followed = follow(seed)
    assert followed.compared > 10


@pytest.mark.parametrize("seed", seeds(range(EACH_OTHER)))
@pytest.mark.parametrize("ruleset", OTHERS)
def test_the_table_follows_duels_of_every_ruleset(ruleset: str, seed: int) -> None:
    """Stacks, columns without end, zones beside the mat: whatever is played, the table follows."""
    followed = follow(seed, ruleset=ruleset)
    assert followed.compared > 10


@pytest.mark.parametrize("seed", seeds(range(2)))
@pytest.mark.parametrize("ruleset", ruleset_names())
def test_the_table_follows_duels_where_players_tell_how_cards_lie(ruleset: str, seed: int) -> None:
    """With one plain sticker a sleeve, what is told makes the same duel as what is sensed.

    So do rows and piles without readers.
    """
    followed = follow(seed, ruleset=ruleset, on=(PLAIN, SPARE)[seed])
    assert followed.compared > 10


@pytest.mark.parametrize("seed", seeds(range(10), quick=1))
@pytest.mark.parametrize(
    "ruleset",
    [
        pytest.param(name, marks=pytest.mark.long) if name == "trigamon" else name
        for name in ruleset_names()
    ],
)
def test_the_table_follows_duels_on_the_starter_mat(ruleset: str, seed: int) -> None:
    """Players tell what it does not sense; zones that it lacks lie beside it."""
    followed = follow(seed, ruleset=ruleset, on=STARTER)
    assert followed.compared > 10


@pytest.mark.parametrize(
    ("ruleset", "seed"),
    [
        pytest.param("resummoned", 12, id="a monster comes from beside the mat to the other side"),
        pytest.param("ocg", 12, id="a deck is to be touched after a card was shown"),
        pytest.param(
            "ocg", 17, id="a choice is declined before another's", marks=pytest.mark.long
        ),
    ],
)
def test_hands_follow_a_table_that_waits_for_them(ruleset: str, seed: int) -> None:
    """Duels of the starter mat that once came to a halt."""
    assert follow(seed, ruleset=ruleset, on=STARTER).compared > 10


@pytest.mark.parametrize("seed", seeds(range(6), quick=2))
@pytest.mark.parametrize("on", [MAT, STARTER], ids=["standard", "starter"])
def test_a_duel_goes_on_where_a_reader_breaks_down_and_comes_back(on: Mat, seed: int) -> None:
    """What was sensed there is told, and sensed again later; no play is lost, and none is made."""
    zones = tuple(zone.id for zone in on.zones if zone.antennas and zone_kind(zone.id) in "ms")
    meddling = Meddling(Random(seed), loses=zones)
    followed = follow(seed, meddling, on=on)
    assert followed.compared > 10
    assert meddling.lost > 5


@pytest.mark.parametrize("seed", seeds(range(4)))
def test_the_order_of_movements_changes_nothing(seed: int) -> None:
    """PHY-04: cards that one action moves may be moved in any order, and debts paid in any."""
    follow(seed, Meddling(Random(seed), shuffles=True))


@pytest.mark.parametrize("seed", seeds(range(3)))
def test_looking_at_face_down_cards_is_no_action(seed: int) -> None:
    """PHY-07: a card taken up and put back cancels; nothing is carried out (reading G-98)."""
    meddling = Meddling(Random(seed), peeks=True)
    follow(seed, meddling)
    assert meddling.peeked > 10


@pytest.mark.parametrize("seed", seeds(range(4)))
def test_a_wrong_card_is_refused_and_commits_nothing(seed: int) -> None:
    """PHY-02: the rules state stays as it was, a rule is named, and taking it back ends it."""
    meddling = Meddling(Random(seed + 1000), every=4)
    follow(seed, meddling)
    assert meddling.refused > 3


def test_a_card_that_does_not_lie_there_yet_is_not_turned() -> None:
    """Other hands have to lay it there first: it is no movement of these hands, and no fault."""
    bench = Bench({"a.m1": lay("C9")}, turn=3, phase="main1")
    turn, state = Turn(ZoneName("a.m1"), upright=False), bench.table.state
    known = (state.duel, state.zones, bench.hands)
    assert moves_of(turn, *known) == [Move("turn", zone="a.m2")]
    bench.hands.lying.clear()
    assert moves_of(turn, *known) == []
