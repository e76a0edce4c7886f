"""A dead table's match goes on at a spare one, whatever fails meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import select, update

from direct_mat import MAT
from duelmat_engine import Seat
from duelmat_hardware import load_mat, mat_file
from duelmat_host.journal.journal import Journal
from duelmat_host.table.commands import CallJudge, Concede, ConfirmResult, Rematch
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.errors import MatchGoneError
from duelmat_host.table.holdups import Freeze, freeze_of
from duelmat_host.table.inputs import CommandGiven
from duelmat_host.uplink import uplink as uplink_module
from duelmat_host.uplink.wanted_matches import setup_of
from duelmat_hub import tables
from duelmat_hub.pages.views_mats import ComputersView, computers_view, late_views, mat_view
from duelmat_hub.reporting import TableNow
from duelmat_hub.running import running as other_process
from duelmat_hub.wanted import wanted_of
from duelmat_tournament import results
from duelmat_tournament.event import Event, Match
from duelmat_tournament.names import RoundNumber, TableNumber
from duelmat_tournament.roles import Role
from hub.asked_app import HOST, Asker, asked
from hub.asking import new_request
from venue.venue_table import VenueTable, running, until, write_played

OLD, SPARE, LATE = TableNumber(1), TableNumber(9), TableNumber(10)
ONE = RoundNumber(1)
ANA, BEN = Seat(0), Seat(1)
MINI = load_mat(mat_file("mini"))
IN_THE_MIDDLE = 40
"""Entries of a duel after which cards lie face-up and face-down."""


class Hall:
    """A hub with a match at table 1, which has been played for a while, and spare tables."""

    def __init__(self, asker: Asker, folder: Path) -> None:
        self.asker = asker
        self.folder = folder
        self.links: dict[TableNumber, str] = {}
        self.transport = httpx.ASGITransport(app=asker.app)

    @property
    def event(self) -> Event:
        event = self.asker.started.hub.event
        assert event is not None
        return event

    def words_of(self, table: TableNumber) -> str:
        """Return what the desk reads of a table."""
        view = computers_view(self.event, self.asker.started.reporting.tables, {})
        return next((str(row.words) for row in view.rows if row.table == table), "")

    def match(self, table: TableNumber) -> Match:
        assert self.event.round is not None
        return self.event.round.matches[table]

    def now(self, table: TableNumber) -> TableNow:
        found = self.asker.started.reporting.table(table)
        assert found is not None
        return found

    async def table(self, number: TableNumber, carried: Path | None = None) -> VenueTable:
        """Open the program of a table in its directory, with its link."""
        folder = self.folder / f"table-{number}"
        folder.mkdir(exist_ok=True)
        if number not in self.links:
            people = self.asker.started.people
            secret = await people.make_link(Role.TABLE, f"Table {number}", table=number)
            self.links[number] = f"{HOST}/in/{secret}"
        return VenueTable(folder, self.links[number], self.transport, carried)

    def begin(self) -> None:
        """Have the match at table 1 been played for a while, before its program is opened."""
        folder = self.folder / f"table-{OLD}"
        folder.mkdir()
        wanted = wanted_of(self.event, OLD).match
        assert wanted is not None
        write_played(folder / "duel-0001.jsonl", setup_of(wanted), IN_THE_MIDDLE)

    async def move(
        self, table: TableNumber = OLD, to: TableNumber = SPARE, *, sure: bool = False
    ) -> dict[str, Any]:
        """Ask the hub for a move, as the desk does."""
        command = {"do": "move-match", "round": 1, "table": table, "to": to, "sure": sure}
        answer = await self.asker.browsers[Role.ORGANISER].post(
            "/do/move-match", json={"request": new_request(), "command": command}
        )
        told: dict[str, Any] = answer.json()
        return told

    async def played_until_it_dies(self, *spares: TableNumber) -> None:
        """Have table 1 report all that was played, sealed for the spare tables, and die."""
        waiting = [await self.table(number) for number in spares]
        for spare in waiting:
            assert await spare.uplink.client.wanted()
            spare.close()
        self.begin()
        old = await self.table(OLD)
        async with running(old):
            await until(lambda: old.uplink.wanted is not None and old.event_table._played.round)
            duel = old.uplink._outbox.duels
            await until(lambda: len(duel[-1].keyed) == len(spares) or not spares)
            await until(lambda: duel[-1].acked and old.uplink.is_even)


@asynccontextmanager
async def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    monkeypatch.setattr(uplink_module, "RETRY_S", (0.01, 0.02))
    monkeypatch.setattr(uplink_module, "GATHER_S", 0.0)
    monkeypatch.setattr(uplink_module, "BEAT_S", 0.05)
    monkeypatch.setattr("duelmat_host.uplink.event_table.LOOK_S", 0.01)
    monkeypatch.setattr("duelmat_host.uplink.event_table.AGAIN_S", 0.05)
    (tmp_path / "hub").mkdir()
    async with asked(tmp_path / "hub") as asker:
        people = asker.started.people
        (mine,) = [each for each in await people.links() if each.role == "table"]
        await people.end_link(mine.digest)
        yield Hall(asker, tmp_path)


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await story()

    asyncio.run(bounded())


def last_line(now: TableNow | None) -> str:
    """Return the last line of a table's log, as it was reported."""
    lines = [] if now is None else now.view.get("log", [])
    return str(lines[-1]["text"]["text"]) if lines else ""


def has_taken_over(table: VenueTable) -> bool:
    return bool(table.journal.entries("taken-over"))


def test_a_match_goes_on_at_the_spare_table_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the last report, once the cards lie as they lay; the old table plays no more."""

    async def story() -> None:
        async with hall(tmp_path, monkeypatch) as at:
            await at.played_until_it_dies(SPARE)
            last = at.now(OLD)
            assert (await at.move())["message"].startswith("Table 1 answers.")
            assert (await at.move(sure=True))["ok"]
            spare = await at.table(SPARE)
            async with running(spare):
                await until(lambda: has_taken_over(spare) and spare.uplink.is_even)
                before = (tmp_path / "table-1" / "duel-0001.jsonl").read_bytes()
                *carried, _ = spare.journal.path.read_bytes().splitlines(keepends=True)
                assert before.startswith(b"".join(carried)), "line by line"
                assert at.now(SPARE).thought_ms == last.thought_ms
                state = spare.state
                assert len(state.pending) > 3
                assert state.secrets, "a card lies face-down, and the spare table knows which"
                assert set(state.pending) == set(state.expected)
                assert freeze_of(state, None) is Freeze.LAYING
                spare.lay()
                await until(lambda: not spare.state.is_restoring and spare.uplink.is_even)
                now = at.now(SPARE).view
                for part in ("life", "turn", "turn_seat", "phase", "score"):
                    assert now[part] == last.view[part], part
                await play_to_the_end(at, spare)
            assert at.match(SPARE).result == results.played(0, 2)

    run(story)


async def play_to_the_end(at: Hall, spare: VenueTable) -> None:
    """Have Ana concede two duels, and both confirm that."""
    spare.table.take(CommandGiven(ANA, Concede()))
    await until(lambda: at.now(SPARE).view.get("outcome"))
    await spare.service.command("a", Rematch())
    await until(lambda: at.now(SPARE).duel == 2)
    assert not has_taken_over(spare), "the next duel was begun here"
    spare.table.take(CommandGiven(ANA, Concede()))
    for seat in (ANA, BEN):
        spare.table.take(CommandGiven(seat, ConfirmResult()))
    await until(lambda: at.match(SPARE).result is not None)


def test_the_old_table_says_that_its_match_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It plays nothing on; what it had played while it was cut off changes nothing, and the
    judge of the match sees it.
    """

    async def story() -> None:
        async with hall(tmp_path, monkeypatch) as at:
            await at.played_until_it_dies(SPARE)
            assert (await at.move(sure=True))["ok"]
            old = await at.table(OLD)
            old.table.take(CommandGiven(BEN, CallJudge()))  # it has not heard of the move yet
            async with running(old):
                await until(lambda: old.state.gone_to == SPARE and old.uplink.is_even)
                with pytest.raises(MatchGoneError):
                    old.table.take(CommandGiven(ANA, Concede()))
                with pytest.raises(MatchGoneError):
                    await old.service.command("a", Rematch())
                assert any(
                    "has gone to table 9" in words and "duel-0001.jsonl for the judge" in words
                    for words in old.words
                )
                await until(lambda: at.now(OLD).n > at.event.rounds[0].moves[0].n + 1)
                assert not at.event.calls, "the late call is none"
                assert mat_view(at.event, at.now(OLD)) is None
                (late,) = late_views(at.event, at.asker.started.reporting.tables, SPARE)
                assert late.words.startswith("Table 1 has reported 2 steps more")
                assert late.mat.lines[0] == "The match has gone to table 9."
            again = await at.table(OLD)
            assert again.state.gone_to == SPARE, "after a restart as well"
            again.close()

    run(story)


def test_a_power_cut_at_the_spare_table_takes_the_match_over_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also between its journal and the note of its stream, and with another process of the hub."""

    async def story() -> None:
        async with hall(tmp_path, monkeypatch) as at:
            await at.played_until_it_dies(SPARE)
            assert (await at.move(sure=True))["ok"]
            spare = await at.table(SPARE)
            streams = tmp_path / "table-9" / "uplink.json"
            async with running(spare):
                await until(lambda: has_taken_over(spare))
            streams.unlink(missing_ok=True)
            async with other_process(at.asker.started.hub.store) as another:
                at.transport = httpx.ASGITransport(app=another.make_app(hosts=("127.0.0.1",)))
                for _ in range(2):
                    spare = await at.table(SPARE)
                    assert has_taken_over(spare)
                    async with running(spare):
                        await until(
                            lambda: last_line(another.reporting.table(SPARE)).startswith(
                                "The duel goes on here"
                            )
                        )
                        assert len(spare.journal.entries("taken-over")) == 1
            assert len(list((tmp_path / "table-9").glob("duel-*.jsonl"))) == 1

    run(story)


def test_a_match_is_moved_again_and_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table seals what it has taken over for those that are free then."""

    async def story() -> None:
        async with hall(tmp_path, monkeypatch) as at:
            await at.played_until_it_dies(SPARE, LATE)
            for table, to in ((OLD, SPARE), (SPARE, LATE), (LATE, OLD)):
                assert (await at.move(table, to, sure=True))["ok"]
                taking = await at.table(to)
                async with running(taking):
                    await until(lambda: has_taken_over(taking) and taking.uplink.is_even)  # noqa: B023
                    wanted = len(await keys_of(at, to))
                    duels = taking.uplink._outbox.duels
                    await until(lambda: len(duels[-1].keyed) == wanted)  # noqa: B023
                    assert len(taking.journal.entries("taken-over")) > 0
            assert len(taking.journal.entries("taken-over")) == 3
            assert taking.state.gone_to == 0
            taking.close()

    run(story)


async def keys_of(at: Hall, table: TableNumber) -> set[TableNumber]:
    """Return the tables that may take the match of this one over."""
    return {each for each in at.links if each != table}


# What speaks against it


def test_a_table_that_joined_too_late_takes_over_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The desk is told before; the journal carried over by hand has even more."""

    async def story() -> None:
        async with hall(tmp_path, monkeypatch) as at:
            await at.played_until_it_dies()
            at.asker.started.reporting._tables[OLD] = silent(at.now(OLD))
            assert (await at.move())["message"].startswith(
                "No program has been heard at table 9 that could take the match over."
            )
            late = await at.table(SPARE)
            async with running(late):
                told_keys = at.asker.started.pages._mats.keys
                await until(lambda: SPARE in told_keys())
                told = (await at.move())["message"]
                assert told.startswith("Table 9 cannot open what table 1 has sent")
                assert "--journal FILE" in told
                assert (await at.move(sure=True))["ok"]
                await until(lambda: any("with --journal FILE" in each for each in late.words))
            journal = tmp_path / "table-1" / "duel-0001.jsonl"
            by_hand = await at.table(SPARE, journal)
            async with running(by_hand):
                await until(lambda: has_taken_over(by_hand))
                assert by_hand.journal.path.read_bytes().startswith(journal.read_bytes())

    run(story)


def silent(now: TableNow) -> TableNow:
    """Return a table as the hub has it after some silence."""
    return TableNow(now.table, now.round, now.duel, now.stream, now.n, now.view, is_silent=True)


def test_a_journal_that_does_not_fit_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of another match, or written by another program: the table says which, and keeps none."""

    async def story() -> None:
        async with hall(tmp_path, monkeypatch) as at:
            await at.played_until_it_dies()
            carried = tmp_path / "table-1" / "duel-0001.jsonl"
            with Journal.open(carried) as journal:
                journal.append("of-another-program", {})
            stranger = tmp_path / "duel-0007.jsonl"
            other = DuelSetup("trump_king", ("Eva", "Tom"), (), duels=3)
            write_played(stranger, other)
            stranger_words = "expected the journal of the match from table 1"
            assert (await at.move(sure=True))["ok"]
            for path, words in ((carried, "of-another-program"), (stranger, stranger_words)):
                spare = await at.table(SPARE, path)
                async with running(spare):
                    await until(lambda: any(words in each for each in spare.words))  # noqa: B023
                    assert not has_taken_over(spare)
                    assert len(list((tmp_path / "table-9").glob("duel-*.jsonl"))) == 1

    run(story)


def test_a_match_goes_on_at_a_mat_with_the_same_zones_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where cards lie is written by the zones of the mat; another edition of one has the same."""

    async def story() -> None:
        async with hall(tmp_path, monkeypatch) as at:
            await at.played_until_it_dies()
            assert (await at.move(sure=True))["ok"]
            wanted = wanted_of(at.event, SPARE).match
            assert wanted is not None
            for name, mat in (("mini", MINI), ("newer", replace(MAT, digest="f" * 64))):
                path = tmp_path / f"{name}.jsonl"
                write_played(path, setup_of(wanted), IN_THE_MIDDLE, mat)
                spare = await at.table(SPARE, path)
                async with running(spare):
                    if mat is MINI:
                        words = "the one where the duel was begun (mini), got standard"
                        await until(lambda: any(words in each for each in spare.words))  # noqa: B023
                        assert not has_taken_over(spare)
                        await until(lambda: "begun (mini), got standard" in at.words_of(SPARE))
                    else:
                        await until(lambda: has_taken_over(spare))  # noqa: B023
                        await until(lambda: at.words_of(SPARE) == "It is heard.")

    run(story)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (tables.sealed_parts, "part 2 of the sealed journal was changed on its way"),
        (tables.sealed_keys, "expected the key of the match, sealed for this table"),
    ],
)
def test_what_was_forged_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: Any, words: str
) -> None:
    """The table says so, and goes on asking."""

    async def story() -> None:
        async with hall(tmp_path, monkeypatch) as at:
            await at.played_until_it_dies(SPARE)
            store = at.asker.started.hub.store
            with store.transaction() as connection:
                mine = table.c.n == 2 if table is tables.sealed_parts else table.c.stream > 0
                bodies = connection.execute(select(table.c.body).where(mine)).scalars()
                forged = bytes(len(bodies.first() or b""))
                connection.execute(update(table).where(mine).values(body=forged))
            assert (await at.move(sure=True))["ok"]
            spare = await at.table(SPARE)
            async with running(spare):
                await until(lambda: any(words in each for each in spare.words))
                assert not has_taken_over(spare)

    run(story)


def test_a_table_gets_only_the_match_that_was_moved_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a spare table without one, nor the old table, nor anybody else."""

    async def story() -> None:
        async with hall(tmp_path, monkeypatch) as at:
            await at.played_until_it_dies(SPARE)
            for number in (SPARE, OLD):
                asking = await at.table(number)
                answer = await asking.uplink.client._http.get("/table/sealed")
                assert answer.status_code == 409
                assert answer.json()["message"] == f"No match was moved to table {number}."
                asking.close()
            answer = await at.asker.browsers[Role.ORGANISER].get("/table/sealed")
            assert answer.status_code != 200
            assert (await at.move(sure=True))["ok"]
            asking = await at.table(SPARE)
            for after in ("-1", "x", "9" * 9, "１"):
                answer = await asking.uplink.client._http.get(
                    "/table/sealed", params={"after": after}
                )
                assert answer.status_code == 409
            asking.close()

    run(story)


def test_the_desk_sees_who_could_take_a_match_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the short form of each key, which the table prints as well."""

    async def story() -> None:
        async with hall(tmp_path, monkeypatch) as at:
            await at.played_until_it_dies(SPARE)
            started = at.asker.started

            def seen() -> ComputersView:
                return computers_view(
                    at.event, started.reporting.tables, started.pages._mats.keys()
                )

            await until(lambda: seen().spare == (SPARE,))  # heard of within a second
            view = seen()
            rows = {row.table: row for row in view.rows}
            assert (rows[OLD].may_move, rows[SPARE].may_move) == (True, False)
            assert rows[SPARE].words == "It waits for a match."
            assert len({rows[OLD].key, rows[SPARE].key, ""}) == 3
            page = (await at.asker.browsers[Role.ORGANISER].get("/desk")).text
            assert rows[SPARE].key in page
            assert 'data-do="move-match"' in page

    run(story)
