"""The limit on triggers that summon their own card from the hand: SEG-27 to SEG-30."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Attack, Pass
from duelmat_engine.events import Activated
from engine.conformance.board import Board, Table
from engine.conformance.seg_cards import game


def struck(board: Board, hand: str, **readings: str) -> Table:
    """Player b is attacked directly by a Plain of 1000 attack."""
    order = readings.pop("order", "ocg")
    zones = {"a.m1": "Plain@1", "b.hand": hand}
    table = board.lay(zones, phase="battle", game=game(order, **readings))
    table.plays(Attack("a.m1"))
    table.nobody_responds()
    return table


def links(table: Table) -> list[str | None]:
    return [e.piece.key for e in table.history if isinstance(e, Activated)]


@pytest.mark.rule("SEG-27", "SEG-28")
@pytest.mark.parametrize(
    ("one", "other"), [("gorz Gorz", "tragoedia Tragoedia"), ("tragoedia Tragoedia", "gorz Gorz")]
)
def test_of_gorz_and_tragoedia_one_may_be_activated(board: Board, one: str, other: str) -> None:
    """Both are triggered; each may be the one."""
    table = struck(board, "Gorz Tragoedia Greed")
    assert table.asks() == ("b", "trigger")
    effect, card = one.split()
    second, its_card = other.split()
    table.accepts(Activate(second, f"b:{its_card}"), "SEG-27", "SEG-28")
    table.plays(Activate(effect, f"b:{card}"), "SEG-27", "SEG-28")
    assert links(table) == [f"b:{card}"]
    assert table.asks()[1] != "trigger"


@pytest.mark.rule("SEG-27", "SEG-28")
def test_the_second_is_refused_by_the_limit_alone(board: Board) -> None:
    """A further private trigger keeps the question open, so that it can be asked."""
    zones = {
        "a.hand": "DarkHole",
        "b.hand": "Greed Baboon Baboon",
        "b.m1": "Ape",
        "a.m1": "Plain",
    }
    table = board.lay(zones, game=game())
    table.plays(Activate("darkhole", "a:DarkHole"))
    table.nobody_responds()
    table.plays(Activate("baboon", "b:Baboon"), "SEG-27")
    refused = table.refuses(Activate("baboon", "b:Baboon/2"), "SEG-27")
    assert refused.readings == ("G-31",)
    table.plays(Activate("greed", "b:Greed"))
    assert links(table) == ["a:DarkHole", "b:Baboon", "b:Greed"]


@pytest.mark.rule("SEG-27", "SEG-28")
def test_a_different_one_is_refused_by_both_statements(board: Board) -> None:
    """Gorz and Tragoedia with a private trigger that has no part in the limit."""
    table = struck(board, "Gorz Tragoedia Sting")
    table.plays(Activate("gorz", "b:Gorz"))
    assert table.asks() == ("b", "trigger")
    table.refuses(Activate("tragoedia", "b:Tragoedia"), "SEG-27", "SEG-28")


@pytest.mark.rule("SEG-27", "SEG-29")
@pytest.mark.parametrize(
    ("first", "second"), [("b:Baboon", "b:Baboon/2"), ("b:Baboon/2", "b:Baboon")]
)
def test_a_copy_in_the_graveyard_uses_the_limit_up(board: Board, first: str, second: str) -> None:
    """The ability counts, not the place: one Baboon lies in the hand, one in the Graveyard."""
    table = board.lay(
        {
            "a.hand": "DarkHole",
            "b.hand": "Baboon Greed",
            "b.grave": "Baboon Vow",
            "b.m1": "Ape",
        },
        game=game(),
    )
    table.plays(Activate("darkhole", "a:DarkHole"))
    table.nobody_responds()
    if first == "b:Baboon":
        table.plays(Pass())
        table.plays(Activate("baboon", first), "SEG-27", "SEG-29")
    else:
        table.plays(Activate("baboon", first), "SEG-27", "SEG-29")
        table.refuses(Activate("baboon", second), "SEG-23", "SEG-27", "SEG-29")
        table.plays(Pass())
        table.refuses(Activate("baboon", second), "SEG-27", "SEG-29")
    assert [key for key in links(table) if key and "Baboon" in key] == [first]


@pytest.mark.rule("SEG-30")
def test_quick_effects_are_exempt(board: Board) -> None:
    """Two copies of Trifortressops in one Chain."""
    table = board.lay(
        {"a.hand": "DarkHole", "b.hand": "Trifort Trifort", "a.m1": "Plain"}, game=game()
    )
    table.plays(Activate("darkhole", "a:DarkHole"))
    table.plays(Activate("trifortressops", "b:Trifort"))
    table.plays(Activate("trifortressops", "b:Trifort/2"), "SEG-30")
    assert links(table) == ["a:DarkHole", "b:Trifort", "b:Trifort/2"]


@pytest.mark.rule("SEG-27")
@pytest.mark.parametrize(
    ("readings", "both"),
    [({}, False), ({"order": "tcg"}, True), ({"order": "tcg", "G-34": "both"}, False)],
)
def test_the_limit_is_the_ocgs_unless_read_otherwise(
    board: Board, readings: dict[str, str], *, both: bool
) -> None:
    """G-34."""
    table = struck(board, "Gorz Tragoedia", **readings)
    table.plays(Activate("gorz", "b:Gorz"))
    assert (table.asks()[1] == "trigger") == both
