"""The demonstration, left alone and with hub processes killed at random points of it."""

import random
import threading
from typing import Any

import pytest

from duelmat_bench.event_demo.hubs import HubProcess
from duelmat_bench.event_demo.play import play, summary
from duelmat_bench.hub.postgres import Postgres

pytestmark = pytest.mark.long

KILLS = 50
COMMANDS = 480
"""Kills come among so many commands: some are asked after them, so that a hub is there again."""


@pytest.fixture(scope="module", name="undisturbed")
def _undisturbed() -> dict[str, Any]:
    return summary(*play())


def test_the_whole_event_is_played_by_role_and_proven(undisturbed: dict[str, Any]) -> None:
    """Everything that the story promises has happened."""
    found = undisturbed
    assert (found["players"], found["rounds"], found["faults"]) == (64, 12, [])
    assert found["proven"]
    assert (found["rematches"], found["second_byes"], found["corrections"]) == (0, 0, 1)
    assert [each["penalty"] for each in found["penalties"]] == ["warning", "duel_loss"]
    assert len(found["extensions"]) == 4
    assert len({each["command"] for each in found["refused"]}) > 10
    assert len(found["standings"]) == 64
    assert len({each["player"] for each in found["standings"]}) == 64


def test_the_desk_takes_lists_and_a_code_and_puts_mistakes_right(
    undisturbed: dict[str, Any],
) -> None:
    """Each of them once, as the event file tells it."""
    found = undisturbed
    assert found["imported"] == 24
    assert [each["is_approved"] for each in found["joined"]] == [True, False]
    assert [each["after"] for each in found["renamed"]] == ["Esra Yıldız"]
    assert [each["player"] for each in found["undone_drops"]] == ["Dário 20"]
    assert [each["round"] for each in found["set_pairs"]] == [3]
    assert all(each["why"] for each in (*found["undone_drops"], *found["set_pairs"]))
    (fixed,) = found["fixed_tables"]
    assert fixed["played_at"] == [fixed["table"]] * 6


def test_a_clock_that_is_set_in_a_round_is_told_and_ends_nothing(
    undisturbed: dict[str, Any],
) -> None:
    """An hour ahead, time is not up: it cannot be called."""
    assert "No end has moved" in undisturbed["clock_set"]
    assert len([each for each in undisturbed["refused"] if each["command"] == "call-time"]) == 1


def test_teams_of_three_play_beside_it_in_the_same_hub(undisturbed: dict[str, Any]) -> None:
    assert undisturbed["bracket"] == "double"
    side = undisturbed["side_event"]
    assert (side["team_size"], side["proven"], side["faults"]) == (3, True, [])
    assert {len(members) for members in side["teams"].values()} == {3}
    assert side["deck_lists"] == 12
    assert [len(each["seats"]) for each in side["matches"]] == [3, 3]


class Killer:
    """Kills hub processes while commands are on their way, and starts them again."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._due = set(self._chance.sample(range(5, COMMANDS), KILLS))
        self._commands = 0
        self._threads: list[threading.Thread] = []
        self.kills = 0

    def __call__(self, hubs: list[HubProcess]) -> None:
        self._commands += 1
        if self._commands in self._due:
            self.join()
            hub = self._chance.choice(hubs)
            wait_s = self._chance.uniform(0, 0.03)
            self._threads = [threading.Thread(target=self._kill, args=(hub, wait_s))]
            self._threads[0].start()

    def _kill(self, hub: HubProcess, wait_s: float) -> None:
        threading.Event().wait(wait_s)
        hub.kill()
        hub.start()
        self.kills += 1

    def join(self) -> None:
        for thread in self._threads:
            thread.join()


def check_killed(undisturbed: dict[str, Any], **how: Any) -> None:
    """Play with kills: the same entries, to the byte, as without."""
    killer = Killer(seed=1)
    told, checked = play(pulse=killer, **how)
    killer.join()
    assert killer.kills == KILLS
    assert told.repeats > 0
    found = summary(told, checked)
    assert found["checkpoint"] == undisturbed["checkpoint"]
    assert found == undisturbed


def test_kills_under_sqlite_lose_and_double_nothing(undisturbed: dict[str, Any]) -> None:
    check_killed(undisturbed)


def test_kills_of_two_processes_on_postgresql_lose_and_double_nothing(
    undisturbed: dict[str, Any], server: Postgres
) -> None:
    check_killed(undisturbed, database=server.new_database(), processes=2)
