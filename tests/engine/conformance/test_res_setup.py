"""Resummoned: players, decks, matches, the start and the end of duels; RES-100 to RES-306."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Attack, Choose, Concede, Name, Pass, Turn
from duelmat_engine.cards import Card
from duelmat_engine.errors import PositionError
from duelmat_engine.events import DuelEnded, FirstChosen, LifeChanged, Moved, PlayerLeft
from duelmat_engine.forms.position import Placed, carried_on, position
from duelmat_engine.judging.judge import judge
from duelmat_engine.match import Match, agree_match
from duelmat_engine.play import Deck, new_duel
from duelmat_engine.ruleset.decks import judge_deck, judge_sideboard
from duelmat_engine.rulesets.resummoned.facts import card_faults
from duelmat_engine.rulesets.resummoned.paired import PAIRED
from duelmat_engine.state import Duel, Outcome, replace
from duelmat_engine.verdict import Verdict
from engine.conformance.board import Board, Table
from engine.conformance.resummoned import (
    LIFE,
    all_pass,
    flip,
    game_with,
    known_rules,
    lay_cards,
    play,
    resolve,
    says,
)

DECK = known_rules().decks.practice[0]


def noted(board: Board, verdict: Verdict) -> Verdict:
    board.note("accepted" if verdict.legal else "refused", verdict.rules)
    return verdict


def begun(board: Board, players: int = 2, first: str = "a") -> Table:
    step = new_duel("resummoned", [Deck(DECK)] * players, seed=3)
    table = board.take(step.duel, step.events)
    table.plays(Name(first), "RES-102.1")
    return table


# Decks and formats


@pytest.mark.rule("RES-100.2", "RES-100.2a")
def test_a_constructed_deck_has_forty_cards_of_different_names(board: Board) -> None:
    assert noted(board, judge_deck("resummoned", DECK)).legal
    assert len(DECK) >= 40
    for main in (DECK[:39], (*DECK, DECK[0]), ()):
        verdict = noted(board, judge_deck("resummoned", main))
        assert verdict.rules == ("RES-100.2a",)
        assert verdict.remedies
    with pytest.raises(PositionError, match="deck of b: expected at least 40"):
        new_duel("resummoned", [Deck(DECK), Deck(DECK[:20])], seed=1)


@pytest.mark.rule("RES-100.2", "RES-100.2b", "RES-100.5")
def test_a_limited_deck_has_thirty_cards_of_any_names(board: Board) -> None:
    doubled = (*DECK[:15], *DECK[:15])
    assert noted(board, judge_deck("resummoned", doubled, event_format="limited")).legal
    verdict = noted(board, judge_deck("resummoned", doubled[:29], event_format="limited"))
    assert verdict.rules == ("RES-100.2b",)
    step = new_duel("resummoned", [Deck(doubled)] * 2, seed=1, event_format="limited")
    assert step.duel.decision is not None
    board.explains("RES-100.5")


@pytest.mark.rule("RES-100.4", "RES-100.4a", "RES-100.4b")
def test_a_sideboard_is_judged_by_its_format(board: Board) -> None:
    for name in ("RES-100.4", "RES-100.4b"):
        board.explains(name)
    assert noted(board, judge_sideboard("resummoned", DECK, DECK[:15])).legal
    assert noted(board, judge_sideboard("resummoned", DECK, ())).legal
    for side in (DECK[:16], (DECK[0], DECK[0])):
        assert noted(board, judge_sideboard("resummoned", DECK, side)).rules == ("RES-100.4a",)
    main = DECK[:30]
    rest = noted(board, judge_sideboard("resummoned", main, DECK[30:33], DECK[:33], "limited"))
    assert rest.legal
    missing = judge_sideboard("resummoned", main, DECK[30:32], DECK[:33], "limited")
    assert missing.rules == ("RES-100.4b",)


@pytest.mark.rule("RES-301.1", "RES-301.1a", "RES-301.1b")
def test_a_card_printed_in_another_language_has_its_english_name(board: Board) -> None:
    board.explains("RES-301.1")
    board.explains("RES-301.1a")
    assert noted(board, judge_deck("resummoned", DECK)).legal
    verdict = noted(board, judge_deck("resummoned", (*DECK, "BlueEyesDE")))
    assert verdict.rules == ("RES-100.2a", "RES-301.1b")
    assert known_rules().cards["BlueEyesDE"].name == known_rules().cards["BlueEyes"].name


FAULTY = {
    "no type": (Card("A", "Kuriboh", {}, ("fiend",)), "RES-302.2"),
    "two types": (Card("A", "Kuriboh", {}, ("monster", "spell")), "RES-302.2"),
    "unknown name": (Card("A", "Nobody", {}, ("spell",)), "RES-300.1a"),
    "another type": (Card("A", "Kuriboh", {}, ("trap",)), "RES-300.1a"),
    "supertype": (Card("A", "Dark Hole", {}, ("spell", "field")), "RES-303S.2"),
    "no monster type": (Card("A", "Kuriboh", {}, ("monster", "legend")), "RES-405.1"),
    "no attack": (Card("A", "Kuriboh", {"defense": 1}, ("monster", "fiend")), "RES-400.1"),
    "attribute": (
        Card("A", "Kuriboh", {"attribute": "WIND"}, ("monster", "fiend")),
        "RES-403.2",
    ),
    "other attribute": (
        Card("A", "Kuriboh", {"attribute": "FIRE"}, ("monster", "fiend")),
        "RES-403.3",
    ),
    "level": (Card("A", "Kuriboh", {"level": 5}, ("monster", "fiend")), "RES-404.2"),
}


@pytest.mark.rule(
    "RES-300.1",
    "RES-300.1a",
    "RES-302.1",
    "RES-302.2",
    "RES-303S.1",
    "RES-303S.2",
    "RES-403.1",
    "RES-403.2",
    "RES-403.3",
    "RES-404.1",
    "RES-404.2",
    "RES-405.1",
    "RES-405.2",
)
@pytest.mark.parametrize("case", FAULTY)
def test_a_card_is_what_its_paired_card_makes_it(board: Board, case: str) -> None:
    """Type, attribute and level come from the card of that name (G-64, G-65, G-66)."""
    for name in ("300.1", "302.1", "303S.1", "403.1", "404.1", "405.2"):
        board.explains(f"RES-{name}")
    card, rule = FAULTY[case]
    assert rule in {fault.rule for fault in card_faults(card, known_rules().effects)}
    assert noted(board, judge_deck("resummoned", DECK)).legal
    assert known_rules().cards["LusterDragon"].trait("attribute") == "AIR"
    assert known_rules().cards["Utopia"].number("level") == PAIRED["Number 39: Utopia"].rank == 4
    assert known_rules().cards["LinkSpider"].number("level") == 0


# Players and matches


@pytest.mark.rule("RES-100.1", "RES-200.1", "RES-200.2", "RES-101.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_duel_has_two_or_more_players(board: Board, players: int) -> None:
    board.explains("RES-200.1")
    board.explains("RES-101.1")
    table = begun(board, players, "b")
    assert len(table.duel.players) == players
    assert table.duel.turn_seat == 1
    assert table.has(FirstChosen, "RES-100.1", "RES-200.2")
    with pytest.raises(PositionError, match=r"RES-100\.1"):
        new_duel("resummoned", [Deck(DECK)], seed=1)


@pytest.mark.rule("RES-102.1", "RES-102.1D", "RES-102.2", "RES-102.3", "RES-100.3", "RES-201.1")
def test_the_first_player_is_agreed_on_then_everybody_draws_five(board: Board) -> None:
    step = new_duel("resummoned", [Deck(DECK)] * 3, seed=3)
    table = board.take(step.duel, step.events)
    start = [e for e in step.events if isinstance(e, LifeChanged)]
    assert [e.life for e in start] == [8000] * 3
    assert {"RES-102.3", "RES-100.3", "RES-201.1"} <= set(start[0].rules)
    assert table.asks() == ("chance", "first")
    assert not table.duel.at("a.hand")
    events = table.plays(Name("c"), "RES-102.1")
    dealt = [e for e in events if isinstance(e, Moved) and "RES-102.2" in e.rules]
    assert len(dealt) == 15
    assert [e.seat for e in events if isinstance(e, FirstChosen)] == [2]
    assert table.duel.turn_seat == 2


@pytest.mark.rule("RES-101.2", "RES-102.1B", "RES-102.1C", "RES-102.1D")
def test_in_a_match_the_loser_of_the_last_duel_decides_who_starts(board: Board) -> None:
    assert not noted(board, agree_match("resummoned", 0)).legal
    assert noted(board, agree_match("resummoned", 3)).legal
    match = Match("resummoned", (Deck(DECK),) * 3, duels=3)
    assert match.opening() is None
    first = begun(board, 3)
    says(first, Concede(2))
    says(first, Concede(0))
    assert first.duel.outcome is not None
    assert first.duel.outcome.winner == 1
    match = match.after(first.duel)
    second = match.next_duel(seed=4)
    table = board.take(second.duel, second.events)
    assert table.asks() == ("c", "first")
    assert "RES-102.1B" in {r for e in table.plays(Name("b")) for r in e.rules}
    drawn = match.after(_drawn(second.duel))
    third = drawn.next_duel(seed=5)
    table = board.take(third.duel, third.events)
    assert table.asks() == ("c", "first")
    assert "RES-102.1C" in {r for e in table.plays(Name("a")) for r in e.rules}
    assert drawn.after(_drawn(third.duel)).is_over()


def _drawn(duel: Duel) -> Duel:
    """The duel, ended in a draw."""
    return replace(duel, outcome=Outcome(None, "drawn"), decision=None)


# Losing and winning


@pytest.mark.rule("RES-103.1", "RES-103.2", "RES-103.2a", "RES-103.2b", "RES-103.x", "RES-300.2")
def test_a_player_who_surrenders_leaves_with_all_their_cards(board: Board) -> None:
    table = lay_cards(
        board,
        {
            "a.m0": [Placed("BattleOx")],
            "b.m0": [Placed("GeminiElf")],
            "b.hand": [Placed("Kuriboh")],
            "c.m0": [Placed("VorseRaider")],
            "c.grave": [Placed("Hinotama")],
        },
        players=3,
    )
    events = says(table, Concede(1), "RES-103.2b")
    gone = [e for e in events if isinstance(e, PlayerLeft)]
    assert [e.seat for e in gone] == [1]
    assert {"RES-103.2", "RES-103.2a", "RES-103.2b"} <= set(gone[0].rules)
    assert not any(p.owner == 1 for _, p in table.duel.pieces())
    assert table.cards("a.m0") == "BattleOx"
    assert table.asks() == ("a", "open")
    events = says(table, Concede(0), "RES-103.2b")
    assert table.duel.outcome is not None
    assert table.duel.outcome.winner == 2
    assert {"RES-103.1", "RES-103.x"} <= {r for e in events for r in e.rules}
    assert any(isinstance(e, DuelEnded) for e in events)


@pytest.mark.rule("RES-103.2", "RES-103.2a")
def test_whoever_has_lost_says_nothing_more(board: Board) -> None:
    table = lay_cards(board, {}, players=3)
    says(table, Concede(1))
    assert not judge(table.duel, Concede(1), table.game).legal
    for seat in ("a", "c"):
        assert table.asks()[0] == seat
        table.plays(Pass())


@pytest.mark.rule("RES-103.2a")
def test_tributes_go_to_their_owners_when_their_holder_leaves(board: Board) -> None:
    """G-81: what others own and the leaver held goes to its owner's Graveyard."""
    table = lay_cards(
        board,
        {"a.hand": [Placed("ChangeOfHeart")], "b.m0": [Placed("GeminiElf")], "c.m0": []},
        players=3,
    )
    table.plays(play("activate-spell", "a:ChangeOfHeart", "a.s0"))
    table.plays(Choose("b.m0"))
    resolve(table)
    table.plays(play("effect-move", "b.m0", "a.m0"))
    assert table.cards("a.m0") == "GeminiElf"
    says(table, Concede(0))
    assert table.cards("b.grave") == "GeminiElf"
    assert table.duel.turn_seat == 1


@pytest.mark.rule("RES-603.7", "RES-103.4")
def test_when_all_players_lose_at_once_the_duel_is_a_draw(board: Board) -> None:
    """A battle that costs its attacker's player the rest, and what it sets off the others'."""
    game = game_with(
        """
        [[card]]
        code = "Doom"
        name = "Doom"
        kinds = ["spell"]
        effects = ["doom-all"]
        [[effect]]
        name = "doom-all"
        use = "trigger"
        mandatory = true
        zones = ["s"]
        text = "Everybody takes 9000 damage."
        on = { event = "card-activated" }
        [[effect.resolve]]
        do = "damage"
        amount = 9000
        whose = "any"
        """
    )
    table = lay_cards(board, {"a.hand": [Placed("Doom")]}, game=game, players=4)
    table.plays(play("activate-spell", "a:Doom", "a.s0"))
    resolve(table)
    assert table.duel.outcome is not None
    assert table.duel.outcome.winner is None
    assert table.has(DuelEnded, "RES-103.4", "RES-103.1")
    assert table.has(PlayerLeft, "RES-603.7")


WIN_AND_DIE = """
[[card]]
code = "Bargain"
name = "Bargain"
kinds = ["spell"]
effects = ["bargain"]
[[effect]]
name = "bargain"
use = "trigger"
mandatory = true
zones = ["s"]
text = "Win the duel, and take 9000 damage."
on = { event = "card-activated" }
[[effect.resolve]]
do = "win"
rules = ["RES-103.1"]
[[effect.resolve]]
do = "damage"
amount = 9000
whose = "own"
"""


@pytest.mark.rule("RES-103.3")
@pytest.mark.parametrize("loses", ["amount = 9000", "overdraws"])
def test_a_player_who_wins_and_loses_at_once_loses(board: Board, loses: str) -> None:
    text = WIN_AND_DIE
    if loses == "overdraws":
        text = text.replace('do = "damage"\namount = 9000', 'do = "draw"\namount = 60')
    game = game_with(text)
    table = lay_cards(board, {"a.hand": [Placed("Bargain")]}, game=game, players=3)
    table.plays(play("activate-spell", "a:Bargain", "a.s0"))
    resolve(table)
    assert table.has(PlayerLeft, "RES-103.3")
    assert table.duel.players[0].lost
    assert not table.duel.is_over()


@pytest.mark.rule("RES-103.1")
def test_an_effect_may_win_the_duel(board: Board) -> None:
    codes = [c for c in DECK if c != "Exodia"][:15]
    table = lay_cards(
        board,
        {"a.m0": [Placed("Exodia")], "a.grave": [Placed(code) for code in codes]},
    )
    table.plays(Activate("exodia-win", "a.m0"), "RES-602.3")
    resolve(table)
    assert table.duel.outcome is not None
    assert table.duel.outcome.winner == 0
    assert table.has(DuelEnded, "RES-103.1")


LOOP = """
[[card]]
code = "Ping"
name = "Ping"
kinds = ["spell", "continuous"]
effects = ["ping"]
[[effect]]
name = "ping"
use = "trigger"
mandatory = true
zones = ["s"]
text = "When a monster is turned to Attack Position, turn all monsters to Defense Position."
on = { event = "turned", part = "witness", that = ["sideways"] }
[[effect.resolve]]
do = "turn-cards"
cards = { zones = ["m"] }
position = "defense"
[[card]]
code = "Pong"
name = "Pong"
kinds = ["spell", "continuous"]
effects = ["pong"]
[[effect]]
name = "pong"
use = "trigger"
mandatory = true
zones = ["s"]
text = "When a monster is turned to Defense Position, turn all monsters to Attack Position."
on = { event = "turned", part = "witness", that = ["upright"] }
[[effect.resolve]]
do = "turn-cards"
cards = { zones = ["m"] }
position = "attack"
"""


@pytest.mark.rule("RES-103.4a", "RES-103.4")
@pytest.mark.parametrize("resolves", ["when all passed", "after every action"])
def test_a_mandatory_loop_makes_every_player_lose(board: Board, resolves: str) -> None:
    """G-60: everything is as it was before and nobody has acted: all lose, which is a draw."""
    game = game_with(LOOP, {"G-71": resolves})
    table = lay_cards(
        board,
        {"a.m0": [Placed("BattleOx")], "a.s0": [Placed("Ping")], "b.s0": [Placed("Pong")]},
        game=game,
    )
    table.plays(Turn("a.m0", upright=False), "RES-606.3")
    for _ in range(40):
        if table.duel.is_over():
            break
        table.plays(Pass())
    assert table.duel.outcome is not None
    assert table.duel.outcome.winner is None
    assert table.has(PlayerLeft, "RES-103.4a")
    assert table.has(DuelEnded, "RES-103.4")


LIVELY = """
[[card]]
code = "Lively"
name = "Lively"
kinds = ["spell", "continuous"]
effects = ["lively"]
[[effect]]
name = "lively"
use = "trigger"
mandatory = true
zones = ["s"]
text = "When an opponent's life changes, gain 1 life."
on = { event = "life-changed", whose = "opposing", part = "witness" }
[[effect.resolve]]
do = "gain"
amount = 1
"""


@pytest.mark.rule("RES-103.4a", "RES-103.4")
@pytest.mark.parametrize("is_open", [True, False])
def test_so_many_effects_in_a_row_are_a_loop_in_any_duel(board: Board, is_open: bool) -> None:
    """G-71: where an effect resolves after every action, nobody could ever stop them."""
    game = game_with(LIVELY, {"G-71": "after every action"})
    duel = position(
        "resummoned",
        {
            "a.m0": [Placed("CannonSoldier")],
            "a.m1": [Placed("Kuriboh")],
            "a.s0": [Placed("Lively")],
            "b.s0": [Placed("Lively")],
        },
        turn=5,
        game=game,
        is_open=is_open,
    )
    table = Table(board.note, carried_on(duel, game).duel if is_open else duel, game)
    table.plays(Activate("cannon-shot", "a.m0"))
    table.plays(Choose("a.m1"))
    assert table.duel.outcome is not None
    assert table.duel.outcome.winner is None
    assert table.has(PlayerLeft, "RES-103.4a")


@pytest.mark.rule("RES-104.1", "RES-104.2", "RES-104.2a")
def test_an_original_value_is_the_one_that_the_duel_began_with(board: Board) -> None:
    board.explains("RES-104.1")
    board.explains("RES-104.2")
    game = game_with(
        """
        [[card]]
        code = "Mirrorball"
        name = "Mirrorball"
        kinds = ["spell"]
        effects = ["mirrorball"]
        [[effect]]
        name = "mirrorball"
        use = "trigger"
        mandatory = true
        zones = ["s"]
        text = "Gain a monster's original attack; each opponent takes its attack as it is now."
        on = { event = "card-activated" }
        [[effect.announce]]
        do = "choose"
        bind = "target"
        target = true
        cards = { zones = ["m"] }
        [[effect.resolve]]
        do = "gain"
        amount = { number = "trait-of", trait = "attack", of = "target", original = true }
        rules = ["RES-104.2a"]
        [[effect.resolve]]
        do = "damage"
        amount = { number = "trait-of", trait = "attack", of = "target" }
        """
    )
    table = lay_cards(
        board,
        {"a.hand": [Placed("Mirrorball")], "a.m0": [Placed("CommandKnight")]},
        game=game,
    )
    table.plays(play("activate-spell", "a:Mirrorball", "a.s0"))
    if table.duel.decision is not None and table.duel.decision.kind == "choose":
        table.plays(Choose("a.m0"))
    resolve(table)
    assert table.has(LifeChanged, "RES-104.2a")
    assert table.life() == (8000 + 1200, 8000 - 1600)


@pytest.mark.rule("RES-200.3")
def test_everybody_else_is_an_opponent(board: Board) -> None:
    table = lay_cards(board, {"a.hand": [Placed("Hinotama")]}, players=4)
    table.plays(play("activate-spell", "a:Hinotama", "a.s0"))
    resolve(table)
    assert table.life() == (8000, 7500, 7500, 7500)
    assert table.has(LifeChanged, "RES-200.3")


@pytest.mark.rule("RES-600.3", "RES-200.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_turn_passes_clockwise_over_those_who_are_left(board: Board, players: int) -> None:
    table = lay_cards(board, {}, players=players, phase="end-phase")
    assert LIFE[players] == table.life()
    all_pass(table)
    assert table.duel.turn_seat == 1
    assert table.duel.phase == "draw"


@pytest.mark.rule("RES-103.2", "RES-103.2a")
def test_what_a_leaver_had_on_the_chain_vanishes(board: Board) -> None:
    """G-94: priority goes to the next player clockwise, and the turn goes on."""
    zones = {
        "a.hand": [Placed("DianKeto")],
        "b.s0": [Placed("JustDesserts", face_up=False)],
        "a.m0": [Placed("Kuriboh")],
    }
    table = lay_cards(board, zones, players=3)
    table.plays(play("activate-spell", "a:DianKeto", "a.s0"))
    table.plays(Pass())
    table.plays(flip("flip-freely", "b.s0", "b:JustDesserts"))
    assert [link.seat for link in table.duel.chain] == [0, 1]
    says(table, Concede(1), "RES-103.2b")
    assert [link.seat for link in table.duel.chain] == [0]
    assert table.asks() == ("c", "open")
    resolve(table)
    assert table.life()[0] == 9000
    assert table.duel.turn_seat == 0


@pytest.mark.rule("RES-103.2", "RES-103.2b")
def test_the_chain_ends_with_the_turn_of_the_player_who_leaves(board: Board) -> None:
    """G-94: what others have on it resolves in no later turn, and their used cards go."""
    zones = {
        "a.hand": [Placed("DianKeto")],
        "b.s0": [Placed("JustDesserts", face_up=False)],
        "a.m0": [Placed("Kuriboh")],
        "c.m0": [Placed("Kuriboh")],
    }
    table = lay_cards(board, zones, players=3)
    table.plays(play("activate-spell", "a:DianKeto", "a.s0"))
    table.plays(Pass())
    table.plays(flip("flip-freely", "b.s0", "b:JustDesserts"))
    life = table.life()
    says(table, Concede(0), "RES-103.2b")
    assert (table.duel.turn_seat, table.duel.phase) == (1, "draw")
    assert (table.duel.chain, table.duel.pending) == ((), ())
    all_pass(table)
    assert table.life()[1:] == life[1:]
    assert "JustDesserts" in table.cards("b.grave")


@pytest.mark.rule("RES-103.2", "RES-607.2f")
def test_the_turn_player_may_attack_another_when_the_defender_leaves(board: Board) -> None:
    zones = {"a.m0": [Placed("VorseRaider")], "b.m0": [Placed("Kuriboh")]}
    table = lay_cards(board, zones, players=3, phase="battle")
    table.plays(Attack("a.m0", "b.m0"))
    says(table, Concede(1), "RES-103.2b")
    while table.asks()[1] == "open":
        table.plays(Pass())
    table.plays(Name("c.pile"), "RES-607.2f")
    while any(frame.block == "battle" for frame in table.duel.frames):
        table.plays(Pass())
    assert table.life()[2] == 8000 - 1900


@pytest.mark.rule("RES-600.3", "RES-103.2a")
def test_the_turn_of_a_leaver_ends_at_once(board: Board) -> None:
    """G-94, in the midst of a battle with a choice pending; later turns pass over the leaver."""
    zones = {"a.m0": [Placed("ManEaterBug", face_up=False)], "b.m0": [Placed("BattleOx")]}
    table = lay_cards(board, zones, players=3, phase="battle")
    table.plays(Attack("a.m0", "b.m0"))
    all_pass(table)
    assert table.asks() == ("a", "choose")
    says(table, Concede(0), "RES-103.2b")
    assert (table.duel.turn_seat, table.duel.phase) == (1, "draw")
    for _ in range(40):
        table.plays(table.legal()[-1])
        assert table.duel.turn_seat != 0
