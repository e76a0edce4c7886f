"""Formula and Jumper cards of Trigamon in use: in which zone, at which speed, what they remove."""

from __future__ import annotations

from typing import Any, Final

import pytest

from duelmat_engine.actions import Choose
from duelmat_engine.board.values import value_of
from duelmat_engine.cards import Card
from duelmat_engine.effects import ops
from duelmat_engine.effects.effect import Alter, Effect
from duelmat_engine.effects.terms import Cards
from duelmat_engine.events import Moved
from engine.conformance.board import Board
from engine.conformance.trigamon import (
    PILE,
    answering,
    asked,
    lay_card,
    settle,
    summon,
    tri,
    turned,
    use,
)

# Fields and Stadiums


@pytest.mark.rule("TRI-69", "TRI-72")
@pytest.mark.parametrize(("kind", "rule"), [("field", "TRI-69"), ("stadium", "TRI-72")])
@pytest.mark.parametrize("how", ["activated", "set"])
def test_the_card_that_is_removed_lies_open_and_the_new_one_stays(
    board: Board, kind: str, rule: str, how: str
) -> None:
    """What is turned up from where it lies Set removes the other, and not itself."""
    new, old = {
        "field": ("DeepMire", "SunlitMeadow"),
        "stadium": ("GrandArena", "OldAmphitheatre"),
    }[kind]
    effect = {"field": "deep-mire", "stadium": "grand-arena"}[kind]
    table = board.lay({"a.hand": new, f"a.{kind}": old, **PILE})
    if how == "set":
        table.plays(lay_card(new, f"a.{kind}", move=f"set-{kind}"))
        assert table.cards(f"a.{kind}") == new
        assert table.card("a.grave").face_up
        settle(table, use(effect, f"a.{kind}"))
    else:
        settle(table, use(effect, f"a:{new}"))
    assert table.cards(f"a.{kind}") == new
    assert table.cards("a.grave") == old
    assert table.card("a.grave").face_up
    assert table.has(Moved, rule)


FAST: Final = (
    Card("QuickLand", "QuickLand", {}, ("formula", "trap", "field"), ("quick-land",)),
    Card("QuickHall", "QuickHall", {}, ("formula", "trap", "stadium"), ("quick-hall",)),
    Card("QuickMoor", "QuickMoor", {}, ("formula", "spell", "quick-play", "field"), ("moor",)),
    Card("QuickBowl", "QuickBowl", {}, ("formula", "spell", "quick-play", "stadium"), ("bowl",)),
    Card("QuickPage", "QuickPage", {}, ("jumper", "quick-play"), ("quick-page",)),
)


def fast() -> list[Effect]:
    def made(name: str, how: Any, zone: str) -> Effect:
        return Effect(
            name=name,
            use=how,
            rules=(f"text:{name}",),
            text="It stays.",
            zones=(zone,),
            resolve=(ops.Gain(amount=100),),
        )

    return [
        made("quick-land", "trap", "field"),
        made("quick-hall", "trap", "stadium"),
        made("moor", "magic", "field"),
        made("bowl", "magic", "stadium"),
        made("quick-page", "jumper", "activator"),
    ]


@pytest.mark.rule("TRI-14", "TRI-69", "TRI-72")
@pytest.mark.parametrize(
    ("kind", "code", "effect", "rule"),
    [
        ("field", "QuickLand", "quick-land", "TRI-69"),
        ("stadium", "QuickHall", "quick-hall", "TRI-72"),
    ],
)
def test_an_answer_removes_the_active_card_too(
    board: Board, kind: str, code: str, effect: str, rule: str
) -> None:
    """Of Fields one's own and not the opponent's; the one Stadium there is, whoever owns it."""
    other = {"field": "SunlitMeadow", "stadium": "OldAmphitheatre"}[kind]
    zones = {"a.hand": "SparkLesson", f"b.{kind}": f"({code})", f"a.{kind}": other, **PILE}
    table = board.lay(zones, game=tri(FAST, fast()))
    table.plays(use("spark-lesson", "a:SparkLesson"))
    asked(table, "b")
    table.plays(use(effect, f"b.{kind}"), "TRI-14")
    assert table.card(f"b.{kind}").face_up
    table.nobody_responds()
    assert table.cards(f"b.{kind}") == code
    assert table.cards(f"a.{kind}") == ("" if kind == "stadium" else other)
    assert table.has(Moved, rule) == (kind == "stadium")
    if kind == "stadium":
        assert [p.face_up for p in table.duel.at("a.grave") if p.code == other] == [True]
    both = {f"b.{kind}": f"({code}) {other}", "a.hand": "SparkLesson", **PILE}
    table = board.lay(both, game=tri(FAST, fast()))
    table.plays(use("spark-lesson", "a:SparkLesson"))
    asked(table, "b")
    table.plays(use(effect, f"b.{kind}"))
    table.nobody_responds()
    assert table.cards(f"b.{kind}") == code
    assert table.cards("b.grave") == other
    assert table.card("b.grave").face_up
    assert table.has(Moved, rule)


@pytest.mark.rule("TRI-69", "TRI-72")
@pytest.mark.parametrize(
    ("kind", "code", "effect"), [("field", "QuickMoor", "moor"), ("stadium", "QuickBowl", "bowl")]
)
@pytest.mark.parametrize("how", ["activated", "answering", "set"])
def test_a_set_card_is_not_active_and_only_ones_own_makes_room(
    board: Board, kind: str, code: str, effect: str, how: str
) -> None:
    """A Set card stays where it lies, unless its own player needs the zone."""
    old, rule = {
        "field": ("SunlitMeadow", "TRI-69"),
        "stadium": ("OldAmphitheatre", "TRI-72"),
    }[kind]
    zones = {"a.hand": f"{code} SparkLesson", f"a.{kind}": f"({old})", f"b.{kind}": f"({old})"}
    table = board.lay({**zones, **PILE}, game=tri(FAST, fast()))
    if how == "set":
        table.plays(lay_card(code, f"a.{kind}", move=f"set-{kind}"))
    else:
        if how == "answering":
            table.plays(use("spark-lesson", "a:SparkLesson"))
            asked(table, "a")
        table.plays(use(effect, f"a:{code}"))
    assert table.cards(f"a.{kind}") == code
    assert old in table.cards("a.grave").split()
    assert (table.cards(f"b.{kind}"), table.cards("b.grave")) == (old, "")
    assert not table.card(f"b.{kind}").face_up
    assert table.has(Moved, "G-100") and not table.has(Moved, rule)


# Where a card is used


@pytest.mark.rule("TRI-15")
@pytest.mark.parametrize(
    ("code", "effect", "zone"),
    [
        ("PocketTorch", "pocket-torch", "activator"),
        ("DeepMire", "deep-mire", "field"),
        ("GrandArena", "grand-arena", "stadium"),
        ("SparkLesson", "spark-lesson", "s1"),
    ],
)
def test_a_card_of_the_hand_is_used_in_the_zone_of_its_kind(
    board: Board, code: str, effect: str, zone: str
) -> None:
    table = board.lay({"a.hand": code, "b.s1": "(TwinWatch)", **PILE})
    table.plays(use(effect, f"a:{code}"), "TRI-15")
    assert table.cards(f"a.{zone}") == code
    assert table.card(f"a.{zone}").face_up


@pytest.mark.rule("TRI-15")
@pytest.mark.parametrize(
    ("code", "effect", "zone"),
    [
        ("QuickPage", "quick-page", "activator"),
        ("QuickMoor", "moor", "field"),
        ("QuickBowl", "bowl", "stadium"),
        ("QuickBoost", "quick-boost", "s1"),
    ],
)
def test_so_is_a_card_of_the_hand_that_answers(
    board: Board, code: str, effect: str, zone: str
) -> None:
    zones = {"a.hand": f"EmberImp {code}", "a.m5": "HalfMoth", "b.s1": "(TwinWatch)", **PILE}
    table = board.lay(zones, game=tri(FAST, fast()))
    table.plays(summon("EmberImp"))
    asked(table, "a")
    table.plays(use(effect, f"a:{code}"))
    if table.asks()[1] == "choose":
        table.plays(Choose("a.m5"))
    assert table.cards(f"a.{zone}") == code
    assert table.card(f"a.{zone}").face_up


@pytest.mark.rule("TRI-78", "TRI-87", "TRI-88")
@pytest.mark.parametrize(
    ("code", "rule"), [("Plain", "TRI-78"), ("Rite", "TRI-87"), ("Ferry", "TRI-88")]
)
def test_a_jumper_returns_to_the_hand_by_the_statement_about_its_icon(
    board: Board, code: str, rule: str
) -> None:
    icons = {"Plain": (), "Rite": ("ritual",), "Ferry": ("io",)}[code]
    card = Card(code, code, {}, ("jumper", *icons), ("quick-page",))
    table = board.lay({"a.hand": code, **PILE}, game=tri([card], fast()))
    settle(table, use("quick-page", f"a:{code}"))
    assert table.cards("a.hand") == code
    assert not table.card("a.hand").face_up
    home = [e for e in table.history if isinstance(e, Moved) and e.to == "a.hand"]
    assert [e.rules for e in home] == [(rule,)]


@pytest.mark.rule("TRI-44")
def test_the_activation_of_a_break_may_be_answered_as_any_formula(board: Board) -> None:
    table = board.lay({"a.hand": "StillMoment", "b.s1": "(TwinWatch)", **PILE})
    table.plays(use("still-moment", "a:StillMoment"), "TRI-44")
    assert table.asks()[1] == "window"
    table.nobody_responds()
    assert table.cards("a.grave") == "StillMoment"


# Speeds

SPEEDS: Final = [
    (("formula", "spell", "pulse"), 4, "TRI-76"),
    (("formula", "trap", "pulse"), 4, "TRI-76"),
    (("formula", "trainer", "pulse"), 4, "TRI-76"),
    (("jumper", "pulse"), 4, "TRI-90"),
    (("formula", "trap", "counter"), 3, "TRI-57"),
    (("formula", "spell", "counter"), 2, "TRI-57"),
    (("formula", "trainer", "counter"), 2, "TRI-57"),
    (("formula", "spell", "quick-play"), 2, "TRI-55"),
    (("formula", "trainer", "quick-play"), 2, "TRI-55"),
    (("jumper", "quick-play"), 2, "TRI-79"),
    (("jumper", "counter"), 2, "TRI-80"),
]


@pytest.mark.parametrize(
    ("kinds", "speed"),
    [pytest.param(k, s, marks=pytest.mark.rule(rule)) for k, s, rule in SPEEDS],
)
def test_a_link_of_the_chain_has_the_speed_of_its_card(
    board: Board, kinds: tuple[str, ...], speed: int
) -> None:
    how: Any = "jumper" if "jumper" in kinds else "trap" if "trap" in kinds else "magic"
    effect = Effect(
        name="probe",
        use=how,
        rules=("text:probe",),
        text="Gain 100 life.",
        zones=("activator",) if "jumper" in kinds else ("s",),
        resolve=(ops.Gain(amount=100),),
    )
    game = tri([Card("Probe", "Probe", {}, kinds, ("probe",))], [effect])
    zones = {"b.s1": "(TwinWatch)", "a.skill": "HeadStart", **PILE}
    if how == "trap":
        table = board.lay({**zones, "a.s1": "(Probe)"}, game=game)
        answering(table, kinds)
        table.plays(turned("probe", "a.s1", "Probe"))
    else:
        table = board.lay({**zones, "a.hand": "Probe"}, game=game)
        answering(table, kinds)
        table.plays(use("probe", "a:Probe"))
    assert table.duel.chain[-1].speed == speed


# When what a card does all the time counts


@pytest.mark.rule("TRI-15")
@pytest.mark.parametrize("answers", [False, True])
def test_what_a_card_of_the_hand_does_all_the_time_counts_from_its_activation(
    board: Board, answers: bool
) -> None:
    """It doubles the attack: of what the Entity has gained before, not of what it gains later."""
    effects = [
        Effect(
            name="swell",
            use="magic",
            rules=("text:swell",),
            text="It stays.",
            zones=("s",),
            stays=True,
        ),
        Effect(
            name="swelling",
            use="continuous",
            rules=("text:swelling",),
            text="The attack of your Entities is doubled.",
            zones=("s",),
            alters=(Alter("attack", "double", cards=Cards(("m",), "own")),),
        ),
    ]
    swell = Card(
        "Swell",
        "Swell",
        {},
        ("formula", "spell", "quick-play", "continuous"),
        ("swell", "swelling"),
    )
    game = tri([swell], effects)
    zones = {"a.hand": "QuickBoost QuickBoost Swell SparkLesson", "a.m1": "EmberImp", **PILE}
    table = board.lay(zones, game=game)

    def attack() -> int | None:
        return value_of(table.duel, game, table.card("a.m1"), "attack")

    printed = attack()
    assert printed is not None
    settle(table, use("quick-boost", "a:QuickBoost"), "a.m1")
    if answers:
        table.plays(use("spark-lesson", "a:SparkLesson"))
        asked(table, "a")
    settle(table, use("swell", "a:Swell"))
    assert attack() == 2 * (printed + 500)
    settle(table, use("quick-boost", "a:QuickBoost/2"), "a.m1")
    assert attack() == 2 * (printed + 500) + 500


@pytest.mark.rule("TRI-77", "TRI-85", "TRI-86")
@pytest.mark.parametrize("kind", ["field", "stadium"])
def test_a_jumper_of_that_icon_removes_no_card_of_the_field_zone(board: Board, kind: str) -> None:
    """The same icon means something else on it."""
    old = {"field": "SunlitMeadow", "stadium": "GrandArena"}[kind]
    gain = Effect(
        name="leap",
        use="jumper",
        rules=("text:leap",),
        text="Gain 100 life.",
        zones=("activator",),
        resolve=(ops.Gain(amount=100),),
    )
    game = tri([Card("Leap", "Leap", {}, ("jumper", kind), ("leap",))], [gain])
    table = board.lay({"a.hand": "Leap", f"a.{kind}": old, **PILE}, game=game)
    settle(table, use("leap", "a:Leap"))
    assert table.cards(f"a.{kind}") == old


# What is there to be done


CORE = {"b.m1": {"position": "core"}}


@pytest.mark.rule("TRI-101")
def test_core_position_is_no_attack_position_for_a_text(board: Board) -> None:
    """Nor has an Entity in it an "other" position: which one is not defined."""
    zones = {"a.hand": "GreatSweep PulseBeat GentleTurn", "a.s1": "(SwiftSnare)@1", **PILE}
    aimed = turned("swift-snare", "a.s1", "SwiftSnare")
    one = board.lay({**zones, "b.m1": "EmberImp"}, marks=CORE)
    one.refuses(aimed, "TRI-101")
    one.refuses(use("great-sweep", "a:GreatSweep"), "text:great-sweep")
    for effect, card in (("pulse-beat", "PulseBeat"), ("gentle-turn", "GentleTurn")):
        one.refuses(use(effect, f"a:{card}"), "TRI-101")
    two = board.lay({**zones, "b.m1": "EmberImp", "b.m2": "HalfMoth"}, marks=CORE)
    settle(two, use("great-sweep", "a:GreatSweep"))
    assert (two.cards("b.m1"), two.cards("b.m2")) == ("EmberImp", "")


@pytest.mark.rule("G-17.text")
@pytest.mark.parametrize(
    ("card", "effect", "lacking", "there"),
    [
        ("GreatSweep", "great-sweep", {"b.m1": "EmberImp-"}, {"b.m1": "EmberImp"}),
        ("SparkLesson", "spark-lesson", {"a.pile": ""}, {}),
        ("FerryOut", "ferry-out", {"a.pile": ""}, {}),
        ("MoonRite", "moon-rite", {"a.m5": "EmberImp"}, {}),
        ("RiteWhistle", "rite-whistle", {"a.m5": "EmberImp"}, {}),
        ("LoneHermit", "hermit-arrives", {"a.m5": "EmberImp"}, {}),
    ],
)
def test_what_could_do_nothing_is_not_activated(
    board: Board, card: str, effect: str, lacking: dict[str, str], there: dict[str, str]
) -> None:
    zones = {f"a.m{n}": "HalfMoth" for n in range(1, 5)} | {"a.grave": "EmberImp", **PILE}
    lies = "a.banished" if card == "LoneHermit" else "a.hand"
    zones |= {"a.hand": "MoonRegent"} | {lies: f"{card} MoonRegent" if lies == "a.hand" else card}
    phase = "standby" if card == "LoneHermit" else "main1"
    board.lay({**zones, **there}, phase=phase).accepts(use(effect, f"a:{card}"), f"text:{effect}")
    verdict = board.lay({**zones, **lacking}, phase=phase).refuses(
        use(effect, f"a:{card}"), f"text:{effect}"
    )
    assert "G-17" in verdict.readings
