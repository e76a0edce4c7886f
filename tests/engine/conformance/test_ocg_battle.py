"""Resolving combat: OCG-18 to OCG-32, with the worked examples."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Advance, Attack, Choose, Pass, Turn
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Bound, Cards, FaceUp
from duelmat_engine.events import AttackDeclared, AttackEnded, Battled, Destroyed, LifeChanged
from duelmat_engine.names import CardKey
from duelmat_engine.ruleset.build import build_game, default_readings, with_cards
from duelmat_engine.ruleset.game import Game
from duelmat_engine.ruleset.registry import find_ruleset
from engine.conformance.board import Board

BATTLES = [
    # attacker, defender, rules, destroyed, life
    ("BlueEyes", "BlackMagician", "OCG-20 OCG-21 OCG-22", "b:BlackMagician", (8000, 7500)),
    ("BlackMagician", "BlueEyes", "OCG-20 OCG-21 OCG-22b", "a:BlackMagician", (7500, 8000)),
    ("RedEyes", "BlackMagician", "OCG-20 OCG-21 OCG-22b", "a:RedEyes", (7900, 8000)),
    ("Warrior", "Ox", "OCG-20 OCG-23", "a:Warrior b:Ox", (8000, 8000)),
    ("Kuriball", "Kuriball", "OCG-20 OCG-23", "", (8000, 8000)),
    ("BlackMagician", "BlackKnightGaia-", "OCG-24 OCG-25 OCG-26", "b:BlackKnightGaia", None),
    ("FlameSwordsman", "HolyElf-", "OCG-24 OCG-27 OCG-28", "", (7800, 8000)),
    ("CurseOfDragon", "HolyElf-", "OCG-24 OCG-29", "", (8000, 8000)),
    ("Kuriball", "Kuriball-", "OCG-24 OCG-29", "", (8000, 8000)),
    ("BlackMagician", "(BlackKnightGaia)", "OCG-24 OCG-25 OCG-26", "b:BlackKnightGaia", None),
    ("FlameSwordsman", "(HolyElf)", "OCG-24 OCG-27 OCG-28", "", (7800, 8000)),
    ("CurseOfDragon", "(HolyElf)", "OCG-24 OCG-29", "", (8000, 8000)),
    ("Elf", "Elf", "OCG-20 OCG-23", "a:Elf b:Elf", (8000, 8000)),
]


@pytest.mark.parametrize(
    ("attacker", "defender", "rules", "destroyed", "life"),
    [pytest.param(*row, marks=pytest.mark.rule(*row[2].split())) for row in BATTLES],
)
def test_the_battle_table(
    board: Board,
    attacker: str,
    defender: str,
    rules: str,
    destroyed: str,
    life: tuple[int, int] | None,
) -> None:
    """Who is destroyed and who loses how much, by the statements that say so."""
    table = board.lay({"a.m1": attacker, "b.m3": defender}, phase="battle")
    events = table.plays(Attack("a.m1", "b.m3"))
    assert table.has(Battled, *rules.split())
    assert {e.piece.key for e in events if isinstance(e, Destroyed)} == set(destroyed.split())
    assert table.life() == (life or (8000, 8000))
    for event in events:
        if isinstance(event, Destroyed | LifeChanged):
            assert set(event.rules) - {"G-22"} == set(rules.split())


@pytest.mark.rule("OCG-21")
def test_the_defeated_monster_goes_to_its_owners_graveyard(board: Board) -> None:
    """Also when the other player controls it; the one who controlled it takes the damage."""
    table = board.lay(
        {"a.hand": "ChangeOfHeart", "b.m1": "Wolf", "b.m2": "BlueEyes", "a.m3": "Elf"}
    )
    table.plays(Activate("change-of-heart", "a:ChangeOfHeart"))
    table.plays(Choose("b.m1"))
    table.plays(Advance("battle"))
    table.plays(Attack("a.m1", "b.m2"))
    assert table.cards("b.grave") == "Wolf"
    assert table.life() == (6200, 8000)
    table = board.lay({"a.m1": "BlueEyes", "b.m1": "BlackMagician"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    assert table.cards("b.grave") == "BlackMagician"
    assert table.has(Destroyed, "OCG-21")


def test_what_attacked_for_a_turn_is_given_back_as_it_ends(board: Board) -> None:
    """It has attacked, in a turn that is not its player's: the position is sound."""
    hand = "ChangeOfHeart Ox Ox Ox Elf Elf Elf Warrior"
    table = board.lay({"a.hand": hand, "b.m1": "Wolf"})
    table.plays(Activate("change-of-heart", "a:ChangeOfHeart"))
    table.plays(Choose("b.m1"))
    table.plays(Advance("battle"))
    table.plays(Attack("a.m1"))
    table.plays(Advance("main2"))
    table.plays(Advance("end-phase"))
    assert (table.asks(), table.duel.phase) == (("a", "choose"), "end-phase")
    assert table.card("b.m1").attacked == table.duel.turn


@pytest.mark.rule("OCG-25")
def test_a_face_down_defender_is_turned_up_before_damage(board: Board) -> None:
    table = board.lay({"a.m1": "Wolf", "b.m1": "(HolyElf)"}, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    piece = table.card("b.m1")
    assert piece.face_up and not piece.upright
    assert table.life() == (7200, 8000)


@pytest.mark.rule("OCG-18")
def test_each_monster_attacks_once_in_a_battle_phase(board: Board) -> None:
    zones = {"a.m1": "Elf", "a.m2": "Wolf", "a.pile": "Ox Ox Ox", "b.pile": "Ox Ox Ox"}
    table = board.lay(zones, phase="battle")
    table.plays(Attack("a.m1"), "OCG-18")
    table.refuses(Attack("a.m1"), "OCG-18")
    table.plays(Attack("a.m2"), "OCG-18")
    assert table.has(AttackDeclared, "OCG-18")
    for name in ("main2", "end-phase", "end-phase"):
        table.plays(Advance(name))
    table.plays(Advance("battle"))
    table.plays(Attack("a.m1"), "OCG-18")


@pytest.mark.rule("OCG-19")
@pytest.mark.parametrize("lying", ["Elf-", "(Elf)"])
def test_a_monster_in_defense_does_not_attack(board: Board, lying: str) -> None:
    table = board.lay({"a.m1": lying, "a.m2": "Wolf"}, phase="battle")
    table.refuses(Attack("a.m1"), "OCG-19")
    table.accepts(Attack("a.m2"), "OCG-19")


@pytest.mark.rule("OCG-30", "OCG-32")
def test_without_an_opposing_monster_the_attack_is_direct(board: Board) -> None:
    """The example: an attack of 2400 costs 2400 life."""
    table = board.lay({"a.m1": "RedEyes"}, phase="battle")
    table.refuses(Attack("a.m1", "b.m1"), "G-29.target")
    table.plays(Attack("a.m1"), "OCG-30")
    assert table.has(Battled, "OCG-32")
    assert table.life() == (8000, 5600)


@pytest.mark.rule("OCG-31")
@pytest.mark.parametrize("defender", ["Wolf", "Wolf-", "(Wolf)"])
def test_with_an_opposing_monster_it_is_not(board: Board, defender: str) -> None:
    """A face-down monster counts (G-29b)."""
    table = board.lay({"a.m1": "Elf", "b.m2": defender}, phase="battle")
    verdict = table.refuses(Attack("a.m1"), "OCG-31")
    assert verdict.readings == ("G-29b",)
    assert "b.m2" in verdict.remedies[0].text
    table.plays(Attack("a.m1", "b.m2"), "OCG-31")


@pytest.mark.rule("OCG-32")
def test_a_direct_attack_that_takes_all_life_wins(board: Board) -> None:
    table = board.lay({"a.m1": "RedEyes"}, phase="battle", life=(8000, 2400))
    table.plays(Attack("a.m1"))
    outcome = table.duel.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.rules) == (0, ("G-29.over",))


# The frame of an attack


def _trap(name: str, *resolve: ops.Op, target: bool = True) -> tuple[Card, Effect]:
    choose = ops.Choose(
        bind="target", cards=Cards(("m",), "any", (FaceUp(),)), rules=("G-29.text",)
    )
    effect = Effect(
        name=name.lower(),
        use="trap",
        rules=("OCG-44",),
        text="It is for these tests.",
        announce=(choose,) if target else (),
        resolve=resolve,
    )
    return Card(name, name, {}, ("trap",), (effect.name,)), effect


def game_with_flee() -> Game:
    """Early OCG with traps that disturb an attack."""
    pairs = [
        _trap("Flee", ops.Send(cards=Bound("target"), to="hand", rules=("G-29.text",))),
        _trap("Tumble", ops.Reposition(cards=Bound("target"), to="defense", rules=("G-29.text",))),
        _trap("Stop", ops.NegateAttack(end_phase=True, rules=("G-29.text",)), target=False),
    ]
    rules = with_cards(find_ruleset("ocg"), [c for c, _ in pairs], [e for _, e in pairs])
    return build_game(rules, default_readings(rules))


def test_changed_targets_ask_for_a_new_aim(board: Board) -> None:
    """The target has been taken off the field in the window of the attack."""
    table = board.lay(
        {"a.m1": "BlueEyes", "b.m1": "Wolf", "b.m2": "HolyElf-", "b.s1": "(Flee)"},
        phase="battle",
        game=game_with_flee(),
    )
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(Activate("flee", "b.s1", CardKey("b:Flee")))
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    assert table.asks() == ("a", "aim")
    table.refuses(Attack("a.m1"), "OCG-31")
    table.invalid(Attack("a.m1", "b.m1"), "G-29.replay")
    before = table.duel
    table.plays(Attack("a.m1", "b.m2"), "G-29.replay")
    assert table.cards("b.grave").split()[0] == "HolyElf"
    table.duel = before
    table.plays(Pass(), "G-29.replay")
    assert table.has(AttackEnded, "G-29.replay")
    table.refuses(Attack("a.m1", "b.m2"), "OCG-18")


@pytest.mark.rule("OCG-09")
def test_a_toon_may_aim_anew_past_the_monsters_that_are_left(board: Board) -> None:
    table = board.lay(
        {
            "a.m1": "ToonMermaid",
            "a.s1": "ToonWorld",
            "b.m1": "Wolf",
            "b.m2": "HolyElf-",
            "b.s1": "(Flee)",
        },
        phase="battle",
        game=game_with_flee(),
    )
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(Activate("flee", "b.s1", CardKey("b:Flee")))
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    table.plays(Attack("a.m1"), "G-29.replay", "OCG-09")
    assert table.has(AttackDeclared, "G-29.replay", "OCG-09")


def test_the_last_target_gone_the_attack_may_go_on_directly(board: Board) -> None:
    table = board.lay(
        {"a.m1": "BlueEyes", "b.m1": "Wolf", "b.s1": "(Flee)"},
        phase="battle",
        game=game_with_flee(),
    )
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(Activate("flee", "b.s1", CardKey("b:Flee")))
    table.plays(Choose("b.m1"))
    table.nobody_responds()
    assert table.legal() == [Attack("a.m1"), Pass()]
    assert table.accepts(Attack("a.m1")).rules == ("G-29.replay",)
    table.plays(Attack("a.m1"))
    assert table.life() == (8000, 5000)


def test_an_attacker_turned_to_defense_does_not_fight(board: Board) -> None:
    table = board.lay(
        {"a.m1": "Elf", "b.m1": "Wolf", "b.s1": "(Tumble)"},
        phase="battle",
        game=game_with_flee(),
    )
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(Activate("tumble", "b.s1", CardKey("b:Tumble")))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    assert table.has(AttackEnded, "G-29.attack-ends")
    assert not table.has(Battled)


def test_a_negated_attack_leads_to_no_battle_and_may_end_the_phase(board: Board) -> None:
    table = board.lay(
        {"a.m1": "Elf", "b.m1": "Wolf", "b.s1": "(Stop)"},
        phase="battle",
        game=game_with_flee(),
    )
    table.plays(Attack("a.m1", "b.m1"))
    table.plays(Activate("stop", "b.s1", CardKey("b:Stop")))
    table.nobody_responds()
    assert table.has(AttackEnded)
    assert table.duel.phase == "main2"
    assert table.cards("b.m1") == "Wolf"
    table.refuses(Turn("a.m1", upright=False), "G-29.turn-after-attack")


@pytest.mark.parametrize("defended", [False, True])
@pytest.mark.parametrize(("attack", "value"), [(0, 0), (1, 0), (0, 1), (1500, 1500), (7000, 1)])
def test_a_battle_needs_no_named_cards(
    board: Board, attack: int, value: int, defended: bool
) -> None:
    """Cards made up for the case fight by the same table, through the same judge."""
    kinds = ("monster", "normal")
    cards = [
        Card("Striker", "Striker", {"level": 4, "attack": attack, "defense": 0}, kinds),
        Card("Target", "Target", {"level": 4, "attack": value, "defense": value}, kinds),
    ]
    rules = with_cards(find_ruleset("ocg"), cards, [])
    game = build_game(rules, default_readings(rules))
    lying = "Target-" if defended else "Target"
    table = board.lay({"a.m1": "Striker", "b.m1": lying}, phase="battle", game=game)
    table.plays(Attack("a.m1", "b.m1"))
    gone = {e.piece.key for e in table.history if isinstance(e, Destroyed)}
    loss = abs(attack - value)
    if defended:
        assert gone == ({"b:Target"} if attack > value else set())
        assert table.life() == ((8000 - loss, 8000) if attack < value else (8000, 8000))
    elif attack == value:
        assert gone == ({"a:Striker", "b:Target"} if attack else set())
        assert table.life() == (8000, 8000)
    else:
        assert gone == {"b:Target" if attack > value else "a:Striker"}
        expected = (8000, max(0, 8000 - loss)) if attack > value else (8000 - loss, 8000)
        assert table.life() == expected


@pytest.mark.rule("OCG-47")
@pytest.mark.parametrize("seat", ["a", "b"])
def test_a_battle_phase_that_an_effect_ends_does_not_come_back(board: Board, seat: str) -> None:
    """Also where somebody answers its end."""
    table = board.lay(
        {
            "a.m1": "Elf",
            "a.m2": "Wolf",
            "a.s1": "(JarOfGreed)",
            "b.s1": "(JarOfGreed)",
            "b.s2": "(NegateAttack)",
            "a.pile": "Ox Ox",
            "b.pile": "Ox Ox",
        },
        phase="battle",
    )
    table.plays(Attack("a.m1"))
    table.plays(Activate("negate-attack", "b.s2", CardKey("b:NegateAttack")))
    while not table.has(AttackEnded):
        table.plays(Pass())
    if table.asks() != (seat, "window"):
        table.plays(Pass())
    table.plays(Activate("jar-of-greed", f"{seat}.s1", CardKey(f"{seat}:JarOfGreed")))
    table.nobody_responds()
    assert (table.duel.phase, table.asks()) == ("main2", ("a", "open"))
    table.refuses(Attack("a.m2"), "G-29.battle-phase")


@pytest.mark.rule("G-29.attack-ends")
def test_an_attacker_that_was_turned_down_is_not_said_to_be_gone(board: Board) -> None:
    table = board.lay({"a.m1": "Elf", "b.s1": "(BookOfMoon)"}, phase="battle")
    table.plays(Attack("a.m1"))
    table.plays(Activate("book-of-moon", "b.s1", CardKey("b:BookOfMoon")))
    table.plays(Choose("a.m1"))
    ended = next(e for e in table.history if isinstance(e, AttackEnded))
    assert ended.reason == "the attacker is no longer in Attack Position"
