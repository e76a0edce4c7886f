"""An Extra Deck whose cards the rules leave to its owner: others see how many lie there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from direct_mat import MAT, Bench, held, lay
from duelmat_engine import Deck, Seat, find_ruleset
from duelmat_engine.names import ZoneName
from duelmat_engine.state import CardsByZone, Duel
from duelmat_engine.state import replace as with_
from duelmat_host.app.held_cards import held_piles
from duelmat_host.showing.hot_zones import hot_zones
from duelmat_host.showing.overlay import overlay_view
from duelmat_host.showing.usable import lit_zones
from duelmat_host.showing.view_types import CardView, LinkView, PublicView
from duelmat_host.showing.views import judge_view, public_view, seat_view
from duelmat_host.table.duel_setup import DuelSetup
from duelmat_host.table.reducer import begin
from duelmat_host.table.state import TableState
from duelmat_host.table.table import Table, table_of
from duelmat_host.table.zone_map import ZoneMap
from seen import usable

ANA, BEN = Seat(0), Seat(1)
EXTRA = ZoneName("a.extra")
LINK = LinkView("up", "")


def begun(ruleset: str, extras: tuple[int, int] | None = None) -> Table:
    """A duel that begins, with Extra Decks of one card each, or those that come along."""
    rules = find_ruleset(ruleset)
    decks = [Deck(*each) for each in (rules.decks.practice,) * 2]
    if extras is not None:
        decks = [Deck(d.main, (d.extra[at],)) for d, at in zip(decks, extras, strict=True)]
    setup = DuelSetup(ruleset, ("Ana", "Ben"), tuple(decks))
    return table_of(begin(setup, ZoneMap(rules, MAT), 1))


def extra(view: PublicView, seat: str = "a") -> list[CardView]:
    return view.piles[seat].extra


@pytest.mark.parametrize("ruleset", ["ocg", "trigamon"])
def test_others_see_how_many_cards_lie_there(ruleset: str) -> None:
    """Its owner and a judge see which, at a simulated mat too; nothing public differs by them."""
    table = begun(ruleset)
    count = len(find_ruleset(ruleset).decks.practice[1])
    assert count > 1
    hidden = [CardView(face="down")] * count
    assert extra(public_view(table, LINK)) == hidden
    assert extra(seat_view(table, BEN, LINK)) == hidden
    for view in (seat_view(table, ANA, LINK), judge_view(table, LINK)):
        assert all(card.key and card.name for card in extra(view))
    here, there = begun(ruleset, (0, 0)), begun(ruleset, (1, 0))
    assert public_view(here, LINK) == public_view(there, LINK)
    assert seat_view(here, BEN, LINK) == seat_view(there, BEN, LINK)
    assert overlay_view(here, LINK) == overlay_view(there, LINK)


def with_duel(state: TableState, duel: Duel) -> Table:
    return table_of(replace(state, current=replace(state.current, duel=duel)))


def test_a_card_that_came_back_is_known() -> None:
    """Everybody has seen it; those that have lain there since the beginning stay unnamed."""
    state = begun("ocg").state
    first, *others = state.duel.zones[EXTRA]
    back = with_(first, arrived=3)
    zones: CardsByZone = {**state.duel.zones, EXTRA: (back, *others)}
    shown = extra(public_view(with_duel(state, with_(state.duel, zones=zones)), LINK))
    assert [card.key for card in shown] == [first.key, *[""] * len(others)]


def test_the_twelve_of_trump_king_lie_open() -> None:
    """Everybody has the same (TK-62)."""
    assert len([card for card in extra(public_view(begun("trump_king"), LINK)) if card.key]) == 12


def test_no_lamp_tells_that_a_card_of_it_may_come() -> None:
    """Of two Extra Decks that differ the lamps are the same, and the zones that are looked at more
    often; the own page is exact."""
    lit, hot, marked = [], [], []
    for extra_deck in ("PrismWarden", "OverdriveSeraph"):
        bench = Bench(
            {
                "a.m1": lay("EmberImp"),
                "a.m2": lay("HalfMoth"),
                "a.extra": lay(extra_deck),
                "b.pile": held("EmberImp"),
            },
            ruleset="trigamon",
            phase="main1",
        )
        lit.append(lit_zones(bench.table.now))
        hot.append(hot_zones(bench.table.now))
        marked.append("a:PrismWarden" in usable(bench.table.now, ANA))
    assert lit[0] == lit[1]
    assert hot[0] == hot[1]
    assert marked == [True, False]


def test_simulated_hands_show_others_no_more() -> None:
    """What hands hold is drawn in the place of what the duel has."""
    bench = Bench(None, ruleset="ocg")
    shown = {
        viewer: held_piles(bench.table.state, bench.hands, viewer)["a"].extra
        for viewer in ("public", "a", "b", "judge")
    }
    assert {viewer: all(card.key for card in cards) for viewer, cards in shown.items()} == {
        "public": False,
        "a": True,
        "b": False,
        "judge": True,
    }
    assert not any(card.key or card.name for card in shown["b"])
