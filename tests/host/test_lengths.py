"""What a seat alone is told has the same length on the wire whatever it is.

TLS hides words and shows lengths: each event of a feed and each answer is compared as the bytes
that are handed to the encryption, which adds the same to all of one length.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import aclosing
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.json import encode

from direct_mat import MAT, Bench, held, lay
from duelmat_engine import (
    PUBLIC,
    CardKey,
    Deck,
    Seat,
    ZoneName,
    find_ruleset,
    play_random,
    practice_duel,
    ruleset_names,
    view_for,
    zone,
)
from duelmat_host.app import card_uses, page_views
from duelmat_host.app.audiences import shown_event
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.table_service import TableService
from duelmat_host.sensing.layout import Face, Layout, Orientation, Sight
from duelmat_host.showing.view_types import CardOptions, LinkView, PublicView
from duelmat_host.showing.views import judge_view, option_view, seat_view
from duelmat_host.table.commands import PassOn
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.reducer import begin
from duelmat_host.table.state import DuelState, TableState
from duelmat_host.table.table import LegalActions, Pointing, Table, table_of
from duelmat_host.table.zone_map import PadName, ZoneMap
from duelmat_host.web.events import feed
from duelmat_serving.language.catalogs import Language, language
from duelmat_serving.padding import STEP_BYTES, padded
from host.boardless import boardless_loop
from seen import card_options

GAMES = ruleset_names()
PAIRS = 1_000
"""Pairs of hands, over all games together."""
STATES = 5
"""Moments of a duel of each game, from which the pairs are drawn."""
LANGUAGES = [language("en"), language("ja")]
LINK = LinkView("up", "")


def length_of(view: PublicView, spoken: Language) -> int:
    """The length of the event by which a viewer is shown this."""
    return len(shown_event(view, spoken).encoded)


def moments(game: str) -> Iterator[TableState]:
    """Moments of a duel as its table knows them."""
    rules = find_ruleset(game)
    deck = Deck(*rules.decks.practice)
    start = begin(DuelSetup(game, ("Ana", "Ben"), (deck, deck)), ZoneMap(rules, MAT), 1)
    plays = islice(play_random(practice_duel(game, seed=3), seed=4), 300)
    duels = (played.before for played in plays)
    asking = [
        duel
        for duel in duels
        if duel.turn and duel.decision is not None and duel.decision.kind != "chance"
    ]
    for duel in asking[:: len(asking) // STATES][:STATES]:
        yield replace(start, current=DuelState(view_for(duel, PUBLIC), (), {}))


def drawn(
    state: TableState, legal: LegalActions, seat: Seat, chance: Random
) -> tuple[list[CardKey], Table]:
    """Some hand of as many cards as it is, and some cards face-down: in public all alike."""
    places = [place for place in state.zones.rows if state.zones.owner(place) == seat][:3]
    count = len(state.duel.at(zone(seat, "hand"))) + len(places)
    cards = chance.sample(sorted(state.duel.hidden[seat].pool), count)
    down = {place: Sight(cards.pop(), Face.DOWN, Orientation.UPRIGHT, b"") for place in places}
    return cards, replace(table_of(state, Layout(down)), legal=legal)


@pytest.mark.parametrize("game", GAMES)
def test_pairs_of_hands_have_equal_lengths_on_the_wire(game: str) -> None:
    """With as many cards in hand and face-down, an event is as long: for seat and judge."""
    chance = Random(game)
    pairs = differing = 0
    for state in moments(game):
        legal = LegalActions(state.duel, state.zones)
        for _ in range(PAIRS // len(GAMES) // STATES):
            seat, spoken = Seat(chance.randrange(2)), chance.choice(LANGUAGES)
            (hand, shown), (other_hand, other) = (
                drawn(state, legal, seat, chance) for _ in range(2)
            )
            view, other_view = (
                seat_view(shown, seat, LINK, hand),
                seat_view(other, seat, LINK, other_hand),
            )
            assert length_of(view, spoken) == length_of(other_view, spoken)
            assert length_of(judge_view(shown, LINK), spoken) == length_of(
                judge_view(other, LINK), spoken
            )
            names, others = (
                sum(len(card.name) for card in (*each.hand, *each.facedown))
                for each in (view, other_view)
            )
            pairs += 1
            differing += names != others
    assert pairs == PAIRS // len(GAMES)
    assert differing > pairs // 4


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("spoken", LANGUAGES, ids=["en", "ja"])
def test_a_step_covers_the_longest_names_of_a_game(game: str, spoken: Language) -> None:
    """A hand of twenty cards and a row face-down take half a step at most, so that questions and
    the uses of a touched card have the other half.
    """
    state = next(moments(game))
    longest = sorted(
        (CardKey(f"a:{code}") for code in state.rules.cards),
        key=lambda key: -len(encode(state.card_title(key), enc_hook=spoken.encoded)),
    )
    places = [place for place in state.zones.rows if state.zones.owner(place) == Seat(0)]
    down = {place: Sight(longest[0], Face.DOWN, Orientation.UPRIGHT, b"") for place in places}
    shown = table_of(state, Layout(down))
    view = seat_view(shown, Seat(0), LINK, [longest[0]] * 20)
    own = encode([view.hand, view.facedown], enc_hook=spoken.encoded)
    assert len(own) < STEP_BYTES // 2


def test_the_uses_of_a_card_are_as_long_whichever_it_is() -> None:
    """Asked for by its player, on the mat and in hand, and shown when it is touched."""
    cards = ("S4", "D9", "C2", "S9")
    lengths = set()
    for secret in cards:
        zones = {"a.m1": lay(secret, down=True, sideways=True), "a.hand": held("S8")}
        bench = Bench({**zones, "b.m1": lay("H9"), "b.hand": held("H2")})
        shown = bench.table.now
        place = bench.table.state.zones.to_mat(ZoneName("a.m1"))
        options = card_options(shown.state, Seat(0), place)
        touched = replace(shown, pointing=Pointing(selected=place))
        view = seat_view(touched, Seat(0), LINK, ["a:S8"], (), options)
        answer = CardOptions([option_view(shown, Seat(0), each, place) for each in options])
        lengths.add((length_of(view, LANGUAGES[0]), len(padded(encode(answer, enc_hook=str)))))
    assert len(lengths) == 1


def test_a_card_without_uses_is_answered_by_an_event_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The number of events tells neither whether a touched card may do anything, nor that the
    other player has set a private switch meanwhile. What may be used is one event a decision.
    """
    bench = Bench({"a.m1": lay("S4", down=True, sideways=True), "a.hand": held("S9")})
    loop = boardless_loop(bench.table)
    service = TableService(loop, MatPlayers(bench.hands))
    monkeypatch.setattr(card_uses, "card_option_steps", lambda *_: iter(()))
    for module in (card_uses, page_views):
        monkeypatch.setattr(module, "whole_steps", lambda _: turns(20))
    views: list[int] = []

    async def follow() -> None:
        async with aclosing(feed(service, "a", None, 1_000.0)) as stream:
            while True:
                event = await anext(stream)
                views.append(len(event) if b"event: view\n" in event else 0)

    async def run() -> list[int]:
        counts = []
        following = asyncio.create_task(follow())
        showing = asyncio.create_task(service.views.run())
        place = str(bench.table.state.zones.to_mat(ZoneName("a.m1")))
        acts: list[Callable[[], None]] = [
            lambda: None,
            lambda: bench.hands.touch(PadName(place), Seat(0)),
            lambda: bench.table.command(Seat(1), PassOn("turn")),
        ]
        for act in acts:
            views.clear()
            act()
            service.views.renew()
            await turns(200)
            counts.append(sum(length > 0 for length in views))
        for task in (following, showing):
            task.cancel()
        await asyncio.gather(following, showing, return_exceptions=True)
        return counts

    assert asyncio.run(run()) == [2, 1, 0]


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_the_time_of_an_answer_is_whole_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long a card takes to be worked out is not told by when its player is answered."""
    waited: list[float] = []

    async def sleep(for_s: float) -> None:
        waited.append(for_s)

    async def run() -> None:
        running: Any = asyncio.get_running_loop()
        for passed_s in (0.004, 0.03, 0.31):
            monkeypatch.setattr(running, "time", lambda passed_s=passed_s: 50 + passed_s)
            await card_uses.whole_steps(50)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    asyncio.run(run())
    assert [round(each, 6) for each in waited] == [0.146, 0.12, 0.14]
