"""Rulings from afar at the hub: proposed by phone, answered by the table, shown on the floor."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from duelmat_tournament import floor_commands
from duelmat_tournament.entries import RulingOutcome
from duelmat_tournament.event import TableRuling
from duelmat_tournament.names import RoundNumber, RulingId, TableNumber
from duelmat_tournament.roles import Role
from duelmat_venue.reports import Ack
from duelmat_venue.rulings import LifeSet
from duelmat_venue.versions import HEADER, MINOR
from duelmat_venue.wanted import Wanted
from hub.asked_app import Asker, asked
from hub.asking import JUDGE, new_request
from hub.asking import ask as tell
from hub.test_tables import STREAM, TABLE, batch, report, want, wanted

LIFE = {"do": "life", "seat": "b", "life": 12, "reason": "miscounted"}
VIEW = {
    "turn": 3,
    "turn_seat": "a",
    "life": {"a": 20, "b": 15},
    "message": {"kind": "refusal", "text": "Not now."},
    "judge": {"by": "a", "text": "Ana has called a judge."},
}
EFFECT = {
    "lines": ["The life of Ben becomes 12: miscounted."],
    "life": {"b": 12},
    "hands": ["Ana: Take the card from the mat."],
}


def run(tmp_path: Path, story: Callable[[Asker], Awaitable[None]]) -> None:
    async def told() -> None:
        async with asked(tmp_path) as asker:
            await report(asker, VIEW, state={"minor": MINOR, "version": "0.9"})
            await story(asker)

    asyncio.run(told())


async def order(asker: Asker, do: str, by: Role = Role.JUDGE, **more: Any) -> dict[str, Any]:
    body = {"request": new_request(), "command": {"do": do, **more}}
    headers = {"x-duelmat-role": by.value}
    answer = await asker.browsers[by].post(f"/do/{do}", json=body, headers=headers)
    return dict(answer.json())


async def propose(asker: Asker, ruling: dict[str, Any] | None = None) -> None:
    done = await order(
        asker, "propose-ruling", table=TABLE, stream=STREAM, seen=1, ruling=ruling or LIFE
    )
    assert done["ok"], done


async def answer(asker: Asker, **more: Any) -> Ack:
    """What the table says to the first ruling, with a sign of life."""
    said = {"ruling": 1, **more}
    return await report(asker, state={"minor": MINOR, "answers": [said]})


async def floor(asker: Asker) -> str:
    return str((await asker.browsers[Role.JUDGE].get(f"/floor/table/{TABLE}")).text)


def first(asker: Asker) -> TableRuling:
    event = asker.started.hub.event
    assert event is not None
    return event.rulings[RulingId(1)]


def test_a_ruling_is_shown_before_it_is_carried_out_once(tmp_path: Path) -> None:
    """The table is asked, its answer is confirmed, and what it reports ends the ruling."""

    async def story(asker: Asker) -> None:
        await propose(asker)
        (asked_for,) = wanted(await want(asker)).rulings
        assert (asked_for.stream, asked_for.seen, asked_for.ruling) == (STREAM, 1, LIFE)
        assert (asked_for.judge, asked_for.effect) == (first(asker).judge, "")
        assert "Carry it out" not in await floor(asker)
        await answer(asker, effect=EFFECT, digest="e" * 64)
        page = await floor(asker)
        for words in (*EFFECT["lines"], *EFFECT["hands"], "Carry it out", "e" * 64):
            assert words in page
        assert (await order(asker, "confirm-ruling", ruling=1, effect="e" * 64))["ok"]
        (confirmed,) = wanted(await want(asker)).rulings
        assert confirmed.effect == "e" * 64
        for _ in range(2):
            ack = await report(asker, {"ruled": [1], "life": {"a": 20, "b": 12}}, first=2)
            assert ack.notes == ()
        assert first(asker).outcome is RulingOutcome.DONE
        assert wanted(await want(asker)).rulings == ()
        assert "The table has carried it out." in await floor(asker)

    run(tmp_path, story)


@pytest.mark.parametrize(
    ("outcome", "says"),
    [
        ("refused", "The table declines it: No judge was called."),
        ("moved-on", "It was not carried out. No judge was called."),
    ],
)
def test_a_table_that_cannot_do_it_says_why(tmp_path: Path, outcome: str, says: str) -> None:
    """However often it says so; the judge rules anew."""

    async def story(asker: Asker) -> None:
        await propose(asker, {"do": "go-on"})
        for _ in range(2):
            ack = await answer(asker, outcome=outcome, reason="No judge was called.")
            assert ack.notes == ()
        assert first(asker).outcome is RulingOutcome(outcome)
        assert says in await floor(asker)
        await propose(asker)

    run(tmp_path, story)


def test_a_ruling_for_a_table_that_is_alone_waits_and_can_be_withdrawn(tmp_path: Path) -> None:
    async def story(asker: Asker) -> None:
        await propose(asker)
        now = asker.started.reporting.table(TABLE)
        assert now is not None
        silent = msgspec.structs.replace(now, is_silent=True)
        asker.started.reporting._tables[TABLE] = silent
        asker.started.topics.change(lambda _: True)
        assert "the ruling waits until it is" in await floor(asker)
        assert (await order(asker, "withdraw-ruling", ruling=1))["ok"]
        assert wanted(await want(asker)).rulings == ()
        assert "It was withdrawn." in await floor(asker)

    run(tmp_path, story)


def test_a_ruling_for_a_match_that_moves_says_where_it_is_played(tmp_path: Path) -> None:
    """Neither table is asked any more; the judge reads it where the match goes on."""

    async def story(asker: Asker) -> None:
        hub, two = asker.started.hub, TableNumber(2)
        proposed = floor_commands.ProposeRuling(two, "6" * 32, 4, LifeSet("a", 12, "miscounted"))
        await tell(hub, proposed, JUDGE)
        for table, to in ((TABLE, TableNumber(9)), (two, TABLE)):
            await tell(hub, floor_commands.MoveMatch(RoundNumber(1), table, to))
        assert wanted(await want(asker)).rulings == ()
        page = await floor(asker)
        assert "It was not carried out. The match has gone to table 1." in page
        assert "Set life points" in page, "it is ruled anew"
        answered = await order(asker, "confirm-ruling", ruling=1, effect="e" * 64)
        assert answered["message"] == "Ruling 1 waits no longer."

    run(tmp_path, story)


def test_a_table_with_an_older_program_is_not_asked(tmp_path: Path) -> None:
    async def story(asker: Asker) -> None:
        assert "Set life points" in await floor(asker)
        await report(asker, state={"version": "0.1"})
        page = await floor(asker)
        assert "The program at this table (0.1) takes no rulings from afar" in page
        assert "Set life points" not in page

    run(tmp_path, story)


@pytest.mark.parametrize(
    "ruling",
    [
        {"do": "shuffle"},
        {**LIFE, "life": -1},
        {**LIFE, "seat": "c"},
        {**LIFE, "reason": " "},
        {**LIFE, "reason": "x" * 201},
        {"do": "undo"},
        {"do": "go-on", "reason": "because"},
    ],
)
def test_no_such_ruling_is_taken(tmp_path: Path, ruling: dict[str, Any]) -> None:
    async def story(asker: Asker) -> None:
        facts: dict[str, Any] = {"table": TABLE, "stream": STREAM, "seen": 1, "ruling": ruling}
        assert not (await order(asker, "propose-ruling", **facts))["ok"]

    run(tmp_path, story)


def test_a_player_gives_no_ruling(tmp_path: Path) -> None:
    async def story(asker: Asker) -> None:
        facts: dict[str, Any] = {"table": TABLE, "stream": STREAM, "seen": 1, "ruling": LIFE}
        for role in (Role.PLAYER, Role.SCOREKEEPER, Role.ORGANISER):
            assert not (await order(asker, "propose-ruling", role, **facts))["ok"]
        event = asker.started.hub.event
        assert event is not None
        assert not event.rulings

    run(tmp_path, story)


# Versions


def test_a_newer_table_may_send_more(tmp_path: Path) -> None:
    """What this hub does not know it passes over, wherever it stands."""

    async def story(asker: Asker) -> None:
        newer = batch({"turn": 4}, first=2, state={"minor": 99, "humidity": 40}, more=1)
        newer["reports"][0]["more"] = 1
        answered = await asker.browsers[Role.TABLE].post(
            "/table/reports", json=newer, headers={HEADER: "1.99"}
        )
        assert answered.status_code == 200, answered.text
        assert msgspec.json.decode(answered.content, type=Ack).n == 2

    run(tmp_path, story)


@pytest.mark.parametrize("theirs", ["2.0", "nonsense", "1"])
def test_another_major_version_is_refused_with_a_sentence(tmp_path: Path, theirs: str) -> None:
    async def story(asker: Asker) -> None:
        program = asker.browsers[Role.TABLE]
        for answered in (
            await program.post("/table/reports", json=batch(), headers={HEADER: theirs}),
            await program.get("/table/wanted", headers={HEADER: theirs}),
        ):
            assert answered.status_code == 409
            assert f"expected 1.x, got '{theirs}'" in answered.json()["message"]

    run(tmp_path, story)


def test_a_newer_hub_may_send_more() -> None:
    sent = msgspec.to_builtins(Wanted(9, "Open", 7)) | {"weather": "dry", "rulings": []}
    assert msgspec.convert(sent, Wanted) == Wanted(9, "Open", 7)
    assert msgspec.convert({"stream": STREAM, "n": 1, "more": 1}, Ack) == Ack(STREAM, 1)
