"""Resummoned: the cards that are packaged, one by one, each with what it may choose and does.

`CARDS` says of each card with a trigger how it is played, what it may choose among, and how the
table looks once it has resolved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import pytest

from duelmat_engine.actions import Action, Activate, Attack, Choose, Pass
from duelmat_engine.board.values import value_of
from duelmat_engine.events import Activated, Resolved
from duelmat_engine.forms.position import Placed
from engine.conformance.board import Board, Table
from engine.conformance.resummoned import flip, game_with, lay_cards, play

VANISH: Final = """
[[card]]
code = "Vanish"
name = "Vanish"
kinds = ["spell", "quick-play"]
effects = ["vanish"]
[[effect]]
name = "vanish"
use = "trigger"
mandatory = true
text = "Banish a card."
on = { event = "card-activated" }
[[effect.announce]]
do = "choose"
bind = "gone"
cards = { zones = ["m", "s", "grave"] }
[[effect.resolve]]
do = "send"
cards = "gone"
to = "banished"
"""

SIZES: Final = """
[[card]]
code = "Tall"
name = "Tall"
kinds = ["monster"]
traits = { level = 5, attack = 999, defense = 0 }
[[card]]
code = "Dear"
name = "Dear"
kinds = ["monster"]
traits = { level = 4, attack = 1000, defense = 0 }
effects = ["one-tribute"]
"""


def up(*codes: str) -> list[Placed]:
    return [Placed(code) for code in codes]


def down(code: str) -> list[Placed]:
    return [Placed(code, face_up=False)]


@dataclass(frozen=True)
class Case:
    """A card, how it is played, what it may choose, and what has come of it."""

    zones: dict[str, list[Placed]]
    action: Action
    among: tuple[str, ...]
    choice: str
    after: dict[str, str]
    rules: tuple[str, ...] = ()
    life: tuple[int, int] = (8000, 8000)


MONSTERS: Final = {"a.m1": up("BattleOx"), "b.m1": up("GeminiElf"), "b.m2": up("Kuriboh")}
ON_FIELD: Final = ("RES-709.1a", "RES-709.2")

CARDS: Final = {
    "man-eater-bite": Case(
        {"a.hand": up("ManEaterBug"), **MONSTERS, "b.s1": down("TrapHole")},
        play("summon", "a:ManEaterBug", "a.m0"),
        ("a.m0", "a.m1", "b.m1", "b.m2"),
        "b.m1",
        {"b.grave": "GeminiElf", "b.m2": "Kuriboh", "a.m1": "BattleOx"},
        ON_FIELD,
    ),
    "faith-return": Case(
        {
            "a.hand": up("MagicianOfFaith"),
            "a.grave": up("DarkHole", "BattleOx", "DianKeto"),
            "b.grave": up("Hinotama"),
        },
        play("summon", "a:MagicianOfFaith", "a.m0"),
        ("a:DarkHole", "a:DianKeto"),
        "a:DarkHole",
        {"a.hand": "DarkHole", "a.grave": "BattleOx DianKeto"},
        ("RES-709.1a", "RES-709.4"),
    ),
    "kotetsu-forge": Case(
        {
            "a.hand": up("Kotetsu"),
            "a.grave": up("AxeOfDespair", "BattleOx", "DarkHole"),
            "b.grave": up("Hinotama"),
        },
        play("summon", "a:Kotetsu", "a.m0"),
        ("a:AxeOfDespair",),
        "a:AxeOfDespair",
        {"a.grave": "BattleOx DarkHole"},
        ("RES-709.1a", "RES-710.1b"),
    ),
    "penguin-push": Case(
        {"a.hand": up("Penguin"), **MONSTERS, "b.s1": down("TrapHole")},
        play("summon", "a:Penguin", "a.m0"),
        ("a.m1", "b.m1", "b.m2"),
        "a.m1",
        {"a.hand": "BattleOx", "b.m1": "GeminiElf", "b.m2": "Kuriboh"},
        ON_FIELD,
    ),
    "dian-keto-cure": Case(
        {"a.hand": up("DianKeto")},
        play("activate-spell", "a:DianKeto", "a.s0"),
        (),
        "",
        {"a.grave": "DianKeto"},
        ("RES-201.1",),
        (9000, 8000),
    ),
    "hinotama-fall": Case(
        {"a.hand": up("Hinotama")},
        play("activate-spell", "a:Hinotama", "a.s0"),
        (),
        "",
        {"a.grave": "Hinotama"},
        ("RES-200.3",),
        (8000, 7500),
    ),
    "dark-hole-swallow": Case(
        {"a.hand": up("DarkHole"), "a.m1": up("BattleOx"), "b.m1": up("GeminiElf")},
        play("activate-spell", "a:DarkHole", "a.s1"),
        (),
        "",
        {"a.m1": "", "b.m1": "", "b.grave": "GeminiElf"},
        ("RES-505.1", "RES-502.1"),
    ),
    "pot-draw": Case(
        {"a.hand": up("PotOfGreed"), "a.pile": up("BattleOx", "Kuriboh", "GeminiElf")},
        play("activate-spell", "a:PotOfGreed", "a.s0"),
        (),
        "",
        {"a.hand": "BattleOx Kuriboh", "a.pile": "GeminiElf"},
        ("RES-501.3",),
    ),
    "heart-change": Case(
        {"a.hand": up("ChangeOfHeart"), **MONSTERS, "b.m3": down("Breaker")},
        play("activate-spell", "a:ChangeOfHeart", "a.s1"),
        ("b.m1", "b.m2"),
        "b.m1",
        {},
        ("RES-709.1a", "RES-304.2"),
    ),
    "typhoon-blow": Case(
        {
            "a.hand": up("SpaceTyphoon"),
            "a.m1": up("BattleOx"),
            "a.s1": down("JustDesserts"),
            "b.s1": down("TrapHole"),
            "b.s2": up("BurningLand"),
        },
        play("quick-play", "a:SpaceTyphoon", "a.s0"),
        ("a.s1", "b.s1", "b.s2"),
        "b.s2",
        {"b.grave": "BurningLand", "b.s1": "TrapHole", "a.s1": "JustDesserts"},
        ON_FIELD,
    ),
    "moon-cover": Case(
        {
            "a.hand": up("BookOfMoon"),
            **MONSTERS,
            "b.m3": down("Breaker"),
            "b.s1": up("BurningLand"),
            "b.s2": down("TrapHole"),
        },
        play("quick-play", "a:BookOfMoon", "a.s0"),
        ("a.m1", "b.m1", "b.m2", "b.s1"),
        "b.m1",
        {"b.m1": "GeminiElf"},
        ("RES-709.1a", "RES-304.2", "RES-304.1", "RES-505.6"),
    ),
    "desserts-serve": Case(
        {"a.s0": down("JustDesserts"), **MONSTERS, "b.s1": down("TrapHole")},
        flip("flip-freely", "a.s0", "a:JustDesserts"),
        (),
        "",
        {"a.grave": "JustDesserts"},
        (),
        (8000, 7600),
    ),
    "haunted-call": Case(
        {
            "a.s0": down("CallOfTheHaunted"),
            "a.grave": up("BattleOx", "DarkHole", "Kuriboh"),
            "b.grave": up("GeminiElf"),
        },
        flip("flip-freely", "a.s0", "a:CallOfTheHaunted"),
        ("a:BattleOx", "a:Kuriboh"),
        "a:BattleOx",
        {},
        ("RES-709.1a", "RES-709.4"),
    ),
}


def _mark(cases: dict[str, Case]) -> list[Any]:
    return [
        pytest.param(
            effect,
            case,
            marks=pytest.mark.rule("RES-706.1", "RES-706.1a", *case.rules),
            id=effect,
        )
        for effect, case in cases.items()
    ]


CHOOSING: Final = {effect: case for effect, case in CARDS.items() if case.among}


@pytest.mark.parametrize(("effect", "case"), _mark(CARDS))
def test_a_card_that_is_played_does_what_it_says(board: Board, effect: str, case: Case) -> None:
    """Its player chooses among just these, it goes on the Chain, and resolves when all pass."""
    table = lay_cards(board, case.zones)
    table.plays(case.action)
    if case.among:
        assert table.asks() == ("a", "choose")
        chosen = [a for a in table.legal() if isinstance(a, Choose)]
        assert sorted(a.card for a in chosen) == sorted(case.among)
        table.plays(Choose(case.choice))
    assert [link.effect for link in table.duel.chain] == [effect]
    assert table.has(Activated, "RES-706.1a")
    _finish(table)
    for zone, codes in case.after.items():
        assert table.cards(zone) == codes
    assert table.life() == case.life


def _finish(table: Table) -> None:
    """All pass until it has resolved; what comes to a zone comes to the first that may be."""
    while table.duel.chain or table.duel.frames[-1].block != "phase":
        decision = table.duel.decision
        assert decision is not None
        table.plays(Pass() if decision.kind == "open" else table.legal()[0])


@pytest.mark.parametrize(("effect", "case"), _mark(CHOOSING))
@pytest.mark.rule("RES-701.3")
def test_a_target_that_is_gone_leaves_nothing_to_resolve(
    board: Board, effect: str, case: Case
) -> None:
    """Player b answers by banishing what it has targeted."""
    game = game_with(VANISH)
    table = lay_cards(board, {**case.zones, "b.hand": up("Vanish")}, game=game)
    table.plays(case.action)
    table.plays(Choose(case.choice))
    table.plays(Pass())
    table.plays(next(a for a in table.legal() if getattr(a, "move", "") == "quick-play"))
    table.plays(Choose(case.choice))
    _finish(table)
    last = [e for e in table.history if isinstance(e, Resolved) and e.effect == effect]
    assert [(e.carried_out, e.lost_target) for e in last] == [(False, True)]
    assert "RES-701.3" in last[0].rules


def _fields(table: Table, seat: str) -> list[str]:
    """What lies in a player's Monster Zones."""
    return [
        str(piece.code)
        for name, pieces in sorted(table.duel.zones.items())
        if name.startswith(f"{seat}.m")
        for piece in pieces
    ]


@pytest.mark.rule("RES-505.6a", "RES-506.3a")
@pytest.mark.parametrize(
    ("effect", "mine", "theirs"),
    [
        ("haunted-call", ["BattleOx"], []),
        ("heart-change", ["BattleOx", "GeminiElf"], ["Kuriboh", "Breaker"]),
    ],
)
def test_what_an_effect_moves_comes_to_its_players_field(
    board: Board, effect: str, mine: list[str], theirs: list[str]
) -> None:
    """The monster has come to the side of the effect's player."""
    case = CARDS[effect]
    table = lay_cards(board, case.zones)
    table.plays(case.action)
    table.plays(Choose(case.choice))
    _finish(table)
    assert sorted(_fields(table, "a")) == sorted(mine)
    assert sorted(_fields(table, "b")) == sorted(theirs)


@pytest.mark.rule("RES-304.1", "RES-505.6")
def test_a_covered_monster_lies_face_down_in_defense(board: Board) -> None:
    """Book of Moon turns a monster that stood face-up."""
    case = CARDS["moon-cover"]
    table = lay_cards(board, case.zones)
    table.plays(case.action)
    table.plays(Choose("b.m1"))
    _finish(table)
    covered = table.card("b.m1")
    assert (covered.face_up, covered.upright) == (False, False)


@pytest.mark.rule("RES-706.1", "RES-501.4")
def test_sangan_takes_one_of_two_cards_when_it_leaves_the_field(board: Board) -> None:
    """From the field only; its player looks at the first two cards of the Deck."""
    zones = {
        "a.m0": up("Sangan"),
        "a.hand": up("DarkHole"),
        "a.pile": up("BattleOx", "Kuriboh", "GeminiElf"),
    }
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:DarkHole", "a.s0"))
    table.plays(Pass())
    table.plays(Pass())
    assert [link.effect for link in table.duel.chain] == ["sangan-dig"]
    while table.asks()[1] == "open":
        table.plays(Pass())
    assert table.asks() == ("a", "choose")
    assert {a.card for a in table.legal() if isinstance(a, Choose)} == {"a:BattleOx", "a:Kuriboh"}
    table.plays(Choose("a:Kuriboh"))
    _finish(table)
    assert table.cards("a.hand") == "Kuriboh"
    assert sorted(table.cards("a.grave").split()) == ["BattleOx", "DarkHole", "Sangan"]
    assert table.cards("a.pile") == "GeminiElf"
    assert all(piece.face_up for piece in table.duel.at("a.grave"))
    held = up("Sangan", *["BattleOx"] * 6)
    table = lay_cards(board, {"a.hand": held, "a.pile": up("Kuriboh", "Breaker")}, phase="main2")
    table.plays(Pass())
    table.plays(Pass())
    assert table.asks() == ("a", "choose")
    table.plays(Choose("a:Sangan"))
    assert not table.duel.chain
    assert table.cards("a.grave") == "Sangan"


@pytest.mark.rule("RES-706.1", "RES-304.1a")
def test_sangan_digs_from_the_graveyard_alone(board: Board) -> None:
    """Not when it returns to the hand; for its owner, and also if it was Set."""
    zones = {"a.hand": up("Penguin"), "a.m1": up("Sangan"), "a.pile": up("BattleOx", "Kuriboh")}
    table = lay_cards(board, zones)
    table.plays(play("summon", "a:Penguin", "a.m0"))
    table.plays(Choose("a.m1"))
    _finish(table)
    assert table.cards("a.hand") == "Sangan"
    assert not [e for e in table.history if isinstance(e, Activated) and e.effect == "sangan-dig"]
    for code, owner in (("Sangan", 0), ("b:Sangan", 1)):
        table = lay_cards(board, {**zones, "a.hand": up("DarkHole"), "a.m1": down(code)})
        table.plays(play("activate-spell", "a:DarkHole", "a.s0"))
        _finish(table)
        dug = [e for e in table.history if isinstance(e, Activated) and e.effect == "sangan-dig"]
        assert [e.seat for e in dug] == [owner]


@pytest.mark.rule("RES-706.1", "RES-706.1a", "RES-504.3", "RES-505.6a", "RES-506.3a")
def test_captain_calls_a_small_monster_from_the_hand(board: Board) -> None:
    """Level 4 or less, without a cost; a monster, of its own player's hand."""
    zones = {
        "a.hand": up("Captain", "GeminiElf", "SummonedSkull", "Tall", "Dear", "DarkHole"),
        "b.hand": up("BattleOx"),
        "a.m1": up("Kuriboh"),
    }
    table = lay_cards(board, zones, game=game_with(SIZES))
    table.plays(play("summon", "a:Captain", "a.m0"))
    assert [link.effect for link in table.duel.chain] == ["captain-call"]
    while table.asks()[1] == "open":
        table.plays(Pass())
    seen: list[str] = []
    while table.asks()[1] != "open":
        assert table.asks()[0] == "a"
        seen.append(table.asks()[1])
        chosen = [a for a in table.legal() if isinstance(a, Choose)]
        if chosen:
            assert [a.card for a in chosen] == ["a:GeminiElf"]
        table.plays(chosen[0] if chosen else table.legal()[0])
    assert "choose" in seen
    assert sorted(_fields(table, "a")) == ["Captain", "GeminiElf", "Kuriboh"]


@pytest.mark.rule("RES-706.1", "RES-200.3")
@pytest.mark.parametrize("attacks", [True, False])
def test_fire_princess_answers_damage_from_battles(board: Board, attacks: bool) -> None:
    """Damage to her own player, by a battle, while she lies face-up in a Monster Zone."""
    zones = {
        "a.m0": up("FirePrincess"),
        "a.m1": up("BattleOx"),
        "b.m1": up("VorseRaider" if attacks else "Kuriboh"),
    }
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    while any(f.block == "battle" for f in table.duel.frames) or table.duel.chain:
        table.plays(Pass())
    assert table.life() == ((7800, 7700) if attacks else (8000, 6600))


@pytest.mark.rule("RES-706.1")
@pytest.mark.parametrize("princess", ["up", "down", "grave"])
def test_fire_princess_is_silent_otherwise(board: Board, princess: str) -> None:
    """Face-down, in the Graveyard, or if the damage is no battle's."""
    place = {"up": "b.m0", "down": "b.m0", "grave": "b.grave"}[princess]
    zones = {
        place: down("FirePrincess") if princess == "down" else up("FirePrincess"),
        "a.hand": up("Hinotama"),
        "a.m1": up("VorseRaider"),
        "b.m1": up("BattleOx"),
    }
    if princess == "up":
        table = lay_cards(board, zones)
        table.plays(play("activate-spell", "a:Hinotama", "a.s1"))
        _finish(table)
        assert table.life() == (8000, 7500)
        return
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m1", "b.m1"))
    while any(f.block == "battle" for f in table.duel.frames) or table.duel.chain:
        assert table.asks()[1] == "open"
        table.plays(Pass())
    assert table.life() == (8000, 7800)


def _attacked(board: Board) -> Table:
    zones = {
        "a.m0": up("GeminiElf"),
        "a.m1": [Placed("BattleOx", upright=False)],
        "a.m2": up("VorseRaider"),
        "b.m0": up("Kuriboh"),
        "b.s0": down("MirrorForce"),
        "a.s0": down("MirrorForce"),
        "a.s1": up("BurningLand"),
    }
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m0", "b.m0"))
    return table


@pytest.mark.rule("RES-706.1", "RES-706.1a", "RES-502.1", "RES-703.1")
def test_mirror_force_answers_an_opponents_attack(board: Board) -> None:
    """Just the attacker's player's monsters that stand are destroyed."""
    table = _attacked(board)
    table.refuses(flip("flip-when-attacked", "a.s0", "a:MirrorForce"), "RES-703.1")
    table.plays(Pass())
    table.plays(flip("flip-when-attacked", "b.s0", "b:MirrorForce"), "RES-703.1")
    assert [link.effect for link in table.duel.chain] == ["mirror-blast"]
    while table.duel.chain:
        table.plays(Pass())
    while table.asks()[1] != "open":
        table.plays(table.legal()[0])
    assert _fields(table, "a") == ["BattleOx"]
    assert _fields(table, "b") == ["Kuriboh"]
    assert table.cards("a.s1") == "BurningLand"


@pytest.mark.rule("RES-706.1", "RES-706.1a", "RES-709.1a", "RES-709.2", "RES-701.3")
@pytest.mark.parametrize("gone", [False, True])
def test_trap_hole_takes_a_strong_monster(board: Board, gone: bool) -> None:
    """Face-up, of 1000 attack or more, of either player; gone, it is not destroyed."""
    zones = {
        "a.hand": up("GeminiElf", "Vanish"),
        "a.m0": up("Kuriboh"),
        "a.m1": down("VorseRaider"),
        "a.m2": up("Sangan"),
        "b.m0": up("BattleOx"),
        "b.m1": up("Tall"),
        "b.m2": up("Dear"),
        "b.s0": down("TrapHole"),
    }
    table = lay_cards(board, zones, game=game_with(VANISH + SIZES))
    table.plays(play("summon", "a:GeminiElf", "a.m-1"))
    table.plays(Pass())
    table.plays(flip("flip-after-summon", "b.s0", "b:TrapHole"), "RES-703.1")
    assert table.asks() == ("b", "choose")
    names = {a.card for a in table.legal() if isinstance(a, Choose)}
    assert names == {"a.m-1", "a.m2", "b.m0", "b.m2"}
    table.plays(Choose("a.m-1"))
    assert [link.effect for link in table.duel.chain] == ["trap-hole-fall"]
    if gone:
        table.plays(Pass())
        table.plays(play("quick-play", "a:Vanish", "a.s0"))
        table.plays(Choose("a.m-1"))
    _finish(table)
    assert table.cards("a.m-1") == ""
    assert table.cards("a.banished" if gone else "a.grave").split()[:1] == ["GeminiElf"]
    last = [e for e in table.history if isinstance(e, Resolved)][-1]
    assert last.carried_out is not gone


@pytest.mark.rule("RES-705.1")
def test_what_negates_negates_its_kind_of_card(board: Board) -> None:
    """Jinzo the opponents' traps, Skill Drain their monsters; face-up on the field only."""
    shot = Activate("cannon-shot", "a.m0")
    for place, cards, legal in (
        ("b.s0", up("SkillDrain"), False),
        ("b.s0", down("SkillDrain"), True),
        ("b.grave", up("SkillDrain"), True),
        ("b.m0", up("Jinzo"), True),
        ("a.s0", up("SkillDrain"), True),
    ):
        table = lay_cards(board, {"a.m0": up("CannonSoldier"), place: cards})
        if legal:
            table.accepts(shot)
        else:
            table.refuses(shot, "RES-708.2")
    for place, cards, life in (
        ("b.m0", up("Jinzo"), 8000),
        ("b.m0", down("Jinzo"), 7800),
        ("b.grave", up("Jinzo"), 7800),
        ("b.s1", up("SkillDrain"), 7800),
    ):
        table = lay_cards(
            board, {"a.s0": down("JustDesserts"), "b.m1": up("Kuriboh"), place: cards}
        )
        table.plays(flip("flip-freely", "a.s0", "a:JustDesserts"))
        _finish(table)
        held = 2 if place == "b.m0" else 1
        assert table.life()[1] == (8000 if life == 8000 else 8000 - 200 * held)


@pytest.mark.rule("RES-705.1")
def test_continuous_effects_alter_just_what_they_say(board: Board) -> None:
    """Command Knight: face-up warriors of one's own; the axe: what it is equipped to."""
    table = lay_cards(
        board,
        {
            "a.hand": up("AxeOfDespair"),
            "a.m0": up("CommandKnight"),
            "a.m1": up("CelticGuardian"),
            "a.m2": up("BattleOx"),
            "a.m3": down("CelticGuardian"),
            "b.m0": up("CelticGuardian"),
        },
    )

    def attack(zone: str) -> int | None:
        return value_of(table.duel, table.game, table.card(zone), "attack")

    assert [attack(f"a.m{i}") for i in range(3)] == [1600, 1800, 1700]
    assert attack("b.m0") == 1400
    assert attack("a.m3") == 1400
    table.plays(play("activate-spell", "a:AxeOfDespair", "a.s0"))
    table.plays(Choose("a.m2"))
    _finish(table)
    assert attack("a.m2") == 2700
    assert attack("a.m1") == 1800


@pytest.mark.rule("RES-702.1", "RES-305.5")
def test_three_tributes_are_three_monsters_of_ones_own(board: Board) -> None:
    """Obelisk: two are too few, four too many, a card of another row or player is none."""
    zones = {
        "a.hand": up("Obelisk"),
        **{f"a.m{i}": up("BattleOx") for i in range(4)},
        "a.s0": down("TrapHole"),
        "b.m0": up("GeminiElf"),
    }
    table = lay_cards(board, zones)
    own = ("a.m0", "a.m1", "a.m2", "a.m3")
    for using in (own[:2], own, ("a.m0", "a.m1", "a.s0")):
        table.refuses(play("summon", "a:Obelisk", "a.m0", using), "RES-702.1")
    table.refuses(play("summon", "a:Obelisk", "a.m0", ("a.m0", "a.m1", "b.m0")), "RES-305.5")
    table.accepts(play("summon", "a:Obelisk", "a.m0", own[:3]), "RES-702.1", "RES-305.5")
    two = lay_cards(board, {"a.hand": up("Obelisk"), "a.m0": up("Kuriboh"), "a.m1": up("Breaker")})
    two.refuses(play("summon", "a:Obelisk", "a.m0", ("a.m0", "a.m1")), "RES-702.1")


@pytest.mark.rule("RES-707.1", "RES-200.3", "RES-305.5", "RES-709.1a")
def test_ignition_effects_are_chosen_for_by_their_player(board: Board) -> None:
    """Cannon Soldier's Tribute and Breaker's target; each opponent takes the damage."""
    zones = {
        "a.m0": up("CannonSoldier"),
        "a.m1": up("Breaker"),
        "b.s0": down("TrapHole"),
        "b.s1": down("JustDesserts"),
    }
    table = lay_cards(board, zones, players=3)
    table.plays(Activate("breaker-break", "a.m1"))
    assert table.asks() == ("a", "choose")
    table.plays(Choose("b.s1"))
    _finish(table)
    table.plays(Activate("cannon-shot", "a.m0"))
    assert table.asks() == ("a", "choose")
    table.plays(Choose("a.m1"))
    _finish(table)
    assert table.life() == (7500, 7500, 7500)
