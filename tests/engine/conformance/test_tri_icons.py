"""Formula and Jumper cards and their icons: TRI-50 to TRI-90."""

from __future__ import annotations

import pytest

from duelmat_engine.actions import Activate, Advance, Choose, Name, Play
from duelmat_engine.board.values import value_of
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Effect
from duelmat_engine.effects.terms import Cards
from duelmat_engine.events import Activated, Attached, Destroyed, Moved, Spared
from duelmat_engine.names import CardKey, ZoneName
from duelmat_engine.ruleset.game import speed_row
from duelmat_engine.rulesets.trigamon.icons import rules_of
from engine.conformance.board import Board, Table
from engine.conformance.trigamon import answering, lay_card, summon, tri, use

PILE = {"a.pile": "EmberImp HalfMoth EmberImp", "b.pile": "EmberImp HalfMoth EmberImp"}
DRAW = (ops.Gain(amount=100),)


def probe(*kinds: str, use_: str = "magic") -> tuple[Card, Effect]:
    card = Card("Probe", "Probe", {}, kinds, ("probe",))
    zones = ("activator",) if "jumper" in kinds else ("s",)
    effect = Effect(
        name="probe",
        use=use_,  # type: ignore[arg-type]  # one of the uses
        rules=("text:probe",),
        text="Gain 100 life.",
        zones=zones,
        resolve=DRAW,
    )
    return card, effect


def with_probe(board: Board, *kinds: str, zone: str = "a.hand", **details: object) -> Table:
    use_ = "jumper" if "jumper" in kinds else "trap" if "trap" in kinds else "magic"
    card, effect = probe(*kinds, use_=use_)
    text = "(Probe)" if zone != "a.hand" else "Probe"
    zones = {zone: text, "a.m1": "EmberImp", "b.m1": "EmberImp", "a.skill": "HeadStart", **PILE}
    return board.lay(zones, game=tri([card], [effect]), **details)  # type: ignore[arg-type]  # passed on


def settled(table: Table, action: Activate | Play, *rules: str) -> None:
    table.plays(action, *rules)
    table.nobody_responds()


@pytest.mark.rule("TRI-50", "TRI-54")
def test_a_formula_without_an_icon_leaves_its_zone_when_resolved(board: Board) -> None:
    assert board.explains("TRI-50").id == "TRI-50"
    table = board.lay({"a.hand": "SparkLesson", "b.s1": "(TwinWatch)", **PILE})
    table.plays(use("spark-lesson", "a:SparkLesson"), "TRI-50", "TRI-54")
    assert table.cards("a.s1") == "SparkLesson"
    table.nobody_responds()
    assert table.cards("a.grave") == "SparkLesson"
    assert table.has(Moved, "TRI-54")


@pytest.mark.rule("TRI-51")
def test_an_unknown_subtype_is_data(board: Board) -> None:
    board.explains("TRI-51")
    table = with_probe(board, "formula", "hologram", "spell")
    settled(table, use("probe", "a:Probe"), "TRI-54")
    assert table.cards("a.grave") == "Probe"


@pytest.mark.rule("TRI-52", "TRI-53")
def test_several_subtypes_count_together_and_the_text_tells_them(board: Board) -> None:
    """A Quick-Play Supporter is quick, and one of a turn; a wrong picture changes nothing."""
    table = with_probe(board, "formula", "trainer", "quick-play", "supporter")
    settled(table, use("probe", "a:Probe"), "TRI-52", "TRI-55", "TRI-75")
    table = board.lay({"a.hand": "GentleTurn", "a.m1": "EmberImp", **PILE})
    table.plays(use("gentle-turn", "a:GentleTurn"), "TRI-53", "TRI-54")
    rules = table.game.rules
    assert speed_row(rules, rules.effects["gentle-turn"], rules.cards["GentleTurn"])[0] == 1


SPEEDS = [
    (("formula", "spell"), 1, "G-99"),
    (("formula", "trap"), 2, "G-99"),
    (("formula", "trap", "quick-play"), 2, "G-99"),
    (("formula", "spell", "quick-play"), 2, "TRI-55"),
    (("formula", "trainer", "quick-play"), 2, "TRI-55"),
    (("formula", "spell", "counter"), 2, "TRI-57"),
    (("formula", "trap", "counter"), 3, "TRI-57"),
    (("formula", "trainer", "pulse"), 4, "TRI-76"),
    (("jumper",), 1, "G-99"),
    (("jumper", "quick-play"), 2, "TRI-79"),
    (("jumper", "counter"), 2, "TRI-80"),
    (("jumper", "pulse"), 4, "TRI-90"),
]


@pytest.mark.rule("TRI-55", "TRI-57", "TRI-76", "TRI-79", "TRI-80", "TRI-90")
@pytest.mark.parametrize(("kinds", "speed", "rule"), SPEEDS)
def test_icons_and_types_fix_the_speed(
    board: Board, kinds: tuple[str, ...], speed: int, rule: str
) -> None:
    table = with_probe(board, *kinds, zone="a.s1" if "trap" in kinds else "a.hand")
    rules = table.game.rules
    assert speed_row(rules, rules.effects["probe"], rules.cards["Probe"]) == (speed, (rule,))
    at = "a.s1" if "trap" in kinds else "a:Probe"
    action = Activate("probe", at, CardKey("a:Probe") if "trap" in kinds else None)
    answering(table, kinds)
    table.plays(action, rule)
    for name in ("TRI-79",):
        board.explains(name)
    link = next(e for e in table.history if isinstance(e, Activated) and e.effect == "probe")
    assert rule in link.rules


@pytest.mark.rule("TRI-56")
def test_a_quick_play_trap_waits_for_the_next_phase_only(board: Board) -> None:
    zones = {"a.hand": "SwiftSnare TwinWatch", "b.m1": "EmberImp", **PILE}
    table = board.lay(zones, readings={"G-02": "at least 2"})
    table.refuses(use("swift-snare", "a:SwiftSnare"), "TRI-56")
    table.plays(lay_card("SwiftSnare", "a.s1"))
    table.plays(lay_card("TwinWatch", "a.s2"))
    shown = Activate("swift-snare", "a.s1", CardKey("a:SwiftSnare"))
    table.refuses(shown, "TRI-56")
    table.plays(Advance("battle"))
    assert "TRI-55" not in table.accepts(shown, "TRI-56", "G-99").rules
    other = Activate("twin-watch", "a.s2", CardKey("a:TwinWatch"))
    table.refuses(other, "TRI-56", "text:twin-watch", "G-17.text")


@pytest.mark.rule("TRI-58")
def test_a_counter_card_answers_what_a_player_does(board: Board) -> None:
    table = board.lay({"a.s1": "(NullSeal)", **PILE})
    table.refuses(Activate("null-seal", "a.s1", CardKey("a:NullSeal")), "TRI-58")
    table = board.lay({"a.hand": "EmberImp", "b.s1": "(NullSeal)", **PILE})
    table.plays(summon("EmberImp"))
    table.plays(Activate("null-seal", "b.s1", CardKey("b:NullSeal")), "TRI-58")


@pytest.mark.rule("TRI-59", "TRI-60")
def test_a_continuous_formula_stays_and_works_only_there(board: Board) -> None:
    table = board.lay({"a.hand": "LongRain", "a.grave": "SparkLesson", **PILE})
    table.refuses(use("long-rain-gain", "a:LongRain"), "TRI-60")
    settled(table, use("long-rain-stays", "a:LongRain"), "TRI-59")
    assert table.cards("a.s1") == "LongRain"
    settled(table, use("long-rain-gain", "a.s1"), "TRI-60")
    assert table.life() == (8200, 8000)


@pytest.mark.rule("TRI-61", "TRI-62")
def test_an_equip_card_needs_an_entity_and_goes_when_it_leaves(board: Board) -> None:
    table = board.lay({"a.hand": "IronHarness", **PILE})
    table.refuses(use("iron-harness", "a:IronHarness"), "TRI-61")
    table = board.lay({"a.hand": "IronHarness HomewardWind", "a.m1": "EmberImp", **PILE})
    table.plays(use("iron-harness", "a:IronHarness"), "TRI-61")
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    assert table.has(Attached)
    assert value_of(table.duel, table.game, table.card("a.m1"), "attack") == 1400
    table.plays(use("homeward-wind", "a:HomewardWind"))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    assert table.cards("a.s1") == ""
    assert table.has(Destroyed, "TRI-62")


def equipped(board: Board, card: str, effect: str, *more: str) -> Table:
    zones = {"a.hand": " ".join((card, *more)), "a.m1": "EmberImp", **PILE}
    if effect == "barbed-chain":
        zones |= {"a.s1": "(BarbedChain)", "a.hand": " ".join(more)}
    table = board.lay(zones)
    at = "a.s1" if effect == "barbed-chain" else f"a:{card}"
    table.plays(Activate(effect, at, CardKey("a:BarbedChain") if at == "a.s1" else None))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    return table


@pytest.mark.rule("TRI-63", "TRI-64")
@pytest.mark.parametrize(
    ("card", "effect", "survives"),
    [
        ("IronHarness", "iron-harness", False),
        ("BarbedChain", "barbed-chain", False),
        ("FaithfulStrap", "faithful-strap", True),
    ],
)
def test_what_survives_that_the_entity_is_turned_down(
    board: Board, card: str, effect: str, survives: bool
) -> None:
    table = equipped(board, card, effect, "LightsOut")
    table.plays(use("lights-out", "a:LightsOut"))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    assert (card in table.cards("a.s1")) == survives
    assert table.has(Destroyed, "TRI-63") != survives
    assert table.has(Spared, "TRI-64") == survives


@pytest.mark.rule("TRI-65", "TRI-66")
def test_an_equip_trainer_follows_to_the_hand_and_not_into_the_deck(board: Board) -> None:
    table = equipped(board, "FaithfulStrap", "faithful-strap", "HomewardWind")
    table.plays(use("homeward-wind", "a:HomewardWind"))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    assert set(table.cards("a.hand").split()) == {"EmberImp", "FaithfulStrap"}
    assert table.has(Moved, "TRI-65")
    bury = Effect(
        name="bury",
        use="magic",
        rules=("text:bury",),
        zones=("s",),
        text="Your Entities go into the deck.",
        resolve=(ops.Send(cards=Cards(("m",), "own"), to="pile"),),
    )
    game = tri([Card("Bury", "Bury", {}, ("formula", "spell"), ("bury",))], [bury])
    zones = {"a.hand": "Bury FaithfulStrap", "a.m1": "EmberImp", **PILE}
    table = board.lay(zones, game=game)
    table.plays(use("faithful-strap", "a:FaithfulStrap"))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    table.plays(use("bury", "a:Bury"))
    table.nobody_responds()
    assert "FaithfulStrap" in table.cards("a.grave")
    assert table.has(Moved, "TRI-66")


@pytest.mark.rule("TRI-67", "TRI-68", "TRI-69")
def test_another_field_card_removes_ones_own(board: Board) -> None:
    zones = {"a.hand": "DeepMire", "a.field": "SunlitMeadow", "b.field": "DeepMire", **PILE}
    table = board.lay(zones)
    settled(table, use("deep-mire", "a:DeepMire"), "TRI-67")
    assert table.cards("a.field") == "DeepMire"
    assert table.cards("b.field") == "DeepMire"
    assert table.cards("a.grave") == "SunlitMeadow"
    assert table.has(Moved, "TRI-69")
    table = board.lay(zones)
    table.refuses(lay_card("DeepMire", "a.s1"), "TRI-67")
    table.refuses(lay_card("DeepMire", "a.s1", move="set-field"), "TRI-67")
    table.plays(lay_card("DeepMire", "a.field", move="set-field"), "TRI-67")
    assert table.cards("a.grave") == "SunlitMeadow"
    assert any("TRI-68" in fault for fault in board.faults({"a.field": "SunlitMeadow DeepMire"}))


@pytest.mark.rule("TRI-70", "TRI-71", "TRI-72")
def test_another_stadium_removes_the_one_of_either_player(board: Board) -> None:
    zones = {
        "a.hand": "GrandArena",
        "a.field": "SunlitMeadow",
        "b.stadium": "OldAmphitheatre",
        **PILE,
    }
    table = board.lay(zones)
    settled(table, use("grand-arena", "a:GrandArena"), "TRI-70")
    assert (table.cards("a.stadium"), table.cards("b.stadium")) == ("GrandArena", "")
    assert table.cards("b.grave") == "OldAmphitheatre"
    assert table.cards("a.field") == "SunlitMeadow"
    assert table.has(Moved, "TRI-72")
    table = board.lay(zones)
    table.refuses(lay_card("GrandArena", "a.s1"), "TRI-70")
    table.plays(lay_card("GrandArena", "a.stadium", move="set-stadium"), "TRI-70")
    assert table.cards("b.grave") == "OldAmphitheatre"
    two = {"a.stadium": "GrandArena", "b.stadium": "OldAmphitheatre"}
    assert any("TRI-71" in fault for fault in board.faults(two))


@pytest.mark.rule("TRI-73", "TRI-87")
@pytest.mark.parametrize(
    ("card", "effect", "rule", "home"),
    [
        ("MoonRite", "moon-rite", "TRI-73", "a.grave"),
        ("RiteWhistle", "rite-whistle", "TRI-87", "a.hand"),
    ],
)
def test_a_ritual_card_summons_a_ritual_entity(
    board: Board, card: str, effect: str, rule: str, home: str
) -> None:
    table = board.lay({"a.hand": f"{card} MoonRegent", **PILE})
    table.plays(use(effect, f"a:{card}"), rule)
    table.plays(Choose("a:MoonRegent"))
    table.nobody_responds()
    table.plays(Play("effect-summon", "a:MoonRegent", ZoneName("a.m1")))
    table.nobody_responds()
    assert table.cards("a.m1") == "MoonRegent"
    assert table.cards(home) == card


def in_duel(table: Table) -> int:
    return sum(not name.endswith(".outside") for name, _ in table.duel.pieces())


@pytest.mark.rule("TRI-74", "TRI-88")
def test_only_io_cards_change_how_many_cards_are_in_the_duel(board: Board) -> None:
    table = board.lay({"a.hand": "FerryOut PocketFerry", "a.grave": "EmberImp", **PILE})
    before = in_duel(table)
    table.plays(use("ferry-out", "a:FerryOut"), "TRI-74")
    table.plays(Choose("a:EmberImp"))
    table.nobody_responds()
    assert in_duel(table) == before - 1
    assert table.has(Moved, "TRI-74")
    table.plays(use("pocket-ferry", "a:PocketFerry"), "TRI-88")
    table.plays(Choose("a:EmberImp"))
    table.nobody_responds()
    assert in_duel(table) == before
    assert table.has(Moved, "TRI-88", "TRI-74")


@pytest.mark.rule("TRI-75", "TRI-89")
def test_one_supporter_a_turn_of_both_families(board: Board) -> None:
    """G-07; the switch counts each family for itself."""
    zones = {"a.hand": "CoachMara PocketCoach", **PILE}
    table = board.lay(zones)
    settled(table, use("coach-mara", "a:CoachMara"), "TRI-75")
    table.refuses(use("pocket-coach", "a:PocketCoach"), "TRI-89")
    table = board.lay(zones)
    settled(table, use("pocket-coach", "a:PocketCoach"), "TRI-89")
    table.refuses(use("coach-mara", "a:CoachMara"), "TRI-75")
    table = board.lay(zones, readings={"G-07": "each"})
    settled(table, use("pocket-coach", "a:PocketCoach"))
    table.accepts(use("coach-mara", "a:CoachMara"), "TRI-75")


# Jumpers


@pytest.mark.rule("TRI-77", "TRI-85", "TRI-86")
def test_jumpers_have_a_table_of_their_own(board: Board) -> None:
    for name in ("TRI-77", "TRI-85", "TRI-86"):
        board.explains(name)
    formula, _ = probe("formula", "spell", "continuous")
    jumper, _ = probe("jumper", "continuous")
    assert [*rules_of(formula), *rules_of(jumper)] == ["TRI-59", "TRI-81"]


@pytest.mark.rule("TRI-78")
def test_a_jumper_is_played_in_the_activator_zone_and_returns(board: Board) -> None:
    table = board.lay({"a.hand": "PocketTorch", "b.s1": "(TwinWatch)", **PILE})
    table.refuses(lay_card("PocketTorch"), "TRI-78")
    table.plays(use("pocket-torch", "a:PocketTorch"), "TRI-78")
    assert table.cards("a.activator") == "PocketTorch"
    table.nobody_responds()
    assert table.cards("a.hand") == "PocketTorch"
    assert table.has(Moved, "TRI-78")


@pytest.mark.rule("TRI-81", "TRI-82")
def test_a_continuous_jumper_works_while_it_is_revealed_in_the_hand(board: Board) -> None:
    table = board.lay({"a.hand": "SteadyBreath", "a.m1": "EmberImp", **PILE})
    table.refuses(use("breath-gain", "a:SteadyBreath"), "TRI-82")
    assert value_of(table.duel, table.game, table.card("a.m1"), "defense") == 600
    settled(table, use("steady-breath", "a:SteadyBreath"), "TRI-81")
    assert table.card("a.hand").face_up
    assert table.has(Moved, "TRI-81")
    assert value_of(table.duel, table.game, table.card("a.m1"), "defense") == 700
    settled(table, use("breath-gain", "a:SteadyBreath"), "TRI-82")


@pytest.mark.rule("TRI-83", "TRI-84")
@pytest.mark.parametrize("choice", ["hand", "grave"])
def test_an_equip_jumper_is_attached_and_its_player_chooses_where_it_goes(
    board: Board, choice: str
) -> None:
    table = board.lay({"a.hand": "GuardianCharm", **PILE})
    table.refuses(use("guardian-charm", "a:GuardianCharm"), "TRI-83")
    table = board.lay({"a.hand": "GuardianCharm HomewardWind", "a.m1": "EmberImp", **PILE})
    table.plays(use("guardian-charm", "a:GuardianCharm"), "TRI-83")
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    assert table.cards("a.attached") == "GuardianCharm"
    assert value_of(table.duel, table.game, table.card("a.m1"), "defense") == 900
    table.plays(use("homeward-wind", "a:HomewardWind"))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    table.plays(Name(choice), "TRI-84", "G-06")
    assert "GuardianCharm" in table.cards(f"a.{choice}")
    assert table.has(Moved, "TRI-84")


@pytest.mark.rule("TRI-84")
def test_an_equip_jumper_goes_to_the_graveyard_with_a_destroyed_entity(board: Board) -> None:
    zones = {"a.hand": "GuardianCharm", "a.m1": "EmberImp", "b.hand": "GreatSweep", **PILE}
    table = board.lay(zones)
    table.plays(use("guardian-charm", "a:GuardianCharm"))
    table.plays(Choose("a.m1"))
    table.nobody_responds()
    for phase in ("clean-up", "end-phase", "end", "standby", "main1"):
        table.plays(Advance(phase))
    table.plays(use("great-sweep", "b:GreatSweep"))
    table.nobody_responds()
    assert "GuardianCharm" in table.cards("a.grave")
