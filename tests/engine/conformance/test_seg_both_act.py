"""What everybody has to do at once: SEG-01 to SEG-03."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Choose, Pass
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.terms import Bound, Cards
from duelmat_engine.events import ActedTogether, Activated, Moved
from duelmat_engine.forms.vocabulary import unheard_of
from duelmat_engine.names import CardKey
from duelmat_engine.ruleset.build import build_game, default_readings, with_cards
from duelmat_engine.ruleset.registry import find_ruleset
from engine.conformance.board import Board
from engine.conformance.seg_cards import game, spell


def zones(seat: str) -> dict[str, str]:
    return {
        "a.hand": "Dealings Plain" if seat == "a" else "Plain",
        "b.hand": "Dealings Plain" if seat == "b" else "Plain",
        "a.pile": "Discarded Ape",
        "b.pile": "Discarded Ape",
    }


@pytest.mark.rule("SEG-01", "SEG-02", "SEG-03")
@pytest.mark.parametrize(("seat", "other"), [("a", "b"), ("b", "a")])
def test_the_turn_player_discards_first_and_nothing_comes_between(
    board: Board, seat: str, other: str
) -> None:
    """Dark World Dealings: both draw, then both discard; both discards are one moment."""
    table = board.lay(zones(seat), game=game("tcg"), seat=seat)
    table.plays(Activate("dealings", f"{seat}:Dealings"))
    table.nobody_responds()
    assert table.asks() == (seat, "choose")
    table.refuses(Choose(f"{other}:Plain"), "text:dealings")
    table.plays(Choose(f"{seat}:Discarded"))
    assert table.asks() == (other, "choose")
    table.plays(Choose(f"{other}:Discarded"))
    assert table.has(ActedTogether, "SEG-01", "SEG-02", "SEG-03")
    together = [e for e in table.history if isinstance(e, ActedTogether)]
    assert [["ab"[s] for s in e.order] for e in together] == [[seat, other]] * 2
    thrown = [e.piece.key for e in table.history if isinstance(e, Moved) and e.cause == "effect"]
    assert thrown == [f"{seat}:Discarded", f"{other}:Discarded"]
    table.plays(Activate("discarded", f"{seat}:Discarded"), "SEG-12")
    table.plays(Activate("discarded", f"{other}:Discarded"), "SEG-13")
    links = [e.piece.key for e in table.history if isinstance(e, Activated)][1:]
    assert links == thrown


@pytest.mark.rule("SEG-03")
def test_the_first_act_does_not_make_the_second_miss_or_be_missed(board: Board) -> None:
    """Both triggers are worded with "when": neither discard was before the other."""
    table = board.lay(zones("a"), game=game("ocg"))
    table.plays(Activate("dealings", "a:Dealings"))
    table.nobody_responds()
    table.plays(Choose("a:Discarded"))
    table.plays(Choose("b:Discarded"))
    table.accepts(Activate("discarded", "a:Discarded"), "SEG-18")
    table.plays(Pass())
    table.accepts(Activate("discarded", "b:Discarded"), "SEG-18")
    assert table.has(ActedTogether, "SEG-03")


@pytest.mark.rule("SEG-03", "G-29.all-lost", "G-29.deck-out")
def test_players_who_cannot_draw_together_lose_together(board: Board) -> None:
    """Nobody has lost while the other has still to draw: with both decks empty it is a draw."""
    zones = {"a.hand": "DarkWorldDealings", "a.s1": "(JarOfGreed)", "b.s1": "(JarOfGreed)"}
    table = Board(board.note, "ocg").lay({**zones, "a.pile": "Elf", "b.pile": "Elf"})
    table.plays(Activate("dark-world-dealings", "a:DarkWorldDealings"))
    for seat in "ba":
        jar = CardKey(f"{seat}:JarOfGreed")
        table.plays(Activate("jar-of-greed", f"{seat}.s1", jar))
    outcome = table.duel.outcome
    assert outcome is not None and outcome.winner is None
    assert {"G-29.all-lost", "G-29.deck-out"} <= set(outcome.rules)


@pytest.mark.rule("SEG-03", "G-29.all-lost", "G-29.over")
@pytest.mark.parametrize(("life", "winner"), [((500, 500), None), ((900, 500), 0)])
def test_life_lost_together_is_judged_together(
    board: Board, life: tuple[int, int], winner: int | None
) -> None:
    """Each player loses 500: whoever comes later in the order loses it, too."""
    both = ops.EachPlayer(block=(ops.Damage(amount=500),))
    card = Card("Both", "Both", {}, ("magic",), ("both",))
    rules = with_cards(find_ruleset("ocg"), [card], [spell("both", both)])
    table = board.lay(
        {"a.hand": "Both"}, life=life, game=build_game(rules, default_readings(rules))
    )
    table.plays(Activate("both", "a:Both"))
    outcome = table.duel.outcome
    assert outcome is not None and outcome.winner == winner
    assert table.life() == (life[0] - 500, 0)


@pytest.mark.rule("SEG-03", "G-29.deck-out")
def test_who_cannot_draw_has_lost_when_the_act_is_over(board: Board) -> None:
    """The other player is asked meanwhile, and the duel as it is then can be written down."""
    hand = Cards(("hand",), "own")
    act = (
        ops.Draw(amount=1),
        ops.Choose(bind="thrown", cards=hand),
        ops.Send(cards=Bound("thrown"), to="grave"),
    )
    card = Card("Both", "Both", {}, ("magic",), ("both",))
    rules = with_cards(find_ruleset("ocg"), [card], [spell("both", ops.EachPlayer(block=act))])
    table = board.lay(
        {"a.hand": "Both Elf", "b.hand": "Wolf Ox", "b.pile": "Warrior"},
        game=build_game(rules, default_readings(rules)),
        rest="grave",
    )
    table.plays(Activate("both", "a:Both"))
    table.plays(Choose("a:Elf"))
    assert table.asks() == ("b", "choose")
    assert not list(unheard_of(table.duel, table.game))
    table.plays(Choose("b:Wolf"))
    outcome = table.duel.outcome
    assert outcome is not None and outcome.winner == 1
    assert outcome.rules == ("G-29.deck-out",)
