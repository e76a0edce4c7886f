"""A table's uplink at a hub: whatever fails in between, everything arrives once and in order."""

import asyncio
from pathlib import Path

import httpx
import msgspec
import pytest

from duelmat_hardware import load_mat
from duelmat_host.app.table_loop import STEPS_A_ROUND
from duelmat_host.journal.chain import Entry, read_chain
from duelmat_host.journal.journal import Journal
from duelmat_host.sensing.layout import MatZone
from duelmat_host.table.entries import (
    AskingChanged,
    JudgeCalled,
    PlayRefused,
    PlayWithdrawn,
    SideChosen,
)
from duelmat_host.table.entry_form import to_data
from duelmat_host.table.own_sleeves import SideChoice
from duelmat_host.table.table import LegalActions
from duelmat_host.uplink import uplink as uplink_module
from duelmat_host.uplink.event_table import follow_earlier
from duelmat_host.uplink.hub_client import EventLinkError, HubClient
from duelmat_host.uplink.outbox import Outbox
from duelmat_host.uplink.report_maker import ReportMaker, shown
from duelmat_host.uplink.sealing import opened
from duelmat_host.uplink.stream_file import read_streams
from duelmat_host.uplink.uplink import Uplink
from duelmat_hub.clocks import utc_ms
from duelmat_hub.sealed_store import SealedStore
from duelmat_tournament import floor_commands
from duelmat_venue.lives import Life
from duelmat_venue.reports import Ack, Batch
from duelmat_venue.rulings import Answer
from duelmat_venue.wanted import Wanted
from host.journals import write
from hub.asked_app import HOST
from hub.asking import JUDGE
from hub.asking import ask as tell
from venue.reported import start_of
from venue.uplinked import (
    ANA,
    TABLE,
    kept_of,
    play_two,
    reports_of,
    run,
    running,
    until,
    venue,
    view_of,
)

# Reports


def test_reports_come_to_the_view_that_the_journal_comes_to(tmp_path: Path) -> None:
    with Journal.open(write(tmp_path / "duel-0001.jsonl")) as journal:
        reports = reports_of(journal)
        assert [each.n for each in reports] == list(range(1, len(reports) + 1))
        maker = ReportMaker(start_of(journal))
        for each in journal.entries():
            maker.take(each)
        assert view_of(reports) == shown(maker._state)


def test_what_only_one_seat_knows_gives_no_report(tmp_path: Path) -> None:
    """Not even a number is spent on it."""
    with Journal.open(write(tmp_path / "duel-0001.jsonl", most=5)) as journal:
        before = len(reports_of(journal))
        journal.append(*to_data(AskingChanged(ANA, frozenset())))
        assert len(reports_of(journal)) == before
        journal.append(*to_data(JudgeCalled(ANA, called=True)))
        assert len(reports_of(journal)) == before + 1


def test_a_refused_play_is_reported_with_its_rules_and_remedies(tmp_path: Path) -> None:
    """As everybody at the table is shown it, until its cards are gone."""
    refused = PlayRefused(("TK-14",), "Ana may not.", ("Set the card.",), (), (MatZone("a.m2"),))
    with Journal.open(write(tmp_path / "duel-0001.jsonl", most=9)) as journal:
        journal.append(*to_data(refused))
        message = reports_of(journal)[-1].changes["message"]
        assert (message["kind"], message["text"]) == ("refusal", "Ana may not.")
        assert [rule["id"] for rule in message["rules"]] == ["TK-14"]
        assert message["remedy"] == ["Set the card."]
        journal.append(*to_data(PlayWithdrawn()))
        assert reports_of(journal)[-1].changes == {"message": None}


def test_a_report_lists_what_is_legal_in_steps_between_which_cards_are_lit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the table does: the whole list of one decision may take longer than a light may."""
    asked, listing = [], LegalActions.go_on

    def go_on(legal: LegalActions, steps: int | None = None) -> None:
        if not legal.is_listed:
            asked.append(steps)
        listing(legal, steps)

    monkeypatch.setattr(LegalActions, "go_on", go_on)
    with Journal.open(write(tmp_path / "duel-0001.jsonl", most=20)) as journal:
        outbox = Outbox(tmp_path)
        outbox.follow(journal, start_of(journal), 1, 1)
        asyncio.run(uplink_module._make(outbox.duels[-1]))
        assert set(asked) == {STEPS_A_ROUND}
        assert outbox.duels[-1].reports == reports_of(journal)


def test_a_report_that_is_half_made_is_finished_for_a_ruling(tmp_path: Path) -> None:
    with Journal.open(write(tmp_path / "duel-0001.jsonl", most=3)) as journal:
        outbox = Outbox(tmp_path)
        outbox.follow(journal, start_of(journal), 1, 1)
        while (shown := outbox.shown) is None:
            outbox.duels[-1].make_some()
        assert shown.reports == reports_of(journal)


# On the way


class CountingHub:
    """A hub that keeps everything, and counts the requests that it gets."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []

    async def report(self, batch: Batch) -> Ack:
        self.batches.append(batch)
        n = max((each.n for made in self.batches for each in made.reports), default=0)
        return Ack(batch.stream, n, life=Life("event"))

    async def wanted(self) -> Wanted:
        await asyncio.Future() if self.batches else None
        return Wanted(1, "Open", TABLE, life=Life("event"))

    async def close(self) -> None:
        """End nothing."""


def test_what_only_one_seat_knows_makes_no_table_speak(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before its beat: the moment of a request would tell that something was chosen."""
    monkeypatch.setattr(uplink_module, "BEAT_S", 3_600.0)
    monkeypatch.setattr(uplink_module, "GATHER_S", 0.0)
    monkeypatch.setattr(uplink_module, "ASK_EVERY_S", 0.0)

    async def story() -> None:
        hub = CountingHub()
        uplink = Uplink(hub, tmp_path, utc_ms)  # type: ignore[arg-type]  # what is used of it
        with Journal.open(write(tmp_path / "duel-0001.jsonl", most=5)) as journal:
            uplink.follow(journal, start_of(journal), 1, 1)
            async with running(uplink):
                await until(lambda: bool(hub.batches) and uplink.is_even)
                told = len(hub.batches)
                for entry in (
                    AskingChanged(ANA, frozenset()),
                    SideChosen(ANA, SideChoice()),
                ):
                    journal.append(*to_data(entry))
                    uplink.notice()
                    for _ in range(100):
                        await asyncio.sleep(0)
                assert len(hub.batches) == told
                journal.append(*to_data(JudgeCalled(ANA, called=True)))
                uplink.notice()
                await until(lambda: len(hub.batches) > told)
                uplink.answer((Answer(1),))
                await until(lambda: len(hub.batches) > told + 1)
                assert [len(each.reports) for each in hub.batches[told:]] == [1, 0]

    run(story)


def test_everything_arrives_as_the_journal_grows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            with Journal.open(write(at.folder / "duel-0001.jsonl", most=5)) as journal:
                at.uplink.follow(journal, start_of(journal), 1, 1)
                async with running(at.uplink):
                    await until(lambda: at.has_all)
                    journal.append(*to_data(JudgeCalled(ANA, called=True)))
                    at.uplink.notice()
                    await until(
                        lambda: "judge" in at.now.view and at.now.view["judge"] is not None
                    )
                    assert dict(at.now.view) == view_of(reports_of(journal))
                    await until(lambda: at.calls == [TABLE])

    run(story)


def test_a_table_that_was_cut_off_catches_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows how much waits, and says why; answers that were lost double nothing."""

    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            with Journal.open(write(at.folder / "duel-0001.jsonl")) as journal:
                count = len(reports_of(journal))
                at.cable.is_cut = True
                at.uplink.follow(journal, start_of(journal), 1, 1)
                async with running(at.uplink):
                    await until(lambda: at.uplink.trouble is not None)
                    await until(lambda: at.uplink.waiting == count)
                    assert at.uplink.trouble == "the event's hub does not answer (ConnectError)"
                    at.cable.is_cut, at.cable.answers_are_lost = False, True
                    tried = at.cable.requests
                    await until(lambda: at.cable.requests > tried + 6)
                    assert at.uplink.waiting == count
                    at.cable.answers_are_lost = False
                    await until(lambda: at.uplink.waiting == 0 and at.uplink.trouble is None)
                    assert (at.now.n, dict(at.now.view)) == (count, view_of(reports_of(journal)))

    run(story)


def test_a_restarted_table_goes_on_with_its_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            with Journal.open(write(at.folder / "duel-0001.jsonl", most=9)) as journal:
                at.uplink.follow(journal, start_of(journal), 1, 1)
                async with running(at.uplink):
                    await until(lambda: at.has_all)
                stream, n = at.now.stream, at.now.n
                again = at.new_uplink()
                again.follow(journal, start_of(journal), 1, 1)
                journal.append(*to_data(JudgeCalled(ANA, called=True)))
                async with running(again):
                    await until(lambda: at.now.n > n)
                    assert (at.now.stream, at.now.n) == (stream, n + 1)
                    await until(lambda: not again.waiting)

    run(story)


def test_a_journal_that_lost_its_end_begins_a_new_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hub has reports that the journal no longer gives: it is shown the duel as it is now."""

    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            with Journal.open(write(at.folder / "duel-0001.jsonl")) as journal:
                at.uplink.follow(journal, start_of(journal), 1, 1)
                async with running(at.uplink):
                    await until(lambda: at.has_all)
            first = at.now.stream
            shorter = tmp_path / "other" / "duel-0001.jsonl"
            shorter.parent.mkdir()
            with Journal.open(write(shorter, most=5)) as journal:
                again = at.new_uplink()
                again.follow(journal, start_of(journal), 1, 1)
                async with running(again):
                    await until(lambda: at.now.stream != first and not again.waiting)
                    await until(lambda: dict(at.now.view) == view_of(reports_of(journal)))

    run(story)


@pytest.mark.parametrize("status", [200, 304, 500])
def test_a_hub_that_answers_without_end_is_not_asked_without_end(
    tmp_path: Path, status: int
) -> None:
    """The lights of the table have their turns in between, whatever comes."""
    asked: list[str] = []

    async def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        if request.url.path == "/table/wanted":
            known = Wanted(len(asked), "Open", 1, life=Life("open"))
            return httpx.Response(status, content=msgspec.json.encode(known))
        return httpx.Response(200, content=msgspec.json.encode(Ack("1" * 32, 0)))

    async def story() -> None:
        client = HubClient(f"{HOST}/in/secret", transport=httpx.MockTransport(answer))
        uplink = Uplink(client, tmp_path, utc_ms)
        with Journal.open(write(tmp_path / "duel-0001.jsonl", most=5)) as journal:
            uplink.follow(journal, start_of(journal), 1, 1)
            async with running(uplink):
                for _ in range(2_000):
                    await asyncio.sleep(0)
        assert len(asked) < 60

    run(story)


@pytest.mark.parametrize("rounds", range(4))
def test_an_uplink_ends_though_news_come_as_it_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> None:
    """However many rounds of the event loop lie in between."""

    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            monkeypatch.setattr(uplink_module, "BEAT_S", 60.0)
            task = asyncio.create_task(at.uplink.run())
            await until(lambda: at.uplink.wanted is not None)
            at.uplink.notice()
            for _ in range(rounds):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait({task}, timeout=5)
            is_done = task.done()
            for each in asyncio.all_tasks() - {asyncio.current_task()}:
                each.cancel()
            assert is_done

    run(story)


def test_a_duel_that_ends_while_the_table_is_alone_is_reported_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the next one, in its own stream; the last of it is shown as the present duel."""

    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            at.cable.is_cut = True
            first, second = play_two(at, at.uplink)
            async with running(at.uplink):
                await until(lambda: at.uplink.trouble is not None)
                at.cable.is_cut = False
                await until(
                    lambda: at.uplink.trouble is None and len(at.uplink._outbox.duels) == 1
                )
                await until(lambda: not at.uplink.waiting and at.now.duel == 2)
            assert kept_of(at) == [(1, first), (2, second)]

    run(story)


def test_a_table_that_restarts_alone_reports_its_earlier_duels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the streams of before: what the hub had already is not doubled."""

    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            first, second = play_two(at, at.uplink)
            at.cable.answers_are_lost = True
            async with running(at.uplink):
                await until(lambda: kept_of(at) == [(1, first)])
            at.cable.answers_are_lost = False
            again = at.new_uplink()
            present = at.folder / "duel-0002.jsonl"
            follow_earlier(again, at.folder, load_mat(), present.name, pytest.fail)
            with Journal.open(present) as journal:
                again.follow(journal, start_of(journal), 1, 2)
            async with running(again):
                await until(
                    lambda: len(again._outbox.duels) == 1 and again._outbox.duels[0].acked > 0
                )
                await until(lambda: not again.waiting)
            assert kept_of(at) == [(1, first), (2, second)]
            assert [each.is_whole for each in read_streams(at.folder)] == [True, False]


def test_what_the_hub_refuses_is_read_until_something_else_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second call in one round is refused: beats that follow do not wipe the reason away."""

    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            await tell(at.asker.started.hub, floor_commands.CallJudge(TABLE), JUDGE)
            with Journal.open(write(at.folder / "duel-0001.jsonl", most=5)) as journal:
                at.uplink.follow(journal, start_of(journal), 1, 1)
                async with running(at.uplink):
                    await until(lambda: at.has_all)
                    journal.append(*to_data(JudgeCalled(ANA, called=True)))
                    at.uplink.notice()
                    await until(lambda: bool(at.uplink.notes))
                    noted, asked = at.uplink.notes, at.cable.requests
                    await until(lambda: at.cable.requests > asked + 3)
                    assert at.uplink.notes == noted
                    journal.append(*to_data(JudgeCalled(ANA, called=False)))
                    at.uplink.notice()
                    await until(lambda: not at.uplink.notes)

    run(story)


# The wanted state


def test_the_table_learns_what_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at, running(at.uplink):
            wanted = await at.uplink.wait_wanted()
            assert wanted.match is not None
            assert wanted.match.ruleset == "trump-king"
            await tell(at.asker.started.hub, floor_commands.CallJudge(TABLE), JUDGE)
            later = await at.uplink.wait_wanted()
            assert later.call is not None
            assert later.call.step == "waiting"

    run(story)


def test_a_table_whose_link_has_ended_plays_on_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            people = at.asker.started.people
            (mine,) = [each for each in await people.links() if each.role == "table"]
            await people.end_link(mine.digest)
            with Journal.open(write(at.folder / "duel-0001.jsonl", most=9)) as journal:
                at.uplink.follow(journal, start_of(journal), 1, 1)
                async with running(at.uplink):
                    await until(lambda: at.uplink.trouble is not None)
                    assert at.uplink.trouble is not None
                    assert at.uplink.trouble.startswith("This link lets no table in")

    run(story)


@pytest.mark.parametrize("link", ["", "nonsense", "https://hub/desk", "ftp://hub/in/x"])
def test_an_address_that_is_no_link_of_a_table_is_refused(link: str) -> None:
    with pytest.raises(EventLinkError, match="expected a link as the desk has made it"):
        HubClient(link)


def test_an_entry_is_read_by_its_place(tmp_path: Path) -> None:
    with Journal.open(write(tmp_path / "duel-0001.jsonl", most=3)) as journal:
        assert [journal.entry(at) for at in range(len(journal))] == list(journal.entries())
        assert isinstance(journal.entry(0), Entry)


def test_entries_that_were_written_together_go_in_one_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the journal that the hub can give away would end in the midst of them."""

    async def story() -> None:
        async with venue(tmp_path, monkeypatch) as at:
            with Journal.open(write(at.folder / "duel-0001.jsonl", most=9)) as journal:
                called = [to_data(JudgeCalled(ANA, called=each)) for each in (True, False)]
                journal.append_all(called)
                at.uplink.follow(journal, start_of(journal), 1, 1)
                async with running(at.uplink):
                    await until(lambda: at.has_all)
                    stream = at.uplink._outbox.duels[-1].stream
                store = SealedStore(at.asker.started.hub.store)
                sealed = store.read_sealed(stream.stream, "", 0, at.now.n - 1)
                content = opened(bytes.fromhex(stream.key), stream.stream, sealed.parts)
                assert read_chain(content).entries == journal.entries()

    run(story)
