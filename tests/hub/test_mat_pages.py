"""A duel's past and the decks that were seen, from what the hub has kept alone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from duelmat_hub.pages.views_past import past_view
from duelmat_hub.pages.views_seen import seen_view
from duelmat_hub.report_store import Kept, Read, Stream
from duelmat_tournament import floor_commands
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.event import Event
from duelmat_tournament.names import RoundNumber, TableNumber
from duelmat_tournament.roles import Role
from duelmat_venue.reports import MatState
from hub.asked_app import Asker, asked
from hub.asking import ask as tell
from hub.test_tables import STREAM, TABLE, batch, report

SPARE, LAST = TableNumber(9), TableNumber(10)


def card(key: str, name: str, face: str = "up") -> dict[str, Any]:
    return {"key": key, "code": key[2:].partition("/")[0], "name": name, "face": face}


def zone(place: str, shown: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"zone": place, "card": shown, "upright": True, **more}


def piles(*grave: dict[str, Any]) -> dict[str, Any]:
    return {"hand": 5, "pile": 30, "grave": list(grave), "banished": [], "extra": []}


STEPS: list[dict[str, Any]] = [
    {
        "turn": 1,
        "turn_seat": "a",
        "phase": "main1",
        "phases": [{"name": "main1", "title": {"text": "Main Phase 1"}}],
        "life": {"a": 20, "b": 20},
        "zones": [],
        "piles": {"a": piles(), "b": piles()},
        "log": [{"n": 1, "text": "Player 1 begins.", "turn": 1}],
    },
    {
        "zones": [zone("a.m2", card("a:H7", "7 of hearts")), zone("b.s1", {"face": "down"})],
        "log": [{"n": 2, "text": "The 7 of hearts is summoned.", "turn": 1}],
    },
    {"turn": 2, "turn_seat": "b", "zones": [zone("b.s1", {"face": "down"}, upright=False)]},
    {
        "life": {"a": 13, "b": 20},
        "piles": {"a": piles(card("a:H7", "7 of hearts"), card("a:H7/2", "7")), "b": piles()},
        "log": [{"n": 3, "text": "Player 1 loses 7.", "turn": 2}],
    },
]


def kept(steps: list[dict[str, Any]] = STEPS, stream: int = 1) -> list[Kept]:
    return [Kept(n, stream, n, 0, 0, each) for n, each in enumerate(steps, start=1)]


def stream(number: int = 1, duel: int = 1) -> Stream:
    return Stream(number, f"{number:032x}", TABLE, 1, duel, "", 0, MatState())


def with_event(tmp_path: Path, story: Callable[[Asker, Event], Awaitable[None]]) -> None:
    async def told() -> None:
        async with asked(tmp_path) as asker:
            assert asker.started.hub.event is not None
            await story(asker, asker.started.hub.event)

    asyncio.run(told())


def test_a_duel_is_stepped_through(tmp_path: Path) -> None:
    """Each moment has what lay where then, and nothing that came later."""

    async def story(_: Asker, event: Event) -> None:
        def at(n: int) -> Any:
            return past_view(event, TABLE, Read([stream()], kept(), 4), 1, n)

        second, last = at(2), at(0)
        assert [turn.turn for turn in second.turns] == [1, 2]
        assert [turn.n for turn in second.turns] == [1, 3]
        assert [turn.is_shown for turn in second.turns] == [True, False]
        assert second.lines == ("The 7 of hearts is summoned.",)
        cells = {cell.name: cell for row in second.rows for cell in row if cell.face == "up"}
        assert [str(name) for name in cells] == ["7 of hearts"]
        assert sum(cell.face == "down" for row in second.rows for cell in row) == 1
        assert (last.n, last.last) == (4, 4)
        assert [seat.life for seat in last.seats] == [13, 20]
        assert len(last.seats[0].grave) == 2
        assert at(1).seats[0].grave == ()
        assert at(5) is None
        assert past_view(event, TABLE, Read([], [], 0), 0, 0) is None

    with_event(tmp_path, story)


def test_of_a_duel_with_two_streams_the_newer_counts(tmp_path: Path) -> None:
    async def story(_: Asker, event: Event) -> None:
        both = [*kept(), *kept(STEPS[:2], stream=2)]
        view = past_view(event, TABLE, Read([stream(1), stream(2)], both, 0), 1, 0)
        assert view is not None
        assert (view.last, view.duels) == (2, (1,))

    with_event(tmp_path, story)


def test_a_judge_looks_back_though_the_table_is_dead(tmp_path: Path) -> None:
    """Over all that was kept, in the reader's language; players and spectators do not."""

    async def story(asker: Asker, _: Event) -> None:
        await report(asker, *STEPS)
        judge = asker.browsers[Role.JUDGE]
        page = (await judge.get(f"/floor/past/{TABLE}/1/2")).text
        assert "The 7 of hearts is summoned." in page
        assert "loses 7" not in page
        assert f'href="/floor/past/{TABLE}/1/3"' in page
        newest = (await judge.get(f"/floor/past/{TABLE}/0/0")).text
        assert "loses 7" in newest
        japanese = await judge.get(f"/floor/past/{TABLE}/1/2", headers={"accept-language": "ja"})
        assert "ハートの7" in japanese.text
        for address in (f"/floor/past/{TABLE}/1/9", "/floor/past/4/1/1", "/floor/past/x/1/1"):
            assert (await judge.get(address)).status_code == 404
        for role in (Role.PLAYER, Role.SCOREKEEPER, None):
            answer = await asker.browsers[role].get(f"/floor/past/{TABLE}/1/2")
            assert answer.status_code == 403

    with_event(tmp_path, story)


def test_the_past_of_a_match_goes_along_when_it_is_moved(tmp_path: Path) -> None:
    """From what the old table has reported, until the new one has reported a duel itself."""

    async def story(asker: Asker, _: Event) -> None:
        await report(asker, *STEPS)
        moves = ((TABLE, SPARE), (SPARE, LAST))
        for table, to in moves:
            move = floor_commands.MoveMatch(RoundNumber(1), table, to, STREAM, len(STEPS))
            await tell(asker.started.hub, move)
        judge = asker.browsers[Role.JUDGE]
        assert "The 7 of hearts is summoned." in (await judge.get(f"/floor/past/{LAST}/1/2")).text
        assert (await judge.get(f"/floor/past/{TABLE}/1/2")).status_code == 404
        assert (await judge.get(f"/floor/seen/{LAST}")).status_code == 200
        secret = await asker.started.people.make_link(Role.TABLE, "Table 10", table=LAST)
        retold = batch(*STEPS, {"log": [{"n": 4, "text": "Player 2 draws."}]}, stream="6" * 32)
        spare = asker.new_browser()
        headers = {"authorization": f"Bearer {secret}"}
        assert (await spare.post("/table/reports", json=retold, headers=headers)).is_success
        assert "Player 2 draws." in (await judge.get(f"/floor/past/{LAST}/1/0")).text

    with_event(tmp_path, story)


@pytest.mark.parametrize(
    ("main", "words", "faults"),
    [
        (("H7", "H7", "C2"), "2 of the list's 3 cards were seen openly.", ()),
        (
            ("H7", "C2"),
            "1 of the list's 2 cards was seen openly.",
            ("7 of hearts: 2 were seen, 1 in the list.",),
        ),
        (
            ("C2",),
            "0 of the list's 1 cards were seen openly.",
            ("7 of hearts is not in the list.",),
        ),
    ],
)
def test_decks_are_compared_with_the_cards_that_were_seen(
    tmp_path: Path, main: tuple[str, ...], words: str, faults: tuple[str, ...]
) -> None:
    """A card that comes again is the same card; what lies face-down counts for nothing."""

    async def story(_: Asker, event: Event) -> None:
        match = event.rounds[0].matches[TABLE]
        both = [*kept(), *kept(stream=2)]
        streams = [stream(1, 1), stream(2, 2)]
        seen = seen_view(event, TABLE, Read(streams, both, 0), {match.first: DeckList(main)})
        assert seen is not None
        assert (seen[0].words, seen[0].faults) == (words, faults)
        assert seen[1].words == "No deck list was handed in."

    with_event(tmp_path, story)


def test_the_page_of_seen_decks_is_for_judges(tmp_path: Path) -> None:
    async def story(asker: Asker, _: Event) -> None:
        await report(asker, *STEPS)
        assert (await asker.browsers[Role.JUDGE].get(f"/floor/seen/{TABLE}")).status_code == 200
        assert (await asker.browsers[Role.PLAYER].get(f"/floor/seen/{TABLE}")).status_code == 403

    with_event(tmp_path, story)
