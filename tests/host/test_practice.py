"""Against the program a person changes its level, and gets hints by what their seat knows."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from deciders import ImmediateDecider
from direct_mat import Bench, held, lay
from duelmat_engine import Action, Duel, Seat
from duelmat_engine.forms.position import Placed
from duelmat_host.app.kept_choice import keep_choice, kept_choice
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.practice import Practice
from duelmat_host.app.practice_desk import PracticeDesk
from duelmat_host.app.seating import seating_with
from duelmat_host.app.table_service import TableService
from duelmat_host.players.opponent import Opponent
from duelmat_host.table.errors import DeclinedError
from duelmat_host.web import make_app
from duelmat_opponent import BUDGETS, Considered, Level, consider
from host.boardless import boardless_loop
from host.over_match import Match
from play_options import play_options
from web.client import Client

QUICK = BUDGETS[Level.STRONG]._replace(steps=400, worlds=3)
ATTACK: Mapping[str, Sequence[Placed]] = {
    "a.hand": held("S4"),
    "a.m1": lay("H9"),
    "b.hand": held("H2", "C3"),
    "b.s1": lay("D4", down=True),
}
"""Ana wins by an attack in her Battle Phase, unless Ben's Set card is against it."""
OTHERWISE = {**ATTACK, "b.hand": held("C10", "S9"), "b.s1": lay("C9", down=True)}
"""The same as far as Ana knows."""


class QuickPractice(Practice):
    """It thinks here, with few playouts, and notes what it was asked about."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Duel] = []

    async def advise(self, view: Duel, actions: Sequence[Action], cards: str) -> list[Considered]:
        assert not cards
        self.asked.append(view)
        return consider(view, QUICK, Random(1), among=actions)


class Practised:
    """A table in the midst of a duel against the program."""

    def __init__(self, zones: Mapping[str, Sequence[Placed]], **moment: Any) -> None:
        self.bench = bench = Bench(zones, turn=3, **{"phase": "battle", "life": (40, 5), **moment})
        self.practice = QuickPractice()
        decider = ImmediateDecider(QUICK, Random(1))
        opponent = Opponent(bench.table, bench.hands, Seat(1), decider, Random(1))
        self.players = MatPlayers(bench.hands, opponent)
        self.duels: Any = SimpleNamespace(
            options=play_options(Path(), opponent=Level.EASY), practice=self.practice
        )

    def ask(self) -> Any:
        """Return the hint for Ana."""
        runner: Any = SimpleNamespace(players=self.players)
        desk = PracticeDesk(boardless_loop(self.bench.table), runner, self.duels)
        return asyncio.run(desk.hint("a"))


def test_a_hint_names_an_act_its_reason_and_where_it_is_done() -> None:
    """It is legal, and nothing is played by it."""
    practised = Practised(ATTACK)
    before = practised.bench.table.state
    hint = practised.ask()
    assert hint.text == "Attack directly with the 9 of hearts"
    assert hint.zones == ["a.m2"]
    assert re.search(
        r"about \d+ %, by \d+ trials .* The next best comes to \d+ %: End", hint.reason
    )
    assert practised.bench.table.state is before


def test_a_card_of_the_hand_is_named_to_its_player() -> None:
    hint = Practised({"a.hand": held("H9"), "b.hand": held("H2")}, phase="main1").ask()
    assert "9 of hearts" in hint.text
    assert hint.cards == ["a:H9"]


def test_a_hint_rests_on_what_the_seat_knows_alone() -> None:
    """Whatever the other player holds or has Set, the same is asked and the same is said."""
    first, second = (Practised(zones) for zones in (ATTACK, OTHERWISE))
    assert first.ask() == second.ask()
    assert first.practice.asked == second.practice.asked


def _people(practised: Practised) -> None:
    practised.players = MatPlayers(practised.bench.hands)


def _others_turn(practised: Practised) -> None:
    practised.bench = Bench(ATTACK, turn=4, turn_seat=1, phase="main1")


class ClosedPractice(QuickPractice):
    """It is closed before it comes to a question."""

    async def advise(self, *_: object) -> list[Considered]:
        return []


def _closed(practised: Practised) -> None:
    practised.practice = practised.duels.practice = ClosedPractice()


@pytest.mark.parametrize(
    ("happens", "why"),
    [
        (_closed, "ask again then"),
        (_people, "Between people, nobody is given a hint"),
        (_others_turn, "when it is your turn to decide"),
    ],
)
def test_no_hint_is_given(happens: Any, why: str) -> None:
    """Not between people, and only to who decides."""
    practised = Practised(ATTACK)
    happens(practised)
    with pytest.raises(DeclinedError, match=why):
        practised.ask()
    assert practised.practice.asked == []


def test_the_level_changes_from_the_next_decision_on(tmp_path: Path) -> None:
    """In the duel that goes on, in the next, and when the table is started again."""
    match = Match(tmp_path)
    keep_choice(tmp_path, "easy")
    match.duels.seat_players(seating_with("easy"))
    state = match.table.state
    players = match.duels.begin_next(match.loop, state.setup.after(state.duel))
    service = TableService(match.loop, players, duels=match.duels)
    client = Client(make_app(service)).enter(f"/seat/{service.access.links['a']}")
    before = service.page()
    assert before.level is Level.EASY
    assert client.post("/seat/a/level", json={"level": "strong"}).status_code == 200
    assert service.page().level is Level.STRONG
    assert service.page().edition == before.edition
    opponent = players.opponent
    assert opponent is not None
    assert opponent.decider._budget == BUDGETS[Level.STRONG]  # type: ignore[attr-defined]
    assert match.duels.options.opponent is Level.STRONG
    assert kept_choice(tmp_path) == "strong"
    assert client.post("/seat/a/level", json={"level": "hard"}).status_code == 422
    match.duels.close()


def test_between_people_there_is_no_level(tmp_path: Path) -> None:
    match = Match(tmp_path)
    service = TableService(match.loop, match.players, duels=match.duels)
    client = Client(make_app(service)).enter(f"/seat/{service.access.links['a']}")
    assert service.page().level is None
    assert client.post("/seat/a/level", json={"level": "strong"}).status_code == 409
    assert client.post("/seat/a/hint", json={}).status_code == 409
    match.duels.close()
