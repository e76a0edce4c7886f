"""What a seat is told when it asks about a card: its own, and nothing of any other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from msgspec import to_builtins

from direct_mat import MAT, Bench, held, lay
from duelmat_engine import (
    PUBLIC,
    CardKey,
    Deck,
    Seat,
    find_ruleset,
    is_key,
    play_random,
    practice_duel,
    ruleset_names,
    view_for,
    zone,
)
from duelmat_host.app import card_uses
from duelmat_host.app.mat_use import MatPlayers
from duelmat_host.app.table_service import AskUses, TableService
from duelmat_host.players.hand_requests import PlaceCard, carry_out
from duelmat_host.sensing.layout import MatZone
from duelmat_host.showing.card_options import CardOption, card_option_steps, laying
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.errors import DeclinedError
from duelmat_host.table.reducer import begin
from duelmat_host.table.state import DuelState
from duelmat_host.table.zone_map import ZoneMap
from host.boardless import boardless_loop
from seen import card_options

ZONES = {
    "a.hand": held("H7", "S4"),
    "b.hand": held("H2"),
    "a.m1": lay("C8"),
    "a.s1": lay("D9", down=True),
    "b.m1": lay("H9"),
    "b.s1": lay("C3", down=True),
}


def service_of(bench: Bench) -> TableService:
    """The pages' service of a table whose hands are simulated."""
    loop = boardless_loop(bench.table)
    return TableService(loop, MatPlayers(bench.hands))


async def asked(service: TableService, letter: str, card: str) -> list[dict[str, Any]]:
    """What the seat is told, once everybody has been shown what is so."""
    showing = asyncio.create_task(service.views.run())
    try:
        async with asyncio.timeout(20):
            answer = await service.uses(letter, AskUses(card))
    finally:
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)
    uses: list[dict[str, Any]] = to_builtins(answer, enc_hook=str)["uses"]
    return uses


@pytest.mark.parametrize("card", ["a.m2", "a:H7", "a.s2"])
def test_a_seat_is_told_of_its_own_cards(card: str) -> None:
    """On the mat, in its hand, and face-down: each refused use with its rule and what helps."""
    uses = asyncio.run(asked(service_of(Bench(ZONES)), "a", card))
    assert uses
    assert [use["legal"] for use in uses] == sorted((use["legal"] for use in uses), reverse=True)
    for use in uses:
        assert use["card"] == card
        assert bool(use["rules"]) != use["legal"]
        assert all(rule["statement"] for rule in use["rules"])


@pytest.mark.parametrize(
    "card",
    ["b.m2", "b.s2", "b.s3", "a.m3", "b:H2", "b:C3", "b:H9", "a:D9", "a:S9", "a.grave", "a:Z9"],
)
def test_of_any_other_card_the_answer_is_always_the_same(card: str) -> None:
    """Whether it is there or not, hidden or open: nothing is learnt by asking."""
    with pytest.raises(DeclinedError) as refused:
        asyncio.run(asked(service_of(Bench(ZONES)), "a", card))
    assert str(refused.value).replace(card, "X") == (
        "That is no card of yours on the mat or in your hand."
    )


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list that gets a line each time that options are worked out for a page."""
    done: list[str] = []

    def noted(*known: Any) -> Iterator[CardOption | None]:
        done.append("options")
        return card_option_steps(*known)

    monkeypatch.setattr(card_uses, "card_option_steps", noted)
    return done


def test_an_answer_is_kept_while_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pointing at the same card again costs nothing; a state that has changed is asked anew."""
    done = counted(monkeypatch)
    bench = Bench(ZONES)
    service = service_of(bench)
    first = asyncio.run(asked(service, "a", "a.m2"))
    assert asyncio.run(asked(service, "a", "a.m2")) == first
    assert len(done) == 1
    asyncio.run(asked(service, "a", "a:H7"))
    assert len(done) == 2
    bench.table.set_state(replace(bench.table.state))
    assert asyncio.run(asked(service, "a", "a.m2")) == first
    assert len(done) == 3


def test_others_are_served_while_an_answer_is_worked_out() -> None:
    """Between its steps the loop does what else there is."""
    service = service_of(Bench(ZONES))
    turns = 0

    async def run() -> None:
        nonlocal turns
        service.views._everybody_shown.set()
        asking = asyncio.create_task(service.uses("a", AskUses("a:H7")))
        while not asking.done():
            turns += 1
            await asyncio.sleep(0)

    asyncio.run(run())
    state, held_cards = service.table_loop.table.state, (CardKey("a:H7"), CardKey("a:S4"))
    assert turns >= len(list(card_option_steps(state, Seat(0), held_cards[0], held_cards))) > 10


def test_it_is_worked_out_when_everybody_has_been_shown_what_is_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody's wait says which card was asked about."""
    done = counted(monkeypatch)
    service = service_of(Bench(ZONES))

    async def run() -> None:
        asking = asyncio.create_task(service.uses("a", AskUses("a.m2")))
        for _ in range(10):
            await asyncio.sleep(0)
        assert done == []
        showing = asyncio.create_task(service.views.run())
        await asking
        showing.cancel()
        await asyncio.gather(showing, return_exceptions=True)

    asyncio.run(run())
    assert done == ["options"]


def test_asking_changes_nothing() -> None:
    """The table is the very value that it was."""
    bench = Bench(ZONES)
    before = bench.table.state
    asyncio.run(asked(service_of(bench), "a", "a.m2"))
    assert bench.table.state is before


@pytest.mark.parametrize("game", ruleset_names())
def test_every_card_of_every_game_may_be_asked_about(game: str) -> None:
    """In hand and on the field, as a practice duel goes on: each answer is whole sentences."""
    rules = find_ruleset(game)
    deck = Deck(*rules.decks.practice)
    setup = DuelSetup(game, ("Ana", "Ben"), (deck, deck))
    start = begin(setup, ZoneMap(rules, MAT), 1)
    told = 0
    for number, played in enumerate(play_random(practice_duel(game, seed=2), seed=5)):
        if number % 25 or number > 200:
            continue
        closed = played.before
        if closed.is_over() or closed.decision is None or closed.decision.kind == "chance":
            continue
        state = replace(start, current=DuelState(view_for(closed, PUBLIC), (), {}))
        for seat in (Seat(0), Seat(1)):
            held = [p.key for p in closed.at(zone(seat, "hand")) if p.key is not None]
            lying = [start.zones.sensed(name) for name, _ in state.duel.pieces()]
            asked: list[MatZone | CardKey] = [*held[:3], *(p for p in lying if p is not None)]
            for card in asked:
                for option in card_options(state, seat, card, held):
                    told += 1
                    assert option.text
                    assert bool(option.rules) != option.legal
    assert told > 20


def test_a_card_that_is_only_looked_at_is_not_in_the_hand() -> None:
    """What the deck shows is no card of the hand."""
    options = card_options(Bench(ZONES).table.state, Seat(1), CardKey("a:H7"))
    assert options == []


def test_a_field_card_is_told_to_go_to_its_own_zone() -> None:
    """Not to the row, from where it would have to be moved."""
    hands = {"a.hand": held("SunlitMeadow", "PairedOwl"), "b.hand": held("EmberImp")}
    table = Bench(hands, ruleset="trigamon", phase="main1").table
    key = CardKey("a:SunlitMeadow")
    options = card_options(table.state, Seat(0), key, [key, CardKey("a:PairedOwl")])
    (how,) = [option.how for option in options if option.text.startswith("Activate")]
    assert how is not None
    assert "Field Zone" in how


@pytest.mark.parametrize("phase", ["standby", "main1"])
def test_uses_from_another_place_are_not_told(phase: str) -> None:
    """A spell of the hand is Set or activated: it is no stream, and does not return from a row."""
    hands = {"a.hand": held("GentleTurn", "PairedOwl"), "b.hand": held("EmberImp")}
    table = Bench(hands, ruleset="trigamon", phase=phase).table
    keys = [CardKey("a:GentleTurn"), CardKey("a:PairedOwl")]
    spell, entity = (
        [option.text for option in card_options(table.state, Seat(0), key, keys)] for key in keys
    )
    assert spell
    assert all("Formula" in text for text in spell)
    assert all("face-up" not in text for text in spell)
    assert entity
    assert not [text for text in entity if "Assist" in text or "Return" in text]


@pytest.mark.parametrize(
    ("code", "others", "legal", "told"),
    [
        ("PocketTorch", (), True, "on your Graveyard"),
        ("MoonRegent", ("MoonRite",), False, "by the effect of a Ritual card"),
    ],
    ids=["jumper", "ritual entity"],
)
def test_a_card_of_the_hand_is_never_without_a_word(
    code: str, others: tuple[str, ...], legal: bool, told: str
) -> None:
    """A Jumper is shown; what no play of the hand brings to the field says what does."""
    hands = {
        "a.hand": held(code, *others),
        "b.hand": held("EmberImp"),
        "a.m3": lay("PairedOwl"),
        "b.m3": lay("EmberImp"),
    }
    table = Bench(hands, ruleset="trigamon", phase="main1").table
    keys = [CardKey(f"a:{each}") for each in (code, *others)]
    options = card_options(table.state, Seat(0), keys[0], keys)
    assert [option.legal for option in options] == [legal]
    assert told in " ".join((options[0].how or "", *options[0].remedies))


@pytest.mark.parametrize(
    ("ruleset", "hand", "laid"),
    [
        ("trump_king", ("H7", "S4"), {"a.m2": lay("C8"), "a.s2": lay("D9", down=True)}),
        ("ocg", ("Sparkman", "DarkHole"), {}),
        ("trigamon", ("SunlitMeadow", "GentleTurn"), {"a.m3": lay("PairedOwl")}),
    ],
)
def test_a_hand_that_lays_a_card_as_told_does_what_is_legal(
    ruleset: str, hand: tuple[str, ...], laid: dict[str, Any]
) -> None:
    """Each legal use that a movement does: its zone and the way that the card lies there."""
    done = 0

    def dealt() -> Bench:
        zones = {"a.hand": held(*hand), **laid}
        return Bench(zones, ruleset=ruleset, phase="main1", turn=3)

    state = dealt().table.state
    keys = [CardKey(f"a:{code}") for code in hand]
    cards: list[MatZone | CardKey] = [*keys, *(MatZone(each) for each in laid)]
    for card in cards:
        for option in card_options(state, Seat(0), card, keys):
            if not option.how or option.action is None:
                continue
            zone_, lies = laying(state, Seat(0), option.action) or pytest.fail(option.text)
            bench = dealt()
            of_hand = {"card": card} if is_key(card) else {"source": card}
            movement = PlaceCard(zone=zone_, face=lies.face, turn=lies.turn, **of_hand)
            carry_out(bench.hands, bench.table, Seat(0), movement)
            bench.rest()
            assert bench.table.state.refusal is None, option.text
            assert bench.table.state.duel is not state.duel or bench.table.now.prompts
            done += 1
    assert done >= len(hand)


def test_the_only_zone_that_is_open_is_named() -> None:
    """In Resummoned the first card of all lies in the middle, wherever zones are free."""
    rules = find_ruleset("resummoned")
    deck = Deck(*rules.decks.practice)
    start = begin(DuelSetup("resummoned", ("Ana", "Ben"), (deck, deck)), ZoneMap(rules, MAT), 1)
    duels = (played.before for played in play_random(practice_duel("resummoned", seed=2), seed=5))
    first = next(duel for duel in duels if duel.phase == "main1")
    seat = first.turn_seat
    state = replace(start, current=DuelState(view_for(first, PUBLIC), (), {}))
    held = [p.key for p in first.at(zone(seat, "hand")) if p.key is not None]
    options = [option for key in held for option in card_options(state, seat, key, held)]
    hows = [option.how for option in options if option.how is not None]
    laid = [how for how in hows if "face-up and upright" in how]
    assert laid
    for how in laid:
        assert "Only the middle Monster Zone is open to it." in how
