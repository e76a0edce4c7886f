"""Spades and Hearts: TK-70 to TK-80."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from duelmat_engine.actions import (
    Activate,
    Advance,
    Attack,
    Choose,
    Name,
    Number,
    Pass,
    Play,
    Turn,
)
from duelmat_engine.events import (
    Activated,
    Battled,
    Destroyed,
    LifeChanged,
    Looked,
    Moved,
    Resolved,
    Spared,
    Summoned,
)
from duelmat_engine.facts import LifeAtLeast
from duelmat_engine.names import ZoneName
from duelmat_engine.verdict import When
from engine.conformance.board import Board, Table


def spade(card: str, to: str = "a.m1") -> Play:
    return Play("spade-summon", card, ZoneName(to))


@pytest.mark.rule("TK-70")
def test_a_spade_comes_for_its_number_in_life(board: Board) -> None:
    table = board.lay({"a.hand": "S7 H7"})
    table.refuses(spade("a:H7"), "TK-70")
    table.plays(spade("a:S7"), "TK-70")
    assert table.life() == (33, 40)
    assert table.has(LifeChanged, "TK-70")
    assert table.has(Summoned, "TK-70")


@pytest.mark.rule("TK-70")
def test_a_spade_comes_from_the_hand_only(board: Board) -> None:
    table = board.lay({"a.grave": "S7"})
    table.refuses(spade("a:S7"), "TK-70")


@pytest.mark.rule("TK-70", "TK-56")
@pytest.mark.parametrize(("reading", "legal"), [("legal", True), ("must stay above 0", False)])
def test_paying_all_life_for_a_spade_follows_the_reading(
    board: Board, reading: str, legal: bool
) -> None:
    """G-44: by default it is legal, and the duel is lost with it."""
    table = board.lay({"a.hand": "S7 S8"}, life=(7, 40), readings={"G-44": reading})
    remedy = table.refuses(spade("a:S8"), "TK-70").remedies[0]
    assert isinstance(remedy, When)
    assert remedy.fact == LifeAtLeast(8 if legal else 9)
    if legal:
        assert "G-44" in table.accepts(spade("a:S7"), "TK-70").readings
        table.plays(spade("a:S7"))
        assert table.duel.outcome is not None
        assert table.duel.outcome.winner == 1
    else:
        verdict = table.refuses(spade("a:S7"), "TK-70")
        assert verdict.readings == ("G-44",)
        assert verdict.remedies[0].text == "You can pay 7 life; now you can pay 6."
        table = board.lay({"a.hand": "S7"}, life=(8, 40), readings={"G-44": reading})
        table.plays(spade("a:S7"), "TK-70")


def destroyed_by(board: Board, spade_code: str, victim: str) -> Table:
    table = board.lay({"a.m1": spade_code, "b.m1": victim}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    return table


@pytest.mark.parametrize(
    ("code", "victim", "damage", "rule"),
    [
        pytest.param("S9", "D8-", 4, "TK-71", marks=pytest.mark.rule("TK-71")),
        pytest.param("S9", "D7-", 3, "TK-71", marks=pytest.mark.rule("TK-71")),
        pytest.param("S9", "D1-", 1, "TK-71", marks=pytest.mark.rule("TK-71")),
        pytest.param("S9", "X1-", 1, "TK-71", marks=pytest.mark.rule("TK-71")),
        pytest.param("SK", "D9-", 4, "TK-72", marks=pytest.mark.rule("TK-72")),
        pytest.param("SK", "D4-", 2, "TK-72", marks=pytest.mark.rule("TK-72")),
        pytest.param("SK", "D3-", 1, "TK-72", marks=pytest.mark.rule("TK-72")),
        pytest.param("SK", "D2-", 1, "TK-72", marks=pytest.mark.rule("TK-72")),
        pytest.param("SK", "D1-", 1, "TK-72", marks=pytest.mark.rule("TK-72")),
        pytest.param("SK", "HQ", 6, "TK-72", marks=pytest.mark.rule("TK-72")),
        pytest.param("SK", "CJ-", 5, "TK-72", marks=pytest.mark.rule("TK-72")),
    ],
)
def test_a_spade_deals_half_of_what_it_destroyed(
    board: Board, code: str, victim: str, damage: int, rule: str
) -> None:
    table = destroyed_by(board, code, victim)
    effect = "spade-damage" if rule == "TK-71" else "spade-synchro-damage"
    battle = 0 if victim.endswith("-") else 1
    while table.duel.decision and table.duel.decision.options != (f"{effect} a.m1",):
        table.plays(Pass())
    table.plays(Activate(effect, "a.m1"), rule)
    table.nobody_responds()
    assert table.has(Activated, rule)
    assert table.has(LifeChanged, rule)
    assert table.life() == (40, 40 - battle - damage)


@pytest.mark.rule("TK-71")
def test_the_damage_of_a_spade_may_be_declined(board: Board) -> None:
    table = destroyed_by(board, "S9", "C8-")
    assert table.asks() == ("a", "trigger")
    table.plays(Pass(), "TK-71")
    assert table.life() == (40, 40)


@pytest.mark.parametrize(
    ("attacker", "code", "effect", "rule", "life"),
    [
        pytest.param("C5", "S7", "spade-damage", "TK-71", 36, marks=pytest.mark.rule("TK-71")),
        pytest.param(
            "C7", "SK", "spade-synchro-damage", "TK-72", 31, marks=pytest.mark.rule("TK-72")
        ),
    ],
)
def test_a_spade_that_defends_may_deal_it_too(
    board: Board, attacker: str, code: str, effect: str, rule: str, life: int
) -> None:
    """And what it has won the battle by counts besides."""
    table = board.lay({"a.m1": attacker, "b.m1": code}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    while table.asks() != ("b", "trigger"):
        table.plays(Pass())
    table.plays(Activate(effect, "b.m1"), rule)
    assert table.life() == (life, 40)


@pytest.mark.rule("TK-71")
def test_a_spade_that_is_destroyed_together_with_its_opponent_may_deal_it_too(
    board: Board,
) -> None:
    table = destroyed_by(board, "S5", "H5")
    table.plays(Activate("spade-damage", "a:S5"), "TK-71")
    assert table.life() == (40, 38)


@pytest.mark.rule("TK-71")
def test_a_spade_deals_nothing_for_what_it_does_not_destroy(board: Board) -> None:
    table = board.lay({"a.m1": "S5", "b.m1": "C5-"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    assert table.asks() == ("a", "open")


@pytest.mark.rule("TK-73")
def test_a_spade_synchro_sweeps_the_low_cards(board: Board) -> None:
    """G-46: own cards too; face-down cards and Jokers stay; it may be used again."""
    table = board.lay(
        {"a.m1": "SK", "a.m2": "H4", "b.m1": "C5", "b.m2": "X1", "b.m3": "(D2)", "b.s1": "(C1)"}
    )
    table.plays(Activate("spade-synchro-sweep", "a.m1"), "TK-73")
    assert table.asks() == ("a", "number")
    for amount in (0, 3):
        table.refuses(Number(amount), "TK-73")
    for amount in (45, -5):
        table.invalid(Number(amount), "TK-73")
    table.plays(Number(5), "TK-73")
    table.nobody_responds()
    assert table.life() == (35, 40)
    assert table.has(Destroyed, "TK-73")
    left = [table.cards(f"{seat}.m{i}") for seat in "ab" for i in (1, 2, 3)]
    assert left == ["SK", "", "", "", "X1", "D2"]
    assert table.cards("b.s1") == "C1"
    table.accepts(Activate("spade-synchro-sweep", "a.m1"), "TK-73")


@pytest.mark.rule("TK-73", "TK-53")
def test_a_spade_synchro_sweeps_itself(board: Board) -> None:
    table = board.lay({"a.m1": "SJ"})
    table.plays(Activate("spade-synchro-sweep", "a.m1"))
    table.plays(Number(15))
    assert table.cards("a.m1") == ""
    assert table.has(Moved, "TK-53")


@pytest.mark.rule("TK-73")
def test_a_spade_synchro_needs_five_life_and_the_main_phase(board: Board) -> None:
    table = board.lay({"a.m1": "SJ"}, life=(4, 40))
    assert "G-91" in table.refuses(Activate("spade-synchro-sweep", "a.m1"), "TK-73").readings
    table = board.lay({"a.m1": "SJ"}, phase="battle")
    table.refuses(Activate("spade-synchro-sweep", "a.m1"), "TK-06")
    table = board.lay({"a.m1": "SJ"}, seat="b")
    table.refuses(Activate("spade-synchro-sweep", "a.m1"), "TK-05")
    table = board.lay({})
    verdict = table.refuses(Activate("spade-synchro-sweep", "a:SJ"), "TK-73")
    assert verdict.readings == ("G-86",)


@pytest.mark.rule("TK-73")
@pytest.mark.parametrize("code", ["S9", "HJ", "(S9)"])
def test_only_a_spade_synchro_sweeps(board: Board, code: str) -> None:
    table = board.lay({"a.m1": code})
    verdict = table.refuses(Activate("spade-synchro-sweep", "a.m1"), "TK-73")
    assert "G-83" in verdict.readings


@pytest.mark.rule("TK-73", "TK-56")
def test_a_spade_synchro_may_pay_all_its_life_and_lose(board: Board) -> None:
    table = board.lay({"a.m1": "SJ"}, life=(10, 40))
    table.plays(Activate("spade-synchro-sweep", "a.m1"))
    table.plays(Number(10))
    assert table.duel.outcome is not None
    assert table.duel.outcome.winner == 1
    table = board.lay({"a.m1": "SJ"}, life=(10, 40), readings={"G-44": "must stay above 0"})
    table.plays(Activate("spade-synchro-sweep", "a.m1"))
    assert table.legal()[:-1] == [Number(5)]
    table.refuses(Number(10), "TK-73")


# Hearts


@pytest.mark.rule("TK-74")
def test_a_heart_is_never_set_as_a_monster(board: Board) -> None:
    table = board.lay({"a.hand": "H5 S5"})
    down = Play("set-monster", "a:H5", ZoneName("a.m1"), upright=False, face_up=False)
    table.refuses(down, "TK-74")
    table.accepts(
        Play("set-monster", "a:S5", ZoneName("a.m1"), upright=False, face_up=False), "TK-74"
    )
    table.plays(Play("set-card", "a:H5", ZoneName("a.s1"), face_up=False))
    assert any("(TK-74)" in fault for fault in board.faults({"a.m1": "(H5)"}))


def search(board: Board, pile: str, zones: Mapping[str, str] | None = None) -> Table:
    """A Heart Synchro's player, ahead by three, has paid and looked."""
    table = board.lay({"a.m1": "HJ", "a.pile": pile, **(zones or {})}, life=(23, 20))
    table.plays(Activate("heart-synchro-search", "a.m1"), "TK-80")
    table.nobody_responds()
    return table


@pytest.mark.rule("TK-75")
def test_a_heart_is_never_special_summoned_in_defense(board: Board) -> None:
    table = search(board, "H5 S5")
    table.plays(Name("summon"))
    table.plays(Choose("a:H5"))
    table.refuses(Play("effect-summon", "a:H5", ZoneName("a.m2"), upright=False), "TK-75")
    assert Play("effect-summon", "a:H5", ZoneName("a.m2"), upright=False) not in table.legal()
    table.plays(Play("effect-summon", "a:H5", ZoneName("a.m2")), "TK-75")


@pytest.mark.rule("TK-76", "TK-87")
def test_a_negated_heart_may_turn(board: Board) -> None:
    """What keeps it upright is its own text, which an opposing Diamond of its number negates."""
    table = board.lay({"a.m1": "H5", "b.m1": "D5"})
    table.plays(Turn("a.m1", upright=False), "TK-76")


@pytest.mark.rule("TK-76")
def test_a_hearts_position_never_changes(board: Board) -> None:
    table = board.lay({"a.m1": "H5", "a.m2": "S5"})
    verdict = table.refuses(Turn("a.m1", upright=False), "TK-76")
    assert type(verdict.remedies[0]).__name__ == "Never"
    table.plays(Turn("a.m2", upright=False), "TK-76")


@pytest.mark.rule("TK-77")
def test_a_summoned_heart_may_give_its_number_in_life(board: Board) -> None:
    table = board.lay({"a.hand": "H6"})
    table.plays(Play("normal-summon", "a:H6", ZoneName("a.m1")))
    table.plays(Activate("heart-gain", "a.m1"), "TK-77")
    assert table.life() == (46, 40)
    assert table.has(LifeChanged, "TK-77")
    table = board.lay({"a.hand": "H6"})
    table.plays(Play("normal-summon", "a:H6", ZoneName("a.m1")))
    table.plays(Pass(), "TK-77")
    assert table.life() == (40, 40)


@pytest.mark.rule("TK-77")
@pytest.mark.parametrize(("reading", "gains"), [("normal", False), ("both", True)])
def test_a_special_summoned_heart_follows_the_reading(
    board: Board, reading: str, gains: bool
) -> None:
    """G-47."""
    table = board.lay({"a.m1": "HJ", "a.pile": "H5"}, life=(23, 20), readings={"G-47": reading})
    table.plays(Activate("heart-synchro-search", "a.m1"))
    table.plays(Name("summon"))
    table.plays(Choose("a:H5"))
    table.plays(Play("effect-summon", "a:H5", ZoneName("a.m2")))
    if gains:
        table.plays(Activate("heart-gain", "a.m2"), "TK-77")
        assert table.life() == (25, 20)
    assert table.asks() == ("a", "open")


@pytest.mark.rule("TK-78", "TK-79")
def test_a_heart_ahead_in_life_survives_but_its_player_pays(board: Board) -> None:
    table = board.lay({"a.m1": "H5", "b.m1": "C8"}, phase="battle", life=(41, 40))
    table.plays(Attack("a.m1", "b.m1"))
    assert table.has(Spared, "TK-78", "TK-79")
    assert table.cards("a.m1") == "H5"
    assert table.life() == (38, 40)


@pytest.mark.rule("TK-78")
@pytest.mark.parametrize("life", [(40, 40), (39, 40)])
def test_a_heart_not_ahead_in_life_falls(board: Board, life: tuple[int, int]) -> None:
    table = board.lay({"a.m1": "H5", "b.m1": "C8"}, phase="battle", life=life)
    table.plays(Attack("a.m1", "b.m1"))
    assert not table.has(Spared)
    assert table.cards("a.grave") == "H5"
    assert table.has(Battled, "TK-60")


@pytest.mark.rule("TK-78")
def test_a_heart_is_spared_by_the_life_before_damage(board: Board) -> None:
    """Both at one number: the Heart ahead stays, the other falls."""
    table = board.lay({"a.m1": "H5", "b.m1": "C5"}, phase="battle", life=(41, 40))
    table.plays(Attack("a.m1", "b.m1"))
    assert table.has(Spared, "TK-78")
    assert (table.cards("a.m1"), table.cards("b.m1")) == ("H5", "")


@pytest.mark.rule("TK-78", "TK-87", "TK-92")
@pytest.mark.parametrize(
    ("diamond", "lead", "rules"),
    [
        ("D5", 1, ["TK-60", "TK-87"]),
        ("D5", 0, ["TK-60"]),
        ("D6", 1, []),
        ("DJ", 1, ["TK-60", "TK-92"]),
    ],
)
def test_a_heart_falls_by_what_negates_its_text_too(
    board: Board, diamond: str, lead: int, rules: list[str]
) -> None:
    """Its text would keep it for the life before the damage, which takes that lead away."""
    table = board.lay(
        {"a.m1": "H5", "b.m1": "C8", "b.m2": diamond},
        phase="battle",
        life=(40 + lead, 40),
        marks={"b.m2": {"suit": "heart", "number": 5}} if diamond == "DJ" else None,
    )
    events = table.plays(Attack("a.m1", "b.m1"))
    gone = [[*event.rules] for event in events if isinstance(event, Destroyed | Moved)]
    assert gone == [rules, rules] if rules else not gone


@pytest.mark.rule("TK-78")
def test_a_heart_ahead_in_life_is_not_kept_from_effects(board: Board) -> None:
    table = board.lay({"a.m1": "H5", "b.hand": "H3"}, seat="b", life=(41, 40))
    table.plays(Activate("magic", "b:H3"))
    table.plays(Choose("a.m1"))
    assert table.cards("a.grave") == "H5"


@pytest.mark.rule("TK-80")
def test_a_heart_synchro_pays_its_lead(board: Board) -> None:
    table = board.lay({"a.m1": "HJ"}, life=(20, 20))
    verdict = table.refuses(Activate("heart-synchro-search", "a.m1"), "TK-80")
    assert "G-48" in verdict.readings
    table = board.lay({"a.m1": "HJ"}, life=(20, 20), rest="banished")
    table.refuses(Activate("heart-synchro-search", "a.m1"), "TK-80")
    table = search(board, "H5 S5 C8 D2")
    assert table.life() == (20, 20)
    (looked,) = [e for e in table.history if isinstance(e, Looked)]
    assert [piece.code for piece in looked.pieces] == ["H5", "S5", "C8"]
    assert looked.rules == ("TK-80",)
    table.plays(Name("summon"), "TK-80")
    table.refuses(Choose("a:D2"), "TK-80")
    table.plays(Choose("a:S5"), "TK-80")
    table.plays(Play("effect-summon", "a:S5", ZoneName("a.m2"), upright=False), "TK-80")
    assert table.cards("a.pile").startswith("H5 C8 D2")
    assert table.has(Summoned, "TK-80")


@pytest.mark.rule("TK-80")
def test_a_heart_synchro_activates_what_can_be_carried_out(board: Board) -> None:
    """Ordinary magic without a target, and a trap, cannot be picked as magic."""
    table = search(board, "S5 C9 H4", {"b.m1": "H7"})
    table.plays(Name("activate"), "TK-80")
    table.refuses(Choose("a:S5"), "TK-80")
    table.refuses(Choose("a:C9"), "TK-80")
    table.plays(Choose("a:H4"), "TK-80")
    table.plays(Choose("b.m1"))
    assert table.cards("b.grave") == "H7"
    assert table.cards("a.grave") == "H4"
    assert table.has(Resolved, "TK-100")


@pytest.mark.rule("TK-80", "TK-92")
def test_a_heart_synchro_does_not_activate_what_is_negated(board: Board) -> None:
    """G-102: a Diamond Synchro that named spades negates those of the pile, too."""
    zones = {"a.m1": "HJ", "a.pile": "S5 H4 S6", "b.m1": "DQ", "b.m2": "H5"}
    table = board.lay(zones, life=(23, 20), marks={"b.m1": {"suit": "spade", "number": 1}})
    table.plays(Activate("heart-synchro-search", "a.m1"))
    table.nobody_responds()
    table.plays(Name("activate"))
    table.refuses(Choose("a:S5"), "TK-92")
    table.plays(Choose("a:H4"), "TK-80")


@pytest.mark.rule("TK-80", "TK-104")
def test_a_heart_synchro_does_not_get_round_once_a_turn(board: Board) -> None:
    table = board.lay(
        {"a.m1": "HJ", "a.pile": "S3 S4 S5 D2 S6", "a.hand": "C2", "b.m1": "C1"}, life=(23, 20)
    )
    table.plays(Activate("magic-two", "a:C2"), "TK-104")
    table.nobody_responds()
    table.plays(Choose("a:S3"))
    table.plays(Activate("heart-synchro-search", "a.m1"))
    table.nobody_responds()
    assert table.asks() == ("a", "name")
    table.refuses(Name("activate"), "TK-80")
    table = search(board, "D2 S4 S5 S6", {"a.hand": "C2"})
    table.plays(Name("activate"))
    table.plays(Choose("a:D2"))
    table.plays(Choose("a:S4"))
    table.refuses(Activate("magic-two", "a:C2"), "TK-104")


@pytest.mark.rule("TK-80")
def test_a_heart_synchro_sets_a_card(board: Board) -> None:
    table = search(board, "H5 S5 C8 D2")
    table.plays(Name("set"), "TK-80")
    table.plays(Choose("a:C8"), "TK-80")
    table.refuses(Play("effect-set", "a:C8", ZoneName("a.s2")), "TK-80")
    table.refuses(Play("effect-set", "a:C8", ZoneName("a.m2"), face_up=False), "TK-80")
    table.plays(Play("effect-set", "a:C8", ZoneName("a.s2"), face_up=False), "TK-80")
    assert not table.card("a.s2").face_up


@pytest.mark.rule("TK-80")
def test_a_heart_synchro_looks_at_what_there_is(board: Board) -> None:
    table = board.lay({"a.m1": "HJ", "a.pile": "S5"}, life=(30, 20), rest="banished")
    table.plays(Activate("heart-synchro-search", "a.m1"))
    (looked,) = [e for e in table.history if isinstance(e, Looked)]
    assert [piece.code for piece in looked.pieces] == ["S5"]


@pytest.mark.rule("TK-80")
def test_only_a_heart_synchro_searches(board: Board) -> None:
    table = board.lay({"a.m1": "H9"}, life=(30, 20))
    assert table.refuses(Activate("heart-synchro-search", "a.m1"), "TK-80").readings == ("G-83",)
    table = board.lay({"a.m1": "HJ"}, life=(30, 20))
    table.plays(Advance("battle"))
    table.refuses(Activate("heart-synchro-search", "a.m1"), "TK-06")
