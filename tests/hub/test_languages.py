"""Every word of an event's pages is a message, and each reader gets their own language."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from duelmat_hub.pages import Pages
from duelmat_hub.people import Person
from duelmat_hub.topics import Topics
from duelmat_message import say
from duelmat_serving.language.catalogs import language
from duelmat_serving.language.titles import TITLES
from duelmat_serving.request_language import COOKIE
from duelmat_tournament.entries import RoundPaired
from duelmat_tournament.event import Step
from duelmat_tournament.fold import fold
from duelmat_tournament.names import PlayerId
from duelmat_tournament.roles import Role
from hub.asked_app import asked
from hub.asking import new_request
from hub.scenes import ABOUT, NAMES, NOTE, Scene, in_cut, mid_round, registered, started
from hub.shown import CODE, pages_of, person
from web.test_languages import Bracketed, Words

SCENES = {
    "registered": lambda: registered(NAMES[:8]),
    "started": lambda: started(NAMES[:9], "trump-king"),
    "mid round": lambda: mid_round(NAMES[:24]),
    "cut": lambda: in_cut(NAMES[:9]),
}
GIVEN = re.compile(
    "|".join(map(re.escape, (*NAMES, NOTE, ABOUT, CODE)))
    + r"|[A-Z0-9]{4}(-[A-Z0-9]{4}){6}|Round 2 has begun\. Please[^<]*|Lunch is served[^<]*|"
    r"A question:|I won:|Northside|Harbour Open|Harbour|Olga|Hanna|Jon|Sam|ocg|"
    r"standings\.csv|pairings\.csv|duelmat (play|enroll) --event LINK"
)
"""What people and the event itself name."""


def made(scene: Scene, pages: Pages) -> Iterator[tuple[str, str]]:
    """Yield every page of a scene in brackets, with its address."""
    said = Bracketed()
    player = person(Role.PLAYER, PlayerId(1), scene.now.name_of(PlayerId(1)))
    asked: list[tuple[str, dict[str, str], Person | None]] = [
        ("/", {}, None),
        ("/hall", {}, None),
        ("/pairings", {}, None),
        ("/standings", {}, None),
        ("/desk", {}, person(Role.ORGANISER)),
        ("/links", {}, person(Role.ORGANISER)),
        ("/scores", {}, person(Role.SCOREKEEPER)),
        ("/floor", {}, person(Role.HEAD_JUDGE)),
        ("/me", {}, player),
    ]
    for penalty in scene.now.penalties:
        penalised = penalty.record.player
        asked.append(("/me", {}, person(Role.PLAYER, penalised, scene.now.name_of(penalised))))
    if scene.now.round is not None:
        number = str(scene.round.number)
        asked.append(("/slips", {}, person(Role.ORGANISER)))
        for match in scene.matches()[:4]:
            table = {"table": str(match.table)}
            asked.append(("/floor/table/{table}", table, person(Role.JUDGE)))
            asked.append(("/why/{round}/{table}", {"round": number, **table}, None))
    if any(held.step is Step.CLOSED for held in scene.now.rounds):
        asked.append(("/standings/{player}", {"player": "1"}, None))
    for path, where, who in asked:
        yield path, pages.page(path, where, who, language=said)


@pytest.mark.parametrize("scene", SCENES)
def test_a_page_of_an_event_says_messages(scene: str) -> None:
    """What is left are names."""
    held = SCENES[scene]()
    for path, page in made(held, pages_of(held)):
        assert "⟦" in page
        assert Words(GIVEN.sub(" ", page)).escaped() == [], path


@pytest.mark.parametrize("scene", [SCENES["mid round"], SCENES["cut"]])
def test_reasons_in_a_log_are_said_in_any_language(scene: Callable[[], Scene]) -> None:
    """The log has them in English; what another version wrote is shown as it stands."""
    held = scene()
    japanese = language("ja")
    rounds = held.now.rounds
    reasons = [match.reason for each in rounds for match in each.matches.values()]
    reasons += [bye.reason for each in rounds for bye in each.byes]
    logged = [entry.what for entry in held.log if isinstance(entry.what, RoundPaired)]
    written = [each.reason for paired in logged for each in paired.tables]
    written += [each.reason for paired in logged for each in paired.byes]
    assert {*map(str, reasons)} == {*written}
    for reason in reasons:
        assert japanese.said(reason).isascii() is False
        assert not re.search("[a-z]{3}", GIVEN.sub("", japanese.said(reason)))
    older = [
        replace(
            entry,
            what=replace(entry.what, tables=(replace(entry.what.tables[0], reason="By lot."),)),
        )
        if isinstance(entry.what, RoundPaired)
        else entry
        for entry in held.log
    ]
    number = next(at for at, entry in enumerate(older, 1) if isinstance(entry.what, RoundPaired))
    event = fold(older[:number])
    assert event is not None
    assert [match.reason for match in event.rounds[0].matches.values()] == ["By lot."]


@pytest.mark.parametrize("code", list(TITLES))
def test_a_page_offers_the_languages_and_names_its_own(code: str) -> None:
    """Its topics are in the page's language, and so is its feed's."""
    scene = mid_round(NAMES[:24])
    page = pages_of(scene).page("/", {}, None, language=language(code))
    assert f'<html lang="{code}">' in page
    assert f'<option value="{code}" lang="{code}" selected>' in page
    assert language(code).said(say("Pairings and standings")) in page


def test_two_readers_of_a_topic_get_their_own_language() -> None:
    """A topic is made once a language, and both change with the event."""

    async def main() -> None:
        made: list[tuple[str, str]] = []

        def make(name: str, code: str) -> str:
            made.append((name, code))
            return f"{name} in {code}, {len(made)}"

        topics = Topics(make, "run")
        english, japanese = topics.follow(["clock"]), topics.follow(["clock"], language="ja")
        assert b"clock in en" in await anext(english)
        assert b"clock in ja" in await anext(japanese)
        topics.change(lambda _: True)
        assert b"clock in en" in await anext(english)
        assert b"clock in ja" in await anext(japanese)
        assert [code for _, code in made] == ["en", "ja", "en", "ja"]
        await english.aclose()
        await japanese.aclose()

    asyncio.run(main())


def test_a_browser_gets_the_language_that_it_asks_for(tmp_path: Path) -> None:
    """Pages, refusals and the words of the scripts; the cookie goes before the browser's wish."""

    async def main() -> None:
        async with asked(tmp_path) as asker:
            browser = asker.new_browser()
            japanese = {"accept": "text/html", "accept-language": "ja"}
            page = (await browser.get("/", headers=japanese)).text
            assert '<html lang="ja">' in page
            assert "組み合わせと順位" in page
            refused = await browser.get("/nothing", headers=japanese)
            assert "というページはありません" in refused.text
            desk = asker.browsers[Role.ORGANISER]
            body = {"request": new_request(), "command": {"do": "start-event"}}
            headers = {"accept-language": "ja"}
            declined = await desk.post("/do/start-event", json=body, headers=headers)
            assert declined.json()["message"] == "大会はすでに始まっています。"
            words = (await browser.get("/words/ja")).json()
            assert words["Correct it"] == "訂正する"
            assert (await browser.get("/words/xx")).status_code == 404
            script = await browser.get("/static/js/words.js")
            assert "export function tr(" in script.text
            browser.cookies.set(COOKIE, "en")
            assert '<html lang="en">' in (await browser.get("/", headers=japanese)).text

    asyncio.run(main())
