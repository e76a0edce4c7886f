"""Resummoned's steps and effects word by word: whose, from where, whoever's act it was.

Each test holds one word of a step or of a card's text to what happens on the table.
"""

from __future__ import annotations

from typing import Final

import pytest

from duelmat_engine.actions import Activate, Attack, Choose, Name, Pass
from duelmat_engine.events import Activated, Declared, Lapsed, Resolved, Turned
from duelmat_engine.forms.position import Placed
from duelmat_engine.ruleset.decks import judge_deck
from duelmat_engine.ruleset.registry import find_ruleset
from duelmat_engine.views.public import public_form
from engine.conformance.board import Board, Table
from engine.conformance.resummoned import all_pass, flip, game_with, lay_cards, play, resolve


def up(*codes: str) -> list[Placed]:
    return [Placed(code) for code in codes]


def down(code: str, *, upright: bool = True) -> list[Placed]:
    return [Placed(code, face_up=False, upright=upright)]


def used(table: Table, effect: str) -> bool:
    return any(isinstance(e, Activated) and e.effect == effect for e in table.history)


def spell(code: str, op: str, more: str = "") -> str:
    """A Quick-Play spell that chooses `found` and does something with it."""
    return f"""
[[card]]
code = "{code}"
name = "{code}"
kinds = ["spell", "quick-play"]
effects = ["{code.lower()}"]
[[effect]]
name = "{code.lower()}"
use = "trigger"
mandatory = true
zones = ["s"]
text = "A spell for a test."
on = {{ event = "card-activated" }}
{more}
[[effect.resolve]]
{op}
"""


# Decks


@pytest.mark.rule("RES-300.1a")
@pytest.mark.parametrize("event_format", ["constructed", "limited"])
def test_a_deck_holds_only_inserts_of_paired_cards(board: Board, event_format: str) -> None:
    cards = find_ruleset("resummoned").cards
    deck = [code for code in cards if code != "BlueEyesDE"]
    board.explains("RES-300.1a")
    assert judge_deck("resummoned", deck, event_format=event_format).legal
    verdict = judge_deck("resummoned", [*deck, "Nobody"], event_format=event_format)
    assert verdict.rules == ("RES-300.1a",)


# What is paid, and how a card comes


LEVIED: Final = {
    "activate-spell": ("Levied", '"spell", "continuous"', "a.s0", True),
    "set-trap": ("Snare", '"trap"', "a.s0", False),
    "quick-play": ("QuickLevy", '"spell", "continuous", "quick-play"', "a.s0", True),
    "quick-summon": ("QuickBeast", '"monster", "quick-play"', "a.m0", True),
    "quick-set-monster": ("QuickBeast", '"monster", "quick-play"', "a.m0", False),
    "quick-set": ("QuickSnare", '"trap", "quick-play"', "a.s0", False),
}


@pytest.mark.rule(
    *("RES-305.4", "RES-305.1", "RES-702.1", "RES-504.3", "RES-504.3a", "RES-504.3b"),
    *("RES-504.3c", "RES-401.1", "RES-402.1"),
)
@pytest.mark.parametrize("move", LEVIED)
def test_what_a_card_costs_lies_beneath_it(board: Board, move: str) -> None:
    """Whatever kind of card it is, and however it is played."""
    code, kinds, to, face_up = LEVIED[move]
    card = f"""
[[card]]
code = "{code}"
name = "{code}"
kinds = [{kinds}]
traits = {{ attack = 100, defense = 100 }}
effects = ["one-tribute"]
"""
    zones = {"a.hand": up(code), "a.m1": up("BattleOx")}
    table = lay_cards(board, zones, game=game_with(card))
    table.plays(play(move, f"a:{code}", to, ("a.m1",)), "RES-702.1")
    laid = table.card(to)
    assert (laid.code, laid.face_up) == (code, face_up)
    assert [(b.code, b.face_up) for b in laid.beneath] == [("BattleOx", True)]
    assert table.cards("a.m1") == ""


@pytest.mark.rule("RES-702.1")
@pytest.mark.parametrize(
    ("move", "kinds", "to"),
    [
        ("summon", '"monster"', "a.m0"),
        ("set-monster", '"monster"', "a.m0"),
        ("activate-spell", '"spell"', "a.s0"),
        ("set-trap", '"trap"', "a.s0"),
        ("quick-play", '"spell", "quick-play"', "a.s0"),
        ("quick-summon", '"monster", "quick-play"', "a.m0"),
        ("quick-set-monster", '"monster", "quick-play"', "a.m0"),
        ("quick-set", '"trap", "quick-play"', "a.s0"),
    ],
)
def test_a_cost_in_life_has_to_be_there(board: Board, move: str, kinds: str, to: str) -> None:
    """Whatever kind of card it is, and however it is played."""
    card = f"""
[[card]]
code = "Dear"
name = "Dear"
kinds = [{kinds}]
traits = {{ attack = 100, defense = 100 }}
effects = ["dear"]
[[effect]]
name = "dear"
use = "cost"
text = "Pay 900 life."
[[effect.announce]]
do = "pay"
amount = 900
"""
    zones = {"a.hand": up("Dear"), "a.m1": up("BattleOx")}
    act = play(move, "a:Dear", to)
    for life, legal in ((800, False), (1000, True)):
        table = lay_cards(board, zones, game=game_with(card), life=(life, 8000))
        if legal:
            table.plays(act, "RES-702.1")
            assert table.life() == (100, 8000)
        else:
            table.refuses(act, "RES-702.1")


# Whoever's act sets it off


FLIPPED: Final = {
    "ManEaterBug": ("man-eater-bite", {}),
    "MagicianOfFaith": ("faith-return", {"b.grave": up("DarkHole")}),
    "Captain": ("captain-call", {}),
    "Kotetsu": ("kotetsu-forge", {"b.grave": up("AxeOfDespair")}),
    "Penguin": ("penguin-push", {}),
}


@pytest.mark.rule("RES-706.1a", "RES-504.3a")
@pytest.mark.parametrize("code", FLIPPED)
def test_a_monster_that_an_attack_flips_is_summoned(board: Board, code: str) -> None:
    """Its effect is its own player's, in the opponent's turn."""
    effect, zones = FLIPPED[code]
    laid = {"a.m0": up("VorseRaider"), "b.m0": down(code), **zones}
    table = lay_cards(board, laid, phase="battle")
    table.plays(Attack("a.m0", "b.m0"))
    all_pass(table)
    if table.asks() == ("b", "choose"):
        table.plays(next(a for a in table.legal() if isinstance(a, Choose)))
    assert [(link.effect, link.seat) for link in table.duel.chain] == [(effect, 1)]


UNVEIL: Final = spell(
    "Unveil",
    'do = "turn-cards"\ncards = { zones = ["s"], whose = "opposing" }\nface = "up"',
)


@pytest.mark.rule("RES-706.1a")
@pytest.mark.parametrize(
    ("code", "effect"),
    [
        ("MirrorForce", "mirror-blast"),
        ("JustDesserts", "desserts-serve"),
        ("TrapHole", "trap-hole-fall"),
        ("CallOfTheHaunted", "haunted-call"),
    ],
)
def test_a_trap_that_an_opponent_turns_up_is_activated(
    board: Board, code: str, effect: str
) -> None:
    zones = {
        "a.hand": up("Unveil"),
        "a.m0": up("VorseRaider"),
        "b.s0": down(code),
        "b.grave": up("BattleOx"),
    }
    table = lay_cards(board, zones, game=game_with(UNVEIL))
    table.plays(play("quick-play", "a:Unveil", "a.s0"))
    while not used(table, effect) and table.asks() != ("b", "choose"):
        table.plays(Pass())
    if table.asks() == ("b", "choose"):
        table.plays(next(a for a in table.legal() if isinstance(a, Choose)))
    assert used(table, effect)


@pytest.mark.rule("RES-706.1")
def test_sangan_digs_whoever_destroys_it(board: Board) -> None:
    zones = {"a.m0": up("VorseRaider"), "b.m0": up("Sangan")}
    table = lay_cards(board, zones, phase="battle")
    table.plays(Attack("a.m0", "b.m0"))
    while not used(table, "sangan-dig"):
        table.plays(Pass())
    assert table.duel.chain[-1].seat == 1


@pytest.mark.rule("RES-501.4")
def test_which_card_sangan_takes_is_said_aloud(board: Board) -> None:
    zones = {"a.hand": up("DarkHole"), "a.m0": up("Sangan")}
    table = lay_cards(board, zones)
    table.plays(play("activate-spell", "a:DarkHole", "a.s0"))
    while table.asks()[1] != "choose":
        table.plays(Pass())
    choice = next(a for a in table.legal() if isinstance(a, Choose))
    assert public_form(table.duel, choice) == choice
    table.plays(choice, "RES-501.4")
    assert any(isinstance(e, Declared) and "RES-501.4" in e.rules for e in table.events)


@pytest.mark.rule("RES-706.1")
def test_which_monster_captain_calls_is_said_aloud_and_is_a_monster(board: Board) -> None:
    """A spell that has a level, too, is none."""
    leveled = '[[card]]\ncode = "Scaled"\nname = "Scaled"\nkinds = ["spell"]\n'
    leveled += "traits = { level = 1 }\n"
    zones = {"a.hand": up("Captain", "BattleOx", "Kuriboh", "Scaled")}
    table = lay_cards(board, zones, game=game_with(leveled))
    table.plays(play("summon", "a:Captain", "a.m0"))
    resolve(table)
    table.plays(Name("play"))
    assert table.asks() == ("a", "choose")
    choices = [a for a in table.legal() if isinstance(a, Choose)]
    assert "a:Scaled" not in {a.card for a in choices}
    assert public_form(table.duel, choices[0]) == choices[0]
    table.plays(choices[0], "RES-706.1")
    assert any(isinstance(e, Declared) and "RES-706.1" in e.rules for e in table.events)


@pytest.mark.rule("RES-706.1")
@pytest.mark.parametrize(("face_up", "life"), [(True, (7700, 7700)), (False, (8000, 7700))])
def test_fire_princess_burns_while_she_lies_face_up(
    board: Board, face_up: bool, life: tuple[int, int]
) -> None:
    """Whoever's battle it is that costs her player life."""
    zones = {
        "a.m0": up("LaJinn"),
        "b.m0": up("FlameManipulator"),
        "b.m1": [Placed("FirePrincess", face_up=face_up)],
        "a.m1": up("CelticGuardian"),
    }
    table = lay_cards(board, zones, phase="battle", life=(8000, 8600))
    table.plays(Attack("a.m0", "b.m0"))
    while any(frame.block == "battle" for frame in table.duel.frames) or table.duel.chain:
        table.plays(Pass())
    assert used(table, "princess-flame") == face_up
    assert not table.has(Lapsed)
    assert table.life() == life


@pytest.mark.rule("RES-706.1", "RES-605.1")
@pytest.mark.parametrize("face_up", [True, False])
def test_a_burning_land_burns_in_its_players_standby_phase_only(
    board: Board, face_up: bool
) -> None:
    """In no other phase, and never while it might be the card that lies face-down."""
    zones = {"a.s0": up("BurningLand")} if face_up else {"a.s0": down("SkillDrain")}
    zones["a.hand"] = up("BurningLand")[: not face_up]
    table = lay_cards(board, zones, phase="main1")
    seen = []
    while table.duel.turn < 7 or table.duel.phase != "main1":
        before = table.life()
        where = (table.duel.turn, table.duel.phase)
        table.plays(Pass())
        if table.life() != before:
            seen.append(where)
    assert seen == ([(7, "standby")] if face_up else [])
    assert not table.has(Lapsed)


@pytest.mark.rule("RES-703.1")
def test_a_trap_hole_opens_after_a_summon(board: Board) -> None:
    table = lay_cards(board, {"a.hand": up("BattleOx"), "b.s0": down("TrapHole")})
    table.plays(play("summon", "a:BattleOx", "a.m0"))
    table.plays(Pass())
    table.plays(flip("flip-after-summon", "b.s0", "b:TrapHole"), "RES-703.1")


# Equips and face-down cards


VANISH: Final = spell(
    "Vanish",
    'do = "send"\ncards = "gone"\nto = "banished"',
    '[[effect.announce]]\ndo = "choose"\nbind = "gone"\ncards = { zones = ["m", "s", "grave"] }',
)


@pytest.mark.rule("RES-709.2", "RES-710.1a", "RES-304.2")
def test_an_equip_card_has_a_face_up_target(board: Board) -> None:
    """Not itself, not a face-down monster; without its target its effect is not carried out."""
    zones = {
        "a.hand": up("AxeOfDespair"),
        "b.hand": up("Vanish"),
        "a.m1": up("BattleOx"),
        "b.m0": down("GeminiElf"),
    }
    table = lay_cards(board, zones, game=game_with(VANISH))
    table.plays(play("activate-spell", "a:AxeOfDespair", "a.s0"))
    table.refuses(Choose("b.m0"), "RES-304.2")
    table.refuses(Choose("a.s0"), "RES-710.1a")
    table.plays(Choose("a.m1"), "RES-709.2")
    table.plays(Pass())
    table.plays(play("quick-play", "b:Vanish", "b.s0"))
    table.plays(Choose("a.m1"))
    while table.duel.chain:
        table.plays(Pass())
    last = [e for e in table.history if isinstance(e, Resolved) and e.effect == "equip-to-any"]
    assert [e.carried_out for e in last] == [False]


COUNTED: Final = """
[[effect.announce]]
do = "choose"
bind = "found"
cards = { zones = ["%s"], that = [%s] }
rules = ["RES-304.2"]
"""
ATTACK: Final = '{ is = "at-least", name = "attack", amount = 1000, rule = "RES-304.2" }'
LASTING: Final = '{ is = "kind", kind = "continuous", rule = "RES-304.2" }'


@pytest.mark.rule("RES-304.2")
@pytest.mark.parametrize(
    ("row", "that", "hidden", "open_card"),
    [("m", ATTACK, "GeminiElf", "VorseRaider"), ("s", LASTING, "SkillDrain", "BurningLand")],
)
def test_a_face_down_card_is_but_a_monster_or_a_trap(
    board: Board, row: str, that: str, hidden: str, open_card: str
) -> None:
    """Whatever it is, it has no attack and is no continuous card."""
    text = spell("Count", 'do = "destroy"\ncards = "found"', COUNTED % (row, that))
    zones = {"a.hand": up("Count"), f"b.{row}0": down(hidden), f"b.{row}1": up(open_card)}
    table = lay_cards(board, zones, game=game_with(text))
    table.plays(play("quick-play", "a:Count", "a.s0"))
    table.refuses(Choose(f"b.{row}0"), "RES-304.2")
    table.plays(Choose(f"b.{row}1"))


# Owners, and the order of what falls


LURE: Final = spell(
    "Lure",
    'do = "put-on-field"\ncards = "lured"',
    """
[[effect.announce]]
do = "choose"
bind = "lured"
count = 2
cards = { zones = ["m"], whose = "opposing" }
""",
)


@pytest.mark.rule("RES-500.5B", "RES-300.2")
@pytest.mark.parametrize("kind", ["pile", "grave", "banished"])
def test_a_card_never_comes_to_anothers_pile(board: Board, kind: str) -> None:
    """An effect that names its player's zone moves a card to that of the card's owner."""
    text = spell(
        "Reap",
        f'do = "send"\ncards = "reaped"\nto = "{kind}"\ninto = "own"',
        '[[effect.announce]]\ndo = "choose"\nbind = "reaped"\n'
        'cards = { zones = ["m"], whose = "opposing" }',
    )
    zones = {"a.hand": up("Reap"), "b.m0": up("BattleOx")}
    table = lay_cards(board, zones, game=game_with(text))
    table.plays(play("quick-play", "a:Reap", "a.s0"))
    table.plays(Choose("b.m0"))
    resolve(table)
    assert "BattleOx" in table.cards(f"b.{kind}").split()
    assert "BattleOx" not in table.cards(f"a.{kind}").split()


@pytest.mark.rule("RES-500.4a")
@pytest.mark.parametrize("kind", ["grave", "banished"])
def test_cards_are_ordered_by_who_controlled_them(board: Board, kind: str) -> None:
    """Just those that came, in whoever's zone; what lay there before keeps its place."""
    sweep = spell(
        "Sweep", f'do = "send"\ncards = {{ zones = ["m"] }}\nto = "{kind}"\nrules = ["RES-500.4"]'
    )
    zones = {
        "a.hand": up("Lure", "Sweep"),
        "b.m0": up("BattleOx"),
        "b.m1": up("Kuriboh"),
        f"b.{kind}": up("GeminiElf"),
        f"a.{kind}": up("LaJinn"),
    }
    table = lay_cards(board, zones, game=game_with(LURE + sweep))
    table.plays(play("quick-play", "a:Lure", "a.s0"))
    for place in ("b.m0", "b.m1"):
        if table.asks() == ("a", "choose"):
            table.plays(Choose(place))
    resolve(table)
    while table.asks() == ("a", "place"):
        table.plays(table.legal()[0])
    while table.asks()[1] == "choose":
        table.plays(table.legal()[0])
    table.plays(play("quick-play", "a:Sweep", "a.s0"))
    resolve(table)
    assert table.asks() == ("a", "choose")
    choices = {a.card for a in table.legal() if isinstance(a, Choose)}
    assert choices == {"b:BattleOx", "b:Kuriboh"}
    choice = Choose("b:Kuriboh")
    assert public_form(table.duel, choice) == choice
    table.plays(choice, "RES-500.4a")
    assert set(table.cards(f"b.{kind}").split()) == {"GeminiElf", "BattleOx", "Kuriboh"}
    assert table.cards(f"b.{kind}").split().index("GeminiElf") in (0, 2)


@pytest.mark.rule("RES-603.9", "RES-608.1")
def test_what_is_discarded_is_said_aloud(board: Board) -> None:
    table = lay_cards(board, {"a.hand": up(*["BattleOx"] * 6, "Kuriboh")}, phase="main2")
    while table.asks()[1] != "choose":
        table.plays(Pass())
    choice = Choose("a:Kuriboh")
    assert public_form(table.duel, choice) == choice
    table.plays(choice, "RES-603.9")
    assert any(isinstance(e, Declared) and "RES-603.9" in e.rules for e in table.events)


# The steps of a battle


def attacked(board: Board, **zones: list[Placed]) -> Table:
    laid = {name.replace("_", "."): cards for name, cards in zones.items()}
    table = lay_cards(board, {"a.m0": up("VorseRaider"), **laid}, phase="battle")
    table.plays(Attack("a.m0", "b.m0"))
    return table


def step_of(table: Table) -> str:
    assert table.duel.decision is not None
    return table.duel.decision.about


@pytest.mark.rule("RES-607.3e", "RES-709.1b")
@pytest.mark.parametrize("step", ["battle-step", "flip-step"])
def test_after_either_step_it_is_seen_whether_both_are_there(board: Board, step: str) -> None:
    """The defender tributes itself in that step."""
    table = attacked(board, b_m0=up("CannonSoldier"), b_m1=up("Kuriboh"))
    while step_of(table) != step:
        table.plays(Pass())
    table.plays(Pass())
    table.plays(Activate("cannon-shot", "b.m0"))
    table.plays(Choose("b.m0"))
    while table.asks()[1] == "open":
        assert step_of(table) == step
        table.plays(Pass())
    assert table.asks() == ("a", "name")
    table.plays(Name("b.m1"))


@pytest.mark.rule("RES-607.3d", "RES-607.3e")
def test_a_defender_that_is_covered_in_the_flip_step_flips_again(board: Board) -> None:
    """Before the battle has its result."""
    table = attacked(board, b_m0=up("Kuriboh"), b_hand=up("BookOfMoon"))
    while step_of(table) != "flip-step":
        table.plays(Pass())
    table.plays(Pass())
    table.plays(play("quick-play", "b:BookOfMoon", "b.s0"))
    table.plays(Choose("b.m0"))
    while step_of(table) != "damage-step":
        table.plays(Pass())
    turned = [e for e in table.history if isinstance(e, Turned) and "RES-607.3d" in e.rules]
    assert [e.after.code for e in turned] == ["Kuriboh"]
