"""Templates: names are text wherever they stand, and nothing runs but the hub's own scripts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from markupsafe import escape

from duelmat_decks import Library
from duelmat_hub.deck_pages import DECK, TABLE_DECKS
from duelmat_hub.pages import Pages
from duelmat_hub.pages.views_decks import DecksView, OwnDecksView, card_namer, deck_view
from duelmat_serving.language.catalogs import ENGLISH, language
from duelmat_tournament import commands, floor_commands, results
from duelmat_tournament.consequences import consequences
from duelmat_tournament.deck_lists import DeckList
from duelmat_tournament.names import PlayerId
from duelmat_tournament.roles import Role
from duelmat_tournament.seats import Seat
from hub.scenes import HOSTILE, NAMES, Scene, in_cut, mid_round, registered, started
from hub.shown import Reading, pages_of, person, topics

MARKUP = '<img src=x onerror="alert(1)">&amp;'


def all_pages(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield every page of a scene with its address."""
    pages = pages_of(scene)
    player = person(Role.PLAYER, PlayerId(1), scene.now.name_of(PlayerId(1)))
    yield "links", pages.page("/links", {}, person(Role.ORGANISER))
    for path in ("/", "/hall", "/pairings", "/standings", "/stage"):
        yield path, pages.page(path, {}, None)
    yield "/desk", pages.page("/desk", {}, person(Role.ORGANISER))
    yield "/scores", pages.page("/scores", {}, person(Role.SCOREKEEPER))
    yield "/floor", pages.page("/floor", {}, person(Role.HEAD_JUDGE))
    yield "/me", pages.page("/me", {}, player)
    yield from _pages_of_rounds(pages, scene)
    if scene.decks:
        for each in scene.now.players.values():
            deck = scene.decks[each.deck].deck
            name_of = card_namer(scene.now, Library())
            view = deck_view(each, Seat.A, deck, DeckList(deck.main[1:]), name_of)
            own = OwnDecksView(each.id, each.name, (view,))
            yield "deck", pages.of_view("deck", DECK, own, player)
            both = DecksView(1, ((view, view),))
            yield "decks", pages.of_view("decks", TABLE_DECKS, both, person(Role.JUDGE))
    yield "refused", pages.refused(MARKUP)
    yield (
        "switch_person",
        pages.switch_person(player, person(Role.PLAYER, name=MARKUP), "/me", ENGLISH),
    )


def _pages_of_rounds(pages: Pages, scene: Scene) -> Iterator[tuple[str, str]]:
    if scene.now.round is None:
        return
    yield "/slips", pages.page("/slips", {}, person(Role.ORGANISER))
    for match in scene.matches():
        table = {"table": str(match.table)}
        yield "table", pages.page("/floor/table/{table}", table, person(Role.JUDGE))
        yield "watch", pages.page("/watch/{table}", table, None)
        yield "overlay", pages.page("/overlay/{table}", table, None)
        where = {"round": str(scene.round.number), **table}
        yield "why", pages.page("/why/{round}/{table}", where, None)
    for number in scene.now.players:
        yield "place", pages.page("/standings/{player}", {"player": str(number)}, None)
    for table_number in scene.now.rounds[0].matches:
        where = {"round": "1", "table": str(table_number)}
        desk = person(Role.SCOREKEEPER)
        yield "correction", pages.page("/correction/{round}/{table}", where, desk)


SCENES = {
    "registered": lambda: registered(HOSTILE),
    "mid round": lambda: mid_round((*HOSTILE, *NAMES[:16])),
    "cut": lambda: in_cut((*HOSTILE, MARKUP)),
    "without deck lists": lambda: started((*HOSTILE, MARKUP), "trump-king"),
}


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_runs_but_own_scripts_and_nothing_is_styled_inline(scene: str) -> None:
    made = SCENES[scene]()
    for path, html in (*all_pages(made), *topics(made).items()):
        reading = Reading(html)
        for tag, attributes in reading.elements:
            assert not any(name.startswith("on") or name == "style" for name in attributes), path
            assert tag not in ("style", "iframe", "object", "embed", "img"), path
            if tag == "script":
                assert (attributes.get("src") or "").startswith("/static/js/"), path
            for name in ("href", "src", "action"):
                value = attributes.get(name) or "/"
                assert value.startswith(("/", "#", "?")), f"{path}: {value}"


@pytest.mark.parametrize("scene", SCENES)
def test_ids_are_given_once_a_page(scene: str) -> None:
    for path, html in all_pages(SCENES[scene]()):
        # the content of templates is not part of the page until it is opened
        ids = Counter(Reading(html).ids())
        assert [name for name, times in ids.items() if times > 1] == [], path


def test_every_name_is_shown_as_it_is() -> None:
    names = (*HOSTILE, MARKUP)
    scene = started((*names, *NAMES[:7]))
    scene.ask(commands.PairRound())
    scene.begin()
    pages = pages_of(scene)
    for topic in ("players", "pairings", "standings", "scores", "floor"):
        text = Reading(pages.topic(topic)).text
        for name in names:
            assert name in text, (topic, name)


@pytest.mark.parametrize("made", [mid_round, in_cut, started], ids=lambda each: each.__name__)
@pytest.mark.parametrize("code", ["en", "ja"])
def test_no_page_shows_markup_as_text(made: Callable[[], Scene], code: str) -> None:
    """Markup that is escaped once more, in a text or an attribute, is read by people."""
    scene = made()
    for path, html in (*all_pages(scene), *topics(scene, language(code)).items()):
        reading = Reading(html.replace(escape(MARKUP), ""))  # a name of somebody else
        values = [value or "" for _, named in reading.elements for value in named.values()]
        shown = "\n".join((reading.text, *values))
        assert re.findall(r"</?[a-z]+|&[#a-z0-9]+;", shown) == [], path


def test_names_keep_their_direction_in_sentences() -> None:
    scene = started(HOSTILE)
    scene.ask(commands.PairRound())
    scene.begin()
    match = next(each for each in scene.matches() if PlayerId(2) in each.players)
    scene.enter(match, results.played(2, 1))
    html = pages_of(scene).topic("scores")
    assert f"<bdi>{HOSTILE[1]}</bdi> beats" in html or f"beats <bdi>{HOSTILE[1]}</bdi>" in html


def test_words_of_people_are_text() -> None:
    scene = mid_round()
    scene.ask(floor_commands.Announce(MARKUP))
    html = pages_of(scene).topic("news")
    assert "<img" not in html
    assert MARKUP in Reading(html).text
    assert "<img" not in pages_of(scene, MARKUP).topic("news")


def test_consequences_are_text() -> None:
    scene = started((*HOSTILE, MARKUP, "Zoe"))
    scene.play_round()
    match = next(each for each in scene.now.rounds[0].matches.values())
    found = consequences(scene.now, scene.now.rounds[0].number, match.table, results.played(0, 2))
    html = pages_of(scene).consequences(found)
    tags = {tag for tag, _ in Reading(html).elements}
    assert not tags & {"script", "img", "b "}
    assert "becomes" in html


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("/", None),
        ("/links", Role.ORGANISER),
        ("/pairings", None),
        ("/correction/{round}/{table}", Role.SCOREKEEPER),
    ],
)
def test_trouble_of_the_store_stands_on_every_page(path: str, role: Role | None) -> None:
    scene = mid_round()
    who = None if role is None else person(role)
    html = pages_of(scene, "The disk is full.").page(path, {"round": "1", "table": "1"}, who)
    assert html.count("The disk is full.") == 1


def test_a_hub_without_an_event_says_so() -> None:
    pages = Pages(lambda: None, lambda: "", lambda: "", lambda: 0)
    assert "No event yet" in pages.page("/", {}, None)
    assert "Nothing is here yet" in pages.topic("clock")


@pytest.mark.parametrize("path", ["/pairings", "/standings"])
def test_a_page_for_everybody_is_made_once_a_change(path: str) -> None:
    """Whoever asks for it again and again takes no time of others; what changes is shown."""
    scene = mid_round()
    trouble: list[str] = []
    pages = Pages(lambda: scene.event, str, lambda: "".join(trouble), lambda: scene.now_ms)
    first = pages.page(path, {}, None)
    assert pages.page(path, {}, None) is first
    assert pages.page(path, {}, None, language=language("ja")) != first
    scene.ask(floor_commands.Announce("Lunch is served"))
    announced = pages.page(path, {}, None)
    assert "Lunch is served" in announced
    trouble.append("The disk is full")
    assert "The disk is full" in pages.page(path, {}, None)
