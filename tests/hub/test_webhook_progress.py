"""Webhooks of a hub that ends: the next one goes on with the same messages, each told once."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from duelmat_bench.hub.postgres import Postgres
from duelmat_hub.errors import StoreError
from duelmat_hub.hub import Hub
from duelmat_hub.running import Running, running
from duelmat_hub.store import open_database, open_file
from duelmat_hub.webhooks import ProgressStore, Webhook, Webhooks, WebhookState, sending
from duelmat_hub.webhooks.file import Subject
from duelmat_hub.webhooks.messages import messages_of
from duelmat_hub.webhooks.progress import Progress
from duelmat_tournament import commands, results
from duelmat_tournament.consequences import consequences, consequences_digest
from duelmat_tournament.names import RoundNumber, TableNumber
from duelmat_tournament.results import Result
from hub.asking import SCOREKEEPER, ask, round_one
from hub.receivers import SECRET, Receiver, hook, receiver
from hub.stores import OpenStore
from hub.test_serve_command import NEW, SERVE, enter, started
from tournament.staged_event import StagedEvent

MARK = "abcd1234"
WON = results.played(2, 0)


@asynccontextmanager
async def opened(open_store: OpenStore, *hooks: Webhook) -> AsyncIterator[Running]:
    """Yield a hub on the store of a test, which is closed at the end."""
    store = open_store()
    try:
        async with running(store, webhooks=hooks) as found:
            yield found
    finally:
        store.close()


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_so():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def until_shown(hub: Running, words: str) -> None:
    """Wait until the desk says so of its webhooks."""
    await until(lambda: words in hub.pages.topic("webhooks"))


async def settle(hub: Hub, table: int, result: Result = WON) -> None:
    await ask(hub, commands.EnterResult(RoundNumber(1), TableNumber(table), result), SCOREKEEPER)


async def correct(hub: Hub, table: int, result: Result) -> None:
    assert hub.event is not None
    where = RoundNumber(1), TableNumber(table)
    digest = consequences_digest(consequences(hub.event, *where, result))
    wrong = commands.CorrectResult(*where, result, digest, "A wrong slip.")
    await ask(hub, wrong, SCOREKEEPER)


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 90))


def kinds(site: Receiver) -> list[str]:
    return [each.facts["kind"] for each in site.received]


def test_what_waits_when_a_hub_is_closed_is_sent_by_the_next_one(open_store: OpenStore) -> None:
    """Once, in order, and in the words in which a receiver that was there has had it: also of a
    result that was corrected since.
    """

    async def story(site: Receiver, port: int) -> None:
        url = f"http://127.0.0.1:{port}/down"
        hooks = hook(site.url), hook(url, "down")
        async with opened(open_store, *hooks) as first:
            await round_one(first.hub, 4)
            await settle(first.hub, 1)
            await correct(first.hub, 1, results.played(0, 2))
            await until_shown(first, "it cannot be reached")
            await until_shown(first, "3 messages delivered")
        assert kinds(site) == ["pairings", "results", "results"]
        with receiver(port) as down:
            async with opened(open_store, *hooks) as again:
                await settle(again.hub, 2)
                await until(lambda: len(down.received) == len(site.received) == 4)
                await until(lambda: not [each for each in shown(again) if each.waiting])
                assert "it cannot be reached" not in again.pages.topic("webhooks")
            async with opened(open_store, *hooks) as third:
                assert [each.sent for each in shown(third)] == [4, 4]
                await ask(third.hub, commands.CloseRound())
                await until(lambda: len(down.received) == len(site.received) == 5)
        assert [each.body for each in down.received] == [each.body for each in site.received]
        assert len({each.id for each in down.received}) == 5

    def shown(hub: Running) -> Sequence[WebhookState]:
        return hub.pages._webhooks()

    with receiver() as closed:
        port = closed.port
    with receiver() as site:
        run(lambda: story(site, port))


def test_a_message_that_may_have_come_through_comes_again_with_its_id(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hub that ends between the answer and the commit cannot know better."""

    async def story(site: Receiver) -> None:
        async with opened(open_store, hook(site.url)) as first:
            await until(lambda: len(first.pages._webhooks()) == 1)
            monkeypatch.setattr(ProgressStore, "hold", broken_after(site))
            await round_one(first.hub, 4)
            await until(lambda: len(site.received) == 1)
        monkeypatch.undo()
        async with opened(open_store, hook(site.url)) as again:
            await until(lambda: len(site.received) == 2)
            await settle(again.hub, 1)
            await until(lambda: len(site.received) == 3)
        first_, second, third = site.received
        assert (first_.id, first_.body) == (second.id, second.body)
        assert third.id != second.id

    with receiver() as site:
        run(lambda: story(site))


def test_a_store_that_fails_for_a_while_lets_nothing_come_twice(
    open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "_LOOK_S", 0.01)

    async def story(site: Receiver) -> None:
        async with opened(open_store, hook(site.url)) as hub:
            monkeypatch.setattr(ProgressStore, "hold", broken_after(site))
            await round_one(hub.hub, 4)
            await until(lambda: len(site.received) == 1)
            await asyncio.sleep(0.1)
            monkeypatch.undo()
            await settle(hub.hub, 1)
            await until_shown(hub, "2 messages delivered")
        assert kinds(site) == ["pairings", "results"]

    with receiver() as site:
        run(lambda: story(site))


def broken_after(site: Receiver) -> Callable[..., tuple[Progress, bool]]:
    """Return a way to hold a receiver that fails once something has been received."""
    hold = ProgressStore.hold

    def broken(*words: Any) -> tuple[Progress, bool]:
        if site.received:
            raise StoreError("gone")
        return hold(*words)

    return broken


def test_of_two_hubs_one_tells_a_receiver(server: Postgres) -> None:
    """The desks of both say how far it was told, and the other one goes on when one is closed."""
    url = server.new_database()

    async def story(site: Receiver) -> None:
        one, other = (open_database(url) for _ in range(2))
        async with running(one, webhooks=[hook(site.url)]) as staying:
            async with running(other, webhooks=[hook(site.url)]) as leaving:
                await round_one(leaving.hub, 16)
                for table in range(1, 7):
                    await settle((staying if table % 2 else leaving).hub, table)
                for each in (staying, leaving):
                    await until_shown(each, "7 messages delivered")
            await settle(staying.hub, 7)
            await settle(staying.hub, 8)
            await until_shown(staying, "9 messages delivered")
        for store in (one, other):
            store.close()
        entries = [each.facts["entry"] for each in site.received]
        assert entries == sorted(set(entries))
        assert len(entries) == 9

    with receiver() as site:
        run(lambda: story(site))


def test_a_hub_that_is_killed_is_followed_by_another(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has released nothing, and the other one waits until its time is over."""
    url = server.new_database()
    monkeypatch.setattr(sending, "_HELD_S", 3_600)
    monkeypatch.setattr(sending, "_LOOK_S", 0.05)
    monkeypatch.setattr(ProgressStore, "release", lambda *_: None)

    async def story(site: Receiver) -> None:
        one, other = (open_database(url) for _ in range(2))
        async with running(one, webhooks=[hook(site.url)]) as killed:
            await round_one(killed.hub, 4)
            await settle(killed.hub, 1)
            await until_shown(killed, "2 messages delivered")
        async with running(other, webhooks=[hook(site.url)]) as staying:
            await settle(staying.hub, 2)
            await until_shown(staying, "1 waiting")
            await asyncio.sleep(0.5)  # ten looks
            assert len(site.received) == 2
            with other.transaction() as connection:  # an hour later
                connection.execute(text("UPDATE webhooks SET until_ms = until_ms - 3600000"))
            await until_shown(staying, "3 messages delivered")
        for store in (one, other):
            store.close()
        assert kinds(site) == ["pairings", "results", "results"]

    with receiver() as site:
        run(lambda: story(site))


def test_a_hub_that_is_silent_loses_its_receivers(open_store: OpenStore) -> None:
    """To another one on the same database; a directory has one hub at a time."""
    store = open_store()
    kept = ProgressStore(store)
    assert kept.begin(["site"], 5) == {"site": Progress(5)}
    assert kept.begin(["site", "new"], 9) == {"site": Progress(5), "new": Progress(9)}
    told = Progress(7, 1, sent=2)
    assert kept.hold("site", "one", told, 100, 1_000) == (told, True)
    if store.is_shared:
        assert kept.hold("site", "other", Progress(5), 500, 2_000) == (told, False)
    assert kept.hold("site", "other", Progress(5), 1_001, 2_000) == (told, True)
    if store.is_shared:
        assert kept.hold("site", "one", Progress(8), 1_002, 2_000) == (told, False)
        kept.release("other")
    assert kept.hold("site", "one", told, 1_003, 2_000) == (told, True)


def test_a_database_of_the_fourth_version_is_upgraded(open_store: OpenStore) -> None:
    store = open_store()
    with store.transaction() as connection:
        connection.execute(text("DROP TABLE webhooks"))
        connection.execute(text("ALTER TABLE links DROP COLUMN seat"))
        connection.execute(text("UPDATE duelmat_schema SET version = 4"))
    assert ProgressStore(open_store()).begin(["site"], 3) == {"site": Progress(3)}


def late(
    event: StagedEvent, site: Receiver, folder: Path, late_ms: int, **how: Any
) -> tuple[list[WebhookState], ProgressStore]:
    """Tell a receiver what it has missed of an event, so much later, until nothing waits."""
    store = open_file(folder)
    kept = ProgressStore(store)
    kept.begin(["site"], 1)

    async def story() -> list[WebhookState]:
        hooks = [hook(site.url, **how)]
        webhooks = Webhooks(hooks, kept, lambda: event.now_ms + late_ms)
        await webhooks.start(event.event, event.log, MARK)
        telling = asyncio.create_task(webhooks.run())
        await until(lambda: not webhooks.states[0].waiting)
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)
        return list(webhooks.states)

    try:
        return asyncio.run(story()), kept
    finally:
        store.close()


def played(rounds: int = 1) -> StagedEvent:
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan")
    event.start(rounds=2)
    for _ in range(rounds):
        event.play()
        event.close()
        event.wait(3600)
    return event


def test_what_is_older_than_a_day_is_given_up_untried(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The rest is sent, and the desk counts what was given up."""
    event = played(2)
    with receiver() as site, caplog.at_level(logging.WARNING, "duelmat_hub"):
        states, _ = late(event, site, tmp_path, sending.OLDEST_MS - 5_400_000)
    assert states == [WebhookState("site", 4, 0, 4, "")]
    assert {each.facts["round"] for each in site.received} == {2}
    assert "webhook site: 4 messages were given up" in caplog.text


def test_of_too_many_the_oldest_are_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MOST_WAITING", 3)
    with receiver() as site:
        states, _ = late(played(2), site, tmp_path, 0)
    assert states == [WebhookState("site", 3, 0, 5, "")]
    assert kinds(site) == ["results", "results", "standings"]


def test_what_a_receiver_wants_may_change_between_two_hubs(tmp_path: Path) -> None:
    """An entry's messages are counted over all subjects."""
    event = played()
    with receiver() as site:
        late(event, site, tmp_path, 0, about=(Subject.RESULTS,))
        event.play()
        event.close()
        late(event, site, tmp_path, 0)
    assert kinds(site) == ["results"] * 2 + ["standings", "pairings"] + ["results"] * 2 + [
        "standings"
    ]


def test_an_event_that_goes_on_from_a_copy_has_messages_of_its_own() -> None:
    """Else a receiver would take those after the copy for repeats of what it had before."""
    event = played(0)
    event.play()
    before, log = event.event, list(event.log)
    ids = []
    for result in (results.played(2, 0), results.played(0, 2)):
        event.made, event.log = before, list(log)
        event.wait(60)
        event.enter(event.round.matches[TableNumber(1)], result)
        ids.append([each.id for each in messages_of(None, event.log, MARK)])
    assert ids[0][0] == ids[1][0]
    assert ids[0][1] != ids[1][1]


@pytest.mark.long
def test_a_hub_that_is_killed_while_it_tells_goes_on(tmp_path: Path) -> None:
    """As a real program: the receiver has the message, and the hub not yet its answer."""
    file, folder = tmp_path / "webhooks.toml", str(tmp_path / "event")
    with receiver() as site:
        file.write_text(f'[[webhook]]\nname = "site"\nurl = "{site.url}"\nsecret = "{SECRET}"\n')
        site.silent.clear()
        words = (*SERVE, folder, "--webhooks", str(file))
        with started(*words, *NEW) as (process, (link,)), enter(link) as organiser:
            base = link.partition("/in/")[0]
            steps: list[dict[str, Any]] = [
                {"do": "register-player", "name": name} for name in ("Ana", "Ben")
            ]
            steps += [{"do": each} for each in ("start-event", "pair-round", "publish-round")]
            for number, command in enumerate(steps):
                sent = {"request": f"test-webhook-{number:04}", "command": command}
                done = organiser.post(f"{base}/do/{command['do']}", json=sent)
                assert done.json()["ok"], done.text
            asyncio.run(until(lambda: len(site.received) == 1))
            process.send_signal(signal.SIGKILL)
            process.wait(30)
        site.silent.set()
        with started(*words) as (process, _):
            asyncio.run(until(lambda: len(site.received) == 2))
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0
        with started(*words) as (process, _):
            process.send_signal(signal.SIGTERM)
            assert process.wait(30) == 0
    assert kinds(site) == ["pairings"] * 2
    assert len({each.id for each in site.received}) == 1
