"""Battles on paper: every outcome of two values, in every ruleset, and what is expected of one."""

from __future__ import annotations

from typing import Any

import pytest

from duelmat_engine.cardfiles.form import ScenarioError
from duelmat_engine.errors import PositionError
from duelmat_engine.events import Destroyed, DuelEnded, Shown, Turned
from duelmat_engine.names import Seat
from duelmat_engine.play import apply
from duelmat_engine.ruleset.registry import find_ruleset, ruleset_names
from duelmat_engine.rulings.battles import (
    BattleCase,
    answer_battle,
    battle_game,
    fight,
    fighter,
    lay_battle,
)

STEP = {"ocg": 100, "resummoned": 100, "trigamon": 100, "trump_king": 1}
STRIKES_ZERO = ("resummoned", "trump_king")
"""Where two monsters without attack destroy each other; elsewhere nothing happens (G-22, G-17)."""


def expected(
    ruleset: str, attack: int, value: int, *, upright: bool
) -> tuple[tuple[str, ...], tuple[int, int]]:
    """Who is destroyed and what each player loses, written from the statements."""
    difference = abs(attack - value)
    if not upright:
        if attack > value:
            return ("target",), (0, 0)
        return (), (difference, 0)
    if attack > value:
        return ("target",), (0, difference)
    if attack < value:
        return ("attacker",), (difference, 0)
    if attack == 0 and ruleset not in STRIKES_ZERO:
        return (), (0, 0)
    return ("attacker", "target"), (0, 0)


@pytest.mark.parametrize("ruleset", ruleset_names())
@pytest.mark.parametrize("upright", [True, False])
@pytest.mark.parametrize("face_up", [True, False])
def test_values_decide_what_is_destroyed_and_lost(
    ruleset: str, upright: bool, face_up: bool
) -> None:
    """All pairs of four values; a face-down target lies in Defense Position, or keeps its own."""
    if not face_up and upright:
        return  # only Resummoned has it, and keeps it upright: the table below holds it
    step = STEP[ruleset]
    for attack in (0, 3, 5, 9):
        for value in (0, 3, 5, 9):
            own = attack * step
            other = value * step
            target = fighter(other, other, upright=upright, face_up=face_up)
            fought = fight(BattleCase(ruleset=ruleset, attacker=fighter(own, own), target=target))
            assert fought.verdict.legal, fought.verdict
            destroyed, damage = expected(ruleset, own, other, upright=upright)
            assert (fought.destroyed, fought.damage) == (destroyed, damage), (attack, value)
            assert fought.flipped != face_up
            start = find_ruleset(ruleset).life
            assert fought.life == (start - damage[0], start - damage[1])


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_a_direct_attack_takes_its_whole_value_and_may_win(ruleset: str) -> None:
    """Life falls by the attack; at none left the attacker's player has won."""
    own = 7 * STEP[ruleset]
    case = BattleCase(ruleset=ruleset, attacker=fighter(own, own))
    assert fight(case).damage == (0, own)
    won = fight(BattleCase(ruleset=ruleset, attacker=fighter(own, own), life=(1, own)))
    assert won.after.outcome is not None
    assert won.after.outcome.winner == Seat(0)


@pytest.mark.parametrize("ruleset", ruleset_names())
@pytest.mark.parametrize("stronger", ["attacker", "target"])
def test_a_battle_that_ends_the_duel_destroys_all_the_same(ruleset: str, stronger: str) -> None:
    """Destruction and damage are one result: no document puts the end of the duel in between."""
    strong, weak = (fighter(value * STEP[ruleset], value * STEP[ruleset]) for value in (9, 3))
    wins = stronger == "attacker"
    pair = (strong, weak) if wins else (weak, strong)
    fought = fight(
        BattleCase(ruleset=ruleset, attacker=pair[0], target=pair[1], life=(STEP[ruleset],) * 2)
    )
    assert fought.destroyed == (("target",) if wins else ("attacker",))
    assert fought.after.outcome is not None
    assert fought.after.outcome.winner == Seat(0 if wins else 1)
    kinds = [type(event) for event in fought.events]
    assert kinds.index(Destroyed) < kinds.index(DuelEnded)


def test_what_leaves_with_its_player_is_not_destroyed() -> None:
    """A loser's cards leave with them by RES-103.2a; the battle destroys nothing by RES-607.3b."""
    target = fighter(0, 1, upright=False)
    case = BattleCase(ruleset="resummoned", attacker=fighter(0), target=target, life=(1, 8000))
    fought = fight(case)
    assert fought.after.outcome is not None
    assert fought.after.outcome.winner == Seat(1)
    assert (fought.damage, fought.destroyed) == ((1, 0), ())
    assert any("RES-103.2a" in event.rules for event in fought.events)


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_only_a_face_down_target_is_shown(ruleset: str) -> None:
    """What lies face-up has been seen, and no rule of turning it up is cited."""
    for face_up in (True, False):
        five = 5 * STEP[ruleset]
        target = fighter(five, five, upright=False, face_up=face_up)
        attacker = fighter(five, five)
        fought = fight(BattleCase(ruleset=ruleset, attacker=attacker, target=target))
        shown = [e for e in fought.events if isinstance(e, Shown | Turned)]
        assert bool(shown) != face_up
        cited = {rule for event in fought.events for rule in event.rules}
        assert ("TK-29" in cited) == (ruleset == "trump_king" and not face_up)


REFUSED = [
    ("ocg", {"bystanders": 1}, ("OCG-31",)),
    ("ocg", {"attacker": fighter(5, upright=False)}, ("OCG-19",)),
    ("ocg", {"attacker": fighter(5, attacked=3)}, ("OCG-18",)),
    ("resummoned", {"bystanders": 2}, ("RES-607.2c",)),
    ("resummoned", {"attacker": fighter(5, arrived=3)}, ("RES-607.2e",)),
    ("resummoned", {"phase": "draw"}, ("RES-607.2",)),
    ("trigamon", {"phase": "main1"}, ("TRI-25",)),
    ("trigamon", {"attacker": fighter(5, marks={"position": "core"})}, ("TRI-101",)),
    ("trigamon", {"target": fighter(3, marks={"position": "core"})}, ("TRI-101",)),
    ("trump_king", {"attacker": fighter(5, upright=False)}, ("TK-30",)),
    ("trump_king", {"phase": "main1", "turn": 1}, ("TK-07", "TK-12")),
]


@pytest.mark.parametrize(("ruleset", "changes", "rules"), REFUSED)
def test_an_attack_that_may_not_be_made_changes_nothing(
    ruleset: str, changes: dict[str, object], rules: tuple[str, ...]
) -> None:
    """The refusal cites its rule, and nothing is destroyed or lost."""
    given: dict[str, Any] = {"attacker": fighter(5, 5), **changes}
    fought = fight(BattleCase(ruleset=ruleset, **given))
    assert set(rules) <= set(fought.verdict.rules)
    assert not fought.verdict.legal
    assert (fought.destroyed, fought.damage, fought.events) == ((), (0, 0), ())


IMPOSSIBLE = [
    {"phase": "draw"},
    {
        "ruleset": "trump_king",
        "target": fighter(12, 12, upright=False, face_up=False),
    },
    {"target": fighter(3, face_up=False, upright=True)},
    {"ruleset": "trigamon", "target": fighter(3, face_up=False, marks={"position": "core"})},
]


@pytest.mark.parametrize("changes", IMPOSSIBLE)
def test_a_battle_that_no_duel_comes_to_is_refused(changes: dict[str, object]) -> None:
    """A turn or phase without battles to speak of, a monster as it never lies."""
    given: dict[str, Any] = {"ruleset": "ocg", "attacker": fighter(5), **changes}
    with pytest.raises(PositionError):
        fight(BattleCase(**given))


def test_a_case_is_played_as_any_duel_is() -> None:
    """The duel of a case goes through apply, and monsters of one value share a card."""
    case = BattleCase(ruleset="ocg", attacker=fighter(1900), target=fighter(1900))
    game = battle_game("ocg", {})
    duel, attack = lay_battle(case)
    after = apply(duel, attack, game).duel
    assert [piece.code for piece in after.at("a.grave")] == ["Fighter1900v0"]
    assert game.rules.cards["Fighter1900v0"].number("attack") == 1900
    assert battle_game("ocg", {}) is game
    with pytest.raises(KeyError):
        game.rules.cards["NoFighter"]


def test_what_is_impossible_is_said_of_the_monster_by_its_value() -> None:
    """TK-19: what comes face-down is no Synchro, and 12 is one."""
    lies = fighter(12, 12, upright=False, face_up=False)
    with pytest.raises(PositionError) as refused:
        fight(BattleCase(ruleset="trump_king", attacker=fighter(4, 4), target=lies))
    assert [str(fault) for fault in refused.value.faults] == [
        "b.m1: expected a Synchro face-up, got the monster of 12 face-down (TK-19)"
    ]


# Expectations of them

FIGHT: dict[str, Any] = {
    "ruleset": "ocg",
    "battle": {"attacker": {"attack": 1900}, "target": {"attack": 1500}, "life": {"b": 300}},
}


def test_a_battle_may_be_expected_with_its_causes() -> None:
    """Events name the sides; winner, reason and rules are compared."""
    expect = {
        "winner": "a",
        "reason": "Player B has no life left",
        "kind": "",
        "happens": ["OCG-22", "G-29.over"],
        "events": [
            {"event": "battled", "card": "attacker", "target": "target", "attack": 1900},
            {"event": "destroyed", "card": "target", "by": "attacker", "rules": ["OCG-21"]},
        ],
    }
    found = answer_battle(FIGHT | {"expect": expect})
    assert found.failures == ()
    assert found.course.lines[-1].text == "Player A wins: Player B has no life left."
    wrong = expect | {"winner": "b", "events": [{"event": "destroyed", "card": "attacker"}]}
    assert answer_battle(FIGHT | {"expect": wrong}).failures == (
        'expected event 1 (destroyed, card "attacker"), got destroyed with card "target"',
        "expected winner b, got a",
    )


AMOUNTS: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({"life": {"b": 0}}, ()),
    ({"life": {"a": 8000}, "damage": {"b": 300}}, ()),
    ({"life": {}, "damage": {}}, ()),
    ({"life": {"b": 5}}, ("expected life b 5, got b 0",)),
    ({"life": {"a": 3, "b": 5}}, ("expected life a 3, b 5, got a 8000, b 0",)),
    ({"damage": {"a": 7}}, ("expected damage a 7, got a 0",)),
]


@pytest.mark.parametrize(("expect", "failures"), AMOUNTS)
def test_only_seats_that_are_named_are_compared(
    expect: dict[str, Any], failures: tuple[str, ...]
) -> None:
    """Life or damage of a player of whom nothing is expected may be anything."""
    assert answer_battle(FIGHT | {"expect": expect}).failures == failures


WRONG_BATTLES = [
    ({"winner": "c"}, "expect.winner", "one of a, b, draw"),
    ({"a": {"life": 3}}, "expect.a", "one of the keys legal"),
    ({"happens": ["OCG-999"]}, "expect.happens[1]", "the id of a rule"),
    ({"events": [{"event": "battled", "card": "bystander"}]}, "expect.events[1].card", "a card"),
    ({"events": 3}, "expect.events", "a list"),
]


@pytest.mark.parametrize(("expect", "where", "expected"), WRONG_BATTLES)
def test_wrong_expectations_of_a_battle_are_told(
    expect: dict[str, Any], where: str, expected: str
) -> None:
    """Every broken key is told with its place."""
    with pytest.raises(ScenarioError) as caught:
        answer_battle(FIGHT | {"expect": expect})
    there = [fault for fault in caught.value.faults if fault.where == where]
    assert any(expected in fault.expected for fault in there), caught.value
