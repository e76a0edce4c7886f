"""Players' own sleeves and side decks at a real table: the command, a hub, the real firmware."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from duelmat_engine import find_ruleset
from duelmat_tournament import commands, results
from duelmat_tournament.deck_lists import DeckList, deck_digest
from duelmat_tournament.exchange import SaltedDeck
from duelmat_tournament.names import PlayerId
from duelmat_tournament.roles import Role
from hub.asking import new_request
from hub.live_hub import LiveHub
from hub.scenes import ORGANISER, Scene
from hub.test_check_in import sleeves
from venue.test_played_event import TABLE, Player, Venue, until
from web.real_table import started

LIMITED = {"Exodia", "Obelisk"}
CODES = tuple(code for code in find_ruleset("resummoned").cards if code not in LIMITED)
LIST = DeckList(CODES[:40], (), CODES[40:43])


def registered() -> Scene:
    """Two players of Resummoned with side decks, before the start."""
    scene = Scene("resummoned", now_ms=time.time_ns() // 1_000_000)
    for number, name in enumerate(("Ana", "Ben"), start=1):
        scene.ask(commands.RegisterPlayer(name))
        salt = f"{number:032x}"
        scene.decks[deck_digest(LIST, salt)] = SaltedDeck(salt, LIST)
        scene.ask(commands.RegisterDeck(PlayerId(number), LIST, salt))
    return scene


def check_in(hub: LiveHub, player: int) -> None:
    secret = hub.call(lambda: hub.started.people.make_link(Role.CHECK_IN, "Check-in"))
    with httpx.Client(base_url=hub.address, headers={"authorization": f"Bearer {secret}"}) as desk:
        deck = desk.get(f"/check-in/{player}").json()["digest"]
        read = sleeves(1000 * player, (*LIST.main, *LIST.side))
        command = {"do": "enrol-sleeves", "player": player, "deck": deck, "sleeves": read}
        body = {"request": new_request(), "command": command}
        answer = desk.post("/do/enrol-sleeves", json=body)
        assert answer.status_code == 200, answer.text


def side_of(player: Player) -> Any:
    """Return the side decking that a player's page shows."""
    with player.browser.stream("GET", f"/seat/{player.seat}/events") as feed:
        data = next(line for line in feed.iter_lines() if line.startswith('data: {"life"'))
    return json.loads(data.removeprefix("data: "))["side"]


def duels(folder: Path) -> list[Any]:
    """Return the beginnings of the duels of a table, in their order."""
    found = []
    for path in sorted(folder.glob("duel-*.jsonl")):
        lines = path.read_text().splitlines()
        found += [each for each in map(json.loads, lines[1:2]) if "match" in str(each)]
    return found


@pytest.mark.long
def test_a_match_is_played_with_own_sleeves_and_side_decks(tmp_path: Path) -> None:
    """A table that is killed in side decking goes on with what was chosen."""
    (tmp_path / "hub").mkdir()
    (tmp_path / "table").mkdir()
    hub = LiveHub(tmp_path / "hub", registered())
    hub.start()
    try:
        for player in (1, 2):
            check_in(hub, player)
        for command in (
            commands.StartEvent(rounds=1, cut=0),
            commands.PairRound(),
            commands.PublishRound(),
            commands.StartRound(),
        ):
            hub.ask(command, ORGANISER)
        at = Venue(hub)
        people = hub.started.people
        secret = hub.call(lambda: people.make_link(Role.TABLE, "Table 1", table=TABLE))
        link = f"{hub.address}/in/{secret}"
        with started(tmp_path / "table", "--event", link, "--table", "1") as table:
            first, second = Player(table, table.path), Player(table, table.other_path)
            until(lambda: at.now is not None and at.now.round == 1 and at.part("life"))
            first.order("concede")
            until(lambda: at.part("outcome"))
            n = at.now.n if at.now else 0
            assert len(side_of(first)["cards"]) == 43
            first.order("side", out=[0], into=[40], done=True)
            assert not side_of(second)["is_done"]
            assert "when both players have finished side decking" in second.refused("rematch")
        with started(tmp_path / "table", "--event", link, "--table", "1") as table:
            first, second = Player(table, table.path), Player(table, table.other_path)
            assert side_of(first)["is_done"]
            assert at.now is not None
            assert at.now.n == n, "nobody is told of it"
            second.order("side", out=[], into=[], done=True)
            until(lambda: at.now is not None and at.now.duel == 2)
            assert side_of(first) is None
            first.order("concede")
            until(lambda: at.part("result"))
            first.order("confirm-result")
            second.order("confirm-result")
            assert until(lambda: at.match.result) == results.played(0, 2)
            assert "Traceback" not in (tmp_path / "table" / "words").read_text()
        last = json.dumps(duels(tmp_path / "table")[-1])
        assert f'["{CODES[0]}", "side"' in last
        assert f'["{CODES[40]}", "main"' in last
    finally:
        hub.stop()
