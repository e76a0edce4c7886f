"""Webhooks: signed, in order, once; a receiver that is slow or dead holds nothing up."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import logging
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from command_line import duelmat
from duelmat_hub.errors import OwnFileError
from duelmat_hub.running import running
from duelmat_hub.store import Store, open_file
from duelmat_hub.webhooks import (
    ProgressStore,
    Webhook,
    Webhooks,
    WebhookState,
    read_webhooks,
    sending,
)
from duelmat_hub.webhooks.file import Form, Subject
from duelmat_hub.webhooks.messages import body_of, messages_of
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.fold import fold
from duelmat_tournament.names import NO_TABLE, TableNumber
from hub.asking import ORGANISER, new_request, round_one
from hub.receivers import KEY, SECRET, hook, receiver
from tournament.staged_event import StagedEvent

MARK = "abcd1234"


def played() -> StagedEvent:
    """Return an event of four whose first round was played."""
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan")
    event.start(rounds=2)
    event.play()
    event.close()
    return event


async def told(
    hooks: Sequence[Webhook],
    event: StagedEvent,
    done: int,
    waits: list[float] | None = None,
    store: Store | None = None,
) -> Sequence[WebhookState]:
    """Tell receivers an event, until so many messages are done with.

    store: one that knows how far they were told; None: they are told the whole event.
    """
    found = [] if waits is None else waits

    async def sleep(seconds: float) -> None:
        found.append(seconds)

    with tempfile.TemporaryDirectory() as folder:
        opened = store or open_file(Path(folder))
        webhooks = Webhooks(hooks, ProgressStore(opened), lambda: event.now_ms, sleep=sleep)
        changed = asyncio.Event()
        webhooks.notify(changed.set)
        if store is None:
            await webhooks.start(None, [], "")
            webhooks.take(event.event, event.log, MARK)
        else:
            await webhooks.start(event.event, event.log, MARK)
        running_ = asyncio.create_task(webhooks.run())
        try:
            while sum(each.sent + each.lost for each in webhooks.states) < done:
                await asyncio.wait_for(changed.wait(), 30)
                changed.clear()
        finally:
            running_.cancel()
            await asyncio.gather(running_, return_exceptions=True)
        if store is None:
            opened.close()
    return webhooks.states


def test_what_is_published_is_told_in_order_and_signed() -> None:
    """The signature is checked as the receivers of Standard Webhooks do."""
    event = played()
    with receiver() as site:
        (state,) = asyncio.run(told([hook(site.url)], event, 4))
    assert state == WebhookState("site", 4, 0, 0, "")
    kinds = [each.facts["kind"] for each in site.received]
    assert kinds == ["pairings", "results", "results", "standings"]
    assert len({each.facts["id"] for each in site.received}) == 4
    for each in site.received:
        number, at_s = each.headers["webhook-id"], each.headers["webhook-timestamp"]
        assert (number, int(at_s)) == (each.facts["id"], event.now_ms // 1000)
        mac = hmac.new(KEY, f"{number}.{at_s}.".encode() + each.body, hashlib.sha256).digest()
        assert each.headers["webhook-signature"] == "v1," + base64.b64encode(mac).decode()
    pairings, result, _, standings = (each.facts for each in site.received)
    assert pairings["checkpoint"] == event.event.rounds[0].checkpoint
    assert [each["table"] for each in pairings["tables"]] == [1, 2]
    assert result["result"]["winner"] == "first"
    assert [each["rank"] for each in standings["rows"]] == [1, 2, 3, 4]


def test_a_receiver_that_fails_is_asked_again_later_and_later() -> None:
    waits: list[float] = []
    with receiver() as site:
        site.answers = [503, 500, 429]
        (state,) = asyncio.run(told([hook(site.url)], played(), 4, waits))
    assert (state.sent, state.lost, state.trouble) == (4, 0, "")
    assert waits == [7, 7, 7]  # it asked for longer than 1, 2 and 4 seconds
    first = site.received[:4]
    assert len({each.headers["webhook-id"] for each in first}) == 1


def test_a_message_that_is_never_taken_is_given_up_and_the_next_one_sent() -> None:
    waits: list[float] = []
    tries = len(sending.BACK_OFF_S) + 1
    with receiver() as site:
        site.answers = [500] * tries + [404]
        (state,) = asyncio.run(told([hook(site.url)], played(), 4, waits))
    assert (state.sent, state.lost) == (2, 2)
    assert waits[-1] == sending.BACK_OFF_S[-1]
    assert len(site.received) == tries + 3  # 404 would come again: it is not asked twice


def test_a_receiver_that_is_silent_or_dead_holds_up_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sending, "MOST_WAITING", 2)
    with receiver() as silent, receiver() as site, receiver() as dead:
        silent.silent.clear()
        dead.server.socket.close()
        hooks = [hook(silent.url, "silent"), hook(dead.url, "dead"), hook(site.url)]
        sending_ = asyncio.run(told(hooks, played(), 10))
        states = {each.name: each for each in sending_}
    assert states["silent"].sent == 0
    assert states["dead"].trouble == "it cannot be reached"
    assert states["site"].lost == states["silent"].lost == 2, "more than may wait at once"
    assert states["site"].sent == 2


def test_no_address_and_no_secret_is_logged_or_shown(caplog: pytest.LogCaptureFixture) -> None:
    with receiver() as site, caplog.at_level(logging.INFO, "duelmat_hub"):
        site.answers = [400, 500]
        states = asyncio.run(told([hook(site.url)], played(), 4))
    shown = f"{states} {[each.getMessage() for each in caplog.records]}"
    assert "webhook site: it answered 400" in shown
    assert not [each for each in ("token-of", SECRET, SECRET[6:]) if each in shown]


def test_a_receiver_is_told_only_what_it_wants() -> None:
    with receiver() as site:
        wanted = hook(site.url, about=(Subject.STANDINGS,))
        asyncio.run(told([wanted], played(), 1))
    assert [each.facts["kind"] for each in site.received] == ["standings"]


def test_discord_gets_a_text_that_calls_nobody() -> None:
    event = StagedEvent("@everyone", "**Ben**", "C_l_e_o", "<@1>")
    event.start(rounds=1)
    event.play()
    (message,) = messages_of(None, event.log, MARK)
    sent = json.loads(body_of(message, Form.DISCORD))
    assert sent["allowed_mentions"] == {"parse": []}
    assert "\\@everyone" in sent["content"]
    assert "\\*\\*Ben\\*\\*" in sent["content"]
    many = replace(message, facts={}, lines=("x" * 50,) * 100)
    content = json.loads(body_of(many, Form.DISCORD))["content"]
    assert len(content) <= 2000
    assert content.endswith(" more")


def test_a_result_of_a_table_that_is_shown_later_comes_with_the_rounds_end() -> None:
    """A correction tells the result and the standings anew; a thrown-away pairing nothing."""
    event = StagedEvent("Ana", "Ben", "Cleo", "Dan")
    event.do(floor_commands.SetDelay(TableNumber(1), 300))
    event.start(rounds=2)
    event.play()
    event.enter(event.round.matches[TableNumber(1)], results.played(2, 0))
    before = [each.subject for each in messages_of(None, event.log, MARK)]
    assert before == [Subject.PAIRINGS]
    event.close()
    after = list(messages_of(None, event.log, MARK))[1:]
    assert [each.facts.get("table") for each in after] == [2, 1, None]
    done = len(event.log)
    event.correct(1, TableNumber(2), results.played(0, 2))
    again = list(messages_of(fold(event.log[:done]), event.log[done:], MARK))
    assert [each.subject for each in again] == [Subject.RESULTS, Subject.STANDINGS]
    assert again[0].facts["corrected"] is True
    event.pair()
    event.do(commands.UnpairRound())
    assert list(messages_of(fold(event.log[:-2]), event.log[-2:], MARK)) == []


def test_nothing_is_told_twice_by_a_hub_that_is_opened_again(tmp_path: Path) -> None:
    """What was published before is not told, and the desk shows what becomes of the rest."""
    with receiver() as site:

        async def story() -> tuple[list[str], str]:
            store = open_file(tmp_path)
            async with running(store) as first:
                await round_one(first.hub)
            async with running(store, webhooks=[hook(site.url)]) as again:
                await again.hub.submit(
                    floor_commands.SetDelay(NO_TABLE, 0), ORGANISER, new_request()
                )
                event = again.hub.event
                assert event is not None
                entered = commands.EnterResult(
                    event.rounds[0].number, TableNumber(1), results.played(2, 0)
                )
                await again.hub.submit(entered, ORGANISER, new_request())
                while "1 message delivered" not in again.pages.topic("webhooks"):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
                shown = again.pages.topic("webhooks")
            store.close()
            return [each.facts["kind"] for each in site.received], shown

        kinds, shown = asyncio.run(story())
    assert kinds == ["results"]
    assert "site" in shown
    assert "token-of" not in shown


# The file

SOUND = f'[[webhook]]\nname = "site"\nurl = "https://example.org/in"\nsecret = "{SECRET}"\n'
FAULTS = {
    "empty": ("", "w.toml:1: webhook: expected"),
    "no address": (
        SOUND.replace("https", "http"),
        "w.toml:3: webhook[1].url: expected an address",
    ),
    "no secret": (SOUND.partition("secret")[0], "w.toml:2: webhook[1].name: expected a secret"),
    "a short secret": (
        SOUND.replace(SECRET, "whsec_YQ=="),
        "webhook[1].secret: expected a secret",
    ),
    "one name twice": (SOUND + SOUND, "w.toml:6: webhook[2].name: expected a name of its own"),
    "an unknown subject": (SOUND + 'about = ["gossip"]\n', "w.toml:5: webhook[1].about[1]"),
    "an unknown key": (SOUND + "key = 1\n", "w.toml:5: webhook[1].key"),
    "a secret for Discord": (SOUND + 'form = "discord"\n', "expected none for Discord"),
    "no TOML": ("[[webhook", "w.toml:1: expected TOML"),
}


def test_a_sound_file_is_read() -> None:
    (found,) = read_webhooks(SOUND.encode(), "w.toml")
    assert (found.name, found.key, found.about) == ("site", KEY, tuple(Subject))


@pytest.mark.parametrize("case", FAULTS)
def test_what_is_wrong_in_a_file_is_told_with_its_line_and_no_secret(case: str) -> None:
    text, expected = FAULTS[case]
    with pytest.raises(OwnFileError) as refused:
        read_webhooks(text.encode(), "w.toml")
    assert expected in str(refused.value)
    assert SECRET[6:] not in str(refused.value)


def test_a_hub_is_not_opened_with_a_broken_file(tmp_path: Path) -> None:
    path = tmp_path / "webhooks.toml"
    path.write_text(SOUND.replace("https", "ftp"))
    words = ("--name", "Open", "--policy", "trump-king", "--webhooks", path)
    done = duelmat("event", "serve", tmp_path / "event", *words)
    assert done.exit_code == 2
    assert "webhooks.toml:3: webhook[1].url: expected an address" in done.stderr
    assert not (tmp_path / "event").exists()
