"""Going on after a stop: whatever the moment, the journal alone gives back the whole table."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from direct_mat import DECK, DirectTable, MemoryJournal
from duelmat_bench.demo.script import load_script
from duelmat_bench.demo.stage import Wait
from duelmat_engine.names import CardKey, Seat
from duelmat_host.app.journal_fold import ResumeError, last_position
from duelmat_host.errors import JournalError
from duelmat_host.link.session import Position
from duelmat_host.players.hand_moves import Move
from duelmat_host.sensing.layout import Face, MatZone, Orientation, Sight
from duelmat_host.showing.messages import messages_of
from duelmat_host.table.commands import (
    Agree,
    AskMe,
    CallJudge,
    Command,
    Concede,
    CorrectLife,
    GoOn,
    HaveTakenBack,
    LetStand,
    OfferDraw,
    Refuse,
    TakeBack,
)
from duelmat_host.table.desk import disputed_plays
from duelmat_host.table.duel_setup import Written
from duelmat_host.table.entries import RequestKind
from duelmat_host.table.messages import MessageKind
from duelmat_host.table.reports import REFUSE_MS, TURN_MS
from examples import seeds
from host.moments import (
    KEPT,
    Entry,
    Moment,
    Played,
    assert_same,
    entries_of,
    facts_of,
    perform_random,
    perform_script,
    resumed,
    table_after,
)

RANDOM_DUELS = (3, 11)


@pytest.fixture(name="recorded", scope="module")
def recorded_duel() -> Played:
    return perform_script(load_script())


@pytest.fixture(name="played", scope="module", params=seeds(RANDOM_DUELS))
def random_duel(request: pytest.FixtureRequest) -> Played:
    return perform_random(request.param)


def sense_again(table: DirectTable, moment: Moment) -> None:
    """Sense the mat of a moment, and show once more what was shown and is covered by now.

    Which cards were shown one upon the other is the only thing that no journal keeps.
    """
    table.sense(moment.layout, 0)
    for each in set(table.state.obligations) - set(moment.facts[KEPT]):
        covering = moment.layout.get(each.zone)
        assert covering is not None
        assert covering.key != each.key
        shown = Sight(CardKey(each.key), Face.UP, covering.orientation, b"")
        table.sense(moment.layout.with_sight(each.zone, shown), 0)
        table.sense(moment.layout, 0)


@pytest.mark.long
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
            sense_again(table, moment)
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
            sense_again(table, moment)
            assert_same(table, moment.facts, moment.step)
            again += 1
    assert again > 10


def test_moments_of_random_duels_are_resumed_whole(played: Played) -> None:
    """The same for duels in which anything legal happens."""
    for moment in Random(1).sample(played.moments, 15):
        table = resumed(played, moment.entries)
        table.sense(moment.layout, 0)
        assert_same(table, moment.facts, moment.step)


def test_the_mat_is_taken_to_lie_as_it_was_left_until_it_is_seen(recorded: Played) -> None:
    """Without a board everything is already shown, and what is owed is known."""
    for moment in recorded.moments[::5]:
        table = resumed(recorded, moment.entries)
        facts = facts_of(table)
        for name in facts.keys() - OF_THE_MAT:
            assert facts[name] == moment.facts[name], (moment.step, name)


OF_THE_MAT = {"zones", "status", "obligations", "prompts", "decision"}
"""Facts that follow from what lies there, not from the journal alone."""


# What stands open


def moment_where(played: Played, holds: Any) -> Moment:
    return next(m for m in played.moments if holds(m))


def test_an_open_question_is_asked_again_and_counted_once(recorded: Played) -> None:
    """Which play was meant is still asked after a kill, with the same answers."""
    asked = moment_where(recorded, lambda m: m.facts["status"] == "asking")
    table = resumed(recorded, asked.entries)
    table.sense(asked.layout, 0)
    assert table.now.asks_meaning
    assert not [e for e in entries_of(table) if e.kind == "asked"]
    (which,) = table.now.prompts
    table.answer(which.seat, which.id, 0)
    assert [e.kind for e in entries_of(table)][:2] == ["meant", "action"]


def test_an_open_correction_is_told_again_and_counted_once(recorded: Played) -> None:
    """A card that may not lie there is refused again by the same rules; taking it back ends it."""
    wrong = moment_where(
        recorded, lambda m: m.facts["status"] == "correcting" and isinstance(m.step, Wait)
    )
    table = resumed(recorded, wrong.entries)
    table.sense(wrong.layout, 0)
    table.tick(REFUSE_MS)
    (message,) = messages_of(table.now)
    assert message.kind is MessageKind.REFUSAL
    assert message.rules
    assert table.state.refused_count == wrong.facts["refused"]
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
    assert table.state.refused_count == wrong.facts["refused"] + 1


def a_turn_moment(played: Played, seat: Seat) -> Moment:
    """A moment of open play of a seat, with something that can be taken back."""

    return moment_where(played, lambda moment: is_free_turn(moment, seat))


def is_free_turn(moment: Moment, seat: Seat) -> bool:
    decision = moment.facts["duel"].decision
    is_open = decision is not None and decision.kind == "open" and decision.seat == seat
    is_free = moment.facts["status"] == "playing" and not moment.facts["obligations"]
    return is_open and is_free and len(moment.facts["past"]) > 3


@pytest.mark.parametrize("kind", RequestKind)
def test_a_request_survives_until_it_is_answered(recorded: Played, kind: RequestKind) -> None:
    """Between asking and agreeing the host may be killed: the other still has to answer."""
    moment = a_turn_moment(recorded, Seat(0))
    table = resumed(recorded, moment.entries)
    table.sense(moment.layout, 0)
    last = next(table.state.pasts())
    wanted, asker = ASKED_BY[kind], Seat(0)
    if kind is RequestKind.TAKEBACK:
        asker = Seat(1 - last.by)
    table.command(asker, wanted)
    assert {each: r.by for each, r in table.state.requests.items()} == {kind: asker}
    again = gone_on(recorded, moment, table)
    again.sense(moment.layout, 0)
    assert again.state.requests == table.state.requests
    actions = len(list(again.state.pasts()))
    again.command(Seat(1 - asker), Agree())
    if kind is RequestKind.TAKEBACK:
        assert len(list(again.state.pasts())) == actions - 1
        assert again.state.duel == last.before.duel
    elif kind is RequestKind.LIFE:
        assert again.state.requests == {}
        assert again.state.duel.players[1].life == 7
    else:
        assert again.state.requests == {}
        assert again.state.duel.is_over()


ASKED_BY: dict[RequestKind, Command] = {
    RequestKind.TAKEBACK: TakeBack(),
    RequestKind.DRAW: OfferDraw(),
    RequestKind.LIFE: CorrectLife("b", 7, "miscounted"),
}


def gone_on(played: Played, moment: Moment, table: DirectTable) -> DirectTable:
    """A second kill: the table after the journal of the first one and all that was added."""
    return table_after(played.table, [*played.entries[: moment.entries], *entries_of(table)])


def test_a_refused_request_stays_refused(recorded: Played) -> None:
    """What the other has declined is not asked again after a kill."""
    moment = a_turn_moment(recorded, Seat(0))
    table = resumed(recorded, moment.entries)
    table.command(Seat(0), OfferDraw())
    table.command(Seat(1), Refuse())
    assert gone_on(recorded, moment, table).state.requests == {}


def test_a_takeback_takes_back_what_it_left_to_do(recorded: Played) -> None:
    """Tasks of the action taken back are gone, also after a kill."""
    count = next(
        index
        for index, m in enumerate(recorded.moments)
        if len(m.facts[KEPT]) > len(recorded.moments[index - 1].facts[KEPT])
        and m.entries - recorded.moments[index - 1].entries == 1
        and index > 20
    )
    before, moment = recorded.moments[count - 1], recorded.moments[count]
    table = resumed(recorded, moment.entries)
    table.sense(moment.layout, 0)
    table.command(next(table.state.pasts()).by, TakeBack())
    assert table.state.obligations == before.facts[KEPT]
    again = gone_on(recorded, moment, table)
    assert again.state.obligations == before.facts[KEPT]
    assert again.state.duel == table.state.duel == before.facts["duel"]
    assert again.state.log == table.state.log


def test_a_card_in_the_air_comes_down_where_it_was_meant(recorded: Played) -> None:
    """Killed while a hand holds a card over the mat: nothing is refused, and the play counts."""
    for before, moment in zip(recorded.moments, recorded.moments[1:], strict=False):
        if isinstance(moment.step, Move) and moment.step.do in ("turn", "flip"):
            table = resumed(recorded, before.entries)
            table.sense(before.layout.with_sight(MatZone(moment.step.zone), None), 0)
            table.tick(10 * REFUSE_MS)
            assert table.state.refused_count == before.facts["refused"]
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
    assert table.state.refused_count == moment.facts["refused"] + 1
    assert list(table.state.secrets.values()) == list(moment.facts["secrets"].values())


def lay_wrong(table: DirectTable) -> None:
    """A card in the other player's monster zone, for long enough to be refused."""
    place = next(p for p in table.state.zones.rows if p[:3] == "b.m" and p not in table.layout)
    card = Sight(a_card_of_no_zone(table), Face.UP, Orientation.UPRIGHT, b"")
    table.sense(table.layout.with_sight(place, card), 10)
    table.tick(10 + REFUSE_MS)
    assert table.state.refusal is not None


def a_card_of_no_zone(table: DirectTable) -> CardKey:
    """A card of Ana's that nobody has seen."""
    seen = {piece.key for _, piece in table.state.duel.pieces()} | {*table.state.secrets.values()}
    return next(key for code in DECK.main if (key := CardKey(f"a:{code}")) not in seen)


def turn_up(table: DirectTable) -> None:
    """Ben's face-down card is turned over, and no play does that."""
    place, sight = next(
        (place, sight)
        for place, sight in table.layout.items()
        if sight.face is Face.DOWN and place[0] == "b"
    )
    turned = Sight(sight.key, Face.UP, sight.orientation, sight.tag)
    table.sense(table.layout.with_sight(place, turned), 10)
    table.tick(10 + TURN_MS)
    assert table.state.exposed == {place}


def take_back(table: DirectTable) -> None:
    """Ben takes back what the last play was, and Ana agrees if she has to."""
    count = len(list(table.state.pasts()))
    table.command(Seat(1), TakeBack())
    if table.state.requests:
        table.command(Seat(0), Agree())
    assert len(list(table.state.pasts())) < count


def call(table: DirectTable) -> None:
    table.command(Seat(1), CallJudge())


def let_stand(table: DirectTable) -> None:
    """The judge lets the first of the refused plays stand that can."""
    plays = disputed_plays(table.state)
    number, play = next((i, p) for i, p in enumerate(plays) if p.hindrance is None)
    table.rule(LetStand(number, play.text, "agreed before"))


def take_last_back(table: DirectTable) -> None:
    last = table.state.last_play()
    assert last is not None
    table.rule(HaveTakenBack("seen by all", last.number))


LIFE = CorrectLife("b", 17, "counted wrongly")
HAPPENINGS: dict[str, tuple[Callable[[DirectTable], object], ...]] = {
    "a refusal": (lay_wrong,),
    "a call": (lay_wrong, call),
    "a judge who lets it stand": (lay_wrong, call, let_stand),
    "a judge who has it taken back": (
        lay_wrong,
        call,
        lambda table: table.rule(HaveTakenBack("seen by all")),
    ),
    "a judge who has the last play taken back": (
        call,
        take_last_back,
    ),
    "a judge who is sent away": (call, call),
    "a judge who has nothing to rule": (call, lambda table: table.rule(GoOn())),
    "a player's correction": (lambda table: table.command(Seat(0), LIFE),),
    "a judge's correction of a refusal": (lay_wrong, call, lambda table: table.rule(LIFE)),
    "a turned card": (turn_up,),
    "a turned card and a play": (turn_up, lambda table: table.command(Seat(0), LIFE)),
    "no more questions": (
        lambda table: table.command(Seat(1), AskMe(["attack", "effect", "summon"])),
    ),
    "a phase": (lambda table: table.press("a.phase", 20, (3, 4)),),
    "a takeback": (take_back,),
    "an end": (lambda table: table.command(Seat(1), Concede()),),
}


@pytest.mark.parametrize("name", HAPPENINGS)
def test_whatever_happened_is_there_again_after_a_kill(recorded: Played, name: str) -> None:
    """Refusals, calls, rulings, corrections: the same facts again, and nothing written twice."""
    moment = moment_where(recorded, lambda m: is_free_turn(m, Seat(0)) and is_lively(m))
    table = resumed(recorded, moment.entries)
    table.sense(moment.layout, 0)
    for happen in HAPPENINGS[name]:
        happen(table)
        again = gone_on(recorded, moment, table)
        again.sense(table.layout, 0)
        if table.now.seen.has_lasted:
            again.tick(TURN_MS)
        assert_same(again, facts_of(table), name)
        assert entries_of(again) == []


def is_lively(moment: Moment) -> bool:
    """Whether Ben has a face-down card."""
    down = {place[0] for place, sight in moment.layout.items() if sight.face is Face.DOWN}
    return "b" in down


# What the journal says of the board


def test_a_touch_that_was_acted_on_is_named_in_what_it_caused(recorded: Played) -> None:
    """The last event of the board that left a trace is the position to go on from."""
    moment = a_turn_moment(recorded, Seat(0))
    table = resumed(recorded, moment.entries)
    table.sense(moment.layout, 0)
    assert last_position(entries_of(table)) is None
    table.press("a.phase", 0, (77, 12))
    table.command(Seat(0), Concede())
    written = entries_of(table)
    assert written[0].data["at"] == [77, 12]
    assert last_position(written) == Position(77, 12)


class BrokenJournal(MemoryJournal):
    """A disk that is full from some entry on."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def append_all(self, items: Sequence[tuple[str, Mapping[str, Any]]]) -> Sequence[Written]:
        if len(self.entries) + len(items) > self.room:
            raise JournalError("the disk is full: make room")
        return super().append_all(items)


def test_what_cannot_be_written_down_has_not_happened(recorded: Played) -> None:
    """A full disk refuses the play and leaves the table as it was; with room it is done."""
    moment = a_turn_moment(recorded, Seat(0))
    table = resumed(recorded, moment.entries)
    table.sense(moment.layout, 0)
    table.journal = journal = BrokenJournal(0)
    last_by = next(table.state.pasts()).by
    acts: tuple[Callable[[], None], ...] = (
        lambda: table.press("a.phase", 0),
        lambda: table.command(Seat(0), Concede()),
        lambda: table.command(last_by, TakeBack()),
        lambda: table.command(Seat(0), OfferDraw()),
        lambda: table.command(Seat(0), AskMe(["attack", "effect", "summon"])),
    )
    for act in acts:
        with pytest.raises(JournalError, match="make room"):
            act()
        assert_same(table, moment.facts, act)
    journal.room = 10
    table.command(Seat(0), Concede())
    assert table.state.duel.is_over()


ACTION = {"action": "pass", "by": "a", "layout": {}, "salt": "", "sealed": [], "opened": []}
BROKEN: Sequence[tuple[str, dict[str, Any]]] = [
    ("action", {**ACTION, "action": "nonsense"}),
    ("action", {**ACTION, "by": "z"}),
    ("action", {**ACTION, "layout": {"a.m1": ["a:H7"]}}),
    ("action", {**ACTION, "layout": {"a.m1": ["a:H7", "sunny", "upright", ""]}}),
    ("action", {**ACTION, "salt": "x"}),
    ("action", {**ACTION, "sealed": [{"card": 1}]}),
    ("action", {"action": "pass", "by": "a"}),
    ("action", {}),
    ("takeback", {"by": "a"}),
    ("takeback", {"by": "a", "action": "pass", "layout": {}}),
    ("asks", {"by": "a"}),
    ("settled", {}),
    ("done", {"obligation": "sleep", "zone": "a.deck", "key": ""}),
    ("done", {"obligation": "look", "zone": "a.deck", "key": ""}),
    ("refused", {"rules": 4, "text": ""}),
    ("request", {"kind": "draw", "by": "q"}),
    ("request", {"kind": "money", "by": "a"}),
    ("over", {"winner": "q", "reason": ""}),
    ("paid", {"zones": []}),
]


@pytest.mark.parametrize(("kind", "data"), BROKEN)
def test_an_entry_that_cannot_have_happened_is_named(
    recorded: Played, kind: str, data: dict[str, Any]
) -> None:
    """A journal of another duelmat stops with the number of the entry and what to do."""
    entries = [Entry("asks", {"by": "a", "kinds": ["own"], "until": ""}), Entry(kind, data)]
    with pytest.raises(ResumeError, match=r"expected entry 2 .*--new") as caught:
        table_after(recorded.table, entries)
    assert kind in str(caught.value)
