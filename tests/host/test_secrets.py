"""Two duels that are equal in public look equal to everybody who may not know the difference.

A commitment to a face-down card must differ where the card does, or it would bind nobody. So the
duels are compared under ideal commitments, made of the salt without a look at the card: whatever
then differs would tell the card by something else than the digest. That the digests of the real
ones tell nothing without the salt is shown apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec
import pytest

from direct_mat import (
    DECK,
    MAT,
    PLAIN,
    SEATS,
    SPARE,
    Bench,
    MemoryJournal,
    held,
)
from duelmat_engine.names import CardKey, Seat, seat_letter
from duelmat_engine.play import new_duel
from duelmat_hardware import Mat
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.table_service import TableService
from duelmat_host.players.hand_moves import owed_moves
from duelmat_host.sensing.layout import Face, MatZone, Orientation, Sight
from duelmat_host.sensing.tracker import Problem, ProblemKind
from duelmat_host.showing.messages import messages_of
from duelmat_host.showing.overlay import overlay_view
from duelmat_host.table.commands import (
    AskMe,
    PassOn,
)
from duelmat_host.table.inputs import (
    CommandGiven,
    LayoutSensed,
    ProblemsFound,
    TimePassed,
)
from duelmat_host.table.live import LiveTable
from duelmat_host.table.reports import LOOK_MS
from duelmat_host.table.seals import SALT_BYTES, card_salt, opens
from duelmat_host.uplink.event_rulings import answer_to
from duelmat_host.uplink.outbox import Shown
from duelmat_host.uplink.report_maker import shown
from duelmat_venue.rulings import (
    Answer,
    AnyRuling,
    CardShown,
    DuelGoesOn,
    LastTakenBack,
    LifeSet,
    PlayStands,
    RefusalHolds,
    as_sent,
)
from duelmat_venue.wanted import WantedRuling
from examples import seeds
from host.boardless import boardless_loop
from host.paired_duels import MOST_STEPS, Comparison, World, meddle, swapped
from hub.shown import watched
from seen import LINK_UP, public_json, seat_json

PAIRS = range(850)
MEDDLED = range(1000, 1150)
"""Duels in which hands do with hidden cards what no play does; with the others a thousand."""
TOLD = range(2000, 2100)
"""Duels on mats that sense no faces."""


def compare(seed: int, on: Mat = MAT) -> tuple[int, bool]:
    """Play both worlds until the difference shows: the steps alike, and whether it was Set."""
    chance = Random(seed)
    worlds = Comparison.of(chance, seed, on)
    while worlds.alike < MOST_STEPS and worlds.play(chance):
        pass
    assert watched(worlds.here.reports) == watched(worlds.there.reports)
    return worlds.alike, worlds.was_set


@pytest.mark.rule("PHY-03")
@pytest.mark.usefixtures("ideal_commitments")
@pytest.mark.parametrize("seed", seeds(PAIRS, quick=2))
def test_a_hidden_card_tells_nothing_to_those_who_may_not_know_it(seed: int) -> None:
    """Views, lights, displays, log and journal are byte-equal, step by step, in as many steps; and
    so is all that spectators of an event are shown.
    """
    alike, _ = compare(seed)
    assert alike > 3


@pytest.mark.rule("PHY-03")
@pytest.mark.usefixtures("ideal_commitments")
@pytest.mark.parametrize("seed", seeds(TOLD, quick=2))
def test_a_card_of_which_the_player_tells_how_it_lies_tells_nothing_else(seed: int) -> None:
    """Neither a question nor its answers depend on the card, and until the answer it lies unseen.

    Rows and piles without readers, which some of these mats have, change nothing of that.
    """
    alike, _ = compare(seed, (PLAIN, SPARE)[seed % 2])
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


RULINGS: tuple[AnyRuling, ...] = (
    PlayStands("It stands."),
    RefusalHolds("It does not stand."),
    LastTakenBack("It was a mistake."),
    LifeSet("a", 7, "Misread."),
    DuelGoesOn(),
    *(CardShown(f"{seat}.{kind}", "AAAA", "Which?") for seat in "ab" for kind in ("m2", "s2")),
)


def answers(world: World) -> list[Answer | None]:
    """Return what the table tells the hub, and its judges, that each ruling from afar would do."""
    reports = world.reported()
    told = Shown("5" * 32, reports)
    return [
        answer_to(
            WantedRuling(1, "Jon", told.stream, len(reports), as_sent(ruling)),
            world.table.now,
            told,
            world.table.take,
        )
        for ruling in RULINGS
    ]


@dataclass
class RuledUpon(Comparison):
    """Two worlds in which each ruling from afar is asked for at all that happens."""

    asked: set[Any] = field(default_factory=set)

    def check(self) -> None:
        super().check()
        state = self.here.table.state
        moment = state.actions_count, state.refusal, state.called_by
        if moment not in self.asked:
            self.asked.add(moment)
            assert answers(self.here) == answers(self.there)


@pytest.mark.usefixtures("ideal_commitments")
@pytest.mark.parametrize("seed", seeds(range(2000, 2050)))
def test_what_a_ruling_would_do_tells_no_hidden_card(seed: int) -> None:
    """Whatever was refused, laid face-down or taken back: the hub keeps what a table answers."""
    chance, noise = Random(seed), Random(seed)
    worlds = RuledUpon.of(chance, seed)
    meddled = 0
    while worlds.alike < MOST_STEPS and worlds.play(chance):
        meddled += meddle(worlds, noise)
    assert meddled > 0
    assert len(worlds.asked) > meddled


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
