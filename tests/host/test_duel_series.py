"""The duels of one table: the next one begins whole, or the last one goes on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from direct_mat import MAT, practice_deck
from duelmat_files.errors import NotKeptError
from duelmat_host.app import duel_series
from duelmat_host.app.table_service import TableService
from duelmat_host.cards.registry import Registry
from duelmat_host.errors import RigGoneError
from duelmat_host.link.events import Antenna, AntennaState, Sighting
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.entries import ZonesSettled
from duelmat_host.table.entry_form import to_data
from duelmat_host.table.errors import DeclinedError
from duelmat_host.web import make_app
from duelmat_message import say
from duelmat_serving.feeds import FeedEvent
from host.over_match import Match, hands_of
from web.client import Client


def mat_ends(match: Match, _: pytest.MonkeyPatch) -> None:
    match.mat.is_gone = True


def disk_is_full(_: Match, patch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise NotKeptError(say("what the hands hold"), Path("hands.json"), OSError(28, "full"))

    patch.setattr(duel_series, "save_hands", fail)


@pytest.mark.parametrize(
    ("fault", "raised"), [(mat_ends, RigGoneError), (disk_is_full, NotKeptError)]
)
def test_a_next_duel_that_cannot_begin_leaves_the_last_one_whole(
    tmp_path: Path,
    fault: Callable[[Match, pytest.MonkeyPatch], None],
    raised: type[Exception],
) -> None:
    """Its journal can be written, its hands hold their cards; later the next duel begins."""
    match = Match(tmp_path)
    hands = match.hands
    lying = dict(hands.lying)
    with pytest.MonkeyPatch.context() as patch:
        fault(match, patch)
        with pytest.raises(raised):
            match.begin_next()
    assert (match.files, match.duels.current.number, match.table.state.number) == (
        ["duel-0001.jsonl"],
        1,
        1,
    )
    assert hands.lying == lying
    match.duels.current.journal.append(*to_data(ZonesSettled(())))
    match.mat.is_gone = False
    match.begin_next()
    assert match.files == ["duel-0001.jsonl", "duel-0002.jsonl"]
    assert (match.duels.current.number, match.table.state.number) == (2, 2)
    assert match.mat.lying == []
    match.duels.close()


OTHERS = DuelSetup("ocg", ("Cid", "Dan"), (practice_deck("ocg"),) * 2)


def test_another_match_is_opened_on_the_same_mat(tmp_path: Path) -> None:
    """Other players, decks and rules: journal, hands, sleeves and pages are the new match's."""
    match = Match(tmp_path)
    service = TableService(match.loop, match.players, duels=match.duels)

    async def open_it() -> list[FeedEvent]:
        feed = service.subscribe("public")
        seen = [await anext(feed)]
        await service.open_match(OTHERS)
        return [*seen, *[event async for event in feed]]

    first, *rest = asyncio.run(open_it())
    assert first.encoded.startswith(b"event: view")
    assert not [event for event in rest if event.encoded.startswith(b"event: view")]
    table = match.table
    assert (table.state.rules.name, table.state.setup, table.state.number) == ("ocg", OTHERS, 2)
    page = service.page()
    assert (page.game, [seat.name for seat in page.seats]) == ("ocg", ["Cid", "Dan"])
    codes = {card.code for card in service.cards.faces.cards}
    assert set(OTHERS.decks[0].main) <= codes
    assert match.mat.lying == []
    hands = hands_of(service.runner.players)
    key = hands.sides[0].deck[0]
    sleeve = Registry.for_simulation(OTHERS.decks).sleeve(key)
    assert sleeve is not None
    antenna = next(each.index for each in MAT.antennas if each.zone == "a.s3")
    seen = Antenna(AntennaState.ONE, (sleeve.up,))
    match.loop.sense.take(Sighting(0, antenna, seen), 0)
    assert match.loop.sense.tracker.layout()[MatZone("a.s3")].key == key
    (begun,) = match.duels.current.journal.entries("duel")
    assert begun.data["names"] == ["Cid", "Dan"]
    match.duels.close()


def test_a_page_of_the_match_before_is_turned_away_from_its_feed(tmp_path: Path) -> None:
    """So it loads itself anew: players, zones and cards are others."""
    match = Match(tmp_path)
    service = TableService(match.loop, match.players, duels=match.duels)
    client = Client(make_app(service))

    def feed_of(page: str) -> str:
        found = re.search(r'data-feed="([^"]+)"', client.get(page).text)
        assert found is not None
        return found[1]

    before = [feed_of(page) for page in ("/", "/overlay")]
    asyncio.run(service.open_match(OTHERS))
    for page, feed in zip(("/", "/overlay"), before, strict=True):
        assert client.get(feed).status_code == 403
        assert feed_of(page) != feed
    assert "Cid" in client.get("/").text
    match.duels.close()


@pytest.mark.parametrize(
    "setup",
    [
        DuelSetup("ocg", ("Cid", "Dan", "Eva"), (practice_deck("ocg"),) * 3),
        DuelSetup("trump_king", ("Cid", "Dan"), (practice_deck("ocg"),) * 2),
    ],
)
def test_a_match_that_cannot_be_played_here_changes_nothing(
    tmp_path: Path, setup: DuelSetup
) -> None:
    """More players than seats, or decks that the rules refuse."""
    match = Match(tmp_path)
    service = TableService(match.loop, match.players, duels=match.duels)
    before = match.table.now, match.duels.current, match.mat.lying
    with pytest.raises(DeclinedError):
        asyncio.run(service.open_match(setup))
    assert (match.table.now, match.duels.current, match.mat.lying) == before
    assert match.files == ["duel-0001.jsonl"]
    match.duels.close()
