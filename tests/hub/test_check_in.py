"""Check-in: sleeves that the desk has read become a player's, and are given to the own table."""

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from duelmat_hub.running import Running, running
from duelmat_hub.sleeve_store import SleeveStore
from duelmat_hub.store import Store, open_file
from duelmat_hub.wanted import wanted_of
from duelmat_tournament import commands, results
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.event import Event
from duelmat_tournament.names import PlayerId, RoundNumber, TableNumber
from duelmat_tournament.roles import Role
from duelmat_venue.sleeves import ListedDeck, Owners, SleevedDeck, SleeveTags, TableSleeves
from hub.asked_app import HOST
from hub.asking import SCOREKEEPER, creation, new_request
from hub.asking import ask as tell
from hub.stores import OpenStore

LIST = DeckList(("C1", "C1", "C2", "C3"), ("E1",), ("C1", "S1"))
OTHER = DeckList(("C2",) * 4)


def tag(number: int) -> str:
    return f"04{number:012x}"


def sleeves(first: int = 0, codes: Sequence[str] = ()) -> list[dict[str, str]]:
    """Return a sleeve for each card of a list, with tags from a number on."""
    codes = codes or (*LIST.main, *LIST.extra, *LIST.side)
    return [
        {"code": code, "up": tag(first + 2 * at), "down": tag(first + 2 * at + 1)}
        for at, code in enumerate(codes)
    ]


class Desk:
    """The mat at the desk, and the programs of tables, at one event before its start."""

    def __init__(self, started: Running, app: Any, mat: str) -> None:
        self.started = started
        self._app = app
        self.mat = self.program(mat)

    def program(self, secret: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=self._app, raise_app_exceptions=False)
        headers = {"authorization": f"Bearer {secret}"}
        return httpx.AsyncClient(transport=transport, base_url=HOST, headers=headers)

    async def table(self, number: int) -> httpx.AsyncClient:
        people = self.started.people
        name = f"Table {number}"
        return self.program(await people.make_link(Role.TABLE, name, table=TableNumber(number)))

    async def listed(self, player: int = 1) -> ListedDeck:
        answer = await self.mat.get(f"/check-in/{player}")
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=ListedDeck)

    async def enrol(
        self, read: list[dict[str, str]], player: int = 1, deck: str = "", request: str = ""
    ) -> httpx.Response:
        digest = deck or (await self.listed(player)).digest
        command = {"do": "enrol-sleeves", "player": player, "deck": digest, "sleeves": read}
        body = {"request": request or new_request(), "command": command}
        return await self.mat.post("/do/enrol-sleeves", json=body)

    async def refused(self, read: list[dict[str, str]], player: int = 1, deck: str = "") -> str:
        answer = await self.enrol(read, player, deck)
        assert answer.status_code >= 400, answer.text
        return str(answer.json()["message"])

    async def do(self, *asked: commands.AnyCommand) -> None:
        for command in asked:
            by = SCOREKEEPER if isinstance(command, commands.EnterResult) else None
            await (tell(self.started.hub, command, by) if by else tell(self.started.hub, command))

    async def newest(self) -> Event:
        await self.started.hub.refresh()
        assert self.started.hub.event is not None
        return self.started.hub.event

    async def begin_round(self) -> None:
        await self.do(commands.PairRound(), commands.PublishRound(), commands.StartRound())


@asynccontextmanager
async def desk(directory: Path, store: Store | None = None) -> AsyncIterator[Desk]:
    """Yield the desk of an event with four players, of whom the first two have the same list."""
    async with running(store or open_file(directory)) as started:
        await tell(started.hub, creation())
        for number in range(1, 5):
            await tell(started.hub, commands.RegisterPlayer(f"Player {number}"))
        for number in (1, 2):
            deck = commands.RegisterDeck(PlayerId(number), LIST, f"{number:032x}")
            await tell(started.hub, deck)
        secret = await started.people.make_link(Role.CHECK_IN, "Check-in")
        yield Desk(started, started.make_app(hosts=("127.0.0.1",)), secret)


def test_sleeves_are_taken_in_by_the_list_and_given_to_the_own_table_alone(
    tmp_path: Path,
) -> None:
    """Copies fill main deck, Extra Deck and side deck in that order; another table gets none."""

    async def story() -> None:
        async with desk(tmp_path) as at:
            wanted = await at.listed()
            assert (wanted.main, wanted.side, wanted.is_enrolled) == (LIST.main, LIST.side, False)
            assert (await at.enrol(sleeves())).status_code == 200
            assert (await at.listed()).is_enrolled
            await at.do(commands.StartEvent(rounds=2, cut=0))
            await at.begin_round()
            event = at.started.hub.event
            assert event is not None
            assert event.round is not None
            for number, match in event.round.matches.items():
                answer = await (await at.table(number)).get("/table/sleeves")
                found = msgspec.json.decode(answer.content, type=list[TableSleeves])
                here = wanted_of(event, number).match
                assert here is not None
                named = {each.id: each.sleeves for each in here.players}
                if 1 not in match.players:
                    assert not found
                    continue
                (mine,) = found
                assert (mine.player, mine.digest) == (1, named[1])
                assert tuple(each.code for each in mine.deck.main) == LIST.main
                assert mine.deck.side[0] == SleeveTags("C1", tag(10), tag(11))

    asyncio.run(story())


def test_what_is_enrolled_twice_is_done_once(tmp_path: Path) -> None:
    """The desk sends again what it does not know to have arrived."""

    async def story() -> None:
        async with desk(tmp_path) as at:
            request = new_request()
            for _ in range(2):
                assert (await at.enrol(sleeves(), request=request)).status_code == 200
            log = at.started.hub.log
            assert [each.what.__class__.__name__ for each in log].count("SleevesEnrolled") == 1

    asyncio.run(story())


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        (("C1", "C1", "C2", "C3", "E1", "S1"), "C1: 1 sleeve is missing (2 of 3)."),
        ((*LIST.main, *LIST.extra, *LIST.side, "S1"), "S1: 1 sleeve is too many (2 instead of 1)"),
        ((*LIST.main, *LIST.extra, *LIST.side, "X9"), "X9 is not in the list"),
    ],
)
def test_other_sleeves_than_the_list_has_are_refused(
    tmp_path: Path, codes: tuple[str, ...], words: str
) -> None:
    async def story() -> None:
        async with desk(tmp_path) as at:
            assert words in await at.refused(sleeves(codes=codes))
            assert not (await at.listed()).is_enrolled

    asyncio.run(story())


def test_a_sleeve_in_two_decks_is_refused_and_names_its_player(tmp_path: Path) -> None:
    """A player's own sleeves may be read again, by another list too."""

    async def story() -> None:
        async with desk(tmp_path) as at:
            assert (await at.enrol(sleeves())).status_code == 200
            assert "The sleeve of C1 is in the deck of Player 1" in await at.refused(
                sleeves(12), player=2
            )
            assert (await at.enrol(sleeves())).status_code == 200
            changed = commands.RegisterDeck(PlayerId(1), OTHER, "f" * 32)
            await at.do(changed)
            assert not (await at.listed()).is_enrolled, "sleeves are those of one list"
            assert (await at.enrol(sleeves(12), player=2)).status_code == 200

    asyncio.run(story())


def test_two_hubs_that_enrol_one_sleeve_at_the_same_moment_take_it_in_once(
    tmp_path: Path, open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have compared it with everybody's before either writes: the slower one looks again."""
    both_have_compared = threading.Barrier(2)
    keep = SleeveStore.keep

    def keep_together(store: SleeveStore, deck: SleevedDeck) -> str:
        digest = keep(store, deck)
        with suppress(threading.BrokenBarrierError):
            both_have_compared.wait(30)
            both_have_compared.abort()  # whoever is asked again goes on alone
        return digest

    async def story() -> None:
        async with desk(tmp_path, open_store()) as at, running(open_store()) as other:
            secret = await at.started.people.make_link(Role.CHECK_IN, "Check-in 2")
            second = Desk(other, other.make_app(hosts=("127.0.0.1",)), secret)
            for each in (1, 2):
                await second.listed(each)  # this hub knows the event
            monkeypatch.setattr(SleeveStore, "keep", keep_together)
            answers = await asyncio.gather(
                at.enrol(sleeves()), second.enrol(sleeves(12), player=2)
            )
            assert sorted(each.status_code for each in answers) == [200, 409]
            (refused,) = [each.json()["message"] for each in answers if each.status_code == 409]
            event = (await at.newest(), await second.newest())
            assert event[0] == event[1]
            (winner,) = [each for each in event[0].players.values() if each.sleeves]
            assert f"is in the deck of {winner.name}: take another sleeve" in refused

    asyncio.run(story())


def test_two_desks_take_in_the_sleeves_of_two_players_at_the_same_moment(
    tmp_path: Path,
) -> None:
    """Whoever is slower is asked again, and nobody at the desk notices."""

    async def story() -> None:
        async with desk(tmp_path) as at:
            answers = await asyncio.gather(at.enrol(sleeves()), at.enrol(sleeves(40), player=2))
            assert [each.status_code for each in answers] == [200, 200]

    asyncio.run(story())


def test_an_older_list_no_list_and_no_player_are_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with desk(tmp_path) as at:
            before = (await at.listed()).digest
            await at.do(commands.RegisterDeck(PlayerId(1), OTHER, "f" * 32))
            assert "another deck list meanwhile" in await at.refused(sleeves(), deck=before)
            for player, words in ((3, "no deck list"), (9, "from 1 to 4, got 9")):
                answer = await at.mat.get(f"/check-in/{player}")
                assert words in answer.json()["message"]

    asyncio.run(story())


def test_sleeves_are_not_read_while_their_match_runs(tmp_path: Path) -> None:
    """The table has them already; they are read after its result."""

    async def story() -> None:
        async with desk(tmp_path) as at:
            await at.do(commands.StartEvent(rounds=2, cut=0))
            await at.begin_round()
            assert "plays at table" in await at.refused(sleeves())
            event = at.started.hub.event
            assert event is not None
            assert event.round is not None
            match = event.round.match_of(PlayerId(1))
            assert match is not None
            result = results.played(2, 0)
            await at.do(commands.EnterResult(RoundNumber(1), match.table, result))
            assert (await at.enrol(sleeves())).status_code == 200

    asyncio.run(story())


def test_marks_tell_whose_a_tag_is_and_where_they_sit(tmp_path: Path) -> None:
    """Neither tags nor cards are in them; an unknown tag is nobody's."""

    async def story() -> None:
        async with desk(tmp_path) as at:
            await at.enrol(sleeves())
            await at.do(commands.StartEvent(rounds=2, cut=0))
            await at.begin_round()
            answer = await (await at.table(1)).get("/sleeves/owners")
            owners = msgspec.json.decode(answer.content, type=Owners)
            found = owners.find(tag(3))
            assert found is not None
            event = at.started.hub.event
            assert event is not None
            assert event.round is not None
            match = event.round.match_of(PlayerId(1))
            assert match is not None
            assert (found.player, found.name, found.table) == (1, "Player 1", match.table)
            assert owners.find(tag(99)) is None
            assert tag(3)[4:] not in answer.text
            assert "C1" not in answer.text

    asyncio.run(story())


def test_a_program_is_let_in_where_its_link_is_for_alone(tmp_path: Path) -> None:
    """A table's link reads no deck list, check-in's no table; an ended one says so."""

    async def story() -> None:
        async with desk(tmp_path) as at:
            table = await at.table(1)
            assert (await table.get("/check-in/1")).status_code == 403
            assert (await at.mat.get("/table/wanted")).status_code == 403
            (link,) = [x for x in await at.started.people.links() if x.role == "check-in"]
            await at.started.people.end_link(link.digest)
            answer = await at.mat.get("/check-in/1")
            assert "lets no check-in in" in answer.json()["message"]

    asyncio.run(story())
