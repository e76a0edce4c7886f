"""A table plays the matches of an event: the real command, a real hub, the real firmware."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from duelmat_hub.reporting import TableNow
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.entries import RulingOutcome
from duelmat_tournament.event import Event, Match
from duelmat_tournament.names import RulingId, TableNumber
from duelmat_tournament.roles import Role
from duelmat_venue.rulings import Answer, AnyRuling, DuelGoesOn, LifeSet
from hub.live_hub import LiveHub
from hub.scenes import JUDGE, ORGANISER, SCOREKEEPER, Scene
from web.real_table import RealTable, started

TABLE = TableNumber(1)
PATIENCE_S = 60
HOUR_MS = 3_600_000


def first_round() -> Scene:
    """Four players, whose first round is being played."""
    scene = Scene("trump-king", now_ms=time.time_ns() // 1_000_000)
    scene.register(("Ana", "Ben", "Cleo", "Dan"))
    scene.ask(commands.StartEvent(rounds=2, cut=0))
    scene.ask(commands.PairRound())
    scene.begin()
    return scene


class Player:
    """A player's page at the table."""

    def __init__(self, table: RealTable, path: str) -> None:
        self.browser = httpx.Client(base_url=f"http://127.0.0.1:{table.port}", timeout=PATIENCE_S)
        page = self.browser.get(path, follow_redirects=True)
        assert page.status_code == 200, page.text
        self.seat = page.url.path.rpartition("/")[2]

    def order(self, do: str, **more: Any) -> None:
        answer = self.browser.post(f"/seat/{self.seat}/command", json={"do": do, **more})
        assert answer.json() == {"ok": True}, answer.text

    def event_lines(self) -> list[str]:
        """What the page says of the event now."""
        with self.browser.stream("GET", f"/seat/{self.seat}/events") as feed:
            data = next(line for line in feed.iter_lines() if line.startswith('data: {"life"'))
        view = json.loads(data.removeprefix("data: "))
        return [line["text"] for line in view["event"]["lines"]]

    def refused(self, do: str) -> str:
        """Return the sentence with which the table declines a command."""
        answer = self.browser.post(f"/seat/{self.seat}/command", json={"do": do})
        assert not answer.json()["ok"]
        return str(answer.json())


def rule(at: Venue, ruling: AnyRuling) -> None:
    """Give the table a ruling as a judge does: asked for its effect, confirmed, carried out.

    It is asked again if the table shows something else by then: hands go on by themselves.
    """
    shown = None
    while shown is None or shown.outcome == "moved-on":
        now = at.now
        assert now is not None
        at.hub.ask(floor_commands.ProposeRuling(TABLE, now.stream, now.n, ruling), JUDGE)
        number = RulingId(len(at.event.rulings))
        shown = until(partial(_answer, at, number))
    assert shown.effect is not None, shown
    at.hub.ask(floor_commands.ConfirmRuling(number, shown.digest), JUDGE)
    until(lambda: at.event.rulings[number].outcome is RulingOutcome.DONE)


def _answer(at: Venue, number: RulingId) -> Answer | None:
    answers = () if at.now is None else at.now.state.answers
    return next((each for each in answers if each.ruling == number), None)


def until(condition: Callable[[], Any]) -> Any:
    deadline_s = time.monotonic() + PATIENCE_S
    while not (found := condition()):
        assert time.monotonic() < deadline_s, "it did not come about"
        time.sleep(0.05)
    return found


class Venue:
    """What the hub has of table 1."""

    def __init__(self, hub: LiveHub) -> None:
        self.hub = hub

    @property
    def event(self) -> Event:
        assert self.hub.started.hub.event is not None
        return self.hub.started.hub.event

    @property
    def match(self) -> Match:
        assert self.event.round is not None
        return self.event.round.matches[TABLE]

    @property
    def now(self) -> TableNow | None:
        return self.hub.started.reporting.table(TABLE)

    def part(self, name: str) -> Any:
        return None if self.now is None else self.now.view.get(name)

    def names(self) -> list[str]:
        return [self.event.name_of(player) for player in self.match.players]


@pytest.mark.long
def test_a_table_plays_the_matches_of_an_event(tmp_path: Path) -> None:
    """Two rounds: a call, a hub that is away for a while, results confirmed at the table.

    The table is opened again between the confirmations; in the second round a duel is
    lost by a penalty, and time is called.
    """
    (tmp_path / "hub").mkdir()
    (tmp_path / "table").mkdir()
    hub = LiveHub(tmp_path / "hub", first_round())
    hub.start()
    try:
        at = Venue(hub)
        people = hub.started.people
        secret = hub.call(lambda: people.make_link(Role.TABLE, "Table 1", table=TABLE))
        link = f"{hub.address}/in/{secret}"
        with started(tmp_path / "table", "--event", link, "--table", "1") as table:
            first, second = Player(table, table.path), Player(table, table.other_path)
            until(lambda: at.part("life"))
            told = (tmp_path / "table" / "words").read_text()
            assert f"{at.names()[0]} and {at.names()[1]}" in told
            second.order("judge")
            call = until(lambda: list(at.event.calls.values()))[0]
            assert (call.table, call.player) == (TABLE, at.match.second)
            hub.ask(floor_commands.TakeCall(call.id), JUDGE)
            coming = f"{JUDGE.name} is coming."
            until(lambda: coming in first.event_lines())
            hub.ask(floor_commands.ArriveAtTable(call.id), JUDGE)
            until(lambda: f"{JUDGE.name} is there." in first.event_lines())
            rule(at, LifeSet("a", 33, "miscounted"))
            until(lambda: at.part("life")["a"] == 33)
            rule(at, DuelGoesOn())
            until(lambda: not at.part("judge"))
            first.order("concede")
            until(lambda: at.part("outcome"))
            hub.stop()  # the table plays on alone
            until(lambda: any("plays on alone" in line for line in first.event_lines()))
            first.order("rematch")
            first.order("concede")
            hub.start()
            proposed = until(lambda: at.part("result"))
            assert (proposed["wins"], proposed["confirmed"]) == ({"a": 0, "b": 2}, [])
            assert "The match is over. Confirm its result with OK" in first.refused("rematch")
            second.order("confirm-result")
            until(lambda: at.part("result")["confirmed"] == ["b"])
            told = (tmp_path / "table" / "words").read_text()
            assert "plays on alone" in told
            assert "Traceback" not in told
        assert at.match.result is None
        with started(tmp_path / "table", "--event", link, "--table", "1") as table:
            first, second = Player(table, table.path), Player(table, table.other_path)
            first.order("confirm-result")
            assert until(lambda: at.match.result) == results.played(0, 2)
            hub.ask(floor_commands.RuleCall(call.id, "Play on."), JUDGE)
            assert at.event.round is not None
            other = next(m for m in at.event.round.matches.values() if m.table != TABLE)
            hub.ask(
                commands.EnterResult(at.event.round.number, other.table, results.played(2, 0)),
                SCOREKEEPER,
            )
            for command in (
                commands.CloseRound(),
                commands.PairRound(),
                commands.PublishRound(),
                commands.StartRound(),
            ):
                hub.ask(command, ORGANISER)
            until(lambda: at.now is not None and at.now.round == 2)
            until(lambda: at.part("life"))
            assert not at.part("outcome")
            told = (tmp_path / "table" / "words").read_text()
            assert f"Round 2 of 2: {at.names()[0]} and {at.names()[1]}." in told
            hub.ask(floor_commands.GivePenalty(at.match.second, "late"), JUDGE)
            until(lambda: at.part("outcome"))
            assert at.part("outcome")["winner"] == "a"
            first.order("rematch")
            hub.started.hub.clock_ms = lambda: time.time_ns() // 1_000_000 + HOUR_MS
            hub.ask(commands.CallTime(), ORGANISER)
            assert until(lambda: at.part("time"))["turns"] == 3
            first.order("concede")
            assert until(lambda: at.part("result"))["wins"] == {"a": 1, "b": 1}
            first.order("confirm-result")
            second.order("confirm-result")
            assert until(lambda: at.match.result) == results.played(1, 1)
            assert "Traceback" not in (tmp_path / "table" / "words").read_text()
    finally:
        hub.stop()
