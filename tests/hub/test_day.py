"""Several events in one hub: whom a link lets in at each, and who is whom in them."""

from __future__ import annotations

import asyncio
import base64
import re
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelmat_hub.app import STATIC
from duelmat_hub.day import Day
from duelmat_hub.running import Running, running
from duelmat_hub.store import open_file
from duelmat_tournament import commands
from duelmat_tournament.check import check_event
from duelmat_tournament.commands import AnyCommand
from duelmat_tournament.errors import RefusedError
from duelmat_tournament.event import Player
from duelmat_tournament.names import NO_PLAYER, PlayerId
from duelmat_tournament.roles import Actor, Role
from hub.asked_app import HOST, Asker, follow
from hub.asking import ask, creation, new_request

SIDE = "/event/pods"


class Days:
    """Events of a day, and browsers."""

    def __init__(self, events: list[Running]) -> None:
        self.events = events
        main, *others = events
        self.asker = Asker(main, main.make_app(hosts=("127.0.0.1",), others=others))

    async def enter(
        self, role: Role, player: PlayerId = NO_PLAYER, at: int = 0
    ) -> httpx.AsyncClient:
        """Return a browser that has used a link of one of the events."""
        event = self.events[at]
        secret = await event.people.make_link(role, f"{role.value} {player}", player)
        browser = self.asker.new_browser()
        entered = await follow(browser, f"{event.event.root}/in/{secret}")
        assert entered.status_code == 303
        assert entered.headers["location"].startswith(event.event.root)
        return browser

    def player(self, at: int, name: str) -> Player:
        event = self.events[at].hub.event
        assert event is not None
        return next(each for each in event.registered if each.name == name)

    async def do(self, at: int, command: AnyCommand) -> None:
        await ask(self.events[at].hub, command)


@asynccontextmanager
async def day_of(folder: Path, *roots: str) -> AsyncIterator[Days]:
    async with AsyncExitStack() as stack:
        day, events = Day(), []
        for number, root in enumerate(("", *roots)):
            store = open_file(folder / str(number))
            stack.callback(store.close)
            started = await stack.enter_async_context(running(store, day=day, root=root))
            await ask(started.hub, creation(seed=f"event {number}"))
            events.append(started)
        yield Days(events)


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 60))


async def post(browser: httpx.AsyncClient, root: str, **command: object) -> httpx.Response:
    sent = {"request": new_request(), "command": command}
    return await browser.post(f"{root}/do/{command['do']}", json=sent)


def test_one_link_opens_all_own_tables_and_no_others(tmp_path: Path) -> None:
    """The organiser's opens every desk; a player's the events where they play, as who they are."""

    async def story() -> None:
        async with day_of(tmp_path, SIDE) as day:
            desk = await day.enter(Role.ORGANISER)
            for root, names in (("", ("Ben", "Ann")), (SIDE, ("Ann", "Cleo"))):
                for name in names:
                    done = await post(desk, root, do="register-player", name=name)
                    assert done.json()["ok"]
            ann = await day.enter(Role.PLAYER, day.player(0, "Ann").id)
            pages = [await ann.get(f"{root}/me") for root in ("", SIDE)]
            assert ["No. 2" in pages[0].text, "No. 1" in pages[1].text] == [True, True]
            assert f'href="{SIDE}/me"' in pages[0].text
            assert 'href="/me"' in pages[1].text
            dropped = await post(ann, SIDE, do="drop-player", player=1)
            assert dropped.json() == {"ok": True}
            assert not day.player(1, "Ann").is_active
            assert day.player(0, "Ann").is_active
            assert (await ann.get(f"{SIDE}/desk")).status_code == 403
            ben = await day.enter(Role.PLAYER, day.player(0, "Ben").id)
            assert (await ben.get(f"{SIDE}/me")).status_code == 403
            assert f'href="{SIDE}/me"' not in (await ben.get("/me")).text
            for each in day.events:
                assert not check_event(await each.hub.export(with_decks=True)).faults

    run(story)


def test_a_link_that_ends_ends_at_every_event(tmp_path: Path) -> None:
    async def story() -> None:
        async with day_of(tmp_path, SIDE) as day:
            judge = await day.enter(Role.JUDGE)
            assert (await judge.get(f"{SIDE}/floor")).status_code == 200
            (link,) = await day.events[0].people.links()
            await day.events[0].people.end_link(link.digest)
            assert (await judge.get(f"{SIDE}/floor")).status_code == 403

    run(story)


@pytest.mark.parametrize("role", [Role.TABLE, Role.CHECK_IN])
def test_a_program_is_let_in_at_its_own_event_alone(tmp_path: Path, role: Role) -> None:
    """Tables of two events have the same numbers."""

    async def story() -> None:
        async with day_of(tmp_path, SIDE) as day:
            secret = await day.events[0].people.make_link(role, "Table 1")
            program = day.asker.new_browser()
            program.headers["authorization"] = f"Bearer {secret}"
            answers = [await program.get(f"{root}/sleeves/owners") for root in ("", SIDE)]
            assert [each.status_code for each in answers] == [200, 403]

    run(story)


def test_a_corrected_name_and_an_id_are_shared(tmp_path: Path) -> None:
    """Also where the event that was registered first is the one that learns of it."""

    async def story() -> None:
        async with day_of(tmp_path, SIDE) as day:
            await day.do(0, commands.RegisterPlayer("Ann"))
            await day.do(1, commands.RegisterPlayer("ann ".strip(), external_id="17"))
            assert day.player(0, "Ann").external_id == "17"
            await day.do(1, commands.RenamePlayer(PlayerId(1), "Anne"))
            assert day.player(0, "Anne").id == 1
            await day.do(0, commands.SetExternalId(PlayerId(1), "18"))
            assert day.player(1, "Anne").external_id == "18"

    run(story)


def test_two_ids_are_two_people_and_the_desk_says_who_is_whom(tmp_path: Path) -> None:
    async def story() -> None:
        async with day_of(tmp_path, SIDE) as day:
            await day.do(0, commands.RegisterPlayer("Ann", external_id="17"))
            await day.do(1, commands.RegisterPlayer("Ann", external_id="18"))
            assert day.player(1, "Ann").person == ""
            await day.do(1, commands.RegisterPlayer("Annika"))
            (known,) = day.events[1].pages.place.persons()
            assert (known.name, known.event) == ("Ann", "Open 2026")
            await day.do(1, commands.NotePerson(PlayerId(2), known.key))
            assert not day.events[1].pages.place.persons()
            assert day.player(1, "Annika").external_id == "17"

    run(story)


def asked_of(answer: httpx.Response) -> str:
    """Return the question with which the desk is answered."""
    told = answer.json()
    assert answer.status_code == 409
    assert (told["ok"], told["asks"]) == (False, True)
    return str(told["message"])


async def post_surely(browser: httpx.AsyncClient, root: str, **command: object) -> httpx.Response:
    sent = {"request": new_request(), "command": command, "sure": True}
    return await browser.post(f"{root}/do/{command['do']}", json=sent)


def test_the_desk_is_asked_before_an_id_of_another_event_gets_a_second_name(
    tmp_path: Path,
) -> None:
    """One person may have married; both names are told, and the same name asks nothing."""

    async def story() -> None:
        async with day_of(tmp_path, SIDE) as day:
            desk = await day.enter(Role.ORGANISER)
            for name, known_as in (("Ann Lee", "17"), ("Ben", "18"), ("Cleo", "19")):
                await day.do(0, commands.RegisterPlayer(name, external_id=known_as))
            wanted = {"do": "register-player", "name": "Ann Kay", "external_id": "17"}
            words = "The id 17 is that of Ann Lee in Open 2026. Is Ann Kay the same person?"
            assert asked_of(await post(desk, SIDE, **wanted)) == words
            event = day.events[1].hub.event
            assert event is not None
            assert not event.registered
            assert (await post_surely(desk, SIDE, **wanted)).json()["ok"]
            assert day.player(1, "Ann Kay").person == f"{day.events[0].hub.mark}-1"
            assert "in Open 2026" not in (await desk.get(f"{SIDE}/desk")).text

            same = {"do": "register-player", "name": "BEN", "external_id": "18"}
            assert (await post(desk, SIDE, **same)).json()["ok"]
            assert (await post(desk, SIDE, do="register-player", name="Dora")).json()["ok"]
            noted = {"do": "set-external-id", "player": 3, "external_id": "19"}
            assert "Cleo in Open 2026. Note it for Dora" in asked_of(
                await post(desk, SIDE, **noted)
            )
            assert (await post_surely(desk, SIDE, **noted)).json()["ok"]
            page = (await desk.get(f"{SIDE}/desk")).text
            assert "<bdi>Cleo</bdi> has this id in <bdi>Open 2026</bdi>" in page
            key = f"{day.events[0].hub.mark}-3"
            assert (await post(desk, SIDE, do="note-person", player=3, person=key)).json()["ok"]
            assert "has this id in" not in (await desk.get(f"{SIDE}/desk")).text

    run(story)


def test_a_list_shows_whose_ids_its_players_have_before_anybody_is_registered(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with day_of(tmp_path, SIDE) as day:
            desk = await day.enter(Role.ORGANISER)
            await day.do(0, commands.RegisterPlayer("Ann Lee", external_id="17"))
            await day.do(0, commands.RegisterPlayer("Ben", external_id="18"))
            listed = b"name;id\nAnn Kay;17\nBen;18\nCleo;19"
            sent = {"content": base64.b64encode(listed).decode()}
            html = (await desk.post(f"{SIDE}/player-list", json=sent)).json()["html"]
            rows = html.partition("<tbody>")[2].split("</tr>")
            assert "<bdi>Ann Lee</bdi> has this id in <bdi>Open 2026</bdi>" in rows[0]
            assert ["has this id" in row for row in rows[1:3]] == [False, False]
            assert "1 id is known under another name" in html
            sent = {"content": base64.b64encode(listed.partition(b"17")[0]).decode()}
            html = (await desk.post("/player-list", json=sent)).json()["html"]
            assert "has this id" not in html

    run(story)


def test_who_joins_under_a_known_id_learns_nothing_and_the_desk_everything(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with day_of(tmp_path, SIDE) as day:
            desk = await day.enter(Role.ORGANISER)
            await day.do(0, commands.RegisterPlayer("Ann Lee", external_id="17"))
            await post(desk, SIDE, do="set-join-code", code="0123456789ab")
            phone = day.asker.new_browser()
            told = {"code": "0123456789ab", "salt": "0" * 32, "external_id": "17"}
            joined = await post(phone, SIDE, do="join", name="Ann Kay", **told)
            assert sorted(joined.json()) == ["address", "ok"]
            assert (await follow(phone, joined.json()["address"])).status_code == 303
            assert "Ann Lee" not in (await phone.get(f"{SIDE}/me")).text
            page = (await desk.get(f"{SIDE}/desk")).text
            waiting = page.partition('class="plain-list waiting"')[2].partition("</ul>")[0]
            assert "<bdi>Ann Lee</bdi> has this id in <bdi>Open 2026</bdi>" in waiting
            admit = {"do": "admit-player", "player": 1}
            words = asked_of(await post(desk, SIDE, **admit))
            assert words.endswith(
                "Ann Lee in Open 2026. Let Ann Kay take part with it all the same?"
            )
            assert not day.player(1, "Ann Kay").is_active
            assert (await post_surely(desk, SIDE, **admit)).json()["ok"]
            assert day.player(1, "Ann Kay").is_active
            assert day.player(1, "Ann Kay").person == ""

    run(story)


def test_who_registers_without_the_desk_is_nobody_elsewhere(tmp_path: Path) -> None:
    """Else a stranger who types a name would be let in at that player's table."""

    async def story() -> None:
        async with day_of(tmp_path, SIDE) as day:
            await day.do(0, commands.RegisterPlayer("Ann"))
            entries = day.events[0].hub.log
            by_others = [
                type(entry)(entry.number, entry.at_ms, Actor(Role.PLAYER, "Ann"), entry.what)
                for entry in entries
            ]
            await day.do(1, commands.RegisterPlayer("Ben"))
            before = len(day.events[1].hub.log)
            await day.events[0].day.follow(day.events[0].event, by_others)
            assert len(day.events[1].hub.log) == before
            assert day.player(0, "Ann").person == ""

    run(story)


def test_all_addresses_of_an_event_lead_to_the_same_one(tmp_path: Path) -> None:
    """But for the scripts and styles of the hub, and the other events that its pages name."""

    async def story() -> None:
        async with day_of(tmp_path, SIDE) as day:
            desk = await day.enter(Role.ORGANISER)
            for name in ("Ann", "Ben", "Cleo", "Dan"):
                await day.do(1, commands.RegisterPlayer(name))
            for command in (commands.StartEvent(), commands.PairRound(), commands.PublishRound()):
                await day.do(1, command)
            paths = (
                "/",
                "/hall",
                "/desk",
                "/scores",
                "/links",
                "/pairings",
                "/standings",
                "/slips",
            )
            for path in paths:
                page = (await desk.get(SIDE + path)).text
                page = re.sub(r'<nav class="events".*?</nav>', "", page, flags=re.DOTALL)
                found = re.findall(r'(?:href|src|data-copy|data-feed)="(/[^"]*)"', page)
                assert found, path
                assert not [
                    each for each in found if not each.startswith((f"{SIDE}/", "/static/"))
                ], path
            asked = {"role": "judge", "name": "Jon"}
            made = await desk.post(f"{SIDE}/links", json=asked)
            assert made.json()["address"].startswith(f"{HOST}{SIDE}/in/")
            assert (await desk.get(f"{SIDE}/no-such-page")).status_code == 404

    run(story)


def test_who_joins_a_side_event_by_its_code_gets_a_link_of_it(tmp_path: Path) -> None:
    """And is nobody at the main event, whatever name was typed."""

    async def story() -> None:
        async with day_of(tmp_path, SIDE) as day:
            await day.do(0, commands.RegisterPlayer("Ann"))
            desk = await day.enter(Role.ORGANISER)
            assert (await post(desk, SIDE, do="set-join-code", code="0123456789ab")).json()["ok"]
            event = day.events[1].hub.event
            assert event is not None
            phone = day.asker.new_browser()
            page = await phone.get(f"{SIDE}/join/{event.join_code}")
            assert f'data-root="{SIDE}"' in page.text
            joined = await post(
                phone, SIDE, do="join", code=event.join_code, name="Ann", salt="0" * 32
            )
            assert (await follow(phone, joined.json()["address"])).status_code == 303
            assert (await phone.get(f"{SIDE}/me")).status_code == 200
            assert (await phone.get("/me")).status_code == 403

    run(story)


def test_scripts_lead_to_the_events_own_addresses() -> None:
    """By `at`, which puts the event's root before them."""
    lead = re.compile(r"""(location\.(href = |assign\(|replace\()|fetch\()["'`]/""")
    for path in (STATIC / "js").glob("*.js"):
        assert not lead.search(path.read_text(encoding="utf-8")), path.name


NAMES = st.sampled_from(("Ann", "ann", "Ben", "Cleo"))
STEPS = st.lists(
    st.one_of(
        st.builds(
            commands.RegisterPlayer, NAMES, external_id=st.sampled_from(("", "", "17", "18"))
        ),
        st.builds(commands.RenamePlayer, st.integers(1, 3).map(PlayerId), NAMES),
        st.builds(
            commands.SetExternalId,
            st.integers(1, 3).map(PlayerId),
            st.sampled_from(("", "17", "18")),
        ),
        st.builds(commands.UndoRegistration, st.integers(1, 3).map(PlayerId), st.just("Oh.")),
    ).flatmap(lambda command: st.tuples(st.integers(0, 2), st.just(command))),
    max_size=12,
)


@settings(max_examples=8, deadline=None)
@given(steps=STEPS)
def test_nobody_is_two_players_of_one_event(steps: list[tuple[int, AnyCommand]]) -> None:
    """Whatever is registered, corrected and taken back in three events, in any order; and each
    event is proven for itself.
    """

    async def story(folder: Path) -> None:
        async with day_of(folder, "/event/b", "/event/c") as day:
            for at, command in steps:
                try:
                    await day.do(at, command)
                except RefusedError:
                    continue
            for each in day.events:
                keys = [each.event.key_of(player) for player in each.event.players()]
                assert len(keys) == len(set(keys))
                assert not check_event(await each.hub.export(with_decks=True)).faults

    with tempfile.TemporaryDirectory() as folder:
        run(lambda: story(Path(folder)))
