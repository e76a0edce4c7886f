"""Checking a player's sleeves in for an event: the command at the desk, and the event's hub."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from duelmat_host.cards import Enrolment, Registry, Sleeve
from duelmat_maker.cli import enroll_event
from duelmat_maker.cli.enroll import command
from duelmat_maker.enroll import DeckCards, Enrolling, Outcome
from duelmat_tournament import commands
from duelmat_tournament.deck_lists import DeckList, deck_digest
from duelmat_tournament.exchange import SaltedDeck
from duelmat_tournament.names import PlayerId
from duelmat_tournament.roles import Role
from hub.live_hub import LiveHub
from hub.scenes import Scene
from maker.test_enroll import one, tag

LIST = DeckList(("H7", "C2", "C2"), ("SK",), ("D3",))
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
    assert enrolling.see(one(40)).outcome is Outcome.STEP


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
