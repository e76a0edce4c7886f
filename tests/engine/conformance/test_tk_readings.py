"""The readings: those that are switches, and those that only show in a duel."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Advance, Pass, Play
from duelmat_engine.cards import Card
from duelmat_engine.catalogue import find_reading
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.errors import UnknownNameError
from duelmat_engine.events import Activated, DuelEnded
from duelmat_engine.forms.position import faults_of
from duelmat_engine.names import ZoneName
from duelmat_engine.ruleset.build import choose_readings
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.state import replace
from engine.conformance.board import Board
from engine.conformance.trump_king import tk


def test_the_rulesets_readings_stand_in_the_catalogue() -> None:
    """With the same choices, the default first."""
    for reading in find_ruleset("trump_king").readings:
        entry = find_reading(reading.id)
        assert entry.choices == reading.choices
        assert entry.default == reading.choices[0]
        assert entry.system == "TK"


def test_every_reading_that_is_a_switch_is_known() -> None:
    switches = {r.id for r in find_ruleset("trump_king").readings if len(r.choices) > 1}
    assert switches == {"G-44", "G-47", "G-49", "G-54", "G-88"}


def test_an_unknown_reading_or_choice_is_named() -> None:
    with pytest.raises(UnknownNameError, match="G-44"):
        choose_readings(find_ruleset("trump_king"), {"G-44": "perhaps"})
    with pytest.raises(UnknownNameError, match="reading"):
        choose_readings(find_ruleset("trump_king"), {"G-400": "legal"})


@pytest.mark.rule("TK-03")
@pytest.mark.parametrize(("reading", "goes_on"), [("no draw", True), ("lose", False)])
def test_an_empty_pile_in_the_draw_phase_follows_the_reading(
    board: Board, reading: str, goes_on: bool
) -> None:
    """G-49."""
    table = board.lay({}, rest="banished", readings={"G-49": reading})
    table.plays(Advance("end"))
    assert table.duel.is_over() is not goes_on
    if not goes_on:
        assert table.duel.outcome is not None
        assert table.duel.outcome.winner == 0
        assert table.has(DuelEnded, "TK-03", "G-49")


def blast_game() -> Game:
    """Trump King with magic "BL" that takes 40 life from everybody."""
    blast = Effect(
        name="blast",
        use="magic",
        rules=("TK-56",),
        resolve=(ops.Damage(amount=40, whose="any", rules=("TK-56",)),),
    )
    return tk([Card("BL", "Blast", effects=("blast",))], [blast])


@pytest.mark.rule("TK-56")
def test_when_nobody_has_life_left_it_is_a_draw(board: Board) -> None:
    """G-43."""
    table = board.lay({"a.hand": "BL"}, game=blast_game())
    table.plays(Activate("blast", "a:BL"))
    outcome = table.duel.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.rules) == (None, ("TK-56", "G-43"))


def test_a_duel_that_only_repeats_itself_is_a_draw(board: Board) -> None:
    """G-92: both piles empty, nothing changes for a whole round."""
    table = board.lay({}, rest="banished")
    for _ in range(8):
        if table.duel.is_over():
            break
        table.plays(Advance("end"))
    assert table.duel.outcome is not None
    assert table.duel.outcome.rules == ("G-92",)
    assert table.duel.outcome.winner is None


@pytest.mark.rule("TK-77", "TK-85")
def test_simultaneous_triggers_go_on_the_chain_in_order(board: Board) -> None:
    """Mandatory before optional, the turn player's first; the last one on resolves first."""
    from duelmat_engine.actions import Attack

    table = board.lay({"a.m1": "SJ", "b.m1": "CJ", "b.grave": "C4"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(Activate("spade-synchro-damage", "a:SJ"))
    chained = [e.effect for e in table.history if isinstance(e, Activated)]
    assert chained == ["club-synchro-revive", "spade-synchro-damage"]
    table = board.lay({"a.m1": "S5", "b.m1": "S5"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    assert table.asks() == ("a", "trigger")
    table.plays(Activate("spade-damage", "a:S5"))
    assert table.asks() == ("b", "trigger")
    table.plays(Activate("spade-damage", "b:S5"))
    chained = [f"{e.effect} {e.piece.key}" for e in table.history if isinstance(e, Activated)]
    assert chained == ["spade-damage a:S5", "spade-damage b:S5"]
    assert table.life() == (38, 38)


@pytest.mark.rule("TK-85", "TK-71")
def test_a_declined_trigger_leaves_the_others(board: Board) -> None:
    from duelmat_engine.actions import Attack

    table = board.lay({"a.m1": "S5", "b.m1": "S5"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(Pass())
    assert table.asks() == ("b", "trigger")
    table.refuses(Activate("spade-damage", "a:S5"), "TK-71")
    table.invalid(Activate("heart-gain", "b:S5"), "TK-77")


def test_a_position_tells_all_its_faults_at_once(board: Board) -> None:
    faults = board.faults(
        {"a.m1": "S5 S6", "a.m2": "(H5)", "a.hand": "SJ", "b.extra": "C3", "b.s1": "C4"},
        life=(0, 40),
    )
    assert len(faults) == 6
    assert {fault.rpartition("(")[2].rstrip(")") for fault in faults} >= {
        *("TK-54", "TK-56", "TK-62", "TK-74", "TK-38")
    }
    faults = board.faults({"a.m9": "S5", "b.hand": "Z1"}, turn=0, phase="supper")
    assert len(faults) == 4
    assert board.faults({}, turn=1, phase="draw") == ("the first turn has no Draw Phase (TK-11)",)


def test_a_position_may_not_hold_more_cards_than_the_pack(board: Board) -> None:
    faults = board.faults({"a.hand": "S5 S5"})
    assert faults == ("player a has more than the deck of: S5",)


def test_a_position_may_not_lack_cards_of_the_pack(board: Board) -> None:
    """One that is made of pieces may have lost some."""
    table = board.lay({"a.hand": "S5"})
    lost = replace(table.duel, zones={**table.duel.zones, ZoneName("a.hand"): ()})
    assert list(map(str, faults_of(lost, table.game))) == ["player a lacks 1 card of the deck"]


@pytest.mark.rule("TK-21")
def test_no_ruling_puts_a_card_where_it_cannot_lie(board: Board) -> None:
    """A judge's ruling passes over the rules, not over the table."""
    from duelmat_engine.actions import Stand
    from duelmat_engine.judging.judge import judge

    table = board.lay({"a.hand": "S5", "a.m1": "S6"})
    for to, legal in (("a.m2", True), ("a.m1", False), ("a.m7", False), ("a.hand", False)):
        play = Play("normal-summon", "a:S5", ZoneName(to))
        verdict = judge(table.duel, Stand(0, play, "so ruled"), table.game)
        assert verdict.legal == legal, to
    assert not judge(table.duel, Stand(0, Pass(), "so ruled"), table.game).legal
    gone = Play("normal-summon", "a:NONE", ZoneName("a.m2"))
    assert not judge(table.duel, Stand(0, gone, "so ruled"), table.game).legal
    right = Play("normal-summon", "a:S5", ZoneName("a.m2"))
    assert not judge(table.duel, Stand(0, right, " "), table.game).legal
