"""The hub: commands are done once, and nothing is shown before it is kept."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from duelmat_bench.hub.postgres import Postgres
from duelmat_hub.clocks import utc_ms
from duelmat_hub.errors import StoreError
from duelmat_hub.hub import CommandDone, Hub
from duelmat_hub.listening import listen
from duelmat_hub.people import People
from duelmat_hub.report_store import ReportStore
from duelmat_hub.reporting import Reporting
from duelmat_hub.store import Store, open_database, open_file
from duelmat_tournament import commands, floor_commands
from duelmat_tournament.check import check_event
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.errors import ChangedError, RefusedError
from duelmat_tournament.exchange import parse_event
from duelmat_tournament.names import PenaltyId, PlayerId, RoundNumber, TableNumber
from duelmat_tournament.policy import Penalty
from duelmat_tournament.results import played
from duelmat_tournament.roles import Role
from hub.asking import (
    HEAD_JUDGE,
    JUDGE,
    ORGANISER,
    SCOREKEEPER,
    ask,
    creation,
    new_request,
    register,
    round_one,
)
from hub.stores import OpenStore

ROUND, TABLE = RoundNumber(1), TableNumber(1)


def reporting_of(store: Store) -> Reporting:
    return Reporting(ReportStore(store), utc_ms)


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await story()

    asyncio.run(bounded())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110  (a test looks from outside)
        await asyncio.sleep(0.01)


def test_an_event_goes_on_in_another_process(open_store: OpenStore) -> None:
    """The same state, the same head, the same file."""

    async def story() -> None:
        one, other = Hub(open_store()), Hub(open_store())
        await round_one(one)
        await other.refresh()
        assert other.event == one.event
        assert other.checkpoint == one.checkpoint
        await ask(other, commands.EnterResult(ROUND, TABLE, played(2, 0)), SCOREKEEPER)
        await one.refresh()
        assert one.event == other.event
        file = await one.export(with_decks=True)
        assert file == await other.export(with_decks=True)
        assert check_event(file).is_proven

    run(story)


def test_a_request_that_is_sent_again_is_done_once(open_store: OpenStore) -> None:
    """By the same process, by another, and by one that was started after it."""

    async def story() -> None:
        one, other = Hub(open_store()), Hub(open_store())
        await ask(one, creation())
        await other.refresh()
        request, command = new_request(), commands.RegisterPlayer("Ana")
        first = await one.submit(command, ORGANISER, request)
        assert first == CommandDone(2, 2)
        for hub in (one, other, Hub(open_store())):
            assert await hub.submit(command, ORGANISER, request) == CommandDone(2, 2, again=True)
            assert hub.event is not None
            assert [p.name for p in hub.event.players.values()] == ["Ana"]

    run(story)


def test_two_processes_at_once_lose_nothing(open_store: OpenStore) -> None:
    """Forty players are registered by two desks at the same time: each has a number of its own."""

    async def story() -> None:
        desks = [Hub(open_store()), Hub(open_store())]
        await ask(desks[0], creation())

        async def desk(at: int) -> None:
            for number in range(20):
                await ask(desks[at], commands.RegisterPlayer(f"Player {at}-{number}"))

        if desks[0].store.is_shared:
            await asyncio.gather(desk(0), desk(1))
        else:  # SQLite is for one process, in which requests come at the same time as well
            desks[1] = desks[0]
            await asyncio.gather(desk(0), desk(1))
        for hub in desks:
            await hub.refresh()
            assert hub.event is not None
            assert len({p.name for p in hub.event.players.values()}) == 40
            assert sorted(hub.event.players) == list(range(1, 41))
        assert desks[0].checkpoint == desks[1].checkpoint

    run(story)


def test_who_looks_at_an_old_page_is_shown_what_has_changed(open_store: OpenStore) -> None:
    """Of two organisers the second is refused with what the first has done."""

    async def story() -> None:
        hub = Hub(open_store())
        await ask(hub, creation())
        await register(hub, 4)
        seen = len(hub.log)
        await hub.submit(commands.StartEvent(), ORGANISER, new_request(), seen)
        with pytest.raises(ChangedError, match="Olga started the event"):
            await hub.submit(commands.StartEvent(), ORGANISER, new_request(), seen)
        await hub.submit(commands.RegisterPlayer("Late"), ORGANISER, new_request(), seen)

    run(story)


def test_a_page_that_shows_more_entries_than_there_are_is_refused(open_store: OpenStore) -> None:
    """After this process has read what others may have added."""

    async def story() -> None:
        hub = Hub(open_store())
        await ask(hub, creation())
        await register(hub, 4)
        with pytest.raises(ChangedError, match="does not have"):
            await hub.submit(commands.StartEvent(), ORGANISER, new_request(), len(hub.log) + 1)
        assert hub.event is not None
        assert not hub.event.rounds
        late = Hub(hub.store)
        await late.submit(commands.StartEvent(), ORGANISER, new_request(), len(hub.log))
        with pytest.raises(ChangedError, match="Olga started the event"):
            await hub.submit(commands.StartEvent(), ORGANISER, new_request(), len(hub.log))

    run(story)


def test_a_file_holds_what_was_done_at_other_processes(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the store fails, it holds what this process knows."""

    async def story() -> None:
        one, other = Hub(open_store()), Hub(open_store())
        await ask(one, creation())
        assert len(parse_event(await other.export(with_decks=False)).log) == len(one.log)

        def fail(*_: object) -> None:
            raise StoreError("gone")

        await ask(one, commands.RegisterPlayer("Ana"))
        monkeypatch.setattr(other.store, "read_after", fail)
        assert len(parse_event(await other.export(with_decks=False)).log) == len(other.log) == 1

    run(story)


def test_a_result_that_somebody_else_has_entered_is_shown(open_store: OpenStore) -> None:
    """Results of other tables do not matter."""

    async def story() -> None:
        hub = Hub(open_store())
        await round_one(hub)
        seen = len(hub.log)
        for table in (TABLE, TableNumber(2)):
            command = commands.EnterResult(ROUND, table, played(2, 0))
            await hub.submit(command, SCOREKEEPER, new_request(), seen)
        command = commands.EnterResult(ROUND, TABLE, played(0, 2))
        with pytest.raises(ChangedError, match="Sam settled the result of table 1"):
            await hub.submit(command, SCOREKEEPER, new_request(), seen)

    run(story)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (floor_commands.GivePenalty(PlayerId(1), "slow-play"), "Jon gave Player 1 a penalty"),
        (floor_commands.ExtendTable(TABLE, 60, "A spill."), "Jon gave table 1 more time"),
    ],
)
def test_of_two_judges_at_one_table_the_second_sees_what_the_first_has_given(
    open_store: OpenStore, command: AnyCommand, words: str
) -> None:
    """Neither is taken back: nobody is penalised, or given time, twice for one thing."""

    async def story() -> None:
        hub = Hub(open_store())
        await round_one(hub)
        seen = len(hub.log)
        await hub.submit(command, JUDGE, new_request(), seen)
        with pytest.raises(ChangedError, match=words):
            await hub.submit(command, JUDGE, new_request(), seen)
        await hub.submit(command, JUDGE, new_request(), len(hub.log))
        for other in (
            floor_commands.GivePenalty(PlayerId(2), "slow-play"),
            floor_commands.ExtendTable(TableNumber(2), 60, "A spill."),
        ):
            await hub.submit(other, JUDGE, new_request(), seen)

    run(story)


def test_a_penalty_that_was_decided_meanwhile_is_shown(open_store: OpenStore) -> None:
    async def story() -> None:
        hub = Hub(open_store())
        await round_one(hub)
        await ask(hub, floor_commands.GivePenalty(PlayerId(1), "slow-play"), JUDGE)
        seen = len(hub.log)
        for holds in (Penalty.MATCH_LOSS, Penalty.DISQUALIFICATION):
            command = floor_commands.DecideUpgrade(PenaltyId(1), holds, "As seen.")
            if seen < len(hub.log):
                with pytest.raises(ChangedError, match="Hanna decided about penalty 1"):
                    await hub.submit(command, HEAD_JUDGE, new_request(), seen)
            else:
                await hub.submit(command, HEAD_JUDGE, new_request(), seen)

    run(story)


def test_what_is_refused_is_not_kept(open_store: OpenStore) -> None:
    async def story() -> None:
        hub = Hub(open_store())
        await ask(hub, creation())
        for command in (commands.PairRound(), commands.DropPlayer(PlayerId(7))):
            with pytest.raises(RefusedError):
                await ask(hub, command)
        with pytest.raises(RefusedError, match="id of its own"):
            await hub.submit(commands.RegisterPlayer("Ana"), ORGANISER, "short")
        assert len(hub.log) == 1

    run(story)


def test_a_full_disk_is_said_and_play_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is taken that cannot be kept, and nothing is shown of it."""
    troubles: list[str | None] = []

    def full(*_: Any) -> None:
        raise StoreError("database or disk is full")

    async def story() -> None:
        store = open_file(tmp_path)
        hub = Hub(store)
        hub.notify(lambda _event, _added: None, lambda: troubles.append(hub.trouble))
        await ask(hub, creation())
        listening = asyncio.create_task(listen(hub, People(store), reporting_of(store), store))
        with monkeypatch.context() as patch:
            patch.setattr(Store, "append", full)
            patch.setattr(Store, "check_room", full)
            with pytest.raises(StoreError, match="could not be kept"):
                await ask(hub, commands.RegisterPlayer("Ana"))
            assert hub.event is not None
            assert hub.event.players == {}
            await asyncio.sleep(1.2)
            assert len(troubles) == 1
            assert "disk is full" in str(troubles[0])
        await until(lambda: hub.trouble is None)
        assert troubles[1:] == [None]
        await ask(hub, commands.RegisterPlayer("Ana"))
        listening.cancel()
        store.close()

    run(story)


def test_a_process_hears_of_another_without_being_asked(server: Postgres) -> None:
    """PostgreSQL tells it; and it goes on after the server was gone."""
    url = server.new_database()

    async def story() -> None:
        stores = [open_database(url), open_database(url)]
        one, other = Hub(stores[0]), Hub(stores[1])
        listening = asyncio.create_task(
            listen(other, People(stores[1]), reporting_of(stores[1]), stores[1])
        )
        await ask(one, creation())
        await until(lambda: other.event is not None)
        await asyncio.to_thread(server.stop, kill=True)
        await until(lambda: other.trouble is not None)
        await asyncio.to_thread(server.start)
        await until(lambda: other.trouble is None)
        await ask(one, commands.RegisterPlayer("Ana"))
        await until(lambda: len(other.log) == 2)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        for store in stores:
            store.close()

    run(story)


def test_a_link_that_ends_in_one_process_ends_in_all(server: Postgres) -> None:
    """Also if it ended while the other one heard nothing."""
    url = server.new_database()

    async def story() -> None:
        stores = [open_database(url), open_database(url)]
        one, other = People(stores[0]), People(stores[1])

        async def entered(name: str) -> tuple[str, str]:
            """Return the digest of a link, and the session of somebody who uses it there."""
            secret = await one.make_link(Role.JUDGE, name)
            person = await other.invited(secret)
            assert person is not None
            session = await other.enter(person)
            assert await other.find(session) == person
            return person.link, session

        unheard = await entered("Jon")
        heard = await entered("Jil")
        await one.end_link(unheard[0])
        assert await other.find(unheard[1]) is not None, "it is trusted"
        listening = asyncio.create_task(
            listen(Hub(stores[1]), other, reporting_of(stores[1]), stores[1])
        )
        while await other.find(unheard[1]):  # noqa: ASYNC110  (as above)
            await asyncio.sleep(0.01)
        assert await other.find(heard[1]) is not None
        await one.end_link(heard[0])
        while await other.find(heard[1]):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        for store in stores:
            store.close()

    run(story)
