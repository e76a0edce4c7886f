"""Checking a player's sleeves in for an event: the command at the desk, and the event's hub."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from duelmat_host.cards import Enrolment, Registry, Sleeve
from duelmat_host.link import start_rig
from duelmat_hub.sleeve_store import SleeveStore
from duelmat_maker.cli import enroll_event
from duelmat_maker.cli.enroll import command
from duelmat_maker.enroll import DeckCards, Enrolling, Heard, Outcome
from duelmat_tournament import commands
from duelmat_tournament.deck_lists import DeckList, deck_digest
from duelmat_tournament.exchange import SaltedDeck
from duelmat_tournament.names import PlayerId
from duelmat_tournament.roles import Role
from hub.live_hub import LiveHub
from hub.scenes import Scene
from maker.test_enroll import one, tag

LIST = DeckList(("H7", "C2", "C2"), ("SK",), ("D3",))
PATIENCE_S = 120
CODES = ("H7", "C2", "C2/2", "SK", "D3")


def registered() -> Scene:
    """Two players with the same list, before the start."""
    scene = Scene("trump-king")
    scene.register(("Ana", "Ben"))
    for number in (1, 2):
        salt = f"{number:032x}"
        scene.decks[deck_digest(LIST, salt)] = SaltedDeck(salt, LIST)
        scene.ask(commands.RegisterDeck(PlayerId(number), LIST, salt))
    return scene


class Desk:
    """The desk of an event, with a folder in which the command runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "hub").mkdir()
        scene = registered()
        self.hub = LiveHub(folder / "hub", scene)
        self.hub.start()
        secret = self.hub.call(
            lambda: self.hub.started.people.make_link(Role.CHECK_IN, "Check-in")
        )
        self.link = f"{self.hub.address}/in/{secret}"

    def sleeves(self, codes: tuple[str, ...], first: int = 0, player: int = 1) -> Path:
        """Write the registry file of a player, with two tags for each card."""
        path = self.folder / f"player-{player}.toml"
        Registry(
            Sleeve("a", code, tag(first + 2 * at), tag(first + 2 * at + 1))
            for at, code in enumerate(codes)
        ).save(path)
        return path

    def enroll(self, player: int = 1, path: Path | None = None) -> Result:
        where = path or self.folder / f"player-{player}.toml"
        words = ["--event", self.link, "--player", str(player), "--registry", str(where)]
        return CliRunner().invoke(command, [*words, "--port", "/dev/no-mat"])

    def has_sleeves(self, player: int = 1) -> bool:
        event = self.hub.started.hub.event
        assert event is not None
        return bool(event.players[PlayerId(player)].sleeves)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.hub.stop()


def test_sleeves_from_home_are_checked_in_without_reading_them_again(desk: Desk) -> None:
    """A sleeve that the list has no place for is named, and left aside."""
    desk.sleeves((*CODES, "C2/3", "S9"))
    result = desk.enroll()
    assert result.exit_code == 0, result.output
    assert "Ana (player 1) at Harbour Open: 3 cards, 1 extra, 1 side" in result.output
    assert "C2/3" in result.output
    assert "the list has 2" in result.output
    assert "S9" in result.output
    assert "is not in the list" in result.output
    assert "Ana is checked in, with 5 sleeves." in result.output
    assert desk.has_sleeves()


def test_a_sleeve_of_another_player_is_refused(desk: Desk) -> None:
    """By the hub if the file has it, and where it is read before the player goes on."""
    desk.sleeves(CODES)
    assert desk.enroll().exit_code == 0
    desk.sleeves(CODES, first=8, player=2)
    result = desk.enroll(2)
    assert result.exit_code != 0
    assert "The sleeve of H7 is in the deck of Ana: take another sleeve." in result.output
    assert not desk.has_sleeves(2)
    find = enroll_event.owner_finder(
        enroll_event.CheckInDesk(desk.link, None, 2).owners(), player=2
    )
    cards = DeckCards("a", CODES)
    enrolling = Enrolling(Enrolment(desk.folder / "new.toml"), cards, "a.grave", find)
    said = enrolling.see(one(3))
    assert said.outcome is Outcome.REFUSED
    assert said.text == "This sleeve is in the deck of Ana: take another sleeve."
    assert enrolling.see(one(40), Heard(50, 50)).outcome is Outcome.STEP


def test_a_hub_that_is_away_is_asked_until_it_answers(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that was read is lost, and it is sent again by itself."""
    desk.sleeves(CODES)
    desk.hub.stop()
    pauses = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 2:
            desk.hub.start()

    monkeypatch.setattr("duelmat_maker.cli.enroll_event.time.sleep", pause)
    result = desk.enroll()
    assert result.exit_code == 0, result.output
    assert result.output.count("it is asked again. What was read is kept.") == 1
    assert desk.has_sleeves()


def test_who_may_not_be_checked_in_is_told(desk: Desk) -> None:
    """An ended link, no such player, no deck list, neither list nor player."""
    assert "from 1 to 2, got 9" in desk.enroll(9).output
    (link,) = desk.hub.call(desk.hub.started.people.links)
    desk.hub.call(lambda: desk.hub.started.people.end_link(link.digest))
    assert "lets no check-in in" in desk.enroll().output
    bare = CliRunner().invoke(command, ["--port", "/dev/no-mat"])
    assert "Expected a deck list, or --event with --player, got neither" in bare.output


@pytest.mark.long
def test_sleeves_are_read_at_the_desks_mat_whatever_fails_meanwhile(desk: Desk) -> None:
    """Hands lay sleeves on the real firmware: one of another deck, one while the cable is out;
    the hub dies before the last. The event has the sleeves as they were read.
    """
    desk.sleeves(CODES, first=80, player=2)
    assert desk.enroll(2).exit_code == 0
    rig = start_rig(desk.folder / "rig", "1.29", "real", 1)
    words = ["enroll", "--event", desk.link, "--player", "1", "--port", rig.port]
    read: list[str] = []
    said: list[str] = []
    try:
        with (
            rig.client() as hands,
            subprocess.Popen(
                [sys.executable, "-u", "-c", "from duelmat import main; main()", *words],
                cwd=desk.folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            ) as process,
        ):
            assert process.stdout is not None
            patience = threading.Timer(PATIENCE_S, process.kill)
            patience.start()
            for line in process.stdout:
                said.append(line.strip())
                first = 2 * len(read)
                if "1/5 Lay" in line:
                    hands.place("of Ben", tag(80), tag(81), "a.grave")
                elif "is in the deck of Ben" in line:
                    hands.lift("of Ben")
                    hands.place("0", tag(0), tag(1), "a.grave")
                elif " Lay " in line:
                    hands.place(str(first), tag(first), tag(first + 1), "a.grave")
                    if len(read) == 4:
                        desk.hub.stop()
                elif "Turn C2/2" in line:
                    hands.unplug()
                elif "Turn" in line or "plug the mat in again" in line:
                    sleeve = str(first)
                    hands.place(sleeve, tag(first), tag(first + 1), "a.grave", face="down")
                    if "Turn" not in line:
                        hands.plug()
                elif "Take" in line:
                    hands.lift(str(first))
                    read.append(line)
                elif "is asked again" in line:
                    desk.hub.start()
            assert process.wait(PATIENCE_S) == 0, said
            patience.cancel()
    finally:
        rig.stop()
    for told in (
        "This sleeve is in the deck of Ben: take another sleeve.",
        "plug the mat in again",
        "it is asked again. What was read is kept.",
    ):
        assert sum(told in line for line in said) == 1, said
    assert said[-1] == "Ana is checked in, with 5 sleeves."
    event = desk.hub.started.hub.event
    assert event is not None
    digest = event.players[PlayerId(1)].sleeves
    store = SleeveStore(desk.hub.started.hub.store)
    tags = [each.up for each in store.read([digest])[digest].all]
    assert tags == [tag(2 * at).hex() for at in range(5)]
