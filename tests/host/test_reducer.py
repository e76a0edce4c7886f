"""The reducer: the entries alone make the table, one after the other, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

import msgspec
import pytest

from direct_mat import (
    Bench,
    MemoryJournal,
    do,
    fold,
    held,
    lay,
    practice_deck,
    seat_down,
)
from duelmat_engine.actions import Activate, Cancel, Concede, CorrectLife, Play, Roll, Stand
from duelmat_engine.forms.position import faults_of
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import NOBODY, CardKey, Seat, ZoneName
from duelmat_engine.play import Deck, new_duel, roll
from duelmat_engine.play import apply as apply_action
from duelmat_host.errors import JournalError
from duelmat_host.players.hand_moves import owed_moves
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
from duelmat_host.table import commands
from duelmat_host.table.asking import PassUntil, WindowKind
from duelmat_host.table.duel_setup import DuelSetup, Written
from duelmat_host.table.end_of_match import EndCause
from duelmat_host.table.entries import (
    ActionDone,
    AskingChanged,
    CardExposed,
    CardLookedAt,
    DuelBegun,
    DuelDecided,
    DuelEnded,
    Entry,
    Gone,
    JudgeCalled,
    MeaningAsked,
    MeaningChosen,
    ObligationMet,
    PlayRefused,
    PlayWithdrawn,
    RefusalUpheld,
    Requested,
    RequestKind,
    RequestsRefused,
    ResultConfirmed,
    RollbackAccepted,
    RulingSent,
    SideChosen,
    SideTimeOver,
    TakenBack,
    TakenOver,
    TimeCalled,
    TimeWithdrawn,
    TurnEnding,
    ZonesLost,
    ZonesSettled,
)
from duelmat_host.table.entry_form import from_data, to_data
from duelmat_host.table.input_mode import on_mat
from duelmat_host.table.live import Committed, LiveTable
from duelmat_host.table.obligations import ObligationKind
from duelmat_host.table.own_sleeves import SideChoice
from duelmat_host.table.reducer import apply
from duelmat_host.table.reports import REFUSE_MS
from duelmat_host.table.seals import SALT_BYTES, Opening, Seal
from duelmat_host.table.state import TableState
from duelmat_venue.end_steps import EndStep

ANA, BEN = Seat(0), Seat(1)
MOST_ACTIONS = 150
"""Of a random duel: so many tell all."""


# What a table is


def facts_of(state: TableState) -> dict[str, Any]:
    """Every field of a state, and of all states that can be gone back to."""
    pasts = list(state.pasts())
    duels = [state.current, *(past.before for past in pasts)]
    return {
        **_fields_of(state, but="current"),
        "duels": [_fields_of(duel, but="past") for duel in duels],
        "pasts": [_fields_of(past, but="before") for past in pasts],
        "expected": state.expected,
        "layout": state.layout_as_left(),
    }


def _fields_of(value: Any, but: str) -> dict[str, Any]:
    return {each.name: getattr(value, each.name) for each in fields(value) if each.name != but}


def assert_same(state: TableState, wanted: TableState, where: object) -> None:
    mine, theirs = facts_of(state), facts_of(wanted)
    for name, value in theirs.items():
        assert mine[name] == value, (where, name)


class WatchedJournal(MemoryJournal):
    """A journal that remembers what the table was before each step, and can be full."""

    def __init__(self, table: LiveTable) -> None:
        super().__init__()
        self.table = table
        self.states: dict[int, TableState] = {}
        """The table before each step, by the number of entries before it."""
        self.room: int | None = None
        """So many more entries can be kept; None: any number."""

    def append_all(self, items: Sequence[tuple[str, Mapping[str, Any]]]) -> Sequence[Written]:
        self.states[len(self.entries)] = self.table.state
        if self.room is not None and self.room < len(items):
            raise JournalError("expected room for an entry, got a full disk")
        if self.room is not None:
            self.room -= len(items)
        return super().append_all(items)

    def read(self) -> list[Entry]:
        """The entries as they are read from a file."""
        written = msgspec.json.decode(msgspec.json.encode(self.entries))
        return [from_data(kind, data) for kind, data in written]


def test_a_step_is_committed_to_its_listeners_once_it_is_written() -> None:
    """They get the table before and after it with its entries; nothing of what is not written."""
    bench = Bench({"a.hand": held("H7"), "b.hand": held("H2")})
    bench.table.journal = journal = WatchedJournal(bench.table)
    before = bench.table.now
    steps: list[Committed] = []
    bench.table.subscribe(steps.append)
    journal.room = 0
    with pytest.raises(JournalError):
        bench.table.command(ANA, commands.Concede())
    assert steps == []
    journal.room = None
    bench.table.command(ANA, commands.Concede())
    (step,) = steps
    assert (step.before, step.after) == (before, bench.table.now)
    assert [written.kind for written in step.written] == ["action", "over"]
    bench.table.tick(bench.mat.now_ms)
    assert len(steps) == 1


# A duel in which everything happens once

Step = Callable[[Bench], None]


def settle(bench: Bench) -> None:
    """Pass on what may be done besides, and do what hands must still do."""
    for _ in range(20):
        decision = bench.table.state.duel.decision
        moves = list(owed_moves(bench.table, bench.hands, {}))
        for move in moves:
            move.carry_out(bench.hands)
        if decision is not None and decision.kind in ("window", "trigger"):
            bench.press(f"{'ab'[decision.seat]}.ok")
        elif not moves:
            return
    raise AssertionError(f"never done: {bench.table.state.obligations}, {decision}")


def said(seat: Seat, command: commands.Command) -> Step:
    return lambda bench: bench.table.command(seat, command)


def ruled(ruling: commands.Ruling) -> Step:
    return lambda bench: bench.table.rule(ruling)


def laid(key: str, place: str, *, down: bool = False) -> Step:
    return lambda bench: bench.put(key, place, down=down)


def attack(bench: Bench) -> None:
    bench.touch("a.m2")
    bench.touch("b.m2")


STORY: tuple[Step, ...] = (
    said(ANA, commands.AskMe(["every"])),
    laid("a:S4", "a.m3"),
    lambda bench: bench.choose("Normal Summon the 4 of spades"),
    settle,
    said(ANA, commands.AskMe(["attack", "effect", "summon"])),
    lambda bench: bench.hands.flip(MatZone("b.s2")),
    lambda bench: bench.hands.flip(MatZone("b.s2")),
    laid("a:H7", "a.m4"),
    lambda bench: bench.rest(REFUSE_MS),
    lambda bench: bench.take("a.m4"),
    laid("a:D5", "a.s3", down=True),
    said(ANA, commands.TakeBack()),
    settle,
    said(ANA, commands.Redo()),
    settle,
    said(ANA, commands.TakeBack()),
    settle,
    laid("a:D5", "a.s3", down=True),
    lambda bench: bench.press("a.phase"),
    settle,
    said(ANA, commands.OfferDraw()),
    said(BEN, commands.Refuse()),
    attack,
    said(ANA, commands.EndTurn()),
    said(ANA, commands.EndTurn()),
    settle,
    said(ANA, commands.TakeBack()),
    said(BEN, commands.Agree()),
    settle,
    attack,
    settle,
    attack,
    said(BEN, commands.CallJudge()),
    ruled(commands.CorrectLife("b", 33, "miscounted")),
    ruled(commands.HaveTakenBack("it has attacked")),
    said(ANA, commands.CorrectLife("b", 32, "a point more")),
    said(BEN, commands.Agree()),
    said(BEN, commands.OfferDraw()),
    said(ANA, commands.AcceptDraw()),
)


def story_bench() -> tuple[Bench, WatchedJournal]:
    bench = Bench(
        {
            "a.hand": held("S4", "H7", "C9", "D5"),
            "b.hand": held("H2", "S1"),
            "a.m1": lay("C10"),
            "b.m1": lay("H9"),
            "b.s1": lay("C3", down=True),
        }
    )
    bench.table.journal = journal = WatchedJournal(bench.table)
    return bench, journal


def play(bench: Bench) -> None:
    for step in STORY:
        step(bench)


def kinds() -> set[str]:
    """The kinds of entries that a table writes itself, without an event (test_end_of_match.py,
    test_side_decking.py), and with readers that work (test_telling.py)."""
    before_it_is_opened = {"duel", "rollback", "lost"}
    at_an_event = {"time", "more-time", "decided", "confirmed", "ruled", "looked", "side"}
    at_an_event |= {"side-time", "taken-over", "gone"}
    return {to_data(entry)[0] for entry in ENTRIES.values()} - before_it_is_opened - at_an_event


def test_folding_the_entries_gives_the_table_that_was_played() -> None:
    """After every step, in all that the state has; each kind of entry occurs."""
    bench, journal = story_bench()
    play(bench)
    assert {kind for kind, _ in journal.entries} == kinds()
    state = bench.start
    for number, entry in enumerate(journal.read()):
        if number in journal.states:
            assert_same(state, journal.states[number], (number, entry))
        state = apply(state, entry)
    assert_same(state, bench.table.state, "the end")
    assert_same(fold(bench.start, journal.read()), bench.table.state, "all at once")


@pytest.mark.rule("PHY-01", "PHY-10")
@pytest.mark.parametrize("ruleset", ["trump_king", "ocg", "resummoned", "trigamon"])
def test_folding_a_random_duel_gives_the_table_that_was_played(ruleset: str) -> None:
    """Whatever is played, from the first draw on, in every game; and no duel that cannot be."""
    chance = Random(5)
    closed = new_duel(ruleset, [practice_deck(ruleset)] * 2, seed=5).duel
    performance, _, dice = seat_down(closed)
    table, start = performance.table, performance.table.state
    table.journal = journal = WatchedJournal(table)
    for _ in range(MOST_ACTIONS):
        if closed.is_over():
            break
        is_chance = closed.decision is not None and closed.decision.kind == "chance"
        legal = [a for a in legal_actions(closed) if not isinstance(a, Cancel)]
        action = roll(closed) if is_chance else chance.choice(on_mat(legal, start.zones))
        after = apply_action(closed, action).duel
        if after.decision is not None and after.decision.kind == "chance":
            dice.ready.append(roll(after).values)
        for step in performance.perform(closed, action, after):
            do(performance, step)
        assert faults_of(table.state.duel) == []
        closed = after
    assert table.state.actions_count >= min(MOST_ACTIONS, 20)
    assert_same(fold(start, journal.read()), table.state, ruleset)


# What cannot be kept has not happened


def test_an_entry_that_cannot_be_kept_leaves_the_very_same_state() -> None:
    """Whichever entry it is: no trace of its step, and all before that stands."""
    bench, journal = story_bench()
    play(bench)
    whole = len(journal.entries)
    assert whole > 30
    for room in range(whole):
        bench, journal = story_bench()
        journal.room = room
        with pytest.raises(JournalError, match="full disk"):
            play(bench)
        assert len(journal.entries) <= room
        assert bench.table.state is journal.states[len(journal.entries)]
        assert_same(fold(bench.start, journal.read()), bench.table.state, room)


def lay_unsensed(bench: Bench) -> None:
    """Put a card onto the mat of which the table has yet to hear."""
    bench.mat.lying.append((CardKey("a:H7"), MatZone("a.m3"), True, 0))


ONCE_MORE: dict[str, tuple[tuple[Step, ...], Step]] = {
    "a layout": ((lay_unsensed,), lambda bench: bench.table.sense(bench.mat.layout(), 10)),
    "a command": ((), said(ANA, commands.OfferDraw())),
    "a ruling": ((), ruled(commands.CorrectLife("a", 7, "miscounted"))),
    "a button": ((), lambda bench: bench.press("a.phase")),
    "an answer": (
        (laid("a:S4", "a.m3"),),
        lambda bench: bench.choose("Normal Summon the 4 of spades"),
    ),
    "a touch": (
        (lambda bench: bench.press("a.phase"), settle, lambda bench: bench.touch("a.m2")),
        lambda bench: bench.touch("b.m2"),
    ),
}


@pytest.mark.parametrize("name", ONCE_MORE)
def test_what_could_not_be_kept_is_done_when_there_is_room(name: str) -> None:
    """Said again, it happens as if nothing had been said before."""
    before, step = ONCE_MORE[name]
    bench, journal = story_bench()
    for each in before:
        each(bench)
    state, written = bench.table.state, len(journal.entries)
    journal.room = 0
    for _ in range(3):
        with pytest.raises(JournalError):
            step(bench)
        assert bench.table.state is state
    assert len(journal.entries) == written
    journal.room = None
    step(bench)
    assert len(journal.entries) > written
    assert bench.table.state is not state


# As the journal keeps them


SIGHTS: Mapping[MatZone, Sight] = {
    MatZone("a.m2"): Sight(CardKey("a:H7"), Face.UP, Orientation.SIDEWAYS, b"\x04\x01"),
    MatZone("b.s2"): Sight(CardKey("b:C3"), Face.DOWN, Orientation.UNKNOWN, b""),
    MatZone("x1"): Sight(None, Face.UNKNOWN, Orientation.UNKNOWN, b""),
}
SEEN: Mapping[MatZone, Sight | None] = {**SIGHTS, MatZone("a.s1"): None}
LAYOUT = Layout(dict(SIGHTS))
SALT = bytes(range(SALT_BYTES))
SUMMON = Play("normal-summon", "a:H7", ZoneName("a.m1"))
DECKS = (Deck(("H7", "S2"), ("HQ",)), Deck(("H7",)))
ENTRIES: dict[str, Entry] = {
    "a duel": DuelBegun(
        DuelSetup("trump_king", ("Ana", "Ben"), DECKS, {"G-29": "turn"}), 7, "d1e2"
    ),
    "an action": ActionDone(SUMMON, ANA, LAYOUT, SALT),
    "an action with proofs": ActionDone(
        Activate("magic", "b.s1"),
        BEN,
        Layout(),
        SALT,
        (Seal(3, "ab" * 32), Seal(4, "cd" * 32)),
        (Opening(2, SALT.hex(), CardKey("b:C3")),),
    ),
    "chance": ActionDone(Roll(("a:H7", "b:S2")), NOBODY, LAYOUT, SALT),
    "life corrected by a judge": ActionDone(
        CorrectLife(ANA, BEN, 33, 'a "hit" was missed'), NOBODY, LAYOUT, SALT
    ),
    "a play that stands": ActionDone(Stand(BEN, SUMMON, "both agreed"), NOBODY, LAYOUT, SALT),
    "an end": ActionDone(Concede(BEN), BEN, LAYOUT, SALT),
    "an action done again": ActionDone(SUMMON, ANA, LAYOUT, SALT, again=Layout()),
    "a takeback": TakenBack(BEN, SUMMON, LAYOUT),
    "a takeback by a judge": TakenBack(ANA, SUMMON, Layout(), "shown too early"),
    "a draw done": ObligationMet(ObligationKind.DRAW, MatZone("a.deck")),
    "a card shown": ObligationMet(ObligationKind.SHOW, MatZone("b.grave"), "b:H9"),
    "zones settled": ZonesSettled((MatZone("a.m2"), MatZone("b.s2"))),
    "zones lost": ZonesLost((MatZone("a.m2"), MatZone("b.grave")), LAYOUT),
    "every reader works": ZonesLost((), Layout()),
    "a draw offered": Requested(RequestKind.DRAW, ANA),
    "a takeback asked for": Requested(RequestKind.TAKEBACK, BEN),
    "another life asked for": Requested(
        RequestKind.LIFE, ANA, CorrectLife(ANA, BEN, 33, 'a "hit" was missed')
    ),
    "both refused": RequestsRefused((RequestKind.DRAW, RequestKind.TAKEBACK)),
    "asking": AskingChanged(ANA, frozenset(WindowKind), PassUntil.TURN),
    "no more asking": AskingChanged(BEN, frozenset()),
    "a turn that ends": TurnEnding(ANA),
    "a turn that does not": TurnEnding(BEN, ends=False),
    "a question": MeaningAsked(("normal-summon", "spade-summon"), SEEN),
    "an answer": MeaningChosen("spade-summon", SEEN),
    "a refusal": PlayRefused(
        ("TK-14", "G-93"), "Not now.", ("Wait.", "Pass."), (SUMMON,), (MatZone("a.m2"),)
    ),
    "a refusal of what was said": PlayRefused((), "Not now.", (), (), ()),
    "nothing there any more": PlayWithdrawn(),
    "an exposed card": CardExposed(MatZone("b.s2"), CardKey("b:C3")),
    "a judge called": JudgeCalled(BEN, called=True),
    "a judge sent away": JudgeCalled(ANA, called=False),
    "a card is shown to a judge": CardLookedAt(MatZone("b.s2"), "a marked sleeve"),
    "a ruling from afar": RulingSent(7, "Jon"),
    "a refusal upheld": RefusalUpheld("the right was used"),
    "a rollback accepted": RollbackAccepted("the disk was replaced", 40, "ab" * 32),
    "a match is taken over": TakenOver(7, "5" * 32, 12),
    "a match has gone": Gone(12),
    "time is called": TimeCalled((EndStep.FINISH_TURN, EndStep.COMPARE_LIFE, EndStep.DRAW)),
    "more time": TimeWithdrawn(),
    "decided by time": DuelDecided(ANA, EndCause.LIFE),
    "decided by a penalty": DuelDecided(None, EndCause.PENALTY, "late", 4),
    "a result confirmed": ResultConfirmed(BEN),
    "a choice of side decking": SideChosen(ANA, SideChoice(frozenset({0}), frozenset({41}))),
    "side decking takes too long": SideTimeOver(),
    "a victory": DuelEnded(BEN, "Ana's life is 0."),
    "a draw": DuelEnded(None, "They agreed on a draw."),
}


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_comes_back_from_the_journal_as_it_was(name: str) -> None:
    """Through JSON, driven both ways; its kind alone tells which it is."""
    entry = ENTRIES[name]
    kind, data = to_data(entry)
    read = msgspec.json.decode(msgspec.json.encode(data))
    assert from_data(kind, read) == entry
    assert type(from_data(kind, read)) is type(entry)
    again = msgspec.json.decode(msgspec.json.encode(to_data(from_data(kind, read))[1]))
    assert again == read


def test_every_kind_of_entry_has_a_case_and_a_kind_of_its_own() -> None:
    classes = {type(entry).__name__ for entry in ENTRIES.values()}
    assert classes == {each.__name__ for each in Entry.__subclasses__()}
    kind_of = {type(entry).__name__: to_data(entry)[0] for entry in ENTRIES.values()}
    assert len(set(kind_of.values())) == len(classes)


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_without_one_of_its_values_is_refused_with_its_kind(name: str) -> None:
    """A broken journal is named as that, whatever is missing."""
    kind, data = to_data(ENTRIES[name])
    for missing in data.keys() - {"ruled", "again"}:
        broken = {key: value for key, value in data.items() if key != missing}
        with pytest.raises(JournalError, match=f"kind '{kind}'"):
            from_data(kind, broken)


BROKEN: dict[str, tuple[str, dict[str, Any]]] = {
    "an unknown kind": ("juggled", {}),
    "no action": ("action", {**to_data(ENTRIES["an action"])[1], "action": "fly"}),
    "an odd salt": ("action", {**to_data(ENTRIES["an action"])[1], "salt": "xyz"}),
    "a seat that is not there": ("judge", {"by": "q", "called": True}),
    "an unknown request": ("request", {"kind": "rematch", "by": "a"}),
    "an unknown obligation": ("done", {"obligation": "juggle", "zone": "a.deck", "key": ""}),
    "a layout that is a number": ("asked", {"options": [], "seen": 3}),
    "an opening with too much": (
        "action",
        {**to_data(ENTRIES["an action"])[1], "opened": [{"card": 1, "salt": "", "kay": ""}]},
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_an_entry_that_no_table_writes_is_refused(name: str) -> None:
    """With its kind and what is wrong with it."""
    kind, data = BROKEN[name]
    with pytest.raises(JournalError, match=f"expected an entry .* kind '{kind}'"):
        from_data(kind, data)


def test_an_entry_that_does_not_fit_is_refused_and_changes_nothing() -> None:
    """Nothing like that is to be done: the reducer does not pass it over."""
    bench, _ = story_bench()
    before = facts_of(bench.start)
    with pytest.raises(ValueError, match="to be among what is to be done"):
        apply(bench.start, ObligationMet(ObligationKind.DRAW, MatZone("a.deck")))
    assert facts_of(bench.start) == before


def test_the_old_state_is_left_as_it_was() -> None:
    """States are values: whoever holds one may go on from it again."""
    bench, journal = story_bench()
    play(bench)
    state = bench.start
    for entry in journal.read():
        before = facts_of(state)
        after = apply(state, entry)
        assert facts_of(state) == before
        assert_same(apply(replace(state), entry), after, entry)
        state = after
