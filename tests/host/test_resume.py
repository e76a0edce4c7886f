"""Going on after a stop: whatever the moment, the journal alone gives back the whole table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from direct_mat import DECK, DirectMat, MemoryJournal, do, seat_down
from duelmat_engine.actions import Cancel, Concede, Roll
from duelmat_engine.forms.notation import parse_action
from duelmat_engine.judging.judge import legal_actions
from duelmat_engine.names import CardKey, Seat
from duelmat_engine.play import apply, new_duel, roll
from duelmat_hardware import load_mat
from duelmat_host.app.resume import ResumeError, last_position, resume
from duelmat_host.demo.play_through import steps_of
from duelmat_host.demo.script import Script, load_script
from duelmat_host.demo.stage import Wait
from duelmat_host.errors import JournalError
from duelmat_host.link.session import Position
from duelmat_host.players.hand_moves import Move
from duelmat_host.players.scripted_player import Dice, Say, ScriptedPlayer
from duelmat_host.sensing.layout import Layout
from duelmat_host.showing.views import public_view
from duelmat_host.table.commitment import Commitment, commit
from duelmat_host.table.table import REFUSE_MS, DuelTable

MAT = load_mat()
RANDOM_DUELS = (3, 11)


@dataclass(frozen=True)
class Entry:
    """A journal entry as resume reads it."""

    kind: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Moment:
    """A table at rest after one movement or answer."""

    step: Move | Say | Wait
    entries: int
    layout: Layout
    facts: dict[str, Any]


@dataclass(frozen=True)
class Played:
    """A whole duel with its journal and every moment of it."""

    table: DuelTable
    entries: list[Entry]
    moments: list[Moment]


def facts_of(table: DuelTable) -> dict[str, Any]:
    """All that must survive: what everybody sees, what is asked, and what the table keeps."""
    view = public_view(table, {})
    del view["message"]
    return {
        **view,
        "duel": table.duel,
        "whole log": list(table.log),
        "secrets": dict(table.secrets),
        "spots": dict(table.spots),
        "owed": dict(table.owed),
        "tasks": list(table.tasks),
        "prompts": [(p.id, p.seat, p.text, p.options) for p in table.all_prompts()],
        "asks": dict(table.asks_on_own),
        "refused": table.refused_count,
        "seals": dict(table.seals),
        "called": table.called_by,
        "way": table.chosen_way,
        "past": [(p.duel, dict(p.secrets), dict(p.spots), p.by, p.action) for p in table.past],
    }


def fresh_table(like: DuelTable, dice: Dice | None = None) -> DuelTable:
    """An empty table with an empty journal, as a host makes it that has just been started."""
    table = DuelTable(like.setting, like.zones, MemoryJournal(), dice or Dice(), like.number)
    table.seal = with_one_salt
    return table


def with_one_salt(key: CardKey) -> Commitment:
    """Commitments that are the same when a card is Set again."""
    return commit(key, bytes(16))


def entries_of(table: DuelTable) -> list[Entry]:
    assert isinstance(table.journal, MemoryJournal)
    return [Entry(kind, data) for kind, data in table.journal.entries]


def watched(
    steps: Iterator[Move | Say | Wait], performance: ScriptedPlayer, mat: DirectMat
) -> Played:
    """Carry the steps out and keep every moment."""
    table = performance.table
    table.seal = with_one_salt
    assert isinstance(table.journal, MemoryJournal)
    moments = []
    for step in steps:
        if isinstance(step, Wait):
            mat.now_ms += step.ms
            table.tick(mat.now_ms)
        else:
            do(performance, step)
        entries = len(table.journal.entries)
        moments.append(Moment(step, entries, table.layout, facts_of(table)))
    return Played(table, entries_of(table), moments)


def perform_script(script: Script) -> Played:
    performance, mat, dice = seat_down(script.record.begin().duel, asks=False)
    for seat in (Seat(0), Seat(1)):
        performance.table.ask_on_own(seat, always=True)
    return watched(steps_of(script, performance, dice, lambda _: None), performance, mat)


def perform_random(seed: int) -> Played:
    """A random closed duel, done with hands on an open table."""
    random = Random(seed)
    duel = new_duel("trump_king", [DECK, DECK], seed=seed).duel
    performance, mat, dice = seat_down(duel, asks=False)
    for seat in (Seat(0), Seat(1)):
        performance.table.ask_on_own(seat, always=True)

    def steps() -> Iterator[Move | Say | Wait]:
        now = duel
        while not now.is_over():
            actions = [a for a in legal_actions(now) if not isinstance(a, Cancel)]
            is_chance = now.decision is not None and now.decision.kind == "chance"
            action = roll(now) if is_chance else random.choice(actions)
            after = apply(now, action).duel
            if after.decision is not None and after.decision.kind == "chance":
                dice.ready.append(roll(after).values)
            yield from performance.perform(now, action, after)
            now = after

    return watched(steps(), performance, mat)


@pytest.fixture(name="recorded", scope="module")
def recorded_duel() -> Played:
    return perform_script(load_script())


@pytest.fixture(name="played", scope="module", params=RANDOM_DUELS)
def random_duel(request: pytest.FixtureRequest) -> Played:
    return perform_random(request.param)


def resumed(played: Played, count: int) -> DuelTable:
    """The table after a kill behind so many entries, the dice falling as they fell."""
    rolls = [
        action.values
        for entry in played.entries[count:]
        if entry.kind == "action"
        and isinstance(action := parse_action(entry.data["action"]), Roll)
    ]
    table = fresh_table(played.table, Dice(rolls))
    resume(table, played.entries[:count])
    return table


def assert_same(table: DuelTable, facts: dict[str, Any], where: object) -> None:
    for name, value in facts_of(table).items():
        assert value == facts[name], (where, name, value, facts[name])


def test_every_moment_of_the_recorded_duel_is_resumed_whole(recorded: Played) -> None:
    """Killed between any two movements, the table comes back with everything it had."""
    for moment in recorded.moments:
        table = resumed(recorded, moment.entries)
        table.sense(moment.layout, 0)
        if isinstance(moment.step, Wait):  # what was refused is refused again after its time
            table.tick(REFUSE_MS)
        assert_same(table, moment.facts, moment.step)


def test_a_kill_within_a_movement_is_caught_up_from_the_mat(recorded: Played) -> None:
    """Killed between two entries of one movement, the rest follows from what lies there."""
    inside = 0
    before = recorded.moments[0].entries
    for moment in recorded.moments:
        for count in range(before + 1, moment.entries):
            table = resumed(recorded, count)
            table.sense(moment.layout, 0)
            table.write_end()
            assert_same(table, moment.facts, (moment.step, count))
            inside += 1
        before = moment.entries
    assert inside > 10


def test_a_card_laid_and_not_yet_written_down_is_seen_again(recorded: Played) -> None:
    """Killed after the hands and before the journal, the play is found on the mat anew."""
    again = 0
    for before, moment in zip(recorded.moments, recorded.moments[1:], strict=False):
        placed = isinstance(moment.step, Move) and moment.step.do in ("place", "turn", "flip")
        if placed and moment.entries > before.entries:
            table = resumed(recorded, before.entries)
            table.sense(moment.layout, 0)
            assert_same(table, moment.facts, moment.step)
            again += 1
    assert again > 10


def test_moments_of_random_duels_are_resumed_whole(played: Played) -> None:
    """The same for duels in which anything legal happens."""
    for moment in Random(1).sample(played.moments, 40):
        table = resumed(played, moment.entries)
        table.sense(moment.layout, 0)
        assert_same(table, moment.facts, moment.step)


def test_the_mat_is_taken_to_lie_as_it_was_left_until_it_is_seen(recorded: Played) -> None:
    """Without a board everything is already shown, and what is owed is known."""
    for moment in recorded.moments[::5]:
        table = resumed(recorded, moment.entries)
        for name in ("duel", "whole log", "secrets", "spots", "owed", "tasks", "past", "life"):
            assert facts_of(table)[name] == moment.facts[name], (moment.step, name)


# What stands open


def moment_where(played: Played, holds: Any) -> Moment:
    return next(m for m in played.moments if holds(m))


def test_an_open_question_is_asked_again_and_counted_once(recorded: Played) -> None:
    """Which play was meant is still asked after a kill, with the same answers."""
    asked = moment_where(recorded, lambda m: m.facts["status"] == "asking")
    table = resumed(recorded, asked.entries)
    table.sense(asked.layout, 0)
    assert table.which is not None
    assert not [e for e in entries_of(table) if e.kind == "asked"]
    fault = table.answer(table.which.seat, table.which.id, 0)
    assert not fault
    assert [e.kind for e in entries_of(table)][:2] == ["meant", "action"]


def test_an_open_correction_is_told_again_and_counted_once(recorded: Played) -> None:
    """A card that may not lie there is refused again by the same rules; taking it back ends it."""
    wrong = moment_where(
        recorded, lambda m: m.facts["status"] == "correcting" and isinstance(m.step, Wait)
    )
    table = resumed(recorded, wrong.entries)
    table.sense(wrong.layout, 0)
    table.tick(REFUSE_MS)
    (message,) = table.messages
    assert message.kind == "refusal"
    assert message.verdict is not None
    assert table.refused_count == wrong.facts["refused"]
    assert not [e for e in entries_of(table) if e.kind == "refused"]
    after = recorded.moments[recorded.moments.index(wrong) + 1]
    table.sense(after.layout, REFUSE_MS + 1)
    assert_same(table, after.facts, after.step)


def test_the_same_mistake_made_later_counts_again(recorded: Played) -> None:
    """A correction that was followed is over: doing it again is another one."""
    wrong = moment_where(
        recorded, lambda m: m.facts["status"] == "correcting" and isinstance(m.step, Wait)
    )
    after = recorded.moments[recorded.moments.index(wrong) + 1]
    table = resumed(recorded, after.entries)
    table.sense(after.layout, 0)
    table.sense(wrong.layout, 10)
    table.tick(10 + REFUSE_MS)
    assert table.refused_count == wrong.facts["refused"] + 1


def a_turn_moment(played: Played, seat: Seat) -> Moment:
    """A moment of open play of a seat, with something that can be taken back."""

    def holds(moment: Moment) -> bool:
        decision = moment.facts["duel"].decision
        is_open = decision is not None and decision.kind == "open" and decision.seat == seat
        is_free = moment.facts["status"] == "playing" and not moment.facts["obligations"]
        return is_open and is_free and len(moment.facts["past"]) > 3

    return moment_where(played, holds)


@pytest.mark.parametrize("kind", ["takeback", "draw"])
def test_a_request_survives_until_it_is_answered(recorded: Played, kind: str) -> None:
    """Between asking and agreeing the host may be killed: the other still has to answer."""
    moment = a_turn_moment(recorded, Seat(0))
    table = resumed(recorded, moment.entries)
    table.sense(moment.layout, 0)
    asker = Seat(1 - table.past[-1].by) if kind == "takeback" else Seat(0)
    assert not table.request(kind, asker)
    assert table.requests == {kind: asker}
    again = fresh_table(table)
    resume(again, [*recorded.entries[: moment.entries], *entries_of(table)])
    again.sense(moment.layout, 0)
    assert again.requests == {kind: asker}
    actions = len(again.past)
    other = Seat(1 - asker)
    assert not again.agree(other)
    if kind == "takeback":
        assert len(again.past) == actions - 1
        assert again.duel == table.past[-1].duel
    else:
        assert again.requests == {}


def test_a_refused_request_stays_refused(recorded: Played) -> None:
    """What the other has declined is not asked again after a kill."""
    moment = a_turn_moment(recorded, Seat(0))
    table = resumed(recorded, moment.entries)
    table.request("draw", Seat(0))
    assert not table.refuse(Seat(1))
    again = fresh_table(table)
    resume(again, [*recorded.entries[: moment.entries], *entries_of(table)])
    assert again.requests == {}


def test_a_takeback_takes_back_what_it_left_to_do(recorded: Played) -> None:
    """Tasks of the action taken back are gone, also after a kill."""
    count = next(
        index
        for index, m in enumerate(recorded.moments)
        if len(m.facts["tasks"]) > len(recorded.moments[index - 1].facts["tasks"]) > -1
        and m.entries - recorded.moments[index - 1].entries == 1
        and index > 20
    )
    before, moment = recorded.moments[count - 1], recorded.moments[count]
    table = resumed(recorded, moment.entries)
    table.sense(moment.layout, 0)
    table.take_back(Seat(0))
    assert table.tasks == before.facts["tasks"]
    again = fresh_table(table)
    resume(again, [*recorded.entries[: moment.entries], *entries_of(table)])
    assert again.tasks == before.facts["tasks"]
    assert again.duel == table.duel
    assert again.log == table.log


def test_a_card_in_the_air_comes_down_where_it_was_meant(recorded: Played) -> None:
    """Killed while a hand holds a card over the mat: nothing is refused, and the play counts."""
    for before, moment in zip(recorded.moments, recorded.moments[1:], strict=False):
        if isinstance(moment.step, Move) and moment.step.do in ("turn", "flip"):
            table = resumed(recorded, before.entries)
            table.sense(before.layout.with_sight(moment.step.zone, None), 0)
            table.tick(10 * REFUSE_MS)
            assert table.refused_count == before.facts["refused"]
            table.sense(moment.layout, 11 * REFUSE_MS)
            assert_same(table, moment.facts, moment.step)


def test_a_face_down_card_that_was_swapped_while_the_host_was_away_is_noticed(
    recorded: Played,
) -> None:
    """The journal knows which card was Set: another one in its place is no agreement."""
    moment = moment_where(
        recorded, lambda m: m.facts["secrets"] and m.facts["status"] == "playing"
    )
    (zone, sight) = next(
        (z, s) for z, s in moment.layout.items() if s.key in moment.facts["secrets"].values()
    )
    assert sight.key is not None
    other = next(
        CardKey(f"{sight.key[0]}:{code}")
        for code in DECK.main
        if f"{sight.key[0]}:{code}" not in {s.key for s in moment.layout.values()}
    )
    table = resumed(recorded, moment.entries)
    swapped = type(sight)(other, sight.face, sight.orientation, b"x")
    table.sense(moment.layout.with_sight(zone, swapped), 0)
    table.tick(REFUSE_MS)
    assert table.refused_count == moment.facts["refused"] + 1
    assert list(table.secrets.values()) == list(moment.facts["secrets"].values())


# What the journal says of the board


def test_a_touch_that_was_acted_on_is_named_in_what_it_caused(recorded: Played) -> None:
    """The last event of the board that left a trace is the position to go on from."""
    moment = a_turn_moment(recorded, Seat(0))
    table = resumed(recorded, moment.entries)
    table.sense(moment.layout, 0)
    assert last_position(entries_of(table)) is None
    table.cause = (77, 12)
    table.press("a.phase", 0)
    table.cause = None
    table.command(Seat(0), Concede(Seat(0)))
    written = entries_of(table)
    assert written[0].data["at"] == [77, 12]
    assert last_position(written) == Position(77, 12)


class BrokenJournal(MemoryJournal):
    """A disk that is full from some entry on."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def append(self, kind: str, data: Any) -> None:
        if len(self.entries) >= self.room:
            raise JournalError("the disk is full: make room")
        super().append(kind, data)


def test_what_cannot_be_written_down_has_not_happened(recorded: Played) -> None:
    """A full disk refuses the play and leaves the table as it was; with room it is done."""
    moment = a_turn_moment(recorded, Seat(0))
    table = resumed(recorded, moment.entries)
    table.sense(moment.layout, 0)
    table.journal = journal = BrokenJournal(0)
    for act in (
        lambda: table.press("a.phase", 0),
        lambda: table.command(Seat(0), Concede(Seat(0))),
        lambda: table.take_back(Seat(0)),
        lambda: table.request("draw", Seat(0)),
    ):
        with pytest.raises(JournalError, match="make room"):
            act()
        assert_same(table, moment.facts, act)
    journal.room = 10
    assert not table.command(Seat(0), Concede(Seat(0)))
    assert table.duel.is_over()


BROKEN: Sequence[tuple[str, dict[str, Any]]] = [
    ("action", {"action": "nonsense", "by": "a", "owed": {}, "secrets": {}, "spots": {}}),
    ("action", {"action": "pass", "by": "z", "owed": {}, "secrets": {}, "spots": {}}),
    ("action", {"action": "pass", "by": "a"}),
    ("action", {}),
    ("takeback", {"by": "a"}),
    ("asks", {"by": "a"}),
    ("paid", {}),
    ("refused", {"rules": 4, "text": ""}),
    ("request", {"kind": "draw", "by": "q"}),
]


@pytest.mark.parametrize(("kind", "data"), BROKEN)
def test_an_entry_that_cannot_have_happened_is_named(
    recorded: Played, kind: str, data: dict[str, Any]
) -> None:
    """A journal of another duelmat stops with the number of the entry and what to do."""
    entries = [Entry("asks", {"by": "a", "always": True}), Entry(kind, data)]
    with pytest.raises(ResumeError, match=r"expected entry 2 .*--new") as caught:
        resume(fresh_table(recorded.table), entries)
    assert kind in str(caught.value)
