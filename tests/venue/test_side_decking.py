"""Side decking between two duels of a match: private, checked, and kept in the journal."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace as Bag
from typing import Any

import pytest

from direct_mat import MAT
from duelmat_engine import CardKey, Deck, Seat, find_ruleset
from duelmat_hardware import MatZone
from duelmat_host.app.journal_fold import begin_journal, duel_begun, resumed_state
from duelmat_host.app.shown_head import shown_head
from duelmat_host.app.table_service import TableService
from duelmat_host.journal.journal import Journal
from duelmat_host.sensing.tracker import Problem, ProblemKind
from duelmat_host.showing.lights import display_text
from duelmat_host.showing.messages import problem_text
from duelmat_host.showing.view_types import LinkView
from duelmat_host.showing.views import judge_view, public_view, seat_view
from duelmat_host.table.commands import ChooseSide, Concede, Rematch
from duelmat_host.table.draft import Chance
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.errors import DeclinedError
from duelmat_host.table.inputs import CommandGiven
from duelmat_host.table.live import LiveTable
from duelmat_host.table.own_sleeves import OwnSleeve, Part
from duelmat_host.table.reducer import begin
from duelmat_host.table.side_decking import SIDE_S, are_siding
from duelmat_host.table.table import table_of
from duelmat_host.table.zone_map import ZoneMap
from duelmat_host.uplink.event_orders import EventOrders
from duelmat_host.uplink.report_maker import ReportMaker
from duelmat_host.uplink.sealing import public_size
from duelmat_host.uplink.starter_notes import StarterNotes
from duelmat_venue.wanted import Wanted, WantedMatch, WantedPlayer
from host.boardless import boardless_loop
from hub.test_check_in import tag

ANA, BEN = Seat(0), Seat(1)
RULES = find_ruleset("resummoned")
ZONES = ZoneMap(RULES, MAT)
CODES = tuple(RULES.cards)
MAIN, SIDE = CODES[:40], CODES[40:43]
LINK = LinkView("up", "")
MATCH = WantedMatch(
    1, "Round 1 of 5", (WantedPlayer(1, "Ana"), WantedPlayer(2, "Ben")), "resummoned", {}, 3
)
WANTED = Wanted(9, "Open", 7, MATCH, is_playing=True)


def brought(first: int) -> tuple[OwnSleeve, ...]:
    """Forty cards and three in the side deck; places 40 to 42 are those of the side."""
    parts = [*((code, Part.MAIN) for code in MAIN), *((code, Part.SIDE) for code in SIDE)]
    return tuple(
        OwnSleeve(code, part, tag(first + 2 * at), tag(first + 2 * at + 1))
        for at, (code, part) in enumerate(parts)
    )


PRACTICE = Deck(MAIN)
SETUP = DuelSetup(
    "resummoned", ("Ana", "Ben"), (PRACTICE, PRACTICE), duels=3, confirms_result=True
).with_own((brought(0), brought(1000)))


class Between:
    """A match after its first duel, in a journal."""

    def __init__(self, folder: Path, setup: DuelSetup = SETUP) -> None:
        self.path = folder / "duel-0001.jsonl"
        self.journal = Journal.open(self.path)
        begin_journal(self.journal, setup, MAT, 1)
        self.table = self.opened()
        self.table.take(CommandGiven(ANA, Concede()))

    def opened(self) -> LiveTable:
        """Return the table as its journal has it."""
        state = resumed_state(duel_begun(self.journal), ZONES, self.journal.entries())
        chance = Chance(lambda options, count: tuple(options[:count]))
        return LiveTable(table_of(state), self.journal, chance)

    def side(self, seat: Seat, *, out: list[int], into: list[int], done: bool = False) -> None:
        self.table.take(CommandGiven(seat, ChooseSide(out, into, done)))


def test_cards_are_exchanged_for_the_next_duel_alone(tmp_path: Path) -> None:
    """The choice outlives the program; an unfinished one counts for what was chosen."""
    at = Between(tmp_path)
    at.side(ANA, out=[0, 3], into=[40])
    at.side(ANA, out=[0, 3], into=[40, 42], done=True)
    at.table = at.opened()
    shown = seat_view(at.table.now, ANA, LINK).side
    assert shown is not None
    assert shown.is_done
    assert [card.place for card in shown.cards if card.is_exchanged] == [0, 3, 40, 42]
    following = at.table.state.next_setup()
    assert set(MAIN) - set(following.decks[0].main) == {MAIN[0], MAIN[3]}
    assert set(following.decks[0].main) - set(MAIN) == {SIDE[0], SIDE[2]}
    assert following.decks[1] == SETUP.decks[1]
    assert at.table.state.setup == SETUP


def test_displays_show_the_score_between_two_duels(tmp_path: Path) -> None:
    """The own duels first, beside the life that was left; not while a duel is played."""
    at = Between(tmp_path)
    shown = [display_text(at.table.now, seat) for seat in (ANA, BEN)]
    life = RULES.life
    assert shown == [f"0-1{life:>5}", f"1-0{life:>5}"]
    playing = begin(replace(SETUP, chooser=BEN), ZONES, 1)
    assert display_text(table_of(playing), ANA) == f"{life:>8}"


def test_nobody_else_learns_anything_of_it(tmp_path: Path) -> None:
    """No report, no other view, no line of the log, no head tells of any choice."""
    at = Between(tmp_path)

    def others() -> object:
        table = at.table.now
        views = public_view(table, LINK), seat_view(table, BEN, LINK), judge_view(table, LINK)
        return views, shown_head(at.journal.entries())

    before, count = others(), len(at.journal)
    at.side(ANA, out=[0], into=[])
    at.side(ANA, out=[0], into=[41], done=True)
    assert others() == before
    maker = ReportMaker(begin(SETUP, ZONES, 1))
    reports = [maker.take(entry) for entry in at.journal.entries()]
    assert len(reports) == count + 2
    assert reports[count:] == [None, None]


def test_the_parts_of_a_sealed_journal_have_the_same_size_whatever_is_exchanged(
    tmp_path: Path,
) -> None:
    """A tick has no room of its own, and the next duel's beginning that of any other deck."""
    at = Between(tmp_path)
    at.side(ANA, out=[0, 1, 2], into=[40, 41, 42], done=True)
    assert public_size(at.journal.entries()[-1]) == 0
    sizes = set()
    for name, setup in (("sided", at.table.state.next_setup()), ("listed", SETUP)):
        with Journal.open(tmp_path / name) as journal:
            begin_journal(journal, replace(setup, results=()), MAT, 2)
            sizes.add(public_size(journal.entries()[0]))
    assert len(sizes) == 1


@pytest.mark.parametrize(
    ("out", "into", "done", "words"),
    [
        ([0, 1], [40], True, "As many cards go out as come in: now 2 go out and 1 come in"),
        ([40], [0], False, "Those cards cannot be exchanged. Load the page again"),
        ([0], [999], False, "Those cards cannot be exchanged. Load the page again"),
    ],
)
def test_a_choice_that_gives_no_deck_is_declined(
    tmp_path: Path, out: list[int], into: list[int], words: str, *, done: bool
) -> None:
    at = Between(tmp_path)
    count = len(at.journal)
    with pytest.raises(DeclinedError, match=words):
        at.side(ANA, out=out, into=into, done=done)
    assert len(at.journal) == count


def test_there_is_none_without_a_side_deck_in_a_duel_and_after_the_match(tmp_path: Path) -> None:
    bare = tuple(each for each in brought(0) if each.part is not Part.SIDE)
    at = Between(tmp_path, SETUP.with_own((bare, brought(1000))))
    assert seat_view(at.table.now, ANA, LINK).side is None
    with pytest.raises(DeclinedError, match="by those who have brought a side deck"):
        at.side(ANA, out=[0], into=[])
    playing = table_of(begin(SETUP, ZONES, 1))
    assert seat_view(playing, BEN, LINK).side is None
    (tmp_path / "last").mkdir()
    only = Between(
        tmp_path / "last",
        DuelSetup(
            "resummoned", ("Ana", "Ben"), (PRACTICE, PRACTICE), duels=1, confirms_result=True
        ).with_own((brought(0), brought(1000))),
    )
    assert seat_view(only.table.now, BEN, LINK).side is None


def test_a_card_of_the_side_deck_on_the_mat_is_named_with_what_to_do() -> None:
    """By its owner; the key of another card of no deck is told as before."""
    table = table_of(begin(SETUP, ZONES, 1))
    problem = Problem(ProblemKind.NO_DECK, (MatZone("a.grave"),), (CardKey(f"a:{SIDE[0]}"),))
    told = problem_text(table, problem)
    assert "is in the side deck of Ana in this duel: take it away" in told
    assert "A judge helps." in told
    stranger = Problem(ProblemKind.NO_DECK, (MatZone("a.grave"),), (CardKey("b:XX"),))
    assert "belongs to no deck of this duel" in problem_text(table, stranger)


class Clocked:
    """A table at an event in side decking, whose moments are handed in."""

    def __init__(self, at: Between) -> None:
        self.at = at
        self.uplink = Bag(wanted=WANTED, now_ms=0, shown=None, answer=lambda _: None)
        self.orders: EventOrders
        self.start()

    def start(self) -> None:
        """Start the table's program, anew."""
        self.at.table = self.at.opened()
        loop: Any = Bag(table=self.at.table, take=self.at.table.take)
        self.orders = EventOrders(loop, Bag(), self.uplink, StarterNotes(print))  # type: ignore[arg-type]

    def comes(self, now_s: float) -> list[str]:
        """Return the kinds of the entries that follow at a moment."""
        self.uplink.now_ms = int(now_s * 1000)
        written = len(self.at.journal)
        self.orders.follow(MATCH.round)
        return [entry.kind for entry in self.at.journal.entries()[written:]]


def test_a_judge_is_called_when_side_decking_takes_too_long(tmp_path: Path) -> None:
    """Once, in nobody's name; displays and pages say so, and whoever exchanges cards goes on."""
    hall = Clocked(Between(tmp_path))
    assert hall.comes(10) == []
    assert hall.orders.side_ends_ms == (10 + SIDE_S) * 1000
    hall.at.side(ANA, out=[0], into=[40], done=True)
    assert hall.comes(9.9 + SIDE_S) == []
    assert hall.comes(10 + SIDE_S) == ["side-time"]
    assert hall.comes(20 + SIDE_S) == []
    assert hall.orders.side_ends_ms is None, "no moment is shown that is past"
    table = hall.at.table.now
    called = public_view(table, LINK).judge
    assert called is not None
    assert called.by == ""
    assert called.text == "Side decking takes longer than 3 minutes: a judge is called."
    assert table.state.log[-1].text == called.text
    shown = [display_text(table, seat) for seat in (ANA, BEN)]
    assert shown == ["CALL 0-1", "CALL 1-0"]
    hall.start()
    assert hall.comes(30 + SIDE_S) == [], "it is called already"
    hall.at.side(BEN, out=[1], into=[41], done=True)
    assert not are_siding(hall.at.table.state)


def test_time_for_side_decking_is_that_of_the_program_and_ends_with_it(tmp_path: Path) -> None:
    """A program that is started anew gives it anew; who has finished needs none."""
    hall = Clocked(Between(tmp_path))
    assert hall.comes(10) == []
    hall.start()
    assert hall.comes(100) == []
    assert hall.comes(11 + SIDE_S) == []
    for seat in (ANA, BEN):
        hall.at.side(seat, out=[], into=[], done=True)
    assert hall.comes(100 + SIDE_S) == []
    assert hall.orders.side_ends_ms is None


def test_a_cable_that_is_pulled_in_side_decking_loses_nothing(tmp_path: Path) -> None:
    """Mat and hub are away, and the program ends: cards are exchanged, and are so afterwards."""

    async def story() -> None:
        at = Between(tmp_path)
        begun = []
        for seat, into, done in (("a", 40, False), ("b", 41, True), ("a", 42, True)):
            at.table = at.opened()
            service = TableService(boardless_loop(at.table), duels=Bag())  # type: ignore[arg-type]
            service.runner.begin_next = lambda _, setup: begun.append(setup)  # type: ignore[method-assign, assignment]
            assert service.health().link == "down"
            await service.command(seat, ChooseSide([0], [into], done))
        (setup,) = begun
        mains = [set(deck.main) - set(MAIN) for deck in setup.decks]
        assert mains == [{SIDE[2]}, {SIDE[1]}]

    asyncio.run(story())


def test_the_next_duel_begins_when_both_have_finished(tmp_path: Path) -> None:
    """Until then nobody begins it, and who has finished is not said."""

    async def story() -> None:
        at = Between(tmp_path)
        begun = []

        class Duels:
            """What the service asks of a table's duels here."""

        loop = boardless_loop(at.table)
        service = TableService(loop, duels=Duels())  # type: ignore[arg-type]
        service.runner.begin_next = lambda _, setup: begun.append(setup)  # type: ignore[method-assign, assignment]
        await service.command("a", ChooseSide([1], [40], done=True))
        assert not begun
        with pytest.raises(DeclinedError, match="when both players have finished") as declined:
            await service.command("a", Rematch())
        assert not {"Ana", "Ben"} & set(str(declined.value).split())
        await service.command("b", ChooseSide([], [], done=True))
        (setup,) = begun
        assert SIDE[0] in setup.decks[0].main

    asyncio.run(story())
