"""In which order simultaneous triggers go on the Chain: SEG-04 to SEG-26, SEG-31, SEG-32."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Choose, Pass
from duelmat_engine.catalogue import find_reading
from duelmat_engine.events import Activated, Lapsed, Resolved
from duelmat_engine.names import CardKey
from engine.conformance.board import Board, Table
from engine.conformance.seg_cards import game

EXAMPLE_1 = {
    "a.hand": "DarkHole",
    "a.m1": "Sangan@1",
    "a.m2": "Peten@1",
    "b.m1": "Sangan@1",
    "b.m2": "Peten@1",
    "a.s1": "(Answer)@1",
    "b.s1": "(Answer)@1",
    "a.pile": "Plain Peten",
    "b.pile": "Plain Peten",
}


def passes(table: Table) -> None:
    """Nobody responds."""
    while table.duel.decision is not None and table.duel.decision.kind == "window":
        table.plays(Pass())


def hole(table: Table, effect: str = "darkhole", card: str = "a:DarkHole") -> None:
    table.plays(Activate(effect, card))
    passes(table)


def links(table: Table) -> list[str]:
    """Which triggers have gone on a Chain, in order."""
    return [
        f"{e.piece.key}"
        for e in table.history
        if isinstance(e, Activated) and table.game.rules.effects[e.effect].use == "trigger"
    ]


@pytest.mark.rule("SEG-05", "SEG-06", "SEG-07", "SEG-10", "SEG-11", "SEG-12", "SEG-13", "SEG-16")
def test_example_1_builds_its_four_links(board: Board) -> None:
    """Mandatory before optional, the turn player's before the other's."""
    table = board.lay(EXAMPLE_1, game=game("tcg"))
    hole(table)
    assert table.asks() == ("a", "trigger")
    table.plays(Activate("peten", "a:Peten"), "SEG-12")
    assert table.asks() == ("b", "trigger")
    table.plays(Activate("peten", "b:Peten"), "SEG-13")
    assert links(table) == ["a:Sangan", "b:Sangan", "a:Peten", "b:Peten"]
    assert table.has(Activated, "SEG-10", "SEG-05")
    assert table.has(Activated, "SEG-11", "SEG-05")
    assert table.asks() == ("a", "window")
    table.accepts(Pass(), "SEG-06", "SEG-07", "SEG-16")
    table.plays(Activate("answer", "a.s1", CardKey("a:Answer")), "SEG-06", "SEG-07")
    assert table.asks() == ("b", "window")


@pytest.mark.rule("SEG-32")
@pytest.mark.parametrize("order", ["ocg", "tcg", "first-trigger"])
def test_the_last_link_resolves_first(board: Board, order: str) -> None:
    table = board.lay({"a.hand": "DarkHole", "a.m1": "Vow", "b.m1": "Vow"}, game=game(order))
    hole(table)
    table = board.lay(
        {"a.hand": "DarkHole", "a.m1": "ShadowMist", "b.m1": "ShadowMist"}, game=game(order)
    )
    hole(table)
    table.plays(Activate("shadowmist", "a:ShadowMist"))
    table.plays(Activate("shadowmist", "b:ShadowMist"))
    passes(table)
    done = [e for e in table.history if isinstance(e, Resolved) and e.effect == "shadowmist"]
    assert [e.piece.key for e in done] == ["b:ShadowMist", "a:ShadowMist"]
    assert all("SEG-32" in e.rules for e in done)


@pytest.mark.rule("SEG-17")
def test_what_is_declined_is_left_out_and_the_others_close_up(board: Board) -> None:
    table = board.lay(EXAMPLE_1, game=game("tcg"))
    hole(table)
    table.plays(Pass(), "SEG-17")
    table.plays(Activate("peten", "b:Peten"))
    assert links(table) == ["a:Sangan", "b:Sangan", "b:Peten"]


@pytest.mark.rule("SEG-14", "SEG-15", "G-35")
@pytest.mark.parametrize("first", ["a:ShadowMist", "a:Vanguard"])
def test_inside_a_bucket_its_player_orders_and_no_bucket_is_left_early(
    board: Board, first: str
) -> None:
    table = board.lay(
        {
            "a.hand": "DarkHole",
            "a.m1": "ShadowMist",
            "a.m2": "Vanguard",
            "b.m1": "ShadowMist",
        },
        game=game("tcg"),
    )
    hole(table)
    table.refuses(Activate("shadowmist", "b:ShadowMist"), "SEG-15")
    effects = {"a:ShadowMist": "shadowmist", "a:Vanguard": "vanguard"}
    table.plays(Activate(effects[first], first), "SEG-14", "SEG-15", "SEG-12")
    second = next(card for card in effects if card != first)
    table.plays(Activate(effects[second], second), "SEG-12")
    table.invalid(Activate(effects[first], first), "text")
    table.plays(Activate("shadowmist", "b:ShadowMist"), "SEG-13")
    assert links(table) == [first, second, "b:ShadowMist"]


@pytest.mark.rule("SEG-20", "SEG-21", "SEG-22", "SEG-23", "SEG-24", "SEG-31")
def test_the_levels_of_the_ocg(board: Board) -> None:
    """Mandatory, then public, then private; inside a level the turn player first."""
    table = board.lay(
        {
            "a.hand": "DarkHole Greed",
            "a.m1": "Sangan",
            "a.m2": "ShadowMist",
            "b.hand": "Greed",
            "b.m1": "Sangan",
            "b.m2": "ShadowMist",
        },
        game=game(),
    )
    hole(table)
    table.refuses(Activate("greed", "a:Greed"), "SEG-23")
    refused = table.refuses(Activate("shadowmist", "b:ShadowMist"), "SEG-24")
    assert refused.readings == ("G-30",)
    table.plays(Activate("shadowmist", "a:ShadowMist"), "SEG-21", "SEG-23")
    table.plays(Activate("shadowmist", "b:ShadowMist"), "SEG-21", "SEG-24")
    assert table.asks() == ("a", "trigger")
    table.plays(Activate("greed", "a:Greed"), "SEG-22", "SEG-24")
    assert table.has(Activated, "SEG-31")
    table.plays(Activate("greed", "b:Greed"), "SEG-22")
    assert links(table) == [
        "a:Sangan",
        "b:Sangan",
        "a:ShadowMist",
        "b:ShadowMist",
        "a:Greed",
        "b:Greed",
    ]
    assert table.has(Activated, "SEG-20", "SEG-24")


@pytest.mark.rule("SEG-24")
def test_private_triggers_alternate_from_who_did_not_act_last(board: Board) -> None:
    """The turn player's link was the last, so the other begins."""
    table = board.lay(
        {
            "a.hand": "DarkHole Greed Greed",
            "a.m1": "Sangan",
            "b.hand": "Greed Greed",
            "b.m1": "Plain",
        },
        game=game(),
    )
    hole(table)
    for card in ("b:Greed", "a:Greed", "b:Greed/2", "a:Greed/2"):
        table.plays(Activate("greed", card), "SEG-24")
    assert links(table)[1:] == ["b:Greed", "a:Greed", "b:Greed/2", "a:Greed/2"]


@pytest.mark.rule("SEG-17", "SEG-24")
def test_a_pass_on_a_private_trigger_is_not_the_last_word(board: Board) -> None:
    """As with any priority, who has passed is asked again once the other has acted."""
    table = board.lay(
        {"a.hand": "DarkHole Greed", "a.m1": "Plain", "b.hand": "Greed", "b.m1": "Plain"},
        game=game(),
    )
    hole(table)
    table.plays(Pass(), "SEG-17")
    table.plays(Activate("greed", "b:Greed"))
    assert table.asks() == ("a", "trigger")
    table.plays(Activate("greed", "a:Greed"))
    assert links(table) == ["b:Greed", "a:Greed"]


@pytest.mark.rule("SEG-24")
def test_the_other_choice_puts_the_turn_player_first_everywhere(board: Board) -> None:
    """G-30: the plain text."""
    table = board.lay(
        {
            "a.hand": "DarkHole Greed",
            "a.m1": "Sangan",
            "b.hand": "Greed",
            "b.m1": "Plain",
        },
        game=game(**{"G-30": "turn player first"}),
    )
    hole(table)
    assert table.asks() == ("a", "trigger")
    table.refuses(Activate("greed", "b:Greed"), "SEG-24")
    table.plays(Activate("greed", "a:Greed"))
    table.plays(Activate("greed", "b:Greed"))
    assert links(table) == ["a:Sangan", "a:Greed", "b:Greed"]


@pytest.mark.rule("SEG-22")
def test_a_set_card_is_private_too(board: Board) -> None:
    table = board.lay(
        {"a.hand": "DarkHole", "a.m1": "ShadowMist", "b.s1": "(Ambush)@1", "b.m1": "Plain"},
        game=game(),
    )
    hole(table)
    table.plays(Pass())
    assert table.asks() == ("b", "trigger")
    table.plays(Activate("ambush", "b.s1", CardKey("b:Ambush")), "SEG-22")


@pytest.mark.rule("SEG-25")
@pytest.mark.parametrize("first", ["a:ShadowMist", "a:Vanguard"])
def test_inside_a_level_a_player_orders_freely(board: Board, first: str) -> None:
    table = board.lay(
        {"a.hand": "DarkHole", "a.m1": "ShadowMist", "a.m2": "Vanguard"}, game=game()
    )
    hole(table)
    effect = {"a:ShadowMist": "shadowmist", "a:Vanguard": "vanguard"}[first]
    table.plays(Activate(effect, first), "SEG-25")
    assert links(table) == [first]


@pytest.mark.rule("SEG-21", "SEG-26")
def test_a_hand_card_that_an_effect_lays_open_is_public(board: Board) -> None:
    """It comes before the other's private one, which would otherwise begin after Sangan."""
    table = board.lay(
        {
            "a.hand": "Open DarkHole Greed",
            "a.m1": "Sangan",
            "b.hand": "Greed",
            "b.m1": "Plain",
        },
        game=game(),
    )
    hole(table, "open", "a:Open")
    hole(table)
    assert table.asks() == ("a", "trigger")
    table.plays(Activate("greed", "a:Greed"), "SEG-21", "SEG-26")
    assert table.has(Activated, "SEG-26", "SEG-21")
    table.plays(Activate("greed", "b:Greed"), "SEG-22")


@pytest.mark.rule("SEG-22")
def test_that_a_hand_card_was_seen_does_not_make_it_public(board: Board) -> None:
    """Where and how it lies counts, not who remembers it."""
    table = board.lay(
        {"a.hand": "DarkHole Greed", "a.m1": "Plain", "b.m1": "ShadowMist"}, game=game()
    )
    from duelmat_engine.state import replace

    hand = tuple(replace(p, shown=True) for p in table.duel.at("a.hand"))
    table.duel = replace(table.duel, zones={**table.duel.zones, "a.hand": hand})
    hole(table)
    assert table.asks() == ("b", "trigger")
    table.plays(Pass())
    table.plays(Activate("greed", "a:Greed"), "SEG-22")


@pytest.mark.rule("SEG-04")
def test_only_what_may_legally_activate_counts(board: Board) -> None:
    """Needy needs a banished card; Hungry needs a card to banish, and eats the only one."""
    table = board.lay({"a.hand": "DarkHole", "a.m1": "Needy", "a.m2": "Plain"}, game=game())
    hole(table)
    assert links(table) == []
    table = board.lay({"a.hand": "DarkHole", "a.m1": "Needy", "b.banished": "Plain"}, game=game())
    hole(table)
    assert links(table) == ["a:Needy"]


@pytest.mark.rule("SEG-04", "G-35")
def test_legality_is_judged_anew_after_each_choice(board: Board) -> None:
    """The first Hungry banishes the second from the Graveyard: it is no longer there."""
    table = board.lay({"a.hand": "DarkHole", "a.m1": "Hungry", "a.m2": "Hungry"}, game=game())
    hole(table)
    table.plays(Activate("hungry", "a:Hungry"))
    table.plays(Choose("a:Hungry/2"))
    assert table.asks()[1] != "trigger"
    assert links(table) == ["a:Hungry"]
    assert table.has(Lapsed, "SEG-04")


@pytest.mark.rule("SEG-08")
def test_what_a_cost_sets_off_waits_for_the_next_window(board: Board) -> None:
    """Hungry banishes Outcast, whose trigger comes only when that Chain has resolved."""
    table = board.lay(
        {
            "a.hand": "DarkHole",
            "a.m1": "Hungry",
            "a.m2": "ShadowMist",
            "a.grave": "Outcast",
            "b.m1": "Plain",
        },
        game=game("tcg"),
    )
    hole(table)
    table.plays(Activate("hungry", "a:Hungry"))
    table.plays(Choose("a:Outcast"))
    assert table.asks() == ("a", "trigger")
    table.refuses(Activate("outcast", "a:Outcast"), "SEG-08")
    table.plays(Activate("shadowmist", "a:ShadowMist"))
    passes(table)
    table.plays(Activate("outcast", "a:Outcast"))
    assert links(table) == ["a:Hungry", "a:ShadowMist", "a:Outcast"]
    assert table.has(Activated, "SEG-08")


@pytest.mark.rule("SEG-18", "SEG-19")
def test_example_2_the_fusion_summon_was_the_last_thing_to_happen(board: Board) -> None:
    table = board.lay(
        {
            "a.hand": "SuperPoly",
            "a.m1": "ShadowMist",
            "b.m1": "Vanguard",
            "a.extra": "Gaia",
        },
        game=game("tcg"),
    )
    table.plays(Activate("superpoly", "a:SuperPoly"))
    passes(table)
    table.plays(Choose("a.m1"))
    table.plays(Choose("b.m1"))
    table.plays(Choose("a:Gaia"))
    table.plays(table.legal()[0])
    assert links(table) == ["a:Gaia"]
    assert table.has(Lapsed, "SEG-18")
    assert table.asks() == ("a", "trigger")
    refused = table.refuses(Activate("vanguard", "b:Vanguard"), "SEG-15", "SEG-18")
    assert "G-32" in refused.readings
    table.plays(Activate("shadowmist", "a:ShadowMist"), "SEG-12")
    assert links(table) == ["a:Gaia", "a:ShadowMist"]
    assert table.has(Activated, "SEG-19")


@pytest.mark.rule("SEG-18")
def test_when_is_refused_only_if_something_has_happened_since(board: Board) -> None:
    """Dark Hole alone, and Dark Hole with a gain of life behind it."""
    zones = {"a.m1": "Vanguard", "a.m2": "ShadowMist"}
    table = board.lay({"a.hand": "DarkHole", **zones}, game=game("tcg"))
    hole(table)
    table.plays(Activate("vanguard", "a:Vanguard"), "SEG-18")
    table = board.lay({"a.hand": "ThenTake", **zones}, game=game("tcg"))
    hole(table, "thentake", "a:ThenTake")
    table.refuses(Activate("vanguard", "a:Vanguard"), "SEG-18")
    table.plays(Activate("shadowmist", "a:ShadowMist"))


@pytest.mark.rule("SEG-18")
def test_a_mandatory_trigger_never_misses_its_timing(board: Board) -> None:
    table = board.lay({"a.hand": "ThenTake", "a.m1": "Sangan"}, game=game("tcg"))
    hole(table, "thentake", "a:ThenTake")
    assert links(table) == ["a:Sangan"]


def test_every_reading_stands_in_the_catalogue_with_its_choices() -> None:
    """The default comes first, and each choice gives a policy."""
    readings = {r.id: r for r in game().rules.readings}
    for name in ("G-30", "G-31", "G-32", "G-33", "G-34", "G-35", "G-96", "G-97"):
        entry = find_reading(name)
        assert entry.default == readings[name].choices[0] == entry.choices[0], name
        assert entry.choices == readings[name].choices, name
        for choice in readings[name].choices:
            assert game(**{name: choice}) if name != "G-97" else game(choice)
