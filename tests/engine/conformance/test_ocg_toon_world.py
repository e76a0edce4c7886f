"""Face-down Toons when a Toon World leaves the field: OCG-06, by both readings of G-20."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Choose, Pass, Reveal
from duelmat_engine.events import Destroyed
from duelmat_engine.judging.listing import legal_actions
from duelmat_engine.names import CardKey
from duelmat_engine.play import apply
from duelmat_engine.views.view import view_for
from engine.conformance.board import Board

BOTH_HIDE_TOONS = {
    "a.m1": "ToonMermaid",
    "a.m2": "(Elf)",
    "a.m3": "(ToonAlligator)",
    "a.s1": "ToonWorld",
    "b.m1": "ToonDemon",
    "b.m2": "(Elf)",
    "b.m3": "(ToonAlligator)",
    "b.m4": "(ToonMermaid)",
    "b.m5": "(ToonMermaid)",
    "b.hand": "Typhoon",
}
OWN_HIDDEN = [("a", "a.m3")]
ALL_HIDDEN = [*OWN_HIDDEN, ("b", "b.m3"), ("b", "b.m4"), ("b", "b.m5")]


@pytest.mark.rule("OCG-06")
@pytest.mark.parametrize(("reading", "hidden"), [("own", OWN_HIDDEN), ("all", ALL_HIDDEN)])
def test_each_player_shows_every_toon_that_lies_face_down(
    board: Board, reading: str, hidden: list[tuple[str, str]]
) -> None:
    """Nothing else is to be chosen, and nothing is destroyed before the last one is shown."""
    table = board.lay(BOTH_HIDE_TOONS, seat="b", readings={"G-20": reading})
    table.plays(Activate("typhoon", "b:Typhoon"))
    table.plays(Choose("a.s1"))
    for seat, place in hidden:
        assert table.asks() == (seat, "choose")
        assert table.legal() == [Choose(place)]
        assert not table.has(Destroyed, "OCG-06")
        table.plays(Choose(place), "OCG-06")
    left = {name for name in BOTH_HIDE_TOONS if name[2] == "m" and table.cards(name)}
    theirs = {"b.m1", "b.m3", "b.m4", "b.m5"}
    assert left == {"a.m2", "b.m2"} | (theirs if reading == "own" else set())


@pytest.mark.rule("OCG-06")
@pytest.mark.parametrize(("reading", "seats"), [("own", "a"), ("all", "ab")])
def test_a_table_is_told_which_face_down_cards_are_toons(
    board: Board, reading: str, seats: str
) -> None:
    """Whoever says that one is shows it; of the others the table learns that they are none."""
    zones = {"a.s1": "ToonWorld", "a.pile": "Sangan", "b.hand": "Typhoon", "b.pile": "Sangan"}
    for seat in "ab":
        zones |= {f"{seat}.m2": "(Elf)", f"{seat}.m3": "(ToonAlligator)"}
    table = board.lay(zones, seat="b", turn=4, rest="", readings={"G-20": reading})
    table.plays(Activate("typhoon", "b:Typhoon"))
    table.plays(Choose("a.s1"))
    view = view_for(table.duel)
    for seat in seats:
        assert Pass() in legal_actions(view)
        view = apply(view, Choose(f"{seat}.m3")).duel
        shown = Reveal(CardKey(f"{seat}:ToonAlligator"))
        assert list(legal_actions(view)) == [shown]
        view = apply(view, shown).duel
    assert [seat for seat in "ab" if not view.at(f"{seat}.m3")] == list(seats)
