"""A match at a mat: the players' own sleeves, the seats, and who goes first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from direct_mat import DECK, MAT
from duelmat_engine import CardKey, Deck, Seat, find_ruleset
from duelmat_host.app.journal_fold import duel_begun
from duelmat_host.app.own_registry import registry_of
from duelmat_host.app.table_service import TableService
from duelmat_host.cards import Registry, Sleeve
from duelmat_host.sensing.layout import Face, Layout, MatZone, Orientation, Sight
from duelmat_host.sensing.tracker import Problem, ProblemKind
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.entries import DuelBegun
from duelmat_host.table.entry_form import from_data, to_data
from duelmat_host.table.inputs import ProblemsFound
from duelmat_host.table.own_sleeves import OwnSleeve, Part, SideChoice, exchanged, keyed
from duelmat_host.table.reducer import begin
from duelmat_host.table.table import table_of
from duelmat_host.table.zone_map import ZoneMap
from duelmat_host.uplink.check_in import (
    brought_of,
    strangers,
    swapped_seats,
    unknown_tags,
)
from duelmat_host.uplink.event_table import EventTable
from duelmat_host.uplink.hub_client import HubAwayError, HubClient
from duelmat_host.uplink.uplink import Uplink
from duelmat_hub.clocks import utc_ms
from duelmat_tournament import commands
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.names import PlayerId
from duelmat_venue.sleeves import (
    ListedDeck,
    Owner,
    Owners,
    SleevedDeck,
    SleeveTags,
    TableSleeves,
    list_faults,
    marks_of,
    sleeves_digest,
)
from duelmat_venue.wanted import WantedMatch, WantedPlayer
from host.over_match import Match
from hub.asked_app import HOST
from hub.test_check_in import Desk, desk, sleeves, tag

ANA, BEN = Seat(0), Seat(1)
SETUP = DuelSetup("trump_king", ("Ana", "Ben"), (DECK, DECK), duels=3, confirms_result=True)
ZONES = ZoneMap(find_ruleset("trump_king"), MAT)


def brought(codes: str, side: str = "") -> tuple[OwnSleeve, ...]:
    parts = [(code, Part.MAIN) for code in codes.split()]
    parts += [(code, Part.SIDE) for code in side.split()]
    return tuple(
        OwnSleeve(code, part, tag(2 * at), tag(2 * at + 1))
        for at, (code, part) in enumerate(parts)
    )


def test_the_journal_keeps_own_sleeves_and_who_chooses() -> None:
    """A table that was restarted plays on with them, without its event."""
    setup = replace(
        SETUP.with_own((brought("H7 C2 C2", "S9"), ())), chooser=BEN, event_format="constructed"
    )
    assert setup.decks == (Deck(("H7", "C2", "C2")), DECK)
    begun = DuelBegun(setup, 4, "0" * 64)
    assert from_data(*to_data(begun)) == begun


def test_copies_are_numbered_as_the_duel_numbers_them() -> None:
    """Whichever copies are in the deck; a card of the side deck is no card of the duel."""
    mine = exchanged(
        brought("C2 C2 H7", "C2 S9"), SideChoice(frozenset({0, 2}), frozenset({3, 4}))
    )
    setup = SETUP.with_own((mine, ()))
    found = dict(keyed(ANA, mine))
    assert setup.decks[0] == Deck(("C2", "C2", "S9"))
    assert {key: sleeve.up for key, sleeve in found.items()} == {
        "a:C2": tag(2),
        "a:C2/2": tag(6),
        "a:S9": tag(8),
        "a:C2/3": tag(0),
        "a:H7": tag(4),
    }
    assert not {CardKey("a:C2/3"), CardKey("a:H7")} & setup.keys


def test_the_hall_lends_sleeves_to_who_has_none() -> None:
    """A hall's sleeve for the seat of a player with own ones, or with a tag of theirs, is none."""
    hall = Registry(
        (
            Sleeve("a", "H7", bytes.fromhex(tag(90)), bytes.fromhex(tag(91))),
            Sleeve("b", "H7", bytes.fromhex(tag(92)), bytes.fromhex(tag(93))),
            Sleeve("b", "C2", bytes.fromhex(tag(0)), bytes.fromhex(tag(94))),
        )
    )
    assert registry_of(hall, SETUP) is hall
    found = registry_of(hall, SETUP.with_own((brought("H7"), ())))
    assert {each.key: each.up.hex() for each in found.sleeves} == {"a:H7": tag(0), "b:H7": tag(92)}


def match_of(*digests: str) -> WantedMatch:
    first, second = (
        WantedPlayer(number, name, digest)
        for number, name, digest in zip((1, 2), ("Ana", "Ben"), digests, strict=True)
    )
    return WantedMatch(1, "Round 1", (first, second), "trump-king", {}, 3)


def test_a_match_waits_for_the_sleeves_that_it_names() -> None:
    deck = SleevedDeck(
        (SleeveTags("H7", tag(0), tag(1)),), side=(SleeveTags("S9", tag(2), tag(3)),)
    )
    digest = sleeves_digest(deck)
    found = [TableSleeves(1, digest, deck)]
    assert brought_of(match_of(digest, ""), found) == (brought("H7", "S9"), ())
    with pytest.raises(HubAwayError, match="the sleeves of Ben have changed"):
        brought_of(match_of(digest, "5" * 64), found)


def test_a_player_at_the_wrong_table_is_told_where_to_sit() -> None:
    decks = {
        name: SleevedDeck((SleeveTags("H7", tag(at), tag(at + 1)),))
        for at, name in ((0, "Cleo"), (2, "Dan"), (4, "Eva"))
    }
    tables = {"Cleo": 4, "Dan": 0, "Eva": 7}
    owners = Owners(
        "e",
        tuple(
            Owner(at, name, tables[name], marks_of("e", deck))
            for at, (name, deck) in enumerate(decks.items())
        ),
    )
    problem = Problem(
        ProblemKind.UNKNOWN_TAG,
        (MatZone("a.m3"),),
        tags=tuple(bytes.fromhex(tag(at)) for at in (1, 2, 5, 60)),
    )
    seen = unknown_tags([problem, Problem(ProblemKind.UNREADABLE, (MatZone("a.m1"),))])
    assert list(strangers(seen, owners, 7)) == [
        "These sleeves are those of Cleo, who plays at table 4.",
        "These sleeves are those of Dan, who does not play in this round.",
        (
            "Take the sleeve of Eva away: it was read after the match had begun, and is not in "
            "its deck."
        ),
    ]


def test_swapped_seats_are_told_before_the_duel_begins() -> None:
    """By own sleeves alone: nobody's are those of the hall."""
    lying = Sight(CardKey("a:H7"), Face.UP, Orientation.UPRIGHT, b"")
    whole = tuple(
        replace(each, part=Part.EXTRA) if each.code in DECK.extra else each
        for each in brought(" ".join(DECK.main + DECK.extra))
    )
    state = begin(SETUP.with_own((whole, ())), ZONES)
    assert swapped_seats(state, Layout({MatZone("a.m3"): lying})) is None
    told = swapped_seats(state, Layout({MatZone("b.grave"): lying}))
    assert told is not None
    assert told.startswith("Ana sits at the other side of the mat")
    assert swapped_seats(begin(SETUP, ZONES), Layout({MatZone("b.grave"): lying})) is None


def test_the_player_whom_the_event_names_is_asked_who_goes_first() -> None:
    """In the first duel; later the loser is, as in any match."""
    state = begin(replace(SETUP, chooser=BEN), ZONES)
    assert state.duel.decision is not None
    assert state.duel.decision.seat == BEN
    assert state.duel.decision.rules == ("TK-10",)
    owed = replace(state, current=replace(state.current, obligations=()))
    (asked,) = table_of(owed).prompts
    assert asked.seat == BEN
    assert asked.text == "Ben decides who goes first: Ana or Ben."


# With a hub

LISTED = DeckList(DECK.main, DECK.extra)


@asynccontextmanager
async def table_of_event(
    tmp_path: Path, *, at_another: bool = False
) -> AsyncIterator[tuple[Desk, Match, TableService]]:
    """Yield an event with sleeves of player 1, and the table at which the player sits, or not."""
    for name in ("hub", "table"):
        (tmp_path / name).mkdir()
    async with desk(tmp_path / "hub") as at:
        await at.do(commands.RegisterDeck(PlayerId(1), LISTED, "f" * 32))
        mine = sleeves(codes=(*LISTED.main, *LISTED.extra))
        assert (await at.enrol(mine)).status_code == 200
        await at.do(commands.StartEvent(rounds=2, cut=0))
        await at.begin_round()
        event = at.started.hub.event
        assert event is not None
        assert event.round is not None
        own = event.round.match_of(PlayerId(1))
        assert own is not None
        (other,) = (number for number in event.round.matches if number != own.table)
        program = await at.table(int(other if at_another else own.table))
        secret = program.headers["authorization"].removeprefix("Bearer ")
        transport = httpx.ASGITransport(app=at._app)
        client = HubClient(f"{HOST}/in/{secret}", transport=transport)
        played = Match(tmp_path / "table")
        service = TableService(played.loop, played.players, duels=played.duels)
        uplink = Uplink(client, tmp_path / "table", utc_ms)
        joined = EventTable(service, played.duels, uplink, tmp_path / "table")
        running = asyncio.create_task(joined.run())
        yield at, played, service
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():  # noqa: ASYNC110 - a table tells it no other way
            await asyncio.sleep(0.01)


def test_a_table_plays_with_the_sleeves_of_its_players(tmp_path: Path) -> None:
    """They come from the hub with the match, and stand in the journal of its duel."""

    async def story() -> None:
        async with table_of_event(tmp_path) as (_, played, _service):
            await until(lambda: any(played.duels.current.setup.own))
            current = played.duels.current
            names = list(current.setup.names)
            seat = names.index("Player 1")
            assert [len(each) for each in current.setup.own][seat] == len(DECK.main + DECK.extra)
            assert not current.setup.own[1 - seat]
            assert current.setup.chooser is not None
            assert duel_begun(current.journal).setup == current.setup

    asyncio.run(story())


def test_the_pages_of_a_table_say_whose_sleeves_lie_there(tmp_path: Path) -> None:
    """With the table at which the owner sits, until they are taken away."""

    async def story() -> None:
        async with table_of_event(tmp_path, at_another=True) as (at, played, service):
            event = at.started.hub.event
            assert event is not None
            assert event.round is not None
            own = event.round.match_of(PlayerId(1))
            assert own is not None

            def lines() -> list[str]:
                event_shown = service.views._around.event
                return [] if event_shown is None else [line.text for line in event_shown.lines]

            await until(lambda: played.duels.current.setup.names[0].startswith("Player"))
            lying = Problem(
                ProblemKind.UNKNOWN_TAG, (MatZone("a.m3"),), tags=(bytes.fromhex(tag(3)),)
            )
            played.loop.table.take(ProblemsFound((lying,)))
            told = f"These sleeves are those of Player 1, who plays at table {own.table}."
            await until(lambda: told in lines())
            played.loop.table.take(ProblemsFound(()))
            await until(lambda: told not in lines())

    asyncio.run(story())


def test_a_sleeve_with_one_tag_is_no_sleeve_read_twice() -> None:
    """Two sleeves with the same tag are; a plain one has its tag for both faces."""
    listed = ListedDeck(7, "Ana", "cup", "trump_king", "0" * 64, ("H7", "H8"))
    plain, twin = SleeveTags("H7", tag(1), tag(1)), SleeveTags("H8", tag(1), tag(2))
    assert list(list_faults(listed, [plain, SleeveTags("H8", tag(2), tag(2))])) == []
    assert len(list(list_faults(listed, [plain, twin]))) == 2
