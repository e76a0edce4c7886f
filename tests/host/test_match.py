"""A match at the table: its score, who chooses who goes first, and when it is decided."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from direct_mat import DECK, MAT, DirectTable, MemoryJournal, make_table
from duelmat_engine import Result, Seat, find_ruleset
from duelmat_host.app.journal_fold import begin_journal
from duelmat_host.app.unfinished import results_so_far
from duelmat_host.journal.journal import Journal
from duelmat_host.players.scripted_player import Dice
from duelmat_host.showing.view_types import LinkView
from duelmat_host.showing.views import public_view
from duelmat_host.table.commands import Concede
from duelmat_host.table.duel_setup import DuelSetup, is_decided
from duelmat_host.table.entries import DuelBegun
from duelmat_host.table.entry_form import from_data, to_data
from duelmat_host.table.reducer import begin
from duelmat_host.table.zone_map import ZoneMap

ANA, BEN = Seat(0), Seat(1)
LINK = LinkView("up", "")


def won(by: Seat | None) -> Result:
    loser = None if by is None else Seat(1 - by)
    return Result(by, loser, None)


def setup(duels: int, *winners: Seat | None) -> DuelSetup:
    results = tuple(map(won, winners))
    return DuelSetup("trump_king", ("Ana", "Ben"), (DECK, DECK), duels=duels, results=results)


def table(of: DuelSetup) -> DirectTable:
    state = begin(of, ZoneMap(find_ruleset(of.ruleset), MAT))
    return DirectTable(state, MemoryJournal(), Dice())


DECIDED: list[tuple[int, tuple[Seat | None, ...], bool]] = [
    (0, (ANA, ANA, ANA, BEN), False),
    (1, (), False),
    (1, (ANA,), True),
    (1, (None,), True),
    (3, (ANA,), False),
    (3, (ANA, BEN), False),
    (3, (ANA, ANA), True),
    (3, (ANA, None), False),
    (3, (None, None, ANA), True),
    (3, (ANA, BEN, BEN), True),
    (5, (ANA, ANA, BEN), False),
    (5, (ANA, ANA, BEN, ANA), True),
]


@pytest.mark.parametrize(("duels", "winners", "decided"), DECIDED)
def test_a_match_is_decided_when_nothing_can_change_who_wins_it(
    duels: int, winners: tuple[Seat | None, ...], decided: bool
) -> None:
    assert is_decided(duels, tuple(map(won, winners))) is decided


def test_the_loser_chooses_who_goes_first_in_the_next_duel() -> None:
    """In a first duel all decide together, after a draw whoever chose the last time."""
    first = table(setup(3))
    decision = first.state.duel.decision
    assert decision is not None
    assert decision.seat not in (ANA, BEN)
    first.command(BEN, Concede())
    score = public_view(first.now, LINK).score
    assert (score.wins, score.chooser, score.decided) == ({"a": 1, "b": 0}, "b", False)
    second = table(first.state.setup.after(first.state.duel))
    decision = second.state.duel.decision
    assert decision is not None
    assert decision.seat == BEN
    assert second.now.decision_text == "Ben decides who goes first: Ana or Ben."
    second.command(BEN, Concede())
    score = public_view(second.now, LINK).score
    assert (score.wins, score.chooser, score.decided) == ({"a": 2, "b": 0}, None, True)
    third = second.state.setup.after(second.state.duel)
    assert third.results == ()
    assert third.duels == 3


def test_without_a_match_duels_are_counted_as_long_as_the_players_like() -> None:
    """Nothing is ever decided, and the loser chooses each time."""
    going_on = make_table(Dice(), asks=False)
    for wins in range(1, 6):
        going_on.command(ANA, Concede())
        score = public_view(going_on.now, LINK).score
        assert (score.duels, score.wins, score.decided) == (0, {"a": 0, "b": wins}, False)
        assert score.chooser == "a"
        going_on = table(going_on.state.setup.after(going_on.state.duel))


def test_a_match_goes_on_when_its_table_is_opened_again(tmp_path: Path) -> None:
    """With the same players, game and number of duels, after a duel that is over; else anew."""
    first = table(setup(3, ANA))
    path = tmp_path / "duel-0001.jsonl"
    with Journal.open(path) as journal:
        begin_journal(journal, first.state.setup, MAT, 1)
        assert results_so_far(path, setup(3)) == ()
        first.command(ANA, Concede())
        for kind, data in first.journal_entries:
            journal.append(kind, data)
    assert [result.winner for result in results_so_far(path, setup(3))] == [ANA, BEN]
    assert results_so_far(path, setup(5)) == ()
    assert results_so_far(path, setup(0)) == ()
    assert results_so_far(path, replace(setup(3), names=("Mia", "Leo"))) == ()
    assert results_so_far(tmp_path / "duel-0009.jsonl", setup(3)) == ()
    path.write_bytes(b"no journal\n")
    assert results_so_far(path, setup(3)) == ()


def test_duels_without_a_match_are_counted_on_when_their_table_is_opened_again(
    tmp_path: Path,
) -> None:
    """The score of as many duels as the players like is kept, as that of a match is."""
    first = table(setup(0, ANA))
    path = tmp_path / "duel-0001.jsonl"
    with Journal.open(path) as journal:
        begin_journal(journal, first.state.setup, MAT, 1)
        first.command(ANA, Concede())
        for kind, data in first.journal_entries:
            journal.append(kind, data)
    results = results_so_far(path, setup(0))
    again = table(replace(setup(0), results=results))
    assert public_view(again.now, LINK).score.wins == {"a": 1, "b": 1}
    assert results_so_far(path, setup(3)) == ()


@pytest.mark.parametrize("duel", [setup(0), setup(3), setup(3, ANA, None), setup(0, BEN)])
def test_the_journal_keeps_the_match(duel: DuelSetup) -> None:
    """What is written is read back; a first duel of no match is written as ever."""
    kind, data = to_data(DuelBegun(duel, 2, MAT.digest))
    entry = from_data(kind, json.loads(json.dumps(data)))
    assert isinstance(entry, DuelBegun)
    assert entry.setup == duel
    assert ("match" in data) == bool(duel.duels or duel.results)
